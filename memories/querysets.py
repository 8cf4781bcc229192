"""Ways to narrow a set of memories."""

from typing import TYPE_CHECKING

from django.db import models

from memories.kinds import MemoryStatus

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
