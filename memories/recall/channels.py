"""The channels of one recall: meaning, keywords, asked-for slots, relations, standing rows, words not captured yet.

Each reads one person's rows. What they find is judged in ``ranking``; what goes in is chosen in ``recollection``.
"""

import re
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from memories import sources
from memories.capture import entities, seen
from memories.capture.keys import subject_of
from memories.capture.spans import own_words
from memories.kinds import MemoryType, Protection
from memories.models import Memory, MemorySource, NotHere
from memories.recall import keywords, led, overtaken, vectors, waiting_words, whose
from memories.recall.embedding import QueryVector
from memories.recall.evidence import Evidence, merge, weigh
from memories.recall.intent import Intent, only_asks, read
from memories.recall.overtaken import Standing, Waiting
from memories.recall.ranking import Row
from memories.recall.relation_words import with_kin
from memories.recall.types import PendingWords, RecallRequest
from memories.recall.vectors import EMPTY
from memories.recall.waiting_words import Read

#: The latest rows that an overview chooses from.
OVERVIEW_LIMIT = 500
#: Safety rows that are judged against every message, and turns not captured yet that may come along.
SAFETY_LIMIT = 50
PENDING_LIMIT = 5
PENDING_CHARACTERS = 400


@dataclass(frozen=True, slots=True)
class Found:
    """What the channels found: (id, score) best first by channel, and the evidence of every candidate."""

    channels: dict[str, list[tuple[UUID, float]]] = field(default_factory=dict)
    memories: list[Memory] = field(default_factory=list)
    evidence: dict[UUID, Evidence] = field(default_factory=dict)


def row_of(memory: Memory) -> Row:
    """A memory as ranking sees it."""
    return Row(
        id=memory.pk,
        content=memory.content,
        type=memory.type,
        slot=memory.slot,
        relation=memory.subject.relation,
        confidence=memory.confidence,
        access_count=memory.access_count,
        told_at=said_at(memory),
        used_at=memory.last_accessed_at,
        protection=memory.protection,
        pinned=memory.pinned_at is not None,
        name=memory.subject.name,
    )


def said_at(memory: Memory) -> datetime:
    """When the person last said it: the annotation of ``_readable``."""
    said: datetime = memory.last_said_at  # type: ignore[attr-defined]
    return said


def _readable(request: RecallRequest) -> QuerySet[Memory]:
    """The person's current rows, with when each was last said; none that the person left out of this conversation."""
    last_said = MemorySource.objects.filter(memory=OuterRef("pk")).order_by("-said_at").values("said_at")[:1]
    rows = Memory.objects.of(request.user).active()
    if request.conversation_id is not None:
        rows = rows.exclude(Exists(_left_out_here(request.conversation_id)))
    return (
        rows.filter(Q(expires_at=None) | Q(expires_at__gt=request.as_of), flag="")
        .select_related("subject")
        .annotate(last_said_at=Coalesce(Subquery(last_said), "created_at"))
    )


def _left_out_here(conversation_id: UUID) -> QuerySet[NotHere]:
    return NotHere.objects.filter(memory=OuterRef("pk"), conversation_id=conversation_id)


def standing(request: RecallRequest) -> tuple[list[Memory], list[Memory]]:
    """The standing instructions, pinned and weightiest first, and the safety rows; one query."""
    rows = _readable(request).filter(Q(type=MemoryType.INSTRUCTION) | Q(protection=Protection.SAFETY))
    instructions: list[Memory] = []
    safety: list[Memory] = []
    for memory in rows.order_by("-importance", "-confidence", "-created_at", "pk"):
        (instructions if memory.type == MemoryType.INSTRUCTION else safety).append(memory)
    instructions.sort(key=lambda memory: memory.pinned_at is None)
    return instructions, safety[:SAFETY_LIMIT]


def everything(request: RecallRequest) -> list[Memory]:
    """The latest rows that may be read, instructions apart: what an overview chooses from."""
    rows = _readable(request).exclude(type=MemoryType.INSTRUCTION)
    return list(rows.order_by("-created_at", "pk")[:OVERVIEW_LIMIT])


def count(request: RecallRequest) -> int:
    """How many rows may be read, instructions apart."""
    return _readable(request).exclude(type=MemoryType.INSTRUCTION).count()


