"""Takes one value into session state: what it replaces, moves, adds to or turns down. Pure."""

# ruff: noqa: E501

import re
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from uuid import UUID

from chat.state_choosing import AGAIN, MIND, question_of, replaced
from chat.state_entries import MOST, MOST_OTHERWISE, QUESTION_CHARACTERS, VALUE_CHARACTERS, Entry, State
from chat.state_figures import SUM, new_amount, new_number, so_many
from chat.state_found import Found
from chat.state_moves import ISO, Shift, beside, moved, weekday_of
from chat.state_ranges import (
    Span,
    beside_span,
    moved_span,
    span_of,
    with_days,
    with_end,
    with_hour,
    with_span,
    without_hours,
)
from chat.state_ranges_en import clock_en, hours_en
from chat.state_ranges_zh import clock_zh, hours_zh
from chat.state_sums import is_of_people, summed

_CLOCK = re.compile(
    r"(?:,?\s*\b(?:at|from|by|around)\s+)?\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?|o'clock)|(?:\bat\s+)?\d{1,2}:\d\d|\bat (?:noon|midnight|\d{1,2})\b|"
    r"(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?[\d零一二三四五六七八九十]{1,3}点(?:半|钟|一刻|三刻|[\d一二三四五六七八九十]{1,3}分?)?",
    re.IGNORECASE,
)


def _plain(value: str) -> str:
    return re.sub(r"[\s\W]+|^the\b|^a\b", "", value.lower())


def taken(state: State, found: Found, *, said_at: datetime, message_id: UUID, sequence: int) -> State:
    """The state with one value of a message taken in; ``said_at`` is when, in the person's zone."""
    entries = list(state.entries)
    limit = QUESTION_CHARACTERS if found.key == "open_question" else VALUE_CHARACTERS
    value = " ".join(found.value.split())
    value = value if len(value) <= limit or span_of(value) else value[: limit - 1] + "…"
    match found.key:
        case "absent":
            return State(
                tuple(one for one in entries if one.key != "with" or _plain(value) not in _plain(one.value))
            )
        case "number":
            return new_number(state, value, message_id=message_id, sequence=sequence)
        case "so_many":
            return so_many(state, found, message_id=message_id, sequence=sequence)
        case "amount":
            if (at_new := new_amount(state, value, message_id=message_id, sequence=sequence)) is not None:
                return at_new
            found = replace(found, key="price")
        case "shift":
            return _shifted(state, found, said_at=said_at, message_id=message_id, sequence=sequence)
        case "between":
            return _between(state, found, said_at=said_at, message_id=message_id, sequence=sequence)
        case "more":
            return _more(state, found, message_id=message_id, sequence=sequence)
        case "swap":
            return _swapped(state, found, message_id=message_id, sequence=sequence)
        case "reopened":
            return State(
                tuple(one for one in entries if one.key != "rejected" or not _names(value, one.value))
            )
    if found.key == "budget":
        budgets = [one for one in entries if one.key == "budget"]
        if found.unit and any(one.unit != found.unit for one in budgets):
            found = replace(found, key="price")  # the bound of one part is not that of the whole
        elif not found.unit:
            entries = [replace(one, key="price") if one in budgets and one.unit else one for one in entries]
    if any(one.key == found.key and one.by_hand and one.sequence > sequence for one in entries):
        return state
    if (
        found.key in ("chosen", "rejected")
        and found.unit in (MIND, AGAIN)
        and not _applies(entries, found, value)
    ):
        return state
    opposite = {"chosen": "rejected", "rejected": "chosen"}.get(found.key)
    if opposite:
        entries = [one for one in entries if one.key != opposite or not _names(value, one.value)]
    if found.key in ("when", "deadline"):
        if _said_again(entries, found.key, value, sequence):
            return state
        if found.edge and (state_then := _end_moved(state, found, message_id=message_id, sequence=sequence)):
            return state_then
    gone = _replaced(entries, found, value, sequence, said_at.date())
    unit = question_of(entries, value) if found.key == "chosen" else found.unit
    if gone is not None and found.key in ("when", "deadline"):
        if found.unit == "time":
            value = _at_new_time(gone.value, value)
        elif span_of(value):
            value = beside_span(gone.value, value, today=said_at.date())
        else:
            value, unit = _beside(gone.value, value, said_at=said_at, way=unit), "moved"
    if gone is not None and len(_plain(gone.value)) >= 3 and found.key != "chosen":
        # what was chosen by the former value is chosen no more
        entries = [
            one for one in entries if one.key != "chosen" or _plain(gone.value) not in _plain(one.value)
        ]
    entries = [
        one for one in entries if one is not gone and not (one.key == found.key and _same(one.value, value))
    ]
    if gone is not None and found.key == "chosen" and not _same(gone.value, value):
        entries = [one for one in entries if one.key != "rejected" or not _names(gone.value, one.value)]
        entries.append(Entry("rejected", gone.value, message_id, sequence))
    if found.key == "chosen":  # a question that the choice answers is open no more
        entries = [
            one
            for one in entries
            if one.key != "open_question" or one.by_hand or _plain(value) not in _plain(one.value)
        ]
    entries.append(Entry(found.key, value, message_id, sequence, unit=unit))
    return _within(entries, found.key)


