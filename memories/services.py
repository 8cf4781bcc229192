"""What a person does with their memories. Own rows only; each act twice is once; one audit entry an act and row."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memories import erasure, fingerprints, handwritten, records
from memories.capture import confidence, safety
from memories.capture.entities import entity_for
from memories.from_tasks import Finished as Finished
from memories.from_tasks import memory_from_task as memory_from_task
from memories.kinds import Actor, EventVerb, ForgottenReason, MemoryFlag, MemoryStatus, MemoryType, SourceKind
from memories.models import Memory, MemorySettings, MemorySource, MemoryVersion, Profile
from memories.transfer import ImportResult as ImportResult
from memories.transfer import memories_export as memories_export
from memories.transfer import memories_import as memories_import

if TYPE_CHECKING:
    from memoryhub.models import User

logger = logging.getLogger(__name__)


class MemoryNotFound(Exception):
    """There is no such memory of this person's."""


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What was forgotten now, and until when it can be undone."""

    memory_ids: list[UUID]
    count: int
    undo_until: datetime


def memory_get_for_user(*, user: "User", memory_id: UUID) -> Memory:
    """The person's memory; MemoryNotFound for somebody else's as for none."""
    try:
        return Memory.objects.of(user).select_related("subject").get(pk=memory_id)
    except Memory.DoesNotExist:
        raise MemoryNotFound from None


def _own(user: "User", memory_ids: Sequence[UUID]) -> list[Memory]:
    """The person's rows with these ids in their order; MemoryNotFound if one is missing."""
    wanted = list(dict.fromkeys(memory_ids))
    found = Memory.objects.of(user).select_related("subject").prefetch_related("sources").in_bulk(wanted)
    if len(found) != len(wanted):
        raise MemoryNotFound
    return [found[memory_id] for memory_id in wanted]


def _clean(content: str) -> str:
    content = content.replace("\0", "").strip()
    if not content:
        raise ValidationError({"content": _("Write what is to be remembered.")})
    if len(content) > settings.MEMORY_CONTENT_LIMIT:
        raise ValidationError(
            {
                "content": _("A memory can have up to %(limit)d characters; this one has %(length)d.")
                % {"limit": settings.MEMORY_CONTENT_LIMIT, "length": len(content)}
            }
        )
    return content


def _checked_type(type: str | None) -> str | None:
    if type and type not in MemoryType.values:
        raise ValidationError({"type": _("This is no type of memory.")})
    return type or None


# ------------------------------------------------------------------------------------------------ write by hand


def memory_remember(*, user: "User", content: str, type: str | None = None, source: str = "hand") -> Memory:
    """The text is remembered word for word and active; a statement that is known already is that row."""
    content, type = _clean(content), _checked_type(type)
    described = handwritten.describe(content, said_at=timezone.now().astimezone(user.tzinfo), type=type)

    def work(vectors: records.Vectors) -> Memory:
        known = handwritten.same_statement(user, described, content)
        if known is not None:
            if known.status != MemoryStatus.ACTIVE:
                _activate(user, known, vectors, verb=EventVerb.CONFIRMED)
            return known
        now = timezone.now()
        memory = Memory(
            user=user,
            content=content,
            subject=entity_for(user, described.subject),
            written_by_person=True,
            status=MemoryStatus.ACTIVE,
            valid_from=now,
            created_at=now,
            updated_at=now,
        )
        handwritten.write_fields(memory, described)
        closed = _take_the_place(user, memory)
        memory.supersedes = closed[0] if closed else None
        memory.save(force_insert=True)
        kind = SourceKind.IMPORT if source == "import" else SourceKind.HAND
        MemorySource.objects.create(memory=memory, kind=kind, said_at=now)
        fingerprints.lift(user, marks=fingerprints.of_memory(user, memory))
        vectors.write(memory)
        records.log(memory, EventVerb.CREATED, actor=Actor.PERSON, detail=kind)
        profile_stale(user)
        return memory

    return records.changing(user_id=user.pk, contents=[content], work=work)


def memory_edit(*, user: "User", memory_id: UUID, content: str, type: str | None = None) -> Memory:
    """The same row has the new text; the former one is in its history. What the person wrote wins its slot."""
    content, type = _clean(content), _checked_type(type)
    said_at = timezone.now().astimezone(user.tzinfo)

    def work(vectors: records.Vectors) -> Memory:
        memory = memory_get_for_user(user=user, memory_id=memory_id)
        if memory.content == content and type in (None, memory.type):
            return memory
        if memory.status in (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED):
            raise ValidationError({"content": _("Restore this memory before you edit it.")})
        now, former = timezone.now(), memory.content
        MemoryVersion.objects.create(
            memory=memory, content=former, type=memory.type, actor=Actor.PERSON, created_at=now
        )
        if content != former:
            _reworded(user, memory, content, type=type, said_at=said_at)
            MemorySource.objects.create(memory=memory, kind=SourceKind.HAND, said_at=now)
        memory.type = type or memory.type
        memory.updated_at, memory.flag = now, MemoryFlag.NONE
        if memory.status in (MemoryStatus.PENDING, MemoryStatus.ARCHIVED):
            memory.status = MemoryStatus.ACTIVE
        if memory.status == MemoryStatus.ACTIVE:
            _take_the_place(user, memory)
        else:
            memory.single_valued = memory.single_valued and memory.status == MemoryStatus.SUPERSEDED
        memory.save()
        vectors.write(memory)
        records.log(memory, EventVerb.EDITED, actor=Actor.PERSON)
        profile_stale(user)
        return memory

    return records.changing(user_id=user.pk, contents=[content], work=work)


