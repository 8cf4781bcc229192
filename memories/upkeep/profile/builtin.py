"""The built-in writer: the weightiest current memories within the tokens, section by section. Pure; no model."""

from collections.abc import Sequence
from dataclasses import dataclass

from memories.upkeep.profile import wording
from memories.upkeep.profile.facts import Fact, by_weight
from memoryhub.ai.tokens import count_tokens

#: The whole profile at most; a line costs its tokens and its mark.
LIMIT_TOKENS, _TOKENS_A_LINE = 300, 3
#: One memory that is longer than this is a story, and no line of a summary.
_LONGEST = 70


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the profile with the memories that it says."""

    text: str
    facts: tuple[Fact, ...]

    @property
    def tokens(self) -> int:
        return count_tokens(self.text) + _TOKENS_A_LINE


def write(facts: Sequence[Fact], *, language: str, limit_tokens: int = LIMIT_TOKENS) -> list[Line]:
    """The lines of a profile: what weighs most within the tokens, in the order of the sections.

    In a section the person's language comes first.
    """
    chosen: list[Fact] = []
    left = limit_tokens
    for fact in by_weight(facts):
        cost = count_tokens(wording.statement(fact)) + 1 + _TOKENS_A_LINE
        if cost <= min(left, _LONGEST):
            chosen.append(fact)
            left -= cost
    chinese = language.startswith("zh")
    chosen.sort(key=lambda fact: (fact.section, fact.chinese != chinese, -fact.weight, fact.id))
    return [Line(text, tuple(group)) for text, group in wording.sentences(chosen)]


def main_language(facts: Sequence[Fact], *, chosen: str) -> str:
    """The person's own choice, or what most of the memories are in."""
    if chosen:
        return chosen
    return "zh-hans" if sum(fact.chinese for fact in facts) * 2 > len(facts) else "en"
