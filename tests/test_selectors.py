"""What pages and the API read: filters, search, order, history and receipts, always of one person."""

import uuid
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chat.models import Conversation, Message
from memories import selectors
from memories.kinds import Actor, EventVerb, MemoryStatus, MemoryType, SourceKind
from memories.models import Memory, MemoryEvent, MemorySource, MemoryVersion, RecallTrace
from memories.services import MemoryNotFound
from memoryhub.models import User
from tests.conftest import make_user
from tests.recall_rows import entity, remember

pytestmark = pytest.mark.django_db


def contents(**filters: object) -> list[str]:
    return [memory.content for memory in selectors.memory_list(**filters)]  # type: ignore[arg-type]


def bare(user: User, *texts: str, **fields: object) -> list[Memory]:
    return remember(user, *texts, vectors=False, **fields)


def test_a_list_holds_ones_own_rows_newest_first(alice: User, bob: User) -> None:
    bare(bob, "Bob's")
    bare(alice, "first", "second")
    assert contents(user=alice) == ["second", "first"]
    assert contents(user=alice, sort="created") == ["first", "second"]


def test_filters_combine(alice: User) -> None:
    bare(alice, "You row", type=MemoryType.PREFERENCE, slot="hobby")
    bare(alice, "You sold a boat", type=MemoryType.EVENT)
    bare(alice, "You may row again", status=MemoryStatus.PENDING, type=MemoryType.PREFERENCE)
    assert contents(user=alice, status="active") == ["You sold a boat", "You row"]
    assert contents(user=alice, status=["pending", "active"], type="preference") == [
        "You may row again",
        "You row",
    ]
    assert contents(user=alice, type=[MemoryType.EVENT, MemoryType.TASK]) == ["You sold a boat"]
    assert contents(user=alice, slot="hobby") == ["You row"]
    assert contents(user=alice, status="active", q="row", slot="hobby", type="event") == []


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("ghent", ["You live in Ghent"]), ("  Ghent ", ["You live in Ghent"]), ("台湾", ["你去过台湾"]),
        ("臺灣", ["你去过台湾"]), ("乾麵", ["你愛吃乾麵"]), ("干面", ["你愛吃乾麵"]), ("100%", ["You are 100% sure"]),
        ("_", []), ("hidden", ["shown"]), ("[湾", []),
    ],
)  # fmt: skip
def test_search_in_pages_finds_text_and_value_in_either_script(alice: User, q: str, found: list[str]) -> None:
    bare(alice, "You live in Ghent", "你去过台湾", "你愛吃乾麵", "You are 100% sure")
    bare(alice, "shown", value="hidden value")
    assert contents(user=alice, q=q) == found


@pytest.mark.parametrize("q", ["allergy", "Allergies", "过敏", "過敏"])
def test_search_in_pages_finds_what_a_memory_is_about(alice: User, bob: User, q: str) -> None:
    bare(bob, "You can't have sesame", slot="allergy")
    bare(alice, "You can't have nuts", slot="allergy")
    bare(alice, "You live in Ghent", slot="residence")
    assert contents(user=alice, q=q) == ["You can't have nuts"]


@pytest.mark.parametrize("q", ["wife", "妻子", "老婆"])
def test_search_in_pages_finds_those_that_memories_are_about(alice: User, q: str) -> None:
    bare(alice, "She paints", relation="wife")
    bare(alice, "You paint")
    assert contents(user=alice, q=q) == ["She paints"]


def test_days_are_those_of_the_persons_zone(db: None) -> None:
    user = make_user("Tokyo", time_zone="Asia/Tokyo")
    zone = ZoneInfo("Asia/Tokyo")
    bare(user, "late", created_at=datetime(2025, 3, 5, 23, 30, tzinfo=zone))
    bare(user, "early", created_at=datetime(2025, 3, 6, 0, 30, tzinfo=zone))
    day = date(2025, 3, 5)
    assert contents(user=user, created_from=day, created_to=day) == ["late"]
    assert contents(user=user, created_from=day + timedelta(days=1)) == ["early"]


def test_the_source_is_a_kind_or_a_conversation(alice: User) -> None:
    conversation, message = _message(alice, "I row on Sundays")
    by_hand, told = bare(alice, "by hand", "told")
    MemorySource.objects.filter(memory=told).delete()
    MemorySource.objects.create(memory=told, kind=SourceKind.MESSAGE, message=message, start=0, end=5)
    assert contents(user=alice, source="hand") == ["by hand"]
    assert contents(user=alice, source=conversation.pk) == ["told"]
    assert contents(user=alice, source=str(conversation.pk)) == ["told"]
    assert contents(user=alice, source=uuid.uuid4()) == contents(user=alice, source="nonsense") == []
    assert by_hand.pk != told.pk


def test_orders_are_total_and_never_used_rows_come_last(alice: User) -> None:
    now = timezone.now()
    rows = bare(alice, "a", "b", "c", created_at=now)
    Memory.objects.filter(pk=rows[0].pk).update(access_count=2, last_accessed_at=now, confidence=0.7)
    Memory.objects.filter(pk=rows[1].pk).update(
        access_count=5, last_accessed_at=now - timedelta(days=1), confidence=0.9
    )
    assert contents(user=alice, sort="-used")[:2] == ["b", "a"]
    assert contents(user=alice, sort="-last_used") == ["a", "b", "c"]
    assert contents(user=alice, sort="-confidence") == ["b", "c", "a"]
    assert contents(user=alice, sort="no such order") == contents(user=alice) == ["c", "b", "a"]


