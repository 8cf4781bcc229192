"""One thing is given up for another: that is a choice, and no wish to forget what is known."""

import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from chat.state.update import State, updated
from memories.capture.extraction import by_rules
from memories.capture.forget_words import forget_request
from memories.capture.overruled import given_up
from memories.capture.rather import read
from memories.capture.types import Turn

NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Shanghai"))

CHOICES = [
    ("OK forget Northline Gas, we'll go with Peatfire.", "Northline Gas", "Peatfire"),
    ("Forget the tandem, we'll rent a scooter.", "the tandem", "a scooter"),
    ("forget the Grand - we'll stay at the Mill Inn instead", "the Grand", "the Mill Inn"),
    ("Never mind the harpist. Let's hire the string trio.", "the harpist", "the string trio"),
    ("Oh, forget about the tram, I'm taking a cab.", "the tram", "a cab"),
    ("Forget the oak floor, the cork it is.", "the oak floor", "the cork"),
    ("别管老城宾馆了，就定江月楼。", "老城宾馆", "江月楼"),
    ("忘了那个皮划艇吧，我们租摩托艇。", "皮划艇", "摩托艇"),
    ("算了，别提大巴了，还是坐动车吧。", "大巴", "动车"),
    ("不管蓝山咖啡了，改去青石咖啡吧。", "蓝山咖啡", "青石咖啡"),
]


@pytest.mark.parametrize(("text", "old", "new"), CHOICES)
def test_what_is_given_up_for_another_is_turned_down_and_the_other_chosen(
    text: str, old: str, new: str
) -> None:
    assert forget_request(text) is None
    state = updated(State(), text=text, said_at=NOW, message_id=uuid.UUID(int=1), sequence=1)
    found = {key: [one.value for one in state.entries if one.key == key] for key in ("chosen", "rejected")}
    assert found == {"chosen": [new], "rejected": [old]}
    assert given_up(old, text)


@pytest.mark.parametrize(("text", "old", "new"), CHOICES)
def test_it_takes_the_place_of_what_was_chosen(text: str, old: str, new: str) -> None:
    before = f"那就{old}吧。" if not text.isascii() else f"Let's go with {old}."
    state = State()
    for at, said in enumerate((before, text)):
        state = updated(state, text=said, said_at=NOW, message_id=uuid.UUID(int=at + 1), sequence=2 * at + 1)
    assert [one.value for one in state.entries if one.key == "chosen"] == [new]


@pytest.mark.parametrize(
    "text",
    [
        "Forget my old bank account, it's closed.",
        "Forget that I like the ferry, we'll go with the train.",
        "Forget my address, we'll rent a flat elsewhere.",
        "Forget what I told you about the dentist, we'll use another.",
        "忘掉我以前的银行账号，那个作废了。",
        "忘了我爱喝红茶，就点绿茶吧。",
        "忘掉关于我弟弟的事，我们去吃饭吧。",
    ],
)
def test_what_is_known_of_the_person_is_to_be_forgotten(text: str) -> None:
    assert read(text) is None
    assert forget_request(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "Forget it, we'll take the bus.",
        "Don't forget the canoe, we'll rent a kayak too.",
        "I forgot the ticket, we'll take another.",
        "别忘了雨伞，我们去坐船。",
        "别管我，就选你喜欢的。",
    ],
)
def test_a_manner_of_speaking_gives_nothing_up(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("别管老城宾馆了，就定江月楼。", ["你定了江月楼"]),
        ("算了，不管蓝山店了，还是选青石店吧。", ["你决定选青石店"]),
        ("帮我看看酒店，就定江月楼。", []),
    ],
)
def test_what_is_chosen_instead_is_a_decision(text: str, decided: list[str]) -> None:
    turn = Turn(uuid.UUID(int=1), uuid.UUID(int=2), text, NOW, "")
    assert [one.content for one in by_rules(turn).extraction.candidates] == decided


@pytest.mark.parametrize(
    ("messages", "chosen"),
    [
        (["那就定松涛小院吧。", "还是换月湖馆吧。"], ["月湖馆"]),
        (["那就定松涛小院吧。", "换月湖馆吧。"], ["月湖馆"]),
        (["那就换青禾酒楼吧。"], ["青禾酒楼"]),
        (["那就定松涛小院吧。", "还是换一家吧。"], ["松涛小院"]),
        (["换轮胎吧。"], []),
        (["换个话题吧。"], []),
    ],
)
def test_what_comes_after_a_word_of_change_is_what_is_chosen(messages: list[str], chosen: list[str]) -> None:
    state = State()
    for at, said in enumerate(messages):
        state = updated(state, text=said, said_at=NOW, message_id=uuid.UUID(int=at + 1), sequence=2 * at + 1)
    assert [one.value for one in state.entries if one.key == "chosen"] == chosen


def test_a_decision_holds_the_name_alone() -> None:
    turn = Turn(uuid.UUID(int=1), uuid.UUID(int=2), "就定换月湖馆吧。", NOW, "")
    assert [one.content for one in by_rules(turn).extraction.candidates] == ["你定了月湖馆"]
