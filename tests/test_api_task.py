"""The API of a conversation's task: run to its end without a model, shut to others, bad input, and twice is once."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from chat import services, tools
from chat.models import Task
from memories.models import Memory
from memoryhub.ai.toolcalls import ToolRequest
from memoryhub.models import User
from tests.api_client import Api

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def api(alice: User) -> Api:
    return Api(alice)


@pytest.fixture
def path(api: Api) -> str:
    """The address of a fresh conversation's task."""
    return f"conversations/{api.post('conversations')[1]['id']}/task"


BAKE: dict[str, Any] = {"goal": "Bake for Sunday", "steps": ["Choose the cake", "Buy flour", "Bake"]}
TRIP: dict[str, Any] = {"goal": "安排国庆去青岛的旅行", "steps": ["订高铁票", "订酒店", "列行李清单"]}


@pytest.mark.parametrize(
    ("task", "results", "type"),
    [
        (BAKE, ["Decided on the lemon cake", "2 kg", "Done by noon"], "decision"),
        (TRIP, ["二等座往返 628 元", "住海边", "清单已列好"], "event"),
    ],
)
def test_a_task_is_run_to_its_end(
    api: Api, path: str, task: dict[str, Any], results: list[str], type: str
) -> None:
    assert api.get(path) == (200, {"task": None})
    code, started = api.post(path, task)
    assert (code, started["status"], started["current"]) == (201, "running", 1)
    assert [step["text"] for step in started["steps"]] == task["steps"]
    assert api.get(f"{path}/") == (200, {"task": started})
    for number, result in enumerate(results, start=1):
        code, changed = api.patch(path, {"step": number, "result": result})
        assert code == 200 and changed["steps"][number - 1]["result"] == result
        assert api.patch(path, {"step": number, "result": result}) == (200, changed)  # twice is once
        assert changed["current"] == (number + 1 if number < 3 else None)
    assert api.get(path)[1]["task"]["status"] == "running"  # the last step does not end it
    code, finished = api.patch(path, {"status": "done"})
    assert (code, finished["status"]) == (200, "done") and finished["ended_at"]
    assert api.patch(path, {"status": "done"}) == (200, finished)
    assert api.get(path) == (200, {"task": None})
    (memory,) = Memory.objects.all()
    assert (memory.type, memory.status) == (type, "active")
    assert task["goal"] in memory.content and results[0] in memory.content
    assert [row["id"] for row in api.get("memories/?source=task")[1]["results"]] == [str(memory.pk)]


def test_the_running_task_is_in_the_prompt_and_leaves_it(api: Api, path: str) -> None:
    api.post(path, TRIP)
    conversation = path.removesuffix("/task")
    api.post(f"{conversation}/messages", {"text": "先看看车票吧"})
    parts = {part["name"]: part["text"] for part in api.get(f"{conversation}/context")[1]["parts"]}
    assert "→" in parts["task"] and all(step in parts["task"] for step in TRIP["steps"])
    assert api.delete(path) == (204, None)
    api.post(f"{conversation}/messages", {"text": "讲个冷笑话吧"})
    assert "task" not in {part["name"] for part in api.get(f"{conversation}/context")[1]["parts"]}
    assert not Memory.objects.exists()


@pytest.mark.parametrize(("outcome", "other"), [("Lemon cake", "Plum cake"), ("订好了", "没订成")])
def test_a_task_is_finished_with_one_outcome(api: Api, path: str, outcome: str, other: str) -> None:
    api.post(path, BAKE)
    code, finished = api.patch(path, {"status": "done", "outcome": outcome})
    assert (code, finished["outcome"]) == (200, outcome)
    for same in ({"status": "done", "outcome": outcome}, {"status": "done"}):
        assert api.patch(path, same) == (200, finished)
    code, refused = api.patch(path, {"status": "done", "outcome": other})
    assert (code, refused["error"]["code"]) == (409, "finished")
    assert "another outcome" in refused["error"]["message"]
    assert Task.objects.get().outcome == outcome
    assert Memory.objects.count() == 1 and other not in Memory.objects.get().content


def test_starting_and_dropping_twice_is_once(api: Api, path: str) -> None:
    code, started = api.post(path, BAKE)
    assert api.post(path, BAKE) == (200, started)
    code, refused = api.post(path, TRIP)
    assert (code, refused["error"]["code"]) == (409, "running") and "Finish it" in refused["error"]["message"]
    assert [api.delete(path)[0] for _again in range(2)] == [204, 204]
    assert api.patch(path, {"status": "dropped"})[1]["status"] == "dropped"
    assert Task.objects.count() == 1 and Task.objects.get().status == "dropped"
    assert api.post(path, TRIP)[0] == 201


