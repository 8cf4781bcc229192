"""The one door through which memories go: out of every read path at once, for good after MEMORY_RECYCLE_DAYS."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from memories import fingerprints, passages, planner_notes, records, retelling, sources
from memories.graph import store
from memories.kinds import (
    Actor,
    CaptureStatus,
    ErasedPlace,
    ErasureAct,
    EventVerb,
    ForgottenReason,
    MemoryStatus,
)
from memories.knowledge.index import embedded_text
from memories.models import (
    CaptureRun,
    Chunk,
    Citation,
    Document,
    ErasureReceipt,
    Import,
    Job,
    Memory,
    MemoryEvent,
    MemorySource,
    MemoryVersion,
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

_BATCH = 500
#: Longer ago than the night before: then a night has seen to what went.
_LATELY = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The rows that are in the recycle bin now and were not before, and how much of them was taken away where."""

    rows: list[Memory] = field(default_factory=list)
    places: Mapping[str, int] = field(default_factory=dict)


def forget(
    user: "User",
    memories: Sequence[Memory],
    *,
    reason: ForgottenReason,
    actor: Actor,
    staff: "User | None" = None,
    asked: Sequence[fingerprints.Asked] = (),
    detail: str = "",
    about: Sequence[str] = (),
) -> Forgotten:
    """These rows of the person's are in the recycle bin and in no read path; there is a receipt if any was not before.

    In the caller's transaction, under the person's lock. What the person or staff had forgotten leaves tombstones; what
    faded may be learnt again, and the talk it came from stays. Rows that were joined with one of these go along.
    With names or words in ``about``, whatever was said about those goes too; so do the words that ``asked`` for it.
    """
    message_id = asked[0].message_id if asked else None
    log = partial(
        records.log,
        verb=EventVerb.FORGOTTEN,
        actor=actor,
        staff=staff,
        message_id=message_id,
        detail=detail or reason,
    )
    gone: Counter[str] = Counter()
    going = step = [memory for memory in memories if memory.status != MemoryStatus.FORGOTTEN]
    while step:
        _bin(user, step, reason=reason, log=log, about=about, gone=gone)
        joined = Memory.objects.of(user).filter(merged_into__in=[memory.pk for memory in step])
        rest = joined.exclude(status=MemoryStatus.FORGOTTEN).select_related("subject")
        step = list(rest.prefetch_related("sources"))
    if going:
        _words_gone(user, going, asked, gone)
        _receipt(user, ErasureAct.FORGOTTEN, actor=actor, gone=gone)
    return Forgotten(going, dict(+gone))


def _bin(
    user: "User",
    going: Sequence[Memory],
    *,
    reason: ForgottenReason,
    log: Callable[[Memory], None],
    about: Sequence[str],
    gone: Counter[str],
) -> None:
    """These rows are in the recycle bin, and nothing says them any more; ``gone`` counts what went."""
    now = timezone.now()
    ids = [memory.pk for memory in going]
    for memory in going:
        if reason != ForgottenReason.FADED:
            fingerprints.bury(user, memory, at=now)
        memory.status_before, memory.status = memory.status, MemoryStatus.FORGOTTEN
        memory.forgotten_at, memory.forgotten_reason, memory.updated_at = now, reason, now
        memory.save(
            update_fields=["status_before", "status", "forgotten_at", "forgotten_reason", "updated_at"]
        )
        log(memory)
    gone[ErasedPlace.MEMORIES] += len(going)
    gone[ErasedPlace.VERSIONS] += MemoryVersion.objects.filter(memory_id__in=ids).count()
    if reason == ForgottenReason.FADED:
        _drop_from_reading(user, ids, gone)
    else:
        said_again = retelling.bury(user, going, about=about, at=now)
        _drop_derived(user, going, said_again=said_again, gone=gone)


def _receipt(
    user: "User", act: ErasureAct, *, actor: Actor, gone: Counter[str], at: datetime | None = None
) -> None:
    """The person's receipt says this; what one run erases in several steps is on one receipt. Under their lock."""
    gone = +gone
    if not gone:
        return
    receipt = (
        ErasureReceipt.objects.filter(user=user, act=act, actor=actor, created_at=at).first() if at else None
    )
    receipt = receipt or ErasureReceipt(user=user, act=act, actor=actor, created_at=at or timezone.now())
    receipt.count += gone[ErasedPlace.MEMORIES]
    receipt.places = dict(Counter(receipt.places) + gone)
    receipt.save()


