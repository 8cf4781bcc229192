"""Which memories say the same, in both languages: own words that mean one thing, and near misses that must stay two."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import date, time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.upkeep.sameness import Statement, buckets, same, wording

DAY = date(2026, 3, 1)

SAME = [
    ("You like window seats.", "I really like window seats"),
    ("You love spicy soup.", "You enjoy the spicy soup."),
    ("User doesn't eat coriander.", "I do not eat coriander."),
    ("You hate loud bars", "I dislike loud bars!"),
    ("我特别喜欢靠窗的座位。", "你喜欢靠窗座位"),
    ("我爱喝普洱", "你很喜欢喝普洱。"),
    ("我讨厌开会", "用户不喜欢开会"),
    ("我喜歡聽雨聲", "我喜欢听雨声"),
]
DIFFERENT = [
    ("You are allergic to peanuts.", "You are allergic to shrimp."),
    ("我不吃花生", "我不吃虾"),
    ("You eat meat.", "You do not eat meat."),
    ("我吃辣", "我不吃辣"),
    ("You were a nurse.", "You are a nurse."),
    ("You work in Lyon.", "You work near Lyon."),
    ("Your locker is 41.", "Your locker is 14."),
    ("我的柜子是41号", "我的柜子是14号"),
    ("Your sister likes your boss.", "Your boss likes your sister."),
    ("我姐姐喜欢我老板", "我老板喜欢我姐姐"),
    ("You moved to Oslo.", "You moved from Oslo."),
    ("You always walk to work.", "You usually walk to work."),
    ("You like coffee.", "You like coffee with oat milk."),
    ("我爱人在医院上班", "我喜欢人在医院上班"),
    ("You prefer tea.", "You like tea."),
]


def statement(content: str, **fields: object) -> Statement:
    plain = Statement(
        id=uuid.uuid4(),
        content=content,
        type="fact",
        subject_id=1,
        slot="",
        value="",
        value_key="",
        positive=True,
        category="",
        by_hand=False,
        told_on=DAY,
    )
    return replace(plain, **fields)  # type: ignore[arg-type]


def near(_one: uuid.UUID, _other: uuid.UUID) -> bool:
    return True


@pytest.mark.parametrize(("one", "other"), SAME)
def test_other_words_for_the_same(one: str, other: str) -> None:
    first, second = statement(one), statement(other)
    assert same(first, second, near=near)
    assert same(second, first, near=near)
    assert set(buckets(first)) & set(buckets(second)), "they are compared at all"


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_a_near_miss_stays_two_even_if_the_vectors_are_near(one: str, other: str) -> None:
    assert not same(statement(one), statement(other), near=near)
    assert not same(statement(other), statement(one), near=near)


def test_an_order_turned_round_needs_near_vectors() -> None:
    one, other = statement("In the evening I read poems."), statement("I read poems in the evening.")
    assert same(one, other, near=near)
    assert not same(one, other, near=lambda *_: False)


def test_two_texts_of_the_persons_own_stay_two_unless_they_are_one_text() -> None:
    one = statement("I like window seats", by_hand=True)
    assert not same(one, statement("I really like window seats", by_hand=True), near=near)
    assert same(one, statement("I like window seats.", by_hand=True), near=near)


def test_values_that_agree_across_languages_are_one_and_others_never() -> None:
    peanut = statement("You do not eat peanuts.", slot="avoids", value="peanuts", value_key="peanut")
    chinese = statement("我不吃花生。", slot="avoids", value="花生", value_key="peanut")
    shrimp = statement("我不吃虾。", slot="avoids", value="虾", value_key="shrimp")
    assert same(peanut, chinese, near=near)
    assert not same(peanut, shrimp, near=near)
    assert not same(peanut, replace(chinese, slot="eats"), near=near)


def test_one_value_with_more_said_around_it_stays_two() -> None:
    short = statement("You have a dog.", slot="pet", value="dog", value_key="dog")
    assert not same(short, replace(short, content="You have a dog that fears storms."), near=near)
    assert not same(
        statement("我有三只猫", slot="pet", value="猫", value_key="cat"),
        statement("我有两只猫", slot="pet", value="猫", value_key="cat"),
        near=near,
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"positive": False},
        {"subject_id": 2},
        {"category": "finance"},
        {"occurred_on": date(2026, 2, 1)},
        {"planned_for": date(2026, 4, 1)},
        {"occurred_time": time(9)},
        {"type": "event"},
        {"type": "instruction"},
    ],
    ids=str,
)
def test_the_same_words_of_another_polarity_person_or_time_stay_two(changed: dict[str, object]) -> None:
    one = statement("You swim in the lake.")
    assert same(one, replace(one, id=uuid.uuid4()), near=near)
    assert not same(one, replace(one, id=uuid.uuid4(), **changed), near=near)  # type: ignore[arg-type]


def test_an_undated_occasion_is_one_only_on_the_day_it_was_told() -> None:
    one = statement("You went to the dentist.", type="event")
    assert same(one, replace(one, id=uuid.uuid4()), near=near)
    assert not same(one, replace(one, id=uuid.uuid4(), told_on=date(2026, 3, 2)), near=near)
    dated = replace(one, occurred_on=DAY, precision="day")
    assert same(dated, replace(dated, id=uuid.uuid4(), told_on=date(2026, 3, 2)), near=near)


_WORDS = st.sampled_from(
    ["like", "dislike", "not", "tea", "coffee", "oslo", "walk", "always", "41", "7", "read", "i", "really"]
    + ["喜欢", "不", "茶", "咖啡", "走路", "三", "的", "很"]
)
texts = st.lists(_WORDS, min_size=1, max_size=6).map(" ".join)


@given(texts, texts, st.booleans(), st.booleans())
def test_it_is_symmetric_never_crosses_polarity_and_finds_its_bucket(
    one: str, other: str, first: bool, second: bool
) -> None:
    a, b = statement(one, positive=first), statement(other, positive=second)
    found = same(a, b, near=near)
    assert found == same(b, a, near=near)
    if found:
        assert first == second
        assert set(buckets(a)) & set(buckets(b))


@given(texts)
def test_wording_is_stable(text: str) -> None:
    assert wording(text) == wording(f"  {text.upper()} ")
    assert all(one for one, _ in pairwise((*wording(text), "end")))
