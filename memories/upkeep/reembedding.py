"""Gives everything the vectors of another embedding model beside the old ones, then switches recall to it at once.

A ``Job`` says how far it is; what is left to do stands in the rows. A worker takes it under a lease for a moment at a
time; one that is killed has lost a batch at most, and another goes on.
"""

import logging
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from memories import records
from memories.models import EmbeddingModel, Job
from memories.recall import calibrate, model_in_use, ranking
from memories.recall.model_in_use import Model
from memories.upkeep.reembedding_rows import KINDS, Kind
from memoryhub.ai import embeddings
from memoryhub.ai.errors import ModelError

logger = logging.getLogger(__name__)

#: The kind of its job.
KIND = "reembed"
#: Rows that are embedded and stored at once.
BATCH = 32
#: A worker is asked for the next slice after this: captures that wait in its queue have their turn in between.
SLICE_SECONDS = 5.0
#: A killed worker's job is taken over after this; a batch that takes longer is made twice, and stored once.
LEASE = timedelta(seconds=90)
#: A model that did not answer is asked again after this; one that needs a person's hand first, after the longer time.
_PATIENCE, _LONG_PATIENCE = timedelta(minutes=1), timedelta(hours=1)
_REMOVED_AT_ONCE = 2_000
#: What has no vector after so many rounds cannot have one: its text is not to be read, say.
_ROUNDS = 3
#: Between two rounds: what somebody is just writing is soon written.
_PAUSE_SECONDS = 0.2

State = EmbeddingModel.State


