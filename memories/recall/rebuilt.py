"""What an earlier reply was given from memory, from its trace and the memories as they stand now."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from memories import passages, sources
from memories.kinds import MemoryStatus, MemoryType
from memories.models import Memory, RecallTrace
from memories.recall import episodes, former
from memories.recall.address import address
from memories.recall.keywords import query_weights
from memories.recall.knowledge import words_of
from memories.recall.said_before import excerpt
from memories.recall.types import PastWords, Recalled, Recollection
from memoryhub.models import User


def recollection_of(*, user: User, reply_id: UUID) -> Recollection | None:
    """The recollection of a reply of the person's; without what was forgotten since, None where there is no trace.

    Words that capture had not read at that time are not in a trace, which holds no text.
    """
    trace = RecallTrace.objects.filter(user=user, reply_id=reply_id).first()
    if trace is None:
        return None
    chosen = {choice["id"]: choice for choice in trace.choices if choice.get("in")}
    rows = (
        Memory.objects.of(user)
        .filter(pk__in=trace.injected)
        .exclude(status__in=[MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED])
        .annotate(last_said_at=Max("sources__said_at"))
        .in_bulk()
    )
    recalled = [
        _recalled(rows[memory_id], chosen.get(str(memory_id), {}), said_at=rows[memory_id].last_said_at)
        for memory_id in trace.injected
        if memory_id in rows
    ]
    return Recollection(
        gate=trace.gate,
        memories=tuple(row for row in recalled if row.why != "instruction"),
        instructions=tuple(row for row in recalled if row.why == "instruction"),
        passages=tuple(_passages(user, trace)),
        episodes=tuple(
            episodes.by_ids(
                request_user_id=user.pk,
                scores={number: score for number, _rank, score in trace.channels.get("episodes", ())},
            )
        ),
        knowledge=tuple(
            words_of(citation.chunk, score=citation.score)
            for citation in trace.citations.select_related("chunk__document").order_by("rank")
        ),
        trace_id=trace.pk,
        took_ms=trace.took_ms,
        more=_more(user, trace, told=len(recalled)),
    )


def _more(user: User, trace: RecallTrace, *, told: int) -> int:
    """How many memories there are besides, where everything was asked for."""
    if not any(choice.get("why") == "overview" for choice in trace.choices):
        return 0
    rows = Memory.objects.of(user).active().filter(flag="").exclude(type=MemoryType.INSTRUCTION)
    return max(rows.count() - told, 0)


def _passages(user: User, trace: RecallTrace) -> Iterator[PastWords]:
    """The past messages that were brought, as far as they may still be read."""
    brought = {UUID(key): score for key, _rank, score in trace.channels.get("passages", ())}
    if not brought:
        return
    wanted = [*brought] + ([trace.message_id] if trace.message_id else [])
    found = sources.conversations().messages(user=user, message_ids=wanted)
    question = found.pop(trace.message_id, None) if trace.message_id else None
    asked = query_weights(question.text) if question else {}
    texts = passages.masked(user=user, messages=found.values())
    for message_id, score in brought.items():
        if message_id in texts:
            message = found[message_id]
            yield PastWords(
                message_id=message_id,
                conversation_id=message.conversation_id,
                text=excerpt(texts[message_id], asked=asked),
                role=message.role,
                said_at=message.said_at,
                score=float(score),
            )


def _recalled(memory: Memory, choice: dict[str, object], *, said_at: datetime | None) -> Recalled:
    return Recalled(
        memory_id=memory.pk,
        content=memory.content,
        address=former.worded(memory.content, status=memory.status)
        if choice.get("why") == "former"
        else address(memory.content),
        type=memory.type,
        slot=memory.slot,
        why=str(choice.get("why", "")),
        score=float(str(choice.get("score", 0.0))),
        confidence=memory.confidence,
        created_at=memory.created_at,
        said_at=said_at or memory.created_at,
        occurred_on=memory.occurred_on.isoformat() if memory.occurred_on else "",
    )
