"""The language model against a real one: SmolLM2 behind llama.cpp's own OpenAI-compatible server."""

import asyncio
import json
import time
from contextlib import aclosing

import pytest

from memoryhub.ai.errors import ContextTooLong
from memoryhub.ai.llm import ChatMessage, Delta, Finish, OpenAICompatibleModel
from tests.smollm import Endpoint

ASKED: list[ChatMessage] = [{"role": "user", "content": "Name three colours in one short sentence."}]
SCHEMA = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "maxItems": 2,
            "items": {
                "type": "object",
                "properties": {
                    "type": {"enum": ["preference", "fact"]},
                    "content": {"type": "string", "maxLength": 60},
                },
                "required": ["type", "content"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["memories"],
    "additionalProperties": False,
}


@pytest.fixture
def model(smollm_endpoint: Endpoint) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        base_url=smollm_endpoint.base_url,
        api_key="",
        model=smollm_endpoint.model,
        context_tokens=smollm_endpoint.context_tokens,
        timeout_seconds=60,
    )


def test_it_streams_and_reports_its_usage(model: OpenAICompatibleModel) -> None:
    async def run() -> list[Delta | Finish]:
        async with aclosing(model.stream(messages=ASKED, max_tokens=24)) as pieces:
            return [piece async for piece in pieces]

    *deltas, finish = asyncio.run(run())
    assert isinstance(finish, Finish) and not finish.usage.estimated
    assert len(deltas) > 3 and all(isinstance(delta, Delta) and delta.text for delta in deltas)
    assert 0 < finish.usage.completion_tokens <= 24 < finish.usage.prompt_tokens


def test_it_obeys_a_schema(model: OpenAICompatibleModel) -> None:
    completion = model.complete(messages=ASKED, max_tokens=200, schema=SCHEMA)
    memories = json.loads(completion.text)["memories"]
    assert len(memories) <= 2
    assert all(set(memory) == {"type", "content"} for memory in memories)
    assert all(memory["type"] in ("preference", "fact") for memory in memories)


def test_a_prompt_longer_than_its_window_is_told_as_such(model: OpenAICompatibleModel) -> None:
    with pytest.raises(ContextTooLong):
        model.complete(messages=[{"role": "user", "content": "word " * 3000}], max_tokens=8)


def test_closing_a_stream_frees_the_model_at_once(model: OpenAICompatibleModel) -> None:
    def since(began: float) -> float:
        return time.monotonic() - began

    async def leave_early() -> float:
        began = time.monotonic()
        async with aclosing(model.stream(messages=ASKED, max_tokens=1500)) as pieces:
            async for _ in pieces:
                break
            return since(began)

    first = asyncio.run(leave_early())
    began = time.monotonic()
    model.complete(messages=ASKED, max_tokens=1)  # the server has one slot: it would have to wait for 1,500
    assert since(began) < 30 * first
