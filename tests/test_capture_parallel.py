"""Capture by many at once: real connections, threads and worker processes; one row each, and nothing is lost."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

from chat import services as conversations
from chat.models import Conversation, Message
from memories import capture, services
from memories.capture import runs
from memories.models import CaptureRun, Memory, MemoryEvent, MemorySource
from memoryhub.models import User
from tests.conftest import DATA_DIR
from tests.servers import Worker
from tests.test_capture_worker import all_done, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """No task reaches a queue: the threads of a test are its workers."""
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def at_once(works: Sequence[Callable[[], Any]]) -> None:
    """Each in a thread with a connection of its own, begun together; the first error is raised."""
    barrier, failed = threading.Barrier(len(works)), list[Exception]()

    def one(work: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(timeout=60)
            work()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not any(thread.is_alive() for thread in threads), "a deadlock"
    if failed:
        raise failed[0]


def say(place: Conversation, text: str, client_id: str) -> Message:
    return conversations.message_save(conversation=place, text=text, client_id=client_id)[0]


def test_one_fact_from_ten_connections_is_one_row(quiet_worker: None) -> None:
    alice = User.objects.create_user("alice@example.org")
    places = [conversations.conversation_create(user=alice) for _ in range(10)]

    def one(number: int) -> None:
        text = "I live in Ghent." if number % 2 else "我住在根特。"
        say(places[number], text, str(number))
        capture.run_user(user_id=alice.pk)

    at_once([lambda number=number: one(number) for number in range(10)])  # type: ignore[misc]
    capture.sweep()  # who found the person in another's hands has left
    assert Message.objects.count() == CaptureRun.objects.filter(status="done").count() == 10
    memory = Memory.objects.get()
    assert (memory.status, memory.mention_count) == ("active", 10)
    assert MemorySource.objects.count() == 10


def test_ten_workers_on_one_persons_turns_do_each_once_and_in_order(quiet_worker: None) -> None:
    alice = User.objects.create_user("alice@example.org")
    place = conversations.conversation_create(user=alice)
    towns = ["Ghent", "Bruges", "Ostend", "Leuven", "Mons", "Namur", "Liège", "Antwerp"]
    for town in towns:
        say(place, f"I live in {town}.", town)
    at_once([lambda: capture.run_user(user_id=alice.pk)] * 5 + [capture.sweep] * 5)
    capture.sweep()
    assert set(CaptureRun.objects.values_list("status", "attempts")) == {("done", 1)}
    by_age = Memory.objects.order_by("valid_from").values_list("value", "status", "mention_count")
    assert list(by_age) == [(town, "superseded", 1) for town in towns[:-1]] + [(towns[-1], "active", 1)]
    assert MemoryEvent.objects.filter(verb="created").count() == len(towns)


def test_by_hand_in_the_turn_and_by_capture_at_once_is_one_row(quiet_worker: None) -> None:
    from chat.sources import ChatSource

    alice = User.objects.create_user("alice@example.org")
    place = conversations.conversation_create(user=alice)
    message = say(place, "Remember that my bike is kept in garage 14.", "a")
    turn = ChatSource().turn(user=alice, message_id=message.pk)
    assert turn is not None
    content = "Your bike is kept in garage 14"
    at_once(
        [
            lambda: capture.run_user(user_id=alice.pk),
            lambda: capture.act_on_words(user=alice, turn=turn),
            lambda: services.memory_remember(user=alice, content=content),
        ]
        * 3
    )
    capture.sweep()
    assert Memory.objects.get().status == "active"
    assert CaptureRun.objects.get().status == "done"


def test_fifty_people_at_once_have_each_their_own_row(quiet_worker: None) -> None:
    people = [User.objects.create_user(f"person{number}@example.org") for number in range(50)]

    def one(user: User) -> None:
        place = conversations.conversation_create(user=user)
        for text in ("I live in Ghent.", "我对花生过敏。"):
            say(place, text, text)
            capture.run_user(user_id=user.pk)

    at_once([lambda user=user: one(user) for user in people])  # type: ignore[misc]
    assert Message.objects.count() == CaptureRun.objects.filter(status="done").count() == 100
    for user in people:
        own = Memory.objects.of(user).values_list("status", "mention_count", "subject__user_id")
        assert list(own) == [("active", 1, user.pk)] * 2


def test_worker_processes_side_by_side_lose_and_double_nothing() -> None:
    """Three processes share the tasks of ten people."""
    worker = Worker(data_dir=DATA_DIR, concurrency=3)
    worker.start()
    try:
        people = [User.objects.create_user(f"person{number}@example.org") for number in range(10)]
        places = [conversations.conversation_create(user=user) for user in people]
        for text in ("I live in Ghent.", "I live in Bruges.", "我住在布鲁日。", "I love mango ice cream."):
            for place in places:
                say(place, text, text)
        until(all_done)
    finally:
        worker.stop()
    assert CaptureRun.objects.filter(status="done").count() == 40
    for user in people:
        found = Memory.objects.of(user).order_by("pk").values_list("value", "status", "mention_count")
        assert list(found)[:2] == [("Ghent", "superseded", 1), ("Bruges", "active", 2)]
        assert len(found) == 3
