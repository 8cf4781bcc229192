"""The answers to "Which one do you mean?" are understood in both languages."""

import pytest

from memories.capture.which_one import Choice, read


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("The first one.", Choice(places=(0,))),
        ("number 2 please", Choice(places=(1,))),
        ("1 and 3", Choice(places=(0, 2))),
        ("the last one", Choice(places=(-1,))),
        ("delete the second one", Choice(places=(1,))),
        ("Both.", Choice(everything=True)),
        ("all of them", Choice(everything=True)),
        ("Yes.", Choice(yes=True)),
        ("neither", Choice(nothing=True)),
        ("No, keep them.", Choice(nothing=True)),
        ("the one about Lyon", Choice(about="Lyon")),
        ("第一条", Choice(places=(0,))),
        ("第2个吧", Choice(places=(1,))),
        ("一和三", Choice(places=(0, 2))),
        ("把最后一条删掉", Choice(places=(-1,))),
        ("两条都忘掉", Choice(everything=True)),
        ("都删", Choice(everything=True)),
        ("是的。", Choice(yes=True)),
        ("都不用", Choice(nothing=True)),
        ("里昂那条", Choice(about="里昂")),
    ],
)
def test_a_choice_is_read(said: str, choice: Choice) -> None:
    assert read(said) == choice


@pytest.mark.parametrize("said", ["I like tea", "What time is it?", "我喜欢茶", "第一次去巴黎很开心", ""])
def test_other_words_are_no_choice(said: str) -> None:
    assert read(said) is None
