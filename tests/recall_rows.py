"""Makes memories with their index rows for the tests of recall and of what pages read."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from memories.capture.types import Turn
from memories.kinds import EntityKind, MemoryStatus, MemoryType, SourceKind
from memories.models import Entity, Memory, MemorySource
from memories.recall import index
from memories.recall.types import RecallRequest
from memories.sources import SourceMessage
from memoryhub.models import User


def entity(user: User, *, relation: str = "", name: str = "") -> Entity:
    """The person's own entity, or that of somebody with a relation to them."""
    key = f"{relation}:{name}" if relation or name else "self"
    kind = EntityKind.SELF if key == "self" else EntityKind.PERSON
    return Entity.objects.get_or_create(
        user=user, key=key, defaults={"kind": kind, "relation": relation, "name": name}
    )[0]


def remember(
    user: User, *contents: str, vectors: bool = True, relation: str = "", **fields: Any
) -> list[Memory]:
    """Memories by hand, active unless said otherwise, indexed as services do."""
    fields.setdefault("type", MemoryType.FACT)
    fields.setdefault("status", MemoryStatus.ACTIVE)
    found, model = index.embed(contents=contents) if vectors else ([None] * len(contents), "")
    rows = []
    for content, vector in zip(contents, found, strict=True):
        memory = Memory.objects.create(
            user=user, subject=entity(user, relation=relation), content=content, **fields
        )
        MemorySource.objects.create(memory=memory, kind=SourceKind.HAND)
        index.write(memory=memory, vector=vector, model=model)
        rows.append(memory)
    return rows


def ask(user: User, query: str, **fields: Any) -> RecallRequest:
    """A request for this question, now."""
    fields.setdefault("as_of", timezone.now())
    return RecallRequest(user=user, query=query, **fields)


class Words:
    """A source of pending turns that says what it was given; it keeps who asked."""

    def __init__(self, turns: Sequence[Turn] = (), owner: User | None = None) -> None:
        self.turns, self.owner = list(turns), owner

    def turn(self, *, user: User, message_id: UUID) -> Turn | None:
        return next((turn for turn in self.turns if turn.message_id == message_id), None)

    def pending_turns(self, *, user: User, exclude: Sequence[UUID] = ()) -> list[Turn]:
        if user != self.owner:
            return []
        return [turn for turn in self.turns if turn.message_id not in exclude]

    def messages(self, *, user: User, message_ids: Sequence[UUID]) -> dict[UUID, SourceMessage]:
        return {}

    def around(self, *, user: User, message_id: UUID) -> list[SourceMessage]:
        return []

    def erase_derived(
        self, *, user: User, message_ids: Sequence[UUID], memory_ids: Sequence[UUID] = ()
    ) -> Counter[str]:
        return Counter()


def said(text: str, *, message_id: UUID, conversation_id: UUID, at: datetime | None = None) -> Turn:
    """A turn of the person's."""
    return Turn(
        message_id=message_id, conversation_id=conversation_id, text=text, said_at=at or timezone.now()
    )