def _beside(before: str, value: str, *, said_at: datetime, way: str) -> str:
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


def _said_again(entries: list[Entry], key: str, value: str, sequence: int) -> bool:
    """Whether a message names the weekday again to which it has just moved something."""
    day = weekday_of(value)
    return day is not None and any(
        one.key == key and one.sequence == sequence and one.unit == "moved" and weekday_of(one.value) == day
        for one in entries
    )


def _end_moved(state: State, found: Found, *, message_id: UUID, sequence: int) -> State | None:
    """The state with one end of the latest stretch moved to the day or hour found; None where it has none to move."""
    spans = [one for one in state.entries if one.key in ("when", "deadline") and _is_stretch(one)]
    if not spans:
        return None
    last = spans[-1]
    if span_of(last.value):
        value = with_end(last.value, found.value, found.edge, clock=_hour)
    else:
        value = with_hour(_hours(last.value), _hour(found.value), found.edge)
    if value is None:
        return None
    after = Entry(last.key, value, message_id, sequence, unit=last.unit)
    return State(tuple(after if one is last else one for one in state.entries))


def _between(state: State, found: Found, *, said_at: datetime, message_id: UUID, sequence: int) -> State:
    """Bare numbers ("make it 4 to 7 instead") are days or hours in the place of the latest stretch of such."""
    spans = [one for one in state.entries if one.key in ("when", "deadline") and _is_stretch(one)]
    if not spans:
        return state
    last = spans[-1]
    span = span_of(last.value)
    if span is None or span.starts is not None:
        value = _at_new_time(last.value, found.value) if _hours(found.value) else None
    else:
        value = with_days(span, found.value, today=said_at.date())
    if value is None:
        return state
    after = Entry(last.key, value, message_id, sequence, unit=last.unit)
    return State(tuple(after if one is last else one for one in state.entries))


def _is_stretch(entry: Entry) -> bool:
    return span_of(entry.value) is not None or (entry.unit == "time" and _hours(entry.value) is not None)


def _within(entries: list[Entry], key: str) -> State:
    most = MOST.get(key, MOST_OTHERWISE)
    of_key = [one for one in entries if one.key == key]
    dropped = set(map(id, of_key[:-most]))
    return State(tuple(one for one in entries if id(one) not in dropped))


def _applies(entries: list[Entry], found: Found, value: str) -> bool:
    """Whether a change of mind has something to change: words alone ("the bus") choose nothing."""
    if found.unit == AGAIN:  # "back to the train": what was chosen or turned down before
        return any(one.key in ("chosen", "rejected") and _names(value, one.value) for one in entries)
    return (
        any(one.key == "chosen" for one in entries)
        or bool(found.instead_of)
        or bool(question_of(entries, value))
    )


def _names(words: str, value: str) -> bool:
    """Whether the words name the value, by its whole or by a part: "Celica", "the hostel Celica"."""
    first, second = _plain(words), _plain(value)
    return first == second or (min(len(first), len(second)) >= 2 and (first in second or second in first))


