from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext_lazy as _


class MemoryhubConfig(AppConfig):
    name = "memoryhub"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from memoryhub import accounts  # noqa: F401 - connects its signal receivers


class StaffConfig(admin_apps.AdminConfig):
    """Django's admin with our own site."""

    default = False
    default_site = "memoryhub.staff_site.StaffSite"

    def ready(self) -> None:
        from memoryhub import staff_words

        staff_words.give_names()
        super().ready()
