"""Whose "I" it is: another's speech without quotation marks, and the person's own telling after an opening."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from memories.capture import by_rules, spans
from memories.capture.judge_sentences import open_sentences
from memories.capture.types import Candidate, Turn

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def _turn(text: str) -> Turn:
    return Turn(message_id=uuid4(), conversation_id=uuid4(), text=text, said_at=NOW)


def found(text: str) -> list[Candidate]:
    return by_rules.find(spans.own_words(_turn(text)))[0]


def told(text: str) -> list[tuple[str, str]]:
    return [(one.slot, one.value) for one in found(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Our accountant told the auditors: I'm divorced and I live in Malta.",
        "The lodger texted me: I'm allergic to goose down, please wash the duvet.",
        "Yesterday Priya wrote to the whole team: I work at Siemens and I hate beetroot.",
        "My brother-in-law posted on the noticeboard: I collect barometers.",
        "The man next door shouted, I'm a retired sailor!",
        "My trainer told the group, I'm vegetarian and I run every morning.",
        "I'm lactose intolerant, my flatmate told the waiter.",
        "I keep bees, said the shopkeeper.",
        "As our caretaker put it: I take insulin and I'm allergic to wool.",
        "In Bruno's words: I live in Graz and I hate opera.",
        "我爸吼道，我对花粉过敏，快关窗！",
        "My uncle grabbed my tablet: I live in Turin and I'm vegan.",
        "Handing over to my niece: I work as a baker.",
        "This is my neighbour typing, I'm Gregor and I live in Graz.",
        "Olga has taken over the keyboard: I'm allergic to wool.",
        "It's my aunt here on my phone: I hate coriander.",
        "这会儿是我侄女小雨在打字：我对牛奶过敏，我住在扬州。",
        "换我老公来说：我是电工。",
        "我邻居借我手机聊天：我吃素。",
        "下面让我外公来说两句，我是老秦，我在码头上班。",
        "现在是阿梅用我的账号：我今年二十六岁。",
        "患者的原话是，我对磺胺过敏。",
        "Message from the caretaker: I live in Graz now.",
        "My cousin's reply: I can't stand liquorice.",
        "My aunt left me a note: I've got two parrots.",
        "她跟服务员说，我吃素，不要放肉。",
        "我们经理在会上宣布：我离婚了，住在珠海。",
        "我妹妹给我留言：我对猫毛过敏，别带猫来",
        "赵磊对大家说，我喜欢攀岩",
        "邻居发了条短信：我在西门子上班",
        "我婆婆告诉护士，我有糖尿病，住在温州",
        "室友的留言：我讨厌榴莲",
        "我养了两只鹦鹉，卖鱼的师傅说。",
    ],
)
def test_another_s_speech_leaves_nothing(text: str) -> None:
    assert found(text) == []
    assert open_sentences(spans.own_words(_turn(text))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I told the nurse: I'm allergic to latex.", ("allergy", "latex")),
        ("I told my dentist that I'm allergic to lidocaine.", ("allergy", "lidocaine")),
        ("I wrote to the landlord: I live in Bolzano.", ("residence", "Bolzano")),
        ("My husband and I told the agent: we have a dog.", ("pet", "a dog")),
        ("I called my landlady and told her: I'm allergic to mould.", ("allergy", "mould")),
        ("After my boss said it, I moved to Bergen.", ("residence", "Bergen")),
        ("My doctor told me I'm allergic to sulfa.", ("allergy", "sulfa")),
        ("My bio: I'm a glazier from Cork.", ("occupation", "glazier")),
        ("I'm typing this on the ferry: I live in Oban.", ("residence", "Oban")),
        ("这会儿我在用平板打字：我住在温州", ("residence", "温州")),
        ("我跟房东说：我住在温州", ("residence", "温州")),
        ("我告诉护士我对乳胶过敏", ("allergy", "乳胶")),
        ("我跟大夫说过，我对头孢过敏", ("allergy", "头孢")),
        ("我跟我老公说，我对芒果过敏", ("allergy", "芒果")),
        ("医生说我对花粉过敏", ("allergy", "花粉")),
    ],
)
def test_the_person_s_own_speech_stays(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    ("opening", "rest"),
    [
        ("There is a lot I want to tell you: ", "I'm 52 and I grew up in Trieste."),
        ("Okay, here goes: ", "I live in Bergen and I hate beetroot."),
        ("Since you asked: ", "I'm a glazier."),
        ("If you must know: ", "I'm allergic to latex."),
        ("Let me start with a few things: ", "I live in Bergen."),
        ("A bit about me: ", "I live in Bergen and I'm vegetarian."),
        ("一次性跟你说完：", "我今年52岁，老家在温州。"),
        ("长话短说：", "我住在温州，对芒果过敏。"),
        ("有几件事想告诉你：", "我住在温州，喜欢攀岩。"),
        ("既然你问了：", "我今年52岁。"),
        ("先自我介绍一下：", "我叫林深，住在温州。"),
    ],
)
def test_an_opening_with_a_colon_changes_nothing(opening: str, rest: str) -> None:
    assert told(rest)
    assert told(opening + rest) == told(rest)
    for one in found(opening + rest):
        assert (opening + rest)[one.start : one.end] == one.quote


@pytest.mark.parametrize(
    "text",
    [
        "How do I say in Italian: I'm vegetarian",
        "Translate what I want to tell you: I live in Bergen.",
        "Imagine I want to tell you: I'm a pirate and I live in Tortuga.",
        "用意大利语怎么说：我吃素",
        "他要告诉你：我住在温州",
    ],
)
def test_an_opening_of_something_else_tells_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", ["As I put it: I live in Graz.", "In my own words: I live in Graz."])
def test_the_person_s_own_words_are_theirs(text: str) -> None:
    assert ("residence", "Graz") in told(text)


def test_the_person_s_own_words_are_theirs_in_chinese() -> None:
    assert ("allergy", "磺胺") in told("我的原话是，我对磺胺过敏。")


def test_what_is_to_be_noted_beside_a_secret_is_kept_without_its_label() -> None:
    assert [one.content for one in found("记一下，社区书房在二楼，门禁密码 Qiuyu%5520。")] == [
        "你们社区书房在二楼"
    ]
