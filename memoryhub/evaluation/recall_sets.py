"""Readers of the public recall sets: what is stored, in which order, which questions are asked, and what answers them.

A set's files are JSON lines, plain or gzipped, in a folder of its name. Nothing of them is part of the product.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from memoryhub.evaluation import datasets

Kind = Literal["message", "memory", "preference"]
Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Doc:
    """What is stored: a past message, a distilled memory or a typed preference; ``session`` groups messages."""

    id: str
    text: str
    time: str | None = None
    speaker: str | None = None
    session: str | None = None
    kind: Kind = "message"


@dataclass(frozen=True, slots=True)
class Query:
    """A question and what answers it; only the first ``visible`` documents were stored before it."""

    id: str
    text: str
    gold: tuple[str, ...]
    category: str
    time: str | None = None
    visible: int | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """One person: what is stored of them, in its order, and the questions."""

    user: str
    docs: list[Doc]
    queries: list[Query] = field(default_factory=list)


def rows(data: Path, name: str, stem: str) -> Rows:
    """The rows of a set's file. Raises DataMissing."""
    return datasets.rows(data / name, stem)


def _by_person(found: Rows) -> dict[str, Rows]:
    groups: dict[str, Rows] = {}
    for row in found:
        groups.setdefault(row["conv_id"], []).append(row)
    return groups


def _locomo(data: Path, split: str) -> Iterator[Store]:
    asked = _by_person(rows(data, "locomo", f"queries.{split}"))
    for person, turns in _by_person(rows(data, "locomo", f"corpus.{split}")).items():
        docs = [
            Doc(
                turn["doc_id"],
                f"{turn['speaker']}: {turn['text']} {turn['caption'] or ''}".strip(),
                turn["time"],
                turn["speaker"],
                str(turn["session"]),
            )
            for turn in turns
        ]
        yield Store(person, docs, [_query(row) for row in asked.get(person, []) if row["gold"]])


def _query(row: dict[str, Any], **fields: Any) -> Query:
    return Query(row["qid"], row["query"], tuple(row["gold"]), row["category"], **fields)


def _longmemeval(data: Path, split: str) -> Iterator[Store]:
    folder = "longmemeval_evidence"
    docs = [
        Doc(row["doc_id"], row["text"], row["time"], row["speaker"])
        for row in rows(data, folder, f"corpus.{split}")
    ]
    docs += [
        Doc(f"x{row['doc_id']}", row["text"], row["time"], row["speaker"])
        for row in rows(data, folder, "distractors.user_turns")
    ]
    known = {doc.id for doc in docs}
    yield Store(
        "longmemeval",
        docs,
        [
            Query(
                row["qid"],
                row["query"],
                tuple(one for one in row["gold"] if one in known),
                row["category"] or "none",
                row["query_time"],
            )
            for row in rows(data, folder, f"queries.{split}")
            if row["gold"] and not row["abstention"]
        ],
    )


def _realmem(data: Path, split: str) -> Iterator[Store]:
    asked = _by_person(rows(data, "realmem", f"queries.{split}"))
    for person, points in _by_person(rows(data, "realmem", f"memories.{split}")).items():
        points.sort(key=lambda point: point["order"])
        docs = [
            Doc(point["doc_id"], point["text"], point["time"], session=point["session"], kind="memory")
            for point in points
        ]
        yield Store(
            person,
            docs,
            [
                _query(
                    row,
                    time=row["time"],
                    visible=sum(point["order"] < row["visible_before"] for point in points),
                )
                for row in asked.get(person, [])
            ],
        )


def _prefeval(data: Path, split: str) -> Iterator[Store]:
    others = [Doc(row["doc_id"], row["text"]) for row in rows(data, "prefeval", "filler_user_turns")]
    people: dict[str, Rows] = {}
    for row in rows(data, "prefeval", f"explicit.{split}"):
        people.setdefault(row["pid"].split("#")[1], []).append(row)
    for number, stated in people.items():
        if len(stated) >= 4:
            docs = [Doc(row["pid"], row["preference"], kind="preference") for row in stated]
            yield Store(
                f"preferences {number}",
                docs + others,
                [Query(row["pid"], row["question"], (row["pid"],), row["topic"]) for row in stated],
            )


