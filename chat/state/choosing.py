"""What was chosen: which question a choice answers, and what it takes the place of. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from chat.clauses import Sentence, sentences
from chat.state.entries import OPTIONS, USED, Entry, State
from chat.state.found import Found
from chat.state.kinds import kind_of
from chat.state.options import BAR, answered, listed, matter_of, of_options, options_of, ordinal
from chat.state.options_zh import told_zh
from chat.state.spoken import same_matter
from chat.state.things import alike
from memories.capture import dates_en, dates_zh
from memories.capture.rather import Rather
from memoryhub import patterns as re

#: How a choice was made, as the ``unit`` of what was found: named after a change of mind ("the bus"), "back to the
#: bus", or with no more than 还是.
MIND, AGAIN, STILL = "mind", "again", "still"
#: Turned down only where it was one of those to choose from: "Haus & Herd is too slow".
CANDIDATE = "candidate"
#: Words that point at a thing, or end a sentence, and name none.
_NO_THINGS = frozenset(
    {"它", "吧", "这个", "那个", "这家", "那家", "这样", "租吧", "it", "this", "that", "them"}
)
#: Within so many messages a choice speaks of the one just made.
_JUST = 4
_QUESTIONS = 6
_ANEW = re.compile(r"\b(?:actually|instead|rather|after all|second thoughts?)\b|还是|改|换", re.IGNORECASE)


def asked(state: State, sentence: Sentence, *, message_id: UUID, sequence: int) -> State:
    """The state with the alternatives of a question, if it puts any."""
    told, of, _end = told_zh(sentence.text) if sentence.chinese and not sentence.asks else ([], "", 0)
    options = BAR.join(told)
    if not options and _puts(sentence):
        options, of = options_of(sentence), matter_of(sentence)
    options = options or listed(sentence)
    if not options:
        return state
    others = [one for one in state.entries if one.key == OPTIONS and (one.value, one.of) != (options, of)]
    gone = set(map(id, others[: 1 - _QUESTIONS]))
    kept = [
        one
        for one in state.entries
        if id(one) not in gone and (one.key, one.value, one.of) != (OPTIONS, options, of)
    ]
    return State((*kept, Entry(OPTIONS, options, message_id, sequence, of=of)))


def _puts(sentence: Sentence) -> bool:
    """Whether a sentence may put alternatives as a question, with its mark or without: 坐火车还是大巴呢."""
    return sentence.asks or re.search(r"(?:吗|呢|么)$", sentence.text) is not None


def with_answer(
    values: Sequence[Found], state: State, sentence: Sentence, *, also: str, sequence: int
) -> list[Found]:
    """The values of a sentence with its answer to alternatives just asked about, ``also`` by the assistant.

    To a question of before another answer is given with a word of change ("Actually, the bus."), or with what it is of.
    """
    if sentence.asks or (not sentence.chinese and any(one.key == "chosen" for one in values)):
        return list(values)
    anew = _ANEW.search(sentence.text) is not None
    latest = [
        (one.value, one.of)
        for one in state.entries
        if one.key == OPTIONS
        and (anew or sequence - one.sequence <= _JUST or (one.of and one.of in sentence.text))
    ]
    put = [(options_of(one), matter_of(one)) for one in sentences(also)[:1]]
    told = sentence.start + told_zh(sentence.text)[2] if sentence.chinese else 0
    for options, of in (*put, *reversed(latest)):
        for clause in sentence.clauses:
            if clause.start >= told and (value := answered(clause.text, options, of=of)):
                rest = [
                    one for one in values if one.key not in ("chosen", USED) or one.value not in clause.text
                ]
                return [*rest, Found("chosen", value, changes=_changes(values, clause.text), of=of)]
    return list(values)


def _changes(values: Sequence[Found], clause: str) -> bool:
    return any(one.changes for one in values if one.key == "chosen" and one.value in clause)


def is_option(state: State, value: str) -> bool:
    """Whether a value is an alternative of a question here: what is stayed at or taken, and no place of the matter."""
    return bool(question_of(state.entries, value))


def in_order(values: Sequence[Found]) -> list[Found]:
    """The values of a sentence, what it turns down first: "the hall, not the club" puts one for the other."""
    down = [one for one in values if one.key == "rejected"]
    if not down or not any(one.key == "chosen" for one in values):
        return list(values)
    rest = [
        replace(one, instead_of=down[0].value) if one.key == "chosen" else one
        for one in values
        if one.key != "rejected"
    ]
    return [*down, *rest]


def by_place(values: Sequence[Found], state: State) -> list[Found]:
    """The values of a sentence, "the second" by the name of what was listed, without what names nothing: 就它吧."""
    listed_last = next((one.value for one in reversed(state.entries) if one.key == OPTIONS), "")
    return [
        replace(one, value=ordinal(one.value, listed_last) or one.value)
        if one.key in ("chosen", "rejected")
        else one
        for one in values
        if one.key != "chosen" or one.value not in _NO_THINGS
    ]


def rather(values: Sequence[Found], given_up: Rather | None, *, said_at: datetime) -> list[Found]:
    """The values of a sentence that gives one thing up for another: those two, and no other choice."""
    if given_up is None:
        return list(values)
    both = (given_up.old, given_up.new)
    if any(dates.find(each, said_at=said_at) for dates in (dates_en, dates_zh) for each in both) or re.search(
        r"\d", given_up.new
    ):
        return list(values)
    rest = [one for one in values if one.key not in ("chosen", "rejected")]
    return [*rest, Found("rejected", given_up.old), Found("chosen", given_up.new, "", True)]


def question_of(entries: Sequence[Entry], value: str) -> str:
    """The alternatives that a value is one of, the latest first; empty for none."""
    question = _question_of(entries, value)
    return question.value if question else ""


def chosen_for(entries: Sequence[Entry], value: str) -> str:
    """What the alternatives that a value is one of are for; empty where that was not said."""
    question = _question_of(entries, value)
    return question.of if question else ""


def _question_of(entries: Sequence[Entry], value: str) -> Entry | None:
    asked_for = (one for one in reversed(entries) if one.key == OPTIONS)
    return next((one for one in asked_for if of_options(value, one.value)), None)


def replaced(entries: Sequence[Entry], found: Found, value: str, sequence: int) -> Entry | None:
    """The choice whose place a new one takes: that of the same question, of what it names, of its kind, or the last.

    What was chosen to another question, or of another kind, stays.
    """
    chosen = [one for one in entries if one.key in ("chosen", USED)]
    of = found.of or chosen_for(entries, value)
    if found.key == USED:  # how a thing is made is no other decision about it: 书架打 and 胡桃木色
        chosen = [one for one in chosen if one.key == USED or kind_of(one.value) == kind_of(value) != ""]
    if of and (own := [one for one in chosen if alike(one.of, of)]):
        return own[-1]
    to_the_same = [one for one in chosen if one.unit and of_options(value, one.unit) and not (of and one.of)]
    if to_the_same:
        return to_the_same[-1]
    if found.instead_of or not found.changes:
        return None
    # Also what the same message chose before it changed its mind.
    matters = [(one, same_matter(entries, one.value, value)) for one in chosen]
    if same_kind := [one for one, same in matters if same]:
        return same_kind[-1]
    kind = kind_of(value)
    of_any = [one for one, same in matters if same is None and not ((of or kind) and one.of)]
    near = [one for one in of_any if sequence - one.sequence <= _JUST]
    loose = [] if found.unit == STILL else [one for one in of_any if not one.unit]
    return next(reversed(near or loose), None)
