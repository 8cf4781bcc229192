"""What the records of tool calls may hold of memories: nothing of those that are forgotten."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Min, Q

from chat.models import Message, ToolCall

if TYPE_CHECKING:
    from memoryhub.models import User

FORGET, SEARCH_MESSAGES = "forget", "search_messages"


def forgetting(answer: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Arguments and answer of a call that forgot something, as they may be recorded: ids without a text."""
    ids = [row["id"] for row in answer["forgotten"]]
    return {}, {"forgotten": ids}


def erase(*, user: "User", message_ids: Sequence[UUID], memory_ids: Sequence[UUID]) -> int:
    """Calls that told of these memories are without arguments and result, with the caller's transaction; how many.

    Searches in past messages name none of those that they found: all since the first of these messages go.
    """
    told = Q()
    for memory_id in memory_ids:
        told |= Q(result__contains=str(memory_id))
    messages = Message.objects.filter(conversation__user=user, pk__in=list(message_ids))
    since = messages.aggregate(first=Min("created_at"))["first"]
    if since is not None:
        told |= Q(name=SEARCH_MESSAGES, created_at__gte=since)
    if not told:
        return 0
    calls = ToolCall.objects.filter(told, message__conversation__user=user).exclude(arguments={}, result="")
    return calls.update(arguments={}, result="")
