"""Measures what of a person's turns is remembered: each goes through the services, the database and the pipeline.

A turn counts as remembered when it leaves a memory: created, repeated or changed; pending or active.
"""

import multiprocessing
import os
import statistics
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from django.db import connections

from chat import services as conversations
from chat.models import Conversation
from memories import capture
from memories.kinds import MemoryStatus
from memories.models import MemorySource
from memoryhub.ai.embeddings import embedder
from memoryhub.ai.llm import use_language_model
from memoryhub.evaluation.datasets import rows
from memoryhub.models import User

SETS = ("msc_personasummary", "trimem", "realmem", "dulemon_sample_zh", "junk")
_ZONES = {"en": "UTC", "zh": "Asia/Shanghai"}
#: After so many captures a query is embedded, for the figure that a capture is compared with: under the same load.
_BETWEEN_QUERIES = 25
#: From so many turns on a set is played by several processes, each with people of its own.
_MANY = 2_000
_MOST_PROCESSES = 4


@dataclass(frozen=True, slots=True)
class Utterance:
    """A turn of a set. ``dialogue``: one user and one conversation; ``positive``: it is worth remembering."""

    dialogue: str
    text: str
    positive: bool
    language: str
    category: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a turn, and how long its capture took."""

    utterance: Utterance
    remembered: bool
    any_status: bool  # a row in any status but rejected
    ms: float
    contents: tuple[str, ...] = ()
    query_ms: float | None = None  # how long a query took to embed just after it, where that was measured

    @property
    def wrong(self) -> bool:
        return self.remembered != self.utterance.positive


# ------------------------------------------------------------------------------------------------ reading


def utterances(*, name: str, data: Path, split: str, limit: int | None = None) -> list[Utterance]:
    """The turns of a set, in their order. Raises DataMissing."""
    found = list(_READERS[name](data, split))
    return found if limit is None else found[:limit]


def _msc(data: Path, split: str) -> Iterator[Utterance]:
    """Two people talk; each is a user of their own. What people wrote down of an utterance makes it positive."""
    for row in rows(data / "msc_personasummary", f"utterances.{split}"):
        dialogue = f"{row['dialog_id']}/{row['speaker']}"
        yield Utterance(dialogue, row["text"], bool(row["memory"]), "en", "chat")


def _trimem(data: Path, split: str) -> Iterator[Utterance]:
    """Single utterances with the speaker's name before them; the assistant's are not a person's."""
    for row in rows(data / "trimem", f"utterances.{split}"):
        speaker, _, text = row["text"].partition("]:")
        if speaker.strip("[ ").lower() == "assistant":
            continue
        kinds = [kind for kind in ("episodic", "personal_semantic") if row[kind]]
        category = "+".join(kinds) or ("general" if row["general_semantic"] else "neither")
        yield Utterance(str(row["id"]), text.strip(), bool(kinds), "en", category)


def _realmem(data: Path, split: str) -> Iterator[Utterance]:
    for row in rows(data / "realmem", f"user_turns.{split}"):
        dialogue = f"{row['conv_id']}/{row['session']}"
        yield Utterance(dialogue, row["text"], bool(row["has_memory"]), "en", str(row["session_kind"]))


def _dulemon(data: Path, split: str) -> Iterator[Utterance]:
    for row in rows(data / "dulemon_sample_zh", f"utterances.{split}"):
        if row["speaker"] == "user":
            yield Utterance(str(row["dialog"]), row["text"], bool(row["persona_ids"]), "zh", "chat")


def _junk(data: Path, split: str) -> Iterator[Utterance]:
    """Requests that need no memory, without those in which people tell of themselves."""
    for number, row in enumerate(rows(data / "query_gating", f"queries.{split}")):
        if not row["needs_memory"] and not row.get("discloses"):
            yield Utterance(f"q{number}", row["text"], False, row["lang"], row["source"])


_READERS = {
    "msc_personasummary": _msc,
    "trimem": _trimem,
    "realmem": _realmem,
    "dulemon_sample_zh": _dulemon,
    "junk": _junk,
}


# ------------------------------------------------------------------------------------------------ playing


def outcomes(found: Sequence[Utterance], *, processes: int | None = None) -> list[Outcome]:
    """What becomes of each turn, in their order; a large set is shared among processes by its people. In a sandbox."""
    count = processes or (min(os.cpu_count() or 1, _MOST_PROCESSES) if len(found) >= _MANY else 1)
    if count == 1:
        return list(played(found))
    people = {
        dialogue: number for number, dialogue in enumerate(dict.fromkeys(one.dialogue for one in found))
    }
    shares: list[list[int]] = [[] for _ in range(count)]
    for index, one in enumerate(found):
        shares[people[one.dialogue] % count].append(index)
    connections.close_all()  # a connection that two processes share ends for both
    with ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("fork")) as pool:
        parts = list(pool.map(_played_apart, [[found[index] for index in share] for share in shares]))
    by_index = {
        index: outcome
        for share, part in zip(shares, parts, strict=True)
        for index, outcome in zip(share, part, strict=True)
    }
    return [by_index[index] for index in range(len(found))]


