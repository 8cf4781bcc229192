"""The built-in answerer and questions of two parts: what nothing answers is named; warnings stand behind the answer."""

import uuid
from dataclasses import replace

import pytest

from chat.answer_parts import unanswered
from chat.replies import compose
from memories.recall.types import Recalled
from tests.test_answer import facts, memory


def row(content: str, slot: str, *, why: str = "both") -> Recalled:
    return replace(memory(content), memory_id=uuid.uuid4(), slot=slot, why=why)


HOME, JOB = row("You live in Ghent", "residence"), row("You work as a nurse", "occupation")
CAT = row("Your cat is called Miso", "pet")
HOME_ZH, CAT_ZH = row("你住在宁波", "residence"), row("你的猫叫米索", "pet")


@pytest.mark.parametrize(
    ("question", "rows", "missing"),
    [
        ("Where do I live and what's my job?", [HOME], ["what's my job"]),
        ("Where do I live and what's my job?", [HOME, JOB], []),
        ("What's my shoe size? Where do I live?", [HOME], ["what's my shoe size"]),
        (
            "What is my cat called, and when is my dentist appointment?",
            [CAT],
            ["when is my dentist appointment"],
        ),
        ("What is my cat called, and when is my dentist appointment?", [], []),
        ("Where do I live?", [CAT], []),
        ("我住在哪儿，做什么工作？", [HOME_ZH], ["我做什么工作"]),
        ("我的猫叫什么？我的牙医预约是什么时候？", [CAT_ZH], ["我的牙医预约是什么时候"]),
        ("我住哪里，猫叫什么名字？", [HOME_ZH, CAT_ZH], []),
        ("我的血型是什么，住在哪里？", [HOME_ZH], ["我的血型是什么"]),
        ("我住在哪里？", [CAT_ZH], []),
    ],
)
def test_the_part_that_nothing_answers_is_named(
    question: str, rows: list[Recalled], missing: list[str]
) -> None:
    assert unanswered(question, rows=rows, words=[]) == missing


def test_what_was_said_just_now_answers_a_part() -> None:
    said = ["My dentist appointment is on Tuesday."]
    question = "What is my cat called, and when is my dentist appointment?"
    assert unanswered(question, rows=[CAT], words=said) == []


def test_the_reply_answers_one_part_and_names_the_other() -> None:
    reply = compose(facts("Where do I live and what's my job?", HOME))
    assert "“You live in Ghent”" in reply
    assert "I have nothing in my memory about this part: “what's my job”" in reply
    reply = compose(facts("我住在哪儿，做什么工作？", HOME_ZH, locale="zh-hans"))
    assert "“你住在宁波”" in reply
    assert "关于这一部分，我的记忆里没有内容：“我做什么工作”" in reply


@pytest.mark.parametrize(
    ("question", "liked", "warning", "locale", "mind"),
    [
        ("What shall I cook tonight?", "You like curry", "You're allergic to cashews", "en", "Please mind:"),
        ("我今晚吃什么好？", "你喜欢吃咖喱", "你对腰果过敏", "zh-hans", "请注意："),
    ],
)
def test_a_warning_stands_behind_what_answers(
    question: str, liked: str, warning: str, locale: str, mind: str
) -> None:
    answer = row(liked, "likes")
    reply = compose(facts(question, row(warning, "allergy", why="safety"), answer, locale=locale))
    last = reply.split("\n\n")[-1]
    assert last.startswith(mind) and last.endswith(f"“{warning}”")
    assert answer.content in reply.split("\n\n")[0]
    assert reply.count(warning) == 1


def test_a_warning_by_itself_is_the_answer() -> None:
    mind = row("You're allergic to cashews", "allergy", why="safety")
    reply = compose(facts("Can I eat cashew cake?", mind))
    assert reply.endswith("“You're allergic to cashews”")
    assert "mind" not in reply
