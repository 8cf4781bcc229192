"""A capture that failed is tried again before the next step of a scenario, without the clock being moved."""

import json
from pathlib import Path
from typing import Any, cast

import pytest

from memories.kinds import CaptureStatus
from memories.models import CaptureRun, Memory
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.evaluation import scenario
from memoryhub.evaluation.replay import Player
from memoryhub.evaluation.sandbox import Clock

pytestmark = pytest.mark.django_db(transaction=True)

#: No rule reads it, so that what is kept of it is the model's.
SAID = "I do the lighting for the village pantomime"
KEPT = json.dumps(
    {"memories": [{"type": "fact", "content": "Does the lighting", "quote": SAID, "confidence": 0.9}]}
)


def played(tmp_path: Path, *answers: str) -> list[str]:
    """What is kept of a turn whose model gives these answers after its reply."""
    file = tmp_path / "cases.yaml"
    steps = [{"say": SAID, "llm": ["Lovely.", *answers]}]
    case = {"id": "R1", "title": "tried again", "part": "capture", "llm": "scripted", "steps": steps}
    file.write_text(json.dumps([{**case, "expect": {}}]), encoding="utf-8")
    (read,) = scenario.read([file])
    model = ScriptedModel()
    with Clock(read.clock) as clock, use_language_model(model):
        failures: list[str] = []
        player = Player(case=read, clock=clock, place=cast(Any, None), model=model, failures=failures)
        player.play(read.steps)
    assert failures == []
    return list(Memory.objects.values_list("content", flat=True))


def test_what_the_second_attempt_finds_is_kept(tmp_path: Path) -> None:
    assert played(tmp_path, "!timeout", KEPT) == ["Does the lighting"]
    assert CaptureRun.objects.get().status == CaptureStatus.DONE


def test_a_model_that_never_answers_is_given_up(tmp_path: Path) -> None:
    assert played(tmp_path) == []
    assert CaptureRun.objects.get().status == CaptureStatus.FAILED
