"""The page *Fading soon*: what will fade and why, keep and let go, and how long each type is kept. No business here."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from memories import acts, reading, selectors, services
from memories.fading_forms import RetentionForm
from memories.kinds import MemoryStatus
from memories.models import Memory, MemorySettings
from memories.upkeep import choices, fading, policies, trial, words
from memories.upkeep.forgetting import Action, Reason
from memoryhub import toasts
from memoryhub.models import User
from memoryhub.views import person


def _back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    if target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts=None):
        return target
    return reverse("memories:fading")


def _own(user: User) -> dict[str, int | None]:
    found = MemorySettings.objects.filter(user=user).values_list("retention", flat=True).first()
    return dict(found or {})


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """What will fade in the next days, and how long each type is kept."""
    return _page(request)


def _page(
    request: HttpRequest, *, form: RetentionForm | None = None, tried: trial.Tally | None = None
) -> HttpResponse:
    user = person(request)
    now = timezone.now()
    found = fading.soon(user=user, now=now)
    known = selectors.with_sources(Memory.objects.of(user)).in_bulk([one.memory.pk for one in found])
    context: dict[str, Any] = {
        "rows": [
            {
                "row": reading.row(known[one.memory.pk]),
                "memory": known[one.memory.pk],
                "why": words.verdict_words(one.verdict),
                "what": words.coming_words(one.verdict),
                "at": max(one.verdict.at or now, now),
                "tonight": one.verdict.action is not Action.KEEP,
            }
            for one in found
            if one.memory.pk in known
        ],
        "days": settings.MEMORY_FADING_DAYS,
        "form": form or RetentionForm(own=_own(user), usual=policies.standard()),
        "tried": None if tried is None else _tally(tried),
        "here": reverse("memories:fading"),
        "archived": reading.Filters(status="archived").address,
    }
    return render(request, "memories/fading.html", context, status=400 if form and form.errors else 200)


def _tally(found: trial.Tally) -> dict[str, int]:
    return {
        "archive": sum(count for (action, _reason), count in found.items() if action is Action.ARCHIVE),
        "drop": found[(Action.DROP, Reason.DOUBTFUL)],
    }


@require_POST
def keep(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """The memory's time begins anew; one that waits because it is unsure is kept as the inbox keeps it."""
    user, back = person(request), _back(request)
    try:
        memory = services.memory_get_for_user(user=user, memory_id=memory_id)
        if memory.status == MemoryStatus.PENDING:
            done = acts.act(user=user, name="confirm", memory_ids=[memory_id])
            toasts.add(request, done.sentence)
            return redirect(back)
        choices.memory_keep(user=user, memory_id=memory_id)
    except services.MemoryNotFound:
        raise Http404 from None
    if memory.status != MemoryStatus.ACTIVE:
        toasts.add(request, _("That is not among the current memories any more."))
        return redirect(back)
    former = memory.kept_at.isoformat() if memory.kept_at else ""
    undo = toasts.Undo(
        reverse("memories:fading-unkeep", args=[memory_id]), {"former": [former], "next": [back]}
    )
    toasts.add(request, _("Kept: its time begins anew."), undo=undo)
    return redirect(back)


@require_POST
def unkeep(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """Keeping is taken back."""
    try:
        former = parse_datetime(request.POST.get("former", ""))
    except ValueError:
        former = None
    if former is not None and timezone.is_naive(former):
        former = None
    try:
        choices.memory_unkeep(user=person(request), memory_id=memory_id, former=former)
    except services.MemoryNotFound:
        raise Http404 from None
    toasts.add(request, _("Taken back."))
    return redirect(_back(request))


@require_POST
def let_go(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """What time would do to the memory is done now, with undo."""
    back = _back(request)
    try:
        done = choices.memory_let_go(user=person(request), memory_id=memory_id)
    except services.MemoryNotFound:
        raise Http404 from None
    if done is Action.KEEP:
        toasts.add(request, _("That does not fade; nothing was changed."))
        return redirect(back)
    undo = toasts.Undo(
        reverse("memories:bulk"), {"act": ["restore"], "ids": [str(memory_id)], "next": [back]}
    )
    text = _("It is in the archive.") if done is Action.ARCHIVE else _("It is in the recycle bin.")
    toasts.add(request, text, undo=undo)
    return redirect(back)


@never_cache
@require_http_methods(["GET", "POST"])
def retention(request: HttpRequest) -> HttpResponse:
    """How long each type is kept: tried on what is remembered without being applied, or saved with undo."""
    user = person(request)
    if request.method == "GET":
        return redirect("memories:fading")
    form = RetentionForm(request.POST, own=_own(user), usual=policies.standard())
    if not form.is_valid():
        return _page(request, form=form)
    if "try" in request.POST:
        policy = policies.with_choices(policies.standard(), form.chosen)
        return _page(request, form=form, tried=trial.tally_of(user=user, now=timezone.now(), policy=policy))
    try:
        former = choices.retention_set(user=user, chosen=form.chosen)
    except ValidationError as refused:
        form.add_error(None, refused)
        return _page(request, form=form)
    undo = None
    if former != form.chosen:
        data = {type: ["ever" if days is None else str(days)] for type, days in former.items()}
        undo = toasts.Undo(request.path, {**data, "next": [_back(request)]})
    toasts.add(request, _("Saved. It holds from tonight on."), undo=undo)
    return redirect("memories:fading")


@require_POST
def unprotect(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """The memory is protected no longer, with undo; `reason` in the form protects it again."""
    user, back = person(request), request.POST.get("next", "")
    if not (back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)):
        back = reverse("memories:detail", args=[memory_id])
    try:
        if reason := request.POST.get("reason", ""):
            choices.memory_protect(user=user, memory_id=memory_id, reason=reason)
            toasts.add(request, _("Protected again."))
            return redirect(back)
        former = choices.memory_unprotect(user=user, memory_id=memory_id)
    except services.MemoryNotFound:
        raise Http404 from None
    except ValidationError:
        raise Http404 from None
    if not former:
        toasts.add(request, _("It is not protected."))
        return redirect(back)
    undo = toasts.Undo(request.path, {"reason": [former], "next": [back]})
    toasts.add(request, _("No longer protected: it may fade like others of its kind."), undo=undo)
    return redirect(back)
