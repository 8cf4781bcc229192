"""A Celery worker's start and end: it says that it is there, loses no task and leaves no child."""

from typing import Any

import structlog
from celery import current_app
from celery.signals import worker_init, worker_process_init, worker_ready, worker_shutting_down
from redis import RedisError

from memoryhub import health, patterns, processes
from memoryhub.warm import warm_up_beside

log = structlog.get_logger(__name__)


@worker_init.connect
def compile_patterns(**_: Any) -> None:
    """Once, before the first fork: the children share them, and one that is started later has them at once."""
    patterns.compile_all()


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
    warm_up_beside()


def restore_unacknowledged() -> int:
    """What a killed worker had in hand goes back into the queue, unless a worker is there to hold it; how many.

    Without it such a task waits for the broker's visibility timeout, which is an hour.
    """
    if current_app.control.ping(timeout=0.5):
        return 0
    with current_app.connection_for_write() as broker:
        channel = broker.default_channel
        with channel.conn_or_acquire() as client:
            # By the index: kombu's client puts the key prefix before this command, but not before HKEYS.
            tags = client.zrange(channel.unacked_index_key, 0, -1)
            for tag in tags:
                channel.qos.restore_by_tag(tag.decode(), client)
    return len(tags)
