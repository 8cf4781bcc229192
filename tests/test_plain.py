"""A message is read as if it were typed plainly, and what is found keeps the words and places of the message."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.capture import extraction
from memories.capture.plain import can_be_seen, plain
from memories.capture.types import Candidate, Turn

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)


def found(text: str) -> list[Candidate]:
    turn = Turn(uuid4(), uuid4(), text, NOW)
    return extraction.by_rules(turn).extraction.candidates


@pytest.mark.parametrize(
    ("text", "content", "quote"),
    [
        ("我\u200b住在\u200b湖州。", "你住在湖州", "我\u200b住在\u200b湖州"),
        ("I li\u200bve in Bru\u2060ges.", "You live in Bruges", "I li\u200bve in Bru\u2060ges"),
        ("我爱\ufeff喝\u200d茶", "你爱喝茶", "我爱\ufeff喝\u200d茶"),
        ("Ｉ　ｌｉｋｅ　ｔｅａ．", "You like tea", "Ｉ　ｌｉｋｅ　ｔｅａ"),
        (
            "Ｉ＇ｍ　ａｌｌｅｒｇｉｃ　ｔｏ　ｎｕｔｓ．",
            "You're allergic to nuts",
            "Ｉ＇ｍ　ａｌｌｅｒｇｉｃ　ｔｏ　ｎｕｔｓ",
        ),
        ("我今年３０岁。", "你今年30岁", "我今年３０岁"),
        ("I live in Zu\u0308rich.", "You live in Zürich", "I live in Zu\u0308rich"),
        ("I like <b>tea</b>.", "You like tea", "I like <b>tea</b>"),
        ('I like <b>tea</b> & "cake".', "You like tea", "I like <b>tea</b>"),
        ("I like tea &amp; cake.", "You like tea & cake", "I like tea &amp; cake"),
        (
            "I like <img src=x onerror=alert(1)> & tea.",
            "You like tea",
            "I like <img src=x onerror=alert(1)> & tea",
        ),
        ("我喜欢<b>茶</b>和咖啡。", "你喜欢茶和咖啡", "我喜欢<b>茶</b>和咖啡"),
        ("我喜欢coffee和🍜。", "你喜欢coffee和🍜", "我喜欢coffee和🍜"),
        ("❤️我叫小明", "你叫小明", "我叫小明"),
        ("i LIKE pizza!!!", "You like pizza", "i LIKE pizza"),
        ("I WORK AT NASA.", "You work at NASA", "I WORK AT NASA"),
    ],
)
def test_odd_characters_are_read_as_if_typed_plainly(text: str, content: str, quote: str) -> None:
    assert [(one.content, one.quote) for one in found(text)] == [(content, quote)]


@pytest.mark.parametrize(
    "text",
    [
        "I live in Ghent, and I like 🍕 and tea.",
        "我住在湖州，喜欢茶。",
        "A family 👨\u200d👩\u200d👧 of three",
        "می\u200cخواهم",
        "`I like <b>tea</b>` is markup",
        "NASA, IBM and the US at 6 AM: 1 < 2 & 3 > 2 <3",
        "第①条是 30 m²，全角标点：“好”（对）！",
    ],
)
def test_what_is_plain_or_needs_its_marks_stays(text: str) -> None:
    assert plain(text).text == text


def test_two_statements_in_tags_are_two() -> None:
    told = found("<p>I live in <strong>Leuven</strong>.</p><p>I like <u><b>figs</b></u>.</p>")
    assert [one.content for one in told] == ["You live in Leuven", "You like figs"]


def test_a_secret_with_marks_inside_is_none_the_less_a_secret() -> None:
    assert found("My pass\u200bword is hun\u200bter2.") == []


@given(st.text(alphabet="I like tea我住在湖州，。\u200b\u200dＡｂ　<b></b>&amp;e\u0301🍜👨", max_size=60))
def test_every_place_lies_in_the_message(text: str) -> None:
    read = plain(text)
    assert read.as_it_was or len(read.text) == len(read.begins) == len(read.stops)
    assert all(0 <= start < stop <= len(text) for start, stop in zip(read.begins, read.stops, strict=True))
    assert list(read.begins) == sorted(read.begins)


@pytest.mark.parametrize(
    ("text", "seen"), [("\u200b\u2060\ufeff", False), (" \n\t", False), ("a\u200b", True), ("茶", True)]
)
def test_marks_alone_cannot_be_seen(text: str, seen: bool) -> None:
    assert can_be_seen(text) is seen
