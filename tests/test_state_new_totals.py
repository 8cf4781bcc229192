"""A place, a total, a price and a budget that are otherwise now. Both languages."""

import pytest

from tests.talk_state import told


@pytest.mark.parametrize(
    ("messages", "place"),
    [
        (("我们去布拉格。", "改去布达佩斯了。"), ["布达佩斯"]),
        (("我们去成都。", "还是去大连吧。"), ["大连"]),
        (("去苏梅岛度假。", "改去普吉岛了。"), ["普吉岛"]),
        (("在活动室聚。", "活动室没了，改到老王家吃。"), ["老王家"]),
        (("在活动室聚。", "改在我们家了。"), ["我们家"]),
        # Where nobody goes instead, and what is done there.
        (("我们去青岛玩。", "还是去爬山吧。"), ["青岛"]),
        (("我们去青岛玩。", "还是去吃火锅吧。"), ["青岛"]),
        (("我们去青岛。", "把沙发搬到家里。"), ["青岛"]),
    ],
)
def test_another_place_takes_the_place_of_the_first(messages: tuple[str, ...], place: list[str]) -> None:
    assert told("place", *messages) == place


@pytest.mark.parametrize(
    ("messages", "price"),
    [
        (
            ("The roofer quoted £14,000.", "With the gutters that comes to 15,200."),
            ["roofer: quoted £15,200"],
        ),
        (("The car costs 8,900.", "He's knocked it down to 8,400."), ["car: costs 8,400"]),
        (
            ("Mahler quoted 3,200 euros for the kitchen.", "They've come down to 2,900."),
            ["kitchen: quoted 2,900 euros"],
        ),
        (("师傅报价两万三。", "加上防水，一共要两万六。"), ["师傅：报价 两万六"]),
        (("报价23000元。", "加上阳台一共要25500。"), ["报价 25500元"]),
        (("飞度报价七万五。", "可以便宜到七万二。"), ["飞度：报价 七万二"]),
        # What it would come to, and numbers of something else.
        (
            ("The roofer quoted £14,000.", "If we add the gutters that comes to 15,200."),
            ["roofer: quoted £14,000"],
        ),
        (("The hall costs £600.", "That comes to 45 with the kids."), ["hall: costs £600"]),
        (("报价两万三。", "如果加上防水，一共要两万六。"), ["报价 两万三"]),
        (("报价两万三。", "加上孩子一共45个。"), ["报价 两万三"]),
    ],
)
def test_what_something_comes_to_now_is_its_price(messages: tuple[str, ...], price: list[str]) -> None:
    assert told("price", *messages) == price


@pytest.mark.parametrize(
    ("messages", "budget"),
    [
        (("预算一万五。", "领导批了两万。"), ["两万"]),
        (("Our budget is 15,000.", "The boss approved 20,000."), ["20,000"]),
        (("我的budget 大概 3000 euros",), ["3000 euros"]),
        (("我的budget 大概 3000 euros", "把 budget 降到 2500 吧"), ["2500"]),
        (("预算一万。", "领导批了三天假。"), ["一万"]),
        (("Our budget is 15,000.", "The boss approved 200 days of leave."), ["15,000"]),
    ],
)
def test_what_is_granted_is_the_budget(messages: tuple[str, ...], budget: list[str]) -> None:
    assert told("budget", *messages) == budget
