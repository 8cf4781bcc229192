"""Temporary chats on the web socket and in Chromium."""

# Fixtures are imported, and named again by the tests that use them.
# ruff: noqa: F401, F811

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from chat import protocol, temporary
from chat.models import Conversation, Message
from chat.temporary import TemporaryChat
from memories import services as memory_services
from memories.models import Memory, RecallTrace
from memoryhub.ai.llm import use_language_model
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.test_browser_chat import box, opened, replies, write
from tests.test_browser_people import PHONE, SMALL_TARGETS, TOO_WIDE
from tests.test_socket import SteadyModel, go, tab_of
from tests.test_temporary import in_postgresql, in_redis

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def chat(alice: User) -> TemporaryChat:
    return temporary.temporary_create(user=alice)


# ------------------------------------------------------------------------------------------------ the socket


def test_the_socket_serves_it_as_any_chat(
    alice: User,
    chat: TemporaryChat,
    tab_of: Callable[..., Any],
) -> None:
    memory = memory_services.memory_remember(user=alice, content="I live in Ghent.")
    tab, later = tab_of(alice, chat), tab_of(alice, chat)

    async def scenario() -> None:
        async with tab as page:
            client_id = await page.say("Where do I live?")
            done = await page.until("reply.done")
            assert [frame["type"] for frame in page.seen] == [
                "message.saved", "recall.done", "reply.delta", "reply.done",
            ]  # fmt: skip
            assert page.seen[0]["client_id"] == client_id
            assert page.seen[1]["receipt"]["items"][0]["id"] == str(memory.pk)
            assert "Ghent" in done["text"] and page.text == done["text"]
            assert [frame["seq"] for frame in page.seen] == sorted({frame["seq"] for frame in page.seen})
        async with later as page:
            await page.send(type="resume", after=0)
            again = await page.until("reply.done")
            assert again["text"] == done["text"]
            assert page.seen[-2]["receipt"]["items"][0]["id"] == str(memory.pk)

    go(scenario())
    assert not Message.objects.exists() and not RecallTrace.objects.exists()
    assert Memory.objects.get().access_count == 0


def test_two_tabs_see_the_same(alice: User, chat: TemporaryChat, tab_of: Callable[..., Any]) -> None:
    tabs = tab_of(alice, chat), tab_of(alice, chat)

    async def scenario() -> None:
        async with tabs[0] as here, tabs[1] as there:
            await here.say("Hello there, how are you?")
            mine, theirs = await here.until("reply.done"), await there.until("reply.done")
            assert mine["text"] == theirs["text"] == there.text
            await there.say("And now from the other one.")
            assert (await here.until("message.saved"))["text"] == "And now from the other one."
            await here.until("reply.done")

    go(scenario())


def test_a_reply_can_be_stopped(alice: User, chat: TemporaryChat, tab_of: Callable[..., Any]) -> None:
    tab = tab_of(alice, chat)

    async def scenario() -> None:
        async with tab as page:
            await page.say("Tell me a long story.")
            await page.until("reply.delta")
            await page.send(type="reply.stop")
            done = await page.until("reply.done")
            assert (done["status"], done["error"]) == ("interrupted", "stopped")

    with use_language_model(SteadyModel()):
        go(scenario())


def test_its_end_closes_its_sockets_and_leaves_nothing(
    alice: User,
    chat: TemporaryChat,
    tab_of: Callable[..., Any],
    redis_client: Any,
) -> None:
    tabs = tab_of(alice, chat), tab_of(alice, chat)

    async def scenario() -> None:
        async with tabs[0] as here, tabs[1] as there:
            await here.say("I keep a Quillfeather.")
            await here.until("reply.delta")
            await sync_to_async(temporary.temporary_end)(user=alice, chat_id=chat.pk)
            assert await here.closed() == protocol.CLOSE_NOT_FOUND
            assert await there.closed() == protocol.CLOSE_NOT_FOUND

    with use_language_model(SteadyModel()):
        go(scenario())
        from chat import runner

        async def quiet() -> None:
            for _ in range(100):
                if not runner._runs:
                    return
                await asyncio.sleep(0.1)

        asyncio.run(quiet())
    held = [key for key in in_redis(redis_client, "Quillfeather") if ":channels" not in key]
    assert held == []
    assert in_postgresql("Quillfeather") == []


