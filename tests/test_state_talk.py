"""Session state over a long talk: what it is about stays, each thing keeps its own day and price, and what is not taken."""

# ruff: noqa: E501

import json
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from chat import extractive
from chat.session import Said, WindowTurn
from chat.state.things import alike
from chat.state.update import SHOWN_TOKENS, State, updated
from memoryhub.ai.tokens import count_tokens

#: A Monday.
NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Shanghai"))
TRIP = "We fly to Lisbon on 12 March and come back on 20 March."
REISE = "我们3月12日出发去昆明，20日回来。"


def said(*messages: str, reply: str = "OK.") -> State:
    state = State()
    for sequence, text in enumerate(messages, start=1):
        state = updated(
            state,
            text=text,
            said_at=NOW,
            message_id=uuid.UUID(int=sequence),
            sequence=sequence,
            previous_assistant=reply,
        )
    return state


def told(state: State, key: str) -> list[str]:
    return [entry.told for entry in state.entries if entry.key == key]


def lines(*messages: str) -> str:
    turns = [
        WindowTurn((Said(message_id=uuid.UUID(int=at), sequence=at, role="user", text=text, said_at=NOW),))
        for at, text in enumerate(messages, start=1)
    ]
    return "\n".join(line.text for line in extractive.lines(turns))


@pytest.mark.parametrize(
    "start, by_the_way, place, days",
    [
        (
            TRIP,
            ["My sister went to Porto last year.", "I watched a film last night.", "It's windy today.", "Our neighbour is in Rome.", "Lunch at Casa Rui.", "Tour of Alfama at 9:00.", "We stop in Evora on 17 March.", "Let's see Obidos on 18 March.", "Tickets for Queluz are 9 euros.", "The museum opens at 10:30.", "Concert at 8 pm.", "Breakfast at 7:15."],
            "Lisbon",
            ["12 March (2027-03-12)", "20 March (2027-03-20)"],
        ),
        (
            REISE,
            ["我妹妹去年去了三亚。", "昨晚看了场电影。", "今天风很大。", "邻居家在北京。", "15日去大理玩。", "16日去丽江。", "17日去石林。", "下午三点看演出。", "上午十点开门。", "晚上八点吃饭。", "中午十二点集合。"],
            "昆明",
            ["3月12日 (2027-03-12)", "20日 (2027-03-20)"],
        ),
    ],
)  # fmt: skip
def test_what_a_talk_is_about_stays(start: str, by_the_way: list[str], place: str, days: list[str]) -> None:
    state = said(start, *by_the_way)
    assert place in told(state, "place") and set(days) <= set(told(state, "when"))
    shown = json.dumps(state.shown(), ensure_ascii=False)
    assert not [
        word
        for word in ("Porto", "Rome", "last night", "today", "三亚", "北京", "昨", "今天")
        if word in shown
    ]


@pytest.mark.parametrize(
    "message, key",
    [
        ("I read a book yesterday.", "when"),
        ("We were in Porto from 3 to 6 May.", "when"),
        ("The neighbours are noisy today.", "when"),
        ("昨天看了一部电影。", "when"),
        ("今天下雨，心情一般。", "when"),
        ("上周我很忙。", "when"),
        ("My sister went to Porto last year.", "place"),
        ("The airport is far, so we go straight to the hotel.", "place"),
        ("去年我们去过三亚。", "place"),
        ("我们先回酒店。", "place"),
    ],
)
def test_what_lies_behind_and_what_names_no_place_is_not_noted(message: str, key: str) -> None:
    assert told(said(message), key) == []


def test_a_place_is_noted_without_its_preposition() -> None:
    assert told(said("表哥从重庆坐高铁过来。"), "place") == ["重庆"]


