"""Playwright on a thread of its own: its sync API leaves an event loop running, in which the ORM fails.

`Remote` stands for a Playwright object: access and call runs on that thread, and what comes back is wrapped.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
NO_CHROMIUM = (
    "CHROMIUM IS MISSING: the browser tests did not run. Install it (Debian: apt-get install chromium), "
    "or set CHROMIUM to its path, and run them again."
)


def chromium_path() -> str | None:
    """The system's Chromium: CHROMIUM, or the first of the usual names."""
    if named := os.environ.get("CHROMIUM"):
        return named
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


def _is_playwright(value: object) -> bool:
    return type(value).__module__.partition(".")[0] == "playwright"


class Remote:
    """A Playwright object that lives on another thread."""

    def __init__(self, thread: ThreadPoolExecutor, target: Any) -> None:
        object.__setattr__(self, "_thread", thread)
        object.__setattr__(self, "_target", target)

    def _on_thread(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        args = tuple(unwrap(arg) for arg in args)
        kwargs = {name: unwrap(arg) for name, arg in kwargs.items()}
        return self._wrap(self._thread.submit(function, *args, **kwargs).result())

    def _wrap(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._wrap(item) for item in value]
        if _is_playwright(value) and not isinstance(value, (str, dict, BaseException)):
            return Remote(self._thread, value)
        return value

    def __getattr__(self, name: str) -> Any:
        value = self._thread.submit(getattr, self._target, name).result()
        if callable(value):
            return lambda *args, **kwargs: self._on_thread(value, *args, **kwargs)
        return self._wrap(value)

    def __enter__(self) -> Any:
        return self._on_thread(type(self._target).__enter__, self._target)

    def __exit__(self, *raised: Any) -> Any:
        return self._on_thread(type(self._target).__exit__, self._target, *raised)

    def __repr__(self) -> str:
        return f"<Remote {self._target!r}>"


def unwrap(value: Any) -> Any:
    """The Playwright object behind a Remote, or the value itself."""
    return object.__getattribute__(value, "_target") if isinstance(value, Remote) else value


def expect(target: Remote, message: str | None = None) -> Any:
    """Playwright's `expect` for a Remote page, locator or response."""
    from playwright.sync_api import expect as playwright_expect

    return target._on_thread(playwright_expect, target, message)


class Browser:
    """A Chromium with a profile of its own; `page()` opens a window of a new person on it."""

    def __init__(self, executable: str) -> None:
        from playwright.sync_api import sync_playwright

        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="playwright")
        self._home = tempfile.TemporaryDirectory(prefix="memoryhub-browser-")
        self._playwright = self._thread.submit(lambda: sync_playwright().start()).result()
        self.chromium = Remote(self._thread, self._playwright).chromium.launch(
            executable_path=executable,
            args=CHROMIUM_ARGS,
            env={**os.environ, "HOME": self._home.name},
        )

    def page(
        self,
        *,
        base_url: str,
        cookies: dict[str, str] | None = None,
        locale: str = "en-US",
        **options: Any,
    ) -> Remote:
        """A page in a context of its own (`viewport`, `color_scheme`, … as in Playwright's `new_context`)."""
        context = self.chromium.new_context(base_url=base_url, locale=locale, **options)
        context.set_default_timeout(15_000)
        for name, value in (cookies or {}).items():
            context.add_cookies([{"name": name, "value": value, "url": base_url}])
        page: Remote = context.new_page()
        return page

    def close(self) -> None:
        self.chromium.close()
        self._thread.submit(self._playwright.stop).result()
        self._thread.shutdown()
        self._home.cleanup()
