"""Measures recall on public sets through the real pipeline: rows in the sandbox's database, questions asked of them.

A person at a time: what is stored of them is loaded in its order, and each question sees what was stored before it.
Gate and floor are open: the ranked list is judged. Gate and floor have their own measure.
"""

import hashlib
import re
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

import numpy as np
from django.db import connection, transaction

from chat.models import Conversation, Message
from memories import passages
from memories.capture.entities import entity_for
from memories.kinds import MemoryStatus, MemoryType, SourceKind
from memories.models import Memory, MemorySource, MemoryVector, Posting
from memories.recall import index, recollection
from memories.recall.types import RecallRequest
from memories.sources import SourceMessage
from memoryhub.evaluation import ranked, recall_sets
from memoryhub.evaluation.ranked import Answer
from memoryhub.evaluation.recall_sets import Doc, Query, Store, moment
from memoryhub.models import User

#: As much of the ranked list is looked at.
LISTED = 50
_START = datetime(2024, 1, 1, 9, tzinfo=UTC)
_BATCH = 256


class Vectors(Protocol):
    """Where the vectors of what is loaded come from."""

    def of(self, texts: Sequence[str]) -> tuple[np.ndarray, str]:
        """The vectors, shape (len(texts), dimensions), and the model's name."""
        ...


