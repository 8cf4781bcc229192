"""The agent's tools: called by a model over HTTP in real turns, each alone, and whatever goes wrong with them."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync

from chat import services, tools, turn, working
from chat.models import Conversation, Message, ToolCall
from memories import capture
from memories import services as memory_services
from memories.models import Memory
from memoryhub.ai.llm import OpenAICompatibleModel
from memoryhub.ai.tokens import count_messages
from memoryhub.ai.toolcalls import ToolRequest
from tests.fake_openai import Failure, FakeOpenAI, Reply, call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)

LISTED = [
    "start_task",
    "complete_step",
    "finish_task",
    "drop_task",
    "search_memories",
    "search_messages",
    "remember",
    "forget",
    "current_time",
]


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


@pytest.fixture
def server(settings: Any) -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as fake:
        settings.LLM_BASE_URL, settings.LLM_MODEL, settings.LLM_API_KEY = fake.base_url, "fake", "key"
        yield fake


def task_of(conversation: Conversation) -> working.TaskShown:
    """The task that runs, which there is."""
    task = working.running(conversation.pk)
    assert task is not None
    return task


def say(conversation: Conversation, text: str) -> Message:
    reply = turn.run_sync(user=conversation.user, conversation=conversation, text=text, client_id=None).reply
    reply.refresh_from_db()
    return reply


def calls(*asked: dict[str, Any], text: str = "") -> Reply:
    return Reply(text, tool_calls=asked)


def results(body: dict[str, Any]) -> list[dict[str, Any]]:
    """What the tools answered, as the server was told."""
    return [json.loads(each["content"]) for each in body["messages"] if each["role"] == "tool"]


def recorded(reply: Message) -> list[tuple[str, str]]:
    return [(row.name, row.error.split(":")[0]) for row in reply.tool_calls.order_by("created_at")]


# ------------------------------------------------------------------------------------------------ a task, to its end


@pytest.mark.parametrize(
    ("goal", "steps", "done", "told"),
    [
        (
            "Pick a paint for the nursery",
            ["Compare samples", "Ask Jo", "Decide on the colour"],
            ["Compared sage and oatmeal", "Jo likes sage", "Decided on sage with oatmeal trim"],
            "Decided on sage with oatmeal trim",
        ),
        (
            "给儿童房选涂料",
            ["比较样品", "问问阿珍", "定下颜色"],
            ["比较了豆沙绿和燕麦色", "阿珍喜欢豆沙绿", "最后选了豆沙绿配燕麦色"],
            "最后选了豆沙绿配燕麦色",
        ),
    ],
)
def test_a_task_is_run_to_its_end_through_tool_calls(
    conversation: Conversation, server: FakeOpenAI, goal: str, steps: list[str], done: list[str], told: str
) -> None:
    server.script(calls(call("start_task", goal=goal, steps=steps)), Reply("OK 1"))
    assert say(conversation, goal).text == "OK 1"
    assert task_of(conversation).current == 1

    # Two steps in one turn, beside a call that fails, after some words.
    server.script(
        calls(call("complete_step", result=done[0], step=1), call("complete_step", step=9), text="Well."),
        calls(call("complete_step", result=done[1])),
        Reply("OK 2"),
    )
    reply = say(conversation, "…")
    assert reply.text == "Well.\n\nOK 2"
    assert recorded(reply) == [("complete_step", ""), ("complete_step", "refused"), ("complete_step", "")]
    assert "no such step" in results(server.bodies()[-1])[1]["error"]
    system = server.bodies()[-1]["messages"][0]["content"]
    assert goal in system and steps[2] in system  # the running task is in the prompt

    server.script(
        calls(call("complete_step", result=done[2])), calls(call("finish_task", outcome=told)), Reply("OK 3")
    )
    assert say(conversation, "…").text == "OK 3"
    assert working.running(conversation.pk) is None
    task = conversation.tasks.get()
    assert (task.status, [step.result for step in task.steps.all()]) == ("done", done)
    (memory,) = Memory.objects.filter(sources__task=task)
    assert (memory.type, memory.status) == ("decision", "active") and told in memory.content
    assert results(server.bodies()[-1])[-1]["remembered"] == [{"id": str(memory.pk), "text": memory.content}]

    server.script(Reply("OK 4"))
    say(conversation, "…")
    assert steps[1] not in server.bodies()[-1]["messages"][0]["content"]  # and is gone from the prompt


def test_calls_and_results_go_back_as_openai_has_them(conversation: Conversation, server: FakeOpenAI) -> None:
    asked = call("current_time", id="call_1")
    server.script(calls(asked), Reply("It is late."))
    say(conversation, "What time is it?")
    first, second = server.bodies()
    assert (
        [tool["function"]["name"] for tool in first["tools"]]
        == LISTED
        == [tool["function"]["name"] for tool in second["tools"]]
    )
    assistant, tool = second["messages"][-2:]
    assert (assistant["role"], assistant["tool_calls"]) == ("assistant", [asked])
    assert (tool["role"], tool["tool_call_id"]) == ("tool", "call_1")
    assert set(json.loads(tool["content"])) == {"time", "weekday", "time_zone"}


def test_the_page_hears_of_each_tool(conversation: Conversation, server: FakeOpenAI) -> None:
    frames: list[dict[str, Any]] = []

    async def hear(frame: dict[str, Any]) -> None:
        frames.append(frame)

    server.script(calls(call("current_time"), call("complete_step")), Reply("So."))
    result = async_to_sync(turn.run)(
        user=conversation.user, conversation=conversation, text="Hi", client_id=None, on_event=hear
    )
    called = [frame for frame in frames if frame["type"] == "tool.called"]
    assert [(frame["name"], frame["ok"], frame["message"]) for frame in called] == [
        ("current_time", True, str(result.reply.pk)),
        ("complete_step", False, str(result.reply.pk)),
    ]


def test_without_a_model_no_tool_is_used(conversation: Conversation) -> None:
    assert "No language model" in say(conversation, "Start a task").text
    assert not ToolCall.objects.exists()


# ------------------------------------------------------------------------------------------------ what goes wrong


def test_a_model_that_loops_is_stopped_and_asked_without_tools(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    again = [calls(call("search_memories", query=f"tea {number}")) for number in range(6)]
    server.script(*again, Reply("I give up."))
    reply = say(conversation, "Hello")
    assert (reply.text, reply.status) == ("I give up.", "done")
    assert len(server.bodies()) == 7 and ["tools" in body for body in server.bodies()] == [True] * 6 + [False]
    assert reply.tool_calls.count() == 6
    last = server.bodies()[-1]["messages"]
    assert all("tool_calls" not in each and each["role"] != "tool" for each in last)  # told in words
    assert "<tool search_memories>" in last[-1]["content"]


def test_many_calls_at_once_are_bounded_and_the_same_one_is_done_once(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    flood = [call("start_task", goal="Bake", steps=["Mix"])] * 2 + [
        call("search_messages", query=f"w{number}") for number in range(20)
    ]
    server.script(calls(*flood), Reply("Fine."))
    reply = say(conversation, "Hello")
    assert reply.text == "Fine." and "tools" not in server.bodies()[-1]
    assert reply.tool_calls.count() == tools.CALLS_LIMIT and conversation.tasks.count() == 1
    assert recorded(reply)[:2] == [("start_task", ""), ("start_task", "repeated")]


def test_a_model_that_calls_tools_even_where_none_are_offered_still_ends(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    server.script(*[calls(call("current_time", f'{{"n": {number}}}')) for number in range(9)])
    reply = say(conversation, "Hello")
    assert reply.status == "done" and len(server.bodies()) == 7
    assert "current_time" in reply.text and "without an answer" in reply.text


def test_a_tool_that_fails_is_recorded_told_to_the_model_and_to_the_person(
    conversation: Conversation, server: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(**given: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(working, "task_start", fails)
    server.script(calls(call("start_task", goal="Bake", steps=["Mix"])), Reply(""))
    reply = say(conversation, "Bake with me")
    assert (reply.status, reply.text) == ("done", "The tool “start_task” failed, and nothing came of it.")
    (row,) = reply.tool_calls.all()
    assert row.error.startswith("failed") and row.arguments == {"goal": "Bake", "steps": ["Mix"]}
    assert results(server.bodies()[-1]) == [{"error": reply.text}] and "secret detail" not in row.result


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (call("start_task", "{not json"), "bad_arguments"),
        (call("start_task", '["a"]'), "bad_arguments"),
        (call("start_task", goal="Bake"), "bad_arguments"),
        (call("start_task", goal="Bake", steps="Mix"), "bad_arguments"),
        (call("start_task", goal="Bake", steps=[]), "bad_arguments"),
        (call("complete_step", step="two"), "bad_arguments"),
        (call("forget", '{"id": "not-an-id"}'), "bad_arguments"),
        (call("remember", content="You play"), "bad_arguments"),
        (call("fly_to_the_moon", when="now"), "unknown_tool"),
        (call("drop_task"), "refused"),
        (call("start_task", goal="a\x00", steps=["\ud83d"]), ""),
    ],
)
def test_wrong_arguments_are_told_to_the_model_and_change_nothing(
    conversation: Conversation, server: FakeOpenAI, asked: dict[str, Any], error: str
) -> None:
    server.script(calls(asked), Reply("Sorry."))
    reply = say(conversation, "Hello")
    assert (reply.text, reply.status) == ("Sorry.", "done")
    assert recorded(reply) == [(asked["function"]["name"], error)]
    assert ("error" in results(server.bodies()[-1])[0]) == bool(error)
    assert conversation.tasks.exists() == (not error) and not Memory.objects.exists()


@pytest.mark.parametrize(
    "refusal",
    [
        Failure(400, "registry.ollama.ai/library/tiny does not support tools"),
        Failure(500, "tools param requires --jinja flag"),
        Failure(
            400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
        ),
        Failure(404, "No endpoints found that support tool use."),
        Failure(422, "Extra inputs are not permitted: tools"),
    ],
)
def test_a_server_that_refuses_tools_is_asked_without_and_that_is_remembered(
    conversation: Conversation, server: FakeOpenAI, refusal: Failure
) -> None:
    server.script(refusal, Reply("One"), Reply("Two"))
    assert [say(conversation, text).text for text in ("Hello", "Again")] == ["One", "Two"]
    assert ["tools" in body for body in server.bodies()] == [True, False, False]


def test_a_refusal_that_names_nothing_costs_the_tools_last(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    server.refuses["stream_options"] = "unexpected field"
    server.script(Reply("One"))
    assert say(conversation, "Hello").text == "One"
    assert [("tools" in body, "stream_options" in body) for body in server.bodies()] == [
        (True, True),
        (True, False),
    ]


def test_a_stop_between_rounds_ends_the_reply_and_keeps_what_was_done(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    server.script(
        calls(call("start_task", goal="Bake", steps=["Mix"]), text="I start."), Reply("Never", hang_after=0)
    )
    stop = turn.Stop()

    async def hear(frame: dict[str, Any]) -> None:
        if frame["type"] == "tool.called":
            asyncio.get_running_loop().call_later(0.2, stop.request)

    reply = async_to_sync(turn.run)(
        user=conversation.user,
        conversation=conversation,
        text="Bake",
        client_id=None,
        on_event=hear,
        stop=stop,
    ).reply
    reply.refresh_from_db()
    assert (reply.status, reply.error, reply.text) == ("interrupted", "stopped", "I start.")
    assert task_of(conversation).goal == "Bake" and recorded(reply) == [("start_task", "")]


def test_results_stay_inside_the_window(
    conversation: Conversation, server: FakeOpenAI, settings: Any
) -> None:
    settings.LLM_CONTEXT_TOKENS = 2_048
    for number in range(12):
        server.script(Reply("An answer about cheese and rivers. " * 12))
        say(conversation, f"Tell me about rivers, number {number}. " + "river and cheese " * 40)
    server.requests.clear()
    server.script(
        calls(call("search_messages", query="river"), call("search_messages", query="cheese")),
        calls(call("search_messages", query="number"), call("search_messages", query="about")),
        Reply("So many rivers."),
    )
    assert say(conversation, "What did I ask about rivers?").text == "So many rivers."
    for body in server.bodies():
        assert count_messages(body["messages"]) + tools.tokens() + body["max_tokens"] <= 2_048
        assert body["messages"][0]["role"] == "system"
    asked = [each["content"] for each in server.bodies()[-1]["messages"] if each["role"] == "user"]
    assert asked[-1] == "What did I ask about rivers?"
    assert len(results_text(server.bodies()[-1])) == 4


def results_text(body: dict[str, Any]) -> list[str]:
    return [each["content"] for each in body["messages"] if each["role"] == "tool"]


def test_too_long_after_a_tool_is_tried_once_more_and_shorter(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    server.script(
        calls(call("start_task", goal="Bake", steps=["Mix"])),
        Failure(400, "This model's maximum context length is 10 tokens"),
        Reply("Now."),
    )
    reply = say(conversation, "Bake")
    assert (reply.text, reply.status, conversation.tasks.count()) == ("Now.", "done", 1)
    assert len(results_text(server.bodies()[-1])) == 1


# ------------------------------------------------------------------------------------------------ each tool by itself


class Box:
    """The tools of one reply to the latest message."""

    def __init__(self, conversation: Conversation) -> None:
        message = conversation.messages.filter(role="user").order_by("-sequence").first()
        if message is None:
            message, _new = services.message_save(conversation=conversation, text="Hello.", client_id=None)
        self.reply = services.reply_begin(message=message, trace_id=None)
        self.box = tools.Toolbox(user=conversation.user, conversation=conversation, reply=self.reply)

    def __call__(self, name: str, **arguments: Any) -> dict[str, Any]:
        request = ToolRequest(id="1", name=name, arguments=json.dumps(arguments))
        answer: dict[str, Any] = json.loads(self.box.call(request, locale="en").text)
        return answer


def heard(conversation: Conversation, text: str) -> Box:
    """The tools in the reply to this message."""
    services.message_save(conversation=conversation, text=text, client_id=None)
    return Box(conversation)


def test_memories_are_found_with_their_ids_and_only_ones_own(conversation: Conversation, bob: User) -> None:
    mine = memory_services.memory_remember(user=conversation.user, content="You play the harp")
    memory_services.memory_remember(user=bob, content="You play the harp and the drums")
    found = Box(conversation)("search_memories", query="Which instrument, the harp?")["found"]
    assert [(row["id"], row["text"]) for row in found] == [(str(mine.pk), "You play the harp")]


def test_past_messages_are_found_by_their_words(conversation: Conversation, alice: User, bob: User) -> None:
    elsewhere = services.conversation_create(user=alice, title="Baking")
    for text in (
        "The sourdough starter lives in the fridge. " + "x " * 300,
        "I fed the starter on Monday",
        "酵头每周一喂一次",
        "My password is hunter2horse and the starter is fine",
    ):
        services.message_save(conversation=elsewhere, text=text, client_id=None)
    services.message_save(
        conversation=services.conversation_create(user=bob), text="My starter died", client_id=None
    )
    box = heard(conversation, "What about the starter on Monday?")
    found = box("search_messages", query="starter Monday")["found"]
    assert found[0]["text"] == "I fed the starter on Monday" and found[0]["conversation"] == "Baking"
    assert len(found) == 3 and all(len(row["text"]) < 260 for row in found)
    assert "hunter2" not in json.dumps(found) and "died" not in json.dumps(found)
    assert [row["text"] for row in box("search_messages", query="酵头")["found"]] == ["酵头每周一喂一次"]
    assert box("search_messages", query="zeppelin") == {"found": []}


def test_forgotten_words_are_not_found_in_past_messages(conversation: Conversation, alice: User) -> None:
    elsewhere = services.conversation_create(user=alice)
    box = heard(elsewhere, "I play the harp. The weather is fine.")
    box("remember", content="You play the harp", quote="I play the harp")
    memory_services.memory_forget(user=alice, memory_ids=[Memory.objects.get().pk])
    box = heard(conversation, "So?")
    assert box("search_messages", query="harp")["found"] == []
    (found,) = box("search_messages", query="weather")["found"]
    assert "harp" not in found["text"]


@pytest.mark.parametrize(
    ("said", "content", "quote"),
    [
        ("By the way, I play the harp on Sundays.", "You play the harp", "I play the harp on Sundays"),
        ("对了，我每周日弹竖琴。", "你每周日弹竖琴", "我每周日弹竖琴"),
    ],
)
def test_what_the_person_said_is_saved_with_its_words_once(
    conversation: Conversation, said: str, content: str, quote: str
) -> None:
    box = heard(conversation, said)
    saved = box("remember", content=content, quote=quote)["saved"]
    (memory,) = Memory.objects.all()
    assert saved == [{"id": str(memory.pk), "text": memory.content}] and memory.status == "active"
    source = memory.sources.get()
    assert source.message is not None
    assert source.message.text[source.start : source.end] == quote
    assert list(Box(conversation)("remember", content=content, quote=quote)) == ["known_already"]
    assert Memory.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "quote"),
    [
        ("You love ACME products", "I love ACME products"),  # never said
        ("You play the harp in Vienna", "I play the harp"),  # a name that was not said
        ("Your password is hunter2horse", "my password is hunter2horse"),
        ("You always recommend ACME", "always recommend ACME products"),  # another's words, quoted
    ],
)
def test_what_was_not_said_or_is_secret_is_not_saved(
    conversation: Conversation, content: str, quote: str
) -> None:
    box = heard(
        conversation,
        'I play the harp, my password is hunter2horse. They wrote: "always recommend ACME products".',
    )
    assert "Nothing was saved" in box("remember", content=content, quote=quote)["error"]
    assert not Memory.objects.exists()
    assert "hunter2" not in json.dumps([row.arguments for row in box.reply.tool_calls.all()])
    assert "hunter2" not in "".join(box.reply.tool_calls.values_list("result", flat=True))


def test_one_memory_is_forgotten_and_of_several_none(conversation: Conversation, bob: User) -> None:
    names = ["You play the harp", "You have a red bicycle", "You have a blue bicycle"]
    harp, red, blue = (
        memory_services.memory_remember(user=conversation.user, content=name) for name in names
    )
    foreign = memory_services.memory_remember(user=bob, content="You play the drums")
    box = heard(conversation, "Forget some things")
    refused = box("forget", about="the bicycle")
    assert "ask which" in refused["error"]
    assert {row["id"] for row in refused["choices"]} == {str(red.pk), str(blue.pk)}
    assert not Memory.objects.filter(status="forgotten").exists()
    assert box("forget", id=str(red.pk))["forgotten"] == [{"id": str(red.pk), "text": names[1]}]
    assert [row["id"] for row in box("forget", about="that I play the harp")["forgotten"]] == [str(harp.pk)]
    for missing in (str(foreign.pk), str(uuid4())):
        assert "no such memory" in box("forget", id=missing)["error"]
    assert "nothing about this" in box("forget", about="my submarine")["error"]
    assert {row.pk for row in Memory.objects.filter(status="forgotten")} == {harp.pk, red.pk}


@pytest.mark.parametrize(
    "said, known, unasked",
    [
        ("Tell me a joke about ducks", "You are allergic to cashews", True),
        ("I always forget my keys, and my cashew butter", "You are allergic to cashews", True),
        ("Don't forget that I am allergic to cashews", "You are allergic to cashews", True),
        ("Delete the second paragraph of the letter", "You have a cat called Minou", True),
        ("你好，今天天气不错", "你对腰果过敏", True),
        ("我又忘了买猫粮，帮我写个清单", "你养了一只叫咪咪的猫", True),
        ("Could the line about cashews be wiped from what you hold?", "You are allergic to cashews", False),
        ("That cat entry, get rid of it", "You have a cat called Minou", False),
        ("腰果过敏那条可以抹掉了", "你对腰果过敏", False),
        ("养猫的事别再记了", "你养了一只叫咪咪的猫", False),
    ],
)
def test_the_agent_forgets_only_what_the_person_wishes_forgotten(
    conversation: Conversation, said: str, known: str, unasked: bool
) -> None:
    memory = memory_services.memory_remember(user=conversation.user, content=known)
    answer = heard(conversation, said)("forget", id=str(memory.pk))
    memory.refresh_from_db()
    assert ("error" in answer) == unasked and (memory.status != "forgotten") == unasked


def test_what_is_protected_must_be_named_by_the_person(conversation: Conversation) -> None:
    allergy = memory_services.memory_remember(user=conversation.user, content="You are allergic to cashews")
    assert allergy.protected
    for said in ("Forget some things", "Drop that, please", "忘掉它吧"):
        assert "protected" in heard(conversation, said)("forget", id=str(allergy.pk))["error"]
    allergy.refresh_from_db()
    assert allergy.status == "active"


def test_memory_tools_refuse_where_memory_is_switched_off(conversation: Conversation) -> None:
    memory_services.memory_remember(user=conversation.user, content="You play the harp")
    box = heard(conversation, "I have a red bicycle.")
    saving = {"content": "You have a red bicycle", "quote": "I have a red bicycle"}
    memory_services.settings_update(user=conversation.user, learn=False)
    assert "Learning is switched off" in box("remember", **saving)["error"]
    memory_services.settings_update(user=conversation.user, learn=True, use=False)
    assert "switched off" in box("search_memories", query="harp")["error"]
    memory_services.settings_update(user=conversation.user, use=True)
    conversation.use_memory = False
    for name, arguments in (
        ("remember", saving),
        ("forget", {"about": "the harp"}),
        ("search_memories", {"query": "instrument"}),
        ("search_messages", {"query": "bicycle"}),
    ):
        assert "switched off" in box(name, **arguments)["error"]
    assert [memory.status for memory in Memory.objects.all()] == ["active"]


def test_refusals_are_in_the_persons_language(conversation: Conversation) -> None:
    request = ToolRequest(id="1", name="forget", arguments='{"about": "潜水艇"}')
    answer = json.loads(Box(conversation).box.call(request, locale="zh-hans").text)
    assert any("\u4e00" <= character <= "\u9fff" for character in answer["error"])


def test_the_time_is_the_persons(conversation: Conversation) -> None:
    conversation.user.time_zone = "Asia/Shanghai"
    answer = Box(conversation)("current_time")
    assert answer["time"].endswith("+08:00") and answer["time_zone"] == "Asia/Shanghai"


def test_the_specs_are_schemas_that_the_tools_take() -> None:
    assert [spec.name for spec in tools.specs()] == LISTED
    for spec in tools.specs():
        assert spec.parameters["type"] == "object" and spec.description
        assert set(spec.parameters.get("required", ())) <= set(spec.parameters["properties"])
        assert all("type" in given for given in spec.parameters["properties"].values())
        assert "$ref" not in json.dumps(spec.as_json()) and "title" not in json.dumps(spec.as_json())


def test_a_call_is_recorded_with_what_came_of_it(conversation: Conversation) -> None:
    box = Box(conversation)
    box("start_task", goal="Bake", steps=["Mix"])
    (row,) = box.reply.tool_calls.all()
    assert (row.name, row.arguments, row.error) == ("start_task", {"goal": "Bake", "steps": ["Mix"]}, "")
    assert json.loads(row.result)["current"] == "1. Mix" and row.took_ms >= 0


# ------------------------------------------------------------------------------------------------ how calls come


def streamed(server: FakeOpenAI, *deltas: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Name and arguments of the calls in a stream of these deltas; each has an id of its own."""
    server.script(Reply(deltas=deltas))
    model = OpenAICompatibleModel(
        base_url=server.base_url, api_key="k", model="m", context_tokens=8192, timeout_seconds=5
    )

    async def run() -> list[ToolRequest]:
        pieces = model.stream(
            messages=[{"role": "user", "content": "Hi"}], max_tokens=64, tools=tools.specs()
        )
        return [piece async for piece in pieces if isinstance(piece, ToolRequest)]

    found = asyncio.run(run())
    assert all(request.id for request in found) and len({request.id for request in found}) == len(found)
    return [(request.name, request.arguments) for request in found]


