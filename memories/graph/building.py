"""Takes the relations of memories that were there before, person by person; done twice, nothing changes."""

import logging
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from memories import records
from memories.graph import store
from memories.models import GraphBuild, Relation

if TYPE_CHECKING:
    from memoryhub.models import User

logger = logging.getLogger(__name__)

#: Memories that are read in one transaction: nobody's reply waits long for the lock.
_BATCH = 200


def build(*, user_id: UUID) -> int:
    """All of the person's relations are by the rules of now; returns how many there are. Killed, it begins again."""
    after: UUID | None = None
    while True:
        with transaction.atomic():
            records.lock_person(user_id)
            after = store.write_all(user_id=user_id, after=after, limit=_BATCH)
            if after is None:
                store.drop_unused(user_ids=[user_id])
                store.built(user_id=user_id)
                return Relation.objects.filter(user_id=user_id).count()


def sweep(*, limit: int | None = None, anew: bool = False) -> int:
    """Whose relations are not by the rules of now has them, or with ``anew`` everybody; returns how many people."""
    if anew:
        GraphBuild.objects.update(version=0)
    people = list(store.due())[:limit]
    for user_id in people:
        try:
            build(user_id=user_id)
        except Exception as error:
            logger.error("relations of %s were not taken: %s", user_id, records.where(error))
    return len(people)


def tidy(*, user: "User", now: datetime, dry_run: bool = False) -> int:
    """Nightly: names that no memory tells any more are gone; returns how many."""
    if dry_run:
        return 0
    with transaction.atomic():
        records.lock_person(user.pk)
        return store.drop_unused(user_ids=[user.pk])
