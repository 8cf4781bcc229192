"""What was told and is otherwise now: cancelled, replaced, given up for another, put right, grown older."""

# ruff: noqa: E501

from datetime import UTC, date, datetime

import pytest

from memories.capture import by_rules
from memories.capture.types import Act, Candidate, Ends, Text
from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub.models import User
from tests.test_corrected_rows import say

#: A Monday.
NOW = datetime(2025, 3, 3, 10, tzinfo=UTC)


def read(said: str) -> list[Candidate]:
    found, failed = by_rules.find(Text(text=said, said_at=NOW))
    assert not failed
    return found


def active(user: User) -> list[str]:
    rows = Memory.objects.filter(user=user, status=MemoryStatus.ACTIVE)
    return sorted(rows.values_list("content", flat=True))


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("Not prawns, it's mussels I'm allergic to.", "mussels", "prawns"),
        ("It turns out I'm not allergic to prawns after all, it's mussels.", "mussels", "prawns"),
        ("Actually it's mussels I'm allergic to, not prawns.", "mussels", "prawns"),
        ("I'm allergic to mussels, not prawns.", "mussels", "prawns"),
        ("检查清楚了，我不是对虾过敏，是贻贝。", "贻贝", "虾"),
        ("其实我过敏的是贻贝，不是虾。", "贻贝", "虾"),
        ("我对贻贝过敏，不是虾。", "贻贝", "虾"),
    ],
)
def test_an_allergy_that_is_put_right_is_kept_and_the_wrong_one_is_not(
    said: str, right: str, wrong: str
) -> None:
    found = {one.value: one for one in read(said) if one.slot == "allergy"}
    assert set(found) == {right, wrong}
    assert found[right].safety and found[right].positive and found[right].act is not Act.END
    assert not found[wrong].positive and not found[wrong].safety and found[wrong].act is Act.CORRECT


@pytest.mark.parametrize(
    "said",
    [
        "I'm not allergic to prawns, it's fine.",
        "I'm not allergic to prawns, it's just a dislike.",
        "Is it mussels I'm allergic to, not prawns?",
        "My aunt says it's mussels I'm allergic to.",
        "我不是对虾过敏，是不爱吃。",
        "我不是对虾过敏，是心理作用。",
    ],
)
def test_no_allergy_is_read_where_none_is_named(said: str) -> None:
    assert not [one for one in read(said) if one.slot == "allergy" and one.positive]


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("The Bergen trip is cancelled, my knee is bad.", "Bergen trip"),
        ("Bergen is off.", "Bergen"),
        ("I've cancelled the Bergen trip.", "Bergen trip"),
        ("We're not going to Bergen after all.", "Bergen"),
        ("卑尔根不去了，膝盖疼。", "卑尔根"),
        ("卑尔根的行程取消了。", "卑尔根的行程"),
        ("我们不去卑尔根了。", "卑尔根"),
    ],
)
def test_what_is_cancelled_is_told_of_as_over(said: str, what: str) -> None:
    one = read(said)[0]
    assert (one.value, one.act, one.ends, one.slot) == (what, Act.END, Ends.EVENT, "")


@pytest.mark.parametrize(
    "said",
    [
        "Is the Bergen trip off?",
        "If the Bergen trip is cancelled I'll stay here.",
        "My aunt said the Bergen trip is cancelled.",
        "I cancelled my gym membership.",
        "卑尔根的行程取消了吗？",
        "我取消了会员。",
    ],
)
def test_what_is_asked_supposed_or_no_occasion_is_not(said: str) -> None:
    assert not [one for one in read(said) if one.ends is Ends.EVENT]


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("Sold the Polo, got a Dacia Spring.", "Polo", "Dacia Spring"),
        ("I sold our Polo and bought a Dacia Spring.", "Polo", "Dacia Spring"),
        ("I swapped my Nokia 9 for a Jolla.", "Nokia 9", "Jolla"),
        ("Replaced my laptop with a Framework 13.", "laptop", "Framework 13"),
        ("波罗卖了，换了辆达契亚。", "波罗", "达契亚"),
        ("电脑换成联想小新了。", "电脑", "联想小新"),
    ],
)
def test_a_thing_in_the_place_of_another(said: str, old: str, new: str) -> None:
    gone, has = read(said)
    assert (gone.value, gone.ends, gone.act) == (old, Ends.THING, Act.END)
    assert (has.value, has.act) == (new, Act.STATE)
    assert has.slot == "possession" or has.slot.startswith("attribute.")


