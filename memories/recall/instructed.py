"""Which standing instructions a question asks for: "What should you call me?", "Which seat do I want?". Pure.

Every reply goes by all of them; these are to be told as well.
"""

from collections.abc import Sequence

from memories.recall.intent import asks, slot_matches
from memories.recall.tokens import is_single_character, tokens
from memories.recall.types import Recalled
from memoryhub import patterns as re

#: As many words in common say that a message is about an instruction, or this share of its words.
_WORDS, _SHARE = 2, 0.5
#: What is said in many instructions and questions about none of them.
_COMMON = frozenset(
    tokens("want always never know please want like use make give tell time 知道 什么 要求 时候 怎么")
)
_HOW = re.compile(r"\b(?:which|what|how|who|where|when|do|should)\b|什么|哪|怎么|几|吗|知道")


def instructed(*, query: str, instructions: Sequence[Recalled]) -> list[Recalled]:
    """The instructions that the message asks for, in their order."""
    slots = asks(query)
    words = _words(query)
    found = []
    for row in instructions:
        common = words & _words(row.content)
        asked = _HOW.search(query.lower()) is not None and len(common) >= max(_SHARE * len(words), 1)
        named = asked or len(common) >= _WORDS
        if named or slot_matches(slots - {"instruction"}, row.slot):
            found.append(row)
    return found


def _words(text: str) -> set[str]:
    return {token for token in tokens(text) if not is_single_character(token)} - _COMMON
