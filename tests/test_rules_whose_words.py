"""Of whom a statement tells, and whether it is told at all: nested relatives, dreams, wishes of others, bare kin."""

from datetime import UTC, datetime

import pytest

from memories.capture import by_rules
from memories.capture.judge_sentences import open_sentences
from memories.capture.types import Candidate, Text

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def found(text: str) -> list[Candidate]:
    return by_rules.find(Text(text, NOW))[0]


@pytest.mark.parametrize(
    ("text", "relation", "content"),
    [
        ("My sister just had a son, called Jake.", "sister", "Your sister just had a son, called Jake"),
        ("My sister had a baby. His name is Jake.", "sister", "Your sister had a baby, his name is Jake"),
        ("My sister has a daughter, Ella.", "sister", "Your sister has a daughter, Ella"),
        ("My aunt owns a parrot, its name is Coco.", "aunt", "Your aunt owns a parrot, its name is Coco"),
        ("我哥养了一条狗，叫豆豆", "elder_brother", "你哥养了一条狗，叫豆豆"),
        ("我爸有一个哥哥，叫建国，住在深圳。", "father", "你爸有一个哥哥，叫建国，住在深圳"),
    ],
)
def test_a_name_is_that_of_the_nearest_one(text: str, relation: str, content: str) -> None:
    told = found(text)
    assert [one.content for one in told] == [content]
    assert (told[0].subject.relation, told[0].subject.name) == (relation, "")


@pytest.mark.parametrize(
    ("text", "relation", "name"),
    [
        ("I have a sister. Her name is Jane.", "sister", "Jane"),
        ("I have a son, called Jake.", "son", "Jake"),
        ("我有个妹妹，叫英杰。", "younger_sister", "英杰"),
        ("我儿子今年三岁，叫小满", "son", "小满"),
    ],
)
def test_the_person_s_own_have_their_names(text: str, relation: str, name: str) -> None:
    assert (relation, name) in [(one.subject.relation, one.subject.name) for one in found(text)]


@pytest.mark.parametrize(
    "text",
    [
        "In my dream I was a pilot.",
        "I dreamt that I live in Peru.",
        "I used to think I'm allergic to cats.",
        "My brother wishes he had a dog",
        "My girlfriend would like me to quit smoking.",
        "According to my mother I hate peas.",
        "My friend thinks I should move to Spain.",
        "我做了个梦，我住在秘鲁",
        "我以前以为我对猫过敏",
        "我弟弟希望他有条狗",
        "我姐想让我学波兰语",
        "人家都说我活在过去",
        "等我有钱了我要买一艘游艇",
    ],
)
def test_dreams_former_beliefs_and_what_others_want_or_say_are_nothing_told(text: str) -> None:
    assert found(text) == []
    assert open_sentences(Text(text, NOW)) == []


@pytest.mark.parametrize(
    "text",
    [
        "My dream is to open a bakery.",
        "I keep a dream journal every morning.",
        "I used to think I was shy, but I live in Rome.",
        "我的梦想是开一家书店",
        "等我下班我一般去跑步",
    ],
)
def test_what_is_so_is_told_beside_them(text: str) -> None:
    assert found(text) or open_sentences(Text(text, NOW))


@pytest.mark.parametrize(
    ("text", "relation", "slot", "content"),
    [
        ("Dad is allergic to walnuts.", "father", "allergy", "Your dad is allergic to walnuts"),
        ("dad works at a bank", "father", "employer", "Your dad works at a bank"),
        ("Grandma turned 80.", "grandmother", "age", "Your grandma turned 80"),
        ("爸爸对核桃过敏", "father", "allergy", "你的爸爸对核桃过敏"),
        ("奶奶80岁了", "grandmother", "age", "你的奶奶80岁了"),
    ],
)
def test_bare_kin_is_the_person_s_own(text: str, relation: str, slot: str, content: str) -> None:
    assert [(one.subject.relation, one.slot, one.content) for one in found(text)] == [
        (relation, slot, content)
    ]


@pytest.mark.parametrize("text", ["Dad jokes are funny.", "Mum says hi.", "妈妈说外面冷"])
def test_a_word_for_kin_alone_tells_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "relation", "name"),
    [
        ("I got married to Iris last June.", "partner", "Iris"),
        ("I married my husband Karl in Rome.", "husband", "Karl"),
        ("我跟小梅结婚了", "partner", "小梅"),
        ("我娶了阿芳", "wife", "阿芳"),
        ("我和我老公志强2015年结婚", "husband", "志强"),
    ],
)
def test_a_wedding_names_a_spouse(text: str, relation: str, name: str) -> None:
    spouses = [one.subject for one in found(text) if one.slot == "family"]
    assert [(one.relation, one.name) for one in spouses] == [(relation, name)]


