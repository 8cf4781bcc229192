"""Forgetting holds: nothing brings the forgotten back but the person's own new words, and purging leaves no text."""

from collections import Counter
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture, services, sources
from memories.capture import runs
from memories.models import (
    CaptureRun,
    Entity,
    Memory,
    MemoryEvent,
    MemoryVector,
    Posting,
    Profile,
    ProfileLine,
    Relation,
    Tombstone,
)
from memories.upkeep import nightly
from memoryhub import nowhere, stored
from memoryhub.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def say(user: User, text: str, *, at: datetime | None = None) -> CaptureRun:
    conversation, _ = Conversation.objects.get_or_create(user=user)
    message = Message.objects.create(
        conversation=conversation,
        sequence=conversation.messages.count() + 1,
        role=Message.Role.USER,
        text=text,
        created_at=at or timezone.now(),
    )
    run = capture.enqueue(message_id=message.pk, user_id=user.pk)
    capture.run_user(user_id=user.pk)
    run.refresh_from_db()
    return run


def places_of(text: str) -> dict[str, int]:
    """Where a text stands, in any table, key of Redis or log, but for the person's own messages."""
    return dict(nowhere.find([nowhere.says(text)], stored.everything(own=False))[0])


def test_forgetting_takes_index_relations_and_profile_lines_along(alice: User) -> None:
    kept = services.memory_remember(user=alice, content="I live in Durham")
    gone = services.memory_remember(user=alice, content="I play the tuba")
    profile = Profile.objects.get_or_create(user=alice)[0]
    for position, memory in enumerate((kept, gone)):
        ProfileLine.objects.create(profile=profile, position=position, text=memory.content).memories.add(
            memory
        )
    self_ = kept.subject
    band = Entity.objects.create(user=alice, kind="organisation", name="Band", key="organisation::band")
    Relation.objects.create(user=alice, memory=gone, subject=self_, predicate="plays_in", object=band)

    services.memory_forget(user=alice, memory_ids=[gone.pk])
    assert list(ProfileLine.objects.values_list("text", flat=True)) == ["I live in Durham"]
    assert set(Relation.objects.values_list("memory_id", flat=True)) == {kept.pk}
    assert set(MemoryVector.objects.values_list("memory_id", flat=True)) == {kept.pk}
    assert set(Posting.objects.values_list("memory_id", flat=True)) == {kept.pk}
    profile.refresh_from_db()
    assert profile.stale_since is not None


