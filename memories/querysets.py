"""Ways to narrow a set of memories."""

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from django.apps import apps
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from memories.kinds import MemoryStatus, MemoryType, SensitiveCategory

if TYPE_CHECKING:
    from memories.models import Memory  # noqa: F401
    from memoryhub.models import User


class MemoryQuerySet(models.QuerySet["Memory"]):
    """Every read of a person's memories starts with ``of``."""

    def of(self, user: "User") -> "MemoryQuerySet":
        """The rows of this person and no other."""
        return self.filter(user=user)

    def active(self) -> "MemoryQuerySet":
        """The rows that recall may bring."""
        return self.filter(status=MemoryStatus.ACTIVE)

    def archived(self) -> "MemoryQuerySet":
        """The rows in cold storage, those that another says as well left out."""
        return self.filter(status=MemoryStatus.ARCHIVED, merged_into__isnull=True)

    def past(self) -> "MemoryQuerySet":
        """What held once or was put away: what a question about the past may bring beside the current rows."""
        kept = Q(status=MemoryStatus.ARCHIVED, merged_into__isnull=True)
        return self.filter(Q(status=MemoryStatus.SUPERSEDED) | kept)

    def told(self) -> "MemoryQuerySet":
        """The rows with ``told_at``: when each was said last."""
        sources = apps.get_model("memories", "MemorySource")._default_manager
        last = sources.filter(memory=OuterRef("pk")).order_by("-said_at").values("said_at")[:1]
        return self.annotate(told_at=Coalesce(Subquery(last), F("created_at")))

    def may_fade(
        self,
        *,
        types: Collection[str],
        unused_before: datetime,
        doubtful_below: float,
        doubtful_before: datetime,
    ) -> "MemoryQuerySet":
        """A superset of what time alone archives or drops: nobody touched it since, and nothing protects it."""
        unused = Q(status=MemoryStatus.ACTIVE, type__in=types) & _untouched(unused_before)
        doubtful = Q(confidence__lt=doubtful_below) & (
            Q(status=MemoryStatus.PENDING) | Q(status=MemoryStatus.ACTIVE) & ~Q(type=MemoryType.PREFERENCE)
        )
        return self.filter(
            unused | (doubtful & _untouched(doubtful_before)), pinned_at=None, protection=""
        ).exclude(category=SensitiveCategory.HEALTH)


def _untouched(before: datetime) -> Q:
    """Stored, used and kept no later than this."""
    return (
        Q(created_at__lte=before)
        & (Q(last_accessed_at=None) | Q(last_accessed_at__lte=before))
        & (Q(kept_at=None) | Q(kept_at__lte=before))
    )
