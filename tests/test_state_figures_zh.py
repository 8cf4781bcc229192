"""Figures of a Chinese talk go where they belong: helpers are no guests, a new price is one, an ailment no stay."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def shown(*said: str) -> dict[str, str | list[str]]:
    state = State()
    for at, text in enumerate(said, 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=2 * at)
    return {key: value for key, value in state.shown().items() if key != "open_question"}


@pytest.mark.parametrize(
    "said, expected",
    [
        (["来60位客人。", "花童变成三个。"], {"people": "60位客人", "count": "花童：三个"}),
        (["一共来50个人。", "摄像换成两位。"], {"people": "50个人", "count": "摄像：两位"}),
        (["伴娘四个，宾客60位。", "伴娘减到两个。"], {"people": "60位", "count": "伴娘：两个"}),
        (["我们一共八位。"], {"people": "八位"}),
        (["招12名学员。", "学员改成16名。"], {"people": "16名"}),
        (["到场的有35名代表。"], {"people": "35名"}),
        (["宾客60位。", "变成66个了。"], {"people": "66位"}),
    ],
)
def test_who_helps_is_counted_beside_the_guests(said: list[str], expected: dict[str, str]) -> None:
    assert shown(*said) == expected


@pytest.mark.parametrize(
    "said, key, part",
    [
        (["钢琴报价23000。", "现在是21500了。"], "price", "21500"),
        (["押金5200。", "目前是5000。"], "deposit", "5000"),
        (["预算两万。", "现在2万4了。"], "budget", "2万4"),
        (["预算2万4。", "改成3万1吧。"], "budget", "3万1"),
        (["车价9万6。", "现在是9万1了。"], "price", "9万1"),
        (["沙发订四张。", "现在是6了。"], "count", "6张"),
        (["预算两万。", "现在是7了。"], "budget", "两万"),
        (["预算两万。", "现在是8点了。"], "budget", "两万"),
    ],
)
def test_a_number_said_alone_goes_where_the_number_is_that_it_changes(
    said: list[str], key: str, part: str
) -> None:
    assert part in str(shown(*said)[key])


@pytest.mark.parametrize(
    "said", ["发烧三天了。", "我咳嗽了一周，今天好点了。", "这几天忙了三天。", "牙疼两天，刚吃了药。"]
)
def test_how_long_something_has_lasted_is_no_count(said: str) -> None:
    assert "count" not in shown(said)


@pytest.mark.parametrize(
    "said", ["酒店订了两晚。", "我们住三天。", "改成五天了。", "请了三天假去办手续。", "在那边待四天吧。"]
)
def test_how_long_something_is_planned_for_is_one(said: str) -> None:
    assert "count" in shown(said)


@pytest.mark.parametrize(
    "said", ["拜拜，回头聊。", "我们在天黑之前赶到。", "周三去中建三局面试。", "从天黑忙到天亮。"]
)
def test_a_farewell_an_hour_and_a_firm_are_no_place(said: str) -> None:
    assert "place" not in shown(said)


@pytest.mark.parametrize(
    "said, key, expected",
    [
        (["预算两万。", "冰箱4500，洗衣机大概3200。"], "price", ["冰箱：4500", "洗衣机：3200"]),
        (["想给书房换套桌椅，6000以内。"], "budget", "6000以内"),
        (["围棋课每节180。", "现在一节165了。"], "price", "围棋课：一节 165"),
        (["标准间380一晚。"], "price", "标准间：380一晚"),
        (["灯光师傅两位，2600。"], "price", "灯光师傅：2600"),
        (
            ["速腾要价6万3，凯美瑞7万1。", "速腾的车主说最低5万9。"],
            "price",
            ["凯美瑞：7万1", "速腾：要价 5万9"],
        ),
        (["车位租金600。", "车位租金下月涨到650。"], "price", "车位：租金 650"),
        (["疗程从12次改成15次。"], "count", "疗程：15次"),
        (["椅子20把，改成26把吧。"], "count", "椅子：26把"),
        (["活动一共38人。", "人数变成41了。"], "people", "41人"),
        (["我家三大一小。", "又来一个老人。"], "people", ["三大一小", "又来一个老人"]),
    ],
)
def test_a_figure_goes_with_its_thing(said: list[str], key: str, expected: str | list[str]) -> None:
    found = shown(*said)[key]
    assert sorted(found) == sorted(expected) if isinstance(expected, list) else found == expected


@pytest.mark.parametrize(
    "said",
    ["海拔4500。", "今天走了9000步。", "小区有3000户。", "文章写1500。", "我1988年出生。", "房号1203。"],
)
def test_a_number_of_no_money_is_no_price(said: str) -> None:
    assert "price" not in shown("预算八千。", said)


def test_a_question_for_the_maker_is_answered_by_one() -> None:
    from chat.asked import choices
    from chat.state.entries import Entry

    entries = [Entry("chosen", "蓝色", None, 1), Entry("chosen", "海信", None, 2)]
    assert choices.chosen("最后定的哪个牌子？", entries, told=()) == ("海信",)


@pytest.mark.parametrize(
    "said, key, expected",
    [
        (["蛋糕订八寸的。", "灯笼50个改成80个。"], "count", ["蛋糕：八寸", "灯笼：80个"]),
        (["门票大概240，停车费60。"], "place", None),
        (["德龙涨到3880了。"], "place", None),
        (["要写8篇稿子。", "改成10篇了。"], "chosen", None),
        (["住四晚。", "现在打算住五晚了。"], "count", "五晚"),
        (["油费大概600。"], "price", "油费：600"),
    ],
)
def test_a_figure_changes_nothing_of_another_kind(
    said: list[str], key: str, expected: str | list[str] | None
) -> None:
    assert shown(*said).get(key) == expected


def test_how_a_thing_is_made_leaves_what_was_decided_of_it() -> None:
    assert "书桌：打" in str(shown("书桌打还是买？", "打吧。", "书桌要胡桃木色的。")["chosen"])
