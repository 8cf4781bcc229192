"""The language model: one protocol, and its implementation for any OpenAI-compatible endpoint."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NotRequired, Protocol, TypedDict

from django.conf import settings

from memoryhub.ai import endpoint
from memoryhub.ai.dialect import Dialect
from memoryhub.ai.errors import BadResponse, EmptyReply, StreamBroken
from memoryhub.ai.thinking import ThinkingFilter, without_thinking
from memoryhub.ai.tokens import count_messages, count_tokens
from memoryhub.ai.toolcalls import Collector, ToolRequest, ToolSpec

#: No model's tokenizer counts less than this share of ours: a template without tools leaves them out, unasked.
_FEWEST = 0.75


class ChatMessage(TypedDict):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    name: NotRequired[str]
    tool_call_id: NotRequired[str]
    tool_calls: NotRequired[list[dict[str, Any]]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """Tokens of a call. `estimated`: counted by our tokenizer, because the server did not say."""

    prompt_tokens: int
    completion_tokens: int
    estimated: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Delta:
    """The next piece of a streamed answer; never empty."""

    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Finish:
    """The end of a streamed answer. `reason`: "stop", "length", "tool_calls" or another word of the server's.

    `counted`: what the server counts of the prompt, by our own count; 0 where nobody counted.
    """

    usage: Usage
    reason: str
    counted: int = 0


Piece = Delta | ToolRequest | Finish


@dataclass(frozen=True, kw_only=True, slots=True)
class Completion:
    """A whole answer."""

    text: str
    usage: Usage
    reason: str


class LanguageModel(Protocol):
    """What answers a prompt. Every failure is a ModelError."""

    @property
    def name(self) -> str: ...

    @property
    def context_tokens(self) -> int: ...

    def stream(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Piece, None]:
        """Yield deltas, then the calls of `tools` that the model asks for, then one Finish.

        Whoever leaves early closes it (`contextlib.aclosing`), which stops the server.
        """

    def complete(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, schema: dict[str, Any] | None = None
    ) -> Completion:
        """Return a whole answer, as JSON by `schema` as far as the server can. Blocks: for tasks only."""


def estimated_usage(*, messages: Sequence[ChatMessage], text: str) -> Usage:
    """Return the usage of a call as our tokenizer counts it."""
    return Usage(prompt_tokens=count_messages(messages), completion_tokens=count_tokens(text), estimated=True)


class OpenAICompatibleModel:
    """A model behind `base_url`. Keeps no connection, so threads, event loops and forks may share it."""

    def __init__(
        self, *, base_url: str, api_key: str, model: str, context_tokens: int, timeout_seconds: float
    ) -> None:
        self.name = model
        self.context_tokens = context_tokens
        self._connection: endpoint.Connection = {
            "base_url": base_url,
            "api_key": api_key,
            "timeout_seconds": timeout_seconds,
        }
        self._timeout_seconds = timeout_seconds
        self._dialect = Dialect()
        self._passes_tools_over = False

    @property
    def calls_tools(self) -> bool:
        """False once the server has shown that it takes no tools."""
        return self._dialect.calls_tools

    async def stream(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Piece, None]:
        """Yield deltas, calls and one Finish; tried again only while nothing has come. See `LanguageModel`."""
        dialect, attempt = self._dialect, 1
        while True:
            said: list[str] = []
            calls: list[ToolRequest] = []
            finish: Finish | None = None
            try:
                async with endpoint.async_client(**self._connection) as client:
                    request = self._request(
                        dialect, messages=messages, max_tokens=max_tokens, stream=True, tools=tools
                    )
                    async with asyncio.timeout(self._timeout_seconds):
                        response = await client.chat.completions.create(**request)
                    self._dialect = dialect
                    async with response, aclosing(self._pieces(response, request=request)) as pieces:
                        async for piece in pieces:
                            if isinstance(piece, Delta):
                                said.append(piece.text)
                                yield piece
                            elif isinstance(piece, ToolRequest):
                                calls.append(piece)
                            else:
                                finish = piece
                    if not said and finish is None:
                        raise BadResponse("not a stream of events")
            except Exception as caught:
                if said:
                    raise StreamBroken(type(caught).__name__, partial="".join(said)) from None
                if (simpler := dialect.simpler(caught, tools=bool(tools))) is not None:
                    dialect = simpler
                    continue
                error = endpoint.model_error(caught)
                delay = endpoint.delay_before_retry(error, attempt=attempt)
                if delay is None:
                    raise error from None
                attempt += 1
                await asyncio.sleep(delay)
                continue
            if finish is None:  # closed without an error and without an end
                raise StreamBroken("no finish reason", partial="".join(said))
            if not said and not calls:
                raise EmptyReply(reason=finish.reason)
            for call in calls:
                yield call
            yield finish
            return

    async def _pieces(self, chunks: Any, *, request: dict[str, Any]) -> AsyncGenerator[Piece, None]:
        """Yield the text without thinking, then calls, then Finish, if the server said that it ended."""
        visible, said, reason, usage = ThinkingFilter(), "", "", None
        calls = Collector()
        iterator = aiter(chunks)
        while True:
            try:
                # The client's own time-out is renewed by every byte, keep-alive comments included.
                async with asyncio.timeout(self._timeout_seconds):
                    chunk = await anext(iterator, None)
            except Exception:
                if not reason:
                    raise
                break  # the answer was whole
            if chunk is None:
                break
            usage = getattr(chunk, "usage", None) or usage
            for choice in getattr(chunk, "choices", None) or ():
                reason = choice.finish_reason or reason
                calls.feed(getattr(choice.delta, "tool_calls", None))
                if choice.delta and (text := visible.feed(choice.delta.content or "")):
                    said += text
                    yield Delta(text=text)
        if text := visible.rest():
            said += text
            yield Delta(text=text)
        if reason:
            asked = calls.requests()
            for call in asked:
                yield call
            said += "".join(call.name + call.arguments for call in asked)
            counted = self._counted(request, reported=getattr(usage, "prompt_tokens", None))
            used = _usage(usage, counted=counted, text=said)
            yield Finish(usage=used, reason=reason, counted=counted)

    def _counted(self, request: dict[str, Any], *, reported: int | None) -> int:
        """Return the tokens of the prompt by our count; tools are among them unless the server passes them over."""
        messages = count_messages(request["messages"])
        if "tools" not in request:
            return messages
        tools = count_tokens(json.dumps(request["tools"], ensure_ascii=False))
        if reported and reported < _FEWEST * (messages + tools):
            self._passes_tools_over = True
        return messages if self._passes_tools_over else messages + tools

    def complete(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, schema: dict[str, Any] | None = None
    ) -> Completion:
        """Return a whole answer; see `LanguageModel`."""
        dialect, attempt = self._dialect, 1
        with endpoint.sync_client(**self._connection) as client:
            while True:
                try:
                    request = self._request(dialect, messages=messages, max_tokens=max_tokens, schema=schema)
                    completion = _completion(client.chat.completions.create(**request), messages=messages)
                    self._dialect = dialect
                    return completion
                except Exception as caught:
                    if (simpler := dialect.simpler(caught, schema=schema is not None)) is not None:
                        dialect = simpler
                        continue
                    error = endpoint.model_error(caught)
                    delay = endpoint.delay_before_retry(error, attempt=attempt)
                    if delay is None:
                        raise error from None
                    attempt += 1
                    time.sleep(delay)

    def _request(
        self,
        dialect: Dialect,
        *,
        messages: Sequence[ChatMessage],
        max_tokens: int,
        stream: bool = False,
        schema: dict[str, Any] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> dict[str, Any]:
        return {
            "model": self.name,
            "messages": dialect.messages(messages, schema=schema, tools=bool(tools)),
            **dialect.parameters(max_tokens=max_tokens, stream=stream, schema=schema, tools=tools),
        }


def _completion(answer: Any, *, messages: Sequence[ChatMessage]) -> Completion:
    """Return the answer in a server's response; raises BadResponse for what is no chat completion."""
    try:
        choice = answer.choices[0]
        text = without_thinking(choice.message.content or "").strip()
    except (AttributeError, IndexError, TypeError):
        raise BadResponse("no choices in the response") from None
    reason = choice.finish_reason or "stop"
    if not text:
        raise EmptyReply(reason=reason)
    return Completion(
        text=text, usage=_usage(answer.usage, counted=count_messages(messages), text=text), reason=reason
    )


