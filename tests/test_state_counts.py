"""How many of a thing there are, in Chinese: by its noun, summed up, and asked for."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.asked import counts
from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def said(*texts: str) -> State:
    state = State()
    for at, text in enumerate(texts, 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=at)
    return state


def shown(state: State, key: str) -> list[str]:
    return [entry.told for entry in state.entries if entry.key == key]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("插座60个。", "插座再加10个。"), ["插座：70个"]),
        (("搬家用40个箱子。", "还要再加15个箱子。"), ["55个箱子"]),
        (("要8扇门。", "门少一扇。"), ["7扇门"]),
        (("大巴订了3辆，每辆900。", "大巴要4辆才够。"), ["大巴：4辆"]),
        (("客厅要4盏灯。", "灯改成6盏。"), ["灯：6盏"]),
        (("请柬印了80张。", "请柬少印10张吧。"), ["请柬：70张"]),
        (("伴手礼做保温杯，120个。", "再加10个备用。"), ["伴手礼：130个"]),
        (("海报做6张，横幅做2条。", "横幅要3条。"), ["海报：6张", "横幅：3条"]),
        # what is no count of a thing
        (("我有两个问题。",), []),
        (("帮我想两个办法。",), []),
        (("家长会在三楼会议室。",), []),
        (("哈哈，再来一个。",), []),
        (("加两个鸡蛋。",), []),
        (("搬家那天来一辆货车加两个师傅。",), []),
    ],
)
def test_things_are_counted_by_their_noun(texts: tuple[str, ...], expected: list[str]) -> None:
    assert shown(said(*texts), "count") == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("大概有120个人参加。", "一桌10个人，一共12桌。", "市场部有5个人来不了。"), ["115个人"]),
        (("一共30个人。", "又有3个客户要来。"), ["33个人"]),
        (("插座60个。", "插座再加10个。"), []),
        (("搬家那天来一辆货车加两个师傅。",), []),
        (("每个房间住2个人。",), []),
    ],
)
def test_things_and_places_at_a_table_are_no_people(texts: tuple[str, ...], expected: list[str]) -> None:
    assert shown(said(*texts), "people") == expected


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (("插座60个。", "插座再加10个。"), "一共要多少个插座？", ("插座：70个",)),
        (("海报做6张，横幅做2条。",), "横幅做几条？", ("横幅：2条",)),
        (("酒席订了20桌。", "加两桌。"), "一共几桌？", ("酒席：22桌",)),
        (("海报做6张。",), "请柬要几张？", ()),
        (("酒席订了20桌。",), "一桌多少钱？", ()),
    ],
)
def test_a_question_is_answered_by_the_count_of_its_thing(
    texts: tuple[str, ...], question: str, answer: tuple[str, ...]
) -> None:
    there = said(*texts).entries
    assert (counts.find(question, there) if counts.asked(question) else ()) == answer
