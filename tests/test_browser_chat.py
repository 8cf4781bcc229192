"""The live chat page in Chromium: real uvicorn, worker, sockets and a slow scripted model."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from chat import services
from chat.models import Conversation, Message
from memories import services as memory_services
from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.fake_openai import FakeOpenAI, Reply
from tests.test_browser_people import PHONE, SMALL_TARGETS, TOO_WIDE, WIDE

pytestmark = pytest.mark.django_db(transaction=True)

#: Whatever is said aloud in the page, or asked of another host, is a fault.
OWN_HOST = re.compile(r"^(?:https?|wss?)://127\.0\.0\.1:\d+/|^data:|^blob:")


@pytest.fixture
def opened(page_for: Callable[..., Remote]) -> Iterator[Callable[..., Remote]]:
    """`opened(user, …)`: a page whose console stays silent and that asks no other host for anything."""
    complaints: list[str] = []

    def open_page(user: User | None = None, *, may_complain: bool = False, **options: Any) -> Remote:
        options.setdefault("viewport", WIDE)
        page = page_for(user, **options)

        def heard(message: Any) -> None:
            if message.type == "error" and not may_complain:
                complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: OWN_HOST.match(asked.url) or complaints.append(asked.url))
        page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
        return page

    yield open_page
    assert complaints == []


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


@pytest.fixture
def endpoint(settings: Any) -> Iterator[FakeOpenAI]:
    """A language model as people plug it in, that answers as a test says."""
    with FakeOpenAI() as fake:
        settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_API_KEY = fake.base_url, "scripted", "none"
        yield fake


def address(conversation: Conversation) -> str:
    return f"/chat/{conversation.pk}/"


def box(page: Remote) -> Remote:
    found: Remote = page.get_by_label("Your message")
    return found


def write(page: Remote, text: str) -> None:
    box(page).fill(text)
    box(page).press("Enter")


def replies(page: Remote) -> Remote:
    found: Remote = page.locator(".turn.reply[data-status=done] .prose")
    return found


def settled(page: Remote, count: int = 1) -> None:
    """So many replies are whole, and the page waits for nothing."""
    expect(replies(page)).to_have_count(count, timeout=20_000)
    expect(page.get_by_role("button", name="Stop the reply")).to_be_hidden()


# ------------------------------------------------------------------------------------------------ turns


def test_a_first_chat_from_the_start_page(opened: Any, alice: User, worker: Any) -> None:
    page = opened(alice)
    page.goto("/chat/")
    page.get_by_text("I live in Ghent and I don't eat meat.").click()
    expect(box(page)).to_have_value("I live in Ghent and I don't eat meat.")
    box(page).press("Enter")
    page.wait_for_url(re.compile(r"/chat/[0-9a-f-]{36}/$"))
    expect(page.locator(".turn.user .bubble")).to_contain_text("I live in Ghent")
    settled(page)
    expect(page.locator(".prose").first).to_contain_text("No language model is set up here")
    notice = page.locator(".notice").first
    expect(notice).to_contain_text("Remembered: You live in Ghent")
    expect(page).to_have_title(re.compile("I live in Ghent"))
    expect(page.locator("#past-chats a").first).to_contain_text("I live in Ghent")
    expect(page.get_by_label("Name of this chat")).to_have_value(re.compile("I live in Ghent"))
    assert Message.objects.count() == 2


def test_a_notice_is_undone_brought_back_and_edited_and_stays_so(
    opened: Any, alice: User, conversation: Conversation, worker: Any
) -> None:
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "I live in Ghent.")
    notice = page.locator(".notice").first
    expect(notice).to_contain_text("Remembered: You live in Ghent")
    notice.get_by_role("button", name="Undo").click()
    expect(notice).to_contain_text("Forgotten:")
    memory = Memory.objects.get()
    assert memory.status == MemoryStatus.FORGOTTEN
    expect(page.get_by_role("button", name="Bring it back")).to_be_focused()
    notice.get_by_role("button", name="Bring it back").click()
    expect(notice).to_contain_text("Remembered again: You live in Ghent")
    notice.get_by_role("link", name="Edit").click()
    field = notice.get_by_label("What is to be remembered")
    expect(field).to_be_focused()
    field.fill("")
    field.press("Escape")
    expect(field).to_be_hidden()
    notice.get_by_role("link", name="Edit").click()
    expect(field).to_have_value("You live in Ghent")
    field.fill("You live in Bruges")
    field.press("Enter")
    expect(notice).to_contain_text("Changed: You live in Bruges")
    page.reload()
    expect(page.locator(".notice")).to_have_count(1)
    expect(page.locator(".notice")).to_contain_text("Remembered: You live in Bruges")
    settled(page)
    assert Memory.objects.get().content == "You live in Bruges"


def test_what_waits_is_kept_or_not_and_the_count_follows(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    message, _created = services.message_save(conversation=conversation, text="I take pills", client_id="one")
    for content in ("You take pills", "You like pills"):
        memory = memory_services.memory_remember(user=alice, content=content)
        Memory.objects.filter(pk=memory.pk).update(status="pending", created_at=timezone.now())
        memory.sources.update(message=message, kind="message")
    page = opened(alice)
    page.goto(address(conversation))
    badge = page.locator(".side .badge")
    expect(badge).to_contain_text("2")
    notices = page.locator(".notice")
    expect(notices).to_have_count(2)
    notices.nth(0).get_by_role("button", name="Keep", exact=True).click()
    expect(notices.nth(0)).to_contain_text("Kept: You take pills")
    expect(badge).to_contain_text("1")
    notices.nth(1).get_by_role("button", name="No", exact=True).click()
    expect(notices.nth(1)).to_contain_text("Not kept: You like pills")
    expect(badge).to_have_count(0)
    assert set(Memory.objects.values_list("content", "status")) == {
        ("You take pills", "active"),
        ("You like pills", "rejected"),
    }


def test_a_receipt_tells_why_and_forgets_with_undo(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    memory = memory_services.memory_remember(user=alice, content="You live in Ghent")
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "Where do I live?")
    settled(page)
    expect(replies(page)).to_contain_text("You live in Ghent")
    receipt = page.locator(".receipt")
    receipt.get_by_text("Used 1 memory").click()
    expect(receipt).to_contain_text("Told today.")
    receipt.get_by_role("button", name="Not helpful here").click()
    expect(receipt).to_contain_text("You said it was no help here.")
    receipt.get_by_role("button", name="Forget").click()
    expect(receipt).to_contain_text("Forgotten: You live in Ghent")
    memory.refresh_from_db()
    assert memory.status == MemoryStatus.FORGOTTEN
    receipt.get_by_role("button", name="Bring it back").click()
    expect(receipt.get_by_role("button", name="Forget")).to_be_visible()
    receipt.get_by_role("link", name="Fix").click()
    receipt.get_by_label("What is to be remembered").fill("You live in Bruges")
    receipt.get_by_role("button", name="Save").click()
    expect(receipt).to_contain_text("Changed.")
    memory.refresh_from_db()
    assert (memory.content, memory.status) == ("You live in Bruges", MemoryStatus.ACTIVE)
    receipt.get_by_role("button", name="Forget").click()
    expect(receipt).to_contain_text("Forgotten: You live in Bruges")
    page.reload()
    expect(page.locator(".receipt summary")).to_contain_text("Used 1 memory, forgotten since")
    expect(page.locator(".receipt")).not_to_contain_text("Bruges")


# ------------------------------------------------------------------------------------------------ replies

MARKDOWN = """# Two ways