def _usage(reported: Any, *, counted: int, text: str) -> Usage:
    prompt, completion = (
        getattr(reported, "prompt_tokens", None),
        getattr(reported, "completion_tokens", None),
    )
    if not prompt or completion is None:  # some servers report zeros while streaming
        return Usage(prompt_tokens=counted, completion_tokens=count_tokens(text), estimated=True)
    return Usage(prompt_tokens=prompt, completion_tokens=completion, estimated=False)


_in_place: list[LanguageModel | None] = []  # what use_language_model() put there, the last one counts


def language_model() -> LanguageModel | None:
    """Return the model in use, or None when none is set up: the built-in answerer replies then."""
    if _in_place:
        return _in_place[-1]
    if not (settings.LLM_BASE_URL and settings.LLM_MODEL):
        return None
    return _configured_model(
        base_url=settings.LLM_BASE_URL,
        api_key=settings.LLM_API_KEY,
        model=settings.LLM_MODEL,
        context_tokens=settings.LLM_CONTEXT_TOKENS,
        timeout_seconds=settings.LLM_TIMEOUT_SECONDS,
    )


@lru_cache(maxsize=8)  # by its settings: what a server turned out to understand is remembered with it
def _configured_model(
    *, base_url: str, api_key: str, model: str, context_tokens: int, timeout_seconds: float
) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        base_url=base_url,
        api_key=api_key,
        model=model,
        context_tokens=context_tokens,
        timeout_seconds=timeout_seconds,
    )


@contextmanager
def use_language_model(model: LanguageModel | None) -> Iterator[None]:
    """Put `model` (None: no model) in the place of the configured one, in the whole process."""
    _in_place.append(model)
    try:
        yield
    finally:
        _in_place.pop()
