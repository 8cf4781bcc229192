"""What memories need from conversations. Chat registers its implementation at start; memories never import chat."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from memories.capture.types import Turn

if TYPE_CHECKING:
    from memoryhub.models import User


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


class ConversationSource(Protocol):
    """Read and erase access to conversations, always of one person."""

    def turn(self, *, user: "User", message_id: UUID) -> Turn | None:
        """The turn of a message of the person's, or None when it is gone."""
        ...

    def pending_turns(self, *, user: "User", exclude: Sequence[UUID] = ()) -> list[Turn]:
        """The person's latest turns that capture has not finished, newest last, at most 20."""
        ...

    def messages(self, *, user: "User", message_ids: Sequence[UUID]) -> dict[UUID, SourceMessage]:
        """The messages of the person's among these ids."""
        ...

    def around(self, *, user: "User", message_id: UUID) -> list[SourceMessage]:
        """The message, the assistant's line before it and the reply to it, as far as they are there, in their order."""
        ...

    def erase_derived(
        self, *, user: "User", message_ids: Sequence[UUID], memory_ids: Sequence[UUID] = ()
    ) -> None:
        """Drops what chat derived from these messages (windows, summaries), and what its tools told of the memories.

        Inside the caller's transaction.
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
