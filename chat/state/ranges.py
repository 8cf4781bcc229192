"""A stretch of days or hours in session state: how it is written down, and how one end moves while the other stays. Pure.

Reading one out of a sentence belongs to `chat.state.ranges_en` and `chat.state.ranges_zh`.
"""

# ruff: noqa: E501

import calendar
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from chat.state.entries import VALUE_CHARACTERS
from chat.state.moves import ISO, Shift, day_of_month, months_on, weekday_of
from memoryhub import patterns as re

#: What stands in the place of a stretch that is read already: no word, no blank, and of the same length.
READ = "\0"
#: Nothing that a conversation plans goes on for longer.
_MOST_DAYS = 1_100
#: Two days take more words than one.
_MOST_CHARACTERS = VALUE_CHARACTERS + 20
#: An end that is moved by more than this belongs to something else.
_MOST_MOVED = 92
#: Where the words do not tell which end moves, a stretch grows to no more than its double and these days.
_MOST_LONGER = 3


class Edge(StrEnum):
    """The end of a stretch that a sentence moves; `NEAR` where only the day can tell."""

    FIRST = "first"
    LAST = "last"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Span:
    """From a first day to a last one, with the hours of both where they were said; whole months with ``months``."""

    first: date
    last: date
    starts: time | None = None
    ends: time | None = None
    months: bool = False

    @property
    def fits(self) -> bool:
        """Whether it goes forward, and is no longer than what a conversation plans."""
        begins = datetime.combine(self.first, self.starts or time.min)
        return (
            begins < datetime.combine(self.last, self.ends or time.max)
            and (self.last - self.first).days <= _MOST_DAYS
        )

    def written(self) -> str:
        """ "2027-05-03 – 2027-05-06", "2026-12-01 09:00 – 11:30", "2027-06 – 2027-08"."""
        form = "%Y-%m" if self.months else "%Y-%m-%d"
        first = f"{self.first:{form}} {_hour(self.starts)}".strip()
        if self.first == self.last and self.starts and self.ends:
            return f"{first} – {_hour(self.ends)}"
        return f"{first} – {f'{self.last:{form}} {_hour(self.ends)}'.strip()}"

    def spoken(self, *, chinese: bool) -> str:
        """Its days in words: "3 to 6 May", "28 December to 2 January", "5月3日到6日"."""
        one, other = self.first, self.last
        same = (one.year, one.month) == (other.year, other.month)
        if chinese:
            return f"{one.month}月{one.day}日到{'' if same else f'{other.month}月'}{other.day}日"
        return f"{one.day}{'' if same else f' {calendar.month_name[one.month]}'} to {other.day} {calendar.month_name[other.month]}"


def _hour(at: time | None) -> str:
    return f"{at:%H:%M}" if at else ""


_DAY = r"\d{4}-\d\d(?:-\d\d)?"
_WRITTEN = re.compile(
    rf"\s*\((?P<first>{_DAY})(?: (?P<starts>\d\d:\d\d))? – (?:(?P<last>{_DAY}) ?)?(?P<ends>\d\d:\d\d)?\)$"
)


def span_of(value: str) -> Span | None:
    """The stretch that a value of the state ends with."""
    match = _WRITTEN.search(value)
    if match is None:
        return None
    try:
        first, last = _day(match["first"]), _day(match["last"] or match["first"])
        starts = time.fromisoformat(match["starts"]) if match["starts"] else None
        ends = time.fromisoformat(match["ends"]) if match["ends"] else None
    except ValueError:
        return None
    return Span(first, last, starts, ends, months=len(match["first"]) == 7)


def _day(text: str) -> date:
    return date.fromisoformat(text if len(text) > 7 else f"{text}-01")


def with_span(words: str, span: Span) -> str:
    """The words said and the resolved ends: "3 to 6 May (2027-05-03 – 2027-05-06)"; long words give way to short ones."""
    words, resolved = re.sub(r"\s+", " ", words).strip(" ,，"), f"({span.written()})"
    if len(words) + len(resolved) > _MOST_CHARACTERS:
        words = span.spoken(chinese=re.search(r"[\u4e00-\u9fff]", words) is not None)
    return f"{words} {resolved}"


