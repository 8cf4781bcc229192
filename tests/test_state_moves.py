"""Session state against what is at hand: days moved, people added, another choice than before, names that are neither."""

# ruff: noqa: E501

import pytest

from tests.test_state import said, values


@pytest.mark.parametrize(
    "messages, key, expected",
    [
        # a weekday is that beside the day at hand, with its time of day
        (["The concert is on Friday 11 December.", "Make it Saturday instead."], "when", ["Saturday (2026-12-12)"]),
        (["Meet on Tuesday at 5pm.", "Make it Wednesday instead."], "when", ["Wednesday (2026-12-02 17:00)"]),
        (["The review is on Friday 11 December.", "It's postponed to Wednesday."], "when", ["Wednesday (2026-12-16)"]),
        (["The review is on Friday 11 December.", "Let's move it up to Wednesday."], "when", ["Wednesday (2026-12-09)"]),
        (["A room from 12 January.", "Let's move it to the 14th."], "when", ["the 14th (2027-01-14)"]),
        (["Dinner on Friday 11 December.", "at 7pm", "Make it Saturday instead."], "when", ["7pm", "Saturday (2026-12-12)"]),
        (["We leave on 11 December and are back on Sunday."], "when", ["11 December (2026-12-11)", "Sunday (2026-12-13)"]),
        (["音乐会在12月11日周五。", "算了，改周六。"], "when", ["周六 (2026-12-12)"]),
        (["周二下午五点见。", "改到周三吧。"], "when", ["周三 (2026-12-02 17:00)"]),
        (["12月11日开会。", "推迟到周三。"], "when", ["周三 (2026-12-16)"]),
        (["12月12日出发，周日回来。"], "when", ["12月12日 (2026-12-12)", "周日 (2026-12-13)"]),
        (["订12月12日晚上七点的位子。", "挪到13号。"], "when", ["13号 (2026-12-13 19:00)"]),
        (["周五（12月11日）体检。"], "when", ["周五12月11日 (2026-12-11)"]),
        (["The recital is on 10 December.", "Could it be Friday instead? Yes, make it Friday."], "when", ["Friday (2026-12-11)"]),
        (["演出在12月10日。", "能改到周五吗？那就改周五。"], "when", ["周五 (2026-12-11)"]),
        # moved by so much
        (["The concert is on Friday 11 December.", "A day later, please."], "when", ["Saturday 12 December (2026-12-12)"]),
        (["The concert is on Friday 11 December.", "The day after."], "when", ["Saturday 12 December (2026-12-12)"]),
        (["The concert is on 11 December at 6pm.", "Push it back a week."], "when", ["Friday 18 December (2026-12-18 18:00)"]),
        (["The concert is on 11 December.", "Bring it forward by two days."], "when", ["Wednesday 9 December (2026-12-09)"]),
        (["Dinner at 7pm.", "Make it an hour later."], "when", ["20:00"]),
        (["The report is due by 18 December.", "They postponed the deadline by a week."], "deadline", ["Friday 25 December (2026-12-25)"]),
        (["The exam is on 18 December.", "Remind me two days earlier."], "when", ["18 December (2026-12-18)"]),
        (["体检在12月11日晚上七点。", "推迟一天。"], "when", ["12月12日周六 (2026-12-12 19:00)"]),
        (["体检在12月11日。", "提前一周吧。"], "when", ["12月4日周五 (2026-12-04)"]),
        (["体检在12月11日。", "改成第二天吧。"], "when", ["12月12日周六 (2026-12-12)"]),
        (["明天十点半开会。", "往后推半个小时。"], "when", ["12月1日周二 (2026-12-01 11:00)"]),
        (["截止12月18日。", "截止日期延了一周。"], "deadline", ["12月25日周五 (2026-12-25)"]),
        (["考试在12月18日。", "提前两天提醒我。"], "when", ["12月18日 (2026-12-18)"]),
        # on top of the number at hand, or away from it
        (["We are six.", "Two more people are joining."], "people", ["8 people"]),
        (["A table for 8 guests.", "One fewer."], "people", ["7 guests"]),
        (["A table for 8 guests.", "Two of them can't come."], "people", ["6 guests"]),
        (["Ten people.", "Two people dropped out and three more joined."], "people", ["11 people"]),
        (["We are six.", "Two more people are joining, so eight in total."], "people", ["8 people"]),
        (["Two rooms for four nights.", "One more night please."], "count", ["Two rooms", "5 nights"]),
        (["I have two more questions."], "people", []),
        (["我们六个人。", "又来了两个人。"], "people", ["8个人"]),
        (["一共八位。", "再来两位。"], "people", ["10位"]),
        (["我们六个人。", "少一个人。"], "people", ["5个人"]),
        (["我们五个人。", "俩人来不了了。"], "people", ["3个人"]),
        (["一共16个人。", "又加了三位，一共19个人。"], "people", ["19个人"]),
        (["三间房，住四晚。", "多住一晚。"], "count", ["三间房", "5晚"]),
        (["差两个人就够了。"], "people", []),
        # another choice than before
        (["Let's take the ferry.", "I changed my mind, the bus."], "chosen", ["the bus"]),
        (["Let's take the ferry.", "I changed my mind, the bus."], "rejected", ["the ferry"]),
        (["Let's take the ferry.", "I changed my mind. The bus.", "Back to the ferry."], "chosen", ["the ferry"]),
        (["Let's take the ferry.", "I changed my mind. The bus.", "Back to the ferry."], "rejected", ["The bus"]),
        (["Let's take the oak table.", "Not the oak table, the pine one."], "chosen", ["the pine one"]),
        (["No, soup after all."], "chosen", ["soup"]),
        (["We fly back to Oslo."], "chosen", []),
        (["I changed my mind, the weather is nice."], "chosen", []),
        (["I'll go with the oak table.", "I changed my mind about the oak table."], "chosen", []),
        (["I rule out Lisbon.", "Lisbon is back on the table."], "rejected", []),
        (["坐轮渡还是大巴？", "坐轮渡吧。", "算了，还是坐大巴。"], "chosen", ["大巴"]),
        (["坐轮渡吧。", "算了，还是坐大巴。"], "rejected", ["轮渡"]),
        (["坐轮渡吧。", "我改主意了，坐大巴。", "还是坐回轮渡吧。"], "chosen", ["轮渡"]),
        (["坐轮渡吧。", "我改主意了，坐大巴。", "还是坐回轮渡吧。"], "rejected", ["大巴"]),
        (["那就订海边那家吧。", "改主意了，山上那家。"], "chosen", ["山上那家"]),
        (["那就坐轮渡吧。", "算了，不去了。"], "chosen", ["轮渡"]),
        (["坐轮渡还是大巴？"], "chosen", []),
        (["红色的排除。", "红色的还可以再考虑。"], "rejected", []),
        # one word for another
        (["Fly from Oslo to Rome.", "Not Rome, Naples."], "place", ["from Oslo", "Naples"]),
        (["We meet in Ghent.", "I meant Bruges, not Ghent."], "place", ["Bruges"]),
    ],
)  # fmt: skip
def test_what_is_said_is_taken_against_what_is_at_hand(
    messages: list[str], key: str, expected: list[str]
) -> None:
    assert values(said(*messages), key) == expected


