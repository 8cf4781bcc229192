"""Capture by a real Celery worker: it delays no message, and reads what was said while it was away."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.db import transaction

from chat.models import Conversation, Message
from memories import capture, services
from memories.models import CaptureRun, Memory
from memories.notices import group_of
from memoryhub.models import User
from tests.servers import Worker


def say(user: User, text: str) -> CaptureRun:
    """A message with its run, in one transaction, as a turn saves it."""
    with transaction.atomic():
        conversation, _ = Conversation.objects.get_or_create(user=user)
        sequence = conversation.messages.count() + 1
        message = Message.objects.create(conversation=conversation, sequence=sequence, role="user", text=text)
        return capture.enqueue(message_id=message.pk, user_id=user.pk)


def until(reached: Callable[[], bool], *, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.1)


def all_done() -> bool:
    return not CaptureRun.objects.exclude(status="done").exists()


def test_the_worker_captures_after_the_commit(worker: Worker, alice: User) -> None:
    say(alice, "I love mango ice cream.")
    say(alice, "我对花生过敏。")
    until(all_done)
    found = {(memory.type, memory.status, memory.protection) for memory in Memory.objects.all()}
    assert found == {("preference", "active", ""), ("fact", "active", "safety")}
    assert set(CaptureRun.objects.values_list("attempts", flat=True)) == {1}


def test_a_worker_that_was_killed_goes_on_where_it_was(worker: Worker, alice: User) -> None:
    worker.kill()
    for town in ("Ghent", "Bruges", "Leuven"):
        say(alice, f"I live in {town}.")  # nothing waits for a worker
    assert not Memory.objects.exists()
    worker.start()
    until(all_done)
    assert Memory.objects.get(status="active").value == "Leuven"
    assert Memory.objects.filter(status="superseded").count() == 2
    assert set(Memory.objects.values_list("mention_count", flat=True)) == {1}


def test_the_persons_pages_are_told(transactional_db: None, alice: User) -> None:
    from asgiref.sync import async_to_sync

    say(alice, "I love mango ice cream.")

    async def listen() -> dict[str, Any]:
        from asgiref.sync import sync_to_async

        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(group_of(alice.pk), channel)
        await sync_to_async(capture.run_user, thread_sensitive=False)(user_id=alice.pk)
        received: dict[str, Any] = await layer.receive(channel)
        return received

    event = async_to_sync(listen)()
    memory = Memory.objects.get()
    assert event == {
        "type": "memory.noticed",
        "message_id": str(CaptureRun.objects.get().message_id),
        "memories": [
            {"id": str(memory.pk), "content": memory.content, "type": "preference", "status": "active"}
        ],
    }


def test_without_a_channel_layer_capture_goes_on(
    transactional_db: None, alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Away:
        async def group_send(self, *arguments: Any) -> None:
            raise ConnectionError("no server")

    monkeypatch.setattr("memories.notices.get_channel_layer", Away)
    say(alice, "I love mango ice cream.")
    assert capture.run_user(user_id=alice.pk) == 1
    assert Memory.objects.count() == 1
    assert "no notice was sent: ConnectionError" in caplog.text
    assert "mango" not in caplog.text


def test_an_edit_made_while_a_capture_runs_is_not_overwritten(transactional_db: None, alice: User) -> None:
    run = say(alice, "My locker at the pool is number 31.")
    capture.run_user(user_id=alice.pk)
    memory = Memory.objects.get()
    services.memory_edit(user=alice, memory_id=memory.pk, content="My locker at the pool is number 58")
    CaptureRun.objects.filter(pk=run.pk).update(status="queued")  # its worker had died before it could say so
    capture.run_user(user_id=alice.pk)
    assert [row.content for row in Memory.objects.all()] == ["My locker at the pool is number 58"]
