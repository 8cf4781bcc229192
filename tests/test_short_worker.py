"""Episodes and profiles by a real Celery worker: what a killed one left is done, and once."""

import time
from collections.abc import Callable

import pytest

from chat import services
from chat.models import Conversation, Message
from memories import profiles
from memories import services as memories
from memories.models import CaptureRun, Episode, Profile
from memories.tasks import profiles_sweep
from memories.upkeep import episodes
from memoryhub.models import User
from memoryhub.worker import restore_unacknowledged
from tests.servers import Worker

pytestmark = [pytest.mark.slow]
CHATS = 12


def until(reached: Callable[[], bool], *, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def ended_chat(user: User, number: int) -> Conversation:
    own = services.conversation_create(user=user)
    own.user = user
    text = f"We decided to store {number + 100} crates of pears in bay {number} for Odile."
    message, _new = services.message_save(conversation=own, text=text, client_id=None)
    CaptureRun.objects.filter(message=message).update(status="done")
    reply = services.reply_begin(message=message, trace_id=None)
    services.reply_finish(reply=reply, text="Noted.", status=Message.Status.DONE)
    services.conversation_end(user=user, conversation_id=own.pk)
    return own


def test_a_worker_killed_among_episodes_leaves_each_chat_told_once(worker: Worker, alice: User) -> None:
    chats = [ended_chat(alice, number) for number in range(CHATS)]
    until(lambda: Episode.objects.exists())
    worker.kill()
    restore_unacknowledged()  # as `up` does before it starts one
    worker.start()
    episodes.tell_worker()  # as beat does each minute
    until(lambda: Episode.objects.count() >= CHATS)
    for own in chats:
        assert Episode.objects.filter(conversation=own).count() == 1


def test_a_worker_writes_the_profiles_that_wait(worker: Worker, alice: User) -> None:
    memories.memory_remember(user=alice, content="I live in Durham")
    profile = Profile.objects.get()
    assert profile.stale_since is not None
    Profile.objects.update(stale_since=profile.stale_since.replace(year=2020))
    profiles_sweep.delay()
    until(lambda: Profile.objects.get().written_at is not None)
    assert [line.text for line in profiles.profile_lines(user=alice)] == ["You live in Durham."]
