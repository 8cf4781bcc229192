"""The trained reader of conditions: its head is that of the examples, and it knows kinds that no form tells."""

import json

import pytest

from chat import binding, binding_training
from chat.constraints import found

STORED = json.loads(binding.HEAD.read_text(encoding="utf-8"))


def test_the_head_was_trained_on_the_examples_that_are_there() -> None:
    assert STORED["examples"] == binding_training.fingerprint()


@pytest.mark.parametrize("language", binding_training.LANGUAGES)
def test_the_examples_agree_with_themselves(language: str) -> None:
    given = dict[str, set[bool]]()
    for line, binds in binding_training.examples(language):
        given.setdefault(line, set()).add(binds)
    assert not [line for line, labels in given.items() if len(labels) > 1]
    assert STORED[language]["n"] == len(binding_training.examples(language))


@pytest.mark.parametrize("language", binding_training.LANGUAGES)
def test_both_find_more_than_the_forms_alone(language: str) -> None:
    figures = STORED[language]["cross_validated"]
    assert figures["both"]["recall"] > 1.3 * figures["forms alone"]["recall"]
    assert figures["both"]["precision"] > 0.85


@pytest.mark.parametrize(
    "message, pinned",
    [
        ("You may sketch the logo, but picking one is my job.", ["You may sketch the logo, but picking one is my job"]),
        ("You are not to ring Oskar on my behalf.", ["You are not to ring Oskar on my behalf"]),
        ("物业那边没有我签字不能交任何东西。", ["物业那边没有我签字不能交任何东西"]),
        ("稿子可以先起，登不登由我说了算。", ["稿子可以先起，登不登由我说了算"]),
        ("The ferry was late and nobody told us why.", []),
        ("Write a 12-line poem about moss.", []),
        ("My landlord never lets anyone paint the walls.", []),
        ("要是物业装修之前通知过我们就好了。", []),
        ("写一首二十行的诗，题目叫苔藓。", []),
        ("金属碗不能放进微波炉。", []),
    ],
)  # fmt: skip
def test_a_condition_is_found_without_a_form_and_what_looks_like_one_is_none(
    message: str, pinned: list[str]
) -> None:
    assert [one.text for one in found(message)] == pinned


def test_numbers_and_names_are_told_for_what_they_are() -> None:
    assert binding.words("Keep it under 1,200 for Anna Blom.") == ["keep", "it", "under", "0", "for", "N"]
    assert binding.words("别超三百块，我说真的") == ["别", "超", "0", "块", ",", "我", "说", "真", "的"]
    assert "keep … under" not in set(binding.features("Keep it under", known=frozenset({"keep"})))
    assert "keep … under" in set(binding.features("Keep it under", known=frozenset({"keep", "under"})))
