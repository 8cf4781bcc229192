"""The room that a prompt leaves for memory, and what of each kind goes into it. Pure."""

from collections.abc import Iterable

from memories.recall.types import EpisodeWords, PastWords, PendingWords, Recalled
from memoryhub.ai.tokens import count_tokens

#: What a row costs in the prompt beside its text: the list mark, its date, the line's end.
TOKENS_A_ROW = 8
#: Past messages in the prompt at most.
PASSAGE_LIMIT = 3
#: Lines of earlier talks' episodes in the prompt at most.
EPISODE_LIMIT = 2


class Room:
    """Tokens that are left; what does not fit is passed over, and a shorter row after it may still go in."""

    def __init__(self, tokens: int) -> None:
        self._left = tokens

    def take(self, rows: Iterable[Recalled], *, limit: int | None = None) -> tuple[Recalled, ...]:
        taken: list[Recalled] = []
        for row in rows:
            if limit is not None and len(taken) >= limit:
                break
            if self._pay(row.address):
                taken.append(row)
        return tuple(taken)

    def take_pending(self, words: Iterable[PendingWords]) -> tuple[PendingWords, ...]:
        return tuple(one for one in words if self._pay(one.text))

    def take_passages(self, words: Iterable[PastWords]) -> tuple[PastWords, ...]:
        taken: list[PastWords] = []
        for one in words:
            if len(taken) < PASSAGE_LIMIT and self._pay(one.text):
                taken.append(one)
        return tuple(taken)

    def take_episodes(self, words: Iterable[EpisodeWords]) -> tuple[EpisodeWords, ...]:
        taken: list[EpisodeWords] = []
        for one in words:
            if len(taken) < EPISODE_LIMIT and self._pay(one.text):
                taken.append(one)
        return tuple(taken)

    def _pay(self, text: str) -> bool:
        cost = count_tokens(text) + TOKENS_A_ROW
        if cost > self._left:
            return False
        self._left -= cost
        return True
