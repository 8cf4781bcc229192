"""The earlier statements that a memory took the place of, step by step: they go with it, and come back with it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from memories.kinds import EventVerb, MemoryStatus
from memories.models import Memory, MemoryEvent

if TYPE_CHECKING:
    from memoryhub.models import User

#: What a replaced row can be by now, short of being forgotten.
_FORMER = (MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED)


def earlier(user: "User", memories: Sequence[Memory]) -> list[Memory]:
    """The former rows that these replaced, and what those had replaced; one that holds again is none."""
    return _steps(user, memories, statuses=_FORMER)


def gone_along(user: "User", memories: Sequence[Memory]) -> list[Memory]:
    """The earlier rows that were forgotten together with these."""
    at = {memory.forgotten_at for memory in memories if memory.forgotten_at}
    return _steps(user, memories, statuses=(MemoryStatus.FORGOTTEN,), forgotten_at=at) if at else []


def _steps(
    user: "User",
    memories: Sequence[Memory],
    *,
    statuses: Collection[str],
    forgotten_at: Collection[datetime] = (),
) -> list[Memory]:
    found: dict[UUID, Memory] = {}
    step, known = list(memories), {memory.pk for memory in memories}
    while step:
        ids = {row.supersedes_id for row in step if row.supersedes_id} | _by_the_same_words(user, step)
        rows = Memory.objects.of(user).filter(pk__in=ids - known, status__in=statuses)
        if forgotten_at:
            rows = rows.filter(forgotten_at__in=forgotten_at)
        step = list(rows.select_related("subject").prefetch_related("sources").order_by("-created_at", "pk"))
        known.update(row.pk for row in step)
        found |= {row.pk: row for row in step}
    return list(found.values())


def _by_the_same_words(user: "User", memories: Sequence[Memory]) -> set[UUID]:
    """Rows of the same slot that the words which told these closed as well: a link names one of them only."""
    of_slots = {memory.pk: (memory.subject_id, memory.slot) for memory in memories if memory.slot}
    told = MemoryEvent.objects.filter(
        user=user,
        memory_id__in=of_slots,
        verb__in=(EventVerb.CREATED, EventVerb.REPEATED),
        message_id__isnull=False,
    )
    places: dict[UUID, set[tuple[int, str]]] = {}
    for memory_id, message_id in told.values_list("memory_id", "message_id"):
        if message_id is not None:
            places.setdefault(message_id, set()).add(of_slots[memory_id])
    if not places:
        return set()
    closed = MemoryEvent.objects.filter(user=user, verb=EventVerb.SUPERSEDED, message_id__in=places)
    by_message = dict(closed.values_list("memory_id", "message_id"))
    rows = Memory.objects.of(user).filter(pk__in=by_message, superseded_by__isnull=True)
    return {
        row.pk for row in rows if (row.subject_id, row.slot) in places.get(by_message[row.pk] or row.pk, ())
    }
