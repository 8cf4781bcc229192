"""`manage.py up`: serves, stops clean, comes back after the worst, and says in a sentence what is in its way."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memoryhub import embedded, processes

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Up:
    """One `manage.py up` in a data folder of its own."""

    def __init__(self, data_dir: Path, **environment: str) -> None:
        self.data_dir = data_dir
        self.port = free_port()
        self.log = data_dir.parent / "up.log"
        self.environment = os.environ | {"DATA_DIR": str(data_dir), "PORT": str(self.port)} | environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("wb") as log:
            self.process = processes.spawn(
                [sys.executable, "manage.py", "up"],
                death_signal=signal.SIGKILL,
                output=log,
                env=self.environment,
                cwd=ROOT,
            )

    def start_and_wait(self) -> None:
        self.start()
        self.wait_for(lambda: "MemoryHub is at" in self.said())

    def wait_for(self, true: Any, seconds: float = START_SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < deadline, self.said()
            time.sleep(0.1)

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def end(self) -> int:
        """The exit code, once it has ended by itself."""
        assert self.process is not None
        return self.process.wait(timeout=START_SECONDS)

    def get(self, path: str) -> tuple[int, dict[str, str]]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=15) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def everyone(self) -> dict[int, str]:
        """All processes that serve this installation: those that have its data folder in hand."""
        found: dict[int, str] = {}
        mark = f"\0DATA_DIR={self.data_dir}\0".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                pid = int(folder.name)
                ours = mark in b"\0" + (folder / "environ").read_bytes() + b"\0"
                # Servers write their title over their environment, and live in their folder.
                ours = ours or (folder / "cwd").readlink().is_relative_to(self.data_dir)
                if ours and processes.is_alive(pid):
                    found[pid] = processes.command_line(pid)
            except OSError:
                continue
        return found


@pytest.fixture(scope="module")
def worn_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that several tests start in, one after the other: all but the first start takes seconds."""
    return tmp_path_factory.mktemp("worn") / "data"


def used(up: Up) -> Iterator[Up]:
    yield up
    for pid in up.everyone():
        os.kill(pid, signal.SIGKILL)
    if up.process is not None:
        up.process.wait()


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Up]:
    """In a folder of its own."""
    yield from used(Up(tmp_path / "data"))


@pytest.fixture
def worn(worn_folder: Path) -> Iterator[Up]:
    """In a folder that another test may have left in any state."""
    yield from used(Up(worn_folder))


def test_serves_stops_without_an_orphan_and_comes_back_with_its_data(worn: Up, tmp_path: Path) -> None:
    up = worn
    assert not up.data_dir.exists(), "this test comes first: nobody has signed up yet"
    up.start_and_wait()
    assert f"MemoryHub is at http://127.0.0.1:{up.port}" in up.said()
    up.wait_for(lambda: up.get("/readyz")[1]["worker"] == "ok")
    assert up.get("/healthz") == (200, {"status": "ok"})
    assert up.get("/readyz") == (200, {"status": "ok", "database": "ok", "redis": "ok", "worker": "ok"})
    up.wait_for(lambda: "first account becomes staff" in up.said())
    names = " ".join(up.everyone().values())
    assert all(part in names for part in ("uvicorn", "celery", "beat", "postgres", "valkey-server"))
    secret = (up.data_dir / "secret_key").read_text()
    sign_up_somebody(up)
    refuses_a_second_on_the_same_data(up, tmp_path)

    assert up.process is not None
    up.process.send_signal(signal.SIGTERM)
    assert up.end() == 0
    assert up.everyone() == {}
    assert "MemoryHub has stopped (SIGTERM)." in up.said()

    up.start_and_wait()
    assert up.get("/readyz")[0] == 200
    assert "first account" not in up.said(), "somebody has signed up"
    assert (up.data_dir / "secret_key").read_text() == secret
    up.process.send_signal(signal.SIGINT)
    assert up.end() == 0
    assert up.everyone() == {}


def refuses_a_second_on_the_same_data(first: Up, tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    second = Up(first.data_dir)
    second.log = tmp_path / "second" / "up.log"
    second.start()
    assert second.end() == 1
    assert first.process is not None
    assert f"is in use by process {first.process.pid}." in second.said()
    assert first.get("/readyz")[0] == 200, "the first goes on"


def sign_up_somebody(up: Up) -> None:
    code = (
        "from django.contrib.auth import get_user_model as m; "
        "m().objects.filter(email='alice@example.org').exists() or "
        "m().objects.create_user(email='alice@example.org', password='x')"
    )
    # Joins the servers of the running `up`.
    made = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", code],
        env=up.environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr


def test_starts_clean_after_everything_was_killed(worn: Up) -> None:
    worn.start_and_wait()
    sign_up_somebody(worn)
    for pid in worn.everyone():
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    worn.end()
    worn.start_and_wait()
    assert worn.get("/readyz")[0] == 200
    assert "first account" not in worn.said(), "what was committed is there"
    # And killed alone it leaves no orphan.
    assert worn.process is not None
    worn.process.kill()
    worn.process.wait()
    worn.wait_for(lambda: not worn.everyone(), seconds=30)


@pytest.mark.parametrize("part", ["-m uvicorn", "celery --quiet -A memoryhub worker", "valkey-server"])
def test_stops_all_and_tells_when_one_part_dies(worn: Up, part: str) -> None:
    worn.start_and_wait()
    victims = [pid for pid, command in worn.everyone().items() if part in command]
    os.kill(min(victims), signal.SIGKILL)
    assert worn.end() == 1
    assert worn.everyone() == {}
    assert "was ended by SIGKILL. Its last lines:" in worn.said()


def test_port_in_use(up: Up) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", up.port))
        other.listen()
        up.start()
        assert up.end() == 1
    assert up.said().splitlines() == [
        f"Port {up.port} is in use by another program. "
        f"Stop that one, or choose another: PORT={up.port + 1} make run"
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        (
            "DATABASE_URL",
            "postgres://me:geheim@127.0.0.1:1/x",
            "The database of DATABASE_URL does not answer",
        ),
        ("DATABASE_URL", "mysql://127.0.0.1/x", "DATABASE_URL must start with"),
        ("REDIS_URL", "redis://127.0.0.1:1/0", "The Redis of REDIS_URL does not answer"),
        ("PORT", "80.5", "PORT must be a whole number"),
        ("DATA_DIR", "/proc/nowhere", "/proc/nowhere"),
    ],
)
def test_a_setting_that_cannot_work_is_one_sentence(tmp_path: Path, name: str, value: str, said: str) -> None:
    up = Up(tmp_path / "data", **{name: value})
    up.start()
    assert up.end() == 1
    assert said in up.said()
    assert "Traceback" not in up.said()
    assert "geheim" not in up.said()
    assert len(up.said().strip().splitlines()) == 1
    assert up.everyone() == {}


def test_with_urls_nothing_embedded_starts(up: Up, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    with embedded.running(elsewhere, postgres=True, valkey=True, fast_and_unsafe=True):
        urls = {
            "DATABASE_URL": embedded.database_url(elsewhere),
            "REDIS_URL": embedded.redis_url(elsewhere),
        }
        up.environment |= urls
        up.start_and_wait()
        assert up.get("/readyz")[0] == 200
        assert not (up.data_dir / "postgres").exists()
        assert not any("postgres" in name or "valkey-server" in name for name in up.everyone().values())
        assert up.process is not None
        up.process.send_signal(signal.SIGTERM)
        assert up.end() == 0
