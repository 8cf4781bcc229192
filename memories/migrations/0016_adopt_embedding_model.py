"""The model that most stored vectors are of is in use; where there are none, the first that is stored decides."""

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count
from django.utils import timezone


def adopt(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vectors = apps.get_model("memories", "MemoryVector").objects.values("model")
    most = vectors.annotate(count=Count("pk")).order_by("-count").first()
    if most is None:
        return
    backend, _, model = most["model"].partition(":")
    apps.get_model("memories", "EmbeddingModel").objects.create(
        name=most["model"],
        backend=backend,
        # A folder is not in the name: then it can only be that of the settings.
        model=settings.EMBEDDING_MODEL if "@" in model and backend == settings.EMBEDDING_BACKEND else model,
        base_url=settings.EMBEDDING_BASE_URL if backend == "openai" else "",
        state="in_use",
        in_use_since=timezone.now(),
    )


class Migration(migrations.Migration):
    dependencies = [("memories", "0015_embedding_model_in_use")]

    operations = [migrations.RunPython(adopt, migrations.RunPython.noop)]
