"""The index rows of active memories: one vector a model, keyword postings, and what they connect.

Written with the row, never alone.
"""

import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

import numpy as np
from django.db import transaction

from memories.graph import store
from memories.kinds import ErasedPlace, MemoryStatus
from memories.models import Memory, MemoryVector, Posting
from memories.recall import model_in_use
from memories.recall.model_in_use import Model
from memories.recall.tokens import length, tokens

#: The token that every indexed memory has once: it counts the rows and their lengths. No text yields it.
EVERY = ""

_SMALLINT_MAX = 32_767
#: A model being prepared that did not answer is not asked by writers for so long: its vectors are made later anyway.
_AWAY_SECONDS = 60.0

_away_until: dict[str, float] = {}
logger = logging.getLogger(__name__)


def embed(*, contents: Sequence[str]) -> tuple[np.ndarray, str]:
    """The vectors, shape (len(contents), dimensions), and the model's name. Not to be called in a transaction."""
    model = model_in_use.in_use()
    return model.embedder.passages(contents), model.name


def embed_all(*, contents: Sequence[str], models: Sequence[Model]) -> dict[str, np.ndarray]:
    """The vectors by model, each of shape (len(contents), dimensions). Not to be called in a transaction.

    Raises ModelError when the first, the one in use, does not answer; another that does not is left out.
    """
    first, *others = models
    found = {first.name: first.embedder.passages(contents)}
    for model in others:
        if time.monotonic() < _away_until.get(model.name, 0.0):
            continue
        try:
            found[model.name] = model.embedder.passages(contents)
        except Exception as error:  # whatever it is: it must not keep the memory from being stored
            _away_until[model.name] = time.monotonic() + _AWAY_SECONDS
            logger.warning("the embedding model that is being prepared is away: %s", type(error).__name__)
    return found


def write(*, memory: Memory, vector: np.ndarray | None, model: str = "") -> None:
    """The same as ``write_all`` with the vector of one model, or of none."""
    write_all(memory=memory, vectors={} if vector is None else {model: vector})


def write_all(*, memory: Memory, vectors: Mapping[str, np.ndarray]) -> None:
    """The memory's index rows say what the row says; one that is not active has none. In the caller's transaction.

    Without a vector (its model was away) the memory is found by keywords until it is embedded. The vectors of models
    that are not among these tell of the former text and go.
    """
    if memory.status != MemoryStatus.ACTIVE:
        remove(memory_ids=[memory.pk])
        return
    with transaction.atomic():
        MemoryVector.objects.filter(memory=memory).exclude(model__in=list(vectors)).delete()
        for model, vector in vectors.items():
            add_vector(memory=memory, vector=vector, model=model)
        Posting.objects.filter(memory=memory).delete()
        Posting.objects.bulk_create(postings(memory))
        store.write(memory=memory)


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


def remove(*, memory_ids: Iterable[UUID]) -> Counter[str]:
    """No index row is left of these memories. In the caller's transaction; returns how many there were, by place."""
    ids = list(memory_ids)
    vectors, _of_vectors = MemoryVector.objects.filter(memory_id__in=ids).delete()
    words, _of_words = Posting.objects.filter(memory_id__in=ids).delete()
    relations = store.remove(memory_ids=ids)
    return Counter(
        {ErasedPlace.VECTORS: vectors, ErasedPlace.KEYWORDS: words, ErasedPlace.RELATIONS: relations}
    )


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
