"""What a person says of a memory that went into a reply: whether it helped there. Their own replies only."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from memories.models import Feedback, Memory, RecallTrace

if TYPE_CHECKING:
    from memoryhub.models import User


class NotUsedThere(Exception):
    """That memory went into no such reply of this person's."""


def feedback_give(*, user: "User", reply_id: UUID, memory_id: UUID, verdict: Feedback.Verdict) -> Feedback:
    """The person's verdict on this use of the memory stands in place of an earlier one, on the trace too.

    Raises NotUsedThere where the memory did not go into the reply.
    """
    with transaction.atomic():
        trace, memory = _use(user=user, reply_id=reply_id, memory_id=memory_id)
        given, _created = Feedback.objects.update_or_create(
            trace=trace, memory=memory, defaults={"user": user, "verdict": verdict}
        )
        _mark(trace, memory_id, no_help=verdict == Feedback.Verdict.UNHELPFUL)
    return given


def feedback_withdraw(*, user: "User", reply_id: UUID, memory_id: UUID) -> None:
    """The person has said nothing of this use of the memory. Raises NotUsedThere."""
    with transaction.atomic():
        trace, memory = _use(user=user, reply_id=reply_id, memory_id=memory_id)
        Feedback.objects.filter(trace=trace, memory=memory).delete()
        _mark(trace, memory_id, no_help=False)


def _use(*, user: "User", reply_id: UUID, memory_id: UUID) -> tuple[RecallTrace, Memory]:
    used = RecallTrace.objects.filter(user=user, reply_id=reply_id, injected__contains=[memory_id])
    trace = used.select_for_update().first()
    memory = Memory.objects.of(user).filter(pk=memory_id).first()
    if trace is None or memory is None:
        raise NotUsedThere
    return trace, memory


def _mark(trace: RecallTrace, memory_id: UUID, *, no_help: bool) -> None:
    if (memory_id in trace.unhelpful) == no_help:
        return
    trace.unhelpful = [row for row in trace.unhelpful if row != memory_id] + ([memory_id] if no_help else [])
    trace.save(update_fields=["unhelpful"])
