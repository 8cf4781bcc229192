"""Who has something forgotten or erased is told how much went where; the recycle bin says what goes when."""

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from chat import services as conversations
from memories import capture, erasure, recycle_bin, services
from memories.capture import runs
from memories.kinds import Actor, ForgottenReason
from memories.models import CaptureRun, ErasureReceipt, Memory, MemoryEvent, MemoryVersion, Tombstone
from memories.upkeep import nightly
from memoryhub import nowhere, stored
from memoryhub.models import User
from tests.conftest import DATA_DIR, make_user
from tests.dying import die

pytestmark = pytest.mark.django_db

WORD = "Quillfeather"


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def places_of(text: str, *, own: bool = False) -> dict[str, int]:
    return dict(nowhere.find([nowhere.says(text)], stored.everything(own=own, logs=[DATA_DIR / "log"]))[0])


def forgotten(user: User, content: str = f"My locksmith is {WORD}") -> Memory:
    memory = services.memory_remember(user=user, content=content)
    services.memory_forget(user=user, memory_ids=[memory.pk])
    memory.refresh_from_db()
    return memory


def learnt(user: User) -> Memory:
    place = conversations.conversation_create(user=user)
    conversations.message_save(conversation=place, text=f"My sister {WORD} is a vet.", client_id="1")
    capture.run_user(user_id=user.pk)
    return Memory.objects.get(user=user)


# ------------------------------------------------------------------------------------------------ forgetting


def test_forgetting_counts_what_went_where(alice: User) -> None:
    memory = learnt(alice)
    services.memory_edit(user=alice, memory_id=memory.pk, content=f"My sister {WORD} is a vet in Rome")
    receipt = services.memory_forget(user=alice, memory_ids=[memory.pk])
    assert receipt.places["memories"] == receipt.places["versions"] == receipt.places["vectors"] == 1
    assert receipt.places["keywords"] > 3 and receipt.places["passages"] >= 1
    kept = ErasureReceipt.objects.get()
    assert (kept.act, kept.actor, kept.count, kept.places) == ("forgotten", "person", 1, receipt.places)
    assert services.memory_forget(user=alice, memory_ids=[memory.pk]).places == {}
    assert ErasureReceipt.objects.count() == 1
    assert WORD not in str(kept.places)


def test_what_faded_and_what_staff_forgot_has_a_receipt_of_its_own(alice: User, carol: User) -> None:
    one = services.memory_remember(user=alice, content="The attic is cold")
    other = services.memory_remember(user=alice, content="The cellar is damp")
    erasure.forget(alice, [one], reason=ForgottenReason.FADED, actor=Actor.SYSTEM)
    services.memory_forget(user=alice, memory_ids=[other.pk], staff=carol)
    said = [told.sentence for told in recycle_bin.shown(user=alice).receipts]
    assert said == ["Staff had 1 memory forgotten.", "1 memory faded."]
    with translation.override("zh-hans"):
        for told in recycle_bin.shown(user=alice).receipts:
            assert "1" in told.sentence and not told.sentence.isascii()


# ------------------------------------------------------------------------------------------------ the purge


def test_the_purge_writes_each_person_a_receipt_once(alice: User, bob: User) -> None:
    for number in range(3):
        forgotten(alice, f"Shelf {number} holds {WORD}")
    edited = services.memory_remember(user=bob, content=f"Box 1 holds {WORD}")
    services.memory_edit(user=bob, memory_id=edited.pk, content="Box 1 is empty")
    services.memory_forget(user=bob, memory_ids=[edited.pk])
    later = timezone.now() + timedelta(days=31)
    assert nightly.run(now=later)["purge"] == 4
    mine, theirs = (ErasureReceipt.objects.get(user=user, act="purged") for user in (alice, bob))
    assert (mine.count, mine.places, mine.created_at) == (3, {"memories": 3}, later)
    assert (theirs.count, theirs.places) == (1, {"memories": 1, "versions": 1})
    assert places_of(WORD) == {}
    assert nightly.run(now=later + timedelta(days=1))["purge"] == 0
    assert ErasureReceipt.objects.filter(act="purged").count() == 2


