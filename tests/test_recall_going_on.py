"""A message that goes on with something is about what was told lately; a plain look-up is not."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memories.recall import going_on
from memories.recall.evidence import Evidence
from memories.recall.intent import read
from memories.recall.ranking import Row

NOW = datetime(2025, 6, 1, tzinfo=UTC)
ROW = Row(
    id=uuid.uuid4(), content="You are training for the spring regatta", type="fact", slot="", relation="",
    confidence=0.8, access_count=0, told_at=NOW - timedelta(days=1), used_at=None,
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "The boat is repaired. Where were we with the training plan?",
        "I slept badly again. Let us go on with the schedule.",
        "船修好了。我们的训练计划到哪一步了？",
    ],
)
def test_it_tells_something_and_wants_more(text: str) -> None:
    assert read(text).goes_on


@pytest.mark.parametrize(
    "text",
    [
        "What is my locker code?",
        "Remind me of my locker code.",
        "我的柜子密码是多少？",
        "告诉我柜子密码。",
        "Who? Where?",
    ],
)
def test_a_look_up_does_not_go_on(text: str) -> None:
    assert not read(text).goes_on


def test_of_two_alike_the_one_told_lately_comes_first() -> None:
    old = replace(ROW, told_at=NOW - timedelta(days=60))
    same = Evidence(fused=4.0, lead=2.0, coverage=0.4)
    newer, older = going_on.order(rows=[ROW, old], evidence=[same, same], as_of=NOW)
    assert newer > older


def test_evidence_outweighs_days_that_are_long_gone() -> None:
    old, older = (replace(ROW, told_at=NOW - timedelta(days=days)) for days in (90, 120))
    weak, strong = Evidence(fused=2.0, lead=1.0, coverage=0.1), Evidence(fused=6.0, lead=3.0, coverage=0.6)
    first, second = going_on.order(rows=[old, older], evidence=[weak, strong], as_of=NOW)
    assert second > first


def test_what_was_told_together_with_the_best_is_lifted() -> None:
    weak, strong = Evidence(fused=1.0, lead=0.5), Evidence(fused=9.0, lead=4.0)
    beside = replace(ROW, told_at=NOW - timedelta(days=30))
    apart = replace(ROW, told_at=NOW - timedelta(days=30, hours=2))
    best = replace(ROW, told_at=NOW - timedelta(days=30, minutes=3))
    values = going_on.order(rows=[best, beside, apart], evidence=[strong, weak, weak], as_of=NOW)
    assert values[1] > values[2]
    assert going_on.order(rows=[], evidence=[], as_of=NOW) == []


def test_what_does_not_fade_gains_nothing_from_being_new() -> None:
    lately = going_on.FEATURES.index("lately")
    liked = replace(ROW, type="preference")
    found = going_on.features(rows=[ROW, liked], evidence=[Evidence(), Evidence()], as_of=NOW)
    assert found[0, lately] > 0.8
    assert found[1, lately] == 0.0
