"""What pages and the API read of a person's memories. Always of one person; the number of queries is fixed."""

import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import lru_cache
from pathlib import Path
from typing import Literal
from uuid import UUID

import opencc
from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import JSONObject

from memories import sources
from memories.capture.slots import SLOT_WORDS
from memories.kinds import MemoryStatus, SourceKind
from memories.models import (
    Citation,
    Feedback,
    Memory,
    MemoryEvent,
    MemorySource,
    MemoryVersion,
    NotHere,
    RecallTrace,
)
from memories.recall.relation_words import relations
from memories.recall.tokens import has_chinese, simplified
from memoryhub.models import User

Sort = Literal["-created", "created", "-used", "-last_used", "-confidence"]

_ORDER = {
    "-created": (F("created_at").desc(), F("pk").desc()),
    "created": (F("created_at").asc(), F("pk").asc()),
    "-used": (F("access_count").desc(), F("created_at").desc(), F("pk").desc()),
    "-last_used": (F("last_accessed_at").desc(nulls_last=True), F("created_at").desc(), F("pk").desc()),
    "-confidence": (F("confidence").desc(), F("created_at").desc(), F("pk").desc()),
}

#: Statuses whose text no longer shows in the chat.
_GONE = (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)
_USES_SHOWN = 20
_CHAIN_LIMIT = 100


@dataclass(frozen=True, slots=True)
class SourceWords:
    """One source of a memory: the words that support it, where they were said; empty when the message is gone."""

    source: MemorySource
    words: str = ""
    conversation_id: UUID | None = None
    conversation_title: str = ""


@dataclass(frozen=True, slots=True)
class MemoryHistory:
    """All that is known of one memory. ``superseded``: the other links of its chain, oldest first."""

    memory: Memory
    versions: list[MemoryVersion]
    superseded: list[Memory]
    sources: list[SourceWords]
    uses: list[RecallTrace]
    events: list[MemoryEvent]


@dataclass(frozen=True, slots=True)
class ReceiptItem:
    """A memory that went into a reply, as it stands now, and why it did.

    ``verdict``: what the person said of it there; ``used``: whether the reply told it, or had it to read;
    ``left_out_here``: it is not used in that conversation any more.
    """

    memory: Memory
    why: str
    score: float
    verdict: str = ""
    used: bool = True
    left_out_here: bool = False

    @property
    def unhelpful(self) -> bool:
        """Whether the person said that it was no help there."""
        return self.verdict == Feedback.Verdict.UNHELPFUL


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a reply was given from memory, and ``citations`` from documents.

    ``gone``: how many of the memories have been forgotten since.
    """

    trace_id: UUID
    gate: str
    took_ms: int
    items: list[ReceiptItem] = field(default_factory=list)
    gone: int = 0
    passages: int = 0
    citations: list[Citation] = field(default_factory=list)

    @property
    def used(self) -> int:
        """How many of the memories that still stand the reply told, or had to read."""
        return sum(item.used for item in self.items)

    @property
    def spare(self) -> int:
        """How many were at hand, and the reply told nothing of them."""
        return len(self.items) - self.used


def memory_list(
    *,
    user: User,
    status: str | Sequence[str] | None = None,
    type: str | Sequence[str] | None = None,
    q: str = "",
    source: str | UUID | None = None,
    slot: str | None = None,
    created_from: date | datetime | None = None,
    created_to: date | datetime | None = None,
    sort: str = "-created",
) -> QuerySet[Memory]:
    """The person's memories that fit all filters; dates are days in the person's zone, both included.

    ``source`` is a conversation's id or a kind of source ("hand", "import", "message", "task"); an unknown one fits
    nothing.
    """
    rows = Memory.objects.of(user)
    if statuses := _several(status):
        rows = rows.filter(status__in=statuses)
    if types := _several(type):
        rows = rows.filter(type__in=types)
    if slot:
        rows = rows.filter(slot=slot)
    if text := q.strip():
        rows = rows.filter(_says(text))
    if source:
        rows = rows.filter(Exists(_sources_of(source)))
    if created_from is not None:
        rows = rows.filter(created_at__gte=_moment(created_from, user=user, at=time.min))
    if created_to is not None:
        rows = rows.filter(created_at__lte=_moment(created_to, user=user, at=time.max))
    return with_sources(rows).order_by(*_ORDER.get(sort, _ORDER["-created"]))


def with_sources(rows: QuerySet[Memory]) -> QuerySet[Memory]:
    """The rows with subject and sources at hand (three queries, however many rows); without the messages' texts."""
    found = MemorySource.objects.select_related("message__conversation").defer("message__text")
    return rows.select_related("subject").prefetch_related(
        Prefetch("sources", queryset=found.order_by("said_at", "pk"))
    )


