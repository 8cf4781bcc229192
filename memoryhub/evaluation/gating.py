"""Measures the gate: which messages it takes for ones that need memory, and how often recall leaves a message alone.

``query_gating`` asks the gate alone. The other sets ask questions that nothing stored answers, through all of recall.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from memories.recall import recall
from memories.recall.gate import needs_memory
from memories.recall.types import RecallRequest
from memoryhub.evaluation import datasets, ranked, recall_sets
from memoryhub.evaluation.recall_sets import Query, Store, moment
from memoryhub.evaluation.recalling import Loaded, Vectors, load, person

SETS = ("query_gating", "locomo", "longmemeval")


@dataclass(frozen=True, slots=True)
class Judged:
    """A message, whether it needs the person's memory, and what the gate said."""

    text: str
    language: str
    source: str
    needs: bool
    passed: bool
    took_ms: float


def judged(*, data: Path, split: str, limit: int | None = None) -> list[Judged]:
    """What the gate says to every message of the set. Raises DataMissing."""
    found = []
    for row in datasets.rows(data / "query_gating", f"queries.{split}")[:limit]:
        began = perf_counter()
        passed = needs_memory(row["text"])
        took_ms = (perf_counter() - began) * 1000
        found.append(
            Judged(row["text"], row["lang"], row["source"], bool(row["needs_memory"]), passed, took_ms)
        )
    return found


def measured(rows: Sequence[Judged], *, split: str) -> dict[str, Any]:
    """F1 by language, accuracy, and the share that is right by where the messages come from."""
    sources: dict[str, list[Judged]] = {}
    for row in rows:
        sources.setdefault(f"{row.language} {row.source}", []).append(row)
    return {
        "set": "query_gating",
        "split": split,
        "n": len(rows),
        **ranked.times([row.took_ms for row in rows]),
        **{
            f"f1_{language}": _f1([row for row in rows if row.language == language])
            for language in ("en", "zh")
        },
        "accuracy": _accuracy(rows),
        "categories": {
            source: {"n": len(some), "needs": int(some[0].needs), "accuracy": _accuracy(some)}
            for source, some in sorted(sources.items())
        },
    }


def _accuracy(rows: Sequence[Judged]) -> float:
    return round(sum(row.needs == row.passed for row in rows) / len(rows), 4) if rows else 0.0


def _f1(rows: Sequence[Judged]) -> float:
    counts = Counter((row.needs, row.passed) for row in rows)
    right = counts[True, True]
    wrong = counts[True, False] + counts[False, True]
    return round(2 * right / (2 * right + wrong), 4) if right else 0.0


# ------------------------------------------------------------------------------------------------ without an answer


def unanswerable(*, name: str, data: Path, split: str) -> Iterator[Store]:
    """The people of a set with the questions that nothing stored answers. Raises DataMissing."""
    folder = {"locomo": "locomo", "longmemeval": "longmemeval_evidence"}[name]
    rows = datasets.rows(data / folder, f"queries.{split}")
    for store in recall_sets.stores(name=name, data=data, split=split):
        own = rows if name == "longmemeval" else [row for row in rows if row["conv_id"] == store.user]
        without = [
            row
            for row in own
            if (row["abstention"] if name == "longmemeval" else row["category"] == "adversarial")
        ]
        yield Store(
            store.user,
            store.docs,
            [
                Query(row["qid"], row["query"], (), row["category"] or "none", row.get("query_time"))
                for row in without
            ],
        )


def left_alone(
    stores: Iterator[Store], *, vectors: Vectors, name: str, split: str, limit: int | None = None
) -> dict[str, Any]:
    """The share of these questions to which nothing goes into the prompt, through gate and floor."""
    brought: list[int] = []
    took_ms: list[float] = []
    for store in stores:
        loaded = Loaded(person(store.user))
        load(loaded, store.docs, vectors=vectors)
        for query in store.queries[: None if limit is None else max(limit - len(brought), 0)]:
            request = RecallRequest(
                user=loaded.user,
                query=query.text,
                as_of=moment(query.time) or loaded.last_at + timedelta(days=1),
                trace=False,
            )
            began = perf_counter()
            found = recall(request)
            took_ms.append((perf_counter() - began) * 1000)
            brought.append(len(found.memories) + len(found.passages))
    return {
        "set": name,
        "split": split,
        "n": len(brought),
        **ranked.times(took_ms),
        "left_alone": round(sum(not count for count in brought) / len(brought), 4) if brought else 0.0,
        "brought": round(sum(brought) / len(brought), 3) if brought else 0.0,
        "categories": {},
    }
