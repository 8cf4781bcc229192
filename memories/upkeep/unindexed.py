"""Embeds active memories that were stored while the embedding model was away."""

import logging
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from memories import records
from memories.kinds import MemoryStatus
from memories.models import Memory, MemoryVector
from memories.recall import model_in_use
from memoryhub.ai.errors import ModelError

logger = logging.getLogger(__name__)


def embed(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """Every active memory has a vector of the model in use; returns how many had none."""
    embedded = MemoryVector.objects.filter(memory=OuterRef("pk"), model=model_in_use.in_use().name)
    bare = Memory.objects.active().filter(~Exists(embedded))
    if dry_run:
        return bare.count()
    done = 0
    for memory_id, user_id, content in list(bare.order_by("user_id").values_list("pk", "user_id", "content")):

        def work(vectors: records.Vectors, memory_id: UUID = memory_id) -> int:
            row = Memory.objects.filter(pk=memory_id, status=MemoryStatus.ACTIVE).first()
            if row is None:
                return 0
            vectors.write(row)
            return 1

        try:
            done += records.changing(user_id=user_id, contents=[content], work=work, wait_for_model=True)
        except ModelError as error:
            if error.retryable:
                raise
            # The others need not go without for one that the model refuses.
            logger.warning("memory %s has no vector: %s", memory_id, error.code)
    return done
