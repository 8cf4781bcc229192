"""The claim that lets one reply at a time be written in a conversation, across processes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0002_initial")]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="reply_claim",
            field=models.UUIDField(blank=True, help_text="who writes the reply of the moment", null=True),
        ),
        migrations.AddField(
            model_name="conversation",
            name="reply_leased_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