def _swapped(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    """One word for another in the latest value that has it: "not Rome, Naples"."""
    named = [
        one
        for one in state.entries
        if one.key != "open_question"
        and re.search(rf"\b{re.escape(found.instead_of)}\b", one.value, re.IGNORECASE)
    ]
    if not named:
        return state
    last = named[-1]
    value = re.sub(rf"\b{re.escape(found.instead_of)}\b", lambda _match: found.value, last.value, flags=re.I)
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def _shifted(state: State, found: Found, *, said_at: datetime, message_id: UUID, sequence: int) -> State:
    """The day or hour at hand so much later or earlier."""
    keys = ("deadline",) if found.instead_of == "deadline" else ("when", "deadline")
    shift = Shift.of(found.unit)
    dated = [one for one in state.entries if one.key in keys and one.sequence < sequence]
    if shift.unit not in ("hour", "minute"):
        dated = [one for one in dated if ISO.search(one.value) or span_of(one.value)]
    if found.edge:
        spans = [one for one in dated if span_of(one.value)]
        dated = spans if spans or not found.changes else dated
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
    unit = last.unit if span_of(value) else "moved" if ISO.search(value) else "time"
    after = Entry(last.key, value, message_id, sequence, unit=unit)
    return State(tuple(after if one is last else one for one in state.entries))


def _more(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    """The count at hand with so many more or fewer; people of whom no number is known are noted as they come."""
    much, of_people = float(found.value), not found.unit or is_of_people(found.unit)
    if of_people:
        counted = [one for one in state.entries if one.key == "people"]
        same = [one for one in counted if one.unit == found.unit or one.unit in ("people", "人", SUM)]
        counted = same or (counted if len(counted) == 1 else [])
    else:
        plain = found.unit.removesuffix("s")
        counted = [one for one in state.entries if one.key == "count" and one.unit.removesuffix("s") == plain]
    last = counted[-1] if counted else None
    value = summed(last.value, much) if last is not None else None
    if last is None or value is None:
        if not of_people or much < 0 or not found.unit:
            return state
        return _within(
            [*state.entries, Entry("people", found.instead_of, message_id, sequence, unit="more")], "people"
        )
    after = Entry(last.key, value, message_id, sequence, unit=SUM if of_people else last.unit)
    return State(tuple(after if one is last else one for one in state.entries))


def _same(one: str, other: str) -> bool:
    if (span := span_of(one)) is not None:
        return span == span_of(other)
    first, second = _plain(one), _plain(other)
    return first == second or (min(len(first), len(second)) >= 4 and (first in second or second in first))


def _replaced(entries: list[Entry], found: Found, value: str, sequence: int, today: date) -> Entry | None:
    """The entry whose place the new value takes, if any."""
    of_key = [one for one in entries if one.key == found.key]
    if not of_key:
        return None
    if found.key == "chosen":
        return replaced(entries, found, value, sequence)
    if MOST.get(found.key) == 1:
        return of_key[-1]
    if found.instead_of:
        named = [one for one in of_key if _plain(found.instead_of) in _plain(one.value)]
        if named:
            return named[-1]
    same_unit = [one for one in of_key if found.unit and one.unit == found.unit]
    earlier = [one for one in of_key if one.sequence < sequence]
    if found.key in ("price", "reference"):
        loose = found.unit.startswith("#") and not found.changes  # another code, as of another train
        before = [one for one in same_unit if not loose and (one.sequence < sequence or found.changes)]
        if before:
            return before[-1]
        return earlier[-1] if found.changes and not found.unit and earlier else None
    if found.key in ("people", "count"):
        before = [one for one in same_unit if one.sequence < sequence]
        if found.key == "people" and (summed_up := [one for one in of_key if one.unit == SUM]):
            return summed_up[-1]
        if found.unit in ("people", "人") and not before and len(earlier) == 1 == len(of_key):
            before = earlier  # "seven adults", then "eight of us"
        return before[-1] if before and (found.changes or found.key == "people") else None
    if found.key in ("when", "deadline", "place"):
        if found.unit == "time" and not found.changes:
            return None
        if found.unit == "time" and (
            moved_now := [one for one in of_key if one.unit == "moved" and one not in earlier]
        ):
            return moved_now[-1]  # "on Saturday instead, at six"
        if ISO.search(value) or span_of(value):  # a day takes the place of a day
            earlier = [one for one in earlier if ISO.search(one.value) or span_of(one.value)]
            earlier = [one for one in earlier if not _is_over(one, today)] or earlier
        if span_of(value):  # and a stretch that of a stretch, where there is one
            earlier = [one for one in earlier if span_of(one.value)] or earlier
        return earlier[-1] if found.changes and earlier else None
    return None


def _is_over(entry: Entry, today: date) -> bool:
    """Whether the day of an entry lies behind: what happened then is moved no more."""
    day = ISO.search(entry.value)
    return day is not None and date.fromisoformat(day.group(1)) < today


def _at_new_time(before: str, said: str) -> str:
    """The day of the former value at another time of day."""
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


def _hours(words: str) -> tuple[time, time] | None:
    return hours_en(words) or hours_zh(words)


def _hour(words: str) -> time | None:
    return clock_en(words) or clock_zh(words)
