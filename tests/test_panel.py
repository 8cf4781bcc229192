"""What stands beside a chat, by form, by fragment and over the API; and the page on the prompt of a reply."""

import json
import re
import uuid
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from chat import inspector, kept, panel, prompts, services, working
from chat.context import LeftOut
from chat.models import (
    Conversation,
    Message,
    Pin,
    PromptRecord,
    Summary,
    SummaryLine,
    Task,
    ToolCall,
)
from chat.state.update import KEYS, State
from memories import services as memory_services
from memories.models import Memory
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User
from tests.api_client import key_of
from tests.test_chat_page import reply, say

FETCH = {"X-Requested-With": "fetch"}
CONDITION = "don't order anything before I agree"


@pytest.fixture
def client(alice: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(alice)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice, title="Weekend")


def url(name: str, *args: Any) -> str:
    return reverse(f"chat:{name}", args=args)


def pinned(message: Message, words: str) -> Pin:
    """A condition as it is read from a message."""
    start = message.text.index(words)
    return Pin.objects.create(
        conversation=message.conversation, message=message, text=words, start=start, end=start + len(words)
    )


def folded(conversation: Conversation, text: str, *messages: Message, kind: str = "fact") -> SummaryLine:
    """A running summary of one line with messages behind it."""
    summary = Summary.objects.create(
        conversation=conversation,
        from_sequence=messages[0].sequence,
        to_sequence=messages[-1].sequence,
        compressor="extract",
    )
    line = SummaryLine.objects.create(summary=summary, position=0, text=text, kind=kind)
    line.messages.set(messages)
    return line


def state_of(conversation: Conversation) -> dict[str, Any]:
    conversation.refresh_from_db()
    return dict(State.from_json(conversation.state).shown())


class Panel:
    """The panel of a conversation as a script uses it."""

    def __init__(self, client: Client, conversation: Conversation) -> None:
        self.client, self.url = client, url("panel", conversation.pk)

    def get(self) -> str:
        return unescape(self.client.get(self.url, headers=FETCH).text)

    def act(self, act: str, *, status: int = 200, **sent: Any) -> str:
        answer = self.client.post(self.url, {"act": act, **sent}, headers=FETCH)
        assert answer.status_code == status, answer.text[:400]
        assert status == 404 or "<main" not in answer.text
        return unescape(answer.text)

    def undo(self, fragment: str) -> str:
        """What the undo of a toast sends."""
        [found] = re.findall(r'data-undo="(\{.*?\})"', fragment)
        answer = self.client.post(self.url, json.loads(found), headers=FETCH)
        assert answer.status_code == 200
        return unescape(answer.text)


@pytest.fixture
def beside(client: Client, conversation: Conversation) -> Panel:
    return Panel(client, conversation)


# ------------------------------------------------------------------------------------------------ as a whole


def test_an_empty_panel_teaches_in_a_sentence_for_each_part(
    client: Client, conversation: Conversation
) -> None:
    page = unescape(client.get(url("conversation", conversation.pk)).text)
    assert page.count('class="none"') == 4
    assert 'class="steps"' not in page
    assert 'class="pinned"' not in page
    assert '<dl class="kv about">' not in page
    assert "A goal with steps" in page
    assert page.count("<section data-part=") == 4


def test_a_full_panel_shows_task_conditions_state_and_summary(
    alice: User, beside: Panel, conversation: Conversation
) -> None:
    first = say(conversation, "Suzhou or Wuxi?")
    second = reply(first, "Suzhou has the finer gardens.")
    said = say(conversation, f"Please {CONDITION}.")
    pin = pinned(said, CONDITION)
    folded(conversation, "Suzhou has the finer gardens.", first, second, kind="decision")
    kept.state_edit(user=alice, conversation_id=conversation.pk, key="place", values=["Suzhou", "Wuxi"])
    working.task_start(user=alice, conversation_id=conversation.pk, goal="Plan it", plan=["Train", "Dinner"])
    working.step_complete(user=alice, conversation_id=conversation.pk, result="8:10")
    shown = beside.get()
    assert "<main" not in shown
    for text in (
        "Plan it",
        "Train",
        "8:10",
        "Dinner",
        f"“{CONDITION}”",
        "Suzhou, Wuxi",
        "set by you",
        "2 messages",
    ):
        assert text in shown
    assert "Step 2 of 2: Dinner" in shown
    assert f'data-panel-pin="{pin.pk}"' in shown
    assert 'class="none"' not in shown
    page = beside.client.get(beside.url)
    assert page.status_code == 200
    assert "<main" in page.text


