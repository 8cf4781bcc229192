"""Keyed fingerprints of what was forgotten, so that old words do not bring it back. They hold no text."""

import hashlib
import hmac
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from memories.capture import keys
from memories.models import Memory, Tombstone

if TYPE_CHECKING:
    from memoryhub.models import User


@dataclass(frozen=True, slots=True)
class Asked:
    """The message that asks to forget something, and its words that do; without an ``end`` none of them name it."""

    message_id: UUID
    start: int = 0
    end: int | None = None


def _keyed(user: "User", *parts: str) -> str:
    return hmac.new(bytes(user.fingerprint_key), "\x1f".join(parts).encode(), hashlib.sha256).hexdigest()


def of(
    user: "User", *, subject_key: str, slot: str, value_key: str, positive: bool, content: str
) -> frozenset[str]:
    """The fingerprints of a statement: of its value in its slot, and of its text."""
    marks = {_keyed(user, "text", keys.plain(content))}
    if slot and value_key and not value_key.startswith("text:"):
        marks.add(_keyed(user, "value", subject_key, slot, value_key, str(positive)))
    return frozenset(marks)


def of_memory(user: "User", memory: Memory) -> frozenset[str]:
    """The fingerprints of a row; its subject is loaded."""
    return of(
        user,
        subject_key=memory.subject.key,
        slot=memory.slot,
        value_key=memory.value_key,
        positive=memory.positive,
        content=memory.content,
    )


def bury(user: "User", memory: Memory, *, at: datetime) -> None:
    """Leaves the tombstones of a memory: its fingerprints, and each stretch of a message that taught it."""
    marks = sorted(of_memory(user, memory))
    stones = [Tombstone(user=user, memory_id=memory.pk, fingerprint=mark, created_at=at) for mark in marks]
    stones += [
        Tombstone(
            user=user,
            memory_id=memory.pk,
            fingerprint=marks[0],
            message_id=source.message_id,
            start=source.start,
            end=source.end,
            created_at=at,
        )
        for source in memory.sources.all()
        if source.message_id
    ]
    Tombstone.objects.bulk_create(stones)


def bury_words(user: "User", memories: Sequence[Memory], asked: Iterable["Asked"]) -> None:
    """The words that asked to forget these memories name them: they go, and come back, with them."""
    Tombstone.objects.bulk_create(
        [
            Tombstone(
                user=user,
                memory_id=memory.pk,
                fingerprint=min(of_memory(user, memory)),
                message_id=words.message_id,
                start=words.start,
                end=words.end,
                created_at=memory.forgotten_at or timezone.now(),
            )
            for words in asked
            if words.end is not None
            for memory in memories
        ]
    )


def lift(user: "User", *, memory_ids: Collection[UUID] = (), marks: Collection[str] = ()) -> None:
    """What was buried may come again: it was restored, or said anew by hand."""
    Tombstone.objects.filter(Q(memory_id__in=memory_ids) | Q(fingerprint__in=marks), user=user).delete()


def is_buried(
    user: "User",
    *,
    marks: Collection[str],
    said_at: datetime,
    message_id: UUID | None = None,
    start: int | None = None,
    end: int | None = None,
) -> bool:
    """Whether these words were forgotten: the same words of the same message, or the same statement, said before."""
    buried = Q(fingerprint__in=marks, message_id__isnull=True, created_at__gte=said_at)
    if message_id is not None and start is not None and end is not None:
        buried |= Q(message_id=message_id, start__lt=end, end__gt=start) | Q(
            message_id=message_id, start__isnull=True
        )
    return Tombstone.objects.filter(buried, user=user).exists()


def is_buried_import(user: "User", *, marks: Collection[str]) -> bool:
    """Whether the statement was forgotten at any time: an import is no new word of the person's."""
    return Tombstone.objects.filter(user=user, fingerprint__in=marks).exists()
