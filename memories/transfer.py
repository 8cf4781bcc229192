"""Export of all of a person's memories and import of rows, in our own format without loss."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from memories import records
from memories.imports.taking_in import (
    DATES,
    PLAIN,
    TIMES,
    ImportResult,
    Numbered,
    link,
    take_in,
    texts_of,
)
from memories.kinds import MemoryStatus
from memories.models import Memory

if TYPE_CHECKING:
    from memoryhub.models import User

FORMAT, VERSION = "memoryhub", 1
_BATCH = 100


def memories_export(*, user: "User") -> dict[str, Any]:
    """Everything remembered of the person but the recycle bin, as JSON can hold it."""
    rows = (
        Memory.objects.of(user)
        .exclude(status=MemoryStatus.FORGOTTEN)
        .select_related("subject")
        .prefetch_related("versions", "sources", "relations__subject", "relations__object")
        .order_by("created_at", "pk")
    )
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": timezone.now().isoformat(),
        "memories": [_exported(row) for row in rows],
    }


def _exported(row: Memory) -> dict[str, Any]:
    subject = row.subject
    return {
        "id": str(row.pk),
        "content": row.content,
        **{name: getattr(row, name) for name in PLAIN},
        **{name: _iso(getattr(row, name)) for name in (*TIMES, *DATES, "occurred_time")},
        "subject": {"kind": subject.kind, "relation": subject.relation, "name": subject.name},
        "supersedes": str(row.supersedes_id) if row.supersedes_id else None,
        "merged_into": str(row.merged_into_id) if row.merged_into_id else None,
        "versions": [
            {
                "content": version.content,
                "type": version.type,
                "actor": version.actor,
                "created_at": version.created_at.isoformat(),
            }
            for version in row.versions.all()
        ],
        "sources": [
            {"kind": source.kind, "said_at": source.said_at.isoformat(), "label": source.label}
            for source in row.sources.all()
        ],
        # To read: what is brought in again is connected anew by its words.
        "relations": [
            {
                "subject": {
                    "kind": one.subject.kind,
                    "relation": one.subject.relation,
                    "name": one.subject.name,
                },
                "predicate": one.predicate,
                "object": {"kind": one.object.kind, "relation": one.object.relation, "name": one.object.name},
            }
            for one in row.relations.all()
        ],
    }


def _iso(value: date | datetime | time | None) -> str | None:
    return value.isoformat() if value is not None else None


def memories_import(*, user: "User", rows: Sequence[dict[str, Any]]) -> ImportResult:
    """The rows are remembered, word for word; what is known, was forgotten, or cannot be read is left out and counted.

    A row needs ``content``; ``type`` is guessed without it. Rows of our own export keep everything else too.
    """
    result = ImportResult()
    places: dict[str, UUID] = {}
    readable = [(number, row) for number, row in enumerate(rows, 1) if _readable(number, row, result)]
    for start in range(0, len(readable), _BATCH):
        batch = readable[start : start + _BATCH]

        def work(vectors: records.Vectors, batch: list[Numbered] = batch) -> ImportResult:
            return take_in(user=user, rows=batch, vectors=vectors, places=places)

        result.add(records.changing(user_id=user.pk, contents=texts_of(batch), work=work))
    with transaction.atomic():
        records.lock_person(user.pk)
        link(user=user, rows=[row for _, row in readable], places=places)
    return result


def _readable(number: int, row: object, result: ImportResult) -> bool:
    content = row.get("content") if isinstance(row, dict) else None
    if not isinstance(content, str) or not content.strip() or "\0" in content:
        result.skip(number, "empty")
        return False
    if len(content.strip()) > settings.MEMORY_CONTENT_LIMIT:
        result.skip(number, "too_long")
        return False
    return True
