"""One reply at a time in a conversation, whichever process writes it: a leased claim on the conversation's row."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from chat.models import Conversation, Message
from chat.services import PROCESS_LOST, ConversationNotFound

LEASE_SECONDS = 30


def claim(*, conversation_id: UUID, token: UUID) -> bool:
    """Whether the conversation's replies are the token's to write now; what a dead holder left is marked broken off."""
    now = timezone.now()
    with transaction.atomic():
        free = Q(reply_claim=None) | Q(reply_leased_until__lt=now) | Q(reply_claim=token)
        rows = Conversation.objects.filter(free, pk=conversation_id)
        if rows.update(reply_claim=token, reply_leased_until=now + timedelta(seconds=LEASE_SECONDS)) != 1:
            if not Conversation.objects.filter(pk=conversation_id).exists():
                raise ConversationNotFound
            return False
        _mark_lost(Q(conversation_id=conversation_id))
    return True


def renew(*, conversation_id: UUID, token: UUID) -> bool:
    """Whether the claim still is the token's; if so it holds for another lease."""
    until = timezone.now() + timedelta(seconds=LEASE_SECONDS)
    rows = Conversation.objects.filter(pk=conversation_id, reply_claim=token)
    return rows.update(reply_leased_until=until) == 1


def release(*, conversation_id: UUID, token: UUID) -> None:
    """The next message may be answered."""
    rows = Conversation.objects.filter(pk=conversation_id, reply_claim=token)
    rows.update(reply_claim=None, reply_leased_until=None)


def sweep(*, now: datetime | None = None) -> int:
    """Replies whose writer is gone are marked broken off; returns how many."""
    now = now or timezone.now()
    return _mark_lost(Q(conversation__reply_claim=None) | Q(conversation__reply_leased_until__lt=now))


def _mark_lost(which: Q) -> int:
    return Message.objects.filter(which, status=Message.Status.ANSWERING).update(
        status=Message.Status.INTERRUPTED, error=PROCESS_LOST
    )


_in_line: dict[UUID, list[int]] = {}


@contextmanager
def place_in_line(conversation_id: UUID, sequence: int) -> Iterator[Callable[[], bool]]:
    """Yields whether no earlier message of the conversation waits in this process: they are answered in order."""
    line = _in_line.setdefault(conversation_id, [])
    line.append(sequence)
    try:
        yield lambda: min(line) == sequence
    finally:
        line.remove(sequence)
        if not line:
            _in_line.pop(conversation_id, None)
