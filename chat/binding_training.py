"""Trains the reader of sentences that bind on the examples beside this module, and says how well it does on others.

The examples are the project's own text. Needs scikit-learn, which comes with requirements.txt.
"""

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from chat import constraints
from chat.binding import BINDS, HEAD, MAY_BIND, features, has_sign, words
from memories.capture import judge_training

EXAMPLES = Path(__file__).with_name("binding_examples")
LANGUAGES = ("en", "zh")
#: A word is told apart from here on; a run of words counts from here on.
_WORD_TIMES, _RUN_TIMES = 3, 3
#: The inverse of the penalty on the weights.
_FREEDOM = 1.0
#: Lighter runs are left out of what is stored.
_LIGHTEST = 0.05
_FOLDS = 5


def examples(language: str) -> list[tuple[str, bool]]:
    """The sentences of a language and whether each binds; what people tell of themselves binds nobody."""
    found = [
        (line, label == "binds")
        for label in ("binds", "free")
        for line in _lines(EXAMPLES / f"{language}_{label}.txt")
    ]
    own_life = [
        line
        for label in ("keep", "leave")
        for line in _lines(judge_training.EXAMPLES / f"{language}_{label}.txt")
    ]
    return found + [(line, False) for line in own_life]


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def fingerprint() -> str:
    """Changes with the examples: a head that was trained on others is out of date."""
    digest = hashlib.sha256()
    for path in sorted(EXAMPLES.glob("*.txt")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def train() -> dict[str, Any]:
    """The heads of both languages as they are stored, with their cross-validated figures."""
    return {"examples": fingerprint()} | {
        language: _head(examples(language), keep=BINDS[language], may=MAY_BIND[language])
        for language in LANGUAGES
    }


def write(heads: dict[str, Any]) -> None:
    """The heads are those that the product uses from now on."""
    HEAD.write_text(json.dumps(heads, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def _head(found: list[tuple[str, bool]], *, keep: float, may: float) -> dict[str, Any]:
    texts, labels = [text for text, _binds in found], np.array([binds for _text, binds in found])
    scores = np.zeros(len(labels))
    order = np.random.default_rng(0).permutation(len(labels))
    for fold in range(_FOLDS):
        left_out = set(order[fold::_FOLDS].tolist())
        rest = [at for at in range(len(texts)) if at not in left_out]
        known, weights, bias = _fitted([texts[at] for at in rest], labels[rest])
        for at in left_out:
            scores[at] = bias + sum(weights.get(one, 0.0) for one in set(features(texts[at], known=known)))
    known, weights, bias = _fitted(texts, labels)
    by_form = np.array([constraints.has_form(text) for text in texts])
    alone = np.array([has_sign(text) for text in texts]) & (scores >= keep)
    return {
        "known": sorted(known),
        "weights": weights,
        "bias": round(bias, 3),
        "n": len(texts),
        "binds": int(labels.sum()),
        "cross_validated": {
            "forms alone": _figures(by_form, labels),
            "head alone": _figures(alone, labels),
            "both": _figures(alone | (by_form & (scores >= may)), labels),
        },
    }


def _figures(yes: np.ndarray, labels: np.ndarray) -> dict[str, float]:
    hits = float((yes & labels).sum())
    return {
        "precision": round(hits / max(float(yes.sum()), 1.0), 3),
        "recall": round(hits / max(float(labels.sum()), 1.0), 3),
    }


def _fitted(texts: list[str], labels: np.ndarray) -> tuple[frozenset[str], dict[str, float], float]:
    """Logistic regression with a quadratic penalty over the runs of words that are not rare."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    times = Counter(word for text in texts for word in set(words(text)))
    known = frozenset(word for word, count in times.items() if count >= _WORD_TIMES)
    seen = [set(features(text, known=known)) for text in texts]
    common = Counter(feature for each in seen for feature in each)
    columns = {
        feature: at
        for at, feature in enumerate(sorted(f for f, count in common.items() if count >= _RUN_TIMES))
    }
    places = [
        (row, columns[feature]) for row, each in enumerate(seen) for feature in sorted(each & columns.keys())
    ]
    rows = csr_matrix(
        (np.ones(len(places)), tuple(np.array(places).T)), shape=(len(texts), len(columns)), dtype=np.float64
    )
    model = LogisticRegression(C=_FREEDOM, class_weight="balanced", max_iter=500)
    model.fit(rows, labels)
    weights = {feature: round(float(model.coef_[0][at]), 3) for feature, at in columns.items()}
    return (
        known,
        {feature: weight for feature, weight in weights.items() if abs(weight) >= _LIGHTEST},
        float(model.intercept_[0]),
    )
