"""What the shell of every page shows: chats by day, what waits, the section, toasts with undo."""

import datetime
import json
import zoneinfo
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from chat.models import Conversation
from memoryhub import toasts
from memoryhub.context import Shell, by_age
from memoryhub.models import User

NOON = datetime.datetime(2026, 3, 15, 12, tzinfo=datetime.UTC)


def aged(**ago: float) -> SimpleNamespace:
    return SimpleNamespace(updated_at=NOON - datetime.timedelta(**ago))


def test_chats_are_grouped_by_age() -> None:
    chats = [aged(hours=1), aged(hours=13), aged(days=2), aged(days=7), aged(days=8), aged(days=400)]
    groups = by_age(chats, today=NOON.date())
    assert [(group.key, len(group.conversations)) for group in groups] == [
        ("today", 1),
        ("yesterday", 1),
        ("week", 2),
        ("older", 2),
    ]
    assert by_age([], today=NOON.date()) == []


def test_a_clock_that_runs_ahead_makes_it_today() -> None:
    [group] = by_age([aged(days=-1)], today=NOON.date())
    assert group.key == "today"


@pytest.mark.parametrize(("zone", "key"), [("UTC", "yesterday"), ("Asia/Shanghai", "today")])
def test_days_are_the_persons_own(zone: str, key: str) -> None:
    late = SimpleNamespace(updated_at=datetime.datetime(2026, 3, 14, 18, tzinfo=datetime.UTC))
    with timezone.override(zoneinfo.ZoneInfo(zone)):
        [group] = by_age([late], today=NOON.date())
    assert group.key == key


def test_a_person_sees_their_own_chats_only_and_where_they_are(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    Conversation.objects.create(user=alice, title="Weekend <in> Suzhou")
    Conversation.objects.create(user=alice)
    Conversation.objects.create(user=bob, title="Secret plans")
    page = client_for(alice).get(reverse("settings")).text
    assert "Weekend &lt;in&gt; Suzhou" in page
    assert page.count("data-conversation=") == 2
    assert "Secret plans" not in page
    assert page.count('aria-current="page"') == 2  # in the side bar and in the bottom bar


def test_staff_see_the_way_to_the_admin_and_others_do_not(
    alice: User, carol: User, client_for: Callable[[User], Client]
) -> None:
    link = f'href="{reverse("admin:index")}"'
    assert link in client_for(carol).get(reverse("settings")).text
    assert link not in client_for(alice).get(reverse("settings")).text


def test_a_page_that_shows_no_shell_costs_no_query(alice: User, django_assert_num_queries) -> None:
    request = RequestFactory().get("/")
    request.user = alice
    with django_assert_num_queries(0):
        shell = Shell(request)
        assert (shell.section, shell.theme) == ("", "")


def _with_messages():
    request = RequestFactory().get("/")
    request._messages = CookieStorage(request)
    return request


def _shown(request) -> str:
    """What the next page shows, after the way through the person's cookie."""
    response = HttpResponse()
    request._messages.update(response)
    later = RequestFactory().get("/")
    later.COOKIES["messages"] = response.cookies["messages"].value
    return render_to_string("_toasts.html", {"messages": CookieStorage(later)})


def test_a_toast_reaches_the_next_page_and_its_text_is_text() -> None:
    request = _with_messages()
    toasts.add(request, "Forgot <b>one</b> memory")
    shown = _shown(request)
    assert "Forgot &lt;b&gt;one&lt;/b&gt; memory" in shown
    assert "<form" not in shown


def test_a_toast_with_undo_brings_the_form_that_takes_it_back() -> None:
    request = _with_messages()
    toasts.add(request, "Forgot <2>", undo=toasts.Undo("/back/", {"ids": ["a", '"b"'], "on": ["1"]}))
    shown = _shown(request)
    assert "Forgot &lt;2&gt;" in shown
    assert '<form method="post" action="/back/">' in shown
    assert '<input type="hidden" name="ids" value="a">' in shown
    assert '<input type="hidden" name="ids" value="&quot;b&quot;">' in shown
    assert '<input type="hidden" name="on" value="1">' in shown
    assert "csrfmiddlewaretoken" in shown


def test_a_fragment_says_it_in_an_event() -> None:
    response = toasts.trigger(HttpResponse(), "Vergessen ü 忘掉", undo=toasts.Undo("/back/", {"ids": ["a"]}))
    assert json.loads(response["HX-Trigger"]) == {
        "toast": {
            "text": "Vergessen ü 忘掉",
            "failed": False,
            "undo": {"url": "/back/", "data": {"ids": ["a"]}},
        }
    }
