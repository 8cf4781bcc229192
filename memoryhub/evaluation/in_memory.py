"""Stores in memory that are searched through the functions of recall, without a database, and the fit of an order."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from memories.recall.keywords import KeywordHits
    from memories.recall.past import Past
    from memories.recall.when import Span


@dataclass(slots=True)
class Stored:
    """Messages in memory, packed as the database packs them."""

    texts: list[str]
    roles: list[str]
    sessions: list[str]
    said_at: list[datetime | None]
    vectors: np.ndarray
    postings: dict[str, list[tuple[int, int, int]]] = field(default_factory=dict)
    lengths: list[int] = field(default_factory=list)
    ids: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        from memories.recall.tokens import length, tokens

        for place, text in enumerate(self.texts):
            counts = tokens(text)
            total = length(counts)
            self.lengths.append(total)
            self.ids.append(uuid.UUID(int=place + 1).bytes)
            for token, count in counts.items():
                self.postings.setdefault(token, []).append((place, count, total))

    def search(
        self, *, query: str, vector: np.ndarray, visible: int | None = None, spans: Sequence["Span"] = ()
    ) -> "Past":
        """The scores of the first ``visible`` messages."""
        from memories.recall import keywords, past

        upto = len(self.texts) if visible is None else visible
        rows = np.zeros(upto, dtype=past.ROW)
        rows["id"] = np.array(self.ids[:upto], dtype="V16")
        sessions = {name: number for number, name in enumerate(dict.fromkeys(self.sessions[:upto]))}
        rows["conversation"] = np.array(
            [uuid.UUID(int=sessions[name]).bytes for name in self.sessions[:upto]], dtype="V16"
        )
        rows["sequence"] = np.arange(upto)
        rows["said_at"] = [at.timestamp() if at else 0.0 for at in self.said_at[:upto]]
        rows["distance"] = -(self.vectors[:upto] @ vector)
        scores = past.weigh(rows, self.hits(keywords.query_weights(query), upto=upto), spans)
        leading = {
            scores.ids[place]: self.texts[uuid.UUID(bytes=scores.ids[place]).int - 1]
            for place in scores.best(past.LEADING)
        }
        added = past.leading_weights(query=query, texts=leading.values())
        return past.led_by(scores, self.hits(added, upto=upto), leading=leading) if added else scores

    def hits(self, weights: dict[str, float], *, upto: int) -> "KeywordHits":
        """What of the first rows has these words."""
        from memories.recall import keywords

        found: dict[str, tuple[int, int, bytes]] = {}
        for token in weights:
            some = [
                (self.ids[place], count, total)
                for place, count, total in self.postings.get(token, ())
                if place < upto
            ]
            if some:
                found[token] = (len(some), 0, np.array(some, dtype=keywords.ROW).tobytes())
        mean = max(float(np.mean(self.lengths[:upto])), 1.0)
        return keywords.score(weights=weights, found=found, rows=upto, mean_length=mean)


class Queries:
    """The vectors of questions, computed once and kept in a file."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._known: dict[str, np.ndarray] = {}
        if file is not None and file.exists():
            with np.load(file) as stored:
                self._known = dict(zip(stored["texts"].tolist(), stored["vectors"], strict=True))

    def of(self, text: str) -> np.ndarray:
        from memoryhub.ai.embeddings import embedder

        if text not in self._known:
            self._known[text] = embedder().query(text)
        return self._known[text].astype(np.float32)

    def keep(self) -> None:
        if self._file is not None:
            np.savez_compressed(
                self._file, texts=np.array(list(self._known)), vectors=np.stack(list(self._known.values()))
            )


def fit_order(
    questions: Iterable[tuple[np.ndarray, np.ndarray]], *, prior: np.ndarray, ridge: float
) -> np.ndarray:
    """Weights by which what answers stands above what does not: pairwise logistic regression by Newton's method.

    A question is its candidates' features and which of them answer; each counts the same. A ridge holds the weights at
    ``prior``, and no step makes the fit worse.
    """
    differences, counts = [], []
    for features, answers in questions:
        right, wrong = features[answers], features[~answers]
        if len(right) and len(wrong):
            pairs = (right[:, None, :] - wrong[None, :, :]).reshape(-1, features.shape[1])
            differences.append(pairs)
            counts.append(np.full(len(pairs), 1.0 / len(pairs)))
    x, each = np.concatenate(differences), np.concatenate(counts)

    def loss(some: np.ndarray) -> float:
        return float((each * np.logaddexp(0.0, -(x @ some))).sum() + ridge / 2 * ((some - prior) ** 2).sum())

    weights = prior.copy()
    least = loss(weights)
    for _ in range(40):
        p = 1.0 / (1.0 + np.exp(np.clip(x @ weights, -30, 30)))
        gradient = -(x * (each * p)[:, None]).sum(axis=0) + ridge * (weights - prior)
        hessian = (x * (each * p * (1 - p))[:, None]).T @ x + ridge * np.eye(len(weights))
        step = np.linalg.solve(hessian, gradient)
        part = 1.0
        while (now := loss(weights - part * step)) > least and part > 1e-4:
            part /= 2
        if least - now < 1e-6 * least:
            break
        weights, least = weights - part * step, now
    return weights
