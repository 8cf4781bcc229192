"""What a new statement does to what is known. Pure: a candidate and the present rows of its subject give a decision.

Similarity is not contradiction: only a single-valued slot, an explicit reversal, an end or a correction closes a row.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from difflib import SequenceMatcher
from enum import StrEnum
from uuid import UUID

from memories.capture import value_keys
from memories.capture.slots import is_single, opposite
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryStatus, MemoryType
from memoryhub import patterns as re

#: Slots that say "not": a row in one of them holds when its ``positive`` is false.
NEGATIVE_SLOTS = frozenset({"dislikes", "avoids"})
_NEGATED = {"likes": "dislikes", "eats": "avoids"}
#: Slots that speak of taking to a thing: to end one of them ends it in all. "I gave up beer" ends "you love beer".
_TASTES = frozenset({"likes", "eats", "habit", "hobby", "plays", "collects", "learning"})


class Kind(StrEnum):
    REPEAT = "repeat"  # the same thing again
    UPDATE = "update"  # takes the place of the targets
    SUPPLEMENT = "supplement"  # says more of the same; stands beside it
    UNRELATED = "unrelated"  # new
    END = "end"  # the targets hold no more
    CORRECT = "correct"  # the targets were wrong
    OLDER = "older"  # what is known was said later
    DECLINED = "rejected"  # the person has said no to it


@dataclass(frozen=True, slots=True)
class Existing:
    """A row as the decision sees it. ``said_at``: when it was told last; ``near``: learnt in the same conversation."""

    id: UUID
    status: str
    type: str
    slot: str
    value: str
    value_key: str
    positive: bool
    single: bool
    planned: bool
    occurred_on: date | None
    said_at: datetime
    near: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """The kind and the rows it concerns: the one repeated, or those that are closed."""

    kind: Kind
    targets: tuple[UUID, ...] = ()


#: A home of former times; "I no longer live in Ghent" says that the present one ends.
_FORMERLY = re.compile(
    r"\b(?:used to|formerly|previously|once|back then)\b|(?<!不)以前|之前|曾经?|从前|过去|原来|原先|小时候|当年|本来",
    re.IGNORECASE,
)
_NO_MORE = re.compile(r"\bno longer\b|\bany ?(?:more|longer)\b|不|搬")


def tells_former_home(candidate: Candidate) -> bool:
    """Whether an ended home is one of former times, a fact by itself beside the home of today."""
    said = f"{candidate.quote} {candidate.content}"
    return candidate.slot == "residence" and bool(_FORMERLY.search(said)) and not _NO_MORE.search(said)


def normal(candidate: Candidate) -> Candidate:
    """The candidate with its negation in one place: a disliked thing is in ``dislikes``, an end turns ``positive``."""
    if candidate.act is Act.END:
        slot = "former_residence" if tells_former_home(candidate) else candidate.slot
        return replace(candidate, slot=slot, positive=slot in NEGATIVE_SLOTS)
    if not candidate.positive and candidate.slot in _NEGATED:
        return replace(candidate, slot=_NEGATED[candidate.slot])
    if candidate.positive and candidate.slot in NEGATIVE_SLOTS:
        return replace(candidate, positive=False)
    return candidate


_BUSINESS = re.compile(
    r"(?:own|run)\b|(?:自己)?(?:开|经营)了?.{0,12}(?:店|馆|公司|厂|铺子?|工作室|民宿|餐厅|超市|诊所|农场|酒吧|作坊|工坊)的?$"
)
_RAISED = re.compile(r"\bgrew up\b|\braised\b|长大", re.IGNORECASE)


def is_business(value: str) -> bool:
    """Whether the value tells what somebody owns or runs, which stands beside a profession."""
    return _BUSINESS.match(value) is not None


def beside(candidate: Candidate) -> bool:
    """Whether the statement is of another kind than its slot's one value: a shop beside a job, a childhood's town."""
    if candidate.slot == "occupation":
        return is_business(candidate.value)
    return candidate.slot == "hometown" and _RAISED.search(candidate.content) is not None


def holds_one_value(candidate: Candidate) -> bool:
    """Whether the row is the one current value of its slot: a plan or a denial is not, nor what stands beside it."""
    if candidate.act in (Act.PLAN, Act.END) or not candidate.slot or beside(candidate):
        return False
    return is_single(candidate.slot) and (candidate.positive or candidate.slot in NEGATIVE_SLOTS)


def related_slots(slot: str) -> frozenset[str]:
    """The slots whose rows a statement in this one can concern."""
    related = {slot, opposite(slot)} - {""}
    if slot in _TASTES | NEGATIVE_SLOTS:
        related |= _TASTES | NEGATIVE_SLOTS
    return frozenset(related | {slot})


def alike(one: str, other: str) -> bool:
    """Whether one value can be a slip for the other: 林小北 and 林晓北, port 80 and 8080."""
    return bool(one and other) and SequenceMatcher(None, one.casefold(), other.casefold()).ratio() >= 0.5


def corrects(value: str, candidate: Candidate) -> bool:
    """Whether the candidate names this value as the wrong one, or is a number where this is one."""
    if candidate.former:
        return value_keys.agree(value, candidate.former, slot=candidate.slot or None)
    return value.strip().isdigit() and candidate.value.strip().isdigit()


def _same_value(row: Existing, candidate: Candidate, key: str) -> bool:
    if row.value_key == key:
        return True
    return bool(row.value and candidate.value) and value_keys.agree(
        row.value, candidate.value, slot=candidate.slot or None
    )


def _same_day(row: Existing, candidate: Candidate) -> bool:
    said = candidate.occurred.on if candidate.occurred else None
    return row.occurred_on is None or said is None or row.occurred_on == said


def decide(
    candidate: Candidate, *, key: str, existing: Sequence[Existing], said_at: datetime, firm: bool
) -> Decision:
    """The decision for a normalised candidate; ``existing`` are rows of its subject, ``firm``: it would be active.

    Words that are older than what is known, and words that only wait for the person, close nothing.
    """
    same = [row for row in existing if _same_value(row, candidate, key)]
    active = [row for row in existing if row.status == MemoryStatus.ACTIVE]
    plan = candidate.act is Act.PLAN

    for status in (MemoryStatus.ACTIVE, MemoryStatus.PENDING):
        for row in same:
            if (
                row.status == status
                and row.slot == candidate.slot
                and row.positive == candidate.positive
                and row.planned == plan
                and _same_day(row, candidate)
            ):
                return Decision(Kind.REPEAT, (row.id,))
    if not candidate.explicit and any(
        row.status == MemoryStatus.REJECTED
        and row.slot == candidate.slot
        and row.positive == candidate.positive
        for row in same
    ):
        return Decision(Kind.DECLINED)
    if plan or not firm:
        return Decision(Kind.UNRELATED)

    closed = _closed(candidate, key=key, active=active)
    if closed:
        if any(row.said_at > said_at for row in closed):
            return Decision(Kind.OLDER, tuple(row.id for row in closed))
        kind = {Act.END: Kind.END, Act.CORRECT: Kind.CORRECT}.get(candidate.act, Kind.UPDATE)
        return Decision(kind, tuple(row.id for row in closed))
    beside = any(row.slot == candidate.slot and row.type == MemoryType.RELATIONSHIP for row in active)
    return Decision(Kind.SUPPLEMENT if beside else Kind.UNRELATED)


def _closed(candidate: Candidate, *, key: str, active: Sequence[Existing]) -> list[Existing]:
    """The active rows that the candidate closes."""
    closed: dict[UUID, Existing] = {}
    for row in active:
        if row.planned:
            continue
        same_value = _same_value(row, candidate, key)
        same_slot = row.slot == candidate.slot
        contrary = same_slot and row.positive != candidate.positive
        if (
            (same_value and (contrary or (row.slot == opposite(candidate.slot) != "")))
            or (candidate.act in (Act.END, Act.CORRECT) and same_value and _taste_reversed(row, candidate))
            or (same_slot and row.single and holds_one_value(candidate) and not same_value)
        ):
            closed[row.id] = row
    if not closed and candidate.act is Act.CORRECT:
        slips = [
            row
            for row in active
            if (row.near or candidate.former)
            and row.slot == candidate.slot
            and (corrects(row.value, candidate) or alike(row.value, candidate.value))
        ]
        closed |= {row.id: row for row in sorted(slips, key=lambda row: row.said_at)[-1:]}
    return list(closed.values())


def _taste_reversed(row: Existing, candidate: Candidate) -> bool:
    """Whether an end or a correction in one slot of taste speaks against a row in another."""
    tastes = _TASTES | NEGATIVE_SLOTS
    if candidate.slot not in tastes or row.slot not in tastes:
        return False
    fond = row.positive and row.slot not in NEGATIVE_SLOTS
    if candidate.slot in NEGATIVE_SLOTS:
        return fond if candidate.act is Act.CORRECT or not candidate.positive else not fond
    return fond if not candidate.positive else not fond
