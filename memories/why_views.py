"""Beneath a memory: the person's latest messages, and whether it was recalled there."""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from memories import services, why_not
from memoryhub.views import person


@never_cache
@require_safe
def asked(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """The latest messages with what became of the memory there; each opens the four steps."""
    user = person(request)
    try:
        memory = services.memory_get_for_user(user=user, memory_id=memory_id)
    except services.MemoryNotFound:
        raise Http404 from None
    context = {
        "memory": memory,
        "asked": why_not.asked(user=user, memory=memory),
        "days": settings.MEMORY_TRACE_DAYS,
    }
    return render(request, "memories/why_not.html", context)
