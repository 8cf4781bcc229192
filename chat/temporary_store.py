"""Temporary chats as Redis holds them, and nothing else does: five keys a chat, gone a day after their last use.

Every step is one script that looks at the owner first: of a chat that has ended, nothing can be written any more.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from chat import quick

KEEP_SECONDS = 24 * 3600
LEASE_MS = 30_000

_AWAY = object()

#: KEYS: head, messages, index, read, claim, the owner's chats. ARGV: owner, seconds to live, then the script's own.
_OWN = """
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return false end
"""
_RENEW = """
for at = 1, 4 do redis.call('EXPIRE', KEYS[at], ARGV[2]) end
redis.call('EXPIRE', KEYS[6], ARGV[2])
"""
_BEGIN = (
    """
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'created_at', ARGV[4], 'use_memory', ARGV[5], 'last', 0, 'said', 0,
  'asked', 0)
redis.call('SADD', KEYS[6], ARGV[3])
"""
    + _RENEW
    + "return 1"
)
_OPEN = _OWN + _RENEW + "return {redis.call('HGETALL', KEYS[1]), redis.call('EXISTS', KEYS[5])}"
_SWITCH = _OWN + "redis.call('HSET', KEYS[1], 'use_memory', ARGV[3])" + _RENEW + "return 1"
_KEEP = _OWN + "redis.call('HSET', KEYS[1], 'kept', ARGV[3])" + _RENEW + "return 1"
_ADD = (
    _OWN
    + """
if ARGV[5] ~= '' then
  local known = redis.call('HGET', KEYS[3], ARGV[5])
  if known then return {tonumber(known), 0} end
end
local place = redis.call('HINCRBY', KEYS[1], 'last', 1)
redis.call('HSET', KEYS[2], place, ARGV[3])
redis.call('HSET', KEYS[3], ARGV[4], place)
if ARGV[5] ~= '' then redis.call('HSET', KEYS[3], ARGV[5], place) end
if ARGV[6] == '1' then redis.call('HINCRBY', KEYS[1], 'said', 1) end
"""
    + _RENEW
    + "return {place, 1}"
)
_PUT = _OWN + "redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])" + _RENEW + "return 1"
_NOTE = (
    _OWN
    + """
redis.call('HINCRBY', KEYS[1], 'asked', ARGV[3])
for at = 4, #ARGV do redis.call('SADD', KEYS[4], ARGV[at]) end
"""
    + _RENEW
    + "return 1"
)
_CLAIM = (
    _OWN
    + """
local holder = redis.call('GET', KEYS[5])
if holder and holder ~= ARGV[3] then return 0 end
redis.call('SET', KEYS[5], ARGV[3], 'PX', ARGV[4])
return 1
"""
)
_RELEASE = "if redis.call('GET', KEYS[5]) == ARGV[3] then return redis.call('DEL', KEYS[5]) end return 0"
_END = (
    _OWN
    + """
local head, read = redis.call('HGETALL', KEYS[1]), redis.call('SMEMBERS', KEYS[4])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
redis.call('SREM', KEYS[6], ARGV[3])
return {head, read}
"""
)


class TemporaryAway(Exception):
    """Redis cannot be reached: nothing was kept, and nothing was written elsewhere."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a chat beside its messages. ``busy``: a reply is being written; ``kept`` is JSON of `Kept`."""

    created_at: str
    use_memory: bool
    last: int
    said: int
    asked: int
    busy: bool = False
    kept: str = ""


def begin(*, chat_id: UUID, owner: UUID, created_at: str, use_memory: bool) -> None:
    """The chat is there, and empty."""
    _run(_BEGIN, chat_id, owner, str(chat_id), created_at, _flag(use_memory))


def open_head(*, chat_id: UUID, owner: UUID) -> Head | None:
    """The owner's chat, which lives another day for it; None when it is gone or another's."""
    found = _run(_OPEN, chat_id, owner)
    return None if found is None else _head(found[0], busy=bool(found[1]))


def switch(*, chat_id: UUID, owner: UUID, use_memory: bool) -> bool:
    """Whether the chat is there to be switched."""
    return _run(_SWITCH, chat_id, owner, _flag(use_memory)) is not None


