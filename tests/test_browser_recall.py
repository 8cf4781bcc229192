"""In Chromium: the receipt and what is done there, why a memory was not recalled, and the search of messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from chat import services
from chat.models import Conversation
from memories import services as memory_services
from memories.models import Feedback, Memory, NotHere
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.test_browser_chat import address, opened, settled, write
from tests.test_browser_people import PHONE, SMALL_TARGETS, TOO_WIDE
from tests.test_passages import chat_of

__all__ = ["opened"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


@pytest.fixture
def home(alice: User) -> Memory:
    memory_services.memory_remember(user=alice, content="I own a red bicycle")
    return memory_services.memory_remember(user=alice, content="I live in Ghent")


def fits(page: Remote) -> None:
    """Nothing runs over the edge, and on a phone every control is big enough to be hit."""
    assert page.evaluate(TOO_WIDE) == 0
    if page.viewport_size["width"] == PHONE["width"]:
        assert page.evaluate(SMALL_TARGETS) == []


def asked(page: Remote, conversation: Conversation, text: str = "Where do I live?") -> Remote:
    """The receipt beneath the reply to this, opened."""
    page.goto(address(conversation))
    write(page, text)
    settled(page)
    receipt: Remote = page.locator(".receipt")
    receipt.locator("summary").click()
    return receipt


def test_the_receipt_says_what_was_used_and_takes_a_verdict(
    alice: User, opened: Callable[..., Remote], conversation: Conversation, home: Memory
) -> None:
    receipt = asked(opened(alice), conversation)
    expect(receipt.locator("summary")).to_have_text("Used 1 memory")
    expect(receipt).to_contain_text(home.content)
    receipt.get_by_role("button", name="Helpful here", exact=True).click()
    expect(receipt).to_contain_text("You said it helped here.")
    assert Feedback.objects.get().verdict == "helpful"
    receipt.get_by_role("button", name="Take that back").click()
    receipt.get_by_role("button", name="Not helpful here").click()
    expect(receipt).to_contain_text("You said it was no help here.")
    assert Feedback.objects.get().verdict == "unhelpful"


def test_a_memory_is_fixed_in_its_place(
    alice: User, opened: Callable[..., Remote], conversation: Conversation, home: Memory
) -> None:
    page = opened(alice)
    receipt = asked(page, conversation)
    receipt.get_by_role("link", name="Fix").click()
    box = receipt.get_by_label("What is to be remembered")
    expect(box).to_be_focused()
    box.fill("I live in Leuven")
    box.press("Enter")
    expect(receipt).to_contain_text("Changed.")
    expect(receipt).to_contain_text("I live in Leuven")
    home.refresh_from_db()
    assert home.content == "I live in Leuven"
    receipt.get_by_role("button", name="Forget").click()
    expect(receipt.get_by_role("button", name="Bring it back")).to_be_visible()


def test_never_use_it_here_holds_at_the_next_question(
    alice: User, opened: Callable[..., Remote], conversation: Conversation, home: Memory
) -> None:
    page = opened(alice)
    receipt = asked(page, conversation)
    receipt.get_by_role("button", name="Never use in this chat").click()
    expect(receipt).to_contain_text("Not used in this chat any more.")
    assert NotHere.objects.get().memory == home
    write(page, "Which city do I live in?")
    settled(page, 2)
    expect(page.locator(".receipt")).to_have_count(1)
    receipt.get_by_role("button", name="Use it here again").click()
    expect(receipt.get_by_role("button", name="Never use in this chat")).to_be_visible()
    assert not NotHere.objects.exists()


def test_a_reply_that_needed_no_memory_does_not_claim_one(
    alice: User, opened: Callable[..., Remote], conversation: Conversation, home: Memory
) -> None:
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "I live in Ghent with my aunt.")
    settled(page)
    expect(page.locator(".receipt summary")).to_have_text("Recalled 1 memory, not needed here")


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_from_the_receipt_to_the_four_steps(
    alice: User,
    opened: Callable[..., Remote],
    conversation: Conversation,
    home: Memory,
    options: dict[str, Any],
) -> None:
    page = opened(alice, **options)
    asked(page, conversation).get_by_role("link", name="Why was something else not recalled?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What was recalled for this reply")
    fits(page)
    passed_over = page.get_by_role("region", name="Looked at, and passed over")
    expect(passed_over).to_contain_text("I own a red bicycle")
    passed_over.get_by_role("link", name="Why?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Why was this not recalled?")
    steps = page.locator(".walk > li")
    expect(steps).to_have_count(4)
    expect(steps.nth(0)).to_contain_text("Yes. It was remembered and in use.")
    expect(steps.nth(3)).to_contain_text("was not near enough")
    fits(page)


def test_from_a_memory_to_the_four_steps_in_chinese(
    alice: User, opened: Callable[..., Remote], conversation: Conversation
) -> None:
    tea = memory_services.memory_remember(user=alice, content="我喜欢喝茉莉花茶")
    User.objects.filter(pk=alice.pk).update(language="zh-hans")
    page = opened(alice, locale="zh-CN")
    page.goto(address(conversation))
    page.get_by_label("你的消息").fill("谢谢！")
    page.get_by_label("你的消息").press("Enter")
    expect(page.locator(".turn.reply[data-status=done]")).to_have_count(1)
    page.goto(f"/memories/{tea.pk}/")
    page.get_by_role("link", name="为什么没有召回它？").click()
    page.get_by_role("main").get_by_role("link", name="谢谢！").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("为什么没有召回这条？")
    expect(page.locator(".gate")).to_have_text("这像是闲聊，用不着记忆，所以没有查。")
    expect(page.locator(".walk > li").nth(0)).to_contain_text("记住了，也在使用中。")


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["wide", "phone"])
def test_a_message_is_found_by_words_and_by_meaning_and_opened_in_its_place(
    alice: User, opened: Callable[..., Remote], options: dict[str, Any]
) -> None:
    filler = [text for number in range(30) for text in (f"Note {number} on the kiln.", "Noted.")]
    messages = chat_of(alice, "My landlord's cat sleeps on our balcony.", "Cats like the sun.", *filler)
    Conversation.objects.update(next_sequence=len(messages) + 1)
    page = opened(alice, **options)
    page.goto("/chat/search/")
    search = page.get_by_role("searchbox", name="Words, or what it was about")
    search.fill("feline sleeping outside")
    search.press("Enter")
    expect(page.get_by_text("near in meaning").first).to_be_visible()
    search = page.get_by_role("searchbox", name="Words, or what it was about")
    search.fill("balcony")
    search.press("Enter")
    expect(page.locator("mark")).to_have_text("balcony")
    fits(page)
    page.locator(".found").first.click()
    page.wait_for_url(re.compile(rf"#m-{messages[0].pk}$"))
    expect(page.locator(f"#m-{messages[0].pk}")).to_be_in_viewport()
