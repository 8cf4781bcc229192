"""The fits of the orders: what answers is put above what does not, and the stores in memory score as recall does."""

from datetime import UTC, datetime, timedelta

import numpy as np

from memories.recall import going_on, ranking, said_before
from memoryhub.evaluation.in_memory import Stored, fit_order

AT = datetime(2025, 6, 1, tzinfo=UTC)


def test_a_fit_puts_what_answers_first_and_is_held_at_its_start() -> None:
    random = np.random.default_rng(3)
    questions = []
    for _ in range(40):
        features = random.normal(size=(12, 3))
        answers = np.zeros(12, dtype=bool)
        answers[np.argmax(features[:, 1])] = True  # the second feature alone tells
        questions.append((features, answers))
    prior = np.array([1.0, 0.0, 0.0])
    free = fit_order(questions, prior=prior, ridge=0.05)
    assert free[1] > 2 * abs(free[0])

    def right(weights: np.ndarray) -> float:
        return float(np.mean([answers[np.argmax(features @ weights)] for features, answers in questions]))

    assert right(free) > 0.8 > 0.4 > right(prior)
    held = fit_order(questions, prior=prior, ridge=1e6)
    assert np.allclose(held, prior, atol=1e-3)


def test_a_store_in_memory_knows_neighbours_times_and_where_words_lead() -> None:
    texts = [
        "The chandler's bell is cracked.",
        "It will be recast.",
        "The chandler moved to Ostend.",
        "It rained.",
        "The bell of the school rang.",
    ]
    stored = Stored(
        texts=texts,
        roles=["user"] * 5,
        sessions=["a", "a", "b", "c", "d"],
        said_at=[AT - timedelta(days=days) for days in (9, 9, 5, 3, 1)],
        vectors=np.zeros((5, 2), dtype=np.float32),
    )
    spans = [(AT - timedelta(days=2), AT)]
    scores = stored.search(query="Whose bell is cracked?", vector=np.zeros(2, dtype=np.float32), spans=spans)
    assert scores.keyword.argmax() == 0
    assert scores.around[1] > scores.around[3]
    assert scores.then.argmax() == 4
    assert scores.led_to[2] > scores.led_to[3]
    seen = stored.search(query="Whose bell is cracked?", vector=np.zeros(2, dtype=np.float32), visible=2)
    assert len(seen.ids) == 2


def test_every_feature_of_an_order_has_its_weight() -> None:
    order, likely, floor = said_before.weights()
    assert len(order) == len(said_before.FEATURES)
    assert len(likely) == len(said_before.CHANCE)
    assert 0 < floor < 1
    assert len(going_on.weights()) == len(going_on.FEATURES)
    assert len(ranking.weights()[0]) == len(ranking.FEATURES)
