"""Archives and drops what `forgetting` says, a person at a time, and tells what will fade soon.

A verdict is passed again under the person's lock, on the rows as they are then: what was edited, used or kept meanwhile
stays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from memories import erasure, records
from memories.kinds import Actor, EventVerb, ForgottenReason, MemoryStatus
from memories.models import Memory, MemoryEvent, Profile, ProfileLine
from memories.querysets import MemoryQuerySet
from memories.recall import index
from memories.upkeep import forgetting
from memories.upkeep.forgetting import Action, Policy, Reason, Standing, Verdict
from memories.upkeep.policies import policy_of

if TYPE_CHECKING:
    from memoryhub.models import User

#: Rows that one transaction changes: the person's lock is held for a moment only.
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Fading:
    """A memory that fades, and the verdict on it."""

    memory: Memory
    verdict: Verdict


def standing_of(memory: Memory, *, zone: tzinfo) -> Standing:
    """The memory as the decision sees it; it was read with `told`."""
    told_at: datetime = memory.told_at  # type: ignore[attr-defined]
    occurred = forgetting.end_of(memory.occurred_on, precision=memory.occurred_precision, zone=zone)
    planned = forgetting.end_of(memory.planned_for, precision=memory.occurred_precision, zone=zone)
    ends = [end for end in (occurred, planned) if end is not None]
    return Standing(
        id=memory.pk,
        status=memory.status,
        type=memory.type,
        confidence=memory.confidence,
        importance=memory.importance,
        told_at=max(told_at, memory.created_at),
        pinned=memory.pinned_at is not None,
        protection=memory.protection,
        category=memory.category,
        due_at=max(ends, default=None),
        accessed_at=memory.last_accessed_at,
        kept_at=memory.kept_at,
        access_count=memory.access_count,
    )


# ------------------------------------------------------------------------------------------------ by time


def fade(*, user: "User", now: datetime, dry_run: bool = False, policy: Policy | None = None) -> int:
    """What nobody told, used or awaited for its time is archived, what stayed doubtful dropped; returns how many."""
    policy = policy or policy_of(user)
    going = [row.memory.pk for row in due(user=user, now=now, policy=policy)]
    if dry_run:
        return len(going)
    return sum(_fade_batch(user, batch, now=now, policy=policy) for batch in _batches(going))


def due(*, user: "User", now: datetime, policy: Policy | None = None) -> Iterator[Fading]:
    """The person's memories that fade at this moment."""
    policy = policy or policy_of(user)
    for row in _judged(_candidates(user, now=now, policy=policy), user=user, now=now, policy=policy):
        if row.verdict.action is not Action.KEEP:
            yield row


def soon(*, user: "User", now: datetime, within: timedelta | None = None) -> list[Fading]:
    """What fades within MEMORY_FADING_DAYS if nothing happens, the next first; what is overdue goes tonight."""
    policy = policy_of(user)
    until = now + (within or timedelta(days=settings.MEMORY_FADING_DAYS))
    rows = [
        row
        for row in _judged(_candidates(user, now=until, policy=policy), user=user, now=now, policy=policy)
        if row.verdict.at is not None and row.verdict.at <= until
    ]
    return sorted(rows, key=lambda row: (row.verdict.at or now, row.memory.pk))


def let_go(*, user: "User", memory: Memory, now: datetime) -> Action:
    """What time would do to this memory is done at once, by the person; returns what was done. Under their lock."""
    row = _judged(Memory.objects.of(user).filter(pk=memory.pk), user=user, now=now, policy=policy_of(user))
    found = next(row, None)
    if found is None or found.verdict.coming is Action.KEEP:
        return Action.KEEP
    _apply(user, [Fading(found.memory, found.verdict)], at=now, actor=Actor.PERSON)
    return found.verdict.coming


def _candidates(user: "User", *, now: datetime, policy: Policy) -> MemoryQuerySet:
    return Memory.objects.of(user).may_fade(
        types=policy.fading_types,
        unused_before=now - timedelta(days=policy.shortest_days),
        doubtful_below=policy.doubtful_below,
        doubtful_before=now - timedelta(days=policy.doubtful_days),
    )


def _judged(rows: MemoryQuerySet, *, user: "User", now: datetime, policy: Policy) -> Iterator[Fading]:
    zone = user.tzinfo
    for memory in rows.told().order_by("pk").iterator(chunk_size=_BATCH):
        yield Fading(memory, forgetting.verdict(standing_of(memory, zone=zone), now=now, policy=policy))


