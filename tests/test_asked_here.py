"""A choice, a day and who comes are answered with what holds in the conversation now, and nothing of before."""

import uuid
from dataclasses import replace

import pytest

from chat.replies import compose, told
from memories.recall.types import Recalled
from tests.test_answer import facts, memory
from tests.test_said_here import find, seen

_FETE = (
    "We're planning the harvest fete.",
    "It will be on 8 May at 3 pm.",
    "The fiddler plays from 4 to 5 pm.",
    "Invitations go out on 1 April.",
    "Aunt Bea and Rosa are coming, and twelve neighbours.",
    "The flight with Brisa costs 90 euros.",
    "We'll go with Brisa then.",
    "Let's take the Harbour Inn.",
    "Actually the Old Mill after all, not the Harbour Inn.",
)
_BACK = ("We're flying to Vienna on 9 April.", "The opera is on 11 April.", "We're back on 13 April.")
_BIKE = (
    "I need a new bike.",
    "The Cube is 900 euros and the Trek is 1100.",
    "I'll take the Cube.",
    "We're riding to Skye with eight of us in May.",
    "Lena has dropped out.",
    "We'll drive to Skye.",
)
_FETE_ZH = (
    "我们在筹备庙会。",
    "庙会定在1月16日晚上六点。",
    "彩排在1月14日下午两点。",
    "请柬12月20日发。",
    "王总和小刘会来，还有三十位邻居。",
    "坐大巴吧。",
    "那就选望江宾馆吧。",
    "还是松林饭店吧，望江宾馆没位了。",
)


@pytest.mark.parametrize(
    "question", ["Which hotel did we choose?", "How many people are coming to the auction?"]
)
def test_what_was_not_spoken_of_is_not_answered_with_something_else(question: str) -> None:
    assert values(_BIKE, question) == ""


def values(texts: tuple[str, ...], question: str) -> str:
    return " | ".join(value for _key, given in find(question, seen=seen(*texts)).noted for value in given)


@pytest.mark.parametrize(
    ("texts", "question", "expected", "absent"),
    [
        (_FETE, "When is it?", "8 May at 3 pm", "1 April"),
        (_FETE, "When is the fete?", "8 May at 3 pm", "1 April"),
        (_FETE, "When do the invitations go out?", "1 April", "8 May"),
        (_FETE, "What time does the fiddler play?", "4 to 5 pm", "8 May"),
        ((*_FETE, "Let's move it to 15 May."), "When is it?", "15 May", "8 May"),
        (_FETE_ZH, "什么时候办？", "1月16日", "1月14日"),
        (_FETE_ZH, "庙会是什么时候？", "1月16日", "12月20日"),
        (_FETE_ZH, "彩排几点？", "1月14日", "1月16日"),
        (_FETE_ZH, "请柬哪天发？", "12月20日", "1月16日"),
        ((*_FETE_ZH, "庙会推迟到1月23日。"), "庙会是哪天？", "1月23日", "1月16日"),
        (_FETE, "Which airline do we take?", "Brisa", "Mill"),
        (_FETE, "Which inn did we choose?", "Old Mill", "Harbour"),
        (_BACK, "When do we come back?", "13 April", "9 April"),
        (_BACK, "When are we back home?", "13 April", "9 April"),
        (_BACK, "When do we leave?", "9 April", "11 April"),
        (_BIKE, "Which bike did I choose?", "Cube", "Trek"),
        (_BIKE, "How many people are coming?", "7 people", "8"),
        (_BIKE, "How many children are coming?", "", "7 people"),
        (("We are 4 adults and 3 children.",), "How many children are coming?", "3 children", "4 adults"),
        (("We are 4 adults and 3 children.",), "How many kids are coming?", "3 children", "4 adults"),
        (_BIKE, "How do we get there?", "drive", "Cube"),
        (_FETE_ZH, "我们怎么去？", "大巴", "饭店"),
        (_FETE_ZH, "我们选了哪家饭店？", "松林饭店", "望江"),
    ],
)
def test_what_is_asked_for_is_told_and_nothing_else_of_its_kind(
    texts: tuple[str, ...], question: str, expected: str, absent: str
) -> None:
    given = values(texts, question)
    assert expected in given and absent not in given


@pytest.mark.parametrize(
    ("texts", "question"),
    [
        (
            ("The first meeting is next Thursday at 7 pm.", "We meet at the inn."),
            "When is the second meeting?",
        ),
        (("The first meeting is next Thursday at 7 pm.", "Ana comes too."), "When is Ana's birthday?"),
        (("第一次聚会定在12月10日晚上七点。", "阿梅也来。"), "第二次聚会是哪天？"),
        (("第一次聚会定在12月10日晚上七点。", "阿梅也来。"), "阿梅生日是几号？"),
    ],
)
def test_the_day_of_another_thing_is_not_told(texts: tuple[str, ...], question: str) -> None:
    assert find(question, seen=seen(*texts)).noted == ()


