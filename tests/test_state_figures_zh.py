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
