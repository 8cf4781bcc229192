"""Who answers: the language model, or the built-in answerer when none is set up."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from contextvars import ContextVar

from chat import replies
from chat.context import Prompt
from memoryhub.ai.llm import Delta, Finish, LanguageModel, estimated_usage, language_model

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

    async def stream(self, *, prompt: Prompt, facts: replies.Facts) -> AsyncGenerator[Delta | Finish, None]:
        """Yields deltas, then one Finish; a ModelError when the model fails. Close it to stop."""
        if self._fixed is None and self._model is not None:
            pieces = self._model.stream(messages=prompt.messages, max_tokens=prompt.max_tokens)
            async with aclosing(pieces):
                async for piece in pieces:
                    yield piece
            return
        text = replies.compose(facts) if self._fixed is None else self._fixed
        if text:
            yield Delta(text=text)
        yield Finish(usage=estimated_usage(messages=prompt.messages, text=text), reason="stop")
