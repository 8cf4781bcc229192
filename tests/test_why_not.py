"""The pages that tell why a memory was recalled or was not: four steps from the kept trace, of one's own alone."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from chat import services
from chat.models import Conversation, Message
from memories import not_here, why_not
from memories import services as memory_services
from memories.models import Memory, RecallTrace
from memories.recall import index, recall
from memories.recall.types import RecallRequest
from memories.upkeep import traces
from memoryhub.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(alice: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(alice)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice, title="Plans")


def remember(user: User, *contents: str) -> list[Memory]:
    return [memory_services.memory_remember(user=user, content=content) for content in contents]


def answered(conversation: Conversation, user: User, text: str) -> Message:
    """A message and its reply, recalled for as a turn does."""
    conversation.user = user
    message, _new = services.message_save(conversation=conversation, text=text, client_id=None)
    found = recall(
        RecallRequest(
            user=user,
            query=text,
            as_of=timezone.now(),
            message_id=message.pk,
            conversation_id=conversation.pk,
        )
    )
    reply = services.reply_begin(message=message, trace_id=found.trace_id)
    services.reply_finish(reply=reply, text="Well.", status="done", model="test")
    return reply


def walk(user: User, reply: Message, memory: Memory) -> list[why_not.Step]:
    trace = why_not.trace_of(user=user, reply_id=reply.pk)
    assert trace is not None
    memory.refresh_from_db()
    return why_not.steps(user=user, trace=trace, memory=memory)


def look_at(client: Client, reply: Message, memory: Memory | None = None, **query: str) -> str:
    name, args = "chat:recall", [reply.conversation_id, reply.pk]
    if memory is not None:
        name, args = "chat:why-not", [*args, memory.pk]
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return answer.text


def test_what_was_recalled_passes_all_steps(alice: User, conversation: Conversation) -> None:
    home, _tea = remember(alice, "I live in Ghent", "I like jasmine tea")
    steps = walk(alice, answered(conversation, alice, "Where do I live?"), home)
    assert [step.passed for step in steps] == [True] * 4
    assert steps[1].answer == "It was the nearest of your memories."
    assert steps[3].answer == "It was recalled and went into the reply."


def test_what_was_not_near_enough_says_its_place(alice: User, conversation: Conversation) -> None:
    _home, bike = remember(alice, "I live in Ghent", "I own a red bicycle")
    steps = walk(alice, answered(conversation, alice, "Where do I live?"), bike)
    assert [step.passed for step in steps] == [True, True, False, False]
    assert steps[1].answer == "It was in place 2 of your memories by nearness."
    assert steps[2].answer == "No. Small words apart, it shares none with the message."
    assert steps[3].answer.startswith("It came in place 2 of 2, and was not near enough.")


def test_what_had_no_room_says_so(alice: User, conversation: Conversation, settings: Any) -> None:
    settings.MEMORY_RECALL_LIMIT = 1
    first, second = remember(alice, "I like jasmine tea", "I like green tea")
    reply = answered(conversation, alice, "Which tea do I like?")
    trace = RecallTrace.objects.get(reply=reply)
    out = next(memory for memory in (first, second) if memory.pk not in trace.injected)
    assert "at most 1 go in" in walk(alice, reply, out)[3].answer


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"status": "pending"}, "It was waiting for you to keep it."),
        ({"status": "superseded"}, "Something newer had taken its place."),
        ({"status": "archived"}, "It was in the archive"),
        ({"flag": "disputed"}, "it is held back"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "its time was over"),
    ],
)
def test_what_was_not_in_use_fails_at_the_first_step(
    alice: User, conversation: Conversation, change: dict[str, Any], words: str
) -> None:
    (home,) = remember(alice, "I live in Ghent")
    Memory.objects.filter(pk=home.pk).update(**change)
    if "status" in change:
        index.remove(memory_ids=[home.pk])
    steps = walk(alice, answered(conversation, alice, "Where do I live?"), home)
    assert steps[0].passed is False and words in steps[0].answer
    assert steps[3].passed is not True


def test_what_was_told_later_was_not_stored_then(alice: User, conversation: Conversation) -> None:
    reply = answered(conversation, alice, "Where do I live?")
    (home,) = remember(alice, "I live in Ghent")
    step = walk(alice, reply, home)[0]
    assert step.passed is False and "only after this message" in step.answer


def test_what_is_kept_later_was_not_in_use_then(alice: User, conversation: Conversation) -> None:
    (home,) = remember(alice, "I live in Ghent")
    memory_services.memory_forget(user=alice, memory_ids=[home.pk])
    reply = answered(conversation, alice, "Where do I live?")
    assert "recycle bin" in walk(alice, reply, home)[0].answer
    memory_services.memory_restore(user=alice, memory_ids=[home.pk])
    assert "you kept it or brought it back later" in walk(alice, reply, home)[0].answer


def test_what_is_never_to_be_used_there_says_so(alice: User, conversation: Conversation) -> None:
    (home,) = remember(alice, "I live in Ghent")
    not_here.memory_leave_out(user=alice, memory_id=home.pk, conversation_id=conversation.pk)
    step = walk(alice, answered(conversation, alice, "Where do I live?"), home)[0]
    assert step.passed is False and "never to be used in that chat" in step.answer


def test_a_closed_gate_is_told_and_no_step_is_made_up(
    client: Client, alice: User, conversation: Conversation
) -> None:
    (home,) = remember(alice, "I live in Ghent")
    reply = answered(conversation, alice, "Thank you!")
    assert [step.passed for step in walk(alice, reply, home)] == [True, None, None, None]
    assert "It reads like small talk" in look_at(client, reply, home)


def test_asked_about_everything_the_weight_is_told(
    alice: User, conversation: Conversation, settings: Any
) -> None:
    settings.MEMORY_RECALL_LIMIT = 1
    _name, bike = remember(alice, "My name is Alma", "I own a red bicycle")
    reply = answered(conversation, alice, "What do you know about me?")
    assert walk(alice, reply, bike)[3].answer == "By weight it came in place 2."


def test_the_page_of_a_reply_lists_what_went_in_and_what_did_not(
    client: Client, alice: User, conversation: Conversation
) -> None:
    home, bike = remember(alice, "I live in Ghent", "I own a red bicycle")
    reply = answered(conversation, alice, "Where do I live?")
    page = look_at(client, reply)
    recalled, passed_over = page.split('id="passed"')
    assert home.content in recalled and bike.content in passed_over
    assert reverse("chat:why-not", args=[conversation.pk, reply.pk, bike.pk]) in page
    memory_services.memory_forget(user=alice, memory_ids=[bike.pk])
    page = look_at(client, reply)
    assert bike.content not in page and "1 more was forgotten since." in page


def test_another_memory_is_found_by_its_words(
    client: Client, alice: User, conversation: Conversation
) -> None:
    (bike,) = remember(alice, "I own a red bicycle")
    reply = answered(conversation, alice, "Thanks!")
    assert reverse("chat:why-not", args=[conversation.pk, reply.pk, bike.pk]) in look_at(
        client, reply, q="bicycle"
    )
    assert "None of your memories has these words." in look_at(client, reply, q="submarine")


def test_a_thinned_trace_keeps_the_receipt_and_says_that_the_rest_is_gone(
    client: Client, alice: User, conversation: Conversation, settings: Any
) -> None:
    home, bike = remember(alice, "I live in Ghent", "I own a red bicycle")
    reply = answered(conversation, alice, "Where do I live?")
    lonely = recall(RecallRequest(user=alice, query="Where do I live?", as_of=timezone.now()))
    assert traces.thin() == 0 and lonely.trace_id is not None
    RecallTrace.objects.update(
        created_at=timezone.now() - timedelta(days=settings.MEMORY_TRACE_DAYS, minutes=1)
    )
    assert traces.thin(dry_run=True) == 2 and traces.thin() == 2 and traces.thin() == 0
    assert not RecallTrace.objects.filter(pk=lonely.trace_id).exists()
    trace = RecallTrace.objects.get(reply=reply)
    assert trace.injected == [home.pk] and [one["id"] for one in trace.choices] == [str(home.pk)]
    assert str(bike.pk) not in f"{trace.channels} {trace.choices}"
    page = look_at(client, reply)
    assert "is kept for 30 days and is deleted now" in page
    assert home.content in page and bike.content not in page
    page = look_at(client, reply, bike)
    assert "is deleted now" in page and "Was it stored?" not in page


def test_without_a_trace_the_page_says_so(client: Client, alice: User, conversation: Conversation) -> None:
    (home,) = remember(alice, "I live in Ghent")
    message, _new = services.message_save(conversation=conversation, text="Hm", client_id=None)
    reply = services.reply_begin(message=message, trace_id=None)
    services.reply_finish(reply=reply, text="Hm.", status="done", model="test")
    for page in (look_at(client, reply), look_at(client, reply, home)):
        assert "Nothing is kept on this reply" in page
        assert "Was it stored?" not in page


def test_from_a_memory_the_latest_messages_open_the_steps(
    client: Client, alice: User, conversation: Conversation
) -> None:
    home, bike = remember(alice, "I live in Ghent", "I own a red bicycle")
    reply = answered(conversation, alice, "Where do I live?")
    page = client.get(reverse("memories:why-not", args=[bike.pk])).text
    assert "not near enough to the message" in page
    assert reverse("chat:why-not", args=[conversation.pk, reply.pk, bike.pk]) in page
    assert "recalled" in client.get(reverse("memories:why-not", args=[home.pk])).text
    assert (
        reverse("memories:why-not", args=[bike.pk])
        in client.get(reverse("memories:detail", args=[bike.pk])).text
    )


def test_another_persons_ids_are_not_there(
    alice: User, bob: User, conversation: Conversation, client_for: Callable[[User], Client]
) -> None:
    (home,) = remember(alice, "I live in Ghent")
    (his,) = remember(bob, "I live in Leeds")
    reply = answered(conversation, alice, "Where do I live?")
    own = services.conversation_create(user=bob)
    his_reply = answered(own, bob, "Where do I live?")
    bobs, hers = client_for(bob), client_for(alice)
    for client, path in [
        (bobs, reverse("chat:recall", args=[conversation.pk, reply.pk])),
        (bobs, reverse("chat:recall", args=[own.pk, reply.pk])),
        (bobs, reverse("chat:why-not", args=[own.pk, his_reply.pk, home.pk])),
        (bobs, reverse("memories:why-not", args=[home.pk])),
        (hers, reverse("chat:why-not", args=[conversation.pk, reply.pk, his.pk])),
        (hers, reverse("chat:why-not", args=[conversation.pk, reply.pk, uuid.uuid4()])),
        (hers, reverse("chat:recall", args=[conversation.pk, reply.reply_to_id])),
    ]:
        assert client.get(path).status_code == 404, path
    assert why_not.trace_of(user=bob, reply_id=reply.pk) is None
    assert Client().get(reverse("memories:why-not", args=[home.pk])).status_code == 302


def test_the_steps_are_told_in_chinese(client: Client, alice: User, conversation: Conversation) -> None:
    (tea,) = remember(alice, "我喜欢喝茉莉花茶")
    reply = answered(conversation, alice, "我喜欢喝什么？")
    client.cookies["django_language"] = "zh-hans"
    User.objects.filter(pk=alice.pk).update(language="zh-hans")
    page = look_at(client, reply, tea)
    for words in ("为什么召回了这条？", "当时记住了吗？", "意思有多接近？", "排序结果如何？"):
        assert words in page
    with translation.override("zh-hans"):
        assert walk(alice, reply, tea)[0].answer == "记住了，也在使用中。"
