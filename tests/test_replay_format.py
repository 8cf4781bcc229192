"""The scenario format is read strictly, and its checks tell right from wrong."""

import datetime as dt
from pathlib import Path

import pytest

from memories.kinds import MemoryStatus, MemoryType
from memories.models import Memory
from memoryhub.evaluation import checks, scenario

GOOD = """
- id: A1
  title: a liking is kept
  part: capture
  clock: 2025-03-05T10:00:00+08:00
  timezone: Asia/Shanghai
  steps:
    - say: "I like tea."
      capture: off
      recalled: {max: 0}
    - wait: 91d
    - repeat: {times: 2, steps: [{say: hello}, {parallel: [[{upkeep: {}}], [{say: again}]]}]}
  expect:
    memories: [{status: active, type: [preference, fact], all: ["tea"], occurred_on: 2025-03-07}]
    counts: {active: 1}
"""


def read(tmp_path: Path, text: str) -> list[scenario.Case]:
    file = tmp_path / "cases.yaml"
    file.write_text(text, encoding="utf-8")
    return list(scenario.read([file]))


def test_a_case_is_read_with_its_steps_nested(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD)
    say, wait, repeat = case.steps
    assert isinstance(say, scenario.Say) and say.capture is False and say.recalled.max == 0
    assert isinstance(wait, scenario.Wait) and wait.wait == dt.timedelta(days=91)
    assert isinstance(repeat, scenario.Repeat)
    inner = repeat.repeat.steps
    assert isinstance(inner[0], scenario.Say)
    assert isinstance(inner[1].parallel[0][0], scenario.Upkeep)
    assert case.expect.memories[0].type == [MemoryType.PREFERENCE, MemoryType.FACT]
    assert case.expect.counts == {MemoryStatus.ACTIVE: 1}


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("counts:", "count:", "expect.count: unknown key"),
        ("status: active, type", "stauts: active, type", "expect.memories.0.stauts: unknown key"),
        ("recalled:", "recaled:", "step 1: recaled: unknown key"),
        ("- wait: 91d", "- wiat: 91d", "step 2: wiat: unknown step"),
        ("wait: 91d", "wait: soon", "step 2: wait: "),
        ("{upkeep: {}}", "{upkeep: {now: 1}}", "repeat: step 2: parallel 1: step 1: upkeep.now: unknown key"),
        ("part: capture", "part: kapture", "part: "),
        ('all: ["tea"]', 'all: ["(tea"]', "not a regular expression"),
        ("timezone: Asia/Shanghai", "timezone: Asia/Atlantis", "timezone"),
        ('- say: "I like tea."\n', '- say: "I like tea."\n      edit: {match: a, content: b}\n', "two kinds"),
    ],
)
def test_what_is_not_understood_is_named(tmp_path: Path, old: str, new: str, named: str) -> None:
    assert old in GOOD
    with pytest.raises(scenario.ScenarioError) as caught:
        read(tmp_path, GOOD.replace(old, new))
    assert "cases.yaml: case A1" in str(caught.value)
    assert named in str(caught.value)


def test_an_id_used_twice_and_a_file_that_is_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(scenario.ScenarioError, match="already used"):
        read(tmp_path, GOOD + GOOD)
    with pytest.raises(scenario.ScenarioError, match="nothing.yaml"):
        list(scenario.read([tmp_path / "nothing.yaml"]))


def row(content: str, **fields: object) -> Memory:
    return Memory(content=content, status=MemoryStatus.ACTIVE, type=MemoryType.FACT, **fields)


def expected(*patterns: str, **fields: object) -> scenario.ExpectedMemory:
    return scenario.ExpectedMemory.model_validate({"all": list(patterns), **fields})


def test_each_expectation_needs_a_row_of_its_own() -> None:
    rows = [row("You have a cat and a dog"), row("You have a dog")]
    assert checks.unmatched(rows, [expected("dog"), expected("cat")]) == []
    assert len(checks.unmatched(rows[:1], [expected("dog"), expected("cat")])) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"min_confidence": 0.9},
        {"max_confidence": 0.5},
        {"mentions": 2},
        {"protected": True},
        {"sensitivity": "sensitive"},
        {"slot": "residence"},
        {"status": "pending"},
        {"type": "event"},
        {"none": ["Ghent"]},
        {"occurred_on": "2025-03-07"},
    ],
)
def test_a_row_that_differs_in_one_thing_does_not_match(fields: dict[str, object]) -> None:
    here = row("You live in Ghent", confidence=0.8)
    assert checks.matches(here, expected("Ghent"))
    assert not checks.matches(here, expected("Ghent", **fields))


def test_counts_and_absence_are_told() -> None:
    rows = [row("You live in Ghent"), row("You had a boat")]
    rows[1].status = MemoryStatus.FORGOTTEN
    expect = scenario.Expect.model_validate({"counts": {"active": 2}, "absent": ["boat", "Ghent"]})
    failures = checks.memory_failures(rows, expect)
    assert any("1 active, expected 2" in failure for failure in failures)
    assert any("Ghent" in failure and "is in" in failure for failure in failures)
    assert not any("'boat' is in" in failure for failure in failures)


def test_what_was_recalled_is_checked_by_pattern_and_number() -> None:
    check = scenario.RecalledCheck.model_validate({"all": ["tea"], "none": ["coffee"], "max": 1, "min": 1})
    assert checks.recalled_failures(["You like tea"], check) == []
    assert len(checks.recalled_failures([], check)) == 3
    assert len(checks.recalled_failures(["You like tea", "You hate coffee"], check)) == 3
