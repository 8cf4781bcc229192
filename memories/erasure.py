"""The one door through which memories go: out of every read path at once, for good after MEMORY_RECYCLE_DAYS."""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from memories import fingerprints, passages, records, retelling, sources
from memories.graph import store
from memories.kinds import Actor, CaptureStatus, EventVerb, ForgottenReason, MemoryStatus
from memories.knowledge.index import embedded_text
from memories.models import (
    CaptureRun,
    Chunk,
    Citation,
    Document,
    EpisodeItem,
    Import,
    Job,
    Memory,
    MemoryEvent,
    MemorySource,
    Profile,
    ProfileLine,
    RecallTrace,
    Tombstone,
)
from memories.recall import index, model_in_use
from memories.upkeep.episodes import keeping as episodes
from memoryhub.ai.embeddings import forget_passages

if TYPE_CHECKING:
    from memoryhub.models import User

logger = logging.getLogger(__name__)

_BATCH = 500


def forget(
    user: "User",
    memories: Sequence[Memory],
    *,
    reason: ForgottenReason,
    actor: Actor,
    staff: "User | None" = None,
    message_id: UUID | None = None,
    detail: str = "",
    about: Sequence[str] = (),
) -> list[Memory]:
    """These rows of the person's are in the recycle bin and in no read path; returns those that were not there before.

    In the caller's transaction, under the person's lock. What the person or staff had forgotten leaves tombstones; what
    faded may be learnt again, and the talk it came from stays. Rows that were joined with one of these go along.
    With names or words in ``about``, whatever was said about those goes too.
    """
    now = timezone.now()
    going = [memory for memory in memories if memory.status != MemoryStatus.FORGOTTEN]
    if not going:
        return []
    for memory in going:
        if reason != ForgottenReason.FADED:
            fingerprints.bury(user, memory, at=now)
        memory.status_before, memory.status = memory.status, MemoryStatus.FORGOTTEN
        memory.forgotten_at, memory.forgotten_reason, memory.updated_at = now, reason, now
        memory.save(
            update_fields=["status_before", "status", "forgotten_at", "forgotten_reason", "updated_at"]
        )
        records.log(
            memory,
            EventVerb.FORGOTTEN,
            actor=actor,
            staff=staff,
            message_id=message_id,
            detail=detail or reason,
        )
    if reason == ForgottenReason.FADED:
        _drop_from_reading(user, [memory.pk for memory in going])
    else:
        _drop_derived(user, going, said_again=retelling.bury(user, going, about=about, at=now))
    joined = Memory.objects.of(user).filter(merged_into__in=[memory.pk for memory in going])
    rest = list(joined.select_related("subject").prefetch_related("sources"))
    forget(user, rest, reason=reason, actor=actor, staff=staff, message_id=message_id, detail=detail)
    return going


def _drop_from_reading(user: "User", ids: Sequence[UUID]) -> None:
    """Nothing says these rows any more: index with relations, profile and episode lines."""
    index.remove(memory_ids=ids)
    EpisodeItem.objects.filter(memory_id__in=ids).delete()
    lines = list(ProfileLine.objects.filter(memories__in=ids).values_list("pk", flat=True))
    if lines:
        ProfileLine.objects.filter(pk__in=lines).delete()
        Profile.objects.filter(user=user).update(stale_since=timezone.now())


def _drop_derived(user: "User", memories: Sequence[Memory], *, said_again: Iterable[UUID]) -> None:
    """Nothing that was made from these rows is left: index, relations, profile and episode lines, chat's summaries.

    Nor of the messages that say the same again.
    """
    ids = [memory.pk for memory in memories]
    _drop_from_reading(user, ids)
    taught = MemorySource.objects.filter(memory_id__in=ids, message_id__isnull=False)
    message_ids = list(dict.fromkeys([*taught.values_list("message_id", flat=True).distinct(), *said_again]))
    if message_ids:
        passages.remove(user=user, message_ids=message_ids)
    sources.conversations().erase_derived(user=user, message_ids=message_ids, memory_ids=ids)
    # Replies that were given with the memory may repeat it.
    told = RecallTrace.objects.filter(user=user, injected__overlap=ids, reply__isnull=False)
    passages.remove(user=user, message_ids=list(told.values_list("reply_id", flat=True)))
    statements = [memory.value or memory.content for memory in memories]
    passages.remove_telling(user=user, statements=statements)
    episodes.erase(user=user, message_ids=message_ids, statements=statements)
    Import.objects.filter(user=user, state=Import.State.PREVIEW).delete()  # it may say the same
    contents = [memory.content for memory in memories]
    transaction.on_commit(lambda: forget_passages(contents, models=model_in_use.names()), robust=True)


def words_gone(user: "User", memories: Sequence[Memory], asked: Sequence[fingerprints.Asked]) -> None:
    """The words that asked to forget these are read on no path either. In the caller's transaction."""
    if not (memories and asked):
        return
    fingerprints.bury_words(user, memories, asked)
    message_ids = [words.message_id for words in asked]
    passages.remove(user=user, message_ids=message_ids)
    sources.conversations().erase_derived(user=user, message_ids=message_ids)


