"""How well recall does on what people said of it under their replies: their questions asked again, their verdicts held.

Everything is asked through the pipeline as it stands, without a trace; a memory that is not in use any more is no
verdict on it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from memories import recall
from memories.kinds import MemoryStatus
from memories.models import Feedback, RecallQuality, RecallTrace
from memories.recall import recollection
from memories.recall.gate import Gate
from memories.recall.types import RecallRequest

if TYPE_CHECKING:
    from memoryhub.models import User

#: The latest labelled questions that are asked again, and how much of the ranked list is looked at.
LATEST, LISTED = 500, 10
#: Messages before one that a follow-up is understood by.
_RECENT = 3


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message of a person's with the memories that they called helpful and those that were no help there."""

    trace: RecallTrace
    helpful: frozenset[UUID]
    unhelpful: frozenset[UUID]


@dataclass(slots=True)
class Figures:
    """The figures over some questions; None where no question says anything of it.

    ``precision``: of what went in and has a verdict, the share that helps. ``recall``: of what helps, the share among
    the first LISTED. ``mrr``: one over the place of the first that helps. ``gate``: of the questions that something
    helps, the share that was looked up.
    """

    queries: int = 0
    labels: int = 0
    precision: float | None = None
    recall: float | None = None
    mrr: float | None = None
    gate: float | None = None


@dataclass(slots=True)
class _Sums:
    precision: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    mrr: list[float] = field(default_factory=list)
    gate: list[float] = field(default_factory=list)


def labelled(*, user: "User | None" = None, limit: int = LATEST) -> list[Labelled]:
    """The latest messages with a verdict, of one person or of all; the newest first."""
    given = Feedback.objects.filter(memory__status=MemoryStatus.ACTIVE, trace__message__isnull=False)
    if user is not None:
        given = given.filter(user=user)
    by_trace: dict[UUID, dict[str, set[UUID]]] = defaultdict(lambda: defaultdict(set))
    for trace_id, memory_id, verdict in given.values_list("trace_id", "memory_id", "verdict"):
        by_trace[trace_id][verdict].add(memory_id)
    traces = (
        RecallTrace.objects.filter(pk__in=list(by_trace))
        .select_related("message", "user")
        .order_by("-created_at", "-pk")[:limit]
    )
    return [
        Labelled(
            trace,
            frozenset(by_trace[trace.pk][Feedback.Verdict.HELPFUL]),
            frozenset(
                by_trace[trace.pk][Feedback.Verdict.UNHELPFUL] | by_trace[trace.pk][Feedback.Verdict.WRONG]
            ),
        )
        for trace in traces
    ]


def measured(rows: Iterable[Labelled]) -> Figures:
    """The figures of these questions, each asked again of its person's memory."""
    figures, sums = Figures(), _Sums()
    for row in rows:
        figures.queries += 1
        figures.labels += len(row.helpful | row.unhelpful)
        _ask(row, sums)
    figures.precision, figures.recall = _mean(sums.precision), _mean(sums.recall)
    figures.mrr, figures.gate = _mean(sums.mrr), _mean(sums.gate)
    return figures


def _ask(row: Labelled, sums: _Sums) -> None:
    message = row.trace.message
    assert message is not None
    request = RecallRequest(
        user=row.trace.user,
        query=message.text,
        as_of=timezone.now().astimezone(row.trace.user.tzinfo),
        locale=row.trace.user.language or settings.LANGUAGE_CODE,
        recent=tuple(
            type(message)
            ._default_manager.filter(
                conversation_id=message.conversation_id, role="user", sequence__lt=message.sequence
            )
            .order_by("-sequence")
            .values_list("text", flat=True)[:_RECENT][::-1]
        ),
        message_id=message.pk,
        conversation_id=message.conversation_id,
        trace=False,
    )
    found = recall.recall(request)
    brought = [one.memory_id for one in found.injected]
    judged = [one for one in brought if one in row.helpful | row.unhelpful]
    if judged:
        sums.precision.append(sum(one in row.helpful for one in judged) / len(judged))
    if not row.helpful:
        return
    sums.gate.append(float(found.gate == Gate.OPEN))
    # What warns and what is wished stands outside of the ranked list, and is there all the same.
    listed = [one.memory_id for one in recollection.ranked(request, limit=LISTED)]
    order = list(dict.fromkeys([*brought, *filter(None, listed)]))[:LISTED]
    sums.recall.append(sum(one in row.helpful for one in order) / len(row.helpful))
    sums.mrr.append(next((1 / place for place, one in enumerate(order, 1) if one in row.helpful), 0.0))


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def keep(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """The day's figures are kept for staff, once a day; returns how many questions they are of. None, no figures."""
    now = now or timezone.now()
    rows = labelled()
    if dry_run or not rows:
        return len(rows)
    figures = measured(rows)
    RecallQuality.objects.update_or_create(
        measured_on=timezone.localdate(now),
        defaults={
            "queries": figures.queries,
            "labels": figures.labels,
            "precision": figures.precision,
            "recall": figures.recall,
            "mrr": figures.mrr,
            "gate": figures.gate,
        },
    )
    return figures.queries
