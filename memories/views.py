"""The pages of *My memories*: the list, one memory, and what is done to them. No business here."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from memories import selectors, services
from memoryhub.views import person


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Everything remembered."""
    user = person(request)
    page = Paginator(selectors.memory_list(user=user, status="active"), 50).get_page(request.GET.get("page"))
    return render(request, "memories/list.html", {"page": page})


@never_cache
@require_GET
def detail(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """One memory."""
    try:
        history = selectors.memory_history(user=person(request), memory_id=memory_id)
    except services.MemoryNotFound:
        raise Http404 from None
    return render(request, "memories/detail.html", {"history": history})


@require_POST
def edit(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """The memory has the new text."""
    try:
        services.memory_edit(
            user=person(request), memory_id=memory_id, content=request.POST.get("content", "")
        )
    except services.MemoryNotFound:
        raise Http404 from None
    return redirect("memories:detail", memory_id=memory_id)


@require_POST
def one(request: HttpRequest, memory_id: UUID, verb: str) -> HttpResponse:
    """Do one thing to one memory."""
    user = person(request)
    try:
        if verb in ("pin", "unpin"):
            {"pin": services.memory_pin, "unpin": services.memory_unpin}[verb](user=user, memory_id=memory_id)
        else:
            {
                "forget": services.memory_forget,
                "restore": services.memory_restore,
                "confirm": services.memory_confirm,
                "reject": services.memory_reject,
            }[verb](user=user, memory_ids=[memory_id])
    except services.MemoryNotFound:
        raise Http404 from None
    return redirect("memories:list")


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Remember what was written by hand."""
    services.memory_remember(user=person(request), content=request.POST.get("content", ""))
    return redirect("memories:list")


@require_POST
def bulk(request: HttpRequest) -> HttpResponse:
    """Forget those that are ticked."""
    ids = [UUID(one) for one in request.POST.getlist("ids")]
    services.memory_forget(user=person(request), memory_ids=ids)
    return redirect("memories:list")


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Set the switches."""
    services.settings_update(
        user=person(request), use="use" in request.POST, learn="learn" in request.POST
    )
    return redirect("memories:list")
