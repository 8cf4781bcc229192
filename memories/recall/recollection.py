"""One recall, from request to recollection: gate, channels, ranking, choice within floor and budget, trace."""

import logging
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from memories.models import Memory, MemorySettings, RecallTrace
from memories.not_here import left_out
from memories.recall import (
    archived,
    channels,
    embedding,
    episodes,
    fitting,
    former,
    going_on,
    knowledge,
    led,
    overview,
    ranking,
    safety,
    said_before,
    tracing,
)
from memories.recall.address import address
from memories.recall.channels import Found, NotCaptured
from memories.recall.embedding import QueryVector
from memories.recall.evidence import Evidence
from memories.recall.gate import Gate, gate
from memories.recall.intent import Intent, in_short, read
from memories.recall.ranking import Row
from memories.recall.room import Room
from memories.recall.types import Recalled, RecallRequest, Recollection
from memoryhub.ai.errors import ModelError
from memoryhub.ai.reranker import reranker

logger = logging.getLogger(__name__)

#: A reranker reads this many candidates.
RERANKED = 20


def recall(request: RecallRequest) -> Recollection:
    """What the person's memory says to this message; with ``request.trace`` the trace of it is saved."""
    started = time.monotonic()
    request = replace(request, query=in_short(request.query))
    if not MemorySettings.objects.filter(user=request.user, use=False).exists():
        recollection, trace = _recall(request)
    else:
        recollection, trace = Recollection(gate=Gate.SWITCHED_OFF), {}
    took_ms = round((time.monotonic() - started) * 1000)
    trace_id = None
    if request.trace:
        trace_id = RecallTrace.objects.create(
            user=request.user,
            message_id=request.message_id,
            gate=recollection.gate,
            injected=[row.memory_id for row in recollection.injected],
            took_ms=took_ms,
            **trace,
        ).pk
        knowledge.cite(trace_id=trace_id, words=recollection.knowledge)
    return replace(recollection, trace_id=trace_id, took_ms=took_ms)


def record_access(*, trace_id: UUID) -> None:
    """What the recall of this trace injected, and the reply told as far as that is known, counts one access more.

    Once a trace.
    """
    now = timezone.now()
    with transaction.atomic():
        if not RecallTrace.objects.filter(pk=trace_id, counted_at=None).update(counted_at=now):
            return
        user_id, injected, used = RecallTrace.objects.values_list("user_id", "injected", "used").get(
            pk=trace_id
        )
        told = injected if used is None else used
        # In the order of ids: two replies that end at once must not wait for each other's rows crosswise.
        locked = (
            Memory.objects.filter(user_id=user_id, pk__in=told)
            .order_by("pk")
            .select_for_update(no_key=True)
            .values_list("pk", flat=True)
        )
        Memory.objects.filter(pk__in=list(locked)).update(
            access_count=F("access_count") + 1, last_accessed_at=now
        )