def test_a_purge_in_several_steps_is_on_one_receipt(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasure, "_BATCH", 2)
    for number in range(5):
        forgotten(alice, f"Shelf {number} holds {WORD}")
    later = timezone.now() + timedelta(days=31)
    assert erasure.purge(now=later) == 5
    assert ErasureReceipt.objects.get(act="purged").count == 5


@pytest.mark.django_db(transaction=True)
def test_a_purge_that_is_killed_in_the_middle_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = make_user("Alice")
    monkeypatch.setattr(erasure, "_BATCH", 2)
    for number in range(6):
        forgotten(alice, f"Shelf {number} holds {WORD}")
    later = timezone.now() + timedelta(days=31)
    connections.close_all()
    child = os.fork()
    if not child:  # pragma: no cover - it dies
        real, done = erasure._receipt, []

        def receipt(*arguments: Any, **named: Any) -> None:
            real(*arguments, **named)
            done.append(1)
            if len(done) == 2:
                die()

        erasure._receipt = receipt
        erasure.purge(now=later)
        os._exit(0)
    _pid, ended = os.waitpid(child, 0)
    assert os.WIFSIGNALED(ended)
    # The first step is whole, the second was rolled back with its receipt.
    assert Memory.objects.count() == 4 and ErasureReceipt.objects.get(act="purged").count == 2
    assert erasure.purge(now=later + timedelta(minutes=1)) == 4
    assert Memory.objects.count() == 0
    assert sum(ErasureReceipt.objects.filter(act="purged").values_list("count", flat=True)) == 6
    assert MemoryEvent.objects.filter(verb="purged").count() == 6
    assert erasure.purge(now=later + timedelta(minutes=2)) == 0


@pytest.mark.parametrize("others", [0, 1])
def test_the_planner_keeps_no_sample_of_what_is_gone(alice: User, others: int) -> None:
    for number in range(10):
        forgotten(alice, f"Shelf {number} holds {WORD}")
    for number in range(others):
        services.memory_remember(user=alice, content=f"Box {number} is blue")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memories_memory")
    nightly.run(now=timezone.now() + timedelta(days=31))
    assert places_of(WORD) == {}


# ------------------------------------------------------------------------------------------------ erase now


def test_erasing_now_takes_along_what_was_forgotten_with_it(alice: User, bob: User) -> None:
    first = services.memory_remember(user=alice, content=f"I live in {WORD}")
    second = services.memory_remember(user=alice, content="I live in Ghent")
    other = forgotten(alice, "The attic is cold")
    services.memory_forget(user=alice, memory_ids=[second.pk])
    first.refresh_from_db()
    assert first.status == "forgotten"  # it had been replaced
    with pytest.raises(services.MemoryNotFound):
        services.memory_erase(user=bob, memory_ids=[second.pk])
    assert services.memory_erase(user=alice, memory_ids=[second.pk])["memories"] == 2
    assert services.memory_erase(user=alice, memory_ids=[other.pk])["memories"] == 1
    assert Memory.objects.count() == 0 and places_of(WORD) == {}
    assert Tombstone.objects.filter(memory_id=first.pk).exists()
    assert [row.sentence for row in recycle_bin.shown(user=alice).receipts][:2] == [
        "You erased 1 memory for good.",
        "You erased 2 memories for good.",
    ]


def test_only_the_recycle_bin_can_be_erased(alice: User) -> None:
    kept = services.memory_remember(user=alice, content="I live in Ghent")
    assert services.memory_erase(user=alice, memory_ids=[kept.pk]) == {}
    assert services.bin_empty(user=alice) == {}
    assert Memory.objects.get() == kept and not ErasureReceipt.objects.exists()