def test_the_number_of_queries_does_not_grow(
    alice: User, conversation: Conversation, django_assert_num_queries: Any
) -> None:
    for number in range(3):
        message = say(conversation, f"Not before {number}. Really.")
        answer = reply(message, "Good.")
        pinned(message, f"Not before {number}")
        ToolCall.objects.create(message=answer, name="search_memories")
        folded(conversation, "Not so soon.", message, answer)
    working.task_start(
        user=alice, conversation_id=conversation.pk, goal="Plan", plan=[f"Step {n}" for n in range(9)]
    )
    with django_assert_num_queries(7):
        seen = panel.look(user=alice, conversation=conversation)
    assert len(seen.pins) == 3
    assert len(seen.summary) == 1
    assert len(seen.task.calls) == 1


def test_nothing_of_it_is_another_persons(
    client_for: Callable[[User], Client], bob: User, conversation: Conversation
) -> None:
    message = say(conversation, f"Please {CONDITION}.")
    pin, line = pinned(message, CONDITION), folded(conversation, "Alice's line", message)
    answer = reply(message, "Good.")
    theirs = client_for(bob)
    own = services.conversation_create(user=bob)
    for path in (
        url("panel", conversation.pk),
        url("summary-line", conversation.pk, line.pk),
        url("summary-line", own.pk, line.pk),
        url("prompt-latest", conversation.pk),
        url("prompt", conversation.pk, answer.pk),
        url("prompt", own.pk, answer.pk),
    ):
        assert theirs.get(path).status_code == 404
        assert theirs.get(path, headers=FETCH).status_code == 404
    for act in ("pin-remove", "task-start", "state-edit", "compressor", "pin-add", "task-drop"):
        sent = {
            "act": act,
            "pin": pin.pk,
            "goal": "x",
            "plan": "y",
            "key": "place",
            "values": "z",
            "text": "w",
        }
        assert theirs.post(url("panel", conversation.pk), sent).status_code == 404
    removed = theirs.post(url("panel", own.pk), {"act": "pin-remove", "pin": pin.pk}, headers=FETCH)
    assert "removed already" in removed.text
    assert CONDITION not in removed.text
    assert Pin.objects.get() == pin
    assert not Task.objects.exists()


def test_signed_out_there_is_no_panel(conversation: Conversation) -> None:
    for name in ("panel", "prompt-latest"):
        assert Client().get(url(name, conversation.pk)).status_code == 302
    assert Client().post(url("panel", conversation.pk), {"act": "pin-add", "text": "x"}).status_code == 302
    assert not Pin.objects.exists()


@pytest.mark.parametrize("act", ["", "nonsense", "pin-remove", "task-again", "state-remove"])
def test_an_act_on_nothing_is_not_there(beside: Panel, act: str) -> None:
    for sent in ({}, {"pin": "x", "task": "x", "key": "x"}, {"pin": "٣", "task": str(uuid.uuid4())}):
        answer = beside.client.post(beside.url, {"act": act, **sent}, headers=FETCH)
        assert answer.status_code == 404


# ------------------------------------------------------------------------------------------------ the task