def _recall(request: RecallRequest) -> tuple[Recollection, dict[str, object]]:
    intent = read(request.query, recent=request.recent)
    passed = gate(request.query) if request.gated else Gate.OPEN
    if passed == Gate.GENERAL and (intent.text != request.query or led.begins_with_theirs(request)):
        passed = Gate.OPEN  # a follow-up leans on the turn before it: its own words do not tell
    summing_up = passed == Gate.OPEN and overview.asks_for_overview(request.query)
    # The model computes while the rows that need no vector are read.
    asked = embedding.begin(intent.text) if passed == Gate.OPEN and not summing_up else None
    # Read before the memories: what capture commits in between is then found twice, and never missed.
    waiting = (
        channels.pending(request, asked=_questions(request, intent)) if passed == Gate.OPEN else NotCaptured()
    )
    instructions, warnings = channels.standing(request)
    # What a follow-up leans on may ask for something harmless, and its own words for what is not.
    meant = [intent] if intent.text == request.query else [intent, read(request.query)]
    budget = Room(request.budget_tokens)
    told = budget.take(
        (_recalled(memory, why="instruction") for memory in instructions),
        limit=settings.MEMORY_INSTRUCTION_LIMIT,
    )
    if asked is None and not summing_up:
        # No model is asked: the words alone say whether a warning is due, as in "write me a recipe".
        due = [memory for memory in warnings if _warns(memory, asked=meant, found=None, passed=passed)]
        memories = budget.take(_recalled(memory, why="safety") for memory in due)
        documents = knowledge.brought(request=request, intent=intent) if passed == Gate.GENERAL else ()
        return Recollection(
            gate=passed, memories=memories, instructions=told, knowledge=documents
        ), tracing.trace(None, [], memories, told)
    if asked is None:
        everything = channels.everything(request)
        gone = waiting.overtaken(everything)
        rows = overview.weightiest([row for row in everything if row.pk not in gone])
        memories = budget.take(
            (_recalled(memory, why="overview") for memory in rows), limit=settings.MEMORY_RECALL_LIMIT
        )
        # Everything is asked for, and each of these is a part of it.
        pending = budget.take_pending(replace(words, answer=words.text) for words in waiting.words)
        return Recollection(
            gate=Gate.OPEN if told or memories or pending else Gate.EMPTY,
            memories=memories,
            instructions=told,
            pending=pending,
            more=channels.count(request) - len(memories),
        ), tracing.trace(Found(channels=overview.ranked(rows, limit=tracing.TRACED)), [], memories, told)
    found, choices = _found(request=request, intent=intent, asked=asked)
    query = asked.result()
    before = said_before.candidates(request=request, intent=intent, query=query)
    due = [memory for memory in warnings if _warns(memory, asked=meant, found=found, passed=passed)]
    scores = {memory.pk: score for memory, score, above in choices if above}
    # What warns is sure of its place in the budget; in the order it stands where it ranks, and last if it only warns.
    warnings_told = budget.take(
        _recalled(memory, why="safety", score=scores.get(memory.pk, 0.0), found=found) for memory in due
    )
    settled = frozenset(memory.pk for memory in due)
    if not former.asks_for_past(request.query):
        settled |= waiting.overtaken([memory for memory, _, above in choices if above])
    passing = [choice for choice in choices if choice[2] and choice[0].pk not in settled]
    chosen = budget.take(
        (
            _recalled(memory, why=_why(found, memory), score=score, found=found)
            for memory, score, _ in passing
        ),
        limit=settings.MEMORY_RECALL_LIMIT,
    )
    memories = safety.in_order(chosen, warnings_told)
    replaced = former.search(request=request, intent=intent, found=found.memories, chosen=chosen)
    memories += budget.take(_recalled(memory, why="former") for memory in replaced)
    replaced = archived.search(request=request, chosen={row.memory_id for row in memories})
    memories += budget.take(_recalled(memory, why="archived") for memory in replaced)
    pending = budget.take_pending(waiting.words)
    hidden = left_out(request.conversation_id)  # the messages and talks that told it are silent here, too
    passages = budget.take_passages(
        said_before.brought(
            request=request,
            asked=_questions(request, intent),
            rows=before,
            known={row.memory_id for row in (*told, *memories)} | hidden,
            said={words.message_id for words in pending},
        )
    )
    shown = {row.memory_id for row in (*told, *memories)} | hidden
    quoted = [words.message_id for words in passages]
    talks = budget.take_episodes(
        episodes.search(request=request, intent=intent, query=query, known=shown, said=quoted)
    )
    documents = knowledge.brought(request=request, intent=intent, asked=asked)
    empty = not (found.memories or told or memories or pending or passages or talks or documents)
    return Recollection(
        gate=Gate.EMPTY if empty else Gate.OPEN,
        memories=memories,
        instructions=told,
        pending=pending,
        passages=passages,
        episodes=talks,
        knowledge=documents,
    ), tracing.trace(found, choices, memories, told, before=before, passages=passages, talks=talks)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory or a past message in the order in which a question finds it."""

    memory_id: UUID | None
    message_id: UUID | None
    score: float


def ranked(request: RecallRequest, *, limit: int) -> list[Ranked]:
    """What the question finds of memories and past messages in one order, without gate, floor and budget; no trace.

    Memories come before messages: they say in a line what was meant to last.
    """
    intent = read(request.query, recent=request.recent)
    asked = embedding.begin(intent.text)
    found = channels.search(request=request, intent=intent, asked=asked)
    query = asked.result()
    rows = [
        Ranked(memory_id=memory.pk, message_id=None, score=score)
        for memory, score, _ in _choices(request=request, intent=intent, found=found)
    ]
    rows += [
        Ranked(memory_id=None, message_id=row.message.message_id, score=row.score)
        for row in said_before.candidates(request=request, intent=intent, query=query, limit=limit)
    ]
    return rows[:limit]


def _warns(memory: Memory, *, asked: Sequence[Intent], found: Found | None, passed: Gate) -> bool:
    if passed in (Gate.SMALL_TALK, Gate.NONSENSE, Gate.ARITHMETIC):
        return False
    evidence = found.evidence.get(memory.pk) if found else None
    return any(
        safety.is_concerned(intent=intent, content=memory.content, evidence=evidence) for intent in asked
    )


def _questions(request: RecallRequest, intent: Intent) -> list[Intent]:
    """The message as it is asked, and each question of one that asks two things."""
    parts = fitting.parts(request.query) if intent.text == request.query else []
    return [intent, *map(read, parts)]


def _found(
    *, request: RecallRequest, intent: Intent, asked: "Future[QueryVector | None]"
) -> tuple[Found, list[tuple[Memory, float, bool]]]:
    """What the channels find, and the choices among it; a message that asks two things is read as two questions."""
    found = channels.search(request=request, intent=intent, asked=asked)
    choices = _choices(request=request, intent=intent, found=found)
    parts = _questions(request, intent)[1:]
    if not parts:
        return found, choices
    best = {memory.pk: (memory, score, False) for memory, score, _ in choices}
    evidence = dict(found.evidence)
    for asks in parts:
        more = channels.search(request=request, intent=asks, asked=embedding.begin(asks.text))
        for memory, score, passes in _choices(request=request, intent=asks, found=more):
            _, known, passed = best.get(memory.pk, (memory, 0.0, False))
            best[memory.pk] = (memory, max(known, score) if passes or passed else known, passes or passed)
            evidence.setdefault(memory.pk, more.evidence[memory.pk])
    merged = sorted(best.values(), key=lambda choice: (-choice[1], choice[0].pk))
    return Found(
        channels=found.channels, memories=[memory for memory, _, _ in merged], evidence=evidence
    ), merged


def _choices(*, request: RecallRequest, intent: Intent, found: Found) -> list[tuple[Memory, float, bool]]:
    """Every candidate with its final score and whether it is above the floor, best first; ties by id."""
    rows = [channels.row_of(memory) for memory in found.memories]
    values = [
        ranking.features(intent=intent, row=row, evidence=found.evidence[memory.pk])
        for memory, row in zip(found.memories, rows, strict=True)
    ]
    evidence = [found.evidence[memory.pk] for memory in found.memories]
    judged = [
        fitting.Judged(row=row, chance=ranking.probability(one), nearness=shown.nearness)
        for row, one, shown in zip(rows, values, evidence, strict=True)
    ]
    scored = [
        (memory, ranking.shown(score), passes)
        for memory, passes, score in zip(
            found.memories,
            fitting.answering(intent=intent, judged=judged, floor=ranking.floor()),
            _ordering(intent=intent, rows=rows, values=values, evidence=evidence, as_of=request.as_of),
            strict=True,
        )
    ]
    scored.sort(key=lambda choice: (-choice[1], choice[0].pk))
    return led.first(_reranked(intent.text, scored), evidence=found.evidence)


def _ordering(
    *,
    intent: Intent,
    rows: Sequence[Row],
    values: Sequence[np.ndarray],
    evidence: Sequence[Evidence],
    as_of: datetime,
) -> list[float]:
    """What orders the candidates: a message that goes on with something is about what was told lately."""
    if intent.goes_on:
        plain = going_on.order(rows=rows, evidence=evidence, as_of=as_of)
        return [
            value + ranking.hints(one) + ranking.standing(row)
            for value, one, row in zip(plain, values, rows, strict=True)
        ]
    relevance = ranking.lifted(
        [ranking.relevance(values=one, evidence=shown) for one, shown in zip(values, evidence, strict=True)],
        told_at=[row.told_at for row in rows],
    )
    return [ranking.adjusted(value, row, as_of=as_of) for value, row in zip(relevance, rows, strict=True)]


def _reranked(query: str, choices: list[tuple[Memory, float, bool]]) -> list[tuple[Memory, float, bool]]:
    """The first candidates in the order of the cross-encoder of the settings, where there is one.

    The floor stays the calibrated one: a cross-encoder's scale is its own.
    """
    model = reranker()
    if model is None or not choices:
        return choices
    head, tail = choices[:RERANKED], choices[RERANKED:]
    try:
        scores = model.scores(query=query, texts=[memory.content for memory, _, _ in head])
    except ModelError as error:
        logger.warning("recall without its reranker: %s", error.code)
        return choices
    order = sorted(range(len(head)), key=lambda place: (-scores[place], place))
    return [(head[place][0], scores[place], head[place][2]) for place in order] + tail


def _why(found: Found, memory: Memory) -> str:
    names = found.evidence[memory.pk].channels
    if led.CHANNEL in names:
        return led.CHANNEL
    if "vector" in names and "keyword" in names:
        return "both"
    return "keyword" if "keyword" in names else "meaning"


def _recalled(memory: Memory, *, why: str, score: float = 1.0, found: Found | None = None) -> Recalled:
    evidence = found.evidence.get(memory.pk, Evidence()) if found else Evidence()
    return Recalled(
        memory_id=memory.pk,
        content=memory.content,
        address=former.worded(memory.content, status=memory.status)
        if why == "former"
        else address(memory.content),
        type=memory.type,
        slot=memory.slot,
        why=why,
        score=score,
        confidence=memory.confidence,
        created_at=memory.created_at,
        said_at=channels.said_at(memory),
        occurred_on=memory.occurred_on.isoformat() if memory.occurred_on else "",
        channels=dict(evidence.channels),
    )
