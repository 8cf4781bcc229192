"""Session state: what rules read out of a conversation, how a change of mind replaces, and that it stays small."""

# ruff: noqa: E501

import json
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.state.entries import words_left
from chat.state.update import KEYS, SHOWN_TOKENS, Entry, State, edited, updated
from memoryhub.ai.tokens import count_tokens

#: A Monday.
NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Shanghai"))


def said(*messages: str | tuple[str, str], state: State | None = None) -> State:
    """The state after messages of the person's; a pair is what the assistant said before, and the message."""
    state = state or State()
    for sequence, message in enumerate(messages, start=1):
        before, text = message if isinstance(message, tuple) else ("", message)
        state = updated(
            state,
            text=text,
            said_at=NOW,
            message_id=uuid.UUID(int=sequence),
            sequence=sequence,
            previous_assistant=before,
        )
    return state


def values(state: State, key: str) -> list[str]:
    return [entry.value for entry in state.entries if entry.key == key]


@pytest.mark.parametrize(
    "message, key, part",
    [
        ("I'm flying from Ghent to Lisbon with my wife.", "place", "Lisbon"),
        ("I'm flying from Ghent to Lisbon with my wife.", "place", "from Ghent"),
        ("We are staying in Salzburg until Sunday.", "place", "Salzburg"),
        ("Meet me at the town hall.", "place", "the town hall"),
        ("Remind me to call the dentist tomorrow at 9:30.", "when", "tomorrow at 9:30 (2026-12-01 09:30)"),
        ("The party is on Saturday.", "when", "Saturday (2026-12-05)"),
        ("Change the delivery to the 18th.", "when", "the 18th (2026-12-18)"),
        ("My report is due on Friday.", "deadline", "Friday (2026-12-04)"),
        ("Send it by 3 December.", "deadline", "3 December (2026-12-03)"),
        ("Our budget is 1,500 euros.", "budget", "1,500 euros"),
        ("I can spend between 300 and 450 dollars.", "budget", "300 and 450 dollars"),
        ("I'd like something under 40 pounds.", "budget", "40 pounds"),
        ("The rent is 950 per month.", "price", "rent 950 per month"),
        ("He quoted 640 for the boiler.", "price", "640"),
        ("The screen costs $349.", "price", "$349"),
        ("The landlord wants a deposit of 1,500 euros.", "deposit", "1,500 euros"),
        ("A table for 6, please.", "people", "6 people"),
        ("There will be twelve of us.", "people", "twelve people"),
        ("Lunch for 7 guests.", "people", "7 guests"),
        ("We need two rooms for four nights.", "count", "four nights"),
        ("The shelf is 152 cm wide.", "count", "152 cm"),
        ("I'm travelling with my mother and my sister.", "with", "my mother and my sister"),
        ("I am bringing a stroller and an old cat.", "with", "a stroller and an old cat"),
        ("Okay, let's take the blue one.", "chosen", "the blue one"),
        ("I'll go with the oak table.", "chosen", "the oak table"),
        ("Option B please.", "chosen", "Option B"),
        ("I don't want a window seat.", "rejected", "a window seat"),
        ("The second one is too small.", "rejected", "The second one"),
        ("My contract number is KV-3390.", "reference", "KV-3390"),
        ("We're on flight BA284.", "reference", "flight BA284"),
        ("Which of those should I take?", "open_question", "Which of those should I take?"),
        ("我下周去厦门出差，住在鼓浪屿。", "place", "厦门"),
        ("我下周去厦门出差，住在鼓浪屿。", "place", "鼓浪屿"),
        ("我从根特去里斯本。", "place", "根特"),
        ("我住到周六中午。", "when", "周六中午 (2026-12-05)"),
        ("装空调的周四上午十点来。", "when", "周四上午十点 (2026-12-03 10:00)"),
        ("考试在 12 月 18 号上午 9:00。", "when", "(2026-12-18 09:00)"),
        ("论文 12 月 15 日前要交。", "deadline", "(2026-12-15)"),
        ("报名截止到周五。", "deadline", "周五 (2026-12-04)"),
        ("三天下来预算总共 750。", "budget", "750"),
        ("预算六千到八千。", "budget", "六千到八千"),
        ("月租 4500 元。", "price", "月租 4500 元"),
        ("人均 65。", "price", "人均 65"),
        ("押金两千。", "deposit", "押金 两千"),
        ("定金已经付了 500 元。", "deposit", "定金 500 元"),
        ("改到下午，就约在一点吧。", "when", "一点"),
        ("暂定 16 个人。", "people", "16 个人"),
        ("两个大人一个孩子。", "people", "一个孩子"),
        ("今晚七点四个人。", "people", "四个人"),
        ("三间房，住四晚。", "count", "四晚"),
        ("房子 89 平米。", "count", "89 平米"),
        ("我和我妈一起去。", "with", "我妈"),
        ("带一只狗。", "with", "狗"),
        ("那就订海边那家吧。", "chosen", "海边那家"),
        ("还是选中通吧。", "chosen", "中通"),
        ("不要靠窗的。", "rejected", "靠窗的"),
        ("第一个太远了，不考虑。", "rejected", "第一个"),
        ("合同编号是 KV-3390。", "reference", "合同编号 KV-3390"),
        ("快递单号 SF1234567890。", "reference", "SF1234567890"),
        ("我该坐哪一班？", "open_question", "我该坐哪一班？"),
    ],
)
def test_a_value_is_read(message: str, key: str, part: str) -> None:
    assert [value for value in values(said(message), key) if part in value], said(message).shown()