Take the **train** or the *bus*:

1. one
2. two

```python
print("<b>hello</b>")
```

| from | to |
|:-----|---:|
| Ghent | 10:05 |

See https://example.org/a for more. 🚆 也可以坐船。
"""


def test_a_reply_streams_as_markdown_and_can_be_copied(
    opened: Any, alice: User, conversation: Conversation, endpoint: FakeOpenAI
) -> None:
    endpoint.script(Reply(MARKDOWN, delay_seconds=0.02))
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "How do I get to Bruges?")
    writing = page.locator(".prose.writing")
    expect(writing).to_contain_text("Two ways")
    expect(page.get_by_role("button", name="Stop the reply")).to_be_visible()
    settled(page)
    prose = replies(page)
    expect(prose.get_by_role("heading", name="Two ways")).to_be_visible()
    expect(prose.locator("ol li")).to_have_count(2)
    expect(prose.locator("pre code")).to_have_text('print("<b>hello</b>")\n')
    expect(prose.locator("td").nth(1)).to_have_attribute("align", "right")
    expect(prose.get_by_role("link")).to_have_attribute("rel", re.compile("noopener"))
    expect(prose).to_contain_text("🚆 也可以坐船。")
    expect(prose.get_by_role("button", name="Copy")).to_be_visible()
    shown = prose.inner_text()
    page.reload()
    settled(page)
    assert replies(page).inner_text() == shown


EVIL = """<script>alert(1)</script>
<img src=x onerror=alert(2)>
<svg onload=alert(3)></svg>

