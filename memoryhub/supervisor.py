"""Runs the parts of one installation as children: starts them in order, shows what they say, stops them.

Knows processes and their output only; what must be true before they start is for the command `up`.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Literal

from memoryhub import processes
from memoryhub.embedded import Child

HOST = "127.0.0.1"
LAST_LINES = 15
WEB_START_SECONDS = 60.0
MAX_FRAME_BYTES = 1024 * 1024

PartName = Literal["web", "worker", "beat"]
Steps = tuple[tuple[signal.Signals, float], ...]


def web_command(*, port: int) -> list[str]:
    """uvicorn: on SIGTERM it runs every disconnect and finishes requests."""
    return [
        *(sys.executable, "-m", "uvicorn", "memoryhub.asgi:application", "--host", HOST, "--port", str(port)),
        *("--lifespan", "off", "--timeout-graceful-shutdown", "5", "--no-server-header"),
        *("--ws-max-size", str(MAX_FRAME_BYTES), "--log-level", "warning"),
    ]


def worker_command(*, concurrency: int) -> list[str]:
    """The Celery worker; the three features that it goes without cost a second at the start."""
    return [
        # In a container root is the usual user, and everything in it is the product's.
        *(sys.executable, "-W", "ignore::UserWarning:celery.platforms", "-m", "celery", "--quiet"),
        *("-A", "memoryhub", "worker", "--loglevel", "WARNING"),
        *("--concurrency", str(concurrency), "--without-mingle", "--without-gossip", "--without-heartbeat"),
    ]


def beat_command(*, schedule: Path) -> list[str]:
    """Celery beat, which sends the periodic tasks."""
    return [
        *(sys.executable, "-m", "celery", "--quiet", "-A", "memoryhub", "beat", "--loglevel", "WARNING"),
        *("--schedule", str(schedule), "--pidfile", ""),
    ]


def part_environment(base: Mapping[str, str], *, part: PartName) -> dict[str, str]:
    """A part's environment: inherited OpenMP threads hang a worker's children; a web process pools."""
    own = {"PYTHONUNBUFFERED": "1", "OMP_NUM_THREADS": "1"}
    if part == "web":
        own["DATABASE_POOL"] = base.get("DATABASE_POOL", "8")
    return {**base, **own}


@dataclass
class Part:
    """A child whose output is shown line by line, and whose last lines are kept."""

    name: str
    process: subprocess.Popen[bytes]
    stop_steps: Steps
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=LAST_LINES))
    rest: bytes = b""


class PartDied(Exception):
    """A part ended by itself; the text names it and shows its last lines."""


class Supervisor:
    """Keeps the parts, on one thread: a child is tied to the life of the thread that made it."""

    def __init__(self, *, servers: Sequence[Child], root: Path, show: Callable[[str], None]) -> None:
        self._servers = servers
        self._root = root
        self._show = show
        self._parts: list[Part] = []
        self._selector = selectors.DefaultSelector()
        self._hurry = False

    def start(
        self, name: PartName, command: Sequence[str], *, death_signal: signal.Signals, stop_steps: Steps
    ) -> None:
        """Start a part; it is stopped before those that were started earlier."""
        process = processes.spawn(
            command,
            death_signal=death_signal,
            output=subprocess.PIPE,
            env=part_environment(os.environ, part=name),
            cwd=self._root,
        )
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        part = Part(name=name, process=process, stop_steps=stop_steps)
        self._parts.append(part)
        self._selector.register(process.stdout, selectors.EVENT_READ, part)

    def wait_for_web(self, *, port: int) -> None:
        """Returns when something answers HTTP on the port; raises PartDied when a part ends before."""
        deadline = time.monotonic() + WEB_START_SECONDS
        while not answers_http(port):
            self._pump(0.05)
            self._check()
            if time.monotonic() > deadline:
                raise PartDied(f"The web server did not answer within {WEB_START_SECONDS:.0f} seconds.")

    def watch(self) -> None:
        """Shows output until a part or an embedded server ends by itself, which raises PartDied."""
        while True:
            self._pump(0.5)
            self._check()

    def stop(self) -> None:
        """Ends all parts, the last started first, each gently at first; `hurry` cuts it short."""
        for part in reversed(self._parts):
            for number, seconds in part.stop_steps:
                if part.process.poll() is None and not self._hurry:
                    part.process.send_signal(number)
                    self._pump_until_gone(part, seconds)
            processes.kill_session(part.process)
            part.process.wait()
            self._pump(0)

    def hurry(self) -> None:
        """Stop without waiting any longer."""
        self._hurry = True

    def _pump_until_gone(self, part: Part, seconds: float) -> None:
        # Read on: a child that cannot write its last lines cannot end.
        deadline = time.monotonic() + seconds
        while part.process.poll() is None and time.monotonic() < deadline and not self._hurry:
            self._pump(0.05)

    def _check(self) -> None:
        for part in self._parts:
            if (code := part.process.poll()) is not None:
                self._pump(0)
                raise PartDied(_obituary(part.name, code, "\n".join(part.lines)))
        for child in self._servers:
            if (code := child.process.poll()) is not None:
                lines = processes.last_lines(child.log, count=LAST_LINES)
                raise PartDied(_obituary(child.name, code, lines))

    def _pump(self, seconds: float) -> None:
        """Show what came within the time, which is cut short by anything that comes."""
        if not self._selector.get_map():
            time.sleep(min(seconds, 0.05))
            return
        for key, _events in self._selector.select(seconds):
            part: Part = key.data
            data = os.read(key.fd, 65_536)
            if not data:
                self._selector.unregister(key.fileobj)
            *lines, part.rest = (part.rest + data).split(b"\n")
            if not data and part.rest:
                lines, part.rest = [*lines, part.rest], b""
            for line in lines:
                text = line.decode(errors="replace").rstrip()
                part.lines.append(text)
                self._show(f"{part.name:<6} | {text}")


def _obituary(name: str, code: int, lines: str) -> str:
    how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
    return f"{name} {how}. Its last lines:\n{lines or '(it said nothing)'}"


def answers_http(port: int) -> bool:
    """Whether anything answers HTTP on the port, whatever the answer."""
    try:
        with socket.create_connection((HOST, port), timeout=2) as connection:
            connection.sendall(f"GET /healthz HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode())
            return connection.recv(5) == b"HTTP/"
    except OSError:
        return False


def port_is_free(port: int) -> bool:
    """Whether a server could listen on the port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


class Stopped(BaseException):
    """The person or the system asked us to stop (Ctrl-C, SIGTERM, a closed terminal)."""


@contextmanager
def stop_signals(hurry: Callable[[], None]) -> Iterator[None]:
    """The first stop signal raises Stopped where the program is; each later one calls `hurry`."""
    asked = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            hurry()
            return
        asked = True
        raise Stopped(signal.Signals(number).name)

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, handle) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
