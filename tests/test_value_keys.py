"""Values that name the same thing have one key, across scripts and languages; different things keep apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.capture.value_keys import agree, noun_key, number, simplify, value_key


@pytest.mark.parametrize(
    ("one", "other", "slot"),
    [
        ("上海", "Shanghai", "residence"),
        ("上海市", "shanghai", "residence"),
        ("臺北", "台北", "residence"),
        ("台北", "Taipei", "residence"),
        ("纽约", "New York City", "residence"),
        ("英国", "the United Kingdom", "nationality"),
        ("花生", "peanuts", "allergy"),
        ("虾", "prawns", "allergy"),
        ("青霉素", "penicillin", "allergy"),
        ("乳糖不耐受", "lactose", "allergy"),
        ("綠色", "Green", "favourite.colour"),
        ("三十五岁", "35", "age"),
        ("35", "thirty-five", "age"),
        ("5月3日", "May 3rd", "birthday"),
        ("五月三号", "3 May", "birthday"),
        ("1990年5月3日", "May 3, 1990", "birthday"),
        ("英文", "English", "languages"),
        ("打篮球", "playing basketball", "likes"),
        ("看悬疑小说", "mystery novels", "likes"),
        ("吃素", "Vegetarian", "diet"),
        ("程序员", "a programmer", "occupation"),
        ("昆虫", "insects", "likes"),
        ("４２码", "四十二码", "attribute.shoe-size"),
        ("the cats", "Cat", "likes"),
        ("cherry tomatoes", "cherry tomato", "likes"),
        ("喝绿茶", "green tea", "likes"),
        ("结婚了", "married", "marital_status"),
    ],
)
def test_wordings_of_one_thing_share_a_key(one: str, other: str, slot: str) -> None:
    assert value_key(one, slot=slot) == value_key(other, slot=slot) != ""
    assert agree(one, other, slot=slot)


@pytest.mark.parametrize(
    ("one", "other", "slot"),
    [
        ("花生", "shrimp", "allergy"),
        ("花生", "核桃", "allergy"),
        ("绿茶", "绿色", "likes"),
        ("猫", "猫毛", "allergy"),
        ("林小北", "林晓北", "name"),
        ("宜春", "伊春", "residence"),
        ("宿州", "Suzhou", "residence"),
        ("陕西", "山西", "hometown"),
        ("42码", "43码", "attribute.shoe-size"),
        ("port 80", "port 8080", ""),
        ("酒", "葡萄酒", "likes"),
        ("咖啡", "黑咖啡", "likes"),
        ("二楼", "十二楼", "dwelling"),
        ("5月3日", "3月5日", "birthday"),
        ("studying law", "law", "habit"),
        ("", "", "likes"),
    ],
)
def test_different_things_keep_apart(one: str, other: str, slot: str) -> None:
    assert not agree(one, other, slot=slot)


@pytest.mark.parametrize("latin", ["Lin Xiaobei", "Xiaobei Lin", "LIN Xiaobei", "Lin Xiao-bei"])
def test_a_name_agrees_with_its_pinyin_in_either_order(latin: str) -> None:
    assert agree("林晓北", latin, slot="name")
    assert not agree("王晓北", latin, slot="name")


def test_nouns_of_slots_are_language_free() -> None:
    assert noun_key("颜色") == noun_key("顏色") == noun_key("color") == noun_key("the colours") == "colour"
    assert noun_key("停车位") == noun_key("parking spot") == "parking-space"
    assert noun_key("音乐类型") == "music"
    assert noun_key("货梯") == "货梯"


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("三十五", 35),
        ("一百零八", 108),
        ("两千零一", 2001),
        ("二〇二三", 2023),
        ("十", 10),
        ("一万二千", 12000),
        ("42", 42),
    ],
)
def test_numerals(words: str, value: int) -> None:
    assert number(words) == value


def test_a_word_is_no_number() -> None:
    assert number("猫") is None
    assert number("") is None


@given(st.text(max_size=40))
def test_simplifying_keeps_length_and_a_key_never_fails(text: str) -> None:
    assert len(simplify(text)) == len(text)
    for slot in (None, "name", "residence", "birthday", "age", "likes"):
        assert isinstance(value_key(text, slot=slot), str)
