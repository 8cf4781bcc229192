"""What lies years back is no matter in hand; what was arranged then, or is set against today, is."""

import pytest

from chat.clauses import sentences
from chat.state.asides import is_over


@pytest.mark.parametrize(
    "text, over",
    [
        ("Last year I was in Oslo with three colleagues.", True),
        ("Two years ago we were nine at the table.", True),
        ("When I was little, there were 12 of us at Christmas.", True),
        ("My aunt had 90 guests last summer.", True),
        ("去年我同事搬家带了六十个箱子。", True),
        ("小时候我们家有七口人。", True),
        ("三年前我跟两个同学去过拉萨。", True),
        ("Last summer we booked the barn for 40 people.", False),
        ("Last year it was 800 euros, so our budget is 900.", False),
        ("Were you there last year?", False),
        ("It's the same hotel as last year.", False),
        ("We leave on Friday, four of us.", False),
        ("去年订的大厅能坐40人。", False),
        ("去年八百，今年预算一千。", False),
        ("年前要搬完。", False),
        ("我们四个人周五出发。", False),
    ],
)
def test_years_that_are_over(text: str, over: bool) -> None:
    (sentence,) = sentences(text)
    assert is_over(sentence) is over
