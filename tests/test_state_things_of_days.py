"""Whose a day, a place or a price is in Chinese, and what moves it: 开工, 项目会, 会场, 飞度."""

# ruff: noqa: E501

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.state.update import State, updated

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def told(*texts: str, key: str) -> list[str]:
    state = State()
    for at, text in enumerate(texts, 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=at)
    return [one.told for one in state.entries if one.key == key]


@pytest.mark.parametrize(
    ("texts", "key", "expected"),
    [
        (("打算12月15日开工。", "开工推迟一周。"), "when", ["开工：12月22日周二 (2026-12-22)"]),
        (("明天下午两点开项目会。", "会议推迟半小时。"), "when", ["项目会：12月1日周二 (2026-12-01 14:30)"]),
        (("讲座在12月5号。", "不是5号，是6号。"), "when", ["讲座：6号 (2026-12-06)"]),
        (("答辩是6月3号。", "体检是6月5号。", "答辩改到6月10号。"), "when", ["体检：6月5号 (2027-06-05)", "答辩：6月10号 (2027-06-10)"]),
        (("时间先定在1月16日晚上六点。", "老板那天要去北京，改到1月23日吧。"), "when", ["1月23日 (2027-01-23 18:00)"]),
        (("地点在国际会展中心。", "会展中心有车展，换成银河酒店。"), "place", ["银河酒店"]),
        (("家长会在三楼会议室。", "改到一楼报告厅了。"), "place", ["一楼报告厅"]),
        (("小张和小李一起去露营。", "小李去不了了。"), "with", ["小张"]),
        (("看中一辆飞度，要价6.2万。", "另一辆轩逸，要价7.5万。"), "price", ["飞度：要价 6.2万", "轩逸：要价 7.5万"]),
        (("写字楼租金8000元。",), "price", ["写字楼：租金 8000元"]),
        # a question of the world is none of the talk's
        (("讲讲12月5号的历史。",), "when", []),
    ],
)  # fmt: skip
def test_what_is_said_of_a_thing_is_its_own(texts: tuple[str, ...], key: str, expected: list[str]) -> None:
    assert told(*texts, key=key) == expected
