"""The pure decisions of ranking: what fades, what moves the order, and that a memory is judged on its evidence."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memories.recall.evidence import Evidence, merge, z_scores
from memories.recall.intent import read
from memories.recall.ranking import (
    FEATURES,
    Row,
    adjusted,
    fades,
    features,
    lifted,
    probability,
    recency,
    shown,
    usage,
    weights,
)
from memories.recall.safety import is_concerned

NOW = datetime(2025, 6, 1, tzinfo=UTC)
EVENT = Row(
    id=uuid.uuid4(), content="You saw a heron", type="event", slot="event", relation="", confidence=0.8,
    access_count=0, told_at=NOW - timedelta(days=30), used_at=None,
)  # fmt: skip


def test_an_event_fades_by_half_in_thirty_days_and_use_refreshes_it() -> None:
    assert recency(EVENT, as_of=NOW) == pytest.approx(0.5)
    assert recency(replace(EVENT, used_at=NOW), as_of=NOW) == 1.0
    assert recency(replace(EVENT, told_at=NOW + timedelta(days=3)), as_of=NOW) == 1.0


def test_what_was_told_together_lifts_each_other_and_keeps_its_order() -> None:
    times = [NOW, NOW - timedelta(minutes=5), NOW - timedelta(days=2), NOW - timedelta(days=9)]
    values = [4.0, 1.0, 1.2, -3.0]
    found = lifted(values, told_at=times)
    assert found[1] > found[2]
    assert found[0] > found[1]
    assert found[2:] == values[2:]


@pytest.mark.parametrize(
    "change", [{"type": "preference"}, {"protection": "identity"}, {"protection": "safety"}, {"pinned": True}]
)
def test_preferences_identity_safety_and_pins_do_not_fade(change: dict[str, object]) -> None:
    row = replace(EVENT, **change)
    assert not fades(row)
    assert recency(row, as_of=NOW + timedelta(days=3650)) == 1.0


def test_recency_use_and_confidence_move_the_order_a_little() -> None:
    old = adjusted(0.5, EVENT, as_of=NOW)
    assert adjusted(0.5, replace(EVENT, told_at=NOW), as_of=NOW) > old
    assert adjusted(0.5, replace(EVENT, access_count=9), as_of=NOW) > old
    assert adjusted(0.5, replace(EVENT, confidence=0.95), as_of=NOW) > old
    best = replace(EVENT, told_at=NOW, access_count=10**6, confidence=1.0)
    worst = replace(EVENT, told_at=NOW - timedelta(days=9999), confidence=0.0)
    assert adjusted(3.0, worst, as_of=NOW) > adjusted(1.5, best, as_of=NOW)
    assert [usage(replace(EVENT, access_count=n)) for n in (0, 1, 10)] == sorted(
        usage(replace(EVENT, access_count=n)) for n in (0, 1, 10)
    )


def test_the_shown_score_keeps_the_order_between_0_and_1() -> None:
    values = [shown(value) for value in (-1e9, -3.0, 0.0, 2.0, 9.0, 1e9)]
    assert values == sorted(values)
    assert 0 <= values[0] < values[1] < values[4] < values[5] <= 1


def test_channels_merge_without_duplicates_in_order() -> None:
    a, b, c = (uuid.uuid4() for _ in range(3))
    assert merge([[a, b], [b, c], [a]]) == [a, b, c]


def test_z_scores_of_equal_rows_are_zero() -> None:
    key = uuid.uuid4()
    assert z_scores({key: 3.0}, mean=3.0, spread=0.0) == {key: 0.0}
    assert z_scores({key: 3.0}, mean=1.0, spread=2.0) == {key: 1.0}


def test_the_weights_fit_the_features_and_are_what_the_script_says() -> None:
    fitted, floor = weights()
    assert len(fitted) == len(FEATURES)
    assert 0 < floor < 1


def test_the_slot_that_is_asked_for_speaks_for_a_memory() -> None:
    intent = read("What's my job?")
    told = Evidence(nearness=1.5, vector_rank=2, rows=8)
    job = replace(EVENT, content="You make barrels", type="fact", slot="occupation")
    home = replace(EVENT, content="You make barrels", type="fact", slot="residence")
    judged = [probability(features(intent=intent, row=row, evidence=told)) for row in (job, home)]
    assert judged[0] > 2 * judged[1]


@pytest.mark.parametrize(
    ("message", "allergy", "due"),
    [
        ("Any ideas for a picnic lunch?", "You are allergic to cashews", True),
        ("中午点什么外卖", "你对芒果过敏", True),
        ("I have a sore throat, what can I take?", "You are allergic to penicillin", True),
        ("嗓子疼该吃什么药", "你对头孢过敏", True),
        ("Could I adopt a kitten?", "You are allergic to cat hair", True),
        ("What time is my train?", "You are allergic to cashews", False),
        ("帮我看看明天的会议安排", "你对头孢过敏", False),
    ],
)
def test_a_warning_comes_when_its_topic_does(message: str, allergy: str, due: bool) -> None:
    assert is_concerned(intent=read(message), content=allergy, evidence=None) is due


def test_a_warning_comes_by_meaning_too() -> None:
    intent = read("What goes into satay?")
    assert is_concerned(intent=intent, content="You are allergic to peanuts", evidence=Evidence(nearness=2.0))
