"""Which rows answer a direct question: of the person, thing, time and liking that it names."""

# ruff: noqa: E501

import uuid
from datetime import UTC, datetime

import pytest

from memories import recall
from memories.kinds import MemoryType, Protection
from memories.recall.evidence import Evidence
from memories.recall.fitting import Judged, answering, parts
from memories.recall.instructed import instructed
from memories.recall.intent import read
from memories.recall.ranking import Row
from memories.recall.safety import is_concerned
from memories.recall.types import Recalled
from memoryhub.models import User
from tests.recall_rows import ask, remember

FLOOR = 0.46


def row(content: str, slot: str = "", relation: str = "") -> Row:
    """A row as ranking sees it."""
    return Row(
        id=uuid.uuid4(), content=content, type="fact", slot=slot, relation=relation, confidence=0.8, access_count=0,
        told_at=datetime(2026, 1, 1, tzinfo=UTC), used_at=None,
    )  # fmt: skip


def chosen(question: str, *rows: Row, chance: float = 0.6) -> list[str]:
    """The contents that answer, where all rows have the same chance and are fairly near."""
    judged = [Judged(row=one, chance=chance, nearness=3.0) for one in rows]
    passing = answering(intent=read(question), judged=judged, floor=FLOOR)
    return [one.content for one, passes in zip(rows, passing, strict=True) if passes]


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Where do I work?", row("You live in Turin", "residence")),
        ("我在哪上班？", row("你住在都灵", "residence")),
        ("Which city do I call home?", row("You own a sailing boat called Puffin", "possession")),
    ],
)
def test_a_slot_that_nothing_fills_is_not_answered_by_another(question: str, other: Row) -> None:
    assert chosen(question, other) == []


def test_home_is_the_city_that_one_calls_so() -> None:
    home = row("You live in Utrecht", "residence")
    assert chosen("Which city do I call home?", home, row("You own a boat called Puffin", "possession")) == [
        home.content
    ]


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("Where do I live?", row("You live in Gdansk", "residence"), row("You used to live in Bari", "residence")),
        ("我住哪儿？", row("你搬到了大理", "residence"), row("你以前住在烟台", "residence")),
        ("Where do I live?", row("You live in Gdansk", "residence"), row("Your aunt lives in Bari", "residence", "aunt")),
        ("我们哪天结婚的？", row("你们2012年6月2日结婚", "event"), row("你表哥的婚礼在5月1日", "event")),
        ("我讨厌吃什么？", row("你不喜欢吃茄子", "dislikes"), row("你讨厌星期五", "dislikes")),
        ("我讨厌吃什么？", row("你不喜欢吃茄子", "dislikes"), row("你爱吃面条", "likes")),
        ("What food do I hate?", row("You hate aubergine soup", "dislikes"), row("You love noodle soup", "likes")),
        ("What's my rabbit's name?", row("Your rabbit is called Clover", "pet", "rabbit"), row("Your name is Ida", "name")),
        ("What's my brother's job?", row("Your brother Per is a baker", "occupation", "brother"), row("You are a nurse", "occupation")),
        ("Which team do I support?", row("You support Ajax", "likes"), row("You love jazz", "likes")),
        ("我家有什么宠物？", row("你养了一只猫", "pet", "cat"), row("你是个夜猫子", "note")),
        ("When do I see the vet?", row("You see the vet on 3 May", "event"), row("You like the vet", "likes")),
    ],
)  # fmt: skip
def test_what_is_about_something_else_does_not_answer(question: str, answer: Row, other: Row) -> None:
    assert chosen(question, other, answer) == [answer.content]


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("Do I have a motorbike?", row("You drive a small Fiat car", "possession")),
        ("我有摩托车吗？", row("你开一辆菲亚特", "possession")),
        ("Do I like gin?", row("You love rye bread", "likes")),
        ("What's my favourite film?", row("Your favourite band is Kino", "favourite.band")),
        ("我最喜欢的电影是什么？", row("你最喜欢的乐队是木马", "favourite.band")),
        ("Where does my sister live?", row("Your mother-in-law lives in Bari", "residence", "mother_in_law")),
        ("Who is Bertram?", row("Your uncle Bernard is a monk", "occupation", "uncle")),
        ("What did I do in Japan?", row("You speak French", "languages")),
        (
            "my national insurance number?",
            row("Your neighbour's phone number is 0117", "attribute.phone", "neighbour"),
        ),
        ("我什么时候验光？", row("你们2024年去冰岛看了极光", "event")),
        ("What's my favourite song?", row("Your favourite band is Kino", "favourite.band")),
    ],
)
def test_what_is_only_near_is_no_answer(question: str, near: Row) -> None:
    assert chosen(question, near) == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What do I do for a living?", row("You make barrels at Holt's", "occupation")),
        ("我是做什么的？", row("你在陶坊当陶艺师", "occupation")),
        ("Am I a morning person?", row("You're a night owl")),
        ("How do I get to work?", row("You take the ferry to work")),
        ("Do I have any pets?", row("You have a tortoise", "pet", "turtle")),
        ("我最喜欢喝什么茶？", row("我最喜欢的茶是凤凰单丛", "likes")),
        ("Am I married?", row("Your wife is called Ines", "family", "wife")),
        ("我结婚了吗？", row("你老公叫阿图", "family", "husband")),
    ],
)
def test_a_slot_that_is_asked_by_name_answers_below_the_floor(question: str, answer: Row) -> None:
    assert chosen(question, answer, chance=0.3) == [answer.content]


