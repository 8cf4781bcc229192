"""The API of conversations: each door works, is shut to others, refuses bad input, and done twice is done once."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chat.models import Conversation, Message
from memories.models import CaptureRun, Memory
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User
from tests.api_client import Api

pytestmark = pytest.mark.django_db(transaction=True)  # a turn gives its connection back between its steps


@pytest.fixture
def api(alice: User) -> Api:
    return Api(alice)


@pytest.fixture
def path(api: Api) -> str:
    """The address of a fresh conversation of Alice's."""
    return f"conversations/{api.post('conversations')[1]['id']}"


def say(api: Api, path: str, text: str, **fields: Any) -> dict[str, Any]:
    code, body = api.post(f"{path}/messages?wait=capture", {"text": text, **fields})
    assert code == 201, body
    return body


def test_conversations_are_started_listed_renamed_and_deleted(api: Api, alice: User) -> None:
    code, made = api.post("conversations/", {"title": "Trip  to\nLisbon"})
    assert (code, made["title"]) == (201, "Trip to Lisbon")
    assert api.post("conversations")[1]["title"] == ""
    assert api.get("conversations")[1]["count"] == 2
    assert [row["id"] for row in api.get("conversations/?q=lisbon")[1]["results"]] == [made["id"]]
    path = f"conversations/{made['id']}"
    assert api.get(path) == (200, made)
    renamed = api.patch(f"{path}/", {"title": "Porto"})
    assert renamed[1]["title"] == "Porto"
    assert api.patch(path, {"title": "Porto"}) == renamed
    for bad in ({}, {"title": ""}, {"title": " "}, {"title": 1}, {"title": "x" * 201}, {"name": "x"}):
        assert api.patch(path, bad)[0] == 400
    assert api.delete(f"{path}/") == (204, None)
    assert api.delete(path)[0] == 404
    assert Conversation.objects.filter(user=alice).count() == 1


def test_a_message_is_answered_with_its_reply_and_receipt(api: Api, path: str) -> None:
    told = say(api, path, "I live in Ghent.")
    assert told["message"]["text"] == "I live in Ghent."
    assert (told["message"]["role"], told["reply"]["role"]) == ("user", "assistant")
    assert told["reply"]["status"] == "done"
    assert told["reply"]["reply_to"] == told["message"]["id"]
    assert told["capture"] == "done"
    assert [memory["slot"] for memory in told["memories"]] == ["residence"]
    memory = told["memories"][0]
    assert memory["sources"][0]["message"] == told["message"]["id"]
    assert memory["sources"][0]["conversation"] in path

    other = f"conversations/{api.post('conversations')[1]['id']}"
    asked = say(api, other, "Which city do I live in?")
    assert [item["id"] for item in asked["receipt"]["items"]] == [memory["id"]]
    assert "Ghent" in asked["reply"]["text"]
    assert asked["reply"]["receipt"] == asked["receipt"]
    assert asked["memories"] == []


def test_without_waiting_nothing_is_captured_yet(api: Api, path: str) -> None:
    code, told = api.post(f"{path}/messages/", {"text": "我住在杭州。"})
    assert code == 201
    assert "memories" not in told
    assert CaptureRun.objects.get().status == "queued"
    assert not Memory.objects.exists()


def test_the_same_client_id_is_the_same_message_and_reply(api: Api, path: str) -> None:
    code, first = api.post(f"{path}/messages", {"text": "Hello.", "client_id": "a"})
    assert code == 201
    code, second = api.post(f"{path}/messages", {"text": "Hello.", "client_id": "a"})
    assert code == 200
    assert second["message"]["id"] == first["message"]["id"]
    assert second["reply"]["id"] == first["reply"]["id"]
    assert second["reply"]["text"] == first["reply"]["text"]
    assert Message.objects.count() == 2


def test_messages_are_paged_in_order_with_their_receipts(api: Api, path: str) -> None:
    say(api, path, "I live in Ghent.")
    say(api, path, "I have a dog.")
    first = api.get(f"{path}/messages/?page_size=3")[1]
    assert first["count"] == 4
    assert [row["sequence"] for row in first["results"]] == [1, 2, 3]
    assert [row["role"] for row in first["results"]] == ["user", "assistant", "user"]
    assert first["results"][0]["status"] == "saved"
    assert first["results"][1]["receipt"]["gate"]
    assert first["results"][1]["usage"]["completion_tokens"] > 0
    assert first["next"].startswith("http://testserver/")
    rest = api.get(first["next"].removeprefix("http://testserver"))[1]
    assert [row["sequence"] for row in rest["results"]] == [4]
    latest = api.get(f"{path}/messages?ordering=-sequence&page_size=1")[1]
    assert [row["sequence"] for row in latest["results"]] == [4]
    assert api.get(f"{path}/messages?ordering=text")[0] == 400


