"""Tasks of the project itself."""

from celery import shared_task

from memoryhub import health
from memoryhub import worker as worker  # connects what a worker does at its start and end


@shared_task
def heartbeat() -> None:
    """Says that a worker is there; ``/readyz`` reads it."""
    health.beat()
