"""Days and hours of session state: what takes the place of what, which ends move, and whose day it is. Pure."""

# ruff: noqa: E501

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from uuid import UUID

from chat.state.entries import ANCHOR, Entry, State
from chat.state.found import Found
from chat.state.moves import ISO, Shift, beside, moved, weekday_of
from chat.state.ranges import (
    Span,
    moved_span,
    span_of,
    with_days,
    with_end,
    with_hour,
    with_span,
    without_hours,
)
from chat.state.ranges_en import clock_en, hours_en
from chat.state.ranges_zh import clock_zh, hours_zh
from chat.state.things import alike, is_generic, is_whole
from memoryhub import patterns as re

_CLOCK = re.compile(
    r"(?:,?\s*\b(?:at|from|by|around)\s+)?\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?|o'clock)|(?:\bat\s+)?\d{1,2}:\d\d|\bat (?:noon|midnight|\d{1,2})\b|"
    r"(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?[\d零一二两三四五六七八九十]{1,3}点(?:半|钟|一刻|三刻|[\d一二三四五六七八九十]{1,3}分?)?",
    re.IGNORECASE,
)


def day_beside(before: str, value: str, *, said_at: datetime, way: str) -> str:
    """A day in the place of the former value; the hours of a stretch of hours stay."""
    span = span_of(before)
    if span is None:
        return beside(before, value, today=said_at.date(), way=way)
    after = beside(f"({span.first})", value, today=said_at.date(), way=way)
    day = ISO.search(after)
    if day is None or day.group(2) or span.starts is None or (span.last - span.first).days > 1:
        return after
    on = date.fromisoformat(day.group(1))
    words = f"{after[: day.start()].strip()} {span.starts:%H:%M}–{span.ends or span.starts:%H:%M}"
    return with_span(words, replace(span, first=on, last=on + (span.last - span.first)))


def said_again(entries: list[Entry], key: str, value: str, sequence: int) -> bool:
    """Whether a message names the weekday again to which it has just moved something."""
    day = weekday_of(value)
    return day is not None and any(
        one.key == key and one.sequence == sequence and one.unit == "moved" and weekday_of(one.value) == day
        for one in entries
    )


def end_moved(state: State, found: Found, *, message_id: UUID, sequence: int) -> State | None:
    """The state with one end of the latest stretch moved to the day or hour found; None where it has none to move."""
    spans = [one for one in state.entries if one.key in ("when", "deadline") and _is_stretch(one)]
    spans = belonging(spans, found.of)
    if not spans:
        return None
    last = spans[-1]
    if span_of(last.value):
        value = with_end(last.value, found.value, found.edge, clock=_hour)
    else:
        value = with_hour(_hours(last.value), _hour(found.value), found.edge)
    if value is None:
        return None
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def bare_numbers(state: State, found: Found, *, said_at: datetime, message_id: UUID, sequence: int) -> State:
    """Bare numbers ("make it 4 to 7 instead") are days or hours in the place of the latest stretch of such."""
    spans = [one for one in state.entries if one.key in ("when", "deadline") and _is_stretch(one)]
    if not spans:
        return state
    last = spans[-1]
    span = span_of(last.value)
    if span is None or span.starts is not None:
        value = at_new_time(last.value, found.value) if _hours(found.value) else None
    else:
        value = with_days(span, found.value, today=said_at.date())
    if value is None:
        return state
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def _is_stretch(entry: Entry) -> bool:
    return span_of(entry.value) is not None or (entry.unit == "time" and _hours(entry.value) is not None)


def shifted(state: State, found: Found, *, said_at: datetime, message_id: UUID, sequence: int) -> State:
    """The day or hour at hand so much later or earlier."""
    keys = ("deadline",) if found.instead_of == "deadline" else ("when", "deadline")
    shift = Shift.of(found.unit)
    dated = [one for one in state.entries if one.key in keys and one.sequence < sequence]
    if shift.unit not in ("hour", "minute"):
        dated = [one for one in dated if ISO.search(one.value) or span_of(one.value)]
    if found.edge:
        spans = [one for one in dated if span_of(one.value)]
        dated = spans or _end_of_pair(dated, found.edge) or (dated if found.changes else [])
    dated = belonging(dated, found.of)
    if not dated:
        return state
    last = dated[-1]
    chinese = re.search(r"[\u4e00-\u9fff]", found.value) is not None
    if span_of(last.value):
        value = moved_span(last.value, shift, found.edge, chinese=chinese)
    else:
        value = moved(last.value, shift, said_at=said_at, chinese=chinese)
    if value is None:
        return state
    if not found.edge and ISO.search(last.value):
        state = _with_both(state, last, shift, said_at=said_at, chinese=chinese)
    unit = last.unit if span_of(value) else "moved" if ISO.search(value) else "time"
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False, unit=unit)
    return State(tuple(after if one is last else one for one in state.entries))


