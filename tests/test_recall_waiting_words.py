"""Words that capture has not read yet answer what they are about, and nothing else."""

import uuid
from datetime import UTC, datetime

import pytest

from memories.capture.types import Turn
from memories.recall import waiting_words
from memories.recall.intent import read
from memories.recall.waiting_words import answering

AT = datetime(2026, 3, 14, 12, tzinfo=UTC)


def answers(question: str, *texts: str) -> list[str]:
    turns = [
        Turn(message_id=uuid.uuid4(), conversation_id=uuid.uuid4(), text=text, said_at=AT) for text in texts
    ]
    return answering(asked=[read(question)], turns=[waiting_words.read(turn) for turn in turns])


ENGLISH = [
    "We adopted a beagle called Rex.",
    "I drive a blue Golf.",
    "I moved to Ghent last week.",
    "I'm allergic to penicillin.",
    "My sister Ann works at the zoo.",
    "My locker code is 4417.",
]
CHINESE = [
    "我养了一只橘猫叫豆豆",
    "我开一辆蓝色的高尔夫",
    "我上周搬到宁波了",
    "我对青霉素过敏",
    "我妹妹是老师",
    "我的储物柜号码是4417",
]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Do I have any pets?", 0),
        ("Which car do I drive?", 1),
        ("Where do I live?", 2),
        ("What am I allergic to?", 3),
        ("What does my sister do?", 4),
        ("What's my locker code?", 5),
        ("What is my blood type?", None),
        ("Who is my landlord?", None),
        ("Do I smoke?", None),
    ],
)
def test_what_answers_an_english_question(question: str, place: int | None) -> None:
    found = answers(question, *ENGLISH)
    assert [at for at, text in enumerate(found) if text] == ([] if place is None else [place])


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("我有宠物吗？", 0),
        ("我开什么车？", 1),
        ("我住在哪里？", 2),
        ("我对什么过敏？", 3),
        ("我妹妹是做什么的？", 4),
        ("我的储物柜号码是多少？", 5),
        ("我是什么血型？", None),
        ("我房东是谁？", None),
        ("我抽烟吗？", None),
    ],
)
def test_what_answers_a_chinese_question(question: str, place: int | None) -> None:
    found = answers(question, *CHINESE)
    assert [at for at, text in enumerate(found) if text] == ([] if place is None else [place])


def test_of_a_long_message_the_sentences_that_answer_are_told_once() -> None:
    text = "It rained all day. My dog Rex is ten and I have a cat too. Is that old?  I drive a blue Golf."
    assert answers("What pets do I have?", text) == ["My dog Rex is ten and I have a cat too."]
    assert answers("What pets do I have?", "Do I have a dog?") == [""]


GARDEN = ("The fence at the allotment costs us 340 pounds.", "My boss Ottilie, she rows at the weekend.")
BALCONY = ("阳台的遮阳棚报价三百四十块。", "我同事小崔呢，周末都去划船。")


@pytest.mark.parametrize(
    ("told", "question", "place"),
    [
        (GARDEN, "What does our fence at the allotment cost?", 0),
        (GARDEN, "Which sport does my boss do?", 1),
        (GARDEN, "Where does my boss live?", None),
        (GARDEN, "What is my boss's phone number?", None),
        (BALCONY, "我阳台的遮阳棚报价是多少？", 0),
        (BALCONY, "我同事小崔周末做什么？", 1),
        (BALCONY, "我同事小崔住在哪儿？", None),
        (BALCONY, "我同事的生日是哪天？", None),
        (BALCONY, "我同事的电话号码是多少？", None),
    ],
)
def test_words_that_are_near_answer_only_what_they_tell(
    told: tuple[str, ...], question: str, place: int | None
) -> None:
    turns = [
        Turn(message_id=uuid.uuid4(), conversation_id=uuid.uuid4(), text=text, said_at=AT) for text in told
    ]
    near = [5.3 if at == (place if place is not None else 1) else 0.5 for at in range(len(told))]
    found = answering(
        asked=[read(question)], turns=[waiting_words.read(turn) for turn in turns], nearness=near
    )
    assert [at for at, text in enumerate(found) if text] == ([] if place is None else [place])
