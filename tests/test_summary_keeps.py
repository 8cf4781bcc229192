"""A long talk full of chatter: the built-in summary keeps facts, decisions, rejections, names and open questions."""

import itertools
import uuid

import pytest

from chat import series
from chat.compression import Extraction, Line
from chat.session import Said, WindowTurn
from memoryhub.ai.tokens import count_tokens

_EN = (
    "We're organising the spring fair of Harlow.",
    "The fair is on 22 May in the orchard.",
    "Our sponsor is Brandt Bakery, they give 430 pounds.",
    "We decided to hire the band Tin Whistle.",
    "The big wheel was rejected, too dear.",
    "The permit number is HF-2291-B.",
    "Contact for tents is Yusuf, extension 4471.",
    "Still open: who does first aid?",
)
_EN_KEPT = ("22 May", "Brandt", "430", "Tin Whistle", "big wheel", "HF-2291-B", "4471", "first aid")
_ZH = (
    "我们在筹备槐树村的庙会。",
    "庙会5月22日在果园广场办。",
    "赞助商是田记面包坊，出4300块。",
    "我们决定请铁哨乐队。",
    "摩天轮否了，太贵。",
    "许可证编号是HF-2291-B。",
    "帐篷找优素福，分机4471。",
    "还没定：谁来负责急救？",
)
_ZH_KEPT = ("5月22日", "田记面包坊", "4300", "铁哨乐队", "摩天轮否了", "HF-2291-B", "4471", "急救")
_EN_LISTED = (
    "Any thoughts on stall number {}?",
    "I checked row {} of the list, it looks fine.",
    "OK {}.",
    "Let me tell you about idea {}: a lantern parade along the brook.",
)
_ZH_LISTED = (
    "第{}个摊位你有什么想法？",
    "名单第{}行我看过了，没问题。",
    "好的{}。",
    "跟你说说第{}个点子：沿着小溪提灯游行。",
)
_EN_TALK = tuple(
    f"{start} {what} {end}"
    for start, what, end in itertools.product(
        ("I suppose", "Well, I think", "Honestly, I find that", "You know, I hear", "I guess"),
        ("the weather", "the grass there", "that old gate", "the music last year", "the queue at the bar", "my back"),
        ("is a bit odd.", "could be nicer.", "made me laugh.", "takes a while."),
    )
)  # fmt: skip
_ZH_TALK = tuple(
    f"{start}{what}{end}"
    for start, what, end in itertools.product(
        ("我觉得", "说真的，我感觉", "我看", "话说，我发现", "我猜"),
        ("天气", "那边的草", "那扇旧门", "去年的音乐", "排队这事", "我的腰"),
        ("有点怪。", "还可以更好。", "挺好笑的。", "得花点时间。"),
    )
)


def folded(texts: list[str], *, limit: int) -> list[Line]:
    """The summary after folds of eight turns each."""
    turns = [
        WindowTurn(messages=(Said(uuid.uuid4(), at, "user", text),)) for at, text in enumerate(texts, start=1)
    ]
    lines: list[Line] = []
    for batch in itertools.batched(turns, 8) if hasattr(itertools, "batched") else _eights(turns):
        lines = Extraction().fold(lines=lines, turns=batch, beside="", limit_tokens=limit).lines
    return lines


def _eights(turns: list[WindowTurn]) -> list[list[WindowTurn]]:
    return [turns[at : at + 8] for at in range(0, len(turns), 8)]


@pytest.mark.parametrize(
    ("facts", "kept", "listed", "talk"),
    [(_EN, _EN_KEPT, _EN_LISTED, _EN_TALK), (_ZH, _ZH_KEPT, _ZH_LISTED, _ZH_TALK)],
    ids=["en", "zh"],
)
@pytest.mark.parametrize("late", [False, True], ids=["said first", "said in between"])
def test_what_matters_stays_ahead_of_chatter(
    facts: tuple[str, ...], kept: tuple[str, ...], listed: tuple[str, ...], talk: tuple[str, ...], late: bool
) -> None:
    chatter = [listed[at % 4].format(at) if at % 2 else talk[at % len(talk)] for at in range(1, 201)]
    texts = [*chatter[:80], *facts, *chatter[80:]] if late else [*facts, *chatter]
    lines = folded(texts, limit=600)
    text = "\n".join(line.text for line in lines)
    assert [part for part in kept if part not in text] == []
    assert sum(count_tokens(line.text) + 1 for line in lines) <= 600


@pytest.mark.parametrize(("listed"), [*_EN_LISTED[:2], *_ZH_LISTED[:2]])
def test_a_list_that_is_gone_through_is_one_line_with_all_its_messages(listed: str) -> None:
    lines = folded([listed.format(at) for at in range(1, 41)], limit=600)
    assert len(lines) == 1
    assert len(lines[0].message_ids) == 40
    assert "37" in lines[0].text and " … " in lines[0].text


def line(text: str, kind: str = "fact") -> Line:
    return Line(text, (uuid.uuid4(),), kind)


def test_few_numbers_are_listed_whole_and_other_figures_stay_apart() -> None:
    rooms = [line(f"We booked room {at}", "decision") for at in (12, 14, 17)]
    assert [one.text for one in series.merged(rooms)] == ["We booked room 12, 14, 17"]
    costs = [line(f"Stall {at} costs {20 + at} euros") for at in (1, 2, 3, 4)]
    assert series.merged(costs) == costs
    two = [line("第3页改好了"), line("第5页改好了")]
    assert series.merged(two) == two
    days = [line(f"We meet on Monday (2026-12-{at})") for at in (11, 12, 13)]
    assert series.merged(days) == days
