"""Capture of a person's turns in their order: a run is claimed under a lease, read without a lock, and committed once.

The CaptureRun row is the outbox: Redis may lose its queue, and the sweep finds what is undone.
"""

import logging
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from memories import passages, records, sources
from memories.capture import extraction
from memories.capture.commit import ClaimLost, commit
from memories.capture.entities import known
from memories.kinds import CaptureStatus
from memories.models import CaptureRun, MemorySettings
from memoryhub.ai.errors import ModelError
from memoryhub.ai.llm import language_model
from memoryhub.models import User

logger = logging.getLogger(__name__)

#: A run is given up after so many attempts, with the code of what failed.
ATTEMPTS = 5
_FIRST_WAIT = timedelta(seconds=30)
_LONGEST_WAIT = timedelta(hours=1)
_UNDONE = (CaptureStatus.QUEUED, CaptureStatus.RUNNING)


def lease() -> timedelta:
    """How long a claim holds: longer than the models may take with all retries, for a killed worker's is waited for."""
    remote = language_model() is not None or settings.EMBEDDING_BACKEND == "openai"
    return timedelta(seconds=60 + (4 * settings.LLM_TIMEOUT_SECONDS if remote else 0))


def enqueue(*, message_id: UUID, user_id: UUID) -> CaptureRun:
    """The message has its run, in the caller's transaction; a worker is told once that has committed.

    While the person does not want anything learnt the run is done at once: what is said then is never read.
    """
    learning = not MemorySettings.objects.filter(user_id=user_id, learn=False).exists()
    run, created = CaptureRun.objects.get_or_create(
        message_id=message_id,
        defaults={
            "user_id": user_id,
            **({} if learning else {"status": CaptureStatus.DONE, "finished_at": timezone.now()}),
            "outcome": [] if learning else [{"outcome": "declined:learning_off"}],
        },
    )
    if created and learning:
        transaction.on_commit(lambda: _tell_worker(user_id), robust=True)
    return run


def _tell_worker(user_id: UUID) -> None:
    from memories.tasks import capture_user

    try:
        capture_user.delay(str(user_id))
    except Exception as error:  # whatever the broker's client raises: the sweep finds the run
        logger.warning("no worker was told of a capture: %s", type(error).__name__)


def retry(*, run_ids: Sequence[int]) -> list[CaptureRun]:
    """Runs that were given up, or wait after a failure, are due at once with all their attempts; returns those."""
    with transaction.atomic():
        again = list(
            CaptureRun.objects.select_for_update()
            .filter(
                Q(status=CaptureStatus.FAILED) | Q(status=CaptureStatus.QUEUED, retry_at__isnull=False),
                pk__in=run_ids,
            )
            .order_by("pk")
        )
        for run in again:
            run.status, run.attempts, run.error = CaptureStatus.QUEUED, 0, ""
            run.claim = run.leased_until = run.retry_at = run.finished_at = None
            run.save()
            transaction.on_commit(partial(_tell_worker, run.user_id), robust=True)
    return again


def run_user(*, user_id: UUID, now: datetime | None = None) -> int:
    """Captures the person's undone turns that are due, oldest first; returns how many were finished.

    While another worker is at one of them nothing is done here: it goes on to the next by itself.
    """
    finished = 0
    tried: set[int] = set()
    while (run := _claim(user_id, now=now or timezone.now(), tried=tried)) is not None:
        tried.add(run.pk)
        finished += _attempt(run, now=now)
    return finished


def sweep(*, now: datetime | None = None) -> int:
    """Captures whatever is due and in nobody's hands; returns how many runs were finished."""
    at = now or timezone.now()
    undone = CaptureRun.objects.filter(status__in=_UNDONE)
    held = undone.filter(leased_until__gt=at).values("user_id")
    due = undone.filter(Q(retry_at__isnull=True) | Q(retry_at__lte=at)).exclude(user_id__in=held)
    people = list(due.order_by("user_id").values_list("user_id", flat=True).distinct())
    return sum(run_user(user_id=user_id, now=now) for user_id in people)


