import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """What upkeep needs: what a person keeps and for how long, merged rows, and each person's nightly run."""

    dependencies = [
        ("memories", "0008_categories_off"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveField(
            model_name="memorysettings",
            name="retention_days",
        ),
        migrations.AddField(
            model_name="memory",
            name="kept_at",
            field=models.DateTimeField(
                blank=True, help_text="when the person last chose to keep it", null=True
            ),
        ),
        migrations.AddField(
            model_name="memory",
            name="merged_into",
            field=models.ForeignKey(
                blank=True,
                help_text="the row that says the same and has its sources",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="merged",
                to="memories.memory",
            ),
        ),
        migrations.AddField(
            model_name="memorysettings",
            name="retention",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="days by type; null for ever; absent: as the installation has it",
            ),
        ),
        migrations.AlterField(
            model_name="memory",
            name="protection",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "—"),
                    ("safety", "Safety: never removed by itself"),
                    ("health", "Health: never removed by itself"),
                    ("identity", "Identity: never removed by itself"),
                    ("duty", "A duty: never removed by itself"),
                    ("rule", "A rule of yours: never removed by itself"),
                ],
                default="",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="memoryevent",
            name="verb",
            field=models.CharField(
                choices=[
                    ("created", "remembered"),
                    ("repeated", "told again"),
                    ("superseded", "replaced by something newer"),
                    ("edited", "edited"),
                    ("confirmed", "confirmed"),
                    ("rejected", "rejected"),
                    ("pinned", "pinned"),
                    ("unpinned", "unpinned"),
                    ("forgotten", "forgotten"),
                    ("restored", "restored"),
                    ("archived", "archived"),
                    ("kept", "kept"),
                    ("merged", "joined with one that says the same"),
                    ("rose", "surer, because it was told in several chats"),
                    ("loosened", "no longer protected"),
                    ("protected", "protected"),
                    ("purged", "erased for good"),
                ],
                max_length=10,
            ),
        ),
        migrations.CreateModel(
            name="UpkeepRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("night", models.DateField(help_text="the night it is due for")),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("claim", models.UUIDField(blank=True, help_text="who holds it", null=True)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("error", models.CharField(blank=True, help_text="a code, never a text", max_length=40)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="upkeep_run",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("done_at__isnull", True)), fields=["id"], name="upkeeprun_undone"
                    )
                ],
            },
        ),
    ]
