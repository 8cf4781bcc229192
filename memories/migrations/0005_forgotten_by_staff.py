from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memories", "0004_vector_storage")]

    operations = [
        migrations.AlterField(
            model_name="memory",
            name="forgotten_reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("person", "You asked for it"),
                    ("faded", "Faded"),
                    ("staff", "Forgotten by staff"),
                ],
                max_length=6,
            ),
        ),
    ]
