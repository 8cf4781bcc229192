"""The same things told in other sentence shapes, in both languages, and sentences near them that tell nothing of it."""

from dataclasses import replace
from datetime import datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from memories.capture import extraction
from memories.capture.rules_en import extract as english
from memories.capture.rules_zh import extract as chinese
from memories.capture.types import Act, Candidate, Text, Turn

WEDNESDAY = datetime(2025, 3, 5, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def found(text: str) -> list[Candidate]:
    return english(Text(text, WEDNESDAY)) + chinese(Text(text, WEDNESDAY))


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("我妹妹怕狗，我倒是很喜欢狗", "likes", "狗"),
        ("我室友讨厌下雨，我却特别喜欢雨天", "likes", "雨天"),
        ("我是黔南人", "hometown", "黔南"),
        ("近来在学建筑史", "learning", "建筑史"),
        ("榴莲我再也不碰了", "dislikes", "榴莲"),
        ("白酒我现在是一滴都不想沾了", "dislikes", "白酒"),
        ("我效力的公司叫蓝湾物流集团", "employer", "蓝湾物流集团"),
        ("蓝湾物流集团是我的东家", "employer", "蓝湾物流集团"),
        ("我替TRKS干活两年了", "employer", "TRKS"),
        ("我是TRKS的，就在那边上班", "employer", "TRKS"),
    ],
)
def test_another_shape_fills_the_same_slot(text: str, slot: str, value: str) -> None:
    assert (slot, value) in [(one.slot, one.value) for one in found(text)]


@pytest.mark.parametrize(
    ("text", "value"), [("我牛奶不过敏的", "牛奶"), ("我没有尘螨过敏", "尘螨"), ("我不是酒精过敏", "酒精")]
)
def test_an_allergy_is_denied_without_the_word_for_against(text: str, value: str) -> None:
    (one,) = found(text)
    assert (one.slot, one.value, one.act, one.safety) == ("allergy", value, Act.END, False)


@pytest.mark.parametrize(
    "text",
    [
        "最近在学校门口看到一只猫",
        "最近在学编程的人很多",
        "我什么都不过敏",
        "我给老板打工",
        "我上班的地方是个写字楼",
        "我是南方的，在那边上班",
        "作业我一点都不想写了",
        "那家店我再也不去了",
    ],
)
def test_near_sentences_tell_nothing_of_it(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("Of all instruments I like the cello best", "favourite.instrument", "the cello"),
        ("I enjoy rye the most of all breads", "favourite.bread", "rye"),
        ("My nephew is at nursery, and on Saturdays I love sailing", "likes", "sailing"),
        ("Every Monday at around seven I play squash with Ines", "plays", "squash with Ines"),
        ("From now on call me Professor Lund", "called", "Professor Lund"),
        ("Sorry, my bad, it's Annika Berg", "", "Annika Berg"),
    ],
)
def test_another_english_shape_fills_the_same_slot(text: str, slot: str, value: str) -> None:
    assert (slot, value) in [(one.slot, one.value) for one in found(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Of all these options I like the second one best",
        "Which instruments do people like best of all?",
        "The rehearsal is on Monday, and on Tuesday we need the hall",
    ],
)
def test_near_english_sentences_tell_nothing_of_it(text: str) -> None:
    assert found(text) == []


def test_never_without_my_yes_is_a_rule_for_good() -> None:
    turn = Turn(uuid4(), uuid4(), "Never publish anything on our blog unless I've approved it.", WEDNESDAY)
    whole = ((0, len(turn.text), True),)
    (one,) = extraction.by_rules(replace(turn, bound=whole)).extraction.candidates
    assert one.slot == "instruction"
    at_hand = replace(turn, text="Don't publish it unless I've approved it.")
    assert extraction.by_rules(at_hand).extraction.candidates == []


def test_a_claim_of_the_assistant_is_put_right_with_how_the_thing_stands() -> None:
    told = Text("不对，网店还没开张呢，打算秋天才开", WEDNESDAY, previous_assistant="你们的网店已经开张了。")
    (one,) = chinese(told)
    assert (one.content, one.act) == ("你们的网店还没开张，打算秋天才开", Act.STATE)
    assert chinese(replace(told, previous_assistant="这家网店已经开张了。")) == []


def test_a_surname_beside_the_whole_name_is_no_memory_of_its_own() -> None:
    assert [one.slot for one in found("我姓邹，叫邹若溪")] == ["name"]
    assert [one.slot for one in found("我姓邹")] == ["attribute.surname"]
