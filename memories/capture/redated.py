"""What was set for a day and is on another now: the new day, and its sentence with that day. Pure."""

# ruff: noqa: E501

from calendar import monthrange
from dataclasses import replace
from datetime import date, datetime

from memories.capture import dates_en, dates_zh
from memories.capture.types import Candidate, ResolvedDate
from memories.recall.tokens import has_chinese
from memoryhub import patterns as re

#: "The 19th", 19号: a day of a month that nobody names.
_DAY_EN = re.compile(
    r"\bthe (?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:of\b|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|floor|time))",
    re.IGNORECASE,
)
_DAY_ZH = re.compile(r"(?<![\d月])(?P<day>[12]?\d|3[01])[号日]")
_YEAR_ZH = re.compile(r"（\d{4}年[^）]*）")


def day_alone(said: str) -> int | None:
    """The day of the month that the words tell without its month."""
    found = (_DAY_ZH if has_chinese(said) else _DAY_EN).search(said)
    return int(found["day"]) if found else None


def next_such_day(day: int, *, after: date) -> date | None:
    """The first day of this number after a date, in its month or in one of the two that follow."""
    for more in range(3):
        month = (after.month - 1 + more) % 12 + 1
        year = after.year + (after.month - 1 + more) // 12
        if day <= monthrange(year, month)[1] and (on := date(year, month, day)) > after:
            return on
    return None


def restated(candidate: Candidate, *, content: str, on: date, said_at: datetime) -> Candidate:
    """The candidate as the sentence of what was set for the day ``on``, with the new day.

    A day without a month is in the month of the former one, where that is still to come. A sentence that names no day
    stays what it is.
    """
    day = candidate.occurred
    if day is None:
        return candidate
    alone = day_alone(candidate.quote)
    if alone is not None and alone <= monthrange(on.year, on.month)[1]:
        same_month = on.replace(day=alone)
        if same_month >= said_at.date():
            day = replace(day, on=same_month)
    told = _told(content, on=on, day=day, said_at=said_at)
    return replace(candidate, occurred=day, content=told or candidate.content)


def _told(content: str, *, on: date, day: ResolvedDate, said_at: datetime) -> str:
    if not has_chinese(content):
        spans = [found for found in dates_en.find(content, said_at=said_at) if found[2].on == on]
        if not spans:
            return ""
        start, end, _former = spans[0]
        return f"{content[:start].rstrip()} {dates_en.spoken(day)}{content[end:]}".strip()
    plain = _YEAR_ZH.sub("", content)
    dated = [found for found in dates_zh.find(plain, said_at=said_at) if found[2].on == on]
    if not dated and plain == content:
        return ""
    written = f"{day.on.year}年{day.on.month}月{day.on.day}日"
    if not dated:
        return f"{plain}（{written}）"
    return plain[: dated[0][0]] + written + plain[dated[0][1] :]