@pytest.mark.parametrize(
    "messages, key, expected",
    [
        (["Dinner on Thursday for 9 guests.", "Make it Friday instead."], "when", ["Friday (2026-12-04)"]),
        (["Let's meet on Tuesday.", "Not Tuesday but Wednesday."], "when", ["Wednesday (2026-12-02)"]),
        (["The call on Tuesday moves to Wednesday."], "when", ["Wednesday (2026-12-02)"]),
        (["I moved the visit from Monday to Thursday."], "when", ["Thursday (2026-12-03)"]),
        (["The report is due on Friday.", "Deadline moved to next Monday."], "deadline", ["next Monday (2026-12-07)"]),
        (["Our budget is 1500 euros.", "actually 1200"], "budget", ["1200 euros"]),
        (["The rent is 950.", "He lowered the rent to 900."], "price", ["rent 900"]),
        (["There will be twelve of us.", "Now it's ten people."], "people", ["ten people"]),
        (["Let's take the blue one.", "No, not the blue one, let's take the green one."], "chosen", ["the green one"]),
        (["We're on flight BA284.", "They rebooked us on flight BA286."], "reference", ["flight BA286"]),
        (["I'm bringing my sister.", "My sister can't come."], "with", []),
        (["团建暂定 16 个人。", "改成 11 个人吧。"], "people", ["11 个人"]),
        (["周三开会。", "不是周三，是周四。"], "when", ["周四 (2026-12-03)"]),
        (["把会议从周三改到周五下午三点。"], "when", ["周五下午三点 (2026-12-04 15:00)"]),
        (["搬家订了周六的。", "周六下雨，推迟到周日吧。"], "when", ["周日 (2026-12-06)"]),
        (["今晚七点吃饭。", "改到八点。"], "when", ["今晚八点 (2026-11-30)"]),
        (["预算六千到八千。", "预算加到一万吧。"], "budget", ["一万"]),
        (["月租 4500 元。", "月租谈到 4200 了。"], "price", ["月租 4200"]),
        (["婚礼一共 18 桌。", "桌数改成 20 桌。"], "count", ["20 桌"]),
        (["航班 CA1835。", "航班改成 MU5102 了。"], "reference", ["航班 MU5102"]),
        (["论文 12 月 15 日前要交。", "截止日期延到 12 月 20 日了。"], "deadline", ["12月20日 (2026-12-20)"]),
        (["我妹妹一起来。", "我妹妹来不了了。"], "with", []),
        (["Total budget 3k.", "had to cut it to 2,400"], "budget", ["2,400"]),
        (["We're seven adults.", "Eight of us, my aunt joins."], "people", ["Eight people"]),
        (["Let's take the 6:15 train.", "Actually the 7:05 suits better."], "chosen", []),
        (["总预算三万。", "得砍到两万四。"], "budget", ["两万四"]),
        (["聚餐 14 个人。", "有俩不来了，现在 12 个。"], "people", ["12 个人"]),
        (["坐 G4417。", "没赶上，下一班 G4421。"], "reference", ["G4421"]),
        (["培训在苏州。", "更正一下，是在无锡，不是苏州。"], "place", ["无锡"]),
    ],
)  # fmt: skip
def test_a_change_of_mind_replaces(messages: list[str], key: str, expected: list[str]) -> None:
    assert values(said(*messages), key) == expected