def _reworded(user: "User", memory: Memory, content: str, *, type: str | None, said_at: datetime) -> None:
    """The unsaved row has the new text and what it says; a text that no rule reads keeps its slot with a new value."""
    described = handwritten.describe(content, said_at=said_at, type=type or memory.type)
    slot, single, subject = memory.slot, memory.single_valued, memory.subject
    former, value, held = memory.content, memory.value, memory.protection
    handwritten.write_fields(memory, described)
    if described.candidate.slot:
        memory.subject = entity_for(user, described.subject)
    elif slot and (new_value := handwritten.value_in_place(former, value, content)):
        memory.slot, memory.single_valued, memory.subject = slot, single, subject
        memory.value, memory.value_key = new_value, handwritten.key_of(slot, new_value, content)
    memory.protection = memory.protection or held
    memory.content, memory.written_by_person = content, True


def _by(staff: "User | None") -> dict[str, Any]:
    """Who did it, for the audit: the person, or a staff member in their stead."""
    return {"actor": Actor.PERSON} if staff is None else {"actor": Actor.STAFF, "staff": staff}


def _take_the_place(user: "User", memory: Memory, *, staff: "User | None" = None) -> list[Memory]:
    """What contradicts a row that a person chose is superseded by it."""
    now = timezone.now()
    closed = list(handwritten.rivals(user, memory))
    for row in closed:
        row.status, row.valid_until, row.updated_at = MemoryStatus.SUPERSEDED, now, now
        row.save(update_fields=["status", "valid_until", "updated_at"])
        records.Vectors(away=True).write(row)
        records.log(row, EventVerb.SUPERSEDED, **_by(staff))
    return closed


def _activate(
    user: "User",
    memory: Memory,
    vectors: records.Vectors,
    *,
    verb: EventVerb,
    staff: "User | None" = None,
) -> None:
    """The row is active by the person's choice, which wins its slot and is as sure as a confirmation."""
    vectors.need([memory.content])
    _take_the_place(user, memory, staff=staff)
    memory.status, memory.flag, memory.valid_until = MemoryStatus.ACTIVE, MemoryFlag.NONE, None
    memory.forgotten_at, memory.forgotten_reason, memory.status_before = None, "", ""
    memory.confidence = confidence.confirmed(memory.confidence)
    memory.protection = memory.protection or safety.held_as(
        category=memory.category, slot=memory.slot, safety=memory.slot == "allergy"
    )
    memory.updated_at = timezone.now()
    memory.save()
    vectors.write(memory)
    records.log(memory, verb, **_by(staff))
    profile_stale(user)


def profile_stale(user: "User") -> None:
    """The profile is to be written anew: what it is made of has changed."""
    Profile.objects.filter(user=user, stale_since__isnull=True).update(stale_since=timezone.now())


# ------------------------------------------------------------------------------------------------ forget and restore


def memory_forget(*, user: "User", memory_ids: Sequence[UUID], staff: "User | None" = None) -> ForgetReceipt:
    """These memories are in the recycle bin and nowhere else; the receipt says until when that can be undone.

    With ``staff``, here and below, a staff member does it, and the audit names them.
    """
    reason = ForgottenReason.PERSON if staff is None else ForgottenReason.STAFF
    with transaction.atomic():
        records.lock_person(user.pk)
        gone = erasure.forget(user, _own(user, memory_ids), reason=reason, **_by(staff))
        if gone:
            profile_stale(user)
    until = timezone.now() + timedelta(days=settings.MEMORY_RECYCLE_DAYS)
    return ForgetReceipt([memory.pk for memory in gone], len(gone), until)


def memory_restore(*, user: "User", memory_ids: Sequence[UUID], staff: "User | None" = None) -> list[Memory]:
    """Archived and forgotten memories are back: waiting or replaced as they were, else active, which wins the slot."""

    def work(vectors: records.Vectors) -> list[Memory]:
        rows = [
            row
            for row in _own(user, memory_ids)
            if row.status in (MemoryStatus.ARCHIVED, MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)
        ]
        before = {row.pk: row.status_before for row in rows}
        waiting = (MemoryStatus.PENDING, MemoryStatus.SUPERSEDED)
        vectors.need([row.content for row in rows if before[row.pk] not in waiting])
        for row in rows:
            row.access_count += 1
            row.last_accessed_at = timezone.now()
            if row.status != MemoryStatus.REJECTED and before[row.pk] in waiting:
                row.status, row.status_before = MemoryStatus(before[row.pk]), ""
                row.forgotten_at, row.forgotten_reason, row.updated_at = None, "", timezone.now()
                row.save()
                records.log(row, EventVerb.RESTORED, **_by(staff))
            else:
                _activate(user, row, vectors, verb=EventVerb.RESTORED, staff=staff)
        fingerprints.lift(user, memory_ids=[row.pk for row in rows])
        return _own(user, memory_ids)

    return records.changing(user_id=user.pk, contents=(), work=work)


