"""A day without its month, or a weekday, is one of the days that the talk is about. Both languages."""

# ruff: noqa: E501

import pytest

from tests.talk_state import told


@pytest.mark.parametrize(
    ("messages", "last"),
    [
        (("同学会定在7月9号到10号。", "也就是9号到11号。"), "2027-07-09 – 2027-07-11"),
        (("夏令营7月20日开营。", "也就是20号到25号。"), "2027-07-20 – 2027-07-25"),
        (("我们4月18日去洛阳。", "从20号到22号住民宿。"), "2027-04-20 – 2027-04-22"),
        (("Our camp is on 20 July.", "That is, the 20th to the 25th."), "2027-07-20 – 2027-07-25"),
        (("Our camp is on 20 July.", "So from the 20th to the 25th."), "2027-07-20 – 2027-07-25"),
        (("We fly to Bari on 18 April.", "On the 16th we pack."), "2027-04-16"),
        (("我们4月18日去洛阳。", "16号我要收拾行李。"), "2027-04-16"),
        (("We fly to Bari on 18 April.", "We come back on the 3rd."), "2027-05-03"),
        (("我们4月18日去洛阳。", "3号回来。"), "2027-05-03"),
    ],
)
def test_a_day_without_a_month_is_in_that_of_the_talk(messages: tuple[str, ...], last: str) -> None:
    assert told("when", *messages)[-1].endswith(f"({last})")


@pytest.mark.parametrize(
    ("messages", "whole"),
    [
        (("同学会定在7月9号到10号。", "也就是9号到11号。"), ["同学会：9号到11号 (2027-07-09 – 2027-07-11)"]),
        (("Our camp is on 20 July.", "That is, the 20th to the 25th."), ["camp: the 20th to the 25th (2027-07-20 – 2027-07-25)"]),
        (("The fair is on 8 June.", "Let's make it 15 June, the hall is taken on the 8th."), ["fair: 15 June (2027-06-15)"]),
        (("The fair is on 8 June.", "On the 8th my cousin marries, so move it to 15 June."), ["fair: 15 June (2027-06-15)"]),
        (("运动会定在6月8日。", "改成6月15日吧，8号校长不在。"), ["运动会：6月15日 (2027-06-15)"]),
        (("运动会定在6月8日。", "8号校长不在，改成6月15日吧。"), ["运动会：6月15日 (2027-06-15)"]),
    ],
)  # fmt: skip
def test_the_day_that_was_is_no_day_of_the_matter_any_more(
    messages: tuple[str, ...], whole: list[str]
) -> None:
    assert told("when", *messages) == whole


@pytest.mark.parametrize(
    ("messages", "last"),
    [
        (("Buy milk on the 3rd.",), "2026-12-03"),
        (("3号交水费。",), "2026-12-03"),
        (("The fair is on 8 June.", "Call the printer on the 3rd."), "2026-12-03"),
        (("We fly to Bari on 18 April.", "We visit Lecce on 3 May."), "2027-05-03"),
        (("我们4月18日去洛阳。", "6月3日去开封。"), "2027-06-03"),
    ],
)
def test_what_is_not_of_the_talk_keeps_its_day(messages: tuple[str, ...], last: str) -> None:
    assert told("when", *messages)[-1].endswith(f"({last})")


@pytest.mark.parametrize(
    "messages",
    [
        ("The fair is on 8 June.", "The rehearsal is on 7 June, and the party on the 9th."),
        ("运动会定在6月8日。", "彩排是6月7日，9号聚餐。"),
    ],
)
def test_more_days_of_one_sentence_stay(messages: tuple[str, ...]) -> None:
    assert len(told("when", *messages)) == 3