def test_what_chat_derived_from_the_messages_is_erased(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    run = say(alice, "I drive a yellow van.")
    erased: list[Any] = []
    monkeypatch.setattr(
        type(sources.conversations()),
        "erase_derived",
        lambda self, **arguments: erased.append(arguments) or Counter(),
    )
    memory = Memory.objects.get()
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    assert erased == [{"user": alice, "message_ids": [run.message_id], "memory_ids": [memory.pk]}]


def test_old_words_do_not_bring_it_back_and_new_ones_do(alice: User) -> None:
    run = say(alice, "I drive a yellow van.")
    services.memory_forget(user=alice, memory_ids=[Memory.objects.get().pk])
    CaptureRun.objects.filter(pk=run.pk).update(status="queued")  # the old message is read again
    capture.run_user(user_id=alice.pk)
    run.refresh_from_db()
    assert [row["outcome"] for row in run.outcome] == ["declined:forgotten"]
    late = say(
        alice, "I drive a yellow van.", at=timezone.now() - timedelta(hours=1)
    )  # an older one, read only now
    assert [row["outcome"] for row in late.outcome] == ["declined:forgotten"]
    assert not Memory.objects.filter(status="active").exists()

    say(alice, "I drive a yellow van.")
    assert Memory.objects.filter(status="active").count() == 1


def test_an_import_does_not_bring_it_back_and_the_persons_hand_does(alice: User) -> None:
    memory = services.memory_remember(user=alice, content="My locker is number 31")
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    result = services.memories_import(user=alice, rows=[{"content": "User's locker is number 31"}])
    assert (result.imported, result.reasons) == (0, {1: "forgotten"})
    again = services.memory_remember(user=alice, content="My locker is number 31")
    assert again.pk != memory.pk and again.status == "active"


def test_restoring_lifts_the_tombstones(alice: User) -> None:
    memory = services.memory_remember(user=alice, content="My locker is number 31")
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    assert Tombstone.objects.exists()
    services.memory_restore(user=alice, memory_ids=[memory.pk])
    assert not Tombstone.objects.exists()


def test_a_tombstone_tells_nobody_what_was_forgotten(alice: User, bob: User) -> None:
    for user in (alice, bob):
        memory = services.memory_remember(user=user, content="My locksmith is Quillfeather")
        services.memory_forget(user=user, memory_ids=[memory.pk])
    marks = {
        user.pk: set(Tombstone.objects.filter(user=user).values_list("fingerprint", flat=True))
        for user in (alice, bob)
    }
    assert not marks[alice.pk] & marks[bob.pk]
    assert all(len(mark) == 64 and "quill" not in mark for group in marks.values() for mark in group)


def test_purging_leaves_the_text_in_no_table(alice: User) -> None:
    run = say(alice, "My sister Quillfeather is a vet.")
    memory = Memory.objects.get()
    services.memory_edit(user=alice, memory_id=memory.pk, content="My sister Quillfeather is a vet in Rome")
    other = services.memory_remember(user=alice, content="The spare key hangs behind the blue door")
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    now = timezone.now()
    assert nightly.run(now=now + timedelta(days=29))["purge"] == 0
    assert nightly.run(now=now + timedelta(days=31), dry_run=True)["purge"] == 1
    assert nightly.run(now=now + timedelta(days=31))["purge"] == 1
    assert nightly.run(now=now + timedelta(days=31))["purge"] == 0
    assert places_of("quillfeather") == {}
    assert list(Memory.objects.all()) == [other]
    assert Tombstone.objects.filter(message_id=run.message_id).exists()
    assert MemoryEvent.objects.filter(memory_id=memory.pk, verb="purged", actor="system").count() == 1


def test_what_faded_leaves_no_tombstone(alice: User) -> None:
    from memories import erasure

    memory = services.memory_remember(user=alice, content="My locker is number 31")
    erasure.forget(alice, [memory], reason=erasure.ForgottenReason.FADED, actor=erasure.Actor.SYSTEM)
    memory.refresh_from_db()
    assert (memory.status, memory.forgotten_reason) == ("forgotten", "faded")
    assert not Tombstone.objects.exists()


def test_erasing_everything_spares_others_and_reads_no_old_words(alice: User, bob: User) -> None:
    run = say(alice, "I drive a yellow van.")
    services.memory_remember(user=bob, content="I drive a yellow van")
    assert services.memory_erase_all(user=alice) == 1
    assert services.memory_erase_all(user=alice) == 0
    assert not Memory.objects.filter(user=alice).exists()
    assert Memory.objects.filter(user=bob).count() == 1
    CaptureRun.objects.filter(pk=run.pk).update(status="queued")
    capture.run_user(user_id=alice.pk)
    assert not Memory.objects.filter(user=alice).exists()
    say(alice, "I drive a yellow van.")
    assert Memory.objects.filter(user=alice, status="active").count() == 1


def test_what_was_not_read_yet_is_not_learnt_after_erasing_everything(alice: User) -> None:
    conversation = Conversation.objects.create(user=alice)
    message = Message.objects.create(
        conversation=conversation, sequence=1, role="user", text="I drive a yellow van."
    )
    run = capture.enqueue(message_id=message.pk, user_id=alice.pk)
    services.memory_erase_all(user=alice)
    assert capture.run_user(user_id=alice.pk) == 0
    run.refresh_from_db()
    assert (run.status, run.outcome) == ("done", [{"outcome": "declined:erased"}])


def test_the_command_says_what_it_did(alice: User) -> None:
    memory = services.memory_remember(user=alice, content="My locker is number 31")
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    Memory.objects.update(forgotten_at=timezone.now() - timedelta(days=40))
    out = StringIO()
    call_command("upkeep", dry_run=True, stdout=out)
    assert "purge: 1" in out.getvalue()
    assert Memory.objects.count() == 1
    call_command("upkeep", stdout=out)
    assert Memory.objects.count() == 0


@pytest.mark.parametrize(
    ("told", "row"),
    [
        ("My sister Quillfeather is a vet.", "My sister Quillfeather is a vet"),
        ("我妹妹叫顾青螺。", "我妹妹叫顾青螺"),
    ],
)
def test_what_is_not_taken_in_leaves_no_name(alice: User, told: str, row: str) -> None:
    run = say(alice, told)
    name = "Quillfeather" if told.isascii() else "顾青螺"
    memory = Memory.objects.get()
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    services.memory_erase(user=alice, memory_ids=[memory.pk])
    assert places_of(name) == {}
    CaptureRun.objects.filter(pk=run.pk).update(status="queued")
    capture.run_user(user_id=alice.pk)
    services.memories_import(user=alice, rows=[{"content": row}])
    assert not Memory.objects.exists()
    assert places_of(name) == {}
