"""The days of a sentence: a date with its weekday is one, and a past verb looks back. State and summary agree."""

import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from chat import extractive, said_days
from chat.session import Said, WindowTurn
from chat.state.update import State, updated

#: A Monday.
NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Shanghai"))


def days(text: str) -> list[str]:
    return [f"{date.on}" for _start, _end, date in said_days.find(text, said_at=NOW)]


def state_of(text: str) -> list[str]:
    state = updated(State(), text=text, said_at=NOW, message_id=uuid.UUID(int=1), sequence=1)
    return [entry.value for entry in state.entries if entry.key == "when"]


def summary_of(text: str) -> str:
    turn = WindowTurn((Said(uuid.UUID(int=1), 1, "user", text, said_at=NOW),))
    return "\n".join(line.text for line in extractive.lines([turn]))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The fair is on Saturday 13 March 2027.", "2027-03-13"),
        ("The fair is on 13 March 2027, a Saturday.", "2027-03-13"),
        ("The fair is on Friday (4 December).", "2026-12-04"),
        ("庙会定在2027年3月13日星期六。", "2027-03-13"),
        ("庙会改到3月12日星期五吧。", "2027-03-12"),
        ("庙会在12月11日（周五）。", "2026-12-11"),
        ("庙会在周五，也就是12月11日。", "2026-12-11"),
    ],
)
def test_a_date_and_its_weekday_are_one_day(text: str, day: str) -> None:
    assert days(text) == [day]
    assert [value[-11:-1] for value in state_of(text)] == [day]
    assert "(2026-12-05)" not in summary_of(text) and summary_of(text).count("(2") <= 1


def test_two_days_stay_two() -> None:
    assert days("Either Saturday or Sunday 13 December works.") == ["2026-12-05", "2026-12-13"]
    assert days("周六或者12月13日都行。") == ["2026-12-05", "2026-12-13"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The twins turned six on Saturday.", "2026-11-28"),
        ("On Friday we met the plumber.", "2026-11-27"),
        ("Thursday was dreadful.", "2026-11-26"),
        ("They delivered the kiln on Wednesday.", "2026-11-25"),
        ("周六他满六岁了。", "2026-11-28"),
        ("周五我们见了木匠。", "2026-11-27"),
        ("星期三刚考完试。", "2026-11-25"),
        ("周四去过牙医那里。", "2026-11-26"),
    ],
)
def test_a_past_verb_looks_back_in_the_summary_and_is_no_day_of_the_state(text: str, day: str) -> None:
    assert days(text) == [day]
    assert not state_of(text) and day in summary_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "We booked the kiln for Friday.",
        "The delivery was moved to Friday.",
        "She asked me to come on Friday.",
        "The shop's closed on Friday.",
        "We decided on Friday.",
        "If it rained on Friday, we would stay in.",
        "改到周五了。",
        "周五约了牙医。",
        "周五就开学了。",
        "周五不去了。",
    ],
)
def test_what_is_arranged_denied_or_supposed_lies_ahead(text: str) -> None:
    assert days(text) == ["2026-12-04"]


def test_each_day_has_the_tense_of_its_own_verb() -> None:
    assert days("We met on Friday and meet again on Tuesday.") == ["2026-11-27", "2026-12-01"]
    assert days("周五下雨了，周六再去。") == ["2026-11-27", "2026-12-05"]