# ------------------------------------------------------------------------------------------- which days are meant


class Said(StrEnum):
    """How an end is named, which decides the day it is seen from."""

    CALENDAR = "calendar"  # "3 May": a day of any year
    DATED = "dated"  # with its year, or next Friday, tomorrow: one day only
    OF_MONTH = "of_month"  # "the 3rd"
    WEEKDAY = "weekday"


@dataclass(frozen=True, slots=True)
class End:
    """One end as it is named, and the day it would be if it stood alone; a whole month with ``month``."""

    said: Said
    on: date
    at: time | None = None
    month: bool = False


def span_between(one: End, other: End, *, today: date) -> Span | None:
    """The stretch between two named ends, in the right order of years and months; None where there is none."""
    span = Span(*_days(one, other, today), one.at, other.at, months=one.month or other.month)
    return span if span.fits else None


def _days(one: End, other: End, today: date) -> tuple[date, date]:
    if one.said == Said.CALENDAR and other.said in (Said.CALENDAR, Said.DATED):
        return _on_or_before(
            one.on, other.on
        ), other.on  # the coming end first: what has begun is not a year away
    if one.said == other.said == Said.OF_MONTH and one.on > other.on and today.day < other.on.day:
        begun = months_on(one.on, -1)
        if (begun.month, begun.day) == (today.month, one.on.day):
            return begun, other.on
    if other.said == Said.WEEKDAY or (other.said == Said.DATED and weekly(one, other)):
        return one.on, one.on + timedelta(days=(other.on.weekday() - one.on.weekday() - 1) % 7 + 1)
    if other.said == Said.OF_MONTH:
        return one.on, day_of_month(one.on, other.on.day) or other.on
    if other.said == Said.CALENDAR:
        return one.on, _on_or_after(other.on, one.on)
    return one.on, other.on


def are_two(one: End, other: End, span: Span) -> bool:
    """Whether "Monday and Thursday" are two days; a day and the one after it are a stretch."""
    return not one.month and not other.month and (span.last - span.first).days > 1


def weekly(one: End, other: End) -> bool:
    """Whether "next Sunday" after "next Friday" would lie before it, so that the Sunday after is meant."""
    return one.said in (Said.WEEKDAY, Said.DATED) and other.on <= one.on and (one.on - other.on).days < 7


def _in_year(day: date, year: int) -> date:
    return day.replace(year=year, day=min(day.day, calendar.monthrange(year, day.month)[1]))


def _on_or_before(day: date, limit: date) -> date:
    found = _in_year(day, limit.year)
    return found if found <= limit else _in_year(day, limit.year - 1)


def _on_or_after(day: date, limit: date) -> date:
    found = _in_year(day, limit.year)
    return found if found >= limit else _in_year(day, limit.year + 1)


def hours_between(start: time, end: time, *, start_said: bool, end_said: bool) -> tuple[time, time]:
    """The hours of "2 to 4", "9 to 5", "9 to 11 pm": ``…_said`` where it was said whether morning or afternoon.

    Nobody means two in the night by "two to four"; an end before its start is of the afternoon; "9 to 11 pm" begins at
    night, "10 to 12 pm" and "11 to 1 pm" in the morning.
    """
    if (not start_said and not end_said and 1 <= start.hour <= 6) or (
        not start_said and end_said and start.hour < 12 and start.replace(hour=start.hour + 12) < end
    ):
        start = start.replace(hour=start.hour + 12)
    if not end_said and end.hour == 12 and start.hour > 12:
        end = end.replace(hour=0)  # "6 pm to 12"
    if not end_said and 0 < end.hour <= 12 and end <= start and end.hour + 12 < 24:
        later = end.replace(hour=end.hour + 12)
        end = later if later > start else end
    return start, end


