"""What is over, as the rules of both languages read it: jobs, bonds, lives, things, tastes, and days that moved."""

from datetime import UTC, date, datetime

import pytest

from memories.capture import by_rules
from memories.capture.types import Act, Candidate, Ends, Text

#: A Monday.
NOW = datetime(2025, 3, 3, 10, tzinfo=UTC)


def ended(said: str) -> Candidate:
    found, failed = by_rules.find(Text(text=said, said_at=NOW))
    assert not failed
    assert len(found) == 1, [(one.slot, one.content) for one in found]
    return found[0]


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("I got laid off from Shell.", "Shell"),
        ("I was let go last week.", ""),
        ("I've just quit my job.", ""),
        ("I handed in my notice yesterday.", ""),
        ("我被裁了", ""),
        ("我上周从腾讯离职了", "腾讯"),
        ("我把工作辞了", ""),
        ("被公司优化了", ""),
    ],
)
def test_a_job_that_is_over(said: str, value: str) -> None:
    one = ended(said)
    assert (one.slot, one.value, one.act, one.ends) == ("employer", value, Act.END, Ends.JOB)


@pytest.mark.parametrize(
    ("said", "value"), [("I retired last month.", "retired"), ("我去年从学校退休了", "退休")]
)
def test_who_has_retired_has_that_for_a_job(said: str, value: str) -> None:
    one = ended(said)
    assert (one.slot, one.value, one.act, one.ends) == ("occupation", value, Act.STATE, Ends.JOB)


@pytest.mark.parametrize(
    ("said", "relation", "name"),
    [
        ("Luke and I broke up.", "", "Luke"),
        ("I broke up with my girlfriend.", "girlfriend", ""),
        ("My husband left me.", "husband", ""),
        ("We split up last month.", "", ""),
        ("我跟陆远分手了", "", "陆远"),
        ("我和女朋友分手了", "girlfriend", ""),
        ("分手了", "", ""),
    ],
)
def test_a_bond_that_is_over(said: str, relation: str, name: str) -> None:
    one = ended(said)
    assert (one.subject.relation, one.subject.name, one.ends) == (relation, name, Ends.BOND)


@pytest.mark.parametrize("said", ["I got divorced in May.", "我和老公上个月离婚了", "我离婚了"])
def test_a_divorce_is_a_state_too(said: str) -> None:
    one = ended(said)
    assert (one.slot, one.act, one.ends) == ("marital_status", Act.STATE, Ends.BOND)


@pytest.mark.parametrize(
    ("said", "relation", "name"),
    [
        ("Zed passed away yesterday.", "", "Zed"),
        ("My cat died.", "cat", ""),
        ("We had to put our dog Rex down.", "dog", "Rex"),
        ("I lost my dad in 2019.", "father", ""),
        ("泽德昨天走了", "", "泽德"),
        ("我的猫走了", "cat", ""),
        ("我家的狗旺财上个月去世了", "dog", "旺财"),
        ("我爷爷上个月去世了", "grandfather", ""),
    ],
)
def test_a_life_that_is_over(said: str, relation: str, name: str) -> None:
    one = ended(said)
    assert (one.slot, one.subject.relation, one.subject.name, one.ends) == (
        "attribute.life",
        relation,
        name,
        Ends.LIFE,
    )


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("I sold my car.", "car"),
        ("My bike got stolen.", "bike"),
        ("I gave away my piano.", "piano"),
        ("我把车卖了", "车"),
        ("车卖了", "车"),
        ("我的自行车被偷了", "自行车"),
    ],
)
def test_a_thing_that_is_gone(said: str, value: str) -> None:
    one = ended(said)
    assert (one.slot, one.value, one.act, one.ends) == ("possession", value, Act.END, Ends.THING)


@pytest.mark.parametrize(
    ("said", "value"),
    [("I've gone off sushi.", "sushi"), ("I'm over techno.", "techno"), ("我对京剧没兴趣了", "京剧")],
)
def test_a_taste_that_is_over(said: str, value: str) -> None:
    one = ended(said)
    assert (one.slot, one.value, one.act, one.ends) == ("likes", value, Act.END, Ends.TASTE)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("The meeting with Dr Lowe got moved to Friday.", date(2025, 3, 7)),
        ("We moved the barbecue to Sunday.", date(2025, 3, 9)),
        ("跟罗医生见面改到周五了", date(2025, 3, 7)),
        ("跟罗医生见面改到周一了", date(2025, 3, 10)),
    ],
)
def test_a_day_that_was_moved(said: str, day: date) -> None:
    one = ended(said)
    assert one.occurred is not None
    assert (one.slot, one.occurred.on, one.ends) == ("event", day, Ends.DATE)


@pytest.mark.parametrize(
    "said",
    [
        "I almost quit my job.",
        "I left Paris.",
        "My phone died.",
        "My dad died laughing at it.",
        "My brother left me a note.",
        "I might sell my car.",
        "我姐走了",
        "我走了，拜拜",
        "我快笑死了",
        "我想辞职",
        "我差点分手了",
        "我不会把车卖了",
    ],
)
def test_what_is_not_over_ends_nothing(said: str) -> None:
    found, _failed = by_rules.find(Text(text=said, said_at=NOW))
    assert [one for one in found if one.ends] == []
