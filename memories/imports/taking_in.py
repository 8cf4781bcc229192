"""Takes rows that a person brings along into their memories: own exports whole, other lists as the person's own words.

What is known, was forgotten, holds a secret or is never to be kept stays out, each with its reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Field
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from memories import fingerprints, handwritten, records, switches
from memories.capture import entities, masking, safety, wishes
from memories.capture.keys import subject_of
from memories.capture.types import SELF, Subject
from memories.kinds import Actor, EntityKind, EventVerb, MemoryStatus, MemoryType, SourceKind
from memories.models import Memory, MemorySettings, MemorySource, MemoryVersion
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

#: A row with its number in what was brought, from 1.
Numbered = tuple[int, dict[str, Any]]

#: Columns that an export carries as they are and an import takes back, beside content, subject and links.
PLAIN = (
    "type", "status", "language", "slot", "value", "value_key", "positive", "single_valued", "confidence", "importance",
    "sensitivity", "category", "flag", "protection", "written_by_person", "mention_count", "access_count",
    "occurred_precision", "status_before",
)  # fmt: skip
TIMES = (
    "pinned_at",
    "valid_from",
    "valid_until",
    "expires_at",
    "last_accessed_at",
    "kept_at",
    "created_at",
    "updated_at",
)
DATES = ("occurred_on", "planned_for")


@dataclass(slots=True)
class ImportResult:
    """How many rows came in, were known already, or were left out, with the reason by row number (from 1).

    ``waiting`` of those that came in are in the inbox.
    """

    imported: int = 0
    waiting: int = 0
    known: int = 0
    skipped: int = 0
    reasons: dict[int, str] = field(default_factory=dict)

    def skip(self, number: int, reason: str) -> None:
        self.skipped += 1
        self.reasons[number] = reason

    def add(self, part: "ImportResult") -> None:
        """What came of more rows."""
        self.imported += part.imported
        self.waiting += part.waiting
        self.known += part.known
        self.skipped += part.skipped
        self.reasons |= part.reasons


def texts_of(rows: Sequence[Numbered]) -> list[str]:
    """The texts that taking these rows in needs the vectors of."""
    return [str(row["content"]).strip() for _, row in rows]


def take_in(
    *,
    user: "User",
    rows: Sequence[Numbered],
    vectors: records.Vectors,
    places: dict[str, UUID],
    label: str = "",
) -> ImportResult:
    """These rows are in, or counted; ``places`` gets their ids by those they came with. In the caller's transaction."""
    part = ImportResult()
    own = switches.settings_get(user=user)
    own.learn = True  # an import is the person's own doing; what they never want kept stays out all the same
    for number, row in rows:
        try:
            with transaction.atomic():  # one row that the database refuses takes no other with it
                _import_row(user, number, row, vectors, part, places, own=own, label=label)
        except (DataError, IntegrityError):
            part.skip(number, "unreadable")
    return part


def link(*, user: "User", rows: Sequence[dict[str, Any]], places: dict[str, UUID]) -> None:
    """Rows of an export that name one another do so again, whichever came first. In the caller's transaction."""
    for row in rows:
        for name in ("supersedes", "merged_into"):
            other = _uuid(row.get(name)) if _is_whole(row) else None
            own = _uuid(row.get("id"))
            if other is None or own is None:
                continue
            target = Memory.objects.of(user).filter(pk=places.get(str(other), other)).first()
            mine = Memory.objects.of(user).filter(pk=places.get(str(own), own), **{f"{name}__isnull": True})
            if target is not None and target.pk != own:
                mine.update(**{name: target})


def _uuid(value: Any) -> UUID | None:
    try:
        return UUID(str(value))
    except ValueError:
        return None


