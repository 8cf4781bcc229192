"""Conversations and messages: created, named, found, deleted, and stored once."""

import threading
import uuid

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import override_settings

from chat import claims, selectors, services, sources, titles
from chat.models import Conversation, Message, Summary, SummaryLine
from memories import services as memory_services
from memories.kinds import CaptureStatus, MemoryStatus, SourceKind
from memories.models import CaptureRun, Memory, MemorySource
from memoryhub.models import User


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


def say(conversation: Conversation, text: str, client_id: str | None = None) -> Message:
    return services.message_save(conversation=conversation, text=text, client_id=client_id)[0]


def test_someone_elses_and_a_missing_conversation_look_the_same(
    alice: User, bob: User, conversation: Conversation
) -> None:
    for conversation_id in (conversation.pk, uuid.uuid4(), "not an id"):
        for door in (
            services.conversation_get_for_user,
            services.conversation_delete,
            services.conversation_end,
            lambda **named: services.conversation_rename(title="Mine", **named),
        ):
            with pytest.raises(services.ConversationNotFound):
                door(user=bob, conversation_id=conversation_id)
    assert (
        services.conversation_get_for_user(user=alice, conversation_id=str(conversation.pk)) == conversation
    )
    conversation.refresh_from_db()
    assert (conversation.title, conversation.ended_at) == ("", None)


def test_renaming_wins_over_the_first_message(alice: User, conversation: Conversation) -> None:
    services.conversation_rename(user=alice, conversation_id=conversation.pk, title="  Trip \n to  Ghent ")
    say(conversation, "Hello there")
    conversation.refresh_from_db()
    assert (conversation.title, conversation.title_by_person) == ("Trip to Ghent", True)
    for bad, code in (("  ", "empty"), ("x" * 201, "too_long")):
        with pytest.raises(ValidationError) as error:
            services.conversation_rename(user=alice, conversation_id=conversation.pk, title=bad)
        assert error.value.code == code
    conversation.refresh_from_db()
    assert conversation.title == "Trip to Ghent"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Where shall we eat?", "Where shall we eat?"),
        ("第一行\n第二行", "第一行 第二行"),
        ("word " * 30, ("word " * 12).strip() + "…"),
        ("字" * 200, "字" * 59 + "…"),
    ],
)
def test_the_title_is_the_beginning_of_the_first_message(
    conversation: Conversation, text: str, title: str
) -> None:
    say(conversation, text)
    say(conversation, "and something else")
    conversation.refresh_from_db()
    assert conversation.title == title and len(title) <= titles.LIMIT


def test_a_secret_does_not_reach_the_title(conversation: Conversation) -> None:
    say(conversation, "my password is hunter2horse")
    conversation.refresh_from_db()
    assert "hunter2horse" not in conversation.title and conversation.title.startswith("my password is")


def test_a_message_is_stored_with_its_capture_run(alice: User, conversation: Conversation) -> None:
    alice.time_zone = "Asia/Shanghai"
    alice.save()
    conversation.user = alice
    message, created = services.message_save(
        conversation=conversation, text="I live in Ghent.", client_id="a"
    )
    assert created and (message.sequence, message.time_zone) == (1, "Asia/Shanghai")
    run = CaptureRun.objects.get(message=message)
    assert (run.user, run.status) == (alice, CaptureStatus.QUEUED)
    turn = sources.ChatSource().turn(user=alice, message_id=message.pk)
    assert turn is not None and str(turn.said_at.tzinfo) == "Asia/Shanghai"


def test_the_same_client_id_is_the_same_message(conversation: Conversation) -> None:
    first, created = services.message_save(conversation=conversation, text="Hello", client_id="a")
    again, created_again = services.message_save(conversation=conversation, text="Hello", client_id="a")
    assert (created, created_again) == (True, False) and again.pk == first.pk
    assert Message.objects.count() == CaptureRun.objects.count() == 1
    other = services.conversation_create(user=conversation.user)
    assert services.message_save(conversation=other, text="Hello", client_id="a")[1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("\x00", "empty"),
        ("\u200b\u2060\ufeff", "empty"),
        ("x" * 11, "too_long"),
    ],
)
def test_blank_and_over_long_messages_store_nothing(conversation: Conversation, text: str, code: str) -> None:
    with override_settings(CHAT_MESSAGE_LIMIT=10), pytest.raises(ValidationError) as error:
        services.message_save(conversation=conversation, text=text, client_id="a")
    assert error.value.code == code and str(error.value.messages[0])
    conversation.refresh_from_db()
    assert not Message.objects.exists() and not CaptureRun.objects.exists()
    assert (conversation.next_sequence, conversation.title) == (1, "")


