"""Questions of two steps bring the memories of the whole way, in both languages, and nobody else's."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from chat.models import Conversation
from memories import services
from memories.graph.asked import Asked, read
from memories.models import Entity, Memory, NotHere, RecallTrace
from memories.recall import recall
from memoryhub.models import User
from tests.recall_rows import ask, remember

pytestmark = pytest.mark.django_db

WORKS, SITS = "My wife Ines works at Bekaert", "Bekaert is based in Kortrijk"
WORKS_ZH, SITS_ZH = "我老婆小雨在蓝鲸科技上班", "蓝鲸科技总部在合肥"


def told(user: User, *texts: str) -> list[Memory]:
    return [services.memory_remember(user=user, content=text) for text in texts]


def brought(user: User, question: str, *, conversation_id: UUID | None = None) -> list[str]:
    found = recall(ask(user, question, conversation_id=conversation_id))
    return [row.content for row in found.memories]


def led(user: User, question: str) -> list[str]:
    return [row.content for row in recall(ask(user, question)).memories if row.why == "relation"]


@pytest.mark.parametrize(
    ("question", "begins", "ways"),
    [
        ("Where is my husband's employer based?", "husband", ["works_at located_in", "works_in"]),
        ("What city is the firm my uncle works for in?", "uncle", ["works_at located_in", "works_in"]),
        ("Where is our company's head office?", "", ["works_at located_in", "works_in"]),
        ("Where is my nephew's school?", "nephew", ["studies_at located_in"]),
        ("Which country does my cousin live in?", "cousin", ["lives_in located_in", "lives_in"]),
        ("我女朋友的单位在哪个区？", "girlfriend", ["works_at located_in", "works_in"]),
        ("我公司总部在哪里？", "", ["works_at located_in", "works_in"]),
        ("我侄子的学校在哪？", "nephew", ["studies_at located_in"]),
        ("我舅舅住在哪个国家？", "uncle", ["lives_in located_in", "lives_in"]),
    ],
)
def test_a_question_tells_its_way(question: str, begins: str, ways: list[str]) -> None:
    asked = read(question)
    assert asked is not None
    assert (asked.relation, asked.name) == (begins, "")
    assert [" ".join(next(iter(step)) for step in way) for way in asked.ways] == ways


@pytest.mark.parametrize(
    "question",
    [
        "Where does my wife work?",
        "Where do I live?",
        "What is my wife's name?",
        "When is my wife's birthday?",
        "How old is my sister's husband?",
        "Where should I take my wife for dinner?",
        "Where is the nearest school?",
        "Who is my boss?",
        "我老婆在哪上班？",
        "我老婆住哪？",
        "我老婆叫什么？",
        "我想去哪里玩",
        "附近的学校在哪里？",
    ],
)
def test_a_question_of_one_step_has_none(question: str) -> None:
    assert read(question) is None


def test_a_name_begins_a_way_where_the_graph_knows_it() -> None:
    assert read("Where is Ines's employer based?") is None
    asked = read("Where is Ines's employer based?", names=["Ines"])
    assert isinstance(asked, Asked)
    assert asked.name == "Ines"


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Where is my wife's employer based?", [WORKS, SITS]),
        ("Which city is the company my wife works for in?", [WORKS, SITS]),
        ("Where is Ines's employer based?", [WORKS, SITS]),
        ("我老婆的公司在哪个城市？", [WORKS, SITS]),
        ("我老婆的公司在哪个城市？", [WORKS_ZH, SITS_ZH]),
        ("小雨上班的公司总部在哪？", [WORKS_ZH, SITS_ZH]),
        ("Where is my wife's company based?", [WORKS_ZH, SITS_ZH]),
        ("Who runs the company my wife works for?", [WORKS, "The CEO of Bekaert is Lena Maes"]),
        ("Which country is my wife's employer in?", [WORKS, SITS, "Kortrijk is located in Belgium"]),
        ("Where does my aunt's husband come from?", ["My aunt Maya is married to Tom Hale", "Tom Hale is from Cork"]),
        ("我弟弟的女朋友是哪里人？", ["我弟弟的女朋友叫小美", "小美是成都人"]),
        ("Where is my company based?", ["I work at Hexagon", "Hexagon is based in Tartu"]),
    ],
)  # fmt: skip
def test_the_memories_of_the_whole_way_are_brought(alice: User, question: str, texts: list[str]) -> None:
    told(alice, *texts, "I live in Ghent", "My sister lives in Turin", "Hexham is based in Leuven")
    assert led(alice, question) == texts
    assert brought(alice, question)[: len(texts)] == texts


def test_a_way_that_breaks_off_brings_nothing_by_it(alice: User) -> None:
    told(alice, WORKS, "Umicore is based in Kortrijk")
    assert led(alice, "Where is my wife's employer based?") == []


def test_one_question_after_another_goes_its_own_way(alice: User) -> None:
    told(alice, "My aunt Maya is married to Tom Hale", "Tom Hale is from Cork")
    texts = ["My brother's girlfriend is called Ayumi", "Ayumi lives in Osaka"]
    told(alice, *texts)
    before = "Where does my aunt's husband come from?"
    found = recall(ask(alice, "Where does my brother's girlfriend live?", recent=(before,)))
    assert [row.content for row in found.memories if row.why == "relation"] == texts


@pytest.mark.parametrize(
    ("question", "other"),
    [("Where do I live?", "Ayumi lives in Osaka"), ("我住在哪里？", "小美住在成都")],
)
def test_where_somebody_s_partner_lives_is_not_where_the_person_does(
    alice: User, question: str, other: str
) -> None:
    told(alice, "My brother's girlfriend is called Ayumi", "我弟弟的女朋友叫小美")
    subject = Entity.objects.get(user=alice, name="Ayumi" if "Ayumi" in other else "小美")
    remember_of(alice, other, subject)
    assert other not in brought(alice, question)


def remember_of(user: User, content: str, subject: Entity) -> None:
    (row,) = remember(user, content, slot="residence", value=content[-5:])
    Memory.objects.filter(pk=row.pk).update(subject=subject)


def test_the_trace_and_the_reason_name_the_channel(alice: User) -> None:
    told(alice, WORKS, SITS)
    found = recall(ask(alice, "Where is my wife's employer based?"))
    trace = RecallTrace.objects.get(pk=found.trace_id)
    assert [rank for _id, rank, _score in trace.channels["relation"]] == [1, 2]
    assert [row.channels["relation"] for row in found.memories] == [1, 2]


def test_nobody_else_s_graph_is_walked(alice: User, bob: User) -> None:
    told(alice, WORKS)
    told(bob, SITS, "My wife Ines works at Umicore", "Umicore is based in Hoboken")
    assert led(alice, "Where is my wife's employer based?") == []
    told(alice, SITS)
    assert led(alice, "Where is my wife's employer based?") == [WORKS, SITS]


def test_what_is_left_out_here_over_or_in_doubt_breaks_the_way(alice: User) -> None:
    question = "Where is my wife's employer based?"
    _works, sits = told(alice, WORKS, SITS)
    chat = Conversation.objects.create(user=alice)
    NotHere.objects.create(memory=sits, conversation=chat)
    assert SITS not in brought(alice, question, conversation_id=chat.pk)
    assert led(alice, question) == [WORKS, SITS]
    Memory.objects.filter(pk=sits.pk).update(expires_at=timezone.now() - timedelta(hours=1))
    assert led(alice, question) == []


def test_what_was_is_no_question_of_the_graph(alice: User) -> None:
    told(alice, WORKS, SITS)
    assert led(alice, "Where was my wife's former employer based?") == []
