"""The plain values of the read path: what is asked for, and what comes back. No Django model."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from memoryhub.models import User


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """One question to a person's memory.

    ``query`` is the message; ``recent`` the turns before it, newest last, for a follow-up to be understood;
    ``as_of`` the moment of asking (aware); ``budget_tokens`` bounds what is injected of memories and talks,
    ``knowledge_tokens`` what of documents; ``locale`` is the person's language ("en", "zh-hans"). ``message_id`` is
    the question's message, which is never its own answer. With ``trace`` False nothing is written (API look-ups
    without a reply, temporary chat). ``in_view`` are messages that the prompt holds anyway: they are not brought as
    past ones. With ``gated`` False the gate stays open: somebody searches.
    """

    user: "User"
    query: str
    as_of: datetime
    recent: tuple[str, ...] = ()
    budget_tokens: int = 1000
    knowledge_tokens: int = 1250
    locale: str = "en"
    message_id: UUID | None = None
    conversation_id: UUID | None = None
    trace: bool = True
    in_view: frozenset[UUID] = frozenset()
    gated: bool = True


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that goes into the prompt.

    ``content`` is the row's text; ``address`` the same addressed to the person ("You live in Ghent"); ``why`` a key of
    the reasons that the receipt words ("meaning", "keyword", "both", "instruction", "safety"); ``score`` the final
    score that ordered it; ``channels`` the rank it had in each channel.
    """

    memory_id: UUID
    content: str
    address: str
    type: str
    slot: str
    why: str
    score: float
    confidence: float
    created_at: datetime
    said_at: datetime
    occurred_on: str = ""
    channels: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PendingWords:
    """Words of the person that capture has not read yet (L6): known at once, as they were said. Secrets are masked.

    ``answer``: the sentences of them that answer the message; empty where they are there by their age alone.
    """

    message_id: UUID
    conversation_id: UUID
    text: str
    said_at: datetime
    score: float
    answer: str = ""


@dataclass(frozen=True, slots=True)
class PastWords:
    """What was said in an earlier chat and no memory tells: an excerpt, secrets and forgotten words blanked.

    ``answer``: the person's own sentences in it that answer the message; empty where it is only about the matter.
    """

    message_id: UUID
    conversation_id: UUID
    text: str
    role: str
    said_at: datetime
    score: float
    answer: str = ""


@dataclass(frozen=True, slots=True)
class EpisodeWords:
    """A line of an earlier talk's episode, addressed to the person; ``kind`` as ``EpisodeItem.Kind`` has it.

    ``answers``: it answers the message, and is not only about the matter.
    """

    item_id: int
    episode_id: UUID
    kind: str
    text: str
    said_at: datetime
    score: float
    answers: bool = False


@dataclass(frozen=True, slots=True)
class KnowledgeWords:
    """A passage of a document of the knowledge base, as it stands there; ``heading`` is the way of headings to it."""

    chunk_id: int
    document_id: UUID
    position: int
    title: str
    heading: str
    page: int | None
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Recollection:
    """What a recall brings: memories by relevance, standing instructions, words not captured yet, past messages, and
    passages of documents.

    ``gate`` says why it read or did not ("open", "small_talk", "switched_off", "empty"). ``injected`` lists all rows in
    the prompt: instructions first, then memories. ``more``: where everything was asked for, how many memories there are
    besides.
    """

    gate: str
    memories: tuple[Recalled, ...] = ()
    instructions: tuple[Recalled, ...] = ()
    pending: tuple[PendingWords, ...] = ()
    passages: tuple[PastWords, ...] = ()
    episodes: tuple[EpisodeWords, ...] = ()
    knowledge: tuple[KnowledgeWords, ...] = ()
    trace_id: UUID | None = None
    took_ms: int = 0
    more: int = 0

    @property
    def injected(self) -> tuple[Recalled, ...]:
        return self.instructions + self.memories
