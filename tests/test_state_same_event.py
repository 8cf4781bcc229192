"""Another day of what has one, an hour that somebody asks for, a bare day in its month, a lead time. Both languages."""

import pytest

from tests.talk_state import told


@pytest.mark.parametrize(
    ("messages", "when"),
    [
        (
            ("The handover is on Friday 5 February.", "Hm, the handover is actually on the 9th."),
            "handover: 9th (2027-02-09)",
        ),
        (
            ("She can begin on 2 March.", "She rang: she can only begin on the 11th now."),
            "11th (2027-03-11)",
        ),
        (("We sail on 27 January.", "It's been pushed to the 2nd."), "the 2nd (2027-02-02)"),
        (("1月19号交车。", "不对，交车是22号。"), "交车：22号 (2027-01-22)"),
        (("牙科复查定在1月10号。", "改12号吧。"), "牙科复查：12号 (2027-01-12)"),
    ],
)
def test_a_bare_day_takes_the_month_of_the_date_that_it_replaces(
    messages: tuple[str, ...], when: str
) -> None:
    assert told("when", *messages) == [when]


@pytest.mark.parametrize(
    ("messages", "when"),
    [
        (
            ("The reunion is on 12 June.", "The barn only has the 19th free, so let's take that."),
            "reunion: the 19th (2027-06-19)",
        ),
        (("婚礼定在9月18号。", "酒店只有25号有空，那就定25号吧。"), "婚礼：25号 (2027-09-25)"),
    ],
)
def test_the_only_day_that_is_free_is_taken(messages: tuple[str, ...], when: str) -> None:
    assert told("when", *messages) == [when]


def test_who_has_that_day_free_is_chosen_by_the_name_alone() -> None:
    talk = ("The reunion is on 12 June.", "The Mill only has the 19th free, so we'll take that.")
    assert told("chosen", *talk) == ["The Mill"]


@pytest.mark.parametrize(
    ("messages", "when"),
    [
        (
            ("The plumber comes on 12 January.", "The plumber will come on the 14th."),
            ["plumber: 14th (2027-01-14)"],
        ),
        (
            ("The viewing is on Saturday at 10:30.", "The viewing is at 12:30 now, same day."),
            ["viewing: Saturday 12:30 (2026-12-05)"],
        ),
        (("面试在12月20号。", "面试在12月22号。"), ["面试：12月22号 (2026-12-22)"]),
        (("他说2月1号可以动工。", "李师傅打电话来说要2月9号才能进场。"), ["2月9号 (2027-02-09)"]),
        (
            ("12月20号下午两点去取。", "宠物店让我们三点再过去。"),
            ["12月20号下午三点 (2026-12-20)"],
        ),
        # One more of the kind, and another part of it.
        (
            ("The meeting is on 3 February.", "The meeting with Bo is on 5 February."),
            ["meeting: 3 February (2027-02-03)", "meeting with Bo: 5 February (2027-02-05)"],
        ),
        (
            ("The dentist is on 3 February.", "The dentist is on 10 February again."),
            ["dentist: 3 February (2027-02-03)", "dentist: 10 February (2027-02-10)"],
        ),
        (
            ("The shop is open on 5 February.", "The shop is closed on 7 February."),
            ["shop: 5 February (2027-02-05)", "shop: 7 February (2027-02-07)"],
        ),
    ],
)
def test_another_day_of_an_event_takes_the_place_of_the_first(
    messages: tuple[str, ...], when: list[str]
) -> None:
    assert told("when", *messages) == when


_TWO = "The vet is on 4 January at 10. The hairdresser is on 5 January at 2:30."
_ZWEI = "牙医是12月10号上午九点，家长会是12月11号下午三点。"


@pytest.mark.parametrize(
    ("messages", "when"),
    [
        (
            (_TWO, "The vet asked me to come at 3:15 instead."),
            ["hairdresser: 5 January at 2:30 (2027-01-05 02:30)", "vet: 4 January 3:15 (2027-01-04)"],
        ),
        (
            (_TWO, "The school wants us to come at 3:15 instead."),
            [
                "vet: 4 January at 10 (2027-01-04 10:00)",
                "hairdresser: 5 January at 2:30 (2027-01-05 02:30)",
                "school: 3:15",
            ],
        ),
        (
            (_ZWEI, "牙医让我们十点再过去。"),
            ["家长会：12月11号下午三点 (2026-12-11 15:00)", "牙医：12月10号上午十点 (2026-12-10)"],
        ),
        (
            (_ZWEI, "学校通知我们四点再过去。"),
            [
                "牙医：12月10号上午九点 (2026-12-10 09:00)",
                "家长会：12月11号下午三点 (2026-12-11 15:00)",
                "学校：四点",
            ],
        ),
    ],
)
def test_an_hour_that_somebody_asks_for_is_that_of_the_event_with_the_name(
    messages: tuple[str, ...], when: list[str]
) -> None:
    assert told("when", *messages) == when


def test_a_lead_time_moves_no_deadline() -> None:
    assert told("deadline", "初稿要在1月15号前写完。", "每次要提前一周给编辑看。") == [
        "初稿：1月15号 (2027-01-15)"
    ]
    assert told("when", "婚礼在2月6号。", "婚礼提前一周举行。") == ["婚礼：1月30日周六 (2027-01-30)"]


def test_what_is_at_least_wanted_stands_beside_what_something_has() -> None:
    assert told("count", "内存至少32G。", "MacBook Air只有16G，算了") == ["内存：32G", "Air: 16G"]
