"""What the built-in answerer finds in the conversation itself, and how it says so in both languages."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

import pytest

from chat.asked import said_here
from chat.asked.said_here import Here
from chat.compression import Line
from chat.kept import Kept, Pinned
from chat.replies import Facts, compose
from chat.session import Said, Session, Window, WindowTurn
from chat.state.update import State, updated
from memories.recall.types import Recollection

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
find = partial(said_here.find, now=NOW)


def seen(*texts: str, pins: tuple[str, ...] = ()) -> Session:
    """A conversation in which the person said this, its conditions longer ago than the window reaches."""
    turns = [
        WindowTurn((Said(UUID(int=at), at, "user", text, said_at=NOW),)) for at, text in enumerate(texts, 1)
    ]
    state = State()
    for at, text in enumerate((*pins, *texts), 1):
        state = updated(state, text=text, said_at=NOW, message_id=UUID(int=at), sequence=at)
    kept = Kept(state=state, pins=tuple(Pinned(at, text) for at, text in enumerate(pins)))
    return Session(window=Window(tuple(turns)), kept=kept)


def answer(question: str, here: Here, *, locale: str) -> str:
    facts = Facts(
        text=question,
        now=NOW,
        locale=locale,
        recollection=Recollection(gate="nothing"),
        acted=None,
        first=False,
        here=here,
    )
    return compose(facts)


@pytest.mark.parametrize(
    "pin, question, told",
    [
        ("预算八千元以内", "预算是多少？", "预算八千元以内"),
        ("Our budget is at most 900 euros", "What is our budget?", "Our budget is at most 900 euros"),
    ],
)
def test_a_condition_answers_after_its_message_left_the_window(pin: str, question: str, told: str) -> None:
    here = find(question, seen=seen("热泵有点吵。", "The heat pump is loud.", pins=(pin,)))
    assert here.conditions == (told,) and here.words == ()


def test_how_much_asks_for_no_count() -> None:
    here = find("预算是多少？", seen=seen("住三晚。", pins=("预算八千元以内",)))
    assert here.noted == (("budget", ("八千元以内",)),)


def test_a_condition_that_stands_in_the_window_is_told_once() -> None:
    here = find("预算是多少？", seen=seen("预算八千元以内，先别下单。", pins=("预算八千元以内",)))
    assert len(here.words) == 1, here.words


@pytest.mark.parametrize(
    "texts, question, locale, expected",
    [
        (
            ("报价是 700 元。", "门票每人 90 元。"),
            "门票多少钱？",
            "zh-hans",
            "“价格”：报价 700 元、",
        ),
        (
            ("The tickets cost 90 euros.", "The price of the boat is 40 euros."),
            "What is the price of the tickets?",
            "en",
            "Noted for this chat: Prices: tickets: cost 90 euros",
        ),
    ],
)
def test_what_is_noted_is_said_in_the_language_of_the_person(
    texts: tuple[str, ...], question: str, locale: str, expected: str
) -> None:
    assert expected in answer(question, find(question, seen=seen(*texts)), locale=locale)


@pytest.mark.parametrize("question", ["热泵是怎么工作的？", "How does a heat pump work?"])
def test_what_was_not_spoken_of_is_not_found(question: str) -> None:
    assert find(question, seen=seen("我们下周去苏州。", "We go to Ghent.", pins=("先别下单",))) == Here()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Who is our sponsor and what is the permit number?",
            ("Our sponsor is Brandt Bakery.", "The permit number is HF-2291-B."),
        ),
        ("赞助商是谁？许可证编号是多少？", ("赞助商是田记面包坊。", "许可证编号是HF-2291-B。")),
    ],
)
def test_both_parts_of_a_question_are_looked_for(question: str, told: tuple[str, ...]) -> None:
    assert set(told) <= set(
        find(question, seen=seen(*told, "The weather may be wet.", "天气可能会下雨。")).words
    )


_PARTY = (
    "The fair is on Saturday 20 March 2027.",
    "The harpist charges £220.",
    "How much is the harpist?",
    "Let's go with the barbecue.",
    "Let's take the boathouse.",
)
_PARTY_ZH = (
    "庙会定在2027年3月20日星期六。",
    "琴师收2200元。",
    "琴师多少钱？",
    "那就烧烤吧。",
    "那就去老码头会所吧。",
)


@pytest.mark.parametrize(
    ("texts", "question", "noted"),
    [
        (_PARTY, "When is the fair?", "2027-03-20"),
        (_PARTY, "What's the date of the fair?", "2027-03-20"),
        (_PARTY, "Which venue did we choose?", "the boathouse"),
        (_PARTY, "Which food did we pick?", "the barbecue"),
        (_PARTY_ZH, "庙会是哪天？", "2027-03-20"),
        (_PARTY_ZH, "庙会日期是什么？", "2027-03-20"),
        (_PARTY_ZH, "我们选了什么场地？", "老码头会所"),
    ],
)
def test_what_is_settled_answers(texts: tuple[str, ...], question: str, noted: str) -> None:
    here = find(question, seen=seen(*texts))
    told = [value for _key, values in here.noted for value in values]
    assert any(noted in value for value in told) and len(told) == 1, here


@pytest.mark.parametrize(
    ("texts", "question", "told"),
    [
        (_PARTY, "How much is the harpist?", "The harpist charges £220."),
        (_PARTY_ZH, "琴师多少钱？", "琴师收2200元。"),
    ],
)
def test_a_question_of_before_is_no_answer(texts: tuple[str, ...], question: str, told: str) -> None:
    assert find(question, seen=seen(*texts)).words == (told,)


def test_what_the_answerer_told_before_is_no_answer() -> None:
    recited = Line("» Earlier in this chat: “The harpist is loud.”", (UUID(int=1),), "fact")
    asked = Line("How much is the harpist?", (UUID(int=2),), "said")
    told = Line("The harpist charges £220", (UUID(int=3),), "fact")
    session = Session(kept=Kept(summary=(recited, asked, told)))
    assert find("How much is the harpist?", seen=session).words == (told.text,)


@pytest.mark.parametrize(
    ("pins", "question"),
    [
        (("Never tell Odile", "Ask before you pay"), "What must you not do?"),
        (("Never tell Odile", "Ask before you pay"), "What are my conditions?"),
        (("绝对不能告诉阿姨", "付款前先问我"), "你不能做什么？"),
        (("绝对不能告诉阿姨", "付款前先问我"), "我提了哪些条件？"),
    ],
)
def test_the_conditions_are_told_when_they_are_asked_for(pins: tuple[str, ...], question: str) -> None:
    assert find(question, seen=seen("Hello.", pins=pins)).conditions == pins


@pytest.mark.parametrize(
    ("pin", "text", "locale", "expected"),
    [
        (
            "Don't book before I approve",
            "You may book now.",
            "en",
            "only you can remove it there: “Don't book",
        ),
        ("没我同意别下单", "现在可以下单了。", "zh-hans", "只有你自己可以在那里移除：“没我同意别下单”"),
    ],
)
def test_a_condition_that_is_lifted_in_words_is_said_to_stand(
    pin: str, text: str, locale: str, expected: str
) -> None:
    assert expected in answer(text, find(text, seen=seen("Hello.", pins=(pin,))), locale=locale)


@pytest.mark.parametrize("text", ["Can you book now?", "You may not book yet.", "你可以下单了吗？"])
def test_a_question_or_a_ban_lifts_nothing(text: str) -> None:
    pins = ("Don't book before I approve", "没我同意别下单")
    assert find(text, seen=seen("Hello.", pins=pins)).lifted == ()


@pytest.mark.parametrize("question", ["春节是哪天？", "When is Easter?", "When was the Battle of Hastings?"])
def test_the_days_of_the_world_are_not_answered_from_the_chat(question: str) -> None:
    assert find(question, seen=seen(*_PARTY, *_PARTY_ZH)).noted == ()


@pytest.mark.parametrize(
    ("texts", "question", "noted", "words"),
    [
        (("The budget is £1,800.", "Actually let's make it £2,200."), "What's our budget?", "£2,200", ()),
        (("40 guests are coming.", "Uncle Rob can't come, so 39."), "How many guests are coming?", "39 guests", ()),
        (("预算是18000元。", "还是改成22000元吧。"), "预算是多少？", "22000元", ()),
    ],
)  # fmt: skip
def test_a_figure_of_before_is_told_no_more(
    texts: tuple[str, ...], question: str, noted: str, words: tuple[str, ...]
) -> None:
    here = find(question, seen=seen(*texts))
    assert [value for _key, values in here.noted for value in values] == [noted] and here.words == words


def test_a_condition_with_the_former_figure_is_told_beside_the_new_one() -> None:
    here = find("预算多少？", seen=seen("还是改成22000元吧。", pins=("预算最多18000元",)))
    assert here.conditions == ("预算最多18000元",) and here.noted == (("budget", ("22000元",)),)


def test_what_is_over_is_no_date_of_the_plan() -> None:
    texts = ("The fair is on Saturday 20 March 2027.", "We met the harpist on Friday.")
    (_key, values), *_others = find("When is the fair?", seen=seen(*texts)).noted
    assert len(values) == 1 and values[0].endswith("Saturday 20 March 2027 (2027-03-20)")


@pytest.mark.parametrize(
    "question",
    [
        "What is still open?",
        "What do we still have to decide?",
        "Are there any open questions?",
        "Is there anything left to settle for the party?",
        "What haven’t we agreed on yet?",
        "还有什么没定？",
        "还有哪些问题没解决？",
        "我们还要决定什么？",
        "待定的事项有哪些？",
        "是不是都商量好了？",
    ],
)
def test_what_is_open_is_told_when_it_is_asked_for(question: str) -> None:
    line = Line("The venue is still undecided", (UUID(int=9),), "said")
    session = seen(
        "Hotel or hostel?", "The band is not decided yet.", "Let's book the band Odd Socks.", question
    )
    session = replace(session, kept=replace(session.kept, summary=(line,)))
    here = find(question, seen=session)
    assert here.still_open == ("The venue is still undecided", "Hotel or hostel?")
    assert "Still open in this chat: “Hotel or hostel?”" in answer(question, here, locale="en")


@pytest.mark.parametrize(
    ("texts", "question", "locale", "expected"),
    [
        (("We go to Ghent.",), "What is still open?", "en", "nothing is open in this chat"),
        (("我们去苏州。",), "还有什么没定？", "zh-hans", "没有悬而未决的事"),
        (("Hotel or hostel?", "The hostel."), "What is still open?", "en", "nothing is open in this chat"),
        (("场地还没定。", "场地定了，去礼堂。"), "还有哪些没敲定？", "zh-hans", "没有悬而未决的事"),
        (("蛋糕还没定。",), "还有哪些没敲定？", "zh-hans", "这个对话里还没定的：“蛋糕还没定。”"),
    ],
)
def test_what_is_settled_is_not_open(
    texts: tuple[str, ...], question: str, locale: str, expected: str
) -> None:
    assert expected in answer(question, find(question, seen=seen(*texts)), locale=locale)


@pytest.mark.parametrize(
    "question",
    [
        "Is the pharmacy still open?",
        "What shops are still open at this hour?",
        "What did we decide?",
        "What does my sister still have to decide?",
        "Which problems in mathematics are still unsolved?",
        "药店还开着吗？",
        "世界上还有哪些数学难题没解决？",
        "我还有什么没吃过？",
        "他还有什么没定？",
        "为什么还没定？",
    ],
)
def test_what_is_open_elsewhere_is_another_question(question: str) -> None:
    assert find(question, seen=seen("Hotel or hostel?")).still_open is None


def test_asking_what_is_open_leaves_the_question_that_is_open() -> None:
    state = seen("Which tent should we take?", "What is still open?").kept.state
    assert state.shown() == {"open_question": "Which tent should we take?"}


@pytest.mark.parametrize(
    "talk, own, here, place",
    [
        (("I live in Ghent.", "We go to Porto in May."), "Where do I live?", "Where are we going?", "Porto"),
        (("我住在杭州。", "我们五月去厦门。"), "我住在哪里？", "我们去哪里？", "厦门"),
    ],
)
def test_where_somebody_lives_is_no_place_of_the_talk(
    talk: tuple[str, ...], own: str, here: str, place: str
) -> None:
    assert "place" not in dict(find(own, seen=seen(*talk)).noted)
    told = find(here, seen=seen(*talk))
    assert place in " ".join([*told.words, *dict(told.noted).get("place", ())])
