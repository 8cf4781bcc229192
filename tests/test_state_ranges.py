"""Stretches of days and hours in session state: both ends are kept, one of them moves alone, and numbers are no days."""

# ruff: noqa: E501

import uuid
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.state.ranges import span_of
from chat.state.update import State, updated
from tests.test_state import said, values


@pytest.mark.parametrize(
    "message, expected",
    [
        ("We're in Porto from 3 to 6 May.", "3 to 6 May (2027-05-03 – 2027-05-06)"),
        ("We're away from May 3 to May 6.", "May 3 to May 6 (2027-05-03 – 2027-05-06)"),
        ("I need a room between 3 May and 6 May.", "between 3 May and 6 May (2027-05-03 – 2027-05-06)"),
        ("The fair is May 3–6.", "May 3–6 (2027-05-03 – 2027-05-06)"),
        ("Book December 12th through 15th, please.", "December 12th through 15th (2026-12-12 – 2026-12-15)"),
        ("We're away from Friday 11 to Sunday 13 December.", "Friday 11 to Sunday 13 December (2026-12-11 – 2026-12-13)"),
        ("The course runs from the 3rd to the 6th.", "the 3rd to the 6th (2026-12-03 – 2026-12-06)"),
        ("We are on holiday from 28 December to 2 January.", "28 December to 2 January (2026-12-28 – 2027-01-02)"),
        ("The rental is 28 December 2027 to 2 January.", "28 December 2027 to 2 January (2027-12-28 – 2028-01-02)"),
        ("I'll be in Ghent Tuesday to Thursday.", "Tuesday to Thursday (2026-12-01 – 2026-12-03)"),
        ("I'll be in Ghent Mon-Wed next week.", "Mon-Wed next week (2026-12-07 – 2026-12-09)"),
        ("We stay there next Friday till Sunday.", "next Friday till Sunday (2026-12-11 – 2026-12-13)"),
        ("I'm travelling from tomorrow until Sunday.", "tomorrow until Sunday (2026-12-01 – 2026-12-06)"),
        ("Holiday: Christmas Eve to New Year's Day.", "Christmas Eve to New Year's Day (2026-12-24 – 2027-01-01)"),
        ("The exhibition is open from June to August.", "June to August (2027-06 – 2027-08)"),
        ("We're in Porto from 3 to 6 May.", "3 to 6 May (2027-05-03 – 2027-05-06)"),
        ("The museum closes from mid-January to 3 February.", "mid-January to 3 February (2027-01 – 2027-02)"),
        ("We're away from March 2027 to May 2028.", "March 2027 to May 2028 (2027-03 – 2028-05)"),
        ("Gran's staying 20 Dec (Sun) - 27 Dec (Sun).", "20 Dec (Sun) - 27 Dec (Sun) (2026-12-20 – 2026-12-27)"),
        ("The show is on Saturday and Sunday.", "Saturday and Sunday (2026-12-05 – 2026-12-06)"),
        ("We stay from Friday 2pm to Sunday noon.", "Friday 2pm to Sunday noon (2026-12-04 14:00 – 2026-12-06 12:00)"),
        ("I moved the trip from 3-6 May to 10-13 May.", "10-13 May (2027-05-10 – 2027-05-13)"),
        ("The meeting is from 9 to 11:30 tomorrow.", "tomorrow 9 to 11:30 (2026-12-01 09:00 – 11:30)"),
        ("The workshop is on Friday from 2 to 4.", "Friday 2 to 4 (2026-12-04 14:00 – 16:00)"),
        ("He can see me 9–11pm on Thursday.", "Thursday 9–11pm (2026-12-03 21:00 – 23:00)"),
        ("The night shift on Friday is 22:00 to 6:00.", "Friday 22:00 to 6:00 (2026-12-04 22:00 – 2026-12-05 06:00)"),
        ("I'm free between 2pm and 4pm.", "between 2pm and 4pm"),
        ("我5月3日到6日去成都。", "5月3日到6日 (2027-05-03 – 2027-05-06)"),
        ("5月3号至8号我在杭州。", "5月3号至8号 (2027-05-03 – 2027-05-08)"),
        ("酒店订5月3-6日。", "5月3-6日 (2027-05-03 – 2027-05-06)"),
        ("12 月 24 日至 27 日放假。", "12月24日至27日 (2026-12-24 – 2026-12-27)"),
        ("12月30日到1月2日我回老家。", "12月30日到1月2日 (2026-12-30 – 2027-01-02)"),
        ("课程从3号到6号。", "3号到6号 (2026-12-03 – 2026-12-06)"),
        ("周一到周四出差。", "周一到周四 (2026-11-30 – 2026-12-03)"),
        ("下周一至五培训。", "下周一至五 (2026-12-07 – 2026-12-11)"),
        ("下周五到周日去爬山。", "下周五到周日 (2026-12-11 – 2026-12-13)"),
        ("我週五晚上到週日下午在無錫。", "週五晚上到週日下午 (2026-12-04 – 2026-12-06)"),
        ("国庆到10月7日我休假。", "国庆到10月7日 (2027-10-01 – 2027-10-07)"),
        ("暑期班7-8月。", "7-8月 (2027-07 – 2027-08)"),
        ("1月底到2月初装修。", "1月底到2月初 (2027-01 – 2027-02)"),
        ("排练在12月14日（周一）至12月16日（周三）。", "12月14日（周一）至12月16日（周三） (2026-12-14 – 2026-12-16)"),
        ("二号到九号我不在。", "二号到九号 (2026-12-02 – 2026-12-09)"),
        ("周三和周四开会。", "周三和周四 (2026-12-02 – 2026-12-03)"),
        ("行程从5月3日到6日改到5月10日到13日。", "5月10日到13日 (2027-05-10 – 2027-05-13)"),
        ("明天上午9点到11点半开会。", "明天上午9点到11点半 (2026-12-01 09:00 – 11:30)"),
        ("周三下午两点到四点半开会。", "周三下午两点到四点半 (2026-12-02 14:00 – 16:30)"),
        ("下午两点到四点有空。", "下午两点到四点"),
    ],
)  # fmt: skip
def test_both_ends_are_kept(message: str, expected: str) -> None:
    assert values(said(message), "when") == [expected]


