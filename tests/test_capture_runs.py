"""Capture of a person's turns: once a message, in order, whatever dies on the way."""

import json
import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture
from memories.capture import by_rules, runs
from memories.capture.types import Candidate, Text
from memories.kinds import CaptureStatus, MemoryStatus, MemoryType
from memories.models import (
    CaptureRun,
    Memory,
    MemoryEvent,
    MemorySettings,
    MemorySource,
    MemoryVector,
    Posting,
)
from memoryhub.ai.errors import Refused, WrongKey
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User


def lives_in(text: Text) -> list[Candidate]:
    """A rule of the test's own: "I live in X." and "I like X."."""
    import re

    found = []
    for match in re.finditer(r"I (live in|like) (\w+)", text.text):
        residence = match.group(1) == "live in"
        found.append(
            Candidate(
                type=MemoryType.FACT if residence else MemoryType.PREFERENCE,
                content=f"You {match.group(1)} {match.group(2)}",
                quote=match.group(),
                start=match.start(),
                end=match.end(),
                language="en",
                slot="residence" if residence else "likes",
                value=match.group(2),
            )
        )
    return found


@pytest.fixture(autouse=True)
def own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The languages' own rules have tests of their own; here one small rule makes each case plain."""
    monkeypatch.setattr(by_rules, "EXTRACTORS", {"own": lives_in})


def say(user: User, text: str, *, at: datetime | None = None) -> CaptureRun:
    """A message of the person's with its capture run, as a turn saves it."""
    conversation, _ = Conversation.objects.get_or_create(user=user)
    message = Message.objects.create(
        conversation=conversation,
        sequence=conversation.messages.count() + 1,
        role=Message.Role.USER,
        text=text,
        created_at=at or timezone.now(),
    )
    return capture.enqueue(message_id=message.pk, user_id=user.pk)


def contents(user: User, status: str = MemoryStatus.ACTIVE) -> list[str]:
    return sorted(Memory.objects.of(user).filter(status=status).values_list("content", flat=True))


@pytest.fixture
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """No task reaches the queue; the list says for whom one would have."""
    told: list[Any] = []
    monkeypatch.setattr(runs, "_tell_worker", told.append)
    return told


def test_a_statement_becomes_a_memory_with_source_index_and_audit(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "Well. I live in Ghent.")
    assert quiet_worker == [alice.pk]
    assert capture.run_user(user_id=alice.pk) == 1

    memory = Memory.objects.get(user=alice)
    assert (memory.content, memory.status, memory.slot, memory.value_key) == (
        "You live in Ghent",
        "active",
        "residence",
        "ghent",
    )
    assert memory.single_valued and memory.subject.kind == "self"
    source = MemorySource.objects.get(memory=memory)
    assert (source.message_id, source.start, source.end) == (run.message_id, 6, 21)
    assert MemoryVector.objects.filter(memory=memory).count() == 1
    assert Posting.objects.filter(memory=memory, token="ghent").exists()
    assert list(MemoryEvent.objects.values_list("memory_id", "verb", "actor")) == [
        (memory.pk, "created", "agent")
    ]
    run.refresh_from_db()
    assert (run.status, run.claim, run.attempts) == ("done", None, 1)
    assert run.outcome == [{"start": 6, "end": 21, "outcome": "created"}]


def test_nothing_of_a_text_is_in_the_outcome(transactional_db: None, quiet_worker: list[Any]) -> None:
    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "I like jazz. My password is swordfish9.")
    capture.run_user(user_id=alice.pk)
    run.refresh_from_db()
    assert {row["outcome"] for row in run.outcome} == {"created", "declined:secret"}
    assert "swordfish" not in str(run.outcome) and "jazz" not in str(run.outcome)


def test_capture_is_once_a_message(transactional_db: None, quiet_worker: list[Any]) -> None:
    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "I like jazz.")
    capture.run_user(user_id=alice.pk)
    assert capture.enqueue(message_id=run.message_id, user_id=alice.pk).pk == run.pk
    CaptureRun.objects.update(status=CaptureStatus.QUEUED)  # delivered again
    capture.run_user(user_id=alice.pk)
    memory = Memory.objects.get(user=alice)
    assert memory.mention_count == 1
    assert memory.sources.count() == 1


