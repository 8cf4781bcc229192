"""What a statement concerns beyond its own slot, and the rows that a turn may change."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from memories.capture.types import Candidate, Turn
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
