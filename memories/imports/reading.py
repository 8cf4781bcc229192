"""Reads a list that somebody pasted or a file of another product: which statements are in it, line by line. Pure.

Text as ChatGPT and Claude show it (bullets, numbers, headings, dates in front), mem0's JSON, and our own export.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from memories.capture import masking
from memories.imports.voice import statements
from memoryhub import patterns as re

#: What a list may hold at most: lines of text or rows of a file; an own export may hold more.
LINES_LIMIT, ROWS_LIMIT = 1_000, 5_000
#: An entry of more characters is no list's line, and is not read; so much of it is shown.
_ENTRY_LIMIT, _SHOWN = 10_000, 200
#: Formats.
TEXT, MEM0, OWN = "text", "mem0", "memoryhub"

_BULLET = re.compile(
    r"^(?:[-*+•·‣▪●○◦–—>]+(?=\s|[^\s\d])\s*|\(?\d{1,4}[.)、．](?!\d)\s*|[(（]\d{1,3}[)）]\s*|[①-⑳]\s*|"
    r"[a-zA-Z][.)]\s+|\[[ xX✓]?\]\s*)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DATE = re.compile(
    r"^[\[(（【]?\s*(?:"
    r"(?P<y>\d{4})(?:[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})|年(?P<zm>\d{1,2})月(?P<zd>\d{1,2})[日号])"
    r"(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?|"
    rf"(?P<name>{_MONTH})\.? (?P<nd>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<ny>\d{{4}})|"
    rf"(?P<nd2>\d{{1,2}})(?:st|nd|rd|th)? (?P<name2>{_MONTH})\.?,? (?P<ny2>\d{{4}})"
    r")\s*[\])）】]?\s*(?:[:：\-–—|,，]\s*)?(?=\S)",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_HEADING = re.compile(r"^(?:#{1,6}\s+\S.*|(?:\*\*|__)[^*_]+(?:\*\*|__)\s*[:：]?)$")
_INTRODUCTION = re.compile(r"^[^。.!?！？]{1,60}[:：]$")
_RULE = re.compile(r"^[-=*_\s]{3,}$|^```\w*$")
#: An assistant's words around its list.
_AROUND = re.compile(
    r"^(?:sure|certainly|of course|absolutely|okay|ok|great)\b[^.!?]{0,40}[,.!:]|"
    r"^here(?:['’]s| is| are)\b.{0,80}\b(?:you|memor|remember|know|saved)|"
    r"^(?:let me know|would you like|do you want|if you(?:['’]d| would)? (?:like|want)|feel free)\b|"
    r"^(?:saved |manage |your )?memor(?:y|ies)$|^(?:已保存的|管理|你的)?记忆$|"
    r"^(?:that['’]s (?:all|everything)|is there anything)\b|"
    r"^(?:好的|当然|没问题|可以)[，,。！!]|^(?:以下|这些|下面)(?:是|就是).{0,30}(?:记|了解|知道|信息)|"
    r"^(?:如果你|如需|需要我|你想要我|还有什么|以上(?:就)?是)",
    re.IGNORECASE,
)
_INLINE = re.compile(r"\*\*|__|`")


@dataclass(frozen=True, slots=True)
class Row:
    """One statement of a list: its line (from 1), what it says as a memory, and why it is left out, if it is.

    ``original`` is the entry it comes from, if that has other words; ``whole`` is a row of our own export.
    """

    line: int
    content: str
    said_on: date | None = None
    reason: str = ""
    original: str = ""
    whole: dict[str, Any] | None = None

    def as_json(self) -> dict[str, Any]:
        """The row as it is kept until it is taken in."""
        kept: dict[str, Any] = {"line": self.line, "content": self.content, "reason": self.reason}
        if self.said_on:
            kept["said_on"] = self.said_on.isoformat()
        if self.original:
            kept["original"] = self.original
        if self.whole is not None:
            kept["whole"] = self.whole
        return kept


@dataclass(frozen=True, slots=True)
class Read:
    """What a list turned out to be, with its rows in their order."""

    format: str
    rows: list[Row]


class Unreadable(Exception):
    """The list cannot be read as a whole; ``code`` is "empty", "too_many", "encoding" or "format"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def decoded(data: bytes) -> str:
    """The text of a file. Raises Unreadable."""
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable("encoding")


def read(text: str, *, name: str = "", limit: int) -> Read:
    """The statements of a list; ``name`` is the person's, ``limit`` a memory's longest text. Raises Unreadable."""
    text = text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n").strip("\ufeff \n\t")
    if not text:
        raise Unreadable("empty")
    found = _json(text, name=name, limit=limit) if text[0] in "[{" else None
    if found is None:
        found = Read(TEXT, list(_lines(text, name=name, limit=limit)))
    if not found.rows:
        raise Unreadable("empty")
    if len(found.rows) > (ROWS_LIMIT if found.format == OWN else LINES_LIMIT):
        raise Unreadable("too_many")
    return found


def _lines(text: str, *, name: str, limit: int) -> Iterator[Row]:
    said_on: date | None = None
    for number, raw in enumerate(_joined(text), 1):
        line = raw.strip()
        if not line or _RULE.match(line):
            continue
        if _HEADING.match(line):
            said_on = _date_alone(line.strip("#*_ :：")) or said_on
            continue
        bare, own_date = _without_mark(line)
        if not bare:
            continue
        if _date_alone(bare):
            said_on = _date_alone(bare)
            continue
        is_listed = bare != line
        if not is_listed and (_INTRODUCTION.match(line) or _AROUND.match(line)):
            continue
        yield from _rows(number, _INLINE.sub("", bare), name=name, limit=limit, said_on=own_date or said_on)


