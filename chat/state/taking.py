"""Takes one value into session state: what it replaces, moves, adds to or turns down. Pure."""

from dataclasses import replace
from datetime import date, datetime
from uuid import UUID

from chat.clauses import HAN
from chat.state import questions
from chat.state.along import without, without_replaced
from chat.state.choosing import AGAIN, CANDIDATE, MIND, chosen_for, question_of, replaced
from chat.state.days import (
    at_new_time,
    bare_numbers,
    belonging,
    day_beside,
    end_moved,
    goes_with,
    is_day,
    is_over,
    said_again,
    shifted,
)
from chat.state.entries import (
    ANCHOR,
    CHANCE,
    MAIN,
    MOST,
    OPTIONS,
    QUESTION_CHARACTERS,
    SPOKEN,
    VALUE_CHARACTERS,
    Entry,
    State,
    within,
)
from chat.state.figures import SUM, by_so_much, figure_of, new_amount, new_number, so_many
from chat.state.found import NEAR, Found
from chat.state.kinds import kind_of
from chat.state.moves import ISO, LATER, weekday_of
from chat.state.ranges import Edge, beside_span, span_of
from chat.state.spoken import same_matter
from chat.state.sums import is_of_people, summed
from chat.state.things import alike, is_whole
from chat.state.weights import anchored
from memoryhub import patterns as re


def _plain(value: str) -> str:
    return re.sub(r"[\s\W]+|^the\b|^a\b|(?<=..)的$", "", value.lower())


