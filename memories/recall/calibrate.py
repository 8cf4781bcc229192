"""Fits the weights and the floor of ranking on ``calibration.yaml``; prints how they do on stores they have not seen.

    python -m memories.recall.calibrate            prints the figures
    python -m memories.recall.calibrate --write    writes weights.json as well

Needs no database: the stores are searched in memory, through the same functions as in recall.
"""

import argparse
import json
import os
import random
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml

if TYPE_CHECKING:
    from memories.recall.evidence import Evidence
    from memories.recall.intent import Intent
    from memories.recall.ranking import Row
    from memoryhub.ai.embeddings import Embedder

STORES = Path(__file__).with_name("calibration.yaml")
FOLDS = 5
#: Pull of the weights (but the bias) towards zero.
RIDGE = 1.0
#: A missed memory costs as much as this many that do not belong.
MISS_COST = 1.0
_NOW = datetime(2025, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Pair:
    """One message and one memory of its store: the features, and whether the memory answers the message."""

    store: int
    question: str
    memory: str
    features: np.ndarray
    answers: bool
    open: bool  # the gate lets the message through
    blind: bool  # neither the message nor the memory has a vector


#: Other rows that a store is searched among: a floor must hold for a person with three memories and with hundreds.
CROWDS = (0, 40, 300)
#: Rows of the smallest stores.
FEW = 3


def fitted(model: "Embedder", *, heartbeat: Callable[[], None]) -> dict[str, Any]:
    """Weights and floor for this embedding model. Takes half a minute or more; ``heartbeat`` is called all along."""
    from memories.recall.ranking import FEATURES

    examples = []
    for pair in pairs(stored(), model=model):
        heartbeat()
        examples.append(pair)
    found = fit(examples)
    weights = {name: round(float(value), 3) for name, value in zip(FEATURES, found, strict=True)}
    return {"weights": weights, "floor": chosen_floor(examples, found)}


def stored() -> list[dict[str, Any]]:
    """The stores that weights are fitted on."""
    found: list[dict[str, Any]] = yaml.safe_load(STORES.read_text(encoding="utf-8"))
    return found


def pairs(stores: list[dict[str, Any]], *, model: "Embedder", seed: int = 7) -> Iterator[Pair]:
    """Every message with the candidates of its store: as it is, with few rows, and among crowds of others."""
    from memories.recall import ranking
    from memories.recall.gate import Gate, gate
    from memories.recall.intent import read

    chance = random.Random(seed)
    others = [_row(text) for text in crowd(chance)]
    texts = [row.content for row in others]
    known = dict(zip(texts, model.passages(texts), strict=True))
    for place, store in enumerate(stores):
        rows = [_row(text) for text in store["memories"]]
        contents = [row.content for row in rows]
        known |= dict(zip(contents, model.passages(contents), strict=True))
        for line in store["questions"]:
            question, _, gold = (part.strip() for part in line.rpartition("->"))
            wanted = {rows[int(part)].id for part in gold.split(",") if part.strip()}
            intent = read(question)
            vector = model.query(intent.text)
            few = [row for row in rows if row.id in wanted]
            few += chance.sample([row for row in rows if row.id not in wanted], max(FEW - len(few), 0))
            searches: list[tuple[list[Row], dict[str, np.ndarray] | None]] = [(few, known)]
            searches += [(rows + others[:size], known) for size in CROWDS]
            # A row whose embedding failed, or a question whose embedding fails, is judged by its words.
            searches.append((rows + others[: CROWDS[1]], None))
            for among, embedded in searches:
                evidence = _search(intent, vector, among, embedded, model)
                for row in among:
                    if row.id not in evidence:
                        continue
                    yield Pair(
                        store=place,
                        question=f"{question} ({len(among)}{' by words' if embedded is None else ''})",
                        memory=row.content,
                        features=ranking.features(intent=intent, row=row, evidence=evidence[row.id]),
                        answers=row.id in wanted,
                        open=gate(question) == Gate.OPEN,
                        blind=embedded is None,
                    )


def crowd(chance: random.Random) -> list[str]:
    """Rows about what no message asks for."""
    english = [
        f"You {verb} {thing} {where}"
        for verb in (
            "saw",
            "noticed",
            "repaired",
            "borrowed",
            "threw away",
            "photographed",
            "ordered",
            "returned",
        )
        for thing in (
            "a wicker chair",
            "some copper wire",
            "an old sign",
            "a paper lantern",
            "two jars",
            "a folding screen",
        )
        for where in ("behind the town hall", "at the flea market", "before the storm", "near the canal")
    ]
    chinese = [
        f"你{when}{verb}{thing}"
        for when in ("前阵子", "去年秋天", "在集市上", "下雨那天")
        for verb in ("看见了", "修好了", "借来了", "扔掉了", "拍了", "退掉了")
        for thing in ("一把藤椅", "几卷铜线", "一块旧招牌", "一盏纸灯笼", "两个罐子", "一扇屏风")
    ]
    rows = english + chinese
    chance.shuffle(rows)
    return rows


def _row(text: str) -> "Row":
    from memories.recall.ranking import Row

    content, _, rest = text.partition(";;")
    fields = dict(re.findall(r"(\w+)=(\S+)", rest))
    return Row(
        id=uuid.uuid5(uuid.NAMESPACE_OID, text),
        content=content.strip(),
        type=fields.get("type", "fact"),
        slot=fields.get("slot", ""),
        relation=fields.get("relation", ""),
        confidence=0.8,
        access_count=0,
        told_at=_NOW,
        used_at=None,
    )


def _search(
    intent: "Intent",
    vector: np.ndarray,
    rows: list["Row"],
    known: dict[str, np.ndarray] | None,
    model: "Embedder",
) -> "dict[uuid.UUID, Evidence]":
    """What the channels would say of the candidates in a store that holds these rows alone."""
    from memories.recall import keywords
    from memories.recall.background import scale
    from memories.recall.evidence import merge, weigh
    from memories.recall.tokens import length, tokens
    from memories.recall.vectors import EMPTY, Scores

    near = EMPTY
    if known is not None:
        cosines = np.stack([known[row.content] for row in rows]) @ vector
        near = Scores(tuple(row.id.bytes for row in rows), cosines)
    packed: dict[str, list[tuple[bytes, int, int]]] = defaultdict(list)
    counts: list[Counter[str]] = [tokens(row.content) for row in rows]
    for row, count in zip(rows, counts, strict=True):
        for token, frequency in count.items():
            packed[token].append((row.id.bytes, frequency, length(count)))
    hits = keywords.score(
        weights=keywords.query_weights(intent.text),
        found={
            token: (len(found), 0, np.array(found, dtype=keywords.ROW).tobytes())
            for token, found in packed.items()
        },
        rows=len(rows),
        mean_length=max(sum(length(count) for count in counts) / len(rows), 1.0),
    )
    best = {"vector": near.best(20), "keyword": hits.scores.best(20)}
    texts = {row.id: row.content for row in rows}
    return weigh(
        texts={key: texts[key] for key in merge([[key for key, _ in found] for found in best.values()])},
        near=near,
        hits=hits,
        best=best,
        scale=scale(embedder=model, query=vector) if known is not None else None,
        rows=len(rows),
    )


def fit(examples: list[Pair]) -> np.ndarray:
    """Logistic regression by Newton's method with a ridge; the first feature is the bias and is left free."""
    x = np.stack([pair.features for pair in examples])
    y = np.array([pair.answers for pair in examples], dtype=np.float64)
    weights = np.zeros(x.shape[1])
    ridge = np.full(x.shape[1], RIDGE)
    ridge[0] = 1e-6
    for _ in range(50):
        p = 1.0 / (1.0 + np.exp(-(x @ weights)))
        gradient = x.T @ (p - y) + ridge * weights
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def chosen_floor(examples: list[Pair], weights: np.ndarray) -> float:
    """The middle of the floors with about the least cost on the messages that pass the gate."""
    seen = [pair for pair in examples if pair.open]
    p = 1.0 / (1.0 + np.exp(-(np.stack([pair.features for pair in seen]) @ weights)))
    y = np.array([pair.answers for pair in seen])
    floors = np.arange(0.05, 0.95, 0.01)
    costs = [
        MISS_COST * float((y & (p < floor)).sum()) + float((~y & (p >= floor)).sum()) for floor in floors
    ]
    best = [floor for floor, cost in zip(floors, costs, strict=True) if cost <= 1.02 * min(costs)]
    return round(float(np.median(best)), 2)


def measured(examples: list[Pair], injected: np.ndarray) -> dict[str, float]:
    """How a choice does: found and brought-along memories, and the messages that should bring nothing."""
    y = np.array([pair.answers for pair in examples])
    by_question: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index, pair in enumerate(examples):
        by_question[pair.store, pair.question].append(index)
    answerable = [rows for rows in by_question.values() if y[rows].any()]
    unanswerable = [rows for rows in by_question.values() if not y[rows].any()]
    return {
        "pairs": len(examples),
        "questions": len(by_question),
        "recall": round(float((y & injected).sum() / y.sum()), 3),
        "precision": round(float((y & injected).sum() / max(injected.sum(), 1)), 3),
        "answered_whole": round(float(np.mean([injected[rows][y[rows]].all() for rows in answerable])), 3),
        "brought_along": round(float(np.mean([(injected[rows] & ~y[rows]).sum() for rows in answerable])), 3),
        "left_alone": round(float(np.mean([not injected[rows].any() for rows in unanswerable])), 3),
    }


def cross_validated(examples: list[Pair]) -> tuple[dict[str, dict[str, float]], np.ndarray]:
    """The figures on stores that were held out of the fit, floor included."""
    injected = np.zeros(len(examples), dtype=bool)
    for fold in range(FOLDS):
        rest = [pair for pair in examples if pair.store % FOLDS != fold]
        weights = fit(rest)
        floor = chosen_floor(rest, weights)
        for index, pair in enumerate(examples):
            if pair.store % FOLDS == fold and pair.open:
                injected[index] = 1.0 / (1.0 + np.exp(-float(pair.features @ weights))) >= floor
    figures = {
        "all": measured(examples, injected),
        "by_words_alone": _measured_where(examples, injected, [pair.blind for pair in examples]),
        "with_vectors": _measured_where(examples, injected, [not pair.blind for pair in examples]),
    }
    return figures, injected


def _measured_where(examples: list[Pair], injected: np.ndarray, chosen: list[bool]) -> dict[str, float]:
    return measured(
        [pair for pair, is_in in zip(examples, chosen, strict=True) if is_in], injected[np.array(chosen)]
    )


def main() -> None:
    """Entry point of ``python -m memories.recall.calibrate``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write weights.json")
    parser.add_argument("--errors", action="store_true", help="list what held-out stores get wrong")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    import django

    django.setup()
    from memories.recall.ranking import FEATURES, WEIGHTS
    from memoryhub.ai.embeddings import embedder

    examples = list(pairs(stored(), model=embedder()))
    figures, injected = cross_validated(examples)
    if arguments.errors:
        for pair, is_in in zip(examples, injected, strict=True):
            if bool(is_in) != pair.answers:
                mark = "+" if is_in else ("-" if pair.open else "g")
                print(f"{mark} {pair.question}  |  {pair.memory}")  # noqa: T201
    weights = fit(examples)
    floor = chosen_floor(examples, weights)
    written = json.loads(WEIGHTS.read_text(encoding="utf-8")) | {
        "floor": floor,
        "weights": {name: round(float(value), 3) for name, value in zip(FEATURES, weights, strict=True)},
        "held_out": figures,
    }
    print(json.dumps(written, indent=2))  # noqa: T201
    if arguments.write:
        WEIGHTS.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
