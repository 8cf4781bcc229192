"""The built-in compressor: what it keeps of turns in both languages, and that it stays within its tokens."""

# ruff: noqa: E501

import re
import uuid
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.compression import Line
from chat.constraints import found
from chat.extractive import condensed, lines
from chat.folding import due
from chat.replies import Facts, compose
from chat.session import Said, WindowTurn
from memories.recall.types import Recollection
from memoryhub.ai.tokens import count_tokens

#: A Monday.
NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
TIDES = (
    "Tides rise because the Moon pulls the near side of the Earth harder than the far side. There are two bulges, so "
    "most coasts see 2 high waters in 24 hours and 50 minutes. Isaac Newton explained it in 1687. When Sun and Moon "
    "line up you get spring tides, about 20 percent higher than the mean."
)
TIDES_ZH = (
    "潮汐主要由月球的引力引起。地球朝向月球的一侧水被拉高，背面也鼓起来，所以大多数海岸每天有两次高潮。"
    "牛顿在1687年解释了它。太阳和月球成一条直线时，潮差会比平时大20%左右，这就是大潮。"
)


def turns(*said: str | tuple[str, ...]) -> list[WindowTurn]:
    """Turns of a message and its reply; a third text is a tool's result."""
    made, sequence = [], 0
    for each in said:
        texts = each if isinstance(each, tuple) else (each,)
        messages = []
        for role, text in zip(("user", "assistant", "tool"), texts, strict=False):
            sequence += 1
            name = "timetable" if role == "tool" else ""
            messages.append(Said(UUID(int=sequence), sequence, role, text, name=name, said_at=NOW))
        made.append(WindowTurn(tuple(messages)))
    return made


def folded(some: list[WindowTurn], *, limit: int = 2_000) -> list[Line]:
    """As the product folds: half of the waiting turns whenever it is due, and all at the end."""
    whole: list[Line] = []
    waiting: list[WindowTurn] = []
    for turn in some:
        waiting.append(turn)
        if count := due(waiting):
            whole = condensed([*whole, *lines(waiting[:count])], limit_tokens=limit)
            waiting = waiting[count:]
    return condensed([*whole, *lines(waiting)], limit_tokens=limit)


def text_of(whole: list[Line]) -> str:
    return "\n".join(line.text for line in whole)


def tokens_of(whole: list[Line]) -> int:
    return sum(count_tokens(line.text) + 1 for line in whole)


@pytest.mark.parametrize(
    "message, kind, expected",
    [
        ("Our contract number is KV-3390 and the deposit is halved.", "fact",
         "Our contract number is KV-3390 and the deposit is halved"),
        ("My sister moved to Bergen.", "fact", "My sister moved to Bergen"),
        ("We've decided on the oak table.", "decision", "We've decided on the oak table"),
        ("Let's go with the second plan.", "decision", "Let's go with the second plan"),
        ("Which of those trains should I take?", "question", "Which of those trains should I take?"),
        ("Don't order it before I agree.", "constraint", "Don't order it before I agree"),
        ("The other one rattles.", "said", "The other one rattles"),
        ("房租合同编号是 KV-3390，押金只退一半。", "fact", "房租合同编号是 KV-3390，押金只退一半"),
        ("我妹妹搬到了昆明。", "fact", "我妹妹搬到了昆明"),
        ("那就选第二个方案吧。", "decision", "那就选第二个方案吧"),
        ("我该坐哪一班？", "question", "我该坐哪一班？"),
        ("没我点头别付款。", "constraint", "没我点头别付款"),
    ],
)  # fmt: skip
def test_what_the_person_says_stays_word_for_word(message: str, kind: str, expected: str) -> None:
    assert [(line.kind, line.text) for line in lines(turns(message))] == [(kind, expected)]


@pytest.mark.parametrize(
    "message",
    [
        "Thanks!",
        "Hi, good morning",
        "ok, great",
        "好的，谢谢",
        "嗯嗯",
        "你好",
        "哈" * 60 + "！",
        "Thank you for your advice.",
    ],
)
def test_pleasantries_leave_nothing(message: str) -> None:
    assert lines(turns(message)) == []


def test_general_knowledge_leaves_its_topic_once() -> None:
    whole = lines(turns(*[("How do tides work?", TIDES), ("潮汐是怎么形成的？", TIDES_ZH)] * 20))
    assert [line.text for line in whole] == ["How do tides work?", "潮汐是怎么形成的？"]
    assert [len(line.message_ids) for line in whole] == [20, 20], (
        "a question asked again is told once, with all its messages"
    )


def test_the_assistant_is_told_of_as_far_as_it_is_about_the_matter() -> None:
    whole = lines(
        turns(
            ("Please book the table for 9.", "Booked: table 14 at Mario's for 9 people. Enjoy the evening!"),
            ("我要退一件衣服。", "记下了，退货单号是 TH-118。祝你愉快！"),
        )
    )
    text = text_of(whole)
    assert "table 14 at Mario's" in text and "TH-118" in text
    assert "Enjoy" not in text and "愉快" not in text
    assert all(line.text.startswith("» ") for line in whole if "14" in line.text or "TH-118" in line.text)


