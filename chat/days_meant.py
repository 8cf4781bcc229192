"""The days that the words of one message stand for in their talk, as session state reads them, for capture. Pure."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from chat import said_days
from chat.clauses import HAN
from chat.state.entries import MOST, Entry, State
from chat.state.moves import ISO, of_month, weekday_of
from chat.state.ranges import span_of
from chat.state.talk_days import days_of, nearest_of_month
from chat.state.things import alike, is_common, is_generic, is_whole, thing_en, thing_zh
from chat.state.update import updated
from memories.capture.types import TalkDay
from memories.kinds import DatePrecision
from memoryhub import patterns as re

_LED = re.compile(r"^(?:(?:on|by|until|till|at|for|from|since|to|this|在|到|于)\s*)+", re.IGNORECASE)
_DATED = ("when", "deadline")


def of_message(
    before: State, *, text: str, said_at: datetime, message_id: UUID, sequence: int
) -> tuple[TalkDay, ...]:
    """The days of a message where its talk tells more of them than its words; ``before`` is the state until then."""
    dated = [one for one in said_days.find(text, said_at=said_at) if one[2].precision == DatePrecision.DAY]
    if not dated:
        return ()
    after = updated(before, text=text, said_at=said_at, message_id=message_id, sequence=sequence)
    own = [one for one in after.entries if one.key in _DATED and one.sequence == sequence]
    among = days_of(before, today=said_at.date(), before=sequence)
    found: list[TalkDay] = []
    for start, end, day in dated:
        words = _LED.sub("", text[start:end])
        entry = _of_words(own, words, day.on)
        bare = weekday_of(words) is not None or of_month(words) > 0
        on = _first(entry) if entry else _by_the_talk(words, day.on, among, today=said_at.date())
        former = _former(before, after, entry, _thing(text, start, end)) if entry and on else None
        if bare or former:
            moved = former if former and former[0] != on else None
            if on != day.on or moved or bare:
                found.append(TalkDay(start, end, day.on, on, moved, of_month(words)))
    return tuple(found)


def _of_words(entries: Sequence[Entry], words: str, on: date) -> Entry | None:
    """The entry that was read out of these words."""
    weekday, number = weekday_of(words), of_month(words)
    for one in entries:
        said = one.value.split(" (")[0]
        if weekday is not None and weekday_of(said) == weekday:
            return one
        if number and of_month(said) == number:
            return one
        if weekday is None and not number and _first(one) == on:
            return one
    return None


def _by_the_talk(words: str, on: date, among: tuple[date, date] | None, *, today: date) -> date | None:
    """The day where the state does not hold it: none of a far talk's weekdays is told by itself."""
    if among is None:
        return on
    if number := of_month(words):
        return nearest_of_month(number, among, today=today) or on
    return on if weekday_of(words) is None else None


def _first(entry: Entry) -> date | None:
    if (span := span_of(entry.value)) is not None:
        return None if span.months else span.first
    day = ISO.search(entry.value)
    return date.fromisoformat(day.group(1)) if day else None


def _thing(text: str, start: int, end: int) -> str:
    """What a day belongs to by its words; empty where it may be whatever is planned."""
    thing = (thing_zh if HAN.search(text) else thing_en)(text, start, end, key="when")
    return "" if is_generic(thing) or is_whole(thing) or is_common(thing) else thing


def _former(before: State, after: State, entry: Entry, thing: str) -> tuple[date, date] | None:
    """The day, or the stretch, whose place an entry has taken; None where it was that of another thing."""
    there = {(one.key, one.value, one.sequence) for one in after.entries}
    of_key = [one for one in before.entries if one.key == entry.key]
    gone = [one for one in of_key if (one.key, one.value, one.sequence) not in there]
    if not gone or not (entry.unit == "moved" or (span_of(entry.value) and len(of_key) < MOST["when"])):
        return None
    last = max(gone, key=lambda one: (one.weight, one.sequence))
    if thing and not alike(last.of, thing):
        return None
    first, span = _first(last), span_of(last.value)
    return None if first is None else (first, span.last if span else first)
