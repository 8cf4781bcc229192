"""Names in every language for what the models leave unnamed, as the staff pages show it."""

from typing import Any

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

#: By table: one row, several rows.
_TABLES: dict[str, tuple[Promise, Promise]] = {
    "memoryhub.ApiKey": (_("API key"), _("API keys")),
    "memories.MemoryEvent": (_("memory event"), _("memory events")),
    "memories.MemorySource": (_("source"), _("sources")),
    "memories.MemoryVersion": (_("former text"), _("former texts")),
    "memories.CaptureRun": (_("capture run"), _("capture runs")),
    "memories.EmbeddingModel": (_("embedding model"), _("embedding models")),
    "memories.RecallTrace": (_("recall trace"), _("recall traces")),
}

#: Columns as Django names them: here for `make messages` to find.
_COLUMNS = (
    pgettext_lazy("column", "access count"),
    pgettext_lazy("column", "actor"),
    pgettext_lazy("column", "attempts"),
    pgettext_lazy("column", "category"),
    pgettext_lazy("column", "channels"),
    pgettext_lazy("column", "choices"),
    pgettext_lazy("column", "completion tokens"),
    pgettext_lazy("column", "confidence"),
    pgettext_lazy("column", "content"),
    pgettext_lazy("column", "conversation"),
    pgettext_lazy("column", "created"),
    pgettext_lazy("column", "created at"),
    pgettext_lazy("column", "detail"),
    pgettext_lazy("column", "end"),
    pgettext_lazy("column", "ended at"),
    pgettext_lazy("column", "error"),
    pgettext_lazy("column", "expiry"),
    pgettext_lazy("column", "finished at"),
    pgettext_lazy("column", "flag"),
    pgettext_lazy("column", "forgotten at"),
    pgettext_lazy("column", "forgotten reason"),
    pgettext_lazy("column", "gate"),
    pgettext_lazy("column", "id"),
    pgettext_lazy("column", "importance"),
    pgettext_lazy("column", "in use since"),
    pgettext_lazy("column", "injected"),
    pgettext_lazy("column", "kind"),
    pgettext_lazy("column", "label"),
    pgettext_lazy("column", "language"),
    pgettext_lazy("column", "last accessed at"),
    pgettext_lazy("column", "last used at"),
    pgettext_lazy("column", "leased until"),
    pgettext_lazy("column", "memory"),
    pgettext_lazy("column", "memory id"),
    pgettext_lazy("column", "mention count"),
    pgettext_lazy("column", "message"),
    pgettext_lazy("column", "message id"),
    pgettext_lazy("column", "model"),
    pgettext_lazy("column", "name"),
    pgettext_lazy("column", "occurred on"),
    pgettext_lazy("column", "outcome"),
    pgettext_lazy("column", "person"),
    pgettext_lazy("column", "pinned at"),
    pgettext_lazy("column", "planned for"),
    pgettext_lazy("column", "prompt tokens"),
    pgettext_lazy("column", "protection"),
    pgettext_lazy("column", "reply"),
    pgettext_lazy("column", "retired at"),
    pgettext_lazy("column", "retry at"),
    pgettext_lazy("column", "role"),
    pgettext_lazy("column", "said at"),
    pgettext_lazy("column", "scope"),
    pgettext_lazy("column", "sensitivity"),
    pgettext_lazy("column", "sequence"),
    pgettext_lazy("column", "slot"),
    pgettext_lazy("column", "staff"),
    pgettext_lazy("column", "start"),
    pgettext_lazy("column", "state"),
    pgettext_lazy("column", "status"),
    pgettext_lazy("column", "subject"),
    pgettext_lazy("column", "supersedes"),
    pgettext_lazy("column", "text"),
    pgettext_lazy("column", "time zone"),
    pgettext_lazy("column", "took ms"),
    pgettext_lazy("column", "type"),
    pgettext_lazy("column", "updated at"),
    pgettext_lazy("column", "use memory"),
    pgettext_lazy("column", "user"),
    pgettext_lazy("column", "valid from"),
    pgettext_lazy("column", "valid until"),
    pgettext_lazy("column", "value"),
    pgettext_lazy("column", "verb"),
)


def give_names() -> None:
    """Tables and columns have names in every language; what a model names itself keeps its name."""
    for label, (one, several) in _TABLES.items():
        options: Any = apps.get_model(label)._meta
        options.verbose_name, options.verbose_name_plural = one, several
    for app in ("memoryhub", "memories", "chat"):
        for model in apps.get_app_config(app).get_models():
            for field in model._meta.fields:
                _name(field)


def _name(field: Any) -> None:
    # Django keeps apart what the model itself gave, which is all that migrations see.
    if getattr(field, "_verbose_name", None) is None:
        field.verbose_name = pgettext_lazy("column", field.verbose_name)
