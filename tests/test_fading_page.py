"""The page *Fading soon*: each door works, is the person's own, says what it did and offers undo, in both languages."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memories import services
from memories.kinds import MemoryStatus
from memories.models import Memory, MemoryEvent, MemorySettings
from memoryhub.models import User
from tests.recall_rows import remember

pytestmark = pytest.mark.django_db

PAGE = "/memories/fading/"


@pytest.fixture
def client(alice: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(alice)


def old(user: User, content: str, *, days: int, **fields: Any) -> Memory:
    told = timezone.now() - timedelta(days=days)
    fields.setdefault("type", "event")
    memory = remember(user, content, vectors=False, created_at=told, valid_from=told, **fields)[0]
    memory.sources.update(said_at=told)
    return memory


def shown(client: Client, address: str = PAGE, **headers: Any) -> str:
    answer = client.get(address, **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_shows_what_fades_within_two_weeks_the_next_first_with_the_reason(
    client: Client, alice: User
) -> None:
    old(alice, "Went to the fair", days=80)
    old(alice, "Went to the zoo", days=95)
    old(alice, "Went to the lake", days=70)
    old(alice, "Perhaps likes jazz", days=20, type="preference", status="pending", confidence=0.4)
    page = shown(client)
    assert page.index("Went to the zoo") < page.index("Went to the fair")
    assert "Went to the lake" not in page
    assert "for 90 days it was neither told, used nor due" in page and "goes into the recycle bin" in page
    chinese = shown(client, HTTP_ACCEPT_LANGUAGE="zh-hans")
    assert "即将淡出" in chinese and "90 天没有提起、没有用到，也没有到期" in chinese


def test_an_empty_page_says_what_would_be_here(client: Client) -> None:
    assert "Nothing fades soon" in shown(client)


def test_the_list_tells_how_many_and_only_then(client: Client, alice: User) -> None:
    assert PAGE not in shown(client, "/memories/")
    old(alice, "Went to the fair", days=85)
    assert "1 memory fades soon" in shown(client, "/memories/")


def test_keep_takes_it_off_the_page_and_undo_brings_it_back(client: Client, alice: User) -> None:
    memory = old(alice, "Went to the fair", days=85)
    answer = client.post(f"{PAGE}{memory.pk}/keep/", follow=True)
    page = answer.content.decode()
    assert "Kept: its time begins anew." in page and f"{memory.pk}/unkeep/" in page
    assert not re.search(rf'id="memory-{memory.pk}"', page)
    memory.refresh_from_db()
    assert memory.kept_at is not None and memory.access_count == 0
    client.post(f"{PAGE}{memory.pk}/unkeep/", {"former": "nonsense"})
    memory.refresh_from_db()
    assert memory.kept_at is None
    assert f'id="memory-{memory.pk}"' in shown(client)


def test_keeping_a_doubtful_one_makes_it_current(client: Client, alice: User) -> None:
    memory = old(alice, "Perhaps likes jazz", days=25, type="preference", status="pending", confidence=0.4)
    client.post(f"{PAGE}{memory.pk}/keep/")
    memory.refresh_from_db()
    assert (memory.status, memory.confidence >= 0.9) == ("active", True)


def test_let_go_archives_now_and_undo_restores(client: Client, alice: User) -> None:
    memory = old(alice, "Went to the fair", days=85)
    answer = client.post(f"{PAGE}{memory.pk}/let-go/", follow=True)
    assert "It is in the archive." in answer.content.decode()
    memory.refresh_from_db()
    assert memory.status == MemoryStatus.ARCHIVED
    assert MemoryEvent.objects.get(memory_id=memory.pk).actor == "person"
    client.post("/memories/bulk/", {"act": "restore", "ids": str(memory.pk), "next": PAGE})
    memory.refresh_from_db()
    assert memory.status == MemoryStatus.ACTIVE
    assert f'id="memory-{memory.pk}"' not in shown(client)


def test_what_does_not_fade_is_not_let_go(client: Client, alice: User) -> None:
    memory = old(alice, "I live in Trieste", days=500, type="fact")
    answer = client.post(f"{PAGE}{memory.pk}/let-go/", follow=True)
    assert "nothing was changed" in answer.content.decode()
    memory.refresh_from_db()
    assert memory.status == MemoryStatus.ACTIVE


def test_the_archive_tells_why_and_restores(client: Client, alice: User) -> None:
    memory = old(alice, "Went to the fair", days=85)
    client.post(f"{PAGE}{memory.pk}/let-go/")
    assert "Went to the fair" in shown(client, "/memories/?status=archived")
    assert "archived: for 90 days" in shown(client, f"/memories/{memory.pk}/")


def test_times_can_be_tried_saved_and_taken_back(client: Client, alice: User) -> None:
    old(alice, "Went to the fair", days=50)
    times = {"event": "30", "fact": "365", "task": "ever"}
    tried = client.post(f"{PAGE}times/", {**times, "try": "1"}).content.decode()
    assert "1 memory would go into the archive tonight" in tried and "Nothing has been changed yet" in tried
    assert not MemorySettings.objects.filter(user=alice).exclude(retention={}).exists()

    saved = client.post(f"{PAGE}times/", times, follow=True).content.decode()
    assert MemorySettings.objects.get(user=alice).retention == {"event": 30, "fact": 365, "task": None}
    assert "Went to the fair" in saved and "Saved." in saved
    client.post(f"{PAGE}times/", {})
    assert MemorySettings.objects.get(user=alice).retention == {}


@pytest.mark.parametrize("word", ["0", "-5", "soon", "999999"])
def test_a_time_that_is_none_is_refused(client: Client, alice: User, word: str) -> None:
    answer = client.post(f"{PAGE}times/", {"event": word})
    assert answer.status_code == 400
    assert not MemorySettings.objects.filter(user=alice).exclude(retention={}).exists()


def test_preferences_and_orders_have_no_time(client: Client, alice: User) -> None:
    client.post(f"{PAGE}times/", {"preference": "30", "instruction": "30"})
    assert not MemorySettings.objects.filter(user=alice).exclude(retention={}).exists()


def test_protection_comes_off_and_on_again(client: Client, alice: User) -> None:
    memory = services.memory_remember(user=alice, content="My emergency contact is my sister Ana")
    assert memory.protection == "safety"
    assert "Protect no longer" in shown(client, f"/memories/{memory.pk}/")
    answer = client.post(f"{PAGE}{memory.pk}/unprotect/", follow=True).content.decode()
    assert "No longer protected" in answer
    memory.refresh_from_db()
    assert memory.protection == ""
    client.post(f"{PAGE}{memory.pk}/unprotect/", {"reason": "safety"})
    memory.refresh_from_db()
    assert memory.protection == "safety"
    assert client.post(f"{PAGE}{memory.pk}/unprotect/", {"reason": "royal"}).status_code == 404


@pytest.mark.parametrize("door", ["keep", "unkeep", "let-go", "unprotect"])
def test_another_persons_memory_is_not_there(
    alice: User, bob: User, client_for: Callable[[User], Client], door: str
) -> None:
    memory = old(alice, "Went to the fair", days=95, protection="")
    before = Memory.objects.filter(pk=memory.pk).values().get()
    assert client_for(bob).post(f"{PAGE}{memory.pk}/{door}/").status_code == 404
    assert Client().post(f"{PAGE}{memory.pk}/{door}/").status_code == 302
    assert Memory.objects.filter(pk=memory.pk).values().get() == before
    assert "Went to the fair" not in shown(client_for(bob))


def test_the_number_of_queries_does_not_grow(client: Client, alice: User) -> None:
    old(alice, "Went to the fair", days=85)
    with CaptureQueriesContext(
        connection,
    ) as few:
        shown(client)
    for number in range(12):
        old(alice, f"Went to fair number {number}", days=85)
    with CaptureQueriesContext(connection) as many:
        shown(client)
    assert len(many) == len(few)


@pytest.mark.parametrize(
    ("content", "type", "reason"),
    [
        ("My emergency contact is my sister Ana, 555 0101", None, "safety"),
        ("紧急联系人是我姐姐小云", None, "safety"),
        ("I take lisinopril pills every morning", None, "health"),
        ("我每天要吃降压药", None, "health"),
        ("I use a wheelchair", None, "health"),
        ("我戴助听器", None, "health"),
        ("I share custody of my daughter and must bring her back on Sundays", None, "duty"),
        ("我四月要出庭作证", None, "duty"),
        ("Never email my boss without asking", "instruction", "rule"),
        ("绝对不要替我下单", "instruction", "rule"),
        ("Keep your answers short", "instruction", ""),
        ("I like window seats", None, ""),
        ("我喜欢吃药膳", None, ""),
        ("I went on a blind date", None, ""),
        ("You went to the lake on 14 April 2024", "event", ""),
        ("I'm on lisinopril", None, "health"),
    ],
)
def test_what_must_stay_is_recognised_in_both_languages(
    alice: User, content: str, type: str | None, reason: str
) -> None:
    assert services.memory_remember(user=alice, content=content, type=type).protection == reason
