"""Reads the episodes of ended conversations. Always of one person; nothing is written."""

from datetime import timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from memories.kinds import MemoryStatus
from memories.models import Episode, EpisodeItem
from memories.recall.address import address
from memories.recall.types import EpisodeWords
from memoryhub.models import User

#: A question that was left open is offered for so long, and so many at once.
_OFFERED_FOR, _OFFERED = timedelta(days=30), 2


def episode_list(*, user: User) -> QuerySet[Episode]:
    """The person's episodes with their lines and conversations, the latest first."""
    items = EpisodeItem.objects.select_related("memory").prefetch_related("messages")
    return (
        Episode.objects.filter(user=user)
        .select_related("conversation")
        .prefetch_related(Prefetch("items", queryset=items.order_by("position", "pk")))
        .order_by("-ended_at", "-pk")
    )


def episodes_left_open(*, user: User) -> list[EpisodeWords]:
    """The questions that the person's latest talks left open, newest first, at most two."""
    since = timezone.now() - _OFFERED_FOR
    rows = (
        EpisodeItem.objects.filter(
            Q(memory=None) | Q(memory__status=MemoryStatus.ACTIVE),
            episode__user=user,
            kind=EpisodeItem.Kind.QUESTION,
            settled_at=None,
            episode__ended_at__gte=since,
        )
        .select_related("episode")
        .order_by("-episode__ended_at", "-position")
    )
    return [
        EpisodeWords(
            item_id=item.pk,
            episode_id=item.episode_id,
            kind=item.kind,
            text=address(item.text),
            said_at=item.episode.ended_at,
            score=1.0,
        )
        for item in rows[:_OFFERED]
    ]