@pytest.mark.parametrize("locale", ["en", "zh-hans"])
def test_that_no_model_is_set_up_is_no_part_of_the_matter(locale: str) -> None:
    greeting = Facts(
        text="Hello",
        now=NOW,
        locale=locale,
        recollection=Recollection(gate="small_talk"),
        acted=None,
        first=True,
    )
    told = compose(greeting)
    assert "LLM_BASE_URL" in told
    some = turns(("The train is G7012.", told), ("高铁是G7013次。", told))
    assert text_of(lines(some)) == "The train is G7012\n高铁是G7013次"


def test_a_tools_result_is_kept() -> None:
    whole = lines(
        turns(
            (
                "Look up the ferries.",
                "Let me check.",
                "departures 07:15, 12:40 and 18:05, crossing 55 minutes",
            )
        )
    )
    assert {"07:15", "12:40", "18:05", "55"} <= set(re.findall(r"\d+(?::\d+)?", text_of(whole)))


def test_relative_days_get_their_date() -> None:
    text = text_of(lines(turns("I saw the dentist yesterday.", "我下周三去体检。")))
    assert "yesterday (2026-11-29)" in text
    assert "下周三 (2026-12-09)" in text


def test_any_weekend_has_no_date() -> None:
    (line,) = lines(turns("周末需要两个兼职"))
    assert line.text == "周末需要两个兼职"


@pytest.mark.parametrize(
    "message, secret",
    [
        ("My password is hunter2secret, and I live in Ghent.", "hunter2secret"),
        ("My key is sk-proj-abc123DEF456ghi789 for the shop in Ghent.", "sk-proj"),
        ("我的密码是 Tangyuan#2291。我住在昆明。", "Tangyuan"),
    ],
)
def test_secrets_are_in_no_line(message: str, secret: str) -> None:
    assert secret not in text_of(lines(turns(message)))


def test_code_and_pasted_text_are_in_no_line() -> None:
    text = text_of(
        lines(
            turns(
                "My script fails:\n```python\nlimit = 8823\n```\nIt is due on Friday.",
                "翻译一下：押金 7741 元",
            )
        )
    )
    assert "8823" not in text and "7741" not in text
    assert "Friday" in text


LONG_EN = (
    "I went through the whole list of venues with my aunt last week, which took a while because she likes to talk about "
    "everything under the sun, and we would take the Boathouse for 640 pounds, but not unless they let us bring the dog, "
    "since he cannot stay alone, and the weather was really lovely all the time while we walked along the river"
)
LONG_ZH = (
    "上周我跟姨妈把所有场地都看了一遍，她这个人特别爱聊天，路上还下了一点小雨，我们觉得挺有意思的，看下来船屋报价 6400 元，"
    "但是如果不让带狗我们就不订，因为狗不能单独在家，风景倒是真的很漂亮，一路上大家都很开心，走走停停拍了好多照片"
)


@pytest.mark.parametrize(
    "share, talk",
    [
        ("They pay two thirds of the repair", "The clerk was friendly and talked a lot, which took a long while, and then the line went dead somehow, as it does here"),
        ("修车他们出三分之二", "客服很客气，聊了好半天，后来信号特别差，电话不知怎么就断了，再打过去也没人接，只好明天再说了"),
        ("商家退三成", "客服很客气，聊了好半天，后来信号特别差，电话不知怎么就断了，再打过去也没人接，只好明天再说了"),
    ],
)  # fmt: skip
def test_a_share_is_a_figure(share: str, talk: str) -> None:
    joint = ", " if share.isascii() else "，"
    assert share in "\n".join(line.text for line in lines(turns(talk + joint + share)))


@pytest.mark.parametrize(
    "text, figure, condition", [(LONG_EN, "640", "not unless"), (LONG_ZH, "6400", "如果不让带狗")]
)
def test_a_long_sentence_loses_talk_and_no_condition(text: str, figure: str, condition: str) -> None:
    (line,) = [one for one in condensed(lines(turns(text)), limit_tokens=100) if one.kind != "detail"]
    assert figure in line.text and condition in line.text
    assert len(line.text) < len(text)


TALK = st.sampled_from(
    [
        ("The carpenter {n} comes on Friday with Mr Olsen and brings {n} boards.", "Noted, Friday it is, {n} boards."),
        ("We've decided to take flat {n} in Ghent.", "Good choice."),
        ("Should I call number {n}?", "Yes, ask for Ms Lind."),
        ("Never order more than {n} tiles before I agree.", "Understood."),
        ("How does a loom work?", TIDES),
        ("我们订了{n}张票，周六在昆明见李晓明。", "记下了，{n}张。"),
        ("还是改成{n}个人吧。", "好，{n}人。"),
        ("超过{n}元先问我。", "好的。"),
        ("潮汐是怎么形成的？", TIDES_ZH),
        ("what about " + "that long story of the garden and the wall " * 30 + " {n}?", "I see."),
    ]
)  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(TALK, st.integers(1, 9_999)), max_size=40), st.integers(20, 900))
def test_it_is_never_longer_than_its_limit(parts: list[tuple[tuple[str, str], int]], limit: int) -> None:
    some = turns(*(tuple(text.format(n=number) for text in talk) for talk, number in parts))
    whole = lines(some, limit_tokens=limit)
    assert tokens_of(whole) <= limit
    ids = {said.message_id for turn in some for said in turn.messages}
    assert all(line.text and line.message_ids and set(line.message_ids) <= ids for line in whole)
    again = condensed(whole, limit_tokens=limit)
    assert text_of(again) == text_of(whole), "what fits is left as it is"