def test_a_task_goes_to_its_end_and_its_outcome_is_remembered(
    beside: Panel, conversation: Conversation
) -> None:
    started = beside.act("task-start", goal="Plan Saturday", plan="Train\n\n  Dinner \n")
    assert 'data-said="The task is started.' in started
    assert [step.text for step in Task.objects.get().steps.all()] == ["Train", "Dinner"]
    done = beside.act("step-done", step="1", result="8:10 fits")
    assert "Done. Next: Dinner" in done
    assert "8:10 fits" in done
    assert beside.act("step-done", step="1", result="8:10 fits").count('class="done"') == 1
    changed = beside.act("plan-change", steps="Lunch\nDinner")
    assert [step.text for step in Task.objects.get().steps.all()] == ["Train", "Lunch", "Dinner"]
    beside.undo(changed)
    assert [step.text for step in Task.objects.get().steps.all()] == ["Train", "Dinner"]
    assert "That was the last step" in beside.act("step-done")
    assert "All steps are done." in beside.get()
    finished = beside.act("task-finish", outcome="We eat at seven")
    assert "its outcome is remembered" in finished
    memory = Memory.objects.get()
    assert url_of(memory) in finished
    assert memory.content in finished
    again = beside.act("task-finish", outcome="We eat at seven")
    assert url_of(memory) in again
    refused = beside.act("task-finish", outcome="Something else", status=400)
    assert "finished already, with another outcome" in refused
    assert Task.objects.get().outcome == "We eat at seven"


def url_of(memory: Memory) -> str:
    return reverse("memories:detail", args=[memory.pk])


def test_while_learning_is_off_the_panel_promises_no_memory(alice: User, beside: Panel) -> None:
    memory_services.settings_update(user=alice, learn=False)
    assert "Learning is off" in beside.act("task-start", goal="Plan", plan="One")
    assert "was not remembered" in beside.act("task-finish", outcome="Done so")
    assert not Memory.objects.exists()


def test_a_task_that_was_dropped_goes_on_where_it_was(beside: Panel) -> None:
    beside.act("task-start", goal="Plan", plan="One\nTwo")
    beside.act("step-done", result="First")
    dropped = beside.act("task-drop")
    assert "Nothing of it is remembered" in dropped
    assert "Take it up again" in dropped
    for _twice in range(2):
        back = beside.undo(dropped)
        assert "Step 2 of 2: Two" in back
        assert "First" in back
    assert Task.objects.filter(status="running").count() == 1
    assert not Memory.objects.exists()


@pytest.mark.parametrize(
    ("act", "sent", "sentence"),
    [
        ("task-start", {"goal": " ", "plan": "Typed plan"}, "Say what the task is to achieve."),
        ("task-start", {"goal": "Typed goal", "plan": " \n "}, "A plan needs at least one step"),
        ("pin-add", {"text": "Typed " + "x" * 600}, "too long"),
        ("state-edit", {"key": "budget", "values": " "}, "Write what holds"),
        ("compressor", {"name": "magic"}, "no such way"),
        ("step-done", {"result": "Typed"}, "No task is running"),
    ],
)
def test_what_was_typed_stays_where_it_was_refused(
    beside: Panel, act: str, sent: dict[str, str], sentence: str
) -> None:
    shown = beside.act(act, status=400, **sent)
    assert sentence in shown
    assert shown.count('role="alert"') == 1
    for value in sent.values():
        assert not value.startswith("Typed") or value in shown or act == "step-done"
    page = beside.client.post(beside.url, {"act": act, **sent})
    assert page.status_code == 400
    assert "<main" in page.text
    assert sentence in unescape(page.text)
    assert not (Task.objects.exists() or Pin.objects.exists())


def test_while_a_task_runs_another_is_refused_and_the_first_stays(beside: Panel) -> None:
    beside.act("task-start", goal="First", plan="One")
    beside.act("task-start", goal="First", plan="One")
    beside.act("task-start", goal="Second", plan="Two", status=400)
    assert Task.objects.get().goal == "First"


def test_the_tools_of_the_last_reply_are_told_with_what_failed(
    beside: Panel, conversation: Conversation
) -> None:
    first, last = (reply(say(conversation, text), "Good.") for text in ("Find it", "Find it again"))
    ToolCall.objects.create(message=first, name="forget")
    ToolCall.objects.create(message=last, name="search_memories", result="[]")
    ToolCall.objects.create(message=last, name="complete_step", error="refused: Every step is done.")
    ToolCall.objects.create(message=last, name="fly", error="unknown_tool")
    shown = beside.get()
    assert "3 tool calls for the last reply" in shown
    assert "Search your memories" in shown
    assert "Every step is done." in shown
    assert "There is no such tool." in shown
    assert "Forget something" not in shown


# ------------------------------------------------------------------------------------------------ conditions


