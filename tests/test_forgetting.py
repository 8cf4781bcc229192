"""What fades and what stays, as a pure decision: for every age, type and state, under any thresholds."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.kinds import MemoryStatus, MemoryType, Protection
from memories.upkeep.forgetting import (
    CHOOSABLE,
    Action,
    Policy,
    Reason,
    Standing,
    crowded,
    end_of,
    verdict,
    worth,
)
from memories.upkeep.policies import with_choices

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
POLICY = Policy(retention={"event": 90, "task": 90})

moments = st.integers(-2000, 0).map(lambda days: NOW + timedelta(days=days))
ahead_or_past = st.integers(-2000, 400).map(lambda days: NOW + timedelta(days=days))
rows = st.builds(
    Standing,
    id=st.uuids(),
    status=st.sampled_from(MemoryStatus.values),
    type=st.sampled_from(MemoryType.values),
    confidence=st.floats(0, 1),
    importance=st.floats(0, 1),
    told_at=moments,
    pinned=st.booleans(),
    protection=st.sampled_from(["", "", "", *Protection.values]),
    category=st.sampled_from(["", "", "health", "finance"]),
    due_at=st.none() | ahead_or_past,
    accessed_at=st.none() | moments,
    kept_at=st.none() | moments,
    access_count=st.integers(0, 50),
)
days = st.integers(1, 400)
policies = st.builds(
    Policy,
    retention=st.dictionaries(st.sampled_from([type.value for type in MemoryType]), st.none() | days),
    doubtful_below=st.floats(0, 1),
    doubtful_days=days,
    capacity=st.integers(1, 30),
)


def row(**fields: object) -> Standing:
    plain = Standing(
        id=uuid.uuid4(),
        status=MemoryStatus.ACTIVE,
        type=MemoryType.EVENT,
        confidence=0.9,
        importance=0.5,
        told_at=NOW - timedelta(days=200),
    )
    return replace(plain, **fields)  # type: ignore[arg-type]


def ago(number: int) -> datetime:
    return NOW - timedelta(days=number)


@pytest.mark.parametrize("type", [MemoryType.EVENT, MemoryType.TASK])
def test_events_and_tasks_are_archived_on_the_ninetieth_day_after_the_latest_sign(type: str) -> None:
    for name in ("told_at", "due_at", "accessed_at", "kept_at"):
        told = {"told_at": ago(400)} if name != "told_at" else {}
        young = verdict(row(type=type, **{**told, name: ago(89)}), now=NOW, policy=POLICY)
        old = verdict(row(type=type, **{**told, name: ago(90)}), now=NOW, policy=POLICY)
        assert (young.action, young.coming, young.at) == (
            Action.KEEP,
            Action.ARCHIVE,
            NOW + timedelta(days=1),
        )
        assert (old.action, old.reason, old.days) == (Action.ARCHIVE, Reason.UNUSED, 90)


def test_what_is_still_to_come_waits_for_its_date_and_ninety_days_more() -> None:
    told = row(type=MemoryType.TASK, told_at=ago(300), due_at=NOW + timedelta(days=40))
    found = verdict(told, now=NOW, policy=POLICY)
    assert (found.action, found.at) == (Action.KEEP, NOW + timedelta(days=130))


@pytest.mark.parametrize(
    "type", [type for type in MemoryType if type not in (MemoryType.EVENT, MemoryType.TASK)]
)
def test_nothing_else_fades_by_age(type: str) -> None:
    found = verdict(row(type=type, told_at=ago(2000)), now=NOW, policy=POLICY)
    assert (found.action, found.reason, found.at) == (Action.KEEP, Reason.LASTING, None)


@pytest.mark.parametrize("status", [MemoryStatus.PENDING, MemoryStatus.ACTIVE])
def test_a_doubtful_one_is_dropped_after_thirty_days_unless_told_or_used_since(status: str) -> None:
    unsure = row(status=status, type=MemoryType.FACT, confidence=0.59, told_at=ago(30))
    assert verdict(unsure, now=NOW, policy=POLICY).action is Action.DROP
    for sign in ({"told_at": ago(29)}, {"accessed_at": ago(29)}, {"kept_at": ago(29)}, {"confidence": 0.6}):
        assert verdict(replace(unsure, **sign), now=NOW, policy=POLICY).action is Action.KEEP  # type: ignore[arg-type]


def test_a_current_preference_is_never_dropped_a_waiting_one_is() -> None:
    unsure = row(type=MemoryType.PREFERENCE, confidence=0.2, told_at=ago(900))
    assert verdict(unsure, now=NOW, policy=POLICY).action is Action.KEEP
    waiting = replace(unsure, status=MemoryStatus.PENDING)
    assert verdict(waiting, now=NOW, policy=POLICY).action is Action.DROP


def test_what_waits_for_consent_is_not_archived_by_its_age() -> None:
    waiting = row(status=MemoryStatus.PENDING, category="finance")
    assert verdict(waiting, now=NOW, policy=POLICY).action is Action.KEEP


@given(rows, policies)
def test_protected_pinned_and_settled_rows_never_go(any_row: Standing, policy: Policy) -> None:
    found = verdict(any_row, now=NOW, policy=policy)
    settled = any_row.status not in (MemoryStatus.ACTIVE, MemoryStatus.PENDING)
    if any_row.pinned or any_row.protected or settled:
        assert (found.action, found.at) == (Action.KEEP, None)


@given(rows, policies)
def test_current_preferences_and_orders_never_go_by_age(any_row: Standing, policy: Policy) -> None:
    current = replace(any_row, status=MemoryStatus.ACTIVE, confidence=1.0)
    for type in (MemoryType.PREFERENCE, MemoryType.INSTRUCTION):
        assert verdict(replace(current, type=type), now=NOW, policy=policy).action is Action.KEEP


@given(rows, policies, st.integers(0, 3000))
def test_a_verdict_only_grows_with_time_and_names_the_day(
    any_row: Standing, policy: Policy, later: int
) -> None:
    now = verdict(any_row, now=NOW, policy=policy)
    then = verdict(any_row, now=NOW + timedelta(days=later), policy=policy)
    assert (then.reason, then.at, then.coming) == (now.reason, now.at, now.coming)
    if now.action is not Action.KEEP:
        assert then.action is now.action
    if now.at is not None:
        assert verdict(any_row, now=now.at, policy=policy).action is now.coming
        before = verdict(any_row, now=now.at - timedelta(seconds=1), policy=policy)
        assert before.action is Action.KEEP


@given(rows, policies, moments)
def test_a_sign_of_life_never_makes_it_go_sooner(any_row: Standing, policy: Policy, used: datetime) -> None:
    before = verdict(any_row, now=NOW, policy=policy)
    for sign in ("accessed_at", "kept_at"):
        known = getattr(any_row, sign)
        after = verdict(
            replace(any_row, **{sign: max(known, used) if known else used}), now=NOW, policy=policy
        )
        assert after.at is None or before.at is None or after.at >= before.at


@given(st.lists(rows, max_size=40, unique_by=lambda one: one.id), policies)
def test_room_is_made_from_the_least_and_only_among_what_may_go(
    store: list[Standing], policy: Policy
) -> None:
    gone = crowded(store, now=NOW, policy=policy)
    current = [one for one in store if one.status == MemoryStatus.ACTIVE]
    if len(current) <= policy.capacity:
        assert gone == []
        return
    by_id = {one.id: one for one in current}
    for one in (by_id[key] for key in gone):
        assert not (one.pinned or one.protected or one.kept_at)
        assert one.type not in (MemoryType.PREFERENCE, MemoryType.INSTRUCTION)
        assert one.due_at is None or one.due_at <= NOW
    left = [one for one in current if one.id not in set(gone)]
    movable = [
        one
        for one in left
        if not (one.pinned or one.protected or one.kept_at)
        and one.type not in (MemoryType.PREFERENCE, MemoryType.INSTRUCTION)
        and not (one.due_at and one.due_at > NOW)
    ]
    assert len(left) == int(policy.capacity * 0.8) or not movable
    heaviest = max((worth(by_id[key]) for key in gone), default=0)
    assert all(worth(one) >= heaviest for one in movable)
    if movable or len(left) <= policy.capacity:
        assert crowded(left, now=NOW, policy=policy) == []


def test_the_end_of_a_day_is_the_persons_own() -> None:
    zone = ZoneInfo("Asia/Shanghai")
    assert end_of(date(2026, 2, 28), precision="day", zone=zone) == datetime(2026, 2, 28, 16, tzinfo=UTC)
    assert end_of(date(2026, 12, 5), precision="month", zone=UTC) == datetime(2027, 1, 1, tzinfo=UTC)
    assert end_of(date(2026, 5, 5), precision="year", zone=UTC) == datetime(2027, 1, 1, tzinfo=UTC)
    assert end_of(date(9999, 12, 31), precision="day", zone=UTC) is None
    assert end_of(None, precision="", zone=UTC) is None


def test_a_persons_times_go_before_the_installations_and_nonsense_is_passed_over() -> None:
    chosen = {"event": None, "fact": 365, "preference": 1, "task": "soon", "decision": -3, "weather": 5}
    policy = with_choices(POLICY, chosen)
    assert {type: policy.days_of(type) for type in MemoryType.values} == {
        "preference": None,
        "fact": 365,
        "event": None,
        "relationship": None,
        "decision": None,
        "task": 90,
        "instruction": None,
    }
    assert {type.value for type in CHOOSABLE}.isdisjoint({"preference", "instruction"})