def _end_of_pair(entries: list[Entry], edge: str) -> list[Entry]:
    """The first or the last day of those that one message gave to the main plan: "we fly on the 4th, back on the 9th"."""
    days = [one for one in entries if one.key == "when" and one.weight == ANCHOR and ISO.search(one.value)]
    days = [one for one in days if (one.sequence, one.of) == (days[-1].sequence, days[-1].of)]
    if len(days) < 2:
        return []
    days.sort(key=lambda one: ISO.search(one.value).group(1))  # type: ignore[union-attr]
    return [days[0] if edge == "first" else days[-1]]


def _with_both(state: State, last: Entry, shift: Shift, *, said_at: datetime, chinese: bool) -> State:
    """The state with the day of leaving moved, where the day of coming back beside it is."""
    entries: list[Entry] = []
    for one in state.entries:
        pair = one is not last and one.weight == last.weight == ANCHOR and ISO.search(one.value)
        if pair and (one.key, one.sequence, one.of) == (last.key, last.sequence, last.of):
            value = moved(one.value, shift, said_at=said_at, chinese=chinese)
            one = replace(one, value=value) if value else one
        entries.append(one)
    return State(tuple(entries))


def belonging(entries: list[Entry], thing: str) -> list[Entry]:
    """The entries of a thing; where none has its name, and it is the whole matter, the heaviest of those without a name."""
    if not thing or (own := [one for one in entries if alike(one.of, thing)]):
        return own if thing else entries
    unnamed = [one for one in entries if not one.of]
    if is_generic(thing):
        return unnamed or entries
    if not is_whole(thing):  # a thing that was not spoken of: only where nothing else has a day
        return unnamed if len(entries) == 1 else []
    most = max((one.weight for one in unnamed), default=0)
    return [one for one in unnamed if one.weight == most]


def goes_with(entry: Entry, gone: Entry, value: str) -> bool:
    """Whether an entry is the other end of what a stretch takes the place of: "leave on the 12th, back on the 19th"."""
    return (
        span_of(value) is not None
        and (entry.key, entry.sequence, entry.of) == (gone.key, gone.sequence, gone.of)
        and entry.weight == gone.weight == ANCHOR
        and bool(ISO.search(entry.value) and ISO.search(gone.value))
    )


def is_day(value: str) -> bool:
    """Whether a value names a day or days, and not an hour alone."""
    return bool(ISO.search(value) or span_of(value)) or weekday_of(value) is not None


def is_over(entry: Entry, today: date) -> bool:
    """Whether the day of an entry lies behind: what happened then is moved no more."""
    day = ISO.search(entry.value)
    return day is not None and date.fromisoformat(day.group(1)) < today


def at_new_time(before: str, said: str) -> str:
    """The day of the former value at another time of day, of the same half of the day where none is said."""
    said = _in_half_of(before, said)
    day, span = ISO.search(before), span_of(before)
    if day is not None:
        on, words = date.fromisoformat(day.group(1)), _CLOCK.sub("", before[: day.start()]).strip(" ,，")
    elif span is not None and span.starts is not None:
        on, words = span.first, without_hours(before[: before.rindex("(")])
    else:
        return said
    joint = "" if words and "\u4e00" <= words[-1] <= "\u9fff" else " "
    if hours := _hours(said):
        ends_on = on if hours[1] > hours[0] else on + timedelta(days=1)
        return with_span(f"{words}{joint}{said}", Span(on, ends_on, *hours))
    return f"{words}{joint}{said} ({on})"


_PART_EN = re.compile(
    r"\b[ap]\.?m\b|o'clock|in the (?:morning|afternoon|evening)|at night|\bnoon|midnight", re.IGNORECASE
)
_PART_ZH = re.compile(
    r"凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|今晚|[早晚](?=\d|[一二两三四五六七八九十])"
)
_EVENING = 18


def _in_half_of(before: str, said: str) -> str:
    """A bare hour with the half of the day of the former one: 下午两点, then 四点; "3 pm", then "4:15"."""
    former, new = _CLOCK.search(before[: before.find(" (")] if " (" in before else before), _hour(said)
    if former is None or new is None or not 1 <= new.hour <= 12 or _hours(said) or _hours(before):
        return said
    chinese = re.search(r"[\u4e00-\u9fff]", said) is not None
    words = former.group().strip(" ,，")
    at = _hour(re.sub(r"^(?:at|from|by|around)\s", "", words, flags=re.IGNORECASE))
    part = _PART_ZH.search(words) if chinese else re.search(r"[ap]\.?m", words, re.IGNORECASE)
    if at is None or part is None or (_PART_ZH if chinese else _PART_EN).search(said):
        return said
    hour = at.hour + new.minute / 60
    morning, later = new.hour % 12, new.hour % 12 + 12
    is_later = abs(later - hour) < abs(morning - hour)
    if not chinese:
        return f"{said} {'pm' if is_later else 'am'}"
    if is_later == (at.hour >= 12):
        same = part.group() not in ("中午", "凌晨") and (later < _EVENING or part.group() != "下午")
        return f"{part.group() if same else '晚上' if is_later and later >= _EVENING else '下午' if is_later else '上午'}{said}"
    return f"{'下午' if is_later else '上午'}{said}"


def _hours(words: str) -> tuple[time, time] | None:
    return hours_en(words) or hours_zh(words)


def _hour(words: str) -> time | None:
    return clock_en(words) or clock_zh(words)
