"""How allauth makes people here: the first becomes staff; language and time zone come from the browser."""

import zoneinfo
from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import connection, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from memoryhub.models import User

#: Key of the advisory lock under which accounts are made: two first sign-ups at once make one staff account.
SIGNUP_LOCK = 0x4D48_0001


def known_time_zone(name: str) -> str:
    """The name if it is an IANA time zone, else UTC."""
    return name if name in zoneinfo.available_timezones() else "UTC"


def active_language() -> str:
    """The language of this request as a choice of `User.language`; empty when it is none of them."""
    language = translation.get_language() or ""
    return language if language in dict(settings.LANGUAGES) else ""


class SignupForm(AllauthSignupForm):
    """E-mail address and password; a name if the person likes; the time zone, which a script fills in."""

    field_order = ("email", "name", "password1", "password2", "time_zone")

    name = forms.CharField(
        label=_("What should we call you?"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    time_zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def clean_time_zone(self) -> str:
        return known_time_zone(self.cleaned_data["time_zone"])


class AccountAdapter(DefaultAccountAdapter):
    """What this site does differently from allauth's default."""

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        """Save a new person with name, language and time zone; the first one of the site becomes staff."""
        user.name = form.cleaned_data.get("name", "").strip()
        user.time_zone = known_time_zone(form.cleaned_data.get("time_zone", ""))
        user.language = active_language()
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SIGNUP_LOCK])
            # The form looked before the lock: the same address may have been taken by a double click.
            if User.objects.filter(email__iexact=form.cleaned_data["email"]).exists():
                messages.error(request, gettext("There is an account with this address already. Sign in."))
                raise ImmediateHttpResponse(redirect("account_login"))
            first = not User.objects.exists()
            user.is_staff = user.is_superuser = first
            super().save_user(request, user, form, commit)
        if first:
            text = gettext(
                "Yours is the first account here, so you are staff: “Staff” in the menu is where you look after "
                "the site."
            )
            messages.info(request, text)
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Mail speaks of MemoryHub at its address, not of a host name alone."""
        site = SimpleNamespace(name="MemoryHub", domain=settings.BASE_URL)
        super().send_mail(template_prefix, email, {**context, "current_site": site})

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return str(redirect("settings").url)
