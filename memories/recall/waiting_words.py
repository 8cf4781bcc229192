"""Which words of the person answer a message: those that capture has not read yet, and those of earlier talks.

What capture's rules find in them is judged like memories. Pure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import numpy as np

from memories.capture import extraction
from memories.capture.acquaintances import Acquaintance
from memories.capture.types import Candidate, Turn
from memories.kinds import MemoryType
from memories.recall import fitting, ranking
from memories.recall.address import address
from memories.recall.evidence import Evidence
from memories.recall.intent import Intent, is_question, spans_of_sentences
from memories.recall.keywords import query_weights
from memories.recall.ranking import Row
from memories.recall.tokens import tokens

_NO_ID = UUID(int=0)
#: What a channel finds a row by; without any of them nothing says that it is about the question.
_TIES = np.isin(ranking.FEATURES, ("coverage", "slot", "slot_guessed", "noun", "relation", "topic"))


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of the turn at this place among the turns, and what would be remembered of it."""

    place: int
    text: str
    row: Row


@dataclass(frozen=True, slots=True)
class Read:
    """A turn that holds the person's own words alone, and what the rules of capture find in it."""

    turn: Turn
    candidates: Sequence[Candidate]


def read(turn: Turn, *, known: Iterable[Acquaintance] = ()) -> Read:
    """The turn as capture's rules read it; ``known`` are those whom a bare name in it can mean."""
    return Read(turn, extraction.by_rules(turn, known=known).extraction.candidates)


def answering(
    *, asked: Sequence[Intent], turns: Sequence[Read], nearness: Sequence[float | None] = ()
) -> list[str]:
    """Of each turn the sentences that answer one of these questions, as they were said; empty where none does.

    ``nearness`` of each turn to the first question, as ``Evidence`` has it; without it there are no vectors.
    """
    told = [one for place, turn in enumerate(turns) for one in _told(turn, place=place)]
    near = [nearness[one.place] if nearness else None for one in told]
    rows = [one.row for one in told]
    answers = set(_answers(asked[0], rows, near))
    for intent in asked[1:]:
        answers.update(_answers(intent, rows, [None] * len(rows)))
    found: list[dict[str, None]] = [{} for _ in turns]
    for at in sorted(answers):
        found[told[at].place][told[at].text] = None
    return [" ".join(sentences) for sentences in found]


def _told(said: Read, *, place: int) -> list[_Sentence]:
    """The sentences of a turn that state something, as they stand and as each statement that capture finds."""
    turn, found = said.turn, []
    for start, end in spans_of_sentences(turn.text):
        text = turn.text[start:end]
        if is_question(text):
            continue
        plain = _row(turn, content=address(text))
        rows = [
            replace(plain, content=one.content, type=one.type, slot=one.slot, relation=one.subject.relation)
            for one in said.candidates
            if one.start < end and start < one.end
        ]
        found += [_Sentence(place, text, row) for row in (*rows, plain)]
    return found


def _row(turn: Turn, *, content: str) -> Row:
    return Row(
        id=_NO_ID,
        content=content,
        type=MemoryType.FACT,
        slot="",
        relation="",
        confidence=1.0,
        access_count=0,
        told_at=turn.said_at,
        used_at=None,
    )


def _answers(intent: Intent, rows: Sequence[Row], nearness: Sequence[float | None]) -> list[int]:
    """The places of the rows that answer."""
    weights = query_weights(intent.text)
    values = [
        ranking.features(
            intent=intent,
            row=row,
            evidence=Evidence(nearness=near, coverage=_coverage(weights, row.content), rows=len(rows)),
        )
        for row, near in zip(rows, nearness, strict=True)
    ]
    judged = [
        fitting.Judged(row=row, chance=ranking.probability(one), nearness=near)
        for row, one, near in zip(rows, values, nearness, strict=True)
    ]
    passing = fitting.answering(intent=intent, judged=judged, floor=ranking.floor())
    return [at for at, passes in enumerate(passing) if passes and values[at][_TIES].any()]


def _coverage(weights: dict[str, float], text: str) -> float:
    """The share (0–1) of the question's weight that the text's tokens have."""
    had = tokens(text).keys()
    total = sum(weights.values())
    return sum(weight for token, weight in weights.items() if token in had) / total if total else 0.0
