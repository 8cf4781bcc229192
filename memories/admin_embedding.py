"""Staff page of embedding models: which is in use, how far another one is, and the button that brings it in."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.models import EmbeddingModel
from memories.tasks import reembed
from memories.upkeep import reembedding
from memoryhub.ai.errors import ModelError
from memoryhub.staff_pages import StaffAdmin


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(StaffAdmin):
    """Embedding models that there are vectors of."""

    list_display = ("name", "state", "vectors", "in_use_since", "retired_at")
    list_display_links = None
    list_before_template = "admin/reembedding.html"
    ordering = ("-created_at",)
    fields = ("name", "state", "in_use_since", "retired_at")

    @admin.display(description=gettext_lazy("vectors"))
    def vectors(self, row: EmbeddingModel) -> int:
        return reembedding.stored(row.name)

    def get_urls(self) -> list[URLPattern]:
        own = path("reembed/", self.admin_site.admin_view(self.begin), name="memories_embeddingmodel_reembed")
        return [own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "standing": reembedding.standing()})

    def begin(self, request: HttpRequest) -> HttpResponse:
        """Begins, or goes on at once after a failure; the worker does it."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            job = reembedding.begin(by_hand=True)
        except ModelError as error:
            self.message_user(request, str(error.user_message), messages.ERROR)
            return self._back()
        if job is None:
            self.message_user(request, _("Everything is by the model of the settings already."))
            return self._back()
        row = EmbeddingModel.objects.filter(name=job.detail).first()
        if row is not None:
            self.log_change(request, row, "reembed")
        reembed.delay()
        self.message_user(request, _("The worker is at it. Recall goes on as before until all is ready."))
        return self._back()

    @staticmethod
    def _back() -> HttpResponse:
        return redirect(reverse("admin:memories_embeddingmodel_changelist"))