def test_what_was_chosen_is_turned_down_no_more_and_the_other_way_round() -> None:
    state = said("Let's take the oak table.", "I don't want the oak table.")
    assert (values(state, "chosen"), values(state, "rejected")) == ([], ["the oak table"])
    state = said("蓝色的不要了。", "那就要蓝色的吧。")
    assert (values(state, "chosen"), values(state, "rejected")) == (["蓝色的"], [])


@pytest.mark.parametrize(
    "asked, answer, key, expected",
    [
        ("What is your budget?", "Around 2000", "budget", "2000"),
        ("What is the total?", "It is 640.", "price", "total 640"),
        ("How many people are coming?", "nine", "people", "nine people"),
        ("Which city are you going to?", "Kyoto", "place", "Kyoto"),
        ("总预算是多少？", "大概 30 万", "budget", "30 万"),
        ("一共几位？", "12", "people", "12 人"),
        ("想去哪个城市？", "去杭州吧", "place", "杭州"),
    ],
)
def test_a_short_answer_is_read_with_its_question(asked: str, answer: str, key: str, expected: str) -> None:
    assert values(said((asked, answer)), key) == [expected]
    assert values(said(answer), key) in ([], ["去杭州"], ["杭州"])  # the figure alone says nothing


@pytest.mark.parametrize(
    "message",
    [
        "How does a dishwasher work?",
        "Why is the sky blue?",
        "Who won the World Cup in 2018?",
        "Write a poem about Paris in spring.",
        "Tell me about the history of Rome.",
        "How do I boil an egg?",
        "Did you know honey lasts 3000 years?",
        "Suppose someone has 500 dollars and two kids.",
        "潮汐是怎么形成的？",
        "为什么天空是蓝色的？",
        "写一首关于西湖的诗。",
        "介绍一下唐朝的历史",
        "假如有人给你一百万，你会怎么花？",
        "豆浆为什么会结一层皮？",
        "thanks, that's great",
        "好的，谢谢",
    ],
)
def test_talk_about_the_world_leaves_nothing(message: str) -> None:
    assert said(message) == State()


@pytest.mark.parametrize("message", ["请记住这一点。", "晚一点再订酒店。", "价格有一点贵。", "一点都不远。"])
def test_a_little_is_no_time_of_day(message: str) -> None:
    assert values(said(message), "when") == []


@pytest.mark.parametrize(
    "message",
    [
        "```python\nbudget = 900\nprint('4 nights in Porto')\n```",
        "My password is Porto2026! and my PIN is 4711.",
        "我的密码是 Dali2026，验证码 449201",
        "Translate this: The hotel in Porto costs 90 euros for 4 nights.",
        "翻译一下：周五下午三点在上海开会，预算 900 元。",
    ],
)
def test_code_pasted_text_and_secrets_leave_nothing(message: str) -> None:
    shown = json.dumps(said(message).shown(), ensure_ascii=False)
    assert not [word for word in ("Porto", "900", "4711", "449201", "Dali", "上海") if word in shown], shown


def test_an_answer_closes_the_question_and_a_question_back_does_not() -> None:
    asked = "Which ferry should I take?"
    assert values(said(asked, ("Which day do you travel?", "On Friday.")), "open_question") == [asked]
    assert values(said(asked, ("Let me check the timetable.", "Thanks.")), "open_question") == [asked]
    assert values(said(asked, ("Take the one at 12:40.", "Thanks.")), "open_question") == []
    assert values(said("我该坐哪一班？", ("坐十点那班。", "好")), "open_question") == []
    assert values(said("我该坐哪一班？", ("我查一下。", "好")), "open_question") == ["我该坐哪一班？"]


def test_each_entry_knows_its_message_and_goes_with_it() -> None:
    state = said("I'm in Porto.", "Our budget is 900 euros.")
    assert {(entry.key, entry.message_id) for entry in state.entries} == {
        ("place", uuid.UUID(int=1)),
        ("budget", uuid.UUID(int=2)),
    }
    assert state.without({uuid.UUID(int=1)}).shown() == {"budget": "900 euros"}


