import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    """The sensitive categories of which a person wants nothing remembered; none, as before."""

    dependencies = [("memories", "0007_passage_neighbours")]

    operations = [
        migrations.AddField(
            model_name="memorysettings",
            name="categories_off",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=12), blank=True, default=list, size=None
            ),
        ),
    ]
