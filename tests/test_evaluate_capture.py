"""``manage.py evaluate capture`` and ``conflict`` on small made-up sets, through the real pipeline and database."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memories.models import Memory
from memoryhub.evaluation import capturing, conflicts
from memoryhub.evaluation.capturing import Utterance
from memoryhub.management.commands import evaluate
from memoryhub.models import User

KEEPS, LEAVES = "I live in Ghent.", "What is the capital of Peru?"


def written(folder: Path, stem: str, rows: list[dict[str, Any]], *, packed: bool = False) -> None:
    folder.mkdir(exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if packed:
        (folder / f"{stem}.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    else:
        (folder / f"{stem}.jsonl").write_text(text, encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """One small set of each kind."""
    written(
        tmp_path / "msc_personasummary",
        "utterances.dev",
        [
            {"dialog_id": 1, "turn": 0, "speaker": "A", "text": KEEPS, "memory": "I live in Ghent."},
            {"dialog_id": 1, "turn": 1, "speaker": "B", "text": LEAVES, "memory": None},
            {
                "dialog_id": 1,
                "turn": 2,
                "speaker": "A",
                "text": "I live in Ghent.",
                "memory": "I live in Ghent.",
            },
            {"dialog_id": 2, "turn": 0, "speaker": "A", "text": "Mhm.", "memory": "I nod."},
            {"dialog_id": 2, "turn": 1, "speaker": "B", "text": "I like plums.", "memory": None},
        ],
        packed=True,
    )
    kinds = {"episodic": 0, "personal_semantic": 0, "general_semantic": 0}
    written(
        tmp_path / "trimem",
        "utterances.dev",
        [
            {"id": 1, "text": f"[Alex]: {KEEPS}", **kinds, "personal_semantic": 1},
            {"id": 2, "text": "[assistant]: I live in a computer.", **kinds, "personal_semantic": 1},
            {"id": 3, "text": f"[user]:  {LEAVES}", **kinds, "general_semantic": 1},
        ],
    )
    written(
        tmp_path / "realmem",
        "user_turns.dev",
        [{"conv_id": "c", "session": "s", "session_kind": "noise", "text": LEAVES, "has_memory": False}],
    )
    written(
        tmp_path / "dulemon_sample_zh",
        "utterances.dev",
        [
            {"dialog": 0, "speaker": "user", "text": "我住在宁波。", "persona_ids": ["U1"]},
            {"dialog": 0, "speaker": "bot", "text": "我住在绍兴。", "persona_ids": ["B1"]},
            {"dialog": 0, "speaker": "_persona", "text": "{}", "persona_ids": []},
        ],
    )
    query = {"source": "x", "needs_memory": 0}
    written(
        tmp_path / "query_gating",
        "queries.dev",
        [
            {"lang": "en", "text": LEAVES, **query},
            {"lang": "zh", "text": "我住在宁波。", **query},
            {"lang": "en", "text": KEEPS, **query, "discloses": 2},
            {"lang": "en", "text": KEEPS, "source": "y", "needs_memory": 1},
        ],
    )
    written(
        tmp_path / "cdconv_zh",
        "dialogues.dev",
        [
            {"b1": "我住在北京。", "b2": "我住在上海。", "label": "history-contradiction"},
            {"b1": "我住在北京。", "b2": "我住在北京。", "label": "none"},
            {"b1": "我喜欢猫。", "b2": "你好", "label": "history-contradiction"},
        ],
    )
    profile = {"gender": "female", "location": "浙江 宁波", "constellation": "狮子座"}
    written(
        tmp_path / "kvpi_zh",
        "items.dev",
        [
            {"profile": profile, "response": "我住在上海。", "label": "contradicted", "domain": "location"},
            {"profile": profile, "response": "我今天很高兴", "label": "irrelevant", "domain": "gender"},
            {"profile": profile, "response": "狮子座真好", "label": "entailed", "domain": "constellation"},
        ],
    )
    return tmp_path


@contextmanager
def _here() -> Iterator[None]:
    """The test's own database is as good as a sandbox."""
    yield


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    monkeypatch.setattr(evaluate, "sandbox", _here)


