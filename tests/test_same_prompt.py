"""The same turn through the socket, the API and the pipeline itself is the same prompt; so is what can be looked at."""

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from websockets.sync.client import connect

from chat import folding, prompts, services, turn, working
from chat.models import Conversation, Message
from memories import services as memory_services
from memoryhub.models import User
from tests.api_client import Api
from tests.fake_openai import FakeOpenAI, Reply
from tests.servers import AsgiServer

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = "Where do we eat on Saturday, and who pays?"
AT = datetime(2026, 3, 3, 9, 30, tzinfo=UTC)


@pytest.fixture
def fake(settings: Any) -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        settings.LLM_BASE_URL, settings.LLM_MODEL, settings.MEMORY_COMPRESSOR = (
            server.base_url,
            "m",
            "extract",
        )
        yield server


def prepared(user: User) -> Conversation:
    """A conversation with everything in it: memory, summary, state, pins, a task and turns."""
    own = services.conversation_create(user=user)
    memory_services.memory_remember(user=user, content="Answer in two sentences", type="instruction")
    for number in range(18):
        text = (
            f"Table {number + 4} is free on Saturday. Do not book it before I say so."
            if number == 2
            else (f"Plate {number} costs {number + 20} euros, says Odile.")
        )
        message, _ = services.message_save(conversation=own, text=text, client_id=None)
        reply = services.reply_begin(message=message, trace_id=None)
        services.reply_finish(reply=reply, text=f"Noted {number}.", status=Message.Status.DONE)
    folding.fold(conversation_id=own.pk)
    working.task_start(
        user=user, conversation_id=own.pk, goal="Plan the dinner", plan=["Pick a place", "Invite"]
    )
    return own


def sent(fake: FakeOpenAI) -> list[dict[str, Any]]:
    """The messages of the reply's request: extraction asks too."""
    bodies = [body for body in fake.bodies() if ASKED in json.dumps(body["messages"], ensure_ascii=False)]
    streamed = [body["messages"] for body in bodies if body.get("stream")]
    assert len(streamed) == 1
    return list(streamed[0])


def test_socket_api_and_pipeline_send_the_same_prompt(
    fake: FakeOpenAI, asgi_server: AsgiServer, alice: User, bob: User, carol: User, client_for: Any
) -> None:
    fake.script(Reply("At Odile's."))
    with time_machine.travel(AT, tick=False):
        chats = {user: prepared(user) for user in (alice, bob, carol)}
        turn.run_sync(user=alice, conversation=chats[alice], text=ASKED, client_id=None)
        first = sent(fake)

        fake.requests.clear()
        status, _body = Api(bob).post(f"conversations/{chats[bob].pk}/messages/", {"text": ASKED})
        assert status == 201
        assert sent(fake) == first

        fake.requests.clear()
        client: Client = client_for(carol)
        cookie = f"sessionid={client.cookies['sessionid'].value}"
        with connect(
            f"{asgi_server.ws_url}/ws/chat/{chats[carol].pk}/",
            origin=asgi_server.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie},
        ) as wire:
            wire.send(json.dumps({"type": "message.send", "text": ASKED, "client_id": uuid.uuid4().hex}))
            while json.loads(wire.recv(timeout=30))["type"] != "reply.done":
                pass
        assert sent(fake) == first

    opening = first[0]["content"]
    assert [
        opening.index(part) for part in ("two sentences", "before I say so", "Plan the dinner", "Plate 0")
    ] == sorted(
        opening.index(part) for part in ("two sentences", "before I say so", "Plan the dinner", "Plate 0")
    )

    # What can be looked at afterwards is what was sent.
    alice_chat = chats[alice]
    seen = prompts.look(user=alice, conversation=alice_chat)
    assert seen.rebuilt and not seen.erased
    for part in seen.prompt.parts:
        if part.name in ("system", "memory", "pins", "state", "task", "summary"):
            assert part.text and part.text in opening, part.name
    history = next(part.text for part in seen.prompt.parts if part.name == "history")
    for message in first[1:-1]:
        assert message["content"] in history
    assert next(part.text for part in seen.prompt.parts if part.name == "message") == first[-1]["content"]
