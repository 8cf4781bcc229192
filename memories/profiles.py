"""Reads the summary of a person that a new conversation starts from. Always of one person; nothing is written."""

from uuid import UUID

from django.db.models import Prefetch

from memories.models import Profile, ProfileLine
from memories.not_here import left_out
from memories.upkeep.profile import keeping
from memoryhub.models import User


def profile_get(*, user: User) -> Profile | None:
    """The person's profile with its lines, those that the person does not want included; None while there is none."""
    lines = ProfileLine.objects.order_by("position", "pk").prefetch_related(keeping.told_memories())
    return Profile.objects.filter(user=user).prefetch_related(Prefetch("lines", queryset=lines)).first()


def profile_lines(*, user: User, conversation_id: UUID | None = None) -> list[ProfileLine]:
    """What the profile says, line by line with the memories behind each; nothing while it is switched off.

    Whatever has become of the rows: a line that says what is not current is not among them. For a conversation, nor is
    one that says what the person does not want used there.
    """
    found = profile_get(user=user)
    if found is None or found.switched_off:
        return []
    unwanted = left_out(conversation_id)
    return [
        line
        for line in found.lines.all()
        if not line.hidden
        and keeping.is_current(line)
        and not (unwanted and unwanted.intersection(memory.pk for memory in line.memories.all()))
    ]


def profile_hidden(*, user: User) -> list[ProfileLine]:
    """What the person took out of the profile, with the memories."""
    lines = ProfileLine.objects.filter(profile__user=user, hidden=True).order_by("position", "pk")
    return [line for line in lines.prefetch_related(keeping.told_memories()) if keeping.is_current(line)]
