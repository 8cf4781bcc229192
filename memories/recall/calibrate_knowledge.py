"""Fits the weights and the floor of the knowledge base on ``knowledge_calibration.yaml``; prints how they do.

    python -m memories.recall.calibrate_knowledge            prints the figures on documents held out of the fit
    python -m memories.recall.calibrate_knowledge --write    writes knowledge.json as well

Needs no database: each document is searched in memory, alone and among all others.
"""

import argparse
import json
import os
import struct
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

DOCUMENTS = Path(__file__).with_name("knowledge_calibration.yaml")
#: Pull of the weights (but the bias) towards zero.
RIDGE = 0.5
#: A passage that does not belong costs as much as this many that are missed.
STRAY_COST = 1.0
#: Passages of the smallest shelves.
FEW = 3
#: What is held out together: whole documents.
FOLDS = 9
#: Of the project's documents, beside the README.
MANUALS = ("conversation", "models", "recall", "upkeep")


@dataclass(frozen=True, slots=True)
class Pair:
    """One message and one passage: features, and whether it answers. ``fold``: what is held out together."""

    fold: int
    question: str
    passage: str
    features: np.ndarray
    answers: bool


def pairs(material: dict[str, Any]) -> Iterator[Pair]:
    """Every message with the passages of its document, alone and among all; what nothing answers with each document."""
    documents = [*material["documents"], *manuals()]
    everything = [
        (number, place) for number, one in enumerate(documents) for place in range(len(one["passages"]))
    ]
    for number, one in enumerate(documents):
        alone = [(number, place) for place in range(len(one["passages"]))]
        fold = number % FOLDS
        for line in one["questions"]:
            question, _, answers = line.partition("->")
            right = {(number, int(place)) for place in answers.split(",") if place.strip()}
            few = [place for place in alone if place in right]
            few += [place for place in alone if place not in right][: max(FEW - len(few), 0)]
            for shelf in (few, alone, everything):
                yield from _compared(documents, shelf, question.strip(), right, fold=fold)
        for place, question in enumerate(material["nothing"]):
            if place % len(documents) == number:
                yield from _compared(documents, everything, question, set(), fold=fold)
            yield from _compared(documents, alone, question, set(), fold=fold)
            if one["questions"]:
                yield from _compared(documents, alone[:FEW], question, set(), fold=fold)


def manuals() -> list[dict[str, Any]]:
    """The project's own documents, of which no message here asks anything: long passages, as people have them."""
    from memories.knowledge import files

    root = DOCUMENTS.parent.parent.parent
    taken = [
        files.take(name=path.name, data=path.read_bytes())
        for path in (root / "README.md", *(root / "docs" / f"{name}.md" for name in MANUALS))
    ]
    return [
        {"title": one.title, "passages": [each.text for each in one.passages], "questions": []}
        for one in taken
    ]


def _compared(
    documents: Sequence[dict[str, Any]],
    shelf: Sequence[tuple[int, int]],
    question: str,
    right: set[tuple[int, int]],
    *,
    fold: int,
) -> Iterator[Pair]:
    from memories.recall import keywords, knowledge
    from memories.recall.background import scale, standing
    from memories.recall.intent import read
    from memories.recall.tokens import has_chinese, length
    from memoryhub.ai.embeddings import embedder

    intent = read(question, recent=())
    texts = [documents[number]["passages"][place] for number, place in shelf]
    titles = [documents[number]["title"] for number, _place in shelf]
    model = embedder()
    vectors = np.stack([_vector(title, text) for title, text in zip(titles, texts, strict=True)])
    query = _query(question)
    cosines = vectors @ query
    counts = [_counts(title, text) for title, text in zip(titles, texts, strict=True)]
    found: dict[str, tuple[int, int, bytes]] = {}
    asked = keywords.query_weights(question)
    for token in asked:
        having = [place for place, count in enumerate(counts) if token in count]
        packed = b"".join(
            uuid.UUID(int=place).bytes + struct.pack(">hi", counts[place][token], length(counts[place]))
            for place in having
        )
        found[token] = (len(having), 0, packed)
    mean = float(np.mean([length(count) for count in counts]))
    hits = (
        keywords.score(weights=asked, found=found, rows=len(texts), mean_length=mean)
        if asked
        else keywords.NO_HITS
    )
    coverage = hits.coverage.of([uuid.UUID(int=place) for place in range(len(texts))])
    bm25 = {key.int: score for key, score in hits.scores.best(20)}
    best = max(bm25.values(), default=1.0) or 1.0
    ruler = scale(embedder=model, query=query)
    near = np.argsort(-cosines, kind="stable")[:20].tolist()
    for blind in (False, True):
        candidates = {
            place: knowledge.Candidate(
                cosine=None if blind else float(cosines[place]),
                standing=0.0
                if blind
                else standing(
                    model=model.model,
                    vector=vectors[place],
                    cosine=float(cosines[place]),
                    chinese=has_chinese(question),
                ),
                coverage=coverage.get(uuid.UUID(int=place), 0.0),
                of_best=bm25.get(place, 0.0) / best,
                rows=len(texts),
            )
            for place in dict.fromkeys([*([] if blind else near), *bm25])
        }
        shown = knowledge.evidence(
            candidates, texts={place: texts[place] for place in candidates}, scale=None if blind else ruler
        )
        named = f"{question} (words alone)" if blind else question
        for place, one in shown.items():
            values = knowledge.features(intent=intent, text=texts[place], evidence=one)
            yield Pair(fold, named, texts[place], values, shelf[place] in right)


