"""The channel of past messages: meaning and keywords of each, its neighbours' share, and the time a question names.

One statement reads a person's whole index; another looks for what shares words with the best of what it found. Which of
it goes into the prompt is decided in ``said_before``.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

import numpy as np
from django.db import connection
from pgvector import HalfVector

from memories.models import COVERED_DIMENSIONS
from memories.recall import keywords
from memories.recall.index import EVERY
from memories.recall.tokens import is_single_character, tokens
from memories.recall.when import Span

ROW = np.dtype(
    [("id", "V16"), ("conversation", "V16"), ("sequence", ">i4"), ("said_at", ">f8"), ("distance", ">f4")]
)

# The first row holds the vectors, packed; the others the postings of the question's tokens. The literal bound tells the
# planner that the partial index holds all rows.
_SQL = """
SELECT NULL::text, count(*), 0, string_agg(
    uuid_send(message_id) || uuid_send(conversation_id) || int4send(sequence)
    || float8send(extract(epoch FROM said_at)::float8)
    || float4send((vector <#> %(query)s::halfvec)::float4), ''::bytea)
FROM memories_passage
WHERE user_id = %(user)s AND model = %(model)s AND dimensions {side} {bound} AND vector_dims(vector) = %(width)s
UNION ALL
SELECT token, count(*), sum(length),
       CASE WHEN token <> %(every)s
            THEN string_agg(uuid_send(message_id) || int2send(frequency) || int4send(length), ''::bytea) END
FROM memories_passageposting
WHERE user_id = %(user)s AND token = ANY(%(tokens)s)
GROUP BY token
"""
_SQL_BLIND = "SELECT NULL::text, 0, 0, NULL::bytea " + _SQL[_SQL.index("UNION ALL") :]

_Parameters = dict[str, str | int | UUID | list[str]]
_Found = dict[str | None, tuple[int, int, bytes | None]]

#: What of a neighbour's score counts for a message: of the one before it, the one after, and the next but one.
BEFORE, AFTER, SECOND = 0.5, 0.3, 0.1
#: What counts of the time that the question names, and of the words that the best messages add to the question's.
THEN, LED = 0.8, 0.4
#: So many of the best messages add their words: "my cousin's number is …" leads to what else is told of the cousin.
LEADING = 2
_LEADING_TOKENS = 64
#: Messages further apart in their conversation are no neighbours; what lies between has no words.
_APART = 3


@dataclass(frozen=True, slots=True)
class Past:
    """Every past message of a person against one question, in the order of conversations; all arrays are parallel.

    ``keyword`` and ``meaning`` are z-scores over the person's messages, ``around`` the share of the neighbours,
    ``coverage`` the share (0–1) of the question's keyword weight, ``cosine`` is NaN where there is no vector. ``then``
    tells how much it says to be of a time which the question names; ``led_to`` is the z-score of the words
    that the leading messages add; ``rarity`` is how much each word of the question says.
    """

    ids: tuple[bytes, ...] = ()
    keyword: np.ndarray = field(default_factory=lambda: np.empty(0))
    meaning: np.ndarray = field(default_factory=lambda: np.empty(0))
    around: np.ndarray = field(default_factory=lambda: np.empty(0))
    coverage: np.ndarray = field(default_factory=lambda: np.empty(0))
    cosine: np.ndarray = field(default_factory=lambda: np.empty(0))
    then: np.ndarray = field(default_factory=lambda: np.empty(0))
    led_to: np.ndarray = field(default_factory=lambda: np.empty(0))
    keyword_rank: np.ndarray = field(default_factory=lambda: np.empty(0))
    vector_rank: np.ndarray = field(default_factory=lambda: np.empty(0))
    rarity: Mapping[str, float] = field(default_factory=dict)

    @property
    def own(self) -> np.ndarray:
        """What the message itself says to the question."""
        return self.keyword + self.meaning

    def best(self, limit: int, *, exclude: Collection[UUID] = ()) -> list[int]:
        """The places of the best messages; ties are broken by id."""
        total = self.own + self.around + THEN * self.then + LED * self.led_to
        unwanted = {message.bytes for message in exclude}
        wide = min(limit + len(unwanted), len(total))
        places = np.argpartition(-total, wide - 1)[:wide].tolist() if 0 < wide < len(total) else range(wide)
        ranked = sorted(places, key=lambda place: (-total[place], self.ids[place]))
        return [place for place in ranked if self.ids[place] not in unwanted][:limit]


def search(
    *, user_id: UUID, query: str, vector: np.ndarray | None, model: str = "", spans: Sequence[Span] = ()
) -> Past:
    """The person's past messages against the question and the times it names; without a vector by keywords alone."""
    weights = keywords.query_weights(query)
    parameters: _Parameters = {
        "user": user_id,
        "every": EVERY,
        "tokens": [EVERY, *weights],
        "model": model,
    }
    sql = _SQL_BLIND
    if vector is not None:
        width = len(vector)
        sql = _SQL.format(side="<=" if width <= COVERED_DIMENSIONS else ">", bound=COVERED_DIMENSIONS)
        parameters |= {"query": HalfVector(vector).to_text(), "width": width}
    found = _found(sql, parameters)
    _, _, packed = found.pop(None)
    return weigh(np.frombuffer(bytes(packed or b""), dtype=ROW), _hits(weights, found), spans)


def led(scores: Past, *, user_id: UUID, query: str, leading: Mapping[bytes, str]) -> Past:
    """The scores with what shares other words with the leading messages (their texts by id) than the question has."""
    weights = leading_weights(query=query, texts=leading.values())
    if not weights:
        return scores
    parameters: _Parameters = {"user": user_id, "every": EVERY, "tokens": [EVERY, *weights]}
    found = _found(_SQL_BLIND, parameters)
    found.pop(None)
    return led_by(scores, _hits(weights, found), leading=leading)


def leading_weights(*, query: str, texts: Collection[str]) -> dict[str, float]:
    """How much each word counts that these texts add to the question's: once for each text that has it."""
    asked = tokens(query)
    weights: Counter[str] = Counter()
    for text in texts:
        added = [token for token in tokens(text) if token not in asked and not is_single_character(token)]
        weights.update(added[:_LEADING_TOKENS])
    return {token: float(count) for token, count in weights.items()}


def led_by(scores: Past, hits: keywords.KeywordHits, *, leading: Collection[bytes]) -> Past:
    """The scores with these hits; the leading messages do not lead to themselves."""
    place = {key: at for at, key in enumerate(scores.ids)}
    bm25 = np.zeros(len(scores.ids))
    for key, value in zip(hits.scores.keys, hits.scores.values.tolist(), strict=True):
        if key in place:
            bm25[place[key]] = value
    led_to = _standard(bm25)
    for key in leading:
        if key in place:
            led_to[place[key]] = min(led_to[place[key]], 0.0)
    return replace(scores, led_to=led_to)


def _found(sql: str, parameters: _Parameters) -> _Found:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return {token: (count, total, packed) for token, count, total, packed in cursor.fetchall()}


def _hits(weights: dict[str, float], found: _Found) -> keywords.KeywordHits:
    rows, total, _ = found.pop(EVERY, (0, 0, None))
    if not (rows and weights):
        return keywords.NO_HITS
    postings = {
        token: (count, size, packed)
        for token, (count, size, packed) in found.items()
        if token is not None and packed is not None
    }
    return keywords.score(
        weights=weights, found=postings, rows=rows, mean_length=max(float(total) / rows, 1.0)
    )


def weigh(rows: np.ndarray, hits: keywords.KeywordHits, spans: Sequence[Span] = ()) -> Past:
    """The scores from the packed index rows and the keyword hits."""
    conversations = np.ascontiguousarray(rows["conversation"]).view(">u8").reshape(-1, 2)
    order = np.lexsort((rows["sequence"], conversations[:, 1], conversations[:, 0]))
    rows, conversations = rows[order], conversations[order]
    ids = tuple(rows["id"].tolist())
    place = {key: at for at, key in enumerate(ids)}
    bare = [key for key in hits.scores.keys if key not in place]  # found by words, and not embedded yet
    place |= {key: at for at, key in enumerate(bare, len(ids))}
    ids += tuple(bare)
    count = len(ids)
    bm25, coverage = np.zeros(count), np.zeros(count)
    if hits.scores.keys:
        at = np.fromiter(
            (place[key] for key in hits.scores.keys), dtype=np.int64, count=len(hits.scores.keys)
        )
        bm25[at], coverage[at] = hits.scores.values, hits.coverage.values
    cosine = np.full(count, np.nan)
    cosine[: len(rows)] = -rows["distance"].astype(np.float64)
    keyword, meaning = _standard(bm25), _standard(cosine)
    following = np.zeros(count, dtype=bool)  # whether the row before is the message before
    near = rows["sequence"][1:].astype(np.int64) - rows["sequence"][:-1] <= _APART
    following[1 : len(rows)] = near & (conversations[1:] == conversations[:-1]).all(axis=1)
    return Past(
        ids=ids,
        keyword=keyword,
        meaning=meaning,
        around=_around(keyword + meaning, following),
        coverage=coverage,
        cosine=cosine,
        then=_then(rows["said_at"], spans, count=count),
        led_to=np.zeros(count),
        keyword_rank=_ranks(bm25, of=bm25 > 0),
        vector_rank=_ranks(cosine, of=~np.isnan(cosine)),
        rarity=hits.rarity,
    )


def _then(said_at: np.ndarray, spans: Sequence[Span], *, count: int) -> np.ndarray:
    """The weight of being of the named time, as a keyword's: the fewer messages are, the more. 0 for the others."""
    within = np.zeros(count, dtype=bool)
    for start, end in spans:
        within[: len(said_at)] |= (said_at >= start.timestamp()) & (said_at < end.timestamp())
    having = int(within.sum())
    if not having:
        return np.zeros(count)
    return within * keywords.inverse_frequency(rows=count, having=having)


def _standard(values: np.ndarray) -> np.ndarray:
    """The values in spreads above their mean; 0 for what has none."""
    known = values[~np.isnan(values)]
    spread = float(known.std()) if len(known) else 0.0
    if spread <= 0:
        return np.zeros(len(values))
    return np.nan_to_num((values - known.mean()) / spread)


def _around(scores: np.ndarray, following: np.ndarray) -> np.ndarray:
    """The share of the neighbours' scores; ``following[i]`` tells whether i comes right after i - 1."""
    found = np.zeros(len(scores))
    first = following[1:]
    found[1:] += BEFORE * np.where(first, scores[:-1], 0.0)
    found[:-1] += AFTER * np.where(first, scores[1:], 0.0)
    second = following[1:-1] & following[2:]
    found[2:] += SECOND * np.where(second, scores[:-2], 0.0)
    found[:-2] += SECOND * np.where(second, scores[2:], 0.0)
    return found


def _ranks(values: np.ndarray, *, of: np.ndarray) -> np.ndarray:
    """The rank of each of these, from 1; 0 for the others."""
    ranks = np.zeros(len(values), dtype=np.int64)
    places = np.nonzero(of)[0]
    ranked = places[np.argsort(-values[places], kind="stable")]
    ranks[ranked] = np.arange(1, len(ranked) + 1)
    return ranks
