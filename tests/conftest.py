"""Real parts for each test run: PostgreSQL, Valkey, an ASGI server, a Celery worker, a browser.

Several runs can go on at once. Nothing of the caller's environment reaches the settings.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if "DJANGO_SETTINGS_MODULE" in os.environ:
    raise pytest.UsageError("Unset DJANGO_SETTINGS_MODULE: the tests make settings for servers of their own.")

KEPT = ("CHROMIUM", "CI", "HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "USER", "VIRTUAL_ENV")
KEPT_PREFIXES = ("COVERAGE", "PYTEST", "PYTHON", "XDG_")
for _name in list(os.environ):
    if _name not in KEPT and not _name.startswith(KEPT_PREFIXES):
        del os.environ[_name]

DATA_DIR = Path(tempfile.mkdtemp(prefix="memoryhub-test-"))
(DATA_DIR / "static").mkdir()  # whitenoise looks there
os.environ["DATA_DIR"] = str(DATA_DIR)
os.environ["DJANGO_SETTINGS_MODULE"] = "memoryhub.settings"
os.environ["OMP_NUM_THREADS"] = "1"

from memoryhub import embedded  # noqa: E402 - the environment comes first
from tests import kept_database  # noqa: E402
from tests.browser import NO_CHROMIUM, Browser, Remote, chromium_path  # noqa: E402
from tests.servers import AsgiServer, Worker  # noqa: E402

if TYPE_CHECKING:
    from django.test import Client

    from memoryhub.models import User

pytest_plugins = ("tests.no_real_models", "tests.smollm")

PASSWORD = "correct horse battery staple"

_servers = ExitStack()


def pytest_configure(config: pytest.Config) -> None:
    import django

    django.setup()  # pytest-django blocks the database, but sets nothing up that its own settings do not name
    _servers.enter_context(embedded.running(DATA_DIR, postgres=False, valkey=True, fast_and_unsafe=True))


def pytest_collection_finish() -> None:
    """What is loaded by now stays to the end: the garbage collector need not go through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Each process of pytest-xdist has servers and settings of its own."""
    del os.environ["DJANGO_SETTINGS_MODULE"]


def pytest_unconfigure(config: pytest.Config) -> None:
    _servers.close()
    shutil.rmtree(DATA_DIR, ignore_errors=True)


# ------------------------------------------------------------------------------------------------ stores


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config, django_db_blocker: Any) -> Iterator[None]:
    """A PostgreSQL with pgvector, started when the first test asks for the database."""
    if cache := getattr(pytestconfig, "cache", None):
        with django_db_blocker.unblock():
            kept_database.prepare(DATA_DIR, cache.mkdir("database"))
    with embedded.running(DATA_DIR, postgres=True, valkey=False, fast_and_unsafe=True):
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The database goes with its server: dropping it first would fail on a thread's open connection."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """One name for the database in all processes of pytest-xdist: each has a server of its own."""


@pytest.fixture(scope="session")
def django_db_setup(postgres_server: None, django_db_setup: None) -> None:
    """pytest-django's database, on a server of our own."""


@pytest.fixture(autouse=True, scope="session")
def _only_filled_tables_are_emptied() -> Iterator[None]:
    from django.test import TransactionTestCase

    from tests.tables import empty_filled_tables

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty_filled_tables)
        yield


@pytest.fixture(autouse=True)
def _own_language() -> None:
    """A page asked for in Chinese leaves its thread in Chinese: each test begins in the language of the settings."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture(autouse=True, scope="session")
def _fast_passwords() -> None:
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True, scope="session")
def _static_files_found_once() -> Iterator[None]:
    """Every client makes the middleware anew, and it would look at each static file each time: 0.1 s."""
    from memoryhub.middleware import StaticFilesMiddleware

    find = StaticFilesMiddleware.add_files_from_finders
    found: dict[str, Any] = {}

    def find_once(self: StaticFilesMiddleware) -> None:
        if not found:
            find(self)
            found.update(self.files)
        self.files |= found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture
def redis_client() -> Iterator[Any]:
    """A client of the run's own Valkey."""
    import redis

    with redis.Redis.from_url(embedded.redis_url(DATA_DIR)) as client:
        yield client


@pytest.fixture(scope="session")
def _cleaner() -> Iterator[Any]:
    """One connection for all tests: opening it takes longer than the cleaning."""
    import redis

    with redis.Redis.from_url(embedded.redis_url(DATA_DIR)) as client:
        yield client


