"""Episodes follow what they tell of: an item goes with its memory and with each of its messages."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Count, QuerySet

from memories import sources
from memories.models import Episode, EpisodeItem, EpisodePosting
from memories.recall.tokens import is_single_character, tokens

if TYPE_CHECKING:
    from memoryhub.models import User


def erase(*, user: "User", message_ids: Sequence[UUID], statements: Iterable[str]) -> int:
    """No item tells of these messages, or has all words of one of these statements; returns how many did.

    In the caller's transaction.
    """
    own = EpisodeItem.objects.filter(episode__user=user)
    gone = _drop(own.filter(messages__in=list(message_ids)))
    for statement in statements:
        words = [token for token in tokens(statement) if not is_single_character(token)]
        if not words:
            continue
        telling = (
            EpisodePosting.objects.filter(user=user, token__in=words)
            .values("item_id")
            .annotate(count=Count("token"))
            .filter(count=len(words))
        )
        gone += _drop(own.filter(pk__in=list(telling.values_list("item_id", flat=True))))
    drop_empty(user=user)
    return gone


def erase_of_memories(*, memory_ids: Sequence[UUID]) -> int:
    """No item is of one of these memories; returns how many were. In the caller's transaction."""
    return _drop(EpisodeItem.objects.filter(memory_id__in=list(memory_ids)))


def _drop(items: QuerySet[EpisodeItem]) -> int:
    _all, by_model = items.delete()
    return by_model.get(EpisodeItem._meta.label, 0)


def erase_all(*, user: "User") -> int:
    """No episode is left, and none is told of what was said so far; returns how many lines went.

    In the caller's transaction.
    """
    gone = _drop(EpisodeItem.objects.filter(episode__user=user))
    Episode.objects.filter(user=user).delete()
    sources.conversations().talks_over(user=user)
    return gone


def message_gone(*, message_id: UUID) -> None:
    """No item tells of a message that is being deleted."""
    EpisodeItem.objects.filter(messages=message_id).delete()


def drop_empty(*, user: "User") -> None:
    """An episode of which nothing is left goes."""
    Episode.objects.filter(user=user, items=None).delete()
