import django.db.models.deletion
import pgvector.django.halfvec
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """What profile and episodes know of themselves, and the index of what episodes say."""

    dependencies = [
        ("chat", "0005_episode_through"),
        ("memories", "0009_fading_and_upkeep_runs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="EpisodePosting",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "user", "token", "item", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="postings",
                        to="memories.episodeitem",
                    ),
                ),
                ("token", models.CharField(max_length=64)),
                ("frequency", models.PositiveSmallIntegerField()),
                ("length", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="EpisodeVector",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vectors",
                        to="memories.episodeitem",
                    ),
                ),
                ("model", models.CharField(max_length=120)),
                ("dimensions", models.PositiveSmallIntegerField()),
                ("vector", pgvector.django.halfvec.HalfVectorField()),
            ],
        ),
        migrations.AlterModelOptions(
            name="episode",
            options={"ordering": ["-ended_at", "-id"]},
        ),
        migrations.AddField(
            model_name="episode",
            name="from_sequence",
            field=models.PositiveIntegerField(default=1, help_text="of its first message"),
        ),
        migrations.AddField(
            model_name="episode",
            name="to_sequence",
            field=models.PositiveIntegerField(default=1, help_text="of its last message"),
        ),
        migrations.AddField(
            model_name="episodeitem",
            name="settled_at",
            field=models.DateTimeField(blank=True, help_text="of an open question", null=True),
        ),
        migrations.AddField(
            model_name="profile",
            name="leased_until",
            field=models.DateTimeField(blank=True, help_text="while somebody writes it", null=True),
        ),
        migrations.AddField(
            model_name="profile",
            name="retry_at",
            field=models.DateTimeField(blank=True, help_text="after a writer that failed", null=True),
        ),
        migrations.AddField(
            model_name="profile",
            name="switched_off",
            field=models.BooleanField(default=False, help_text="by the person: neither written nor read"),
        ),
        migrations.AddField(
            model_name="profileline",
            name="by_person",
            field=models.BooleanField(default=False, help_text="the machine never rewords it"),
        ),
        migrations.AddField(
            model_name="profileline",
            name="digest",
            field=models.CharField(
                blank=True, help_text="of what its memories said when it was written", max_length=64
            ),
        ),
        migrations.AddField(
            model_name="profileline",
            name="hidden",
            field=models.BooleanField(
                default=False, help_text="the person does not want this in the profile"
            ),
        ),
        migrations.AlterField(
            model_name="episodeitem",
            name="memory",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="episode_items",
                to="memories.memory",
            ),
        ),
        migrations.AlterField(
            model_name="profileline",
            name="text",
            field=models.TextField(blank=True),
        ),
        migrations.AddIndex(
            model_name="episode",
            index=models.Index(fields=["user", "-ended_at"], name="episode_user_time"),
        ),
        migrations.AddConstraint(
            model_name="episode",
            constraint=models.UniqueConstraint(
                fields=("conversation", "to_sequence"), name="episode_one_a_stretch"
            ),
        ),
        migrations.AddConstraint(
            model_name="episode",
            constraint=models.CheckConstraint(
                condition=models.Q(("from_sequence__lte", models.F("to_sequence"))),
                name="episode_stretch_in_order",
            ),
        ),
        migrations.AddIndex(
            model_name="episodeposting",
            index=models.Index(
                fields=["user", "token"],
                include=("item", "frequency", "length"),
                name="episodeposting_covering",
            ),
        ),
        migrations.AddIndex(
            model_name="episodevector",
            index=models.Index(
                condition=models.Q(("dimensions__lte", 1200)),
                fields=["user", "model"],
                include=("item", "vector"),
                name="episodevector_covering",
            ),
        ),
        migrations.AddIndex(
            model_name="episodevector",
            index=models.Index(
                condition=models.Q(("dimensions__gt", 1200)),
                fields=["user", "model"],
                name="episodevector_wide",
            ),
        ),
        migrations.AddConstraint(
            model_name="episodevector",
            constraint=models.UniqueConstraint(fields=("item", "model"), name="episodevector_one_a_model"),
        ),
        # As for the other vectors: in the row, or a scan would fetch each apart.
        migrations.RunSQL(
            "ALTER TABLE memories_episodevector ALTER COLUMN vector SET STORAGE PLAIN;",
            migrations.RunSQL.noop,
        ),
    ]
