"""A worker is killed at each boundary of a capture: after a restart there is exactly one outcome, in one row."""

import os
import signal
import time
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from chat import services as conversations
from memories import capture, notices, passages, records
from memories.capture import extraction, runs
from memories.capture.commit import _Writer
from memories.kinds import CaptureStatus
from memories.models import CaptureRun, Memory, MemoryEvent, MemorySource, MemoryVector, Passage, Posting
from memoryhub.models import User
from tests.dying import die, then_die

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


#: Where the worker dies: the step, whether before or after it, and whether its transaction had committed by then.
BOUNDARIES: dict[str, tuple[object, str, bool]] = {
    "while it claims the run": (records, "lock_person", True),
    "when the run is claimed": (runs, "_capture", False),
    "before the message is indexed": (passages, "write", False),
    "when the message is indexed": (passages, "write", True),
    "when all is extracted": (extraction, "extract", True),
    "before the commit": (runs, "commit", False),
    "when vectors are made": (records.Vectors, "add", True),
    "amid the commit, before a row": (_Writer, "_create", False),
    "amid the commit, after a row": (_Writer, "_create", True),
    "before the run is done, in the commit": (_Writer, "_keep_claim", False),
    "at the end of the commit": (_Writer, "_keep_claim", True),
    "after the commit, before the notice": (notices, "_send", False),
    "after the notice": (notices, "_send", True),
}
COMMITTED = {"after the commit, before the notice", "after the notice"}


def _capture_in_a_child(user: User, boundary: str) -> int:
    """Captures in a process that dies at the boundary; returns the signal that ended it."""
    connections.close_all()  # a connection that two processes share ends for both
    child = os.fork()
    if child == 0:  # pragma: no cover - it is killed
        try:
            place, name, after = BOUNDARIES[boundary]
            setattr(place, name, then_die(getattr(place, name)) if after else die)
            capture.run_user(user_id=user.pk)
        finally:
            os._exit(0)
    until = time.monotonic() + 60
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > until:
            os.kill(child, signal.SIGTERM)
            until += 60
        time.sleep(0.01)
    status = ended[1]
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_a_worker_killed_at_a_boundary_leaves_one_outcome(
    boundary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)
    alice = User.objects.create_user("alice@example.org")
    place = conversations.conversation_create(user=alice)
    message, _ = conversations.message_save(
        conversation=place, text="I live in Ghent. I'm allergic to peanuts.", client_id="a"
    )
    assert _capture_in_a_child(alice, boundary) == signal.SIGKILL

    run = CaptureRun.objects.get()
    rows = Memory.objects.count()
    if boundary in COMMITTED:
        assert (run.status, rows) == (CaptureStatus.DONE, 2)
    else:
        assert run.status != CaptureStatus.DONE and rows == 0  # all of a commit or nothing of it
    later = timezone.now() + runs.lease() + timedelta(seconds=1)
    capture.sweep(now=later)
    capture.sweep(now=later + runs.lease() + timedelta(seconds=1))

    run.refresh_from_db()
    assert run.status == CaptureStatus.DONE and run.claim is None
    memories = list(Memory.objects.order_by("content"))
    assert [(row.status, row.mention_count) for row in memories] == [("active", 1), ("active", 1)]
    for model in (MemorySource, MemoryVector):
        assert sorted(model.objects.values_list("memory_id", flat=True)) == sorted(row.pk for row in memories)
    assert set(Posting.objects.values_list("memory_id", flat=True)) == {row.pk for row in memories}
    assert sorted(MemoryEvent.objects.values_list("verb", flat=True)) == ["created", "created"]
    assert [one["outcome"] for one in run.outcome] == ["created", "created"]
    assert Passage.objects.filter(message=message).count() == 1
