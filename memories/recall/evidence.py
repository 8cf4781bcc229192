"""What the channels say of each candidate, in figures that no model's or store's scale is in. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np

from memories.recall.background import Scale
from memories.recall.keywords import KeywordHits
from memories.recall.vectors import Scores


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the channels say of one memory for one message.

    ``nearness``: the cosine in spreads above neutral sentences; None where the row has no vector. ``lead``: how far
    it is above the mean of the person's own rows, in their spread. ``coverage``: the share of the question's keyword
    weight. ``fused``: the sum of both channels' z-scores over the person's rows. Ranks begin at 1; 0 is "not in it".
    ``rows``: how many the person has: among many, one is near by chance.
    """

    nearness: float | None = None
    lead: float = 0.0
    bm25: float = 0.0
    coverage: float = 0.0
    fused: float = 0.0
    vector_rank: int = 0
    keyword_rank: int = 0
    rows: int = 1
    channels: Mapping[str, int] = field(default_factory=dict)


def weigh(
    *,
    texts: Mapping[UUID, str],
    near: Scores,
    hits: KeywordHits,
    best: Mapping[str, Sequence[tuple[UUID, float]]],
    scale: Scale | None,
    rows: int,
) -> dict[UUID, Evidence]:
    """The evidence of each candidate; ``near`` and ``hits`` cover all of the person's rows, ``best`` the channels,
    ``rows`` how many rows the person has."""
    cosines = near.of(texts)
    bm25 = hits.scores.of(texts)
    coverage = hits.coverage.of(texts)
    by_vector = z_scores(
        cosines,
        mean=float(near.values.mean()) if len(near.values) else 0.0,
        spread=float(near.values.std()) if len(near.values) else 0.0,
    )
    # The rows without a hit score 0 and belong to the distribution.
    mean = float(hits.scores.values.sum()) / rows
    square = float((hits.scores.values.astype(np.float64) ** 2).sum()) / rows
    spread = float(np.sqrt(max(square - mean * mean, 0.0)))
    by_keyword = z_scores({key: bm25.get(key, 0.0) for key in texts}, mean=mean, spread=spread)
    ranks = {
        name: {memory: rank for rank, (memory, _) in enumerate(found, 1)} for name, found in best.items()
    }
    return {
        key: Evidence(
            nearness=scale.standard(cosines[key], text=text)
            if scale is not None and key in cosines
            else None,
            lead=by_vector.get(key, 0.0),
            bm25=bm25.get(key, 0.0),
            coverage=coverage.get(key, 0.0),
            fused=by_vector.get(key, 0.0) + by_keyword[key],
            vector_rank=ranks.get("vector", {}).get(key, 0),
            keyword_rank=ranks.get("keyword", {}).get(key, 0),
            rows=rows,
            channels={name: found[key] for name, found in ranks.items() if key in found},
        )
        for key, text in texts.items()
    }


def z_scores(values: Mapping[UUID, float], *, mean: float, spread: float) -> dict[UUID, float]:
    """The values in spreads above the mean; all zero where there is no spread."""
    if spread <= 0:
        return dict.fromkeys(values, 0.0)
    return {key: (value - mean) / spread for key, value in values.items()}


def merge(channels: Sequence[Sequence[UUID]]) -> list[UUID]:
    """The rows of all channels, each once, in the order in which they first come."""
    return list(dict.fromkeys(memory for channel in channels for memory in channel))