def test_people_of_whom_no_number_is_known_are_noted_as_they_come() -> None:
    assert values(said("Two more people are coming."), "people") == ["Two more people"]
    assert values(said("又来了两个人。"), "people") == ["又来了两个人"]


def test_a_choice_closes_the_question_that_it_answers() -> None:
    state = said("Should we take the ferry or the bus?", "Let's take the bus.")
    assert (values(state, "open_question"), values(state, "chosen")) == ([], ["the bus"])


@pytest.mark.parametrize(
    "message",
    [
        "I looked at Samsung and Sony.",
        "I looked at the ThinkPad and the MacBook Air.",
        "I'll go with Sony.",
        "I bought it from Amazon.",
        "I pay with Visa.",
        "我看了三星和索尼。",
        "我的手机是在京东买的。",
        "和索尼比一比。",
    ],
)
def test_products_and_makers_are_neither_places_nor_people(message: str) -> None:
    state = said(message)
    assert (values(state, "place"), values(state, "with")) == ([], [])


@pytest.mark.parametrize(
    "message, key, expected",
    [
        ("I work at Siemens in Munich.", "place", ["Munich"]),
        ("I drove a Toyota to Lyon with Vera.", "place", ["Lyon"]),
        ("I drove a Toyota to Lyon with Vera.", "with", ["Vera"]),
        ("I'm going with Anna to Turin.", "with", ["Anna"]),
        ("我在西门子上班，住慕尼黑。", "place", ["慕尼黑"]),
    ],
)
def test_what_stands_beside_a_maker_is_still_read(message: str, key: str, expected: list[str]) -> None:
    assert values(said(message), key) == expected
