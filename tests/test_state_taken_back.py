"""A correction in short words: another hour, another choice, a deadline put off. Both languages."""

import pytest

from tests.talk_state import told


@pytest.mark.parametrize(
    ("messages", "when"),
    [
        (("The coach leaves at 9 in the morning.", "No wait, make it 8:15."), ["coach: 8:15"]),
        (("The tasting is at 6 pm.", "make it 7:30"), ["tasting: 7:30 pm"]),
        (("The tasting is at 6 pm.", "Hang on, make it 8:45 pm."), ["tasting: 8:45 pm"]),
        (("面试约在周三上午十点。", "等等，改成十一点半。"), ["面试：周三上午十一点半 (2026-12-02)"]),
        (("彩排定在5月8日下午三点。", "推迟到五点吧。"), ["彩排：5月8日下午五点 (2027-05-08)"]),
        (("彩排定在5月8日下午五点。", "推迟到七点吧。"), ["彩排：5月8日晚上七点 (2027-05-08)"]),
        (("彩排定在5月8日下午三点。", "提前到上午十点吧。"), ["彩排：5月8日上午十点 (2027-05-08)"]),
    ],
)  # fmt: skip
def test_a_new_hour_is_of_the_same_half_of_the_day(messages: tuple[str, ...], when: list[str]) -> None:
    assert told("when", *messages) == when


@pytest.mark.parametrize(
    ("messages", "deadline"),
    [
        (("We have to send the form by 9 April.", "The school gave us until 16 April."), "16 April (2027-04-16)"),
        (("We have to send the form by 9 April.", "We got an extension until 16 April."), "16 April (2027-04-16)"),
        (("我们4月9日前要交表。", "学校宽限到4月16日。"), "4月16日 (2027-04-16)"),
    ],
)  # fmt: skip
def test_a_deadline_that_is_put_off_is_the_only_one(messages: tuple[str, ...], deadline: str) -> None:
    found = told("deadline", *messages)
    assert len(found) == 1 and found[0].endswith(deadline)


@pytest.mark.parametrize(
    ("messages", "chosen", "rejected"),
    [
        (("Not the castle after all, we'll go to the mill.",), ["the mill"], ["the castle"]),
        (("We'll take the ferry.", "Scrap that, we're hiring a minibus."), ["a minibus"], ["the ferry"]),
        (("We'll take the ferry.", "Never mind, let's rent a minibus."), ["a minibus"], ["the ferry"]),
        (("Sauna or pool first?", "Sauna first."), ["Sauna"], []),
    ],
)
def test_what_is_taken_back_gives_way(
    messages: tuple[str, ...], chosen: list[str], rejected: list[str]
) -> None:
    assert (told("chosen", *messages), told("rejected", *messages)) == (chosen, rejected)
    assert told("open_question", *messages) == []


@pytest.mark.parametrize(
    "text",
    [
        "Scrap that.",
        "Not the castle after all, we'll see.",
        "Scrap that, we'll be back on Friday.",
        "We're hiring a minibus driver at work.",
        "Never mind, we're having a great time.",
    ],
)
def test_nothing_is_chosen_where_nothing_is_put_in_its_place(text: str) -> None:
    assert told("chosen", text) == []