def _drop_from_reading(user: "User", ids: Sequence[UUID], gone: Counter[str]) -> None:
    """Nothing says these rows any more: index with relations, profile and episode lines."""
    gone += index.remove(memory_ids=ids)
    gone[ErasedPlace.EPISODES] += episodes.erase_of_memories(memory_ids=ids)
    lines = list(ProfileLine.objects.filter(memories__in=ids).values_list("pk", flat=True).distinct())
    if lines:
        gone[ErasedPlace.PROFILE] += len(lines)
        ProfileLine.objects.filter(pk__in=lines).delete()
        Profile.objects.filter(user=user).update(stale_since=timezone.now())


def _drop_derived(
    user: "User", memories: Sequence[Memory], *, said_again: Iterable[UUID], gone: Counter[str]
) -> None:
    """Nothing that was made from these rows is left: index, relations, profile and episode lines, chat's summaries.

    Nor of the messages that say the same again.
    """
    ids = [memory.pk for memory in memories]
    _drop_from_reading(user, ids, gone)
    taught = MemorySource.objects.filter(memory_id__in=ids, message_id__isnull=False)
    message_ids = list(dict.fromkeys([*taught.values_list("message_id", flat=True).distinct(), *said_again]))
    # Replies that were given with the memory may repeat it.
    told = RecallTrace.objects.filter(user=user, injected__overlap=ids, reply__isnull=False)
    statements = [memory.value or memory.content for memory in memories]
    gone[ErasedPlace.PASSAGES] += passages.remove(
        user=user, message_ids=[*message_ids, *told.values_list("reply_id", flat=True)]
    )
    gone[ErasedPlace.PASSAGES] += passages.remove_telling(user=user, statements=statements)
    gone += sources.conversations().erase_derived(user=user, message_ids=message_ids, memory_ids=ids)
    gone[ErasedPlace.EPISODES] += episodes.erase(user=user, message_ids=message_ids, statements=statements)
    waiting = Import.objects.filter(user=user, state=Import.State.PREVIEW)  # it may say the same
    gone[ErasedPlace.IMPORTS] += waiting.delete()[0]
    contents = [memory.content for memory in memories]
    transaction.on_commit(lambda: forget_passages(contents, models=model_in_use.names()), robust=True)


def _words_gone(
    user: "User", memories: Sequence[Memory], asked: Sequence[fingerprints.Asked], gone: Counter[str]
) -> None:
    """The words that asked to forget these are read on no path either."""
    if not asked:
        return
    fingerprints.bury_words(user, memories, asked)
    message_ids = [words.message_id for words in asked]
    gone[ErasedPlace.PASSAGES] += passages.remove(user=user, message_ids=message_ids)
    gone += sources.conversations().erase_derived(user=user, message_ids=message_ids)


# ------------------------------------------------------------------------------------------------ for good


