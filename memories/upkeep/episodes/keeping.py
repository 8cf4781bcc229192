"""Episodes follow what they tell of: an item goes with its memory and with each of its messages."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Count

from memories import sources
from memories.models import Episode, EpisodeItem, EpisodePosting
from memories.recall.tokens import is_single_character, tokens

if TYPE_CHECKING:
    from memoryhub.models import User


def erase(*, user: "User", message_ids: Sequence[UUID], statements: Iterable[str]) -> None:
    """No item tells of these messages, or has all words of one of these statements. In the caller's transaction."""
    own = EpisodeItem.objects.filter(episode__user=user)
    own.filter(messages__in=list(message_ids)).delete()
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
        own.filter(pk__in=list(telling.values_list("item_id", flat=True))).delete()
    drop_empty(user=user)


def erase_all(*, user: "User") -> None:
    """No episode is left, and none is told of what was said so far. In the caller's transaction."""
    Episode.objects.filter(user=user).delete()
    sources.conversations().talks_over(user=user)


def message_gone(*, message_id: UUID) -> None:
    """No item tells of a message that is being deleted."""
    EpisodeItem.objects.filter(messages=message_id).delete()


def drop_empty(*, user: "User") -> None:
    """An episode of which nothing is left goes."""
    Episode.objects.filter(user=user, items=None).delete()
