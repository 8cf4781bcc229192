"""Long messages, friendly or not, are read in time that grows with them, and their facts stand where they were said."""

import uuid

import pytest
from django.utils import timezone

from chat.replies import language_of
from chat.titles import from_text
from memories.capture import condensed, extraction
from memories.capture.types import Text, Turn
from tests import effort

#: Four times as many characters are read, too.
SIZE = 2_500


def turn(text: str) -> Turn:
    return Turn(uuid.uuid4(), uuid.uuid4(), text, timezone.now())


@pytest.mark.parametrize(
    "piece",
    [
        "a", "(", "aA1-", " ", "\n", "\t ", "my password is ", "password ", "I like ", "I like a and ", "1234 ", "> ",
        "```", "<a>", "<x ", "</a>", "<a></b>", '"', "“", "'", "remember ", "my ", "on Monday ", "!", ",", "a@b.",
        "set the pin to ", "://", "eyJ", "I like tea. ", "my dog's name is Rex, ", "forget that I ",
        "我喜欢", "我喜欢吃、", "忘记", "记住", "请总结", "3月5日", "。", "我", "她说：", "说", "我昨天在",
        "我喜欢喝茶。",
    ],
)  # fmt: skip
@pytest.mark.slow
def test_whatever_fills_a_message_it_is_read_in_time_that_grows_with_it(piece: str) -> None:
    def read(size: int) -> None:
        text = (piece * size)[:size]
        extraction.by_rules(turn(text))
        from_text(text)
        language_of(text, person="en")

    assert effort.growth(read, size=SIZE) < 16


def test_what_stands_around_a_long_paste_is_read_where_it_stands() -> None:
    code = "```\n" + "for x in range(10): print(x)\n" * 2_000 + "```\n"
    text = f"I live in Ghent.\n{code}My sister is called Mia.\n{'no end to it ' * 400}\nI like jasmine tea."
    found = extraction.by_rules(turn(text)).extraction.candidates
    said = [text[candidate.start : candidate.end] for candidate in found]
    assert ["Ghent" in said[0], "Mia" in said[1], "jasmine" in said[2]] == [True, True, True]


def test_a_short_message_is_left_as_it_is() -> None:
    text = Text(text="I live in  Ghent.\n\nAnd you?", said_at=timezone.now())
    assert condensed.condense(text).text is text


def test_gaps_shrink_and_keep_their_line_breaks() -> None:
    text = Text(text="One." + " " * 500 + "Two." + " \n" * 500 + "Three", said_at=timezone.now())
    short = condensed.condense(text)
    assert short.text.text == "One." + " " * 8 + "Two." + "\n" * 3 + "Three"
    assert "".join(text.text[place] for place in short.places[:-1]) == short.text.text
