"""Decisions told in passing, in both languages: which are kept, and what is no decision of the person's."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from memories.capture.judge_sentences import open_sentences
from memories.capture.rules_en import extract as english
from memories.capture.rules_zh import extract as chinese
from memories.capture.types import Candidate, Text
from memories.kinds import MemoryType

WEDNESDAY = datetime(2025, 3, 5, 10, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def decided(text: str) -> list[Candidate]:
    found = english(Text(text, WEDNESDAY)) + chinese(Text(text, WEDNESDAY))
    return [one for one in found if one.type == MemoryType.DECISION]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("OK, let's go with the grey terrazzo", "You decided to go with the grey terrazzo"),
        ("we settled on the place by the sea", "You settled on the place by the sea"),
        ("I've decided to take the job in Leeds", "You've decided to take the job in Leeds"),
        ("The oak floor it is then.", "You decided on the oak floor"),
        ("We're going with the smaller caterer.", "You decided to go with the smaller caterer"),
        (
            "My husband and I agreed to homeschool the kids.",
            "You agreed to homeschool the kids",
        ),
        ("We decided against a second car.", "You decided against a second car"),
        ("For the hallway we'll go with pale blue.", "For the hallway you decided to go with pale blue"),
        ("那就定灰色水磨石了，踢脚线也用同款。", "你定了灰色水磨石，踢脚线也用同款"),
        ("还是选那家靠海的酒店吧，已经订了", "你决定选那家靠海的酒店，已经订了"),
        ("我们决定把聚会改到六月", "你们决定把聚会改到六月"),
        ("厨房地砖就定灰色水磨石了", "厨房地砖你定了灰色水磨石"),
        ("商量好了，明年换大房子", "你决定明年换大房子"),
        ("我们把婚礼改到海边了", "你们决定把婚礼改到海边"),
        ("我决定不考研了", "你决定不考研"),
        ("我跟老婆商量了一下，还是买二手车吧", "你决定买二手车"),
    ],
)
def test_a_decision_stands_by_itself(text: str, content: str) -> None:
    (one,) = decided(text)
    assert one.content == content
    assert one.slot == "decision" and one.value
    assert text[one.start : one.end] == one.quote


@pytest.mark.parametrize(
    "text",
    [
        "If we go with the oak, will it scratch?",
        "Should we go with the oak floor?",
        "We could go with the oak floor, or the tile.",
        "I haven't decided between oak and tile.",
        "I almost decided to sell the house.",
        "She settled on the blue one.",
        "My sister decided to quit her job.",
        "Let's go with the second option.",
        "OK let's go with your suggestion",
        "Let's go with a fantasy setting",
        "In my story, I decided to join the rebels.",
        "Great, let's go with the broken elevator again, just what I needed.",
        "What a nice day it is",
        "要是选灰色水磨石，会不会太暗？",
        "我们定灰色水磨石好不好？",
        "还没决定选哪种地砖",
        "他们决定把会议改到周三。",
        "我妹妹最后选了北京的学校",
        "那就选第二个吧",
        "就按你说的办吧",
        "选个标题吧，就选第三个",
        "把会议改到三点",
        "那就用Python写吧",
        "那就去睡了",
        "小说里我决定加入义军",
        "呵呵，那就定这个破电梯了",
    ],
)
def test_what_is_weighed_proposed_or_another_s_is_no_decision(text: str) -> None:
    assert decided(text) == []


@pytest.mark.parametrize(
    "text", ["My sister decided to quit her job.", "I decided to make pancakes.", "我妹妹最后选了北京的学校"]
)
def test_the_judge_is_not_asked_about_another_s_choice_or_one_of_the_moment(text: str) -> None:
    assert open_sentences(Text(text, WEDNESDAY)) == []
