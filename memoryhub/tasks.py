"""Tasks of the project itself."""

from celery import shared_task

from memoryhub import health


@shared_task
def heartbeat() -> None:
    """Says that a worker is there; ``/readyz`` reads it."""
    health.beat()
