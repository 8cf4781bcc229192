"""Trains the judge's head on the examples beside this module, and says how well it does on what it has not seen.

The examples are the project's own text; no public set is read, so that what ships carries nobody's data.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from memories.capture.judge import HEAD
from memories.capture.judge_sentences import MARKS, Open, open_sentences
from memories.capture.types import Text
from memoryhub.ai.embeddings import default_embedder

EXAMPLES = Path(__file__).with_name("judge_examples")
LANGUAGES = ("en", "zh")
#: From here a sentence is kept, and from here the inbox asks; log-odds. Below the second it is left out.
KEEP, ASK = 0.7, -0.5
#: A vector's parts are small beside a mark of 0 or 1; with this factor one penalty fits both.
_SCALE = 6.0
_PENALTY = 2.0
_FOLDS = 5
_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence of the examples and whether it is worth keeping."""

    sentence: Open
    keep: bool


def examples() -> list[Example]:
    """Every sentence of the example files that the judge would be asked about."""
    found: list[Example] = []
    for language in LANGUAGES:
        for label in ("keep", "leave"):
            lines = (EXAMPLES / f"{language}_{label}.txt").read_text(encoding="utf-8").splitlines()
            for line in lines:
                text = Text(text=line, said_at=datetime(2024, 1, 1, 9, tzinfo=UTC))
                found += [Example(sentence, label == "keep") for sentence in open_sentences(text)]
    return found


def fingerprint() -> str:
    """Changes with the examples: a head that was trained on others is out of date."""
    digest = hashlib.sha256()
    for path in sorted(EXAMPLES.glob("*.txt")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def train() -> dict[str, Any]:
    """The head as it is stored, with its cross-validated figures."""
    found = examples()
    vectors = default_embedder().passages([one.sentence.content for one in found])
    rows = _rows([one.sentence for one in found], vectors)
    labels = np.array([one.keep for one in found], dtype=np.float64)
    weights = fitted(rows, labels)
    size = vectors.shape[1]
    return {
        "model": default_embedder().model,
        "examples": fingerprint(),
        "marks_names": list(MARKS),
        "vector": _rounded(weights[:size] * _SCALE),
        "marks": _rounded(weights[size : size + len(MARKS)]),
        "chinese": round(float(weights[-2]), 4),
        "bias": round(float(weights[-1]), 4),
        "keep": KEEP,
        "ask": ASK,
        "cross_validated": cross_validated(rows, labels, [one.sentence.language for one in found]),
    }


def write(head: dict[str, Any]) -> None:
    """The head is the one that the product uses from now on."""
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items())
    HEAD.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def _rows(sentences: list[Open], vectors: np.ndarray) -> np.ndarray:
    marks = np.array([sentence.marks for sentence in sentences])
    chinese = np.array([[float(sentence.language == "zh")] for sentence in sentences])
    return np.hstack([vectors * _SCALE, marks, chinese, np.ones((len(sentences), 1))]).astype(np.float64)


def fitted(rows: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Logistic regression with a quadratic penalty on all but the last weight, the bias; by Newton's method."""
    weights = np.zeros(rows.shape[1])
    penalty = np.full(rows.shape[1], _PENALTY)
    penalty[-1] = 1e-3
    for _round in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (chance - labels) + penalty * weights
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def cross_validated(rows: np.ndarray, labels: np.ndarray, languages: list[str]) -> dict[str, Any]:
    """Precision and recall on examples that were left out, at both thresholds, by language."""
    scores = np.zeros(len(labels))
    order = np.random.default_rng(0).permutation(len(labels))
    for fold in range(_FOLDS):
        left_out = order[fold::_FOLDS]
        rest = np.setdiff1d(order, left_out)
        scores[left_out] = rows[left_out] @ fitted(rows[rest], labels[rest])
    figures: dict[str, Any] = {}
    for language in LANGUAGES:
        mine = np.array([one == language for one in languages])
        figures[language] = {"n": int(mine.sum())}
        for name, threshold in (("keep", KEEP), ("ask", ASK)):
            yes, true = scores[mine] >= threshold, labels[mine] == 1
            hits = int((yes & true).sum())
            figures[language][name] = {
                "precision": round(hits / max(int(yes.sum()), 1), 3),
                "recall": round(hits / max(int(true.sum()), 1), 3),
            }
    return figures


def _rounded(values: np.ndarray) -> list[float]:
    return [round(float(value), 3) for value in values]
