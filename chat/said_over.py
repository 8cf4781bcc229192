"""Sentences of this conversation in whose place later ones stand: what was changed, or turned down. Pure."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from chat import state_en, state_zh
from chat.clauses import HAN
from chat.state import updated
from chat.state_entries import MOST, MOST_OTHERWISE, Entry, State

#: So many of the latest sentences are read.
_READ = 60
_CHANGED = frozenset(("when", "deadline", "people", "budget", "chosen", "deposit"))


def current(
    words: Sequence[str], *, told: Sequence[str], keys: Collection[str], now: datetime
) -> tuple[str, ...]:
    """The sentences, with the later one in the place of each that it has changed.

    One that tells something else, which is asked for by these keys of the state, stays.
    """
    if not words:
        return ()
    over, left = _replaced(told[-_READ:], now=now)
    found: list[str] = []
    for sentence in words:
        seen = {sentence}
        while sentence in over:
            changed, later = over[sentence]
            if later in seen or (changed not in keys and left.get(sentence, frozenset()) & set(keys)):
                break
            sentence = later
            seen.add(sentence)
        found.append(sentence)
    return tuple(dict.fromkeys(found))


def _replaced(
    told: Sequence[str], *, now: datetime
) -> tuple[dict[str, tuple[str, str]], dict[str, frozenset[str]]]:
    """Of each sentence that a later one has changed the key of that and the later one; and what is left of it."""
    state, over = State(), dict[str, tuple[str, str]]()
    for at, sentence in enumerate(told, start=1):
        before = state
        state = updated(state, text=sentence, said_at=now, message_id=UUID(int=at), sequence=at)
        new = {one.key for one in state.entries if one.sequence == at}
        there = {_mark(one) for one in state.entries}
        for gone in before.entries:
            of_key = [one for one in before.entries if one.key == gone.key]
            full = len(of_key) >= MOST.get(gone.key, MOST_OTHERWISE) > 1
            changed = gone.key in _CHANGED and gone.key in new and not full
            if _mark(gone) not in there and (changed or gone.key == "with"):
                over[told[gone.sequence - 1]] = (gone.key, sentence)
        down = [one.value for one in state.entries if one.key == "rejected" and one.sequence == at]
        away = (state_zh if HAN.search(sentence) else state_en).absent(sentence)
        for key, names in (("chosen", down), ("with", away)):
            named = [each for each in told[: at - 1] if any(_names(each, name) for name in names)]
            over |= dict.fromkeys(named, (key, sentence))
    left: dict[str, frozenset[str]] = {}
    for one in state.entries:
        if 0 < one.sequence <= len(told):
            sentence = told[one.sequence - 1]
            left[sentence] = left.get(sentence, frozenset()) | {one.key}
    return {each: by for each, by in over.items() if each != by[1]}, left


def _mark(entry: Entry) -> tuple[str, str, int]:
    return entry.key, entry.value, entry.sequence


def _names(sentence: str, value: str) -> bool:
    name = re.sub(r"^(?:the|an?)\s", "", value.lower())
    if re.search(r"[\u4e00-\u9fff]", name):
        return len(name) > 1 and name in sentence
    return len(name) > 2 and re.search(rf"\b{re.escape(name)}\b", sentence.lower()) is not None
