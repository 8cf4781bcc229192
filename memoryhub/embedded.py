"""The embedded PostgreSQL (with pgvector) and Valkey: where they live, and how they are started or joined.

Imports no Django: settings ask for the URLs, `up`, `manage.py` and the tests ask for the servers.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from urllib.parse import quote

from memoryhub import processes
from memoryhub.embedded_servers import (
    DATABASE,
    USER,
    VALKEY_SOCKET,
    EmbeddedError,
    Postgres,
    Server,
    Valkey,
    absolute,
    no_space,
    run_folder,
)
from memoryhub.processes import Account

__all__ = ["Child", "EmbeddedError", "Servers", "database_url", "redis_url", "run_folder", "running"]

WAIT_FOR_OWNER_SECONDS = 30.0
EXCLUSIVE = "alone"


@dataclass(frozen=True)
class Child:
    """A server that we started."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path


@dataclass
class Servers:
    """The servers of one data folder that this process started; those it joined are not listed."""

    children: list[Child] = field(default_factory=list)


def database_url(data_dir: Path) -> str:
    """The URL of the embedded PostgreSQL; capitals are encoded too, since URL parsers lower a host's case."""
    plain = b"abcdefghijklmnopqrstuvwxyz0123456789-_."
    folder = os.fsencode(run_folder(data_dir))
    host = "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in folder)
    return f"postgres://{USER}@{host}/{DATABASE}"


def redis_url(data_dir: Path) -> str:
    """The URL of the embedded Valkey."""
    return f"unix://{quote(str(run_folder(data_dir) / VALKEY_SOCKET))}"


@contextmanager
def running(
    data_dir: Path,
    *,
    postgres: bool,
    valkey: bool,
    fast_and_unsafe: bool = False,
    exclusive: bool = False,
) -> Iterator[Servers]:
    """The asked servers answer inside the block: those that run already are joined, the others started.

    What was started is stopped at the end, after all who joined have left. With `exclusive` nothing is joined
    (a short command that has them is waited for) and nobody is waited for at the end. `fast_and_unsafe` gives
    up safety at a power cut, for tests. Raises EmbeddedError.
    """
    data_dir = absolute(data_dir)
    account = processes.unprivileged_account()
    _make_folders(data_dir, account)
    servers = Servers()
    with ExitStack() as stack:
        if postgres:
            database = Postgres(data_dir, account, fast_and_unsafe=fast_and_unsafe)
            stack.enter_context(_lease(database, servers, exclusive=exclusive))
        if valkey:
            stack.enter_context(_lease(Valkey(data_dir, account), servers, exclusive=exclusive))
        yield servers


@contextmanager
def _lease(server: Server, servers: Servers, *, exclusive: bool) -> Iterator[None]:
    """Own the server (the `owner` lock) or join its owner (a share of the `users` lock)."""
    with (
        _open_lock(server, "owner") as owner,
        _open_lock(server, "users") as users,
    ):
        if not _own_or_join(server, owner=owner, users=users, exclusive=exclusive):
            yield
            return
        process = server.start()
        servers.children.append(Child(name=server.name, process=process, log=server.log))
        try:
            yield
        finally:
            if not exclusive:
                with _patience():
                    fcntl.flock(users, fcntl.LOCK_EX)
            server.stop(process)


def _open_lock(server: Server, kind: str) -> IO[str]:
    return (server.data_dir / f"{server.name.lower()}.{kind}.lock").open("a+")


def _own_or_join(server: Server, *, owner: IO[str], users: IO[str], exclusive: bool) -> bool:
    """True when the server is ours to start, False when another's server answers and is kept up for us."""
    deadline = time.monotonic() + WAIT_FOR_OWNER_SECONDS
    while True:
        if _try_lock(owner, fcntl.LOCK_EX):
            owner.truncate(0)
            owner.write(f"{os.getpid()} {EXCLUSIVE if exclusive else ''}")
            owner.flush()
            return True
        if not exclusive and _try_lock(users, fcntl.LOCK_SH):
            if server.answers():
                return False
            fcntl.flock(users, fcntl.LOCK_UN)
        owner.seek(0)
        pid, _, kind = owner.read().partition(" ")
        # One that has it alone goes on for long; its predecessor's mark stands for a moment only.
        for_long = (
            exclusive and kind == EXCLUSIVE and time.monotonic() > deadline - WAIT_FOR_OWNER_SECONDS + 1
        )
        if for_long or time.monotonic() > deadline:
            raise EmbeddedError(
                f"The data folder {server.data_dir} is in use by process {pid or '?'}. "
                "Stop that one first, or set DATA_DIR to another folder."
            )
        time.sleep(0.05)


def _try_lock(file: IO[str], kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _patience() -> Iterator[None]:
    """A second Ctrl-C ends the wait for those who joined."""
    with suppress(KeyboardInterrupt):
        yield


def _make_folders(data_dir: Path, account: Account | None) -> None:
    run = run_folder(data_dir)
    try:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o711)
        (data_dir / "log").mkdir(exist_ok=True, mode=0o700)
        run.mkdir(exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=data_dir):
            pass
        if account is not None:
            data_dir.chmod(0o711)
    except OSError as error:
        raise EmbeddedError(
            no_space(data_dir)
            if error.errno in {errno.ENOSPC, errno.EDQUOT}
            else f"MemoryHub cannot write to its data folder {data_dir} ({error.strerror}). "
            "Make it writable, or set DATA_DIR to a folder that is."
        ) from error
    found = run.lstat()
    owners = {os.getuid()} | ({account.uid} if account else set())
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in owners:
        raise EmbeddedError(
            f"The folder {run} belongs to someone else. Remove it, or set DATA_DIR to a shorter path."
        )
    run.chmod(0o700)
    if account is not None:
        os.chown(run, account.uid, account.gid)
