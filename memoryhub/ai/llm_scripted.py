"""A language model that answers from a queue: the double of tests and of `manage.py replay`."""

import threading
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from memoryhub.ai.errors import ModelError, ServerFailed, StreamBroken, Timeout
from memoryhub.ai.llm import ChatMessage, Completion, Delta, Finish, Piece, estimated_usage
from memoryhub.ai.toolcalls import ToolSpec

ERROR = "!error"
TIMEOUT = "!timeout"
_DELTA_CHARACTERS = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """What the model was asked."""

    kind: Literal["stream", "complete"]
    messages: list[ChatMessage]
    max_tokens: int
    schema: dict[str, Any] | None = None


@dataclass(kw_only=True)
class ScriptedModel:
    """Gives each call the next of `texts`; `!error`, `!timeout`, a ModelError, an empty queue make it fail.

    A StreamBroken in the queue streams its `partial` first. `calls` is the history, in the order of asking.
    """

    texts: Iterable[str | ModelError] = ()
    name: str = "scripted"
    context_tokens: int = 8192
    calls: list[Call] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._queue: deque[str | ModelError] = deque(self.texts)

    def load(self, texts: Iterable[str | ModelError]) -> None:
        """Put `texts` in the place of what is left in the queue; the history stays."""
        with self._lock:
            self._queue = deque(texts)

    @property
    def left(self) -> int:
        """The number of answers not yet given."""
        return len(self._queue)

    def _next(self, call: Call) -> str:
        with self._lock:
            self.calls.append(call)
            item = self._queue.popleft() if self._queue else ERROR
        if item == ERROR:
            raise ServerFailed("scripted")
        if item == TIMEOUT:
            raise Timeout("scripted")
        if isinstance(item, ModelError):
            raise item
        return item

    async def stream(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Piece, None]:
        """Yield the next text in deltas of a few characters; it calls no tools."""
        call = Call(kind="stream", messages=list(messages), max_tokens=max_tokens)
        broken: StreamBroken | None = None
        try:
            text = self._next(call)
        except StreamBroken as error:
            text, broken = error.partial, error
        for start in range(0, len(text), _DELTA_CHARACTERS):
            yield Delta(text=text[start : start + _DELTA_CHARACTERS])
        if broken is not None:
            raise broken
        yield Finish(usage=estimated_usage(messages=messages, text=text), reason="stop")

    def complete(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, schema: dict[str, Any] | None = None
    ) -> Completion:
        """Return the next text whole."""
        text = self._next(
            Call(kind="complete", messages=list(messages), max_tokens=max_tokens, schema=schema)
        )
        return Completion(text=text, usage=estimated_usage(messages=messages, text=text), reason="stop")
