"""The calls of a reply and their results, as they go back to the model within its window. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memoryhub.ai.llm import ChatMessage
from memoryhub.ai.tokens import count_messages, count_tokens, truncate_tokens
from memoryhub.ai.toolcalls import ToolRequest

#: To how many tokens a result is shortened, step by step, the oldest first.
_SHORTER = (400, 120, 40, 8)
#: Characters of a call that go back to the model.
_NAME_LIMIT, _ARGUMENTS_LIMIT = 80, 20_000
_ELLIPSIS = "…"
#: What a prompt costs beside its messages, which is counted once.
_EMPTY = count_messages([])


@dataclass(slots=True)
class _Round:
    asked: ChatMessage
    results: list[ChatMessage] = field(default_factory=list)


class Talk:
    """What was asked of the tools in this reply so far, and what they answered."""

    def __init__(self) -> None:
        self._rounds: list[_Round] = []

    @property
    def rounds(self) -> int:
        return len(self._rounds)

    def asked(self, *, text: str, requests: Sequence[ToolRequest]) -> None:
        """The model said this and asked for these calls."""
        asked: ChatMessage = {
            "role": "assistant",
            "content": text,
            "tool_calls": [_short_enough(request).as_json() for request in requests],
        }
        self._rounds.append(_Round(asked))

    def answered(self, request: ToolRequest, text: str) -> None:
        """A call of the last round has this result."""
        self._rounds[-1].results.append({"role": "tool", "tool_call_id": request.id, "content": text})

    def fitted(self, base: Sequence[ChatMessage], *, limit: int, share: int) -> list[ChatMessage]:
        """The prompt with all rounds after it, in at most ``limit`` tokens if that can be.

        What the rounds take beyond ``share`` tokens and what the prompt leaves free is shortened, the oldest results
        first; then the oldest turns of the history go, each whole. The first messages of the system's and the message
        that is answered stay as they are.
        """
        base = list(base)
        room = max(limit - count_messages(base), share)
        traffic = self._shortened(limit=room)
        while count_messages([*base, *traffic]) > limit:
            shorter = _without_oldest_turn(base)
            if len(shorter) == len(base):
                break
            base = shorter
        if (over := count_messages([*base, *traffic]) - limit) > 0:
            traffic = self._shortened(limit=max(count_messages(traffic) - _EMPTY - over, 0))
        return [*base, *traffic]

    def _shortened(self, *, limit: int) -> list[ChatMessage]:
        rounds = [_Round(each.asked, list(each.results)) for each in self._rounds]

        def messages() -> list[ChatMessage]:
            return [message for each in rounds for message in (each.asked, *each.results)]

        for tokens in _SHORTER:
            for each in rounds:
                for index, result in enumerate(each.results):
                    if count_messages(messages()) - _EMPTY <= limit:
                        return messages()
                    each.results[index] = {**result, "content": _cut(result["content"], tokens)}
        # Long arguments are the last to go; calls without them are still calls that were made.
        for each in rounds:
            if count_messages(messages()) - _EMPTY <= limit:
                break
            each.asked = {**each.asked, "content": _cut(each.asked["content"], 8), "tool_calls": _bare(each)}
        return messages()


def _short_enough(request: ToolRequest) -> ToolRequest:
    """The call without a name or arguments that would be too long for any window."""
    arguments = request.arguments if len(request.arguments) <= _ARGUMENTS_LIMIT else "{}"
    return replace(request, name=request.name[:_NAME_LIMIT], arguments=arguments)


def _bare(each: _Round) -> list[dict[str, object]]:
    return [
        {**call, "function": {**call["function"], "arguments": "{}"}} for call in each.asked["tool_calls"]
    ]


def _cut(text: str, tokens: int) -> str:
    if count_tokens(text) <= tokens + 1:
        return text
    return truncate_tokens(text.removesuffix(_ELLIPSIS), limit=tokens) + _ELLIPSIS


def _without_oldest_turn(base: list[ChatMessage]) -> list[ChatMessage]:
    """The prompt without the first turn after its opening; as it is when only opening and message are left."""
    opening = next((index for index, each in enumerate(base) if each["role"] != "system"), len(base))
    following = next(
        (index for index in range(opening + 1, len(base)) if base[index]["role"] == "user"), len(base)
    )
    return base if following >= len(base) else [*base[:opening], *base[following:]]
