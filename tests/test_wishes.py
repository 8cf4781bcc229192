"""What a person does not want remembered: words in any width, case and script, types, private matters. No database."""

from dataclasses import dataclass, field, replace

import pytest

from memories.capture.types import Candidate, Subject
from memories.capture.wishes import holds_one, refusal
from memories.kinds import EntityKind, MemoryType


@dataclass
class Own:
    learn: bool = True
    types_off: list[str] = field(default_factory=list)
    categories_off: list[str] = field(default_factory=list)
    never_words: list[str] = field(default_factory=list)


def said(text: str, **fields: object) -> Candidate:
    plain = Candidate(MemoryType.FACT, text, text, 0, len(text), "en")
    return replace(plain, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("divorce", "She is DIVORCED since May"),
        ("Divorces", "my divorce was hard"),
        ("acme", "I work at Acme's head office"),
        ("ＡＣＭＥ", "I work at acme"),
        ("acme", "我在ＡＣＭＥ上班"),
        ("Aunt Rosa", "I visit  aunt\nrosa on Sundays"),
        ("x-ray", "The X‑ray was fine"),
        ("C++", "I write c++ at work"),
        ("前夫", "我前夫住在南京"),
        ("體檢", "我下周去体检"),
        ("体检", "我下週去體檢"),
        ("王 小明", "我的同事王小明"),
        ("Tom哥", "我和tom哥打球"),
        ("007", "My badge is 007"),
        ("ñandú", "I saw a ÑANDÚ"),
    ],
)
def test_a_word_is_found_in_width_case_form_and_ending(word: str, text: str) -> None:
    assert holds_one(text, words=["something else", word])


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("ann", "I am planning an anniversary"),
        ("ex", "That was expensive"),
        ("rosa aunt", "My aunt Rosa"),
        ("C++", "I play in C major"),
        ("前夫", "我丈夫住在南京"),
        ("00", "My badge is 007"),
        ("   ", "anything at all"),
        ("", "anything at all"),
    ],
)
def test_a_part_of_another_word_is_not_it(word: str, text: str) -> None:
    assert not holds_one(text, words=[word])


def test_each_reason_has_its_key_and_nothing_else_is_refused() -> None:
    diabetes = said("You have diabetes")
    assert refusal(diabetes, wishes=Own()) == ""
    assert refusal(diabetes, wishes=Own(learn=False)) == "learning_off"
    assert refusal(diabetes, wishes=Own(types_off=["fact"])) == "type_off"
    assert refusal(diabetes, wishes=Own(types_off=["event"])) == ""
    assert refusal(diabetes, wishes=Own(categories_off=["health"])) == "category_off"
    assert refusal(diabetes, wishes=Own(categories_off=["finance"])) == ""
    assert refusal(diabetes, wishes=Own(never_words=["Diabetes"])) == "never_word"


def test_a_word_counts_in_value_and_name_too() -> None:
    friend = said("Your friend likes tea", subject=Subject(EntityKind.PERSON, "friend", "Ming"))
    assert refusal(friend, wishes=Own(never_words=["ming"])) == "never_word"
    assert (
        refusal(said("You work there", value="Initech"), wishes=Own(never_words=["initech"])) == "never_word"
    )


def test_an_allergy_is_a_matter_of_safety_and_no_private_one() -> None:
    allergy = said("You are allergic to insulin", safety=True)
    assert refusal(allergy, wishes=Own(categories_off=["health"])) == ""
