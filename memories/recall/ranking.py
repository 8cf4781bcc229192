"""Which memories answer a message, and in which order: pure functions over the evidence of the channels."""

import json
import math
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np

from memories.kinds import MemoryType, Protection
from memories.recall.evidence import Evidence
from memories.recall.intent import Intent, noun_matches, slot_matches, told_of
from memories.recall.relation_words import agree, relations_of
from memories.recall.tokens import has_chinese, normalise, tokens_of
from memories.recall.topics import topics_of

WEIGHTS = Path(__file__).with_name("weights.json")

#: Half of what recency adds is gone after this many days.
RECENCY_HALF_LIFE_DAYS = 30.0
#: What recency, use and confidence add to the order at most, in spreads. What is talked about now was mostly told
#: lately (two fifths of the answers in RealMem are among the last twenty rows); floor and evidence
#: still decide what goes in at all.
RECENCY_SHARE = 0.75
ACCESS_SHARE = 0.25
CONFIDENCE_SHARE = 0.5
#: What was told within this time belongs together, and this share of the best of it counts for the rest.
TOGETHER = timedelta(minutes=30)
TOGETHER_SHARE = 0.3
#: How much the hints of slot, relation and topic count beside the sum of both channels. On public sets of long talks
#: the sum alone orders as well, and the fitted probability alone worse: that sets the floor, not the order.
HINT_SHARE = 0.4

#: What a row is about does not fade when it says who somebody is, what they like, or what is dangerous to them.
_UNFADING_TYPES = frozenset({MemoryType.PREFERENCE, MemoryType.RELATIONSHIP, MemoryType.INSTRUCTION})


@dataclass(frozen=True, slots=True)
class Row:
    """What ranking needs of a memory."""

    id: UUID
    content: str
    type: str
    slot: str
    relation: str
    confidence: float
    access_count: int
    told_at: datetime
    used_at: datetime | None
    protection: str = ""
    pinned: bool = False
    name: str = ""


FEATURES = (
    "bias", "size", "nearness", "blind", "blind_coverage", "first_by_vector", "coverage",
    "coverage_squared", "first_by_keyword", "code", "code_absent", "code_other", "head_absent", "head_foreign", "slot",
    "slot_guessed", "other_slot", "noun", "relation", "relation_absent", "relation_unasked",
    "topic", "topic_absent", "personal", "impersonal_coverage", "request", "request_topic",
    "other_language", "no_question",
)  # fmt: skip
#: The features that say neither how near the two texts are nor anything that is the same for all rows.
_HINTS = np.array(
    [
        name
        in {
            "code", "code_absent", "code_other", "head_absent", "head_foreign", "slot", "slot_guessed",
            "other_slot", "noun", "relation", "relation_absent", "relation_unasked", "topic",
            "topic_absent", "request_topic", "other_language",
        }
        for name in FEATURES
    ],
    dtype=np.float64,
)  # fmt: skip


def features(*, intent: Intent, row: Row, evidence: Evidence) -> np.ndarray:
    """The evidence as numbers, in the order of ``FEATURES``."""
    blind = evidence.nearness is None
    nearness = min(max(evidence.nearness or 0.0, -2.0), 6.0)
    plain = normalise(row.content)
    named = relations_of(plain) | ({row.relation} if row.relation else frozenset())
    relation = bool(intent.relations) and agree(intent.relations, named)
    # What is asked of a sister is not answered by what the person's own slot says.
    theirs = relation or not intent.relations
    has_slot = theirs and slot_matches(intent.slots, row.slot)
    guessed = theirs and not has_slot and any(slot_matches(intent.slots, slot) for slot in told_of(plain))
    row_topics = topics_of(plain)
    topic = bool(intent.topics & row_topics)
    words = tokens_of(plain)
    codes = {token for token in intent.words if _has_digit(token)}
    same_language = has_chinese(intent.text) == has_chinese(row.content)
    headed = bool(intent.head & words.keys())
    values = {
        "bias": 1.0,
        "size": math.log10(1 + evidence.rows),
        "nearness": nearness,
        "blind": blind,
        "blind_coverage": evidence.coverage if blind else 0.0,
        "first_by_vector": evidence.vector_rank == 1,
        "coverage": evidence.coverage,
        "coverage_squared": evidence.coverage**2,
        "first_by_keyword": evidence.keyword_rank == 1,
        "code": bool(codes) and codes <= words.keys(),
        "code_absent": bool(codes) and not codes <= words.keys(),
        "code_other": bool(codes) and not codes & words.keys() and any(map(_has_digit, words)),
        "head_absent": bool(intent.head) and same_language and not headed and not has_slot,
        "head_foreign": bool(intent.head) and not (same_language or has_slot or guessed or relation or topic),
        "slot": has_slot,
        "slot_guessed": guessed,
        "other_slot": bool(intent.slots) and not has_slot and not guessed,
        "noun": noun_matches(intent.words, row.slot),
        "relation": relation,
        "relation_absent": bool(intent.relations) and not relation,
        "relation_unasked": not intent.relations and bool(named),
        "topic": topic,
        "topic_absent": bool(intent.topics and row_topics) and not topic,
        "personal": intent.personal,
        "impersonal_coverage": 0.0 if intent.personal else evidence.coverage,
        "request": intent.request,
        "request_topic": intent.request and topic,
        "other_language": not same_language,
        "no_question": not (intent.question or intent.request),
    }
    return np.array([float(values[name]) for name in FEATURES])


