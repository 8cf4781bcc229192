import uuid

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """A passage knows its place in its conversation. Nothing was indexed before: no row needs a true value."""

    dependencies = [("memories", "0006_vector_scan_index")]

    operations = [
        migrations.AddField(
            model_name="passage",
            name="conversation_id",
            field=models.UUIDField(default=uuid.UUID(int=0), help_text="of the message"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="passage",
            name="sequence",
            field=models.PositiveIntegerField(default=0, help_text="of the message in its conversation"),
            preserve_default=False,
        ),
        migrations.RemoveIndex(model_name="passage", name="passage_covering"),
        migrations.AddIndex(
            model_name="passage",
            index=models.Index(
                fields=["user", "model"],
                include=["message", "conversation_id", "sequence", "vector"],
                condition=Q(dimensions__lte=1200),
                name="passage_covering",
            ),
        ),
        migrations.AddIndex(
            model_name="passage",
            index=models.Index(
                fields=["user", "model"], condition=Q(dimensions__gt=1200), name="passage_wide"
            ),
        ),
    ]
