"""What pages, the socket and the API show of a temporary chat: its messages, and what each reply read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from chat import live, protocol, reading, replies, temporary
from chat.models import Message
from chat.protocol import Frame
from chat.temporary import Held, TemporaryChat
from memories.models import Memory
from memories.selectors import Receipt, ReceiptItem
from memoryhub.models import User

PAGE = 50
_RESUME_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as the page shows it; a reply with the memories that it read, as they stand now.

    ``gone``: how many of those were forgotten since; ``words``: messages of other chats that it read;
    ``answerable`` the message of the person's that can be answered again.
    """

    message: Message
    day: date
    new_day: bool = False
    items: tuple[ReceiptItem, ...] = ()
    gone: int = 0
    words: int = 0
    trouble: str = ""
    answerable: Message | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """One page of messages, oldest first, as `reading.Thread` of an ordinary chat."""

    shown: list[Shown]
    earlier: int | None = None
    later: bool = False


def thread(*, chat: TemporaryChat, before: int | None = None) -> Thread:
    """The latest messages, or those before a sequence."""
    held = temporary.held(chat=chat, before=before, limit=PAGE + 1)
    more, held = len(held) > PAGE, held[-PAGE:]
    return Thread(
        shown=_shown(chat, held),
        earlier=held[0].message.sequence if more else None,
        later=before is not None and before <= chat.last_sequence,
    )


def one(*, chat: TemporaryChat, message_id: UUID) -> Shown:
    """A single message as the page shows it; raises TemporaryNotFound."""
    found = temporary.held_get(chat=chat, message_id=message_id)
    return _shown(chat, [found])[0]


def _shown(chat: TemporaryChat, held: Sequence[Held]) -> list[Shown]:
    said = {each.message.pk: each.message for each in held if each.message.role == Message.Role.USER}
    rows = sorted(held, key=lambda each: _place(each.message, said))
    answered = {each.message.reply_to_id for each in held}
    memories = _memories(chat, held)
    shown: list[Shown] = []
    for each in rows:
        message = each.message
        day = timezone.localdate(message.created_at)
        new_day = not shown or shown[-1].day != day
        if message.role == Message.Role.USER:
            waits = message.pk not in answered and not chat.busy and len(held) > 1 and _is_old(message)
            trouble = _("This message has no reply yet.") if waits else ""
            shown.append(
                Shown(
                    message,
                    day,
                    new_day,
                    trouble=trouble,
                    answerable=message if waits and message.client_id else None,
                )
            )
            continue
        items = tuple(
            ReceiptItem(memory=memories[memory_id], why=why, score=0.0)
            for memory_id, why in each.read.memories
            if memory_id in memories
        )
        shown.append(
            Shown(
                message,
                day,
                new_day,
                items=items,
                gone=len(each.read.memories) - len(items),
                words=each.read.words,
                trouble=_trouble(message),
                answerable=_question(chat, message, said),
            )
        )
    return shown


def _question(chat: TemporaryChat, reply: Message, said: dict[UUID, Message]) -> Message | None:
    """The message that a broken reply belongs to, when it can be sent again."""
    if reply.status not in (Message.Status.INTERRUPTED, Message.Status.FAILED) or not reply.reply_to_id:
        return None
    question = said.get(reply.reply_to_id)
    if question is None:
        question = temporary.held_get(chat=chat, message_id=reply.reply_to_id).message
    return question if question.client_id else None


def _place(message: Message, said: dict[UUID, Message]) -> tuple[int, int]:
    """A reply stands beneath its question, also when more was said before it came."""
    question = said.get(message.reply_to_id) if message.reply_to_id else None
    return (question.sequence, 1) if question else (message.sequence, 0)


def _is_old(message: Message) -> bool:
    return (timezone.now() - message.created_at).total_seconds() > reading.UNANSWERED_SECONDS


def _trouble(reply: Message) -> str:
    """A sentence on a reply that is not whole; a failed one says it in its own text."""
    if reply.status == Message.Status.INTERRUPTED:
        return replies.notice(reply.error) or _("This reply broke off. What had come of it is kept.")
    return replies.notice(reply.error) if reply.status == Message.Status.DONE else ""


def _memories(chat: TemporaryChat, held: Sequence[Held]) -> dict[UUID, Memory]:
    ids = {memory_id for each in held for memory_id, _why in each.read.memories}
    return temporary.memories_as_they_stand(user=chat.user, ids=ids) if ids else {}


# ------------------------------------------------------------------------------------------------ socket and API


def receipts(*, chat: TemporaryChat, held: Sequence[Held]) -> dict[UUID, dict[str, Any]]:
    """What each reply read, with the memories as they stand now, as the socket and the API show it."""
    memories = _memories(chat, held)
    found: dict[UUID, dict[str, Any]] = {}
    for each in held:
        if each.message.role != Message.Role.ASSISTANT:
            continue
        items = [
            ReceiptItem(memory=memories[memory_id], why=why, score=0.0)
            for memory_id, why in each.read.memories
            if memory_id in memories
        ]
        shown = Receipt(trace_id=each.message.pk, gate=each.read.gate, took_ms=each.read.took_ms, items=items)
        found[each.message.pk] = protocol.receipt_as_it_stands(shown) | {"pending": each.read.words}
    return found


def events(*, user: User, chat_id: UUID) -> list[Frame]:
    """Frames of the latest messages: a page goes by their ids, and those it knows change nothing."""
    chat = temporary.temporary_get_for_user(user=user, chat_id=chat_id)
    held = temporary.held(chat=chat, limit=_RESUME_LIMIT)
    shown = receipts(chat=chat, held=held)
    frames: list[Frame] = []
    for each in held:
        message = each.message
        if message.role == Message.Role.USER:
            frames.append(protocol.message_saved(message))
            continue
        frames.append(protocol.recall_done(message, receipt=shown[message.pk]))
        if message.status == Message.Status.ANSWERING:
            text = live.text(message.pk) or message.text
            frames.append(protocol.reply_delta(message.pk, reply_to=message.reply_to_id, offset=0, text=text))
        else:
            frames.append(protocol.reply_done(message, notice=replies.notice(message.error)))
    return frames