def _has_digit(token: str) -> bool:
    return any(character.isdigit() for character in token)


Fitted = tuple[np.ndarray, float]

_fitted: ContextVar[Fitted | None] = ContextVar("fitted", default=None)


def calibrate(calibration: Mapping[str, Any]) -> None:
    """What follows in this context is judged by this calibration, or by the one that ships if it is empty or of old."""
    _fitted.set(fitted_of(calibration) if fits(calibration) else None)


def fits(calibration: Mapping[str, Any]) -> bool:
    """Whether a stored calibration is of the features that there are now."""
    return set(calibration.get("weights", ())) == set(FEATURES) and "floor" in calibration


def fitted_of(calibration: Mapping[str, Any]) -> Fitted:
    """A calibration's weights in the order of ``FEATURES``, and its floor."""
    return np.array([calibration["weights"][name] for name in FEATURES]), float(calibration["floor"])


def weights() -> Fitted:
    """The fitted weights in the order of ``FEATURES``, and the probability below which nothing is injected."""
    return _fitted.get() or _shipped()


@lru_cache(maxsize=1)
def _shipped() -> Fitted:
    return fitted_of(json.loads(WEIGHTS.read_text(encoding="utf-8")))


def probability(values: np.ndarray) -> float:
    """The chance (0–1) that a memory with these features answers the message."""
    return float(1.0 / (1.0 + np.exp(-float(values @ weights()[0]))))


def floor() -> float:
    """The probability below which nothing is injected."""
    return weights()[1]


def fades(row: Row) -> bool:
    """Whether the row loses weight with time: preferences, identity and safety do not."""
    return row.type not in _UNFADING_TYPES and not row.protection and not row.pinned


def recency(row: Row, *, as_of: datetime) -> float:
    """1 for what was told or used now, halved every ``RECENCY_HALF_LIFE_DAYS``; 1 for what does not fade."""
    if not fades(row):
        return 1.0
    last = max(row.told_at, row.used_at) if row.used_at else row.told_at
    days = max((as_of - last).total_seconds() / 86_400, 0.0)
    return float(0.5 ** (days / RECENCY_HALF_LIFE_DAYS))


def usage(row: Row) -> float:
    """0 for never used, towards 1 for often; ten uses are worth 0.71."""
    return 1.0 - 1.0 / (1.0 + math.log1p(row.access_count))


def relevance(*, values: np.ndarray, evidence: Evidence) -> float:
    """What orders the rows: both channels' z-scores added, and the hints."""
    return evidence.fused + hints(values)


def hints(values: np.ndarray) -> float:
    """What slots, relations, topics and codes add to the order."""
    return HINT_SHARE * float((values * weights()[0]) @ _HINTS)


def adjusted(value: float, row: Row, *, as_of: datetime) -> float:
    """Relevance with what recency, use and confidence add to it."""
    return value + RECENCY_SHARE * recency(row, as_of=as_of) + standing(row)


def standing(row: Row) -> float:
    """What use and confidence add to the order."""
    return ACCESS_SHARE * usage(row) + CONFIDENCE_SHARE * row.confidence


def lifted(values: Sequence[float], *, told_at: Sequence[datetime]) -> list[float]:
    """The relevance of rows with a share of the best that was told together with each, if that is relevant at all."""
    found = []
    for place, (value, at) in enumerate(zip(values, told_at, strict=True)):
        beside = [
            other
            for number, (other, then) in enumerate(zip(values, told_at, strict=True))
            if number != place and abs(at - then) <= TOGETHER
        ]
        found.append(value + TOGETHER_SHARE * max([0.0, *beside]))
    return found


def shown(value: float) -> float:
    """An order value between 0 and 1, in the same order."""
    return 1.0 / (1.0 + math.exp(-min(max(value, -40.0), 40.0) / 4.0))


def is_safety(row: Row) -> bool:
    """Whether the row must be judged against every message."""
    return row.protection == Protection.SAFETY
