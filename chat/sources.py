"""Gives memories what they need from conversations, always of one person."""

import zoneinfo
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from chat import constraints, days_meant, erasing, retelling, said_days, services, talks
from chat.models import Message
from chat.state.entries import State
from chat.state.update import updated
from memories.capture.forget_words import without_requests
from memories.capture.types import TalkDay, Text, Turn
from memories.kinds import CaptureStatus
from memories.models import Tombstone
from memories.said_again import Statement
from memories.sources import PENDING_LIMIT, SaidAgain, SourceMessage, Talk
from memoryhub.models import User


class ChatSource:
    """Implements ``memories.sources.ConversationSource`` on chat's own tables."""

    def turn(self, *, user: User, message_id: UUID) -> Turn | None:
        """The turn of a message of the person's, with the assistant's line before it."""
        message = _own(user).filter(pk=message_id, role=Message.Role.USER)
        turn = next(iter(_turns(message)), None)
        return turn if turn is None else replace(turn, days=_days_of(turn))

    def pending_turns(
        self, *, user: User, exclude: Sequence[UUID] = (), limit: int = PENDING_LIMIT
    ) -> list[Turn]:
        """The person's latest turns that capture has not finished, newest last, forgotten words blanked.

        Blanked are requests to forget something, too: they tell nothing.
        """
        undone = [CaptureStatus.QUEUED, CaptureStatus.RUNNING]
        rows = _own(user).filter(role=Message.Role.USER, capture_run__status__in=undone)
        latest = rows.exclude(pk__in=exclude).order_by("-capture_run__pk")[:limit]
        turns = [_without_requests(turn) for turn in _turns(latest)[::-1]]
        return [turn for turn in without_forgotten(user, turns) if turn.text.strip()]

    def messages(self, *, user: User, message_ids: Sequence[UUID]) -> dict[UUID, SourceMessage]:
        """The messages of the person's among these ids."""
        rows = _own(user).filter(pk__in=message_ids).select_related("conversation")
        return {message.pk: _shown(message) for message in rows}

    def around(self, *, user: User, message_id: UUID) -> list[SourceMessage]:
        """The message, the assistant's line before it and the reply to it, as far as they are there, in their order."""
        rows = _own(user).select_related("conversation")
        message = rows.filter(pk=message_id, role=Message.Role.USER).first()
        if message is None:
            return []
        replies = rows.filter(
            conversation_id=message.conversation_id,
            role=Message.Role.ASSISTANT,
            status__in=[Message.Status.DONE, Message.Status.INTERRUPTED],
        )
        before = replies.filter(sequence__lt=message.sequence).order_by("-sequence").first()
        after = replies.filter(reply_to=message).first()
        return [_shown(one) for one in (before, message, after) if one is not None]

    def said_again(
        self, *, user: User, statements: Sequence[Statement], taught_by: Sequence[UUID]
    ) -> list[SaidAgain]:
        """Where any message of the person's conversations says these statements, which those messages taught."""
        return retelling.said_again(user=user, statements=statements, taught_by=taught_by)

    def replies_beside(self, *, user: User, message_ids: Sequence[UUID]) -> list[UUID]:
        """All replies in the conversations of these messages."""
        return retelling.replies_beside(user=user, message_ids=message_ids)

    def end_idle(self, *, now: datetime, dry_run: bool = False) -> int:
        """Conversations in which nothing was said for half an hour are closed; returns how many (would be)."""
        return services.conversations_end_idle(now=now, dry_run=dry_run)

    def ended(self) -> list[tuple[UUID, UUID]]:
        """(person, conversation) of closed conversations of which an episode is to be told, the oldest first."""
        return talks.ended()

    def talk(self, *, user: User, conversation_id: UUID) -> Talk | None:
        """What of a closed conversation of the person's no episode tells yet; None when there is nothing."""
        return talks.talk(user=user, conversation_id=conversation_id)

    def talk_told(self, *, user: User, conversation_id: UUID, through: int) -> None:
        """The conversation is told up to this sequence. Inside the caller's transaction."""
        talks.told(user=user, conversation_id=conversation_id, through=through)

    def talks_over(self, *, user: User) -> None:
        """Nothing that the person has said so far is told in an episode any more. Inside the caller's transaction."""
        talks.over(user=user)

    def told_again(self, *, user: User, message_ids: Sequence[UUID]) -> None:
        """Their conditions hold again, and state has what it knows nothing newer of."""
        erasing.bring_back(user=user, message_ids=message_ids)

    def erase_derived(
        self, *, user: User, message_ids: Sequence[UUID], memory_ids: Sequence[UUID] = ()
    ) -> Counter[str]:
        """Drops what was made from these messages, inside the caller's transaction; returns how much, by place.

        With it goes what tools told of these memories.
        """
        return erasing.erase(user=user, message_ids=message_ids, memory_ids=memory_ids)