@pytest.mark.parametrize(
    "messages, when, deadline",
    [
        (
            ["The payment is due on 1 March.", "The party is on 14 March.", "The payment, make it 5 March.", "Move the party to 21 March."],
            ["party: 21 March (2027-03-21)"],
            ["payment: 5 March (2027-03-05)"],
        ),
        (
            ["The wedding is on 15 May at 3 pm.", "The invitations must go out by 1 April.", "Push the invitations to 8 April.", "Let's bring the wedding forward to 8 May."],
            ["wedding: 8 May (2027-05-08 15:00)"],
            ["invitations: 8 April (2027-04-08)"],
        ),
        (
            ["The trip is from 12 to 19 March.", "Deadline for the deposit is 1 February.", "Move the trip by a week.", "Postpone the deposit by three days."],
            ["trip: 19 to 26 March (2027-03-19 – 2027-03-26)"],
            ["deposit: Thursday 4 February (2027-02-04)"],
        ),
        (
            ["The deadline for the payment is 1 February.", "My passport expires on 3 May 2027."],
            [],
            ["payment: 1 February (2027-02-01)", "passport: 3 May 2027 (2027-05-03)"],
        ),
        (
            ["派对在3月14日。", "付款截止日期是3月1日。", "改到3月5日吧，付款的事。", "派对改到3月21日。"],
            ["派对：3月21日 (2027-03-21)"],
            ["付款：3月5日 (2027-03-05)"],
        ),
        (
            ["婚礼定在5月15日下午3点。", "请柬4月1日之前寄出。", "请柬的事，推迟到4月6日。", "婚礼提前到5月8日。"],
            ["婚礼：5月8日 (2027-05-08 15:00)"],
            ["请柬：4月6日 (2027-04-06)"],
        ),
        (
            ["护照5月3日到期。", "签证截止2月1日。"],
            [],
            ["护照：5月3日 (2027-05-03)", "签证：2月1日 (2027-02-01)"],
        ),
        (["时间是3月14日下午5点。", "改成周日吧，3月15日。"], ["3月15日 (2027-03-15 17:00)"], []),
        (
            ["We fly on 4 April.", "And return on 14 April.", "Tea ceremony on Thursday.", "Move the tea ceremony to Saturday."],
            ["4 April (2027-04-04)", "14 April (2027-04-14)", "Tea ceremony: Saturday (2027-04-10)"],
            [],
        ),
        (
            ["We're moving house on 28 February.", "Notice is due by 31 January.", "Actually make the notice 15 January."],
            ["28 February (2027-02-28)"],
            ["Notice: 15 January (2027-01-15)"],
        ),
        (
            ["我们4月4日飞，4月14日回来。", "周四有茶会。", "茶会改到周六。"],
            ["4月4日 (2027-04-04)", "4月14日 (2027-04-14)", "茶会：周六 (2027-04-10)"],
            [],
        ),
    ],
)  # fmt: skip
def test_a_change_with_its_own_noun_moves_that_day_and_no_other(
    messages: list[str], when: list[str], deadline: list[str]
) -> None:
    state = said(*messages)
    assert (told(state, "when"), told(state, "deadline")) == (when, deadline)


def test_leaving_and_coming_back_move_together() -> None:
    state = said("We leave on 12 March and come back on 19 March.", "Move the trip by a week.")
    assert told(state, "when") == ["Friday 19 March (2027-03-19)", "Friday 26 March (2027-03-26)"]
    state = said(
        "We leave on 12 March and come back on 19 March.", "Let's move the trip by a week: 19 to 26 March."
    )
    assert told(state, "when") == ["trip: 19 to 26 March (2027-03-19 – 2027-03-26)"]


@pytest.mark.parametrize(
    "messages, expected",
    [
        (
            ["Hotel Avenida is 119 euros a night.", "Casa do Jardim is €98 a night.", "Hotel Avenida is now 125 euros a night."],
            ["Casa do Jardim: €98 a night", "Hotel Avenida: 125 euros a night"],
        ),
        (
            ["The plumber quoted 640 euros.", "The electrician quoted 700 euros.", "The plumber lowered it to 600 euros."],
            ["electrician: quoted 700 euros", "plumber: 600 euros"],
        ),
        (["We paid 200 euros for the taxi.", "Parking costs 12 euros a day."], ["taxi: paid 200 euros", "Parking: costs 12 euros a day"]),
        (["The rent is 950.", "He lowered the rent to 900."], ["rent 900"]),
        (
            ["红旗饭店包间要1200元。", "锦江宾馆包厅要2000元。", "锦江宾馆现在涨到2200元了。"],
            ["红旗饭店包间：要 1200元", "锦江宾馆包厅：涨到 2200元"],
        ),
        (["玉镯要3800元，按摩椅要4999元。", "花要三束，每束80元。"], ["玉镯：要 3800元", "按摩椅：要 4999元", "花：80元"]),
        (["月租 4500 元。", "月租谈到 4200 了。"], ["月租 4200"]),
    ],
)  # fmt: skip
def test_prices_of_different_things_stand_side_by_side(messages: list[str], expected: list[str]) -> None:
    assert told(said(*messages), "price") == expected


