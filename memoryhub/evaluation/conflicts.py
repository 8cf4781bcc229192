"""Measures whether a contradiction of what is stored is noticed: one memory is stored by hand, one turn is said."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any
from uuid import UUID

from chat import services as conversations
from memories import capture, services
from memories.capture.conflict import related_slots
from memories.kinds import MemoryStatus
from memories.models import CaptureRun, Memory
from memoryhub.ai.embeddings import embedder
from memoryhub.ai.llm import use_language_model
from memoryhub.evaluation.capturing import latency, new_conversation, precision_recall
from memoryhub.evaluation.datasets import rows

SETS = ("cdconv_zh", "kvpi_zh")
_CHANGED = {"updated", "corrected"}
_FIRST_PERSON = ("我", "俺", "咱", "本人")
_GENDERS = {"male": "我是男生", "female": "我是女生"}


class Said(StrEnum):
    """What a turn does to what is stored."""

    CONTRADICTED = "contradicted"
    ENTAILED = "entailed"
    IRRELEVANT = "irrelevant"


@dataclass(frozen=True, slots=True)
class Pair:
    """What is stored, what is said then, and what people read in it."""

    stored: tuple[str, ...]
    said: str
    label: Said
    category: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the product made of a pair, and how long the capture took."""

    pair: Pair
    found: Said
    ms: float


# ------------------------------------------------------------------------------------------------ reading


def pairs(*, name: str, data: Path, split: str, limit: int | None = None) -> list[Pair]:
    """The pairs of a set, in their order. Raises DataMissing."""
    found = list(_cdconv(data, split) if name == "cdconv_zh" else _kvpi(data, split))
    return found if limit is None else found[:limit]


def _cdconv(data: Path, split: str) -> Iterator[Pair]:
    """Two answers of one speaker; the second contradicts the first, or does not."""
    for row in rows(data / "cdconv_zh", f"dialogues.{split}"):
        contradicts = row["label"] == "history-contradiction"
        label = Said.CONTRADICTED if contradicts else Said.IRRELEVANT
        yield Pair((row["b1"],), row["b2"], label, str(row["label"]))


def _kvpi(data: Path, split: str) -> Iterator[Pair]:
    """A profile and a reply of its owner, where the reply speaks of the first person."""
    for row in rows(data / "kvpi_zh", f"items.{split}"):
        if not any(word in row["response"] for word in _FIRST_PERSON):
            continue
        profile = row["profile"]
        lines = (
            _GENDERS.get(profile.get("gender", ""), ""),
            f"我住在{profile['location'].replace(' ', '')}" if profile.get("location") else "",
            f"我是{profile['constellation']}" if profile.get("constellation") else "",
        )
        stored = tuple(line for line in lines if line)
        yield Pair(stored, row["response"], Said(row["label"]), str(row["domain"]))


# ------------------------------------------------------------------------------------------------ playing


def played(found: Iterable[Pair]) -> Iterator[Outcome]:
    """Stores and says each pair as a new user, with no language model. Inside a sandbox."""
    with use_language_model(None):
        embedder().query("load the model")
        for pair in found:
            yield _played(pair)


def _played(pair: Pair) -> Outcome:
    place = new_conversation(zone="Asia/Shanghai")
    for line in pair.stored:
        if line.strip():
            services.memory_remember(user=place.user, content=line)
    message, _ = conversations.message_save(conversation=place, text=pair.said, client_id=None)
    began = time.perf_counter()
    capture.run_user(user_id=place.user_id)
    took = (time.perf_counter() - began) * 1000
    outcomes = {row["outcome"] for row in CaptureRun.objects.get(message=message).outcome}
    if outcomes & _CHANGED or _inbox_asks(place.user_id):
        return Outcome(pair, Said.CONTRADICTED, took)
    return Outcome(pair, Said.ENTAILED if "repeated" in outcomes else Said.IRRELEVANT, took)


def _inbox_asks(user_id: UUID) -> bool:
    """Whether a memory waits in the inbox beside one that it concerns: of the same subject, in a related slot."""
    mine = Memory.objects.filter(user_id=user_id).exclude(slot="")
    active = {
        (row.subject_id, slot)
        for row in mine.filter(status=MemoryStatus.ACTIVE)
        for slot in related_slots(row.slot)
    }
    waiting = mine.filter(status=MemoryStatus.PENDING)
    return any((row.subject_id, row.slot) in active for row in waiting)


# ------------------------------------------------------------------------------------------------ figures


def measured(outcomes: Sequence[Outcome], *, name: str, split: str) -> dict[str, Any]:
    """The figures of a set that was played: F1 of contradictions for cdconv_zh, accuracy of three for kvpi_zh."""
    metrics = _f1 if name == "cdconv_zh" else _accuracy
    figures: dict[str, Any] = {"set": name, "split": split, "n": len(outcomes)}
    figures |= latency([outcome.ms for outcome in outcomes])
    figures |= metrics(outcomes)
    figures["categories"] = {}
    for category in sorted({outcome.pair.category for outcome in outcomes}):
        part = [outcome for outcome in outcomes if outcome.pair.category == category]
        figures["categories"][category] = {"n": len(part), **metrics(part)}
    return figures


def _f1(outcomes: Sequence[Outcome]) -> dict[str, float]:
    said = [outcome.found is Said.CONTRADICTED for outcome in outcomes]
    true = [outcome.pair.label is Said.CONTRADICTED for outcome in outcomes]
    hits = sum(one and other for one, other in zip(said, true, strict=True))
    return precision_recall(hits=hits, said_yes=sum(said), positive=sum(true))


def _accuracy(outcomes: Sequence[Outcome]) -> dict[str, float]:
    right = sum(outcome.found is outcome.pair.label for outcome in outcomes)
    return {"accuracy": round(right / max(len(outcomes), 1), 4)}
