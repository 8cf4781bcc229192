"""Which words that capture has not read yet answer a message: what its rules find in them, judged like memories that
have no vector. Pure.
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


def answering(*, asked: Sequence[Intent], turns: Sequence[Read]) -> list[str]:
    """Of each turn the sentences that answer one of these questions, as they were said; empty where none does."""
    told = [one for place, turn in enumerate(turns) for one in _told(turn, place=place)]
    answers = {at for intent in asked for at in _answers(intent, [one.row for one in told])}
    found: list[dict[str, None]] = [{} for _ in turns]
    for at in sorted(answers):
        found[told[at].place][told[at].text] = None
    return [" ".join(sentences) for sentences in found]


def _told(said: Read, *, place: int) -> list[_Sentence]:
    """The sentences of a turn that state something, once for each statement that capture's rules find there."""
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
        found += [_Sentence(place, text, row) for row in rows or [plain]]
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


def _answers(intent: Intent, rows: Sequence[Row]) -> list[int]:
    """The places of the rows that answer."""
    weights = query_weights(intent.text)
    values = [
        ranking.features(
            intent=intent,
            row=row,
            evidence=Evidence(coverage=_coverage(weights, row.content), rows=len(rows)),
        )
        for row in rows
    ]
    judged = [
        fitting.Judged(row=row, chance=ranking.probability(one), nearness=None)
        for row, one in zip(rows, values, strict=True)
    ]
    passing = fitting.answering(intent=intent, judged=judged, floor=ranking.floor())
    return [at for at, passes in enumerate(passing) if passes and values[at][_TIES].any()]


def _coverage(weights: dict[str, float], text: str) -> float:
    """The share (0–1) of the question's weight that the text's tokens have."""
    had = tokens(text).keys()
    total = sum(weights.values())
    return sum(weight for token, weight in weights.items() if token in had) / total if total else 0.0
