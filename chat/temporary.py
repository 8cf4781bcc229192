"""Temporary chats: what a person does with one, and how its messages are kept, in Redis alone.

A message here is an unsaved Message without a conversation in PostgreSQL, which therefore could not be saved either.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
import uuid6
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from chat import services
from chat import temporary_store as store
from chat.kept import Kept
from chat.models import Message
from chat.temporary_store import TemporaryAway
from chat.told import group_of
from memories import selectors as memory_selectors
from memories.kinds import MemoryStatus
from memories.models import Memory
from memories.recall.types import Recollection
from memoryhub.ai.llm import Usage
from memoryhub.models import User

__all__ = ["AWAY", "TemporaryAway", "TemporaryChat", "TemporaryNotFound"]

log = structlog.get_logger(__name__)

#: For people, when Redis is away.
AWAY = _(
    "Temporary chats cannot be reached just now, so this could not be kept, and it went nowhere else. "
    "Please try again in a moment."
)

_STANDING = [
    status for status in MemoryStatus if status not in (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)
]
#: A message of another chat among the ids that were read.
_WORDS = "words:"
#: Among them too, when the summary of what is known of the person was read.
_PROFILE = "profile"


class TemporaryNotFound(Exception):
    """There is no such temporary chat of this person's: ended, over its time, another's, or never there."""


@dataclass(frozen=True, slots=True)
class TemporaryChat:
    """A temporary chat as it stands. ``busy``: a reply is being written; ``kept``: state, pins and summary."""

    pk: UUID
    user: User
    created_at: datetime
    use_memory: bool
    last_sequence: int = 0
    busy: bool = False
    kept: Kept = field(default_factory=Kept)


@dataclass(frozen=True, slots=True)
class Read:
    """What a reply was given from memory: ids with the reason each, and how many messages of other chats."""

    gate: str = ""
    memories: tuple[tuple[UUID, str], ...] = ()
    words: int = 0
    took_ms: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """One message with what its reply read."""

    message: Message
    read: Read = field(default_factory=Read)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a temporary chat read, told at its end. It wrote nothing.

    ``memories`` as they stand now; ``gone``: how many were forgotten since; ``words``: messages of other chats that
    were read because memory had not taken them in yet; ``asked``: how often memory was asked for something, in vain.
    """

    messages: int
    said: int
    memories: list[Memory]
    gone: int
    words: int
    asked: int
    profile: bool = False
    written: tuple[UUID, ...] = ()


# ------------------------------------------------------------------------------------------------ the chat


def temporary_create(*, user: User, use_memory: bool = True) -> TemporaryChat:
    """A new, empty temporary chat. Raises TemporaryAway."""
    chat = TemporaryChat(pk=uuid6.uuid7(), user=user, created_at=timezone.now(), use_memory=use_memory)
    store.begin(chat_id=chat.pk, owner=user.pk, created_at=chat.created_at.isoformat(), use_memory=use_memory)
    return chat


def temporary_get_for_user(*, user: User, chat_id: UUID) -> TemporaryChat:
    """The person's temporary chat, which is kept for another day; raises TemporaryNotFound, TemporaryAway."""
    head = store.open_head(chat_id=chat_id, owner=user.pk)
    if head is None:
        raise TemporaryNotFound
    return TemporaryChat(
        pk=chat_id,
        user=user,
        created_at=datetime.fromisoformat(head.created_at),
        use_memory=head.use_memory,
        last_sequence=head.last,
        busy=head.busy,
        kept=_kept(head.kept),
    )


def _kept(row: str) -> Kept:
    try:
        return Kept.from_row(json.loads(row)) if row else Kept()
    except (ValueError, KeyError, TypeError):  # written by another version
        return Kept()


def kept_keep(*, chat: TemporaryChat, kept: Kept) -> None:
    """State, pins and summary of the chat are these."""
    if not store.keep(chat_id=chat.pk, owner=chat.user.pk, kept=json.dumps(kept.as_row())):
        raise TemporaryNotFound


def temporary_use_memory(*, user: User, chat_id: UUID, use_memory: bool) -> None:
    """From the next message on the chat reads memories, or does not."""
    if not store.switch(chat_id=chat_id, owner=user.pk, use_memory=use_memory):
        raise TemporaryNotFound