def test_what_postgresql_cannot_hold_is_no_error(conversation: Conversation) -> None:
    message = say(conversation, "half \ud83d a\x00b 好")
    message.refresh_from_db()
    assert message.text == "half ? ab 好"


@pytest.mark.django_db(transaction=True)
def test_messages_sent_at_once_get_their_own_places(alice: User) -> None:
    conversation = services.conversation_create(user=alice)
    barrier, failed = threading.Barrier(8), []

    def send(number: int) -> None:
        try:
            barrier.wait()
            # Four different messages, each sent twice.
            services.message_save(
                conversation=conversation, text=f"message {number % 4}", client_id=str(number % 4)
            )
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=send, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert [message.sequence for message in conversation.messages.all()] == [1, 2, 3, 4]
    assert CaptureRun.objects.count() == 4


def test_system_and_tool_messages_are_never_captured(alice: User, conversation: Conversation) -> None:
    services.message_add(conversation=conversation, role="system", text="Be brief.")
    tool = services.message_add(conversation=conversation, role="tool", text="I live in Oslo", name="look_up")
    assert (tool.sequence, tool.name) == (2, "look_up")
    assert not CaptureRun.objects.exists()
    assert sources.ChatSource().turn(user=alice, message_id=tool.pk) is None
    with pytest.raises(ValueError):
        services.message_add(conversation=conversation, role="user", text="no")


def test_a_turn_knows_the_line_before_it(alice: User, bob: User, conversation: Conversation) -> None:
    first = say(conversation, "Hello")
    reply = services.reply_begin(message=first, trace_id=None)
    services.reply_finish(reply=reply, text="Do you live in Ghent?", status=Message.Status.DONE)
    second = say(conversation, "Yes")
    source = sources.ChatSource()
    turn = source.turn(user=alice, message_id=second.pk)
    assert turn is not None and (turn.text, turn.previous_assistant) == ("Yes", "Do you live in Ghent?")
    assert source.turn(user=bob, message_id=second.pk) is None
    assert source.messages(user=bob, message_ids=[first.pk, second.pk]) == {}
    assert source.messages(user=alice, message_ids=[reply.pk])[reply.pk].role == "assistant"


def test_pending_turns_are_the_uncaptured_ones_newest_last(
    alice: User, bob: User, conversation: Conversation
) -> None:
    messages = [say(conversation, f"message {number}") for number in range(25)]
    CaptureRun.objects.filter(message=messages[24]).update(status=CaptureStatus.DONE)
    say(services.conversation_create(user=bob), "Bob's own")
    pending = sources.ChatSource().pending_turns(user=alice, exclude=[messages[23].pk])
    assert [turn.text for turn in pending] == [f"message {number}" for number in range(3, 23)]


def test_forgotten_words_are_no_pending_ones(alice: User, conversation: Conversation) -> None:
    text = "My locker is number 42. I keep bantam hens."
    message = say(conversation, text)
    alone = say(conversation, "My locker is number 42.")
    memory = memory_services.memory_remember(user=alice, content="Your locker is number 42")
    for each, end in ((message, text.index(" I keep")), (alone, 23)):
        MemorySource.objects.create(memory=memory, kind=SourceKind.MESSAGE, message=each, start=0, end=end)
    source = sources.ChatSource()
    assert [turn.text for turn in source.pending_turns(user=alice)] == [text, "My locker is number 42."]
    memory_services.memory_forget(user=alice, memory_ids=[memory.pk])
    (left,) = source.pending_turns(user=alice)
    assert left.text.strip() == "I keep bantam hens." and len(left.text) == len(text)
    memory_services.memory_restore(user=alice, memory_ids=[memory.pk])
    assert len(source.pending_turns(user=alice)) == 2


def remembered(user: User, content: str, *messages: Message) -> Memory:
    memory = memory_services.memory_remember(user=user, content=content)
    memory.sources.all().delete()
    for message in messages:
        MemorySource.objects.create(memory=memory, kind=SourceKind.MESSAGE, message=message, start=0, end=1)
    return memory


