"""Joins rows that say the same into one of them, and raises what several conversations say.

The row that stays keeps its words: nothing is reworded. The others go into the archive with their sources copied to it,
and only when it can be found itself.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from memories import handwritten, records
from memories.capture import confidence
from memories.kinds import Actor, EventVerb, MemoryFlag, MemoryStatus
from memories.models import Memory, MemorySettings, MemorySource, MemoryVector, Posting, Profile
from memories.querysets import MemoryQuerySet
from memories.recall import index
from memories.recall.background import scale
from memories.recall.model_in_use import embedder
from memories.upkeep import sameness
from memories.upkeep.sameness import Statement

if TYPE_CHECKING:
    from memoryhub.models import User

#: Spreads above neutral sentences from which two texts of the same words in another order say the same.
NEAR = 3.0
#: The least confidence of what is said in so many conversations; more than the last count as it.
_RISEN = (0.0, 0.0, 0.55, 0.65, 0.75, 0.8)


def consolidate(*, user: "User", now: datetime, dry_run: bool = False) -> int:
    """What says the same is one row, and what several conversations say has risen; returns how many rows changed."""
    joined = join(user=user, now=now, dry_run=dry_run)
    raised = rise(user=user, now=now, dry_run=dry_run)
    if raised and not dry_run:  # what is current now may be said by another current row
        joined += join(user=user, now=now)
    return joined + raised


# ------------------------------------------------------------------------------------------------ joining


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rows that say the same: the one that stays, and the one that goes into it."""

    stays: UUID
    goes: UUID
    texts: tuple[str, str]


def join(*, user: "User", now: datetime, dry_run: bool = False) -> int:
    """No two current or waiting rows of the person's say the same, unless people chose so; returns how many went."""
    pairs = _pairs(user)
    if dry_run:
        return len(pairs)
    return sum(_join_pair(user, pair, at=now) for pair in pairs)


def _joinable(user: "User") -> MemoryQuerySet:
    return Memory.objects.of(user).filter(
        status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING), flag=MemoryFlag.NONE
    )


def _pairs(user: "User") -> list[Pair]:
    """What goes into what. Each row is compared with those that stay before it, so a second look finds nothing more."""
    rows = sorted(
        _joinable(user).only(*_FIELDS).iterator(chunk_size=1000),
        key=lambda row: (
            not _untouchable(row),
            row.status != MemoryStatus.ACTIVE,
            not row.written_by_person,
            row.created_at,
            row.pk,
        ),
    )
    near = _Nearness()
    staying: dict[Hashable, list[tuple[Statement, str]]] = defaultdict(list)
    pairs: list[Pair] = []
    order = {row.pk: place for place, row in enumerate(rows)}
    for row in rows:
        statement = _statement(row, user)
        places = list(sameness.buckets(statement))
        if not _untouchable(row):
            twins = [
                (order[other.id], other)
                for place in places
                for other, status in staying[place]
                if not (status == MemoryStatus.PENDING and row.status == MemoryStatus.ACTIVE)
                and sameness.same(other, statement, near=near)
            ]
            if twins:
                _, twin = min(twins, key=lambda found: found[0])
                pairs.append(Pair(twin.id, row.pk, (twin.content, row.content)))
                continue
        for place in places:
            staying[place].append((statement, row.status))
    return pairs


_FIELDS = (
    "id", "user", "content", "type", "subject", "slot", "value", "value_key", "positive", "category",
    "written_by_person", "status", "valid_from", "created_at", "occurred_on", "occurred_precision", "occurred_time",
    "planned_for", "pinned_at", "protection", "kept_at",
)  # fmt: skip


def _untouchable(row: Memory) -> bool:
    """Whether the row never goes: protected, or a person chose to have it."""
    return row.protected or row.kept_at is not None or bool(row.category)


def _statement(row: Memory, user: "User") -> Statement:
    return Statement(
        id=row.pk,
        content=row.content,
        type=row.type,
        subject_id=row.subject_id,
        slot=row.slot,
        value=row.value,
        value_key=row.value_key,
        positive=row.positive,
        category=row.category,
        by_hand=row.written_by_person,
        told_on=min(row.valid_from, row.created_at).astimezone(user.tzinfo).date(),
        occurred_on=row.occurred_on,
        precision=row.occurred_precision,
        occurred_time=row.occurred_time,
        planned_for=row.planned_for,
    )


class _Nearness:
    """Whether two rows' stored vectors are near, on the model's own scale; rows without a vector are not."""

    def __call__(self, one: UUID, other: UUID) -> bool:
        model = embedder()
        vectors = MemoryVector.objects.filter(memory_id__in=(one, other), model=model.model)
        found = {row.memory_id: np.asarray(row.vector.to_numpy(), dtype=np.float32) for row in vectors}
        if len(found) < 2:
            return False
        text = Memory.objects.values_list("content", flat=True).get(pk=other)
        cosine = float(found[one] @ found[other])
        return scale(embedder=model, query=found[one]).standard(cosine, text=text) >= NEAR