def temporary_end(*, user: User, chat_id: UUID) -> Statement:
    """The chat is gone, with a reply that was being written; what remains of it is this statement."""
    ended = store.end(chat_id=chat_id, owner=user.pk)
    if ended is None:
        raise TemporaryNotFound
    _tell_sockets(chat_id)
    head, read = ended
    profile = _PROFILE in read
    read.discard(_PROFILE)
    ids = [UUID(one) for one in read if not one.startswith(_WORDS)]
    memories = memories_as_they_stand(user=user, ids=ids)
    return Statement(
        messages=head.last,
        said=head.said,
        memories=[memories[one] for one in sorted(memories)],
        gone=len(ids) - len(memories),
        words=len(read) - len(ids),
        asked=head.asked,
        profile=profile,
    )


def temporary_end_all(*, user_id: UUID) -> None:
    """No temporary chat of the person's is left: the account goes."""
    for chat_id in store.of_owner(owner=user_id):
        store.end(chat_id=chat_id, owner=user_id)
        _tell_sockets(chat_id)


def memories_as_they_stand(*, user: User, ids: Iterable[UUID]) -> dict[UUID, Memory]:
    """The person's memories among these; forgotten ones are left out."""
    rows = memory_selectors.memory_list(user=user, status=_STANDING).filter(pk__in=list(ids))
    return {row.pk: row for row in rows}


def _tell_sockets(chat_id: UUID) -> None:
    """The chat's open pages hear that it has ended; without the layer they hear it with their next message."""
    try:
        async_to_sync(get_channel_layer().group_send)(group_of(chat_id), {"type": "chat.gone"})
    except Exception as error:  # whatever the layer raises when its server is away
        log.warning("chat.layer_away", error=type(error).__name__)


# ------------------------------------------------------------------------------------------------ messages


def message_keep(*, chat: TemporaryChat, text: str, client_id: str | None) -> Message:
    """The person's message is in the chat; the same client_id is the same message. Raises ValidationError."""
    message = Message(
        conversation_id=chat.pk,
        role=Message.Role.USER,
        text=services.sendable(text),
        client_id=client_id,
        time_zone=chat.user.time_zone,
    )
    return _added(chat, message, client_id=client_id)


def reply_of(*, chat: TemporaryChat, message: Message) -> Message | None:
    """The reply to a message, in whatever state."""
    place = store.place_of(chat_id=chat.pk, message_id=_reply_id(message))
    return None if place is None else _held(chat, [place])[0].message


def reply_begin(
    *, chat: TemporaryChat, message: Message, recollection: Recollection, profile: bool = False
) -> Message:
    """The message's reply is being answered; a failed or broken-off one starts afresh. What it reads is noted."""
    read = {str(row.memory_id) for row in recollection.injected}
    read |= {f"{_WORDS}{words.message_id}" for words in recollection.pending}
    if profile:
        read.add(_PROFILE)
    if not store.note(chat_id=chat.pk, owner=chat.user.pk, read=sorted(read)):
        raise TemporaryNotFound
    reply = Message(
        id=_reply_id(message),
        conversation_id=chat.pk,
        role=Message.Role.ASSISTANT,
        reply_to_id=message.pk,
        status=Message.Status.ANSWERING,
        time_zone=message.time_zone,
    )
    known = reply_of(chat=chat, message=message)
    if known is None:
        return _added(chat, reply, read=_read(recollection))
    reply.sequence = known.sequence
    _put(chat, reply, _read(recollection))
    return reply


def reply_keep(*, chat: TemporaryChat, reply: Message, text: str, recollection: Recollection) -> None:
    """What has come of a reply so far is in the chat."""
    reply.text = services.storable(text)
    _put(chat, reply, _read(recollection))


def reply_finish(
    *,
    chat: TemporaryChat,
    reply: Message,
    recollection: Recollection,
    text: str,
    status: str,
    error: str,
    model: str,
    usage: Usage | None,
) -> bool:
    """The reply is whole, broken off or failed; False when the chat is gone."""
    reply.text, reply.status, reply.error, reply.model = services.storable(text), status, error, model[:120]
    if usage is not None:
        reply.prompt_tokens, reply.completion_tokens = usage.prompt_tokens, usage.completion_tokens
    return _put(chat, reply, _read(recollection))


