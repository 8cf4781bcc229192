"""What pages, the API and the socket read of conversations."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from chat import finding, live, protocol, replies
from chat.models import Conversation, Message
from chat.protocol import Frame
from memories import selectors as memory_selectors
from memoryhub.models import User

#: What ``resume`` brings at most; older messages are the page's to load.
RESUME_LIMIT = 100
#: Clocks of two web processes may differ by so much.
_CLOCK_SECONDS = 5


def conversation_list(*, user: User, q: str = "") -> QuerySet[Conversation]:
    """The person's conversations, latest first; with ``q`` those with the words in title or messages."""
    rows = Conversation.objects.filter(user=user).order_by("-updated_at", "-pk")
    if words := q.replace("\x00", "").strip():
        said = {conversation_id for _message, conversation_id in finding.with_words(user=user, words=words)}
        rows = rows.filter(Q(title__icontains=words) | Q(pk__in=said))
    return rows


def message_list(*, conversation: Conversation, before: int | None = None, limit: int = 50) -> list[Message]:
    """The latest messages, oldest first; ``before`` is the sequence of the oldest one already shown."""
    rows = Message.objects.filter(conversation=conversation)
    if before is not None:
        rows = rows.filter(sequence__lt=before)
    return list(reversed(rows.order_by("-sequence")[:limit]))


def message_rows(*, conversation: Conversation, latest_first: bool = False) -> QuerySet[Message]:
    """All messages of the conversation, in order."""
    return Message.objects.filter(conversation=conversation).order_by(
        "-sequence" if latest_first else "sequence"
    )


def reply_notice(message: Message) -> str:
    """A sentence on a reply that is not whole, in the language in use; empty for one that is."""
    return replies.notice(message.error)


def events_after(*, user: User, conversation: Conversation, after: int) -> list[Frame]:
    """Frames for all that happened since the frame numbered ``after``, and possibly a little more.

    From the last reply begun before that moment on, since it may have ended after it; 0 brings the latest messages.
    """
    rows = Message.objects.filter(
        conversation=conversation, role__in=[Message.Role.USER, Message.Role.ASSISTANT]
    )
    if after:
        moment = protocol.time_of(after) - timedelta(seconds=_CLOCK_SECONDS)
        rows = rows.filter(Q(sequence__gte=_reply_before(conversation, moment)) | Q(created_at__gt=moment))
    messages = list(reversed(rows.order_by("-sequence")[:RESUME_LIMIT]))
    receipts = memory_selectors.receipt_for(
        user=user, reply_ids=[message.pk for message in messages if message.role == Message.Role.ASSISTANT]
    )
    frames: list[Frame] = []
    for message in messages:
        if receipt := receipts.get(message.pk):
            as_it_stands = protocol.receipt_as_it_stands(receipt)
            frames.append(protocol.recall_done(message, receipt=as_it_stands))
        frames.append(_frame(message))
    return frames + _noticed(user, messages)


def _reply_before(conversation: Conversation, moment: datetime) -> int:
    replies_before = Message.objects.filter(
        conversation=conversation, role=Message.Role.ASSISTANT, created_at__lte=moment
    )
    latest = replies_before.order_by("-sequence").values_list("sequence", flat=True).first()
    return 2**31 - 1 if latest is None else latest


def _frame(message: Message) -> Frame:
    if message.role == Message.Role.USER:
        return protocol.message_saved(message)
    if message.status == Message.Status.ANSWERING:
        text = live.text(message.pk) or message.text
        return protocol.reply_delta(message.pk, reply_to=message.reply_to_id, offset=0, text=text)
    return protocol.reply_done(message, notice=reply_notice(message))


def _noticed(user: User, messages: list[Message]) -> list[Frame]:
    """What was learnt from these messages meanwhile."""
    said = [message.pk for message in messages if message.role == Message.Role.USER]
    found = memory_selectors.memories_from_messages(user=user, message_ids=said)
    return [
        protocol.memory_noticed(
            message_id=str(message_id),
            memories=[
                {"id": str(row.pk), "content": row.content, "type": row.type, "status": row.status}
                for row in rows
            ],
        )
        for message_id, rows in found.items()
        if rows
    ]