class Embedded:
    """The vectors by the embedder in use; with a file they are computed once and kept there."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._known: dict[str, np.ndarray] = {}
        if file is not None and file.exists():
            with np.load(file) as stored:
                self._known = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))

    def of(self, texts: Sequence[str]) -> tuple[np.ndarray, str]:
        from memories.recall.model_in_use import embedder

        model = embedder().model
        keys = [hashlib.sha256(f"{model}\0{text}".encode()).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        for start in range(0, len(missing), _BATCH):
            part = dict(list(missing.items())[start : start + _BATCH])
            self._known |= dict(zip(part, index.embed(contents=list(part.values()))[0], strict=True))
        return np.stack([self._known[key] for key in keys]).astype(np.float32), model

    def keep(self) -> None:
        """What was computed is in the file."""
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            np.savez_compressed(
                self._file,
                keys=np.array(list(self._known)),
                vectors=np.stack(list(self._known.values())).astype(np.float16),
            )


# ------------------------------------------------------------------------------------------------ loading


@dataclass(slots=True)
class Loaded:
    """A person in the database, and which row or message each document became."""

    user: User
    ids: dict[UUID, str] = field(default_factory=dict)
    stored: dict[tuple[str, ...], UUID] = field(default_factory=dict)
    places: dict[str, tuple[UUID, int]] = field(default_factory=dict)
    last_at: datetime = _START


def person(name: str) -> User:
    """A new user of the sandbox."""
    key = hashlib.sha256(name.encode()).hexdigest()[:20]
    return User.objects.create_user(email=f"{key}@example.org")


def load(loaded: Loaded, docs: Sequence[Doc], *, vectors: Vectors) -> None:
    """These documents are stored after those that are there: messages in the index of past ones, others as memories."""
    messages = [doc for doc in docs if doc.kind == "message"]
    rows = [doc for doc in docs if doc.kind != "message"]
    with transaction.atomic():
        if messages:
            _load_messages(loaded, messages, vectors)
        if rows:
            _load_memories(loaded, rows, vectors)


def _load_messages(loaded: Loaded, docs: Sequence[Doc], vectors: Vectors) -> None:
    conversations: list[Conversation] = []
    messages: list[Message] = []
    for doc in docs:
        session = doc.session if doc.session is not None else f"alone {doc.id}"
        if session not in loaded.places:
            conversation = Conversation(user=loaded.user)
            conversations.append(conversation)
            loaded.places[session] = conversation.pk, 0
        conversation_id, sequence = loaded.places[session]
        loaded.places[session] = conversation_id, sequence + 1
        loaded.last_at = moment(doc.time) or loaded.last_at + timedelta(seconds=1)
        message = Message(
            conversation_id=conversation_id,
            sequence=sequence + 1,
            role=Message.Role.ASSISTANT if doc.speaker == "assistant" else Message.Role.USER,
            status=Message.Status.DONE if doc.speaker == "assistant" else Message.Status.SAVED,
            text=doc.text,
            created_at=loaded.last_at,
        )
        messages.append(message)
        loaded.ids[message.pk] = doc.id
        loaded.stored[_key(doc)] = message.pk
    Conversation.objects.bulk_create(conversations, batch_size=1_000)
    Message.objects.bulk_create(messages, batch_size=1_000)
    sources = [
        SourceMessage(
            message_id=message.pk,
            conversation_id=message.conversation_id,
            conversation_title="",
            role=str(message.role),
            text=message.text,
            said_at=message.created_at,
            sequence=message.sequence,
        )
        for message in messages
    ]
    texts = passages.masked(user=loaded.user, messages=sources)
    found, model = vectors.of(list(texts.values()))
    by_id = dict(zip(texts, found, strict=True))
    passages.save(
        [
            passages.row_of(
                user_id=loaded.user.pk,
                message=message,
                text=texts[message.message_id],
                vector=by_id[message.message_id],
                model=model,
            )
            for message in sources
            if message.message_id in texts
        ]
    )


def _load_memories(loaded: Loaded, docs: Sequence[Doc], vectors: Vectors) -> None:
    subject = entity_for(loaded.user)
    found, model = vectors.of([doc.text for doc in docs])
    memories: list[Memory] = []
    for doc in docs:
        loaded.last_at = moment(doc.time) or loaded.last_at + timedelta(seconds=1)
        memory = Memory(
            user=loaded.user,
            content=doc.text,
            subject=subject,
            type=MemoryType.PREFERENCE if doc.kind == "preference" else MemoryType.FACT,
            status=MemoryStatus.ACTIVE,
            created_at=loaded.last_at,
        )
        memories.append(memory)
        loaded.ids[memory.pk] = doc.id
        loaded.stored[_key(doc)] = memory.pk
    Memory.objects.bulk_create(memories, batch_size=1_000)
    MemorySource.objects.bulk_create(
        [
            MemorySource(memory=memory, kind=SourceKind.IMPORT, said_at=memory.created_at)
            for memory in memories
        ],
        batch_size=1_000,
    )
    MemoryVector.objects.bulk_create(
        [
            MemoryVector(memory=memory, user=loaded.user, model=model, dimensions=len(vector), vector=vector)
            for memory, vector in zip(memories, found, strict=True)
        ],
        batch_size=1_000,
    )
    Posting.objects.bulk_create(
        [posting for memory in memories for posting in index.postings(memory)], batch_size=5_000
    )


def _key(doc: Doc) -> tuple[str, ...]:
    return (doc.kind, doc.id, doc.text, doc.time or "", doc.speaker or "", doc.session or "")


def _reloaded(loaded: Loaded | None, store: Store) -> Loaded:
    """Who the store is loaded for: the person before, where most of what is stored is the same; what is not, goes."""
    wanted = {_key(doc) for doc in store.docs}
    if loaded is None or len(wanted & loaded.stored.keys()) * 2 < len(wanted):
        return Loaded(person(store.user))
    gone = {key: loaded.stored.pop(key) for key in [*loaded.stored] if key not in wanted}
    ids = list(gone.values())
    Conversation.objects.filter(messages__in=ids).delete()
    Memory.objects.filter(pk__in=ids).delete()
    for key, row_id in gone.items():
        loaded.ids.pop(row_id)
        loaded.places.pop(key[5] or f"alone {key[1]}", None)
    return loaded


# ------------------------------------------------------------------------------------------------ asking


def asked(stores: Iterator[Store], *, vectors: Vectors, limit: int | None = None) -> Iterator[Answer]:
    """The answers to the questions of these people, the first ``limit`` of them."""
    left = limit
    loaded: Loaded | None = None
    for store in stores:
        queries = store.queries if left is None else store.queries[:left]
        if left is not None:
            left -= len(queries)
        if not queries:
            continue
        loaded = _reloaded(loaded, store)
        absent = [doc for doc in store.docs if _key(doc) not in loaded.stored]
        there = len(store.docs) - len(absent)
        _warm(loaded.user)
        for query in sorted(queries, key=lambda one: len(store.docs) if one.visible is None else one.visible):
            upto = len(store.docs) if query.visible is None else query.visible
            # What may be seen grows: only a person who is loaded anew is asked about a beginning.
            if upto > there or absent:
                part = absent[: max(upto - there, 0)] if query.visible is not None else absent
                load(loaded, part, vectors=vectors)
                absent = absent[len(part) :]
                there += len(part)
                _analyse()
            yield _ask(loaded, store, query)


def _warm(user: User) -> None:
    """The first call of a process loads models and word lists, which is no part of a recall."""
    recollection.ranked(RecallRequest(user=user, query="warm", as_of=_START, trace=False), limit=1)


def _analyse() -> None:
    """The planner knows the sizes, as it does in a database that has been running for a while."""
    with connection.cursor() as cursor:
        cursor.execute(
            "ANALYZE memories_passage, memories_passageposting, memories_memoryvector, memories_posting"
        )


def _ask(loaded: Loaded, store: Store, query: Query) -> Answer:
    request = RecallRequest(
        user=loaded.user,
        query=query.text,
        as_of=moment(query.time) or loaded.last_at + timedelta(days=1),
        trace=False,
    )
    began = time.perf_counter()
    found = recollection.ranked(request, limit=LISTED)
    took_ms = (time.perf_counter() - began) * 1000
    names = [loaded.ids[row.memory_id or row.message_id or uuid.UUID(int=0)] for row in found]
    return Answer(
        category=query.category,
        found=tuple(names),
        gold=query.gold,
        took_ms=took_ms,
        newest_first=_newest_first(names, store, query),
    )


def _newest_first(names: Sequence[str], store: Store, query: Query) -> bool | None:
    """Whether the newest of what answers stands above the oldest; None where nothing was updated."""
    if not re.fullmatch(r"knowledge[-_]update", query.category):
        return None
    told = {doc.id: at for doc in store.docs if doc.id in query.gold and (at := moment(doc.time))}
    if len(set(told.values())) < 2:
        return None
    newest = max(told, key=lambda one: told[one])
    oldest = min(told, key=lambda one: told[one])
    if newest not in names:
        return False
    return oldest not in names or names.index(newest) < names.index(oldest)


def measured(answers: Sequence[Answer], *, name: str, split: str) -> dict[str, Any]:
    """The figures of a set, and of each category."""
    figures = ranked.scores(answers)
    return {
        "set": name,
        "split": split,
        "n": figures.pop("n"),
        **ranked.times([answer.took_ms for answer in answers]),
        **figures,
        "categories": ranked.by_category(answers),
    }


def stores(*, name: str, data: Path, split: str) -> Iterator[Store]:
    """The people of a set. Raises DataMissing."""
    return recall_sets.stores(name=name, data=data, split=split)
