"""`manage.py up`: the whole product with one command."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection, connections

from memoryhub import embedded, supervisor, worker
from memoryhub.embedded import EmbeddedError
from memoryhub.supervisor import PartDied, Stopped, Supervisor

MIGRATION_LOCK = 0x4D48_5550  # any number, the same in every installation
STATIC_MARK = ".collected-from"
# What no page loads: copies of htmx (with an import in a comment that cannot be resolved) and of Redoc, and the
# browsable API. Without them the first start is half as long.
STATIC_IGNORED = ["django_htmx", "redoc", "rest_framework"]


class CannotStart(Exception):
    """A sentence for the person at the keyboard: what is in the way, and what to do."""


class Command(BaseCommand):
    help = "Start the database, Redis, web server, worker and beat; stop all of them on Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workers", type=int, default=2, help="processes of the Celery worker (2)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._run(workers=options["workers"])
        except (CannotStart, EmbeddedError, PartDied) as error:
            self.stdout.flush()
            self.stderr.write(str(error))
            sys.exit(1)

    def _run(self, *, workers: int) -> None:
        self._supervisor: Supervisor | None = None
        with supervisor.stop_signals(self._hurry):
            try:
                self._serve(workers=workers)
            except Stopped as stopped:
                self._say(f"MemoryHub has stopped ({stopped}).")

    def _serve(self, *, workers: int) -> None:
        require_port(settings.PORT)
        os.environ |= {"DATA_DIR": str(settings.DATA_DIR), "PORT": str(settings.PORT)}
        with embedded.running(
            settings.DATA_DIR,
            postgres=settings.EMBEDDED_POSTGRES,
            valkey=settings.EMBEDDED_VALKEY,
            exclusive=True,
        ) as servers:
            require_database()
            require_redis()
            self._say("Preparing the database and the pages …")
            migrate()
            collect_static()
            nobody_yet = not get_user_model()._default_manager.exists()
            if not settings.EMBEDDED_VALKEY:  # an embedded one starts empty
                worker.restore_unacknowledged()
            connections.close_all()
            self._say("Starting web, worker and beat …")
            parts = Supervisor(servers=servers.children, root=settings.BASE_DIR, show=self._say)
            self._supervisor = parts
            try:
                self._start_parts(parts, workers=workers)
                parts.wait_for_web(port=settings.PORT)
                self._say(f"MemoryHub is at {settings.BASE_URL} (Ctrl-C stops it)")
                if nobody_yet:
                    self._say("Nobody has signed up yet: the first account becomes staff.")
                parts.watch()
            except Stopped:
                self._say("Stopping …")
                raise
            finally:
                parts.stop()

    def _start_parts(self, parts: Supervisor, *, workers: int) -> None:
        parts.start(
            "web",
            supervisor.web_command(port=settings.PORT),
            death_signal=signal.SIGTERM,
            stop_steps=((signal.SIGTERM, 10.0),),
        )
        parts.start(
            "worker",
            supervisor.worker_command(concurrency=workers),
            death_signal=signal.SIGKILL,
            stop_steps=((signal.SIGTERM, 15.0), (signal.SIGQUIT, 5.0)),
        )
        parts.start(
            "beat",
            supervisor.beat_command(schedule=Path(settings.CELERY_BEAT_SCHEDULE_FILENAME)),
            death_signal=signal.SIGKILL,
            stop_steps=((signal.SIGTERM, 5.0),),
        )

    def _hurry(self) -> None:
        if self._supervisor is not None:
            self._supervisor.hurry()

    def _say(self, line: str) -> None:
        try:
            self.stdout.write(line)
            self.stdout.flush()
        except OSError:
            pass  # a terminal that was closed must not keep anything from being stopped


def require_port(port: int) -> None:
    """Raises CannotStart when another program listens there."""
    if not supervisor.port_is_free(port):
        raise CannotStart(
            f"Port {port} is in use by another program. "
            f"Stop that one, or choose another: PORT={port + 1} make run"
        )


def require_database() -> None:
    """The database answers and has pgvector; raises CannotStart."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'")
            has_vector = cursor.fetchone() is not None
    except (OperationalError, psycopg.OperationalError) as error:
        raise CannotStart(
            f"The database of DATABASE_URL does not answer ({_reason(error)}). "
            "Start it or correct DATABASE_URL; "
            "without DATABASE_URL, MemoryHub brings its own."
        ) from error
    if not has_vector:
        raise CannotStart(
            "The database of DATABASE_URL has no pgvector. Install the extension on that server; "
            "without DATABASE_URL, MemoryHub brings its own."
        )


def require_redis() -> None:
    """Redis answers; raises CannotStart."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=5, socket_timeout=5) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise CannotStart(
            f"The Redis of REDIS_URL does not answer ({_reason(error)}). Start it or correct REDIS_URL; "
            "without REDIS_URL, MemoryHub brings its own."
        ) from error


def _reason(error: Exception) -> str:
    """The last thing a driver says: the first lines repeat the address."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__


def migrate() -> None:
    """The schema is up to date; two that start at once on one database take turns."""
    with _database_lock(MIGRATION_LOCK):
        call_command("migrate", interactive=False, verbosity=0)


@contextmanager
def _database_lock(number: int) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [number])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


def collect_static() -> None:
    """Static files are collected under hashed names; nothing is done when none of them changed."""
    from django.contrib.staticfiles.finders import get_finders

    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(STATIC_IGNORED):
            found = os.stat(storage.path(path))
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    mark = Path(settings.STATIC_ROOT) / STATIC_MARK
    if mark.is_file() and mark.read_text() == digest.hexdigest():
        return
    # The settings chose the plain storage when nothing was collected yet.
    settings.STORAGES["staticfiles"] = {"BACKEND": "memoryhub.staticfiles.HashedStorage"}
    try:
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=STATIC_IGNORED)
        mark.write_text(digest.hexdigest())
    except OSError as error:
        raise CannotStart(
            f"The static files cannot be written to {settings.STATIC_ROOT} ({error.strerror}). "
            "Make room or make it writable, or set DATA_DIR to another folder."
        ) from error
