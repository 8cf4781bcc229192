"""What a person does to conversations, and how messages and replies are stored. No model call here."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from chat import session, titles
from chat.models import Conversation, Message
from memories import capture, retelling
from memories import services as memory_services
from memories.kinds import CaptureStatus
from memories.models import CaptureRun, Memory, MemorySource, RecallTrace
from memories.upkeep import episodes
from memoryhub.ai.llm import Usage
from memoryhub.models import User

#: A conversation in which nothing was said for so long has ended; as many are closed in one go.
IDLE, _BATCH = timedelta(minutes=30), 500
#: Unicode's categories of spaces, controls and marks of format, like the zero-width ones.
_UNSEEN = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})
#: Error codes of a reply that the model is not to blame for.
STOPPED, NOBODY_THERE, PROCESS_LOST, INTERNAL, LENGTH = (
    "stopped",
    "nobody_there",
    "process_lost",
    "internal",
    "length",
)


class ConversationNotFound(Exception):
    """There is no such conversation of this person's; whether another has it is not told."""


# ------------------------------------------------------------------------------------------------ conversations


def conversation_create(*, user: User, title: str = "") -> Conversation:
    """A new, empty conversation of the person's."""
    title = _one_line(title)
    return Conversation.objects.create(user=user, title=title[:200], title_by_person=bool(title))


def conversation_begin(*, user: User) -> Conversation:
    """A conversation to write in: one that was started and never used, or else a new one."""
    unused = Conversation.objects.filter(user=user, next_sequence=1, title="").order_by("-updated_at").first()
    if unused is None:
        return conversation_create(user=user)
    unused.user, unused.updated_at = user, timezone.now()
    unused.save(update_fields=["updated_at"])
    return unused


def conversation_get_for_user(*, user: User, conversation_id: UUID | str) -> Conversation:
    """The person's conversation; raises ConversationNotFound for a missing, foreign or malformed id."""
    try:
        conversation = Conversation.objects.filter(user=user, pk=conversation_id).first()
    except (ValidationError, ValueError):
        conversation = None
    if conversation is None:
        raise ConversationNotFound
    conversation.user = user
    return conversation


def conversation_rename(*, user: User, conversation_id: UUID | str, title: str) -> Conversation:
    """The conversation has the person's own title, which no message replaces."""
    conversation = conversation_get_for_user(user=user, conversation_id=conversation_id)
    title = _one_line(title)
    if not title:
        raise ValidationError(_("Give the conversation a name."), code="empty")
    if len(title) > 200:
        raise ValidationError(_("A name has at most 200 characters."), code="too_long")
    conversation.title, conversation.title_by_person = title, True
    conversation.save(update_fields=["title", "title_by_person"])
    return conversation


def conversation_delete(*, user: User, conversation_id: UUID | str, forget_learnt: bool = False) -> int:
    """The conversation is gone; with ``forget_learnt`` also what only it taught. Returns how many were forgotten."""
    conversation = conversation_get_for_user(user=user, conversation_id=conversation_id)
    with transaction.atomic():
        forgotten = _forget_learnt(user=user, conversation=conversation) if forget_learnt else 0
        transaction.on_commit(partial(session.clear, conversation_id=conversation.pk), robust=True)
        conversation.delete()
    return forgotten


def _forget_learnt(*, user: User, conversation: Conversation) -> int:
    learnt = memories_only_from(user=user, conversation=conversation)
    if not learnt:
        return 0
    return memory_services.memory_forget(user=user, memory_ids=learnt, earlier=False).count


def memories_only_from(*, user: User, conversation: Conversation) -> list[UUID]:
    """The person's memories that have no source but this conversation's messages and tasks."""
    here = Q(message__conversation=conversation) | Q(task__conversation=conversation)
    elsewhere = MemorySource.objects.filter(memory__user=user).exclude(here)
    return list(
        Memory.objects.of(user)
        .filter(sources__in=MemorySource.objects.filter(here))
        .exclude(status__in=["forgotten", "rejected"])
        .exclude(pk__in=elsewhere.values("memory_id"))
        .distinct()
        .values_list("pk", flat=True)
    )