@pytest.mark.parametrize(
    "text, forgotten, left",
    [
        ("I like kites. The meeting is on Friday.", "I like kites", {"when": "meeting: Friday (2026-12-04)"}),
        ("I like kites. The meeting is on Friday.", "The meeting is on Friday", {}),
        ("I like kites. The meeting is on Friday.", None, {}),
        ("我喜欢风筝。会议在周五。", "我喜欢风筝", {"when": "会议：周五 (2026-12-04)"}),
        ("我喜欢风筝。会议在周五。", "会议在周五", {}),
    ],
)
def test_what_stands_in_the_words_that_are_left_stays(
    text: str, forgotten: str | None, left: dict[str, str]
) -> None:
    state, message = said(text), uuid.UUID(int=1)
    start = text.index(forgotten) if forgotten else None
    end = start + len(forgotten) if forgotten and start is not None else None
    words = words_left({message: text}, [(message, start, end)])
    assert state.without({message}, words).shown() == left


def test_the_person_edits_a_key_and_later_words_win() -> None:
    state = edited(said("Our budget is 900 euros."), key="budget", values=["1,000 euros"], sequence=5)
    assert state.entries == (Entry("budget", "1,000 euros", None, 5, by_hand=True),)
    before = updated(state, text="The budget is 700.", said_at=NOW, message_id=uuid.UUID(int=3), sequence=3)
    assert before.shown() == {"budget": "1,000 euros"}, "a message from before the edit changes nothing"
    after = updated(state, text="The budget is 700.", said_at=NOW, message_id=uuid.UUID(int=6), sequence=6)
    assert after.shown() == {"budget": "700"}
    assert edited(state, key="budget", values=[], sequence=7) == State()
    with pytest.raises(KeyError):
        edited(state, key="colour", values=["red"], sequence=8)


def test_state_is_stored_and_read_again() -> None:
    state = edited(
        said("I'm in Porto with my sister for four nights."), key="price", values=["90"], sequence=2
    )
    assert State.from_json(json.loads(json.dumps(state.as_json()))) == state


@pytest.mark.parametrize(
    "raw",
    [None, [], "x", {}, {"entries": None}, {"entries": [None, {}, {"key": "nose", "value": "red"}, {"key": "place"}]},
     {"entries": [{"key": "place", "value": "Porto", "message": "no id"}]}, {"entries": [{"key": "place", "value": 4}]}],
)  # fmt: skip
def test_rubbish_reads_as_nothing(raw: object) -> None:
    assert State.from_json(raw) == State()


def test_keys_have_a_label_in_words() -> None:
    assert {"place", "when", "budget", "people", "chosen", "rejected", "open_question"} <= set(KEYS)
    assert all(str(label) and str(label) != key for key, label in KEYS.items())


SENTENCES = st.sampled_from(
    [
        "We stay {n} nights in Porto with my sister.", "Flight AB{n} leaves at {n}:30 on Friday.", "The rent is {n} euros.",
        "Our order number is Q-{n}.", "Let's take the {n} litre pot.", "I don't want the number {n}.", "Is {n} enough for us?",
        "我们 {n} 个人，住 {n} 晚。", "押金 {n} 元，合同编号 T-{n}。", "那就选第{n}个吧。", "周五下午三点在青岛，预算 {n}。", "我该选哪个？",
    ]
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(SENTENCES, st.integers(10, 99_999)), min_size=1, max_size=40))
def test_it_stays_small_whatever_is_said(parts: list[tuple[str, int]]) -> None:
    state = said(*(sentence.format(n=number) for sentence, number in parts))
    assert count_tokens(json.dumps(state.shown(), ensure_ascii=False)) <= SHOWN_TOKENS
    assert len(state.shown()) <= len(KEYS)
    assert all(entry.message_id is not None for entry in state.entries)


@pytest.mark.parametrize(
    "text",
    [
        "Forget that I hate coriander.",
        "Please forget that I don't want the blue one.",
        "忘掉我不要靠窗的座位这件事。",
    ],
)
def test_what_is_to_be_forgotten_is_noted_nowhere(text: str) -> None:
    assert not said(text).shown()
