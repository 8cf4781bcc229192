from django.db import migrations, models


class Migration(migrations.Migration):
    """How far a conversation was read for its episodes."""

    dependencies = [
        ("chat", "0004_short_term_memory"),
    ]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="episode_through",
            field=models.PositiveIntegerField(
                default=0, help_text="sequence of the last message that was read for an episode"
            ),
        ),
    ]
