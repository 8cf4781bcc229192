"""What a statement concerns beyond its own slot, and the rows that a turn may change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import QuerySet

from memories.capture.ended import Told
from memories.capture.types import Candidate, Turn
from memories.kinds import MemoryType
from memories.models import Memory, MemorySource

if TYPE_CHECKING:
    from memoryhub.models import User


@dataclass(frozen=True, slots=True)
class Concerned:
    """The candidate with what was found out of it, and the active rows that were ``wrong`` or are ``over``.

    ``left``: what a row that is over told besides and holds still, as a statement of its own.
    """

    candidate: Candidate
    wrong: list[Memory] = field(default_factory=list)
    over: list[Memory] = field(default_factory=list)
    left: list[tuple[Memory, Candidate]] = field(default_factory=list)


def changeable(user: "User", turn: Turn) -> QuerySet[Memory]:
    """The person's rows that this turn may change: none that was told later, none that it has taught itself."""
    own = MemorySource.objects.filter(memory__user=user, message_id=turn.message_id).values("memory_id")
    later = MemorySource.objects.filter(memory__user=user, said_at__gt=turn.said_at).values("memory_id")
    return Memory.objects.of(user).exclude(pk__in=own).exclude(pk__in=later).select_related("subject")


def set_here(user: "User", turn: Turn, told: Sequence[Told], rows: Mapping[UUID, Memory]) -> list[Memory]:
    """What was set for a day by the last message of this conversation that set anything: what "it" is."""
    days = {
        row.id: row.on
        for row in told
        if row.own and row.on and row.type in (MemoryType.EVENT, MemoryType.TASK)
    }
    said = MemorySource.objects.filter(
        memory__user=user, memory__in=days, message__conversation_id=turn.conversation_id
    )
    last = said.order_by("-said_at", "-pk").first()
    return [rows[last.memory_id]] if last else []