def test_a_wish_is_judged_by_the_floor_alone() -> None:
    assert chosen("Suggest a present for me", row("Your aunt lives in Bari", "residence", "aunt")) != []


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Where do I live and what do I do?", ["where do i live", "what do i do"]),
        ("我住哪里，做什么工作？", ["我住哪里", "我做什么工作"]),
        ("What's my age and height?", ["what's my age", "my height"]),
        ("Where do I buy bread and milk?", []),
        ("我住哪里？", []),
    ],
)
def test_a_message_that_asks_two_things_is_two_questions(message: str, asked: list[str]) -> None:
    assert parts(message) == asked


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("What should you call me?", ["You want to be called Bo"]),
        ("怎么称呼我？", ["You want to be called Bo"]),
        ("Which seat do I want on trains?", ["When you book trains, take a window seat"]),
        ("Book me a window on the train, will you", ["When you book trains, take a window seat"]),
        ("Where do I live?", []),
    ],
)
def test_an_instruction_is_told_to_who_asks_for_it(message: str, told: list[str]) -> None:
    rows = [
        Recalled(
            memory_id=uuid.uuid4(), content=content, address=content, type="instruction", slot=slot, why="instruction",
            score=1.0, confidence=0.9, created_at=datetime(2026, 1, 1, tzinfo=UTC), said_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        for content, slot in (
            ("You want to be called Bo", "called"),
            ("When you book trains, take a window seat", "instruction"),
        )
    ]  # fmt: skip
    assert [one.content for one in instructed(query=message, instructions=rows)] == told


@pytest.mark.parametrize(
    ("message", "due"),
    [
        ("Find me a seafood restaurant", True),
        ("今晚做什么菜好", True),
        ("Can I eat this soup?", True),
        ("我能吃这个蛋糕吗？", True),
        ("seafood restaurants?", True),
        ("What do I like to eat?", True),
        ("blood type?", False),
        ("Do I like whisky?", False),
        ("我有姐姐吗？", False),
        ("我有纹身吗？", False),
        ("What is my shoe size?", False),
        ("Who is Bertram?", False),
        ("When is the wedding?", False),
    ],
)
def test_a_warning_stands_beside_what_it_concerns_and_nothing_else(message: str, due: bool) -> None:
    near = Evidence(nearness=1.4)
    assert is_concerned(intent=read(message), content="You are allergic to walnuts", evidence=near) is due


def test_two_questions_are_answered_together(alice: User) -> None:
    remember(alice, "You live in Gdansk", slot="residence")
    remember(alice, "You're a glass blower", slot="occupation")
    remember(
        alice, "Your aunt lives in Bari", slot="residence", relation="aunt", type=MemoryType.RELATIONSHIP
    )
    remember(alice, "You are allergic to walnuts", slot="allergy", protection=Protection.SAFETY)
    found = recall.recall(ask(alice, "Where do I live and what do I do?"))
    assert {one.content for one in found.memories} == {"You live in Gdansk", "You're a glass blower"}