def taken(state: State, found: Found, *, said_at: datetime, message_id: UUID, sequence: int) -> State:
    """The state with one value of a message taken in; ``said_at`` is when, in the person's zone."""
    entries = list(state.entries)
    limit = QUESTION_CHARACTERS if found.key == "open_question" else VALUE_CHARACTERS
    value = " ".join(found.value.split())
    value = value if len(value) <= limit or span_of(value) else value[: limit - 1] + "…"
    match found.key:
        case "absent":
            return State(tuple(left for one in entries if (left := without(one, value)) is not None))
        case "with" if found.instead_of:
            entries = without_replaced(entries, found.instead_of)
        case "number":
            return new_number(state, value, near=found.unit == NEAR, message_id=message_id, sequence=sequence)
        case "by":
            return by_so_much(state, found, message_id=message_id, sequence=sequence)
        case "figure":
            return figure_of(state, found, message_id=message_id, sequence=sequence)
        case "so_many":
            return so_many(state, found, message_id=message_id, sequence=sequence)
        case "amount":
            if (at_new := new_amount(state, value, message_id=message_id, sequence=sequence)) is not None:
                return at_new
            found = replace(found, key="price")
        case "shift":
            return shifted(state, found, said_at=said_at, message_id=message_id, sequence=sequence)
        case "between":
            return bare_numbers(state, found, said_at=said_at, message_id=message_id, sequence=sequence)
        case "more":
            return _more(state, found, message_id=message_id, sequence=sequence)
        case "swap":
            return _swapped(state, found, message_id=message_id, sequence=sequence)
        case "reopened":
            return State(
                tuple(one for one in entries if one.key != "rejected" or not _names(value, one.value))
            )
    about = any(one.key == "place" and one.weight == ANCHOR for one in entries)
    if found.key == "place" and found.weight == CHANCE and about:
        return state  # where others are, and where somebody was, is not where this goes to
    if found.key == "place" and (fuller := _fuller(entries, value)) is not None:
        if fuller.key != "place":
            return state  # "the Harbour" for the Harbour View Hotel
        value = fuller.value
    if found.key == "budget":
        budgets = [one for one in entries if one.key == "budget"]
        part = (
            found.of
            and not is_whole(found.of)
            and found.of.lower() not in _BUDGET_WORDS
            and any(not one.unit for one in budgets)
        )
        if part or (found.unit and any(one.unit != found.unit for one in budgets)):
            found = replace(found, key="price")  # the bound of one part is not that of the whole
        elif not found.unit:
            entries = [replace(one, key="price") if one in budgets and one.unit else one for one in entries]
    if any(one.key == found.key and one.by_hand and one.sequence > sequence for one in entries):
        return state
    if (
        found.key in ("chosen", "rejected")
        and found.unit in (MIND, AGAIN, CANDIDATE)
        and not _applies(entries, found, value)
    ):
        return state
    if found.key == "chosen" and found.changes and not found.instead_of:
        found = replace(found, changes=_takes_a_place(entries, value, sequence))
    opposite = {"chosen": "rejected", "rejected": "chosen"}.get(found.key)
    if opposite:
        entries = [one for one in entries if one.key != opposite or not _names(value, one.value)]
    if found.key in ("when", "deadline"):
        if said_again(entries, found.key, value, sequence):
            return state
        if found.edge and (state_then := end_moved(state, found, message_id=message_id, sequence=sequence)):
            return state_then
        extended = found.edge == Edge.LAST and found.unit == LATER and not (found.of or HAN.search(value))
        if extended and _is_of_deadline(entries):
            found = replace(found, key="deadline")  # "they've extended it to 15 January"
    gone = _replaced(entries, found, value, sequence, said_at.date())
    unit = question_of(entries, value) if found.key == "chosen" else found.unit
    key, of, weight = found.key, found.of, found.weight
    if gone is not None and key in ("when", "deadline", "place", "price"):
        key, of, weight = gone.key, gone.of or of, max(gone.weight, weight)
    if found.key == "chosen":
        of = of or chosen_for(entries, value)
    if gone is not None and key in ("count", "chosen"):
        of = of or gone.of
    if gone is not None and found.key in ("when", "deadline"):
        if found.unit == "time":
            value = at_new_time(gone.value, value)
        elif span_of(value):
            value = beside_span(gone.value, value, today=said_at.date())
        else:
            if not ISO.search(gone.value) and span_of(gone.value) is None and weekday_of(value) is not None:
                value = value.split(" (")[0]  # beside a weekday of no known week it is one of none
            value, unit = day_beside(gone.value, value, said_at=said_at, way=unit), "moved"
    if gone is not None and len(_plain(gone.value)) >= 3 and found.key != "chosen":
        # what was chosen by the former value is chosen no more
        entries = [
            one for one in entries if one.key != "chosen" or _plain(gone.value) not in _plain(one.value)
        ]
    entries = [
        one
        for one in entries
        if one is not gone
        and not (gone is not None and goes_with(one, gone, value))
        and not (one.key == key and _says_the_same(one, value, of) and not (of and _is_plan(one)))
    ]
    if gone is not None and found.key == "chosen" and not _same(gone.value, value):
        entries = [one for one in entries if one.key != "rejected" or not _names(gone.value, one.value)]
        entries.append(Entry("rejected", gone.value, message_id, sequence))
        entries = [
            one for one in entries if one.key != "place" or one.by_hand or not _names(gone.value, one.value)
        ]
    if found.key == "chosen":  # a question that the choice answers is open no more
        entries = [
            one
            for one in entries
            if one.key != "open_question" or one.by_hand or not questions.settles(value, one.value)
        ]
    if key == "chosen" and found.changes and kind_of(value) in _WHERE:  # 换成银河酒店: held there now
        entries = [_held_at(one, value, message_id, sequence) for one in entries]
    if key == "rejected":  # where nobody wants to go is no place of the talk
        entries = [
            one for one in entries if one.key != "place" or one.by_hand or not _names(value, one.value)
        ]
    entries.append(
        Entry(key, value, message_id, sequence, unit=unit, of=of if key in _OF_THINGS else "", weight=weight)
    )
    return within(anchored(entries), key)


_WHERE = frozenset({"venue", "lodging"})


def _is_of_deadline(entries: list[Entry]) -> bool:
    """Whether the day that was spoken of last is one until which something is to be done."""
    dated = [one for one in entries if one.key in ("when", "deadline")]
    return bool(dated) and max(dated, key=lambda one: one.sequence).key == "deadline"


def _held_at(entry: Entry, value: str, message_id: UUID, sequence: int) -> Entry:
    """A place that is a house of that kind is the new one; a town stays."""
    if entry.key != "place" or entry.by_hand or kind_of(entry.value) not in _WHERE:
        return entry
    return replace(entry, value=value, message_id=message_id, sequence=sequence)


