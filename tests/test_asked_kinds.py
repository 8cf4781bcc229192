"""A question is answered by what is of the kind it asks for, as it holds now, or not at all."""

from dataclasses import replace
from uuid import UUID

import pytest

from chat.asked import kinds_wanted, open_points
from chat.asked.said_here import Here
from chat.clauses import sentences
from chat.compression import Line
from chat.session import Session
from tests.test_said_here import answer, find, seen

_OVEN = (
    "The old oven is dead, so we need a new oven.",
    "I looked at the Smeg and the Neff.",
    "The Smeg is too wide for our kitchen, so not the Smeg.",
    "We'll take the Neff.",
)
_TILL = ("We compared two tills for the kiosk.", "We chose Lightpay because it works offline.")
_CAR = ("看了飞度和轩逸。", "飞度后备厢太小，不要了。", "就买轩逸，因为它安静。")
_WALK = tuple(f"Day {at}: I walked {at * 40} metres." for at in range(1, 20))
_WALK_ZH = tuple(f"第{at}天游了{at * 40}米。" for at in range(1, 20))


def told(texts: tuple[str, ...], question: str) -> str:
    return _all(find(question, seen=seen(*texts)))


def _all(here: Here) -> str:
    noted = [value for _key, values in here.noted for value in values]
    return " | ".join([*here.words, *here.conditions, *noted])


@pytest.mark.parametrize(
    ("texts", "question", "expected", "absent"),
    [
        # beside the point, though the state knows it
        (_OVEN, "Which oven did I pick?", "Neff", "dead"),
        (_OVEN, "Which oven did we turn down?", "Smeg", "Neff"),
        (("A farewell for Ilse.", "We expect 31 people."), "How many guests are we counting on?", "31", "farew"),
        (("The party is on 12 December.", "It starts at 7 pm."), "What time does the party start?", "7 pm", "12 Dec"),
        # why
        (_OVEN, "Why didn't we take the Smeg?", "too wide", "Neff"),
        (_TILL, "Which till did we choose and why?", "works offline", "compared"),
        (_CAR, "飞度为什么不要？", "后备厢太小", "轩逸"),
        (_CAR, "为什么选轩逸？", "安静", "后备厢"),
        # overtaken
        (("I swim on Mondays.", "New plan: I swim on Fridays now."), "Which evenings do I swim?", "Fridays", "Mondays"),
        (
            ("Omar makes the poster.", "Omar is ill, so Nia makes the poster instead."),
            "Who makes the poster?",
            "Nia",
            "Omar makes",
        ),
        (("海报让阿东画。", "阿东没空，海报换小米来画。"), "海报谁来画？", "小米", "让阿东"),
        (
            ("读书会第一次读《边城》。", "第一次不读《边城》了，改读《家》。"),
            "第一次读哪本书？",
            "《家》",
            "会第一次",
        ),
        # the same number
        (_WALK, "How many metres did I walk on day 7?", "280", "760"),
        (_WALK_ZH, "第七天游了多少米？", "280", "760"),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_told_as_it_holds_now(
    texts: tuple[str, ...], question: str, expected: str, absent: str
) -> None:
    given = told(texts, question)
    assert expected in given and absent not in given


@pytest.mark.parametrize(
    ("texts", "question"),
    [
        (_OVEN, "Which dishwasher did I pick?"),
        ((*_OVEN, "I picked the Neff."), "Which kettle did I pick?"),
        (_OVEN, "Why not the Miele?"),
        (_TILL, "Why did we choose the corner?"),
        (_CAR, "思域为什么不要？"),
        (_WALK, "How many metres did I walk on day 300?"),
        (_WALK_ZH, "第300天游了多少米？"),
        (("I spend 45 a month on the gym.",), "How much do I spend on petrol?"),
        (("The course lasts nine weeks.", "The exam is on 20 March."), "How long does the exam last?"),
        (("We throw a farewell for Ilse.",), "How many guests are at the farewell?"),
        (("派对七点开始。",), "电影几点开始？"),
        (("五点半去接毛毛。",), "几点去接阿福？"),
    ],
)
def test_what_is_not_known_is_not_told_from_something_near(texts: tuple[str, ...], question: str) -> None:
    assert told(texts, question) == ""


def folded(*texts: str) -> Session:
    """The same conversation with all but the last two sentences in its summary."""
    whole = seen(*texts)
    lines = tuple(Line(text, (UUID(int=at),), "fact") for at, text in enumerate(texts[:-2], 1))
    window = replace(whole.window, turns=whole.window.turns[-2:])
    return replace(whole, window=window, kept=replace(whole.kept, summary=lines))


@pytest.mark.parametrize(
    ("texts", "question", "expected", "absent"),
    [
        (
            ("Omar paints.", "Nia paints now, not Omar.", "It rains.", "I'm off."),
            "Who paints?",
            "Nia",
            "Omar paints",
        ),
        (("菜单让阿东写。", "菜单换小米来写。", "下雨了。", "我走了。"), "菜单谁来写？", "小米", "阿东"),
    ],
)
def test_a_summary_keeps_nothing_alive_that_a_later_sentence_overtook(
    texts: tuple[str, ...], question: str, expected: str, absent: str
) -> None:
    given = _all(find(question, seen=folded(*texts)))
    assert expected in given and absent not in given


def test_words_that_change_something_else_are_not_told_with_a_sentence() -> None:
    texts = ("Omar makes the poster.", "Pia bakes.", "Omar is ill, so Nia makes the poster instead.")
    assert told(texts, "Who bakes?") == "Pia bakes."


def test_a_reason_that_is_a_condition_is_told_before_other_conditions() -> None:
    here = find("飞度为什么不要？", seen=seen(*_CAR, pins=("预算十万以内", "先别下单")))
    assert here.words == ("飞度后备厢太小，不要了。",) and here.conditions == ()


@pytest.mark.parametrize(
    ("question", "locale", "said"),
    [
        ("What rules do I have for this chat?", "en", "There are no conditions for this chat."),
        ("这个对话有什么条件？", "zh-hans", "这个对话没有任何条件。"),
    ],
)
def test_where_no_condition_holds_that_is_said_and_the_question_stays_not_open(
    question: str, locale: str, said: str
) -> None:
    here = find(question, seen=seen("It rains."))
    assert here.no_conditions and said in answer(question, here, locale=locale)
    assert "open_question" not in seen(question).kept.state.shown()
    assert not find(question, seen=seen("It rains.", pins=("No fish",))).no_conditions


@pytest.mark.parametrize("question", ["What are the rules of chess?", "Which rules apply at the campsite?"])
def test_the_rules_of_something_else_are_none_of_the_chat(question: str) -> None:
    assert not find(question, seen=seen("It rains.")).no_conditions


def test_a_statement_of_what_is_not_settled_is_open_and_asks_for_nothing() -> None:
    assert not open_points.asked_for("下次吃什么还没定。")
    assert find("有什么没定的？", seen=seen("下次吃什么还没定。")).still_open == ("下次吃什么还没定。",)
    assert all(
        open_points.asked_for(each) for each in ("还有什么没定？", "我们还有哪些没定的", "旅行还有什么没定？")
    )
    assert sentences("下次吃什么还没定。")


def test_numbers_in_words_are_the_same_numbers() -> None:
    assert kinds_wanted.has_number_of("第三十二天走了多少？", "第32天走了五公里。")
    assert not kinds_wanted.has_number_of("第三天走了多少？", "第13天走了五公里。")
