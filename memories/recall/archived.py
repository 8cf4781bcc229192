"""The channel of the archive, for questions about a time that is over and for no others.

What is archived is in no index: of the time that is asked for it is read by its words.
"""

# ruff: noqa: E501

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from memories.kinds import DatePrecision, EntityKind, MemoryFlag, MemoryType
from memories.models import Memory, MemorySource
from memories.not_here import left_out
from memories.recall.former import asks_for_past
from memories.recall.intent import is_question
from memories.recall.keywords import query_weights
from memories.recall.tokens import normalise, tokens
from memories.recall.types import RecallRequest
from memories.recall.when import Span, spans, without_times
from memoryhub import patterns as re

#: Rows of the archive in one prompt at most, and how many of the person's are looked at, the latest first.
LIMIT, _READ = 3, 500
#: A row says this share of what the question names, at least.
_COVERED = 0.5
#: What a question about some time may say without naming anything.
_NAMES_NOTHING = re.compile(
    r"\b(?:go(?:ne|ing)?|went|been|visit(?:ed)?|travel(?:l?ed)?|trips?|holidays?|vacations?|happen(?:ed)?|places?|remember|tell|recall|know|"
    r"any(?:thing|where)|things?|stuff|events?|up|back|then|that|time|there|use[d]? to|before|earlier|previous(?:ly)?)\b"
    r"|去过?|哪里|哪儿|哪些?|什么|啥|地方|做过?|干过?|发生过?|事情?|旅行|旅游|游玩|玩|度假|还?记得|告诉|知道|我们?|那时候?|那会儿?|当时|以前|之前|从前|过去|曾经|都|过|了|的|吗|呢|在|是"
)
_MONTH, _YEAR = timedelta(days=31), timedelta(days=366)


def search(*, request: RecallRequest, chosen: set[UUID]) -> list[Memory]:
    """What of the archive answers a question about a time that is over, best first; nothing to any other question.

    A question that names nothing ("where did I go last spring?") is answered by the person's own events of that time.
    """
    query = request.query
    over = [span for span in spans(query, at=request.as_of) if span[1] <= request.as_of]
    if not is_question(query) or not (over or asks_for_past(query)):
        return []
    named = query_weights(_NAMES_NOTHING.sub(" ", normalise(without_times(query, at=request.as_of))))
    if not named and not over:
        return []
    found = []
    for row in _rows(request, over, known=chosen | left_out(request.conversation_id)):
        covered = _covered(named, row.content)
        own_event = row.type == MemoryType.EVENT and row.subject.kind == EntityKind.SELF
        if (covered >= _COVERED) if named else own_event:
            found.append((covered, _day(row), row))
    found.sort(key=lambda one: (one[0], one[1]), reverse=True)
    return [row for _share, _on, row in found[:LIMIT]]


def _rows(request: RecallRequest, over: Sequence[Span], *, known: Collection[UUID]) -> list[Memory]:
    """The person's archived rows of these times, or of any, the latest first."""
    last_said = MemorySource.objects.filter(memory=OuterRef("pk")).order_by("-said_at").values("said_at")[:1]
    rows = (
        Memory.objects.of(request.user)
        .archived()
        .filter(flag=MemoryFlag.NONE)
        .exclude(type=MemoryType.INSTRUCTION)
        .exclude(pk__in=known)
        .select_related("subject")
        .annotate(last_said_at=Coalesce(Subquery(last_said), "created_at"))
    )
    if over:
        near = Q()
        for start, end in over:
            near |= Q(occurred_on__gte=start.date() - _YEAR, occurred_on__lte=end.date())
            near |= Q(planned_for__gte=start.date() - _YEAR, planned_for__lte=end.date())
            near |= Q(occurred_on=None, planned_for=None, last_said_at__gte=start, last_said_at__lt=end)
        rows = rows.filter(near)
    found = list(rows.order_by("-last_said_at", "pk")[:_READ])
    return [row for row in found if not over or any(_is_of(row, span) for span in over)]


def _day(row: Memory) -> date:
    """When it was, as far as is known: else when it was told."""
    told: datetime = row.last_said_at  # type: ignore[attr-defined]
    return row.occurred_on or row.planned_for or told.date()


def _is_of(row: Memory, span: Span) -> bool:
    """Whether it was in this time; of a month or a year, whether that touches it."""
    on = _day(row)
    long = {DatePrecision.MONTH.value: _MONTH, DatePrecision.YEAR.value: _YEAR}.get(row.occurred_precision)
    first, end = span[0].date(), span[1].date()
    if long is None or not row.occurred_on:
        return first <= on < end
    return on < end and first < on + long


def _covered(named: dict[str, float], content: str) -> float:
    """The share of what the question names that a row says."""
    said = tokens(content)
    return (
        sum(weight for token, weight in named.items() if token in said) / sum(named.values())
        if named
        else 0.0
    )
