"""Session state: a small dictionary of one conversation, read by rules from what the person says. Pure."""

# ruff: noqa: E501

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from chat import constraints, state_en, state_zh
from chat.clauses import HAN, Sentence, ends, is_figures, own_words, sentences
from chat.state_found import Found
from memories.capture.forget_words import forget_request
from memoryhub.ai.tokens import count_tokens

#: What a person reads for each key, in the order of showing.
KEYS: dict[str, str | Promise] = {
    "place": _("Places"),
    "when": _("Dates and times"),
    "deadline": _("Deadlines"),
    "budget": _("Budget"),
    "price": _("Prices"),
    "deposit": _("Deposit"),
    "people": _("How many people"),
    "count": _("Numbers"),
    "with": _("Who comes along"),
    "chosen": _("Chosen"),
    "rejected": _("Turned down"),
    "reference": _("References"),
    "open_question": _("Open question"),
}
#: How many values a key holds; the latest stay.
_MOST = {"budget": 1, "deposit": 1, "open_question": 1, "deadline": 2, "place": 3, "people": 3}
_MOST_OTHERWISE = 4
#: What the model is shown stays this small, and so does a value.
SHOWN_TOKENS = 200
_VALUE_CHARACTERS = 60
_QUESTION_CHARACTERS = 160
#: A paragraph is read by its first and last sentences only: state is about what is said, not about an essay.
_SENTENCES, _LAST_SENTENCES = 40, 10


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a key and the message that said it; ``by_hand`` when the person wrote it into the page."""

    key: str
    value: str
    message_id: UUID | None
    sequence: int
    by_hand: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """The entries of a conversation, oldest first."""

    entries: tuple[Entry, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads again."""
        return {
            "entries": [
                {
                    "key": entry.key,
                    "value": entry.value,
                    "message": str(entry.message_id) if entry.message_id else None,
                    "sequence": entry.sequence,
                    "by_hand": entry.by_hand,
                    "unit": entry.unit,
                }
                for entry in self.entries
            ]
        }

    @classmethod
    def from_json(cls, raw: Any) -> "State":
        """The state of a stored value; what cannot be read is left out."""
        rows = raw.get("entries") if isinstance(raw, Mapping) else None
        entries = [_entry(row) for row in rows] if isinstance(rows, list) else []
        return cls(tuple(entry for entry in entries if entry is not None))

    def shown(self) -> dict[str, str | list[str]]:
        """Key to value or values, for the model and the page, in the order of `KEYS`."""
        shown: dict[str, str | list[str]] = {}
        for key in KEYS:
            values = [entry.value for entry in self.entries if entry.key == key]
            if values:
                shown[key] = values[0] if len(values) == 1 else values
        return shown

    def without(self, message_ids: Collection[UUID]) -> "State":
        """The state as if nothing had been read out of these messages."""
        return State(tuple(entry for entry in self.entries if entry.message_id not in message_ids))


