"""The part of the settings page that says what may be remembered. Each form saves itself, with or without a script."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from memories import acts
from memories import services as memory_services
from memoryhub import toasts
from memoryhub.forms import CategoriesForm, MemorySwitchesForm, NeverWordsForm, TypesForm
from memoryhub.views import person, settings_shown


def _told(request: HttpRequest, text: str, *, at: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return toasts.trigger(HttpResponse(status=204), text)
    toasts.add(request, text)
    return redirect(f"{reverse('settings')}#{at}")


def _refused(request: HttpRequest) -> HttpResponse:
    text = _("The page had something that there is not. Nothing was changed; please load it again.")
    if request.headers.get("HX-Request"):
        return toasts.trigger(HttpResponse(status=200, headers={"HX-Reswap": "none"}), text, failed=True)
    return HttpResponse(text, status=400, content_type="text/plain; charset=utf-8")


@require_POST
def switches(request: HttpRequest) -> HttpResponse:
    """Set both switches as the form has them."""
    form = MemorySwitchesForm(request.POST)
    form.full_clean()
    use, learn = form.cleaned_data["use"], form.cleaned_data["learn"]
    return _told(request, acts.switch(user=person(request), use=use, learn=learn), at="settings-memory")


@require_POST
def types(request: HttpRequest) -> HttpResponse:
    """Learn the types that are ticked and no others; what is remembered already stays."""
    form = TypesForm(request.POST)
    if not form.is_valid():
        return _refused(request)
    memory_services.settings_change(user=person(request), types_off=form.off)
    if form.off:
        count = len(form.off)
        text = ngettext("%(n)d type is not learnt.", "%(n)d types are not learnt.", count) % {"n": count}
    else:
        text = _("All types are learnt.")
    return _told(request, text, at="settings-kept")


@require_POST
def categories(request: HttpRequest) -> HttpResponse:
    """Decide on each kind of private matter, those that wait for it included."""
    form = CategoriesForm(request.POST, choices={})
    if not form.is_valid():
        return _refused(request)
    return _told(
        request, acts.categories_choose(user=person(request), categories=form.chosen), at="settings-private"
    )


@never_cache
@require_POST
def never_words(request: HttpRequest) -> HttpResponse:
    """Keep the list of words as it was written; one that will not do is told beside the field."""
    form = NeverWordsForm(request.POST)
    if form.is_valid():
        try:
            change = memory_services.settings_change(user=person(request), never_words=form.lines)
        except ValidationError as refused:
            form.add_error("words", refused.messages)
        else:
            count = len(change.settings.never_words)
            text = ngettext(
                "%(n)d word or phrase is never remembered.",
                "%(n)d words or phrases are never remembered.",
                count,
            )
            return _told(
                request, text % {"n": count} if count else _("No word is left out."), at="settings-never"
            )
    return settings_shown(request, never_form=form)