@pytest.mark.parametrize(
    "said",
    [
        "I swapped my shift for a quiet one.",
        "Should I sell the Polo and get a Dacia?",
        "She sold the Polo and bought a Dacia.",
        "手机换地方了。",
        "电脑要不要换成联想？",
    ],
)
def test_what_is_no_exchange_of_things_is_not_read_as_one(said: str) -> None:
    assert not [one for one in read(said) if one.ends is Ends.THING]


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("I gave up on Danish, learning Welsh instead.", "Danish", "Welsh"),
        ("gave up Danish, learning Welsh now", "Danish", "Welsh"),
        ("丹麦语不学了，改学威尔士语。", "丹麦语", "威尔士语"),
    ],
)
def test_what_is_learnt_in_the_place_of_another(said: str, old: str, new: str) -> None:
    told = {one.value: one for one in read(said)}
    assert told[old].act is Act.END and told[old].ends is Ends.TASTE
    assert told[new].slot == "learning" and told[new].act is Act.STATE


@pytest.mark.parametrize(
    ("said", "org"),
    [
        ("Handed in my notice, I start at Ocado on 1 May.", "Ocado"),
        ("I've handed in my notice and I'm joining Ocado on 1 May as a planner.", "Ocado"),
        ("提了离职，5月1号去顺丰上班。", "顺丰"),
        ("我递了辞呈，5月1号入职顺丰。", "顺丰"),
    ],
)
def test_a_notice_ends_the_job_and_the_next_one_is_planned(said: str, org: str) -> None:
    left, next_one = read(said)
    assert (left.slot, left.ends, left.act) == ("employer", Ends.JOB, Act.END)
    assert (next_one.slot, next_one.value, next_one.act) == ("employer", org, Act.PLAN)
    assert next_one.planned is not None and next_one.planned.on == date(2025, 5, 1)


# ------------------------------------------------------------------------------------------------ among the rows


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (["I'm allergic to prawns.", "Not prawns, it's mussels I'm allergic to."], ["You are allergic to mussels", "You are not allergic to prawns"]),
        (["我对虾过敏。", "其实我过敏的是贻贝，不是虾。"], ["你对贻贝过敏"]),
        (["I drive a Seat Polo.", "Sold the Polo, got a Dacia Spring."], ["You have a Dacia Spring", "You no longer have the Polo"]),
        (["My son is called Abel and he's 6.", "Abel turned 7 today"], ["Your son Abel turned 7 today", "Your son is called Abel"]),
        (["我儿子叫小麦，今年6岁。", "小麦7岁了。"], ["你的儿子叫小麦", "你的儿子小麦7岁了"]),
        (["I love beer.", "I don't drink beer any more."], ["You don't drink beer any more"]),
        (["I play chess on Mondays.", "Chess got moved to Thursdays."], ["You play chess on Thursdays"]),
    ],
)  # fmt: skip
def test_what_is_otherwise_now_takes_the_place_of_what_was_told(
    alice: User, said: list[str], kept: list[str]
) -> None:
    say(alice, *said)
    assert active(alice) == kept


@pytest.mark.parametrize(
    "said",
    [
        ["I love beer.", "I don't drink beer."],
        ["I play chess on Mondays.", "Traffic got moved to Thursdays."],
        ["I drive a Seat Polo.", "Sold the piano, got a cello."],
    ],
)
def test_what_is_of_something_else_stays(alice: User, said: list[str]) -> None:
    say(alice, said[0])
    (before,) = active(alice)
    say(alice, said[1])
    assert before in active(alice)


@pytest.mark.parametrize(
    ("said", "what", "value"),
    [
        ("The Bergen trip is off, I'm allergic to mussels.", "Bergen trip", "mussels"),
        ("The picnic is cancelled - I'm allergic to mussels.", "picnic", "mussels"),
        ("野餐取消了，我对贻贝过敏。", "野餐", "贻贝"),
    ],
)
def test_what_is_told_beside_a_cancelled_occasion_is_read_too(said: str, what: str, value: str) -> None:
    assert [one.value for one in read(said) if one.ends is Ends.EVENT] == [what]
    assert [one.value for one in read(said) if one.slot == "allergy" and one.safety] == [value]
