"""Which of the prices that a conversation knows a question asks for: "What does the cake cost?". Both languages; pure."""

# ruff: noqa: E501
from collections.abc import Collection, Sequence

from chat.state.entries import Entry
from chat.state.things import alike
from memories.recall.tokens import tokens
from memoryhub import patterns as re

#: What was just named in the question.
_IT = re.compile(r"\b(?:they|them|their|it|its|he|she|her|his|that)\b|他们|她们|它|那家|这家", re.IGNORECASE)
_OF_PRICES = frozenset(
    tokens(
        "how much what price cost costs quote fee charge charges asking want pay total 多少钱 价格 报价 费用 价钱"
    )
)


def of_it(question: str) -> bool:
    """Whether it asks for the price of what was just named."""
    return _IT.search(question) is not None


def find(
    question: str, entries: Sequence[Entry], *, words: Collection[str], just: Sequence[str] = ()
) -> tuple[Entry, ...]:
    """The prices without those of another thing than the one that is asked for.

    ``words`` are those of the question that tell what is meant, ``just`` the choices that its part before asked for.
    """
    prices = [one for one in entries if one.key == "price"]
    if just and of_it(question):
        return tuple(one for one in prices if any(alike(one.of, value) for value in just))
    named = [one for one in prices if set(words) & set(tokens(one.of))]
    if of_it(question) or not named:
        settled = [one.value for one in entries if one.key == "chosen"]
        of_choice = [one for one in prices if any(alike(one.of, value) for value in settled)]
        if of_choice and (of_it(question) or not set(words) - _OF_PRICES):
            return tuple(of_choice)  # of what was chosen, and of nothing else
        if settled and of_it(question):
            return tuple(one for one in prices if not one.of)
    return tuple(named or (one for one in prices if not (one.of and words)))