def search(*, request: RecallRequest, intent: Intent, asked: Future[QueryVector | None]) -> Found:
    """All channels over the person's rows, merged without duplicates, with the evidence of each candidate."""
    limit = settings.MEMORY_CHANNEL_LIMIT
    user_id = request.user.pk
    hits = keywords.search(user_id=user_id, query=intent.text)
    query = asked.result()
    near = (
        vectors.search(user_id=user_id, vector=query.vector, model=query.model)
        if query is not None
        else EMPTY
    )
    best = {"vector": near.best(limit), "keyword": hits.scores.best(limit)}
    ids = merge([[memory for memory, _ in rows] for rows in best.values()])
    candidates = _readable(request).exclude(type=MemoryType.INSTRUCTION)
    memories = list(candidates.filter(pk__in=ids))
    if named := _named(intent):
        known = {memory.pk for memory in memories}
        more = list(candidates.filter(named).exclude(pk__in=known).order_by("-created_at", "pk")[:limit])
        best["named"] = [(memory.pk, 1.0) for memory in more]
        memories += more
    if led_to := led.search(request=request, intent=intent):
        known = {memory.pk for memory in memories}
        memories += candidates.filter(pk__in=[memory for memory, _ in led_to if memory not in known])
        best[led.CHANNEL] = led_to
    return Found(
        channels=best,
        memories=memories,
        evidence=weigh(
            texts={memory.pk: memory.content for memory in memories},
            near=near,
            hits=hits,
            best=best,
            scale=query.scale if query else None,
            rows=max(hits.rows, len(near.keys), 1),
        ),
    )


def _named(intent: Intent) -> Q:
    """The rows whose slot or relation the message names; they count even when neither words nor meaning find them."""
    if intent.relations:
        return Q(subject__relation__in=with_kin(intent.relations))
    if names := whose.names(intent):
        return reduce(or_, (Q(subject__name__iexact=name) for name in names))
    exact = [slot for slot in intent.slots if not slot.endswith(".")]
    return Q(slot__in=exact) if exact else Q()


@dataclass(frozen=True, slots=True)
class NotCaptured:
    """What the person said and capture has not read yet: the words of it to tell, and what they state."""

    words: list[PendingWords] = field(default_factory=list)
    statements: list[Waiting] = field(default_factory=list)

    def overtaken(self, memories: Sequence[Memory]) -> frozenset[UUID]:
        """Which of these memories hold no more by what was said since."""
        if not self.statements:
            return frozenset()
        sure = settings.MEMORY_ACTIVE_CONFIDENCE
        return overtaken.overtaken(
            waiting=self.statements, rows=[_standing(row) for row in memories], sure=sure
        )


def pending(request: RecallRequest, *, asked: Sequence[Intent]) -> NotCaptured:
    """What the person said and capture has not read yet: statements, secrets and foreign words blanked.

    First what answers one of the questions, then what is minutes old and counts by its age alone, each newest first.
    Of what stands in the talk before the message only what answers it is told again.
    """
    exclude = [request.message_id] if request.message_id else []
    in_view = {" ".join(text.split()) for text in request.recent}
    waiting = sources.conversations().pending_turns(user=request.user, exclude=exclude)
    known = entities.known(request.user) if waiting else ()
    turns: list[tuple[Read, bool]] = []
    for turn in reversed(waiting):
        text = re.sub(r"\s+", " ", own_words(turn).text).strip()
        if text and not only_asks(text):
            said = replace(turn, text=text[:PENDING_CHARACTERS])
            turns.append((waiting_words.read(said, known=known), " ".join(turn.text.split()) in in_view))
    reads = [said for said, _shown in turns]
    answers = waiting_words.answering(asked=asked, turns=reads)
    alone = answers
    if asked[0].text != request.query:
        # A follow-up carries the turn before it along, and that one must not answer for having its own words.
        alone = waiting_words.answering(asked=[read(request.query), *asked[1:]], turns=reads)
    told = [
        (said.turn, by_itself if shown else answer)
        for (said, shown), answer, by_itself in zip(turns, answers, alone, strict=True)
        if by_itself or not shown
    ]
    return NotCaptured(
        words=[
            PendingWords(
                message_id=turn.message_id,
                conversation_id=turn.conversation_id,
                text=turn.text,
                answer=answer,
                said_at=turn.said_at,
                score=1.0 / (1 + place),
            )
            for place, (turn, answer) in enumerate(sorted(told, key=lambda one: not one[1])[:PENDING_LIMIT])
        ],
        statements=[Waiting(one, said.turn.said_at) for said, _shown in turns for one in said.candidates],
    )


def _standing(memory: Memory) -> Standing:
    """A memory as what waits for capture is held against it."""
    return Standing(
        existing=seen.existing(memory, said_at=said_at(memory), near=True),
        told=seen.told(memory),
        subject=subject_of(memory.subject),
        guards=memory.protection == Protection.SAFETY,
    )
