"""The index of past messages: a vector and keyword postings of each message's masked text, never the text itself.

Written with capture and erased with the message, or with a memory that the message taught. It is read in
``recall.past``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

import numpy as np
from django.db.models import Count, Exists, OuterRef, Q

from memories import records, sources
from memories.capture import spans
from memories.capture.types import SpanKind
from memories.kinds import EventVerb
from memories.models import CaptureRun, MemoryEvent, MemorySettings, Passage, PassagePosting, Tombstone
from memories.recall import model_in_use
from memories.recall.index import EVERY
from memories.recall.tokens import is_single_character, length, tokens
from memories.sources import SourceMessage

if TYPE_CHECKING:
    from memoryhub.models import User

#: What of a message is never indexed nor brought back, whoever said it.
_UNREAD = frozenset({SpanKind.SECRET, SpanKind.INJECTED, SpanKind.UNSAID})
_SMALLINT_MAX = 32_767
#: A long message is read by its beginning: about what the embedding model takes in.
INDEXED_CHARACTERS = 8_000


@dataclass(frozen=True, slots=True)
class Row:
    """The unsaved index rows of one message; without a vector it is found by keywords alone."""

    passages: list[Passage]
    postings: list[PassagePosting]


def write(*, user: "User", message_id: UUID) -> int:
    """The message, the assistant's line before it and its reply are in the index; returns how many were not before.

    Nothing is indexed while learning is off, nor a reply to what is not indexed. Call it outside a transaction.
    """
    if MemorySettings.objects.filter(user=user, learn=False).exists():
        return 0
    said = _unindexed(user, message_id)
    texts = masked(user=user, messages=said)

    def work(vectors: records.Vectors) -> int:
        # Under the person's lock: what was forgotten or deleted meanwhile must not come in again.
        if MemorySettings.objects.filter(user=user, learn=False).exists():
            return 0
        now = _unindexed(user, message_id)
        texts_now = masked(user=user, messages=now)
        vectors.need(texts_now.values())
        built = []
        for message in now:
            text = texts_now.get(message.message_id, "")
            by_model = vectors.of(text) if text else {}
            built.append(rows_of(user_id=user.pk, message=message, text=text, vectors=by_model))
        save(built)
        return sum(bool(row.postings) for row in built)

    if not texts:
        return 0
    return records.changing(user_id=user.pk, contents=list(texts.values()), work=work)


def masked(*, user: "User", messages: Iterable[SourceMessage]) -> dict[UUID, str]:
    """What may be read of each message; secrets, injected and forgotten words are blanked, empty ones left out."""
    texts = {message.message_id: message.text for message in messages}
    stones = Tombstone.objects.filter(user=user, message_id__in=texts)
    buried: dict[UUID, list[tuple[int, int]]] = {}
    for message_id, start, end in stones.values_list("message_id", "start", "end"):
        if message_id is None:
            continue
        if start is None or end is None:
            start, end = 0, len(texts[message_id])
        buried.setdefault(message_id, []).append((start, end))
    found = {}
    for message_id, text in texts.items():
        unread = [(span.start, span.end) for span in spans.split(text) if span.kind in _UNREAD]
        readable = _blanked(text, unread + buried.get(message_id, [])).strip()
        if readable:
            found[message_id] = readable
    return found


def _blanked(text: str, stretches: Sequence[tuple[int, int]]) -> str:
    for start, end in stretches:
        text = text[:start] + " " * len(text[start:end]) + text[end:]
    return text


def row_of(*, user_id: UUID, message: SourceMessage, text: str, vector: np.ndarray | None, model: str) -> Row:
    """The same as ``rows_of`` with the vector of one model, or of none."""
    return rows_of(
        user_id=user_id, message=message, text=text, vectors={} if vector is None else {model: vector}
    )


def rows_of(*, user_id: UUID, message: SourceMessage, text: str, vectors: Mapping[str, np.ndarray]) -> Row:
    """The index rows of a message with this masked text; none for a text without a word."""
    counts = tokens(text[:INDEXED_CHARACTERS])
    if not counts:
        return Row([], [])
    total = length(counts)
    return Row(
        [
            Passage(
                user_id=user_id,
                message_id=message.message_id,
                conversation_id=message.conversation_id,
                sequence=message.sequence,
                said_at=message.said_at,
                model=model,
                dimensions=len(vector),
                vector=vector,
            )
            for model, vector in vectors.items()
        ],
        [
            PassagePosting(
                user_id=user_id,
                token=token,
                message_id=message.message_id,
                frequency=min(count, _SMALLINT_MAX),
                length=total,
            )
            for token, count in [(EVERY, 1), *counts.items()]
        ],
    )


def save(rows: Sequence[Row]) -> None:
    """These rows are stored; what is stored already stays as it is. In the caller's transaction."""
    Passage.objects.bulk_create([passage for row in rows for passage in row.passages], ignore_conflicts=True)
    PassagePosting.objects.bulk_create(
        [posting for row in rows for posting in row.postings], ignore_conflicts=True, batch_size=5_000
    )