def keep(*, chat_id: UUID, owner: UUID, kept: str) -> bool:
    """State, pins and summary are kept; False when the chat is gone."""
    return _run(_KEEP, chat_id, owner, kept) is not None


def add(
    *, chat_id: UUID, owner: UUID, message_id: UUID, row: dict[str, Any], client_id: str | None, said: bool
) -> tuple[int, bool] | None:
    """The row's place and whether it is new; a known ``client_id`` has its place already. None: the chat is gone."""
    found = _run(_ADD, chat_id, owner, json.dumps(row), str(message_id), _client(client_id), _flag(said))
    return None if found is None else (int(found[0]), bool(found[1]))


def put(*, chat_id: UUID, owner: UUID, sequence: int, row: dict[str, Any]) -> bool:
    """The row stands in its place; False when the chat is gone."""
    return _run(_PUT, chat_id, owner, sequence, json.dumps(row)) is not None


def note(*, chat_id: UUID, owner: UUID, read: Iterable[str] = (), asked: int = 0) -> bool:
    """What was read, and how often something was asked of the memory; False when the chat is gone."""
    return _run(_NOTE, chat_id, owner, asked, *read) is not None


def rows(*, chat_id: UUID, sequences: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The rows at these places. Whose they are was looked at before."""
    if not sequences:
        return {}
    name = _keys(chat_id)[1]
    found = _attempt(lambda client: client.hmget(name, [str(one) for one in sequences]))
    return {one: json.loads(row) for one, row in zip(sequences, found, strict=True) if row is not None}


def place_of(*, chat_id: UUID, message_id: UUID) -> int | None:
    """Where the message stands."""
    name = _keys(chat_id)[2]
    found = _attempt(lambda client: client.hget(name, str(message_id)))
    return None if found is None else int(found)


def claim(*, chat_id: UUID, owner: UUID, token: UUID) -> bool | None:
    """Whether the chat's replies are the token's to write, for another lease; None when the chat is gone."""
    found = _run(_CLAIM, chat_id, owner, str(token), LEASE_MS)
    return None if found is None else bool(found)


def release(*, chat_id: UUID, owner: UUID, token: UUID) -> None:
    """The next message may be answered."""
    _run(_RELEASE, chat_id, owner, str(token))


def end(*, chat_id: UUID, owner: UUID) -> tuple[Head, set[str]] | None:
    """The chat is gone; returns its head and what was read, or None when it was gone before."""
    found = _run(_END, chat_id, owner, str(chat_id))
    return None if found is None else (_head(found[0]), set(found[1]))


def of_owner(*, owner: UUID) -> list[UUID]:
    """The chats of a person that may be open still."""
    name = quick.key("temporary", "of", owner)
    return [UUID(found) for found in _attempt(lambda client: client.smembers(name))]


def _keys(chat_id: UUID) -> tuple[str, ...]:
    parts = ("messages", "index", "read", "claim")
    return (quick.key("temporary", chat_id), *(quick.key("temporary", chat_id, part) for part in parts))


def _run(script: str, chat_id: UUID, owner: UUID, *arguments: object) -> Any:
    names = (*_keys(chat_id), quick.key("temporary", "of", owner))
    given = (str(owner), KEEP_SECONDS, *arguments)
    return _attempt(lambda client: client.eval(script, len(names), *names, *given))


def _attempt(operation: Any) -> Any:
    found = quick.attempt(operation, default=_AWAY)
    if found is _AWAY:
        raise TemporaryAway
    return found


def _head(pairs: list[str], *, busy: bool = False) -> Head:
    values = dict(zip(pairs[::2], pairs[1::2], strict=True))
    return Head(
        created_at=values["created_at"],
        use_memory=values["use_memory"] == "1",
        last=int(values["last"]),
        said=int(values["said"]),
        asked=int(values["asked"]),
        busy=busy,
        kept=values.get("kept", ""),
    )


def _flag(value: bool) -> str:
    return "1" if value else "0"


def _client(client_id: str | None) -> str:
    return "" if client_id is None else f"client:{client_id}"