def conversation_end(*, user: User, conversation_id: UUID | str) -> Conversation:
    """The conversation is closed until its next message; what capture has not read of it is sent again."""
    conversation = conversation_get_for_user(user=user, conversation_id=conversation_id)
    with transaction.atomic():
        if Conversation.objects.filter(pk=conversation.pk, ended_at=None).update(ended_at=timezone.now()):
            undone = CaptureRun.objects.filter(
                message__conversation=conversation,
                status__in=[CaptureStatus.QUEUED, CaptureStatus.RUNNING],
            )
            for message_id in undone.order_by("pk").values_list("message_id", flat=True):
                capture.enqueue(message_id=message_id, user_id=user.pk)
            transaction.on_commit(partial(session.clear, conversation_id=conversation.pk), robust=True)
            transaction.on_commit(episodes.tell_worker, robust=True)
    conversation.refresh_from_db(fields=["ended_at"])
    return conversation


def conversations_end_idle(*, now: datetime, dry_run: bool = False) -> int:
    """Conversations in which nothing was said for IDLE are closed; returns how many (would be)."""
    idle = Conversation.objects.filter(
        ended_at=None, updated_at__lte=now - IDLE, next_sequence__gt=F("episode_through") + 1
    ).select_related("user")
    if dry_run:
        return idle.count()
    ended = 0
    for conversation in idle.order_by("updated_at")[:_BATCH]:
        with transaction.atomic():
            row = Conversation.objects.select_for_update(skip_locked=True).filter(pk=conversation.pk).first()
            # A message that came meanwhile has begun it again.
            if row is not None and row.ended_at is None and row.updated_at <= now - IDLE:
                conversation_end(user=conversation.user, conversation_id=conversation.pk)
                ended += 1
    return ended


# ------------------------------------------------------------------------------------------------ messages


def message_save(*, conversation: Conversation, text: str, client_id: str | None) -> tuple[Message, bool]:
    """The person's message is stored with its capture run, in one transaction; the same client_id is the same message.

    Returns the message and whether it is new. Raises ValidationError (codes "empty", "too_long") with nothing stored.
    """
    text = sendable(text)
    with transaction.atomic():
        row = _locked(conversation)
        if client_id is not None:
            known = row.messages.filter(client_id=client_id).first()
            if known is not None:
                known.conversation = conversation
                return known, False
        message = _append(
            row,
            Message(
                role=Message.Role.USER,
                text=text,
                client_id=client_id,
                time_zone=conversation.user.time_zone,
            ),
        )
        if not row.title:
            row.title = titles.from_text(text)
        row.ended_at = None
        row.save(update_fields=["title", "ended_at"])
        capture.enqueue(message_id=message.pk, user_id=row.user_id)
    conversation.title, conversation.ended_at = row.title, None
    message.conversation = conversation
    return message, True


def message_add(*, conversation: Conversation, role: str, text: str, name: str = "") -> Message:
    """A system message, or a tool's result, stands in the conversation. It is never captured."""
    role = Message.Role(role)
    if role not in (Message.Role.SYSTEM, Message.Role.TOOL):
        raise ValueError("Only system and tool messages are added without a turn.")
    with transaction.atomic():
        message = Message(role=role, text=storable(text), name=name[:80], status=Message.Status.DONE)
        return _append(_locked(conversation), message)


def sendable(text: str) -> str:
    """The text as it can be stored; raises ValidationError (codes "empty", "too_long")."""
    text = storable(text)
    if not any(map(_is_visible, text)):
        raise ValidationError(_("There is nothing to send: write a message first."), code="empty")
    if len(text) > settings.CHAT_MESSAGE_LIMIT:
        raise ValidationError(
            ngettext_lazy(
                "A message has at most %(limit)d character, and nothing of this one was saved.",
                "A message has at most %(limit)d characters, and nothing of this one was saved.",
                settings.CHAT_MESSAGE_LIMIT,
            ),
            code="too_long",
            params={"limit": settings.CHAT_MESSAGE_LIMIT},
        )
    return text


def _is_visible(character: str) -> bool:
    return unicodedata.category(character) not in _UNSEEN


