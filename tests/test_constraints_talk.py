"""Conditions as they are said in a talk, and what only sounds like one: interjections, choices, deadlines, jokes."""

import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from chat.constraints import found
from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("You may only call Mr Okafor in the evening.", "may only call Mr Okafor in the evening"),
        ("You can only email the agent through the form, not directly.", "can only email the agent"),
        ("You must only share the draft with Petra.", "must only share the draft with Petra"),
        ("Don't let anybody else open the folder.", "Don't let anybody else open the folder"),
        ("Please don't let Marek see the seating plan.", "don't let Marek see the seating plan"),
        (
            "You can't offer the tenant a discount before I've checked with Ann.",
            "can't offer the tenant a discount before I've checked with Ann",
        ),
        ("You cannot sign anything until I have read it.", "cannot sign anything until I have read it"),
        ("千万不能把我的电话给中介。", "千万不能把我的电话给中介"),
        ("不能把这份名单发给外人。", "不能把这份名单发给外人"),
        ("先不要跟我爸提卖车的事。", "先不要跟我爸提卖车的事"),
        ("先别和我姐说我要回来。", "先别和我姐说我要回来"),
        ("做海报的时候别用白色。", "别用白色"),
        ("帮我设计一张请帖，用墨绿色，不要红色。", "不要红色"),
        ("先改表。C 列不许动！", "C 列不许动"),
        ("无论如何不办贷款。", "无论如何不办贷款"),
        ("七点之前必须到站。", "七点之前必须到站"),
        ("No sawing between noon and two, the baby sleeps then.", "No sawing between noon and two"),
    ],
)
def test_a_condition_is_kept_word_for_word(text: str, condition: str) -> None:
    assert any(condition in one.text for one in found(text))
    assert all(text[one.start : one.end] == one.text for one in found(text))


@pytest.mark.parametrize(
    "text",
    [
        "No wait, make it 8:15.",
        "No hang on, let's say noon.",
        "No, hold on a second, make it six.",
        "Only joking, go ahead and book it.",
        "You can only do so much in a day.",
        "Don't let anyone tell you that you are too old.",
        "Don't let people see you cry.",
        "You can't please everybody.",
        "Don't touch anything! Haha, just kidding.",
        "窗帘选米色，不要灰色。",
        "我们就定靠湖的那间，不要临街的。",
        "电费宽限到5月8日。",
        "房东把期限放宽到下周五，宽限到9号。",
        "不许动！哈哈，吓到你了吧。",
        "不许笑！",
        "不能把鸡蛋放在一个篮子里。",
        "我妈说先别告诉他。",
        "我不能把这份工作丢了。",
        "No news from the surveyor yet.",
        "The chapel only has the 12th free, so we'll have that.",
        "路口那家只要两千四。",
        "出发时间不变。",
    ],
)
def test_what_only_sounds_like_a_condition_is_none(text: str) -> None:
    assert [one.text for one in found(text)] == []


@pytest.mark.parametrize(
    ("text", "rejected"),
    [
        ("窗帘选米色，不要灰色。", ["灰色"]),
        ("我们就定靠湖的那间，不要临街的。", ["临街的"]),
        ("Sage for the hall, not grey.", ["grey"]),
        ("Let's take walnut, not oak.", ["oak"]),
        ("We'll go with the ferry, not the tunnel, thanks.", ["the tunnel"]),
        ("Let's meet at six, not seven.", []),
        ("We'll take the bus, not because it is cheap.", []),
        ("It's a good film, not great.", []),
        ("We'll take the corner table, not far from the door.", []),
    ],
)
def test_what_is_not_picked_is_turned_down(text: str, rejected: list[str]) -> None:
    state = updated(State(), text=text, said_at=NOW, message_id=uuid.UUID(int=1), sequence=1)
    assert [one.value for one in state.entries if one.key == "rejected"] == rejected


@pytest.mark.parametrize(
    "message, pinned",
    [
        ("我不希望你跟楼上邻居谈赔偿。", ["我不希望你跟楼上邻居谈赔偿"]),
        ("我不想让你替我回绝面试。", ["我不想让你替我回绝面试"]),
        ("我不希望请帖上写礼金。", ["我不希望请帖上写礼金"]),
        ("公寓只租带电梯的。", ["公寓只租带电梯的"]),
        ("蛋糕只订低糖的。", ["蛋糕只订低糖的"]),
        ("我不希望婚礼那天下雨。", []),
        ("我不想让爸妈为难。", []),
        ("楼下菜场只卖本地的。", []),
        ("我老公只看科幻片。", []),
    ],
)
def test_a_wish_that_turns_an_act_down_and_a_thing_held_to_one_sort_are_pinned(
    message: str, pinned: list[str]
) -> None:
    assert [one.text for one in found(message)] == pinned
