"""The stretches of time that a question names, in both languages."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from memories.recall.when import spans

AT = datetime(2025, 9, 17, 12, tzinfo=UTC)  # a Wednesday


def named(text: str, *, at: datetime = AT) -> list[tuple[date, date]]:
    return [(start.date(), end.date()) for start, end in spans(text, at=at)]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What did I plant in March?", date(2025, 3, 1), date(2025, 4, 1)),
        ("Where was I in December?", date(2024, 12, 1), date(2025, 1, 1)),
        ("Is anything on in early October?", date(2025, 10, 1), date(2025, 11, 1)),
        ("Which film did we see on July 4th?", date(2025, 7, 4), date(2025, 7, 5)),
        ("Who came on 15 May 2023?", date(2023, 5, 15), date(2023, 5, 16)),
        ("What happened from June 1 to June 3, 2025?", date(2025, 6, 1), date(2025, 6, 4)),
        ("What did I say on 2025-02-07?", date(2025, 2, 7), date(2025, 2, 8)),
        ("Where did I work in 2019?", date(2019, 1, 1), date(2020, 1, 1)),
        ("What did I buy five days ago?", date(2025, 9, 12), date(2025, 9, 13)),
        ("Whom did I meet two weeks ago?", date(2025, 8, 31), date(2025, 9, 7)),
        ("What did I read a month ago?", date(2025, 8, 1), date(2025, 9, 1)),
        ("How often did I swim in the past month?", date(2025, 8, 18), date(2025, 9, 18)),
        ("Which plays did I see in the past two months?", date(2025, 7, 19), date(2025, 9, 18)),
        ("What did I cook last Tuesday?", date(2025, 9, 16), date(2025, 9, 17)),
        ("Where did we walk last weekend?", date(2025, 9, 13), date(2025, 9, 15)),
        ("What did I lose last year?", date(2024, 1, 1), date(2025, 1, 1)),
        ("我三月份种了什么？", date(2025, 3, 1), date(2025, 4, 1)),
        ("十二月三号我在哪儿？", date(2024, 12, 3), date(2024, 12, 4)),
        ("2025年2月7日晚上我学了什么？", date(2025, 2, 7), date(2025, 2, 8)),
        ("10月2日至4日我们去了哪里？", date(2025, 10, 2), date(2025, 10, 5)),
        ("五月底我学了什么？", date(2025, 5, 21), date(2025, 6, 1)),
        ("三天前我买了什么？", date(2025, 9, 14), date(2025, 9, 15)),
        ("上周五我见了谁？", date(2025, 9, 12), date(2025, 9, 13)),
        ("上个月我看了哪些书？", date(2025, 8, 1), date(2025, 9, 1)),
        ("最近三个月我游了几次泳？", date(2025, 6, 19), date(2025, 9, 18)),
        ("去年我丢了什么？", date(2024, 1, 1), date(2025, 1, 1)),
        ("昨天我吃了什么？", date(2025, 9, 16), date(2025, 9, 17)),
    ],
)
def test_a_named_time_is_a_stretch(text: str, start: date, end: date) -> None:
    assert named(text) == [(start, end)]


@pytest.mark.parametrize(
    "text",
    [
        "May I ask what I owe?",
        "What do I march for?",
        "What should I do today?",
        "How many marbles do I have?",
        "今天吃什么？",
        "我有几个月饼？",
        "2月30日我在哪儿？",
        "What is 12/13?",
    ],
)
def test_what_names_no_time_is_none(text: str) -> None:
    assert named(text) == []


def test_two_times_are_two_stretches() -> None:
    assert named("Did I spend more in March or in April 2024?") == [
        (date(2024, 4, 1), date(2024, 5, 1)),
        (date(2025, 3, 1), date(2025, 4, 1)),
    ]


def test_a_day_is_one_of_the_persons_own_zone() -> None:
    here = AT.astimezone(ZoneInfo("Asia/Shanghai"))
    start, end = spans("昨天我吃了什么？", at=here)[0]
    assert start == datetime(2025, 9, 15, 16, tzinfo=UTC)
    assert (end - start).total_seconds() == 86_400
