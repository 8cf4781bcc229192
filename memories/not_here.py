"""Memories that a person does not want used in one conversation. Everywhere else they stay as they are."""

from typing import TYPE_CHECKING
from uuid import UUID

from memories.kinds import Protection
from memories.models import Memory, NotHere
from memories.own_rows import MemoryNotFound

if TYPE_CHECKING:
    from memoryhub.models import User


def memory_leave_out(*, user: "User", memory_id: UUID, conversation_id: UUID) -> None:
    """No recall in this conversation of the person's brings the memory any more.

    Raises MemoryNotFound, also for what is kept for safety: a warning is not switched off by a slip of the hand.
    """
    memory = Memory.objects.of(user).exclude(protection=Protection.SAFETY).filter(pk=memory_id).first()
    if memory is None or not user.conversations.filter(pk=conversation_id).exists():
        raise MemoryNotFound
    NotHere.objects.get_or_create(memory=memory, conversation_id=conversation_id)


def memory_use_again(*, user: "User", memory_id: UUID, conversation_id: UUID) -> None:
    """The memory may be brought in this conversation again. Raises MemoryNotFound."""
    if not Memory.objects.of(user).filter(pk=memory_id).exists():
        raise MemoryNotFound
    NotHere.objects.filter(
        memory_id=memory_id, conversation_id=conversation_id, conversation__user=user
    ).delete()


def left_out(conversation_id: UUID | None) -> frozenset[UUID]:
    """The memories that are not used in this conversation."""
    if conversation_id is None:
        return frozenset()
    rows = NotHere.objects.filter(conversation_id=conversation_id)
    return frozenset(rows.values_list("memory_id", flat=True))
