from django.db import migrations


class Migration(migrations.Migration):
    """Keeps vectors in the row: PostgreSQL would move those above 2 kB out of line, and a scan would fetch each apart."""

    dependencies = [("memories", "0003_postings")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE memories_memoryvector ALTER COLUMN vector SET STORAGE PLAIN;"
            "ALTER TABLE memories_passage ALTER COLUMN vector SET STORAGE PLAIN;",
            "ALTER TABLE memories_memoryvector ALTER COLUMN vector SET STORAGE EXTERNAL;"
            "ALTER TABLE memories_passage ALTER COLUMN vector SET STORAGE EXTERNAL;",
        )
    ]
