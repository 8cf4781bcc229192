"""What the built-in answerer finds in the conversation itself, and how it says so in both languages."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.kept import Kept, Pinned
from chat.replies import Facts, compose
from chat.said_here import Here, find
from chat.session import Said, Session, Window, WindowTurn
from chat.state import State, updated
from memories.recall.types import Recollection

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def seen(*texts: str, pins: tuple[str, ...] = ()) -> Session:
    """A conversation in which the person said this, its conditions longer ago than the window reaches."""
    turns = [
        WindowTurn((Said(UUID(int=at), at, "user", text, said_at=NOW),)) for at, text in enumerate(texts, 1)
    ]
    state = State()
    for at, text in enumerate((*pins, *texts), 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=at)
    kept = Kept(state=state, pins=tuple(Pinned(at, text) for at, text in enumerate(pins)))
    return Session(window=Window(tuple(turns)), kept=kept)


def answer(question: str, here: Here, *, locale: str) -> str:
    facts = Facts(
        text=question,
        now=NOW,
        locale=locale,
        recollection=Recollection(gate="nothing"),
        acted=None,
        first=False,
        here=here,
    )
    return compose(facts)


@pytest.mark.parametrize(
    "pin, question, told",
    [
        ("预算八千元以内", "预算是多少？", "预算八千元以内"),
        ("Our budget is at most 900 euros", "What is our budget?", "Our budget is at most 900 euros"),
    ],
)
def test_a_condition_answers_after_its_message_left_the_window(pin: str, question: str, told: str) -> None:
    assert find(question, seen=seen("热泵有点吵。", "The heat pump is loud.", pins=(pin,))).words == (told,)


def test_how_much_asks_for_no_count() -> None:
    here = find("预算是多少？", seen=seen("住三晚。", pins=("预算八千元以内",)))
    assert here.noted == (("budget", ("八千元以内",)),)


def test_a_condition_that_stands_in_the_window_is_told_once() -> None:
    here = find("预算是多少？", seen=seen("预算八千元以内，先别下单。", pins=("预算八千元以内",)))
    assert len(here.words) == 1, here.words


@pytest.mark.parametrize(
    "texts, question, locale, expected",
    [
        (
            ("报价是 700 元。", "门票每人 90 元。"),
            "门票多少钱？",
            "zh-hans",
            "“价格”：报价 700 元、",
        ),
        (
            ("The tickets cost 90 euros.", "The price of the boat is 40 euros."),
            "What is the price of the tickets?",
            "en",
            "Noted for this chat: Prices: cost 90 euros, price 40 euros",
        ),
    ],
)
def test_what_is_noted_is_said_in_the_language_of_the_person(
    texts: tuple[str, ...], question: str, locale: str, expected: str
) -> None:
    assert expected in answer(question, find(question, seen=seen(*texts)), locale=locale)


@pytest.mark.parametrize("question", ["热泵是怎么工作的？", "How does a heat pump work?"])
def test_what_was_not_spoken_of_is_not_found(question: str) -> None:
    assert find(question, seen=seen("我们下周去苏州。", "We go to Ghent.", pins=("先别下单",))) == Here()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Who is our sponsor and what is the permit number?",
            ("Our sponsor is Brandt Bakery.", "The permit number is HF-2291-B."),
        ),
        ("赞助商是谁？许可证编号是多少？", ("赞助商是田记面包坊。", "许可证编号是HF-2291-B。")),
    ],
)
def test_both_parts_of_a_question_are_looked_for(question: str, told: tuple[str, ...]) -> None:
    assert set(told) <= set(
        find(question, seen=seen(*told, "The weather may be wet.", "天气可能会下雨。")).words
    )
