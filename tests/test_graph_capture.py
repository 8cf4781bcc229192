"""What is said of an employer, a school or somebody's partner is remembered where the graph knows of them."""

# ruff: noqa: E501

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from memories.capture import extraction, runs
from memories.capture.acquaintances import Acquaintance
from memories.capture.types import Turn
from memories.kinds import MemoryStatus
from memories.models import Memory, Relation
from memories.recall import recall
from memoryhub.models import User
from tests.recall_rows import ask
from tests.test_erasure import say

KNOWN = (
    Acquaintance("person", "wife", "Ines"),
    Acquaintance("organisation", "", "Bekaert", "Bekaert"),
    Acquaintance("organisation", "", "蓝鲸科技", "蓝鲸科技"),
    Acquaintance("person", "", "Odile", "Odile"),
    Acquaintance("person", "", "小美", "小美"),
    Acquaintance("place", "", "Kortrijk", "Kortrijk"),
)


def found(text: str, *, known: tuple[Acquaintance, ...] = KNOWN) -> list[tuple[str, str, str, str]]:
    turn = Turn(uuid4(), uuid4(), text, datetime(2026, 5, 4, 12, tzinfo=UTC))
    candidates = extraction.by_rules(turn, known=known).extraction.candidates
    return [(one.subject.name, one.slot, one.value, one.content) for one in candidates]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bekaert is headquartered in Kortrijk.", ("Bekaert", "location", "Kortrijk", "Bekaert is headquartered in Kortrijk")),
        ("By the way, Bekaert has its head office in Zwevegem.", ("Bekaert", "location", "Zwevegem", "Bekaert has its head office in Zwevegem")),
        ("The CEO of Bekaert is Lena Maes.", ("Bekaert", "", "Lena Maes", "The CEO of Bekaert is Lena Maes")),
        ("Bekaert belongs to Orkla Group", ("Bekaert", "", "Orkla Group", "Bekaert belongs to Orkla Group")),
        ("Odile comes from Nantes!", ("Odile", "hometown", "Nantes", "Odile comes from Nantes")),
        ("Kortrijk is in Flanders.", ("Kortrijk", "location", "Flanders", "Kortrijk is in Flanders")),
        ("其实蓝鲸科技总部在合肥。", ("蓝鲸科技", "location", "合肥", "蓝鲸科技总部在合肥")),
        ("蓝鲸科技位于合肥", ("蓝鲸科技", "location", "合肥", "蓝鲸科技位于合肥")),
        ("小美在美团上班", ("小美", "employer", "美团", "小美在美团上班")),
        ("小美是成都人", ("小美", "hometown", "成都", "小美是成都人")),
    ],
)  # fmt: skip
def test_what_is_told_of_those_whom_the_graph_knows_is_remembered(
    text: str, expected: tuple[str, str, str, str]
) -> None:
    assert found(text) == [expected]
    assert expected not in found(text, known=())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My sister works at Umicore, which is based in Hoboken.", ("Umicore", "location", "Hoboken", "Umicore is based in Hoboken")),
        ("My sister works at Umicore. It's located in Hoboken.", ("Umicore", "location", "Hoboken", "Umicore is located in Hoboken")),
        ("我哥在蓝海银行工作，总部在宁波", ("蓝海银行", "location", "宁波", "蓝海银行总部在宁波")),
    ],
)  # fmt: skip
def test_what_a_message_itself_connects_is_known_in_it(
    text: str, expected: tuple[str, str, str, str]
) -> None:
    assert expected in found(text, known=())


@pytest.mark.parametrize(
    "text",
    [
        "Is Bekaert based in Kortrijk?",
        "If Bekaert is based in Kortrijk, I could visit.",
        "I heard Bekaert is based in Kortrijk",
        "Umicore is based in Hoboken.",
        "Bekaert is hiring",
        "Bekaert might move to Gent",
        "The Bekaert meeting is in Kortrijk on Friday",
        "Translate: Bekaert is based in Kortrijk.",
        "蓝鲸科技总部在合肥吗？",
        "听说蓝鲸科技总部在合肥",
        "海豚科技总部在合肥",
        "蓝鲸科技在裁员",
        "小美在逛街",
        "如果蓝鲸科技总部在合肥就好了",
    ],
)
def test_what_is_asked_heard_or_of_others_is_not(text: str) -> None:
    assert [one for one in found(text) if one[1] == "location" or one[0] in ("Bekaert", "小美")] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("messages", "question", "expected"),
    [
        (
            ["My wife Ines works at Bekaert.", "Bekaert is based in Kortrijk."],
            "Where is my wife's employer based?",
            ["Your wife Ines works at Bekaert", "Bekaert is based in Kortrijk"],
        ),
        (
            ["我老婆叫小雨", "小雨在蓝鲸科技上班", "蓝鲸科技总部在合肥"],
            "我老婆的公司在哪个城市？",
            ["你的老婆小雨在蓝鲸科技上班", "蓝鲸科技总部在合肥"],
        ),
    ],
)
def test_said_in_a_chat_it_answers_a_question_of_two_steps_and_changes_with_what_is_said(
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    messages: list[str],
    question: str,
    expected: list[str],
) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)
    for text in messages:
        say(alice, text)
    assert [row.content for row in recall(ask(alice, question)).memories][:2] == expected
    moves = "Bekaert has moved to Bruges." if "Bekaert" in messages[0] else "蓝鲸科技总部搬到了苏州"
    say(alice, moves)
    (now,) = Relation.objects.filter(user=alice, predicate="located_in")
    assert now.object.name in ("Bruges", "苏州")
    assert Memory.objects.get(content=expected[1]).status == MemoryStatus.SUPERSEDED
