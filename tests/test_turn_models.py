"""Turns with a language model behind a real HTTP connection."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from chat import services, turn
from chat.models import Conversation, Message
from memories import services as memory_services
from memoryhub.models import User
from tests.fake_openai import Failure, FakeOpenAI, Reply

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


@pytest.fixture
def server(settings: Any) -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_API_KEY = fake.base_url, "fake", "key"
        yield fake


def say(conversation: Conversation, text: str) -> Message:
    return turn.run_sync(user=conversation.user, conversation=conversation, text=text, client_id=None).reply


def test_memory_reaches_the_server_and_its_usage_the_reply(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    memory_services.memory_remember(user=conversation.user, content="You play the harp")
    server.script(Reply("You play the harp."))
    reply = say(conversation, "Which instrument do I play, the harp?")
    reply.refresh_from_db()
    assert (reply.text, reply.status, reply.model) == ("You play the harp.", "done", "fake")
    assert (reply.prompt_tokens, reply.completion_tokens) == (7, 3)
    (body,) = server.bodies()
    assert "You play the harp" in body["messages"][0]["content"] and body["max_tokens"] >= 512


@pytest.mark.parametrize(
    ("answer", "status", "code", "text"),
    [
        (Failure(401, "bad key"), "failed", "model_wrong_key", None),
        (Failure(404, "no such model"), "failed", "model_not_found", None),
        (
            Reply("Half an answer, and", break_after=4),
            "interrupted",
            "model_stream_broken",
            "Half an answe"[:12],
        ),
        (Reply("Cut at its length", finish="length"), "done", "length", "Cut at its length"),
    ],
)
def test_what_goes_wrong_at_the_server_is_told(
    conversation: Conversation,
    server: FakeOpenAI,
    answer: Reply | Failure,
    status: str,
    code: str,
    text: str | None,
) -> None:
    server.script(answer)
    reply = say(conversation, "Hello")
    reply.refresh_from_db()
    assert (reply.status, reply.error) == (status, code)
    assert reply.text == text if text else "Your message is kept." in reply.text


def test_nothing_at_the_address_is_a_failed_reply(conversation: Conversation, settings: Any) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:9/v1", "nobody"
    reply = say(conversation, "Hello")
    assert (reply.status, reply.error) == ("failed", "model_unreachable")


def test_a_stop_reaches_a_server_that_has_fallen_silent(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    server.script(Reply("One two three", hang_after=2))

    async def stopped() -> turn.TurnResult:
        stop = turn.Stop()

        async def on_event(frame: dict[str, Any]) -> None:
            if frame["type"] == "reply.delta" and frame["offset"]:
                asyncio.get_running_loop().call_later(0.1, stop.request)

        async with asyncio.timeout(10):
            return await turn.run(
                user=conversation.user,
                conversation=conversation,
                text="Count",
                client_id=None,
                on_event=on_event,
                stop=stop,
            )

    reply = async_to_sync(stopped)().reply
    assert (reply.text, reply.status, reply.error) == ("One tw", "interrupted", "stopped")
    assert server.client_left.wait(5)


def test_a_prompt_that_the_server_counts_longer_than_we_do_is_sent_again_shorter(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    too_long = Failure(400, "maximum context length is 8192 tokens", code="context_length_exceeded")
    server.script(too_long, Reply("A long message."))
    reply = say(conversation, "这是一段很长的中文消息，模型需要更多的词元。" * 800 + "我刚才写了什么？")
    assert (reply.text, reply.status) == ("A long message.", "done")
    first, second = (body["messages"][-1]["content"] for body in server.bodies())
    assert len(second) < len(first) * 0.6 and second.endswith("我刚才写了什么？")
