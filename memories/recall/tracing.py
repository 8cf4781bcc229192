"""What a trace keeps of one recall: ids, ranks, scores and reason keys, never a text. Pure."""

from collections.abc import Sequence

from memories.models import Memory
from memories.recall.channels import Found
from memories.recall.said_before import Before
from memories.recall.types import EpisodeWords, PastWords, Recalled

#: Of past messages, and of everything where everything is asked for, the trace keeps the first.
TRACED = 20


def trace(
    found: Found | None,
    choices: list[tuple[Memory, float, bool]],
    memories: tuple[Recalled, ...],
    instructions: tuple[Recalled, ...],
    *,
    before: Sequence[Before] = (),
    passages: Sequence[PastWords] = (),
    talks: Sequence[EpisodeWords] = (),
) -> dict[str, object]:
    """The trace's rows: ids, ranks, scores and reason keys, never a text."""
    taken = {row.memory_id: row for row in (*instructions, *memories)}
    passed_over = [
        {
            "id": str(memory.pk),
            "score": round(score, 4),
            "in": False,
            "why": "no_room" if above else "below_floor",
        }
        for memory, score, above in choices
        if memory.pk not in taken
    ]
    by_channel = {
        name: [[str(memory), rank, round(score, 4)] for rank, (memory, score) in enumerate(rows, 1)]
        for name, rows in (found.channels if found else {}).items()
    }
    if before:
        by_channel["past"] = [
            [str(row.message.message_id), rank, round(row.chance, 4)]
            for rank, row in enumerate(before[:TRACED], 1)
        ]
    if passages:
        by_channel["passages"] = [
            [str(words.message_id), rank, round(words.score, 4)] for rank, words in enumerate(passages, 1)
        ]
    if talks:
        by_channel["episodes"] = [
            [words.item_id, rank, round(words.score, 4)] for rank, words in enumerate(talks, 1)
        ]
    return {
        "channels": by_channel,
        "choices": [
            {"id": str(row.memory_id), "score": round(row.score, 4), "in": True, "why": row.why}
            for row in taken.values()
        ]
        + passed_over,
    }
