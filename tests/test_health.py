"""`/healthz` and `/readyz`: what a load balancer and a person are told."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from memoryhub import health, processes
from memoryhub.tasks import heartbeat
from tests.servers import Worker

READY = {"status": "ok", "database": "ok", "redis": "ok", "worker": "ok"}


def test_healthz_needs_nothing(client: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/healthz")  # without the database mark a query would fail
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok"}
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_readyz_is_ok_with_all_parts(client: Client) -> None:
    health.beat()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, READY)


@pytest.mark.django_db
def test_a_worker_that_is_away_is_told_and_fails_nothing(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, READY | {"worker": "away"})


@pytest.mark.django_db
def test_a_worker_that_fell_silent_is_away(client: Client, redis_client: Any) -> None:
    health.beat()
    [key] = redis_client.keys("*:worker")
    assert 20 < redis_client.ttl(key) <= health.WORKER_SECONDS
    redis_client.pexpire(key, 1)
    time.sleep(0.05)
    assert client.get("/readyz").json()["worker"] == "away"


@pytest.mark.django_db
def test_redis_away_is_503(client: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "away", "database": "ok", "redis": "away", "worker": "unknown"}


@pytest.mark.django_db
def test_database_away_is_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    health.beat()

    def refuse() -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "away", "database": "away", "redis": "ok", "worker": "ok"}


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_nothing_is_changed_by_a_probe(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_comes_and_goes(worker: Worker, client: Client) -> None:
    assert client.get("/readyz").json()["worker"] == "ok"
    worker.stop()
    assert client.get("/readyz").json()["worker"] == "away"


@pytest.mark.django_db(transaction=True)
def test_the_heartbeat_task_runs_in_the_worker(worker: Worker, client: Client, redis_client: Any) -> None:
    health.leave()
    heartbeat.delay()
    deadline = time.monotonic() + 15
    while client.get("/readyz").json()["worker"] != "ok":
        assert time.monotonic() < deadline, "no heartbeat"
        time.sleep(0.05)


@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_leaves_no_child(worker: Worker) -> None:
    assert worker.process is not None
    main = worker.process.pid
    children = worker.children()
    assert children
    os.kill(main, signal.SIGKILL)
    worker.process.wait()
    deadline = time.monotonic() + 10
    while any(processes.is_alive(pid) for pid in children):
        assert time.monotonic() < deadline, "an orphan is left"
        time.sleep(0.05)
