"""Current memories as the profile reads them: which belong into it, how much each weighs, where it stands. Pure."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from memories.kinds import MemoryType
from memories.recall.tokens import has_chinese

#: Where a slot stands in the profile, section by section; a memory of somebody else is among the people.
SECTIONS: tuple[tuple[str, frozenset[str]], ...] = (
    ("who", frozenset({"name", "called", "age", "birthday", "gender", "nationality", "hometown"})),
    ("home", frozenset({"residence", "dwelling", "time_zone"})),
    ("work", frozenset({"occupation", "employer", "project", "studied", "learning"})),
    ("people", frozenset({"marital_status", "family", "friend", "pet"})),
    ("care", frozenset({"allergy", "condition", "diet", "avoids"})),
    (
        "tastes",
        frozenset({"likes", "dislikes", "eats", "habit", "hobby", "plays", "collects", "languages"}),
    ),
    ("more", frozenset()),
)
_PLACE = {slot: place for place, (_name, slots) in enumerate(SECTIONS) for slot in slots}
_PEOPLE, _TASTES, _MORE = 3, 5, len(SECTIONS) - 1

#: What lasts; events, plans and decisions come up when the talk calls for them, unless they are pinned.
_LASTING = frozenset({MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.RELATIONSHIP})
_PASSING_SLOTS = frozenset({"event", "plan", "decision"})
#: A statement that no rule gave a slot is one of many: it must weigh this much, or have been said again.
_WEIGHTY, _AGAIN = 0.65, 2


@dataclass(frozen=True, slots=True)
class Fact:
    """A current memory: what it says, and what tells how much that counts."""

    id: UUID
    content: str
    type: str = MemoryType.FACT
    slot: str = ""
    value: str = ""
    of_self: bool = True
    positive: bool = True
    importance: float = 0.5
    mentions: int = 1
    accesses: int = 0
    guarded: bool = False  # pinned or protected
    pinned: bool = False
    by_person: bool = False

    @property
    def chinese(self) -> bool:
        return has_chinese(self.content)

    @property
    def section(self) -> int:
        """The place of its section among ``SECTIONS``."""
        if not self.of_self:
            return _PEOPLE
        if self.slot.startswith("favourite."):
            return _TASTES
        return _PLACE.get(self.slot, _TASTES if self.type == MemoryType.PREFERENCE else _MORE)

    @property
    def weight(self) -> float:
        """What is dropped last has the most: dangers and identity, then what one would introduce a person by."""
        told = 0.05 * min(self.mentions, 5) + 0.02 * min(self.accesses, 10)
        single = 0.4 if self.of_self and self.section <= 2 else 0.0
        return self.importance + told + single + (0.8 if self.guarded else 0.0)


def belongs(fact: Fact) -> bool:
    """Whether the profile may say it at all."""
    if fact.type == MemoryType.INSTRUCTION:
        return False  # these come with every reply anyway
    if fact.pinned:
        return True
    if fact.type not in _LASTING or fact.slot in _PASSING_SLOTS:
        return False
    if fact.slot and fact.slot != "note":
        return True
    return (
        fact.type != MemoryType.FACT
        or fact.importance >= _WEIGHTY
        or fact.mentions >= _AGAIN
        or fact.guarded
        or fact.by_person
    )


def digest(facts: Iterable[Fact]) -> str:
    """What these memories say, in one number: another one when a text changes, or one of them goes."""
    told = sorted((str(fact.id), fact.content) for fact in facts)
    return hashlib.sha256(repr(told).encode()).hexdigest()


def by_weight(facts: Sequence[Fact]) -> list[Fact]:
    """The weightiest first; ties by id, so that the same memories give the same profile."""
    return sorted(facts, key=lambda fact: (-fact.weight, fact.id))
