"""Session state: a small dictionary of one conversation, read by rules from what the person says. Pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from chat import built_in, constraints
from chat.asked import open_points
from chat.clauses import HAN, Sentence, ends, is_figures, is_log, own_words, sentences
from chat.state import asides, choosing, questions, spoken
from chat.state import en as state_en
from chat.state import zh as state_zh
from chat.state.entries import (
    KEYS,
    MOST,
    MOST_OTHERWISE,
    QUESTION_CHARACTERS,
    SHOWN_TOKENS,
    Entry,
    State,
    bounded,
)
from chat.state.found import Found
from chat.state.put_right import put_right
from chat.state.raised import moved
from chat.state.same_event import same_event
from chat.state.taking import taken
from chat.state.talk_days import freed, in_place_of, of_the_plan, resolved, without_former
from chat.state.weights import weighed
from memories.capture import rather
from memories.capture.forget_words import forget_request
from memoryhub import patterns as re

__all__ = ["KEYS", "SHOWN_TOKENS", "Entry", "State", "edited", "noted", "updated"]

#: A paragraph is read by its first and last sentences only: state is about what is said, not about an essay.
_SENTENCES, _LAST_SENTENCES = 40, 10


def edited(state: State, *, key: str, values: Sequence[str], sequence: int) -> State:
    """The state with a key's values written by the person; no values remove the key. Raises KeyError."""
    if key not in KEYS:
        raise KeyError(key)
    kept = [entry for entry in state.entries if entry.key != key]
    seen = dict.fromkeys(" ".join(value.split())[:QUESTION_CHARACTERS] for value in values)
    most = MOST.get(key, MOST_OTHERWISE)
    written = [Entry(key, value, None, sequence, by_hand=True) for value in seen if value][:most]
    return bounded(State((*kept, *written)))


def noted(state: State, entries: Sequence[Entry]) -> State:
    """The state with a model's values for keys that have none: what rules read and the person wrote stays."""
    there = {entry.key for entry in state.entries}
    return bounded(State((*state.entries, *(entry for entry in entries if entry.key not in there))))


