"""The page of the episodes: what earlier chats were about, with what the person does to them. No business here."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from memories import episode_services, episodes, services
from memoryhub import toasts
from memoryhub.views import person

_PAGE = 20


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The episodes, the latest first, each with its lines and its chat."""
    user = person(request)
    page = Paginator(episodes.episode_list(user=user), _PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "episodes": [episodes.shown(episode) for episode in page],
        "memory": services.settings_get(user=user),
    }
    return render(request, "memories/episodes.html", context)


@require_POST
def remove_item(request: HttpRequest, episode_item_id: int) -> HttpResponse:
    """Take one line away for good."""
    try:
        episode_services.item_remove(user=person(request), item_id=episode_item_id)
    except episode_services.EpisodeNotFound:
        raise Http404 from None
    toasts.add(request, _("The line is gone for good."))
    return redirect("memories:episodes")


@require_POST
def settle(request: HttpRequest, episode_item_id: int) -> HttpResponse:
    """An open question is settled, or open again."""
    settled = request.POST.get("settled", "1") == "1"
    try:
        episode_services.item_settle(user=person(request), item_id=episode_item_id, settled=settled)
    except episode_services.EpisodeNotFound:
        raise Http404 from None
    undo = toasts.Undo(request.path, {"settled": ["" if settled else "1"]})
    text = _("Settled: it is not offered again.") if settled else _("It is open again.")
    toasts.add(request, text, undo=undo)
    return redirect("memories:episodes")


@require_POST
def remove(request: HttpRequest, episode_id: UUID) -> HttpResponse:
    """Take the episode of a chat away for good."""
    try:
        episode_services.episode_remove(user=person(request), episode_id=episode_id)
    except episode_services.EpisodeNotFound:
        raise Http404 from None
    toasts.add(request, _("The summary of that chat is gone for good. The chat itself stays."))
    return redirect("memories:episodes")