def note_asked(*, chat: TemporaryChat) -> None:
    """Something was asked of the memory, which a temporary chat does not do."""
    store.note(chat_id=chat.pk, owner=chat.user.pk, asked=1)


def held(*, chat: TemporaryChat, before: int | None = None, limit: int) -> list[Held]:
    """The latest messages, oldest first; ``before`` is the sequence of the oldest one already shown."""
    end = chat.last_sequence + 1 if before is None else min(before, chat.last_sequence + 1)
    return _held(chat, range(max(1, end - limit), end))


def held_get(*, chat: TemporaryChat, message_id: UUID) -> Held:
    """One message; raises TemporaryNotFound for one of another chat."""
    place = store.place_of(chat_id=chat.pk, message_id=message_id)
    found = [] if place is None else _held(chat, [place])
    if not found:
        raise TemporaryNotFound
    return found[0]


def _reply_id(message: Message) -> UUID:
    """The reply's id follows from the message's: there is one reply, however often it is begun."""
    return UUID(int=message.pk.int ^ 1)


def _added(
    chat: TemporaryChat, message: Message, *, client_id: str | None = None, read: Read | None = None
) -> Message:
    message.created_at = timezone.now()
    said = message.role == Message.Role.USER
    found = store.add(
        chat_id=chat.pk,
        owner=chat.user.pk,
        message_id=message.pk,
        row=_as_row(message, read or Read()),
        client_id=client_id,
        said=said,
    )
    if found is None:
        raise TemporaryNotFound
    message.sequence, new = found
    return message if new else _held(chat, [message.sequence])[0].message


def _put(chat: TemporaryChat, reply: Message, read: Read) -> bool:
    return store.put(chat_id=chat.pk, owner=chat.user.pk, sequence=reply.sequence, row=_as_row(reply, read))


def _held(chat: TemporaryChat, sequences: Sequence[int]) -> list[Held]:
    found = store.rows(chat_id=chat.pk, sequences=sequences)
    return [_from_row(chat, sequence, row) for sequence, row in sorted(found.items())]


def _read(recollection: Recollection) -> Read:
    return Read(
        gate=str(recollection.gate),
        memories=tuple((row.memory_id, row.why) for row in recollection.injected),
        words=len(recollection.pending),
        took_ms=recollection.took_ms,
    )


def _as_row(message: Message, read: Read) -> dict[str, Any]:
    return {
        "id": str(message.pk),
        "client_id": message.client_id,
        "role": str(message.role),
        "reply_to": str(message.reply_to_id) if message.reply_to_id else None,
        "text": message.text,
        "zone": message.time_zone,
        "status": str(message.status),
        "error": message.error,
        "model": message.model,
        "tokens": [message.prompt_tokens, message.completion_tokens],
        "created_at": message.created_at.isoformat(),
        "gate": read.gate,
        "memories": [[str(memory_id), why] for memory_id, why in read.memories],
        "words": read.words,
        "took_ms": read.took_ms,
    }


def _from_row(chat: TemporaryChat, sequence: int, row: dict[str, Any]) -> Held:
    message = Message(
        id=UUID(row["id"]),
        conversation_id=chat.pk,
        sequence=sequence,
        client_id=row["client_id"],
        role=row["role"],
        reply_to_id=UUID(row["reply_to"]) if row["reply_to"] else None,
        text=row["text"],
        time_zone=row["zone"],
        status=row["status"],
        error=row["error"],
        model=row["model"],
        prompt_tokens=row["tokens"][0],
        completion_tokens=row["tokens"][1],
        created_at=datetime.fromisoformat(row["created_at"]),
    )
    if message.status == Message.Status.ANSWERING and not chat.busy:
        # Nobody writes it any more: its process is gone.
        message.status, message.error = Message.Status.INTERRUPTED, services.PROCESS_LOST
    read = Read(
        gate=row["gate"],
        memories=tuple((UUID(memory_id), why) for memory_id, why in row["memories"]),
        words=row["words"],
        took_ms=row["took_ms"],
    )
    return Held(message, read)