def purge(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """Deletes for good what has been in the recycle bin for MEMORY_RECYCLE_DAYS; returns the number of memories.

    Each person has a receipt of what was theirs. Killed at any point, it goes on where it was. Of that, and of
    what was forgotten and erased lately, no sample is left with the planner of PostgreSQL.
    """
    at = now or timezone.now()
    before = at - timedelta(days=settings.MEMORY_RECYCLE_DAYS)
    due = Memory.objects.filter(status=MemoryStatus.FORGOTTEN, forgotten_at__lte=before).order_by(
        "user_id", "pk"
    )
    if dry_run:
        return due.count()
    purged = 0
    while (first := due.select_related("user").first()) is not None:
        ids = list(due.filter(user=first.user).values_list("pk", flat=True)[:_BATCH])
        purged += _purge(first.user, ids, at=at)
    if ErasureReceipt.objects.filter(created_at__gt=at - _LATELY).exists():
        planner_notes.refresh()
    return purged


def _purge(user: "User", ids: Sequence[UUID], *, at: datetime) -> int:
    with transaction.atomic():
        records.lock_person(user.pk)
        gone = _delete(user, ids, actor=Actor.SYSTEM)
        _receipt(user, ErasureAct.PURGED, actor=Actor.SYSTEM, gone=gone, at=at)
    return gone[ErasedPlace.MEMORIES]


def erase(user: "User", memories: Sequence[Memory]) -> Mapping[str, int]:
    """These rows of the recycle bin are gone for good, as the person wishes it; returns how much was where.

    What faded is forgotten first, so that nothing that was made of it stays. In the caller's transaction, under the
    person's lock.
    """
    now, gone = timezone.now(), Counter[str]()
    faded = [row for row in memories if row.forgotten_reason == ForgottenReason.FADED]
    if faded:
        for row in faded:
            fingerprints.bury(user, row, at=now)
        _drop_derived(user, faded, said_again=retelling.bury(user, faded, at=now), gone=gone)
    gone += _delete(user, [row.pk for row in memories], actor=Actor.PERSON)
    _receipt(user, ErasureAct.ERASED, actor=Actor.PERSON, gone=gone)
    return dict(+gone)


def _delete(user: "User", ids: Sequence[UUID], *, actor: Actor) -> Counter[str]:
    """The rows, their versions, sources and index are gone, and the names that only they knew; the audit says so."""
    # Locked in order: two purges at once, or a purge and a count of uses, wait for each other.
    rows = list(
        Memory.objects.of(user)
        .filter(pk__in=ids, status=MemoryStatus.FORGOTTEN)
        .select_for_update(of=("self",))
        .prefetch_related("versions")
        .order_by("pk")
    )
    former = [version.content for row in rows for version in row.versions.all()]
    _log_purged(user, [row.pk for row in rows], actor=actor)
    Memory.objects.filter(pk__in=[row.pk for row in rows]).delete()
    contents = [row.content for row in rows] + former
    transaction.on_commit(lambda: forget_passages(contents, models=model_in_use.names()), robust=True)
    return Counter(
        {
            ErasedPlace.MEMORIES: len(rows),
            ErasedPlace.VERSIONS: len(former),
            ErasedPlace.NAMES: store.drop_unused(user_ids=[user.pk]),
        }
    )


def _log_purged(user: "User", ids: Sequence[UUID], *, actor: Actor) -> None:
    MemoryEvent.objects.bulk_create(
        [MemoryEvent(user=user, memory_id=pk, verb=EventVerb.PURGED, actor=actor) for pk in ids]
    )


def erase_all(user: "User") -> int:
    """Everything remembered of the person is deleted for good at once, and what waits to be read is not learnt.

    In the caller's transaction, under the person's lock. Old messages teach nothing again: each that taught something
    keeps a tombstone without a fingerprint's match; an import of the person's own export is free to bring it back.
    """
    now, gone = timezone.now(), Counter[str]()
    rows = list(Memory.objects.of(user).prefetch_related("sources"))
    gone[ErasedPlace.MEMORIES] = len(rows)
    gone[ErasedPlace.VERSIONS] = MemoryVersion.objects.filter(memory__user=user).count()
    _drop_derived(user, rows, said_again=retelling.bury(user, rows, at=now, keyed=False), gone=gone)
    gone[ErasedPlace.PASSAGES] += passages.remove_all(user=user)
    gone[ErasedPlace.IMPORTS] += Import.objects.filter(user=user).delete()[0]
    lines = ProfileLine.objects.filter(profile__user=user)
    gone[ErasedPlace.PROFILE] += lines.count()
    lines.delete()
    Profile.objects.filter(user=user).update(stale_since=now)
    gone[ErasedPlace.EPISODES] += episodes.erase_all(user=user)
    taught = {source.message_id for row in rows for source in row.sources.all() if source.message_id}
    Tombstone.objects.filter(user=user).exclude(message_id__isnull=False).delete()
    Tombstone.objects.bulk_create(
        [
            Tombstone(user=user, fingerprint="", message_id=message_id, created_at=now)
            for message_id in sorted(taught)
        ]
    )
    _log_purged(user, [row.pk for row in rows], actor=Actor.PERSON)
    Memory.objects.of(user).delete()
    gone[ErasedPlace.NAMES] += store.drop_unused(user_ids=[user.pk])
    _nothing_waits(user, at=now)
    _receipt(user, ErasureAct.ERASED, actor=Actor.PERSON, gone=gone)
    return len(rows)


def _nothing_waits(user: "User", *, at: datetime) -> None:
    """No message of the person's is read for memories any more of those that waited for it."""
    CaptureRun.objects.filter(
        user=user, status__in=(CaptureStatus.QUEUED, CaptureStatus.RUNNING, CaptureStatus.FAILED)
    ).update(
        status=CaptureStatus.DONE,
        outcome=[{"outcome": "declined:erased"}],
        claim=None,
        leased_until=None,
        retry_at=None,
        error="",
        finished_at=at,
    )


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