def test_the_plan_can_be_changed(api: Api, path: str) -> None:
    api.post(path, BAKE)
    api.patch(path, {"result": "Lemon"})
    code, changed = api.patch(path, {"steps": ["Borrow a tin", "Bake"]})
    assert code == 200 and [step["text"] for step in changed["steps"]] == [
        "Choose the cake",
        "Borrow a tin",
        "Bake",
    ]
    assert (changed["current"], changed["steps"][0]["result"]) == (2, "Lemon")


def test_what_does_not_go_with_the_state_is_a_conflict(api: Api, path: str) -> None:
    for body in ({"step": 1}, {"steps": ["a"]}, {"status": "done"}, {"status": "dropped"}):
        code, refused = api.patch(path, body)
        assert (code, refused["error"]["code"]) == (409, "no_task")
    assert api.delete(path)[0] == 409
    api.post(path, {"goal": "g", "steps": ["a"]})
    api.patch(path, {"step": 1})
    code, refused = api.patch(path, {"result": "again"})
    assert (code, refused["error"]["code"]) == (409, "all_done")


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("post", {}),
        ("post", {"goal": "g"}),
        ("post", {"goal": "g", "steps": []}),
        ("post", {"goal": "g", "steps": [""]}),
        ("post", {"goal": " ", "steps": ["a"]}),
        ("post", {"goal": "g", "steps": "a"}),
        ("post", {"goal": 1, "steps": ["a"]}),
        ("post", {"goal": "g" * 501, "steps": ["a"]}),
        ("post", {"goal": "g", "steps": ["a"] * 31}),
        ("post", {"goal": "g", "steps": ["a"], "extra": 1}),
        ("patch", {}),
        ("patch", {"step": 0}),
        ("patch", {"step": 9}),
        ("patch", {"step": "one"}),
        ("patch", {"result": "r" * 100_001}),
        ("patch", {"steps": []}),
        ("patch", {"status": "running"}),
        ("patch", {"outcome": "no status"}),
        ("patch", {"status": "dropped", "outcome": "o"}),
        ("patch", {"step": 1, "status": "done"}),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(
    api: Api, path: str, method: str, body: dict[str, Any]
) -> None:
    if method == "patch":
        api.post(path, BAKE)
    before = api.get(path)
    code, refused = api(method, path, body)
    assert code == 400 and refused["error"]["code"] == "invalid" and refused["error"]["message"]
    assert api.get(path) == before


def test_another_persons_conversation_is_not_there(api: Api, path: str, bob: User) -> None:
    api.post(path, BAKE)
    other, missing = Api(bob), f"conversations/{uuid.uuid4()}/task"
    for who, where in ((other, path), (api, missing)):
        assert who.get(where)[0] == 404
        assert who.post(where, BAKE)[0] == 404
        assert who.patch(where, {"step": 1, "result": "mine"})[0] == 404
        assert who.patch(where, {"status": "done"})[0] == 404
        assert who.delete(where)[0] == 404
    assert Api()("get", path)[0] == 401
    assert api.get(path)[1]["task"]["current"] == 1


def test_the_tools_of_a_reply_are_listed_for_its_person_alone(api: Api, alice: User, bob: User) -> None:
    conversation = services.conversation_create(user=alice)
    message, _new = services.message_save(conversation=conversation, text="Bake", client_id=None)
    reply = services.reply_begin(message=message, trace_id=None)
    box = tools.Toolbox(user=alice, conversation=conversation, reply=reply)
    box.call(ToolRequest(id="1", name="current_time", arguments="{}"), locale="en")
    box.call(ToolRequest(id="2", name="drop_task", arguments="{}"), locale="en")
    where = f"conversations/{conversation.pk}/messages/{reply.pk}/tools"
    code, body = api.get(where)
    assert code == 200 and [(row["name"], bool(row["error"])) for row in body["results"]] == [
        ("current_time", False),
        ("drop_task", True),
    ]
    assert api.get(f"conversations/{conversation.pk}/messages/{message.pk}/tools")[1]["count"] == 0
    for who, address in (
        (Api(bob), where),
        (api, f"conversations/{conversation.pk}/messages/{uuid.uuid4()}/tools"),
        (api, f"conversations/{services.conversation_create(user=alice).pk}/messages/{reply.pk}/tools"),
    ):
        assert who.get(address)[0] == 404