def _join_pair(user: "User", pair: Pair, *, at: datetime) -> int:
    """One row goes into the other, if both are as they were when they were compared; returns 1 when it did."""
    with transaction.atomic():
        records.lock_person(user.pk)
        rows = (
            _joinable(user)
            .filter(pk__in=(pair.stays, pair.goes))
            .order_by("pk")
            .select_for_update(no_key=True)
        )
        found = {row.pk: row for row in rows}
        stays, goes = found.get(pair.stays), found.get(pair.goes)
        if stays is None or goes is None or (stays.content, goes.content) != pair.texts or _untouchable(goes):
            return 0
        if not _searchable(stays):
            return 0
        added = _copy_sources(goes, to=stays)
        stays.mention_count += goes.mention_count if added else 0
        stays.access_count += goes.access_count
        used = [moment for moment in (stays.last_accessed_at, goes.last_accessed_at) if moment is not None]
        stays.last_accessed_at = max(used, default=None)
        if not _untouchable(stays):
            sure = max(stays.confidence, goes.confidence)
            stays.confidence = confidence.repeated(stays.confidence, told=goes.confidence) if added else sure
            stays.importance = max(stays.importance, goes.importance)
        stays.updated_at = timezone.now()
        stays.save(
            update_fields=[
                "mention_count", "access_count", "last_accessed_at", "confidence", "importance", "updated_at",
            ]
        )  # fmt: skip
        goes.status_before = MemoryStatus.PENDING if goes.status == MemoryStatus.PENDING else ""
        goes.status, goes.merged_into, goes.updated_at = MemoryStatus.ARCHIVED, stays, timezone.now()
        goes.save(update_fields=["status", "status_before", "merged_into", "updated_at"])
        Memory.objects.of(user).filter(merged_into=goes).update(merged_into=stays)
        index.remove(memory_ids=[goes.pk])
        records.log(goes, EventVerb.MERGED, actor=Actor.SYSTEM, detail=f"into:{stays.pk.hex}")
        records.log(stays, EventVerb.MERGED, actor=Actor.SYSTEM, detail=f"from:{goes.pk.hex}")
        Profile.objects.filter(user=user, stale_since__isnull=True).update(stale_since=timezone.now())
    return 1


def _searchable(row: Memory) -> bool:
    """Whether recall finds the row by now; one that waits is not to be found."""
    if row.status != MemoryStatus.ACTIVE:
        return True
    return MemoryVector.objects.filter(memory=row).exists() and Posting.objects.filter(memory=row).exists()


def _copy_sources(goes: Memory, *, to: Memory) -> int:
    """The row that stays has the other's sources too; returns how many were new. The other keeps its own."""
    known = {
        (source.message_id, source.start, source.end) for source in to.sources.all() if source.message_id
    }
    new = [
        source for source in goes.sources.all() if (source.message_id, source.start, source.end) not in known
    ]
    MemorySource.objects.bulk_create(
        [
            MemorySource(
                memory=to,
                kind=source.kind,
                message_id=source.message_id,
                role=source.role,
                start=source.start,
                end=source.end,
                task_id=source.task_id,
                label=source.label,
                said_at=source.said_at,
            )
            for source in new
        ]
    )
    return len(new)


# ------------------------------------------------------------------------------------------------ rising


def risen(sure: float, *, conversations: int) -> float:
    """The confidence of what was said in so many conversations; never less than it was."""
    return max(sure, _RISEN[min(conversations, len(_RISEN) - 1)])


def rise(*, user: "User", now: datetime, dry_run: bool = False) -> int:
    """What waits because it is unsure is surer when several conversations say it, and current from there on.

    What waits for consent or in quarantine goes on waiting, and so does what would take another's place.
    """
    own = MemorySettings.objects.filter(user=user).first() or MemorySettings(user=user)
    if not own.learn:
        return 0
    rising = [row for row in _told_often(user, own) if _risen(row) > row.confidence]
    if dry_run:
        return len(rising)
    return sum(_raise(user, row.pk, own) for row in rising)


def _told_often(user: "User", own: MemorySettings, ids: Iterable[UUID] | None = None) -> Sequence[Memory]:
    rows = Memory.objects.of(user).filter(
        ~Q(type__in=own.types_off), status=MemoryStatus.PENDING, flag=MemoryFlag.NONE, category=""
    )
    if ids is not None:
        rows = rows.filter(pk__in=list(ids))
    chats = Count("sources__message__conversation", distinct=True)
    return list(rows.annotate(chats=chats).filter(chats__gte=2).select_related("subject").order_by("pk"))


def _risen(row: Memory) -> float:
    return risen(row.confidence, conversations=row.chats)  # type: ignore[attr-defined]  # of `_told_often`


def _raise(user: "User", memory_id: UUID, own: MemorySettings) -> int:
    def work(vectors: records.Vectors) -> int:
        row = next(iter(_told_often(user, own, [memory_id])), None)
        if row is None:
            return 0
        sure = _risen(row)
        if sure <= row.confidence:
            return 0
        row.confidence, row.updated_at = sure, timezone.now()
        fields = ["confidence", "updated_at"]
        if sure >= settings.MEMORY_ACTIVE_CONFIDENCE and not handwritten.rivals(user, row):
            row.status = MemoryStatus.ACTIVE
            fields.append("status")
            vectors.write(row)
        row.save(update_fields=fields)
        records.log(row, EventVerb.ROSE, actor=Actor.SYSTEM, detail=f"chats:{row.chats}")  # type: ignore[attr-defined]
        return 1

    return records.changing(user_id=user.pk, contents=(), work=work)
