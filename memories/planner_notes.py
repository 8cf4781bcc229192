"""What PostgreSQL notes of the columns to plan its queries by: samples of their values, texts among them."""

from django.db import connection

# ANALYZE leaves the notes of a table without rows as they were.
_OF_EMPTY = """
SELECT schemaname, tablename, attname, inherited FROM pg_stats
WHERE schemaname = current_schema() AND tablename = %s AND to_regproc('pg_clear_attribute_stats') IS NOT NULL
"""


def refresh() -> int:
    """The notes are of rows that are there, and of none that is gone; returns the number of tables.

    Before PostgreSQL 18 those of a table that has become empty stay until it has rows again.
    """
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with connection.cursor() as cursor:
        for table in sorted(tables):
            name = connection.ops.quote_name(table)
            cursor.execute(f"ANALYZE {name}")
            cursor.execute(f"SELECT EXISTS (SELECT FROM {name})")
            if not cursor.fetchone()[0]:
                cursor.execute(_OF_EMPTY, [table])
                for noted in cursor.fetchall():
                    cursor.execute("SELECT pg_clear_attribute_stats(%s, %s, %s, %s)", noted)
    return len(tables)
