"""Which days a talk is about, and which of them a bare weekday or day of the month is. Both languages; pure."""

# ruff: noqa: E501

import calendar
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from chat import said_days
from chat.clauses import Sentence
from chat.state.entries import CHANCE, MAIN, PLANNED, Entry, State
from chat.state.found import Found
from chat.state.moves import ISO, day_of_month, months_on, of_month, weekday_of
from chat.state.ranges import Span, span_of, with_span
from chat.state.weights import ERRAND_EN, ERRAND_ZH
from memoryhub import patterns as re

#: A day of coming back lies after that of leaving.
_RETURNS = re.compile(
    r"\b(?:back|home|return\w*|until|till|through|check(?:ing)? ?out)\b|回(?!复|答|电|信)|返|退房|为止|[住待呆玩]到",
    re.I,
)
#: Nothing but a day said in other words: "the 23rd to the 24th, that is", 也就是23号到24号.
_RESTATED = re.compile(
    r"(?:[\s,，.]|\b(?:so|that|this|is|it|which|means|meaning|in other words|i mean|then|from|and)\b|that's|i\.e|也?就是(?:说)?|那就是|即|所以|那|是|从)*",
    re.I,
)
#: Days from today on, within which a bare weekday is one of this week.
_THIS_WEEK = 7


def days_of(state: State, *, today: date, before: int) -> tuple[date, date] | None:
    """The first and last day of what the talk is about, where they lie beyond this week."""
    dated = [
        one for one in state.entries if one.key == "when" and one.weight >= PLANNED and one.sequence < before
    ]
    main = [one for one in dated if one.weight >= MAIN]
    stretches = [
        one for one in state.entries if one.key == "when" and one.sequence < before and span_of(one.value)
    ]
    for some in (main, dated, stretches):
        spans = [span for one in sorted(some, key=lambda one: one.weight) if (span := span_of(one.value))]
        if spans:
            first, last = spans[-1].first, spans[-1].last
            return (first, last) if (first - today).days > _THIS_WEEK and not spans[-1].months else None
        days = [date.fromisoformat(day.group(1)) for one in some if (day := ISO.search(one.value))]
        if days:
            first, last = min(days), max(days)
            return (first, last) if (first - today).days > _THIS_WEEK and (last - first).days <= 31 else None
    return None


def in_talk(words: str, on: date, among: tuple[date, date] | None) -> date | None:
    """The day of a bare weekday within the days of the talk, the day itself for all other words; None for no one day."""
    target = weekday_of(words)
    if among is None or target is None:
        return on
    first, last = among
    days = [first + timedelta(days=step) for step in range((last - first).days + 1)]
    fits = [day for day in days if day.weekday() == target]
    return fits[0] if len(fits) == 1 else None


def nearest_of_month(day: int, among: tuple[date, date], *, today: date, after: bool = False) -> date | None:
    """Such a day of the month nearest to the days of the talk; with ``after`` the first from its beginning on."""
    first, last = among
    if after:
        return day_of_month(first, day)
    months = [months_on(first.replace(day=1), step) for step in (-1, 0, 1)]
    fits = [
        month.replace(day=day)
        for month in months
        if 1 <= day <= calendar.monthrange(month.year, month.month)[1]
    ]
    coming = [one for one in fits if one >= today]
    return min(coming, key=lambda one: max((first - one).days, (one - last).days, 0), default=None)


def resolved(found: Found, state: State, sentence: Sentence, *, today: date, sequence: int) -> Found:
    """The value with its bare weekday or day of the month within the days of the talk.

    Without a date where it may be one of several.
    """
    if found.key != "when" or found.edge:
        return found
    if span := span_of(found.value):
        return _span_resolved(found, span, state, sentence, today=today, sequence=sequence)
    day = ISO.search(found.value)
    errand = (ERRAND_ZH if sentence.chinese else ERRAND_EN).search(sentence.text)
    if day is None or errand:
        return found
    words = found.value[: day.start()].strip()
    on = date.fromisoformat(day.group(1))
    number = of_month(words)
    # A bare day of the month goes on from the date before it, in the same sentence too.
    among = days_of(state, today=today, before=sequence + 1 if number else sequence)
    if among is None:
        return found
    meant: date | None
    if number:
        meant = nearest_of_month(number, among, today=today, after=_comes_back(sentence, words)) or on
    else:
        meant = in_talk(words, on, among)
    if meant == on:
        return found
    if meant is None and found.changes:
        return found  # beside the day whose place it takes
    if meant is None:
        return replace(found, value=words)
    at = f" {day.group(2)}" if day.group(2) else ""
    return replace(found, value=f"{words} ({meant}{at})")


def _comes_back(sentence: Sentence, words: str) -> bool:
    """Whether a day is that of coming back."""
    return _RETURNS.search(clause_of(sentence, words)) is not None


def clause_of(sentence: Sentence, words: str) -> str:
    """The clause of a sentence that has the words; the whole where none has them."""
    plain = re.sub(r"^the\s", "", words, flags=re.I)
    return next((one.text for one in sentence.clauses if plain in one.text), sentence.text)