def test_saying_it_again_counts_and_makes_no_second_row(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    for _ in range(3):
        say(alice, "I like jazz.")
    assert capture.run_user(user_id=alice.pk) == 3
    memory = Memory.objects.get(user=alice)
    assert (memory.mention_count, memory.sources.count()) == (3, 3)
    assert 0.85 < memory.confidence < 1


def test_a_later_value_supersedes_and_keeps_the_former(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    say(alice, "I live in Ghent.")
    say(alice, "I live in Bruges.")
    capture.run_user(user_id=alice.pk)
    present = Memory.objects.get(user=alice, status="active")
    former = Memory.objects.get(user=alice, status="superseded")
    assert (present.value, former.value) == ("Bruges", "Ghent")
    assert present.supersedes_id == former.pk
    assert former.valid_until is not None
    assert not MemoryVector.objects.filter(memory=former).exists()
    assert not Posting.objects.filter(memory=former).exists()


def test_a_late_retry_never_supersedes_what_was_said_after_it(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    now = timezone.now()
    first = say(alice, "I live in Ghent.", at=now - timedelta(minutes=9))
    CaptureRun.objects.filter(pk=first.pk).update(retry_at=now + timedelta(minutes=5))
    say(alice, "I live in Bruges.", at=now - timedelta(minutes=8))
    assert capture.run_user(user_id=alice.pk, now=now) == 1
    assert capture.run_user(user_id=alice.pk, now=now + timedelta(minutes=6)) == 1
    assert contents(alice) == ["You live in Bruges"]
    assert contents(alice, "superseded") == ["You live in Ghent"]


def test_with_learning_off_nothing_is_read(transactional_db: None, quiet_worker: list[Any]) -> None:
    alice = User.objects.create_user("alice@example.org")
    waiting = say(alice, "I live in Ghent.")
    MemorySettings.objects.create(user=alice, learn=False)
    at_once = say(alice, "I like jazz.")
    assert at_once.status == CaptureStatus.DONE
    assert capture.run_user(user_id=alice.pk) == 1
    MemorySettings.objects.update(learn=True)
    assert capture.run_user(user_id=alice.pk) == 0
    assert not Memory.objects.exists()
    for run in (waiting, at_once):
        run.refresh_from_db()
        assert run.outcome == [{"outcome": "declined:learning_off"}]


def test_a_killed_workers_lease_runs_out_and_the_sweep_goes_on(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "I live in Ghent.")
    now = timezone.now()
    assert runs._claim(alice.pk, now=now, tried=set()) is not None  # and the worker dies here
    say(alice, "I live in Bruges.")
    assert capture.sweep(now=now) == 0  # it may still be at work: nothing of this person's runs beside it
    assert capture.sweep(now=now + runs.lease() + timedelta(seconds=1)) == 2
    assert contents(alice) == ["You live in Bruges"]
    run.refresh_from_db()
    assert run.attempts == 2


def test_a_worker_that_lost_its_claim_writes_nothing(
    transactional_db: None, quiet_worker: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "I live in Ghent.")

    def slow(text: Text) -> list[Candidate]:
        CaptureRun.objects.filter(pk=run.pk).update(claim=alice.pk)  # another has taken it over meanwhile
        return lives_in(text)

    monkeypatch.setattr(by_rules, "EXTRACTORS", {"own": slow})
    assert capture.run_user(user_id=alice.pk) == 0
    assert not Memory.objects.exists()


def test_a_message_that_kills_every_worker_is_given_up(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    poison = say(alice, "I live in Ghent.")
    now = timezone.now()
    for _ in range(runs.ATTEMPTS):
        assert runs._claim(alice.pk, now=now, tried=set()) is not None
        now += runs.lease() + timedelta(seconds=1)
    say(alice, "I like jazz.")
    assert capture.sweep(now=now) == 2
    poison.refresh_from_db()
    assert (poison.status, poison.error) == ("failed", "worker_lost")
    assert contents(alice) == ["You like jazz"]


def test_a_poison_message_does_not_keep_later_ones_waiting(
    transactional_db: None, quiet_worker: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = User.objects.create_user("alice@example.org")

    def fragile(text: Text) -> list[Candidate]:
        if "poison" in text.text:
            raise ValueError(text.text)
        return lives_in(text)

    monkeypatch.setattr(by_rules, "EXTRACTORS", {"fragile": fragile, "own": lives_in})
    poison = say(alice, "This is poison. I live in Ghent.")
    say(alice, "I like jazz.")
    now = timezone.now()
    assert capture.run_user(user_id=alice.pk, now=now) == 1
    assert contents(alice) == ["You like jazz", "You live in Ghent"]  # the other rules have read it
    for _ in range(runs.ATTEMPTS):
        now += timedelta(hours=2)
        capture.run_user(user_id=alice.pk, now=now)
    poison.refresh_from_db()
    assert (poison.status, poison.error, poison.attempts) == ("failed", "fragile_failed", runs.ATTEMPTS)
    assert poison.outcome  # what became of it is still listed
    assert Memory.objects.get(value="Ghent").mention_count == 1


def test_a_model_that_is_away_costs_only_what_it_would_have_added(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "I live in Ghent. And I keep two goats behind the chapel.")
    goats = "eeps two goats behind the chapel"
    entry = {"type": "fact", "content": f"K{goats}", "quote": f"I k{goats[:3]}{goats[4:]}", "confidence": 0.9}
    answer = json.dumps({"memories": [entry]})
    now = timezone.now()
    with use_language_model(ScriptedModel(texts=[Refused(), answer])):
        assert capture.run_user(user_id=alice.pk, now=now) == 0
        assert contents(alice) == ["You live in Ghent"]
        run.refresh_from_db()
        assert (run.status, run.error) == ("queued", "model_unreachable")
        assert run.retry_at is not None and run.retry_at > now
        assert capture.run_user(user_id=alice.pk, now=now) == 0  # not due yet
        assert capture.sweep(now=run.retry_at) == 1
    assert contents(alice) == ["Keeps two goats behind the chapel", "You live in Ghent"]
    assert set(Memory.objects.values_list("mention_count", flat=True)) == {1}


def test_an_error_that_waiting_does_not_mend_fails_at_once(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "I live in Ghent. And I keep two goats behind the chapel.")
    with use_language_model(ScriptedModel(texts=[WrongKey()])):
        assert capture.run_user(user_id=alice.pk) == 1
    run.refresh_from_db()
    assert (run.status, run.error) == ("failed", "model_wrong_key")
    assert contents(alice) == ["You live in Ghent"]


def test_no_connection_is_held_while_the_model_answers(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    say(alice, "I keep two goats behind the chapel.")
    held: list[bool] = []

    class Watching(ScriptedModel):
        def complete(self, **arguments: Any) -> Any:
            held.append(connection.connection is not None)
            return super().complete(**arguments)

    with use_language_model(Watching(texts=['{"memories": []}'])):
        capture.run_user(user_id=alice.pk)
    assert held == [False]


def test_two_threads_at_once_capture_once_and_in_order(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    alice = User.objects.create_user("alice@example.org")
    for town in ("Ghent", "Bruges", "Ostend", "Leuven"):
        say(alice, f"I live in {town}.")
    done: list[int] = []
    barrier = threading.Barrier(2)

    def work() -> None:
        try:
            barrier.wait()
            done.append(capture.run_user(user_id=alice.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    capture.sweep()  # one of the two may have left while the other held the claim
    assert not CaptureRun.objects.exclude(status="done").exists()
    assert contents(alice) == ["You live in Leuven"]
    assert contents(alice, "superseded") == ["You live in Bruges", "You live in Ghent", "You live in Ostend"]
    assert set(CaptureRun.objects.values_list("attempts", flat=True)) == {1}


def test_five_threads_that_tell_one_fact_leave_one_row(
    transactional_db: None, quiet_worker: list[Any]
) -> None:
    from memories import services

    alice = User.objects.create_user("alice@example.org")
    barrier = threading.Barrier(5)

    def work() -> None:
        try:
            barrier.wait()
            services.memory_remember(user=alice, content="My locker is number 31")
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Memory.objects.filter(user=alice).count() == 1


def test_a_broker_that_is_away_does_not_fail_the_turn(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memories import tasks

    def away(*arguments: Any) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(tasks.capture_user, "delay", away)
    alice = User.objects.create_user("alice@example.org")
    say(alice, "I live in Ghent.")
    assert capture.sweep() == 1
    assert contents(alice) == ["You live in Ghent"]


def test_a_message_that_is_gone_is_done(
    transactional_db: None, quiet_worker: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from memories import sources

    alice = User.objects.create_user("alice@example.org")
    run = say(alice, "I live in Ghent.")
    monkeypatch.setattr(type(sources.conversations()), "turn", lambda self, **ids: None)
    assert capture.run_user(user_id=alice.pk) == 1
    run.refresh_from_db()
    assert run.outcome == [{"outcome": "declined:message_gone"}]


def test_people_are_captured_apart(transactional_db: None, quiet_worker: list[Any]) -> None:
    alice = User.objects.create_user("alice@example.org")
    bob = User.objects.create_user("bob@example.org")
    say(alice, "I live in Ghent.")
    say(bob, "I live in Bruges.")
    assert capture.run_user(user_id=alice.pk) == 1
    assert (contents(alice), contents(bob)) == (["You live in Ghent"], [])
    assert capture.sweep() == 1
    assert (contents(alice), contents(bob)) == (["You live in Ghent"], ["You live in Bruges"])