def test_each_set_is_read_as_turns_of_its_people(data: Path) -> None:
    def read(name: str, limit: int | None = None) -> list[Utterance]:
        return capturing.utterances(name=name, data=data, split="dev", limit=limit)

    assert [(one.dialogue, one.positive) for one in read("msc_personasummary")] == [
        ("1/A", True),
        ("1/B", False),
        ("1/A", True),
        ("2/A", True),
        ("2/B", False),
    ]
    assert [(one.text, one.positive, one.category) for one in read("trimem")] == [
        (KEEPS, True, "personal_semantic"),
        (LEAVES, False, "general"),
    ]
    assert [(one.dialogue, one.category) for one in read("realmem")] == [("c/s", "noise")]
    assert [(one.text, one.positive, one.language) for one in read("dulemon_sample_zh")] == [
        ("我住在宁波。", True, "zh")
    ]
    assert [one.text for one in read("junk")] == [LEAVES, "我住在宁波。"]
    assert len(read("msc_personasummary", limit=2)) == 2


def test_figures_of_a_capture_set(data: Path, no_sandbox: None, tmp_path: Path) -> None:
    figures_file, errors = tmp_path / "figures.json", tmp_path / "errors.jsonl"
    out = StringIO()
    call_command(
        "evaluate", "capture", "--set", "msc_personasummary", "--data", str(data),
        "--json", str(figures_file), "--errors", str(errors), stdout=out,
    )  # fmt: skip
    figures = json.loads(figures_file.read_text())
    # Ghent is remembered, then repeated; plums are remembered for nothing; the nod is missed.
    assert (figures["set"], figures["split"], figures["n"]) == ("msc_personasummary", "dev", 5)
    assert (figures["precision"], figures["recall"], figures["f1"]) == (0.6667, 0.6667, 0.6667)
    assert figures["p50_ms"] > 0 and figures["p95_ms"] >= figures["p50_ms"]
    assert figures["categories"]["chat"]["n"] == 5
    wrong = [json.loads(line) for line in errors.read_text().splitlines()]
    assert [(row["text"], row["positive"]) for row in wrong] == [("Mhm.", True), ("I like plums.", False)]
    assert "precision" in out.getvalue()
    assert User.objects.count() == 4
    assert Memory.objects.get(content__contains="Ghent").mention_count == 2


def test_figures_of_junk(data: Path, no_sandbox: None, tmp_path: Path) -> None:
    call_command(
        "evaluate",
        "capture",
        "--set",
        "junk",
        "--data",
        str(data),
        "--json",
        str(tmp_path / "f"),
        stdout=StringIO(),
    )
    figures = json.loads((tmp_path / "f").read_text())
    assert figures["n"] == 2
    assert (figures["junk_rate"], figures["junk_rate_en"], figures["junk_rate_zh"]) == (0.5, 0.0, 1.0)


def test_figures_of_contradictions(data: Path, no_sandbox: None, tmp_path: Path) -> None:
    def figures(name: str) -> dict[str, Any]:
        call_command(
            "evaluate",
            "conflict",
            "--set",
            name,
            "--data",
            str(data),
            "--json",
            str(tmp_path / "f"),
            stdout=StringIO(),
        )
        return json.loads((tmp_path / "f").read_text())

    pairs = figures("cdconv_zh")
    assert (pairs["n"], pairs["precision"], pairs["recall"], pairs["f1"]) == (3, 1.0, 0.5, 0.6667)
    profiles = figures("kvpi_zh")  # the third reply does not speak of the first person
    assert (profiles["n"], profiles["accuracy"]) == (2, 1.0)


def test_a_set_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="trimem"):
        call_command("evaluate", "capture", "--set", "trimem", "--data", str(tmp_path))


def test_what_is_divided_by_nothing_is_nothing() -> None:
    assert capturing.precision_recall(hits=0, said_yes=0, positive=0) == {
        "precision": 0.0,
        "recall": 0.0,
        "f1": 0.0,
    }
    assert capturing.latency([]) == {"p50_ms": 0.0, "p95_ms": 0.0}
    assert conflicts.measured([], name="cdconv_zh", split="dev")["n"] == 0


def test_a_set_that_is_shared_among_processes_comes_back_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def echoed(found: list[Utterance]) -> Iterator[capturing.Outcome]:
        for one in found:
            yield capturing.Outcome(one, remembered=one.positive, any_status=False, ms=1.0)

    monkeypatch.setattr(capturing, "played", echoed)
    found = [Utterance(f"d{number % 5}", str(number), number % 2 == 0, "en", "chat") for number in range(23)]
    assert [one.utterance for one in capturing.outcomes(found, processes=3)] == found
