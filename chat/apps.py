from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    name = "chat"
    verbose_name = _("Chat")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from chat import signals  # noqa: F401 - connects its receiver
        from chat.sources import ChatSource
        from memories import sources

        sources.register(ChatSource())