@pytest.mark.parametrize(
    "body",
    [{}, {"text": ""}, {"text": "  \n"}, {"text": 7}, {"text": None}, {"text": "a\0b"}, {"text": "x" * 100_001},
     {"text": "Hello.", "client_id": ""}, {"text": "Hello.", "client_id": "x" * 65},
     {"text": "Hello.", "role": "system"}],
)  # fmt: skip
def test_a_bad_message_is_refused_and_nothing_stored(api: Api, path: str, body: dict[str, Any]) -> None:
    code, answer = api.post(f"{path}/messages", body)
    assert code == 400
    assert answer["error"]["code"] == "invalid"
    assert not Message.objects.exists()


def test_waiting_for_something_else_is_refused(api: Api, path: str) -> None:
    code, answer = api.post(f"{path}/messages?wait=rain", {"text": "Hello."})
    assert code == 400
    assert set(answer["error"]["fields"]) == {"wait"}
    assert not Message.objects.exists()


def test_a_failing_model_is_told_and_loses_nothing(api: Api, path: str) -> None:
    with use_language_model(ScriptedModel(texts=["!error"])):
        code, told = api.post(f"{path}/messages", {"text": "I live in Ghent."})
    assert code == 201
    assert told["reply"]["status"] == "failed"
    assert told["reply"]["error"]
    assert told["reply"]["notice"]
    assert Message.objects.filter(role="user", text="I live in Ghent.").count() == 1
    assert CaptureRun.objects.count() == 1


def test_messages_that_come_too_fast_are_429_and_not_stored(api: Api, path: str, settings: Any) -> None:
    settings.CHAT_RATE_PER_MINUTE = 1
    assert api.post(f"{path}/messages", {"text": "Hello."})[0] == 201
    code, answer = api.post(f"{path}/messages", {"text": "Hello again."})
    assert (code, answer["error"]["code"]) == (429, "throttled")
    assert Message.objects.filter(role="user").count() == 1


def test_deleting_can_forget_what_only_the_conversation_taught(api: Api, path: str, alice: User) -> None:
    kept = say(api, path, "I live in Ghent.")["memories"][0]["id"]
    other = f"conversations/{api.post('conversations')[1]['id']}"
    gone = say(api, other, "I have a dog called Rex.")["memories"][0]["id"]
    assert api.delete(f"{other}?forget_learnt=maybe")[0] == 400
    assert api.delete(f"{other}?forget_learnt=true")[0] == 204
    assert api.delete(path)[0] == 204
    statuses = dict(Memory.objects.of(alice).values_list("pk", "status"))
    assert statuses[uuid.UUID(gone)] == "forgotten"
    assert statuses[uuid.UUID(kept)] == "active"


def test_the_prompt_can_be_looked_at(api: Api, path: str) -> None:
    code, empty = api.get(f"{path}/context")
    assert (code, empty["reply"], empty["message"]) == (200, None, None)
    assert empty["parts"][0]["name"] == "system"
    say(api, path, "I live in Ghent.")
    other = f"conversations/{api.post('conversations')[1]['id']}"
    asked = say(api, other, "Which city do I live in?")
    traces = asked["receipt"]
    seen = api.get(f"{other}/context/")[1]
    assert (seen["message"], seen["reply"]) == (asked["message"]["id"], asked["reply"]["id"])
    parts = {part["name"]: part for part in seen["parts"]}
    assert "Ghent" in parts["memory"]["text"]
    assert "Which city" in parts["message"]["text"]
    assert all(part["tokens"] > 0 for part in parts.values())
    assert sum(part["tokens"] for part in parts.values()) <= seen["tokens"] + 20 < seen["window_tokens"]
    assert traces["items"]
    api.post(f"memories/{traces['items'][0]['id']}/forget")
    assert "Ghent" not in str(api.get(f"{other}/context")[1]["parts"])


def test_a_foreign_a_missing_and_a_malformed_id_look_the_same(api: Api, path: str, bob: User) -> None:
    say(api, path, "I live in Ghent.")
    theirs, own = path.partition("/")[2], Api(bob)
    for conversation_id in (theirs, uuid.uuid4(), "17"):
        place = f"conversations/{conversation_id}"
        answers = [
            own.get(place),
            own.patch(place, {"title": "Mine"}),
            own.patch(place, {"nonsense": 1}),
            own.delete(place),
            own.get(f"{place}/messages"),
            own.post(f"{place}/messages", {"text": "Hello."}),
            own.post(f"{place}/messages", {}),
            own.get(f"{place}/context"),
        ]
        assert {code for code, _ in answers} == {404}, conversation_id
        assert len({str(body) for _, body in answers}) == 1
    assert own.get("conversations")[1]["results"] == []
    assert own.get("conversations?q=Ghent")[1]["results"] == []
    assert Message.objects.count() == 2


def test_lists_cost_a_fixed_number_of_queries(api: Api, path: str) -> None:
    for text in ("I live in Ghent.", "Which city do I live in?"):
        say(api, path, text)
    asked = (f"{path}/messages", "conversations")

    def queries(where: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert api.get(where)[0] == 200
        return len(seen)

    few = [queries(where) for where in asked]
    for text in ("I have a dog.", "Which city do I live in?", "我喜欢喝茶。"):
        say(api, path, text)
        api.post("conversations")
    assert [queries(where) for where in asked] == few
    assert max(few) <= 9
