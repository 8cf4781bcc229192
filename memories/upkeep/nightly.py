"""The nightly jobs, in their order. Each stands for itself: one that fails does not keep the next from running."""

import logging
from collections.abc import Callable
from datetime import datetime

from memories import erasure, passages, records
from memories.upkeep import unindexed

logger = logging.getLogger(__name__)

Job = Callable[..., int]

JOBS: dict[str, Job] = {"purge": erasure.purge, "embed": unindexed.embed, "passages": passages.embed}


def run(*, now: datetime | None = None, dry_run: bool = False) -> dict[str, int | str]:
    """Runs every job; returns the number of memories each has changed (would change), or the name of its error."""
    done: dict[str, int | str] = {}
    for name, job in JOBS.items():
        try:
            done[name] = job(now=now, dry_run=dry_run)
        except Exception as error:
            logger.error("upkeep job %s failed: %s", name, records.where(error))
            done[name] = type(error).__name__
    return done
