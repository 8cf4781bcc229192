"""Reads the summary of a person that a new conversation starts from."""

from django.db.models import Prefetch

from memories.models import Memory, Profile
from memoryhub.models import User


def profile_get(*, user: User) -> Profile | None:
    """The person's profile with its lines and the memories that each says; None while there is none."""
    ids = Prefetch("lines__memories", queryset=Memory.objects.of(user).only("id"))
    return Profile.objects.filter(user=user).prefetch_related("lines", ids).first()
