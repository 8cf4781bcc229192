"""The order of memories for a message that goes on with something: "The visa came through. Where were we?"

Such a message is about what was told lately, and what was told together with it; a plain look-up is ordered in
``ranking``. The weights are fitted by ``memoryhub.evaluation.fit_going_on``. Pure.
"""

import json
import math
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

import numpy as np

from memories.recall.evidence import Evidence
from memories.recall.ranking import TOGETHER, WEIGHTS, Row, fades, recency

FEATURES = (
    "keyword", "meaning", "coverage", "first_by_keyword", "first_by_vector", "length", "recency", "lately", "together",
)  # fmt: skip
#: Half of what "lately" adds is gone after this many days; what does not fade has none of it.
LATELY_HALF_LIFE_DAYS = 7.0


def features(*, rows: Sequence[Row], evidence: Sequence[Evidence], as_of: datetime) -> np.ndarray:
    """What orders the candidates, shape (candidates, features)."""
    own = [one.fused for one in evidence]
    found = np.zeros((len(rows), len(FEATURES)))
    for place, (row, one) in enumerate(zip(rows, evidence, strict=True)):
        days = max((as_of - row.told_at).total_seconds() / 86_400, 0.0)
        beside = [
            other
            for at, (other, then) in enumerate(zip(own, rows, strict=True))
            if at != place and abs(row.told_at - then.told_at) <= TOGETHER
        ]
        found[place] = (
            one.fused - one.lead,
            one.lead,
            one.coverage,
            one.keyword_rank == 1,
            one.vector_rank == 1,
            math.log10(10 + len(row.content)),
            recency(row, as_of=as_of),
            0.5 ** (days / LATELY_HALF_LIFE_DAYS) if fades(row) else 0.0,
            max([0.0, *beside]),
        )
    return found


@lru_cache(maxsize=1)
def weights() -> np.ndarray:
    """The fitted weights in the order of ``FEATURES``."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))["going_on"]["order"]
    return np.array([stored[name] for name in FEATURES])


def order(*, rows: Sequence[Row], evidence: Sequence[Evidence], as_of: datetime) -> list[float]:
    """What orders the candidates, in spreads as the plain order is."""
    if not rows:
        return []
    values: list[float] = (features(rows=rows, evidence=evidence, as_of=as_of) @ weights()).tolist()
    return values