def purge(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """Deletes for good what has been in the recycle bin for MEMORY_RECYCLE_DAYS; returns the number of memories."""
    before = (now or timezone.now()) - timedelta(days=settings.MEMORY_RECYCLE_DAYS)
    due = Memory.objects.filter(status=MemoryStatus.FORGOTTEN, forgotten_at__lte=before)
    if dry_run:
        return due.count()
    purged = 0
    while ids := list(due.values_list("pk", "user_id")[:_BATCH]):
        purged += _delete(ids)
    return purged


def _delete(ids: Sequence[tuple[UUID, UUID]]) -> int:
    """The rows, their versions, sources and index are gone, and the names that only they knew; the audit says so."""
    with transaction.atomic():
        # Locked in order: two purges at once, or a purge and a person's restore, wait for each other.
        rows = list(
            Memory.objects.select_for_update()
            .filter(pk__in=[pk for pk, _ in ids], status=MemoryStatus.FORGOTTEN)
            .order_by("pk")
        )
        contents = [row.content for row in rows]
        MemoryEvent.objects.bulk_create(
            [
                MemoryEvent(user_id=row.user_id, memory_id=row.pk, verb=EventVerb.PURGED, actor=Actor.SYSTEM)
                for row in rows
            ]
        )
        contents += list(
            _versions(rows),
        )
        Memory.objects.filter(pk__in=[row.pk for row in rows]).delete()
        store.drop_unused(user_ids={row.user_id for row in rows})
        transaction.on_commit(lambda: forget_passages(contents, models=model_in_use.names()), robust=True)
    return len(rows)


def _versions(rows: Sequence[Memory]) -> list[str]:
    return [version.content for row in rows for version in row.versions.all()]


def erase_all(user: "User") -> int:
    """Everything remembered of the person is deleted for good at once, and what waits to be read is not learnt.

    In the caller's transaction, under the person's lock. Old messages teach nothing again: each that taught something
    keeps a tombstone without a fingerprint's match; an import of the person's own export is free to bring it back.
    """
    now = timezone.now()
    rows = list(Memory.objects.of(user).prefetch_related("sources"))
    _drop_derived(user, rows, said_again=retelling.bury(user, rows, at=now, keyed=False))
    passages.remove_all(user=user)
    Import.objects.filter(user=user).delete()
    ProfileLine.objects.filter(profile__user=user).delete()
    Profile.objects.filter(user=user).update(stale_since=now)
    episodes.erase_all(user=user)
    taught = {source.message_id for row in rows for source in row.sources.all() if source.message_id}
    Tombstone.objects.filter(user=user).exclude(message_id__isnull=False).delete()
    Tombstone.objects.bulk_create(
        [
            Tombstone(user=user, fingerprint="", message_id=message_id, created_at=now)
            for message_id in sorted(taught)
        ]
    )
    MemoryEvent.objects.bulk_create(
        [
            MemoryEvent(
                user=user, memory_id=row.pk, verb=EventVerb.PURGED, actor=Actor.PERSON, created_at=now
            )
            for row in rows
        ]
    )
    Memory.objects.of(user).delete()
    store.drop_unused(user_ids=[user.pk])
    CaptureRun.objects.filter(
        user=user, status__in=(CaptureStatus.QUEUED, CaptureStatus.RUNNING, CaptureStatus.FAILED)
    ).update(
        status=CaptureStatus.DONE,
        outcome=[{"outcome": "declined:erased"}],
        claim=None,
        leased_until=None,
        retry_at=None,
        error="",
        finished_at=now,
    )
    return len(rows)


def document_gone(document: Document) -> None:
    """Nothing is left of a document of the knowledge base. In the caller's transaction."""
    passages_gone(document)
    Job.objects.filter(document=document).delete()
    document.delete()


def passages_gone(document: Document) -> None:
    """Nothing is left of what a document said: index, citations, and what was made of the replies that had it.

    The replies themselves stay: they belong to the chats of those who asked. In the caller's transaction.
    """
    cited = Citation.objects.filter(chunk__document=document, trace__reply__isnull=False)
    replies: dict[UUID, set[UUID]] = {}
    for user_id, reply_id in cited.values_list("trace__user_id", "trace__reply_id"):
        if reply_id is not None:
            replies.setdefault(user_id, set()).add(reply_id)
    for user in get_user_model().objects.filter(pk__in=replies):
        message_ids = sorted(replies[user.pk])
        passages.remove(user=user, message_ids=message_ids)
        episodes.erase(user=user, message_ids=message_ids, statements=())
        sources.conversations().erase_derived(user=user, message_ids=message_ids)
    chunks = Chunk.objects.filter(document=document)
    texts = [
        embedded_text(title=document.title, heading=heading, text=text)
        for heading, text in chunks.values_list("heading", "text")
    ]
    chunks.delete()
    transaction.on_commit(lambda: forget_passages(texts, models=model_in_use.names()), robust=True)
