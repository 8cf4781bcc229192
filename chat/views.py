"""The chat pages: conversations, their messages, and what is done to a memory where it is met. No business here.

Everything works by plain forms; a script asks for the same addresses with `X-Requested-With: fetch` and gets fragments.
"""

import uuid
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from chat import live, memory_acts, panel, protocol, reading, selectors, services, turn
from chat.models import Conversation, Message
from memories import selectors as memory_selectors
from memories import services as memory_services
from memoryhub import toasts
from memoryhub.ai.llm import language_model
from memoryhub.models import User
from memoryhub.views import person

FOUND_PAGE = 30


def is_fetch(request: HttpRequest) -> bool:
    """Whether a script of ours asks, and wants a fragment."""
    return request.headers.get("X-Requested-With") == "fetch"


def own_conversation(request: HttpRequest, conversation_id: UUID) -> Conversation:
    """The person's conversation; raises Http404."""
    try:
        return services.conversation_get_for_user(user=person(request), conversation_id=conversation_id)
    except services.ConversationNotFound:
        raise Http404 from None


def own_message(request: HttpRequest, conversation_id: UUID, message_id: UUID) -> Message:
    """A message of the person's conversation; raises Http404."""
    own = own_conversation(request, conversation_id)
    try:
        return reading.message_get(conversation=own, message_id=message_id)
    except services.ConversationNotFound:
        raise Http404 from None


def _sentence(text: str, *, status: int = 400) -> HttpResponse:
    """What went wrong, for a script that shows it where it was asked."""
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