@pytest.mark.parametrize(
    "messages, budget, price",
    [
        (["The budget is 2,400 euros.", "The taxi from the airport should be at most 20 euros."], "2,400 euros", ["taxi: 20 euros"]),
        (["The budget is 2,400 euros.", "The whole trip should cost at most 2,600 euros."], "2,600 euros", []),
        (["预算是八千元。", "打车费不超过60元。"], "八千元", ["打车费：60元"]),
        (["预算是八千元。", "整个旅行不超过一万元。"], "一万元", []),
    ],
)  # fmt: skip
def test_the_bound_of_a_part_leaves_the_budget(messages: list[str], budget: str, price: list[str]) -> None:
    state = said(*messages)
    assert (told(state, "budget"), told(state, "price")) == ([budget], price)


@pytest.mark.parametrize(
    "messages, rejected, chosen",
    [
        (["Let's not take Ryanair."], ["Ryanair"], []),
        (["No car, we'll use the trams."], ["car"], ["the trams"]),
        (["We go to Lisbon and Cascais.", "We don't want to visit Cascais."], ["Cascais"], []),
        (["We've decided not to book Hotel Sol."], ["Hotel Sol"], []),
        (["Replace the trout with salmon."], ["the trout"], ["salmon"]),
        (["算了，乐队不请了。"], ["乐队"], []),
        (["大巴不坐了，改坐高铁。"], ["大巴"], ["高铁"]),
        (["我们去三亚。", "不去三亚了。"], ["三亚"], []),
        (["水煮鱼换成清蒸鲈鱼。"], ["水煮鱼"], ["清蒸鲈鱼"]),
        (["把烟花取消吧。"], ["烟花"], []),
        # said alike, and nothing turned down
        (["No problem, we'll use it."], [], []),
        (["Let's not forget the tickets."], [], []),
        (["Why don't we go to Oslo?"], [], []),
        (["We don't want to be late."], [], []),
        (["Swap Friday for Saturday."], [], []),
        (["表哥不来了。"], [], []),
        (["蛋糕换成巧克力的。"], [], ["蛋糕：巧克力的"]),
        (["要不去三亚吧。"], [], []),
        (["不用谢了。"], [], []),
        (["酒店换成汉庭。"], [], ["汉庭"]),
    ],
)
def test_what_is_not_taken_is_turned_down(
    messages: list[str], rejected: list[str], chosen: list[str]
) -> None:
    state = said(*messages)
    assert (told(state, "rejected"), told(state, "chosen")) == (rejected, chosen)
    assert not set(rejected) & set(told(state, "place"))


@pytest.mark.parametrize(
    "messages, value, line",
    [
        ([TRIP, "Clara sees the aquarium on Tuesday afternoon.", "Actually, make it Wednesday instead."], "Wednesday (2027-03-17)", "Wednesday (2027-03-17)"),
        ([TRIP, "Dinner on Saturday at 8 pm."], "Dinner: Saturday at 8 pm", "Dinner on Saturday at 8 pm"),
        (["The wedding is on 15 May.", "Rehearsal dinner on Friday."], "Rehearsal dinner: Friday", "dinner on Friday"),
        ([REISE, "周二下午去石林。", "改成周三吧。"], "周三 (2027-03-17)", "周三 (2027-03-17)"),
        (["婚礼定在5月15日。", "周五彩排。"], "彩排：周五", "周五彩排"),
        (["Let's meet on Thursday."], "Thursday (2026-12-03)", "Thursday (2026-12-03)"),
        (["周四见面吃饭。"], "周四 (2026-12-03)", "周四 (2026-12-03)"),
    ],
)  # fmt: skip
def test_a_weekday_is_one_of_the_days_of_the_talk_in_state_and_summary(
    messages: list[str], value: str, line: str
) -> None:
    assert value in told(said(*messages), "when")
    summary = lines(*messages)
    assert line in summary and not (value.endswith("y") and f"{value} (" in summary)


def test_a_date_beside_the_weekday_is_the_only_one() -> None:
    assert "(" not in lines("时间是3月14日下午5点。", "改成周日吧，3月15日。")


def test_names_are_of_one_thing_or_of_two() -> None:
    assert alike("flight", "flight with TAP") and alike("生日派对", "派对") and alike("holiday", "trip")
    assert not alike("blue tent", "green tent") and not alike("付款", "派对") and not alike("", "trip")


