"""Child processes that cannot outlive us: how they are started, watched and stopped. Imports no Django."""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
PR_SET_KEEPCAPS = 8
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
CAP_DAC_OVERRIDE = 1
CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


@dataclass(frozen=True)
class Account:
    """The unprivileged account that a database server runs as when we are root."""

    uid: int
    gid: int

    def can_reach(self, path: Path) -> bool:
        """Whether this account may walk down to `path` (its parents only; symbolic links followed)."""
        for parent in path.resolve().parents:
            try:
                found = parent.stat()
            except OSError:
                return False
            mine = found.st_mode >> 6 if found.st_uid == self.uid else found.st_mode
            if not mine & 0o1:
                return False
        return True


def unprivileged_account() -> Account | None:
    """The account to drop to, or None when we are not root. PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    for name in ("nobody", "daemon"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(uid=entry.pw_uid, gid=entry.pw_gid)
    return None


class _CapabilityHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _CapabilityData(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


def _keep_file_access() -> None:
    """After setuid: keep the one capability that lets the account walk through folders such as /root."""
    assert _libc is not None
    header = _CapabilityHeader(CAPABILITY_VERSION_3, 0)
    bit = 1 << CAP_DAC_OVERRIDE
    data = (_CapabilityData * 2)(_CapabilityData(bit, bit, bit), _CapabilityData(0, 0, 0))
    _libc.capset(ctypes.byref(header), data)
    _libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_OVERRIDE, 0, 0)


def _before_exec(
    *, death_signal: signal.Signals | None, account: Account | None, keep_file_access: bool
) -> Callable[[], None]:
    parent = os.getpid()

    def prepare() -> None:
        if account is not None:
            if keep_file_access and _libc is not None:
                _libc.prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)
            os.setgroups([])
            os.setgid(account.gid)
            os.setuid(account.uid)
            if keep_file_access and _libc is not None:
                _keep_file_access()
        if death_signal is not None and _libc is not None:
            # After setuid, which clears it. The parent may have died before this line.
            _libc.prctl(PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return prepare


def spawn(
    args: Sequence[str | os.PathLike[str]],
    *,
    death_signal: signal.Signals | None,
    output: int | IO[bytes],
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    account: Account | None = None,
    keep_file_access: bool = False,
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own (no Ctrl-C reaches it) that gets `death_signal` when we die."""
    return subprocess.Popen(
        [os.fspath(arg) for arg in args],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env=dict(env) if env is not None else None,
        cwd=cwd,
        start_new_session=True,
        preexec_fn=_before_exec(
            death_signal=death_signal, account=account, keep_file_access=keep_file_access
        ),
    )


def die_with_parent() -> None:
    """From now on SIGKILL ends this process when its parent dies (Linux; elsewhere nothing happens)."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def stop(process: subprocess.Popen[bytes], *steps: tuple[signal.Signals, float]) -> None:
    """End a child: each signal in turn, each given its seconds; SIGKILL to its whole session at the last."""
    for number, seconds in steps:
        if process.poll() is not None:
            return
        process.send_signal(number)
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            continue
    if process.poll() is None:
        kill_session(process)
        process.wait()


def kill_session(process: subprocess.Popen[bytes]) -> None:
    """SIGKILL to a child and to all that it started and that stayed in its session."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def is_alive(pid: int) -> bool:
    """Whether a process with this id exists and is not a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in {"Z", "X"}
    except (OSError, IndexError):
        return not Path("/proc/self").exists()


def command_line(pid: int) -> str:
    """The command line of a process, or an empty string when it cannot be read."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        pass
    try:
        found = subprocess.run(["ps", "-o", "args=", "-p", str(pid)], capture_output=True, check=False)
    except OSError:
        return ""
    return found.stdout.decode(errors="replace").strip()


def end_stranger(pid: int, *steps: tuple[signal.Signals, float]) -> bool:
    """End a process that is not our child; True when it is gone."""
    for number, seconds in steps:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            return True
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not is_alive(pid):
                return True
            time.sleep(0.05)
    return not is_alive(pid)


def last_lines(path: Path, *, count: int = 15) -> str:
    """The end of a log file, for people to read."""
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - 16_384))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(text.strip().splitlines()[-count:])
