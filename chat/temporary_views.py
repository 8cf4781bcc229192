"""The pages of temporary chats. They work by plain forms; what is shown here is stored nowhere but in Redis."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat import live, protocol, temporary, temporary_reading, temporary_turn
from chat.models import Message
from chat.temporary import TemporaryAway, TemporaryChat, TemporaryNotFound
from memories import services as memory_services
from memoryhub import toasts
from memoryhub.views import person

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def told(view: View[P]) -> View[P]:
    """A chat that is gone, and one that cannot be reached, are told on a page of their own."""

    @wraps(view)
    def door(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TemporaryNotFound:
            return render(request, "chat/temporary_gone.html", status=404)
        except TemporaryAway:
            return _away(request)

    return door


def _away(request: HttpRequest) -> HttpResponse:
    context = {"sentence": temporary.AWAY, "text": request.POST.get("text", "")}
    return render(request, "chat/temporary_away.html", context, status=503)


def _own(request: HttpRequest, temporary_id: UUID) -> TemporaryChat:
    return temporary.temporary_get_for_user(user=person(request), chat_id=temporary_id)


def _to(chat_id: UUID, anchor: str = "") -> HttpResponse:
    return redirect(reverse("chat:temporary", args=[chat_id]) + anchor)


# ------------------------------------------------------------------------------------------------ pages


@sensitive_post_parameters("text")
@require_POST
@told
def start(request: HttpRequest) -> HttpResponse:
    """A new temporary chat, with a first message if there is a text."""
    made = temporary.temporary_create(user=person(request))
    return _send(request, made) if request.POST.get("text") else _to(made.pk)


@sensitive_post_parameters("text")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@told
def conversation(request: HttpRequest, temporary_id: UUID) -> HttpResponse:
    """One temporary chat; POST sends a message. `before` pages back, `part` asks for a piece of the page."""
    own = _own(request, temporary_id)
    if request.method == "POST":
        return _send(request, own)
    before = request.GET.get("before", "")
    earlier = int(before) if before.isascii() and before.isdigit() and len(before) < 10 else None
    page = temporary_reading.thread(chat=own, before=earlier)
    if request.GET.get("part") == "thread":
        return render(request, "chat/_thread.html", _context(own, page))
    return _page(request, own, page=page)


def _context(own: TemporaryChat, page: temporary_reading.Thread) -> dict[str, Any]:
    return {
        "conversation": own,
        "thread": page,
        "temporary": True,
        "foot_template": "chat/_temporary_foot.html",
    }


def _page(
    request: HttpRequest,
    own: TemporaryChat,
    *,
    page: temporary_reading.Thread | None = None,
    text: str = "",
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    after = protocol.stamp()
    context = _context(own, page or temporary_reading.thread(chat=own)) | {
        "after": after,
        "memory": memory_services.settings_get(user=person(request)),
        "client_id": uuid.uuid4(),
        "text": text,
        "error": error,
        "limit": settings.CHAT_MESSAGE_LIMIT,
    }
    return render(request, "chat/temporary.html", context, status=status)


def _send(request: HttpRequest, own: TemporaryChat) -> HttpResponse:
    """Keep and answer a message without a socket; what could not be kept stays in the box."""
    text, client_id = request.POST.get("text", ""), request.POST.get("client_id", "")
    if live.too_fast(user_id=person(request).pk):
        error = _("That was too fast: this message was not saved. Please wait a minute and send it again.")
        return _page(request, own, text=text, error=error, status=429)
    if not 0 < len(client_id) <= protocol.CLIENT_ID_LIMIT or not client_id.isprintable():
        client_id = str(uuid.uuid4())
    return _answered(request, own, text=text, client_id=client_id)


def _answered(
    request: HttpRequest, own: TemporaryChat, *, text: str, client_id: str, anchor: str = "#end"
) -> HttpResponse:
    try:
        temporary_turn.run_sync(user=person(request), conversation=own, text=text, client_id=client_id)
    except ValidationError as refused:
        return _page(request, own, text=text, error=" ".join(refused.messages), status=400)
    except TimeoutError:
        toasts.add(request, _("Your message is kept, but the reply before it takes too long."))
    return _to(own.pk, anchor)


@never_cache
@require_safe
@told
def message(request: HttpRequest, temporary_id: UUID, message_id: UUID) -> HttpResponse:
    """Where a message stands in its chat; for a script, what stands beneath it."""
    own = _own(request, temporary_id)
    shown = temporary_reading.one(chat=own, message_id=message_id)
    if request.headers.get("X-Requested-With") == "fetch":
        return render(request, "chat/_temporary_foot.html", {"conversation": own, "shown": shown})
    return _to(own.pk, f"#m-{message_id}")


@sensitive_post_parameters("text")
@require_POST
@told
def answer(request: HttpRequest, temporary_id: UUID, message_id: UUID) -> HttpResponse:
    """Answer a message whose reply is missing or not whole; a whole reply stays as it is."""
    own = _own(request, temporary_id)
    found = temporary.held_get(chat=own, message_id=message_id).message
    if found.role != Message.Role.USER or not found.client_id:
        raise Http404
    if live.too_fast(user_id=person(request).pk):
        error = _("That was too fast. Your message is kept; please wait a minute and try again.")
        return _page(request, own, error=error, status=429)
    return _answered(request, own, text=found.text, client_id=found.client_id, anchor=f"#m-{found.pk}")


@require_POST
@told
def memory(request: HttpRequest, temporary_id: UUID) -> HttpResponse:
    """From the next message on the chat reads memories (`use_memory` is "on"), or does not."""
    use = request.POST.get("use_memory") == "on"
    temporary.temporary_use_memory(user=person(request), chat_id=temporary_id, use_memory=use)
    if request.headers.get("HX-Request"):
        context = {
            "conversation": _own(request, temporary_id),
            "memory": memory_services.settings_get(user=person(request)),
        }
        return render(request, "chat/_temporary_switch.html", context)
    return _to(temporary_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@told
def end(request: HttpRequest, temporary_id: UUID) -> HttpResponse:
    """The chat is gone; what it read is told on this page, and nowhere else."""
    if request.method != "POST":
        return _to(_own(request, temporary_id).pk)
    statement = temporary.temporary_end(user=person(request), chat_id=temporary_id)
    return render(request, "chat/temporary_ended.html", {"statement": statement})
