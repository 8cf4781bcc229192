"""A worker that is killed loses no task: what it had in hand is given to the next one."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from memoryhub import health
from memoryhub.tasks import heartbeat
from memoryhub.worker import restore_unacknowledged
from tests.servers import Worker

QUEUE = "memoryhub:celery:celery"
UNACKNOWLEDGED = "memoryhub:celery:unacked"


def wait_until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 15
    while not true():
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


@pytest.mark.django_db(transaction=True)
def test_what_a_killed_worker_had_in_hand_is_done_by_the_next(
    client: Client, redis_client: Any, worker: Worker
) -> None:
    for child in worker.children():
        os.kill(child, signal.SIGSTOP)  # the task is taken, and not done
    heartbeat.delay()
    wait_until(lambda: redis_client.hlen(UNACKNOWLEDGED) == 1 and redis_client.llen(QUEUE) == 0)
    worker.kill()
    health.leave()

    assert restore_unacknowledged() == 1
    assert restore_unacknowledged() == 0, "once"
    assert (redis_client.llen(QUEUE), redis_client.hlen(UNACKNOWLEDGED)) == (1, 0)
    worker.start()
    wait_until(lambda: redis_client.llen(QUEUE) == 0 and redis_client.hlen(UNACKNOWLEDGED) == 0)


@pytest.mark.django_db(transaction=True)
def test_what_a_living_worker_has_in_hand_is_left_to_it(redis_client: Any, worker: Worker) -> None:
    redis_client.hset(UNACKNOWLEDGED, "tag", "[{}, null, null]")
    assert restore_unacknowledged() == 0
    assert redis_client.hlen(UNACKNOWLEDGED) == 1