def _own(user: User) -> QuerySet[Message]:
    return Message.objects.filter(conversation__user=user)


def _shown(message: Message) -> SourceMessage:
    return SourceMessage(
        message_id=message.pk,
        conversation_id=message.conversation_id,
        conversation_title=message.conversation.title,
        role=str(message.role),
        text=message.text,
        said_at=_said_at(message),
        sequence=message.sequence,
        reply_to=message.reply_to_id,
    )


def _said_at(message: Message) -> datetime:
    """When it was said, in the zone the person was in."""
    return message.created_at.astimezone(zoneinfo.ZoneInfo(message.time_zone))


def _turns(rows: QuerySet[Message]) -> list[Turn]:
    """The messages as capture receives them, each with the assistant's line before it, in one query."""
    before = Message.objects.filter(
        conversation_id=OuterRef("conversation_id"),
        role=Message.Role.ASSISTANT,
        sequence__lt=OuterRef("sequence"),
        status__in=[Message.Status.DONE, Message.Status.INTERRUPTED],
    )
    latest = before.order_by("-sequence")
    found = list(
        rows.annotate(
            line_before=Subquery(latest.values("text")[:1]), before_id=Subquery(latest.values("pk")[:1])
        )
    )
    lines = {message.before_id: message.line_before for message in found if message.before_id}
    readable = _spaced(lines)
    return [turn_of(message, previous=readable.get(message.before_id, "")) for message in found]


#: Before a message so many of the person's are read anew, where the state has gone on since.
_READ_ANEW = 12


def _days_of(turn: Turn) -> tuple[TalkDay, ...]:
    """What the talk tells of the days that a turn names."""
    if not said_days.find(turn.text, said_at=turn.said_at):
        return ()
    message = Message.objects.select_related("conversation").get(pk=turn.message_id)
    state, through = State.from_json(message.conversation.state), message.conversation.state_through
    own = Message.objects.filter(
        conversation_id=turn.conversation_id, role=Message.Role.USER, sequence__lt=message.sequence
    )
    if through < message.sequence:
        unread = list(own.filter(sequence__gt=through).order_by("sequence"))
    else:
        unread = list(own.order_by("-sequence")[:_READ_ANEW])[::-1]
        first = unread[0].sequence if unread else message.sequence
        state = State(tuple(one for one in state.entries if one.sequence < first))
    texts = _spaced({one.pk: one.text for one in unread})
    for one in unread:
        state = updated(
            state, text=texts[one.pk], said_at=_said_at(one), message_id=one.pk, sequence=one.sequence
        )
    return days_meant.of_message(
        state, text=turn.text, said_at=turn.said_at, message_id=message.pk, sequence=message.sequence
    )


def _without_requests(turn: Turn) -> Turn:
    return replace(turn, text=without_requests(Text(text=turn.text, said_at=turn.said_at)).text)


def turn_of(message: Message, *, previous: str) -> Turn:
    """The message as capture receives it."""
    return Turn(
        message_id=message.pk,
        conversation_id=message.conversation_id,
        text=message.text,
        said_at=_said_at(message),
        previous_assistant=previous,
        bound=tuple((one.start, one.end, one.waits) for one in constraints.found(message.text)),
    )


def without_forgotten(user: User, turns: list[Turn]) -> list[Turn]:
    """The turns with the words of forgotten memories blanked, so that they come back on no path."""
    texts = _spaced({turn.message_id: turn.text for turn in turns})
    return [replace(turn, text=texts[turn.message_id]) for turn in turns]


def _spaced(texts: dict[UUID, str]) -> dict[UUID, str]:
    """The texts of messages with spaces in the place of forgotten words."""
    texts = dict(texts)
    stones = Tombstone.objects.filter(message_id__in=texts)
    for message_id, start, end in stones.values_list("message_id", "start", "end"):
        if message_id is None:
            continue
        text = texts[message_id]
        if start is None or end is None:
            start, end = 0, len(text)
        texts[message_id] = text[:start] + " " * len(text[start:end]) + text[end:]
    return texts
