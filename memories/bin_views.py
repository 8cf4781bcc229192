"""The pages that ask before something in the recycle bin is erased for good. No business here."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from memories import reading, recycle_bin, services
from memories.kinds import ErasedPlace, MemoryStatus
from memoryhub import toasts
from memoryhub.views import person


@never_cache
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """Ask, then erase one memory of the recycle bin for good; there is no way back."""
    user = person(request)
    try:
        memory = services.memory_get_for_user(user=user, memory_id=memory_id)
        if request.method == "POST":
            return _erased(
                request, services.memory_erase(user=user, memory_ids=[memory_id]).get(ErasedPlace.MEMORIES, 0)
            )
    except services.MemoryNotFound:
        raise Http404 from None
    if memory.status != MemoryStatus.FORGOTTEN:
        return _erased(request, 0)
    return render(request, "memories/erase.html", {"memory": memory, "back": _bin()})


@never_cache
@require_http_methods(["GET", "POST"])
def empty(request: HttpRequest) -> HttpResponse:
    """Ask, then erase everything in the recycle bin for good."""
    user = person(request)
    if request.method == "POST":
        return _erased(request, services.bin_empty(user=user).get(ErasedPlace.MEMORIES, 0))
    return render(request, "memories/erase.html", {"bin": recycle_bin.shown(user=user), "back": _bin()})


def _erased(request: HttpRequest, count: int) -> HttpResponse:
    toasts.add(request, recycle_bin.erased_words(count))
    return redirect(_bin())


def _bin() -> str:
    return reading.Filters(status="forgotten").address