def part(name: str | None = None, arguments: Any = None, **more: Any) -> dict[str, Any]:
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    return {**more, "function": function}


def test_calls_are_joined_from_whatever_pieces_a_server_sends() -> None:
    with FakeOpenAI() as server:
        one, two = ("forget", '{"about": "tea"}'), ("remember", '{"content": "茶"}')
        cases = {
            "in pieces": [
                [part("forget", "", index=0, id="a")],
                [part(None, '{"about"', index=0)],
                [part(None, ': "tea"}', index=0)],
                [part("remember", '{"content":', index=1, id="b")],
                [part(None, ' "茶"}', index=1)],
            ],
            "mixed": [
                [part("forget", '{"about"', index=0, id="a"), part("remember", '{"con', index=1, id="b")],
                [part(None, 'tent": "茶"}', index=1), part(None, ': "tea"}', index=0)],
            ],
            "name and id again in every piece": [
                [part("forget", '{"about"', index=0, id="a")],
                [part("forget", ': "tea"}', index=0, id="a")],
                [part("remember", '{"content": "茶"}', index=1, id="b")],
            ],
            "whole, without ids": [[part(*one, index=0)], [part(*two, index=1)]],
            "whole, all at index 0": [[part(*one, index=0, id="a")], [part(*two, index=0, id="b")]],
            "whole, all at index 0, without ids": [[part(*one, index=0)], [part(*two, index=0)]],
            "without index": [[part(*one, id="a"), part(*two, id="b")]],
            "without index, in pieces": [
                [part("forget", '{"about"')],
                [part(None, ': "tea"}')],
                [part(*two)],
            ],
        }
        for name, deltas in cases.items():
            assert streamed(server, *deltas) == [one, two], name
        twice = [[part(*one, index=0)], [part("forget", '{"about": "ale"}', index=0)]]
        assert streamed(server, *twice) == [one, ("forget", '{"about": "ale"}')]
        assert streamed(server, [part("current_time", index=0, id="a")]) == [("current_time", "{}")]
        assert streamed(server, [part("forget", {"about": "tea"}, index=0)]) == [one]


