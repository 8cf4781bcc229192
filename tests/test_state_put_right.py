"""A figure that is put right straight after it was said takes its place in the session state; others stay."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def shown(*said: str) -> str:
    state = State()
    for at, text in enumerate(said, 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=2 * at)
    return str({key: value for key, value in state.shown().items() if key != "open_question"})


@pytest.mark.parametrize(
    "said, there, gone",
    [
        (["The ferry booking reference is QX81ZL.", "Wait, that was the old one: it's QX97BD."], "QX97BD", "QX81ZL"),
        (["Order number 60312 for the lamp.", "Oops, typo, it's 60321."], "60321", "60312"),
        (["Our booking code is RT-4410.", "Sorry, RT-4401."], "RT-4401", "RT-4410"),
        (["I'd like a table for four at Rosalia's.", "Sorry, for five."], "five", "four"),
        (["We need 24 folding stools.", "No, 26."], "26", "24"),
        (["We are seven people.", "I misspoke, eight."], "eight", "seven"),
        (["The loft costs 640 euros a month.", "I misread, it's 690."], "690", "640"),
        (["台灯的订单号是60312。", "打错了，是60321。"], "60321", "60312"),
        (["车次是G1482。", "看错了，是G1428。"], "G1428", "G1482"),
        (["要租24把椅子。", "不对，26把。"], "26", "24"),
    ],
)  # fmt: skip
def test_the_figure_that_is_right_stands(said: list[str], there: str, gone: str) -> None:
    state = shown(*said)
    assert there in state and gone not in state


@pytest.mark.parametrize(
    "said, there",
    [
        (["Order number 60312 for the lamp.", "Sorry, I have to take a call."], "60312"),
        (["Order number 60312 for the lamp.", "No, the shop is at 14 Mill Road."], "60312"),
        (["Order number 60312 for the lamp.", "I like tea.", "The sea is calm.", "Oops, 60321 steps today!"], "60312"),
        (["We are seven people.", "No, dinner is at eight o'clock."], "seven"),
        (["We need 24 folding stools.", "Sorry, is 26 too many?"], "24"),
        (["We need 24 folding stools.", "No, between 3 and 5 tables, too."], "24"),
        (["台灯的订单号是60312。", "不好意思，我接个电话。"], "60312"),
        (["我们七个人。", "不是，八点吃饭。"], "七"),
        (["We are seven people.", "No, two of them are vegan."], "seven"),
    ],
)  # fmt: skip
def test_what_puts_no_figure_right_leaves_it(said: list[str], there: str) -> None:
    assert there in shown(*said)
