"""Thin doors for Celery; the work is in capture and upkeep."""

from uuid import UUID

from celery import shared_task

from memories import capture
from memories.upkeep import nightly
from memories.upkeep.profile import writing


@shared_task
def capture_user(user_id: str) -> None:
    """Captures a person's undone turns."""
    capture.run_user(user_id=UUID(user_id))


@shared_task
def capture_sweep() -> None:
    """Captures what no worker was told of."""
    capture.sweep()


@shared_task
def profiles_sweep() -> None:
    """Writes the profiles that have waited long enough."""
    writing.sweep()


@shared_task
def upkeep_nightly() -> None:
    """Runs the upkeep jobs."""
    nightly.run()
