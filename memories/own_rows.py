"""A person's own rows and how one becomes current by a person's choice. What services and decisions share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils import timezone

from memories import handwritten, records
from memories.capture import confidence, safety
from memories.kinds import Actor, EventVerb, MemoryFlag, MemoryStatus
from memories.models import Memory, Profile

if TYPE_CHECKING:
    from memoryhub.models import User


class MemoryNotFound(Exception):
    """There is no such memory of this person's."""


def memory_get_for_user(*, user: "User", memory_id: UUID) -> Memory:
    """The person's memory; MemoryNotFound for somebody else's as for none."""
    try:
        return Memory.objects.of(user).select_related("subject").get(pk=memory_id)
    except Memory.DoesNotExist:
        raise MemoryNotFound from None


def own_rows(user: "User", memory_ids: Sequence[UUID]) -> list[Memory]:
    """The person's rows with these ids in their order; MemoryNotFound if one is missing."""
    wanted = list(dict.fromkeys(memory_ids))
    found = Memory.objects.of(user).select_related("subject").prefetch_related("sources").in_bulk(wanted)
    if len(found) != len(wanted):
        raise MemoryNotFound
    return [found[memory_id] for memory_id in wanted]


def by_whom(staff: "User | None") -> dict[str, Any]:
    """Who did it, for the audit: the person, or a staff member in their stead."""
    return {"actor": Actor.PERSON} if staff is None else {"actor": Actor.STAFF, "staff": staff}


def take_the_place(user: "User", memory: Memory, *, staff: "User | None" = None) -> list[Memory]:
    """What contradicts a row that a person chose is superseded by it."""
    now = timezone.now()
    closed = list(handwritten.rivals(user, memory))
    for row in closed:
        row.status, row.valid_until, row.updated_at = MemoryStatus.SUPERSEDED, now, now
        row.save(update_fields=["status", "valid_until", "updated_at"])
        records.Vectors(away=True).write(row)
        records.log(row, EventVerb.SUPERSEDED, **by_whom(staff))
    return closed


def activate(
    user: "User",
    memory: Memory,
    vectors: records.Vectors,
    *,
    verb: EventVerb,
    staff: "User | None" = None,
    detail: str = "",
) -> None:
    """The row is active by the person's choice, which wins its slot and is as sure as a confirmation."""
    vectors.need([memory.content])
    closed = take_the_place(user, memory, staff=staff)
    memory.supersedes = memory.supersedes or (closed[0] if closed else None)
    memory.status, memory.flag, memory.valid_until = MemoryStatus.ACTIVE, MemoryFlag.NONE, None
    memory.forgotten_at, memory.forgotten_reason, memory.status_before = None, "", ""
    memory.confidence = confidence.confirmed(memory.confidence)
    memory.protection = memory.protection or safety.held_as(
        category=memory.category,
        slot=memory.slot,
        safety=memory.slot == "allergy",
        content=memory.content,
        type=memory.type,
    )
    memory.updated_at = timezone.now()
    memory.save()
    vectors.write(memory)
    records.log(memory, verb, detail=detail, **by_whom(staff))
    profile_stale(user)


def profile_stale(user: "User") -> None:
    """The profile is to be written anew: what it is made of has changed."""
    Profile.objects.filter(user=user, stale_since__isnull=True).update(stale_since=timezone.now())
