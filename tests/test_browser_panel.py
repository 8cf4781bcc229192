"""Beside a chat, live in Chromium: what changes elsewhere comes in, what is done there is told, on a phone too."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext, pgettext

from chat import kept, services, working
from chat.models import Conversation, Message, Pin, Task
from chat.state.update import State
from memories.models import Memory
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.test_browser_chat import OWN_HOST, address
from tests.test_browser_people import PHONE, SMALL_TARGETS, TOO_WIDE, WIDE
from tests.test_chat_page import reply, say
from tests.test_panel import folded, pinned, recorded

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = ["en", "zh-hans"]


@pytest.fixture
def opened(page_for: Callable[..., Remote]) -> Iterator[Callable[..., Remote]]:
    """`opened(user, …)`: a page whose console stays silent and that asks no other host for anything."""
    complaints: list[str] = []

    def open_page(user: User, *, expected: str = "", **options: Any) -> Remote:
        options.setdefault("viewport", WIDE)
        page = page_for(user, **options)

        def heard(message: Any) -> None:
            if message.type in ("error", "warning") and not (expected and expected in message.text):
                complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: OWN_HOST.match(asked.url) or complaints.append(asked.url))
        return page

    yield open_page
    assert complaints == []


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice, title="Weekend")


@pytest.fixture(params=LANGUAGES)
def speaking(request: pytest.FixtureRequest, alice: User) -> Iterator[str]:
    """Alice reads this language; the words of the pages that a test looks for are in it too."""
    alice.language = request.param
    alice.save()
    with translation.override(request.param):
        yield request.param


def part(page: Remote, name: str) -> Remote:
    found: Remote = page.locator(f".panel [data-part={name}]")
    return found


def opened_chat(page: Remote, conversation: Conversation) -> None:
    """The chat is open, and its connection too: what is told from now on arrives."""
    with page.expect_response(re.compile(r"/panel/$")):
        page.goto(address(conversation))


def fold(page: Remote, name: str, label: str) -> Remote:
    """A fold-out of a part, open."""
    found: Remote = (
        part(page, name).locator("details").filter(has=page.locator("summary", has_text=label)).first
    )
    found.locator("summary").first.click()
    return found


# ------------------------------------------------------------------------------------------------ live


def test_a_task_started_elsewhere_appears_and_moves_while_the_page_is_open(
    opened: Any, alice: User, conversation: Conversation, speaking: str
) -> None:
    page = opened(alice)
    opened_chat(page, conversation)
    task = part(page, "task")
    expect(task.locator(".none")).to_be_visible()
    place = {"user": alice, "conversation_id": conversation.pk}
    working.task_start(goal="安排 Saturday", plan=["Train 高铁", "Dinner 晚饭"], **place)
    expect(task.locator(".goal")).to_have_text("安排 Saturday")
    now = task.locator("[aria-current=step]")
    expect(now).to_contain_text("Train 高铁")
    working.step_complete(result="8:10", **place)
    expect(task.locator(".steps .done")).to_contain_text("8:10")
    expect(now).to_contain_text("Dinner 晚饭")
    expect(page.locator("[data-said]")).to_contain_text("Dinner 晚饭")
    now.get_by_label(gettext("Result of this step")).fill("At seven")
    now.get_by_role("button").click()
    expect(task.locator(".steps .done")).to_have_count(2)
    outcome = fold(page, "task", gettext("Finish"))
    outcome.get_by_role("textbox").fill("We eat at seven")
    outcome.get_by_role("button").click()
    memory = task.locator("a[href*='/memories/']")
    expect(memory).to_be_visible()
    assert Memory.objects.get().pk
    assert Task.objects.get().outcome == "We eat at seven"
    memory.click()
    page.wait_for_url(re.compile(r"/memories/[0-9a-f-]{36}/$"))


def test_what_is_kept_elsewhere_comes_in_and_what_is_being_written_stays(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    page = opened(alice)
    opened_chat(page, conversation)
    adding = fold(page, "pins", "Add one")
    field = adding.get_by_role("textbox")
    expect(field).to_be_focused()
    field.fill("Half a thou")
    kept.pin_add(user=alice, conversation_id=conversation.pk, text="Nothing before noon")
    kept.state_edit(user=alice, conversation_id=conversation.pk, key="place", values=["Suzhou"])
    expect(part(page, "state")).to_contain_text("Suzhou")
    expect(field).to_have_value("Half a thou")
    expect(field).to_be_focused()
    expect(part(page, "pins").locator(".pinned")).to_have_count(0)
    field.type("ght")
    adding.get_by_role("button", name="Keep").click()
    expect(part(page, "pins").locator(".pinned")).to_have_count(2)
    assert set(Pin.objects.values_list("text", flat=True)) == {"Nothing before noon", "Half a thought"}


def test_a_condition_that_is_said_is_kept_beneath_its_message_and_removed_there_with_undo(
    opened: Any, alice: User, conversation: Conversation, speaking: str
) -> None:
    words = {
        "en": (
            "Plan the day. But don't book anything before I say so.",
            "don't book anything before I say so",
        ),
        "zh-hans": ("你来安排吧。没我同意别下单。", "没我同意别下单"),
    }
    said, condition = words[speaking]
    page = opened(alice)
    opened_chat(page, conversation)
    page.locator("#message-text").fill(said)
    page.locator("#message-text").press("Enter")
    expect(page.locator(".turn.reply[data-status=done]")).to_have_count(1)
    notice = page.locator(".turn.user .notice[data-pin]")
    expect(notice).to_contain_text(condition)
    expect(part(page, "pins").locator(".pinned")).to_contain_text(condition)
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)
    expect(part(page, "pins").locator(".pinned")).to_have_count(0)
    assert not Pin.objects.exists()
    page.get_by_role("status").get_by_role("button", name=gettext("Undo")).click()
    expect(notice).to_contain_text(condition)
    expect(part(page, "pins").locator(".pinned")).to_contain_text(condition)
    assert condition in Pin.objects.get().text


def test_the_state_is_edited_in_place_by_keyboard(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    kept.state_edit(user=alice, conversation_id=conversation.pk, key="place", values=["Suzhou"])
    page = opened(alice)
    opened_chat(page, conversation)
    value = part(page, "state").locator("details.in-place")
    value.locator("summary").focus()
    page.keyboard.press("Enter")
    field = value.get_by_role("textbox")
    expect(field).to_be_focused()
    field.fill("Hangzhou")
    field.press("Escape")
    expect(field).to_be_hidden()
    expect(value.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(field).to_have_value("Suzhou")
    field.fill("Wuxi")
    field.press("Enter")
    expect(value.locator("summary")).to_contain_text("Wuxi")
    expect(value.locator("summary")).to_be_focused()
    expect(page.get_by_role("status").get_by_text("Changed.")).to_be_visible()
    conversation.refresh_from_db()
    assert State.from_json(conversation.state).shown()["place"] == "Wuxi"


def test_what_is_refused_is_said_where_it_was_written(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    page = opened(alice, expected="400 (Bad Request)")
    opened_chat(page, conversation)
    start = fold(page, "task", "Start a task")
    start.get_by_label("What is to be achieved").fill("Plan it")
    start.get_by_label("Steps, one a line").fill("x" * 300)
    start.get_by_role("button", name="Start").click()
    expect(part(page, "task").get_by_role("alert")).to_contain_text("A step has at most 200 characters.")
    expect(part(page, "task").get_by_label("What is to be achieved")).to_have_value("Plan it")
    expect(part(page, "task").get_by_label("What is to be achieved")).to_be_focused()
    assert not Task.objects.exists()


# ------------------------------------------------------------------------------------------------ summary, prompt


def test_a_summary_opens_to_its_messages(
    opened: Any, alice: User, conversation: Conversation, speaking: str
) -> None:
    first = say(conversation, "Shall we take the train at 8:10?")
    second = reply(first, "8:10 那班正好。")
    folded(conversation, "The train at 8:10 fits.", first, second)
    page = opened(alice)
    opened_chat(page, conversation)
    link = part(page, "summary").locator("a[data-behind]")
    expect(link).to_have_attribute("aria-expanded", "false")
    link.focus()
    page.keyboard.press("Enter")
    behind = part(page, "summary").locator(".behind")
    expect(behind.locator("blockquote")).to_have_text([first.text, second.text])
    expect(link).to_have_attribute("aria-expanded", "true")
    kept.state_edit(user=alice, conversation_id=conversation.pk, key="place", values=["Suzhou"])
    expect(part(page, "state")).to_contain_text("Suzhou")
    expect(behind).to_be_visible()
    behind.locator("a").last.click()
    expect(page.locator(f"#m-{second.pk}")).to_be_in_viewport()
    assert page.url.endswith(f"#m-{second.pk}")
    link.click()
    expect(behind).to_have_count(0)


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_prompt_behind_a_reply_is_one_click_away(
    opened: Any, alice: User, conversation: Conversation, speaking: str, viewport: dict[str, int]
) -> None:
    answer = reply(say(conversation, "晚上去哪里吃饭？ Where shall we eat?"), "At Anna's.")
    recorded(
        answer, texts={"system": "Be kind.\n" * 40, "pins": "No shrimp."}, left_out=[["turns", 3, "no_room"]]
    )
    page = opened(alice, viewport=viewport)
    page.goto(address(conversation))
    page.locator(f"#m-{answer.pk} .prompt-link[href$='/prompt/']").click()
    page.wait_for_url(re.compile(rf"/messages/{answer.pk}/prompt/$"))
    parts = page.locator(".parts > li")
    expect(parts).to_have_count(3)
    expect(parts.nth(0)).to_contain_text("120")
    expect(parts.nth(0).locator("pre")).to_be_hidden()
    parts.nth(0).locator("summary").click()
    expect(parts.nth(0).locator("pre")).to_contain_text("Be kind.")
    expect(parts.nth(1).locator("pre")).to_have_text("No shrimp.")
    expect(parts.nth(2).locator("pre")).to_contain_text("晚上去哪里吃饭？")
    expect(page.get_by_role("img")).to_have_accessible_name(re.compile("140.*4,000"))
    expect(page.locator(".sentences li")).to_have_count(1)
    assert page.evaluate(TOO_WIDE) == 0
    page.locator(".crumbs a").click()
    expect(page.locator(f"#m-{answer.pk}")).to_be_in_viewport()


# ------------------------------------------------------------------------------------------------ phone, no script


def test_on_a_phone_it_is_a_sheet_that_the_keyboard_opens_and_closes(
    opened: Any, alice: User, conversation: Conversation, speaking: str
) -> None:
    message = say(conversation, "Yes. But nothing before noon. 中午之前什么都别订。")
    answer = reply(message, "I will wait.")
    pinned(message, "nothing before noon")
    folded(conversation, "The train at 8:10 fits.", message, answer)
    kept.state_edit(user=alice, conversation_id=conversation.pk, key="place", values=["Suzhou", "苏州"])
    working.task_start(user=alice, conversation_id=conversation.pk, goal="Plan it", plan=["Train", "Dinner"])
    page = opened(alice, viewport=PHONE, has_touch=True, is_mobile=True)
    opened_chat(page, conversation)
    button = page.get_by_role("button", name=gettext("Task, and what is kept for this chat"))
    assert button.bounding_box()["height"] >= 44
    expect(page.locator(".panel")).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".panel")).to_be_visible()
    page.keyboard.press("Tab")
    close = page.locator(".panel-head button")
    expect(close).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label(gettext("Result of this step"))).to_be_focused()
    page.keyboard.type("8:10")
    page.keyboard.press("Enter")
    expect(part(page, "task").locator(".steps .done")).to_contain_text("8:10")
    expect(page.locator(".panel .toast")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == 0
    small = [row for row in page.evaluate(SMALL_TARGETS) if "toast" not in row[0]]
    assert small == []
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_be_hidden()
    expect(button).to_be_focused()
    button.tap()
    part(page, "pins").locator("a[data-goto]").tap()
    expect(page.locator(".panel")).to_be_hidden()
    expect(page.locator(f"#m-{message.pk}")).to_be_in_viewport()


def test_without_a_script_the_panel_works_by_its_forms(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    line = folded(conversation, "The train fits.", say(conversation, "Shall we take the train?"))
    page = opened(alice, java_script_enabled=False)
    page.goto(address(conversation))
    start = fold(page, "task", "Start a task")
    start.get_by_label("What is to be achieved").fill("Plan it")
    start.get_by_label("Steps, one a line").fill("Train\nDinner")
    start.get_by_role("button", name="Start").click()
    expect(page.get_by_role("status").get_by_text("The task is started.")).to_be_visible()
    part(page, "task").get_by_label("Result of this step").fill("8:10")
    part(page, "task").get_by_role("button", name=pgettext("button: this step is done", "Done")).click()
    expect(part(page, "task").locator(".steps .done")).to_contain_text("8:10")
    part(page, "task").get_by_role("button", name="Drop").click()
    expect(part(page, "task")).to_contain_text("Dropped: Plan it")
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(part(page, "task").locator("[aria-current=step]")).to_contain_text("Dinner")
    page.goto(address(conversation))
    part(page, "summary").get_by_role("link", name="Show the message").click()
    page.wait_for_url(re.compile(rf"/summary/{line.pk}/$"))
    expect(page.get_by_role("main")).to_contain_text("Shall we take the train?")
    assert Message.objects.count() == 1


_CENTRES = """() => ["#toasts", "#main"].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return Math.round(box.left + box.width / 2);
})"""


@pytest.mark.parametrize("width", [1600, 1280, 1000, 390])
def test_what_just_happened_is_told_above_the_column_that_it_belongs_to(
    opened: Callable[..., Remote], alice: User, conversation: Conversation, width: int
) -> None:
    message = say(conversation, "Plan the trip. Only ferries, please.")
    reply(message, "I will.")
    pinned(message, "Only ferries")
    page = opened(alice, viewport={"width": width, "height": 800})
    opened_chat(page, conversation)
    page.locator(".turn.user .notice[data-pin]").get_by_role("button").click()
    expect(page.locator("#toasts .toast")).to_have_count(1)
    toast, column = page.evaluate(_CENTRES)
    assert abs(toast - column) <= 8
