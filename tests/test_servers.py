"""The fixtures that others lean on: the ASGI server, the browser on its thread, and the database behind both."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.browser import expect
from tests.servers import AsgiServer


@pytest.mark.parametrize("turn", [1, 2])
def test_server_answers_from_the_test_database(asgi_server: AsgiServer, turn: int) -> None:
    with urllib.request.urlopen(f"{asgi_server.url}/readyz", timeout=10) as answer:
        assert answer.status == 200
    assert get_user_model().objects.count() == 0, "the turn before left nothing"
    get_user_model().objects.create_user(email=f"turn{turn}@example.org", password="x")


def test_the_orm_works_beside_the_browser(page: Any, asgi_server: AsgiServer, alice: Any) -> None:
    with page.expect_response("**/healthz") as caught:
        page.goto("/healthz")
    assert caught.value.status == 200
    expect(page.locator("body")).to_contain_text("ok")
    assert page.evaluate("1 + 1") == 2
    assert [box.count() for box in (page.locator("body"), page.locator("article"))] == [1, 0]
    alice.refresh_from_db()  # Playwright's own thread has the loop, not this one
    assert alice.name == "Alice"


def test_a_failed_expectation_of_the_browser_fails_the_test(page: Any) -> None:
    page.goto("/healthz")
    with pytest.raises(AssertionError):
        expect(page.locator("body")).to_contain_text("never there", timeout=100)


def test_cookies_of_a_person_sign_the_browser_in(
    page_for: Callable[..., Any], alice: Any, client_for: Callable[[Any], Client]
) -> None:
    page = page_for(alice)
    assert "sessionid" in {cookie["name"] for cookie in page.context.cookies()}
    session = client_for(alice).session
    assert session["_auth_user_id"] == str(alice.pk)
