"""Reads the episodes of ended conversations. Always of one person; nothing is written."""

from dataclasses import dataclass
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


def items_left_open(*, user: User) -> list[EpisodeItem]:
    """The questions that the person's latest talks left open, as they were said, newest first, at most two."""
    since = timezone.now() - _OFFERED_FOR
    rows = EpisodeItem.objects.filter(
        Q(memory=None) | Q(memory__status=MemoryStatus.ACTIVE),
        episode__user=user,
        kind=EpisodeItem.Kind.QUESTION,
        settled_at=None,
        episode__ended_at__gte=since,
    )
    return list(rows.select_related("episode").order_by("-episode__ended_at", "-position")[:_OFFERED])


def episodes_left_open(*, user: User) -> list[EpisodeWords]:
    """The same as a prompt tells them, addressed to the person."""
    return [
        EpisodeWords(
            item_id=item.pk,
            episode_id=item.episode_id,
            kind=item.kind,
            text=address(item.text),
            said_at=item.episode.ended_at,
            score=1.0,
        )
        for item in items_left_open(user=user)
    ]


@dataclass(frozen=True, slots=True)
class Part:
    """The lines of one kind, under their heading."""

    kind: str
    lines: list[EpisodeItem]


@dataclass(frozen=True, slots=True)
class Shown:
    """An episode as its page shows it."""

    episode: Episode
    parts: list[Part]


def shown(episode: Episode) -> Shown:
    """The episode with its lines by kind; none that says what a memory says no more."""
    lines = [
        item
        for item in episode.items.all()
        if item.memory is None or item.memory.status not in (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)
    ]
    parts = [Part(kind.value, [item for item in lines if item.kind == kind]) for kind in EpisodeItem.Kind]
    return Shown(episode, [part for part in parts if part.lines])