@pytest.fixture(autouse=True)
def _clean_redis(_cleaner: Any) -> None:
    # Not a flush: a Celery queue's bindings are declared once by each process and must stay.
    if keys := [key for key in _cleaner.scan_iter(count=1000) if b"_kombu.binding" not in key]:
        _cleaner.delete(*keys)


# ------------------------------------------------------------------------------------------------ people


def make_user(name: str, **fields: Any) -> User:
    """A person with the address name@example.org and the password `PASSWORD`."""
    from django.contrib.auth import get_user_model

    model: Any = get_user_model()
    fields.setdefault("email", f"{name.lower()}@example.org")
    return model.objects.create_user(password=PASSWORD, name=name, **fields)


@pytest.fixture
def alice(db: None) -> User:
    """Alice owns what the test is about."""
    return make_user("Alice")


@pytest.fixture
def bob(db: None) -> User:
    """Bob is another person, who must see none of it."""
    return make_user("Bob")


@pytest.fixture
def carol(db: None) -> User:
    """Carol is staff."""
    return make_user("Carol", is_staff=True, is_superuser=True)


@pytest.fixture
def client_for() -> Callable[[User], Client]:
    """A Django test client that is signed in as the person."""
    from django.test import Client

    def make(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client

    return make


@pytest.fixture
def session_cookies(client_for: Callable[[User], Client]) -> Callable[[User], dict[str, str]]:
    """The cookies of a signed-in person, for a web socket or a browser."""

    def make(user: User) -> dict[str, str]:
        return {name: morsel.value for name, morsel in client_for(user).cookies.items()}

    return make


# ------------------------------------------------------------------------------------------------ processes


@pytest.fixture
def asgi_server(transactional_db: None) -> Iterator[AsgiServer]:
    """uvicorn with the whole application, HTTP and web sockets, on a thread."""
    with AsgiServer() as server:
        yield server


@pytest.fixture
def worker(transactional_db: None) -> Iterator[Worker]:
    """A real Celery worker process on the test database, ready for tasks; `stop`, `kill`, `start` at will."""
    worker = Worker(data_dir=DATA_DIR)
    worker.start()
    yield worker
    worker.stop()


# ------------------------------------------------------------------------------------------------ browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium; `browser.page(base_url=…, cookies=…, viewport=…)` opens a window."""
    executable = chromium_path()
    if executable is None:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    browser = Browser(executable)
    yield browser
    browser.close()


@pytest.fixture
def page_for(
    browser: Browser, asgi_server: AsgiServer, session_cookies: Callable[[User], dict[str, str]]
) -> Iterator[Callable[..., Remote]]:
    """`page_for(user, locale=…, viewport=…, …)`: a window of a signed-in person (None: of nobody)."""
    pages: list[Remote] = []

    def open_page(user: User | None = None, **options: Any) -> Remote:
        cookies = session_cookies(user) if user is not None else {}
        pages.append(browser.page(base_url=asgi_server.url, cookies=cookies, **options))
        return pages[-1]

    yield open_page
    for page in pages:
        page.context.close()


@pytest.fixture
def page(page_for: Callable[..., Remote]) -> Remote:
    """A window of somebody who is not signed in."""
    return page_for()


#: Fixtures that start something or clear whole tables after the test.
_HEAVY = {"transactional_db", "asgi_server", "worker", "page", "smollm_endpoint"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever uses a browser, a worker or committed rows is marked, so that `make test-fast` leaves it out.

    The files that take long come first: side by side, no process waits at the end for the other's last file.
    """
    for item in items:
        wants = item.get_closest_marker("django_db")
        committed = wants is not None and wants.kwargs.get("transaction", False)
        if committed or _HEAVY & set(getattr(item, "fixturenames", ())):
            item.add_marker("stores")
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & {"browser", "page", "page_for"}:
            item.add_marker("browser")
        if "worker" in fixtures:
            item.add_marker("slow")
    weights = Counter[Path]()
    for item in items:
        weights[item.path] += 60 * bool(item.get_closest_marker("slow")) + bool(
            item.get_closest_marker("stores")
        )
    items.sort(key=lambda item: -weights[item.path])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says loudly that browser tests were left out, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any("CHROMIUM IS MISSING" in str(report.longrepr) for report in skipped):
        terminalreporter.section("browser tests", sep="!", red=True, bold=True)
        terminalreporter.write_line(NO_CHROMIUM, red=True, bold=True)
