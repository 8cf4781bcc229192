"""The built-in writer: what the person said, as rules sorted it, beside the preferences that were learnt. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from memories.models import EpisodeItem
from memories.sources import Talk, TalkLine

TOPIC, CONCLUSION, PREFERENCE, QUESTION = (
    EpisodeItem.Kind.TOPIC,
    EpisodeItem.Kind.CONCLUSION,
    EpisodeItem.Kind.PREFERENCE,
    EpisodeItem.Kind.QUESTION,
)
#: How much a line matters by its kind, and what each figure, name or date in it adds; three of them count.
_IMPORTANCE = {TOPIC: 0.3, CONCLUSION: 0.6, PREFERENCE: 0.6, QUESTION: 0.5}
_A_FIGURE = 0.05
_PREFERENCES = 6


@dataclass(frozen=True, slots=True)
class Learnt:
    """A current memory that a message of the talk taught."""

    memory_id: UUID
    content: str
    type: str
    importance: float
    message_ids: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A line of an episode on its way: its messages, and the memory that says the same."""

    kind: str
    text: str
    message_ids: tuple[UUID, ...]
    importance: float
    memory_id: UUID | None = None


def write(talk: Talk, learnt: Sequence[Learnt]) -> list[Item]:
    """The items of an episode: topics, conclusions, preferences, open questions, each group as it was said."""
    items = [_item(line, learnt) for line in talk.lines]
    items += preferences(learnt)
    order = list(_IMPORTANCE)
    return sorted(items, key=lambda item: order.index(EpisodeItem.Kind(item.kind)))


def preferences(learnt: Sequence[Learnt]) -> list[Item]:
    """The preferences that the talk taught."""
    return [
        Item(PREFERENCE, one.content, one.message_ids, one.importance, one.memory_id)
        for one in learnt
        if one.type == "preference"
    ][:_PREFERENCES]


def importance(kind: str, *, figures: int) -> float:
    """How much a line of this kind matters, by what it holds."""
    return _IMPORTANCE[EpisodeItem.Kind(kind)] + _A_FIGURE * min(figures, 3)


def _item(line: TalkLine, learnt: Sequence[Learnt]) -> Item:
    """The line; a decision that is remembered stands and falls with its memory."""
    memory = None
    if line.kind == CONCLUSION:
        decided = [
            one for one in learnt if one.type == "decision" and set(one.message_ids) & set(line.message_ids)
        ]
        memory = decided[0].memory_id if decided else None
    return Item(line.kind, line.text, line.message_ids, importance(line.kind, figures=line.figures), memory)