def test_what_faded_is_forgotten_before_it_is_erased(alice: User) -> None:
    memory = learnt(alice)
    erasure.forget(alice, [memory], reason=ForgottenReason.FADED, actor=Actor.SYSTEM)
    assert places_of(WORD) != {}  # the talk it came from stays
    assert services.bin_empty(user=alice)["memories"] == 1
    assert places_of(WORD) == {}
    CaptureRun.objects.update(status="queued")
    capture.run_user(user_id=alice.pk)
    assert not Memory.objects.exists()


def test_erasing_everything_has_a_receipt(alice: User) -> None:
    services.memory_remember(user=alice, content=f"I live in {WORD}")
    forgotten(alice)
    MemoryVersion.objects.create(memory=Memory.objects.first(), content=WORD, type="fact", actor="person")
    services.memory_erase_all(user=alice)
    receipt = ErasureReceipt.objects.filter(act="erased").get()
    assert (receipt.count, receipt.places["memories"], receipt.places["versions"]) == (2, 2, 1)
    assert places_of(WORD) == {}


# ------------------------------------------------------------------------------------------------ the pages


def test_the_recycle_bin_says_what_goes_when(alice: User, client_for: Callable[[User], Client]) -> None:
    memory = forgotten(alice)
    client = client_for(alice)
    page = client.get(reverse("memories:list"), {"status": "forgotten"}).text
    day = timezone.localdate(memory.forgotten_at + timedelta(days=30))
    assert f"The next is erased for good on {day.day} {day:%B}" in page
    assert (
        "You had 1 memory forgotten." in page and "Vectors of the search by meaning".lower() in page.lower()
    )
    assert reverse("memories:erase", args=[memory.pk]) in page and reverse("memories:bin-empty") in page
    assert "You had 1 memory forgotten." not in client.get(reverse("memories:list")).text


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_erasing_is_asked_about_first(
    alice: User, client_for: Callable[[User], Client], language: str
) -> None:
    User.objects.filter(pk=alice.pk).update(language=language)
    first, second = forgotten(alice), forgotten(alice, "The attic is cold")
    client = client_for(alice)
    address = reverse("memories:erase", args=[first.pk])
    assert WORD in client.get(address).text and Memory.objects.count() == 2
    done = client.post(address, follow=True)
    assert done.redirect_chain[0][0] == f"{reverse('memories:list')}?status=forgotten"
    assert ("Erased for good." if language == "en" else "彻底删除") in done.text
    again = client.post(reverse("memories:erase", args=[second.pk]))
    assert again.status_code == 302 and Memory.objects.count() == 0
    assert client.post(address).status_code == 404


def test_the_whole_bin_is_emptied_at_once(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    forgotten(alice), forgotten(alice, "The attic is cold"), forgotten(bob)
    kept = services.memory_remember(user=alice, content="I live in Ghent")
    client = client_for(alice)
    assert "2 memories are erased now" in client.get(reverse("memories:bin-empty")).text
    assert "2 memories erased for good." in client.post(reverse("memories:bin-empty"), follow=True).text
    assert "Nothing was erased" in client.post(reverse("memories:bin-empty"), follow=True).text
    assert list(Memory.objects.filter(user=alice)) == [kept] and Memory.objects.filter(user=bob).count() == 1


def test_what_is_not_in_the_bin_is_not_erased_by_its_page(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    kept = services.memory_remember(user=alice, content="I live in Ghent")
    client = client_for(alice)
    for method in (client.get, client.post):
        assert "Nothing was erased" in method(reverse("memories:erase", args=[kept.pk]), follow=True).text
    assert Memory.objects.count() == 1


# ------------------------------------------------------------------------------------------------ logs


def test_a_statement_that_fails_leaves_no_words_in_the_log_of_the_database(alice: User) -> None:
    make_user(WORD)
    with pytest.raises(IntegrityError), transaction.atomic():
        make_user(WORD)
    log = (DATA_DIR / "log" / "postgresql.log").read_text(errors="replace")
    assert "duplicate key" in log
    assert WORD.lower() not in log.lower()
