"""Pages of the person: landing, settings, API keys, who read my data; and the pages of errors."""

import json
import sys
from typing import Any

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.core.serializers.json import DjangoJSONEncoder
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseForbidden,
    HttpResponseNotFound,
    HttpResponseServerError,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memories import selectors as memory_selectors
from memories import services as memory_services
from memories.kinds import MemoryStatus, MemoryType
from memories.switches import choices_of
from memoryhub import health, people, toasts
from memoryhub.forms import (
    AccountDeleteForm,
    ApiKeyForm,
    CategoriesForm,
    EraseForm,
    NeverWordsForm,
    PersonForm,
)
from memoryhub.models import User

PAGE = 50


def person(request: HttpRequest) -> User:
    """The signed-in person; the login middleware has seen to it that there is one."""
    assert isinstance(request.user, User)
    return request.user


def posted(request: HttpRequest) -> QueryDict | None:
    """What the form was sent with; an empty form that was sent is wrong, not absent."""
    return request.POST if request.method == "POST" else None


@require_safe
@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    """What this is, for visitors; people who are signed in go on to their chats."""
    if request.user.is_authenticated:
        return redirect("chat:index")
    return render(request, "people/landing.html")


def _keep_language(response: HttpResponse, code: str) -> HttpResponse:
    """Remember the language in this browser, for pages that are seen signed out."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=365 * 24 * 3600,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
        httponly=True,
    )
    return response


@require_POST
@login_not_required
def language(request: HttpRequest) -> HttpResponse:
    """Switch the language of this browser, and of the person when signed in; back to the page it was asked on."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        target = "/"
    response = redirect(target)
    code = request.POST.get("language", "")
    if code not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        user = person(request)
        user.language = code
        user.save(update_fields=["language"])
    return _keep_language(response, code)


@never_cache
@require_http_methods(["GET", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Everything the person may decide, on one page; POST saves name, language, time zone and appearance."""
    user = person(request)
    form = PersonForm(posted(request), instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        with translation.override(saved.language or translation.get_language()):
            toasts.add(request, _("Saved."))
        response = redirect("settings")
        if saved.language:
            return _keep_language(response, saved.language)
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)  # or it would win over the browser's own
        return response
    return settings_shown(request, form=form)


def settings_shown(
    request: HttpRequest, *, form: PersonForm | None = None, never_form: NeverWordsForm | None = None
) -> HttpResponse:
    """The page with everything on it as it is set; a form that was sent and is wrong says so there."""
    user = person(request)
    counts = memory_selectors.memory_counts(user=user)
    memory = memory_services.settings_get(user=user)
    context = {
        "form": form or PersonForm(instance=User.objects.get(pk=user.pk)),
        "memory": memory,
        "types": [(value, label, value not in memory.types_off) for value, label in MemoryType.choices],
        "private_form": CategoriesForm(choices=choices_of(memory)),
        "never_form": never_form or NeverWordsForm(initial={"words": "\n".join(memory.never_words)}),
        "counts": counts,
        "total": counts[MemoryStatus.ACTIVE],
        "key_count": people.api_key_list(user=user).count(),
        "last_access": people.access_latest(user=user),
    }
    wrong = (form and form.errors) or (never_form and never_form.errors)
    return render(request, "people/settings.html", context, status=400 if wrong else 200)


@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """All the person's memories as a file, in the product's own format."""
    exported = memory_services.memories_export(user=person(request))
    body = json.dumps(exported, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
    name = f"memoryhub-{timezone.localdate():%Y-%m-%d}.json"
    return HttpResponse(
        body,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@never_cache
@require_http_methods(["GET", "POST"])
def erase_memories(request: HttpRequest) -> HttpResponse:
    """Ask, then erase every memory of the person's for good."""
    user = person(request)
    form = EraseForm(posted(request))
    if request.method == "POST" and form.is_valid():
        count = memory_services.memory_erase_all(user=user)
        text = ngettext("%(count)s memory is erased.", "%(count)s memories are erased.", count)
        toasts.add(request, text % {"count": count}, level=messages.INFO)
        return redirect("settings")
    total = sum(memory_selectors.memory_counts(user=user).values())
    context = {"form": form, "total": total}
    return render(request, "people/erase_memories.html", context, status=400 if form.errors else 200)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Ask for the password, then delete the account with everything in it."""
    user = person(request)
    if too_often := ratelimit.consume_or_429(request, action="reauthenticate", user=user):
        return too_often
    form = AccountDeleteForm(posted(request), user=user)
    if request.method == "POST" and form.is_valid():
        try:
            people.account_delete(user=user)
        except people.LastStaffMember:
            reason = _("You are the only one who looks after this site. Make somebody else staff first.")
            form.add_error(None, reason)
        else:
            logout(request)
            text = _("Your account is deleted, with all chats and memories.")
            toasts.add(request, text, level=messages.INFO)
            return redirect("home")
    return render(request, "people/delete_account.html", {"form": form}, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def api_keys(request: HttpRequest) -> HttpResponse:
    """List the person's keys; POST makes one and shows its text, this once."""
    user = person(request)
    form = ApiKeyForm(posted(request))
    made: tuple[Any, str] | None = None
    if request.method == "POST" and form.is_valid():
        try:
            made = people.api_key_create(user=user, name=form.cleaned_data["name"])
            form = ApiKeyForm()
        except people.KeyNameTaken:
            form.add_error("name", _("You have a key of this name already."))
        except people.TooManyKeys:
            form.add_error(None, _("You have as many keys as one may have. Revoke one first."))
    context = {
        "form": form,
        "made": made[0] if made else None,
        "made_text": made[1] if made else "",
        "keys": people.api_key_list(user=user),
        "docs_url": request.build_absolute_uri("/api/docs/"),
    }
    return render(request, "people/api_keys.html", context, status=400 if form.errors else 200)


@require_POST
def api_key_revoke(request: HttpRequest, token_key: str) -> HttpResponse:
    """Take a key back; the second time, and for someone else's, it is simply not there."""
    if not people.api_key_revoke(user=person(request), token_key=token_key):
        return error_404(request)
    toasts.add(request, _("The key is revoked; nothing can use it any more."))
    return redirect("api-keys")


@never_cache
@require_safe
def access_log(request: HttpRequest) -> HttpResponse:
    """Which staff member opened the person's memories or messages, when, and why."""
    pages = Paginator(people.access_list(user=person(request)), PAGE)
    return render(request, "people/access_log.html", {"page": pages.get_page(request.GET.get("page"))})


def error_403(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Not allowed."""
    return HttpResponseForbidden(render_to_string("403.html", request=request))


def error_404(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Not there, or not the person's: the page does not tell which."""
    return HttpResponseNotFound(render_to_string("404.html", request=request))


def error_500(request: HttpRequest) -> HttpResponse:
    """Something broke, or a store is away (503). Rendered without the request: the database may be what broke."""
    if isinstance(sys.exception(), health.AWAY):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "30"})
    return HttpResponseServerError(render_to_string("500.html"))
