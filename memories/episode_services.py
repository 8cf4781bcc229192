"""What a person does to the episodes of their conversations. Own rows only; nothing is reworded."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from memories import records
from memories.models import Episode, EpisodeItem
from memories.upkeep.episodes import keeping

if TYPE_CHECKING:
    from memoryhub.models import User


class EpisodeNotFound(Exception):
    """There is no such episode, or line of one, of this person's."""


def item_remove(*, user: "User", item_id: int) -> None:
    """The line is gone for good, and with its last line the episode."""
    with transaction.atomic():
        records.lock_person(user.pk)
        if not EpisodeItem.objects.filter(pk=item_id, episode__user=user).delete()[0]:
            raise EpisodeNotFound
        keeping.drop_empty(user=user)


def item_settle(*, user: "User", item_id: int, settled: bool = True) -> bool:
    """An open question is not offered any more (or is again); whether that changed."""
    rows = EpisodeItem.objects.filter(pk=item_id, episode__user=user, kind=EpisodeItem.Kind.QUESTION)
    if not rows.exists():
        raise EpisodeNotFound
    return rows.filter(settled_at__isnull=settled).update(settled_at=timezone.now() if settled else None) == 1


def episode_remove(*, user: "User", episode_id: UUID) -> None:
    """The episode is gone for good; the conversation stays, and is not told again."""
    with transaction.atomic():
        records.lock_person(user.pk)
        if not Episode.objects.filter(pk=episode_id, user=user).delete()[0]:
            raise EpisodeNotFound
