"""The night's upkeep person by person, over as many workers as there are.

A person's `UpkeepRun` says for which night it is due. A worker takes the next that nobody has in hand, under a lease;
one that is killed leaves a lease that runs out, and another begins again: the jobs are idempotent.
"""

import logging
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from memories import records
from memories.models import Memory, UpkeepRun
from memories.upkeep import nightly
from memoryhub.models import User

logger = logging.getLogger(__name__)

#: A person is given up for the night after so many attempts.
ATTEMPTS = 3
#: Workers that are told of a night at its start; each goes on until nobody is left.
LANES = 2
#: One person's upkeep takes seconds; a killed worker's is taken over after this.
LEASE = timedelta(minutes=10)
#: A worker is asked for the next slice after this: captures that wait in its queue have their turn in between.
SLICE_SECONDS = 5.0
_BATCH = 500


def night_of(now: datetime) -> date:
    """The night whose upkeep is due at this moment: today's from MEMORY_UPKEEP_HOUR (UTC) on."""
    return (now - timedelta(hours=settings.MEMORY_UPKEEP_HOUR)).astimezone(UTC).date()


def open_night(*, now: datetime | None = None) -> int:
    """Once a night: the jobs over everybody's rows have run, and all who have memories are due; returns how many."""
    now = now or timezone.now()
    night = night_of(now)
    if UpkeepRun.objects.filter(night__gte=night).exists():
        return 0
    nightly.run_shared(now=now)
    have = Memory.objects.values("user_id")
    with transaction.atomic():  # opened for all or for nobody: half a night would pass for a whole one
        opened = UpkeepRun.objects.filter(night__lt=night, user_id__in=have).update(
            night=night, attempts=0, claim=None, leased_until=None, done_at=None, error=""
        )
        new = User.objects.filter(pk__in=have, upkeep_run__isnull=True).values_list("pk", flat=True)
        for batch in batched(new.iterator(chunk_size=_BATCH), _BATCH):
            runs = [UpkeepRun(user_id=user_id, night=night) for user_id in batch]
            opened += len(UpkeepRun.objects.bulk_create(runs, ignore_conflicts=True))
    return opened


def batched(ids: Iterable[UUID], size: int) -> Iterator[list[UUID]]:
    """The ids in lists of this length."""
    rest = iter(ids)
    while batch := list(islice(rest, size)):
        yield batch


def waiting(*, now: datetime | None = None) -> QuerySet[UpkeepRun]:
    """Who is due and in nobody's hands."""
    now = now or timezone.now()
    return UpkeepRun.objects.filter(Q(leased_until=None) | Q(leased_until__lte=now), done_at=None)


def idle(*, now: datetime | None = None) -> bool:
    """Whether somebody is due and nobody is being looked after: what was at it is gone."""
    now = now or timezone.now()
    held = UpkeepRun.objects.filter(done_at=None, leased_until__gt=now)
    return waiting(now=now).exists() and not held.exists()


def take(*, seconds: float = SLICE_SECONDS, now: Callable[[], datetime] = timezone.now) -> bool:
    """Looks after one person after another for about this time; returns whether somebody is left."""
    end = time.monotonic() + seconds
    while (run := _claim(now=now())) is not None:
        _attempt(run, now=now())
        if time.monotonic() >= end:
            return waiting(now=now()).exists()
    return False


def _claim(*, now: datetime) -> UpkeepRun | None:
    """The next person, for this worker alone: what another is just taking is skipped, not waited for."""
    with transaction.atomic():
        run = waiting(now=now).select_for_update(skip_locked=True).order_by("pk").first()
        if run is not None:
            run.claim, run.leased_until = uuid.uuid4(), now + LEASE
            run.attempts += 1
            run.save(update_fields=["claim", "leased_until", "attempts"])
    return run


def _attempt(run: UpkeepRun, *, now: datetime) -> None:
    """The person's jobs have run, or the run waits to be tried again; after ATTEMPTS it is done with its error."""
    mine = UpkeepRun.objects.filter(pk=run.pk, claim=run.claim)
    if run.attempts > ATTEMPTS:  # the worker died in each of them
        mine.update(done_at=now, claim=None, leased_until=None, error="worker_lost")
        return
    try:
        done = nightly.run_person(user_id=run.user_id, now=now)
        failed = next((figure for figure in done.values() if isinstance(figure, str)), "")
    except Exception as error:  # one person's fault must not keep the others waiting
        logger.error("upkeep of %s failed: %s", run.user_id, records.where(error))
        failed = type(error).__name__
    over = not failed or run.attempts >= ATTEMPTS
    # A failed one is tried again when its lease is over, not at once.
    changes = {"done_at": now, "claim": None, "leased_until": None} if over else {}
    mine.update(**changes, error=failed[:40])
