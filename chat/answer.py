"""Who answers: the language model, or the built-in answerer when none is set up."""

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from uuid import UUID

from chat import replies, tools
from chat.context import Prompt
from memoryhub.ai.llm import Delta, Finish, LanguageModel, Piece, estimated_usage, language_model
from memoryhub.ai.tokens import factor
from memoryhub.ai.toolcalls import ToolSpec

BUILT_IN = "built-in"

_fixed: ContextVar[str | None] = ContextVar("fixed_reply", default=None)


@contextmanager
def fixed_reply(text: str) -> Iterator[None]:
    """Every reply of this thread is ``text``, and nobody is asked: for replayed dialogues whose replies are known."""
    token = _fixed.set(text)
    try:
        yield
    finally:
        _fixed.reset(token)


def answerer() -> "Answerer":
    """Who answers now."""
    return Answerer(model=language_model(), fixed=_fixed.get())


class Answerer:
    """One reply's author. ``name`` is what the reply is signed with."""

    _model: LanguageModel | None = None
    _fixed: str | None = None

    def __init__(self, *, model: LanguageModel | None, fixed: str | None) -> None:
        self._model, self._fixed = model, fixed

    @property
    def name(self) -> str:
        if self._fixed is not None:
            return ""
        return BUILT_IN if self._model is None else self._model.name

    @property
    def context_tokens(self) -> int | None:
        """The window of the model; None where there is no model."""
        return None if self._model is None else self._model.context_tokens

    def told(self, facts: replies.Facts) -> list[UUID] | None:
        """What of the memory the reply will tell; None for a model, which has all of it to read."""
        if self._model is not None or self._fixed is not None:
            return None
        return replies.told(facts)

    @property
    def calls_tools(self) -> bool:
        """Whether tools are offered: to a model whose server is not known to refuse them."""
        return self._fixed is None and self._model is not None and getattr(self._model, "calls_tools", True)

    @property
    def tool_tokens(self) -> int:
        """What the descriptions of the tools take of the prompt; 0 where none are offered."""
        return tools.tokens() if self.calls_tools else 0

    @property
    def token_factor(self) -> float:
        """How many tokens the model counts for one of ours, as far as its replies have told."""
        return 1.0 if self._model is None else factor(self._model.name)

    async def stream(
        self, *, prompt: Prompt, facts: replies.Facts, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Piece, None]:
        """Yields deltas, calls of these tools, then one Finish; a ModelError when the model fails. Close it to stop."""
        if self._fixed is None and self._model is not None:
            pieces = self._model.stream(messages=prompt.messages, max_tokens=prompt.max_tokens, tools=tools)
            async with aclosing(pieces):
                async for piece in pieces:
                    yield piece
            return
        text = replies.compose(facts) if self._fixed is None else self._fixed
        if text:
            yield Delta(text=text)
        yield Finish(usage=estimated_usage(messages=prompt.messages, text=text), reason="stop")
