from django.db import migrations, models


class Migration(migrations.Migration):
    """A passage knows when it was said; those that are there take it from their messages."""

    dependencies = [("memories", "0010_profile_and_episodes"), ("chat", "0004_short_term_memory")]

    operations = [
        migrations.AddField(
            model_name="passage",
            name="said_at",
            field=models.DateTimeField(help_text="of the message", null=True),
        ),
        migrations.RunSQL(
            sql=(
                "UPDATE memories_passage SET said_at = chat_message.created_at"
                " FROM chat_message WHERE chat_message.id = memories_passage.message_id"
            ),
            reverse_sql=migrations.RunSQL.noop,
        ),
    ]
