"""What a person does to their profile: reword a line, leave one out, switch it off. Own lines only."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memories import records
from memories.models import Profile, ProfileLine
from memories.upkeep.profile import keeping, wording, writing
from memories.upkeep.profile.facts import digest
from memoryhub.ai.llm import language_model

if TYPE_CHECKING:
    from memoryhub.models import User

LINE_LIMIT = 300


class LineNotFound(Exception):
    """There is no such line in this person's profile."""


def _own(user: "User", line_id: int) -> ProfileLine:
    """The person's line, if it says something current; LineNotFound for somebody else's as for none."""
    lines = ProfileLine.objects.filter(profile__user=user, pk=line_id)
    line = lines.prefetch_related(keeping.told_memories()).first()
    if line is None or not keeping.is_current(line):
        raise LineNotFound
    return line


def line_get_for_user(*, user: "User", line_id: int) -> ProfileLine:
    """The person's line; LineNotFound for somebody else's as for none."""
    return _own(user, line_id)


def line_edit(*, user: "User", line_id: int, text: str) -> tuple[str, ProfileLine]:
    """The line says this, in the person's own words, as long as its memories stay as they are.

    Returns the former text as well.
    """
    text = " ".join(text.replace("\0", "").split())
    if not text:
        raise ValidationError({"text": _("Write what the line is to say, or leave the line out.")})
    if len(text) > LINE_LIMIT:
        raise ValidationError(
            {
                "text": _("A line can have up to %(limit)d characters; this one has %(length)d.")
                % {"limit": LINE_LIMIT, "length": len(text)}
            }
        )
    with transaction.atomic():
        records.lock_person(user.pk)
        line = _own(user, line_id)
        former = line.text
        if text != former:
            line.text, line.by_person = text, True
            line.digest = digest(keeping.facts_of(line.memories.all()))
            line.save(update_fields=["text", "by_person", "digest"])
    return former, line


def line_hide(*, user: "User", line_id: int) -> list[int]:
    """The line is left out, and none takes its place while its memories stay as they are.

    Each of its memories is left out by itself; returns the rows that say so.
    """
    with transaction.atomic():
        records.lock_person(user.pk)
        line = _own(user, line_id)
        if line.hidden:
            return [line.pk]
        hidden = []
        for memory in line.memories.all():
            row = ProfileLine.objects.create(
                profile_id=line.profile_id,
                position=line.position,
                digest=digest(keeping.facts_of([memory])),
                hidden=True,
            )
            row.memories.set([memory])
            hidden.append(row.pk)
        line.delete()
    return hidden


def line_show(*, user: "User", line_id: int) -> ProfileLine:
    """What was left out is in the profile again."""
    with transaction.atomic():
        records.lock_person(user.pk)
        line = _own(user, line_id)
        if line.hidden:
            line.hidden, line.text = False, wording.text_of(keeping.facts_of(line.memories.all()))
            line.save(update_fields=["hidden", "text"])
            keeping.mark_stale(user_id=user.pk)
    return line


def profile_switch(*, user: "User", on: bool) -> bool:
    """The profile is written and read, or neither; what it said is gone when it is off. Whether that changed."""
    with transaction.atomic():
        records.lock_person(user.pk)
        profile, _created = Profile.objects.get_or_create(user=user)
        if profile.switched_off is not on:
            return False
        profile.switched_off, profile.stale_since = not on, timezone.now()
        profile.save(update_fields=["switched_off", "stale_since"])
        if not on:
            ProfileLine.objects.filter(profile=profile, hidden=False).delete()
    if on:
        profile_write(user=user)
    return True


def profile_write(*, user: "User") -> bool:
    """The profile is written anew, at once or by a worker where a model writes it; whether it is there by now."""
    keeping.mark_stale(user_id=user.pk)
    if language_model() is None:
        writing.write(user_id=user.pk)
        return True
    _tell_worker(user.pk)
    return False


def _tell_worker(user_id: UUID) -> None:
    from memories.tasks import profile_write as task

    try:
        task.delay_on_commit(str(user_id))
    except Exception:  # whatever the broker's client raises: the sweep finds it
        return
