"""A choice answers its question: what it takes the place of, and what of another kind stays."""

# ruff: noqa: E501

import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from chat.clauses import sentences
from chat.state.kinds import kind_of
from chat.state.options import options_of
from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Shanghai"))
_READ = "I have read your message."


def said(*messages: str) -> State:
    """The state after messages of the person's, each answered by a reply that says nothing."""
    state = State()
    for at, text in enumerate(messages):
        state = updated(
            state,
            text=text,
            said_at=NOW,
            message_id=uuid.UUID(int=at + 1),
            sequence=2 * at + 1,
            previous_assistant=_READ if at else "",
        )
    return state


def values(state: State, key: str) -> list[str]:
    return [entry.value for entry in state.entries if entry.key == key]


@pytest.mark.parametrize(
    ("messages", "chosen", "rejected"),
    [
        (["Train or coach?", "The coach.", "On second thought, the train."], ["the train"], ["The coach"]),
        (["坐高铁还是大巴？", "大巴吧。", "再想想，还是高铁吧。"], ["高铁"], ["大巴"]),
        (
            ["Let's go with the barbecue.", "Let's take the boathouse.", "On second thought the barn, not the boathouse."],
            ["the barbecue", "the barn"],
            ["the boathouse"],
        ),
        (
            ["那就烧烤吧。", "那就去老码头会所吧。", "还是换成农庄吧，不要老码头会所了。"],
            ["烧烤", "农庄"],
            ["老码头会所"],
        ),
        (["那就烧烤吧。", "还是草莓蛋糕吧。"], ["烧烤", "草莓蛋糕"], []),
        (
            ["Quartet or choir?", "The choir.", "Picnic or lunch?", "The picnic.", "We need chairs.", "Hm.", "Actually, the quartet."],
            ["The picnic", "the quartet"],
            ["The choir"],
        ),
    ],
)  # fmt: skip
def test_a_choice_takes_the_place_of_what_answered_the_same(
    messages: list[str], chosen: list[str], rejected: list[str]
) -> None:
    state = said(*messages)
    assert (values(state, "chosen"), values(state, "rejected")) == (chosen, rejected)


@pytest.mark.parametrize(
    "text",
    [
        "I'll pick her up.",
        "I'll pick her up at 5.",
        "I'll pick the kids up from school.",
        "I'll take my mum to the station.",
        "I'll take him home.",
    ],
)
def test_fetching_somebody_chooses_nothing(text: str) -> None:
    assert values(said(text), "chosen") == []


@pytest.mark.parametrize(
    ("text", "chosen"), [("I'll take the oak one.", ["the oak one"]), ("We'll take the ferry to Turku.", ["the ferry to Turku"])]
)  # fmt: skip
def test_taking_a_thing_chooses_it(text: str, chosen: list[str]) -> None:
    assert values(said(text), "chosen") == chosen


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Should we take the tram or the bus?", "tram|bus"),
        ("Do you want red, white or rosé?", "red|white|rosé"),
        ("Tent or cabin for the boys?", "tent|cabin"),
        ("Is it open or not?", ""),
        ("Where is it?", ""),
        ("我们坐船还是飞机？", "船|飞机"),
        ("亲戚住酒店还是民宿？", "酒店|民宿"),
        ("还是不行吗？", ""),
    ],
)
def test_the_alternatives_of_a_question(question: str, options: str) -> None:
    assert options_of(sentences(question)[0]) == options


@pytest.mark.parametrize(
    ("name", "kind"),
    [("the town hall", "venue"), ("老码头会所", "venue"), ("the lamb curry", "meal"), ("草莓蛋糕", "sweet"), ("Anselm", "")],
)  # fmt: skip
def test_the_kind_of_a_thing(name: str, kind: str) -> None:
    assert kind_of(name) == kind


def test_the_alternatives_are_shown_to_nobody_and_read_again() -> None:
    state = said("Train or coach?")
    assert "options" not in state.shown()
    assert State.from_json(state.as_json()) == state


@pytest.mark.parametrize(
    ("messages", "key", "expected"),
    [
        (["The budget is £1,800.", "Actually let's make it £2,200."], "budget", ["£2,200"]),
        (["The budget is £1,800.", "The harpist charges £250.", "Actually let's make it £2,100."], "budget", ["£2,100"]),
        (["The budget is £1,800.", "The harpist charges £250 a day.", "Sorry, £280."], "price", ["charges £280 a day"]),
        (["预算是18000元。", "还是改成22000元吧。"], "budget", ["22000元"]),
        (["预算两万。", "摄像师收2200元。", "还是改成2500元吧。"], "price", ["收2500元"]),
        (["预算是一万八千元。", "有40个客人。", "还是改成两万二吧。"], "people", ["40个客人"]),
        (["45 guests are coming.", "Three more guests: so 48."], "people", ["48 guests"]),
        (["10 people are coming.", "Anna can't come, so 9."], "people", ["9 people"]),
        (["10个人来。", "安娜来不了，所以9个。"], "people", ["9个人"]),
        (["10个人来。", "又多了三位，那就是13。"], "people", ["13个人"]),
        (["The harpist charges £220.", "The cook charges £18 a head."], "price", ["charges £220", "charges £18 a head"]),
        (["琴师收2200元。", "厨师每桌收1800元。"], "price", ["收 2200元", "收 1800元"]),
        (["It's £18 a head."], "price", ["£18 a head"]),
    ],
)  # fmt: skip
def test_a_new_figure_goes_where_it_belongs(messages: list[str], key: str, expected: list[str]) -> None:
    assert values(said(*messages), key) == expected


def test_a_changed_budget_leaves_no_price_behind() -> None:
    assert values(said("The budget is £1,800.", "Actually let's make it £2,200."), "price") == []
    assert values(said("预算是18000元。", "还是改成22000元吧。"), "price") == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("我们到合肥南站。", ["合肥南站"]),
        ("去虹桥火车站接人。", ["虹桥火车站"]),
        ("没问过我不许删东西。", []),
        ("她在银行上班，不是面包店。", []),
        ("我下午要去银行。", ["银行"]),
        ("We order the tart from Halloran's.", []),
        ("Take the ferry from Turku.", ["from Turku"]),
    ],
)
def test_a_place_is_where_somebody_goes(text: str, places: list[str]) -> None:
    assert values(said(text), "place") == places
