"""Whose thing a question asks for, and of what kind: no row of another's and of no other kind answers it."""

# ruff: noqa: E501

import pytest

from memories.recall.evidence import Evidence
from memories.recall.intent import read
from memories.recall.safety import is_concerned
from memories.recall.whose import names
from tests.test_recall_fitting import chosen, row


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("When is Rosalind's birthday?", row("Your aunt's birthday is 9 June", "birthday", "aunt")),
        ("Where does Petra live?", row("You live in Turin", "residence")),
        ("What is Petra allergic to?", row("You're allergic to kiwi", "allergy")),
        ("How old is Bernard?", row("You are 41 years old", "age")),
        ("田雨生日是哪天？", row("你姑姑的生日是6月9号", "birthday", "aunt")),
        ("阿文住在哪里？", row("你住在都灵", "residence")),
        ("老周对什么过敏？", row("你对猕猴桃过敏", "allergy")),
    ],
)  # fmt: skip
def test_what_is_asked_of_somebody_by_name_is_answered_by_no_other(question: str, other: object) -> None:
    assert chosen(question, other) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When is Rosalind's birthday?", "Your aunt Rosalind's birthday is 9 June"),
        ("Where does Petra live?", "Your friend Petra lives in Turin"),
        ("田雨生日是哪天？", "你姑姑田雨的生日是6月9号"),
    ],
)
def test_what_is_told_of_the_one_who_is_named_answers(question: str, answer: str) -> None:
    assert chosen(question, row(answer, "birthday" if "birth" in answer or "生日" in answer else "residence", "aunt")) == [answer]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Where does my uncle live?", row("Your uncle is a plumber", "occupation", "uncle")),
        ("What does my uncle do for a living?", row("Your uncle lives in Turin", "residence", "uncle")),
        ("When is Petra's birthday?", row("Your friend Petra lives in Turin", "residence", "friend")),
        ("When is my uncle's birthday?", row("Your uncle is a plumber", "occupation", "uncle")),
        ("我舅舅哪天过生日？", row("你的舅舅住在都灵", "residence", "uncle")),
        ("Where did I grow up?", row("You live in Turin", "residence")),
        ("What's my home town?", row("You live in Turin", "residence")),
        ("When is my work review?", row("You work at a bakery", "employer")),
        ("When is my driving test?", row("You are a plumber", "occupation")),
        ("Do I eat pork?", row("You are allergic to aspirin", "allergy")),
        ("Which dishes do I hate?", row("You are allergic to aspirin", "allergy")),
        ("我舅舅住哪儿？", row("你的舅舅是水管工", "occupation", "uncle")),
        ("我舅舅是做什么工作的？", row("你的舅舅住在都灵", "residence", "uncle")),
        ("我家乡是哪里？", row("你住在都灵", "residence")),
        ("我在哪儿长大的？", row("你住在都灵", "residence")),
        ("我的驾照考试是什么时候？", row("你是水管工", "occupation")),
        ("我吃猪肉吗？", row("你对阿司匹林过敏", "allergy")),
        ("我讨厌吃什么？", row("你对阿司匹林过敏", "allergy")),
    ],
)
def test_another_kind_of_thing_does_not_answer(question: str, other: object) -> None:
    assert chosen(question, other) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does my uncle live?", row("Your uncle lives in Turin", "residence", "uncle")),
        ("Where did I grow up?", row("You grew up in Turin", "hometown")),
        ("Where am I from?", row("You live in Turin", "residence")),
        ("When is my driving test?", row("Your driving test is on 4 May", "event")),
        ("When did I start at the bakery?", row("You have worked at the bakery since 2019", "employer")),
        ("Do I eat prawns?", row("You are allergic to shellfish", "allergy")),
        ("What foods do I have to avoid?", row("You are allergic to shellfish", "allergy")),
        ("我舅舅住哪儿？", row("你的舅舅住在都灵", "residence", "uncle")),
        ("我家乡是哪里？", row("你在都灵长大", "hometown")),
        ("我吃虾吗？", row("你对海鲜过敏", "allergy")),
    ],
)  # fmt: skip
def test_the_kind_that_is_asked_for_answers(question: str, answer: object) -> None:
    assert chosen(question, answer) == [answer.content]  # type: ignore[arg-type, attr-defined]


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("What am I afraid of?", row("You're terrified of geese", "dislikes"), row("You hate rain", "dislikes")),
        ("What are my biggest fears?", row("You're scared of lifts", "dislikes"), row("You love lifts", "likes")),
        ("What scares me?", row("You're scared of lifts", "dislikes"), row("You hate rain", "dislikes")),
        ("我怕什么？", row("你怕大鹅", "dislikes"), row("你讨厌下雨", "dislikes")),
        ("我最害怕什么？", row("你害怕坐电梯", "dislikes"), row("你喜欢坐电梯", "likes")),
    ],
)  # fmt: skip
def test_a_question_for_fears_is_answered_by_fears(question: str, answer: object, other: object) -> None:
    assert chosen(question, answer, other, chance=0.5) == [answer.content]  # type: ignore[arg-type, attr-defined]