@pytest.mark.parametrize(
    "messages, expected",
    [
        # another stretch in its place
        (["We're in Porto from 3 to 6 May.", "Make it 4 to 7 May instead."], "4 to 7 May (2027-05-04 – 2027-05-07)"),
        (["We're in Porto from 3 to 6 May.", "Make it 4 to 7 instead."], "4 to 7 May (2027-05-04 – 2027-05-07)"),
        (["The hut is booked from Friday to Sunday.", "Make it Saturday to Monday."], "Saturday to Monday (2026-12-05 – 2026-12-07)"),
        (["The meeting is tomorrow from 9 to 11:30.", "Make it 10 to 12 instead."], "tomorrow 10 to 12 (2026-12-01 10:00 – 12:00)"),
        (["The meeting is tomorrow at 9:00.", "Actually it's from 9:30 to 11."], "tomorrow 9:30 to 11 (2026-12-01 09:30 – 11:00)"),
        (["我5月3日到6日去成都。", "改成5月4日到7日。"], "5月4日到7日 (2027-05-04 – 2027-05-07)"),
        (["我5月3日到6日去成都。", "改成4到7。"], "5月4日到7日 (2027-05-04 – 2027-05-07)"),
        (["酒店订下周五到周日。", "改成周六到周一。"], "周六到周一 (2026-12-12 – 2026-12-14)"),
        (["会议是明天上午9点。", "改成10点到12点吧。"], "明天10点到12点 (2026-12-01 10:00 – 12:00)"),
        # one end moves and the other stays
        (["We're in Porto from 3 to 6 May.", "Until the 8th instead."], "3 to 8 May (2027-05-03 – 2027-05-08)"),
        (["We're in Porto from 3 to 6 May.", "We stay until 8 May."], "3 to 8 May (2027-05-03 – 2027-05-08)"),
        (["We're in Porto from 3 to 6 May.", "Actually we arrive on 4 May."], "4 to 6 May (2027-05-04 – 2027-05-06)"),
        (["We're in Porto from 3 to 6 May.", "We leave on the 7th instead."], "3 to 7 May (2027-05-03 – 2027-05-07)"),
        (["We're away 28 December to 2 January.", "Actually we're back on the 3rd."], "28 December to 3 January (2026-12-28 – 2027-01-03)"),
        (["We're in Porto from 3 to 6 May.", "Let's stay two days longer."], "3 to 8 May (2027-05-03 – 2027-05-08)"),
        (["We're in Porto from 3 to 6 May.", "We arrive a day later."], "4 to 6 May (2027-05-04 – 2027-05-06)"),
        (["The meeting is tomorrow from 9 to 11:30.", "It now ends at noon instead."], "tomorrow 09:00–12:00 (2026-12-01 09:00 – 12:00)"),
        (["I'm free between 2pm and 4pm.", "Actually until 5pm."], "14:00–17:00"),
        (["我5月3日到6日去成都。", "改到8号回来。"], "5月3日到8日 (2027-05-03 – 2027-05-08)"),
        (["我5月3日到6日去成都。", "住到8号。"], "5月3日到8日 (2027-05-03 – 2027-05-08)"),
        (["我5月3日到6日去成都。", "改成4号出发。"], "5月4日到6日 (2027-05-04 – 2027-05-06)"),
        (["我5月3日到6日去成都。", "多住两天。"], "5月3日到8日 (2027-05-03 – 2027-05-08)"),
        (["我5月3日到6日去成都。", "晚两天回来。"], "5月3日到8日 (2027-05-03 – 2027-05-08)"),
        (["会议是明天上午9点到11点半。", "改到12点结束。"], "明天 09:00–12:00 (2026-12-01 09:00 – 12:00)"),
        (["I rent a car Jan 4 to Jan 10.", "Hmm, return it on Jan 12 instead."], "4 to 12 January (2027-01-04 – 2027-01-12)"),
        (["I'm in Oslo from Wednesday to Friday.", "Can't make Wednesday, I arrive Thursday instead."], "3 to 4 December (2026-12-03 – 2026-12-04)"),
        (["我周三到周五在奥斯陆。", "周三去不了，改成周四到。"], "12月3日到4日 (2026-12-03 – 2026-12-04)"),
        (["船租6月5号到9号。", "改从4号开始。"], "6月4日到9日 (2027-06-04 – 2027-06-09)"),
        # the whole moves
        (["The call is Thursday 3pm-4pm.", "Make it Friday."], "Friday 15:00–16:00 (2026-12-04 15:00 – 16:00)"),
        (["电话会议周四下午3点到4点。", "改到周五吧。"], "周五 15:00–16:00 (2026-12-04 15:00 – 16:00)"),
        (["The wedding is 11-13 September.", "It was moved to 18-20 September."], "18-20 September (2027-09-18 – 2027-09-20)"),
        (["We're in Porto from 3 to 6 May.", "Push it back a week."], "10 to 13 May (2027-05-10 – 2027-05-13)"),
        (["The meeting is tomorrow from 9 to 11:30.", "Push it back an hour."], "tomorrow 10:00–12:30 (2026-12-01 10:00 – 12:30)"),
        (["我5月3日到6日去成都。", "推迟一周。"], "5月10日到13日 (2027-05-10 – 2027-05-13)"),
        # said again in other words
        (["We're in Porto from 3 to 6 May.", "So, May 3–6."], "May 3–6 (2027-05-03 – 2027-05-06)"),
        (["我5月3日到6日去成都。", "就是5月3号至6号。"], "5月3号至6号 (2027-05-03 – 2027-05-06)"),
    ],
)  # fmt: skip
def test_a_change_of_mind_replaces_the_whole_or_one_end(messages: list[str], expected: str) -> None:
    assert values(said(*messages), "when") == [expected]
    assert values(said(*messages), "deadline") == []


