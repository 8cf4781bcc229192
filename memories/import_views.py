"""The pages that take in memories from elsewhere: paste or choose a file, look at it, take it in. No business here."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from memories.import_forms import ImportForm, trouble
from memories.imports import reading, running
from memories.models import Import
from memoryhub.views import person

#: Why a statement stays out, or waits.
WHY: dict[str, str | Promise] = {
    "known": _("known already"),
    "waits": _("waits in the inbox for your decision"),
    "forgotten": _("you had this forgotten"),
    "secret": _("holds a secret"),
    "too_long": _("too long for one memory"),
    "empty": _("says nothing"),
    "unreadable": _("cannot be read"),
    "type_off": _("of a type that you do not want kept"),
    "category_off": _("a private matter that you do not want kept"),
    "never_word": _("has a word that you never want kept"),
}


@never_cache
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Paste a list or choose a file; then look at what is in it."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            run = running.preview(user=person(request), text=given["text"], label=given["source"])
        except reading.Unreadable as error:
            form.add_error(None, trouble(error.code))
        else:
            return redirect("memories:import-one", import_id=run.pk)
    return render(request, "memories/import.html", {"form": form}, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def one(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """What is in the list before it is taken in, how far that is, and what came of it."""
    user = person(request)
    try:
        if request.method == "POST":
            places = {int(value) for value in request.POST.getlist("take") if value.isdecimal()}
            run = running.begin(user=user, import_id=import_id, places=places)
            running.tell_worker(run.pk)
            return redirect("memories:import-one", import_id=run.pk)
        run = running.import_get(user=user, import_id=import_id)
    except running.ImportNotFound:
        raise Http404 from None
    if run.state == Import.State.PREVIEW:
        lines = [(line, WHY.get(line.state, "")) for line in running.lines(user=user, run=run)]
        context = {"run": run, "lines": lines, "taken": sum(line.taken for line, _why in lines)}
        return render(request, "memories/import_preview.html", context)
    reasons = [(int(line), WHY.get(code, code)) for line, code in run.reasons.items()]
    return render(request, "memories/import_done.html", {"run": run, "reasons": sorted(reasons)})
