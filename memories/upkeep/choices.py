"""What a person decides about fading: keep, let go, protect no longer, and how long a type is kept. Own rows only."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memories import records
from memories.kinds import Actor, EventVerb, MemoryStatus, Protection
from memories.models import Memory, MemorySettings
from memories.services import MemoryNotFound
from memories.upkeep import fading
from memories.upkeep.forgetting import CHOOSABLE, Action
from memories.upkeep.policies import DAYS_MOST

if TYPE_CHECKING:
    from memoryhub.models import User


def memory_keep(*, user: "User", memory_id: UUID, at: datetime | None = None) -> Memory:
    """The memory's time begins anew, as if it had just been told; how sure it is stays."""
    with transaction.atomic():
        memory = _locked(user, memory_id)
        if memory.status == MemoryStatus.ACTIVE:
            _mark(memory, at or timezone.now())
            records.log(memory, EventVerb.KEPT, actor=Actor.PERSON)
    return memory


def memory_unkeep(*, user: "User", memory_id: UUID, former: datetime | None) -> Memory:
    """Keeping is taken back: the memory was kept at ``former``, or never."""
    with transaction.atomic():
        memory = _locked(user, memory_id)
        if memory.kept_at is not None and (former is None or former < memory.kept_at):
            _mark(memory, former)
    return memory


def _mark(memory: Memory, at: datetime | None) -> None:
    memory.kept_at, memory.updated_at = at, timezone.now()
    memory.save(update_fields=["kept_at", "updated_at"])


def memory_let_go(*, user: "User", memory_id: UUID) -> Action:
    """What time would do to the memory is done now; returns what that was. What does not fade is left alone."""
    with transaction.atomic():
        memory = _locked(user, memory_id)
        return fading.let_go(user=user, memory=memory, now=timezone.now())


def memory_unprotect(*, user: "User", memory_id: UUID) -> str:
    """The memory is protected no longer; returns what it was protected for. Pinning is another matter."""
    with transaction.atomic():
        memory = _locked(user, memory_id)
        former = memory.protection
        if former:
            _protect(memory, "", EventVerb.LOOSENED)
    return former


def memory_protect(*, user: "User", memory_id: UUID, reason: str) -> Memory:
    """The memory is protected for this reason again. Raises ValidationError for a reason that is none."""
    if not reason or reason not in Protection.values:
        raise ValidationError(_("This is no reason for protection."))
    with transaction.atomic():
        memory = _locked(user, memory_id)
        if memory.protection != reason:
            _protect(memory, reason, EventVerb.PROTECTED)
    return memory


def _protect(memory: Memory, reason: str, verb: EventVerb) -> None:
    memory.protection, memory.updated_at = reason, timezone.now()
    memory.save(update_fields=["protection", "updated_at"])
    records.log(memory, verb, actor=Actor.PERSON)


def retention_set(*, user: "User", chosen: Mapping[str, int | None]) -> dict[str, int | None]:
    """The person's times by type are these and no others; returns the former ones. Raises ValidationError."""
    for type, days in chosen.items():
        if type not in CHOOSABLE or (days is not None and not 1 <= days <= DAYS_MOST):
            raise ValidationError(_("This is no time that can be chosen."))
    with transaction.atomic():
        records.lock_person(user.pk)
        own = MemorySettings.objects.get_or_create(user=user)[0]
        former = dict(own.retention)
        if former != dict(chosen):
            own.retention, own.updated_at = dict(chosen), timezone.now()
            own.save(update_fields=["retention", "updated_at"])
    return former


def _locked(user: "User", memory_id: UUID) -> Memory:
    records.lock_person(user.pk)
    memory = Memory.objects.of(user).filter(pk=memory_id).select_for_update(no_key=True, of=("self",)).first()
    if memory is None:
        raise MemoryNotFound
    return memory
