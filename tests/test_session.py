"""The window: the same from Redis and from PostgreSQL, whole turns, and no worse off without Redis."""

import random
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from chat import claims, quick, services, session
from chat.models import Conversation, Message
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


@pytest.fixture
def redis_away() -> Iterator[None]:
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        quick.forget_failure()
        yield
    quick.forget_failure()


def say(conversation: Conversation, text: str) -> Message:
    return services.message_save(conversation=conversation, text=text, client_id=None)[0]


def reply(message: Message, text: str, status: str = Message.Status.DONE) -> Message:
    begun = services.reply_begin(message=message, trace_id=None)
    services.reply_finish(reply=begun, text=text, status=status)
    return begun


def texts(seen: session.Session) -> list[list[str]]:
    return [[said.text for said in turn.messages] for turn in seen.window.turns]


def queries_of(message: Message) -> tuple[session.Session, int]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        seen = session.load(message=message)
    return seen, len(queries)


def test_redis_and_postgresql_give_the_same_window(conversation: Conversation, redis_client: Any) -> None:
    chance = random.Random(7)
    for number in range(60):
        message = say(conversation, f"question {number} 问题")
        session.load(message=message)
        kind = chance.choice(["done", "done", "done", "failed", "interrupted", "none", "tool", "system"])
        if kind in ("tool", "system"):
            services.message_add(
                conversation=conversation, role=kind, text=f"{kind} {number}", name="look_up"
            )
        if kind != "none":
            reply(message, f"reply {number}", kind if kind in ("failed", "interrupted") else "done")
        latest = say(conversation, f"next {number}")
        quick_copy, few = queries_of(latest)
        session.clear(conversation_id=conversation.pk)
        anew, more = queries_of(latest)
        assert quick_copy == anew, kind
        assert few < more  # the first came from Redis
        reply(latest, f"answer {number}")
    assert len(anew.window.turns) == 15
    copied = redis_client.zcard(f"memoryhub:chat:session:{conversation.pk}:messages")
    assert 0 < copied < 250


def test_the_copy_expires_in_a_day_and_use_renews_it(conversation: Conversation, redis_client: Any) -> None:
    message = say(conversation, "Hello")
    session.load(message=message)
    names = [f"memoryhub:chat:session:{conversation.pk}:{part}" for part in ("messages", "through", "kept")]
    for name in names:
        assert 24 * 3600 - 10 < redis_client.ttl(name) <= 24 * 3600
        redis_client.expire(name, 100)
    reply(message, "Hi")
    assert all(redis_client.ttl(name) > 24 * 3600 - 10 for name in names[:2])
    for name in names:
        redis_client.expire(name, 100)
    later = say(conversation, "Again")
    for name in names:
        redis_client.expire(name, 100)
    assert texts(session.load(message=later)) == [["Hello", "Hi"]]
    assert all(redis_client.ttl(name) > 24 * 3600 - 10 for name in names)


def test_a_copy_that_missed_something_is_made_anew(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = say(conversation, "one")
    session.load(message=first)
    with monkeypatch.context() as patch:
        patch.setattr(quick, "attempt", lambda operation, default: default)  # Redis was away for a while
        reply(first, "uno")
        say(conversation, "two")
    third = say(conversation, "three")
    assert texts(session.load(message=third)) == [["one", "uno"], ["two"]]
    fourth = say(conversation, "four")
    assert texts(session.load(message=fourth)) == [["one", "uno"], ["two"], ["three"]]


def test_without_redis_the_window_is_the_same(conversation: Conversation, redis_away: None) -> None:
    first = say(conversation, "one")
    reply(first, "uno")
    assert texts(session.load(message=say(conversation, "two"))) == [["one", "uno"]]


def test_a_message_sent_meanwhile_is_not_in_the_window_of_the_one_before(conversation: Conversation) -> None:
    first = say(conversation, "one")
    second = say(conversation, "two")
    third = say(conversation, "three")
    assert texts(session.load(message=first)) == []
    reply(first, "uno")
    assert texts(session.load(message=second)) == [["one", "uno"]]
    reply(second, "dos")
    assert texts(session.load(message=third)) == [["one", "uno"], ["two", "dos"]]


def test_an_answer_again_sees_neither_itself_nor_what_came_later(conversation: Conversation) -> None:
    first = say(conversation, "one")
    reply(first, "uno", Message.Status.INTERRUPTED)
    second = say(conversation, "two")
    reply(second, "dos")
    assert texts(session.load(message=first)) == []
    again = services.reply_begin(message=first, trace_id=None)
    services.reply_finish(reply=again, text="uno, whole", status=Message.Status.DONE)
    assert texts(session.load(message=say(conversation, "three"))) == [["one", "uno, whole"], ["two", "dos"]]


@pytest.mark.parametrize("turns", [1, 3, 20])
def test_the_window_is_as_long_as_the_setting_says(conversation: Conversation, turns: int) -> None:
    with override_settings(MEMORY_WINDOW_TURNS=turns):
        for number in range(25):
            message = say(conversation, f"q{number}")
            reply(message, f"a{number}")
        seen = session.load(message=say(conversation, "last"))
    assert texts(seen) == [[f"q{number}", f"a{number}"] for number in range(25 - turns, 25)]


def test_an_unreadable_copy_is_no_error(conversation: Conversation, redis_client: Any) -> None:
    first = say(conversation, "one")
    reply(first, "uno")
    second = say(conversation, "two")
    session.load(message=second)
    name = f"memoryhub:chat:session:{conversation.pk}:messages"
    redis_client.zadd(name, {'{"of": "another version"}': 1})
    assert texts(session.load(message=second)) == [["one", "uno"]]


def test_a_look_while_a_reply_is_written_costs_no_later_turn_the_reply(alice: User) -> None:
    own = services.conversation_create(user=alice)
    first, _ = services.message_save(conversation=own, text="One", client_id=None)
    session.load(message=first)
    reply = services.reply_begin(message=first, trace_id=None)
    services.reply_keep(reply_id=reply.pk, text="Half a reply")
    session.load(message=first, read_only=True)  # then its process dies
    second, _ = services.message_save(conversation=own, text="Two", client_id=None)
    assert claims.claim(conversation_id=own.pk, token=uuid4())
    quick_one = session.load(message=second).window
    session.clear(conversation_id=own.pk)
    assert quick_one == session.load(message=second).window
    assert [said.text for said in quick_one.turns[0].messages] == ["One", "Half a reply"]
