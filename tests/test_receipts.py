"""What stands under a reply: what it used, what it did not need, verdicts, and memories left out of one chat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat import prompts, services, session, turn
from chat.models import Conversation, Message
from memories import not_here, profiles
from memories import services as memory_services
from memories.models import Feedback, Memory, NotHere, ProfileLine, RecallTrace
from memories.own_rows import MemoryNotFound
from memories.recall import recall, record_access
from memories.recall.types import RecallRequest, Recollection
from memories.selectors import memory_history, receipt_for
from memories.upkeep.profile import writing
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User
from tests.test_passages import chat_of

pytestmark = pytest.mark.django_db
FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def client(alice: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(alice)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


def remember(user: User, content: str) -> Memory:
    return memory_services.memory_remember(user=user, content=content)


def ask(user: User, text: str, conversation: Conversation | None = None) -> Recollection:
    return recall(
        RecallRequest(
            user=user,
            query=text,
            as_of=timezone.now(),
            conversation_id=conversation.pk if conversation else None,
        )
    )


def contents(found: Recollection) -> list[str]:
    return [row.content for row in found.injected]


def reply_with(
    conversation: Conversation, user: User, text: str, *, used: list[Any] | None = None
) -> Message:
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
    reply = services.reply_begin(message=message, trace_id=found.trace_id, used=used)
    services.reply_finish(reply=reply, text="So.", status="done", model="test")
    return reply


def act(client: Client, reply: Message, memory: Memory, verb: str) -> Any:
    path = reverse("chat:memory", args=[reply.conversation_id, reply.pk, memory.pk])
    return client.post(path, {"act": verb}, headers=FETCH)


# ------------------------------------------------------------------------------------------------ used or not


@pytest.mark.django_db(transaction=True)
def test_a_reply_that_told_nothing_does_not_say_that_it_used_memories(
    client: Client, alice: User, conversation: Conversation
) -> None:
    home = remember(alice, "I live in Ghent")
    client.post(
        reverse("chat:conversation", args=[conversation.pk]), {"text": "I live in Ghent with my aunt."}
    )
    trace = RecallTrace.objects.get()
    assert trace.injected == [home.pk] and trace.used == []
    page = client.get(reverse("chat:conversation", args=[conversation.pk])).text
    assert "Used 1 memory" not in page
    assert "Recalled 1 memory, not needed here" in page and "This reply did not need it." in page
    home.refresh_from_db()
    assert home.access_count == 0
    assert memory_history(user=alice, memory_id=home.pk).uses == []


@pytest.mark.django_db(transaction=True)
def test_a_reply_that_answers_from_memory_says_so_and_counts(
    client: Client, alice: User, conversation: Conversation
) -> None:
    home = remember(alice, "I live in Ghent")
    client.post(reverse("chat:conversation", args=[conversation.pk]), {"text": "Where do I live?"})
    assert RecallTrace.objects.get().used == [home.pk]
    page = client.get(reverse("chat:conversation", args=[conversation.pk])).text
    assert "Used 1 memory" in page and "not needed here" not in page
    home.refresh_from_db()
    assert home.access_count == 1


@pytest.mark.django_db(transaction=True)
def test_a_model_had_all_of_it_to_read(alice: User, conversation: Conversation) -> None:
    home = remember(alice, "I live in Ghent")
    with use_language_model(ScriptedModel(texts=["A fine place."])):
        result = turn.run_sync(
            user=alice, conversation=conversation, text="I live in Ghent with my aunt.", client_id=None
        )
    assert RecallTrace.objects.get().used is None and result.used is None
    (item,) = receipt_for(user=alice, reply_ids=[result.reply.pk])[result.reply.pk].items
    assert item.memory == home and item.used


def test_only_what_was_told_counts_an_access(alice: User, conversation: Conversation) -> None:
    home, wish = remember(alice, "I live in Ghent"), remember(alice, "Always answer in short sentences")
    reply = reply_with(conversation, alice, "Where do I live?", used=[home.pk])
    trace = RecallTrace.objects.get(reply=reply)
    assert set(trace.injected) == {home.pk, wish.pk}
    for _twice in range(2):
        record_access(trace_id=trace.pk)
    counts = dict(Memory.objects.values_list("content", "access_count"))
    assert sorted(counts.values()) == [0, 1] and counts[home.content] == 1


# ------------------------------------------------------------------------------------------------ verdicts


def test_a_verdict_stands_until_it_is_taken_back_or_changed(
    client: Client, alice: User, conversation: Conversation
) -> None:
    home = remember(alice, "I live in Ghent")
    reply = reply_with(conversation, alice, "Where do I live?")
    assert "You said it helped here." in act(client, reply, home, "helpful").text
    assert Feedback.objects.get().verdict == "helpful" and RecallTrace.objects.get().unhelpful == []
    assert "You said it was no help here." in act(client, reply, home, "unhelpful").text
    assert Feedback.objects.get().verdict == "unhelpful"
    page = act(client, reply, home, "withdraw").text
    assert "Helpful here" in page and "Not helpful here" in page
    assert not Feedback.objects.exists()


def test_a_verdict_on_anothers_reply_is_not_there(
    alice: User, bob: User, conversation: Conversation, client_for: Callable[[User], Client]
) -> None:
    home = remember(alice, "I live in Ghent")
    reply = reply_with(conversation, alice, "Where do I live?")
    for verb in ("helpful", "unhelpful", "withdraw", "not_here", "here_again"):
        assert act(client_for(bob), reply, home, verb).status_code == 404
    assert not Feedback.objects.exists() and not NotHere.objects.exists()


# ------------------------------------------------------------------------------------------------ never use here


def test_never_use_here_holds_in_that_chat_alone_and_can_be_taken_back(
    client: Client, alice: User, conversation: Conversation
) -> None:
    home = remember(alice, "I live in Ghent")
    other = services.conversation_create(user=alice)
    reply = reply_with(conversation, alice, "Where do I live?")
    for _twice in range(2):
        page = act(client, reply, home, "not_here").text
        assert "Not used in this chat any more." in page and "Use it here again" in page
    assert NotHere.objects.count() == 1
    assert contents(ask(alice, "Where do I live?", conversation)) == []
    assert contents(ask(alice, "Where do I live?", other)) == [home.content]
    assert contents(ask(alice, "Where do I live?")) == [home.content]
    assert "Never use in this chat" in act(client, reply, home, "here_again").text
    assert contents(ask(alice, "Where do I live?", conversation)) == [home.content]


def test_neither_wish_nor_overview_nor_former_value_comes_where_it_is_left_out(
    alice: User, conversation: Conversation
) -> None:
    wish = remember(alice, "Always answer in short sentences")
    former, home = remember(alice, "I live in Durham"), remember(alice, "I live in Leeds")
    for memory in (wish, former, home):
        not_here.memory_leave_out(user=alice, memory_id=memory.pk, conversation_id=conversation.pk)
    for question in ("Where do I live?", "Where did I live before?", "What do you know about me?", "Hello!"):
        assert contents(ask(alice, question, conversation)) == []
    assert len(contents(ask(alice, "Where did I live before?"))) == 3


def test_the_message_that_told_it_is_silent_there_too(alice: User, conversation: Conversation) -> None:
    message, *_rest = chat_of(alice, "My cat is called Zorro and sleeps in the piano.", "Noted.")
    taught = list(Memory.objects.filter(sources__message=message))
    assert taught
    for memory in taught:
        not_here.memory_leave_out(user=alice, memory_id=memory.pk, conversation_id=conversation.pk)
    found = ask(alice, "What did I say my cat is called?", conversation)
    assert contents(found) == [] and found.passages == () and found.episodes == ()


def test_a_profile_line_that_says_it_is_not_in_the_prompt_of_that_chat(
    alice: User, conversation: Conversation
) -> None:
    home = remember(alice, "I live in Ghent")
    remember(alice, "I own a red bicycle")
    writing.write(user_id=alice.pk)
    assert any("Ghent" in line.text for line in profiles.profile_lines(user=alice))
    not_here.memory_leave_out(user=alice, memory_id=home.pk, conversation_id=conversation.pk)
    message, _new = services.message_save(conversation=conversation, text="Hello", client_id=None)
    seen = session.load(message=message)
    made = prompts.ingredients(
        user=alice, message=message, seen=seen, recollection=Recollection(gate="empty"), locale="en",
        now=timezone.now(),
    )  # fmt: skip
    assert ProfileLine.objects.exists() and not any("Ghent" in line for line in made.profile)
    assert any("Ghent" in line.text for line in profiles.profile_lines(user=alice))


def test_what_is_kept_for_safety_cannot_be_left_out(
    client: Client, alice: User, conversation: Conversation
) -> None:
    sesame = remember(alice, "I'm allergic to sesame")
    reply = reply_with(conversation, alice, "What am I allergic to?")
    page = client.get(reverse("chat:conversation", args=[conversation.pk])).text
    assert "Used 1 memory" in page and "Never use in this chat" not in page
    assert act(client, reply, sesame, "not_here").status_code == 404
    with pytest.raises(MemoryNotFound):
        not_here.memory_leave_out(user=alice, memory_id=sesame.pk, conversation_id=conversation.pk)
    assert contents(ask(alice, "What am I allergic to?", conversation)) == [sesame.content]


def test_a_memory_is_left_out_of_ones_own_chats_alone(
    alice: User, bob: User, conversation: Conversation
) -> None:
    home, his = remember(alice, "I live in Ghent"), remember(bob, "I live in Leeds")
    with pytest.raises(MemoryNotFound):
        not_here.memory_leave_out(user=bob, memory_id=his.pk, conversation_id=conversation.pk)
    with pytest.raises(MemoryNotFound):
        not_here.memory_leave_out(user=bob, memory_id=home.pk, conversation_id=conversation.pk)
    not_here.memory_leave_out(user=alice, memory_id=home.pk, conversation_id=conversation.pk)
    with pytest.raises(MemoryNotFound):
        not_here.memory_use_again(user=bob, memory_id=home.pk, conversation_id=conversation.pk)
    assert NotHere.objects.count() == 1
