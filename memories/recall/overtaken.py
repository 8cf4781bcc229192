"""Which memories what waits for capture takes the place of: they are as good as replaced, and told no more. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.capture import confidence, conflict, ended, keys, value_keys
from memories.capture.types import Act, Candidate, Subject

_CLOSES = frozenset({conflict.Kind.UPDATE, conflict.Kind.END, conflict.Kind.CORRECT})


@dataclass(frozen=True, slots=True)
class Waiting:
    """A statement that waits for capture, and when it was said."""

    candidate: Candidate
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory as it is judged: what conflicts and endings see of it, and whether it guards the person's safety."""

    existing: conflict.Existing
    told: ended.Told
    subject: Subject
    guards: bool = False


def overtaken(*, waiting: Sequence[Waiting], rows: Sequence[Standing], sure: float) -> frozenset[UUID]:
    """The memories that hold no more once these statements are captured; ``sure``: from where one is active.

    What guards the person's safety is told until capture has decided.
    """
    gone: set[UUID] = set()
    for one in waiting:
        candidate = conflict.normal(one.candidate)
        if confidence.confidence(candidate) < sure or candidate.act is Act.PLAN:
            continue
        theirs = [row for row in rows if not row.guards and row.existing.said_at <= one.said_at]
        about = [row for row in theirs if _of_one(candidate.subject, row.subject)]
        gone |= _closed(candidate, about, said_at=one.said_at)
        gone |= {row.existing.id for row in theirs if _is_wrong(row, candidate)}
        if ended.ending(candidate) is not None:
            gone |= {row.id for row in ended.over(candidate, [row.told for row in theirs])}
    return frozenset(gone)


def _is_wrong(row: Standing, candidate: Candidate) -> bool:
    """Whether a correction names the row's value as wrong: a name, or what it says nothing else of."""
    if candidate.act is not Act.CORRECT or not candidate.former or not row.existing.value:
        return False
    of_the_kind = not candidate.slot or (
        row.existing.slot == candidate.slot and row.subject.relation == candidate.subject.relation
    )
    return of_the_kind and value_keys.agree(
        row.existing.value, candidate.former, slot=row.existing.slot or None
    )


def _closed(candidate: Candidate, rows: Sequence[Standing], *, said_at: datetime) -> set[UUID]:
    decision = conflict.decide(
        candidate,
        key=keys.candidate_key(candidate),
        existing=[row.existing for row in rows],
        said_at=said_at,
        firm=True,
    )
    return set(decision.targets) if decision.kind in _CLOSES else set()


def _of_one(one: Subject, other: Subject) -> bool:
    """Whether two subjects are the same: the one sister who has a name is "my sister"."""
    if (one.kind, one.relation) != (other.kind, other.relation):
        return False
    return not one.name or not other.name or keys.name_key(one.name) == keys.name_key(other.name)