@pytest.mark.parametrize(
    "text",
    [
        "We got married in 2019.",
        "I married Tom in 2009 and we divorced in 2015.",
        "我跟小梅离婚了",
        "我嫁给了爱情",
    ],
)
def test_no_spouse_is_told_where_none_is_named_or_left(text: str) -> None:
    assert [one for one in found(text) if one.slot == "family"] == []


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("I live on Skye.", "residence", "Skye"),
        ("We live on the Isle of Wight.", "residence", "Isle of Wight"),
        ("I live on the third floor.", "dwelling", "third floor"),
        ("我住在鼓浪屿上", "residence", "鼓浪屿"),
        ("我住岛上", "dwelling", "岛上"),
    ],
)
def test_a_home_on_an_island(text: str, slot: str, value: str) -> None:
    assert [(one.slot, one.value) for one in found(text)] == [(slot, value)]


@pytest.mark.parametrize("text", ["I live on coffee.", "I live on Main Street.", "I live on benefits."])
def test_what_one_lives_on_is_no_home(text: str) -> None:
    assert [one for one in found(text) if one.slot == "residence"] == []


@pytest.mark.parametrize(
    "text",
    [
        "假装我对腰果过敏，给我写个菜单。",
        "写首诗，诗里我是个讨厌喇叭的水手。",
        "编个童话，里面我是个会飞的邮差，我养了三头驴。",
        "编个故事。故事里，我住在月球上。我养了一条龙，叫团团。",
        "写个以我为主角的故事，我住在灯塔里，不吃鱼。",
        "就当我在上海工作，帮我算一下税。",
        "设定：我是一名宇航员，我讨厌胡萝卜。",
        "比如我对牛奶过敏，菜单要怎么改",
        "Make up a fairy tale; in it, I'm a baker called Tom.",
        "In the poem I'm a sailor and I hate fish.",
        "Picture me as a retired captain. I live in Tromso.",
        "For the sake of argument, I'm a vegan.",
        "I'm playing a character who lives in Rome; my character hates cats.",
    ],
)
def test_what_is_only_played_is_not_told(text: str) -> None:
    assert found(text) == [] and open_sentences(Text(text, NOW)) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("假装我对腰果过敏，给我写个菜单。对了，我住在杭州。", "你住在杭州"),
        ("给我写个故事，我喜欢恐龙。", "你喜欢恐龙"),
        ("假设我有一百万，怎么投资？我今年40岁。", "你今年40岁"),
        ("就当我没说。我住在杭州。", "你住在杭州"),
        ("In the play I'm directing, Tom is the lead. I live in Hull.", "You live in Hull"),
        ("我想象力很丰富，我喜欢画画。", "你喜欢画画"),
        ("我在游戏公司上班。", "你在游戏公司上班"),
        ("In the story I'm writing, a king dies. I live in Hull.", "You live in Hull"),
        ("I work at a game studio.", "You work at a game studio"),
    ],
)
def test_what_is_real_is_told_beside_play(text: str, content: str) -> None:
    assert content in [one.content for one in found(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("我对青霉素过敏，打了会起疹子。", "青霉素"),
        ("我对芒果过敏，吃完嘴会肿。", "芒果"),
        ("我对头孢过敏，用了以后浑身起红疹。", "头孢"),
        ("I'm allergic to penicillin; it gives me a rash.", "penicillin"),
        ("I'm allergic to latex; I get hives when I touch it.", "latex"),
    ],
)
def test_how_an_allergy_shows_is_no_second_one(text: str, value: str) -> None:
    assert [(one.slot, one.value) for one in found(text)] == [("allergy", value)]


def test_two_things_that_one_reacts_to_are_two() -> None:
    both = found("我打青霉素会起疹子，吃虾也会起疹子。")
    assert [one.value for one in both] == ["青霉素", "虾"]
    both = found("I'm allergic to nuts and eggs give me a rash.")
    assert [one.value for one in both] == ["nuts", "eggs"]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("我周末上夜班。", "你周末上夜班"),
        ("我周三练琴。", "你周三练琴"),
        ("周二我上瑜伽课。", "你周二上瑜伽课"),
        ("我周一到周五上班。", "你周一到周五上班"),
        ("我周一三五跑步。", "你周一三五跑步"),
        ("我女儿周三上钢琴课。", "你的女儿周三上钢琴课"),
        ("我周五晚上八点直播。", "你周五晚上八点直播"),
        ("I work night shifts on weekends.", "You work night shifts on weekends"),
    ],
)
def test_what_belongs_to_a_weekday_is_a_habit(text: str, content: str) -> None:
    assert [(one.slot, one.content, one.occurred) for one in found(text)] == [("habit", content, None)]


@pytest.mark.parametrize(
    "text",
    [
        "我这周三练琴。",
        "我下周三练琴。",
        "我周三要练琴。",
        "我周五有考试。",
        "我周三去看牙医。",
        "我周六搬家。",
        "我周四飞北京。",
        "我周末出差。",
    ],
)
def test_what_is_done_once_on_a_weekday_keeps_its_day(text: str) -> None:
    assert [(one.slot, one.occurred is not None) for one in found(text)] == [("event", True)]


@pytest.mark.parametrize(
    "text",
    [
        "I'm learning Korean at the moment.",
        "I'm studying Welsh right now.",
        "At the moment I'm learning Italian.",
    ],
)
def test_what_is_learnt_at_the_moment_lasts(text: str) -> None:
    assert [(one.slot, one.lasting) for one in found(text)] == [("learning", True)]
    assert not any(one.lasting for one in found("I'm learning Korean this afternoon."))
