"""The channel of relations: the memories that lead, one after another, to the answer of a question of several steps."""

from collections.abc import Mapping
from uuid import UUID

from django.conf import settings

from memories.graph import paths
from memories.models import Memory
from memories.recall.evidence import Evidence, merge
from memories.recall.former import asks_for_past
from memories.recall.intent import Intent
from memories.recall.types import RecallRequest

#: Its name in traces and receipts.
CHANNEL = "relation"

Choice = tuple[Memory, float, bool]


def search(*, request: RecallRequest, intent: Intent) -> list[tuple[UUID, float]]:
    """The memories of the ways to the answer, in their order: each way is whole."""
    if not intent.question or asks_for_past(request.query):
        return []
    # A follow-up carries the turn before it along, which asks for another way.
    question = request.query if intent.text.endswith(request.query) else intent.text
    found = paths.find(
        user=request.user, question=question, as_of=request.as_of, conversation_id=request.conversation_id
    )
    ids: list[UUID] = []
    for path in found:
        more = merge([ids, path.memory_ids])
        ids = more if len(more) <= settings.MEMORY_RECALL_LIMIT else ids
    return [(memory, 1.0 / place) for place, memory in enumerate(ids, 1)]


def begins_with_theirs(request: RecallRequest) -> bool:
    """Whether a question of several steps begins with somebody whom only the person's graph tells to be theirs."""
    return paths.knows(user=request.user, question=request.query)


def first(choices: list[Choice], *, evidence: Mapping[UUID, Evidence]) -> list[Choice]:
    """The choices with those that lead to the answer before the rest, all above the floor.

    The floor tells how near a row is to the question, and a step on the way is near to nothing that it asks for.
    """
    place = {memory.pk: evidence[memory.pk].channels.get(CHANNEL, 0) for memory, _, _ in choices}
    led = sorted((one for one in choices if place[one[0].pk]), key=lambda one: place[one[0].pk])
    if not led:
        return choices
    top = max(score for _, score, _ in choices)
    return [(memory, top, True) for memory, _, _ in led] + [one for one in choices if not place[one[0].pk]]
