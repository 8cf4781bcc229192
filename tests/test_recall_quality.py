"""Recall measured on what people said of it: the labels, the figures, the command, the night and the staff's chart."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from chat import services
from memories import feedback, quality, quality_chart
from memories import services as memory_services
from memories.models import Feedback, Memory, RecallQuality, RecallTrace
from memories.recall import recall
from memories.recall.types import RecallRequest
from memories.upkeep import nightly
from memoryhub.models import User

pytestmark = pytest.mark.django_db


def remember(user: User, content: str) -> Memory:
    return memory_services.memory_remember(user=user, content=content)


def verdict(user: User, text: str, memory: Memory, said: Feedback.Verdict) -> RecallTrace:
    """A message that the memory went into, and what the person said of it."""
    conversation = services.conversation_create(user=user)
    message, _new = services.message_save(conversation=conversation, text=text, client_id=None)
    found = recall(RecallRequest(user=user, query=text, as_of=timezone.now(), message_id=message.pk))
    assert found.trace_id is not None
    trace = RecallTrace.objects.get(pk=found.trace_id)
    if memory.pk not in trace.injected:
        trace.injected = [*trace.injected, memory.pk]
        trace.save()
    reply = services.reply_begin(message=message, trace_id=trace.pk)
    services.reply_finish(reply=reply, text="So.", status="done", model="test")
    feedback.feedback_give(user=user, reply_id=reply.pk, memory_id=memory.pk, verdict=said)
    return trace


@pytest.fixture
def said(alice: User, bob: User) -> None:
    """Alice's home helped, her bicycle did not; Bob's cello helped where he only thanked."""
    home, bike = remember(alice, "I live in Ghent"), remember(alice, "I own a red bicycle")
    verdict(alice, "Where do I live?", home, Feedback.Verdict.HELPFUL)
    verdict(alice, "Which bicycle do I own?", bike, Feedback.Verdict.UNHELPFUL)
    verdict(bob, "Thanks!", remember(bob, "My sister plays the cello"), Feedback.Verdict.HELPFUL)


def test_the_figures_of_one_person(alice: User, said: None) -> None:
    figures = quality.measured(quality.labelled(user=alice))
    assert (figures.queries, figures.labels) == (2, 2)
    assert (figures.precision, figures.recall, figures.mrr, figures.gate) == (0.5, 1.0, 1.0, 1.0)


def test_the_figures_of_all_see_each_persons_own_memory(said: None) -> None:
    before = RecallTrace.objects.count()
    figures = quality.measured(quality.labelled())
    assert (figures.queries, figures.labels) == (3, 3)
    assert figures.gate == 0.5 and figures.precision == 0.5
    assert RecallTrace.objects.count() == before, "measuring leaves no trace"
    assert not Memory.objects.filter(access_count__gt=0).exists()


def test_a_memory_that_is_gone_is_no_label(alice: User, said: None) -> None:
    memory_services.memory_forget(
        user=alice, memory_ids=[Memory.objects.of(alice).get(content__contains="Ghent").pk]
    )
    assert [row.helpful for row in quality.labelled(user=alice)] == [frozenset()]
    figures = quality.measured(quality.labelled(user=alice))
    assert (figures.precision, figures.recall, figures.mrr, figures.gate) == (0.0, None, None, None)


def test_the_command_reads_the_labels_of_all_or_of_one(alice: User, said: None, tmp_path: Path) -> None:
    out, file = io.StringIO(), tmp_path / "own.json"
    call_command("evaluate", "recall", "--set", "own", "--json", str(file), stdout=out)
    assert "precision               0.5" in out.getvalue()
    assert json.loads(file.read_text())["queries"] == 3
    call_command(
        "evaluate", "recall", "--set", "own", "--person", alice.email, "--json", str(file), stdout=out
    )
    assert json.loads(file.read_text())["queries"] == 2
    assert "Ghent" not in out.getvalue()
    with pytest.raises(CommandError, match="nobody with the address"):
        call_command("evaluate", "recall", "--set", "own", "--person", "no@example.org")
    with pytest.raises(CommandError, match="--data is needed"):
        call_command("evaluate", "recall", "--set", "locomo")


def test_the_command_says_when_there_is_nothing_to_measure(db: None) -> None:
    with pytest.raises(CommandError, match="nothing to measure yet"):
        call_command("evaluate", "recall", "--set", "own")


def test_the_night_keeps_the_days_figures_once(said: None) -> None:
    assert nightly.run_shared(dry_run=True)["quality"] == 3 and not RecallQuality.objects.exists()
    for _twice in range(2):
        assert nightly.run_shared()["quality"] == 3
    row = RecallQuality.objects.get()
    assert (row.measured_on, row.queries, row.precision) == (timezone.localdate(), 3, 0.5)


def test_without_a_verdict_the_night_keeps_nothing(db: None) -> None:
    assert nightly.run_shared()["quality"] == 0 and not RecallQuality.objects.exists()


def figures(day: date, **fields: float | None) -> RecallQuality:
    return RecallQuality(measured_on=day, queries=4, labels=5, **fields)


def test_the_chart_has_a_line_a_figure_over_its_days() -> None:
    today = date(2026, 3, 31)
    rows = [
        figures(today, precision=1.0, recall=0.5, mrr=None, gate=1.0),
        figures(today - timedelta(days=59), precision=0.0, recall=0.5, mrr=None, gate=None),
        figures(today - timedelta(days=60), precision=0.9, recall=0.9, mrr=0.9, gate=0.9),
    ]
    drawn = quality_chart.chart(rows, today=today)
    assert drawn is not None
    precision, recall_line, mrr, gate = drawn.lines
    assert precision.points == f"0,{quality_chart.HEIGHT} {quality_chart.WIDTH},0" and precision.latest == 1.0
    assert [y for _x, y, _words in recall_line.dots] == [quality_chart.HEIGHT / 2] * 2
    assert (mrr.points, mrr.latest) == ("", None)
    assert gate.dots == [(quality_chart.WIDTH, 0.0, "2026-03-31: 1.00")]
    assert len({line.dashes for line in drawn.lines}) == len({line.colour for line in drawn.lines}) == 4
    assert quality_chart.chart(rows[2:], today=today) is None


def test_staff_see_it_drawn_without_a_script(
    carol: User, alice: User, client_for: Callable[[User], Client]
) -> None:
    staff, path = client_for(carol), "/admin/memories/recallquality/"
    assert "There are no figures yet" in staff.get(path).text
    figures(timezone.localdate(), precision=0.75, recall=0.5, mrr=0.5, gate=1.0).save()
    page = staff.get(path).text
    drawing = page[page.index('aria-labelledby="quality-title"') :]
    drawing = drawing[: drawing.index("</section>")]
    assert drawing.count("<polyline") == 4 and "Precision: 0.75" in drawing
    assert "<script" not in drawing and "style=" not in drawing
    assert client_for(alice).get(path).status_code == 404
