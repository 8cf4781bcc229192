"""The page of the profile: what it says, from which memories, and what the person does to it. No business here."""

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from memories import profile_services, profiles, services
from memoryhub import toasts
from memoryhub.views import person


def _page(request: HttpRequest) -> HttpResponse:
    return redirect("memories:profile")


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """What the profile says, line by line with its memories, and what was left out of it."""
    user = person(request)
    context = {
        "profile": profiles.profile_get(user=user),
        "lines": profiles.profile_lines(user=user),
        "hidden": profiles.profile_hidden(user=user),
        "memory": services.settings_get(user=user),
    }
    return render(request, "memories/profile.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, profile_line_id: int) -> HttpResponse:
    """The form for the words of a line; POST changes them."""
    user = person(request)
    try:
        line = profile_services.line_get_for_user(user=user, line_id=profile_line_id)
        text, errors = line.text, list[str]()
        if request.method == "POST":
            text = request.POST.get("text", "")
            try:
                former, line = profile_services.line_edit(user=user, line_id=profile_line_id, text=text)
            except ValidationError as refused:
                errors = refused.messages
            else:
                undo = toasts.Undo(request.path, {"text": [former]}) if former != line.text else None
                toasts.add(request, _("The line says it in your words."), undo=undo)
                return _page(request)
    except profile_services.LineNotFound:
        raise Http404 from None
    context = {"line": line, "text": text, "errors": errors, "limit": profile_services.LINE_LIMIT}
    return render(request, "memories/profile_edit.html", context, status=400 if errors else 200)


@require_POST
def hide(request: HttpRequest, profile_line_id: int) -> HttpResponse:
    """Leave a line out."""
    try:
        rows = profile_services.line_hide(user=person(request), line_id=profile_line_id)
    except profile_services.LineNotFound:
        raise Http404 from None
    undo = None
    if len(rows) == 1:
        undo = toasts.Undo(reverse("memories:profile-show", args=[rows[0]]))
    toasts.add(request, _("Left out of the summary. The memory itself stays."), undo=undo)
    return _page(request)


@require_POST
def show(request: HttpRequest, profile_line_id: int) -> HttpResponse:
    """Take a line in again."""
    try:
        profile_services.line_show(user=person(request), line_id=profile_line_id)
    except profile_services.LineNotFound:
        raise Http404 from None
    toasts.add(request, _("It is in the summary again."))
    return _page(request)


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Switch the profile on or off, as the form has it."""
    on = request.POST.get("on") == "1"
    if profile_services.profile_switch(user=person(request), on=on):
        text = (
            _("The summary is written again, and new chats start from it.")
            if on
            else _("The summary is switched off. What it said is gone; your memories stay.")
        )
        back = {"on": ["" if on else "1"]}
        toasts.add(request, text, undo=toasts.Undo(request.path, back))
    return _page(request)


@require_POST
def write(request: HttpRequest) -> HttpResponse:
    """Write it anew now."""
    if profile_services.profile_write(user=person(request)):
        toasts.add(request, _("The summary has been written anew."))
    else:
        toasts.add(request, _("The summary is being written anew. Come back in a moment."))
    return _page(request)
