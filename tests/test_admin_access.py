"""Staff pages: for staff alone, words only after a reason that the person can see, acts under staff's own name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chat import services as chat_services
from chat.models import Message
from memories import services
from memories.models import CaptureRun, Memory, MemoryEvent, MemorySettings
from memoryhub.models import ApiKey, StaffAccess, User
from tests.browser import Remote, expect
from tests.conftest import make_user

pytestmark = pytest.mark.django_db

MEMORIES, MESSAGES = "/admin/memories/memory/", "/admin/chat/message/"
CONVERSATIONS, RUNS = "/admin/chat/conversation/", "/admin/memories/capturerun/"
REASON = "Ticket 12: a wrong name is shown"


@pytest.fixture
def staff(carol: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(carol)


@pytest.fixture
def memory(alice: User) -> Memory:
    return services.memory_remember(user=alice, content="I live in Ghent.")


@pytest.fixture
def message(alice: User) -> Message:
    conversation = chat_services.conversation_create(user=alice, title="Secret plans")
    return chat_services.message_save(conversation=conversation, text="My cat is Tom.", client_id=None)[0]


def give(
    staff: Client, person: User, scope: str, *, reason: str = REASON, next: str = MEMORIES
) -> HttpResponse:
    return staff.post(f"/admin/access/{person.pk}/{scope}/?next={next}", {"reason": reason})  # type: ignore[return-value]


def text(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


PAGES = [f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in admin.site._registry]


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/anything/", *PAGES])
def test_only_staff_come_in(path: str, alice: User, client_for: Callable[[User], Client]) -> None:
    signed_out = Client().get(path, follow=True)
    assert signed_out.redirect_chain[-1][0] == f"/accounts/login/?next={path.replace('login/', '')}"
    assert "password" in signed_out.content.decode()
    assert client_for(alice).get(path).status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_every_page_shows_and_adds_and_deletes_nothing(
    path: str, staff: Client, memory: Memory, message: Message
) -> None:
    assert staff.get(path).status_code == 200
    assert staff.get(f"{path}add/").status_code == 403
    model = list(admin.site._registry)[PAGES.index(path)]
    before = model._default_manager.count()
    chosen = [str(pk) for pk in model._default_manager.values_list("pk", flat=True)]
    staff.post(path, {"action": "delete_selected", "_selected_action": chosen, "post": "yes"})
    for pk in chosen:
        assert staff.post(f"{path}{pk}/delete/", {"post": "yes"}).status_code in (302, 403, 404)
        assert staff.get(f"{path}{pk}/history/").status_code == 404
    assert model._default_manager.count() == before


def test_staff_without_further_rights_may_look_but_appoint_nobody(
    alice: User, memory: Memory, client_for: Callable[[User], Client]
) -> None:
    dave = client_for(make_user("Dave", is_staff=True))
    assert str(memory.pk) in text(dave, MEMORIES)
    answer = dave.post(f"/admin/memoryhub/user/{alice.pk}/change/", {"is_staff": "on", "is_active": "on"})
    assert answer.status_code == 403
    alice.refresh_from_db()
    assert not alice.is_staff


def test_lists_show_no_words_and_cannot_be_searched_by_them(
    staff: Client, memory: Memory, message: Message
) -> None:
    page = text(staff, MEMORIES)
    assert str(memory.pk) in page
    assert "Ghent" not in page
    assert 'name="q"' not in page
    assert 'name="action"' not in page
    for path in (MESSAGES, CONVERSATIONS):
        page = text(staff, path)
        assert "Tom" not in page
        assert "Secret plans" not in page
    assert str(memory.pk) in text(staff, f"{MEMORIES}?q=Paris")
    assert not StaffAccess.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        f"{MEMORIES}?content__icontains=Ghent",
        f"{MEMORIES}?slot__exact=residence",
        f"{MEMORIES}?user__memories__content__icontains=Ghent",
        f"{MESSAGES}?text__startswith=My",
        f"{MESSAGES}?conversation__title__contains=Secret",
        f"{CONVERSATIONS}?title__contains=Secret",
        f"{CONVERSATIONS}?messages__text__contains=Tom",
        "/admin/memories/capturerun/?message__text__contains=Tom",
        "/admin/memoryhub/user/?memories__content__contains=Ghent",
        "/admin/memories/memoryevent/?user__memories__content__contains=Ghent",
    ],
)
def test_no_address_asks_what_a_text_says(staff: Client, memory: Memory, message: Message, path: str) -> None:
    assert staff.get(path).status_code == 400


def test_a_persons_list_and_rows_ask_for_a_reason(
    staff: Client, alice: User, memory: Memory, message: Message
) -> None:
    for path, scope in (
        (f"{MEMORIES}?person={alice.pk}", "memories"),
        (f"{MEMORIES}{memory.pk}/change/", "memories"),
        (f"{MESSAGES}?person={alice.pk}", "messages"),
        (f"{MESSAGES}{message.pk}/change/", "messages"),
        (f"{CONVERSATIONS}?person={alice.pk}", "messages"),
        (f"{CONVERSATIONS}{message.conversation_id}/change/", "messages"),
    ):
        answer = staff.get(path, follow=True)
        assert answer.redirect_chain[0][0].startswith(f"/admin/access/{alice.pk}/{scope}/?next=")
        page = answer.content.decode()
        assert "Ghent" not in page
        assert "Tom" not in page
        assert 'name="reason"' in page
    assert not StaffAccess.objects.exists()


def test_a_reason_opens_one_scope_of_one_person_and_the_person_sees_it(
    staff: Client, alice: User, bob: User, carol: User, memory: Memory, message: Message,
    client_for: Callable[[User], Client],
) -> None:  # fmt: skip
    services.memory_remember(user=bob, content="I live in Paris.")
    answer = give(staff, alice, "memories", next=f"{MEMORIES}?person={alice.pk}")
    assert answer["Location"] == f"{MEMORIES}?person={alice.pk}"
    row = StaffAccess.objects.get()
    assert (row.person, row.staff, row.scope, row.reason) == (alice, carol, "memories", REASON)

    page = text(staff, f"{MEMORIES}?person={alice.pk}")
    assert "Ghent" in page
    assert "Paris" not in page
    assert "Ghent" in text(staff, f"{MEMORIES}{memory.pk}/change/")
    assert "Ghent" in text(staff, f"{MEMORIES}?person={alice.pk}&q=ghent")
    assert str(memory.pk) not in text(staff, f"{MEMORIES}?person={alice.pk}&q=Paris")
    assert "Ghent" not in text(staff, MEMORIES)
    for shut in (f"{MEMORIES}?person={bob.pk}", f"{MESSAGES}?person={alice.pk}"):
        assert staff.get(shut)["Location"].startswith("/admin/access/")
    assert StaffAccess.objects.count() == 1

    seen = text(client_for(alice), "/settings/access-log/")
    assert REASON in seen
    assert "Carol" in seen
    assert REASON not in text(client_for(bob), "/settings/access-log/")


def test_messages_are_read_with_a_reason_of_their_own(staff: Client, alice: User, message: Message) -> None:
    give(staff, alice, "messages")
    assert "My cat is Tom." in text(staff, f"{MESSAGES}?person={alice.pk}")
    assert "My cat is Tom." in text(
        staff, f"{MESSAGES}?person={alice.pk}&conversation__exact={message.conversation_id}&q=cat"
    )
    assert "My cat is Tom." in text(staff, f"{MESSAGES}{message.pk}/change/")
    assert "Secret plans" in text(staff, f"{CONVERSATIONS}{message.conversation_id}/change/")
    assert staff.post(f"{MESSAGES}{message.pk}/change/", {"text": "Changed."}).status_code == 403
    message.refresh_from_db()
    assert message.text == "My cat is Tom."


def test_a_reason_ends_after_half_an_hour_and_with_the_session(
    staff: Client, alice: User, carol: User, memory: Memory, client_for: Callable[[User], Client]
) -> None:
    give(staff, alice, "memories")
    path = f"{MEMORIES}?person={alice.pk}"
    assert staff.get(path).status_code == 200
    assert client_for(carol).get(path).status_code == 302
    StaffAccess.objects.update(created_at=timezone.now() - timedelta(minutes=31))
    assert staff.get(path).status_code == 302


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_no_reason_opens_nothing(staff: Client, alice: User, memory: Memory, reason: str) -> None:
    assert give(staff, alice, "memories", reason=reason).status_code == 200
    assert not StaffAccess.objects.exists()
    assert staff.get(f"{MEMORIES}?person={alice.pk}").status_code == 302


def test_the_gate_leads_nowhere_else(staff: Client, alice: User) -> None:
    for target in (
        "https://evil.example/admin/",
        "//evil.example",
        "/chat/",
        "/admin/../chat/",
        "/admin\\evil.example",
    ):
        assert "evil" not in give(staff, alice, "memories", next=target)["Location"]
    assert give(staff, alice, "memories", next="https://evil.example/")["Location"] == "/admin/"
    for path in (f"/admin/access/{alice.pk}/everything/", f"/admin/access/{memory_id()}/memories/"):
        assert staff.get(path).status_code == 404


def memory_id() -> str:
    return "00000000-0000-7000-8000-000000000000"


def act(staff: Client, person: User, action: str, *rows: Memory) -> HttpResponse:
    return staff.post(  # type: ignore[return-value]
        f"{MEMORIES}?person={person.pk}",
        {"action": action, "_selected_action": [str(row.pk) for row in rows]},
        follow=True,
    )


def test_staff_act_through_the_services_under_their_own_name(
    staff: Client, alice: User, carol: User, memory: Memory
) -> None:
    give(staff, alice, "memories")
    for action, status, verb in (("forget", "forgotten", "forgotten"), ("restore", "active", "restored")):
        act(staff, alice, action, memory)
        memory.refresh_from_db()
        assert memory.status == status
        event = MemoryEvent.objects.order_by("-id").first()
        assert event is not None
        assert (event.verb, event.actor, event.staff, event.user) == (verb, "staff", carol, alice)
        count = MemoryEvent.objects.count()
        act(staff, alice, action, memory)
        assert MemoryEvent.objects.count() == count
    act(staff, alice, "forget", memory)
    memory.refresh_from_db()
    assert memory.forgotten_reason == "staff"
    assert not memory.vectors.exists()


@pytest.mark.parametrize(("action", "status"), [("confirm", "active"), ("reject", "rejected")])
def test_staff_empty_an_inbox(staff: Client, alice: User, memory: Memory, action: str, status: str) -> None:
    Memory.objects.update(status="pending")
    give(staff, alice, "memories")
    act(staff, alice, action, memory)
    memory.refresh_from_db()
    assert memory.status == status
    event = MemoryEvent.objects.order_by("-id").first()
    assert event is not None
    assert event.actor == "staff"


def test_staff_do_not_consent_in_a_persons_stead(staff: Client, alice: User, memory: Memory) -> None:
    Memory.objects.update(status="pending", category="health", sensitivity="sensitive")
    give(staff, alice, "memories")
    act(staff, alice, "confirm", memory)
    memory.refresh_from_db()
    assert memory.status == "pending"
    assert MemorySettings.objects.get(user=alice).consents == []


def test_acts_need_an_open_person_and_reach_no_other(
    staff: Client, alice: User, bob: User, memory: Memory
) -> None:
    theirs = services.memory_remember(user=bob, content="I live in Paris.")
    staff.post(MEMORIES, {"action": "forget", "_selected_action": [str(memory.pk)]})
    act(staff, alice, "forget", memory)
    give(staff, alice, "memories")
    act(staff, alice, "forget", theirs)
    assert set(Memory.objects.values_list("status", flat=True)) == {"active"}


def test_a_failed_capture_is_tried_again_and_noted(staff: Client, carol: User, message: Message) -> None:
    run = CaptureRun.objects.get()
    CaptureRun.objects.update(status="failed", attempts=5, error="timeout", finished_at=timezone.now())
    staff.post(RUNS, {"action": "retry", "_selected_action": [str(run.pk)]})
    run.refresh_from_db()
    assert (run.status, run.attempts, run.error, run.finished_at) == ("queued", 0, "", None)
    assert LogEntry.objects.get().user == carol
    staff.post(RUNS, {"action": "retry", "_selected_action": [str(run.pk)]})
    assert LogEntry.objects.count() == 1
    assert text(staff, f"{RUNS}{run.pk}/change/")


def test_rights_are_given_but_never_taken_from_oneself(staff: Client, alice: User, carol: User) -> None:
    staff.post(f"/admin/memoryhub/user/{alice.pk}/change/", {"is_active": "on", "is_staff": "on"})
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser) == (True, False)
    answer = staff.post(f"/admin/memoryhub/user/{carol.pk}/change/", {"is_active": "on"})
    assert answer.status_code == 200
    carol.refresh_from_db()
    assert carol.is_superuser


def test_nothing_of_a_key_is_shown(staff: Client, alice: User) -> None:
    from memoryhub import people

    key, secret = people.api_key_create(user=alice, name="laptop")
    page = text(staff, "/admin/memoryhub/apikey/")
    assert "laptop" in page
    for part in (key.digest, key.token_key, secret):
        assert part not in page
    assert staff.get(f"/admin/memoryhub/apikey/{ApiKey.objects.get().pk}/change/").status_code == 404


@pytest.mark.parametrize("path", [MEMORIES, "/admin/memories/memoryevent/", "/admin/memoryhub/user/"])
def test_lists_cost_a_fixed_number_of_queries(path: str, staff: Client, alice: User, bob: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert staff.get(path).status_code == 200
        return len(seen)

    services.memory_remember(user=alice, content="I like tea.")
    queries()
    few = queries()
    for person in (alice, bob, make_user("Dora"), make_user("Erin")):
        for drink in ("milk", "water", "wine"):
            services.memory_remember(user=person, content=f"I like {drink}.")
    assert queries() == few <= 15


def test_the_pages_are_in_chinese_too(staff: Client, carol: User, alice: User) -> None:
    carol.language = "zh-hans"
    carol.save()
    page = text(staff, f"/admin/access/{alice.pk}/memories/")
    assert 'lang="zh-hans"' in page


# ------------------------------------------------------------------------------------------------ browser


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_staff_pages_work_under_their_policy(
    page_for: Callable[..., Remote], carol: User, alice: User, language: str
) -> None:
    carol.language = language
    carol.save()
    memory = services.memory_remember(user=alice, content="I live in Ghent.")
    complaints: list[str] = []
    page = page_for(carol)
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/admin/")
    page.goto(f"/admin/memoryhub/user/{alice.pk}/change/")
    page.locator(f'a[href="{MEMORIES}?person={alice.pk}"]').click()
    page.locator("textarea[name=reason]").fill(REASON)
    page.locator("form:has(textarea[name=reason]) button[type=submit]").click()
    expect(page.locator("body")).to_contain_text("I live in Ghent.")
    page.locator(f'input.action-select[value="{memory.pk}"]').check()
    page.locator("select[name=action]").select_option("forget")
    page.locator("button[name=index]").click()
    expect(page.locator("body")).to_contain_text("1")
    page.goto(f"{MEMORIES}{memory.pk}/change/")
    expect(page.locator("body")).to_contain_text("I live in Ghent.")
    for path in PAGES:
        page.goto(path)
    memory.refresh_from_db()
    assert memory.status == "forgotten"
    assert complaints == []