# ------------------------------------------------------------------------------------------------ one end moves

#: The former hours in a value: "tomorrow from 9 to 11:30" → "tomorrow".
_HOUR = r"(?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?(?:\d{1,2}:\d\d|[\d零一二两三四五六七八九十]{1,3}点(?:半|钟|一刻|三刻|[\d一二三四五六七八九十]{1,3}分?)?)|\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?|o'clock)?|noon|midday|midnight|(?:half past|quarter past|quarter to) \w+|[\d一二三四五六七八九十]{1,3}(?=[到至–~-]))"
_HOURS = re.compile(
    rf"(?:[,，]?\s*\b(?:from|between|at)\s+|从)?{_HOUR}\s?(?:-|–|—|~|到|至|\b(?:to|till|until|and)\b)\s?{_HOUR}(?![\d-]| [A-Z])",
    re.I,
)


def without_hours(words: str) -> str:
    """The words of a day without the stretch of hours in them."""
    return _HOURS.sub("", words, count=1).strip(" ,，")


def with_end(before: str, value: str, edge: str, *, clock: Callable[[str], time | None]) -> str | None:
    """The former stretch with one end moved to the day or hour of ``value``; None where that does not fit it.

    A bare weekday or day of the month is the one nearest to the end it takes the place of, and keeps its hour.
    """
    span = span_of(before)
    if span is None:
        return None
    chinese = re.search(r"[\u4e00-\u9fff]", before + value) is not None
    named = ISO.search(value)
    if named is None:
        at = clock(value)
        if at is None or span.starts is None or span.ends is None:
            return None
        return _with_hour(before, span, at, edge)
    on, said = date.fromisoformat(named.group(1)), value[: named.start()].strip()
    at = time.fromisoformat(named.group(2)) if named.group(2) else None
    near = edge == Edge.NEAR
    if near:
        middle = span.first + (span.last - span.first) / 2
        edge = Edge.FIRST if _meant(said, on, span.first, None, None) < middle else Edge.LAST
    if edge == Edge.FIRST:
        moved = replace(span, first=_meant(said, on, span.first, None, span.last), starts=at or span.starts)
        far = abs((moved.first - span.first).days)
    else:
        moved = replace(span, last=_meant(said, on, span.last, span.first, None), ends=at or span.ends)
        far = abs((moved.last - span.last).days)
    if not moved.fits or far > _MOST_MOVED:
        return None
    if near and (moved.last - moved.first).days > 2 * (span.last - span.first).days + _MOST_LONGER:
        return None  # "leave on the 23rd" of two days from the 16th: it is all of it that moves
    return with_span(moved.spoken(chinese=chinese), replace(moved, months=False))


_MONTH_NAMED = re.compile(r"[A-Z][a-z]{2,}\.?\s+\d|\d(?:st|nd|rd|th)?\s+(?:of\s+)?[A-Z][a-z]{2}|月")
_OF_MONTH = re.compile(
    r"^(?:on |until |till )?(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)\b|^(?P<z>[\d一二三四五六七八九十]{1,3})[日号]",
    re.I,
)


def _meant(said: str, on: date, end: date, least: date | None, most: date | None) -> date:
    """The day that the words name beside a stretch: the nearest to its former end that leaves the stretch standing."""
    if weekday_of(said) is not None:
        around = [end + timedelta(days=step) for step in range(-10, 11)]
        fits = [day for day in around if day.weekday() == on.weekday()]
    elif _MONTH_NAMED.search(said) and not re.search(r"\b\d{4}\b|\d{4}年", said):
        fits = [_in_year(on, end.year + step) for step in (-1, 0, 1)]
    elif _OF_MONTH.match(said):
        months = [months_on(end.replace(day=1), step) for step in (-1, 0, 1)]
        fits = [
            month.replace(day=on.day)
            for month in months
            if on.day <= calendar.monthrange(month.year, month.month)[1]
        ]
    else:
        return on
    fits = [day for day in fits if (least is None or day >= least) and (most is None or day <= most)]
    return min(fits, key=lambda day: abs((day - end).days)) if fits else on


