"""What has vectors: for each kind of row, which of them one model has none of, and how they get theirs.

The texts are read and embedded first; of the vectors, only those are stored whose row still says the same. A kind's
rows are taken in the order of their ids.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from memories import passages, records, sources
from memories.knowledge.index import embedded_text
from memories.models import (
    Chunk,
    ChunkVector,
    Document,
    EpisodeItem,
    EpisodeVector,
    Memory,
    MemoryVector,
    Passage,
)
from memories.recall.model_in_use import Model
from memoryhub.models import User

#: Rows by id: their texts are read before the model is asked.
Ids = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of rows. ``missing(model name)`` has an id for each; ``embed`` returns how many it stored vectors of."""

    name: str
    missing: Callable[[str], QuerySet[Any]]
    embed: Callable[[Ids, Model], int]
    vectors: type[MemoryVector] | type[Passage] | type[EpisodeVector] | type[ChunkVector]


def _memories(model: str) -> QuerySet[Any]:
    done = MemoryVector.objects.filter(memory=OuterRef("pk"), model=model)
    return Memory.objects.active().filter(~Exists(done)).order_by("pk")


def _embed_memories(ids: Ids, model: Model) -> int:
    texts = dict(Memory.objects.filter(pk__in=ids).values_list("pk", "content"))
    found = _vectors(texts, model)
    with transaction.atomic():
        # What somebody is just changing is left for the next round: nobody waits for anybody.
        rows = (
            Memory.objects.active()
            .filter(pk__in=list(texts))
            .order_by("pk")
            .select_for_update(no_key=True, skip_locked=True)
        )
        made = [
            MemoryVector(memory=row, user_id=row.user_id, **_columns(found[row.pk], model))
            for row in rows
            if row.content == texts[row.pk]
        ]
        MemoryVector.objects.bulk_create(made, ignore_conflicts=True)
    return len(made)


def _passages(model: str) -> QuerySet[Any]:
    """Index rows of any model, one a message, whose message has none of this one."""
    done = Passage.objects.filter(message=OuterRef("message"), model=model)
    later = Passage.objects.filter(message=OuterRef("message"), pk__gt=OuterRef("pk"))
    return Passage.objects.filter(~Exists(done), ~Exists(later)).order_by("pk")


def _embed_passages(ids: Ids, model: Model) -> int:
    rows = list(Passage.objects.filter(pk__in=ids).select_related("user").defer("vector"))
    people: dict[User, list[Passage]] = defaultdict(list)
    for row in rows:
        people[row.user].append(row)
    texts: dict[Any, str] = {}
    for user, own in people.items():
        messages = sources.conversations().messages(user=user, message_ids=[row.message_id for row in own])
        readable = passages.masked(user=user, messages=messages.values())
        texts |= {row.pk: readable[row.message_id] for row in own if row.message_id in readable}
    found = _vectors(texts, model)
    stored = 0
    for user, own in people.items():
        with transaction.atomic():
            records.lock_person(user.pk)
            # What was forgotten meanwhile has no index row any more, and must not get one.
            present = set(Passage.objects.filter(pk__in=[row.pk for row in own]).values_list("pk", flat=True))
            made = [
                Passage(
                    user=user,
                    message_id=row.message_id,
                    conversation_id=row.conversation_id,
                    sequence=row.sequence,
                    said_at=row.said_at,
                    **_columns(found[row.pk], model),
                )
                for row in own
                if row.pk in present and row.pk in found
            ]
            Passage.objects.bulk_create(made, ignore_conflicts=True)
            stored += len(made)
    return stored


def _items(model: str) -> QuerySet[Any]:
    done = EpisodeVector.objects.filter(item=OuterRef("pk"), model=model)
    return EpisodeItem.objects.filter(~Exists(done)).order_by("pk")


def _embed_items(ids: Ids, model: Model) -> int:
    texts = dict(EpisodeItem.objects.filter(pk__in=ids).values_list("pk", "text"))
    found = _vectors(texts, model)
    with transaction.atomic():
        rows = (
            EpisodeItem.objects.filter(pk__in=list(texts))
            .select_related("episode")
            .order_by("pk")
            .select_for_update(of=("self",), no_key=True, skip_locked=True)
        )
        made = [
            EpisodeVector(item=row, user_id=row.episode.user_id, **_columns(found[row.pk], model))
            for row in rows
            if row.text == texts[row.pk]
        ]
        EpisodeVector.objects.bulk_create(made, ignore_conflicts=True)
    return len(made)


def _chunks(model: str) -> QuerySet[Any]:
    done = ChunkVector.objects.filter(chunk=OuterRef("pk"), model=model)
    return Chunk.objects.filter(~Exists(done)).order_by("pk")


def _embed_chunks(ids: Ids, model: Model) -> int:
    rows = list(Chunk.objects.filter(pk__in=ids).select_related("document"))
    texts = {
        row.pk: embedded_text(title=row.document.title, heading=row.heading, text=row.text) for row in rows
    }
    found = _vectors(texts, model)
    with transaction.atomic():
        # As the upload does: whoever replaces or deletes a document locks it.
        owners = dict(
            Document.objects.filter(pk__in={row.document_id for row in rows})
            .order_by("pk")
            .select_for_update(no_key=True, skip_locked=True)
            .values_list("pk", "owner_id")
        )
        present = Chunk.objects.filter(pk__in=list(texts), document__in=list(owners))
        made = [
            ChunkVector(chunk=row, owner_id=owners[row.document_id], **_columns(found[row.pk], model))
            for row in present
        ]
        ChunkVector.objects.bulk_create(made, ignore_conflicts=True)
    return len(made)


def _vectors(texts: dict[Any, str], model: Model) -> dict[Any, Any]:
    """The vectors by id; the model is asked without a connection."""
    if not texts:
        return {}
    records.release_connection()
    return dict(zip(texts, model.embedder.passages(list(texts.values())), strict=True))


def _columns(vector: Any, model: Model) -> dict[str, Any]:
    return {"model": model.name, "dimensions": len(vector), "vector": vector}


KINDS = (
    Kind("memories", _memories, _embed_memories, MemoryVector),
    Kind("passages", _passages, _embed_passages, Passage),
    Kind("episodes", _items, _embed_items, EpisodeVector),
    Kind("knowledge", _chunks, _embed_chunks, ChunkVector),
)
