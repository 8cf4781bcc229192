"""What is meant and certain: mockery, code and blanks, what nearly was, opinions, days named first, words left out."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from memories.capture import by_rules, safety, spans
from memories.capture.judge_sentences import open_sentences
from memories.capture.types import Candidate, Text, Turn

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def _own(text: str) -> Text:
    return spans.own_words(Turn(message_id=uuid4(), conversation_id=uuid4(), text=text, said_at=NOW))


def found(text: str) -> list[Candidate]:
    return by_rules.find(_own(text))[0]


def told(text: str) -> list[tuple[str, str]]:
    return [(one.slot, one.value) for one in found(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Oh sure, I simply ADORE sitting in traffic.",
        "Wonderful, I just love it when my laptop freezes.",
        "Brilliant, I love it when somebody cuts in line.",
        "I absolutely love standing in the queue for three hours.",
        "真棒，我最喜欢电脑死机了。",
        "太好了，我最爱半夜被吵醒。",
        "我就喜欢排队的时候有人插队。",
    ],
)
def test_praise_of_a_nuisance_is_not_meant(text: str) -> None:
    assert found(text) == []
    assert open_sentences(_own(text)) == []


@pytest.mark.parametrize(
    "text",
    ["I just love sitting in the orchard", "I really love cold plunges", "我最喜欢温州了", "我太喜欢攀岩了"],
)
def test_strong_praise_of_what_is_pleasant_stays(text: str) -> None:
    assert [one.slot for one in found(text)] == ["likes"]


def test_joy_over_a_place_is_meant() -> None:
    assert open_sentences(_own("Great, I just love this town"))


@pytest.mark.parametrize(
    "text",
    [
        "print(f'I live in {town} and I like {dish}')",
        'console.log("I work at Siemens");',
        'Why does log.info("I live in Malta") fail?',
        'greeting = "I live in Malta and I like tea"',
        'echo "I like $FOOD and I live in $TOWN"',
        "I like {dish}",
        "I live in <your town>",
        "I work at ${COMPANY}",
        "My name is %s",
        "I live in [your town]",
        "print(f'我住在{town}，我喜欢{dish}')",
        "我喜欢{dish}",
    ],
)
def test_code_and_blanks_to_fill_in_tell_nothing(text: str) -> None:
    assert found(text) == []
    assert open_sentences(_own(text)) == []


def test_what_stands_beside_a_blank_or_in_brackets_stays() -> None:
    assert told("I work at Glazing Works (my own firm)") == [("employer", "Glazing Works")]
    assert ("residence", "Malta") in told("I live in Malta and my id is <id>")


@pytest.mark.parametrize(
    "text",
    ["I nearly bought a caravan", "I almost adopted a cat", "We nearly moved to Malta", "i love em", "I hate 'em",
     "我差点买了辆房车", "我喜欢它们", "我讨厌它"],
)  # fmt: skip
def test_what_nearly_was_and_bare_pronouns_tell_nothing(text: str) -> None:
    assert found(text) == []


def test_nearly_always_and_nearly_forty_are_so() -> None:
    assert told("I'm nearly 40") == [("age", "40")]
    assert [slot for slot, _ in told("I nearly always bake on Sundays")] == ["habit"]
    assert told("I love em dashes") == [("likes", "em dashes")]


def test_what_a_doctor_thinks_is_uncertain_and_what_one_says_is_not() -> None:
    assert [one.tentative for one in found("My doctor thinks I'm allergic to kiwi")] == [True]
    assert [one.tentative for one in found("My doctor says I'm allergic to kiwi")] == [False]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("The day after tomorrow I've got a driving test", date(2026, 12, 2)),
        ("I've got a driving test the day after tomorrow", date(2026, 12, 2)),
        ("我爷爷的葬礼是上周三", date(2026, 11, 25)),
        ("我妹妹的婚礼定在12月19号", date(2026, 12, 19)),
        ("我们三天后从浦东飞大理", date(2026, 12, 3)),
    ],
)
def test_a_day_is_resolved_wherever_it_stands(text: str, day: date) -> None:
    (one,) = found(text)
    assert (one.slot, one.occurred and one.occurred.on) == ("event", day)


def test_an_occasion_of_somebody_else_s_is_not_the_person_s() -> None:
    assert found("他爷爷的葬礼是上周三") == []
    assert found("我爷爷的葬礼是哪天？") == []


@pytest.mark.parametrize(
    "text",
    ["我每天早上吃10毫克舍曲林", "我每晚服用半片阿普唑仑片", "I take 10mg of sertraline every morning"],
)
def test_a_dose_is_a_matter_of_health(text: str) -> None:
    (one,) = found(text)
    assert safety.category_in(one) == "health"


def test_bread_by_the_slice_is_none() -> None:
    (one,) = found("我每天早上吃两片吐司")
    assert safety.category_in(one) == ""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("we moved into a cottage in Mdina last month", "Mdina"),
        ("I moved to a small flat in Bergen", "Bergen"),
        ("我们上个月搬进了望江路的一套公寓", "望江路"),
        ("我搬进了温州的一间公寓", "温州"),
    ],
)
def test_a_move_into_a_dwelling_tells_where_one_lives(text: str, place: str) -> None:
    assert ("residence", place) in told(text)


@pytest.mark.parametrize("text", ["We moved into a small house in the woods", "我们搬进了朋友的一套公寓"])
def test_a_dwelling_of_no_named_place_gives_no_residence(text: str) -> None:
    assert all(slot != "residence" for slot, _ in told(text))


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("honestly can't stand beetroot", "dislikes", "beetroot"),
        ("Tbh can't bear liquorice", "dislikes", "liquorice"),
        ("got two parrots, Kiwi and Mango", "pet", "Kiwi and Mango"),
        ("养了两只雪貂，皮皮和豆豆", "pet", "两只雪貂：皮皮和豆豆"),
        ("真心受不了榴莲", "dislikes", "榴莲"),
    ],
)
def test_the_one_who_speaks_may_be_left_out(text: str, slot: str, value: str) -> None:
    assert told(text) == [(slot, value)]


@pytest.mark.parametrize(
    "text",
    ["got a headache", "Got a minute?", "can't stand the thought of it", "Can't stand it", "受不了你了"],
)
def test_what_is_no_statement_of_oneself_stays_out(text: str) -> None:
    assert found(text) == []