def test_a_condition_is_added_once_and_removed_and_comes_back(
    beside: Panel, conversation: Conversation
) -> None:
    added = beside.act("pin-add", text="Nothing before   noon")
    beside.act("pin-add", text="nothing before noon.")
    assert Pin.objects.get().text == "Nothing before noon"
    assert "“Nothing before noon”" in added
    beside.undo(added)
    assert not Pin.objects.exists()
    beside.undo(added)


def test_a_secret_is_kept_neither_as_a_condition_nor_in_the_state(
    alice: User, conversation: Conversation
) -> None:
    for write in (
        lambda: kept.pin_add(user=alice, conversation_id=conversation.pk, text="password: Gr8-kettle!x"),
        lambda: kept.state_edit(
            user=alice, conversation_id=conversation.pk, key="place", values=["我的密码是 Mima@2024#x"]
        ),
    ):
        with pytest.raises(ValidationError) as refused:
            write()
        assert refused.value.code == "secret"
    conversation.refresh_from_db()
    assert not Pin.objects.exists() and not conversation.state


def test_a_condition_beneath_its_message_is_removed_and_comes_back_there(
    client: Client, beside: Panel, conversation: Conversation
) -> None:
    message = say(conversation, f"Yes. But {CONDITION}.")
    pin = pinned(message, CONDITION)
    foot = client.get(url("message", conversation.pk, message.pk), headers=FETCH).text
    assert "Kept for this chat:" in foot
    assert f'data-pin="{pin.pk}"' in foot
    removed = beside.act("pin-remove", pin=pin.pk)
    assert "data-pin=" not in client.get(url("message", conversation.pk, message.pk), headers=FETCH).text
    assert "removed already" in beside.act("pin-remove", pin=pin.pk)
    beside.undo(removed)
    back = Pin.objects.get()
    assert (back.message, back.text, back.start, back.end) == (message, CONDITION, pin.start, pin.end)
    assert message.text[back.start : back.end] == CONDITION


def test_a_condition_comes_back_to_no_message_that_does_not_say_it(
    bob: User, beside: Panel, conversation: Conversation
) -> None:
    other = say(services.conversation_create(user=bob), "Not here, please.")
    own = say(conversation, "Something else altogether.")
    for number, message in enumerate((other, own)):
        text = f"Not here {number}"
        beside.act("pin-add", text=text, message=str(message.pk), start="0")
        assert Pin.objects.get(text=text).message is None


# ------------------------------------------------------------------------------------------------ state


def test_the_state_is_edited_in_place_removed_and_undone(beside: Panel, conversation: Conversation) -> None:
    shown = beside.act("state-edit", key="place", values="Suzhou\n\nWuxi")
    assert state_of(conversation)["place"] == ["Suzhou", "Wuxi"]
    assert "set by you" in shown
    edited = beside.act("state-edit", key="place", values="Hangzhou")
    assert state_of(conversation)["place"] == "Hangzhou"
    beside.undo(edited)
    assert state_of(conversation)["place"] == ["Suzhou", "Wuxi"]
    removed = beside.act("state-remove", key="place")
    assert "place" not in state_of(conversation)
    assert "removed already" in beside.act("state-remove", key="place")
    beside.undo(removed)
    assert state_of(conversation)["place"] == ["Suzhou", "Wuxi"]


def test_a_key_that_is_none_is_not_there(beside: Panel, conversation: Conversation) -> None:
    beside.act("state-edit", key="shoe-size", values="42", status=404)
    assert state_of(conversation) == {}


def test_what_was_read_from_a_message_is_not_marked_as_the_persons(
    beside: Panel, conversation: Conversation
) -> None:
    entry = {"key": "place", "value": "Ghent", "message": None, "sequence": 1, "by_hand": False}
    Conversation.objects.filter(pk=conversation.pk).update(state={"entries": [entry]})
    shown = beside.get()
    assert "Ghent" in shown
    assert "set by you" not in shown


# ------------------------------------------------------------------------------------------------ summary


