"""Export of all of a person's memories and import of rows, in our own format without loss."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Field
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from memories import fingerprints, handwritten, records
from memories.capture.entities import entity_for
from memories.capture.keys import subject_of
from memories.capture.types import SELF, Subject
from memories.kinds import Actor, EntityKind, EventVerb, MemoryStatus, MemoryType, SourceKind
from memories.models import Memory, MemorySource, MemoryVersion

if TYPE_CHECKING:
    from memoryhub.models import User

FORMAT, VERSION = "memoryhub", 1
_BATCH = 100

#: Columns that an export carries as they are and an import takes back, beside content, subject and links.
_PLAIN = (
    "type", "status", "language", "slot", "value", "value_key", "positive", "single_valued", "confidence", "importance",
    "sensitivity", "category", "flag", "protection", "written_by_person", "mention_count", "access_count",
    "occurred_precision",
)  # fmt: skip
_TIMES = (
    "pinned_at",
    "valid_from",
    "valid_until",
    "expires_at",
    "last_accessed_at",
    "created_at",
    "updated_at",
)
_DATES = ("occurred_on", "planned_for")


@dataclass(slots=True)
class ImportResult:
    """How many rows came in, were known already, or were left out, with the reason by row number (from 1)."""

    imported: int = 0
    known: int = 0
    skipped: int = 0
    reasons: dict[int, str] = field(default_factory=dict)

    def skip(self, number: int, reason: str) -> None:
        self.skipped += 1
        self.reasons[number] = reason


def memories_export(*, user: "User") -> dict[str, Any]:
    """Everything remembered of the person but the recycle bin, as JSON can hold it."""
    rows = (
        Memory.objects.of(user)
        .exclude(status=MemoryStatus.FORGOTTEN)
        .select_related("subject")
        .prefetch_related("versions", "sources")
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
        **{name: getattr(row, name) for name in _PLAIN},
        **{name: _iso(getattr(row, name)) for name in (*_TIMES, *_DATES, "occurred_time")},
        "subject": {"kind": subject.kind, "relation": subject.relation, "name": subject.name},
        "supersedes": str(row.supersedes_id) if row.supersedes_id else None,
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

        def work(vectors: records.Vectors, batch: list[tuple[int, dict[str, Any]]] = batch) -> ImportResult:
            part = ImportResult()
            for number, row in batch:
                try:
                    with transaction.atomic():  # one row that the database refuses takes no other with it
                        _import_row(user, number, row, vectors, part, places)
                except (DataError, IntegrityError):
                    part.skip(number, "unreadable")
            return part

        part = records.changing(
            user_id=user.pk, contents=[str(row["content"]).strip() for _, row in batch], work=work
        )
        result.imported += part.imported
        result.known += part.known
        result.skipped += part.skipped
        result.reasons |= part.reasons
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


def _import_row(
    user: "User",
    number: int,
    row: dict[str, Any],
    vectors: records.Vectors,
    result: ImportResult,
    places: dict[str, UUID],
) -> None:
    content = str(row["content"]).strip()
    type = row.get("type") if row.get("type") in MemoryType.values else None
    described = handwritten.describe(content, said_at=timezone.now().astimezone(user.tzinfo), type=type)
    whole = _is_whole(row)
    known = _same_row(user, row, content) if whole else handwritten.same_statement(user, described, content)
    if known is not None:
        result.known += 1
        if row.get("id"):
            places[str(row["id"])] = known.pk
        return
    now = timezone.now()
    memory = Memory(
        user=user, content=content, status=MemoryStatus.ACTIVE, valid_from=now, created_at=now, updated_at=now
    )
    memory.written_by_person = True
    if whole:
        memory.subject = entity_for(user, _subject(row.get("subject")))
        _take_back(memory, row, places)
    else:
        memory.subject = entity_for(user, described.subject)
        handwritten.write_fields(memory, described)
    if fingerprints.is_buried_import(user, marks=fingerprints.of_memory(user, memory)):
        result.skip(number, "forgotten")
        return
    if memory.status == MemoryStatus.ACTIVE and memory.single_valued:
        # What is known and what is brought along differ: both stay until the person decides.
        memory.single_valued = not any(rival.single_valued for rival in handwritten.rivals(user, memory))
    memory.save(force_insert=True)
    if row.get("id"):
        places[str(row["id"])] = memory.pk
    _import_links(memory, row, whole=whole, now=now)
    vectors.write(memory)
    records.log(memory, EventVerb.CREATED, actor=Actor.PERSON, detail=SourceKind.IMPORT)
    result.imported += 1


def _is_whole(row: dict[str, Any]) -> bool:
    """Whether the row comes from our own export."""
    return (
        isinstance(row.get("subject"), dict)
        and row.get("status") in MemoryStatus.values
        and "value_key" in row
    )


def _subject(value: Any) -> Subject:
    kind = value.get("kind") if isinstance(value, dict) else None
    if kind not in EntityKind.values or kind == EntityKind.SELF:
        return SELF
    return Subject(
        EntityKind(kind), str(value.get("relation") or "")[:40], str(value.get("name") or "")[:200]
    )


def _same_row(user: "User", row: dict[str, Any], content: str) -> Memory | None:
    """The row of an own export that is here already: the same text in the same state."""
    same = Memory.objects.of(user).filter(
        content=content, slot=str(row.get("slot") or ""), status=row["status"]
    )
    return next(
        (
            one
            for one in same.select_related("subject")
            if subject_of(one.subject) == _subject(row["subject"])
        ),
        None,
    )


def _take_back(memory: Memory, row: dict[str, Any], places: dict[str, UUID]) -> None:
    """The unsaved row has what the export says of it; a value of a wrong kind keeps its default."""
    for name in _PLAIN:
        column: Field[Any, Any] = Memory._meta.get_field(name)  # type: ignore[assignment]
        try:
            given = row.get(name)
            setattr(
                memory, name, column.get_default() if given in (None, "") else column.clean(given, memory)
            )
        except ValidationError:
            continue
    for name in (*_TIMES, *_DATES, "occurred_time"):
        column = Memory._meta.get_field(name)  # type: ignore[assignment]
        try:
            value = column.to_python(row.get(name) or None)
        except (ValidationError, TypeError):
            continue
        if value is not None and not (isinstance(value, datetime) and timezone.is_naive(value)):
            setattr(memory, name, value)
    if memory.status == MemoryStatus.FORGOTTEN:
        memory.status = MemoryStatus.ACTIVE
    memory.confidence, memory.importance = (
        min(max(x, 0.0), 1.0) for x in (memory.confidence, memory.importance)
    )
    memory.mention_count = max(memory.mention_count, 1)
    memory.supersedes_id = places.get(str(row.get("supersedes")))


def _import_links(memory: Memory, row: dict[str, Any], *, whole: bool, now: datetime) -> None:
    """The saved row has its sources, all of them imports by now, and its former texts."""
    said = [_time(source.get("said_at")) for source in _dicts(row.get("sources")) if whole]
    MemorySource.objects.bulk_create(
        [
            MemorySource(memory=memory, kind=SourceKind.IMPORT, said_at=value)
            for value in [value for value in said if value] or [now]
        ]
    )
    MemoryVersion.objects.bulk_create(
        [
            MemoryVersion(
                memory=memory,
                content=str(version["content"]),
                type=_among(version.get("type"), MemoryType.values, default=memory.type),
                actor=_among(version.get("actor"), Actor.values, default=Actor.PERSON),
                created_at=_time(version.get("created_at")) or now,
            )
            for version in _dicts(row.get("versions"))
            if whole and str(version.get("content") or "").strip()
        ]
    )


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _among(value: Any, known: Sequence[str], *, default: str) -> str:
    return value if value in known else default


def _time(value: Any) -> datetime | None:
    """An aware time from its ISO form, or None."""
    try:
        found = parse_datetime(str(value))
    except ValueError:
        return None
    return found if found is not None and timezone.is_aware(found) else None