def _claim(user_id: UUID, *, now: datetime, tried: set[int]) -> CaptureRun | None:
    """Takes the person's oldest run that is due, unless somebody holds one of theirs; an attempt is counted."""
    with transaction.atomic():
        records.lock_person(user_id)
        undone = CaptureRun.objects.filter(user_id=user_id, status__in=_UNDONE)
        if undone.filter(leased_until__gt=now).exists():
            return None
        due = undone.filter(Q(retry_at__isnull=True) | Q(retry_at__lte=now)).exclude(pk__in=tried)
        run = due.order_by("id").first()
        if run is None:
            return None
        run.status, run.claim, run.leased_until = CaptureStatus.RUNNING, uuid.uuid4(), now + lease()
        run.attempts += 1
        run.save(update_fields=["status", "claim", "leased_until", "attempts"])
    return run


def _attempt(run: CaptureRun, *, now: datetime | None) -> int:
    """One attempt at a claimed run; returns 1 when it is finished, well or not."""
    if run.attempts > ATTEMPTS:  # the worker died in each of them
        return _give_up(run, "worker_lost")
    try:
        failed, retryable = _capture(run)
    except ClaimLost:
        logger.warning("capture run %s is in other hands", run.pk)
        return 0
    except ModelError as error:
        failed, retryable = error.code, error.retryable
    except Exception as error:
        logger.error("capture run %s failed: %s", run.pk, records.where(error))
        failed, retryable = "capture_failed", True
    if not failed:
        return 1
    if run.attempts >= ATTEMPTS or not retryable:
        return _give_up(run, failed)
    wait = min(_FIRST_WAIT * 2 ** (run.attempts - 1), _LONGEST_WAIT)
    _mine(run).update(
        status=CaptureStatus.QUEUED,
        claim=None,
        leased_until=None,
        retry_at=(now or timezone.now()) + wait,
        error=failed,
    )
    return 0


def _give_up(run: CaptureRun, code: str) -> int:
    return _mine(run).update(
        status=CaptureStatus.FAILED,
        claim=None,
        leased_until=None,
        retry_at=None,
        error=code,
        finished_at=timezone.now(),
    )


def _mine(run: CaptureRun) -> QuerySet[CaptureRun]:
    return CaptureRun.objects.filter(pk=run.pk, claim=run.claim)


def _capture(run: CaptureRun) -> tuple[str, bool]:
    """Reads the message and commits what it teaches; returns the code of an extractor that failed, and if to try again.

    What the rules found is stored even then: a model that is away costs only what it would have added.
    """
    user = User.objects.get(pk=run.user_id)
    turn = sources.conversations().turn(user=user, message_id=run.message_id)
    if turn is None:
        _finish(run, "message_gone")
        return "", True
    if MemorySettings.objects.filter(user=user, learn=False).exists():
        _finish(run, "learning_off")
        return "", True
    # Before the run is done: what fails here is tried again with it, and what is there already stays as it is.
    passages.write(user=user, message_id=run.message_id)
    named = known(user)
    records.release_connection()
    found = extraction.extract(turn, known=named)
    commit(
        user=user,
        turn=turn,
        candidates=found.extraction.candidates,
        declined=extraction.passed_over(turn, found.extraction),
        run=run,
        finish=not found.failed,
        wait_for_model=True,
    )
    return found.failed, found.retryable


def _finish(run: CaptureRun, reason: str) -> None:
    """The run is done and taught nothing, with the reason."""
    _mine(run).update(
        status=CaptureStatus.DONE,
        outcome=[{"outcome": f"declined:{reason}"}],
        error="",
        claim=None,
        leased_until=None,
        retry_at=None,
        finished_at=timezone.now(),
    )