def test_a_line_opens_to_the_messages_behind_it(client: Client, conversation: Conversation) -> None:
    first = say(conversation, "Shall we take the train at 8:10?")
    second = reply(first, "That fits.")
    say(conversation, "Not behind it.")
    line = folded(conversation, "The train at 8:10 fits.", first, second)
    address = url("summary-line", conversation.pk, line.pk)
    assert address in client.get(url("conversation", conversation.pk)).text
    for answer in (client.get(address), client.get(address, headers=FETCH)):
        assert answer.status_code == 200
        assert first.text in answer.text
        assert second.text in answer.text
        assert url("message", conversation.pk, first.pk) in answer.text
    assert "Not behind it." not in client.get(address, headers=FETCH).text
    for number in (0, line.pk + 1, 10**30):
        assert client.get(url("summary-line", conversation.pk, number)).status_code == 404


def test_the_newest_lines_are_seen_and_the_others_fold(beside: Panel, conversation: Conversation) -> None:
    message = say(conversation, "Much was said.")
    line = folded(conversation, "Line 0", message)
    for number in range(1, 10):
        SummaryLine.objects.create(summary=line.summary, position=number, text=f"Line {number}")
    shown = beside.get()
    assert "4 more lines" in shown
    assert shown.index("Line 9") < shown.index("Line 0")


def test_how_older_turns_are_shortened_is_chosen(beside: Panel, conversation: Conversation) -> None:
    shown = beside.get()
    assert 'value="model"' not in shown
    assert re.search(r'value="extract" checked', shown)
    beside.act("compressor", name="window")
    conversation.refresh_from_db()
    assert conversation.compressor == "window"
    assert re.search(r'value="window" checked', beside.get())
    with use_language_model(ScriptedModel()):
        assert 'value="model"' in beside.get()


# ------------------------------------------------------------------------------------------------ by plain forms


def test_without_a_script_an_act_says_what_it_did_and_offers_undo(
    client: Client, conversation: Conversation
) -> None:
    pin = kept.pin_add(user=conversation.user, conversation_id=conversation.pk, text="Nothing before noon")
    answer = client.post(url("panel", conversation.pk), {"act": "pin-remove", "pin": pin.pk})
    assert answer["Location"] == url("conversation", conversation.pk)
    page = unescape(client.get(answer["Location"]).text)
    assert "This holds no more: “Nothing before noon”" in page
    assert f'action="{url("panel", conversation.pk)}"><input type="hidden" name="csrfmiddlewaretoken"' in page
    client.post(url("panel", conversation.pk), {"act": "pin-add", "text": "Nothing before noon"})
    assert Pin.objects.get().text == "Nothing before noon"


def test_it_speaks_chinese(alice: User, client: Client, conversation: Conversation) -> None:
    alice.language = "zh-hans"
    alice.save()
    working.task_start(user=alice, conversation_id=conversation.pk, goal="安排周六", plan=["查高铁", "晚饭"])
    page = unescape(client.get(url("panel", conversation.pk)).text)
    assert '<html lang="zh-hans"' in page
    assert 'lang="zh-Hans">安排周六' in page
    with translation.override("zh-hans"):
        assert str(KEYS["place"]) in page


# ------------------------------------------------------------------------------------------------ the prompt


def recorded(answer: Message, **fields: Any) -> PromptRecord:
    """A record as a turn leaves it."""
    fields.setdefault("texts", {"system": "Be kind.", "pins": "No shrimp."})
    fields.setdefault("parts", [["system", 120, 500], ["pins", 9, 1_000], ["message", 11, 5_000]])
    return PromptRecord.objects.create(reply=answer, window_tokens=4_000, max_tokens=600, **fields)


