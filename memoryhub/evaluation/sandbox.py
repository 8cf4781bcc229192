"""A place of its own for a replay: a fresh database, its own Redis keys, a clock under control. Gone afterwards."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

import redis
import time_machine
from django.apps import apps
from django.conf import settings
from django.db import connection, models
from django.test.utils import override_settings

from memoryhub import stored
from memoryhub.celery import app as celery_app


@contextmanager
def sandbox() -> Iterator["Sandbox"]:
    """Everything inside runs on a database and Redis keys made for it; both are dropped at the end, come what may."""
    name = f"memoryhub_replay_{os.getpid()}"
    prefix = f"{settings.REDIS_PREFIX}:replay:{os.getpid()}"
    caches = {alias: {**conf, "KEY_PREFIX": prefix} for alias, conf in settings.CACHES.items()}
    layers: dict[str, dict[str, Any]] = deepcopy(settings.CHANNEL_LAYERS)
    for layer in layers.values():
        layer["CONFIG"]["prefix"] = f"{prefix}:channels"
    main_name = connection.settings_dict["NAME"]
    broker = celery_app.conf.broker_url
    connection.settings_dict["TEST"]["NAME"] = name
    connection.close()
    # A scripted model answers, extracts and judges; summaries, profiles and episodes are the built-in writers'.
    with override_settings(
        CACHES=caches,
        CHANNEL_LAYERS=layers,
        REDIS_PREFIX=prefix,
        MEMORY_COMPRESSOR="extract",
        MEMORY_WRITER="builtin",
    ):
        # No worker takes part: replay runs capture itself, and no task may reach the queue of the installation.
        celery_app.conf.broker_url = "memory://replay"
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        place = Sandbox(prefix)
        try:
            with place:
                yield place
        finally:
            place.empty_redis()
            celery_app.conf.broker_url = broker
            _end_other_sessions(name)
            connection.creation.destroy_test_db(main_name, verbosity=0)


def _end_other_sessions(database: str) -> None:
    """A thread of a server that has just stopped may still hold its connection: the database could not be dropped."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
            [database],
        )


class _Logged(logging.Handler):
    """Keeps the lines that are logged, tracebacks included."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Sandbox:
    """The stores of a replay: emptied between cases, moved in time, and read for what must be nowhere."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._redis = redis.Redis.from_url(settings.REDIS_URL)
        self._logged = _Logged()

    def __enter__(self) -> "Sandbox":
        logging.getLogger().addHandler(self._logged)
        return self

    def __exit__(self, *exc: object) -> None:
        logging.getLogger().removeHandler(self._logged)

    def empty(self) -> None:
        """Leaves no row and no key of the last case."""
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in self._models())
        with connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {tables} CASCADE")
        self.empty_redis()
        self._logged.lines.clear()

    def empty_redis(self) -> None:
        for key in self._redis.scan_iter(f"*{self.prefix}*"):
            self._redis.delete(key)

    def pass_time(self, by: timedelta) -> None:
        """Ages the Redis keys as if this time had passed: those whose time is over go."""
        for key in self._redis.scan_iter(f"*{self.prefix}*"):
            left = self._redis.pttl(key)
            if left < 0:
                continue
            left -= int(by.total_seconds() * 1000)
            if left <= 0:
                self._redis.delete(key)
            else:
                self._redis.pexpire(key, left)

    def stored(self) -> Iterator[stored.Value]:
        """Every text in a table, a Redis key or a line logged since the case began, but the messages themselves."""
        yield from stored.in_tables(but=stored.OWN_WORDS)
        yield from stored.in_redis(match=f"*{self.prefix}*", own=False)
        yield from (("log", line) for line in self._logged.lines)

    @staticmethod
    def _models() -> list[type[models.Model]]:
        return [
            model
            for label in ("memories", "chat", "memoryhub")
            for model in apps.get_app_config(label).get_models()
        ]


class Clock:
    """The time of a scenario: starts where it says and moves when told; runs on in between."""

    def __init__(self, start: datetime | None) -> None:
        self._start = start
        self._traveller: time_machine.travel | None = None
        self._moves: time_machine.Traveller | None = None

    def __enter__(self) -> "Clock":
        if self._start is not None:
            self._begin(self._start)
        return self

    def __exit__(self, *exc: object) -> None:
        if self._traveller is not None:
            self._traveller.stop()

    def move(self, by: timedelta) -> None:
        if self._moves is None:
            self._begin(datetime.now().astimezone())
        assert self._moves is not None
        self._moves.shift(by)

    def _begin(self, at: datetime) -> None:
        self._traveller = time_machine.travel(at.timestamp(), tick=True)
        self._moves = self._traveller.start()
