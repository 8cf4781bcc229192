"""Buries what says a forgotten memory again: replies that were given it, and sentences that repeat it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q

from memories import fingerprints, sources
from memories.kinds import EventVerb, ForgottenReason, MemoryStatus
from memories.models import Memory, MemoryEvent, MemorySource, RecallTrace, Tombstone
from memories.said_again import Statement, stretches
from memories.sources import SaidAgain

if TYPE_CHECKING:
    from memoryhub.models import User

#: Of more memories at once nobody looks for each sentence: every reply in the chats that taught them is buried.
_MANY = 200


def bury(
    user: "User", memories: Sequence[Memory], *, about: Sequence[str] = (), at: datetime, keyed: bool = True
) -> list[UUID]:
    """What says these rows again has tombstones, which go with the memory's; returns the messages it stands in.

    In the caller's transaction; their own are buried already. With ``keyed`` off the tombstones match no statement.
    """
    taught_by = _taught_by(memories)
    if len(memories) > _MANY:
        beside = sources.conversations().replies_beside(user=user, message_ids=taught_by)
        first = memories[0].pk
        found = [SaidAgain(first, reply_id) for reply_id in beside]
    else:
        said = [replace(one, about=tuple(about)) for one in statements(user, memories)]
        found = sources.conversations().said_again(user=user, statements=said, taught_by=taught_by)
    found += _given(user, memories)
    _store(user, memories, found, at=at, keyed=keyed)
    return list(dict.fromkeys(one.message_id for one in found))


def statements(user: "User", memories: Sequence[Memory]) -> list[Statement]:
    """What the rows say, with the words of the messages that taught them."""
    messages = sources.conversations().messages(user=user, message_ids=_taught_by(memories))
    return [
        Statement(
            memory_id=memory.pk,
            value=memory.value,
            content=memory.content,
            spoken=tuple(
                messages[source.message_id].text[source.start : source.end]
                for source in memory.sources.all()
                if source.message_id in messages and source.start is not None
            ),
        )
        for memory in memories
    ]


def forgotten_meanwhile(user: "User", *, message_id: UUID, text: str, since: datetime) -> None:
    """What a finished reply repeats of memories that the person has had forgotten since then is buried, too.

    In the caller's transaction.
    """
    gone = MemoryEvent.objects.filter(user=user, verb=EventVerb.FORGOTTEN, created_at__gte=since)
    ids = set(gone.values_list("memory_id", flat=True))
    if not ids:
        return
    rows = Memory.objects.of(user).filter(pk__in=ids, status=MemoryStatus.FORGOTTEN)
    memories = list(
        rows.exclude(forgotten_reason=ForgottenReason.FADED)
        .select_related("subject")
        .prefetch_related("sources")
    )
    found = [
        SaidAgain(statement.memory_id, message_id, start, end)
        for statement in statements(user, memories)
        for start, end in stretches(text, statement, own=False, near=True)
    ]
    _store(user, memories, found, at=since, keyed=True)


def _taught_by(memories: Sequence[Memory]) -> list[UUID]:
    sources_of = MemorySource.objects.filter(
        memory_id__in=[memory.pk for memory in memories], message_id__isnull=False
    )
    return [pk for pk in sources_of.values_list("message_id", flat=True).distinct() if pk is not None]


def _given(user: "User", memories: Sequence[Memory]) -> list[SaidAgain]:
    """The replies that tell one of these rows, or whose model had it to read: in what words they do is not known."""
    ids = {memory.pk for memory in memories}
    told = Q(used__isnull=True, injected__overlap=list(ids)) | Q(used__overlap=list(ids))
    traces = RecallTrace.objects.filter(told, user=user, reply__isnull=False)
    found = []
    for reply_id, injected, used in traces.values_list("reply_id", "injected", "used"):
        given = ids.intersection(injected if used is None else used)
        found += [SaidAgain(memory_id, reply_id) for memory_id in sorted(given) if reply_id is not None]
    return found


def _store(
    user: "User", memories: Iterable[Memory], found: Iterable[SaidAgain], *, at: datetime, keyed: bool
) -> None:
    marks = {memory.pk: min(fingerprints.of_memory(user, memory)) if keyed else "" for memory in memories}
    Tombstone.objects.bulk_create(
        [
            Tombstone(
                user=user,
                memory_id=one.memory_id,
                fingerprint=marks[one.memory_id],
                message_id=one.message_id,
                start=one.start,
                end=one.end,
                created_at=at,
            )
            for one in dict.fromkeys(found)
        ],
        batch_size=1_000,
    )
