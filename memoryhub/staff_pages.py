"""What the staff pages are built on: read-only lists, and lists whose text is shown only after a reason was given."""

import uuid
from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from memoryhub import staff_site
from memoryhub.models import User


class ReadOnly:
    """Nothing is added, changed or deleted here; every staff member may look."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyInline(ReadOnly, TabularInline):
    """Rows of another table beneath a row, to look at."""

    extra = 0
    max_num = 0
    tab = True


class PersonFilter(admin.SimpleListFilter):
    """``?person=<id>``: the rows of one person, which links set."""

    title = _("person")
    parameter_name = "person"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        person = person_asked(request)
        return [] if person is None else [(str(person.pk), str(person))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() is None:
            return queryset
        person = person_asked(request)
        return queryset.none() if person is None else queryset.filter(**{self.path: person})

    path: ClassVar[str] = "user"


class ConversationsPersonFilter(PersonFilter):
    """The same for what belongs to a conversation."""

    path = "conversation__user"


def person_asked(request: HttpRequest) -> User | None:
    """The person that the list is narrowed to."""
    try:
        person_id = uuid.UUID(request.GET.get("person", ""))
    except ValueError:
        return None
    return User.objects.filter(pk=person_id).first()


def listing(name: str, label: Any, **filters: Any) -> SafeString:
    """A link to a list of the staff site, narrowed."""
    address = reverse(f"admin:{name}_changelist", query=filters)
    return format_html('<a class="underline" href="{}">{}</a>', address, label)


class StaffAdmin(ReadOnly, ModelAdmin):
    """A read-only list; only its own filters narrow it, so that no address can ask what a text says."""

    list_per_page = 50
    show_full_result_count = False
    #: Beside the list's filters, the parameters that links may set.
    links_narrow: tuple[str, ...] = ()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        assert request is not None
        allowed = set(self.links_narrow)
        for one in self.get_list_filter(request):
            if isinstance(one, str):
                allowed |= {one, f"{one}__exact", f"{one}__in", f"{one}__isnull"}
            elif isinstance(one, type) and issubclass(one, admin.SimpleListFilter):
                allowed.add(str(one.parameter_name))
        return lookup in allowed

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        raise Http404  # the audit of MemoryHub's own says more

    def asked_for(self, request: HttpRequest, object_id: str) -> Any:
        """The row; 404 for none, where Django would go to the index with a message."""
        try:
            row = self.get_object(request, object_id)
        except ValidationError:
            row = None
        if row is None:
            raise Http404
        return row

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        self.asked_for(request, object_id)
        return super().change_view(request, object_id, form_url, extra_context)

    def person_column(self, person: User) -> SafeString:
        """The person, with a link to what the list has of them."""
        options = self.model._meta
        return listing(f"{options.app_label}_{options.model_name}", str(person), person=person.pk)


class GatedAdmin(StaffAdmin):
    """Rows with a person's words: ``text_columns``, ``text_search`` and the rows themselves need a reason first."""

    scope: str
    text_columns: tuple[str, ...] = ()
    text_search: tuple[str, ...] = ()

    def owner(self, row: Any) -> User:
        """Whose row it is."""
        person: User = row.user
        return person

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        person = person_asked(request)
        if person is not None:
            if not staff_site.is_open(request, person=person, scope=self.scope):
                return staff_site.gate(request, person=person, scope=self.scope)
            request.opened_person = person  # type: ignore[attr-defined]
        return super().changelist_view(request, extra_context)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        person = self.owner(self.asked_for(request, object_id))
        if not staff_site.is_open(request, person=person, scope=self.scope):
            return staff_site.gate(request, person=person, scope=self.scope)
        return super().change_view(request, object_id, form_url, extra_context)

    def opened(self, request: HttpRequest) -> User | None:
        """The person whose words this list may show."""
        return getattr(request, "opened_person", None)

    def get_list_display(self, request: HttpRequest) -> Sequence[Any]:
        columns = super().get_list_display(request)
        return [*columns, *self.text_columns] if self.opened(request) else columns

    def get_search_fields(self, request: HttpRequest) -> Sequence[str]:
        return self.text_search if self.opened(request) else ()

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return super().get_actions(request) if self.opened(request) else {}
