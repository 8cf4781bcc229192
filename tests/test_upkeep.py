"""The nightly jobs on real rows: idempotent, resumable, careful with what people write and protect meanwhile."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import override_settings
from django.utils import timezone, translation

from chat.models import Conversation, Message
from memories import services, tasks
from memories.kinds import EventVerb, MemoryStatus, MemoryType, SourceKind
from memories.models import (
    Memory,
    MemoryEvent,
    MemorySettings,
    MemorySource,
    MemoryVector,
    Posting,
    UpkeepRun,
)
from memories.upkeep import choices, consolidation, fading, fan_out, nightly, words
from memories.upkeep.forgetting import Action
from memoryhub.models import User
from tests.recall_rows import entity, remember

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def old(user: User, content: str, *, days: int = 100, vectors: bool = False, **fields: Any) -> Memory:
    """A memory that was told so many days before NOW."""
    told = NOW - timedelta(days=days)
    fields.setdefault("type", MemoryType.EVENT)
    memory = remember(user, content, vectors=vectors, created_at=told, valid_from=told, **fields)[0]
    memory.sources.update(said_at=told)
    return memory


def said(memory: Memory, *, chats: int = 1) -> None:
    """The memory has a source in so many chats, and no other."""
    memory.sources.all().delete()
    for _number in range(chats):
        chat = Conversation.objects.create(user=memory.user)
        message = Message.objects.create(conversation=chat, sequence=1, role="user", text=memory.content)
        MemorySource.objects.create(
            memory=memory,
            kind=SourceKind.MESSAGE,
            message=message,
            start=0,
            end=len(memory.content),
            said_at=memory.created_at,
        )


def state(user: User) -> list[Any]:
    """Everything that upkeep could change, by content."""
    rows = Memory.objects.of(user).order_by("content", "pk")
    found = [
        (
            row.content,
            row.status,
            round(row.confidence, 6),
            row.importance,
            row.mention_count,
            row.access_count,
            row.merged_into_id,
            row.forgotten_reason,
            row.updated_at,
            row.sources.count(),
            row.vectors.count(),
            row.postings.count(),
        )
        for row in rows
    ]
    return [*found, MemoryEvent.objects.filter(user=user).count()]


def status_of(*rows: Memory) -> list[str]:
    return [Memory.objects.get(pk=row.pk).status for row in rows]


@pytest.fixture
def mixed(alice: User) -> User:
    """A person with something for every job."""
    old(alice, "Went to the lantern festival")
    old(alice, "去郊外摘草莓", days=200)
    old(alice, "Pick up the parcel", type=MemoryType.TASK)
    old(alice, "Likes to swim, perhaps", status=MemoryStatus.PENDING, confidence=0.5, days=40)
    old(alice, "I live in Trieste", type=MemoryType.FACT)
    old(alice, "Had a fever", protection="health")
    old(alice, "Grandpa taught me to whistle", pinned_at=NOW)
    first = old(alice, "You like window seats.", type=MemoryType.PREFERENCE, vectors=True)
    second = old(alice, "You really like window seats", type=MemoryType.FACT, vectors=True)
    said(first), said(second)
    rising = old(
        alice, "You may take up rowing", type=MemoryType.PREFERENCE, status="pending", confidence=0.5, days=5
    )
    said(rising, chats=3)
    return alice


def night(user: User, *, now: datetime = NOW) -> dict[str, int | str]:
    done = nightly.run_person(user_id=user.pk, now=now)
    assert not [figure for figure in done.values() if isinstance(figure, str)], done
    return done


def test_a_night_does_each_job_and_a_second_changes_nothing(mixed: User) -> None:
    done = night(mixed)
    assert (done["consolidate"], done["fade"], done["room"]) == (2, 4, 0)
    by_content = dict(Memory.objects.of(mixed).values_list("content", "status"))
    assert by_content == {
        "Went to the lantern festival": "archived",
        "去郊外摘草莓": "archived",
        "Pick up the parcel": "archived",
        "Likes to swim, perhaps": "forgotten",
        "I live in Trieste": "active",
        "Had a fever": "active",
        "Grandpa taught me to whistle": "active",
        "You like window seats.": "active",
        "You really like window seats": "archived",
        "You may take up rowing": "active",
    }
    before = state(mixed)
    for later in (timedelta(0), timedelta(hours=1), timedelta(days=1)):
        night(mixed, now=NOW + later)
        assert state(mixed) == before


def test_a_dry_run_counts_the_same_and_changes_nothing(mixed: User) -> None:
    before = state(mixed)
    would = nightly.run_person(user_id=mixed.pk, now=NOW, dry_run=True)
    assert state(mixed) == before
    would.pop("profile", None)
    did = night(mixed)
    assert {name: did[name] for name in would} == would


@pytest.mark.parametrize("stop_after", range(1, 12))
def test_killed_anywhere_and_run_again_ends_in_the_same_state(
    mixed: User, bob: User, monkeypatch: pytest.MonkeyPatch, stop_after: int
) -> None:
    """The worker dies before the n-th change; what it had committed stays, and the next run completes it."""

    class Killed(BaseException):
        pass

    left = stop_after
    for module, name in ((consolidation, "_join_pair"), (consolidation, "_raise"), (fading, "_fade_batch")):
        real = getattr(module, name)

        def dying(*args: Any, real: Callable[..., int] = real, **options: Any) -> int:
            nonlocal left
            left -= 1
            if not left:
                raise Killed
            return real(*args, **options)

        monkeypatch.setattr(module, name, dying)
    monkeypatch.setattr(fading, "_BATCH", 1)
    died = False
    try:
        nightly.run_person(user_id=mixed.pk, now=NOW)
    except Killed:
        died = True
    assert died == (stop_after <= 6)
    night(mixed)
    tally: dict[str, int] = {}
    for status in Memory.objects.of(mixed).values_list("status", flat=True):
        tally[status] = tally.get(status, 0) + 1
    assert tally == {"active": 5, "archived": 4, "forgotten": 1}
    assert Memory.objects.get(content="You like window seats.").mention_count == 2
    verbs = MemoryEvent.objects.filter(user=mixed).values_list("memory_id", "verb")
    assert len(verbs) == len(set(verbs)), "nothing is done twice"


def test_what_is_archived_is_in_no_index_and_comes_back_for_good(alice: User) -> None:
    memory = old(alice, "Painted the shed with my nephew", vectors=True)
    night(alice)
    assert status_of(memory) == ["archived"]
    assert not Posting.objects.filter(memory=memory).exists()
    assert not MemoryVector.objects.filter(memory=memory).exists()
    event = MemoryEvent.objects.get(memory_id=memory.pk)
    assert (event.verb, event.actor, event.detail) == ("archived", "system", "unused:90")
    assert words.detail_words(event.verb, event.detail) == (
        "archived: for 90 days it was neither told, used nor due"
    )
    with translation.override("zh-hans"):
        assert "90" in words.detail_words(event.verb, event.detail)
        assert not words.detail_words(event.verb, event.detail).isascii()

    services.memory_restore(user=alice, memory_ids=[memory.pk])
    assert Posting.objects.filter(memory=memory).exists()
    night(alice, now=timezone.now() + timedelta(days=80))
    assert status_of(memory) == ["active"]


def test_what_faded_has_no_tombstone_keeps_its_talk_and_is_purged_in_time(alice: User) -> None:
    memory = old(alice, "May like surfing", status="pending", confidence=0.5, days=31, type="preference")
    said(memory)
    night(alice)
    memory.refresh_from_db()
    assert (memory.status, memory.forgotten_reason) == ("forgotten", "faded")
    assert not alice.tombstones.exists()
    assert MemorySource.objects.filter(memory=memory, message__isnull=False).exists()
    assert MemoryEvent.objects.get(memory_id=memory.pk).detail == "doubtful:30"
    nightly.run(now=timezone.now() + timedelta(days=31))
    assert not Memory.objects.filter(pk=memory.pk).exists()


@pytest.mark.parametrize(
    "fields", [{"protection": "safety"}, {"protection": "duty"}, {"category": "health"}], ids=str
)
def test_the_protected_never_go_whatever_the_job(alice: User, fields: dict[str, Any]) -> None:
    rows = [
        old(alice, "An old matter", days=900, **fields),
        old(alice, "An old matter.", days=901, **fields),
        old(alice, "Perhaps a matter", days=900, status="pending", confidence=0.1, **fields),
    ]
    with override_settings(MEMORY_CAPACITY=1):
        for _night in range(2):
            night(alice)
    assert status_of(*rows) == ["active", "active", "pending"]


def test_over_the_limit_the_least_are_archived_down_to_four_fifths(alice: User) -> None:
    rows = [
        old(alice, f"Fact number {number}", type=MemoryType.FACT, importance=number / 20, days=number + 1)
        for number in range(11)
    ]
    liked = old(alice, "Likes plums", type=MemoryType.PREFERENCE, importance=0.0)
    used = rows[0]
    Memory.objects.filter(pk=used.pk).update(access_count=50, importance=0.4)
    with override_settings(MEMORY_CAPACITY=10):
        assert night(alice)["room"] == 4
        assert night(alice)["room"] == 0
    assert status_of(used, liked) == ["active", "active"]
    assert status_of(*rows[1:6]) == ["archived"] * 4 + ["active"]
    assert MemoryEvent.objects.filter(detail="crowded").count() == 4


# ------------------------------------------------------------------------------------------------ joining


def test_joined_rows_keep_every_source_and_no_text_is_changed(alice: User) -> None:
    first = old(alice, "You like window seats.", type="preference", vectors=True, confidence=0.7)
    second = old(
        alice, "You really like window seats", type="preference", vectors=True, days=50, confidence=0.8
    )
    said(first, chats=2), said(second)
    texts = sorted(Memory.objects.of(alice).values_list("content", flat=True))
    night(alice)
    stays, goes = Memory.objects.get(pk=first.pk), Memory.objects.get(pk=second.pk)
    assert (stays.status, goes.status, goes.merged_into_id) == ("active", "archived", stays.pk)
    assert stays.sources.count() == 3 and goes.sources.count() == 1
    assert stays.mention_count == 2 and stays.confidence > 0.8
    assert sorted(Memory.objects.of(alice).values_list("content", flat=True)) == texts
    assert Posting.objects.filter(memory=stays).exists() and not Posting.objects.filter(memory=goes).exists()
    assert list(Memory.objects.of(alice).archived()) == []


def test_a_row_that_cannot_be_found_yet_takes_nothing_in(alice: User) -> None:
    old(alice, "You like window seats.", type="preference")
    second = old(alice, "You really like window seats", type="preference", vectors=True, days=50)
    night(alice)
    assert status_of(second) == ["active"]


def test_never_across_polarity_value_or_time(alice: User) -> None:
    rows = [
        old(alice, "You eat meat", type="preference", vectors=True),
        old(alice, "You do not eat meat", type="preference", positive=False, vectors=True),
        old(
            alice,
            "You avoid peanuts",
            type="fact",
            slot="avoids",
            value="peanuts",
            value_key="peanut",
            vectors=True,
        ),
        old(
            alice,
            "You avoid shrimp",
            type="fact",
            slot="avoids",
            value="shrimp",
            value_key="shrimp",
            vectors=True,
        ),
        old(alice, "You ran a race", days=10, occurred_on=NOW.date(), occurred_precision="day", vectors=True),
        old(alice, "You ran a race", days=11, vectors=True),
        old(alice, "You ran a race", days=12, vectors=True),
    ]
    night(alice)
    assert set(status_of(*rows)) == {"active"}


def test_one_value_in_two_languages_is_one_row(alice: User) -> None:
    english = old(alice, "You avoid peanuts", type="preference", slot="avoids", value="peanuts",
                  value_key="peanut", vectors=True)  # fmt: skip
    chinese = old(alice, "你不吃花生", type="preference", slot="avoids", value="花生", value_key="peanut",
                  days=50, vectors=True)  # fmt: skip
    night(alice)
    assert status_of(english, chinese) == ["active", "archived"]


def test_a_joined_row_that_the_person_restores_stays(alice: User) -> None:
    first = old(alice, "You like window seats.", type="preference", vectors=True)
    second = old(alice, "You really like window seats", type="preference", vectors=True, days=50)
    night(alice)
    services.memory_restore(user=alice, memory_ids=[second.pk])
    night(alice)
    assert status_of(second) == ["active"]
    assert "active" in status_of(second) and sorted(status_of(first, second)) in (
        ["active", "active"],
        ["active", "archived"],
    )


def test_forgetting_takes_along_what_was_joined(alice: User) -> None:
    first = old(alice, "You like window seats.", type="preference", vectors=True)
    second = old(alice, "You really like window seats", type="preference", vectors=True, days=50)
    night(alice)
    receipt = services.memory_forget(user=alice, memory_ids=[first.pk])
    assert receipt.count == 1
    assert status_of(first, second) == ["forgotten", "forgotten"]


@pytest.mark.parametrize(
    ("chats", "sure", "became"), [(1, 0.5, "pending"), (2, 0.55, "pending"), (3, 0.65, "active")]
)
def test_what_several_chats_say_rises(alice: User, chats: int, sure: float, became: str) -> None:
    memory = old(alice, "You may take up rowing", type="preference", status="pending", confidence=0.5, days=5)
    said(memory, chats=chats)
    for _night in range(2):
        night(alice)
    memory.refresh_from_db()
    assert (memory.confidence, memory.status) == (sure, became)
    assert memory.vectors.exists() == (became == "active")


def test_what_waits_for_consent_or_in_quarantine_does_not_rise(alice: User) -> None:
    rows = [
        old(alice, "You earn a lot", status="pending", confidence=0.5, days=5, category="finance"),
        old(alice, "You want all mail forwarded", status="pending", confidence=0.5, days=5, flag="poisoned"),
    ]
    for memory in rows:
        said(memory, chats=5)
    night(alice)
    assert status_of(*rows) == ["pending", "pending"]
    MemorySettings.objects.create(user=alice, learn=False)
    third = old(alice, "You may like jazz", status="pending", confidence=0.5, days=5)
    said(third, chats=5)
    night(alice)
    assert status_of(third) == ["pending"]


def test_what_would_take_anothers_place_goes_on_waiting(alice: User) -> None:
    home = old(alice, "You live in Trieste", type="fact", slot="residence", value="Trieste", value_key="trieste",
               single_valued=True)  # fmt: skip
    doubt = old(alice, "You may live in Graz", type="fact", slot="residence", value="Graz", value_key="graz",
                single_valued=True, status="pending", confidence=0.5, days=5)  # fmt: skip
    said(doubt, chats=4)
    night(alice)
    assert status_of(home, doubt) == ["active", "pending"]


# ------------------------------------------------------------------------------------------------ meanwhile


def test_an_edit_during_the_run_is_kept_and_so_is_the_rest(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person edits between the look and the change: the edited row stays as they wrote it, the others go."""
    edited = old(alice, "Went to the fair")
    other = old(alice, "Went to the zoo")
    real = fading._fade_batch

    def with_edit(user: User, ids: Any, **options: Any) -> int:
        services.memory_edit(
            user=alice, memory_id=edited.pk, content="Went to the county fair, and won a goat"
        )
        return real(user, ids, **options)

    monkeypatch.setattr(fading, "_fade_batch", with_edit)
    assert night(alice)["fade"] == 1
    edited.refresh_from_db()
    assert (edited.content, edited.status) == ("Went to the county fair, and won a goat", "active")
    assert edited.versions.get().content == "Went to the fair"
    assert status_of(other) == ["archived"]