def test_the_prompt_of_a_reply_is_shown_part_by_part(client: Client, conversation: Conversation) -> None:
    question = say(conversation, "Where <b>shall</b> we eat?")
    answer = reply(question, "At Anna's.")
    recorded(
        answer,
        left_out=[
            ["memories", 2, "no_room"],
            ["turns", 1, "extracted"],
            ["turns", 3, "no_room"],
            ["messages", 1, "shortened"],
            ["message", 1, "shortened"],
        ],
    )
    page = client.get(url("prompt", conversation.pk, answer.pk)).text
    shown = unescape(page)
    assert "Where &lt;b&gt;shall&lt;/b&gt; we eat?" in page
    assert "140 of 4,000 tokens (4 %)" in shown
    assert [shown.index(text) for text in ("Be kind.", "No shrimp.", "Where <b>")] == sorted(
        shown.index(text) for text in ("Be kind.", "No shrimp.", "Where <b>")
    )
    assert "120 tokens, 3 %" in shown
    assert "9 tokens, less than 1 %" in shown
    assert '<rect class="part-pins" x="30" width="2.25"' in shown
    for sentence in (
        "2 lines on you found no room.",
        "1 earlier turn had no room word for word",
        "3 earlier turns found no room",
        "1 earlier message was long",
        "Your message was longer than can be read at once",
    ):
        assert sentence in shown
    assert "style=" not in page
    assert client.get(url("prompt", conversation.pk, question.pk)).status_code == 404
    latest = unescape(client.get(url("prompt-latest", conversation.pk)).text)
    assert "140 of 4,000 tokens" in latest
    assert url("prompt", conversation.pk, answer.pk) in client.get(url("conversation", conversation.pk)).text


def test_what_was_forgotten_since_is_told_and_not_shown(client: Client, conversation: Conversation) -> None:
    answer = reply(say(conversation, "Hello"), "Hello!")
    recorded(answer, texts={})
    shown = unescape(client.get(url("prompt", conversation.pk, answer.pk)).text)
    assert "has been forgotten since" in shown
    assert shown.count("Forgotten since: its text is kept nowhere.") == 1  # of the pins, not of the rules
    assert "You are" in shown


def test_what_was_never_kept_is_not_called_forgotten(client: Client, conversation: Conversation) -> None:
    answer = reply(say(conversation, "Hello"), "Hello!")
    recorded(answer, texts={"system": "Be kind."})  # learning was off
    shown = unescape(client.get(url("prompt", conversation.pk, answer.pk)).text)
    assert "orgotten since" not in shown
    assert "Its text was not kept, for learning was switched off." in shown
    assert "Be kind." in shown


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_chat_without_replies_shows_the_turn_to_come(
    alice: User, client: Client, conversation: Conversation, language: str
) -> None:
    alice.language = language
    alice.save()
    page = client.get(url("prompt-latest", conversation.pk))
    assert page.status_code == 200
    seen = inspector.inspected(user=alice, conversation=conversation)
    assert seen.reply is None
    assert seen.parts[0].name == "system"
    assert page.text.count('<li class="card">') == len(seen.parts)
    assert not Message.objects.exists()


def test_every_way_of_being_left_out_has_a_sentence(
    alice: User, conversation: Conversation, monkeypatch: Any
) -> None:
    whats = ("memories", "state", "pins", "message", "turns", "messages", "something")
    ways = [LeftOut(what, 2, why) for what in whats for why in ("no_room", "shortened", "extracted")]
    look = prompts.look(user=alice, conversation=conversation)
    from dataclasses import replace

    monkeypatch.setattr(
        prompts, "look", lambda **_: replace(look, prompt=replace(look.prompt, left_out=tuple(ways)))
    )
    seen = inspector.inspected(user=alice, conversation=conversation)
    assert len(seen.left_out) == len(ways)
    assert all(re.fullmatch(r"[^%]{12,}\.", sentence) for sentence in seen.left_out)


# ------------------------------------------------------------------------------------------------ over the API


class Api:
    """The API of one conversation with a key of its person."""

    def __init__(self, user: User, conversation: Conversation) -> None:
        self.base = f"/api/v1/conversations/{conversation.pk}"
        self.headers = {"Authorization": f"Bearer {key_of(user)}"}

    def __call__(self, method: str, path: str, body: Any = None, *, status: int = 200) -> Any:
        extra = {} if body is None else {"data": body, "content_type": "application/json"}
        answer = getattr(Client(), method)(f"{self.base}/{path}", headers=self.headers, **extra)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None


@pytest.fixture
def api(alice: User, conversation: Conversation) -> Api:
    return Api(alice, conversation)