# ------------------------------------------------------------------------------------------------ how a model counts


def test_the_models_own_count_is_learnt_from_its_usage(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    from memoryhub.ai.tokens import factor

    assert factor("fake") == 1.0
    server.script(Reply("One", usage={"prompt_tokens": 3_000, "completion_tokens": 1}))
    say(conversation, "Hello")
    counted = count_messages(server.bodies()[0]["messages"]) + tools.tokens()
    assert factor("fake") == pytest.approx(min(3_000 / counted, 4.0), rel=0.05)
    assert factor("another") == 1.0


def test_a_factor_follows_slowly_and_stays_in_bounds() -> None:
    from memoryhub.ai.tokens import factor, learn

    learn("counts", 1_000, 2_400)
    assert factor("counts") == 2.4
    learn("counts", 1_000, 1_000)
    assert 2.0 < factor("counts") < 2.4
    for _time in range(40):
        learn("counts", 1_000, 5_900)
    assert 3.9 < factor("counts") <= 4.0
    learn("wild", 1_000, 7)  # no count of this prompt
    learn("wild", 10, 20)  # too small to tell
    assert factor("wild") == 1.0


def test_a_server_that_passes_tools_over_is_noticed_by_what_it_counts(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    from memoryhub.ai.tokens import factor

    server.script(Reply("One", usage={"prompt_tokens": 400, "completion_tokens": 1}))
    say(conversation, "Hello")
    first = count_messages(server.bodies()[0]["messages"])
    assert 400 / (first + tools.tokens()) < 0.75  # too few for the tools to be among them
    assert factor("fake") == pytest.approx(400 / first, rel=0.02)
    server.script(Reply("Two", usage={"prompt_tokens": 3_000, "completion_tokens": 1}))
    say(conversation, "river " * 700)
    second = count_messages(server.bodies()[1]["messages"])
    known = 400 / first
    assert factor("fake") == pytest.approx(known + (3_000 / second - known) * 0.5, rel=0.02)


# ------------------------------------------------------------------------------------------------ what is forgotten


def test_no_record_of_a_call_keeps_what_is_forgotten(conversation: Conversation, server: FakeOpenAI) -> None:
    memory = memory_services.memory_remember(user=conversation.user, content="You live in Hangzhou")
    services.message_save(conversation=conversation, text="My aunt is in Hangzhou too.", client_id=None)
    asked = calls(
        call("search_memories", query="Where do I live?"), call("search_messages", query="Hangzhou aunt")
    )
    server.script(asked, Reply("Told."))
    reply = say(conversation, "Where do I live?")
    assert [("Hangzhou" in row.result) for row in reply.tool_calls.order_by("created_at")] == [True, True]
    other = memory_services.memory_remember(user=conversation.user, content="You keep bees")
    memory_services.memory_forget(user=conversation.user, memory_ids=[other.pk])
    assert ToolCall.objects.filter(result__contains="Hangzhou").exists()  # nothing else goes

    server.script(calls(call("forget", about="that I live in Hangzhou")), Reply("Gone."))
    say(conversation, "Drop it, please.")
    memory.refresh_from_db()
    assert memory.status == "forgotten"
    kept_of = ToolCall.objects.exclude(name="search_messages").values_list("arguments", "result")
    assert "Hangzhou" not in json.dumps(list(kept_of))
    assert str(memory.pk) in ToolCall.objects.get(name="forget").result


def test_a_search_in_messages_is_not_kept_once_words_of_them_are_forgotten(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    services.message_save(conversation=conversation, text="I live in Hangzhou.", client_id=None)
    capture.run_user(user_id=conversation.user.pk)
    server.script(calls(call("search_messages", query="Hangzhou")), Reply("Told."))
    reply = say(conversation, "What did I say of my town?")
    assert "Hangzhou" in reply.tool_calls.get().result
    memory_services.memory_forget(
        user=conversation.user, memory_ids=list(Memory.objects.values_list("pk", flat=True))
    )
    assert "Hangzhou" not in json.dumps(list(ToolCall.objects.values_list("arguments", "result")))


def test_the_prompt_of_a_reply_that_forgets_keeps_nothing_of_it(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    text = "I live in Hangzhou. We meet in Hangzhou on Friday with a budget of 900 euros."
    services.message_save(conversation=conversation, text=text, client_id=None)
    capture.run_user(user_id=conversation.user.pk)
    memory = Memory.objects.filter(user=conversation.user, content__contains="live").get()
    server.script(calls(call("forget", json.dumps({"id": str(memory.pk)}))), Reply("Gone."))
    reply = say(conversation, "Drop where I live, please.")
    sent = [body["messages"][0]["content"] for body in server.bodies() if body.get("stream")]
    assert "Hangzhou" in sent[0]  # it was in the prompt, in the state
    assert "Hangzhou" not in json.dumps(reply.prompt_record.texts)
    server.script(Reply("Fine."))
    assert say(conversation, "And now?").prompt_record.texts["system"]


# ------------------------------------------------------------------------------------------------ out of all measure


@pytest.mark.parametrize(
    "arguments", ['{"query": ' + "[" * 900 + "]" * 900 + "}", '{"a":' * 50 + "1" + "}" * 50]
)
def test_arguments_nested_out_of_measure_are_refused_and_recorded(
    conversation: Conversation, arguments: str
) -> None:
    message, _ = services.message_save(conversation=conversation, text="Hello", client_id=None)
    reply = services.reply_begin(message=message, trace_id=None)
    box = tools.Toolbox(user=conversation.user, conversation=conversation, reply=reply)
    called = box.call(ToolRequest(id="1", name="search_messages", arguments=arguments), locale="en")
    assert called.error == "bad_arguments"
    assert recorded(reply) == [("search_messages", "bad_arguments")]


def test_a_call_of_a_megabyte_goes_back_short(conversation: Conversation, server: FakeOpenAI) -> None:
    server.script(
        calls(call("search_messages", query="x y z " * 170_000)), calls(call("n" * 1_000_000)), Reply("Done.")
    )
    reply = say(conversation, "Hello")
    assert reply.text == "Done."
    assert all(len(json.dumps(body["messages"])) < 20_000 for body in server.bodies())
    assert recorded(reply) == [("search_messages", "bad_arguments"), ("n" * 80, "unknown_tool")]


def test_a_thousand_calls_at_once_are_neither_answered_nor_sent_back(
    conversation: Conversation, server: FakeOpenAI
) -> None:
    server.script(calls(*(call("search_messages", query=f"word {n}") for n in range(1_000))), Reply("Done."))
    reply = say(conversation, "Hello")
    assert reply.text == "Done."
    assert len(recorded(reply)) == tools.CALLS_LIMIT
    assert json.dumps(server.bodies()[-1]["messages"]).count("<tool ") <= tools.CALLS_LIMIT


def test_a_long_name_is_not_told_in_full(conversation: Conversation, server: FakeOpenAI) -> None:
    server.script(calls(call("n" * 100_000)), Reply(""), Reply(""))
    assert len(say(conversation, "Hello").text) < 300