def memory_choose(*, user: "User", memory_ids: Sequence[UUID]) -> list[Memory]:
    """Replaced memories are active in the place of what had replaced them: these are the ones that are right."""

    def work(vectors: records.Vectors) -> list[Memory]:
        rows = [row for row in _own(user, memory_ids) if row.status == MemoryStatus.SUPERSEDED]
        vectors.need([row.content for row in rows])
        for row in rows:
            _activate(user, row, vectors, verb=EventVerb.RESTORED)
        return _own(user, memory_ids)

    return records.changing(user_id=user.pk, contents=(), work=work)


def memory_erase_all(*, user: "User") -> int:
    """Everything remembered of the person is deleted for good; returns the number of memories."""
    with transaction.atomic():
        records.lock_person(user.pk)
        return erasure.erase_all(user)


# ------------------------------------------------------------------------------------------------ pin, confirm, reject


def memory_pin(*, user: "User", memory_id: UUID) -> Memory:
    """The machine does not touch this memory until it is unpinned."""
    return _pinned(user, memory_id, at=timezone.now(), verb=EventVerb.PINNED)


def memory_unpin(*, user: "User", memory_id: UUID) -> Memory:
    """The pin is off; an allergy stays protected all the same."""
    return _pinned(user, memory_id, at=None, verb=EventVerb.UNPINNED)


def _pinned(user: "User", memory_id: UUID, *, at: datetime | None, verb: EventVerb) -> Memory:
    with transaction.atomic():
        records.lock_person(user.pk)
        memory = memory_get_for_user(user=user, memory_id=memory_id)
        if (memory.pinned_at is None) != (at is None):
            memory.pinned_at, memory.updated_at = at, timezone.now()
            memory.save(update_fields=["pinned_at", "updated_at"])
            records.log(memory, verb, actor=Actor.PERSON)
    return memory


def memory_confirm(*, user: "User", memory_ids: Sequence[UUID], staff: "User | None" = None) -> int:
    """What waits is active; for a sensitive one this is the consent to its category. Returns how many changed.

    Staff cannot consent in the person's stead: what is sensitive goes on waiting unless the person has consented.
    """

    def work(vectors: records.Vectors) -> int:
        waiting = [row for row in _own(user, memory_ids) if row.status == MemoryStatus.PENDING]
        if staff is not None:
            consents = settings_get(user=user).consents
            waiting = [row for row in waiting if not row.category or row.category in consents]
        vectors.need([row.content for row in waiting])
        for row in waiting:
            row.refresh_from_db(fields=["status"])  # an earlier one of this batch may have taken its place
            _activate(user, row, vectors, verb=EventVerb.CONFIRMED, staff=staff)
        _consent(user, {row.category for row in waiting if row.category})
        return len(waiting)

    return records.changing(user_id=user.pk, contents=(), work=work)


def _consent(user: "User", categories: set[str]) -> None:
    if not categories:
        return
    own = settings_get(user=user)
    if new := categories - set(own.consents):
        own.consents = sorted({*own.consents, *new})
        own.updated_at = timezone.now()
        own.save(update_fields=["consents", "updated_at"])


def memory_reject(*, user: "User", memory_ids: Sequence[UUID], staff: "User | None" = None) -> int:
    """What waits is rejected and is not asked about again. Returns how many changed."""
    with transaction.atomic():
        records.lock_person(user.pk)
        waiting = [row for row in _own(user, memory_ids) if row.status == MemoryStatus.PENDING]
        for row in waiting:
            row.status, row.updated_at = MemoryStatus.REJECTED, timezone.now()
            row.save(update_fields=["status", "updated_at"])
            records.log(row, EventVerb.REJECTED, **_by(staff))
    return len(waiting)


# ------------------------------------------------------------------------------------------------ switches


def settings_get(*, user: "User") -> MemorySettings:
    """The person's switches, made on first use."""
    return MemorySettings.objects.get_or_create(user=user)[0]


def settings_update(*, user: "User", use: bool | None = None, learn: bool | None = None) -> MemorySettings:
    """The switches that were given are set; the others stay."""
    own = settings_get(user=user)
    wanted = {"use": own.use if use is None else use, "learn": own.learn if learn is None else learn}
    if (own.use, own.learn) != (wanted["use"], wanted["learn"]):
        own.use, own.learn, own.updated_at = wanted["use"], wanted["learn"], timezone.now()
        own.save(update_fields=["use", "learn", "updated_at"])
    return own
