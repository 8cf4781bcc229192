"""Writes the profile anew: a week after the last time, or some time after a change. In the worker.

Read first, the writer without a transaction, then one short transaction under the person's lock that takes no line of
what has changed meanwhile. A writer that fails leaves the profile as it was.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from memories import records
from memories.kinds import MemoryStatus
from memories.models import Memory, MemorySettings, Profile, ProfileLine
from memories.upkeep.profile import builtin, by_model, keeping
from memories.upkeep.profile.builtin import Line
from memories.upkeep.profile.facts import Fact, digest
from memoryhub.ai.llm import language_model
from memoryhub.models import User

logger = logging.getLogger(__name__)

#: It is written again after so long; changes are gathered for so long before they are written.
EVERY, QUIET = timedelta(days=7), timedelta(seconds=90)
#: After a model that failed it is left in peace for so long.
_PAUSE = timedelta(hours=1)
_BATCH = 200


def due(*, now: datetime, quiet: timedelta = QUIET) -> QuerySet[User]:
    """The people whose profile is to be written, the longest waiting first."""
    learnt = Memory.objects.filter(user=OuterRef("pk"), status=MemoryStatus.ACTIVE)
    waits = Q(memory_profile__stale_since__lte=now - quiet) | Q(memory_profile__written_at__lte=now - EVERY)
    free = Q(memory_profile__leased_until=None) | Q(memory_profile__leased_until__lte=now)
    rested = Q(memory_profile__retry_at=None) | Q(memory_profile__retry_at__lte=now)
    return (
        User.objects.filter(
            (waits & free & rested & Q(memory_profile__switched_off=False))
            | (Q(memory_profile=None) & Exists(learnt))
        )
        .exclude(Exists(MemorySettings.objects.filter(user=OuterRef("pk"), learn=False)))
        .order_by("memory_profile__stale_since", "pk")
    )


def sweep(*, now: datetime | None = None) -> int:
    """Profiles that wait since a change some time ago, or for a week, are written; returns how many changed."""
    at = now or timezone.now()
    waiting = due(now=at)
    changed = 0
    for user_id in list(waiting.values_list("pk", flat=True)[:_BATCH]):
        try:
            changed += write(user_id=user_id, now=at)
        except Exception as error:  # one person's must not keep the others waiting; the lease ends by itself
            logger.error("the profile of %s was not written: %s", user_id, records.where(error))
    return changed


def refresh(*, user: User, now: datetime, dry_run: bool = False) -> int:
    """The person's profile is written if it is due, without waiting for quiet; returns 1 if it changed (is due)."""
    if not due(now=now, quiet=timedelta()).filter(pk=user.pk).exists():
        return 0
    return 1 if dry_run else int(write(user_id=user.pk, now=now))


def write(*, user_id: UUID, now: datetime | None = None) -> bool:
    """The person's profile says what is current; returns whether anything in it changed.

    Nothing is done while another writes it, while it is switched off, and while nothing may be learnt.
    """
    at = now or timezone.now()
    user = User.objects.filter(pk=user_id).first()
    if user is None or MemorySettings.objects.filter(user=user, learn=False).exists():
        return False
    if not Profile.objects.filter(user=user).exists():
        keeping.mark_stale(user_id=user_id)
    if not _claim(user_id, now=at):
        return False
    given = _given(user_id, now=at)
    model = language_model()
    failed = False
    lines: list[Line] | None = None
    if model is not None and given.facts and settings.MEMORY_WRITER != "builtin":
        records.release_connection()
        try:
            lines = by_model.write(model, given.facts, limit_tokens=given.room)
        except by_model.WriterFailed as error:
            failed = True
            logger.warning("the profile of %s stays as it was: %s", user_id, error)
    return _store(user, given, lines, failed=failed, now=at)


def _claim(user_id: UUID, *, now: datetime) -> bool:
    lease = timedelta(seconds=60 + 4 * settings.LLM_TIMEOUT_SECONDS)
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    mine = Profile.objects.filter(free, user_id=user_id, switched_off=False)
    return mine.update(leased_until=now + lease) == 1


@dataclass(frozen=True, slots=True)
class _Given:
    """What a profile is written from; ``room`` is what the person's own lines leave of its tokens."""

    facts: list[Fact]
    digest: str
    language: str
    room: int


def _given(user_id: UUID, *, now: datetime) -> _Given:
    own = [line for line in _lines(user_id) if (line.by_person or line.hidden) and keeping.is_current(line)]
    taken = {memory.pk for line in own for memory in line.memories.all()}
    facts = [fact for fact in keeping.readable_facts(user_id=user_id, now=now) if fact.id not in taken]
    room = builtin.LIMIT_TOKENS - sum(Line(line.text, ()).tokens for line in own if not line.hidden)
    chosen = User.objects.values_list("language", flat=True).get(pk=user_id)
    return _Given(facts, digest(facts), builtin.main_language(facts, chosen=chosen or ""), max(room, 0))


def _lines(user_id: UUID) -> list[ProfileLine]:
    rows = ProfileLine.objects.filter(profile__user_id=user_id).order_by("position", "pk")
    return list(rows.prefetch_related(keeping.told_memories()))


def _store(user: User, read: _Given, lines: list[Line] | None, *, failed: bool, now: datetime) -> bool:
    with transaction.atomic():
        records.lock_person(user.pk)
        profile = Profile.objects.filter(user=user).first()
        if profile is None or profile.switched_off:
            return False
        mended = keeping.mend(user_id=user.pk)
        given = _given(user.pk, now=now)
        if not failed or not _lines(user.pk):
            # Without a profile to keep, the built-in writer makes a beginning.
            if lines is None or failed:
                lines = builtin.write(given.facts, language=given.language, limit_tokens=given.room)
            current = {fact.id: fact for fact in given.facts}
            lines = [line for line in lines if all(current.get(fact.id) == fact for fact in line.facts)]
            mended += _replace(profile, lines)
        same = read.digest == given.digest
        profile.leased_until, profile.retry_at = None, now + _PAUSE if failed else None
        if not failed:
            profile.written_at = now
            profile.stale_since = None if same else profile.stale_since
        profile.save(update_fields=["leased_until", "retry_at", "written_at", "stale_since"])
    return bool(mended)


def _replace(profile: Profile, lines: Sequence[Line]) -> int:
    """The machine's lines are these, beside the person's own; returns how many rows came, went or moved."""
    before = _lines(profile.user_id)
    machine = [line for line in before if not (line.by_person or line.hidden)]
    there = [(line.text, {memory.pk for memory in line.memories.all()}) for line in machine]
    wanted = [(line.text, {fact.id for fact in line.facts}) for line in lines]
    if there == wanted:
        return 0
    own = [line for line in before if line.by_person and not line.hidden]
    ProfileLine.objects.filter(pk__in=[line.pk for line in machine]).delete()
    ordered: list[Line | ProfileLine] = sorted([*lines, *own], key=_section)
    for position, line in enumerate(ordered, 1):
        if isinstance(line, ProfileLine):
            ProfileLine.objects.filter(pk=line.pk).update(position=position)
            continue
        stored = ProfileLine.objects.create(
            profile=profile, position=position, text=line.text, digest=digest(line.facts)
        )
        stored.memories.set(Memory.objects.filter(pk__in=[fact.id for fact in line.facts]))
    return max(len(there), len(wanted))


def _section(line: Line | ProfileLine) -> int:
    facts = line.facts if isinstance(line, Line) else keeping.facts_of(list(line.memories.all()))
    return min((fact.section for fact in facts), default=0)
