"""The pages that walk a recall: what was looked at, what was passed over, and why one memory was not recalled."""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chat.models import Message
from chat.views import own_message
from memories import selectors as memory_selectors
from memories import services as memory_services
from memories import why_not
from memories.kinds import MemoryStatus
from memories.recall.gate import Gate
from memoryhub.views import person

#: Memories that the search for another one shows.
_FOUND = 10


def _reply(request: HttpRequest, conversation_id: UUID, message_id: UUID) -> Message:
    reply = own_message(request, conversation_id, message_id)
    if reply.role != Message.Role.ASSISTANT:
        raise Http404
    return reply


@never_cache
@require_safe
def recalled(request: HttpRequest, conversation_id: UUID, message_id: UUID) -> HttpResponse:
    """What a reply's recall looked at; `q` searches the person's memories for the one that was expected."""
    user, reply = person(request), _reply(request, conversation_id, message_id)
    trace = why_not.trace_of(user=user, reply_id=reply.pk)
    words = request.GET.get("q", "")[:200].replace("\x00", "").strip()
    found = []
    if words:
        kept = [
            status for status in MemoryStatus if status not in (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)
        ]
        found = list(memory_selectors.memory_list(user=user, q=words, status=kept)[:_FOUND])
    context = {
        "conversation": reply.conversation,
        "reply": reply,
        "look": why_not.look(user=user, trace=trace) if trace else None,
        "receipt": memory_selectors.receipt_for(user=user, reply_ids=[reply.pk]).get(reply.pk),
        "words": words,
        "found": found,
        "days": settings.MEMORY_TRACE_DAYS,
    }
    return render(request, "chat/recall.html", context)


@never_cache
@require_safe
def why(request: HttpRequest, conversation_id: UUID, message_id: UUID, memory_id: UUID) -> HttpResponse:
    """The four steps of one memory at one reply."""
    user, reply = person(request), _reply(request, conversation_id, message_id)
    try:
        memory = memory_services.memory_get_for_user(user=user, memory_id=memory_id)
    except memory_services.MemoryNotFound:
        raise Http404 from None
    trace = why_not.trace_of(user=user, reply_id=reply.pk)
    context = {
        "conversation": reply.conversation,
        "reply": reply,
        "memory": memory,
        "look": why_not.look(user=user, trace=trace) if trace else None,
        "steps": why_not.steps(user=user, trace=trace, memory=memory) if trace else [],
        "was_recalled": trace is not None and memory.pk in trace.injected,
        "looked_up": trace is not None and trace.gate in (Gate.OPEN, Gate.EMPTY),
        "days": settings.MEMORY_TRACE_DAYS,
    }
    return render(request, "chat/why_not.html", context)
