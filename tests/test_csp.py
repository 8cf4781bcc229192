"""No page runs or styles anything inline, and the policy that forbids it is sent with every page."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from memoryhub.models import ApiKey, User

#: The admin has a policy of its own, because of its toolkit; the pages of the API have tests of their own.
ELSEWHERE = ("admin/", "api/")


class Inline(HTMLParser):
    """Collects what a strict policy would block."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in values):
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")) or (value or "").startswith("javascript:"):
                self.found.append(f"{tag}[{name}={value}]")
        for name in ("src", "href") if tag in {"script", "link", "img", "use", "iframe"} else ():
            if (values.get(name) or "").startswith(("http:", "https:", "//")):
                self.foreign.append(f"{tag}[{name}={values[name]}]")


def _paths(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """The address of every pattern that takes no argument."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern).removeprefix("^").removesuffix("$")
        if path.startswith(ELSEWHERE):
            continue
        if isinstance(pattern, URLResolver):
            yield from _paths(pattern.url_patterns, path)
        elif "<" not in path:
            yield f"/{path}"


def pages() -> list[str]:
    return sorted(set(_paths(get_resolver().url_patterns)))


def check(response) -> None:
    policy = response["Content-Security-Policy"]
    assert "unsafe" not in policy
    for directive in (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
    ):
        assert directive in policy
    if not response["Content-Type"].startswith("text/html"):
        return
    parser = Inline()
    parser.feed(response.text)
    assert parser.found == []
    assert parser.foreign == []


def test_the_enumeration_finds_the_pages() -> None:
    found = pages()
    assert {"/", "/accounts/signup/", "/settings/", "/settings/api-keys/", reverse("chat:index")} <= set(
        found
    )


@pytest.mark.django_db
@pytest.mark.parametrize("path", pages())
def test_nothing_inline_for_visitors(path: str) -> None:
    check(Client().get(path))


@pytest.mark.parametrize("path", pages())
def test_nothing_inline_for_people(path: str, carol: User, client_for: Callable[[User], Client]) -> None:
    ApiKey.objects.create(user=carol, name="Notebook")
    check(client_for(carol).get(path))


def test_nothing_inline_on_pages_of_errors(alice: User, client_for: Callable[[User], Client]) -> None:
    client = client_for(alice)
    check(client.get("/no/such/page/"))
    check(client.post("/settings/", {"time_zone": "Mars"}))
    check(client.post("/settings/api-keys/", {"name": "Notebook"}))


@pytest.mark.django_db
def test_pages_may_not_be_framed_and_tell_other_sites_nothing() -> None:
    response = Client().get("/")
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
