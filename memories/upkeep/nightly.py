"""The nightly jobs, in their order. Each stands for itself: one that fails does not keep the next from running.

A job is idempotent and reads what to do from the rows: killed at any point and run again, it ends where it would have.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils import timezone

from memories import erasure, passages, quality, records
from memories.graph import building
from memories.knowledge import embedding
from memories.models import Memory
from memories.upkeep import consolidation, fading, reembedding, traces, unindexed
from memories.upkeep.episodes import writing as episodes
from memories.upkeep.profile import writing
from memoryhub.models import User

if TYPE_CHECKING:
    from collections.abc import Iterator

logger = logging.getLogger(__name__)

#: People whose ids are read at once.
_PEOPLE = 1000

Job = Callable[..., int]
Done = dict[str, int | str]

#: Over everybody's rows, each taking ``now`` and ``dry_run``.
JOBS: dict[str, Job] = {
    "purge": erasure.purge,
    "embed": unindexed.embed,
    "passages": passages.embed,
    "documents": embedding.reopen,
    "episodes": episodes.tell,
    "vectors": reembedding.mend,
    "old_vectors": reembedding.remove_old,
    "traces": traces.thin,
    "quality": quality.keep,
}
#: Over one person's rows, each taking ``user`` as well: what says the same is joined before its age is judged.
PERSON_JOBS: dict[str, Job] = {
    "consolidate": consolidation.consolidate,
    "fade": fading.fade,
    "room": fading.make_room,
    "profile": writing.refresh,
    "names": building.tidy,
}


def run(*, now: datetime | None = None, dry_run: bool = False) -> Done:
    """Runs every job for everybody; returns the number of memories each has changed (would change), or its error."""
    done = run_shared(now=now, dry_run=dry_run)
    for user_id in people_with_memories():
        for name, figure in run_person(user_id=user_id, now=now, dry_run=dry_run).items():
            so_far = done.get(name, 0)
            if isinstance(figure, str) or isinstance(so_far, str):
                done[name] = so_far if isinstance(so_far, str) else figure
            else:
                done[name] = so_far + figure
    return {name: done.get(name, 0) for name in (*JOBS, *PERSON_JOBS)}


def run_shared(*, now: datetime | None = None, dry_run: bool = False) -> Done:
    """Runs the jobs over everybody's rows."""
    return {name: _safely(name, job, now=now, dry_run=dry_run) for name, job in JOBS.items()}


def run_person(*, user_id: UUID, now: datetime | None = None, dry_run: bool = False) -> Done:
    """Runs the jobs over one person's rows; nothing for a person who is gone."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return {}
    at = now or timezone.now()
    return {name: _safely(name, job, user=user, now=at, dry_run=dry_run) for name, job in PERSON_JOBS.items()}


def people_with_memories() -> "Iterator[UUID]":
    """The ids of all who have a memory, in their order; read in pieces, for a job may give the connection back."""
    have = User.objects.filter(pk__in=Memory.objects.values("user_id")).order_by("pk")
    ids = list(have.values_list("pk", flat=True)[:_PEOPLE])
    while ids:
        yield from ids
        ids = list(have.filter(pk__gt=ids[-1]).values_list("pk", flat=True)[:_PEOPLE])


def _safely(name: str, job: Job, *, user: User | None = None, **options: object) -> int | str:
    about = {} if user is None else {"user": user}
    try:
        return job(**about, **options)
    except Exception as error:
        whose = f" of {user.pk}" if user else ""
        logger.error("upkeep job %s%s failed: %s", name, whose, records.where(error))
        return type(error).__name__