@pytest.mark.parametrize(
    "messages, when, deadline",
    [
        (["We're in Porto from 3 to 6 May.", "We visit the museum on 4 May."], "4 May (2027-05-04)", []),
        (["We're in Porto from 3 to 6 May.", "The report is due by 8 May."], None, ["8 May (2027-05-08)"]),
        (["我5月3日到6日去成都。", "5月4日去博物馆。"], "5月4日 (2027-05-04)", []),
        (["我5月3日到6日去成都。", "论文5月8日前要交。"], None, ["5月8日 (2027-05-08)"]),
    ],
)
def test_another_matter_leaves_the_stretch_alone(
    messages: list[str], when: str | None, deadline: list[str]
) -> None:
    state = said(*messages)
    assert values(state, "when")[1:] == ([when] if when else [])
    assert span_of(values(state, "when")[0]) is not None
    assert values(state, "deadline") == deadline


@pytest.mark.parametrize(
    "message",
    [
        "Our team won 3-1.",
        "5 to 10 people will come.",
        "Call me at 030-1234-5678.",
        "We went from version 3.1 to 3.4.",
        "It takes two to three weeks.",
        "3 to 6 may be too many.",
        "Prices range from 3 to 6 euros.",
        "I work from Monday to Friday.",
        "The shop opens Monday to Saturday, 9am to 5pm.",
        "他们3比1赢了。",
        "大概5到10个人。",
        "需要两到三周。",
        "3到6号楼都满了。",
        "版本从3.1到3.4。",
        "价格3到6元。",
        "电话是010-1234-5678。",
        "The gym is open 6am to 10pm every day.",
        "健身房每天早上6点到晚上10点开。",
        "报告第3到6章写好了。",
        "平时周一到周五上班。",
        "商店营业时间是周一到周六上午9点到晚上8点。",
    ],
)
def test_numbers_scores_and_habits_are_no_days(message: str) -> None:
    assert (values(said(message), "when"), values(said(message), "deadline")) == ([], [])


