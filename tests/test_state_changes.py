"""What an English talk changes: the day that is meant, the impossible one, an amount by so much, the fuller name; and its answers."""

# ruff: noqa: E501

from uuid import UUID

import pytest

from chat.answer_parts import standing
from chat.asked import said_here
from chat.asked.said_here import Here
from memories.recall.types import Recalled
from tests.test_said_here import NOW, answer, seen
from tests.test_state_choices import said, told


@pytest.mark.parametrize(
    "messages, when",
    [
        (["The viewing is on 12 December at 3 pm.", "Actually no, make it the 13th."], ["viewing: the 13th (2026-12-13 15:00)"]),
        (["The boat trip is on 14 December.", "Let's do the 16th rather."], ["boat trip: the 16th (2026-12-16)"]),
        (["It's on 3 July.", "The meeting is on 2 June.", "The fair has to move: 10 July instead."], ["meeting: 2 June (2027-06-02)", "fair: 10 July (2027-07-10)"]),
        (["The exam is on 9 January, sorry, 8 January."], ["exam: 8 January (2027-01-08)"]),
        (["We move on 9 January.", "The van comes on 9 January at 8.", "We move on 8 January instead."], ["van: 9 January at 8 (2027-01-09 08:00)", "8 January (2027-01-08)"]),
        (["The plumber comes on Tuesday at 9.", "The fitting is on Friday.", "He can't do Tuesday. Thursday then."], ["fitting: Friday (2026-12-04)", "plumber: Thursday (2026-12-03 09:00)"]),
        (["We fly to Vienna on 4 March and come back on 9 March.", "Let's stay a day longer."], ["4 March (2027-03-04)", "Wednesday 10 March (2027-03-10)"]),
        (["Marten can start on 18 January.", "The delivery is on 14 January.", "Marten's start is pushed by a week."], ["Marten: Monday 25 January (2027-01-25)", "delivery: 14 January (2027-01-14)"]),
        (["The church is St Swithin's, the service starts at 1 pm.", "Make the service half an hour later."], ["service: 13:30"]),
        (["The party is on Friday at 7.", "We have the dentist at 3.", "Start the party an hour earlier."], ["party: Friday 4 December (2026-12-04 06:00)", "dentist at: 3"]),
        (["The test drive is on Saturday at 11.", "Could we push the test drive back an hour?"], ["test drive: Saturday 5 December (2026-12-05 12:00)"]),
        (["The party is on Friday at 7.", "I slept an hour longer."], ["party: Friday at 7 (2026-12-04 07:00)"]),
    ],
)  # fmt: skip
def test_the_day_that_is_meant_is_moved(messages: list[str], when: list[str]) -> None:
    assert told(said(*messages), "when") == when


@pytest.mark.parametrize(
    "messages, key, values",
    [
        (["The budget is 9,000 euros.", "Let's raise it by 500."], "budget", ["9,500 euros"]),
        (["Our budget is £2,000.", "The rent is 950.", "They raised the rent by 50."], "budget", ["£2,000"]),
        (["The budget is 7,000.", "Scrap that, we can go up to 8,500."], "budget", ["8,500"]),
        (
            ["The sofa is £850 and the rug is £220.", "The sofa came down to £790."],
            "price",
            ["rug: £220", "sofa: £790"],
        ),
        (["Our budget is £2,000.", "We cut it by £200."], "budget", ["£1,800"]),
        (["Our budget is £2,000.", "I can be there by 5."], "budget", ["£2,000"]),
    ],
)
def test_an_amount_changes_by_so_much(messages: list[str], key: str, values: list[str]) -> None:
    assert told(said(*messages), key) == values


@pytest.mark.parametrize(
    "messages, place",
    [
        (["We meet at the Harbour Hotel.", "Back to the Harbour at six."], ["the Harbour Hotel"]),
        (["My brother lives in Graz and wants to help."], []),
        (["We'll live in Graz."], ["Graz"]),
    ],
)
def test_a_place_has_its_full_name_and_is_the_talks(messages: list[str], place: list[str]) -> None:
    assert [value.removeprefix("the ") for value in told(said(*messages), "place")] == [
        value.removeprefix("the ") for value in place
    ]


def test_what_is_booked_for_a_day_is_not_turned_down() -> None:
    assert told(said("The van is booked for Friday."), "rejected") == []


MOVING = (
    "Two removal firms: Dalton charges £780, and Quickstep £910.",
    "We'll hire Dalton for the move.",
    "And I've decided on Fernet for the broadband.",
    "We're renting a van for the small things.",
)


@pytest.mark.parametrize(
    "question, has, lacks",
    [
        ("Which removal firm did I pick, and what do they charge?", ["Dalton", "780"], ["Fernet", "910:"]),
        ("Which broadband did we choose?", ["Fernet"], ["Dalton"]),
        ("Which hotel did we choose?", [], ["Dalton", "Fernet", "van"]),
        ("How do we get there?", ["van"], ["Dalton", "Fernet"]),
    ],
)
def test_a_choice_answers_for_its_own_matter(question: str, has: list[str], lacks: list[str]) -> None:
    text = answer(question, said_here.find(question, seen=seen(*MOVING), now=NOW), locale="en")
    assert all(each in text for each in has) and not any(each in text for each in lacks), text


def test_a_former_price_is_not_told_beside_the_new_one() -> None:
    talk = seen("The Fiesta is £4,200 and the Golf is £5,900.", "The dealer dropped the Golf to £5,600.")
    for question, has, lacks in [
        ("How much is the Golf?", "5,600", "5,900"),
        ("How much is the Fiesta?", "4,200", "Golf: "),
    ]:
        text = answer(question, said_here.find(question, seen=talk, now=NOW), locale="en")
        assert has in text and lacks not in text, text


def test_the_day_of_an_occasion_that_was_moved_is_told() -> None:
    talk = seen(
        "The wedding is on 19 June 2027.",
        "We're flying to Sicily for the honeymoon on 22 June.",
        "Push the honeymoon flight by two days.",
    )
    text = answer(
        "When do we fly to Sicily?",
        said_here.find("When do we fly to Sicily?", seen=talk, now=NOW),
        locale="en",
    )
    assert "24 June" in text and "22 June" not in text and "19 June" not in text, text


@pytest.mark.parametrize(
    "content, stands",
    [
        ("You decided on Fernet for the broadband", False),
        ("You chose the Grand Hotel", True),
        ("You chose the night train", False),
        ("You decided on Brenner", True),
    ],
)
def test_a_decision_of_another_matter_is_no_answer(content: str, stands: bool) -> None:
    row = Recalled(UUID(int=1), content, content, "fact", "decision", "meaning", 1.0, 0.9, NOW, NOW)
    here = said_here.find("Which hotel did we choose?", seen=seen("It rains."), now=NOW)
    assert bool(standing([row], here)) is stands
    assert standing([row], Here())
