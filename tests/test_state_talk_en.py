"""What an English planning talk tells of prices, people and days without the usual words for them."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.state.entries import SPOKEN
from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
BUDGET = "Our budget is 5000 pounds."


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
        ((BUDGET, "The sofa is 900."), ["sofa: 900"]),
        ((BUDGET, "The tiles are 640 and the paint 85."), ["tiles: 640", "paint: 85"]),
        ((BUDGET, "The carpet would be 700, the curtains 150."), ["carpet: 700", "curtains: 150"]),
        ((BUDGET, "The table is 450."), ["table: 450"]),
        ((BUDGET, "The oven is 610.", "The oven is 580 now."), ["oven: 580"]),
        (("The flat is 900 a month.",), ["flat: 900 a month"]),
        (("The quote is 4500.",), ["quote 4500"]),
        (("The train is 45 euros.",), ["train: 45 euros"]),
        (
            ("There's a Skoda Fabia for 6,400 at Kerr Motors.", "Kerr would drop the Fabia to 6,100."),
            ["Skoda Fabia: 6,100"],
        ),
        (
            ("Clay House charges 180 for eight evenings, the Guildhall 140 for six.",),
            ["Clay House: charges 180", "Guildhall: 140"],
        ),
        (("The flat on Rua das Flores is 640 for the whole stay.",), ["flat: 640"]),
        (("The Cube is 900 euros and the Trek is 1100.",), ["Cube: 900 euros", "Trek: 1100"]),
        (
            ("Novak Kitchens quoted 11,400, Beech & Co 9,800.",),
            ["Novak Kitchens: quote 11,400", "Beech & Co: 9,800"],
        ),
        (
            ("The Ekta costs 1,250, the Lund only 990.", "They've come down to 900 for the Lund."),
            ["Ekta: costs 1,250", "Lund: 900"],
        ),
        (("The course costs 85 per child.",), ["course: costs 85 per child"]),
        (("The salary would be 48,000.",), ["salary 48,000"]),
        # no money was spoken of, or it is no thing that has a price
        (("The sofa is 900.",), []),
        ((BUDGET, "My grandson is 12."), []),
        ((BUDGET, "My aunt is 80."), []),
        ((BUDGET, "The hall's capacity is 120."), []),
        ((BUDGET, "Our room is 412."), []),
        ((BUDGET, "The bathroom is 3 by 2 metres."), []),
    ],
)
def test_a_number_said_of_a_thing_is_its_price_where_money_is_spoken_of(
    texts: tuple[str, ...], expected: list[str]
) -> None:
    assert shown(said(*texts), "price") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm looking for a used car, 7,000 at most.", ["7,000"]),
        ("I need a new phone, up to 500.", ["500"]),
        ("For the ski week we have 2,400 euros in total.", ["2,400 euros"]),
        ("I'd like to keep it below 12,000.", ["12,000"]),
        ("We need a sofa and have 1,500 pounds in total.", ["1,500 pounds"]),
        ("Keep it under 200 words.", []),
        ("I keep it under 12.", []),
        ("The hotel is 130 a night; my limit is 120.", ["120"]),
        ("We want a hall for 120 at most.", []),
        ("I want to read a book, 300 pages max.", []),
        ("The speed limit is 120.", []),
    ],
)
def test_what_may_be_spent_without_a_currency(text: str, expected: list[str]) -> None:
    assert shown(said(text), "budget") == expected


@pytest.mark.parametrize(
    ("texts", "key", "expected"),
    [
        (("Six of us are going to Porto.", "Lena has dropped out."), "people", ["5 people"]),
        (("There are six of us.", "Ben and Mia cancelled."), "people", ["4 people"]),
        (("There are six of us.", "Lena dropped out of school."), "people", ["six people"]),
        (("There'll be 30 people.", "My cousin is bringing four friends, so 34."), "people", ["34 people"]),
        (("We're 24 so far.", "Three more said yes."), "people", ["27 people"]),
        (("The deadline is 8 January.", "They've extended it to 15 January."), "when", []),
        (
            ("The deadline is 8 January.", "They've extended it to 15 January."),
            "deadline",
            ["15 January (2027-01-15)"],
        ),
        (
            ("We could move in on 1 March.", "The landlord says 15 March at the earliest."),
            "when",
            ["15 March (2027-03-15)"],
        ),
        (("We hired a band.", "No band after all, my nephew will play."), "chosen", []),
        (("The Ekta is 1,250 pounds, the Lund 990.", "So the Lund, please."), "chosen", ["the Lund"]),
        (("So the gist, please.",), "chosen", []),
        (("No rush after all.",), "chosen", []),
        (
            ("The paper is due on 8 January.", "I'm away until 15 January."),
            "deadline",
            ["paper: 8 January (2027-01-08)"],
        ),
        (("Dinner is for six.", "Make that eight, Tom is in too."), "people", ["8 people"]),
        (("We have 60 boxes.", "Better add 20 more."), "count", ["80 boxes"]),
        (
            ("There are six of us.", "We have 40 boxes.", "Paul can't come, so one fewer."),
            "count",
            ["40 boxes"],
        ),
    ],
)
def test_who_leaves_and_what_is_added_is_summed(
    texts: tuple[str, ...], key: str, expected: list[str]
) -> None:
    assert shown(said(*texts), key) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Ibis is 95, so I'll take that.", ["The Ibis"]),
        ("The oak one looks good, we'll have it.", ["The oak one"]),
        ("The weather is nice, let's use that.", []),
        ("It's only 95, I'll take it.", []),
        ("The Ibis is full, I'll take that as a no.", []),
    ],
)
def test_that_which_was_just_spoken_of_is_chosen(text: str, expected: list[str]) -> None:
    assert shown(said(text), "chosen") == expected


def test_where_it_would_be_in_a_case_is_no_place() -> None:
    assert shown(said("The fair is at the museum.", "If it rains we'll be in the gym."), "place") == [
        "the museum"
    ]


def test_a_bare_day_of_the_month_is_of_the_month_at_hand() -> None:
    state = said("We come back on 18 May.", "Actually, let's come back on the 19th instead.")
    assert [one.value for one in state.entries if one.key == "when"] == ["19th (2027-05-19)"]


def test_many_prices_are_kept() -> None:
    things = ("sofa", "table", "lamp", "rug", "desk", "bed", "shelf", "stove")
    state = said(BUDGET, *(f"The {thing} is {at}00 pounds." for at, thing in enumerate(things, 2)))
    assert len(shown(state, "price")) == len(things)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We fly from Leeds.", ["from Leeds"]),
        ("The train from York is at 9.", ["from York"]),
        ("It's an hour from York.", ["from York"]),
        ("The bed is from Ikea.", []),
        ("A chair from Habitat, 80 pounds.", []),
        ("The kitchen is from Howdens.", []),
        ("I heard from Anna.", []),
    ],
)
def test_a_place_is_where_a_way_begins(text: str, expected: list[str]) -> None:
    assert shown(said(text), "place") == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ("Mum and Dad are coming with me.", "Mum's not well, so my aunt is coming instead."),
            ["Dad", "my aunt"],
        ),
        (("My mum is coming along.", "She's ill, so my aunt Carol is coming instead."), ["my aunt Carol"]),
        (
            (
                "I'm travelling with my brother.",
                "My brother has to work, so my sister will come instead.",
            ),
            ["my sister"],
        ),
        (("My sister is coming with us.", "My aunt is coming too."), ["My sister", "My aunt"]),
        (("I've booked a car with Sixt.",), []),
        (("I have an interview with Siemens on Friday.",), []),
    ],
)
def test_who_comes_instead_takes_a_place(texts: tuple[str, ...], expected: list[str]) -> None:
    assert shown(said(*texts), "with") == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ("We want the loft conversion to start on 8 March.", "Harlow can only begin on 15 March."),
            ["15 March"],
        ),
        (("The builder starts on 8 March.", "He can only start on 15 March."), ["15 March"]),
        (("The sofa comes on 4 May.", "They can't deliver it before 11 May."), ["11 May"]),
        (
            ("The wedding is on 8 March.", "The photographer can only come on 9 March."),
            ["8 March", "9 March"],
        ),
    ],
)
def test_what_can_only_be_later_is_later(texts: tuple[str, ...], expected: list[str]) -> None:
    state = said(*texts)
    assert [one.value.split(" (")[0] for one in state.entries if one.key == "when"] == expected
    assert shown(state, "deadline") == []


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("We'll take the car to Skye.",), ["the car to Skye"]),
        (("We'll drive to Skye.",), ["drive"]),
        (("Let's fly.", "Actually, we'll take the train."), ["the train"]),
        (("We decided to take the ferry.",), ["the ferry"]),
        (("I'm going with Ben.",), []),
        (("I'll take the car to the garage.",), []),
        (("I'll drive home now.",), []),
        (("We walk a lot.",), []),
        (("We fly back to Oslo.",), []),
    ],
)
def test_the_way_to_go_is_chosen(texts: tuple[str, ...], expected: list[str]) -> None:
    assert shown(said(*texts), "chosen") == expected


def test_a_label_and_an_article_of_another_language_are_no_names() -> None:
    state = said("Number: der Bus ist da.", "number: der", "Marten asks 8,900 for the roof.")
    names = [one.value for one in state.entries if one.key == SPOKEN]
    assert "Number" not in names and "Marten" in names
    assert not any("der" in one.of.split() for one in state.entries if one.key == SPOKEN)
