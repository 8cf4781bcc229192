from django.apps import AppConfig


class MemoryhubConfig(AppConfig):
    name = "memoryhub"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from memoryhub import accounts  # noqa: F401 - connects its signal receivers
