"""What every change of a memory needs: the person's lock, vectors made before the transaction, the audit."""

import hashlib
import logging
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

import numpy as np
from django.db import connection, transaction
from django.utils import timezone

from memories.kinds import Actor, EventVerb, MemoryStatus
from memories.models import Memory, MemoryEvent
from memories.recall import index, model_in_use
from memories.recall.model_in_use import Model
from memories.upkeep.profile import keeping

if TYPE_CHECKING:
    from memoryhub.models import User

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

_ROUNDS = 6


class VectorsMissing(Exception):
    """The transaction came upon texts that were not embedded before it; it is rolled back and run again."""

    def __init__(self, contents: Sequence[str]) -> None:
        super().__init__(len(contents))
        self.contents = list(contents)


class Vectors:
    """The vectors of some texts by the models that are written, made outside the transaction that stores them.

    With ``away`` the model in use did not answer: rows are stored with their keywords, and are embedded later.
    """

    def __init__(self, *, away: bool = False) -> None:
        self._known: dict[str, dict[str, np.ndarray]] = {}
        self._models: list[Model] = []
        self._away = away

    def add(self, contents: Iterable[str]) -> None:
        """Embeds what is not there yet. Call it outside a transaction."""
        missing = [content for content in dict.fromkeys(contents) if content not in self._known]
        if not missing or self._away:
            return
        self._models = self._models or model_in_use.written()
        release_connection()
        made = index.embed_all(contents=missing, models=self._models)
        for place, content in enumerate(missing):
            self._known[content] = {model: vectors[place] for model, vectors in made.items()}

    def settle(self) -> None:
        """The texts are embedded by the models that are written now. In the transaction, under the person's lock.

        Raises VectorsMissing after a change of models: nothing that is stored misses the vector of one of them.
        """
        if self._away or not self._known:
            return
        now = model_in_use.settle()
        if [model.name for model in now] != [model.name for model in self._models]:
            contents, self._known, self._models = list(self._known), {}, now
            raise VectorsMissing(contents)

    def write(self, memory: Memory) -> None:
        """The row's index says what the row says. In the caller's transaction."""
        if memory.status != MemoryStatus.ACTIVE or self._away:
            index.write(memory=memory, vector=None)
        else:
            index.write_all(memory=memory, vectors=self.of(memory.content))

    def of(self, content: str) -> dict[str, np.ndarray]:
        """The vectors of a text by model; none while the model is away. Raises VectorsMissing."""
        self.need([content])
        return self._known.get(content, {})

    def need(self, contents: Iterable[str]) -> None:
        """Raises VectorsMissing for all of these texts at once."""
        missing = [content for content in contents if content not in self._known]
        if missing and not self._away:
            raise VectorsMissing(missing)


def release_connection() -> None:
    """Gives the connection back before a call that takes long; inside a transaction (a test's) it stays."""
    if not connection.in_atomic_block:
        connection.close()


def changing(
    *, user_id: UUID, contents: Iterable[str], work: Callable[[Vectors], Result], wait_for_model: bool = False
) -> Result:
    """Runs ``work`` in one transaction under the person's lock, with the vectors of these texts at hand.

    The texts are embedded first, with no connection held. Where the transaction finds that it needs others, it is
    rolled back, they are embedded, and it runs again. With ``wait_for_model`` a failing embedding model is an error.
    """
    vectors = Vectors()
    wanted = list(contents)
    for _round in range(_ROUNDS):
        if wanted:
            try:
                vectors.add(wanted)
            except Exception as error:
                if wait_for_model:
                    raise
                logger.warning("embedding model is away: %s", type(error).__name__)
                vectors = Vectors(away=True)
        try:
            with transaction.atomic():
                lock_person(user_id)
                vectors.settle()
                return work(vectors)
        except VectorsMissing as missing:
            wanted = missing.contents
    raise RuntimeError("the rows kept changing while they were embedded")


def lock_person(user_id: UUID) -> None:
    """Holds the person's lock until the transaction ends: changes of one person's memories go one after another.

    With it goes a share in the lock of the embedding model in use, which is not switched meanwhile.
    """
    key = int.from_bytes(hashlib.sha256(b"memories:" + user_id.bytes).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(%s), pg_advisory_xact_lock_shared(%s)",
            [key, model_in_use.SWITCH_KEY],
        )


def log(
    memory: Memory,
    verb: EventVerb,
    *,
    actor: Actor,
    staff: "User | None" = None,
    message_id: UUID | None = None,
    detail: str = "",
) -> None:
    """One entry in the audit, after the row is saved: who did what to which memory. The profile follows at once."""
    MemoryEvent.objects.create(
        user_id=memory.user_id,
        memory_id=memory.pk,
        verb=verb,
        actor=actor,
        staff=staff,
        message_id=message_id,
        detail=detail,
        created_at=timezone.now(),
    )
    keeping.changed(user_id=memory.user_id, verb=verb)


def where(error: BaseException) -> str:
    """An error for the log: its type and the place it came from. Its message can hold a row's text and is left out."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    own = next((frame for frame in reversed(frames) if "/memories/" in frame.filename), None)
    via = f" via {own.filename}:{own.lineno}" if own is not None and own is not frames[-1] else ""
    return f"{type(error).__name__}{place}{via}"