def updated(
    state: State,
    *,
    text: str,
    said_at: datetime,
    message_id: UUID,
    sequence: int,
    previous_assistant: str = "",
) -> State:
    """The state after one message of the person's. ``said_at`` is aware and in the person's zone.

    A change of mind takes the place of what it changes; values written by hand after the message stay. What is to be
    forgotten is noted nowhere.
    """
    own, before = own_words(text), state
    asked = asked_back(previous_assistant)
    state = _answered(state, previous_assistant)
    question = ""
    impossible = None  # the day that a sentence before frees: "He can't do Tuesday."
    unsure = False  # a sentence before took back what was settled: "I changed my mind."
    turned = any(entry.key in ("chosen", "rejected") for entry in state.entries)
    restricted = [(one.start, one.end) for one in constraints.found(text)]
    for sentence in ends(sentences(own), first=_SENTENCES, last=_LAST_SENTENCES):
        language = state_zh if sentence.chinese or _takes_after(sentence, asked) else state_en
        if is_figures(sentence) or is_log(sentence) or language.HYPOTHETICAL.search(sentence.text):
            continue
        given_up = rather.read(own[sentence.start :])
        if _is_general(sentence) or (given_up is None and forget_request(sentence.text) is not None):
            continue
        if (right := put_right(state, sentence, message_id=message_id, sequence=sequence)) is not None:
            state = right
            continue
        if asides.is_over(sentence):
            continue
        if sentence.chinese and not sentence.asks:  # alternatives are told: 在海尔和美的之间选，海尔吧
            state = choosing.asked(state, sentence, message_id=message_id, sequence=sequence)
        if not language.GENERAL.search(sentence.text):
            state = spoken.noted(state, sentence, message_id=message_id, sequence=sequence)
        restriction = any(start < sentence.end and sentence.start < end for start, end in restricted)
        values = language.found(sentence, said_at=said_at, asked=asked)
        values = choosing.with_answer(values, state, sentence, also=asked, sequence=sequence)
        values = choosing.rather(values, given_up, said_at=said_at)
        if sentence.asks:
            values = [one for one in values if not questions.asks_for_day_of(one, sentence)]
        values = weighed(values, sentence, said_at=said_at)
        if language.CHANGED_MIND.search(sentence.text):
            unsure = True
        elif unsure:
            values = [replace(one, changes=True) if one.key == "chosen" else one for one in values]
            values += language.chosen_instead(sentence, said_at=said_at)
        values = choosing.by_place(values, state)
        if not any(one.key in ("chosen", "rejected") for one in values):
            state = choosing.asked(state, sentence, message_id=message_id, sequence=sequence)
        impossible = freed(sentence, state, said_at=said_at) or impossible
        values = in_place_of(values, impossible) if impossible else values
        values = without_former(values, state, sentence, sequence=sequence)
        values = moved(values, state, sentence, sequence=sequence)
        values = same_event(values, state, sentence, sequence=sequence)
        for found in choosing.in_order(values):
            if restriction and (
                found.key == "rejected" or (found.key in ("when", "deadline") and found.unit == "time")
            ):
                continue  # what must not be done is a condition: it turns nothing down, and its hour is no appointment
            if found.key == "place" and choosing.is_option(state, found.value):
                continue
            if (
                found.key == "place"
                and any(one.unit == choosing.AGAIN and found.value in one.value for one in values)
                and turned
            ):
                continue  # "back to the Harbour Inn": a choice, and no way there
            found = of_the_plan(found, state, sentence, sequence=sequence)
            found = resolved(found, state, sentence, today=said_at.date(), sequence=sequence)
            state = taken(state, found, said_at=said_at, message_id=message_id, sequence=sequence)
        if not sentence.asks:
            state = questions.closed(state, values, before=before)
        if _is_question(sentence) and not (
            open_points.asks_for(sentence) or questions.asks_what_is_known(sentence, before)
        ):
            question = f"{sentence.text}{sentence.end_mark}".strip()
    if question:
        asks = Found("open_question", question, "", True)
        state = taken(state, asks, said_at=said_at, message_id=message_id, sequence=sequence)
    return bounded(state)


# ---------------------------------------------------------------------------------------- what a sentence is


def _takes_after(sentence: Sentence, asked: str) -> bool:
    """Whether a bare figure answers a question in Chinese."""
    return not any(character.isalpha() for character in sentence.text) and HAN.search(asked) is not None


def _is_question(sentence: Sentence) -> bool:
    return sentence.asks or (sentence.chinese and re.search(r"(?:吗|呢|么)$", sentence.text) is not None)


def _is_general(sentence: Sentence) -> bool:
    """Whether a sentence is about the world and not about the person's matter."""
    language = state_zh if sentence.chinese else state_en
    if language.HOW_TO.search(sentence.text) and not language.OWN.search(sentence.text):
        return True
    if language.PERSONAL.search(sentence.text):
        return False
    if language.ERRAND.search(sentence.text):
        return False
    return language.GENERAL.search(sentence.text) is not None


def asked_back(previous: str) -> str:
    """What the assistant asked at the end of its reply, or nothing."""
    last = [sentence for sentence in sentences(previous[-600:]) if _is_question(sentence)]
    return last[-1].text + "?" if last else ""


PUTS_OFF = re.compile(
    r"\b(?:let me (?:check|look|see|think)|one moment|i(?:'ll| will) (?:check|look|find|get back)|not sure|i don['’]t know|"
    r"can(?:no|['’])t (?:tell|say|find))\b|(?:我(?:查|看|找|问)一下|稍等|等我|不清楚|不知道|不确定|查不到|没找到)",
    re.IGNORECASE,
)


def _answered(state: State, previous: str) -> State:
    """Without the open question when the assistant has answered since; a question back leaves it open."""
    if (
        not previous.strip()
        or built_in.says_nothing(previous)
        or PUTS_OFF.search(previous[:200])
        or asked_back(previous)
    ):
        return state
    return State(tuple(entry for entry in state.entries if entry.key != "open_question" or entry.by_hand))