[one](javascript:alert(4)) [two](JaVaScRiPt:alert(5)) [three](data:text/html,<script>alert(6)</script>)
[four](vbscript:x) [five](//evil.example/x) <javascript:alert(7)> [six](https://example.org "onmouseover=alert(8)")

![pixel](https://evil.example/p.png?secret=1) ![x](x" onerror="alert(9))

<a href="https://evil.example" onclick="alert(10)">raw</a> <style>body{display:none}</style>
<iframe src="https://evil.example"></iframe> <form action="https://evil.example"><input></form>

`<script>alert(11)</script>`
"""


def test_nothing_in_a_message_or_reply_runs_or_asks_another_host(
    opened: Any, alice: User, conversation: Conversation, endpoint: FakeOpenAI
) -> None:
    endpoint.script(Reply(EVIL))
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "<img src=x onerror=alert(12)> <script>alert(13)</script> **bold**")
    settled(page)
    for _before_and_after_a_reload in range(2):
        thread = page.locator("[data-thread]")
        for tag in (
            "script",
            "img",
            "svg[onload]",
            "iframe",
            "style",
            ".prose form",
            ".prose input",
            "[onclick]",
        ):
            expect(thread.locator(tag)).to_have_count(0)
        links = thread.locator(".prose a").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
        assert links
        assert all(link is None or re.match(r"https?://|mailto:", link) for link in links), links
        expect(page.locator(".bubble")).to_contain_text("<img src=x onerror=alert(12)>")
        assert page.evaluate("() => getComputedStyle(document.body).display") != "none"
        page.reload()
        settled(page)


def test_stop_keeps_what_came_and_it_is_answered_again(
    opened: Any, alice: User, conversation: Conversation, endpoint: FakeOpenAI
) -> None:
    endpoint.script(Reply("One two three four", hang_after=3), Reply("The whole answer."))
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "Count for me, please")
    expect(page.locator(".prose.writing")).to_contain_text("One two")
    page.get_by_role("button", name="Stop the reply").click()
    expect(page.locator(".partial")).to_contain_text("You stopped this reply.")
    assert endpoint.client_left.wait(5)
    reply = Message.objects.get(role="assistant")
    assert reply.status == "interrupted"
    assert reply.text.startswith("One two")
    page.reload()
    expect(page.locator(".prose")).to_contain_text("One two")
    page.get_by_role("button", name="Answer again").click()
    settled(page)
    expect(replies(page)).to_have_text("The whole answer.")
    expect(page.locator(".partial")).to_have_count(0)
    assert Message.objects.count() == 2


def test_a_model_that_is_away_is_told_in_a_sentence(
    opened: Any, alice: User, conversation: Conversation, settings: Any
) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:9/v1", "none"
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "Are you there?")
    reply = page.locator(".turn.reply[data-status=failed]")
    expect(reply).to_contain_text("Your message is kept.")
    expect(reply.get_by_role("button", name="Answer again")).to_be_visible()


def test_the_reader_is_not_moved_while_a_reply_grows(
    opened: Any, alice: User, conversation: Conversation, endpoint: FakeOpenAI
) -> None:
    lines = "\n\n".join(f"Line {number} of a long answer." for number in range(120))
    endpoint.script(
        Reply(lines, pieces=[lines[i : i + 40] for i in range(0, len(lines), 40)], delay_seconds=0.03)
    )
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "Tell me everything")
    expect(page.locator(".prose.writing")).to_contain_text("Line 30 ")
    at_bottom = "(t) => t.scrollHeight - t.scrollTop - t.clientHeight < 60"
    thread = page.locator("[data-thread]")
    assert thread.evaluate(at_bottom)
    # The event at once: the browser would send it with the next frame, and a piece of the reply may come before that.
    thread.evaluate("(t) => { t.scrollTop = 40; t.dispatchEvent(new Event('scroll')); }")
    expect(page.locator(".prose.writing")).to_contain_text("Line 70 ")
    assert thread.evaluate("(t) => t.scrollTop") == 40
    newer = page.get_by_role("button", name="New messages")
    expect(newer).to_be_visible()
    newer.click()
    expect(newer).to_be_hidden()
    settled(page)
    assert thread.evaluate(at_bottom)


# ------------------------------------------------------------------------------------------------ keys


def test_keys_send_break_lines_and_leave_an_input_method_alone(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    page = opened(alice)
    page.goto(address(conversation))
    box(page).fill("ni hao")
    for options in ("isComposing: true", "keyCode: 229"):
        box(page).evaluate(
            "(box) => box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, "
            f"cancelable: true, {options}}}))"
        )
    box(page).press("Shift+Enter")
    box(page).type("second line")
    expect(box(page)).to_have_value("ni hao\nsecond line")
    assert not Message.objects.exists()
    box(page).press("Enter")
    settled(page)
    assert Message.objects.get(role="user").text == "ni hao\nsecond line"
    box(page).fill("  \n ")
    box(page).press("Enter")
    expect(page.locator(".turn.user")).to_have_count(1)


# ------------------------------------------------------------------------------------------------ connection


def test_a_second_tab_is_in_step(
    opened: Any, alice: User, conversation: Conversation, endpoint: FakeOpenAI
) -> None:
    endpoint.script(Reply("A slow answer for both tabs 🙂, you see.", delay_seconds=0.5))
    one, other = opened(alice), opened(alice)
    for page in (one, other):
        page.goto(address(conversation))
    write(one, "Hello from the first tab")
    expect(other.locator(".bubble")).to_have_text("Hello from the first tab")
    expect(other.locator(".prose.writing")).to_contain_text("A slow")
    third = opened(alice)
    third.goto(address(conversation))
    expect(third.locator(".prose.writing")).to_contain_text("A slow")
    for page in (one, other, third):
        settled(page)
        expect(replies(page)).to_have_text("A slow answer for both tabs 🙂, you see.")
        expect(page.locator(".turn")).to_have_count(2)


#: Closes the page's sockets as a network does, and lets none be opened until `back()`.
CUT = """() => {
  const Real = window.WebSocket;
  window.sockets = [];
  window.away = false;
  window.WebSocket = class extends Real {
    constructor(url) {
      super(window.away ? url.replace('/ws/chat/', '/ws/nothing/') : url);
      window.sockets.push(this);
    }
  };
}"""


def test_what_is_written_while_the_connection_is_away_stays_in_the_box_and_is_sent_after(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    page = opened(alice, may_complain=True)
    page.add_init_script(f"({CUT})()")
    page.goto(address(conversation))
    write(page, "Before")
    settled(page)
    page.evaluate(
        """() => {
          away = true;
          return Promise.all(sockets.map((socket) => new Promise((gone) => {
            if (socket.readyState === WebSocket.CLOSED) gone(0);
            socket.addEventListener("close", () => gone(0));
            socket.close();
          })));
        }"""
    )
    write(page, "Written in the tunnel")
    expect(page.get_by_text("Your message stays here and is sent when it is back.")).to_be_visible()
    expect(box(page)).to_have_value("Written in the tunnel")
    assert Message.objects.filter(role="user").count() == 1
    page.evaluate("() => { away = false; dispatchEvent(new Event('online')); }")
    settled(page, 2)
    expect(box(page)).to_have_value("")
    expect(page.locator("[data-connection]")).to_be_hidden()
    assert list(Message.objects.filter(role="user").values_list("text", flat=True)) == [
        "Before",
        "Written in the tunnel",
    ]
    page.reload()
    settled(page, 2)
    expect(page.locator(".turn")).to_have_count(4)


def test_a_socket_that_dies_mid_reply_comes_back_and_nothing_is_missed(
    opened: Any, alice: User, conversation: Conversation, endpoint: FakeOpenAI
) -> None:
    text = "An answer 🙂 that goes on, and on, and on until its very end."
    endpoint.script(Reply(text, delay_seconds=0.1))
    page = opened(alice)
    page.add_init_script(f"({CUT})()")
    page.goto(address(conversation))
    write(page, "Go on")
    expect(page.locator(".prose.writing")).to_contain_text("An answer")
    page.evaluate("() => sockets.at(-1).close()")
    settled(page)
    expect(replies(page)).to_have_text(text)
    assert page.evaluate("() => sockets.length") >= 2
    expect(page.locator(".turn")).to_have_count(2)
    assert Message.objects.count() == 2


def test_a_message_whose_confirmation_was_lost_is_sent_again_as_the_same(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    page = opened(alice)
    page.add_init_script(f"({CUT})()")
    page.goto(address(conversation))
    expect(page.locator("[data-connection]")).to_be_hidden()
    page.wait_for_function("() => sockets.at(-1)?.readyState === 1")
    page.evaluate("""() => {
      const socket = sockets.at(-1);
      const send = socket.send.bind(socket);
      socket.send = (data) => { send(data); if (data.includes('message.send')) setTimeout(() => socket.close(), 0); };
    }""")
    write(page, "Only once")
    settled(page)
    expect(page.locator(".turn.user")).to_have_count(1)
    expect(page.locator(".turn.user.sending")).to_have_count(0)
    assert Message.objects.filter(role="user").count() == 1
    kept = page.evaluate("() => Object.keys(sessionStorage).filter((key) => /^(draft|outbox):/.test(key))")
    assert kept == []


def test_a_refused_message_is_back_in_the_box_with_the_reason(
    opened: Any, alice: User, conversation: Conversation, settings: Any
) -> None:
    settings.CHAT_MESSAGE_LIMIT = 40
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "x" * 41)
    expect(page.get_by_role("alert")).to_contain_text("A message has at most 40 characters")
    expect(box(page)).to_have_value("x" * 41)
    expect(page.locator(".turn")).to_have_count(0)
    box(page).fill("short")
    expect(page.get_by_role("alert")).to_be_hidden()
    box(page).press("Enter")
    settled(page)


def test_signing_out_elsewhere_ends_the_page_with_a_way_back(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "Hello")
    settled(page)
    other = page.context.new_page()
    other.goto(address(conversation))
    other.get_by_role("button", name="Sign out").click()
    other.wait_for_url(re.compile(r"/(accounts/.*)?$"))
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    expect(page.locator("[data-connection]").get_by_role("link", name="Sign in")).to_be_visible()


def test_a_chat_deleted_elsewhere_says_so(opened: Any, alice: User, conversation: Conversation) -> None:
    page = opened(alice)
    page.goto(address(conversation))
    write(page, "Hello")
    settled(page)
    services.conversation_delete(user=alice, conversation_id=conversation.pk)
    write(page, "Still there?")
    expect(page.get_by_text("This chat was deleted, here or elsewhere.")).to_be_visible()


# ------------------------------------------------------------------------------------------------ the chat as a whole


def test_rename_in_place_and_delete_with_its_question(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    services.conversation_rename(user=alice, conversation_id=conversation.pk, title="Trip")
    page = opened(alice)
    page.goto(address(conversation))
    name = page.get_by_label("Name of this chat")
    name.fill("Weekend in Suzhou")
    name.press("Escape")
    expect(name).to_have_value("Trip")
    name.fill("周末去苏州")
    name.press("Enter")
    expect(page).to_have_title("周末去苏州 · MemoryHub")
    expect(page.locator("#past-chats a")).to_have_text("周末去苏州")
    page.get_by_role("button", name="Delete this chat…").click()
    expect(page.get_by_text("Nothing was learnt only from it.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Delete this chat?")).to_be_hidden()
    page.get_by_role("button", name="Delete this chat…").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url("**/chat/")
    expect(page.get_by_text("The chat is deleted.")).to_be_visible()
    assert not Conversation.objects.exists()


def test_earlier_messages_come_in_above_without_moving_what_is_read(
    opened: Any, alice: User, conversation: Conversation
) -> None:
    for number in range(70):
        services.message_save(
            conversation=conversation, text=f"Message number {number:02}.", client_id=f"m{number}"
        )
    page = opened(alice)
    page.goto(address(conversation))
    expect(page.locator(".turn")).to_have_count(50)
    expect(page.get_by_text("Message number 69.")).to_be_in_viewport()
    page.locator("[data-thread]").evaluate("(t) => { t.scrollTop = 0; }")
    seen = page.get_by_text("Message number 21.")
    top = seen.bounding_box()["y"]
    page.get_by_role("link", name="Earlier messages").click()
    expect(page.locator(".turn")).to_have_count(70)
    assert abs(seen.bounding_box()["y"] - top) < 80  # the link and the day above it are gone
    expect(page.get_by_role("link", name="Earlier messages")).to_have_count(0)
    expect(page.locator(".day")).to_have_count(1)
    first = conversation.messages.get(sequence=1)
    page.goto(f"/chat/{conversation.pk}/messages/{first.pk}/")
    expect(page.locator(".words", has_text="Message number 00.")).to_be_in_viewport()
    write(page, "Back at the end")
    settled(page)
    expect(page.locator(".words", has_text="Back at the end")).to_be_in_viewport()
    assert Message.objects.filter(text="Back at the end").count() == 1


def test_a_draft_outlives_a_reload(opened: Any, alice: User, conversation: Conversation) -> None:
    page = opened(alice)
    page.goto(address(conversation))
    box(page).fill("Not finished yet")
    page.reload()
    expect(box(page)).to_have_value("Not finished yet")


# ------------------------------------------------------------------------------------------------ phone, no script


def test_on_a_phone_everything_is_in_reach(
    opened: Any, alice: User, conversation: Conversation, worker: Any
) -> None:
    page = opened(alice, viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/chat/")
    assert page.evaluate(TOO_WIDE) == 0
    box(page).fill("I live in Ghent and I am allergic to peanuts.")
    page.get_by_role("button", name="Send").tap()
    settled(page)
    expect(page.locator(".notice").first).to_contain_text("Remembered:")
    write(page, "Where do I live?")
    settled(page, 2)
    page.locator(".receipt summary").last.tap()
    assert page.evaluate(TOO_WIDE) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    composer, bar = page.locator(".composer").bounding_box(), page.locator(".bottom").bounding_box()
    assert composer["y"] + composer["height"] <= bar["y"] + 1
    page.set_viewport_size({"width": 390, "height": 420})  # an on-screen keyboard takes the rest
    expect(box(page)).to_be_in_viewport()


def test_without_a_script_a_message_is_sent_and_answered(opened: Any, alice: User) -> None:
    memory_services.memory_remember(user=alice, content="You live in Ghent")
    page = opened(alice, java_script_enabled=False)
    page.goto("/chat/")
    page.get_by_text("What do you know about me?").click()
    expect(box(page)).to_have_value("What do you know about me?")
    box(page).fill("Where do I live?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".turn.reply .prose")).to_contain_text("You live in Ghent")
    page.locator(".receipt summary").click()
    page.get_by_role("link", name="Fix").click()
    page.get_by_label("What is to be remembered").fill("You live in Bruges")
    page.get_by_role("button", name="Save").click()
    assert Memory.objects.get().content == "You live in Bruges"
    page.locator(".receipt summary").click()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_role("status").get_by_text("Forgotten.")).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    assert Memory.objects.get().status == MemoryStatus.ACTIVE
