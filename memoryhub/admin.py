"""Staff pages of people, their API keys, and what staff did."""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from memoryhub import staff
from memoryhub.models import ApiKey, StaffAccess, User
from memoryhub.staff_pages import PersonFilter, StaffAdmin, listing
from memoryhub.staff_site import signed_in

for _model in (Group, EmailAddress, EmailConfirmation):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)

_RIGHTS = ("is_active", "is_staff", "is_superuser")


class AccessedPersonFilter(PersonFilter):
    path = "person"


class PersonForm(forms.ModelForm):
    """A person's rights; the rules are the service's."""

    acting: User

    class Meta:
        model = User
        fields = _RIGHTS

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.instance.pk == self.acting.pk and not all(cleaned.get(name) for name in _RIGHTS):
            raise ValidationError(_("You cannot take your own rights away: ask another staff member."))
        return cleaned


@admin.register(User)
class PersonAdmin(StaffAdmin):
    """People; their rights are changed by those who may appoint staff."""

    list_display = ("email", "name", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email", "name")
    ordering = ("-date_joined",)
    form = PersonForm
    fieldsets = (
        (None, {"fields": ("email", "name", "language", "time_zone", "date_joined", "last_login", "lists")}),
        (_("Rights"), {"fields": _RIGHTS}),
    )
    readonly_fields = ("email", "name", "language", "time_zone", "date_joined", "last_login", "lists")

    @admin.display(description=_("Look at"))
    def lists(self, person: User) -> SafeString:
        found = (
            ("memories_memory", _("Memories")),
            ("chat_conversation", _("Conversations")),
            ("chat_message", _("Messages")),
            ("memories_memoryevent", _("Memory events")),
            ("memories_capturerun", _("Capture runs")),
            ("memories_recalltrace", _("Recall traces")),
            ("memoryhub_staffaccess", _("Staff accesses")),
        )
        return format_html_join(
            " · ", "{}", ((listing(name, label, person=person.pk),) for name, label in found)
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return signed_in(request).is_superuser

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.acting = signed_in(request)
        return form

    def save_model(self, request: HttpRequest, obj: User, form: forms.ModelForm, change: bool) -> None:
        staff.person_set(
            staff=signed_in(request), person=obj, **{name: form.cleaned_data[name] for name in _RIGHTS}
        )


@admin.register(ApiKey)
class ApiKeyAdmin(StaffAdmin):
    """API keys by name and use; nothing of the keys themselves."""

    list_display = ("name", "person", "made_at", "last_used_at", "expires_at")
    list_display_links = None
    list_filter = (PersonFilter,)
    list_select_related = ("user",)
    ordering = ("-created",)

    @admin.display(description=_("person"), ordering="user")
    def person(self, key: ApiKey) -> SafeString:
        return self.person_column(key.user)

    @admin.display(description=_("created"), ordering="created")
    def made_at(self, key: ApiKey) -> datetime:
        return key.created

    @admin.display(description=_("expires"), ordering="expiry", empty_value="–")
    def expires_at(self, key: ApiKey) -> datetime | None:
        return key.expiry

    def change_view(self, *args: Any, **kwargs: Any) -> HttpResponse:
        raise Http404  # its address would carry the hash


@admin.register(StaffAccess)
class StaffAccessAdmin(StaffAdmin):
    """Which staff member opened what of whose, and why."""

    list_display = ("created_at", "who", "staff", "scope", "reason")
    list_filter = (AccessedPersonFilter, "scope")
    list_select_related = ("person", "staff")
    fields = ("created_at", "person", "staff", "scope", "reason")

    @admin.display(description=_("person"), ordering="person")
    def who(self, access: StaffAccess) -> SafeString:
        return self.person_column(access.person)


@admin.register(LogEntry)
class StaffLogAdmin(StaffAdmin):
    """What staff changed on these pages."""

    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_filter = ("action_flag",)
    list_select_related = ("user", "content_type")
    fields = ("action_time", "user", "content_type", "object_id", "object_repr", "change_message")