@pytest.mark.parametrize(
    "messages, values",
    [
        (
            ["We go to Lisbon.", "The hall wants a deposit of 200 EUR.", "Let's not take Ryanair.", "My mother comes with my sister.", "I come with my aunt.", "Casa Rui is 98 euros a night.", "Let's take Casa Rui.", *(f"The item number{word} costs {price} euros each, that is {price + 3} km away." for price, word in enumerate("abcdefghijklmnop", 40))],
            {"place": "Lisbon", "deposit": "deposit 200 EUR", "rejected": "Ryanair", "with": "my aunt", "chosen": "Casa Rui", "price": "Casa Rui: 98 euros a night"},
        ),
        (
            ["我们打算去昆明。", "场地押金要500元。", "不请乐队了。", "我和我阿姨去。", "锦江宾馆要980元。", "那就选锦江宾馆吧。", *(f"{word}灯要{price}元，离家{price}公里。" for price, word in enumerate("甲乙丙丁戊己庚辛壬癸子丑寅卯", 40))],
            {"place": "昆明", "deposit": "押金 500元", "rejected": "乐队", "with": "我阿姨", "chosen": "锦江宾馆", "price": "锦江宾馆：要 980元"},
        ),
    ],
)  # fmt: skip
def test_what_is_settled_outlasts_figures_said_by_the_way(
    messages: list[str], values: dict[str, str]
) -> None:
    state = said(*messages)
    assert all(value in told(state, key) for key, value in values.items()), state.shown()
    assert count_tokens(json.dumps(state.shown(), ensure_ascii=False)) <= SHOWN_TOKENS


@pytest.mark.parametrize(
    "messages, still_open",
    [
        (["预算八千块。", "预算是多少？"], []),
        (["地点定在成都。", "在哪里办？"], []),
        (["礼物决定了什么？"], []),
        (["我的订单号是HQ20931。", "订单号是什么？"], []),
        (["We go to Lisbon.", "Where are we going?"], []),
        (["What did we decide about the car?"], []),
        (["要不要请乐队？", "算了，乐队不请了。"], []),
        (["派对什么时候办比较好？", "派对3月14日办。"], []),
        (["Should we hire a band?", "Let's not hire a band."], []),
        (["Where should we stay?", "Let's stay in Porto."], []),
        (["要不要请乐队？", "天气真好。"], ["要不要请乐队？"]),
        (["Should we rent a car?", "The weather is nice."], ["Should we rent a car?"]),
        (["预算八千块。", "预算要不要加一点？"], ["预算要不要加一点？"]),
        (["We go to Lisbon.", "Should we go somewhere else?"], ["Should we go somewhere else?"]),
    ],
)
def test_a_question_is_open_until_it_is_answered(messages: list[str], still_open: list[str]) -> None:
    unanswered = "I have read your message. When something in it is saved, a note appears beneath it."
    assert told(said(*messages, reply=unanswered), "open_question") == still_open


@pytest.mark.parametrize(
    ("messages", "key", "values"),
    [
        (["We have about 30 boxes.", "We need 12 more boxes, so 42 in all."], "count", ["42 boxes"]),
        (["请五天内答复。"], "count", []),
        (["客栈380一晚。"], "count", []),
        (["我们住五晚。"], "count", ["五晚"]),
        (["Table 4 gets 7 yellow lanterns."], "count", ["7 yellow lanterns"]),
        (["Room 12 needs 4 towels."], "count", ["4 towels"]),
        (["9月哪天看球赛？"], "when", []),
        (["What day in September is the match?"], "when", []),
        (["我们9月去看球赛。"], "when", ["9月 (2027-09)"]),
        (["Read a lovely book today."], "when", []),
        (["今天吃了顿面条。"], "when", []),
        (["Let's meet today at the pier."], "when", ["today (2026-11-30)"]),
        (["Call the carpenter today."], "when", ["today (2026-11-30)"]),
        (["今天交电费。"], "when", ["今天 (2026-11-30)"]),
        (['2026-11-30 08:01 ERROR user: "I live in Tromsø"'], "place", []),
        (["[WARN] we fly to Tromsø on 3 March"], "when", []),
        (["ERROR is what the printer shows; we fly to Bergen on 3 March."], "place", ["Bergen"]),
    ],
)
def test_what_is_said_by_the_way_leaves_no_number_day_or_place(
    messages: list[str], key: str, values: list[str]
) -> None:
    assert [one.value for one in said(*messages).entries if one.key == key] == values
