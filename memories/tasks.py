"""Thin doors for Celery; the work is in capture and upkeep."""

from uuid import UUID

from celery import shared_task

from memories import capture
from memories.upkeep import nightly


@shared_task
def capture_user(user_id: str) -> None:
    """Captures a person's undone turns."""
    capture.run_user(user_id=UUID(user_id))


@shared_task
def capture_sweep() -> None:
    """Captures what no worker was told of."""
    capture.sweep()


@shared_task
def upkeep_nightly() -> None:
    """Runs the upkeep jobs."""
    nightly.run()