FACTS = [
    "Our contract number is KV-3390 and the landlord keeps half of the deposit.",
    "The tuner is called Ms Haugen, she comes on 14 December at 9:30.",
    "We've decided on the walnut piano for 900 euros.",
    "My daughter Ida is allergic to walnuts.",
    "房东叫梁文博，看房定在12月18日下午三点。",
    "我们决定租凤凰路 27 号那套，月租 4350 元。",
    "我儿子小宇对芒果过敏。",
    "体检报告编号 TJ-7714，三周后复查。",
]
CONSTRAINTS = [
    "Don't sign anything before I have read it.",
    "Not a word to my sister about the surprise.",
    "Keep the letter under 300 words.",
    "Only ferries, no flights, please.",
    "If it costs more than 70, ask me first.",
    "没我点头别付款。",
    "这事先别告诉我爸。",
    "文章控制在八百字以内。",
    "只坐高铁，不坐飞机。",
    "等我看过合同再签。",
]
WANTED = [
    "KV-3390", "half of the deposit", "Haugen", "14 December", "9:30", "walnut piano", "900", "Ida", "allergic to walnuts",
    "梁文博", "12月18日下午三点", "凤凰路 27 号", "4350", "芒果过敏", "TJ-7714", "三周后",
]  # fmt: skip


def long_talk(size: int) -> list[WindowTurn]:
    """A conversation whose beginning holds the matter, and then chats about the world and about other things."""
    chat = [
        ("How do tides work?", TIDES),
        (
            "I had soup for lunch, and then we walked around the lake for a while.",
            "That sounds lovely. " + TIDES,
        ),
        ("潮汐是怎么形成的？", TIDES_ZH),
        ("我今天跟同事吃了午饭，聊了聊最近看的电影，感觉挺放松的。", "听起来不错！" + TIDES_ZH),
        ("And who discovered the ring of Saturn?", TIDES),
    ]
    matter = [(text, "Understood. 好的。") for text in (*FACTS, *CONSTRAINTS)]
    filler = [(f"{question} ({number})" if number % 7 == 0 else question, answer)
              for number in range(size) for question, answer in [chat[number % len(chat)]]]  # fmt: skip
    return turns(*matter, *filler)


def test_a_hundred_turns_keep_the_matter_within_two_thousand_tokens() -> None:
    whole = folded(long_talk(100))
    text = text_of(whole)
    assert tokens_of(whole) <= 2_000
    assert [part for part in WANTED if part not in text] == []


def test_folding_again_and_again_keeps_the_matter_and_every_restriction() -> None:
    whole = folded(long_talk(300), limit=700)
    text = text_of(whole)
    assert tokens_of(whole) <= 700
    assert [part for part in WANTED if part not in text] == []
    said = [one.text for message in CONSTRAINTS for one in found(message)]
    assert len(said) >= len(CONSTRAINTS)
    assert [one for one in said if one not in text] == []


def test_under_pressure_sentences_become_key_words_and_restrictions_stay() -> None:
    some = turns(*(f"Parcel {number} of the {number}th went to Mr Olsen in Ghent by boat." for number in range(200, 260)),
                 "Don't pay anything before I agree.")  # fmt: skip
    whole = lines(some, limit_tokens=300)
    assert tokens_of(whole) <= 300
    assert "Don't pay anything before I agree" in text_of(whole)
    assert {line.kind for line in whole} >= {"detail", "constraint"}
    detail = next(line for line in whole if line.kind == "detail")
    assert "; " in detail.text and 1 <= len(detail.message_ids) <= 8


def test_old_lines_and_new_ones_are_told_once() -> None:
    one, other = uuid.uuid4(), uuid.uuid4()
    whole = condensed(
        [Line("I live in Ghent", (one,), "fact"), Line("I live in Ghent.", (other,), "fact")],
        limit_tokens=100,
    )
    assert whole == [Line("I live in Ghent", (one, other), "fact")]


def test_nothing_comes_of_nothing() -> None:
    assert lines([]) == [] and condensed([], limit_tokens=100) == []
    assert lines(turns("I live in Ghent."), limit_tokens=0) == []
    system = WindowTurn((Said(uuid.uuid4(), 1, "system", "You must obey 42.", said_at=NOW),))
    assert lines([system]) == []
