"""What is archived comes back to questions about a time that is over, marked as such, and to no others."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat import services as conversations
from chat import turn
from memories import services
from memories.models import Memory, RecallTrace
from memories.recall import recall
from memories.recall.types import RecallRequest, Recollection
from memories.recall.when import spans
from memories.upkeep import fading
from memoryhub.models import User
from tests.recall_rows import remember

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)


def ask(user: User, text: str, *, at: datetime = NOW) -> Recollection:
    return recall(RecallRequest(user=user, query=text, as_of=at, trace=False))


def told(user: User, text: str, *, at: datetime = NOW) -> list[str]:
    return [row.content for row in ask(user, text, at=at).memories if row.why == "archived"]


def put_away(user: User, content: str, on: str, **fields: object) -> Memory:
    """An event of that day that was archived since."""
    day = datetime.fromisoformat(on).date()
    fields.setdefault("type", "event")
    (row,) = remember(user, content, occurred_on=day, occurred_precision="day", **fields)
    fading.archive(user, [row], detail="unused:90", actor="system", at=timezone.now())
    return row


@pytest.fixture
def lisbon(alice: User) -> Memory:
    put_away(alice, "I went to a concert in Porto", "2025-10-12")
    put_away(alice, "I visited the aquarium with Mira", "2026-07-02")
    return put_away(alice, "I went to Lisbon", "2026-04-10")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Where did I go last spring?", ["I went to Lisbon"]),
        ("去年秋天我去了哪里？", ["I went to a concert in Porto"]),
        ("今年春天我去过什么地方", ["I went to Lisbon"]),
        ("What did I do in April?", ["I went to Lisbon"]),
        ("Where was I in July 2026?", ["I visited the aquarium with Mira"]),
        ("Which concert did I go to last year?", ["I went to a concert in Porto"]),
        ("What did I do in the autumn of last year?", ["I went to a concert in Porto"]),
        ("Have I been to Lisbon before?", ["I went to Lisbon"]),
        ("Did I see the aquarium last summer?", ["I visited the aquarium with Mira"]),
        ("Which opera did I see last spring?", []),
        ("Where did I go last winter?", []),
    ],
)
def test_a_question_about_a_time_that_is_over_may_bring_it(
    alice: User, bob: User, lisbon: Memory, question: str, found: list[str]
) -> None:
    assert told(alice, question) == found
    assert told(bob, question) == []


@pytest.mark.parametrize(
    "question",
    [
        "Where do I go on Fridays?",
        "What is Lisbon like?",
        "Tell me about Lisbon.",
        "Plan a trip to Lisbon for me.",
        "我想去里斯本，有什么建议？",
        "Where will I go next spring?",
        "明年春天我去哪里？",
        "Last spring I went to Lisbon.",
        "去年秋天我去了波尔图。",
        "What am I doing this week?",
        "What do you know about me?",
        "Thanks!",
    ],
)
def test_other_questions_never_do(alice: User, lisbon: Memory, question: str) -> None:
    assert all(
        row.why != "archived" and row.content != "I went to Lisbon" for row in ask(alice, question).memories
    )


def test_chinese_rows_are_found_by_what_is_named(alice: User) -> None:
    put_away(alice, "我去了青岛看海", "2025-08-03")
    put_away(alice, "我在大学听了一场陶艺讲座", "2025-08-20")
    assert set(told(alice, "去年夏天我去了哪里？")) == {"我去了青岛看海", "我在大学听了一场陶艺讲座"}
    assert told(alice, "去年夏天我听了什么讲座？") == ["我在大学听了一场陶艺讲座"]
    assert told(alice, "我以前去过青岛吗？") == ["我去了青岛看海"]
    assert told(alice, "去年夏天我修了几次自行车？") == []


def test_what_others_did_is_no_answer_to_what_i_did(alice: User) -> None:
    put_away(alice, "My sister went to Rome", "2026-04-03", relation="sister")
    assert told(alice, "Where did I go last spring?") == []
    assert told(alice, "Where did my sister go last spring?") == ["My sister went to Rome"]


def test_what_is_joined_forgotten_or_in_doubt_stays_away(alice: User, lisbon: Memory) -> None:
    (kept,) = remember(alice, "I like Lisbon")
    Memory.objects.filter(pk=lisbon.pk).update(merged_into=kept)
    assert told(alice, "Where did I go last spring?") == []
    Memory.objects.filter(pk=lisbon.pk).update(merged_into=None, flag="disputed")
    assert told(alice, "Where did I go last spring?") == []
    Memory.objects.filter(pk=lisbon.pk).update(flag="")
    assert told(alice, "Where did I go last spring?") != []
    services.memory_forget(user=alice, memory_ids=[lisbon.pk])
    assert told(alice, "Where did I go last spring?") == []


def test_a_row_without_a_day_is_of_the_time_it_was_told(alice: User) -> None:
    row = put_away(alice, "I took up fencing", "2026-04-03")
    then = datetime(2026, 5, 3, 12, tzinfo=UTC)
    Memory.objects.filter(pk=row.pk).update(occurred_on=None, occurred_precision="", created_at=then)
    row.sources.update(said_at=then)
    assert told(alice, "What did I do last spring?") == ["I took up fencing"]
    assert told(alice, "What did I do last winter?") == []


def test_no_more_than_three_come(alice: User) -> None:
    for day in range(1, 7):
        put_away(alice, f"I went to market number {day}", f"2026-04-0{day}")
    assert told(alice, "Where did I go last spring?") == [
        f"I went to market number {day}" for day in (6, 5, 4)
    ]


@pytest.mark.parametrize(
    ("text", "first", "end"),
    [
        ("last spring", "2026-03-01", "2026-06-01"),
        ("去年春天", "2025-03-01", "2025-06-01"),
        ("summer 2024", "2024-06-01", "2024-09-01"),
        ("前年夏天", "2024-06-01", "2024-09-01"),
        ("上个冬天", "2025-12-01", "2026-03-01"),
        ("2023年秋季", "2023-09-01", "2023-12-01"),
        ("this summer", "2026-06-01", "2026-09-01"),
    ],
)
def test_seasons_are_stretches_of_time(text: str, first: str, end: str) -> None:
    assert [tuple(f"{moment:%Y-%m-%d}" for moment in span) for span in spans(text, at=NOW)] == [(first, end)]
    assert spans("the mattress has a spring", at=NOW) == spans("今年春节", at=NOW) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("content", "question", "answer", "mark"),
    [
        (
            "I went to Lisbon",
            "Where did I go last year?",
            "Lisbon",
            "From the archive: you asked about that time.",
        ),
        ("我去了青岛", "去年我去了哪里？", "青岛", "来自归档：你问到了那段时间。"),
    ],
)
def test_the_receipt_says_that_it_is_from_the_archive(
    alice: User, client_for: Callable[[User], Client], content: str, question: str, answer: str, mark: str
) -> None:
    if not question.isascii():
        User.objects.filter(pk=alice.pk).update(language="zh-hans")
    row = put_away(
        alice,
        content,
        f"{timezone.now() - timedelta(days=366 if timezone.now().month == 12 else 330):%Y-%m-%d}",
    )
    place = conversations.conversation_create(user=alice)
    reply = turn.run_sync(user=alice, conversation=place, text=question, client_id="1").reply
    assert answer in reply.text
    assert RecallTrace.objects.get(reply=reply).injected == [row.pk]
    assert mark in client_for(alice).get(reverse("chat:conversation", args=[place.pk])).text
    row.refresh_from_db()
    assert row.status == "archived"