def test_a_page_of_hundreds_takes_three_queries(alice: User) -> None:
    conversation, message = _message(alice, "x" * 50_000)
    subject = entity(alice)
    rows = Memory.objects.bulk_create(
        Memory(user=alice, subject=subject, content=f"row {n}", type="fact", status="active")
        for n in range(500)
    )
    MemorySource.objects.bulk_create(
        MemorySource(memory=row, kind=SourceKind.MESSAGE, message=message, start=n, end=n + 1)
        for n, row in enumerate(rows)
    )
    with CaptureQueriesContext(connection) as context:
        page = list(selectors.memory_list(user=alice))
        for memory in page:
            assert memory.subject.pk
            assert [source.message.conversation.pk for source in memory.sources.all() if source.message] == [
                conversation.pk
            ]
    assert len(page) == 500
    assert len(context) == 2
    assert not any("x" * 100 in query["sql"] for query in context)


def test_counts_name_every_status(alice: User, bob: User) -> None:
    bare(bob, "Bob's")
    bare(alice, "a", "b")
    bare(alice, "c", status=MemoryStatus.PENDING)
    counts = selectors.memory_counts(user=alice)
    assert counts["active"] == 2 and counts["pending"] == 1 and counts["forgotten"] == 0
    assert set(counts) == set(MemoryStatus.values)


def _message(user: User, text: str) -> tuple[Conversation, Message]:
    conversation = Conversation.objects.create(user=user, title="Talk")
    return conversation, Message.objects.create(conversation=conversation, sequence=1, role="user", text=text)


def test_the_history_of_a_memory(alice: User, bob: User) -> None:
    conversation, message = _message(alice, "Well, I live in York now.")
    (leeds,) = bare(alice, "You live in Leeds", status=MemoryStatus.SUPERSEDED)
    (york,) = bare(alice, "You live in York", supersedes=leeds)
    (next_,) = bare(alice, "You live in Hull", supersedes=york)
    bare(alice, "You own a boat")
    MemorySource.objects.filter(memory=york).delete()
    MemorySource.objects.create(memory=york, kind=SourceKind.MESSAGE, message=message, start=6, end=24)
    MemoryVersion.objects.create(memory=york, content="You live in Yrok", type="fact", actor=Actor.PERSON)
    MemoryEvent.objects.create(user=alice, memory_id=york.pk, verb=EventVerb.EDITED, actor=Actor.PERSON)
    used = RecallTrace.objects.create(user=alice, gate="open", injected=[york.pk])
    RecallTrace.objects.create(user=alice, gate="open", injected=[leeds.pk])
    history = selectors.memory_history(user=alice, memory_id=york.pk)
    assert history.memory == york
    assert [version.content for version in history.versions] == ["You live in Yrok"]
    assert [memory.content for memory in history.superseded] == ["You live in Leeds", "You live in Hull"]
    assert [(found.words, found.conversation_id) for found in history.sources] == [
        ("I live in York now", conversation.pk)
    ]
    assert history.uses == [used]
    assert [event.verb for event in history.events] == ["edited"]
    assert selectors.memory_history(user=alice, memory_id=next_.pk).superseded == [leeds, york]
    for user, memory_id in ((bob, york.pk), (alice, uuid.uuid4())):
        with pytest.raises(MemoryNotFound):
            selectors.memory_history(user=user, memory_id=memory_id)


def test_what_messages_taught(alice: User, bob: User) -> None:
    _, message = _message(alice, "I row and I paint")
    row, paint, gone = bare(alice, "You row", "You paint", "You swim")
    for memory, start in ((row, 0), (row, 3), (paint, 8), (gone, 9)):
        MemorySource.objects.create(
            memory=memory, kind=SourceKind.MESSAGE, message=message, start=start, end=start + 2
        )
    Memory.objects.filter(pk=gone.pk).update(status=MemoryStatus.FORGOTTEN, forgotten_at=timezone.now())
    assert selectors.memories_from_messages(user=alice, message_ids=[message.pk]) == {
        message.pk: [row, paint]
    }
    assert selectors.memories_from_messages(user=bob, message_ids=[message.pk]) == {}


def test_a_receipt_shows_the_rows_as_they_stand(alice: User, bob: User) -> None:
    conversation, message = _message(alice, "Where do I live?")
    reply = Message.objects.create(
        conversation=conversation, sequence=2, role="assistant", reply_to=message, text="In York."
    )
    york, forgotten = bare(alice, "You live in Yrok", "You row")
    RecallTrace.objects.create(
        user=alice, message=message, reply=reply, gate="open", took_ms=7, injected=[york.pk, forgotten.pk],
        unhelpful=[york.pk],
        choices=[{"id": str(york.pk), "score": 0.8, "in": True, "why": "both"}],
    )  # fmt: skip
    Memory.objects.filter(pk=york.pk).update(content="You live in York")
    Memory.objects.filter(pk=forgotten.pk).update(status=MemoryStatus.FORGOTTEN, forgotten_at=timezone.now())
    receipt = selectors.receipt_for(user=alice, reply_ids=[reply.pk, uuid.uuid4()])[reply.pk]
    assert (receipt.gate, receipt.took_ms, receipt.gone) == ("open", 7, 1)
    (item,) = receipt.items
    assert (item.memory.content, item.why, item.score, item.unhelpful) == (
        "You live in York",
        "both",
        0.8,
        True,
    )
    assert selectors.receipt_for(user=bob, reply_ids=[reply.pk]) == {}