def _fade_batch(user: "User", ids: Sequence[UUID], *, now: datetime, policy: Policy) -> int:
    with transaction.atomic():
        records.lock_person(user.pk)
        _lock_rows(user, ids)
        rows = [
            row
            for row in _judged(Memory.objects.of(user).filter(pk__in=ids), user=user, now=now, policy=policy)
            if row.verdict.action is not Action.KEEP
        ]
        _apply(user, rows, at=now, actor=Actor.SYSTEM)
    return len(rows)


def _lock_rows(user: "User", ids: Iterable[UUID]) -> None:
    """No access is counted on these rows until the transaction ends; in the order that counting takes them."""
    locked = Memory.objects.of(user).filter(pk__in=list(ids)).order_by("pk").select_for_update(no_key=True)
    list(locked.values_list("pk", flat=True))


def _apply(user: "User", rows: Sequence[Fading], *, at: datetime, actor: Actor) -> None:
    """The rows are archived or dropped as their verdicts say. In the caller's transaction, under the person's lock."""
    by_reason: dict[tuple[Action, str], list[Memory]] = {}
    for row in rows:
        coming = row.verdict.coming if row.verdict.action is Action.KEEP else row.verdict.action
        key = (coming, detail_of(row.verdict))
        by_reason.setdefault(key, []).append(row.memory)
    for (action, detail), memories in by_reason.items():
        if action is Action.DROP:
            erasure.forget(user, memories, reason=ForgottenReason.FADED, actor=actor, detail=detail)
        else:
            archive(user, memories, detail=detail, actor=actor, at=at)


def detail_of(verdict: Verdict) -> str:
    """What the audit keeps of a verdict: its reason and the days, as in ``unused:90``."""
    return f"{verdict.reason}:{verdict.days}" if verdict.days else str(verdict.reason)


def archive(user: "User", memories: Sequence[Memory], *, detail: str, actor: Actor, at: datetime) -> None:
    """The rows are in cold storage: in no index and in no profile. In the caller's transaction, under the lock."""
    ids = [memory.pk for memory in memories]
    if not ids:
        return
    Memory.objects.of(user).filter(pk__in=ids).update(
        status=MemoryStatus.ARCHIVED, status_before="", updated_at=timezone.now()
    )
    index.remove(memory_ids=ids)
    lines = list(ProfileLine.objects.filter(memories__in=ids).values_list("pk", flat=True))
    if lines:
        ProfileLine.objects.filter(pk__in=lines).delete()
        Profile.objects.filter(user=user, stale_since__isnull=True).update(stale_since=timezone.now())
    MemoryEvent.objects.bulk_create(
        [
            MemoryEvent(
                user=user,
                memory_id=memory_id,
                verb=EventVerb.ARCHIVED,
                actor=actor,
                detail=detail,
                created_at=at,
            )
            for memory_id in ids
        ]
    )


def _batches(ids: Sequence[UUID]) -> Iterator[Sequence[UUID]]:
    for start in range(0, len(ids), _BATCH):
        yield ids[start : start + _BATCH]


# ------------------------------------------------------------------------------------------------ by room


def make_room(*, user: "User", now: datetime, dry_run: bool = False, policy: Policy | None = None) -> int:
    """A person with more current memories than there is room for has the least of them archived; returns how many."""
    policy = policy or policy_of(user)
    going = _crowded(user, now=now, policy=policy)
    if dry_run or not going:
        return len(going)
    with transaction.atomic():
        records.lock_person(user.pk)
        going = _crowded(user, now=now, policy=policy)
        for batch in _batches(going):
            _lock_rows(user, batch)
            rows = list(Memory.objects.of(user).active().filter(pk__in=batch))
            archive(user, rows, detail=str(Reason.CROWDED), actor=Actor.SYSTEM, at=now)
    return len(going)


def _crowded(user: "User", *, now: datetime, policy: Policy) -> list[UUID]:
    current = Memory.objects.of(user).active()
    if current.count() <= policy.capacity:
        return []
    rows = current.told().defer("content", "value").iterator(chunk_size=1000)
    return forgetting.crowded(
        (standing_of(memory, zone=user.tzinfo) for memory in rows), now=now, policy=policy
    )