#: A bound that is named after itself is that of the whole.
_BUDGET_WORDS = frozenset({"budget", "预算", "上限"})
#: What belongs to a thing that the words name.
_OF_THINGS = frozenset({"when", "deadline", "price", "count", "chosen", "used"})


def _applies(entries: list[Entry], found: Found, value: str) -> bool:
    """Whether a change of mind has something to change: words alone ("the bus") choose nothing."""
    if found.unit == AGAIN:  # "back to the train": what was chosen or turned down before
        return any(one.key in ("chosen", "rejected") and _names(value, one.value) for one in entries)
    if found.unit == CANDIDATE:
        chosen = any(one.key == "chosen" and _names(value, one.value) for one in entries)
        priced = any(one.key == "price" and alike(one.of, value) for one in entries)
        return chosen or priced or bool(question_of(entries, value))
    return (
        any(one.key in ("chosen", "used") for one in entries)
        or bool(found.instead_of)
        or bool(question_of(entries, value))
    )


def _takes_a_place(entries: list[Entry], value: str, sequence: int) -> bool:
    """Whether a choice of another mind takes one's place: not what was only turned down ("a band after all")."""
    down = [one.sequence for one in entries if one.key == "rejected" and _names(value, one.value)]
    if any(one.key == "rejected" and one.sequence == sequence for one in entries):
        down.append(sequence)  # what its message turns down is gone already: it takes no other's place
    return not down or any(
        one.key == "chosen" and (one.sequence in down or same_matter(entries, one.value, value))
        for one in entries
    )


def _names(words: str, value: str) -> bool:
    """Whether the words name the value, by its whole or by a part: "Celica", "the hostel Celica"."""
    first, second = _plain(words), _plain(value)
    return first == second or (min(len(first), len(second)) >= 2 and (first in second or second in first))


def _fuller(entries: list[Entry], value: str) -> Entry | None:
    """The place or the choice of whose name a value is the beginning or a part, in whole words."""
    words = re.sub(r"^the\s", "", value, flags=re.IGNORECASE)
    whole = rf"\b{re.escape(words)}\b"
    named = [
        one
        for one in entries
        if one.key in ("place", "chosen")
        and re.search(whole, one.value, re.IGNORECASE)
        and len(one.value) > len(value)
    ]
    return named[-1] if named and not HAN.search(value) else None


