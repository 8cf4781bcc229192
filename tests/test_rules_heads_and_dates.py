"""What is the head of a phrase, what is long ago, and the second half of a sentence: kinds in both languages."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from memories.capture import rules_en, rules_zh
from memories.capture.types import Act, Candidate, Ends, Text
from memories.kinds import EntityKind, MemoryType

SAID_AT = datetime(2025, 3, 5, 10, 0, tzinfo=ZoneInfo("Europe/Dublin"))


def said(text: str) -> list[Candidate]:
    return rules_en.extract(Text(text, SAID_AT)) + rules_zh.extract(Text(text, SAID_AT))


def told(text: str) -> set[tuple[str, str]]:
    return {(one.slot, one.value) for one in said(text)}


@pytest.mark.parametrize(
    "text",
    [
        "I own a bar stool.",
        "I run a restaurant guide",
        "I run a bakery blog",
        "I own a hotel voucher",
        "We own a café table",
        "I own a farm shop sign",
    ],
)
def test_a_word_of_business_before_another_noun_is_no_business(text: str) -> None:
    assert all(one.slot != "occupation" for one in said(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I own a small bar in Ghent", "own a small bar"),
        ("I run a bakery with my sister", "run a bakery"),
        ("I run my own salon, it's tiny", "run my own salon"),
        ("I own a shop selling kites", "own a shop"),
    ],
)
def test_a_business_that_heads_its_phrase_is_one(text: str, value: str) -> None:
    assert ("occupation", value) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Leeds in 2005.",
        "In 2011 I moved to Leeds",
        "I moved to Leeds back in 1999",
        "We relocated to Leeds in 2012",
        "I moved to Leeds when I was 20",
        "I moved to Leeds as a student",
        "I became a nurse in 2005",
        "My brother moved to Leeds in 2005",
        "我2005年搬到西安。",
        "我2019年从巴黎搬到罗马",
        "2011年我搬到了成都",
        "十年前我搬到了成都",
        "我小时候搬到西安",
        "我20岁那年搬到西安",
        "我2009年入职腾讯",
        "我2012年当了医生",
        "我哥2010年搬到西安",
    ],
)
def test_a_move_of_long_ago_replaces_nothing_present(text: str) -> None:
    assert all(one.slot not in ("residence", "occupation", "employer") for one in said(text))


def test_a_dated_move_of_long_ago_is_an_event_of_its_year() -> None:
    for text in ("I moved to Leeds in 2005.", "我2005年搬到利兹。"):
        (one,) = said(text)
        assert (one.type, one.slot, one.occurred and one.occurred.on) == (
            MemoryType.EVENT,
            "event",
            date(2005, 1, 1),
        )


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I moved to Leeds", "residence", "Leeds"),
        ("I moved to Leeds last month", "residence", "Leeds"),
        ("I moved to Leeds in January", "residence", "Leeds"),
        ("I moved to Leeds in 2005 and I still live here", "residence", "Leeds"),
        ("My brother moved to Leeds last week", "residence", "Leeds"),
        ("我搬到西安了", "residence", "西安"),
        ("我上个月搬到西安了", "residence", "西安"),
        ("我12月搬到西安了", "residence", "西安"),
        ("我2019年搬到西安，一直住到现在", "residence", "西安"),
    ],
)
def test_a_move_that_still_holds_is_where_one_lives(text: str, slot: str, value: str) -> None:
    found = {(one.slot, one.value): one for one in said(text)}
    assert found[slot, value].act is Act.STATE


@pytest.mark.parametrize("text", ["我2019年以前当医生", "我2015年之前在腾讯上班"])
def test_a_job_of_before_a_year_is_over(text: str) -> None:
    (one,) = said(text)
    assert (one.act, one.positive) == (Act.END, False)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("我喜欢龙井茶，家里有只猫叫豆包。", {"豆包"}),
        ("我爱喝咖啡，家里养了两只猫，一只叫豆包，一只叫麻团。", {"豆包", "麻团"}),
        ("我住在苏州，我家狗叫阿福", {"阿福"}),
        ("我喜欢听戏，家里的猫叫米粒", {"米粒"}),
        ("我喜欢爬山，家里还有一只兔子叫雪球", {"雪球"}),
        ("I love tea, and I have a cat called Miso", {"Miso"}),
        ("I like rain and we have two whippets, Pixel and Gravy", {"Pixel", "Gravy"}),
        ("家里两只鹦鹉，叫饼干和橄榄", {"饼干", "橄榄"}),
        ("我养了两只鹦鹉，叫饼干和橄榄", {"饼干", "橄榄"}),
    ],
)
def test_the_pets_of_a_second_half_are_kept_with_their_names(text: str, names: set[str]) -> None:
    pets = [one for one in said(text) if one.slot == "pet" and one.subject.kind is EntityKind.PET]
    assert all(any(name in one.content for one in pets) for name in names)
    assert pets


@pytest.mark.parametrize(
    "text",
    [
        "我家猫粮快没了",
        "我家狗窝没了",
        "我家的鸟笼没了",
        "家里猫砂没了",
        "我家鱼竿没了",
        "我妈眼镜没了",
        "Our cat food is gone",
        "My dog bed died",
        "My fish tank is gone",
    ],
)
def test_an_animals_word_inside_another_noun_is_no_animal(text: str) -> None:
    assert all(one.ends is not Ends.LIFE and one.slot != "attribute.life" for one in said(text))


@pytest.mark.parametrize("text", ["我家狗包子走了", "我家猫走了", "我家猫蛋蛋去世了", "My cat Miso died"])
def test_an_animals_death_is_still_one(text: str) -> None:
    assert any(one.ends is Ends.LIFE and one.subject.kind is EntityKind.PET for one in said(text))