def memory_counts(*, user: User) -> dict[str, int]:
    """How many memories the person has in each status, zeros included."""
    counted = Memory.objects.of(user).order_by().values_list("status").annotate(count=Count("pk"))
    return {status.value: 0 for status in MemoryStatus} | dict(counted)


def memory_history(*, user: User, memory_id: UUID) -> MemoryHistory:
    """One memory with its past; raises MemoryNotFound for a missing or foreign id."""
    from memories.services import MemoryNotFound  # services read through this module

    memory = with_sources(Memory.objects.of(user)).filter(pk=memory_id).first()
    if memory is None:
        raise MemoryNotFound
    uses = (
        RecallTrace.objects.filter(
            Q(used=None) | Q(used__contains=[memory.pk]), user=user, injected__contains=[memory.pk]
        )
        .select_related("reply__conversation", "message__conversation")
        .defer("reply__text", "message__text")
        .order_by("-created_at", "-pk")
    )
    return MemoryHistory(
        memory=memory,
        versions=list(memory.versions.order_by("-created_at", "-pk")),
        superseded=_chain(user=user, memory=memory),
        sources=_words(user=user, found=memory.sources.all()),
        uses=list(uses[:_USES_SHOWN]),
        events=list(
            MemoryEvent.objects.filter(user=user, memory_id=memory.pk)
            .select_related("staff")
            .order_by("-created_at", "-pk")
        ),
    )


def memories_from_messages(*, user: User, message_ids: Iterable[UUID]) -> dict[UUID, list[Memory]]:
    """What was learnt from each of the messages and still stands, by message, in the order it was learnt."""
    found: dict[UUID, list[Memory]] = {}
    links = (
        MemorySource.objects.filter(memory__user=user, message_id__in=list(message_ids))
        .exclude(memory__status__in=_GONE)
        .select_related("memory__subject")
        .order_by("memory__created_at", "memory_id", "pk")
    )
    for link in links:
        if link.message_id is None:
            continue
        rows = found.setdefault(link.message_id, [])
        if link.memory not in rows:
            rows.append(link.memory)
    return found


def receipt_for(*, user: User, reply_ids: Iterable[UUID]) -> dict[UUID, Receipt]:
    """The receipts of the replies, joined with the memories as they stand now; a forgotten one is only counted."""
    said = Feedback.objects.filter(trace=OuterRef("pk"))
    hidden = NotHere.objects.filter(conversation=OuterRef("reply__conversation"))
    cited = Citation.objects.select_related("chunk__document").defer("chunk__text").order_by("rank")
    traces = list(
        RecallTrace.objects.filter(user=user, reply_id__in=list(reply_ids))
        .annotate(
            said=ArraySubquery(said.values(pair=JSONObject(memory="memory_id", verdict="verdict"))),
            hidden=ArraySubquery(hidden.values("memory_id")),
        )
        .prefetch_related(Prefetch("citations", queryset=cited))
    )
    wanted = {memory_id for trace in traces for memory_id in trace.injected}
    rows = Memory.objects.of(user).filter(pk__in=wanted).exclude(status__in=_GONE).select_related("subject")
    present = rows.in_bulk()
    return {trace.reply_id: _receipt(trace, present) for trace in traces if trace.reply_id}