def _joined(text: str) -> list[str]:
    """The lines; one that is indented and has no mark of its own belongs to the one before. Numbers stay true."""
    found: list[str] = []
    for line in text.split("\n"):
        continues = line[:1] in " \t\u3000" and line.strip() and found and not _BULLET.match(line.strip())
        listed = next((place for place in range(len(found) - 1, -1, -1) if found[place].strip()), None)
        if continues and listed is not None and _BULLET.match(found[listed].strip()):
            found[listed] = f"{found[listed].rstrip()} {line.strip()}"
            found.append("")
        else:
            found.append(line)
    return found


def _without_mark(line: str) -> tuple[str, date | None]:
    """The line without bullets, numbers, quotation marks and a date in front; and that date."""
    said_on = None
    before = None
    while line != before:
        before = line
        if not _DATE.match(line):
            line = _BULLET.sub("", line, count=1).strip()
        if match := _DATE.match(line):
            day = _day(match)
            if day is None:
                break
            said_on, line = day, line[match.end() :].strip()
    if len(line) > 1 and (line[0], line[-1]) in (('"', '"'), ("“", "”"), ("「", "」"), ("'", "'")):
        line = line[1:-1].strip()
    return line, said_on


def _date_alone(line: str) -> date | None:
    match = _DATE.match(f"{line} x")
    return _day(match) if match and match.end() >= len(line) else None


def _day(match: re.Match[str]) -> date | None:
    part = match.groupdict()
    named = part["name"] or part["name2"]
    year = part["y"] or part["ny"] or part["ny2"]
    month = part["m"] or part["zm"] or (_MONTHS.index(named[:3].lower()) + 1 if named else "")
    day = part["d"] or part["zd"] or part["nd"] or part["nd2"]
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _rows(line: int, text: str, *, name: str, limit: int, said_on: date | None) -> Iterator[Row]:
    """The statements of one entry. A secret is neither kept nor shown."""
    if len(text) > _ENTRY_LIMIT:
        yield Row(line, masking.masked(text[:_SHOWN]), said_on, "too_long")
        return
    if masking.secrets(text):
        yield Row(line, masking.masked(text)[:limit], said_on, "secret")
        return
    for statement in statements(text, name=name):
        content = re.sub(r"(?<![.。])[.。]$", "", statement) if statement.count(". ") == 0 else statement
        if not any(character.isalnum() for character in content):
            continue
        if len(content) > limit:
            yield Row(line, content[:limit], said_on, "too_long")
        else:
            yield Row(line, content, said_on, original=text if text != content else "")


# ------------------------------------------------------------------------------------------------ files of products


def _json(text: str, *, name: str, limit: int) -> Read | None:
    """The rows of a JSON file or of JSON lines; None for what is neither."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        try:
            value = [json.loads(line) for line in text.split("\n") if line.strip()]
        except (ValueError, RecursionError):
            return None
    entries = _entries(value)
    if entries is None:
        raise Unreadable("format")
    if isinstance(value, dict) and value.get("format") == OWN:
        return Read(OWN, [_own(number, entry, limit=limit) for number, entry in enumerate(entries, 1)])
    rows: list[Row] = []
    for number, entry in enumerate(entries, 1):
        said = _said(entry)
        if not said:
            rows.append(Row(number, "", reason="empty"))
            continue
        day = _told_on(entry) if isinstance(entry, dict) else None
        rows += _rows(number, " ".join(said.split()), name=name, limit=limit, said_on=day)
    return Read(
        MEM0 if any(isinstance(entry, dict) and "memory" in entry for entry in entries) else TEXT, rows
    )


def _entries(value: Any) -> list[Any] | None:
    """The list in a file: itself, or under the name that the product gives it."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        for key in ("results", "memories", "data", "items"):
            if (found := _entries(value.get(key))) is not None:
                return found
    return None


def _said(entry: Any) -> str:
    if isinstance(entry, str):
        return entry.strip()
    if isinstance(entry, dict):
        for key in ("memory", "content", "text", "fact", "data"):
            if isinstance(entry.get(key), str) and entry[key].strip():
                return str(entry[key]).strip()
    return ""


def _told_on(entry: dict[str, Any]) -> date | None:
    """The day of an entry; a time may be text or seconds."""
    for key in ("created_at", "createdAt", "created", "timestamp", "date"):
        value = entry.get(key)
        try:
            if isinstance(value, int | float) and not isinstance(value, bool):
                return datetime.fromtimestamp(value, UTC).date()
            if isinstance(value, str) and value:
                moment = parse_datetime(value)
                return moment.date() if moment else date.fromisoformat(value[:10])
        except (ValueError, OverflowError, OSError):
            continue
    return None


def _own(number: int, entry: Any, *, limit: int) -> Row:
    content = _said(entry)
    if not isinstance(entry, dict) or not isinstance(entry.get("content"), str) or not content:
        return Row(number, "", reason="empty")
    if len(content) > limit:
        return Row(number, content[:limit], reason="too_long")
    return Row(number, content, whole=entry)
