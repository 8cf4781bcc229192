"""The embedded servers: made, joined, recovered, and refused with a sentence."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import dj_database_url
import psycopg
import pytest
import redis

from memoryhub import embedded, embedded_servers, processes
from memoryhub.embedded import EmbeddedError

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    """A folder that no other account may walk into, with a name that URLs do not like."""
    folder = tmp_path / "My Data (ü)"
    yield folder
    shutil.rmtree(embedded.run_folder(folder), ignore_errors=True)


def connect(data_dir: Path) -> psycopg.Connection:
    found = dj_database_url.parse(embedded.database_url(data_dir))
    return psycopg.connect(
        host=str(found["HOST"]), user=str(found["USER"]), dbname=str(found["NAME"]), autocommit=True
    )


def run_python(code: str, data_dir: Path) -> subprocess.Popen[str]:
    """A process of its own that runs the code with `data_dir` in it."""
    head = f"from pathlib import Path\nfrom memoryhub import embedded\ndata_dir = Path({str(data_dir)!r})\n"
    return subprocess.Popen(
        [sys.executable, "-c", head + textwrap.dedent(code)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


def wait_until(true: object, seconds: float = 15) -> None:
    deadline = time.monotonic() + seconds
    while not true():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)


@pytest.mark.slow
def test_servers_start_are_joined_and_keep_what_they_were_told(data_dir: Path) -> None:
    with embedded.running(data_dir, postgres=True, valkey=True) as first:
        assert [child.name for child in first.children] == ["PostgreSQL", "Valkey"]
        with embedded.running(data_dir, postgres=True, valkey=True) as second:
            assert second.children == [], "a second user joins"
        with connect(data_dir) as connection:
            connection.execute("CREATE EXTENSION vector")
            connection.execute("CREATE TABLE kept (v vector(2))")
            connection.execute("INSERT INTO kept VALUES ('[1,2]')")
            assert connection.execute("SELECT lower('ÄÉ')").fetchone() == ("äé",)
        with redis.Redis.from_url(embedded.redis_url(data_dir)) as client:
            client.set("a", "b")
    assert all(child.process.poll() == 0 for child in first.children), "what was started is stopped"
    with embedded.running(data_dir, postgres=True, valkey=True):
        with connect(data_dir) as connection:
            assert connection.execute("SELECT v::text FROM kept").fetchone() == ("[1,2]",)
        with redis.Redis.from_url(embedded.redis_url(data_dir)) as client:
            assert client.get("a") is None, "nothing in Valkey is kept on disk"


@pytest.mark.slow
def test_no_server_runs_as_root_or_outlives_a_killed_owner(data_dir: Path) -> None:
    owner = run_python(
        """
        with embedded.running(data_dir, postgres=True, valkey=True) as servers:
            print(*[child.process.pid for child in servers.children], flush=True)
            input()
        """,
        data_dir,
    )
    assert owner.stdout is not None
    pids = [int(word) for word in owner.stdout.readline().split()]
    assert len(pids) == 2
    assert os.getuid() != 0 or all(Path(f"/proc/{pid}").stat().st_uid != 0 for pid in pids)
    owner.wait(timeout=20)  # its input is at an end at once
    wait_until(lambda: not any(processes.is_alive(pid) for pid in pids))


@pytest.mark.slow
def test_clean_start_after_everything_was_killed(data_dir: Path) -> None:
    code = """
        import time
        with embedded.running(data_dir, postgres=True, valkey=True) as servers:
            print(*[child.process.pid for child in servers.children], flush=True)
            time.sleep(600)
        """
    owner = run_python(code, data_dir)
    assert owner.stdout is not None
    pids = [int(word) for word in owner.stdout.readline().split()]
    with connect(data_dir) as connection:
        connection.execute("CREATE TABLE said (words text)")
        connection.execute("INSERT INTO said VALUES ('committed')")
    for pid in [*pids, owner.pid]:
        os.kill(pid, signal.SIGKILL)
    owner.wait()
    with embedded.running(data_dir, postgres=True, valkey=True) as servers:
        assert len(servers.children) == 2
        with connect(data_dir) as connection:
            assert connection.execute("SELECT words FROM said").fetchone() == ("committed",)


@pytest.mark.slow
def test_marks_with_the_process_id_of_a_stranger_are_stale(data_dir: Path) -> None:
    with embedded.running(data_dir, postgres=True, valkey=False):
        pass
    stranger = subprocess.Popen(["sleep", "60"])
    try:
        mark = data_dir / "postgres" / "postmaster.pid"
        mark.write_text(f"{stranger.pid}\n{data_dir / 'postgres'}\n0\n5432\n\n\n0 0\nready\n")
        with embedded.running(data_dir, postgres=True, valkey=False), connect(data_dir) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        assert stranger.poll() is None, "a stranger is left alone"
    finally:
        stranger.kill()
        stranger.wait()


@pytest.mark.slow
def test_a_server_that_lost_its_owner_is_ended_not_joined(data_dir: Path) -> None:
    with embedded.running(data_dir, postgres=True, valkey=False):
        pass
    account = processes.unprivileged_account()
    server = embedded_servers.Postgres(data_dir, account, fast_and_unsafe=True)
    orphan = server.start()  # without the owner lock, as after its owner's death where no death signal exists
    with embedded.running(data_dir, postgres=True, valkey=False) as servers:
        assert orphan.wait(timeout=20) == 0
        assert servers.children[0].process.pid != orphan.pid


@pytest.mark.slow
def test_an_owner_waits_for_those_who_joined(data_dir: Path) -> None:
    owner = run_python(
        """
        with embedded.running(data_dir, postgres=False, valkey=True):
            print("up", flush=True)
        """,
        data_dir,
    )
    assert owner.stdout is not None
    # The lock is taken before the owner is: it finds somebody who already uses what it starts.
    data_dir.mkdir(parents=True, exist_ok=True)
    with (data_dir / "valkey.users.lock").open("a+") as users:
        fcntl.flock(users, fcntl.LOCK_SH)
        assert owner.stdout.readline() == "up\n"
        with redis.Redis.from_url(embedded.redis_url(data_dir)) as client:
            time.sleep(0.5)
            assert client.ping(), "still up for us"
            assert owner.poll() is None
    assert owner.wait(timeout=15) == 0


@pytest.mark.slow
def test_exclusive_use_is_refused_with_the_process_that_has_it(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "WAIT_FOR_OWNER_SECONDS", 0.2)
    with embedded.running(data_dir, postgres=False, valkey=True):
        with (
            pytest.raises(EmbeddedError, match=f"in use by process {os.getpid()}"),
            embedded.running(data_dir, postgres=False, valkey=True, exclusive=True),
        ):
            pytest.fail("two cannot have it alone")


def test_urls_depend_on_the_folder_alone_and_can_be_parsed(data_dir: Path) -> None:
    found = dj_database_url.parse(embedded.database_url(data_dir))
    assert found["HOST"] == str(embedded.run_folder(data_dir))
    assert (found["USER"], found["NAME"]) == ("memoryhub", "memoryhub")
    assert embedded.database_url(data_dir) == embedded.database_url(Path(str(data_dir) + "/."))
    assert embedded.database_url(data_dir) != embedded.database_url(data_dir / "other")


@pytest.mark.slow
def test_a_path_too_long_for_a_socket_gets_a_private_short_one(tmp_path: Path) -> None:
    data_dir = tmp_path / ("long" * 30)
    run = embedded.run_folder(data_dir)
    assert run.parent == Path("/tmp")
    try:
        with embedded.running(data_dir, postgres=True, valkey=True), connect(data_dir) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
            assert run.stat().st_mode & 0o077 == 0
    finally:
        shutil.rmtree(run, ignore_errors=True)


def test_a_run_folder_that_belongs_to_someone_else_is_refused(tmp_path: Path) -> None:
    data_dir = tmp_path / ("long" * 30)
    run = embedded.run_folder(data_dir)
    run.symlink_to(tmp_path)
    try:
        with pytest.raises(EmbeddedError, match=f"{run} belongs to someone else"):
            with embedded.running(data_dir, postgres=False, valkey=True):
                pytest.fail("somebody else's folder was used")
    finally:
        run.unlink()


def test_a_full_disk_is_told_before_anything_is_made(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10 * 2**20))
    with pytest.raises(EmbeddedError, match=r"no space left .*10 MB are free, 150 MB are needed"):
        with embedded.running(data_dir, postgres=True, valkey=False):
            pytest.fail("started without space")
    assert not (data_dir / "postgres").exists()


@pytest.mark.slow
def test_a_disk_that_fills_up_while_the_cluster_is_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_servers, "FREE_BYTES_TO_CREATE", 0)
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        # No right to make a small disk: the log of a server on one that filled up says the same.
        server = embedded_servers.Valkey(disk, None)
        server.log.parent.mkdir()
        server.log.write_text("FATAL:  could not write to file: No space left on device\n")
        assert "no space left on the disk" in str(embedded_servers.did_not_start(server))
        return
    try:
        with pytest.raises(EmbeddedError, match="no space left on the disk"):
            with embedded.running(disk / "data", postgres=True, valkey=False):
                pytest.fail("started without space")
        assert not list((disk / "data").glob("postgres*/*")), "nothing half-made is left"
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_data_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with pytest.raises(EmbeddedError, match="cannot write to its data folder .*Not a directory"):
        with embedded.running(blocked / "data", postgres=False, valkey=True):
            pytest.fail("wrote into a file")


def test_a_platform_without_the_binaries_is_told_which_setting_helps(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_servers.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EmbeddedError, match="Set DATABASE_URL"):
        with embedded.running(data_dir, postgres=True, valkey=False):
            pytest.fail("started without binaries")
    with pytest.raises(EmbeddedError, match="set REDIS_URL"):
        with embedded.running(data_dir, postgres=False, valkey=True):
            pytest.fail("started without binaries")


@pytest.mark.slow
def test_a_server_that_cannot_start_shows_its_last_lines(data_dir: Path) -> None:
    with embedded.running(data_dir, postgres=True, valkey=False):
        pass
    (data_dir / "postgres" / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(EmbeddedError, match=r"(?s)PostgreSQL did not start.*no_such_setting"):
        with embedded.running(data_dir, postgres=True, valkey=False):
            pytest.fail("started with a broken configuration")


def test_a_program_that_cannot_be_run_is_told(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(processes, "spawn", refuse)
    for kind in ({"postgres": True, "valkey": False}, {"postgres": False, "valkey": True}):
        with pytest.raises(EmbeddedError, match="cannot be run .*Permission denied.* must be able to reach"):
            with embedded.running(data_dir, **kind):
                pytest.fail("ran without the right to")
