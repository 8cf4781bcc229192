"""A day of which nothing is told is no memory; one on which something is, is."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from memories.capture.extraction import by_rules
from memories.capture.types import Turn


def contents(text: str) -> str:
    turn = Turn(uuid4(), uuid4(), text, datetime(2026, 12, 1, 10, tzinfo=UTC))
    return " | ".join(one.content for one in by_rules(turn).extraction.candidates)


@pytest.mark.parametrize(
    "text", ["我们计划搬家：预算一万，三个人，4月2号到5号。", "我打算去露营，两个人，7月9号。"]
)
def test_a_bare_day_of_a_list_is_no_memory(text: str) -> None:
    assert "（" not in contents(text) and contents(text)


@pytest.mark.parametrize("text", ["我4月2号去体检。", "我5月12号去青岛出差。"])
def test_what_is_on_a_day_is_one(text: str) -> None:
    assert "（" in contents(text)
