"""Gives passages their vectors in the background, a batch at a time. What is left to do stands in the rows.

A killed worker has lost a batch at most: the task is delivered again, or the sweep finds the passages without a vector.
"""

import logging
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

import numpy as np
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from memories import records
from memories.knowledge.index import embedded_text
from memories.models import Chunk, ChunkVector, Document, Job
from memories.recall import model_in_use
from memoryhub.ai.errors import ModelError

logger = logging.getLogger(__name__)

#: The kind of job that a document has.
KIND = "document"
#: Whose lock the shared documents go by.
EVERYBODY = UUID(int=0)
#: Passages that are embedded and stored at once.
BATCH = 16
#: A worker is asked for the next slice after this: captures that wait in its queue have their turn in between.
SLICE_SECONDS = 5.0
#: Documents that one sweep looks at.
_SWEPT = 50
#: A document that somebody is at, or whose task is on its way, is left alone for so long.
PATIENCE = timedelta(minutes=1)

_UNDONE = (Job.State.QUEUED, Job.State.RUNNING)


def tell_worker(document_id: UUID) -> None:
    """A worker is asked to embed the document; where the queue is away, the sweep finds it."""
    from memories.tasks import document_embed

    try:
        document_embed.delay(str(document_id))
    except Exception as error:  # whatever the broker's client raises
        logger.warning("no worker was told of a document: %s", type(error).__name__)


def embed(*, document_id: UUID, seconds: float = SLICE_SECONDS) -> bool:
    """Passages of the document get the vectors they lack, for about this time; whether some are left.

    Two workers at one document do no harm: what one has stored the other leaves out. Call it outside a transaction.
    """
    end = time.monotonic() + seconds
    for place, model in enumerate(model_in_use.written()):
        while batch := _without(document_id, model=model.name):
            records.release_connection()
            try:
                vectors = model.embedder.passages(list(batch.values()))
            except ModelError as error:
                logger.warning("passages wait for the embedding model: %s", error.code)
                if place:  # one that is only being prepared
                    break
                Job.objects.filter(document=document_id).update(
                    state=Job.State.QUEUED, error=error.code[:40], leased_until=timezone.now() + PATIENCE
                )
                return False  # the sweep comes back to it
            if not _store(document_id, dict(zip(batch, vectors, strict=True)), model=model.name):
                break
            if time.monotonic() >= end:
                return True
    _finish(document_id)
    return False


def reopen(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """Documents with passages that the model in use has not embedded are to be gone on with; returns how many."""
    model = model_in_use.in_use().name
    known = ChunkVector.objects.filter(chunk=OuterRef("pk"), model=model)
    bare = Chunk.objects.filter(~Exists(known)).values("document")
    jobs = Job.objects.filter(document__in=bare).exclude(state__in=_UNDONE)
    return jobs.count() if dry_run else jobs.update(state=Job.State.QUEUED, leased_until=None)


def take_up() -> list[UUID]:
    """Documents with passages to embed that no worker has been at for a while; for a while they are not named again."""
    now = timezone.now()
    free = Q(job__leased_until=None, updated_at__lt=now - PATIENCE) | Q(job__leased_until__lt=now)
    undone = Document.objects.filter(free, job__state__in=_UNDONE)
    ids = list(undone.order_by("updated_at").values_list("pk", flat=True)[:_SWEPT])
    Job.objects.filter(document__in=ids).update(leased_until=now + PATIENCE)
    return ids


def _without(document_id: UUID, *, model: str) -> dict[int, str]:
    """The texts of the next passages that have no vector of this model."""
    known = ChunkVector.objects.filter(chunk=OuterRef("pk"), model=model)
    rows = Chunk.objects.filter(~Exists(known), document=document_id).order_by("position")
    return {
        pk: embedded_text(title=title, heading=heading, text=text)
        for pk, title, heading, text in rows.values_list("pk", "document__title", "heading", "text")[:BATCH]
    }


def _store(document_id: UUID, vectors: Mapping[int, np.ndarray], *, model: str) -> bool:
    """These vectors are stored, for the passages that are still there; False where nobody wants them any more."""
    with transaction.atomic():
        document = Document.objects.select_for_update().filter(pk=document_id).first()
        if document is None:
            return False
        records.lock_person(document.owner_id or EVERYBODY)
        if model not in [one.name for one in model_in_use.settle()]:
            return False
        present = set(Chunk.objects.filter(document=document, pk__in=vectors).values_list("pk", flat=True))
        ChunkVector.objects.bulk_create(
            [
                ChunkVector(
                    chunk_id=pk,
                    owner_id=document.owner_id,
                    model=model,
                    dimensions=len(vector),
                    vector=vector,
                )
                for pk, vector in vectors.items()
                if pk in present
            ],
            ignore_conflicts=True,
        )
        _say(document, state=Job.State.RUNNING, leased_until=timezone.now() + PATIENCE)
    return True


def _finish(document_id: UUID) -> None:
    """The job is done, unless the file was replaced meanwhile."""
    with transaction.atomic():
        document = Document.objects.select_for_update().filter(pk=document_id).first()
        if document is None or _without(document_id, model=model_in_use.in_use().name):
            return
        _say(document, state=Job.State.DONE, leased_until=None, finished_at=timezone.now())


def _say(document: Document, **changes: object) -> None:
    """The document's job stands like this. In the caller's transaction."""
    done = ChunkVector.objects.filter(chunk__document=document, model=model_in_use.in_use().name).count()
    Job.objects.filter(document=document).update(done=done, error="", **changes)
