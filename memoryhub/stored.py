"""Every text that the stores hold, one after another: tables, what PostgreSQL knows of them, Redis, log files.

Streams: of a table, a key or a file no more than a piece is in memory at once. What the texts say is no matter here.
"""

import gzip
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.db import connection, transaction

#: A place ("table.column", "redis: key", "log: file") and one value that stands there.
Value = tuple[str, str | bytes]

#: The people's own words, which are theirs to delete: columns, and their copies in Redis.
OWN_WORDS = (("chat_message", "text"), ("chat_conversation", "title"))
_OWN_COPIES = re.compile(rb":chat:session:[^:]+:messages$")

#: Rows, list entries or keys that are asked for at once.
_PIECE = 1000
#: Of a line without an end so much is read at once, and so much of it is read again with the next piece.
_LINE, _OVERLAP = 1_000_000, 10_000

# Numbers, times, network addresses and vectors hold no text. An array is what its elements are.
_COLUMNS = """
SELECT n.nspname, c.relname, a.attname, COALESCE(e.typname, t.typname)
FROM pg_attribute a
JOIN pg_class c ON c.oid = a.attrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped AND c.relpersistence <> 't'
  AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
  AND COALESCE(e.typcategory, t.typcategory) NOT IN ('N', 'B', 'D', 'T', 'I', 'G')
  AND COALESCE(e.typname, t.typname) NOT IN ('uuid', 'vector', 'halfvec', 'sparsevec')
ORDER BY 1, 2, a.attnum
"""
_STATISTICS = """
SELECT tablename, attname, concat_ws(' ', most_common_vals::text, histogram_bounds::text, most_common_elems::text)
FROM pg_stats WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
"""


def everything(*, logs: Collection[Path] = (), own: bool = True) -> Iterator[Value]:
    """All of it; with ``own`` off without the people's own messages and titles."""
    yield from in_tables(but=() if own else OWN_WORDS)
    yield from in_statistics(but=() if own else OWN_WORDS)
    yield from in_redis(own=own)
    yield from in_logs(logs)


def in_tables(*, but: Collection[tuple[str, str]] = ()) -> Iterator[Value]:
    """What stands in every column of every table but these (table, column)."""
    columns: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        for schema, table, column, kind in cursor.fetchall():
            if (table, column) not in but:
                columns.setdefault((schema, table), []).append((column, kind == "bytea"))
    for (schema, table), found in columns.items():
        yield from _table(schema, table, found)


def _table(schema: str, table: str, columns: list[tuple[str, bool]]) -> Iterator[Value]:
    quote = connection.ops.quote_name
    wanted = ", ".join(quote(name) + ("" if raw else "::text") for name, raw in columns)
    places = [f"{table}.{name}" for name, _ in columns]
    # In a transaction the server sends its rows in pieces; outside it would first put all of them aside.
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {wanted} FROM {quote(schema)}.{quote(table)}")
        while rows := cursor.fetchmany(_PIECE):
            for row in rows:
                for place, value in zip(places, row, strict=True):
                    if value:
                        yield place, value if isinstance(value, str) else bytes(value)


def in_statistics(*, but: Collection[tuple[str, str]] = ()) -> Iterator[Value]:
    """What the planner of PostgreSQL has noted of all columns but these: values that were there when it looked last."""
    with connection.cursor() as cursor:
        cursor.execute(_STATISTICS)
        for table, column, noted in cursor.fetchall():
            if noted and (table, column) not in but:
                yield f"statistics of {table}.{column}", noted


def in_redis(*, match: str = "*", own: bool = True) -> Iterator[Value]:
    """The names of all keys that match, and what they hold; with ``own`` off without the copies of messages."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter(match, count=_PIECE):
            if not own and _OWN_COPIES.search(key):
                continue
            yield "redis: names of keys", key
            place = f"redis: {_kind_of(key)}"
            for value in _key(client, key):
                yield place, value


def _kind_of(key: bytes) -> str:
    """The name of a key without what tells it from others of its kind."""
    return re.sub(r"[0-9a-f]{8}-[-0-9a-f]{27}|[0-9a-f]{16,}|\d+", "*", key.decode("utf-8", "replace"))


def _key(client: Any, key: bytes) -> Iterator[bytes]:
    """What one key holds; nothing when it went meanwhile."""
    kind = client.type(key)
    if kind == b"string":
        yield client.get(key) or b""
    elif kind == b"list":
        start = 0
        while piece := client.lrange(key, start, start + _PIECE - 1):
            yield from piece
            start += _PIECE
    elif kind == b"set":
        yield from client.sscan_iter(key, count=_PIECE)
    elif kind == b"zset":
        yield from (member for member, _score in client.zscan_iter(key, count=_PIECE))
    elif kind == b"hash":
        for pair in client.hscan_iter(key, count=_PIECE):
            yield from pair
    elif kind == b"stream":
        yield from _stream(client, key)


def _stream(client: Any, key: bytes) -> Iterator[bytes]:
    first: str | bytes = "-"
    while piece := client.xrange(key, min=first, count=_PIECE):
        for at, fields in piece:
            yield from (part for pair in (fields or {}).items() for part in pair)
            first = b"(" + at


def in_logs(paths: Collection[Path]) -> Iterator[Value]:
    """The lines of these files, and of the logs in these folders; what is packed with gzip is unpacked."""
    for path in paths:
        files = sorted(path.rglob("*.log*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file():
                yield from _lines(file)


def _lines(file: Path) -> Iterator[Value]:
    place, rest = f"log: {file.name}", b""
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
        while line := lines.readline(_LINE):
            yield place, rest + line
            rest = line[-_OVERLAP:] if not line.endswith(b"\n") else b""
