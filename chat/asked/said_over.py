"""Sentences of this conversation in whose place later ones stand: what was changed, or turned down. Pure."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from chat import put_right
from chat.asked import kinds_wanted
from chat.clauses import HAN
from chat.state import en as state_en
from chat.state import zh as state_zh
from chat.state.entries import MOST, MOST_OTHERWISE, Entry, State
from chat.state.things import alike
from chat.state.update import updated
from memories.recall.tokens import tokens

#: So many of the latest sentences are read.
_READ = 60
_CHANGED = frozenset(("when", "deadline", "people", "budget", "chosen", "deposit", "place"))
#: Of these there are several: one is changed by one of its thing or its unit, for a question of that alone.
_OF_THINGS = frozenset(("price", "count"))


@dataclass(frozen=True, slots=True)
class _Change:
    """What a later sentence changes: a key of the state, and the words of the thing where it has several."""

    key: str
    later: str
    of: frozenset[str] = frozenset()


def current(
    words: Sequence[str], *, told: Sequence[str], keys: Collection[str], asked: frozenset[str], now: datetime
) -> tuple[str, ...]:
    """The sentences, with the later one in the place of each that it has changed.

    One that tells something else, which is asked for by these keys of the state or these words, stays. Words that put
    one right straight after it are told with it.
    """
    if not words:
        return ()
    over, left = _replaced(told[-_READ:], now=now)
    found: list[str] = []
    for sentence in words:
        seen = {sentence}
        while changes := [one for one in over.get(sentence, ()) if not one.of or one.of & asked]:
            changed = changes[-1]
            if changed.later in seen or (
                changed.key not in keys and left.get(sentence, frozenset()) & set(keys)
            ):
                break
            sentence = changed.later
            seen.add(sentence)
        found.append(sentence)
    return put_right.with_corrections(tuple(dict.fromkeys(found)), told=told)


def _replaced(
    told: Sequence[str], *, now: datetime
) -> tuple[dict[str, list[_Change]], dict[str, frozenset[str]]]:
    """Of each sentence that later ones have changed their changes, oldest first; and what is left of it."""
    state, over = State(), dict[str, list[_Change]]()

    def changed(sentence: str, change: _Change) -> None:
        one, other = kinds_wanted.marks(sentence), kinds_wanted.marks(change.later)
        if sentence != change.later and not (
            one and other and one != other
        ):  # day 2 changes nothing of day 1
            over.setdefault(sentence, []).append(change)

    for at, sentence in enumerate(told, start=1):
        before = state
        state = updated(state, text=sentence, said_at=now, message_id=UUID(int=at), sequence=at)
        new = [one for one in state.entries if one.sequence == at]
        there = {_mark(one) for one in state.entries}
        for gone in (one for one in before.entries if _mark(one) not in there):
            if gone.key in _OF_THINGS:
                if of := _thing(gone, new):
                    changed(told[gone.sequence - 1], _Change(gone.key, sentence, of))
                continue
            of_key = [one for one in before.entries if one.key == gone.key]
            full = len(of_key) >= MOST.get(gone.key, MOST_OTHERWISE) > 1
            of_one = gone.key in _CHANGED and any(one.key == gone.key for one in new) and not full
            if of_one or gone.key == "with":
                changed(told[gone.sequence - 1], _Change(gone.key, sentence))
        down = [one.value for one in new if one.key == "rejected"]
        away = (state_zh if HAN.search(sentence) else state_en).absent(sentence)
        for key, names in (("chosen", down), ("with", away)):
            for each in told[: at - 1]:
                if any(_names(each, name) for name in names):
                    changed(each, _Change(key, sentence))
    left: dict[str, frozenset[str]] = {}
    for one in state.entries:
        if 0 < one.sequence <= len(told):
            sentence = told[one.sequence - 1]
            left[sentence] = left.get(sentence, frozenset()) | {one.key}
    return over, left


def _thing(gone: Entry, new: Sequence[Entry]) -> frozenset[str]:
    """The words of the thing whose price or count a new entry changes; empty where none does."""
    for one in new:
        same = alike(one.of, gone.of) if gone.of else not one.of and one.unit == gone.unit
        if one.key == gone.key and same:
            return frozenset(tokens(gone.of or gone.value))
    return frozenset()


def _mark(entry: Entry) -> tuple[str, str, int]:
    return entry.key, entry.value, entry.sequence


def _names(sentence: str, value: str) -> bool:
    name = re.sub(r"^(?:the|an?)\s", "", value.lower())
    if re.search(r"[\u4e00-\u9fff]", name):
        return len(name) > 1 and name in sentence
    return len(name) > 2 and re.search(rf"\b{re.escape(name)}\b", sentence.lower()) is not None