@pytest.mark.parametrize(
    ("texts", "question", "said"),
    [
        (
            ("We'll take Emma as the first book.", "Actually Persuasion instead of Emma."),
            "Which book are we taking?",
            "Actually Persuasion instead of Emma.",
        ),
        (
            ("第一本书就选《边城》吧。", "还是《围城》吧，不要《边城》了。"),
            "第一本书选的是什么？",
            "还是《围城》吧，不要《边城》了。",
        ),
    ],
)
def test_what_was_said_last_of_a_withdrawn_choice_is_told(
    texts: tuple[str, ...], question: str, said: str
) -> None:
    here = find(question, seen=seen(*texts))
    assert here.words == (said,) or str(here.noted) in (
        "(('chosen', ('Persuasion',)),)",
        "(('chosen', ('《围城》',)),)",
    )


@pytest.mark.parametrize(
    ("texts", "question", "who"),
    [
        (_FETE, "Who's coming?", "Aunt Bea and Rosa"),
        (_FETE, "Who did we invite?", "Aunt Bea and Rosa"),
        (_FETE_ZH, "有哪些人来？", "王总和小刘"),
        (_FETE_ZH, "都有谁参加？", "王总和小刘"),
    ],
)
def test_who_comes_is_told_by_name_and_number_and_not_by_date(
    texts: tuple[str, ...], question: str, who: str
) -> None:
    here = find(question, seen=seen(*texts))
    assert here.alone and any(who in each for each in here.words)
    assert {key for key, _values in here.noted} <= {"people", "with"} and here.noted


@pytest.mark.parametrize(
    "question",
    [
        "What time is it?", "When is Easter?", "When was the Eiffel Tower built?", "When was I born?",
        "Who wrote Hamlet?", "Which planet is the largest?",
        "Who is coming to dinner at the White House?", "Who is going to bake a pie?",
        "现在几点了？", "今天几号？", "春节是哪天？", "谁写了红楼梦？", "谁来做饭？", "我什么时候搬到绵阳的？",
    ],
)  # fmt: skip
def test_the_world_the_clock_and_a_life_are_not_answered_from_the_plan(question: str) -> None:
    for texts in (_FETE, _FETE_ZH):
        assert find(question, seen=seen(*texts)).noted == ()


@pytest.mark.parametrize("question", ["When did we choose Brisa?", "我们什么时候选的松林饭店？"])
def test_a_choice_is_no_day(question: str) -> None:
    for texts in (_FETE, _FETE_ZH):
        assert "chosen" not in dict(find(question, seen=seen(*texts)).noted)


def decided(content: str) -> Recalled:
    return replace(memory(content), memory_id=uuid.uuid4(), slot="decision")


@pytest.mark.parametrize(
    ("texts", "question", "memories", "locale", "expected"),
    [
        (_FETE, "Which inn did we choose?", ("You decided to take the Harbour Inn",), "en", "Old Mill"),
        (_FETE, "When is it?", ("You decided to take the Harbour Inn",), "en", "8 May"),
        (_FETE_ZH, "我们选了哪家饭店？", ("你决定选望江宾馆",), "zh-hans", "松林饭店"),
    ],
)
def test_a_decision_that_was_turned_down_here_is_not_told(
    texts: tuple[str, ...], question: str, memories: tuple[str, ...], locale: str, expected: str
) -> None:
    asked = replace(
        facts(question, *map(decided, memories), locale=locale), here=find(question, seen=seen(*texts))
    )
    reply = compose(asked)
    assert expected in reply and not any(content in reply for content in memories)
    assert told(asked) == []


@pytest.mark.parametrize(
    ("texts", "question", "over", "stands"),
    [
        (
            (*_FETE, "No car, the tram is enough."),
            "What did we decide about the car?",
            "You decided to go with Brisa",
            "No car, the tram is enough",
        ),
        (_FETE, "Tell me about the inn, what is it?", "You decided to take the Harbour Inn", ""),
    ],
)
def test_a_decision_of_another_matter_is_not_told_beside_what_was_said(
    texts: tuple[str, ...], question: str, over: str, stands: str
) -> None:
    reply = compose(replace(facts(question, decided(over)), here=find(question, seen=seen(*texts))))
    assert over not in reply and stands in reply


@pytest.mark.parametrize(
    ("question", "decision", "is_told"),
    [
        ("Who's coming?", "You decided to go with Brisa", False),
        ("When do we leave?", "You decided to take the Harbour Inn", False),
        ("When do we leave?", "You decided to leave on 3 June", True),
        ("What did we agree on?", "You decided to go with Brisa", True),
    ],
)
def test_no_decision_answers_who_comes_and_only_a_dated_one_when(
    question: str, decision: str, is_told: bool
) -> None:
    here = find(question, seen=seen("The sky is grey."))
    assert (decision in compose(replace(facts(question, decided(decision)), here=here))) is is_told


def test_a_decision_for_one_thing_and_against_another_is_told() -> None:
    kept = "You decided to take the Old Mill instead of the Harbour Inn"
    question = "Where is the Old Mill?"
    assert kept in compose(replace(facts(question, decided(kept)), here=find(question, seen=seen(*_FETE))))