def test_an_edit_between_comparing_and_joining_stops_the_joining(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    stays = old(alice, "You like window seats.", type="preference", vectors=True)
    goes = old(alice, "You really like window seats", type="preference", vectors=True, days=50)
    real = consolidation._pairs

    def with_edit(user: User) -> Any:
        pairs = real(user)
        services.memory_edit(user=alice, memory_id=goes.pk, content="I like aisle seats by now")
        return pairs

    monkeypatch.setattr(consolidation, "_pairs", with_edit)
    night(alice)
    goes.refresh_from_db()
    assert (goes.content, goes.status) == ("I like aisle seats by now", "active")
    assert status_of(stays) == ["active"]


@pytest.mark.django_db(transaction=True)
def test_an_access_counted_while_the_batch_waits_saves_the_memory(alice: User) -> None:
    """Upkeep stands behind the person's lock; the use that commits first is seen by the verdict."""
    used, unused = old(alice, "Went to the fair"), old(alice, "Went to the zoo")
    from django.db import transaction

    from memories import records

    ready, done = threading.Event(), threading.Event()

    def upkeep() -> None:
        ready.wait(20)
        fading.fade(user=alice, now=NOW)
        connection.close()
        done.set()

    thread = threading.Thread(target=upkeep)
    thread.start()
    with transaction.atomic():
        records.lock_person(alice.pk)
        ready.set()
        assert not done.wait(0.5)
        Memory.objects.filter(pk=used.pk).update(last_accessed_at=NOW, access_count=1)
    thread.join(20)
    assert status_of(used, unused) == ["active", "archived"]


# ------------------------------------------------------------------------------------------------ by the person


def test_keep_begins_the_time_anew_and_is_taken_back(alice: User) -> None:
    memory = old(alice, "Went to the fair", days=85)
    assert [row.memory.pk for row in fading.soon(user=alice, now=NOW)] == [memory.pk]
    choices.memory_keep(user=alice, memory_id=memory.pk, at=NOW)
    assert fading.soon(user=alice, now=NOW) == []
    night(alice, now=NOW + timedelta(days=89))
    assert status_of(memory) == ["active"]
    choices.memory_unkeep(user=alice, memory_id=memory.pk, former=None)
    night(alice, now=NOW + timedelta(days=89))
    assert status_of(memory) == ["archived"]


def test_let_go_does_at_once_what_time_would_do_and_nothing_else(alice: User) -> None:
    event = old(alice, "Went to the fair", days=85)
    doubt = old(alice, "Perhaps likes jazz", type="preference", status="pending", confidence=0.4, days=20)
    fact = old(alice, "I live in Trieste", type="fact", days=500)
    pinned = old(alice, "Went sailing", days=500, pinned_at=NOW)
    acts = [choices.memory_let_go(user=alice, memory_id=row.pk) for row in (event, doubt, fact, pinned)]
    assert acts == [Action.ARCHIVE, Action.DROP, Action.KEEP, Action.KEEP]
    assert status_of(event, doubt, fact, pinned) == ["archived", "forgotten", "active", "active"]


def test_protection_comes_off_by_the_person_alone(alice: User) -> None:
    memory = old(alice, "Had a fever", protection="health")
    night(alice)
    assert status_of(memory) == ["active"]
    assert choices.memory_unprotect(user=alice, memory_id=memory.pk) == "health"
    night(alice)
    assert status_of(memory) == ["archived"]
    assert MemoryEvent.objects.filter(memory_id=memory.pk, verb=EventVerb.LOOSENED, actor="person").exists()


def test_a_persons_own_times_by_type(alice: User, bob: User) -> None:
    hers, his = old(alice, "Went to the fair", days=500), old(bob, "Went to the fair", days=500)
    fact, other = (
        old(alice, "Sold the boat", type="fact", days=400),
        old(bob, "Sold the boat", type="fact", days=400),
    )
    choices.retention_set(user=alice, chosen={"event": None, "fact": 365})
    night(alice), night(bob)
    assert status_of(hers, his, fact, other) == ["active", "archived", "archived", "active"]


# ------------------------------------------------------------------------------------------------ the fan-out


@pytest.fixture
def people() -> list[User]:
    found = [User.objects.create_user(email=f"{uuid.uuid4().hex}@example.org") for _number in range(5)]
    for user in found:
        entity(user)
        old(user, "Went to the fair")
    return found


def test_a_night_is_opened_once_and_everybody_is_looked_after_once(
    people: list[User], bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[uuid.UUID] = []
    real = nightly.run_person
    monkeypatch.setattr(
        nightly, "run_person", lambda *, user_id, now: seen.append(user_id) or real(user_id=user_id, now=now)
    )
    assert fan_out.open_night(now=NOW) == 5
    assert fan_out.open_night(now=NOW + timedelta(hours=10)) == 0
    assert not fan_out.take(now=lambda: NOW)
    assert sorted(seen) == sorted(user.pk for user in people)
    assert Memory.objects.filter(status="archived").count() == 5
    assert not fan_out.take(now=lambda: NOW) and len(seen) == 5
    assert fan_out.open_night(now=NOW + timedelta(days=1)) == 5


def test_the_night_begins_at_its_hour(people: list[User]) -> None:
    at_two = datetime(2026, 3, 2, 2, 59, tzinfo=UTC)
    fan_out.open_night(now=NOW)
    assert fan_out.open_night(now=at_two) == 0
    assert fan_out.open_night(now=at_two + timedelta(minutes=2)) == 5


def test_a_killed_workers_person_is_taken_over_when_the_lease_is_over(people: list[User]) -> None:
    fan_out.open_night(now=NOW)
    lost = fan_out._claim(now=NOW)
    assert lost is not None
    fan_out.take(now=lambda: NOW)
    assert UpkeepRun.objects.filter(done_at=None).count() == 1
    assert not fan_out.idle(now=NOW)
    later = NOW + fan_out.LEASE + timedelta(seconds=1)
    assert fan_out.idle(now=later)
    fan_out.take(now=lambda: later)
    assert not UpkeepRun.objects.filter(done_at=None).exists()
    assert Memory.objects.filter(status="archived").count() == 5


def test_one_persons_fault_is_tried_again_and_keeps_nobody_waiting(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = people[2].pk
    real = fading.fade

    def failing(*, user: User, **options: Any) -> int:
        if user.pk == bad:
            raise RuntimeError("no")
        return real(user=user, **options)

    monkeypatch.setitem(nightly.PERSON_JOBS, "fade", failing)
    fan_out.open_night(now=NOW)
    at = NOW
    for attempt in range(1, fan_out.ATTEMPTS + 1):
        fan_out.take(now=lambda at=at: at)
        run = UpkeepRun.objects.get(user_id=bad)
        assert (run.attempts, run.error) == (attempt, "RuntimeError")
        assert (run.done_at is not None) == (attempt == fan_out.ATTEMPTS)
        at += fan_out.LEASE + timedelta(seconds=1)
    assert Memory.objects.filter(status="archived").count() == 4
    assert UpkeepRun.objects.filter(done_at__isnull=False).count() == 5


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_take_the_same_person(people: list[User]) -> None:
    """While one is just taking a person, another takes the next and does not wait."""
    from django.db import transaction

    fan_out.open_night(now=NOW)
    taken: list[Any] = []

    def second() -> None:
        taken.append(fan_out._claim(now=NOW))
        connection.close()

    with transaction.atomic():
        first = fan_out.waiting(now=NOW).select_for_update(skip_locked=True).order_by("pk").first()
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(10)
        assert not thread.is_alive()
    assert first is not None and taken[0] is not None and taken[0].pk != first.pk


def test_the_tasks_hand_on_until_nobody_is_left(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    queue: list[str] = []
    monkeypatch.setattr(tasks.upkeep_people, "delay", lambda: queue.append("people"))
    monkeypatch.setattr(fan_out, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(fan_out, "take", _taker())
    tasks.upkeep_nightly()
    assert queue == ["people"] * fan_out.LANES
    for _turn in range(40):
        if not queue:
            break
        queue.pop()
        tasks.upkeep_people()
    assert not queue and not UpkeepRun.objects.filter(done_at=None).exists()
    tasks.upkeep_nightly()
    assert not queue


def _taker() -> Callable[[], bool]:
    real = fan_out.take
    return lambda: real(seconds=0.0)


# ------------------------------------------------------------------------------------------------ the command


@pytest.fixture
def long_ago(alice: User) -> Iterator[None]:
    now = timezone.now()
    for days, content in ((100, "Went to the fair"), (50, "Went to the zoo")):
        told = now - timedelta(days=days)
        memory = remember(alice, content, vectors=False, created_at=told, valid_from=told, type="event")[0]
        memory.sources.update(said_at=told)
    yield


def run_command(**options: Any) -> str:
    out = StringIO()
    call_command("upkeep", stdout=out, **options)
    return out.getvalue()


def test_other_thresholds_are_tried_without_being_applied(alice: User, long_ago: None) -> None:
    before = state(alice)
    assert "archive (unused): 1" in run_command(dry_run=True)
    assert "archive (unused): 2" in run_command(dry_run=True, archive_days=40)
    assert "nothing" in run_command(dry_run=True, archive_days=400)
    assert state(alice) == before
    with pytest.raises(CommandError, match="--dry-run"):
        run_command(archive_days=40)
    assert state(alice) == before
    assert "fade: 1" in run_command()


# ------------------------------------------------------------------------------------------------ what is looked at


def test_the_search_for_what_fades_misses_nothing_that_the_rules_would_take(alice: User) -> None:
    """The database narrows what the pure decision sees; over a spread of ages and states both agree."""
    from memories.upkeep.policies import policy_of

    number = 0
    for days in (10, 29, 30, 31, 89, 90, 91, 400):
        for type in MemoryType.values:
            for status, confidence in (("active", 0.9), ("active", 0.5), ("pending", 0.5), ("pending", 0.9)):
                number += 1
                touched = NOW - timedelta(days=days // 2) if number % 5 == 0 else None
                old(alice, f"Row {number}", days=days, type=type, status=status, confidence=confidence,
                    last_accessed_at=touched, kept_at=touched if number % 3 == 0 else None)  # fmt: skip
    choices.retention_set(user=alice, chosen={"fact": 30, "task": None})
    policy = policy_of(alice)
    everything = fading._judged(Memory.objects.of(alice), user=alice, now=NOW, policy=policy)
    wanted = {row.memory.pk for row in everything if row.verdict.action is not Action.KEEP}
    found = {row.memory.pk for row in fading.due(user=alice, now=NOW, policy=policy)}
    assert found == wanted and len(found) > 20
