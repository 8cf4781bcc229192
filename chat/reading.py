"""What the chat page shows of a conversation: its messages, and with each what was learnt, used or went wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from chat import finding, panel, selectors
from chat.models import Conversation, Message
from chat.services import ConversationNotFound
from memories import selectors as memory_selectors
from memories.models import Memory
from memories.selectors import Receipt
from memoryhub.models import User

PAGE = 50
#: A message without a reply is told of only after this long: its turn may be on its way to one.
UNANSWERED_SECONDS = 30
#: Messages of one chat that a search shows, and chats that it finds by their title.
HITS_OF_A_CHAT, _NAMED = 3, 200


@dataclass(frozen=True, slots=True)
class Noticed:
    """A memory that a message taught; ``again`` when it was known before and only told again."""

    memory: Memory
    again: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as the page shows it.

    ``pins`` are conditions that it set; ``trouble`` is a sentence on a reply that is not whole or missing;
    ``answerable`` the message of the person's that can be answered again.
    """

    message: Message
    day: date
    new_day: bool = False
    noticed: tuple[Noticed, ...] = ()
    pins: tuple[panel.PinShown, ...] = ()
    receipt: Receipt | None = None
    trouble: str = ""
    answerable: Message | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """One page of messages, oldest first.

    ``earlier`` is the sequence before which there are more; ``later`` tells that this is not the end.
    """

    shown: list[Shown]
    earlier: int | None = None
    later: bool = False


@dataclass(frozen=True, slots=True)
class FoundChat:
    """A chat that a search found, with the messages of it that answer, each in pieces; ``more`` that are not shown."""

    conversation: Conversation
    hits: tuple[tuple[finding.Hit, list[finding.Piece]], ...] = ()
    more: int = 0


def thread(*, user: User, conversation: Conversation, before: int | None = None) -> Thread:
    """The latest messages, or those before a sequence; in a fixed number of queries."""
    rows = selectors.message_list(conversation=conversation, before=before, limit=PAGE + 1)
    more, rows = len(rows) > PAGE, rows[-PAGE:]
    return Thread(
        shown=_shown(user, conversation, rows),
        earlier=rows[0].sequence if more else None,
        later=before is not None and before < conversation.next_sequence,
    )


def message_get(*, conversation: Conversation, message_id: UUID) -> Message:
    """A message of the conversation; raises ConversationNotFound for a missing or foreign id."""
    message = (
        Message.objects.filter(conversation=conversation, pk=message_id).select_related("reply_to").first()
    )
    if message is None:
        raise ConversationNotFound
    message.conversation = conversation
    return message


def one(*, user: User, message: Message) -> Shown:
    """A single message as the page shows it."""
    return _shown(user, message.conversation, [message])[0]


def before_which(*, conversation: Conversation, message: Message) -> int | None:
    """The ``before`` of the page that has the message in its middle; None where the latest page has it."""
    if message.sequence >= conversation.next_sequence - PAGE:
        return None
    return message.sequence + PAGE // 2


def found(*, user: User, words: str) -> list[FoundChat]:
    """The chats with the words in the title or in a message, or with messages that are near in meaning, best first."""
    hits: dict[UUID, list[finding.Hit]] = {}
    for hit in finding.messages_find(user=user, q=words):
        hits.setdefault(hit.conversation_id, []).append(hit)
    own = Conversation.objects.filter(user=user)
    named = set(own.filter(title__icontains=words).values_list("pk", flat=True)[:_NAMED])
    chats = own.in_bulk([*named, *hits])
    rows = [
        FoundChat(
            chat,
            tuple((hit, hit.pieces(words)) for hit in hits.get(pk, ())[:HITS_OF_A_CHAT]),
            max(len(hits.get(pk, ())) - HITS_OF_A_CHAT, 0),
        )
        for pk, chat in chats.items()
    ]
    best = {pk: found[0].score for pk, found in hits.items()}
    rows.sort(
        key=lambda row: (
            row.conversation.pk not in named,
            -best.get(row.conversation.pk, 0.0),
            -row.conversation.updated_at.timestamp(),
        )
    )
    return rows


def noticed(*, message: Message, memory: Memory) -> Noticed:
    """How the message stands to a memory that it is a source of."""
    return Noticed(memory, again=memory.created_at < message.created_at)


def _shown(user: User, conversation: Conversation, rows: Sequence[Message]) -> list[Shown]:
    rows = [row for row in rows if row.role in (Message.Role.USER, Message.Role.ASSISTANT)]
    said = {row.pk: row for row in rows if row.role == Message.Role.USER}
    rows = sorted(rows, key=lambda row: _place(row, said))
    replies = [row for row in rows if row.role == Message.Role.ASSISTANT]
    learnt = memory_selectors.memories_from_messages(user=user, message_ids=said)
    pins = panel.pins_from(message_ids=list(said))
    receipts = memory_selectors.receipt_for(user=user, reply_ids=[row.pk for row in replies])
    answered = set(
        Message.objects.filter(reply_to__in=said, role=Message.Role.ASSISTANT).values_list(
            "reply_to", flat=True
        )
    )
    leased_until = conversation.reply_leased_until
    busy = leased_until is not None and leased_until > timezone.now()
    shown: list[Shown] = []
    for row in rows:
        day = timezone.localdate(row.created_at)
        new_day = not shown or shown[-1].day != day
        if row.role == Message.Role.USER:
            memories = tuple(noticed(message=row, memory=memory) for memory in learnt.get(row.pk, []))
            waits = row.pk not in answered and not busy and _is_old(row)
            trouble = _("This message has no reply yet.") if waits else ""
            shown.append(
                Shown(
                    row,
                    day,
                    new_day,
                    noticed=memories,
                    pins=tuple(pins.get(row.pk, ())),
                    trouble=trouble,
                    answerable=row if waits and row.client_id else None,
                )
            )
            continue
        question = said.get(row.reply_to_id) if row.reply_to_id else None
        if question is None and len(rows) == 1:
            question = row.reply_to
        broken = row.status in (Message.Status.INTERRUPTED, Message.Status.FAILED)
        shown.append(
            Shown(
                row,
                day,
                new_day,
                receipt=receipts.get(row.pk),
                trouble=_trouble(row),
                answerable=question if broken and question is not None and question.client_id else None,
            )
        )
    return shown


def _place(row: Message, said: dict[UUID, Message]) -> tuple[int, int]:
    """A reply stands beneath its question, also when more was said before it came."""
    question = said.get(row.reply_to_id) if row.reply_to_id else None
    return (question.sequence, 1) if question else (row.sequence, 0)


def _is_old(message: Message) -> bool:
    return message.created_at < timezone.now() - timedelta(seconds=UNANSWERED_SECONDS)


def _trouble(reply: Message) -> str:
    """A sentence on a reply that is not whole; a failed one says it in its own text."""
    if reply.status == Message.Status.INTERRUPTED:
        return selectors.reply_notice(reply) or _("This reply broke off. What had come of it is kept.")
    return selectors.reply_notice(reply) if reply.status == Message.Status.DONE else ""
