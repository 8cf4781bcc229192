"""The entries of session state: what stands under each key, from which message, and how much is kept. Pure."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memoryhub import patterns as re
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
#: The alternatives of questions that were put: kept beside the values, and shown to nobody.
OPTIONS = "options"
#: What is had or used for something as things stand: kept beside the values, so that a change knows what it is of.
USED = "used"
#: The words said beside a name: kept to tell which matter it is of, and shown to nobody.
SPOKEN = "spoken"
_HIDDEN = frozenset({OPTIONS, USED, SPOKEN})
#: How many values a key holds; the weightiest and latest stay.
MOST = {
    "budget": 1,
    "deposit": 1,
    "open_question": 1,
    "deadline": 3,
    "place": 3,
    "people": 3,
    "when": 5,
    "price": 10,
    "count": 6,
    "chosen": 6,
}
MOST_OTHERWISE = 4
#: What the model is shown stays this small, and so does a value.
SHOWN_TOKENS = 320
VALUE_CHARACTERS = 60
QUESTION_CHARACTERS = 160


#: How much an entry weighs: said by the way, said as any other, an event with its name, part of the main plan, and
#: the first of that, which is what the talk is about.
CHANCE, PLAIN, PLANNED, MAIN, ANCHOR = 0, 1, 2, 3, 4
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a key and the message that said it; ``by_hand`` when the person wrote it into the page.

    ``of`` names the thing that a price or a day belongs to; the lighter ``weight`` gives way first.
    """

    key: str
    value: str
    message_id: UUID | None
    sequence: int
    by_hand: bool = False
    unit: str = ""
    of: str = ""
    weight: int = PLAIN

    @property
    def told(self) -> str:
        """The value with the thing that it belongs to: "payment: 5 March (2027-03-05)"."""
        if not self.of or self.by_hand or (self.key == "count" and self.of in self.value):
            return self.value
        return f"{self.of}：{self.value}" if _HAN.search(self.of) else f"{self.of}: {self.value}"


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
                    "of": entry.of,
                    "weight": entry.weight,
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
            values = [entry.told for entry in self.entries if entry.key == key]
            if values:
                shown[key] = values[0] if len(values) == 1 else values
        return shown

    def without(self, message_ids: Collection[UUID], left: Mapping[UUID, str] | None = None) -> "State":
        """The state as if nothing had been read out of these messages, but what stands in the words ``left`` of one."""
        kept: list[Entry] = []
        for entry in self.entries:
            if entry.message_id is not None and entry.message_id in message_ids:
                words = (left or {}).get(entry.message_id, "")
                if not _stands_in(entry.value, words):
                    continue
                entry = entry if _stands_in(entry.of, words) else replace(entry, of="")
            kept.append(entry)
        return State(tuple(kept))


_WORD = re.compile(r"[A-Za-z0-9]+|[\u3400-\u9fff]")


def _stands_in(value: str, text: str) -> bool:
    """Whether all words of a value are in the text; the date that it was resolved to need not be."""
    words = _WORD.findall(_RESOLVED.sub("", value).lower())
    there = set(_WORD.findall(text.lower()))
    return bool(words) and there.issuperset(words)


_RESOLVED = re.compile(r"\s*\(\d{4}[\d: –-]*\)$")


def words_left(
    texts: Mapping[UUID, str], forgotten: Iterable[tuple[UUID | None, int | None, int | None]]
) -> dict[UUID, str]:
    """Of messages of which some words are forgotten, the words that are left; of others nothing is."""
    left: dict[UUID, str] = {}
    for message_id, start, end in forgotten:
        if message_id is None or message_id not in texts:
            continue
        text = left.get(message_id, texts[message_id])
        if start is None or end is None:
            left[message_id] = ""
        else:
            left[message_id] = text[:start] + " " * len(text[start:end]) + text[end:]
    return left


def _entry(row: Any) -> Entry | None:
    try:
        key, value, message = row["key"], row["value"], row.get("message")
        if (key not in KEYS and key not in _HIDDEN) or not isinstance(value, str) or not value.strip():
            return None
        return Entry(
            key,
            value[:QUESTION_CHARACTERS],
            UUID(message) if message else None,
            int(row.get("sequence") or 0),
            row.get("by_hand") is True,
            str(row.get("unit") or ""),
            str(row.get("of") or ""),
            min(max(int(row.get("weight", PLAIN)), CHANCE), ANCHOR),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def bounded(state: State) -> State:
    """Values go until what the model is shown is small: those of least rank first, of the fullest keys the oldest.

    What is written by hand stays longest, then what the talk is about, then the last value of a key.
    """
    while count_tokens(json.dumps(state.shown(), ensure_ascii=False)) > SHOWN_TOKENS:
        many = Counter(one.key for one in state.entries)
        there = [one for one in state.entries if one.key in KEYS]
        first = min(
            there, key=lambda one: (one.by_hand, _rank(one, many[one.key]), -many[one.key], one.sequence)
        )
        state = State(tuple(one for one in state.entries if one is not first))
    return state


def _rank(entry: Entry, beside: int) -> int:
    """How long an entry stays that is one of so many of its key."""
    if entry.weight == ANCHOR:
        return 5
    if entry.weight == CHANCE or entry.key == "count":
        return entry.weight  # what was counted by the way goes before all else
    if beside == 1:
        return 4
    return 3 if entry.weight > PLAIN or entry.key in _KEPT_LONGER else 2


_KEPT_LONGER = frozenset(
    {"budget", "deadline", "people", "place", "reference", "open_question", "chosen", "rejected"}
)


def within(entries: Sequence[Entry], key: str) -> State:
    """The entries with no more of a key than it holds: the least weighty and oldest goes."""
    of_key = [one for one in entries if one.key == key]
    over = len(of_key) - MOST.get(key, MOST_OTHERWISE)
    # A sort keeps the order of equals, so that the oldest go first.
    going = sorted(of_key, key=lambda one: (one.by_hand, one.weight))[:over] if over > 0 else []
    dropped = set(map(id, going))
    return State(tuple(one for one in entries if id(one) not in dropped))
