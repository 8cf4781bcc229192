"""The keyword channel: BM25 over one person's rows, from the postings, with document frequencies of their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

import numpy as np
from django.db import connection

from memories.recall.index import EVERY
from memories.recall.tokens import is_single_character, tokens
from memories.recall.vectors import EMPTY, Scores

#: Robertson's constants as rank-bm25 has them.
K1 = 1.5
B = 0.75
#: A single character repeats what its pairs say; it counts in full only where the question has no pair.
SINGLE_CHARACTER_WEIGHT = 0.35
#: A question longer than this is read by its first tokens.
QUERY_TOKENS = 256

ROW = np.dtype([("id", "V16"), ("frequency", ">i2"), ("length", ">i4")])

_SQL = """
SELECT token, count(*), sum(length),
       CASE WHEN token <> %(every)s
            THEN string_agg(uuid_send(memory_id) || int2send(frequency) || int4send(length), ''::bytea) END
FROM memories_posting
WHERE user_id = %(user)s AND token = ANY(%(tokens)s)
GROUP BY token
"""


@dataclass(frozen=True, slots=True)
class KeywordHits:
    """BM25 of each row with a token of the question; ``coverage``: the share (0–1) of the question's weight it has.

    ``rows``: how many rows the person has in the index; ``rarity``: how much each token of the question says.
    """

    scores: Scores
    coverage: Scores
    rows: int = 0
    rarity: Mapping[str, float] = field(default_factory=dict)


NO_HITS = KeywordHits(EMPTY, EMPTY)


def query_weights(text: str) -> dict[str, float]:
    """The tokens of a question and how much each counts."""
    counts = tokens(text)
    pairs = any(not is_single_character(token) for token in counts)
    weights = {
        token: SINGLE_CHARACTER_WEIGHT if pairs and is_single_character(token) else 1.0 for token in counts
    }
    return dict(list(weights.items())[:QUERY_TOKENS])


def inverse_frequency(*, rows: int, having: int) -> float:
    """Robertson–Sparck Jones with one added, so that it is never negative (Lucene's form)."""
    return float(np.log1p((rows - having + 0.5) / (having + 0.5)))


def search(*, user_id: UUID, query: str) -> KeywordHits:
    """The person's rows that share a token with the question."""
    return search_by(_SQL, user_id=user_id, query=query)


def search_by(sql: str, *, user_id: UUID, query: str) -> KeywordHits:
    """The rows of another table's postings, by a statement with the columns and parameters of the one here."""
    weights = query_weights(query)
    if not weights:
        return NO_HITS
    with connection.cursor() as cursor:
        cursor.execute(sql, {"user": user_id, "tokens": [EVERY, *weights], "every": EVERY})
        found = {token: (count, total, packed) for token, count, total, packed in cursor.fetchall()}
    if EVERY not in found:
        return NO_HITS
    rows, total, _ = found.pop(EVERY)
    return score(weights=weights, found=found, rows=rows, mean_length=max(float(total) / rows, 1.0))


def score(
    *, weights: dict[str, float], found: dict[str, tuple[int, int, bytes]], rows: int, mean_length: float
) -> KeywordHits:
    """BM25 from packed postings by token: (rows having it, any, rows of id, frequency and length)."""
    hits: list[np.ndarray] = []
    gains: list[np.ndarray] = []
    shares: list[np.ndarray] = []
    rarity: dict[str, float] = {}
    for token, weight in weights.items():
        having, _, packed = found.get(token, (0, 0, b""))
        value = weight * inverse_frequency(rows=rows, having=having)
        rarity[token] = value
        if not having:
            continue
        postings = np.frombuffer(bytes(packed), dtype=ROW)
        frequency = postings["frequency"].astype(np.float64)
        lengths = postings["length"].astype(np.float64)
        hits.append(postings["id"])
        gains.append(value * frequency * (K1 + 1) / (frequency + K1 * (1 - B + B * lengths / mean_length)))
        shares.append(np.full(len(postings), value))
    if not hits:
        return KeywordHits(EMPTY, EMPTY, rows)
    keys, group = _grouped(np.concatenate(hits))
    total = np.bincount(group, weights=np.concatenate(gains))
    covered = np.bincount(group, weights=np.concatenate(shares)) / sum(rarity.values())
    return KeywordHits(Scores(keys, total), Scores(keys, covered), rows, rarity)


def _grouped(ids: np.ndarray) -> tuple[tuple[bytes, ...], np.ndarray]:
    """The different ids, and for each place the number of its id among them."""
    halves = np.ascontiguousarray(ids).view(">u8").reshape(-1, 2)
    order = np.lexsort((halves[:, 1], halves[:, 0]))
    ordered = halves[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    group = np.empty(len(order), dtype=np.int64)
    group[order] = np.cumsum(first) - 1
    return tuple(ids[order][first].tolist()), group
