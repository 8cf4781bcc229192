"""An extension moves the deadline, a rise the price, what one has in all the budget; what is of another thing stays."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def shown(*said: str) -> dict[str, str | list[str]]:
    state = State()
    for at, text in enumerate(said, 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=2 * at)
    return state.shown()


@pytest.mark.parametrize(
    "said, key, there, gone",
    [
        (["The form is due by 12 March.", "The form can wait until 20 March."], "deadline", "20 March", "12 March"),
        (["报名表4月3号之前要交。", "主任说可以延到4月10号。"], "deadline", "4月10号", "4月3号"),
        (["协议6月2号之前要签。", "协议可以晚点签，6月9号之前就行。"], "deadline", "6月9号", "6月2号"),
        (["Swimming lessons cost £18 each.", "They've put them up to £21."], "price", "£21", "£18"),
        (["小提琴课一节150块。", "涨价了，现在一节180块。"], "price", "180块", "150块"),
        (["Our budget is 700 euros.", "So we now have 950 euros altogether."], "budget", "950", "700"),
        (["预算八千。", "预算改成一万了。"], "budget", "一万", "八千"),
        (["装修预算六万。", "贷款下来了，可以花到八万。"], "budget", "八万", "六万"),
        (["We're going from 3 to 7 July.", "So we're going from 4 to 8 July."], "when", "4 to 8 July", "3 to 7"),
    ],
)  # fmt: skip
def test_what_moves_takes_the_place(said: list[str], key: str, there: str, gone: str) -> None:
    state = shown(*said)
    assert there in str(state[key]) and gone not in str(state)


@pytest.mark.parametrize(
    "said, stays",
    [
        (["The rent is due by 1 May.", "The visa can wait until 6 June."], ["1 May"]),
        (["房租5月1号之前交。", "签证可以延到6月6号。"], ["5月1号"]),
        (["The hall costs £200.", "The band is now £300."], ["£200", "£300"]),
        (["Our budget is 700 euros.", "The tent costs 250 euros."], ["700", "250"]),
        (["We're away from 3 to 7 July.", "The kids have camp from 10 to 14 July."], ["3 to 7", "10 to 14"]),
        (["房租5月1号之前交。", "签证6月6号之前办好。"], ["5月1号", "6月6号"]),
        (["场地两千块。", "乐队三千块。"], ["两千", "三千"]),
    ],
)  # fmt: skip
def test_what_is_of_another_thing_stays(said: list[str], stays: list[str]) -> None:
    state = str(shown(*said))
    assert all(each in state for each in stays)


@pytest.mark.parametrize("said", ["就它吧。", "婚纱还是租吧。"])
def test_a_word_that_names_nothing_is_no_choice(said: str) -> None:
    assert "吧" not in str(shown(said).get("chosen", "")) and "它" not in str(shown(said).get("chosen", ""))