def remove(*, user: "User", message_ids: Iterable[UUID]) -> int:
    """No index row is left of these messages and of the replies to them. In the caller's transaction.

    Returns how many of them were in the index.
    """
    ids = list(message_ids)
    these = Q(message_id__in=ids) | Q(message__reply_to__in=ids)
    known = PassagePosting.objects.filter(these, user=user, token=EVERY).count()
    for model in (Passage, PassagePosting):
        model.objects.filter(user=user, message_id__in=ids).delete()
        model.objects.filter(user=user, message__reply_to__in=ids).delete()
    return known


def remove_telling(*, user: "User", statements: Iterable[str]) -> int:
    """No past message that has all words of one of these is in the index; returns how many were.

    In the caller's transaction.
    """
    removed = 0
    for statement in statements:
        words = [token for token in tokens(statement) if not is_single_character(token)]
        if not words:
            continue
        telling = (
            PassagePosting.objects.filter(user=user, token__in=words)
            .values("message_id")
            .annotate(count=Count("token"))
            .filter(count=len(words))
        )
        removed += remove(user=user, message_ids=list(telling.values_list("message_id", flat=True)))
    return removed


def remove_all(*, user: "User") -> int:
    """Nothing of the person's past messages is left in the index; returns how many were.

    In the caller's transaction.
    """
    known = PassagePosting.objects.filter(user=user, token=EVERY).count()
    for model in (Passage, PassagePosting):
        model.objects.filter(user=user).delete()
    return known


def embed(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """Messages that were indexed while the embedding model was away have their vectors; returns how many had none."""
    embedded = Passage.objects.filter(message=OuterRef("message"), model=model_in_use.in_use().name)
    bare = PassagePosting.objects.filter(~Exists(embedded), token=EVERY)
    if dry_run:
        return bare.count()
    done = 0
    for user in {row.user for row in bare.select_related("user", "message").order_by("user_id")}:
        own = bare.filter(user=user).values_list("message_id", "message__reply_to")
        for message_id in dict.fromkeys(reply_to or message_id for message_id, reply_to in own):
            done += write(user=user, message_id=message_id)
    return done


def _unindexed(user: "User", message_id: UUID) -> list[SourceMessage]:
    """What of the messages around this one belongs into the index and is not there yet."""
    around = sources.conversations().around(user=user, message_id=message_id)
    asked = [message.message_id if message.reply_to is None else message.reply_to for message in around]
    unread = kept_out(asked)
    known = _indexed([message.message_id for message in around])
    return [
        message
        for message, question in zip(around, asked, strict=True)
        if question not in unread and message.message_id not in known
    ]


def kept_out(message_ids: Sequence[UUID]) -> set[UUID]:
    """Those that were said while nothing was to be learnt, or that have no capture."""
    read = {
        run.message_id
        for run in CaptureRun.objects.filter(message_id__in=message_ids)
        if not any(entry.get("outcome") in _NOT_LEARNT for entry in run.outcome)
    }
    return (set(message_ids) - read) | _told_to_forget(message_ids)


def _told_to_forget(message_ids: Sequence[UUID]) -> set[UUID]:
    """Those that had something forgotten: they name it."""
    told = MemoryEvent.objects.filter(message_id__in=message_ids, verb=EventVerb.FORGOTTEN)
    return {message_id for message_id in told.values_list("message_id", flat=True) if message_id is not None}


_NOT_LEARNT = ("declined:learning_off", "declined:erased")


def _indexed(message_ids: Sequence[UUID]) -> set[UUID]:
    """Those that have their vector by the model in use."""
    return set(
        Passage.objects.filter(message_id__in=message_ids, model=model_in_use.in_use().name).values_list(
            "message_id", flat=True
        )
    )