def _with_hour(before: str, span: Span, at: time, edge: str) -> str | None:
    if edge == Edge.FIRST:
        moved = replace(span, starts=at)
    else:
        at = at.replace(hour=at.hour + 12) if at.hour < 12 and span.starts and at <= span.starts else at
        moved = replace(span, ends=at)
    if not moved.fits or moved.starts is None or moved.ends is None:
        return None
    words = without_hours(_WRITTEN.sub("", before))
    return with_span(f"{words} {moved.starts:%H:%M}–{moved.ends:%H:%M}".strip(), moved)


def with_hour(hours: tuple[time, time] | None, at: time | None, edge: str) -> str | None:
    """Hours without a day with one of them moved: "14:00–17:00"."""
    if hours is None or at is None:
        return None
    if edge != Edge.FIRST and at.hour < 12 and at <= hours[0]:
        at = at.replace(hour=at.hour + 12)
    start, end = (at, hours[1]) if edge == Edge.FIRST else (hours[0], at)
    return f"{start:%H:%M}–{end:%H:%M}" if start < end else None


def moved_span(before: str, shift: Shift, edge: str, *, chinese: bool) -> str | None:
    """The stretch so much later or earlier, or one of its ends alone; None where it cannot move so."""
    span = span_of(before)
    if span is None:
        return None
    first = span if edge == Edge.LAST else replace(span, first=_later(span.first, shift))
    moved = first if edge == Edge.FIRST else replace(first, last=_later(span.last, shift))
    if shift.unit in ("hour", "minute"):
        if span.starts is None or span.ends is None:
            return None
        step = timedelta(minutes=shift.count * (60 if shift.unit == "hour" else 1))
        begins = datetime.combine(span.first, span.starts) + (step if edge != Edge.LAST else timedelta())
        closes = datetime.combine(span.last, span.ends) + (step if edge != Edge.FIRST else timedelta())
        moved = Span(begins.date(), closes.date(), begins.time(), closes.time())
        words = f"{without_hours(_WRITTEN.sub('', before))} {moved.starts:%H:%M}–{moved.ends:%H:%M}".strip()
        return with_span(words, moved) if moved.fits else None
    return with_span(moved.spoken(chinese=chinese), moved) if moved.fits else None


def _later(day: date, shift: Shift) -> date:
    if shift.unit == "month":
        return months_on(day, int(shift.count))
    if shift.unit not in ("day", "week"):
        return day
    return day + timedelta(days=shift.count * (7 if shift.unit == "week" else 1))


_TWO_DAYS = re.compile(r"(?P<a>\d{1,2})\D+(?P<b>\d{1,2})")


def with_days(span: Span, said: str, *, today: date) -> str | None:
    """The days of the month that bare numbers name, beside the stretch whose place they take: "4 to 7"."""
    match = _TWO_DAYS.fullmatch(said)
    if match is None:
        return None
    least = span.first.replace(day=1)
    first = day_of_month(max(least, today) if span.first >= today else least, int(match["a"]))
    last = day_of_month(first, int(match["b"])) if first else None
    if first is None or last is None:
        return None
    moved = Span(first, last)
    return with_span(moved.spoken(chinese="到" in said), moved) if moved.fits else None


def beside_span(before: str, value: str, *, today: date) -> str:
    """The value, a stretch of bare weekdays or days of the month, beside the stretch whose place it takes."""
    old, new = span_of(before), span_of(value)
    if old is None or new is None or old.first < today:
        return value
    words = _WRITTEN.sub("", value)
    bare = weekday_of(words) is not None or (_OF_MONTH.match(words) and not _MONTH_NAMED.search(words))
    if not bare or re.search(r"[上下这本]个?(?:周|星期|礼拜|月)|\b(?:next|this|last)\b", words):
        return value
    first = _meant(words, new.first, old.first, today, None)
    return with_span(words, replace(new, first=first, last=first + (new.last - new.first)))
