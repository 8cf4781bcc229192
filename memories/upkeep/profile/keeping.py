"""The profile follows the memories at once: no line says what is not current, whoever wrote it.

Called with every change of a memory, in its transaction, under the person's lock. The whole profile is written anew
later, in ``writing``.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import DateTimeField, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from memories.kinds import EntityKind, EventVerb, MemoryFlag
from memories.models import Memory, MemorySettings, Profile, ProfileLine
from memories.upkeep.profile import wording
from memories.upkeep.profile.facts import Fact, belongs, digest

if TYPE_CHECKING:
    from memoryhub.models import User

#: What makes the profile say less or something else; the other verbs can only add to it, and that can wait.
_TAKES_BACK = frozenset(
    {
        EventVerb.SUPERSEDED,
        EventVerb.EDITED,
        EventVerb.REJECTED,
        EventVerb.FORGOTTEN,
        EventVerb.ARCHIVED,
        EventVerb.MERGED,
        EventVerb.RESTORED,
    }
)
_NO_NEWS = frozenset({EventVerb.REPEATED, EventVerb.PURGED})
#: As many memories are looked at for one profile.
READ_LIMIT = 400


def changed(*, user_id: UUID, verb: EventVerb) -> None:
    """A memory of the person's has changed so: the profile is to be written anew, and says nothing that has passed."""
    if verb in _NO_NEWS:
        return
    mark_stale(user_id=user_id)
    if verb in _TAKES_BACK:
        mend(user_id=user_id)


def mark_stale(*, user_id: UUID) -> None:
    """The profile is to be written anew; who has none yet gets one."""
    now = timezone.now()
    since = Coalesce("stale_since", Value(now, output_field=DateTimeField()))
    if not Profile.objects.filter(user_id=user_id).update(stale_since=since):
        Profile.objects.get_or_create(user_id=user_id, defaults={"stale_since": now})


def mend(*, user_id: UUID) -> int:
    """Lines of what has passed are worded from what is left of them, or gone; returns how many changed."""
    lines = list(ProfileLine.objects.filter(profile__user_id=user_id).prefetch_related(told_memories()))
    passed = [line for line in lines if not is_current(line)]
    if not passed:
        return 0
    may_write = not MemorySettings.objects.filter(user_id=user_id, learn=False).exists()
    for line in passed:
        left = [fact for fact in facts_of(current_among(line.memories.all())) if belongs(fact)]
        if line.hidden or not left or not may_write:
            line.delete()
            continue
        line.text, line.digest, line.by_person = wording.text_of(left), digest(left), False
        line.save(update_fields=["text", "digest", "by_person"])
        line.memories.set(Memory.objects.filter(pk__in=[fact.id for fact in left]))
    return len(passed)


# ------------------------------------------------------------------------------------------------ what is current


def told_memories(prefix: str = "") -> "Prefetch[str]":
    """For a queryset of lines: the memories of each, with what wording needs."""
    return Prefetch(f"{prefix}memories", queryset=Memory.objects.select_related("subject").order_by("pk"))


def is_current(line: ProfileLine) -> bool:
    """Whether all that a line says is said by current memories, in the words it was written from."""
    told = list(line.memories.all())
    current = facts_of(current_among(told))
    return bool(told) and len(current) == len(told) and line.digest in ("", digest(current))


def current_among(memories: Iterable[Memory], *, now: datetime | None = None) -> list[Memory]:
    """Those that hold now: active, in no doubt, not over."""
    at = now or timezone.now()
    return [
        memory
        for memory in memories
        if memory.status == "active"
        and memory.flag == MemoryFlag.NONE
        and (memory.expires_at is None or memory.expires_at > at)
        and (memory.valid_until is None or memory.valid_until > at)
    ]


def current(user: "User | UUID", *, now: datetime) -> QuerySet[Memory]:
    """The person's current memories, weightiest first."""
    return (
        Memory.objects.filter(user=user)
        .active()
        .filter(
            Q(expires_at=None) | Q(expires_at__gt=now),
            Q(valid_until=None) | Q(valid_until__gt=now),
            flag=MemoryFlag.NONE,
        )
        .select_related("subject")
    )


def readable_facts(*, user_id: UUID, now: datetime) -> list[Fact]:
    """What the profile may be written from, at most ``READ_LIMIT``: pinned and protected first, then by importance."""
    rows = current(user_id, now=now).exclude(type="instruction")
    guarded = list(rows.filter(Q(pinned_at__isnull=False) | ~Q(protection="")).order_by("pk")[:READ_LIMIT])
    others = rows.filter(pinned_at=None, protection="").order_by("-importance", "-mention_count", "pk")
    return [fact for fact in facts_of([*guarded, *others[:READ_LIMIT]]) if belongs(fact)]


def facts_of(memories: Iterable[Memory]) -> list[Fact]:
    """The memories as the writers read them."""
    return [
        Fact(
            id=memory.pk,
            content=memory.content,
            type=memory.type,
            slot=memory.slot,
            value=memory.value,
            of_self=memory.subject.kind == EntityKind.SELF,
            positive=memory.positive,
            importance=memory.importance,
            mentions=memory.mention_count,
            accesses=memory.access_count,
            guarded=memory.protected,
            pinned=memory.pinned_at is not None,
            by_person=memory.written_by_person,
        )
        for memory in memories
    ]