def test_another_persons_and_a_missing_one_close_alike(
    bob: User,
    chat: TemporaryChat,
    tab_of: Callable[..., Any],
) -> None:
    tabs = [tab_of(bob, chat), tab_of(bob, uuid.uuid4())]

    async def scenario() -> None:
        for tab in tabs:
            async with tab as page:
                await page.say("Let me in")
                assert await page.closed() == protocol.CLOSE_NOT_FOUND
                assert page.seen == []

    go(scenario())


# ------------------------------------------------------------------------------------------------ the page


def begin(page: Remote) -> None:
    page.goto("/chat/")
    page.get_by_role("button", name="Temporary chat", exact=True).click()
    page.wait_for_url("**/chat/temporary/*/")  # and its scripts
    expect(page.get_by_role("heading", name="Temporary chat", exact=True)).to_be_visible()


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["wide", "phone"])
def test_a_chat_from_its_start_to_its_statement(
    alice: User,
    opened: Callable[..., Remote],
    viewport: Any,
    redis_client: Any,
) -> None:
    memory_services.memory_remember(user=alice, content="I live in Ghent.")
    page = opened(alice, **({"viewport": viewport} if viewport else {}))
    begin(page)
    write(page, "Where do I live?")
    expect(replies(page)).to_contain_text("Ghent")
    page.get_by_text("Read 1 memory").click()
    expect(page.get_by_role("link", name="I live in Ghent.")).to_be_visible()
    write(page, "Remember that I keep a Quillfeather.")
    expect(replies(page).nth(1)).to_contain_text("nothing from it is remembered")
    page.reload()
    expect(page.locator(".turn.user .words")).to_have_text(
        ["Where do I live?", "Remember that I keep a Quillfeather."]
    )
    assert page.evaluate("Object.entries(sessionStorage).flat().join()").find("Quillfeather") < 0
    assert page.evaluate(TOO_WIDE) == 0
    if viewport:
        assert page.evaluate(SMALL_TARGETS) == []

    switch = page.get_by_role("switch", name="Use my memories here")
    expect(switch).to_be_checked()
    box(page).fill("A draft")
    switch.click()
    expect(switch).not_to_be_checked()
    expect(box(page)).to_have_value("A draft")
    write(page, "Where do I live?")
    expect(replies(page).nth(2)).to_contain_text("not used in this chat")

    url = page.url
    page.get_by_role("button", name="End and delete").click()
    page.locator("#end-menu").get_by_role("button", name="End and delete").click()
    expect(page.get_by_role("heading", name="The temporary chat has ended")).to_be_visible()
    expect(page.get_by_role("link", name="I live in Ghent.")).to_be_visible()
    expect(page.get_by_text("You asked once for something")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == 0
    assert in_postgresql("Quillfeather") == []
    assert [key for key in in_redis(redis_client, "Quillfeather") if ":channels" not in key] == []
    assert not Conversation.objects.exclude(next_sequence=1).exists()
    assert url.split("/")[-2] not in page.content()


def test_an_ended_chat_is_told_of_in_its_other_window(alice: User, opened: Callable[..., Remote]) -> None:
    page = opened(alice, may_complain=True)
    begin(page)
    write(page, "Hello there")
    expect(replies(page)).to_have_count(1)
    chat_id = uuid.UUID(page.url.rstrip("/").split("/")[-1])
    temporary.temporary_end(user=alice, chat_id=chat_id)
    expect(page.get_by_text("This temporary chat has ended")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="This temporary chat is gone")).to_be_visible()
    page.get_by_role("button", name="New temporary chat").click()
    expect(box(page)).to_be_visible()


def test_it_works_without_a_script(alice: User, opened: Callable[..., Remote]) -> None:
    page = opened(alice, java_script_enabled=False)
    begin(page)
    box(page).fill("Hello there, how are you?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".turn")).to_have_count(2)
    page.get_by_role("switch", name="Use my memories here").click()
    expect(page.get_by_role("switch", name="Use my memories here")).not_to_be_checked()
    page.get_by_role("button", name="End and delete").click()
    page.locator("#end-menu").get_by_role("button", name="End and delete").click()
    expect(page.get_by_text("Nothing. No memory of yours was looked at for a reply.")).to_be_visible()
