"""Fits the order and the floor of past messages, and tells how they do on people that were held out.

    python -m memoryhub.evaluation.fit_passages --data DIR [--vectors FOLDER] [--write]

Trains on LongMemEval, whose licence (MIT) allows it, and on the product's own ``calibration.yaml``. No database:
the stores are searched in memory, through the functions that recall uses.
"""

import argparse
import json
import os
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml

from memoryhub.evaluation.in_memory import Queries, Stored, fit_order

if TYPE_CHECKING:
    from memoryhub.evaluation.recalling import Embedded

#: Sets of past messages whose licence allows it.
SETS = ("longmemeval",)
FOLDS = 5
#: What the order starts from: the sum of the scores, and marks whose sign is plain. What the training sets do not show
#: (who speaks, neighbours) stays as it is here.
PRIOR = {
    "keyword": 0.7, "meaning": 1.0, "around": 0.8, "coverage": 1.3, "first_by_vector": 1.0, "question": -0.5,
    "ends_asking": -1.0, "assistant": -0.5, "asked_of_assistant": 1.0, "named_speaker": 1.0, "other_speaker": -0.5,
    "time_asked": 0.5, "count_asked": 0.3, "length": 1.3, "recency": 1.0, "then": 0.6, "led_to": 0.3,
}  # fmt: skip
#: How firmly the weights of the order are held there.
RIDGE = 10.0
#: A message that does not belong costs as much as this many that are missed: the prompt holds memories as well.
WRONG_COST = 1.5
_CANDIDATES = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with its candidates: both kinds of features, which of them answer, and how many should."""

    person: str
    order: np.ndarray
    chance: np.ndarray
    answers: np.ndarray
    gold: int
    own: bool = False


def asked(
    stored: Stored,
    *,
    person: str,
    query: str,
    vector: np.ndarray,
    gold: Sequence[int],
    at: datetime | None = None,
    visible: int | None = None,
    own: bool = False,
) -> Asked | None:
    """A question to a store; None where there is nothing to find it in."""
    from memories.recall import said_before, when
    from memories.recall.background import scale
    from memories.recall.intent import read
    from memoryhub.ai.embeddings import embedder

    if visible == 0:
        return None
    moments = when.spans(query, at=at) if at else []
    scores = stored.search(query=query, vector=vector, visible=visible, spans=moments)
    places = scores.best(_CANDIDATES)
    rows = [uuid.UUID(bytes=scores.ids[place]).int - 1 for place in places]
    texts, roles = [stored.texts[row] for row in rows], [stored.roles[row] for row in rows]
    days = [
        (at - said).total_seconds() / 86_400 if at and (said := stored.said_at[row]) else 0.0 for row in rows
    ]
    return Asked(
        person=person,
        order=said_before.features(
            intent=read(query), scores=scores, places=places, texts=texts, roles=roles, days=days
        ),
        chance=said_before.chance_features(
            scores=scores, places=places, texts=texts, scale=scale(embedder=embedder(), query=vector)
        ),
        answers=np.isin(rows, list(gold)),
        gold=len(set(gold)),
        own=own,
    )


def of_set(name: str, *, data: Path, vectors: "Embedded", queries: "Queries") -> Iterator[Asked]:
    """The questions of a public set."""
    from memoryhub.evaluation import recall_sets

    for store in recall_sets.stores(name=name, data=data, split="dev"):
        docs = store.docs
        stored = Stored(
            texts=[doc.text for doc in docs],
            roles=["assistant" if doc.speaker == "assistant" else "user" for doc in docs],
            sessions=[doc.session or f"alone {place}" for place, doc in enumerate(docs)],
            said_at=[recall_sets.moment(doc.time) for doc in docs],
            vectors=vectors.of([doc.text for doc in docs])[0],
        )
        place = {doc.id: at for at, doc in enumerate(docs)}
        for query in store.queries:
            found = asked(
                stored,
                # Every question of LongMemEval is a person's of its own.
                person=query.id if name == "longmemeval" else store.user,
                query=query.text,
                vector=queries.of(query.text),
                gold=[place[one] for one in query.gold if one in place],
                at=recall_sets.moment(query.time),
                visible=query.visible,
            )
            if found is not None:
                yield found


def own_text(*, vectors: "Embedded", queries: "Queries") -> Iterator[Asked]:
    """The messages of ``calibration.yaml``, its statements taken as past messages among those of the other stores."""
    from memories.recall.calibrate import STORES

    stores: list[dict[str, Any]] = yaml.safe_load(STORES.read_text(encoding="utf-8"))
    contents = [[text.partition(";;")[0].strip() for text in store["memories"]] for store in stores]
    for number, store in enumerate(stores):
        # Alone, and among what two others said.
        for others in ([], contents[number - 1] + contents[number - 2]):
            texts = contents[number] + others
            stored = Stored(
                texts=texts,
                roles=["user"] * len(texts),
                sessions=[f"alone {place}" for place in range(len(texts))],
                said_at=[None] * len(texts),
                vectors=vectors.of(texts)[0],
            )
            for line in store["questions"]:
                query, _, gold = (part.strip() for part in line.rpartition("->"))
                found = asked(
                    stored,
                    person=f"own {number}",
                    query=query,
                    vector=queries.of(query),
                    gold=[int(part) for part in gold.split(",") if part.strip()],
                    own=True,
                )
                if found is not None:
                    yield found


# ------------------------------------------------------------------------------------------------ fitting


def _questions(some: Sequence[Asked]) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(one.order, one.answers) for one in some]


def fit_chance(some: Sequence[Asked]) -> np.ndarray:
    """Logistic regression of whether a candidate answers; the bias is left free."""
    x = np.concatenate([one.chance for one in some])
    y = np.concatenate([one.answers for one in some]).astype(np.float64)
    # As many own questions as public ones, however many rows each kind has.
    own = np.concatenate([np.full(len(one.answers), one.own) for one in some])
    each = np.where(own, 0.5 / max(own.mean(), 1e-9), 0.5 / max((~own).mean(), 1e-9))
    weights = np.zeros(x.shape[1])
    ridge = np.full(x.shape[1], 1.0)
    ridge[0] = 1e-6
    for _ in range(50):
        p = 1.0 / (1.0 + np.exp(np.clip(-(x @ weights), -30, 30)))
        gradient = x.T @ (each * (p - y)) + ridge * weights
        hessian = (x * (each * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def chosen_floor(some: Sequence[Asked], weights: np.ndarray) -> float:
    """The floor of the least cost."""
    p = np.concatenate([1.0 / (1.0 + np.exp(-(one.chance @ weights))) for one in some])
    y = np.concatenate([one.answers for one in some])
    floors = np.arange(0.1, 0.9, 0.01)
    costs = [float((y & (p < floor)).sum() + WRONG_COST * (~y & (p >= floor)).sum()) for floor in floors]
    return round(float(floors[int(np.argmin(costs))]), 2)


def figures(some: Sequence[Asked], *, order: np.ndarray) -> dict[str, float]:
    """Recall@10 and MRR of an order; what is not among the candidates counts as missed."""
    recall, ranks = [], []
    for one in (one for one in some if one.gold):
        ranked = one.answers[np.argsort(-(one.order @ order), kind="stable")]
        recall.append(ranked[:10].sum() / one.gold)
        ranks.append(1.0 / (1 + int(np.argmax(ranked))) if ranked.any() else 0.0)
    return {
        "n": len(recall),
        "recall@10": round(float(np.mean(recall)), 4),
        "mrr": round(float(np.mean(ranks)), 4),
    }


def at_floor(some: Sequence[Asked], weights: np.ndarray, floor: float) -> dict[str, float]:
    """What passes the floor: its precision, and the questions rightly answered and rightly left alone."""
    right = wrong = answered = alone = with_answer = without = 0
    for one in some:
        passed = (1.0 / (1.0 + np.exp(-(one.chance @ weights)))) >= floor
        right += int((passed & one.answers).sum())
        wrong += int((passed & ~one.answers).sum())
        if one.gold:
            with_answer += 1
            answered += bool((passed & one.answers).any())
        else:
            without += 1
            alone += not passed.any()
    return {
        "precision": round(right / max(right + wrong, 1), 3),
        "answered": round(answered / max(with_answer, 1), 3),
        "left_alone": round(alone / max(without, 1), 3),
    }


def held_out(some: Sequence[Asked], *, prior: np.ndarray) -> dict[str, Any]:
    """The figures on people who took no part in the fit, floor included."""
    from memories.recall import said_before

    plain_sum = np.array([float(name in ("keyword", "meaning", "around")) for name in said_before.FEATURES])
    people = sorted({one.person for one in some})
    fold = {person: place % FOLDS for place, person in enumerate(people)}
    by_fold: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for number in range(FOLDS):
        rest = [one for one in some if fold[one.person] != number]
        test = [one for one in some if fold[one.person] == number]
        order, likely = fit_order(_questions(rest), prior=prior, ridge=RIDGE), fit_chance(rest)
        floor = chosen_floor(rest, likely)
        by_fold["order"].append(figures(test, order=order))
        by_fold["prior"].append(figures(test, order=prior))
        by_fold["plain_sum"].append(figures(test, order=plain_sum))
        by_fold["floor"].append(at_floor(test, likely, floor))
    return {
        name: {key: round(float(np.mean([one[key] for one in rows])), 4) for key in rows[0] if key != "n"}
        for name, rows in by_fold.items()
    }


def main() -> None:
    """Entry point of ``python -m memoryhub.evaluation.fit_passages``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public sets")
    parser.add_argument("--vectors", type=Path, help="a folder to keep embeddings in")
    parser.add_argument("--write", action="store_true", help="write weights.json")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    import django

    django.setup()
    from memories.recall import said_before
    from memories.recall.ranking import WEIGHTS
    from memoryhub.evaluation.recalling import Embedded

    folder: Path | None = arguments.vectors
    queries = Queries(folder / "queries.npz" if folder else None)
    some: list[Asked] = []
    for name in SETS:
        vectors = Embedded(folder / f"{name}.npz" if folder else None)
        some += of_set(name, data=arguments.data, vectors=vectors, queries=queries)
        vectors.keep()
    vectors = Embedded(folder / "own.npz" if folder else None)
    some += own_text(vectors=vectors, queries=queries)
    vectors.keep()
    queries.keep()
    prior = np.array([PRIOR.get(name, 0.0) for name in said_before.FEATURES])
    order, likely = fit_order(_questions(some), prior=prior, ridge=RIDGE), fit_chance(some)
    fitted = {
        "floor": chosen_floor(some, likely),
        "order": {
            name: round(float(value), 3) for name, value in zip(said_before.FEATURES, order, strict=True)
        },
        "chance": {
            name: round(float(value), 3) for name, value in zip(said_before.CHANCE, likely, strict=True)
        },
        "held_out": held_out(some, prior=prior),
    }
    print(json.dumps(fitted, indent=2))  # noqa: T201
    if arguments.write:
        stored = json.loads(WEIGHTS.read_text(encoding="utf-8")) | {"passages": fitted}
        WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
