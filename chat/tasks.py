"""Doors for the worker."""

from celery import shared_task

from chat import claims


@shared_task
def replies_sweep() -> int:
    """Replies whose process is gone are marked broken off."""
    return claims.sweep()