def _entry(row: Any) -> Entry | None:
    try:
        key, value, message = row["key"], row["value"], row.get("message")
        if key not in KEYS or not isinstance(value, str) or not value.strip():
            return None
        return Entry(
            key,
            value[:_QUESTION_CHARACTERS],
            UUID(message) if message else None,
            int(row.get("sequence") or 0),
            row.get("by_hand") is True,
            str(row.get("unit") or ""),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def edited(state: State, *, key: str, values: Sequence[str], sequence: int) -> State:
    """The state with a key's values written by the person; no values remove the key. Raises KeyError."""
    if key not in KEYS:
        raise KeyError(key)
    kept = [entry for entry in state.entries if entry.key != key]
    seen = dict.fromkeys(" ".join(value.split())[:_QUESTION_CHARACTERS] for value in values)
    most = _MOST.get(key, _MOST_OTHERWISE)
    written = [Entry(key, value, None, sequence, by_hand=True) for value in seen if value][:most]
    return _bounded(State((*kept, *written)))


def noted(state: State, entries: Sequence[Entry]) -> State:
    """The state with a model's values for keys that have none: what rules read and the person wrote stays."""
    there = {entry.key for entry in state.entries}
    return _bounded(State((*state.entries, *(entry for entry in entries if entry.key not in there))))


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
    own = own_words(text)
    asked = asked_back(previous_assistant)
    state = _answered(state, previous_assistant)
    question = ""
    restricted = [(one.start, one.end) for one in constraints.found(text)]
    for sentence in ends(sentences(own), first=_SENTENCES, last=_LAST_SENTENCES):
        language = state_zh if sentence.chinese or _takes_after(sentence, asked) else state_en
        if is_figures(sentence) or language.HYPOTHETICAL.search(sentence.text):
            continue
        if _is_general(sentence) or forget_request(sentence.text) is not None:
            continue
        restriction = any(start < sentence.end and sentence.start < end for start, end in restricted)
        for found in language.found(sentence, said_at=said_at, asked=asked):
            if restriction and found.key == "rejected":
                continue  # what must not be done yet is a condition, and turns nothing down
            state = _with(state, found, message_id=message_id, sequence=sequence)
        if _is_question(sentence):
            question = f"{sentence.text}{sentence.end_mark}".strip()
    if question:
        state = _with(
            state, Found("open_question", question, "", True), message_id=message_id, sequence=sequence
        )
    return _bounded(state)


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
    if not previous.strip() or PUTS_OFF.search(previous[:200]) or asked_back(previous):
        return state
    return State(tuple(entry for entry in state.entries if entry.key != "open_question" or entry.by_hand))


# -------------------------------------------------------------------------------------------- taking a value in

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*|[零一二两三四五六七八九十百千万]+")
_WHOLE_NUMBER = re.compile(rf"(?:{_NUMBER.pattern})(?:\s?(?:[kKmMwW](?![A-Za-z])|[万千百]))?")
_ISO = re.compile(r"\((\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?\)")
_CLOCK = re.compile(
    r"(?:,?\s*\b(?:at|from|by|around)\s+)?\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?|o'clock)|(?:\bat\s+)?\d{1,2}:\d\d|\bat (?:noon|midnight|\d{1,2})\b|"
    r"(?:凌晨|早上|上午|中午|下午|傍晚|晚上)?[\d零一二三四五六七八九十]{1,3}点(?:半|钟|一刻|三刻|[\d一二三四五六七八九十]{1,3}分?)?",
    re.IGNORECASE,
)


def _plain(value: str) -> str:
    return re.sub(r"[\s\W]+|^the\b|^a\b", "", value.lower())


def _with(state: State, found: Found, *, message_id: UUID, sequence: int) -> State:
    entries = list(state.entries)
    limit = _QUESTION_CHARACTERS if found.key == "open_question" else _VALUE_CHARACTERS
    value = " ".join(found.value.split())
    value = value if len(value) <= limit else value[: limit - 1] + "…"
    if found.key == "absent":
        return State(
            tuple(one for one in entries if one.key != "with" or _plain(value) not in _plain(one.value))
        )
    if found.key == "number":
        return _new_number(state, value, message_id=message_id, sequence=sequence)
    if any(one.key == found.key and one.by_hand and one.sequence > sequence for one in entries):
        return state
    opposite = {"chosen": "rejected", "rejected": "chosen"}.get(found.key)
    if opposite:
        entries = [one for one in entries if one.key != opposite or not _same(one.value, value)]
    gone = _replaced(entries, found, value, sequence)
    if gone is not None and found.unit == "time" and found.key == "when":
        value = _at_new_time(gone.value, value)
    if (
        gone is not None and len(_plain(gone.value)) >= 3
    ):  # what was chosen by the former value is chosen no more
        entries = [
            one for one in entries if one.key != "chosen" or _plain(gone.value) not in _plain(one.value)
        ]
    entries = [
        one for one in entries if one is not gone and not (one.key == found.key and _same(one.value, value))
    ]
    entries.append(Entry(found.key, value, message_id, sequence, unit=found.unit))
    most = _MOST.get(found.key, _MOST_OTHERWISE)
    of_key = [one for one in entries if one.key == found.key]
    dropped = set(map(id, of_key[:-most]))
    return State(tuple(one for one in entries if id(one) not in dropped))


def _same(one: str, other: str) -> bool:
    first, second = _plain(one), _plain(other)
    return first == second or (min(len(first), len(second)) >= 4 and (first in second or second in first))


def _replaced(entries: list[Entry], found: Found, value: str, sequence: int) -> Entry | None:
    """The entry whose place the new value takes, if any."""
    of_key = [one for one in entries if one.key == found.key]
    if not of_key:
        return None
    if _MOST.get(found.key) == 1:
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
        if found.unit in ("people", "人") and not before and len(earlier) == 1 == len(of_key):
            before = earlier  # "seven adults", then "eight of us"
        return before[-1] if before and (found.changes or found.key == "people") else None
    if found.key in ("when", "deadline", "place", "chosen"):
        if found.unit == "time" and not found.changes:
            return None
        return earlier[-1] if found.changes and earlier else None
    return None


def _at_new_time(before: str, time: str) -> str:
    """The day of the former value at another time of day."""
    day = _ISO.search(before)
    if day is None:
        return time
    words = _CLOCK.sub("", before[: day.start()]).strip(" ,，")
    joint = "" if words and "\u4e00" <= words[-1] <= "\u9fff" else " "
    return f"{words}{joint}{time} ({day.group(1)})"


def _at_old_time(before: str, value: str) -> str:
    """Another day at the former time of day, where no new one was said."""
    old, new = _ISO.search(before), _ISO.search(value)
    if old and new and old.group(2) and not new.group(2):
        return value.replace(new.group(), f"({new.group(1)} {old.group(2)})")
    return value


def _new_number(state: State, number: str, *, message_id: UUID, sequence: int) -> State:
    """A bare new number ("actually 1200", "改成 10 吧") goes where the latest number is."""
    counted = [
        one
        for one in state.entries
        if one.key in ("budget", "price", "deposit", "people", "count") and _NUMBER.search(one.value)
    ]
    if not counted:
        return state
    last = counted[-1]
    value = _WHOLE_NUMBER.sub(lambda _match: number, last.value, count=1)
    after = replace(last, value=value, message_id=message_id, sequence=sequence, by_hand=False)
    return State(tuple(after if one is last else one for one in state.entries))


def _bounded(state: State) -> State:
    """The oldest values go first until what the model is shown is small; what is written by hand stays longest."""
    while count_tokens(json.dumps(state.shown(), ensure_ascii=False)) > SHOWN_TOKENS:
        order = sorted(state.entries, key=lambda one: (one.by_hand, one.key in _KEPT_LONGER, one.sequence))
        state = State(tuple(one for one in state.entries if one is not order[0]))
    return state


_KEPT_LONGER = frozenset({"budget", "deadline", "people", "place", "reference", "open_question", "chosen"})
