"""What a choice in Chinese is for: its topic, the alternatives that were told, and what was used before."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from chat.answer_parts import standing
from chat.asked import choices
from chat.asked.said_here import Here
from chat.state.update import State, updated
from memories.recall.types import Recalled

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def said(*texts: str) -> State:
    state = State()
    for at, text in enumerate(texts, 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=at)
    return state


@pytest.mark.parametrize(
    ("texts", "chosen", "rejected"),
    [
        (("餐厅就定海底捞吧。", "换一家，去老码头。"), ["餐厅：老码头"], ["海底捞"]),
        (("冰箱在海尔和美的之间选，海尔吧。", "想来想去还是美的。"), ["冰箱：美的"], ["海尔"]),
        (
            ("装修公司有三家：宏图、家美和拓元。", "先定家美吧，便宜。", "想了想还是选拓元吧，设计好。"),
            ["装修公司：拓元"],
            ["家美"],
        ),
        (("文化衫做蓝色的，60件。", "想了想还是红色的吧。"), ["文化衫：红色的"], ["蓝色"]),
        (("卧室墙刷浅绿色。", "卧室改成米白色。"), ["卧室：米白色"], ["浅绿色"]),
        (("年会请个魔术师吧。", "魔术师还是算了。"), [], ["魔术师"]),
        # how things stand, and what only sounds like a choice
        (("公司用飞书。",), [], []),
        (("妈妈的裙子是红色的。",), [], []),
        (("换个话题吧，今天天气不错。",), [], []),
        (("我想了想还是先睡吧。",), [], []),
        (("我在北京和上海之间来回跑。",), [], []),
    ],
)
def test_a_choice_takes_the_place_of_what_it_is_for(
    texts: tuple[str, ...], chosen: list[str], rejected: list[str]
) -> None:
    state = said(*texts)
    assert [one.told for one in state.entries if one.key == "chosen"] == chosen
    assert [one.value for one in state.entries if one.key == "rejected"] == rejected


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (("宽带就选联通吧。",), "我们选了哪家搬家公司？", ()),
        (("宽带就选联通吧。",), "宽带选了哪家？", ("联通",)),
        (("司仪选了王磊。", "餐厅就定海底捞吧。"), "选了哪家婚庆公司？", ()),
        (("文化衫做蓝色的。", "想了想还是红色的吧。"), "文化衫什么颜色？", ("红色的",)),
        (("卧室改成米白色。", "窗帘改成灰色。"), "窗帘是什么颜色？", ("灰色",)),
    ],
)
def test_only_what_was_chosen_for_it_answers(
    texts: tuple[str, ...], question: str, answer: tuple[str, ...]
) -> None:
    assert choices.asked(question)
    chosen = [one for one in said(*texts).entries if one.key == "chosen"]
    assert choices.chosen(question, chosen, told=texts) == answer


def test_a_remembered_decision_of_something_else_is_not_told() -> None:
    rows = [
        Recalled(
            memory_id=UUID(int=at),
            content=content,
            address=content,
            type="decision",
            slot="decision",
            why="meaning",
            score=0.5,
            confidence=0.9,
            created_at=NOW,
            said_at=NOW,
        )
        for at, content in enumerate(("宽带你决定选联通", "搬家公司你决定选顺达"))
    ]
    here = Here(about=choices.topic("我们选了哪家搬家公司？"))
    assert [row.content for row in standing(rows, here)] == ["搬家公司你决定选顺达"]
