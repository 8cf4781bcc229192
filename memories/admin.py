"""Staff pages of memories, their audit, captures and recalls."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memories import admin_embedding as admin_embedding
from memories import capture, quality_chart, services
from memories.models import (
    CaptureRun,
    Entity,
    Memory,
    MemoryEvent,
    MemorySource,
    MemoryVersion,
    RecallQuality,
    RecallTrace,
    Relation,
)
from memoryhub.models import StaffAccess, User
from memoryhub.staff_pages import GatedAdmin, PersonFilter, ReadOnlyInline, StaffAdmin, listing
from memoryhub.staff_site import signed_in


class OwnedAdmin(StaffAdmin):
    """Rows that name their person."""

    @admin.display(description=gettext_lazy("person"), ordering="user")
    def person(self, row: Any) -> SafeString:
        return self.person_column(row.user)


class VersionInline(ReadOnlyInline):
    """Former texts."""

    model = MemoryVersion
    fields = ("created_at", "actor", "type", "content")
    readonly_fields = fields


class SourceInline(ReadOnlyInline):
    """Where it comes from; the message opens with a reason of its own."""

    model = MemorySource
    fields = ("kind", "message", "start", "end", "label", "said_at")
    readonly_fields = fields


class RelationInline(ReadOnlyInline):
    """Whom and what it connects."""

    model = Relation
    fields = ("connects", "predicate", "with_what")
    readonly_fields = fields

    @admin.display(description=gettext_lazy("from"))
    def connects(self, row: Relation) -> str:
        return _end(row.subject)

    @admin.display(description=gettext_lazy("to"))
    def with_what(self, row: Relation) -> str:
        return _end(row.object)


def _end(entity: Entity) -> str:
    return entity.name or entity.relation or str(entity.get_kind_display())


@admin.register(Memory)
class MemoryAdmin(OwnedAdmin, GatedAdmin):
    """Memories. What they say is shown for one person at a time, after a reason was given."""

    scope = StaffAccess.Scope.MEMORIES
    list_display = ("id", "person", "type", "status", "created_at")
    list_filter = (PersonFilter, "type", "status")
    list_select_related = ("user",)
    ordering = ("-created_at", "-id")
    text_columns = ("content", "confidence", "flag")
    text_search = ("content", "value")
    inlines = (VersionInline, SourceInline, RelationInline)
    actions = ("forget", "restore", "confirm", "reject")
    fieldsets = (
        (None, {"fields": ("person", "content", "type", "status", "audit")}),
        (
            gettext_lazy("What it says"),
            {"fields": ("subject", "slot", "value", "language", "sensitivity", "category", "flag", "protection")},
        ),
        (
            gettext_lazy("When"),
            {
                "fields": (
                    "created_at", "updated_at", "valid_from", "valid_until", "occurred_on", "planned_for",
                    "pinned_at", "forgotten_at", "forgotten_reason", "supersedes",
                )
            },
        ),
        (
            gettext_lazy("Use"),
            {"fields": ("confidence", "importance", "mention_count", "access_count", "last_accessed_at")},
        ),
    )  # fmt: skip
    readonly_fields = ("person", "audit", "created_at")

    @admin.display(description=gettext_lazy("Audit"))
    def audit(self, memory: Memory) -> SafeString:
        return listing("memories_memoryevent", _("Events"), memory_id__exact=memory.pk)

    def _do(
        self,
        request: HttpRequest,
        queryset: QuerySet[Memory],
        service: Callable[..., Any],
        statuses: tuple[str, ...],
    ) -> None:
        """The service is called on those of the person's rows that are in one of these statuses."""
        person = self.opened(request)
        assert isinstance(person, User)  # without an opened person there are no actions
        rows = queryset.filter(user=person)
        ids = list(rows.filter(status__in=statuses).values_list("pk", flat=True))
        before = dict(Memory.objects.of(person).filter(pk__in=ids).values_list("pk", "status"))
        if ids:
            service(user=person, memory_ids=ids, staff=signed_in(request))
        after = dict(Memory.objects.of(person).filter(pk__in=ids).values_list("pk", "status"))
        count = sum(after.get(pk) != status for pk, status in before.items())
        text = ngettext("%(count)d memory was changed.", "%(count)d memories were changed.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS if count else messages.WARNING)

    @admin.action(description=gettext_lazy("Forget"))
    def forget(self, request: HttpRequest, queryset: QuerySet[Memory]) -> None:
        known = ("pending", "active", "superseded", "archived", "rejected")
        self._do(request, queryset, services.memory_forget, known)

    @admin.action(description=gettext_lazy("Restore"))
    def restore(self, request: HttpRequest, queryset: QuerySet[Memory]) -> None:
        self._do(request, queryset, services.memory_restore, ("forgotten", "archived", "rejected"))

    @admin.action(description=gettext_lazy("Confirm what waits"))
    def confirm(self, request: HttpRequest, queryset: QuerySet[Memory]) -> None:
        self._do(request, queryset, services.memory_confirm, ("pending",))

    @admin.action(description=gettext_lazy("Reject what waits"))
    def reject(self, request: HttpRequest, queryset: QuerySet[Memory]) -> None:
        self._do(request, queryset, services.memory_reject, ("pending",))


@admin.register(MemoryEvent)
class MemoryEventAdmin(OwnedAdmin):
    """The audit: who did what to which memory."""

    list_display = ("created_at", "person", "verb", "actor", "staff", "memory_id", "detail")
    list_filter = (PersonFilter, "verb", "actor")
    links_narrow = ("memory_id__exact",)
    list_select_related = ("user", "staff")
    fields = ("created_at", "user", "verb", "actor", "staff", "memory_id", "message_id", "detail")


@admin.register(CaptureRun)
class CaptureRunAdmin(OwnedAdmin):
    """Captures: what became of each message."""

    list_display = ("id", "person", "status", "attempts", "error", "created_at", "finished_at")
    list_filter = (PersonFilter, "status")
    list_select_related = ("user",)
    ordering = ("-id",)
    actions = ("retry",)
    fields = (
        "user", "message", "status", "attempts", "error", "outcome", "retry_at", "leased_until", "created_at",
        "finished_at",
    )  # fmt: skip

    @admin.action(description=gettext_lazy("Try again"))
    def retry(self, request: HttpRequest, queryset: QuerySet[CaptureRun]) -> None:
        again = capture.retry(run_ids=list(queryset.values_list("pk", flat=True)))
        for run in again:
            self.log_change(request, run, "retry")
        text = ngettext(
            "%(count)d capture is tried again.", "%(count)d captures are tried again.", len(again)
        )
        self.message_user(
            request, text % {"count": len(again)}, messages.SUCCESS if again else messages.WARNING
        )


@admin.register(RecallTrace)
class RecallTraceAdmin(OwnedAdmin):
    """Recalls: ids, ranks and scores."""

    list_display = ("id", "person", "gate", "injected_count", "took_ms", "created_at")
    list_filter = (PersonFilter, "gate")
    list_select_related = ("user",)
    ordering = ("-created_at", "-id")
    fields = ("user", "message", "reply", "gate", "channels", "choices", "injected", "took_ms", "created_at")

    @admin.display(description=gettext_lazy("injected"))
    def injected_count(self, trace: RecallTrace) -> int:
        return len(trace.injected)


@admin.register(RecallQuality)
class RecallQualityAdmin(StaffAdmin):
    """How well recall does on what people said of it: the figures of all together, as a drawing and a list."""

    list_display = ("measured_on", "queries", "labels", "precision", "recall", "mrr", "gate")
    list_display_links = None
    list_before_template = "admin/recall_quality.html"
    ordering = ("-measured_on",)
    fields = ("measured_on", "queries", "labels", "precision", "recall", "mrr", "gate")

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        today = timezone.localdate()
        drawn = quality_chart.chart(list(RecallQuality.objects.all()[: quality_chart.DAYS]), today=today)
        context = {"chart": drawn, "grid": quality_chart.GRID}
        return super().changelist_view(request, {**(extra_context or {}), **context})
