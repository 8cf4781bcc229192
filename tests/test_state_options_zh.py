"""Alternatives of a Chinese question: what they are of, verbs that tell them apart, and the answer that takes one."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.clauses import sentences
from chat.state.options import matter_of, options_of
from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def shown(*said: str, before_last: str = "") -> dict[str, str | list[str]]:
    state = State()
    for at, text in enumerate(said, 1):
        state = updated(
            state,
            text=text,
            said_at=NOW,
            message_id=UUID(int=at),
            sequence=2 * at,
            previous_assistant=before_last if at == len(said) else "",
        )
    return state.shown()


@pytest.mark.parametrize(
    "question, options, of",
    [
        ("钢琴租还是买？", "租|买", "钢琴"),
        ("礼服是租还是买好呢？", "租|买", "礼服"),
        ("租房还是买房？", "租房|买房", ""),
        ("衣柜要胡桃色的还是白色的？", "胡桃色的|白色的", "衣柜"),
        ("窗帘米色还是灰色？", "米色|灰色", "窗帘"),
        ("阳台铺木板还是贴瓷砖？", "铺木板|贴瓷砖", "阳台"),
        ("空调格力还是海尔？", "格力|海尔", "空调"),
        ("我们坐船还是飞机？", "船|飞机", ""),
        ("你来还是不来？", "", ""),
    ],
)
def test_the_alternatives_and_what_they_are_of(question: str, options: str, of: str) -> None:
    sentence = sentences(question)[0]
    assert (options_of(sentence), matter_of(sentence)) == (options, of)


@pytest.mark.parametrize(
    "said, chosen",
    [
        (["钢琴租还是买？", "租吧。"], "钢琴：租"),
        (["钢琴租还是买？", "还是买划算。"], "钢琴：买"),
        (["钢琴租还是买？", "钢琴还是租吧。", "算了，买吧。"], "钢琴：买"),
        (["钢琴租还是买？", "礼服租还是买？", "礼服租吧。", "钢琴买。"], ["礼服：租", "钢琴：买"]),
        (["租房还是买房？", "租房吧。"], "租房"),
        (["衣柜要胡桃色的还是白色的？", "衣柜要胡桃色的。"], "衣柜：胡桃色的"),
        (["衣柜要胡桃色的。", "衣柜要白色的吧。"], "衣柜：白色"),
        (["钢琴租还是买？", "我想去买点水果。"], None),
        (["钢琴租还是买？", "买了一束花。"], None),
        (["叫滴滴还是搭大巴？", "大巴说要等两小时。"], None),
        (["住酒店还是民宿？", "不住酒店。"], None),
    ],
)
def test_the_answer_takes_one_of_them(said: list[str], chosen: str | list[str] | None) -> None:
    assert shown(*said).get("chosen") == chosen


def test_a_question_is_closed_by_its_answer_and_no_other() -> None:
    assert "open_question" not in shown("钢琴租还是买？", "租吧。")
    assert shown("钢琴租还是买？", "花该去哪家买？", "钢琴买吧。")["open_question"] == "花该去哪家买？"


def test_the_assistant_puts_alternatives_too() -> None:
    assert shown("我需要一件礼服。", "租吧。", before_last="好的。礼服是租还是买呢？")["chosen"] == "礼服：租"