# ------------------------------------------------------------------------------------------------ pages


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """The latest chat, or a page to start from (also with a `text` to begin with).

    POST starts a new one, with a first message if there is a text.
    """
    user = person(request)
    if request.method == "POST":
        own = services.conversation_begin(user=user)
        if "text" in request.POST:
            return _send(request, own)
        return redirect("chat:conversation", conversation_id=own.pk)
    latest = selectors.conversation_list(user=user).first()
    if latest is None or request.GET.get("text"):
        return _page(request, None)
    return redirect("chat:conversation", conversation_id=latest.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def conversation(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """One chat; POST sends a message. `before` pages back, `part` asks for a piece of the page."""
    own = own_conversation(request, conversation_id)
    if request.method == "POST":
        return _send(request, own)
    if request.GET.get("part") == "names":
        return render(request, "chat/_names.html", {"conversation": own})
    before = request.GET.get("before", "")
    page = reading.thread(
        user=person(request), conversation=own, before=int(before) if _is_sequence(before) else None
    )
    if request.GET.get("part") == "thread":
        return render(request, "chat/_thread.html", {"conversation": own, "thread": page})
    return _page(request, own, page=page)


def _is_sequence(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _page(
    request: HttpRequest,
    own: Conversation | None,
    *,
    page: reading.Thread | None = None,
    text: str = "",
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    user = person(request)
    after = protocol.stamp()
    if own is not None and page is None:
        page = reading.thread(user=user, conversation=own)
    memory_settings = memory_services.settings_get(user=user)
    context = {
        "conversation": own,
        "thread": page,
        "after": after,
        "memory": memory_settings,
        "learns": memory_settings.learn,
        "no_model": user.is_staff and language_model() is None,
        "panel": panel.look(user=user, conversation=own) if own else None,
        "learnt_here": len(services.memories_only_from(user=user, conversation=own)) if own else 0,
        "client_id": uuid.uuid4(),
        "text": text or request.GET.get("text", "")[:1_000],
        "error": error,
        "limit": settings.CHAT_MESSAGE_LIMIT,
    }
    return render(request, "chat/conversation.html", context, status=status)


def _send(request: HttpRequest, own: Conversation) -> HttpResponse:
    """Store and answer a message without a socket; what could not be stored stays in the box."""
    user, text = person(request), request.POST.get("text", "")
    if live.too_fast(user_id=user.pk):
        error = _("That was too fast: this message was not saved. Please wait a minute and send it again.")
        return _page(request, own, text=text, error=error, status=429)
    client_id = request.POST.get("client_id", "")
    if not 0 < len(client_id) <= protocol.CLIENT_ID_LIMIT or not client_id.isprintable():
        client_id = str(uuid.uuid4())
    try:
        turn.run_sync(user=user, conversation=own, text=text, client_id=client_id)
    except ValidationError as refused:
        return _page(request, own, text=text, error=" ".join(refused.messages), status=400)
    except services.ConversationNotFound:
        raise Http404 from None
    except TimeoutError:
        toasts.add(request, _("Your message is kept, but the reply before it takes too long."))
    return redirect(reverse("chat:conversation", args=[own.pk]) + "#end")


@never_cache
@require_safe
def message(request: HttpRequest, conversation_id: UUID, message_id: UUID) -> HttpResponse:
    """Where a message stands in its chat; for a script, what stands beneath it."""
    found = own_message(request, conversation_id, message_id)
    if is_fetch(request):
        return render(request, "chat/_foot.html", _foot(person(request), found))
    before = reading.before_which(conversation=found.conversation, message=found)
    query = f"?before={before}" if before else ""
    return redirect(reverse("chat:conversation", args=[conversation_id]) + f"{query}#m-{found.pk}")


def _foot(user: User, found: Message) -> dict[str, Any]:
    return {"conversation": found.conversation, "shown": reading.one(user=user, message=found)}


@require_POST
def answer(request: HttpRequest, conversation_id: UUID, message_id: UUID) -> HttpResponse:
    """Answer a message whose reply is missing or not whole; a whole reply stays as it is."""
    found = own_message(request, conversation_id, message_id)
    if found.role != Message.Role.USER or not found.client_id:
        raise Http404
    user = person(request)
    if live.too_fast(user_id=user.pk):
        error = _("That was too fast. Your message is kept; please wait a minute and try again.")
        return _page(request, found.conversation, error=error, status=429)
    try:
        turn.run_sync(user=user, conversation=found.conversation, text=found.text, client_id=found.client_id)
    except services.ConversationNotFound:
        raise Http404 from None
    except TimeoutError:
        toasts.add(request, _("Your message is kept, but the reply before it takes too long."))
    return redirect(reverse("chat:conversation", args=[conversation_id]) + f"#m-{found.pk}")


# ------------------------------------------------------------------------------------------------ a chat as a whole


@require_POST
def rename(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """The chat has the name that the person gives it."""
    own = own_conversation(request, conversation_id)
    try:
        renamed = services.conversation_rename(
            user=person(request), conversation_id=own.pk, title=request.POST.get("title", "")
        )
    except ValidationError as refused:
        if is_fetch(request):
            return _sentence(" ".join(refused.messages))
        return _page(request, own, error=" ".join(refused.messages), status=400)
    if is_fetch(request):
        return render(request, "chat/_names.html", {"conversation": renamed})
    toasts.add(request, _("The chat has a new name."))
    return redirect("chat:conversation", conversation_id=own.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """Ask what becomes of what was learnt, and delete the chat. Deleted twice, it is simply not there."""
    user, own = person(request), own_conversation(request, conversation_id)
    if request.method != "POST":
        learnt = services.memories_only_from(user=user, conversation=own)
        return render(request, "chat/delete.html", {"conversation": own, "learnt_here": len(learnt)})
    try:
        forgotten = services.conversation_delete(
            user=user, conversation_id=own.pk, forget_learnt=bool(request.POST.get("forget_learnt"))
        )
    except services.ConversationNotFound:
        raise Http404 from None
    text = _("The chat is deleted.")
    if forgotten:
        text += " " + ngettext(
            "%(count)d memory learnt there is forgotten; it waits in the recycle bin for a while.",
            "%(count)d memories learnt there are forgotten; they wait in the recycle bin for a while.",
            forgotten,
        ) % {"count": forgotten}
    toasts.add(request, text)
    return redirect("chat:index")


@never_cache
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """All chats, or those that a search finds, with the messages that answer."""
    user, words = person(request), request.GET.get("q", "")[:200].replace("\x00", "").strip()
    rows: Any = reading.found(user=user, words=words) if words else selectors.conversation_list(user=user)
    pages = Paginator(rows, FOUND_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "words": words,
        "page": page,
        "rows": page.object_list if words else [reading.FoundChat(row) for row in page.object_list],
        "total": pages.count,
        "query": f"{urlencode({'q': words})}&" if words else "",
    }
    return render(request, "chat/search.html", context)


@require_safe
def connect(request: HttpRequest) -> HttpResponse:
    """How whoever runs this sets up a language model."""
    if not person(request).is_staff:
        raise Http404
    return render(request, "chat/connect.html", {"model": language_model()})


# ------------------------------------------------------------------------------------------------ memories in place


@require_POST
def memory(request: HttpRequest, conversation_id: UUID, message_id: UUID, memory_id: UUID) -> HttpResponse:
    """Do one thing to a memory beneath a message: `act` is one of `memory_acts.ACTS`."""
    user, found = person(request), own_message(request, conversation_id, message_id)
    try:
        done = memory_acts.act(
            user=user,
            message=found,
            memory_id=memory_id,
            act=request.POST.get("act", ""),
            content=request.POST.get("content", ""),
        )
    except memory_acts.NothingThere:
        raise Http404 from None
    except ValidationError as refused:
        if is_fetch(request):
            return _sentence(" ".join(refused.messages))
        return _page(request, found.conversation, error=" ".join(refused.messages), status=400)
    if is_fetch(request):
        context = {"conversation": found.conversation, "message": found, "done": done}
        if found.role == Message.Role.USER:
            context["noticed"] = reading.noticed(message=found, memory=done.memory)
            return render(request, "chat/_notice.html", context)
        receipt = memory_selectors.receipt_for(user=user, reply_ids=[found.pk]).get(found.pk)
        used = [item for item in receipt.items if item.memory.pk == memory_id] if receipt else []
        context["item"] = used[0] if used else None
        return render(request, "chat/_receipt_item.html", context)
    undo = toasts.Undo(request.path, {"act": [done.undo]}) if done.undo else None
    toasts.add(request, done.sentence, undo=undo)
    return redirect(reverse("chat:message", args=[conversation_id, message_id]))