@pytest.mark.parametrize(
    ("message", "warning", "due"),
    [
        ("What am I allergic to?", "Your flatmate is allergic to nuts", False),
        ("What am I allergic to?", "You are allergic to nuts", True),
        ("What is my uncle allergic to?", "You are allergic to nuts", False),
        ("What is my uncle allergic to?", "Your uncle is allergic to nuts", True),
        ("What is Petra allergic to?", "You are allergic to nuts", False),
        ("Can I bake a nut cake for my flatmate?", "Your flatmate is allergic to nuts", True),
        ("我对什么过敏？", "你的室友对坚果过敏", False),
        ("我对什么过敏？", "你对坚果过敏", True),
        ("我舅舅对什么过敏？", "你对坚果过敏", False),
        ("我舅舅对什么过敏？", "你的舅舅对坚果过敏", True),
        ("能给室友做坚果蛋糕吗？", "你的室友对坚果过敏", True),
    ],
)
def test_a_warning_is_told_of_whom_it_is_asked(message: str, warning: str, due: bool) -> None:
    assert is_concerned(intent=read(message), content=warning, evidence=Evidence(nearness=1.0)) is due


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("When is Rosalind's birthday?", {"rosalind"}),
        ("where does petra work?", {"petra"}),
        ("When is my birthday?", set()),
        ("What does it eat?", set()),
        ("What's today's date?", set()),
        ("田雨的生日是哪天？", {"田雨"}),
        ("我的生日是哪天？", set()),
        ("公司地址在哪里？", set()),
        ("现在住在哪里？", set()),
    ],
)
def test_a_name_is_read_where_a_thing_of_theirs_is_asked_for(question: str, found: set[str]) -> None:
    assert names(read(question)) == found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does Petra live?", row("Your friend Petra lives in Turin", "residence", "friend")),
        ("小樱住在哪里？", row("你的妹妹小樱住在成都", "residence", "younger_sister")),
        ("我什么时候学的琴？", row("你2024年5月学了琴", "learning")),
    ],
)
def test_what_a_row_tells_of_the_named_one_answers_though_it_is_not_near(
    question: str, answer: object
) -> None:
    chance = 0.05 if "琴" not in question else 0.35
    assert chosen(question, answer, chance=chance) == [answer.content]  # type: ignore[arg-type, attr-defined]


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("Where does Petra live?", row("Your friend Petra is a baker", "occupation", "friend")),
        ("我什么时候学的琴？", row("你喜欢琴", "likes")),
    ],
)
def test_what_is_not_near_and_tells_something_else_does_not(question: str, other: object) -> None:
    assert chosen(question, other, chance=0.35) == []  # type: ignore[arg-type]
