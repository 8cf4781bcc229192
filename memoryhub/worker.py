"""What a Celery worker does at its start and end: says that it is there, and leaves no child behind."""

from typing import Any

import structlog
from celery.signals import worker_process_init, worker_ready, worker_shutting_down
from redis import RedisError

from memoryhub import health, processes

log = structlog.get_logger(__name__)


@worker_ready.connect
def say_ready(**_: Any) -> None:
    """`/readyz` knows the worker at once, not only at beat's next round."""
    try:
        health.beat()
    except RedisError as error:
        log.warning("worker.beat_failed", error=type(error).__name__)


@worker_shutting_down.connect
def say_goodbye(**_: Any) -> None:
    """`/readyz` does not wait until the last beat is too old."""
    try:
        health.leave()
    except RedisError as error:
        log.warning("worker.leave_failed", error=type(error).__name__)


@worker_process_init.connect
def leave_no_orphan(**_: Any) -> None:
    """A child dies with its worker, also when that is killed."""
    processes.die_with_parent()