def _span_resolved(
    found: Found, span: Span, state: State, sentence: Sentence, *, today: date, sequence: int
) -> Found:
    """A stretch of days without a month in the month of the talk; one that only says the day at hand anew replaces it."""
    words = found.value[: found.value.rindex("(")].strip()
    among = days_of(state, today=today, before=sequence)
    if among is None:
        return found
    if not found.changes and (number := of_month(words)) and span.first.day == number:
        first = nearest_of_month(number, among, today=today, after=False) or span.first
        last = day_of_month(first, span.last.day)
        if last is not None:
            span = replace(span, first=first, last=last)
            found = replace(found, value=with_span(words, span))
    rest = re.sub(r"\s+", " ", sentence.text.replace("’", "'")).replace(words, " ")
    if not found.changes and span.first <= among[0] <= span.last and _RESTATED.fullmatch(rest):
        at_hand = [one for one in state.entries if one.key == "when" and _begins(one, among[0])]
        if at_hand:
            return replace(found, changes=True, instead_of=at_hand[-1].value)
    return found


def _begins(entry: Entry, day: date) -> bool:
    """Whether an entry is that day, or a stretch from that day on."""
    on, span = ISO.search(entry.value), span_of(entry.value)
    return (on is not None and on.group(1) == f"{day}") or (span is not None and span.first == day)


def _days_in(value: str) -> set[date]:
    """The day of a value, or the days of its stretch."""
    if (span := span_of(value)) is not None:
        length = 0 if span.months else (span.last - span.first).days + 1
        return {span.first + timedelta(days=step) for step in range(length)}
    day = ISO.search(value)
    return {date.fromisoformat(day.group(1))} if day else set()


def without_former(
    values: Sequence[Found], state: State, sentence: Sentence, *, sequence: int
) -> list[Found]:
    """The values without the day that the talk had, where a sentence moves it: 改成23号吧，16号老板要出差.

    Why it is moved is told of that day; so it is no day of the matter any more.
    """
    days = [one for one in values if one.key == "when" and ISO.search(one.value)]
    moved = [one for one in days if one.changes]
    if len(days) < 2 or not moved or len(sentence.clauses) < 2:
        return list(values)
    former: set[date] = set()
    for one in state.entries:
        if one.key == "when" and one.sequence < sequence and one.weight > CHANCE:
            former |= _days_in(one.value)
    numbers = {day.day for day in former}
    gone = [
        one for one in days if _days_in(one.value) & former or of_month(one.value.split(" (")[0]) in numbers
    ]
    clauses = {clause_of(sentence, one.value.split(" (")[0]) for one in days}
    new = [one for one in moved if one not in gone]
    if not gone or not new or len(clauses) < 2:
        return list(values)
    return [one for one in values if one not in gone]


#: "We'll move on 4 December instead": the plan itself is moved, and not what was spoken of last.
_THE_PLAN = re.compile(
    r"\b(?:we|i|let's)(?:'(?:ll|re|m|d|ve)| will| are| am| would| can| could| have to)?(?: (?:rather|only|just|now|going to|all|better|actually))*\s(?:mov(?:e|ing)|fly(?:ing)?|leav(?:e|ing)|travel(?:l?ing)?|depart(?:ing)?|set(?:ting)? off|driv(?:e|ing)|go(?:ing)?|marry(?:ing)?|get(?:ting)? married)\b(?!\s(?:it|that|this|the|my|our|your|his|her|their|for|with|to the)\b)",
    re.I,
)


def of_the_plan(found: Found, state: State, sentence: Sentence, *, sequence: int) -> Found:
    """A new day of what is planned names the day of the plan as what it takes the place of."""
    bare = found.key == "when" and found.changes and not (found.of or found.instead_of or found.edge)
    if not bare or sentence.chinese or not _THE_PLAN.search(sentence.text.replace("’", "'")):
        return found
    plans = [
        one
        for one in state.entries
        if one.key == "when" and not one.of and one.weight >= MAIN and one.sequence < sequence
    ]
    return replace(found, instead_of=plans[-1].value.split(" (")[0]) if plans else found


_NOT_FREE = re.compile(
    r"\b(?:can(?:no|'|’)t|couldn['’]t|won['’]t) (?:make|do|manage|come|have)\b|\b(?:doesn|don|won)['’]t (?:work|suit|fit)\b|\b(?:is|was) (?:no good|impossible|out|off|already (?:full|taken))\b",
    re.I,
)


def freed(sentence: Sentence, state: State, *, said_at: datetime) -> Entry | None:
    """The entry on whose day a sentence says that something is impossible: "He can't do Tuesday"."""
    if sentence.chinese or sentence.asks or not _NOT_FREE.search(sentence.text):
        return None
    named = {date.on for _start, _end, date in said_days.find_en(sentence.text, said_at=said_at)}
    for one in reversed(state.entries):
        if one.key == "when" and span_of(one.value) is None and _days_in(one.value) & named:
            return one
    return None


def in_place_of(values: Sequence[Found], gone: Entry) -> list[Found]:
    """The values of a sentence where another day is named in the place of one that is impossible."""
    days = _days_in(gone.value)
    left = [one for one in values if one.key != "when" or not _days_in(one.value) & days]
    words = gone.value.split(" (")[0]
    return [
        replace(one, changes=True, instead_of=words)
        if one.key == "when" and one.unit != "time" and not (one.instead_of or one.of)
        else one
        for one in left
    ]
