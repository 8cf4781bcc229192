from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """The covering index of passages brings when each was said along."""

    dependencies = [("memories", "0011_passage_said_at")]

    operations = [
        migrations.AlterField(
            model_name="passage",
            name="said_at",
            field=models.DateTimeField(help_text="of the message"),
        ),
        migrations.RemoveIndex(model_name="passage", name="passage_covering"),
        migrations.AddIndex(
            model_name="passage",
            index=models.Index(
                fields=["user", "model"],
                include=["message", "conversation_id", "sequence", "said_at", "vector"],
                condition=Q(dimensions__lte=1200),
                name="passage_covering",
            ),
        ),
    ]