def _swapped(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    """One word for another in the latest value that has it: "not Rome, Naples"."""
    named = [
        one
        for one in state.entries
        if one.key not in ("open_question", OPTIONS, SPOKEN)
        and re.search(rf"\b{re.escape(found.instead_of)}\b", one.value, re.IGNORECASE)
    ]
    if not named:
        return state
    last = named[-1]
    value = re.sub(rf"\b{re.escape(found.instead_of)}\b", lambda _match: found.value, last.value, flags=re.I)
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def _more(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    """The count at hand with so many more or fewer; people of whom no number is known are noted as they come."""
    much, of_people = float(found.value), is_of_people(found.unit)
    counted = _added_to(state.entries, found)
    last = counted[-1] if counted else None
    value = summed(last.value, much) if last is not None else None
    if last is None or value is None:
        if found.of or much < 0 or not found.unit:
            return state
        if not of_people and HAN.search(found.instead_of):
            return state
        if not of_people:
            more = Entry("count", found.instead_of, message_id, sequence, unit=found.unit.removesuffix("s"))
            return within([*state.entries, more], "count")
        return within(
            [*state.entries, Entry("people", found.instead_of, message_id, sequence, unit="more")], "people"
        )
    unit = SUM if last.key == "people" else last.unit
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False, unit=unit)
    return State(tuple(after if one is last else one for one in state.entries))


def _added_to(entries: tuple[Entry, ...], found: Found) -> list[Entry]:
    """The counts that a sum may be of: those of its thing where it names one, of people, or of its unit."""
    people = [one for one in entries if one.key == "people"]
    if is_of_people(found.unit):
        same = [one for one in people if one.unit == found.unit or one.unit in ("people", "人", SUM)]
        return same or (people if len(people) == 1 else [])
    counts = [one for one in entries if one.key == "count"]
    if found.of and (named := [one for one in counts if alike(one.of, found.of)]):
        return named
    plain = found.unit.removesuffix("s")
    same = [one for one in counts if one.unit.removesuffix("s") == plain or (not plain and one.of)]
    if found.of:
        return [one for one in same if not one.of]
    if not found.unit and not HAN.search(found.instead_of):  # "add 20 more" of what was counted last
        last = max((*people, *counts), key=lambda one: one.sequence, default=None)
        return [last] if last else []
    if found.unit in ("", "个"):
        same += people
    return sorted(same, key=lambda one: one.sequence)


def _is_plan(entry: Entry) -> bool:
    """Whether an entry is a day of the main plan, which has no name: what else is on that day stands beside it."""
    return entry.key == "when" and not entry.of and entry.weight >= MAIN


def _says_the_same(entry: Entry, value: str, of: str) -> bool:
    """Whether an entry has this value; the same figure of two things is told of both."""
    return _same(entry.value, value) and (not entry.of or not of or alike(entry.of, of))


def _same(one: str, other: str) -> bool:
    if (span := span_of(one)) is not None:
        return span == span_of(other)
    first, second = _plain(one), _plain(other)
    return first == second or (min(len(first), len(second)) >= 4 and (first in second or second in first))


def _replaced(entries: list[Entry], found: Found, value: str, sequence: int, today: date) -> Entry | None:
    """The entry whose place the new value takes, if any."""
    of_key = [one for one in entries if one.key == found.key]
    if found.key in ("chosen", "used"):
        return replaced(entries, found, value, sequence)
    if found.key in ("when", "deadline") and found.of:
        dated = [one for one in entries if one.key in ("when", "deadline") and alike(one.of, found.of)]
        own = [
            one for one in dated if one.sequence < sequence and (not ISO.search(value) or is_day(one.value))
        ]
        if own and (found.changes or found.key == own[-1].key == "deadline"):
            return own[-1]
        if found.changes:  # of something else than what has a name already
            of_key = belonging([one for one in of_key if is_day(one.value)], found.of)
    if not of_key:
        return None
    if MOST.get(found.key) == 1:
        return of_key[-1]
    if found.instead_of:
        named = [one for one in of_key if one.value.split(" (")[0] == found.instead_of] or [
            one for one in of_key if _plain(found.instead_of) in _plain(one.value)
        ]
        if named:
            return named[-1]
    same_unit = [one for one in of_key if found.unit and one.unit == found.unit]
    earlier = [one for one in of_key if one.sequence < sequence]
    if found.key == "price" and found.of:
        own = [
            one for one in of_key if alike(one.of, found.of) and (found.changes or one.sequence < sequence)
        ]
        own = [one for one in own if one.unit == found.unit] or (own if found.changes else [])
        unnamed = [one for one in earlier if not one.of and one.unit == found.unit]
        return own[-1] if own else unnamed[-1] if unnamed and found.changes else None
    if found.key == "price" and not found.changes:  # a price of nothing named is not that of a thing
        same_unit = [one for one in same_unit if not one.of]
    if found.key in ("price", "reference"):
        loose = found.unit.startswith("#") and not found.changes  # another code, as of another train
        before = [one for one in same_unit if not loose and (one.sequence < sequence or found.changes)]
        if before:
            return before[-1]
        return earlier[-1] if found.changes and not found.unit and earlier else None
    if found.key == "count" and found.of:
        before = [one for one in of_key if one.sequence < sequence]
        if own := [one for one in before if alike(one.of, found.of)]:
            return ([one for one in own if one.unit == found.unit] or own)[-1]
        same_unit = [one for one in same_unit if not one.of]
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
        if (
            found.changes
            and not found.of
            and weekday_of(value) is None
            and (just := [one for one in of_key if one.unit == "moved" and one.sequence == sequence])
            and weekday_of(just[-1].value) is not None
        ):
            return just[-1]  # "make it Sunday, 15 March": the date tells which day is meant
        if is_day(value):  # a day takes the place of a day
            earlier = [one for one in earlier if is_day(one.value)]
            earlier = [one for one in earlier if not is_over(one, today)] or earlier
        if span_of(value):  # and a stretch that of a stretch, where there is one
            earlier = [one for one in earlier if span_of(one.value)] or earlier
        return earlier[-1] if found.changes and earlier else None
    return None
