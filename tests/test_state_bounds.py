"""What may be spent at most is the budget in session state, and what something costs at most is a price."""

import pytest

from tests.test_state import said, values


@pytest.mark.parametrize(
    "message, budget",
    [
        ("We can spend no more than 900 euros.", "900 euros"),
        ("It shouldn't cost more than £500.", "£500"),
        ("at most 900 euros for the hotel", "900 euros for the hotel"),
        ("I don't want to spend more than 1,200.", "1,200"),
        ("The total mustn't exceed €2,500.", "€2,500"),
        ("€700 at the most.", "€700"),
        ("Keep it under 60 pounds.", "60 pounds"),
        ("The gift must be under $25.", "$25"),
        ("Find me a jacket for less than 120 euros.", "120 euros"),
        ("The most we can pay is 5,000 dollars.", "5,000 dollars"),
        ("Could you keep the total below 1000 euros?", "1000 euros"),
        ("We have at most 600 euros.", "600 euros"),
        ("最多花900欧", "900欧"),
        ("预算不超过900欧", "900欧"),
        ("酒店最多900欧。", "酒店 900欧"),
        ("不要超过500块。", "500块"),
        ("控制在800元以内。", "800元以内"),
        ("1000元以内就行。", "1000元以内"),
        ("花费不超过五千。", "五千"),
        ("顶多花五百。", "五百"),
        ("晚餐别花超过300。", "晚餐 300"),
        ("我的上限是八千元。", "八千元"),
    ],
)
def test_a_bound_on_spending_is_the_budget(message: str, budget: str) -> None:
    state = said(message)
    assert values(state, "budget") == [budget]
    assert values(state, "price") == values(state, "chosen") == []


@pytest.mark.parametrize(
    "message",
    [
        "The hotel costs no more than 80 a night.",
        "The hotel shouldn't cost more than 80 a night.",
        "At most 80 euros a night.",
        "The flight cost less than 100 euros.",
        "The ticket was no more than 20 euros.",
        "I paid no more than 15 pounds for it.",
        "My sister can't spend more than 100 euros.",
        "He said it wouldn't cost more than 90 euros.",
        "The shop sells them for under 10 euros.",
        "Keep the suitcase under 50 pounds.",
        "Why can't we spend more than 900 euros?",
        "酒店每晚不超过80欧。",
        "门票不超过20块钱。",
        "他们最多收60欧。",
        "上次没花超过200元。",
        "她花了不超过两百块。",
        "我存款不超过五千元。",
        "不能超过五百字。",
        "超过50欧吗？",
    ],
)
def test_what_is_charged_or_was_paid_is_no_budget(message: str) -> None:
    assert values(said(message), "budget") == []


def test_a_plain_number_with_its_rate_is_a_price() -> None:
    assert values(said("The hotel costs no more than 80 a night."), "price") == ["costs 80 a night"]


@pytest.mark.parametrize(
    "messages, budget, price",
    [
        (
            ["Our budget is 3000 euros.", "At most 900 euros for the hotel."],
            ["3000 euros"],
            ["900 euros for the hotel"],
        ),
        (
            ["At most 900 euros for the hotel.", "Our budget is 3000 euros."],
            ["3000 euros"],
            ["900 euros for the hotel"],
        ),
        (["At most 900 euros for the hotel.", "Actually make it £950."], ["£950 for the hotel"], []),
        (["总预算三万。", "酒店最多5000元。"], ["三万"], ["酒店 5000元"]),
        (["酒店最多900欧。", "还是改成1000欧吧。"], ["酒店1000欧"], []),
        (["We can spend no more than 900 euros.", "No more than 800 euros, please."], ["800 euros"], []),
    ],
)
def test_the_bound_of_a_part_leaves_that_of_the_whole(
    messages: list[str], budget: list[str], price: list[str]
) -> None:
    state = said(*messages)
    assert values(state, "budget") == budget and values(state, "price") == price
