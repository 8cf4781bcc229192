"""The ASGI server and the Celery worker that tests run against."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from types import TracebackType

import redis
import uvicorn

from memoryhub import embedded, processes

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120


class AsgiServer:
    """uvicorn in a thread on a socket bound beforehand, so that the address is known and cannot be lost."""

    def __init__(self) -> None:
        from memoryhub.asgi import application

        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.host, self.port = "127.0.0.1", self._socket.getsockname()[1]
        self.url = f"http://{self.host}:{self.port}"
        self.ws_url = f"ws://{self.host}:{self.port}"
        config = uvicorn.Config(application, lifespan="off", log_config=None, timeout_graceful_shutdown=2)
        self._server = uvicorn.Server(config)
        sockets = {"sockets": [self._socket]}
        self._thread = threading.Thread(target=self._server.run, kwargs=sockets, daemon=True)

    def __enter__(self) -> AsgiServer:
        self._thread.start()
        deadline = time.monotonic() + START_SECONDS
        while not self._server.started:
            assert self._thread.is_alive() and time.monotonic() < deadline, "uvicorn did not start"
            time.sleep(0.01)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=15)
        self._socket.close()
        assert not self._thread.is_alive(), "uvicorn did not stop"


class Worker:
    """A Celery worker process with the product's own flags, on the test database."""

    def __init__(self, *, data_dir: Path, concurrency: int = 1) -> None:
        self._data_dir = data_dir
        self._concurrency = concurrency
        self.log = data_dir / "log" / "worker.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it takes tasks."""
        from django.conf import settings
        from django.db import connection

        from memoryhub import supervisor

        database = embedded.database_url(self._data_dir).rpartition("/")[0] + "/"
        environment = supervisor.part_environment(
            {
                **os.environ,
                "DATABASE_URL": database + connection.settings_dict["NAME"],
                "REDIS_URL": embedded.redis_url(self._data_dir),
                "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
            },
            part="worker",
        )
        with redis.Redis.from_url(settings.REDIS_URL) as client, self.log.open("ab") as log:
            key = f"{settings.REDIS_PREFIX}:worker"
            client.delete(key)
            self.process = processes.spawn(
                supervisor.worker_command(concurrency=self._concurrency),
                death_signal=signal.SIGKILL,
                output=log,
                env=environment,
                cwd=ROOT,
            )
            deadline = time.monotonic() + START_SECONDS
            while not client.exists(key):
                ended = self.process.poll() is not None
                assert not ended and time.monotonic() < deadline, processes.last_lines(self.log, count=40)
                time.sleep(0.05)

    def stop(self) -> None:
        """A warm stop, as `up` does it: running tasks are finished."""
        if self.process is not None:
            processes.stop(self.process, (signal.SIGTERM, 20.0))
            processes.kill_session(self.process)

    def kill(self) -> None:
        """`kill -9` of the worker and its children."""
        assert self.process is not None
        processes.kill_session(self.process)
        self.process.wait()

    def children(self) -> list[int]:
        """The process ids of those who do the tasks."""
        assert self.process is not None
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
