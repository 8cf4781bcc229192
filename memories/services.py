"""What a person does with their memories. Own rows only; each act twice is once; one audit entry an act and row."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memories import erasure, fingerprints, handwritten, records, replaced
from memories.capture import masking
from memories.capture.entities import entity_for
from memories.capture.plain import can_be_seen
from memories.decisions import SettingsChange as SettingsChange
from memories.decisions import declined_remember as declined_remember
from memories.decisions import memory_confirm as memory_confirm
from memories.decisions import memory_reject as memory_reject
from memories.decisions import memory_wait_again as memory_wait_again
from memories.decisions import settings_change as settings_change
from memories.decisions import settings_update as settings_update
from memories.fingerprints import Asked as Asked
from memories.from_tasks import Finished as Finished
from memories.from_tasks import memory_from_task as memory_from_task
from memories.imports.taking_in import ImportResult as ImportResult
from memories.kinds import Actor, EventVerb, ForgottenReason, MemoryFlag, MemoryStatus, MemoryType, SourceKind
from memories.models import Memory, MemorySource, MemoryVersion
from memories.own_rows import MemoryNotFound as MemoryNotFound
from memories.own_rows import activate, by_whom, own_rows, profile_stale, take_the_place
from memories.own_rows import memory_get_for_user as memory_get_for_user
from memories.switches import settings_get as settings_get
from memories.transfer import memories_export as memories_export
from memories.transfer import memories_import as memories_import

if TYPE_CHECKING:
    from memoryhub.models import User

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ForgetReceipt:
    """What was forgotten now, until when it can be undone, and how much went where, by ``ErasedPlace``."""

    memory_ids: list[UUID]
    count: int
    undo_until: datetime
    places: Mapping[str, int]


def _clean(content: str) -> str:
    content = content.replace("\0", "").strip()
    if not can_be_seen(content):
        raise ValidationError({"content": _("Write what is to be remembered.")})
    if len(content) > settings.MEMORY_CONTENT_LIMIT:
        raise ValidationError(
            {
                "content": _("A memory can have up to %(limit)d characters; this one has %(length)d.")
                % {"limit": settings.MEMORY_CONTENT_LIMIT, "length": len(content)}
            }
        )
    if masking.secrets(content):
        raise ValidationError(
            {
                "content": _(
                    "This holds a password, a key or another secret. Secrets are never kept, so nothing was saved."
                )
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
                activate(user, known, vectors, verb=EventVerb.CONFIRMED)
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
        closed = take_the_place(user, memory)
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
            closed = take_the_place(user, memory)
            memory.supersedes = memory.supersedes or (closed[0] if closed else None)
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


# ------------------------------------------------------------------------------------------------ forget and restore


def memory_forget(
    *,
    user: "User",
    memory_ids: Sequence[UUID],
    staff: "User | None" = None,
    asked: Sequence[Asked] = (),
    about: Sequence[str] = (),
    earlier: bool = True,
) -> ForgetReceipt:
    """These memories are in the recycle bin and nowhere else; the receipt says until when that can be undone.

    What they had replaced goes along, unless ``earlier`` is false. With ``staff``, here and below, a staff member does
    it, and the audit names them. ``asked``: the words of messages that asked for it, which go as well; ``about``: names
    and words of which nothing that was said is to stay.
    """
    reason = ForgottenReason.PERSON if staff is None else ForgottenReason.STAFF
    with transaction.atomic():
        records.lock_person(user.pk)
        rows = own_rows(user, memory_ids)
        going = [row for row in rows if row.status != MemoryStatus.FORGOTTEN]
        gone = erasure.forget(
            user,
            [*going, *(replaced.earlier(user, going) if earlier else ())],
            reason=reason,
            asked=asked,
            about=about,
            **by_whom(staff),
        )
        if gone.rows:
            profile_stale(user)
    until = timezone.now() + timedelta(days=settings.MEMORY_RECYCLE_DAYS)
    return ForgetReceipt([memory.pk for memory in gone.rows], len(gone.rows), until, gone.places)


def memory_restore(*, user: "User", memory_ids: Sequence[UUID], staff: "User | None" = None) -> list[Memory]:
    """Archived and forgotten memories are back: waiting or replaced as they were, else active, which wins the slot.

    What was forgotten along with one, as it had been replaced by it, is back too.
    """

    def work(vectors: records.Vectors) -> list[Memory]:
        wanted = own_rows(user, memory_ids)
        rows = [
            row
            for row in (*wanted, *replaced.gone_along(user, wanted))
            if row.status in (MemoryStatus.ARCHIVED, MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)
        ]
        before = {row.pk: row.status_before for row in rows}
        waiting = (MemoryStatus.PENDING, MemoryStatus.SUPERSEDED)
        vectors.need([row.content for row in rows if before[row.pk] not in waiting])
        for row in rows:
            row.kept_at = timezone.now()
            row.merged_into = None
            if row.status != MemoryStatus.REJECTED and before[row.pk] in waiting:
                row.status, row.status_before = MemoryStatus(before[row.pk]), ""
                row.forgotten_at, row.forgotten_reason, row.updated_at = None, "", timezone.now()
                row.save()
                records.log(row, EventVerb.RESTORED, **by_whom(staff))
            else:
                activate(user, row, vectors, verb=EventVerb.RESTORED, staff=staff)
        fingerprints.lift(user, memory_ids=[row.pk for row in rows])
        return own_rows(user, memory_ids)

    return records.changing(user_id=user.pk, contents=(), work=work)


def memory_choose(*, user: "User", memory_ids: Sequence[UUID]) -> list[Memory]:
    """Replaced memories are active in the place of what had replaced them: these are the ones that are right."""

    def work(vectors: records.Vectors) -> list[Memory]:
        rows = [row for row in own_rows(user, memory_ids) if row.status == MemoryStatus.SUPERSEDED]
        vectors.need([row.content for row in rows])
        for row in rows:
            activate(user, row, vectors, verb=EventVerb.RESTORED)
        return own_rows(user, memory_ids)

    return records.changing(user_id=user.pk, contents=(), work=work)


def memory_erase(*, user: "User", memory_ids: Sequence[UUID]) -> Mapping[str, int]:
    """What of these is in the recycle bin is erased for good, with what was forgotten along; how much, by place.

    Raises MemoryNotFound when one is not the person's.
    """
    with transaction.atomic():
        records.lock_person(user.pk)
        rows = [row for row in own_rows(user, memory_ids) if row.status == MemoryStatus.FORGOTTEN]
        return erasure.erase(user, _with_company(user, rows)) if rows else {}


def bin_empty(*, user: "User") -> Mapping[str, int]:
    """Everything in the person's recycle bin is erased for good; how much, by place."""
    with transaction.atomic():
        records.lock_person(user.pk)
        rows = Memory.objects.of(user).filter(status=MemoryStatus.FORGOTTEN).select_related("subject")
        found = list(rows.prefetch_related("sources").order_by("pk"))
        return erasure.erase(user, found) if found else {}


def _with_company(user: "User", rows: Sequence[Memory]) -> list[Memory]:
    """The rows with those that were forgotten along: what they had replaced, and what had been joined to them."""
    joined = Memory.objects.of(user).filter(merged_into__in=rows, status=MemoryStatus.FORGOTTEN)
    along = [
        *replaced.gone_along(user, rows),
        *joined.select_related("subject").prefetch_related("sources"),
    ]
    return list({row.pk: row for row in (*rows, *along)}.values())


def memory_erase_all(*, user: "User") -> int:
    """Everything remembered of the person is deleted for good; returns the number of memories."""
    with transaction.atomic():
        records.lock_person(user.pk)
        return erasure.erase_all(user)


# ------------------------------------------------------------------------------------------------ pin


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