@dataclass(frozen=True, slots=True)
class Standing:
    """Which model is in use, which one the settings ask for, and the work that leads from one to the other."""

    in_use: str
    wanted: str
    job: Job | None

    @property
    def percent(self) -> int:
        """How much of the work is done; 99 until the switch."""
        if self.job is None:
            return 100
        return min(99, 100 * self.job.done // max(self.job.total, 1))


def standing() -> Standing:
    """How things stand now."""
    return Standing(model_in_use.in_use().name, model_in_use.of_settings().name, _open().first())


def stored(name: str) -> int:
    """How many vectors there are of the model with this name."""
    return sum(kind.vectors.objects.filter(model=name).count() for kind in KINDS)


def _open() -> QuerySet[Job]:
    return Job.objects.filter(kind=KIND).exclude(state=Job.State.DONE).order_by("-created_at")


# ------------------------------------------------------------------------------------------------ begin


def begin(*, by_hand: bool = False) -> Job | None:
    """The job that brings everything to the model of the settings; None when everything is there.

    ``by_hand``: rows of the model in use that lack their vector count as well, and a job that waits after a failure
    goes on at once.
    """
    wanted = model_in_use.of_settings()
    with transaction.atomic():
        current = _row_in_use()
        if wanted.name == current.name:
            _drop_prepared(other_than="")
            complete = _is_calibrated(current) and not (by_hand and _missing(wanted))
            if complete:
                _open().exclude(detail=wanted.name).update(**_over("changed"))
                return _open().filter(detail=wanted.name).first()
        else:
            _drop_prepared(other_than=wanted.name)
            _prepare(wanted)
        _open().exclude(detail=wanted.name).update(**_over("changed"))
        job = _open().filter(detail=wanted.name).first()
        if job is None:
            job = Job.objects.create(kind=KIND, detail=wanted.name, total=_missing(wanted))
        elif by_hand and job.claim is None:
            job.state, job.error, job.leased_until = Job.State.QUEUED, "", None
            job.save(update_fields=["state", "error", "leased_until"])
    return job


def _row_in_use() -> EmbeddingModel:
    """The row of the model in use, locked: two that begin at once go one after the other."""
    rows = EmbeddingModel.objects.filter(state=State.IN_USE).select_for_update()
    row = rows.first()
    if row is None:
        model_in_use.put_in_use(model_in_use.of_settings())
        row = rows.get()
    return row


def _drop_prepared(*, other_than: str) -> None:
    """What the settings do not ask for any more is prepared no further; its vectors go as those of an old model."""
    EmbeddingModel.objects.filter(state=State.PREPARING).exclude(name=other_than).update(
        state=State.RETIRED, retired_at=timezone.now()
    )


def _prepare(model: Model) -> None:
    EmbeddingModel.objects.update_or_create(
        name=model.name,
        defaults={
            "backend": model.choice.backend,
            "model": model.choice.model,
            "base_url": model.choice.base_url,
            "state": State.PREPARING,
            "retired_at": None,
        },
    )


def _is_calibrated(row: EmbeddingModel) -> bool:
    """Whether the weights that ship are this model's, or its own are those of today's features."""
    return row.name == embeddings.default_embedder().model or ranking.fits(row.calibration)


def _missing(model: Model) -> int:
    return sum(kind.missing(model.name).count() for kind in KINDS)


def _over(reason: str) -> dict[str, object]:
    return {
        "state": Job.State.DONE,
        "error": reason,
        "claim": None,
        "leased_until": None,
        "finished_at": timezone.now(),
    }


# ------------------------------------------------------------------------------------------------ go on


def sweep() -> bool:
    """Begins what the settings ask for; returns whether a worker should take the job now."""
    begin()
    return _free(now=timezone.now()).exists()


def _free(*, now: datetime) -> QuerySet[Job]:
    return _open().filter(Q(leased_until=None) | Q(leased_until__lte=now))


def take(*, seconds: float = SLICE_SECONDS, now: Callable[[], datetime] = timezone.now) -> bool:
    """Goes on with the job for about this time; returns whether there is more to do at once."""
    job = _claim(now=now())
    if job is None:
        return False
    end = time.monotonic() + seconds
    row = EmbeddingModel.objects.filter(name=job.detail, state__in=(State.PREPARING, State.IN_USE)).first()
    if row is None:  # the settings were changed meanwhile
        _mine(job).update(**_over("changed"))
        return False
    model = model_in_use.of_row(row)
    try:
        while _step(job, model, now=now):
            if time.monotonic() >= end:
                _mine(job).update(claim=None, leased_until=None)
                return True
    except ModelError as error:
        _put_off(job, error, now=now())
        return False
    except Exception as error:
        logger.error("re-embedding failed: %s", records.where(error))
        _mine(job).update(
            state=Job.State.FAILED,
            error=type(error).__name__[:40],
            claim=None,
            leased_until=now() + _PATIENCE,
        )
        return False
    return False


def _claim(*, now: datetime) -> Job | None:
    """The job, for this worker alone."""
    with transaction.atomic():
        job = _free(now=now).select_for_update(skip_locked=True).first()
        if job is not None:
            job.claim, job.leased_until, job.state = uuid.uuid4(), now + LEASE, Job.State.RUNNING
            job.save(update_fields=["claim", "leased_until", "state"])
    return job


def _mine(job: Job) -> QuerySet[Job]:
    return Job.objects.filter(pk=job.pk, claim=job.claim)


def _put_off(job: Job, error: ModelError, *, now: datetime) -> None:
    """The job waits until the model may answer again; why, stands in it."""
    logger.warning("re-embedding waits: %s", error.code)
    state = Job.State.RUNNING if error.retryable else Job.State.FAILED
    until = now + (_PATIENCE if error.retryable else _LONG_PATIENCE)
    _mine(job).update(state=state, error=error.code, claim=None, leased_until=until)


def _step(job: Job, model: Model, *, now: Callable[[], datetime]) -> bool:
    """One batch, the calibration or the switch; returns whether something is left. Raises ModelError."""
    place = int(job.position.get("kind", 0))
    if place < len(KINDS):
        kind = KINDS[place]
        rows = kind.missing(model.name)
        if (after := job.position.get("after")) is not None:
            rows = rows.filter(pk__gt=after)
        ids = list(rows.values_list("pk", flat=True)[:BATCH])
        if ids:
            job.done += _embedded(job, kind, ids, model)
            if job.position.get("rounds", 0) >= _ROUNDS:
                still = kind.missing(model.name).filter(pk__in=ids).values_list("pk", flat=True)
                _leave(job, kind, list(still))
            job.position["after"] = str(ids[-1])
        else:
            job.position |= {"kind": place + 1, "after": None}
        return _keep(job, now=now())
    if not _calibrated(job, model, now=now):
        return False
    match _switch(job, model, now=now()):
        case Switch.OVER:
            return False
        case Switch.BUSY:
            time.sleep(_PAUSE_SECONDS)
        case Switch.LACKING:  # something came in between: once more from the beginning
            job.position |= {"kind": 0, "after": None, "rounds": job.position.get("rounds", 0) + 1}
    return _keep(job, now=now())


def _keep(job: Job, *, now: datetime) -> bool:
    """The job's place is stored and its lease prolonged; False when it is somebody else's by now."""
    return bool(
        _mine(job).update(
            done=job.done,
            total=max(job.total, job.done),
            position=job.position,
            error="",
            leased_until=now + LEASE,
        )
    )


def _embedded(job: Job, kind: Kind, ids: list[object], model: Model) -> int:
    """How many of these have their vectors now. A row that the model alone cannot take is left to the keywords."""
    try:
        return kind.embed(ids, model)
    except ModelError as error:
        if error.retryable or not _answers(model):
            raise
        if len(ids) > 1:
            return sum(_embedded(job, kind, [one], model) for one in ids)
        logger.warning("one of %s has no vector by the new model: %s", kind.name, error.code)
        _leave(job, kind, ids)
        return 0


def _leave(job: Job, kind: Kind, ids: list[object]) -> None:
    """These rows are found by keywords alone, and keep nothing from going on."""
    left = job.position.setdefault("left", {}).setdefault(kind.name, [])
    left += [str(one) for one in ids if str(one) not in left]


def _answers(model: Model) -> bool:
    """Whether the model takes a plain sentence."""
    try:
        model.embedder.query("tea")
    except ModelError:
        return False
    return True


def _calibrated(job: Job, model: Model, *, now: Callable[[], datetime]) -> bool:
    """Weights and floor of ranking are fitted for the model; False when the job is somebody else's by now."""
    row = EmbeddingModel.objects.get(name=model.name)
    if _is_calibrated(row):
        return True
    records.release_connection()
    prolonged = time.monotonic()

    def heartbeat() -> None:
        nonlocal prolonged
        if time.monotonic() - prolonged > LEASE.total_seconds() / 4:
            prolonged = time.monotonic()
            _mine(job).update(leased_until=now() + LEASE)
            records.release_connection()

    row.calibration = calibrate.fitted(model.embedder, heartbeat=heartbeat)
    row.save(update_fields=["calibration"])
    return _keep(job, now=now())


class Switch(Enum):
    """How the attempt to switch ended: done (by whomever), somebody is writing just now, or rows lack a vector."""

    OVER, BUSY, LACKING = range(3)


def _switch(job: Job, model: Model, *, now: datetime) -> Switch:
    """In one transaction, if nothing is missing and nobody writes: recall is on the new model, the job is done."""
    with transaction.atomic():
        if not model_in_use.try_switch_lock():
            return Switch.BUSY
        if any(_lacking(job, kind, model) for kind in KINDS):
            return Switch.LACKING
        if not _mine(job).update(**_over(""), done=job.done, total=max(job.done, job.total)):
            return Switch.OVER
        preparing = EmbeddingModel.objects.filter(name=model.name, state=State.PREPARING)
        if preparing.exists():
            EmbeddingModel.objects.filter(state=State.IN_USE).update(state=State.RETIRED, retired_at=now)
            preparing.update(state=State.IN_USE, in_use_since=now, retired_at=None)
            logger.info("recall is on %s", model.name)
    return Switch.OVER


def _lacking(job: Job, kind: Kind, model: Model) -> bool:
    left = job.position.get("left", {}).get(kind.name, [])
    return kind.missing(model.name).exclude(pk__in=left).exists()


# ------------------------------------------------------------------------------------------------ the night


def mend(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """What lacks a vector of the model in use gets one soon; returns how many rows do."""
    missing = _missing(model_in_use.in_use())
    if missing and not dry_run:
        begin(by_hand=True)
    return missing


def remove_old(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """The vectors of models that were replaced EMBEDDING_KEEP_DAYS ago are gone; returns how many there were."""
    before = (now or timezone.now()) - timedelta(days=settings.EMBEDDING_KEEP_DAYS)
    removed = 0
    for row in EmbeddingModel.objects.filter(state=State.RETIRED, retired_at__lte=before):
        for kind in KINDS:
            vectors = kind.vectors.objects.filter(model=row.name)
            if dry_run:
                removed += vectors.count()
                continue
            while (gone := _remove_some(row, kind)) is not None:
                removed += gone
        if not dry_run:
            EmbeddingModel.objects.filter(pk=row.pk, state=State.RETIRED).update(state=State.REMOVED)
    return removed


def _remove_some(row: EmbeddingModel, kind: Kind) -> int | None:
    """Some of the vectors are gone; None when there are none left, or the model is wanted again."""
    with transaction.atomic():
        if not EmbeddingModel.objects.filter(pk=row.pk, state=State.RETIRED).select_for_update().exists():
            return None
        vectors = kind.vectors.objects.filter(model=row.name)
        ids = list(vectors.values_list("pk", flat=True)[:_REMOVED_AT_ONCE])
        if not ids:
            return None
        return kind.vectors.objects.filter(pk__in=ids).delete()[0]
