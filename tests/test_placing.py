"""What the judge keeps is put where it belongs: of whom it tells, and the slot that its words fill."""

from datetime import UTC, datetime

import pytest

from memories.capture.judge_sentences import open_sentences
from memories.capture.placing import Place
from memories.capture.types import SELF, Text
from memories.kinds import EntityKind, MemoryType

SAID_AT = datetime(2025, 3, 5, 10, tzinfo=UTC)


def place(text: str) -> Place:
    (one,) = open_sentences(Text(text=text, said_at=SAID_AT))
    return one.place


@pytest.mark.parametrize(
    ("text", "relation", "name", "slot"),
    [
        ("My aunt forages mushrooms near the border.", "aunt", "", "family"),
        ("My uncle Raimo restores wooden boats.", "uncle", "Raimo", "family"),
        ("My aunt just opened a smokehouse.", "aunt", "", "family"),
        ("My parrot imitates the doorbell.", "parrot", "", "pet"),
        ("我姑姑在山里采药。", "aunt", "", "family"),
        ("我家猫只肯睡纸箱。", "cat", "", "pet"),
    ],
)
def test_a_statement_of_somebody_near_is_of_them(text: str, relation: str, name: str, slot: str) -> None:
    found = place(text)
    assert (found.subject.relation, found.subject.name, found.slot) == (relation, name, slot)
    assert found.type is MemoryType.RELATIONSHIP and found.value
    assert found.subject.kind is (EntityKind.PET if slot == "pet" else EntityKind.PERSON)


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("I mend nets every winter.", "habit"),
        ("I loathe crowded beaches.", "dislikes"),
        ("我讨厌排长队。", "dislikes"),
        ("我有偏头痛好多年了。", "condition"),
        ("我三天两头去河边夜钓。", "habit"),
    ],
)
def test_a_statement_of_oneself_has_its_slot(text: str, slot: str) -> None:
    found = place(text)
    assert (found.slot, found.subject) == (slot, SELF)
    assert found.value


@pytest.mark.parametrize(
    "text",
    [
        "My brother gave me his old anvil.",
        "I restore church organs.",
        "我姐夫带我迷上了寻宝游戏。",
        "My cousins and I go crabbing.",
    ],
)
def test_what_names_another_but_tells_of_oneself_stays_the_person_s(text: str) -> None:
    found = place(text)
    assert (found.subject, found.slot) == (SELF, "")


@pytest.mark.parametrize(
    ("text", "relations"),
    [
        ("My dad tans hides and my mum binds books.", ["father", "mother"]),
        ("我妈种菊花，我爸养蚕。", ["mother", "father"]),
    ],
)
def test_a_sentence_of_two_relatives_is_two_statements(text: str, relations: list[str]) -> None:
    found = open_sentences(Text(text=text, said_at=SAID_AT))
    assert [one.place.subject.relation for one in found] == relations


def test_who_only_supposes_tells_nothing() -> None:
    assert open_sentences(Text(text="Say my uncle kept wolves in the yard.", said_at=SAID_AT)) == []
    assert open_sentences(Text(text="像我这样的人常被误会。", said_at=SAID_AT)) == []
    assert open_sentences(Text(text="我可以亲自去送样品。", said_at=SAID_AT)) == []


def test_a_noun_that_a_relative_s_word_begins_is_no_relative() -> None:
    assert all(
        one.place.subject == SELF
        for one in open_sentences(Text(text="My mother tongue is a dialect of the islands.", said_at=SAID_AT))
    )


def test_what_others_or_the_stars_say_is_not_the_person_s() -> None:
    assert open_sentences(Text(text="算命的说我会去远方。", said_at=SAID_AT)) == []