def test_what_is_kept_is_read_and_changed_over_the_api(api: Api, conversation: Conversation) -> None:
    empty = api("get", "kept")
    assert empty == {"pins": [], "state": [], "summary": [], "summary_to": 0, "compressor": "extract"}
    pin = api("post", "pins", {"text": "Nothing before noon"}, status=201)
    assert api("post", "pins", {"text": "nothing before noon"}, status=200) == pin
    assert api("patch", "kept", {"compressor": "window"})["compressor"] == "window"
    changed = api("patch", "state", {"key": "place", "values": ["Suzhou", "Wuxi"]})
    assert changed["state"] == [{"key": "place", "values": ["Suzhou", "Wuxi"], "by_hand": True}]
    assert changed["pins"] == [pin]
    assert api("patch", "state", {"key": "place", "values": []})["state"] == []
    api("delete", f"pins/{pin['id']}", status=204)
    api("delete", f"pins/{pin['id']}", status=404)
    assert api("get", "kept")["pins"] == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("state", {"key": "shoe-size", "values": ["42"]}),
        ("state", {"key": "place", "values": "Suzhou"}),
        ("state", {"key": "place", "values": ["x" * 300]}),
        ("state", {"key": "place"}),
        ("kept", {"compressor": "magic"}),
        ("kept", {}),
    ],
)
def test_what_is_wrong_is_named_and_changes_nothing(
    api: Api, conversation: Conversation, path: str, body: dict[str, Any]
) -> None:
    assert api("patch", path, body, status=400)["error"]["fields"]
    conversation.refresh_from_db()
    assert (conversation.state, conversation.compressor) == ({}, "")
    assert api("post", "pins", {"text": " "}, status=400)["error"]["fields"]


def test_the_messages_behind_a_line_over_the_api(api: Api, conversation: Conversation) -> None:
    first = say(conversation, "Shall we take the train?")
    line = folded(conversation, "The train fits.", first, reply(first, "That fits."))
    [shown] = api("get", "kept")["summary"]
    assert shown == {"id": line.pk, "text": "The train fits.", "kind": "fact", "messages": 2}
    behind = api("get", f"summary/{line.pk}/messages")
    assert [row["text"] for row in behind["results"]] == ["Shall we take the train?", "That fits."]
    api("get", f"summary/{line.pk + 1}/messages", status=404)
    api("get", f"summary/{10**30}/messages", status=404)
    api("delete", f"pins/{10**30}", status=404)


def test_the_api_gives_nothing_of_another_persons(api: Api, bob: User, conversation: Conversation) -> None:
    message = say(conversation, f"Please {CONDITION}.")
    pin, line = pinned(message, CONDITION), folded(conversation, "Alice's line", message)
    own = services.conversation_create(user=bob)
    his = Api(bob, own)
    api.headers = his.headers
    for theirs in (his, api):
        theirs("delete", f"pins/{pin.pk}", status=404)
        theirs("get", f"summary/{line.pk}/messages", status=404)
        theirs("get", f"context?reply={uuid.uuid4()}", status=404)
    for method, path, body in (
        ("get", "kept", None),
        ("post", "pins", {"text": "x"}),
        ("patch", "state", {"key": "place", "values": ["x"]}),
        ("patch", "kept", {"compressor": "window"}),
    ):
        api(method, path, body, status=404)
    assert Pin.objects.get() == pin


def test_the_prompt_of_any_reply_over_the_api(api: Api, conversation: Conversation) -> None:
    answers = [reply(say(conversation, text), "Good.") for text in ("One", "Two")]
    recorded(answers[0], left_out=[["turns", 2, "no_room"]])
    recorded(answers[1], texts={})
    seen = api("get", f"context?reply={answers[0].pk}")
    assert seen["reply"] == str(answers[0].pk)
    assert seen["left_out"] == [{"what": "turns", "count": 2, "why": "no_room"}]
    assert seen["parts"][0] == {"name": "system", "text": "Be kind.", "tokens": 120, "budget": 500}
    assert seen["erased"] is False
    assert api("get", "context")["reply"] == str(answers[1].pk)
    assert api("get", "context")["erased"] is True
    question = Message.objects.get(text="One")
    api("get", f"context?reply={question.pk}", status=404)
    api("get", "context?reply=nonsense", status=400)
