"""The days of a turn's words as the talk around them means them: "on Friday" of a move in January is in that week. Pure."""

# ruff: noqa: E501

import calendar
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from memories.capture.types import Candidate, Declined, Ends, Extraction, ResolvedDate, TalkDay, Turn
from memories.kinds import DatePrecision, MemoryType
from memories.recall.tokens import has_chinese
from memoryhub import patterns as re

#: A clause that moves what was fixed, and tells nothing else.
_MOVES = re.compile(
    r"\b(?:instead|rather|mov(?:e|ed|ing)|push(?:ed)?|postpon\w+|delay\w*|reschedul\w+|chang(?:e|ed|ing)|make (?:it|that)|bring (?:it )?forward|put (?:it )?(?:off|back)|switch\w*)\b"
    r"|改|推迟|提前|挪|延[到后期]|换到|调到|还是",
    re.IGNORECASE,
)
_CLAUSE_BREAK = re.compile(r"[.!?;。！？；\n]|[,，](?=\s?\D)")
_ZH_WEEK = "一二三四五六日"


def placed(extraction: Extraction, turn: Turn, *, moves: bool = True) -> Extraction:
    """The extraction with the days that its talk means.

    What would be told of a day that may be one of several is not told, and a day that takes the place of another is a
    statement by itself where nothing else was read of it; not so without ``moves``.
    """
    if not turn.days:
        return extraction
    kept: list[Candidate] = []
    for candidate in extraction.candidates:
        day = day_of(candidate, turn.days)
        found = candidate if day is None else _on_day(candidate, day)
        if found is not None:
            kept.append(found)
        else:
            extraction.declined.append(Declined(candidate.start, candidate.end, "day_unclear"))
    read = [(one.start, one.end) for one in extraction.candidates]
    unread = [
        day
        for day in turn.days
        if moves and day.former and not any(start < day.end and day.start < end for start, end in read)
    ]
    kept += [moving for day in unread if (moving := _moving(turn, day)) is not None]
    extraction.candidates = sorted(kept, key=lambda one: (one.start, one.end))
    return extraction


def day_of(candidate: Candidate, days: Sequence[TalkDay]) -> TalkDay | None:
    """The day of the turn that a candidate is told of, if its own was read out of the same words."""
    inside = [day for day in days if candidate.start < day.end and day.start < candidate.end]
    own = candidate.occurred or candidate.planned
    if own is None or own.precision != DatePrecision.DAY:
        return None
    return next((day for day in inside if own.on in (day.by_itself, day.on) or day.is_named_as(own.on)), None)


def _on_day(candidate: Candidate, day: TalkDay) -> Candidate | None:
    own = candidate.occurred or candidate.planned
    if day.on is None:
        return None
    if own is None or own.on == day.on:
        return candidate
    content = on_another_day(candidate.content, own.on, day.on)
    if content is None and candidate.ends is Ends.DATE:
        content = candidate.content  # it is told as the row that it moves
    if content is None:
        return None
    return replace(
        candidate,
        content=content,
        occurred=replace(candidate.occurred, on=day.on) if candidate.occurred else None,
        planned=replace(candidate.planned, on=day.on) if candidate.planned else None,
    )


def _moving(turn: Turn, day: TalkDay) -> Candidate | None:
    """A clause that only puts a day in the place of another, as a statement of it: 改成周五吧."""
    start = max((match.end() for match in _CLAUSE_BREAK.finditer(turn.text, 0, day.start)), default=0)
    stop = _CLAUSE_BREAK.search(turn.text, day.end)
    end = stop.start() if stop else len(turn.text)
    quote = turn.text[start:end].strip()
    if not _MOVES.search(quote) or day.on is None:
        return None
    start = turn.text.index(quote, start)
    return Candidate(
        type=MemoryType.EVENT,
        content=quote,
        quote=quote,
        value=quote,
        start=start,
        end=start + len(quote),
        language="zh" if has_chinese(quote) else "en",
        ends=Ends.DATE,
        occurred=ResolvedDate(day.on),
        origin="rules_zh" if has_chinese(quote) else "rules_en",
    )


def on_another_day(content: str, old: date, new: date) -> str | None:
    """A statement of the one day as one of the other; None where its words do not name the day."""
    month, short = calendar.month_name[old.month], calendar.month_abbr[old.month]
    months = rf"(?:{month}|{short}\.?)"
    weekdays = (
        (rf"\b{calendar.day_name[old.weekday()]}\b", calendar.day_name[new.weekday()]),
        (rf"(周|星期|礼拜){_ZH_WEEK[old.weekday()]}", rf"\g<1>{_ZH_WEEK[new.weekday()]}"),
    )
    named = f"{new.day} {calendar.month_name[new.month]}"
    dates = (
        (rf"\b0?{old.day}(?:st|nd|rd|th)? (?:of )?{months},? {old.year}\b", f"{named} {new.year}"),
        (rf"\b{months} 0?{old.day}(?:st|nd|rd|th)?(?:,? {old.year}\b)", f"{named} {new.year}"),
        (rf"\b0?{old.day}(?:st|nd|rd|th)? (?:of )?{months}(?![\w.]| \d{{4}})", named),
        (rf"\b{months} 0?{old.day}(?:st|nd|rd|th)?\b(?!,? \d{{4}})", named),
        (rf"{old.year}年0?{old.month}月0?{old.day}[日号]", f"{new.year}年{new.month}月{new.day}日"),
        (rf"(?<![\d年])0?{old.month}月0?{old.day}([日号])", rf"{new.month}月{new.day}\g<1>"),
        (rf"(?<![\d月]){old.day}([日号])", rf"{new.day}\g<1>"),
        (rf"{old:%Y-%m-%d}", f"{new:%Y-%m-%d}"),
    )
    after, told = content, False
    for pattern, written in dates:
        after, count = re.subn(pattern, written, after)
        told = told or count > 0
    if not told:
        return None
    for pattern, written in weekdays:
        after = re.sub(pattern, written, after)
    return after
