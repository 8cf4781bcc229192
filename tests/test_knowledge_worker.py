"""Documents by a real Celery worker: what a killed one left is embedded, and once."""

import pytest

from memories.knowledge import documents
from memories.models import Chunk, ChunkVector, Job
from memoryhub.models import User
from memoryhub.worker import restore_unacknowledged
from tests.servers import Worker
from tests.test_short_worker import until

pytestmark = [pytest.mark.slow]
PASSAGES = 150


def test_a_worker_killed_among_passages_leaves_each_embedded_once(worker: Worker, alice: User) -> None:
    text = "\n\n".join(
        f"# Room {n}\n\nThe key of room {n} hangs on hook {n + 7}. "
        + "Please bring it back to the porter in the evening. " * 4
        for n in range(PASSAGES)
    )
    added = documents.document_add(user=alice, name="keys.md", data=text.encode())
    until(lambda: ChunkVector.objects.exists())
    worker.kill()
    left = PASSAGES - ChunkVector.objects.count()
    assert left > 0, "it was killed on its way"
    assert Job.objects.get(document=added).state == Job.State.RUNNING
    restore_unacknowledged()  # as `up` does before it starts one
    worker.start()
    until(lambda: Job.objects.get(document=added).state == Job.State.DONE)
    assert Job.objects.get(document=added).done == PASSAGES
    assert ChunkVector.objects.count() == Chunk.objects.count() == PASSAGES
