"""Fits the order of memories for messages that go on with something, and tells how it does on people held out.

    python -m memoryhub.evaluation.fit_going_on --data DIR [--vectors FOLDER] [--write]

Trains on RealMem, whose licence (Apache-2.0) allows it: distilled memories, and messages that take a plan up again. No
database: the stores are searched in memory, through the functions that recall uses.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from memoryhub.evaluation.in_memory import Queries, Stored, fit_order

if TYPE_CHECKING:
    from memoryhub.evaluation.recalling import Embedded

#: What the order starts from, in spreads: both channels, and what was told lately.
PRIOR = {"keyword": 0.8, "meaning": 1.2, "recency": 1.5, "lately": 0.7, "together": 0.3}
RIDGE = 2.0
#: The weights of both channels add up to this, so that hints, use and confidence keep their share beside them.
CHANNELS = 2.0


@dataclass(frozen=True, slots=True)
class Asked:
    """One message with the features of its candidates, which of them answer, and how many should."""

    person: str
    features: np.ndarray
    answers: np.ndarray
    gold: int


def questions(*, data: Path, vectors: "Embedded", queries: Queries) -> Iterator[Asked]:
    """The messages of the set that go on with something."""
    from memories.recall.intent import goes_on
    from memoryhub.evaluation import recall_sets

    for store in recall_sets.stores(name="realmem", data=data, split="dev"):
        stored = Stored(
            texts=[doc.text for doc in store.docs],
            roles=["user"] * len(store.docs),
            sessions=[doc.session or "" for doc in store.docs],
            said_at=[recall_sets.moment(doc.time) for doc in store.docs],
            vectors=vectors.of([doc.text for doc in store.docs])[0],
        )
        place = {doc.id: at for at, doc in enumerate(store.docs)}
        for query in store.queries:
            at = recall_sets.moment(query.time)
            if query.visible and at is not None and goes_on(query.text):
                gold = {place[one] for one in query.gold if one in place}
                yield _asked(stored, store.user, query.text, queries.of(query.text), query.visible, at, gold)


def _asked(
    stored: Stored, person: str, query: str, vector: np.ndarray, visible: int, at: datetime, gold: set[int]
) -> Asked:
    from django.conf import settings

    from memories.kinds import MemoryType
    from memories.recall import evidence, going_on, keywords
    from memories.recall.ranking import Row
    from memories.recall.vectors import Scores

    near = Scores(tuple(stored.ids[:visible]), stored.vectors[:visible] @ vector)
    hits = stored.hits(keywords.query_weights(query), upto=visible)
    limit = settings.MEMORY_CHANNEL_LIMIT
    best = {"vector": near.best(limit), "keyword": hits.scores.best(limit)}
    ids = evidence.merge([[memory for memory, _ in rows] for rows in best.values()])
    weighed = evidence.weigh(
        texts={one: stored.texts[one.int - 1] for one in ids},
        near=near,
        hits=hits,
        best=best,
        scale=None,
        rows=visible,
    )
    rows = [
        Row(
            id=one,
            content=stored.texts[one.int - 1],
            type=MemoryType.FACT,
            slot="",
            relation="",
            confidence=1.0,
            access_count=0,
            told_at=stored.said_at[one.int - 1] or datetime.min.replace(tzinfo=UTC),
            used_at=None,
        )
        for one in ids
    ]
    return Asked(
        person=person,
        features=going_on.features(rows=rows, evidence=[weighed[one] for one in ids], as_of=at),
        answers=np.array([one.int - 1 in gold for one in ids]),
        gold=len(gold),
    )


def figures(some: Sequence[Asked], *, order: np.ndarray) -> dict[str, float]:
    """Recall@10 and MRR of an order; what is not among the candidates counts as missed."""
    recall, ranks = [], []
    for one in (one for one in some if one.gold):
        ranked = one.answers[np.argsort(-(one.features @ order), kind="stable")]
        recall.append(ranked[:10].sum() / one.gold)
        ranks.append(1.0 / (1 + int(np.argmax(ranked))) if ranked.any() else 0.0)
    return {
        "n": len(recall),
        "recall@10": round(float(np.mean(recall)), 4),
        "mrr": round(float(np.mean(ranks)), 4),
    }


def fitted(some: Sequence[Asked], *, prior: np.ndarray) -> np.ndarray:
    """The weights, in spreads."""
    from memories.recall import going_on

    weights = fit_order([(one.features, one.answers) for one in some], prior=prior, ridge=RIDGE)
    both = weights[going_on.FEATURES.index("keyword")] + weights[going_on.FEATURES.index("meaning")]
    return np.asarray(weights * (CHANNELS / both))


def main() -> None:
    """Entry point of ``python -m memoryhub.evaluation.fit_going_on``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public sets")
    parser.add_argument("--vectors", type=Path, help="a folder to keep embeddings in")
    parser.add_argument("--write", action="store_true", help="write weights.json")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    import django

    django.setup()
    from memories.recall import going_on
    from memories.recall.ranking import WEIGHTS
    from memoryhub.evaluation.recalling import Embedded

    folder: Path | None = arguments.vectors
    vectors = Embedded(folder / "realmem.npz" if folder else None)
    queries = Queries(folder / "queries.npz" if folder else None)
    some = list(questions(data=arguments.data, vectors=vectors, queries=queries))
    vectors.keep()
    queries.keep()
    prior = np.array([PRIOR.get(name, 0.0) for name in going_on.FEATURES])
    order = fitted(some, prior=prior)
    people = sorted({one.person for one in some})
    held_out = []
    for person in people:
        weights = fitted([one for one in some if one.person != person], prior=prior)
        held_out.append(figures([one for one in some if one.person == person], order=weights))
    told = {
        "order": {name: round(float(value), 3) for name, value in zip(going_on.FEATURES, order, strict=True)},
        "held_out": {
            "people": len(people),
            **{
                key: round(
                    float(np.average([one[key] for one in held_out], weights=[one["n"] for one in held_out])),
                    4,
                )
                for key in ("recall@10", "mrr")
            },
        },
    }
    shown = told | {"all": figures(some, order=order), "prior": figures(some, order=prior)}
    print(json.dumps(shown, indent=2))  # noqa: T201
    if arguments.write:
        stored = json.loads(WEIGHTS.read_text(encoding="utf-8")) | {"going_on": told}
        WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
