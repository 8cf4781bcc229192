"""What a person decides: on what waits for them, on what was declined, and by their switches on much at once."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from memories import handwritten, passed_over, records, switches
from memories.capture import confidence
from memories.kinds import Actor, CategoryChoice, EventVerb, MemoryFlag, MemoryStatus, SourceKind
from memories.models import CaptureRun, Memory, MemoryEvent, MemorySettings, MemorySource
from memories.own_rows import MemoryNotFound, activate, by_whom, own_rows, profile_stale
from memories.switches import settings_get

if TYPE_CHECKING:
    from memoryhub.models import User


def memory_confirm(*, user: "User", memory_ids: Sequence[UUID], staff: "User | None" = None) -> int:
    """What waits is active; for a sensitive one this is the consent to its category. Returns how many changed.

    Staff cannot consent in the person's stead: what is sensitive goes on waiting unless the person has consented.
    """

    def work(vectors: records.Vectors) -> int:
        waiting = [row for row in own_rows(user, memory_ids) if row.status == MemoryStatus.PENDING]
        own = settings_get(user=user)
        if staff is not None:
            waiting = [row for row in waiting if not row.category or row.category in own.consents]
        confirm_rows(user, waiting, vectors, staff=staff)
        asked = {row.category for row in waiting if row.category}
        consents = {one: CategoryChoice.KEEP for one in asked if one not in own.categories_off}
        switches.store(own, switches.Wanted(categories=consents))
        return len(waiting)

    return records.changing(user_id=user.pk, contents=(), work=work)


def confirm_rows(
    user: "User", waiting: Sequence[Memory], vectors: records.Vectors, *, staff: "User | None" = None
) -> None:
    vectors.need([row.content for row in waiting])
    for row in waiting:
        row.refresh_from_db(fields=["status"])  # an earlier one of this batch may have taken its place
        activate(user, row, vectors, verb=EventVerb.CONFIRMED, staff=staff, detail=row.flag)


def memory_reject(*, user: "User", memory_ids: Sequence[UUID], staff: "User | None" = None) -> int:
    """What waits is rejected and is not asked about again. Returns how many changed."""
    with transaction.atomic():
        records.lock_person(user.pk)
        waiting = [row for row in own_rows(user, memory_ids) if row.status == MemoryStatus.PENDING]
        reject_rows(waiting, staff=staff)
    return len(waiting)


def reject_rows(waiting: Sequence[Memory], *, staff: "User | None" = None) -> None:
    for row in waiting:
        row.status, row.updated_at = MemoryStatus.REJECTED, timezone.now()
        row.save(update_fields=["status", "updated_at"])
        records.log(row, EventVerb.REJECTED, **by_whom(staff))


def memory_wait_again(
    *,
    user: "User",
    memory_ids: Sequence[UUID],
    reopen: Sequence[UUID] = (),
    categories: Mapping[str, str] | None = None,
) -> int:
    """What was confirmed or rejected waits again; returns how many. The way back from a decision in the inbox.

    ``reopen``: rows whose place a confirmed one had taken, which are current again; ``categories``: the choices as
    they were before. Raises ValidationError for a choice that is none.
    """
    choices = switches.checked(categories=categories or {})

    def work(vectors: records.Vectors) -> int:
        rows = [
            row
            for row in own_rows(user, memory_ids)
            if row.status == MemoryStatus.REJECTED or _confirmed(row)
        ]
        former = [row for row in own_rows(user, reopen) if row.status == MemoryStatus.SUPERSEDED]
        vectors.need([row.content for row in former])
        for row in rows:
            if confirmed := _confirmed(row):
                row.flag, row.protection = MemoryFlag(confirmed.detail), ""
                if not row.category:
                    row.confidence = min(row.confidence, confidence.TENTATIVE)
            row.status, row.updated_at = MemoryStatus.PENDING, timezone.now()
            row.save()
            vectors.write(row)
            records.log(row, EventVerb.RESTORED, actor=Actor.PERSON, detail=MemoryStatus.PENDING)
        for row in former:
            if not handwritten.rivals(user, row):
                row.status, row.valid_until, row.updated_at = MemoryStatus.ACTIVE, None, timezone.now()
                row.save()
                vectors.write(row)
                records.log(row, EventVerb.RESTORED, actor=Actor.PERSON)
        switches.store(settings_get(user=user), choices)
        if rows or former:
            profile_stale(user)
        return len(rows)

    return records.changing(user_id=user.pk, contents=(), work=work)


def _confirmed(row: Memory) -> MemoryEvent | None:
    """The yes to an active row that had waited, if nothing has happened to it since; its detail is the former flag."""
    last = MemoryEvent.objects.filter(memory_id=row.pk).order_by("-created_at", "-pk").first()
    yes = row.status == MemoryStatus.ACTIVE and last is not None and last.verb == EventVerb.CONFIRMED
    return last if yes else None


# ------------------------------------------------------------------------------------------------ declined


def declined_remember(*, user: "User", message_id: UUID, start: int) -> Memory:
    """What capture had declined there is remembered in the person's own words, and is listed as declined no more.

    Done twice it is that memory. Raises MemoryNotFound where nothing was declined that a person may keep.
    """
    from memories.services import memory_remember  # which builds on this module

    with transaction.atomic():
        records.lock_person(user.pk)
        declined = passed_over.find(user=user, message_id=message_id, start=start)
    if declined is None:
        known = Memory.objects.of(user).filter(sources__message_id=message_id, sources__start=start)
        if memory := known.exclude(status=MemoryStatus.FORGOTTEN).first():
            return memory
        raise MemoryNotFound
    memory = memory_remember(user=user, content=declined.words)
    with transaction.atomic():
        records.lock_person(user.pk)
        run = CaptureRun.objects.filter(user=user, message_id=message_id).first()
        for entry in run.outcome if run else ():
            if passed_over.starts_at(entry, start):
                entry["outcome"] = "kept"
        if run is not None:
            run.save(update_fields=["outcome"])
        MemorySource.objects.get_or_create(
            memory=memory,
            message_id=message_id,
            start=declined.start,
            end=declined.end,
            defaults={"kind": SourceKind.MESSAGE, "role": "user", "said_at": declined.at},
        )
    return memory


# ------------------------------------------------------------------------------------------------ switches


@dataclass(slots=True)
class SettingsChange:
    """The switches as they are now and the categories' former choices; what had waited for them and is decided now.

    ``yielding``: rows whose place the kept ones took.
    """

    settings: MemorySettings
    categories_before: Mapping[str, CategoryChoice]
    kept: list[Memory] = field(default_factory=list)
    rejected: list[Memory] = field(default_factory=list)
    yielding: list[Memory] = field(default_factory=list)


def settings_change(
    *,
    user: "User",
    use: bool | None = None,
    learn: bool | None = None,
    types_off: Iterable[str] | None = None,
    categories: Mapping[str, str] | None = None,
    never_words: Iterable[str] | None = None,
) -> SettingsChange:
    """What was given is set, and the rest stays. Raises ValidationError by field.

    What waits for nothing but the consent to a category is kept when it is given now, and rejected when it is refused.
    """
    wanted = switches.checked(
        use=use, learn=learn, types_off=types_off, categories=categories, never_words=never_words
    )

    def work(vectors: records.Vectors) -> SettingsChange:
        own = settings_get(user=user)
        former = switches.choices_of(own)
        new = {one: choice for one, choice in (wanted.categories or {}).items() if choice != former[one]}
        waiting = (
            Memory.objects.of(user).filter(status=MemoryStatus.PENDING, flag="").select_related("subject")
        )
        kept = waiting.filter(
            category__in=[one for one, choice in new.items() if choice == CategoryChoice.KEEP],
            confidence__gte=settings.MEMORY_ACTIVE_CONFIDENCE,
        )
        refused = waiting.filter(
            category__in=[one for one, choice in new.items() if choice == CategoryChoice.NEVER]
        )
        change = SettingsChange(own, former, list(kept), list(refused))
        for row in change.kept:
            change.yielding += handwritten.rivals(user, row)
        confirm_rows(user, change.kept, vectors)
        reject_rows(change.rejected)
        switches.store(own, wanted)
        return change

    return records.changing(user_id=user.pk, contents=(), work=work)


def settings_update(*, user: "User", use: bool | None = None, learn: bool | None = None) -> MemorySettings:
    """The switches that were given are set; the others stay."""
    return settings_change(user=user, use=use, learn=learn).settings