def storable(text: str) -> str:
    """The text without what PostgreSQL cannot hold: the null character, and halves of a surrogate pair."""
    text = text.replace("\x00", "")
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _one_line(text: str) -> str:
    return " ".join(storable(text).split())


def _locked(conversation: Conversation) -> Conversation:
    """The row, held to the end of the transaction; raises ConversationNotFound when it was deleted meanwhile."""
    row = Conversation.objects.select_for_update().filter(pk=conversation.pk).first()
    if row is None:
        raise ConversationNotFound
    return row


def _append(row: Conversation, message: Message) -> Message:
    """The message has the next place in the locked conversation."""
    now = timezone.now()
    message.conversation, message.sequence, message.created_at = row, row.next_sequence, now
    message.save(force_insert=True)
    row.next_sequence += 1
    row.updated_at = now
    row.save(update_fields=["next_sequence", "updated_at"])
    if message.status != Message.Status.ANSWERING:
        transaction.on_commit(partial(session.append, message), robust=True)
    return message


# ------------------------------------------------------------------------------------------------ replies


def reply_of(*, message: Message) -> Message | None:
    """The reply to a message, in whatever state."""
    return Message.objects.filter(reply_to=message, role=Message.Role.ASSISTANT).first()


def reply_begin(*, message: Message, trace_id: UUID | None, used: Sequence[UUID] | None = None) -> Message:
    """The message's reply is being answered and owns the trace; a failed or broken-off one starts afresh.

    ``used``: the memories that it tells; None where a model has all that was recalled to read.
    """
    with transaction.atomic():
        row = _locked(message.conversation)
        reply = reply_of(message=message)
        if reply is None:
            reply = _append(
                row,
                Message(
                    role=Message.Role.ASSISTANT,
                    reply_to=message,
                    status=Message.Status.ANSWERING,
                    time_zone=message.time_zone,
                ),
            )
        else:
            reply.text = reply.error = reply.model = ""
            reply.prompt_tokens = reply.completion_tokens = None
            reply.status = Message.Status.ANSWERING
            reply.save()
            RecallTrace.objects.filter(reply=reply).update(reply=None)
            transaction.on_commit(partial(session.clear, conversation_id=row.pk), robust=True)
        if trace_id is not None:
            RecallTrace.objects.filter(pk=trace_id, user_id=row.user_id).update(
                reply=reply, used=None if used is None else list(used)
            )
    return reply


def reply_keep(*, reply_id: UUID, text: str) -> None:
    """What has come of a reply so far is kept, in case the process dies."""
    Message.objects.filter(pk=reply_id, status=Message.Status.ANSWERING).update(text=storable(text))


def reply_finish(
    *, reply: Message, text: str, status: str, error: str = "", model: str = "", usage: Usage | None = None
) -> bool:
    """The reply is whole, broken off or failed. False when it is gone, or was finished by another."""
    reply.text, reply.status, reply.error, reply.model = storable(text), status, error, model[:120]
    if usage is not None:
        reply.prompt_tokens, reply.completion_tokens = usage.prompt_tokens, usage.completion_tokens
    with transaction.atomic():
        # A reply that was taken for lost is the writer's own still.
        own = Q(status=Message.Status.ANSWERING) | Q(status=Message.Status.INTERRUPTED, error=PROCESS_LOST)
        done = (
            Message.objects.filter(own, pk=reply.pk).update(
                text=reply.text,
                status=reply.status,
                error=reply.error,
                model=reply.model,
                prompt_tokens=reply.prompt_tokens,
                completion_tokens=reply.completion_tokens,
            )
            == 1
        )
        if done:
            _hide_forgotten(reply)
            Conversation.objects.filter(pk=reply.conversation_id).update(updated_at=timezone.now())
            transaction.on_commit(partial(session.append, reply), robust=True)
    return done


def _hide_forgotten(reply: Message) -> None:
    """What the reply repeats of memories that were forgotten while it was written is hidden as they are."""
    row = Message.objects.select_related("conversation__user", "reply_to").get(pk=reply.pk)
    since = row.reply_to.created_at if row.reply_to else row.created_at
    retelling.forgotten_meanwhile(row.conversation.user, message_id=row.pk, text=row.text, since=since)
