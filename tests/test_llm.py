"""The language model behind an OpenAI-compatible endpoint: what is asked, what comes, what goes wrong."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import aclosing
from typing import Any

import pytest
from django.utils import translation

from memoryhub.ai import endpoint
from memoryhub.ai.errors import (
    BadResponse,
    ContextTooLong,
    EmptyReply,
    ModelError,
    NoSuchModel,
    OutOfCredit,
    RateLimited,
    Refused,
    ServerFailed,
    StreamBroken,
    Timeout,
    WrongKey,
)
from memoryhub.ai.llm import (
    ChatMessage,
    Delta,
    Finish,
    OpenAICompatibleModel,
    language_model,
    use_language_model,
)
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.ai.tokens import count_messages, count_tokens
from tests.fake_openai import Failure, FakeOpenAI, Reply

ASKED: list[ChatMessage] = [
    {"role": "system", "content": "You are kind."},
    {"role": "user", "content": "你好, who am I?"},
]
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"memories": {"type": "array"}}}


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        yield server


@pytest.fixture(autouse=True)
def _short_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_FIRST_DELAY_SECONDS", 0.01)


def model_at(base_url: str, *, timeout_seconds: float = 5.0) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        base_url=base_url,
        api_key="sk-secret",
        model="some-model",
        context_tokens=8192,
        timeout_seconds=timeout_seconds,
    )


def streamed(model: OpenAICompatibleModel | ScriptedModel) -> tuple[list[str], Finish]:
    """All deltas and the finish of one streamed answer."""

    async def run() -> list[Delta | Finish]:
        async with aclosing(model.stream(messages=ASKED, max_tokens=64)) as pieces:
            return [piece async for piece in pieces]

    *deltas, finish = asyncio.run(run())
    assert isinstance(finish, Finish)
    assert all(isinstance(delta, Delta) for delta in deltas)
    return [delta.text for delta in deltas if isinstance(delta, Delta)], finish


# ------------------------------------------------------------------------------------------------ asking


def test_a_streamed_answer_comes_piece_by_piece_with_the_reported_usage(server: FakeOpenAI) -> None:
    server.script(Reply(pieces=["You ", "are ", "小明", "。"]))
    deltas, finish = streamed(model_at(server.base_url))
    assert deltas == ["You ", "are ", "小明", "。"]
    assert (finish.reason, finish.usage.prompt_tokens, finish.usage.completion_tokens) == ("stop", 7, 3)
    assert not finish.usage.estimated
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer sk-secret"
    assert request.body["model"] == "some-model"
    assert request.body["messages"] == ASKED
    assert request.body["max_tokens"] == 64
    assert request.body["stream_options"] == {"include_usage": True}


def test_a_whole_answer(server: FakeOpenAI) -> None:
    server.script(Reply("You are 小明。"))
    completion = model_at(server.base_url).complete(messages=ASKED, max_tokens=64)
    assert (completion.text, completion.reason) == ("You are 小明。", "stop")
    assert (completion.usage.prompt_tokens, completion.usage.estimated) == (7, False)
    assert "response_format" not in server.requests[0].body


def test_usage_is_counted_by_us_when_the_server_does_not_report_it(server: FakeOpenAI) -> None:
    server.script(Reply("You are 小明。", usage=None), Reply("You are 小明。", usage=None))
    model = model_at(server.base_url)
    for usage in (streamed(model)[1].usage, model.complete(messages=ASKED, max_tokens=64).usage):
        assert usage.estimated
        assert usage.prompt_tokens == count_messages(ASKED)
        assert usage.completion_tokens == count_tokens("You are 小明。")


@pytest.mark.parametrize("words", ["Unknown parameter: 'stream_options'.", "Extra inputs are not permitted"])
def test_a_server_that_refuses_to_report_usage_is_asked_without_and_that_is_remembered(
    server: FakeOpenAI, words: str
) -> None:
    server.refuses["stream_options"] = words
    model = model_at(server.base_url)
    assert streamed(model)[1].usage.estimated
    assert streamed(model)[1].usage.estimated
    assert ["stream_options" in body for body in server.bodies()] == [True, False, False]


def test_a_server_that_knows_only_max_completion_tokens(server: FakeOpenAI) -> None:
    server.refuses["max_tokens"] = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    model = model_at(server.base_url)
    assert not streamed(model)[1].usage.estimated
    model.complete(messages=ASKED, max_tokens=99)
    assert ["max_tokens" in body for body in server.bodies()] == [True, False, False]
    assert server.bodies()[-1]["max_completion_tokens"] == 99


def test_a_refusal_that_dropping_parts_does_not_mend_is_raised_and_nothing_is_learnt(
    server: FakeOpenAI,
) -> None:
    server.script(Failure(400, "content policy"), Failure(400, "content policy"))
    model = model_at(server.base_url)
    with pytest.raises(BadResponse):
        streamed(model)
    streamed(model)
    assert ["stream_options" in body for body in server.bodies()] == [True, False, True]


def test_a_schema_is_asked_for_as_json_schema(server: FakeOpenAI) -> None:
    closed = {
        "type": "object",
        "properties": {"properties": {"type": "string", "default": {"type": "object"}}},
        "required": ["properties"],
        "additionalProperties": False,
    }
    model = model_at(server.base_url)
    for schema, strict in ((SCHEMA, False), (closed, True)):
        model.complete(messages=ASKED, max_tokens=64, schema=schema)
        asked = server.bodies()[-1]["response_format"]
        assert asked["type"] == "json_schema"
        assert asked["json_schema"]["schema"] == schema
        assert asked["json_schema"]["strict"] is strict
        assert server.bodies()[-1]["messages"] == ASKED


@pytest.mark.parametrize(
    ("refused", "formats"),
    [
        ("response_format json_schema is unavailable now", ["json_schema", "json_object"]),
        ("no json_schema, no json_object", ["json_schema", "json_object", None]),
    ],
)
def test_a_schema_falls_back_to_what_the_server_takes_and_is_then_put_into_words(
    server: FakeOpenAI, refused: str, formats: list[str | None]
) -> None:
    server.refuses["response_format"] = refused
    model = model_at(server.base_url)
    model.complete(messages=ASKED, max_tokens=64, schema=SCHEMA)
    assert [(body.get("response_format") or {}).get("type") for body in server.bodies()] == formats
    system, *others = server.bodies()[-1]["messages"]
    assert system["role"] == "system"
    assert system["content"].startswith("You are kind.")
    assert json.dumps(SCHEMA) in system["content"]
    assert others == ASKED[1:]
    model.complete(messages=ASKED, max_tokens=64, schema=SCHEMA)
    assert len(server.requests) == len(formats) + 1


def test_thinking_is_not_shown(server: FakeOpenAI) -> None:
    thoughts = Reply("You are 小明。", reasoning="Who might it be?")
    tagged = ["\n<th", "ink>Who might", " it be?</thi", "nk>", "\n\n", "You are ", "小明。"]
    server.script(thoughts, Reply(pieces=tagged), thoughts, Reply("".join(tagged)))
    model = model_at(server.base_url)
    assert "".join(streamed(model)[0]) == "You are 小明。"
    assert "".join(streamed(model)[0]).strip() == "You are 小明。"
    assert model.complete(messages=ASKED, max_tokens=64).text == "You are 小明。"
    assert model.complete(messages=ASKED, max_tokens=64).text == "You are 小明。"


@pytest.mark.parametrize("text", ["<thin line> of words", "a <think> inside </think> stays", "<", " <thing>"])
def test_what_only_looks_like_thinking_is_shown(server: FakeOpenAI, text: str) -> None:
    server.script(Reply(pieces=list(text)))
    assert "".join(streamed(model_at(server.base_url))[0]) == text


# ------------------------------------------------------------------------------------------------ failing

REFUSALS = [
    (Failure(401, "Incorrect API key provided: sk-secret"), WrongKey, 1),
    (Failure(403, "not for you"), WrongKey, 1),
    (Failure(400, "API key not valid. Please pass a valid API key."), WrongKey, 1),
    (Failure(402, "Insufficient Balance"), OutOfCredit, 1),
    (Failure(429, "You exceeded your quota", code="insufficient_quota"), OutOfCredit, 1),
    (Failure(404, "The model `x` does not exist", code="model_not_found"), NoSuchModel, 1),
    (Failure(404, body="<html>nginx</html>", content_type="text/html"), NoSuchModel, 1),
    (Failure(400, "Model Not Exist"), NoSuchModel, 1),
    (
        Failure(400, "maximum context length is 8192 tokens", code="context_length_exceeded"),
        ContextTooLong,
        1,
    ),
    (
        Failure(400, "request (3031 tokens) exceeds the available context size (2048 tokens)"),
        ContextTooLong,
        1,
    ),
    (Failure(400, "Range of input length should be [1, 129024]"), ContextTooLong, 1),
    (Failure(413, "prompt is too long: 210000 tokens"), ContextTooLong, 1),
    (Failure(429, "slow down"), RateLimited, endpoint.ATTEMPTS),
    (Failure(429, "slow down", headers={"Retry-After": "300"}), RateLimited, 1),
    (Failure(500, "boom"), ServerFailed, endpoint.ATTEMPTS),
    (Failure(503, "Loading model"), ServerFailed, endpoint.ATTEMPTS),
    (Failure(504, "gateway"), Timeout, 1),
    (Failure(405, "no such method"), BadResponse, 1),
    (Failure(200, body="<html>Welcome</html>", content_type="text/html"), BadResponse, 1),
    (Failure(200, body='{"error": {"message": "odd"}}'), BadResponse, 1),
]


@pytest.mark.parametrize("way", ["stream", "complete"])
@pytest.mark.parametrize(("failure", "kind", "calls"), REFUSALS)
def test_each_refusal_is_told_apart_and_tried_again_only_where_that_can_help(
    server: FakeOpenAI, failure: Failure, kind: type[ModelError], calls: int, way: str
) -> None:
    server.script(*[failure] * 5)
    model = model_at(server.base_url)
    with pytest.raises(ModelError) as caught:
        streamed(model) if way == "stream" else model.complete(messages=ASKED, max_tokens=64)
    assert type(caught.value) is kind
    assert len(server.requests) == calls
    assert caught.value.__suppress_context__, "the client's own error holds the server's words"


def test_a_call_that_fails_once_succeeds_on_the_next_try(server: FakeOpenAI) -> None:
    model = model_at(server.base_url)
    server.script(Failure(503, "Loading model"), Reply("Hi"))
    assert streamed(model)[0] == ["Hi"]
    server.script(Reply("lost", break_after=0), Reply("Hi"))
    assert streamed(model)[0] == ["Hi"]
    server.script(Failure(429, "slow down", headers={"Retry-After": "0.02"}), Reply("Hi"))
    assert model.complete(messages=ASKED, max_tokens=64).text == "Hi"
    assert len(server.requests) == 6


def test_the_delays_grow_and_follow_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint, "_FIRST_DELAY_SECONDS", 0.5)
    first = endpoint.delay_before_retry(ServerFailed(), attempt=1)
    second = endpoint.delay_before_retry(ServerFailed(), attempt=2)
    assert first is not None and second is not None and 0.4 <= first <= 0.6 < 0.8 <= second <= 1.2
    assert endpoint.delay_before_retry(ServerFailed(), attempt=endpoint.ATTEMPTS) is None
    assert endpoint.delay_before_retry(RateLimited(retry_after_seconds=3), attempt=1) == 3
    assert endpoint.delay_before_retry(RateLimited(retry_after_seconds=60), attempt=1) is None
    assert endpoint.delay_before_retry(Timeout(), attempt=1) is None
    assert endpoint.delay_before_retry(WrongKey(), attempt=1) is None


def test_nothing_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        model = model_at(f"http://127.0.0.1:{unused.getsockname()[1]}/v1")
        with pytest.raises(Refused):
            streamed(model)
        with pytest.raises(Refused):
            model.complete(messages=ASKED, max_tokens=64)


@pytest.mark.parametrize("way", ["stream", "complete"])
def test_a_server_that_says_nothing_is_given_up_after_the_time_allowed(server: FakeOpenAI, way: str) -> None:
    server.script(Reply("late", hang_after=0))
    model = model_at(server.base_url, timeout_seconds=0.5)
    with pytest.raises(Timeout):
        streamed(model) if way == "stream" else model.complete(messages=ASKED, max_tokens=64)
    assert len(server.requests) == 1
    assert server.client_left.wait(20)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(pieces=["You ", "are ", "小明"], break_after=2),
        Reply(pieces=["You ", "are ", "小明"], hang_after=2),
        Reply(pieces=["You ", "are ", "小明"], end_after=2),
        Reply(pieces=["You ", "are ", "小明"], error_after=2),
    ],
    ids=["cut", "silent", "ended", "error event"],
)
def test_a_stream_that_breaks_half_way_keeps_what_came_and_is_not_asked_again(
    server: FakeOpenAI, reply: Reply
) -> None:
    server.script(reply)
    came: list[str] = []

    async def run() -> None:
        async with aclosing(
            model_at(server.base_url, timeout_seconds=3).stream(messages=ASKED, max_tokens=9)
        ) as all:
            async for piece in all:
                assert isinstance(piece, Delta)
                came.append(piece.text)

    with pytest.raises(StreamBroken) as caught:
        asyncio.run(run())
    assert caught.value.partial == "You are " == "".join(came)
    assert len(server.requests) == 1


def test_an_answer_without_a_word_is_an_error(server: FakeOpenAI) -> None:
    model = model_at(server.base_url)
    server.script(*[Reply("", reasoning="Hm.", finish="length")] * 2)
    with pytest.raises(EmptyReply) as caught:
        streamed(model)
    assert not caught.value.retryable, "with the same room it would think as long again"
    with pytest.raises(EmptyReply):
        model.complete(messages=ASKED, max_tokens=64)
    assert len(server.requests) == 2
    server.script(Reply("", finish="stop"), Reply("{}"))
    assert model.complete(messages=ASKED, max_tokens=64, schema=SCHEMA).text == "{}"


@pytest.mark.parametrize("way", ["close", "cancel"])
def test_leaving_a_stream_stops_the_server(server: FakeOpenAI, way: str) -> None:
    server.script(Reply("word " * 2000, delay_seconds=0.01))
    model = model_at(server.base_url)

    async def leave() -> None:
        pieces = model.stream(messages=ASKED, max_tokens=64)
        async for _ in pieces:
            break
        await pieces.aclose()

    async def cancel() -> None:
        first = asyncio.Event()

        async def read() -> None:
            async for _ in model.stream(messages=ASKED, max_tokens=64):
                first.set()

        task = asyncio.create_task(read())
        await first.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(leave() if way == "close" else cancel())
    assert server.client_left.wait(20)


ALL_ERRORS = [
    kind
    for kind in vars(__import__("memoryhub.ai.errors", fromlist=["errors"])).values()
    if isinstance(kind, type) and issubclass(kind, ModelError)
]


@pytest.mark.parametrize("kind", ALL_ERRORS)
def test_people_get_whole_sentences_and_logs_get_a_code(kind: type[ModelError]) -> None:
    with translation.override("en"):
        sentence = str(kind.user_message)
    assert sentence[0].isupper() and sentence.endswith(".")
    assert not any(word in sentence for word in ("HTTP", "API_", "LLM_", "Error", "http"))
    assert len({other.code for other in ALL_ERRORS}) == len(ALL_ERRORS)


def test_no_key_and_no_words_of_the_server_are_in_what_is_logged(server: FakeOpenAI) -> None:
    server.script(Failure(401, "Incorrect API key provided: sk-secret"))
    with pytest.raises(WrongKey) as caught:
        model_at(server.base_url).complete(messages=ASKED, max_tokens=64)
    assert str(caught.value) == "model_wrong_key: HTTP 401"


# ------------------------------------------------------------------------------------------------ choosing


def test_without_settings_there_is_no_model(settings: Any) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "", ""
    assert language_model() is None
    settings.LLM_BASE_URL = "http://127.0.0.1:1/v1"
    assert language_model() is None


def test_the_model_of_the_settings_is_one_object_until_they_change(settings: Any) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:1/v1", "m"
    settings.LLM_CONTEXT_TOKENS = 4096
    model = language_model()
    assert model is not None and (model.name, model.context_tokens) == ("m", 4096)
    assert language_model() is model
    settings.LLM_MODEL = "other"
    other = language_model()
    assert other is not None and other.name == "other"


def test_a_double_or_none_can_stand_in_for_the_settings(settings: Any) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:1/v1", "m"
    double = ScriptedModel()
    with use_language_model(double):
        assert language_model() is double
        with use_language_model(None):
            assert language_model() is None
        assert language_model() is double
    configured = language_model()
    assert configured is not None and configured.name == "m"


def test_a_call_to_another_machine_fails_the_test() -> None:
    model = model_at("https://api.openai.com/v1")
    with pytest.raises(pytest.fail.Exception, match=r"api\.openai\.com"):
        model.complete(messages=ASKED, max_tokens=64)
    with pytest.raises(pytest.fail.Exception, match=r"api\.openai\.com"):
        streamed(model)


# ------------------------------------------------------------------------------------------------ the double


def test_the_scripted_model_gives_its_texts_in_order_and_keeps_the_history() -> None:
    model = ScriptedModel(texts=["Hello, I am scripted.", "!error", "!timeout", '{"memories": []}'])
    deltas, finish = streamed(model)
    assert "".join(deltas) == "Hello, I am scripted." and len(deltas) > 1
    assert finish.usage.estimated
    with pytest.raises(ServerFailed):
        streamed(model)
    with pytest.raises(Timeout):
        model.complete(messages=ASKED, max_tokens=64)
    assert model.complete(messages=ASKED, max_tokens=32, schema=SCHEMA).text == '{"memories": []}'
    with pytest.raises(ServerFailed):
        model.complete(messages=ASKED, max_tokens=64)
    assert [call.kind for call in model.calls] == ["stream", "stream", "complete", "complete", "complete"]
    assert (model.calls[3].messages, model.calls[3].max_tokens, model.calls[3].schema) == (ASKED, 32, SCHEMA)


def test_the_scripted_model_can_be_loaded_anew_and_break_half_way() -> None:
    model = ScriptedModel(texts=["left over"])
    model.load([StreamBroken(partial="You are"), "next"])
    assert model.left == 2
    with pytest.raises(StreamBroken) as caught:
        streamed(model)
    assert caught.value.partial == "You are"
    assert "".join(streamed(model)[0]) == "next"