def _played_apart(found: list[Utterance]) -> list[Outcome]:
    try:
        return list(played(found))
    finally:
        connections.close_all()


def played(found: Iterable[Utterance]) -> Iterator[Outcome]:
    """Says each turn as its user and captures it, in order, with no language model. Inside a sandbox."""
    places: dict[str, Conversation] = {}
    with use_language_model(None):
        embedder().query("load the model")
        for number, utterance in enumerate(found):
            place = places.get(utterance.dialogue) or places.setdefault(
                utterance.dialogue, new_conversation(zone=_ZONES[utterance.language])
            )
            outcome = _said(place, utterance)
            if number % _BETWEEN_QUERIES == 0:
                outcome = replace(outcome, query_ms=_query_ms(utterance.text))
            yield outcome


def new_conversation(*, zone: str) -> Conversation:
    """A conversation of a person who is new too."""
    email = f"{uuid.uuid4().hex}@evaluation.invalid"
    user = User.objects.create_user(email=email, name="", time_zone=zone)
    return conversations.conversation_create(user=user)


def _said(place: Conversation, utterance: Utterance) -> Outcome:
    message, _ = conversations.message_save(conversation=place, text=utterance.text, client_id=None)
    began = time.perf_counter()
    capture.run_user(user_id=place.user_id)
    took = (time.perf_counter() - began) * 1000
    left = MemorySource.objects.filter(message=message).values_list("memory__status", "memory__content")
    statuses = {status for status, _ in left}
    return Outcome(
        utterance,
        remembered=bool(statuses & {MemoryStatus.PENDING, MemoryStatus.ACTIVE}),
        any_status=bool(statuses - {MemoryStatus.REJECTED}),
        ms=took,
        contents=tuple(content for _, content in left),
    )


def _query_ms(text: str) -> float:
    began = time.perf_counter()
    embedder().query(text)
    return (time.perf_counter() - began) * 1000


# ------------------------------------------------------------------------------------------------ figures


def measured(outcomes: Sequence[Outcome], *, name: str, split: str) -> dict[str, Any]:
    """The figures of a set that was played."""
    figures: dict[str, Any] = {"set": name, "split": split, "n": len(outcomes)}
    figures |= latency([outcome.ms for outcome in outcomes])
    queries = [outcome.query_ms for outcome in outcomes if outcome.query_ms is not None]
    if queries:
        query = statistics.median(queries)
        figures |= {"query_ms": round(query, 2), "capture_to_query": round(figures["p50_ms"] / query, 2)}
    metrics = junk if name == "junk" else scores
    figures |= metrics(outcomes)
    categories = sorted({outcome.utterance.category for outcome in outcomes})
    figures["categories"] = {}
    for category in categories:
        part = [outcome for outcome in outcomes if outcome.utterance.category == category]
        figures["categories"][category] = {"n": len(part), **metrics(part)}
    return figures


def latency(times_ms: Sequence[float]) -> dict[str, float]:
    """The median and the 95th percentile of some times."""
    if not times_ms:
        return {"p50_ms": 0.0, "p95_ms": 0.0}
    p50, p95 = np.percentile(np.asarray(times_ms), [50, 95])
    return {"p50_ms": round(float(p50), 2), "p95_ms": round(float(p95), 2)}


def scores(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Precision, recall and F1 of what was remembered, of 1."""
    hits = sum(outcome.remembered and outcome.utterance.positive for outcome in outcomes)
    remembered = sum(outcome.remembered for outcome in outcomes)
    positive = sum(outcome.utterance.positive for outcome in outcomes)
    return precision_recall(hits=hits, said_yes=remembered, positive=positive)


def precision_recall(*, hits: int, said_yes: int, positive: int) -> dict[str, float]:
    """The three figures of counts; what is divided by nothing is 0."""
    precision, recall = hits / max(said_yes, 1), hits / max(positive, 1)
    f1 = 2 * hits / max(said_yes + positive, 1)
    return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": round(f1, 4)}


def junk(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """The share of requests that left a row in any status but rejected, in all and by language."""
    figures = {"junk_rate": _share(outcomes)}
    for language in ("en", "zh"):
        part = [outcome for outcome in outcomes if outcome.utterance.language == language]
        if part:
            figures[f"junk_rate_{language}"] = _share(part)
    return figures


def _share(outcomes: Sequence[Outcome]) -> float:
    return round(sum(outcome.any_status for outcome in outcomes) / max(len(outcomes), 1), 4)
