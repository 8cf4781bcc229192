"""What memories need from conversations. Chat registers its implementation at start; memories never import chat."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from memories.capture.types import Turn
from memories.said_again import Statement

if TYPE_CHECKING:
    from memoryhub.models import User


#: Of the turns that wait for capture so many of the latest are read for a reply.
PENDING_LIMIT = 20


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """A message as a memory's page shows it, and as the index of past messages reads it; ``text`` is as it was typed.

    ``sequence`` is its place in its conversation, ``reply_to`` the message that a reply answers.
    """

    message_id: UUID
    conversation_id: UUID
    conversation_title: str
    role: str
    text: str
    said_at: datetime
    sequence: int = 0
    reply_to: UUID | None = None


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line of a talk as it was said: of a "topic", a "conclusion" or an open "question", with its messages.

    ``figures``: how many names, numbers and dates it holds.
    """

    kind: str
    text: str
    message_ids: tuple[UUID, ...]
    figures: int = 0


@dataclass(frozen=True, slots=True)
class Talk:
    """What of an ended conversation no episode tells yet: what was said, masked, and the lines that rules made of it.

    ``said``: (message, role, text) in order, without what may not be read. ``last_sequence`` is that of the last
    message there is, read or not.
    """

    conversation_id: UUID
    first_sequence: int
    last_sequence: int
    started_at: datetime
    ended_at: datetime
    said: tuple[tuple[UUID, str, str], ...] = ()
    lines: tuple[TalkLine, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidAgain:
    """A stretch of a message that says a statement; without bounds the whole message does."""

    memory_id: UUID
    message_id: UUID
    start: int | None = None
    end: int | None = None


class ConversationSource(Protocol):
    """Read and erase access to conversations, always of one person."""

    def turn(self, *, user: "User", message_id: UUID) -> Turn | None:
        """The turn of a message of the person's, or None when it is gone."""
        ...

    def pending_turns(
        self, *, user: "User", exclude: Sequence[UUID] = (), limit: int = PENDING_LIMIT
    ) -> list[Turn]:
        """The person's latest turns that capture has not finished, newest last, at most ``limit``.

        Without the words of forgotten memories, and without requests to forget something: those tell nothing.
        """
        ...

    def messages(self, *, user: "User", message_ids: Sequence[UUID]) -> dict[UUID, SourceMessage]:
        """The messages of the person's among these ids."""
        ...

    def around(self, *, user: "User", message_id: UUID) -> list[SourceMessage]:
        """The message, the assistant's line before it and the reply to it, as far as they are there, in their order."""
        ...

    def said_again(
        self, *, user: "User", statements: Sequence[Statement], taught_by: Sequence[UUID]
    ) -> list[SaidAgain]:
        """Where any message of the person's conversations says these statements, which those messages taught."""
        ...

    def replies_beside(self, *, user: "User", message_ids: Sequence[UUID]) -> list[UUID]:
        """All replies in the conversations of these messages."""
        ...

    def end_idle(self, *, now: datetime, dry_run: bool = False) -> int:
        """Conversations in which nothing was said for half an hour are closed; returns how many (would be)."""
        ...

    def ended(self) -> list[tuple[UUID, UUID]]:
        """(person, conversation) of closed conversations of which an episode is to be told, the oldest first.

        Not while something of it is still to be captured, nor while the person does not want anything learnt.
        """
        ...

    def talk(self, *, user: "User", conversation_id: UUID) -> Talk | None:
        """What of a closed conversation of the person's no episode tells yet; None when there is nothing."""
        ...

    def talk_told(self, *, user: "User", conversation_id: UUID, through: int) -> None:
        """The conversation is told up to this sequence. Inside the caller's transaction."""
        ...

    def talks_over(self, *, user: "User") -> None:
        """Nothing that the person has said so far is told in an episode any more. Inside the caller's transaction."""
        ...

    def told_again(self, *, user: "User", message_ids: Sequence[UUID]) -> None:
        """These messages may be read again after all: chat notes what they tell. Inside the caller's transaction."""
        ...

    def erase_derived(
        self, *, user: "User", message_ids: Sequence[UUID], memory_ids: Sequence[UUID] = ()
    ) -> Counter[str]:
        """Drops what chat derived from these messages (windows, summaries), and what its tools told of the memories.

        Inside the caller's transaction; returns how much, by ``ErasedPlace``.
        """
        ...


_source: ConversationSource | None = None


def register(source: ConversationSource) -> None:
    """Makes this the source of all later calls; chat calls it once at start."""
    global _source
    _source = source


def conversations() -> ConversationSource:
    """The registered source."""
    if _source is None:
        raise RuntimeError("No conversation source is registered: the chat app registers one at start.")
    return _source
