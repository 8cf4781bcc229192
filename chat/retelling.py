"""Where messages say again what is forgotten: replies that quote a memory, and the person's own other sentences."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from chat.models import Message
from memories.kinds import MemoryStatus
from memories.models import MemorySource
from memories.said_again import Statement, stretches
from memories.sources import SaidAgain
from memoryhub.models import User

#: So many statements are looked for with one query.
_BATCH = 20


def said_again(*, user: User, statements: Sequence[Statement], taught_by: Sequence[UUID]) -> list[SaidAgain]:
    """Where any message of the person's conversations says these statements, which those messages taught.

    A reply to what was nothing but such a statement may tell it in other words: all of it counts. Of the person's own
    words those do not that a memory which stays was learnt from.
    """
    own = Message.objects.filter(conversation__user=user)
    near = set(own.filter(pk__in=list(taught_by)).values_list("conversation_id", flat=True))
    found: list[SaidAgain] = []
    for at in range(0, len(statements), _BATCH):
        found += _in_messages(own, statements[at : at + _BATCH], near=near)
    return [*_not_taught(user, found), *_replies_to(own, statements, taught_by)]


def _in_messages(
    own: QuerySet[Message], statements: Sequence[Statement], *, near: set[UUID]
) -> Iterator[SaidAgain]:
    by_key = [(statement, statement.marks()) for statement in statements]
    holding = Q()
    for key in frozenset(key for _statement, keys in by_key for key in keys):
        holding |= Q(text__icontains=key)
    if not holding:
        return
    rows = own.filter(holding).values_list("pk", "conversation_id", "role", "text")
    for message_id, conversation_id, role, text in rows.iterator():
        lower = text.lower()
        for statement, keys in by_key:
            if not any(key in lower for key in keys):
                continue
            own_words, beside = role == Message.Role.USER, conversation_id in near
            for start, end in stretches(text, statement, own=own_words, near=beside):
                yield SaidAgain(statement.memory_id, message_id, start, end)


def _not_taught(user: User, found: Sequence[SaidAgain]) -> list[SaidAgain]:
    """Those that overlap no words from which a memory that stays was learnt."""
    ids = {one.message_id for one in found}
    stays = MemorySource.objects.filter(memory__user=user, message_id__in=ids).exclude(
        memory__status=MemoryStatus.FORGOTTEN
    )
    taught = list(stays.values_list("message_id", "start", "end"))
    return [
        one
        for one in found
        if not any(
            one.message_id == message_id
            and (start is None or end is None or ((one.start or 0) < end and start < (one.end or 0)))
            for message_id, start, end in taught
        )
    ]


def _replies_to(
    own: QuerySet[Message], statements: Sequence[Statement], taught_by: Sequence[UUID]
) -> Iterator[SaidAgain]:
    """The replies to messages that hold little more than the words of one of these statements."""
    replies = own.filter(reply_to__in=list(taught_by)).values_list("pk", "reply_to__text")
    for reply_id, text in replies:
        for statement in statements:
            spoken = max((len(words) for words in statement.spoken if words in text), default=0)
            if 2 * spoken >= len(text.strip()):
                yield SaidAgain(statement.memory_id, reply_id)


def replies_beside(*, user: User, message_ids: Sequence[UUID]) -> list[UUID]:
    """All replies in the conversations of these messages."""
    own = Message.objects.filter(conversation__user=user)
    near = own.filter(pk__in=list(message_ids)).values("conversation_id")
    replies = own.filter(role=Message.Role.ASSISTANT, conversation_id__in=near)
    return list(replies.values_list("pk", flat=True))
