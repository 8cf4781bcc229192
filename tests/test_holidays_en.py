"""The holidays that English names, those counted from Easter among them."""

from datetime import UTC, date, datetime

import pytest

from memories.capture import dates_en, holidays_en

SAID = datetime(2026, 11, 30, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "year, month, day", [(2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2027, 3, 28), (2038, 4, 25)]
)
def test_easter_sunday(year: int, month: int, day: int) -> None:
    assert holidays_en.easter(year) == date(year, month, day)


@pytest.mark.parametrize(
    "text, on",
    [
        ("The party is at Easter.", "2027-03-28"),
        ("Dinner on Good Friday.", "2027-03-26"),
        ("Let's do it Easter Monday.", "2027-03-29"),
        ("The fair is on Whit Monday.", "2027-05-17"),
        ("It must be done before Christmas.", "2026-12-25"),
        ("By Easter 2028 it is finished.", "2028-04-16"),
        ("Rent is due the day before Christmas Eve.", "2026-12-23"),
        ("We arrive two days before Easter.", "2027-03-26"),
        ("The kiln is free a week after Boxing Day.", "2027-01-02"),
        ("This New Year's Eve is at ours.", "2026-12-31"),
        ("Pancake Day is at school.", "2027-02-09"),
    ],
)
def test_a_holiday_is_a_day(text: str, on: str) -> None:
    assert [f"{one[2].on}" for one in dates_en.find(text, said_at=SAID)] == [on]


@pytest.mark.parametrize(
    "text",
    [
        "We want an Easter party.",
        "I love Christmas.",
        "The week before Christmas is full.",
        "The flat is free for the Easter holidays.",
        "The shop opens again after Easter.",
        "Every Good Friday we go to church.",
        "Each Christmas Eve we sing.",
        "I need a box for Christmas cards.",
        "They live near Easter Road.",
        "A few days after the wedding.",
        "It is a good year.",
    ],
)
def test_what_is_no_day_of_a_holiday(text: str) -> None:
    assert dates_en.find(text, said_at=SAID) == []
