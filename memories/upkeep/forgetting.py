"""What becomes of a memory as time passes: keep, archive or drop, and why. Pure: rows and a policy give verdicts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from memories.kinds import DatePrecision, MemoryStatus, MemoryType, SensitiveCategory

#: Types that fade unless the person says otherwise, and those whose time a person may set. What somebody prefers or
#: has ordered is theirs to end, and is not among them.
FADING = (MemoryType.EVENT, MemoryType.TASK)
CHOOSABLE = (
    MemoryType.EVENT,
    MemoryType.TASK,
    MemoryType.DECISION,
    MemoryType.FACT,
    MemoryType.RELATIONSHIP,
)
#: Types that no lack of room archives.
_NEVER_CROWDED = (MemoryType.PREFERENCE, MemoryType.INSTRUCTION)


class Action(StrEnum):
    KEEP = "keep"
    ARCHIVE = "archive"
    DROP = "drop"


class Reason(StrEnum):
    """Why; a key that the audit keeps and `words` tells in the person's language."""

    SETTLED = "settled"  # neither current nor waiting: nothing is left to decide
    PINNED = "pinned"
    PROTECTED = "protected"
    LASTING = "lasting"  # of a type that does not fade
    UNUSED = "unused"  # of a type that fades: neither told, used nor due for so many days
    DOUBTFUL = "doubtful"  # unsure, and neither told again, confirmed nor used for so many days
    CROWDED = "crowded"  # there are more than there is room for, and it weighs least


@dataclass(frozen=True, slots=True)
class Policy:
    """The thresholds. ``retention``: days by type, None for ever; a type that is not there does not fade."""

    retention: Mapping[str, int | None] = field(default_factory=lambda: MappingProxyType({}))
    doubtful_below: float = 0.6
    doubtful_days: int = 30
    capacity: int = 10_000
    capacity_kept: float = 0.8

    def days_of(self, type: str) -> int | None:
        """After how many days a memory of this type is archived; None for never."""
        if type in CHOOSABLE:
            return self.retention.get(type)
        return None

    @property
    def fading_types(self) -> list[str]:
        """The types that fade under this policy."""
        return [type.value for type in CHOOSABLE if self.days_of(type) is not None]

    @property
    def shortest_days(self) -> int:
        """The shortest time of a type that fades; without one, none is shorter than that of doubt."""
        times = [days for type in CHOOSABLE if (days := self.days_of(type)) is not None]
        return min(times, default=self.doubtful_days)


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory as the decision sees it. ``told_at``: when it was said last; ``due_at``: the end of what it tells of."""

    id: UUID
    status: str
    type: str
    confidence: float
    importance: float
    told_at: datetime
    pinned: bool = False
    protection: str = ""
    category: str = ""
    due_at: datetime | None = None
    accessed_at: datetime | None = None
    kept_at: datetime | None = None
    access_count: int = 0

    @property
    def protected(self) -> bool:
        """Safety, health, identity: what upkeep leaves alone, confirmed or still waiting."""
        return bool(self.protection) or self.category == SensitiveCategory.HEALTH


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be done now and why. ``at``: when ``coming`` is to be done if nothing happens; None for never."""

    action: Action
    reason: Reason
    days: int = 0
    at: datetime | None = None
    coming: Action = Action.KEEP


def verdict(row: Standing, *, now: datetime, policy: Policy) -> Verdict:
    """What becomes of one memory at this moment, room apart."""
    if row.status not in (MemoryStatus.ACTIVE, MemoryStatus.PENDING):
        return Verdict(Action.KEEP, Reason.SETTLED)
    if row.pinned:
        return Verdict(Action.KEEP, Reason.PINNED)
    if row.protected:
        return Verdict(Action.KEEP, Reason.PROTECTED)
    current = row.status == MemoryStatus.ACTIVE
    signs = [row.told_at, row.accessed_at, row.kept_at]
    if row.confidence < policy.doubtful_below and not (current and row.type == MemoryType.PREFERENCE):
        return _fading(signs, days=policy.doubtful_days, now=now, coming=Action.DROP, reason=Reason.DOUBTFUL)
    days = policy.days_of(row.type)
    if current and days is not None:
        return _fading([*signs, row.due_at], days=days, now=now, coming=Action.ARCHIVE, reason=Reason.UNUSED)
    return Verdict(Action.KEEP, Reason.LASTING)


def _fading(
    signs: Iterable[datetime | None], *, days: int, now: datetime, coming: Action, reason: Reason
) -> Verdict:
    at = max(sign for sign in signs if sign is not None) + timedelta(days=days)
    return Verdict(coming if at <= now else Action.KEEP, reason, days, at, coming)


def worth(row: Standing) -> float:
    """What a memory weighs when there is no room for all: its importance, more the more it is used."""
    return row.importance * (1 + 0.1 * row.access_count)


def crowded(rows: Iterable[Standing], *, now: datetime, policy: Policy) -> list[UUID]:
    """The current memories to archive for want of room, the least first; none while they are within the limit.

    What is protected, pinned, preferred, ordered, kept by the person or still to come stays, so that fewer may go.
    """
    current = [row for row in rows if row.status == MemoryStatus.ACTIVE]
    if len(current) <= policy.capacity:
        return []
    movable = [
        row
        for row in current
        if not (row.pinned or row.protected or row.kept_at or row.type in _NEVER_CROWDED)
        and not (row.due_at is not None and row.due_at > now)
    ]
    movable.sort(key=lambda row: (worth(row), row.told_at, row.id))
    return [row.id for row in movable[: len(current) - int(policy.capacity * policy.capacity_kept)]]


def end_of(day: date | None, *, precision: str, zone: tzinfo) -> datetime | None:
    """The first moment after the day, month or year that a memory tells of, in the person's zone."""
    if day is None:
        return None
    try:
        if precision == DatePrecision.YEAR:
            after = date(day.year + 1, 1, 1)
        elif precision == DatePrecision.MONTH:
            after = date(day.year + day.month // 12, day.month % 12 + 1, 1)
        else:
            after = day + timedelta(days=1)
        return datetime.combine(after, time.min, tzinfo=zone)
    except (OverflowError, ValueError):  # the last year that there is
        return None