def _memdaily(data: Path, split: str) -> Iterator[Store]:
    lines = sorted({row["u1"] for row in rows(data, "cdconv_zh", "dialogues.train")})
    chosen = random.Random(20240613).sample(lines, 300)
    others = [Doc(f"noise{place}", text) for place, text in enumerate(chosen)]
    asked = _by_person(rows(data, "memdaily_zh", f"queries.{split}"))
    for person, messages in _by_person(rows(data, "memdaily_zh", f"corpus.{split}")).items():
        if person in asked:
            docs = [Doc(row["doc_id"], row["text"], row["time"]) for row in messages]
            yield Store(person, docs + others, [_query(row, time=row["query_time"]) for row in asked[person]])


def _lifebench(language: str) -> Callable[[Path, str], Iterator[Store]]:
    def read(data: Path, split: str) -> Iterator[Store]:
        folder = f"lifebench_{language}"
        asked = _by_person(rows(data, folder, f"queries.{split}"))
        for person, records in _by_person(rows(data, folder, f"corpus.{split}")).items():
            docs = [
                Doc(
                    row["doc_id"],
                    f"{row['time'] or ''} {row['speaker'] or ''} {row['text']}".strip(),
                    row["time"],
                    row["speaker"],
                )
                for row in records
            ]
            yield Store(
                person,
                docs,
                [_query(row, time=row["ask_time"]) for row in asked.get(person, []) if row["gold"]],
            )

    return read


def _beam(data: Path, split: str) -> Iterator[Store]:
    asked = _by_person(rows(data, "beam100k", f"queries.{split}"))
    for person, turns in _by_person(rows(data, "beam100k", f"corpus.{split}")).items():
        docs = [
            Doc(row["doc_id"], row["text"], row["time"], row["speaker"], str(row["session"])) for row in turns
        ]
        yield Store(person, docs, [_query(row) for row in asked.get(person, []) if row["gold"]])


def _locomo_plus(data: Path, split: str) -> Iterator[Store]:
    pairs = rows(data, "locomo_plus", f"pairs.{split}")
    yield Store(
        "plus",
        [Doc(str(row["id"]), row["cue"]) for row in pairs],
        [Query(str(row["id"]), row["trigger"], (str(row["id"]),), row["relation"]) for row in pairs],
    )


_READERS: dict[str, Callable[[Path, str], Iterator[Store]]] = {
    "locomo": _locomo,
    "longmemeval": _longmemeval,
    "realmem": _realmem,
    "prefeval": _prefeval,
    "memdaily": _memdaily,
    "lifebench_zh": _lifebench("zh"),
    "lifebench_en": _lifebench("en"),
    "beam": _beam,
    "locomo_plus": _locomo_plus,
}
SETS = tuple(_READERS)


def stores(*, name: str, data: Path, split: str) -> Iterator[Store]:
    """The people of a set, one after the other. Raises DataMissing."""
    for store in _READERS[name](data, split):
        yield replace(store, docs=_dated(store.docs))


def _dated(docs: list[Doc]) -> list[Doc]:
    """The documents, with those that stand alone and have no time spread evenly over the time of the others.

    Else all that a set adds as noise would have been said last.
    """
    times = [at for doc in docs if (at := moment(doc.time))]
    undated = sum(moment(doc.time) is None and doc.session is None for doc in docs)
    if not (times and undated):
        return docs
    first, step = min(times), (max(times) - min(times)) / undated
    found: list[Doc] = []
    number = 0
    for doc in docs:
        if moment(doc.time) is None and doc.session is None:
            at = first + number * step
            doc = replace(doc, time=at.strftime("%Y-%m-%d %H:%M:%S"))
            number += 1
        found.append(doc)
    return found


# ------------------------------------------------------------------------------------------------ times

_WEEKDAY = re.compile(r"\s*(?:\([A-Z][a-z]+\)|周[一二三四五六日])\s*")
_FORMS = (
    "%I:%M %p on %d %B, %Y",
    "%Y/%m/%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d",
    "%Y年%m月%d日 %H:%M",
    "%Y-%m",
    "%B-%d-%Y",
)


def moment(text: str | None) -> datetime | None:
    """The time that a set writes in its own way; None where it has none or one that cannot be read."""
    if not text:
        return None
    plain = _WEEKDAY.sub(" ", text).strip()
    for form in _FORMS:
        try:
            return datetime.strptime(plain, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None
