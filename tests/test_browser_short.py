"""You in short and chats in short in Chromium: wide and on a phone, in both languages, and each thing done to them."""

from itertools import pairwise
from typing import Any

import pytest
from django.urls import reverse

from chat import services as chats
from chat.models import Message
from memories import capture, services
from memories.models import EpisodeItem, Memory, ProfileLine
from memories.upkeep.episodes import writing as episodes
from memories.upkeep.profile import writing
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.test_browser_memories import HEADINGS, NAMELESS, opened, toast
from tests.test_browser_people import PHONE, SMALL_TARGETS, TOO_WIDE, WIDE

__all__ = ["opened"]

TALKS = {
    "en": (
        ("I'm planning a trip to Porto in May with my sister Ines.", "Lovely."),
        ("We decided to stay in the Ribeira for four nights.", "Good choice."),
        ("Should we take the night train or the bus? I'll decide later.", "Take your time."),
    ),
    "zh-hans": (
        ("厨房地砖我在灰色水磨石和米白哑光之间纠结。", "水磨石耐脏，米白显大。"),
        ("那就定灰色水磨石了，踢脚线也用同款。", "好，定灰色水磨石。"),
        ("橱柜要不要到顶，我还没想好，下次再说。", "好的。"),
    ),
}
PERSON = {
    "en": ("I live in Cork", "I am a vet", "I'm allergic to peanuts", "I like trains"),
    "zh-hans": ("我住在上海", "我是后端工程师", "我对虾过敏", "我喜欢川菜"),
}


def fill(user: User, language: str) -> None:
    user.language = language
    user.save(update_fields=["language"])
    for content in PERSON[language]:
        services.memory_remember(user=user, content=content)
    writing.write(user_id=user.pk)
    own = chats.conversation_create(user=user)
    own.user = user
    for said, reply in TALKS[language]:
        message, _new = chats.message_save(conversation=own, text=said, client_id=None)
        answer = chats.reply_begin(message=message, trace_id=None)
        chats.reply_finish(reply=answer, text=reply, status=Message.Status.DONE)
    capture.run_user(user_id=user.pk)
    chats.conversation_end(user=user, conversation_id=own.pk)
    episodes.tell()


def start(page: Remote) -> None:
    """The start of a new chat."""
    chat = chats.conversation_begin(user=User.objects.get())
    page.goto(f"/chat/{chat.pk}/")
    expect(page.locator("[data-start]")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_both_pages_hold_in_both_widths_and_languages(
    opened: Any, alice: User, language: str, viewport: Any
) -> None:
    fill(alice, language)
    page = opened(alice, viewport=viewport)
    for name in ("profile", "episodes"):
        page.goto(reverse(f"memories:{name}"))
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate(TOO_WIDE) == 0
        assert page.evaluate(NAMELESS) == []
        levels = page.evaluate(HEADINGS)
        assert levels[0] == 1 and all(after - before <= 1 for before, after in pairwise(levels))
        if viewport is PHONE:
            assert page.evaluate(SMALL_TARGETS) == []
    text = page.locator("main").inner_text()
    assert ("Ribeira" in text) if language == "en" else ("灰色水磨石" in text)
    start(page)
    assert page.evaluate(TOO_WIDE) == 0


def test_a_line_is_reworded_left_out_and_taken_in_again(opened: Any, alice: User) -> None:
    fill(alice, "en")
    page = opened(alice)
    page.goto("/memories/profile/")
    lines = page.locator("ol.lines > li")
    expect(lines).to_have_count(4)
    lines.nth(0).get_by_text("from one memory").click()
    expect(lines.nth(0).get_by_role("link", name="I live in Cork")).to_be_visible()
    page.get_by_role("link", name="Edit: You live in Cork.").click()
    page.get_by_label("What the line says").fill("You live in Cork, by the harbour.")
    page.get_by_role("button", name="Save").click()
    expect(lines.nth(0)).to_contain_text("by the harbour")
    expect(lines.nth(0)).to_contain_text("in your words")
    page.get_by_role("button", name="Leave out: You like trains.").click()
    expect(lines).to_have_count(3)
    expect(toast(page, "The memory itself stays")).to_be_visible()
    page.get_by_role("button", name="Take in again").click()
    expect(lines).to_have_count(4)
    memory = Memory.objects.get(content="I live in Cork")
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    page.goto("/memories/profile/")
    expect(lines).to_have_count(3)
    expect(page.locator("main")).not_to_contain_text("Cork")


def test_the_summary_is_switched_off_and_on(opened: Any, alice: User) -> None:
    fill(alice, "en")
    page = opened(alice)
    page.goto("/memories/")
    page.get_by_role("link", name="You in short").click()
    page.get_by_role("button", name="Switch it off").click()
    expect(page.get_by_role("heading", name="The summary is switched off")).to_be_visible()
    assert not ProfileLine.objects.exists()
    page.get_by_role("button", name="Switch it on").click()
    expect(page.locator("ol.lines")).to_contain_text("You live in Cork.")


def test_a_question_is_offered_until_it_is_settled(opened: Any, alice: User) -> None:
    fill(alice, "en")
    page = opened(alice)
    start(page)
    expect(page.locator("[data-start]")).to_contain_text("night train")
    page.goto("/memories/episodes/")
    page.get_by_role("button", name="Settled:").click()
    expect(page.locator(".part.question")).to_contain_text("settled")
    start(page)
    expect(page.locator("[data-start]")).not_to_contain_text("night train")
    page.goto("/memories/episodes/")
    page.get_by_role("button", name="Take all of it away").click()
    expect(page.get_by_role("heading", name="No chat is told here yet")).to_be_visible()
    assert not EpisodeItem.objects.exists()
