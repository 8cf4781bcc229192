"""The staff site: for staff alone, signed in as on the pages; asks for a reason before a person's words are shown."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.sites import UnfoldAdminSite
from unfold.widgets import UnfoldAdminTextareaWidget

from memoryhub import staff
from memoryhub.models import StaffAccess, User

_SESSION_KEY = "staff_access"


class ReasonForm(forms.Form):
    """Why a staff member needs to read what is a person's."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=staff.REASON_LIMIT,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3, "autofocus": True}),
        help_text=gettext_lazy("The person sees your name, the time and this reason."),
    )


def signed_in(request: HttpRequest) -> User:
    """The staff member who asks."""
    return cast(User, request.user)


def is_open(request: HttpRequest, *, person: User, scope: str) -> bool:
    """Whether the staff member gave a reason for this in this session, not long ago."""
    given = request.session.get(_SESSION_KEY, {}).get(f"{scope}:{person.pk}")
    return given is not None and staff.access_is_open(
        staff=signed_in(request), person_id=person.pk, scope=scope, access_id=given
    )


def gate(request: HttpRequest, *, person: User, scope: str) -> HttpResponse:
    """To the page that asks for the reason, and from there back here."""
    address = reverse("admin:access", args=[person.pk, scope])
    return redirect(f"{address}?{urlencode({'next': request.get_full_path()})}")


class StaffSite(UnfoldAdminSite):
    """Django's admin in MemoryHub's house."""

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        """Signed out: to the sign-in page; signed in and not staff: there is nothing here."""
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated and not self.has_permission(request):
                raise Http404
            return cast(HttpResponse, inner(request, *args, **kwargs))

        return update_wrapper(guarded, inner)

    def extra_urls(self) -> list[URLPattern]:
        return [
            path("access/<uuid:person_id>/<str:scope>/", self.admin_view(self.access), name="access"),
        ]

    @method_decorator(login_not_required)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is one sign-in page."""
        if request.user.is_authenticated and not self.has_permission(request):
            raise Http404
        if request.user.is_authenticated:
            return redirect("admin:index")
        return redirect_to_login(self._back(request))

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("account_logout")

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return redirect("account_change_password")

    def access(self, request: HttpRequest, person_id: UUID, scope: str) -> HttpResponse:
        """Asks for the reason, notes it for the person to see, and goes on."""
        person = User.objects.filter(pk=person_id).first()
        if person is None or scope not in StaffAccess.Scope.values:
            raise Http404
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                given = staff.access_open(
                    staff=signed_in(request), person=person, scope=scope, reason=form.cleaned_data["reason"]
                )
            except ValidationError as error:
                form.add_error(None, error)
            else:
                opened = request.session.get(_SESSION_KEY, {})
                request.session[_SESSION_KEY] = opened | {f"{scope}:{person.pk}": str(given.pk)}
                return redirect(self._back(request))
        title = {
            StaffAccess.Scope.MEMORIES: _("Read a person's memories"),
            StaffAccess.Scope.MESSAGES: _("Read a person's messages"),
        }[StaffAccess.Scope(scope)]
        context = {
            **self.each_context(request),
            "title": title,
            "form": form,
            "person": person,
            "minutes": int(staff.ACCESS_LASTS.total_seconds() // 60),
            "back": reverse("admin:index"),
        }
        return TemplateResponse(request, "admin/access.html", context)

    @staticmethod
    def _back(request: HttpRequest) -> str:
        target = request.GET.get("next", "")
        own = target.startswith(reverse("admin:index"))
        if own and url_has_allowed_host_and_scheme(target, allowed_hosts=None):
            return target
        return reverse("admin:index")
