"""A learned judge of what rules leave open: a small linear head on the default embedding. No language model.

The head is made by ``judge_training`` from the examples beside it; its weights and figures are in judge_head.json.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from memories.capture import dates_en, dates_zh, trigger
from memories.capture.judge_sentences import MARKS, Open, open_sentences
from memories.capture.types import Candidate, ResolvedDate, Text
from memories.kinds import DatePrecision, MemoryType
from memoryhub import patterns as re
from memoryhub.ai.embeddings import default_embedder

HEAD = Path(__file__).with_name("judge_head.json")
#: At most so many sentences of a turn become memories: a message that tells more is a story, and waits for its episode.
MOST = 3
#: The certainty of what is kept, from the threshold up to a head that has no doubt, and of what the inbox asks.
_KEPT, _SUREST, _ASKED = 0.62, 0.8, 0.5

#: What is so again and again has no day, whatever day it names.
_USUAL = re.compile(
    r"\b(?:every|always|usually|often|weekends|weekly|daily|mostly)\b|每|平时|周末|经常|常常|总是|一般|习惯",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Head:
    """Weights for a vector and the marks of a sentence. ``keep``, ``ask``: the scores from which it is a memory."""

    vector: np.ndarray
    marks: np.ndarray
    chinese: float
    bias: float
    keep: float
    ask: float

    def score(self, sentence: Open, vector: np.ndarray) -> float:
        """The log-odds that the sentence is worth keeping."""
        chinese = self.chinese if sentence.language == "zh" else 0.0
        return float(self.vector @ vector + self.marks @ np.asarray(sentence.marks) + chinese + self.bias)


@lru_cache(maxsize=1)
def head() -> Head:
    """The trained head that ships with the product."""
    stored = json.loads(HEAD.read_text(encoding="utf-8"))
    if stored["marks_names"] != list(MARKS):
        raise ValueError("judge_head.json was trained for other marks: run manage.py train_judge")
    return Head(
        vector=np.asarray(stored["vector"], dtype=np.float32),
        marks=np.asarray(stored["marks"], dtype=np.float32),
        chinese=stored["chinese"],
        bias=stored["bias"],
        keep=stored["keep"],
        ask=stored["ask"],
    )


def judged(text: Text, *, taken: Sequence[tuple[int, int]]) -> list[Candidate]:
    """What is worth keeping outside of the stretches that rules have read, surest first in doubt, in their order.

    Each sentence is embedded as the memory would say it, so that the vector is there when the memory is stored.
    """
    if not trigger.look(text).model:
        return []
    sentences = open_sentences(text, taken=taken)
    if not sentences:
        return []
    weights = head()
    vectors = default_embedder().passages([sentence.content for sentence in sentences])
    scored = [
        (weights.score(sentence, vector), sentence)
        for sentence, vector in zip(sentences, vectors, strict=True)
    ]
    best = sorted((pair for pair in scored if pair[0] >= weights.ask), key=lambda pair: -pair[0])[:MOST]
    kept = [_candidate(sentence, text, certainty(score)) for score, sentence in best]
    return sorted(kept, key=lambda candidate: candidate.start)


def certainty(score: float) -> float:
    """The confidence of a sentence with this score: what is only asked about stays under the line of what is active."""
    keep = head().keep
    if score < keep:
        return _ASKED
    return _KEPT + (_SUREST - _KEPT) * (1 - math.exp(-(score - keep) / 2))


def _candidate(sentence: Open, text: Text, sure: float) -> Candidate:
    quote = text.text[sentence.start : sentence.end]
    when, place = _when(sentence, quote, text), sentence.place
    type_ = _type(sentence, when, text)
    happens = type_ is MemoryType.EVENT
    return Candidate(
        type=type_ if happens else place.type or type_,
        content=sentence.content,
        quote=quote,
        start=sentence.start,
        end=sentence.end,
        language=sentence.language,
        subject=place.subject,
        slot="event" if happens else place.slot,
        value=place.told if happens else place.value,
        entities=(place.subject.name,) if place.subject.name else (),
        positive=True,
        occurred=when,
        tentative=sentence.tentative,
        origin="judge",
        certainty=sure,
    )


def _when(sentence: Open, quote: str, text: Text) -> ResolvedDate | None:
    if not sentence.past and _USUAL.search(quote):
        return None
    dates = dates_zh if sentence.language == "zh" else dates_en
    found = dates.find(quote, said_at=text.said_at, past=True if sentence.past else None)
    return found[0][2] if found else None


def _type(sentence: Open, when: ResolvedDate | None, text: Text) -> MemoryType:
    if dict(zip(MARKS, sentence.marks, strict=True))["likes"]:
        return MemoryType.PREFERENCE
    if when is None:
        return MemoryType.FACT
    on_a_day = when.precision is DatePrecision.DAY or when.on >= text.said_at.date()
    return MemoryType.EVENT if sentence.past or on_a_day else MemoryType.FACT