@cache
def _vector(title: str, text: str) -> np.ndarray:
    from memories.knowledge.index import embedded_text
    from memoryhub.ai.embeddings import embedder

    return embedder().passages([embedded_text(title=title, heading="", text=text)])[0]


@cache
def _counts(title: str, text: str) -> Counter[str]:
    from memories.recall.tokens import tokens

    return tokens(f"{title}\n{text}")


@cache
def _query(text: str) -> np.ndarray:
    from memoryhub.ai.embeddings import embedder

    return embedder().query(text)


def fit(examples: Sequence[Pair]) -> np.ndarray:
    """The weights of a logistic regression with a ridge, by Newton's steps."""
    x = np.stack([pair.features for pair in examples])
    y = np.array([pair.answers for pair in examples], dtype=np.float64)
    pull = np.full(x.shape[1], RIDGE)
    pull[0] = 1e-6
    found = np.zeros(x.shape[1])
    for _step in range(50):
        chance = 1.0 / (1.0 + np.exp(-(x @ found)))
        slope = x.T @ (y - chance) - pull * found
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + np.diag(pull)
        step = np.linalg.solve(curve, slope)
        found = found + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return found


def chosen_floor(examples: Sequence[Pair], weights: np.ndarray) -> float:
    """The probability at which misses and strays cost least together."""
    chance = _chances(examples, weights)
    y = np.array([pair.answers for pair in examples])
    grid = np.arange(0.1, 0.9, 0.02)
    costs = [float((y & (chance < at)).sum() + STRAY_COST * (~y & (chance >= at)).sum()) for at in grid]
    return round(float(grid[int(np.argmin(costs))]), 2)


def _chances(examples: Sequence[Pair], weights: np.ndarray) -> np.ndarray:
    return 1.0 / (1.0 + np.exp(-(np.stack([pair.features for pair in examples]) @ weights)))


def held_out(examples: Sequence[Pair]) -> tuple[dict[str, float], list[tuple[Pair, bool]]]:
    """How it does on documents that the fit has not seen, floor included."""
    judged: list[tuple[Pair, bool]] = []
    for fold in sorted({pair.fold for pair in examples}):
        rest = [pair for pair in examples if pair.fold != fold]
        kept = [pair for pair in examples if pair.fold == fold]
        weights = fit(rest)
        floor = chosen_floor(rest, weights)
        judged += zip(kept, (_chances(kept, weights) >= floor).tolist(), strict=True)
    right = sum(pair.answers and brought for pair, brought in judged)
    questions = defaultdict(list)
    for pair, brought in judged:
        questions[pair.fold, pair.question].append((pair.answers, brought))
    silent = [rows for rows in questions.values() if not any(answers for answers, _ in rows)]
    return {
        "recall": round(right / sum(pair.answers for pair, _ in judged), 3),
        "precision": round(right / max(sum(brought for _, brought in judged), 1), 3),
        "left_alone": round(sum(not any(b for _, b in rows) for rows in silent) / len(silent), 3),
    }, judged


def main() -> None:
    """Entry point of ``python -m memories.recall.calibrate_knowledge``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write knowledge.json")
    parser.add_argument("--errors", action="store_true", help="list what held-out documents get wrong")
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
    import django

    django.setup()
    from memories.recall.knowledge import FEATURES, WEIGHTS

    examples = list(pairs(yaml.safe_load(DOCUMENTS.read_text(encoding="utf-8"))))
    figures, judged = held_out(examples)
    if arguments.errors:
        for pair, brought in judged:
            if brought != pair.answers:
                print(f"{'+' if brought else '-'} {pair.question}  |  {pair.passage[:90]}")  # noqa: T201
    weights = fit(examples)
    stored = {
        "floor": chosen_floor(examples, weights),
        "weights": {name: round(float(value), 3) for name, value in zip(FEATURES, weights, strict=True)},
        "held_out": figures,
        "pairs": len(examples),
    }
    print(json.dumps(stored, indent=2))  # noqa: T201
    if arguments.write:
        WEIGHTS.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
