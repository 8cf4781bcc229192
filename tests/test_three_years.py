"""Three years of a made-up person, in both languages, by dated rules: what must stay stays, what is over is past."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture, services
from memories.capture import runs
from memories.kinds import MemoryStatus, MemoryType
from memories.models import Memory, MemoryEvent
from memories.recall import recall
from memories.upkeep import consolidation, nightly
from memories.upkeep.forgetting import Reason
from memories.upkeep.words import detail_words
from memoryhub.models import User
from tests.recall_rows import ask

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(3000)]

START = date(2023, 1, 2)
DAYS = 3 * 365
TURNS = 400

#: What is said once, on its day.
DATED: dict[int, list[str]] = {
    0: ["我叫苏晚。", "I'm allergic to cashews, badly.", "I live in Bergen.", "I work as a florist."],
    3: ["I also have asthma."],
    9: ["我对青霉素过敏。"],
    12: ["My birthday is on 4 May.", "I have a dog called Bruno."],
    20: ["I love coffee.", "我喜欢爵士乐。"],
    40: ["Never book anything for me without asking."],
    140: ["I moved: I live in Ghent now."],
    200: ["I now work as a gardener."],
    330: ["I don't like coffee any more."],
    420: ["I'm learning the cello."],
    520: ["我搬家了，现在住在南京。"],
    700: ["我现在是中学老师。"],
    900: ["I moved to Turin, I live there now."],
    1000: ["我戒辣了，不吃辣。"],
}
#: What is added by hand on the fifth day.
BY_HAND = "My emergency contact is my brother Jonas, 555 0142"
#: What is said again and again, in these words or those.
REPEATED = [
    "我喜欢爵士乐。", "I like jazz.", "I really like jazz!", "I prefer aisle seats.", "我喜欢靠窗看书。",
    "I'm learning the cello.", "I'm allergic to cashews.", "我对青霉素过敏。", "I like hiking.", "I love hiking.",
    "我喜欢徒步。",
]  # fmt: skip
#: What happens, and what is thought of and never said again.
PLACES = [
    "lake",
    "market",
    "museum",
    "harbour",
    "castle",
    "theatre",
    "stadium",
    "aquarium",
    "library",
    "old mill",
]
PLACES_ZH = ["湖边", "集市", "博物馆", "码头", "城堡", "剧院", "体育场", "水族馆", "图书馆", "老磨坊"]
DOUBTS = [
    "Maybe I'll take up pottery.", "我可能会去学陶艺吧。", "I might try fencing one day.", "我好像对射箭有点感兴趣。",
    "Perhaps I should get a parrot.", "也许我会换个手机。",
]  # fmt: skip
CHAT = [
    "What is the boiling point of water?",
    "今天天气怎么样？",
    "Thanks!",
    "讲个笑话吧。",
    "How do I boil rice?",
]

PAST_HOMES = ("Bergen", "Ghent", "南京")


def turns() -> dict[int, list[str]]:
    """What is said on which day; the same on every run."""
    chance = random.Random(20230102)
    said = {day: list(texts) for day, texts in DATED.items()}
    left = TURNS - sum(map(len, said.values()))
    for _turn in range(left):
        day = chance.randrange(1, DAYS - 5)
        kind = chance.choices(["event", "repeat", "doubt", "chat"], weights=[45, 25, 12, 18])[0]
        number = chance.randrange(len(PLACES))
        text = {
            "event": chance.choice(
                [
                    f"I went to the {PLACES[number]} with Mira yesterday.",
                    f"昨天我和小林去了{PLACES_ZH[number]}。",
                ]
            ),
            "repeat": chance.choice(REPEATED),
            "doubt": chance.choice(DOUBTS),
            "chat": chance.choice(CHAT),
        }[kind]
        if text in REPEATED and "cello" in text and day < 420:
            text = "I like hiking."
        said.setdefault(day, []).append(text)
    assert sum(map(len, said.values())) == TURNS
    return said


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    traveller = time_machine.travel(datetime.combine(START, datetime.min.time(), tzinfo=UTC), tick=False)
    with traveller as moves:
        yield moves


def say(user: User, text: str, conversation: Conversation) -> None:
    message = Message.objects.create(
        conversation=conversation,
        sequence=conversation.messages.count() + 1,
        role=Message.Role.USER,
        text=text,
        created_at=timezone.now(),
    )
    capture.enqueue(message_id=message.pk, user_id=user.pk)
    capture.run_user(user_id=user.pk)


def state(user: User) -> dict[Any, tuple[Any, ...]]:
    names = ("pk", "status", "confidence", "mention_count", "merged_into_id", "updated_at", "content")
    return {row[0]: row[1:] for row in Memory.objects.of(user).values_list(*names)}


def recalled(user: User, question: str) -> str:
    found = recall(ask(user, question, trace=False))
    return "\n".join(row.content for row in (*found.instructions, *found.memories))


def test_three_years(alice: User, clock: time_machine.Traveller) -> None:
    said = turns()
    most = 0
    for day in range(DAYS):
        here = datetime.combine(START + timedelta(days=day), datetime.min.time(), tzinfo=UTC)
        clock.move_to(here + timedelta(hours=18))
        texts = said.get(day, [])
        if texts:
            chat = Conversation.objects.create(user=alice)
            for text in texts:
                say(alice, text, chat)
                clock.shift(timedelta(seconds=30))
            if day == 3:
                services.memory_confirm(
                    user=alice,
                    memory_ids=list(Memory.objects.filter(category="health").values_list("pk", flat=True)),
                )
        if day == 5:
            services.memory_remember(user=alice, content=BY_HAND)
        # One night a week, and the last: a machine is off now and then, and the end must be the same.
        if day % 7 and day < DAYS - 1:
            continue
        clock.move_to(here + timedelta(hours=27))
        done = nightly.run_person(user_id=alice.pk)
        assert not [error for error in done.values() if isinstance(error, str)], (day, done)
        if any(done.values()) or day % 5 == 0:  # where the first run did nothing, it was a second one itself
            before = state(alice)
            again = nightly.run_person(user_id=alice.pk)
            assert state(alice) == before, (day, again)
        most = max(most, Memory.objects.of(alice).active().count())

    rows = list(Memory.objects.of(alice).select_related("subject"))
    active = [row for row in rows if row.status == MemoryStatus.ACTIVE]

    # What is protected is there and is recalled.
    protected = [row for row in rows if row.protection]
    assert {row.protection for row in protected} >= {"safety", "health", "identity", "rule"}
    assert all(row.status == MemoryStatus.ACTIVE for row in protected)
    for question, answer in (
        ("Suggest a snack for me.", "cashew"),
        ("我要去打针，有什么要告诉医生的？", "青霉素"),
        ("我叫什么名字？", "苏晚"),
        ("Who is my emergency contact?", "Jonas"),
        ("When is my birthday?", "May"),
        ("Book me a table.", "without asking"),
    ):
        assert answer in recalled(alice, question), (question, [row.content for row in active])

    # What was replaced is past and nothing else.
    homes = {row.value: row.status for row in rows if row.slot == "residence"}
    assert [row.value for row in active if row.slot == "residence"] == ["Turin"], homes
    for value in PAST_HOMES:
        assert homes[value] == MemoryStatus.SUPERSEDED, homes
    assert not [
        row for row in active if row.slot == "likes" and "coffee" in row.content.lower() and row.positive
    ]
    assert not any(home in recalled(alice, "Where do I live?") for home in PAST_HOMES)

    # Nothing is there twice.
    assert consolidation.join(user=alice, now=timezone.now(), dry_run=True) == 0
    values = Counter(
        (row.subject_id, row.slot, row.value_key, row.positive, row.occurred_on, row.planned_for)
        for row in active
    )
    assert max(values.values()) == 1, [key for key, count in values.items() if count > 1]

    # It is bounded: events are those of the last ninety days, doubts those of the last thirty.
    now = timezone.now()
    for row in active:
        if row.type in (MemoryType.EVENT, MemoryType.TASK):
            told = max(source.said_at for source in row.sources.all())
            assert max(told, row.last_accessed_at or told) > now - timedelta(days=91), row.content
    for row in rows:
        if row.status == MemoryStatus.PENDING and not row.category:
            assert row.updated_at > now - timedelta(days=31)
    archived = [row for row in rows if row.status == MemoryStatus.ARCHIVED]
    assert len(archived) > 60 and most < 60, (len(archived), most)

    # Each that went has its reason, in words.
    gone = MemoryEvent.objects.filter(user=alice, actor="system", verb__in=("archived", "forgotten"))
    assert gone.exists()
    for event in gone:
        assert event.detail.split(":")[0] in (Reason.UNUSED, Reason.DOUBTFUL), event.detail
        assert detail_words(event.verb, event.detail)
    assert gone.filter(verb="forgotten").exists()
