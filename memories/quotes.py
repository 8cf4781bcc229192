"""The words that a memory comes from, with what stands around them, as pages show them. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from memories.models import MemorySource
from memories.sources import SourceMessage

#: Characters of a message around the words that a memory comes from.
_AROUND = 90


@dataclass(frozen=True, slots=True)
class Quote:
    """The words that a memory comes from, with what stands around them, and where they were said."""

    source: MemorySource
    before: str = ""
    words: str = ""
    after: str = ""
    conversation_id: UUID | None = None
    title: str = ""


def quote_of(source: MemorySource, messages: Mapping[UUID, SourceMessage]) -> Quote:
    """The words of a source in its message; without words where the message is gone or there was none."""
    message = messages.get(source.message_id) if source.message_id else None
    if message is None:
        return Quote(source)
    text = message.text
    start = source.start or 0
    end = len(text) if source.end is None else source.end
    before, after = text[:start], text[end:]
    return Quote(
        source,
        before if len(before) <= _AROUND else "…" + before[-_AROUND:],
        text[start:end],
        after if len(after) <= _AROUND else after[:_AROUND] + "…",
        message.conversation_id,
        message.conversation_title,
    )
