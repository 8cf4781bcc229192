"""Words that take a forgetting back are understood in both languages; others are not."""

import pytest

from memories.capture.undo_words import Undo, takes_back, undo
from tests import effort


@pytest.mark.parametrize(
    "said",
    [
        "Undo that.",
        "undo",
        "Bring it back.",
        "No, keep it.",
        "Actually, restore that please.",
        "I changed my mind, keep it.",
        "Oops, undo that!",
        "Sorry, that was a mistake.",
        "Don't forget it after all.",
        "I didn't mean that.",
        "撤销",
        "撤销刚才的操作。",
        "恢复它",
        "还是留着吧。",
        "等等，恢复一下。",
        "我改主意了。",
        "把它找回来。",
        "不对，别删。",
        "我删错了，恢复吧。",
        "算了，还是留着吧",
    ],
)
def test_an_undoing_is_read(said: str) -> None:
    found = undo(said)
    assert found is not None
    assert not found.speaks_of_it


@pytest.mark.parametrize(
    ("said", "either"),
    [
        ("Undo that.", True),
        ("Revert it", True),
        ("撤销。", True),
        ("Bring it back.", False),
        ("还是留着吧。", False),
    ],
)
def test_an_undoing_of_anything_is_told_from_one_of_a_forgetting(said: str, either: bool) -> None:
    assert undo(said) == Undo(either=either)


@pytest.mark.parametrize(
    "said",
    [
        "Please undo the forgetting.",
        "undo the last forget",
        "Undo the last deletion please",
        "Bring back what you forgot",
        "恢复刚才忘掉的记忆",
        "恢复刚才忘的",
        "撤销刚才的删除。",
        "撤销刚才的忘记",
        "把刚才忘的找回来",
        "恢复一下刚才忘掉的",
        "刚才忘的找回来",
    ],
)
def test_an_undoing_of_the_forgetting_itself_is_read(said: str) -> None:
    assert undo(said) == Undo(speaks_of_it=True)


@pytest.mark.parametrize(
    "said",
    [
        "I keep bees.",
        "Don't keep it.",
        "不留着。",
        "不要留着",
        "Bring it to me",
        "Restore the old clock",
        "Undo the last commit",
        "Bring back my dentist",
        "恢复刚才的对话",
        "我忘了恢复",
        "撤销这笔订单",
        "记住，我住在宁波",
        "恢复得不错",
        "",
        "no",
    ],
)
def test_other_words_undo_nothing(said: str) -> None:
    assert undo(said) is None


@pytest.mark.parametrize(
    ("rest", "back"),
    [
        (" Actually no, keep it.", True),
        (" Never mind. What time is it?", True),
        ("算了，还是留着吧。", True),
        ("还是别忘了。", True),
        (" That was wrong anyway.", False),
        (" I live in Aalst now.", False),
        ("我现在住在昆山。", False),
        ("", False),
    ],
)
def test_a_request_is_taken_back_in_its_own_message(rest: str, back: bool) -> None:
    assert takes_back(rest) is back


@pytest.mark.parametrize(
    ("opening", "most"), [("no ", 26), ("不，", 39), ("等等", 39), ("还是就先给我都", 11), ("wait, ", 13)]
)
def test_a_long_run_of_openings_costs_no_more_than_its_length(opening: str, most: int) -> None:
    assert effort.growth(lambda count: undo(opening * count), size=most // 4) < 16