@pytest.mark.parametrize(
    "message, key, expected",
    [
        ("5 to 10 people will come.", "people", "5 to 10 people"),
        ("It takes two to three weeks.", "count", "two to three weeks"),
        ("大概5到10个人。", "people", "5到10个人"),
        ("I moved the visit from Monday to Thursday.", "when", "Thursday (2026-12-03)"),
        ("把会从周三改到周五。", "when", "周五 (2026-12-04)"),
    ],
)
def test_a_range_of_things_keeps_both_ends_and_a_move_is_no_range(
    message: str, key: str, expected: str
) -> None:
    assert values(said(message), key) == [expected]


@pytest.mark.parametrize(
    "message, expected",
    [
        ("We meet on Monday and Thursday.", ["Monday (2026-12-07)", "Thursday (2026-12-10)"]),
        ("The rehearsals are on 3 and 6 May.", ["3 May (2027-05-03)", "6 May (2027-05-06)"]),
        ("周一和周四排练。", ["周一 (2026-11-30)", "周四 (2026-12-03)"]),
        ("5月3日和6日排练。", ["5月3日 (2027-05-03)", "6日 (2027-05-06)"]),
    ],
)
def test_two_days_are_two_and_no_stretch(message: str, expected: list[str]) -> None:
    assert values(said(message), "when") == expected


def _at(moment: datetime, message: str) -> list[str]:
    state = updated(State(), text=message, said_at=moment, message_id=uuid.UUID(int=1), sequence=1)
    return values(state, "when")


def test_the_persons_zone_and_the_day_of_saying_decide_the_year() -> None:
    moment = datetime(2026, 12, 31, 23, tzinfo=UTC)  # a new year already in Shanghai
    there = moment.astimezone(ZoneInfo("Asia/Shanghai"))
    assert _at(moment, "We're free from today to Sunday.") == ["today to Sunday (2026-12-31 – 2027-01-03)"]
    assert _at(there, "We're free from today to Sunday.") == ["today to Sunday (2027-01-01 – 2027-01-03)"]
    begun = datetime(2026, 5, 4, 10, tzinfo=UTC)
    assert _at(begun, "We're in Porto from 3 to 6 May.") == ["3 to 6 May (2026-05-03 – 2026-05-06)"]
    assert _at(begun, "我5月3日到6日在成都。") == ["5月3日到6日 (2026-05-03 – 2026-05-06)"]


def test_long_words_give_way_and_both_days_stay() -> None:
    message = (
        "We stay from Wednesday the 30th of December at 11:30pm until Saturday the 2nd of January at 10:15am."
    )
    assert values(said(message), "when") == ["30 December to 2 January (2026-12-30 23:30 – 2027-01-02 10:15)"]


def test_forgetting_the_words_takes_the_stretch_with_them() -> None:
    text = "I like kites. We're away from 3 to 6 May."
    state, message = said(text), uuid.UUID(int=1)
    assert state.without({message}, {message: text[13:]}).shown() == {
        "when": "3 to 6 May (2027-05-03 – 2027-05-06)"
    }
    assert state.without({message}, {message: text[:13]}).shown() == {}


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 31), st.integers(1, 31), st.integers(1, 12), st.integers(1, 12))
def test_a_stretch_always_goes_forward(first: int, last: int, month: int, other: int) -> None:
    for text in (
        f"从{month}月{first}日到{other}月{last}日出差。",
        f"It is from 2027-{month:02}-{first:02} to 2028-{other:02}-{last:02}.",
    ):
        for value in values(said(text), "when"):
            span = span_of(value)
            assert span is None or span.first <= span.last