def _receipt(trace: RecallTrace, present: Mapping[UUID, Memory]) -> Receipt:
    """The receipt of a trace with the annotations of ``receipt_for``."""
    chosen = {choice["id"]: choice for choice in trace.choices if choice.get("in")}
    said = {pair["memory"]: pair["verdict"] for pair in trace.said}  # type: ignore[attr-defined]
    hidden: list[UUID] = trace.hidden  # type: ignore[attr-defined]
    items = [
        ReceiptItem(
            memory=present[memory_id],
            why=str(chosen.get(str(memory_id), {}).get("why", "")),
            score=float(chosen.get(str(memory_id), {}).get("score", 0.0)),
            verdict=said.get(
                str(memory_id), Feedback.Verdict.UNHELPFUL if memory_id in trace.unhelpful else ""
            ),
            used=trace.used is None or memory_id in trace.used,
            left_out_here=memory_id in hidden,
        )
        for memory_id in trace.injected
        if memory_id in present
    ]
    return Receipt(
        trace_id=trace.pk,
        gate=trace.gate,
        took_ms=trace.took_ms,
        items=items,
        gone=len(trace.injected) - len(items),
        passages=len(trace.channels.get("passages", ())),
        citations=list(trace.citations.all()),
    )


def _several(value: str | Sequence[str] | None) -> list[str]:
    if not value:
        return []
    return [str(value)] if isinstance(value, str) else [str(one) for one in value]


def _says(text: str) -> Q:
    """Content or value holds the text, or the text names what the memory is about: "allergy", 过敏, "wife".

    A Chinese one is found in simplified or traditional characters, in any mixture.
    """
    plain = simplified(text.lower())
    slots = [slot for slot, words in SLOT_WORDS.items() if plain in words.split()]
    about = Q(slot__in=slots) | Q(subject__relation__in=relations(text))
    if not has_chinese(text):
        return about | Q(content__icontains=text) | Q(value__icontains=text)
    pattern = "".join(_any_form(character) for character in plain)
    return about | Q(content__iregex=pattern) | Q(value__iregex=pattern)


def _any_form(character: str) -> str:
    forms = _traditional_forms().get(character)
    return f"[{character}{forms}]" if forms else re.escape(character)


@lru_cache(maxsize=1)
def _traditional_forms() -> dict[str, str]:
    """The traditional characters that OpenCC writes as a simplified one, by that one."""
    table = Path(opencc.__file__).parent / "dictionary" / "TSCharacters.txt"
    forms: dict[str, str] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        traditional, _, plain = line.partition("\t")
        for one in plain.split():
            forms[one] = forms.get(one, "") + traditional
    return forms


def _sources_of(source: str | UUID) -> QuerySet[MemorySource]:
    links = MemorySource.objects.filter(memory=OuterRef("pk"))
    if source in SourceKind.values:
        return links.filter(kind=source)
    try:
        conversation_id = source if isinstance(source, UUID) else uuid.UUID(str(source))
    except ValueError:
        return links.none()
    return links.filter(message__conversation_id=conversation_id)


def _moment(value: date | datetime, *, user: User, at: time) -> datetime:
    if isinstance(value, datetime):
        return value
    return datetime.combine(value, at, tzinfo=user.tzinfo)


def _chain(*, user: User, memory: Memory) -> list[Memory]:
    """What it replaced and what replaced it, over all steps, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            WITH RECURSIVE chain(id, supersedes_id) AS (
                SELECT id, supersedes_id FROM memories_memory WHERE id = %(memory)s AND user_id = %(user)s
                UNION
                SELECT m.id, m.supersedes_id FROM memories_memory m
                JOIN chain c ON m.id = c.supersedes_id OR m.supersedes_id = c.id
                WHERE m.user_id = %(user)s
            )
            SELECT id FROM chain WHERE id <> %(memory)s LIMIT %(limit)s
            """,
            {"memory": memory.pk, "user": user.pk, "limit": _CHAIN_LIMIT},
        )
        ids = [row[0] for row in cursor.fetchall()]
    rows = Memory.objects.of(user).filter(pk__in=ids).select_related("subject")
    return list(rows.order_by("valid_from", "created_at", "pk"))


def _words(*, user: User, found: Iterable[MemorySource]) -> list[SourceWords]:
    links = list(found)
    ids = [link.message_id for link in links if link.message_id]
    messages = sources.conversations().messages(user=user, message_ids=ids) if ids else {}
    told: list[SourceWords] = []
    for link in links:
        message = messages.get(link.message_id) if link.message_id else None
        if message is None:
            told.append(SourceWords(source=link))
            continue
        told.append(
            SourceWords(
                source=link,
                words=message.text[link.start : link.end],
                conversation_id=message.conversation_id,
                conversation_title=message.conversation_title,
            )
        )
    return told
