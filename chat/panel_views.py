"""The side panel of a chat, the messages behind a line of its summary, and the prompt of a reply. No business here."""

import json
from dataclasses import dataclass, replace
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from chat import inspector, panel, panel_acts
from chat.models import Message
from chat.services import ConversationNotFound
from chat.views import is_fetch, own_conversation, own_message
from memories import services as memory_services
from memoryhub import toasts
from memoryhub.views import person


@dataclass(frozen=True, slots=True)
class Failed:
    """A form that could not be done: which one, why, and what was typed into it.

    ``free`` tells that its key of the session state has no value yet.
    """

    act: str
    key: str
    sentence: str
    goal: str = ""
    plan: str = ""
    text: str = ""
    values: str = ""
    result: str = ""
    outcome: str = ""
    steps: str = ""
    free: bool = False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def side_panel(request: HttpRequest, conversation_id: UUID) -> HttpResponse:
    """The panel as a page of its own, or for a script as a fragment; POST does one of `panel_acts.ACTS`."""
    own, user = own_conversation(request, conversation_id), person(request)
    done: panel_acts.Done | None = None
    failed: Failed | None = None
    if request.method == "POST":
        try:
            done = panel_acts.act(user=user, conversation=own, sent=request.POST)
        except (panel_acts.NothingThere, ConversationNotFound):
            raise Http404 from None
        except ValidationError as refused:
            failed = _failed(request, " ".join(refused.messages))
        if done is not None and not is_fetch(request):
            undo = toasts.Undo(request.path, done.undo) if done.undo else None
            toasts.add(request, done.sentence, undo=undo)
            return redirect("chat:conversation", conversation_id=own.pk)
        own.refresh_from_db()
    seen = panel.look(user=user, conversation=own)
    if failed is not None:
        failed = replace(failed, free=failed.key not in {row.key for row in seen.state})
    context = {
        "conversation": own,
        "panel": seen,
        "learns": memory_services.settings_get(user=user).learn,
        "failed": failed,
        "done": done,
        "undo": json.dumps(done.undo) if done is not None and done.undo else "",
    }
    template = "chat/_panel.html" if is_fetch(request) else "chat/panel.html"
    return render(request, template, context, status=400 if failed else 200)


def _failed(request: HttpRequest, sentence: str) -> Failed:
    def typed(name: str) -> str:
        return request.POST.get(name, "") or ""

    return Failed(
        act=typed("act"),
        key=typed("key"),
        sentence=sentence,
        goal=typed("goal"),
        plan=typed("plan"),
        text=typed("text"),
        values=typed("values"),
        result=typed("result"),
        outcome=typed("outcome"),
        steps=typed("steps"),
    )


@never_cache
@require_safe
def summary_line(request: HttpRequest, conversation_id: UUID, line_id: int) -> HttpResponse:
    """The messages behind a line of the summary."""
    own = own_conversation(request, conversation_id)
    try:
        line, messages = panel.summary_line(conversation=own, line_id=line_id)
    except ConversationNotFound:
        raise Http404 from None
    context = {"conversation": own, "line": line, "messages_behind": messages}
    template = "chat/_summary_messages.html" if is_fetch(request) else "chat/summary_line.html"
    return render(request, template, context)


@never_cache
@require_safe
def prompt(request: HttpRequest, conversation_id: UUID, message_id: UUID | None = None) -> HttpResponse:
    """The prompt of a reply, part by part; without one that of the last reply, or of the turn to come."""
    reply: Message | None = None
    if message_id is None:
        own = own_conversation(request, conversation_id)
    else:
        reply = own_message(request, conversation_id, message_id)
        own = reply.conversation
        if reply.role != Message.Role.ASSISTANT:
            raise Http404
    seen = inspector.inspected(user=person(request), conversation=own, reply=reply)
    return render(request, "chat/prompt.html", {"conversation": own, "seen": seen})