@pytest.mark.parametrize("forget_learnt", [True, False])
def test_deleting_a_conversation_forgets_only_what_only_it_taught(
    alice: User, bob: User, conversation: Conversation, forget_learnt: bool
) -> None:
    here = say(conversation, "I play the harp.")
    elsewhere = say(services.conversation_create(user=alice), "I play the harp.")
    only_here = remembered(alice, "You play the harp", here)
    both = remembered(alice, "You own a kayak", here, elsewhere)
    by_hand = memory_services.memory_remember(user=alice, content="You like tea")
    services.conversation_delete(user=alice, conversation_id=conversation.pk, forget_learnt=forget_learnt)
    assert not Conversation.objects.filter(pk=conversation.pk).exists()
    assert (
        not Message.objects.filter(pk=here.pk).exists() and Message.objects.filter(pk=elsewhere.pk).exists()
    )
    status = dict(Memory.objects.values_list("pk", "status"))
    assert status[only_here.pk] == (MemoryStatus.FORGOTTEN if forget_learnt else MemoryStatus.ACTIVE)
    assert status[both.pk] == status[by_hand.pk] == MemoryStatus.ACTIVE
    with pytest.raises(services.ConversationNotFound):
        services.conversation_delete(user=alice, conversation_id=conversation.pk)


def test_an_ended_conversation_goes_on_with_the_next_message(alice: User, conversation: Conversation) -> None:
    say(conversation, "Hello")
    ended = services.conversation_end(user=alice, conversation_id=conversation.pk).ended_at
    assert ended is not None
    assert services.conversation_end(user=alice, conversation_id=conversation.pk).ended_at == ended
    assert CaptureRun.objects.count() == 1
    say(conversation, "One more thing")
    conversation.refresh_from_db()
    assert conversation.ended_at is None


def test_the_list_is_the_persons_own_and_searchable(alice: User, bob: User) -> None:
    older, newer = (services.conversation_create(user=alice) for _ in range(2))
    say(older, "Where to eat in Ghent?")
    say(newer, "给妈妈挑生日礼物")
    say(services.conversation_create(user=bob), "Ghent too")
    assert list(selectors.conversation_list(user=alice)) == [newer, older]
    assert list(selectors.conversation_list(user=alice, q="ghent")) == [older]
    assert list(selectors.conversation_list(user=alice, q="生日")) == [newer]
    assert not selectors.conversation_list(user=alice, q="%")
    say(older, "again")
    assert list(selectors.conversation_list(user=alice)) == [older, newer]


def test_messages_page_backwards(conversation: Conversation) -> None:
    for number in range(1, 8):
        say(conversation, str(number))
    latest = selectors.message_list(conversation=conversation, limit=3)
    assert [message.text for message in latest] == ["5", "6", "7"]
    earlier = selectors.message_list(conversation=conversation, before=latest[0].sequence, limit=3)
    assert [message.text for message in earlier] == ["2", "3", "4"]


def test_one_claim_at_a_time_and_the_dead_give_theirs_up(conversation: Conversation) -> None:
    mine, other = uuid.uuid4(), uuid.uuid4()
    place = {"conversation_id": conversation.pk}
    assert claims.claim(**place, token=mine) and claims.claim(**place, token=mine)
    assert not claims.claim(**place, token=other) and not claims.renew(**place, token=other)
    claims.release(**place, token=other)
    assert not claims.claim(**place, token=other)
    reply = services.reply_begin(message=say(conversation, "Hello"), trace_id=None)
    assert claims.sweep() == 0
    conversation.refresh_from_db()
    conversation.reply_leased_until -= 2 * (conversation.reply_leased_until - conversation.created_at)
    conversation.save()
    assert claims.sweep() == 1
    reply.refresh_from_db()
    assert (reply.status, reply.error) == (Message.Status.INTERRUPTED, services.PROCESS_LOST)
    assert claims.claim(**place, token=other) and not claims.renew(**place, token=mine)
    with pytest.raises(services.ConversationNotFound):
        claims.claim(conversation_id=uuid.uuid4(), token=mine)


def test_erasing_what_was_derived_leaves_the_messages(
    alice: User, bob: User, conversation: Conversation
) -> None:
    message = say(conversation, "Hello")
    summary = Summary.objects.create(
        conversation=conversation, from_sequence=1, to_sequence=1, compressor="window"
    )
    line = SummaryLine.objects.create(summary=summary, position=0, text="You said hello")
    line.messages.add(message)
    sources.ChatSource().erase_derived(user=bob, message_ids=[message.pk])
    assert SummaryLine.objects.exists()
    sources.ChatSource().erase_derived(user=alice, message_ids=[message.pk])
    assert not SummaryLine.objects.exists() and Message.objects.filter(pk=message.pk).exists()
