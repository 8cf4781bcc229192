"""Which embedding model recall searches with and writes are embedded by: kept in the database, for all processes alike.

Until the first vector is stored it is that of the settings. Another one is made ready beside it by
``upkeep.reembedding``; until then what is written gets the vectors of both.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import OperationalError, connection, transaction
from django.utils import timezone

from memories.models import EmbeddingModel
from memoryhub.ai import embeddings
from memoryhub.ai.embeddings import Choice, Embedder

#: The advisory lock that writers share and the switch to another model takes alone.
SWITCH_KEY = int.from_bytes(b"embedder", signed=True)
_LOCK_MILLISECONDS = 500


@dataclass(frozen=True, slots=True)
class Model:
    """A model by the name that vectors carry, and how it is asked."""

    name: str
    choice: Choice
    calibration: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False)

    @property
    def embedder(self) -> Embedder:
        """The embedder, one a process. Raises NotConfigured."""
        return embeddings.embedder(self.choice)


def of_settings() -> Model:
    """The model that the settings name."""
    choice = embeddings.configured()
    return Model(embeddings.embedder(choice).model, choice)


def of_row(row: EmbeddingModel) -> Model:
    """The model of a row. If it is that of the settings, those say how it is asked: a server may have moved."""
    own = of_settings()
    stored = Choice(row.backend, row.model, row.base_url)
    return Model(row.name, own.choice if own.name == row.name else stored, row.calibration)


def in_use() -> Model:
    """The model in use."""
    return written()[0]


def embedder() -> Embedder:
    """The embedder of the model in use."""
    return in_use().embedder


def written() -> list[Model]:
    """The models that a text to be stored is embedded by, the one in use first."""
    models, chosen = _stored()
    return models if chosen else [of_settings(), *models]


def settle() -> list[Model]:
    """The same, and the first is in use from now on. In a transaction that stores vectors, under the shared lock."""
    models, chosen = _stored()
    if chosen:
        return models
    put_in_use(of_settings())
    return written()


def _stored() -> tuple[list[Model], bool]:
    """The model in use and the one being prepared, as far as there are such; and whether there is the first."""
    wanted = (EmbeddingModel.State.IN_USE, EmbeddingModel.State.PREPARING)
    rows = {row.state: of_row(row) for row in EmbeddingModel.objects.filter(state__in=wanted)}
    return [rows[state] for state in wanted if state in rows], wanted[0] in rows


def put_in_use(model: Model) -> None:
    """The model is in use if none is."""
    row = EmbeddingModel(
        name=model.name,
        backend=model.choice.backend,
        model=model.choice.model,
        base_url=model.choice.base_url,
        state=EmbeddingModel.State.IN_USE,
        in_use_since=timezone.now(),
    )
    EmbeddingModel.objects.bulk_create([row], ignore_conflicts=True)


def names() -> list[str]:
    """The names of all models that there ever were vectors of."""
    return sorted({of_settings().name, *EmbeddingModel.objects.values_list("name", flat=True)})


def try_switch_lock() -> bool:
    """Whether the lock is held alone now, until the transaction ends: no writer is about to commit.

    For a moment it is waited for, and new writers wait behind it: on a busy site there is always one.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {_LOCK_MILLISECONDS}")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SWITCH_KEY])
            cursor.execute("SET LOCAL lock_timeout = 0")
    except OperationalError:
        return False
    return True