def _import_row(
    user: "User",
    number: int,
    row: dict[str, Any],
    vectors: records.Vectors,
    result: ImportResult,
    places: dict[str, UUID],
    *,
    own: MemorySettings,
    label: str,
) -> None:
    content = str(row["content"]).strip()
    if not _is_whole(row) and masking.secrets(content):
        result.skip(number, "secret")
        return
    type = row.get("type") if row.get("type") in MemoryType.values else None
    described = handwritten.describe(content, said_at=timezone.now().astimezone(user.tzinfo), type=type)
    whole = _is_whole(row)
    known = _same_row(user, row, content) if whole else handwritten.same_statement(user, described, content)
    if known is not None:
        result.known += 1
        if row.get("id"):
            places[str(row["id"])] = known.pk
        return
    if not whole and (reason := _unwanted(described, content, own)):
        result.skip(number, reason)
        return
    now = timezone.now()
    said_at = _said_at(user, row) or now
    memory = Memory(
        user=user,
        content=content,
        status=MemoryStatus.ACTIVE,
        valid_from=min(said_at, now),
        created_at=now,
        updated_at=now,
    )
    memory.written_by_person = True
    who = _subject(row.get("subject")) if whole else described.subject
    memory.subject = entities.likely(user, who)
    if whole:
        _take_back(memory, row, places)
    else:
        handwritten.write_fields(memory, described)
        hold(memory, described, row, own)
    if fingerprints.is_buried_import(user, marks=fingerprints.of_memory(user, memory)):
        result.skip(number, "forgotten")
        return
    memory.subject = entities.entity_for(user, who)
    if memory.status == MemoryStatus.ACTIVE and memory.single_valued:
        # What is known and what is brought along differ: both stay until the person decides.
        memory.single_valued = not any(rival.single_valued for rival in handwritten.rivals(user, memory))
    memory.save(force_insert=True)
    if row.get("id"):
        places[str(row["id"])] = memory.pk
    _import_links(memory, row, whole=whole, now=min(said_at, now), label=label)
    vectors.write(memory)
    records.log(memory, EventVerb.CREATED, actor=Actor.PERSON, detail=SourceKind.IMPORT)
    result.imported += 1
    result.waiting += memory.status == MemoryStatus.PENDING


def _unwanted(described: handwritten.Described, content: str, own: MemorySettings) -> str:
    """Why the person does not want such a thing kept, as a key."""
    candidate = replace(described.candidate, content=content, quote=content)
    return wishes.refusal(candidate, wishes=own)


def hold(memory: Memory, described: handwritten.Described, row: dict[str, Any], own: MemorySettings) -> None:
    """What waits for consent, or reads like an order to the assistant in another's name, waits in the inbox."""
    quote = _ABOUT_THE_PERSON.sub("I", str(row.get("original") or memory.content))
    candidate = replace(described.candidate, content=memory.content, quote=quote)
    held = safety.assess(candidate, consents=own.consents)
    memory.sensitivity, memory.category, memory.flag = held.sensitivity, held.category, held.flag
    memory.protection = held.protection
    if held.waits:
        memory.status = MemoryStatus.PENDING


#: How another assistant's notes speak of the person; of an order it would be the head.
_ABOUT_THE_PERSON = re.compile(r"\b(?:the|this) user(?= (?:always|never|wants|must)\b)", re.IGNORECASE)


def _said_at(user: "User", row: dict[str, Any]) -> datetime | None:
    """The day that a list gives a statement, at noon where the person lives."""
    try:
        day = date.fromisoformat(str(row.get("said_on") or ""))
    except ValueError:
        return None
    return datetime.combine(day, time(12), tzinfo=user.tzinfo)


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


def is_known_whole(user: "User", row: dict[str, Any], content: str) -> bool:
    """Whether a row of an own export is here already."""
    return _is_whole(row) and _same_row(user, row, content) is not None


def _same_row(user: "User", row: dict[str, Any], content: str) -> Memory | None:
    """The row of an own export that is here already: the very row, or the same text in the same state."""
    own_id = _uuid(row.get("id"))
    living = Memory.objects.of(user).exclude(status=MemoryStatus.FORGOTTEN)
    if own_id is not None and (here := living.filter(pk=own_id).first()) is not None:
        return here  # whatever it says by now
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
    for name in PLAIN:
        column: Field[Any, Any] = Memory._meta.get_field(name)  # type: ignore[assignment]
        try:
            given = row.get(name)
            setattr(
                memory, name, column.get_default() if given in (None, "") else column.clean(given, memory)
            )
        except ValidationError:
            continue
    for name in (*TIMES, *DATES, "occurred_time"):
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
    own_id = _uuid(row.get("id"))
    if own_id is not None and not Memory.objects.filter(pk=own_id).exists():
        memory.pk = own_id


def _import_links(memory: Memory, row: dict[str, Any], *, whole: bool, now: datetime, label: str) -> None:
    """The saved row has its sources, all of them imports by now, and its former texts."""
    told = [
        (said_at, str(source.get("label") or label)[:120])
        for source in _dicts(row.get("sources"))
        if whole and (said_at := _time(source.get("said_at")))
    ]
    MemorySource.objects.bulk_create(
        [
            MemorySource(memory=memory, kind=SourceKind.IMPORT, said_at=said_at, label=name)
            for said_at, name in told or [(now, label)]
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
