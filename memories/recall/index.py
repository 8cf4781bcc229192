"""The index rows of active memories: one vector a model, and keyword postings. Written with the row, never alone."""

from collections.abc import Iterable, Sequence
from uuid import UUID

import numpy as np
from django.db import transaction

from memories.kinds import MemoryStatus
from memories.models import Memory, MemoryVector, Posting
from memories.recall.tokens import length, tokens
from memoryhub.ai.embeddings import embedder

#: The token that every indexed memory has once: it counts the rows and their lengths. No text yields it.
EVERY = ""

_SMALLINT_MAX = 32_767


def embed(*, contents: Sequence[str]) -> tuple[np.ndarray, str]:
    """The vectors, shape (len(contents), dimensions), and the model's name. Not to be called in a transaction."""
    model = embedder()
    return model.passages(contents), model.model


def write(*, memory: Memory, vector: np.ndarray | None, model: str = "") -> None:
    """The memory's index rows say what the row says; one that is not active has none. In the caller's transaction.

    Without a vector (its model was away) the memory is found by keywords until it is embedded. The vectors of other
    models tell of the former text and go.
    """
    if memory.status != MemoryStatus.ACTIVE:
        remove(memory_ids=[memory.pk])
        return
    with transaction.atomic():
        stale = MemoryVector.objects.filter(memory=memory)
        (stale.exclude(model=model) if vector is not None else stale).delete()
        if vector is not None:
            add_vector(memory=memory, vector=vector, model=model)
        Posting.objects.filter(memory=memory).delete()
        Posting.objects.bulk_create(postings(memory))


def add_vector(*, memory: Memory, vector: np.ndarray, model: str) -> None:
    """The memory has this vector for this model, beside those of other models."""
    MemoryVector.objects.bulk_create(
        [
            MemoryVector(
                memory=memory, user_id=memory.user_id, model=model, dimensions=len(vector), vector=vector
            )
        ],
        update_conflicts=True,
        unique_fields=["memory", "model"],
        update_fields=["user_id", "dimensions", "vector"],
    )


def remove(*, memory_ids: Iterable[UUID]) -> None:
    """No index row is left of these memories. In the caller's transaction."""
    ids = list(memory_ids)
    MemoryVector.objects.filter(memory_id__in=ids).delete()
    Posting.objects.filter(memory_id__in=ids).delete()


def postings(memory: Memory) -> list[Posting]:
    """The unsaved postings of a memory's text."""
    counts = tokens(memory.content)
    total = length(counts)
    return [
        Posting(
            user_id=memory.user_id,
            token=token,
            memory=memory,
            frequency=min(count, _SMALLINT_MAX),
            length=total,
        )
        for token, count in [(EVERY, 1), *counts.items()]
    ]
