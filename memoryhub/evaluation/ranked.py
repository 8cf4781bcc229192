"""The figures of ranked lists: Recall@K, Hit@K, MRR, and the times of the calls. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

CUTS = (5, 10, 20)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for one question, best first, what should have been, and how long the call took."""

    category: str
    found: tuple[str, ...]
    gold: tuple[str, ...]
    took_ms: float = 0.0
    newest_first: bool | None = None  # only where two states of one thing compete


def scores(answers: Sequence[Answer]) -> dict[str, Any]:
    """n, Recall@K and Hit@K averaged over the questions, and the mean reciprocal rank of the first that answers."""
    figures: dict[str, Any] = {"n": len(answers)}
    for cut in CUTS:
        found = [len(set(answer.gold) & set(answer.found[:cut])) for answer in answers]
        figures[f"recall@{cut}"] = _mean(
            [count / len(set(answer.gold)) for count, answer in zip(found, answers, strict=True)]
        )
        figures[f"hit@{cut}"] = _mean([float(count > 0) for count in found])
    figures["mrr"] = _mean(
        [
            next((1 / rank for rank, one in enumerate(answer.found, 1) if one in answer.gold), 0.0)
            for answer in answers
        ]
    )
    judged = [answer.newest_first for answer in answers if answer.newest_first is not None]
    if judged:
        figures["newest_first"] = _mean([float(value) for value in judged])
    return figures


def times(took_ms: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile of the times."""
    ordered = sorted(took_ms)
    return {f"p{share}_ms": round(_at(ordered, share), 2) for share in (50, 95)}


def by_category(answers: Sequence[Answer]) -> dict[str, dict[str, Any]]:
    """The same figures for each category."""
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(answer.category, []).append(answer)
    return {category: scores(groups[category]) for category in sorted(groups)}


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0


def _at(ordered: Sequence[float], share: int) -> float:
    return ordered[min(len(ordered) * share // 100, len(ordered) - 1)] if ordered else 0.0
