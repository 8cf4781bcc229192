"""The channel of the knowledge base: passages of the person's own documents and of those that are shared with all.

Own passages are compared exactly, as memories are; shared ones, many and the same for everybody, through HNSW with an
iterative scan. What is brought is above a floor that is fitted on documents (``calibrate_knowledge``).
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from pgvector import HalfVector

from memories.knowledge.shelf import anything
from memories.models import COVERED_DIMENSIONS, HNSW_DIMENSIONS, Chunk, ChunkVector, Citation
from memories.recall import embedding, keywords
from memories.recall.background import Scale, standing
from memories.recall.embedding import QueryVector
from memories.recall.intent import Intent
from memories.recall.tokens import has_chinese
from memories.recall.types import KnowledgeWords, RecallRequest
from memoryhub.ai.tokens import count_tokens

WEIGHTS = Path(__file__).with_name("knowledge.json")
FEATURES = (
    "bias", "size", "nearness", "standing", "lead", "coverage", "coverage_squared", "first_by_vector",
    "first_by_keyword", "blind", "blind_coverage", "other_language", "foreign_nearness", "foreign_first", "personal",
    "personal_first", "no_question",
)  # fmt: skip

#: What a passage costs in the prompt beside its text: its number, its page, the line's end.
TOKENS_A_PASSAGE = 12
#: Two documents may say the same: as good as the first is what is at most so much less near, or has such a share of
#: the best score by keywords.
AS_NEAR, AS_GOOD = 0.25, 0.97
#: HNSW looks at so many neighbours at a time, and goes on until it has enough of the model that is asked for.
_EF_SEARCH = 100

_ROW = np.dtype([("id", ">i8"), ("distance", ">f4")])
# The literal bound: see ``vectors``.
_OWN = """
SELECT string_agg(int8send(chunk_id) || float4send((vector <#> %(query)s::halfvec)::float4), ''::bytea)
FROM memories_chunkvector
WHERE owner_id = %(user)s AND model = %(model)s AND dimensions {side} {bound} AND vector_dims(vector) = %(width)s
"""
# The index is over the cast: it is used where the query says the same, for the widths that have one.
SHARED = """
SELECT chunk_id, (vector::halfvec({width}) <#> %(query)s::halfvec({width}))::float4
FROM memories_chunkvector
WHERE owner_id IS NULL AND dimensions = {width} AND model = %(model)s
ORDER BY vector::halfvec({width}) <#> %(query)s::halfvec({width})
LIMIT %(limit)s
"""
_POSTINGS = """
SELECT token, count(*), sum(length),
       CASE WHEN token <> %(every)s
            THEN string_agg(int8send(0) || int8send(chunk_id) || int2send(frequency) || int4send(length), ''::bytea) END
FROM (
    SELECT token, chunk_id, frequency, length FROM memories_chunkposting
    WHERE owner_id = %(user)s AND token = ANY(%(tokens)s)
    UNION ALL
    SELECT token, chunk_id, frequency, length FROM memories_chunkposting
    WHERE owner_id IS NULL AND token = ANY(%(tokens)s)
) AS found
GROUP BY token
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What both searches say of a passage.

    Its cosine, the share of the question's keyword weight that it has, and its BM25 as a share of the best one;
    ``rows``: how many passages there are to read.
    """

    cosine: float | None = None
    standing: float = 0.0
    coverage: float = 0.0
    of_best: float = 0.0
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """The same in figures that no model's scale is in.

    ``nearness``: the cosine in spreads above neutral sentences of the passage's language; ``standing``: the
    cosine in spreads above what neutral sentences of the question's language have with the passage, for some passages
    are near to everything; ``lead``: how far that is above the mean of the other candidates, which tells the one that
    answers from those that are about the matter; ``behind``: how far it is below the best.
    """

    nearness: float | None = None
    standing: float = 0.0
    lead: float = 0.0
    behind: float = 0.0
    coverage: float = 0.0
    of_best: float = 0.0
    rows: int = 1


def brought(
    *, request: RecallRequest, intent: Intent, asked: "Future[QueryVector | None] | None" = None
) -> tuple[KnowledgeWords, ...]:
    """The passages that go into the prompt, within their tokens. ``asked``: the question's vector, if it is on its way.

    Somebody without a document to read costs one look.
    """
    if not anything(user=request.user):
        return ()
    asked = asked or embedding.begin(intent.text)
    taken: list[KnowledgeWords] = []
    left = request.knowledge_tokens
    for words in search(request=request, intent=intent, query=asked.result()):
        cost = count_tokens(f"{words.title} {words.heading} {words.text}") + TOKENS_A_PASSAGE
        if len(taken) < settings.MEMORY_KNOWLEDGE_LIMIT and cost <= left:
            taken.append(words)
            left -= cost
    return tuple(taken)


def cite(*, trace_id: UUID, words: Sequence[KnowledgeWords]) -> None:
    """The trace says which passages were brought; one that was deleted just now is left out."""
    if not words:
        return
    with transaction.atomic():
        ids = [one.chunk_id for one in words]
        present = Chunk.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
        kept = set(present.values_list("pk", flat=True))
        Citation.objects.bulk_create(
            [
                Citation(trace_id=trace_id, chunk_id=one.chunk_id, rank=rank, score=one.score)
                for rank, one in enumerate(words, 1)
                if one.chunk_id in kept
            ]
        )


def search(*, request: RecallRequest, intent: Intent, query: QueryVector | None) -> list[KnowledgeWords]:
    """The passages that answer the message, best first, all above the floor."""
    found = candidates(user_id=request.user.pk, text=intent.text, query=query)
    readable = Q(document__owner=request.user) | Q(document__owner=None)
    chunks = Chunk.objects.filter(readable, pk__in=found).select_related("document").in_bulk()
    texts = {pk: chunk.text for pk, chunk in chunks.items()}
    shown = evidence(found, texts=texts, scale=query.scale if query else None)
    chances = {
        pk: probability(features(intent=intent, text=texts[pk], evidence=one)) for pk, one in shown.items()
    }
    order = sorted(chances, key=lambda pk: (-chances[pk], pk))
    return [words_of(chunks[pk], score=chances[pk]) for pk in order if chances[pk] >= floor()]


def words_of(chunk: Chunk, *, score: float) -> KnowledgeWords:
    """The passage as a prompt and a receipt tell it."""
    return KnowledgeWords(
        chunk_id=chunk.pk,
        document_id=chunk.document_id,
        position=chunk.position,
        title=chunk.document.title,
        heading=chunk.heading,
        page=chunk.page,
        text=chunk.text,
        score=score,
    )


def candidates(*, user_id: UUID, text: str, query: QueryVector | None) -> dict[int, Candidate]:
    """The first passages of each search, by their number."""
    limit = settings.MEMORY_CHANNEL_LIMIT
    cosines: dict[int, float] = {}
    if query is not None:
        cosines = own(user_id=user_id, query=query.vector, model=query.model, limit=limit)
        cosines |= shared(query=query.vector, model=query.model, limit=limit)
    by_vector = sorted(cosines, key=lambda pk: (-cosines[pk], pk))[:limit]
    hits = keywords.search_by(_POSTINGS, user_id=user_id, query=text)
    bm25 = {key.int: score for key, score in hits.scores.best(limit)}
    best = max(bm25.values(), default=1.0) or 1.0
    ids = list(dict.fromkeys([*by_vector, *bm25]))
    coverage = hits.coverage.of([UUID(int=pk) for pk in ids])
    standings: dict[int, float] = {}
    if query is not None:
        for pk, vector in _vectors(ids, model=query.model, width=len(query.vector)):
            cosines[pk] = float(vector @ query.vector)
            standings[pk] = standing(
                model=query.model, vector=vector, cosine=cosines[pk], chinese=has_chinese(text)
            )
    return {
        pk: Candidate(
            cosine=cosines.get(pk),
            standing=standings.get(pk, 0.0),
            coverage=coverage.get(UUID(int=pk), 0.0),
            of_best=bm25.get(pk, 0.0) / best,
            rows=max(hits.rows, 1),
        )
        for pk in ids
    }


def own(*, user_id: UUID, query: np.ndarray, model: str, limit: int) -> dict[int, float]:
    """The person's own passages that are nearest, exactly: cosine by number."""
    width = len(query)
    sql = _OWN.format(side="<=" if width <= COVERED_DIMENSIONS else ">", bound=COVERED_DIMENSIONS)
    with connection.cursor() as cursor:
        cursor.execute(
            sql,
            {"query": HalfVector(query).to_text(), "user": str(user_id), "model": model, "width": width},
        )
        row = cursor.fetchone()
    if row is None or row[0] is None:
        return {}
    packed = np.frombuffer(bytes(row[0]), dtype=_ROW)
    order = np.lexsort((packed["id"], packed["distance"]))[:limit]
    return {int(packed["id"][place]): -float(packed["distance"][place]) for place in order}


def shared(*, query: np.ndarray, model: str, limit: int, exact: bool = False) -> dict[int, float]:
    """The shared passages that are nearest: cosine by number. Through HNSW for the widths that have an index."""
    width = len(query)
    with transaction.atomic(), connection.cursor() as cursor:
        if exact or width not in HNSW_DIMENSIONS:
            cursor.execute("SET LOCAL enable_indexscan = off")
        else:
            cursor.execute(
                "SELECT set_config('hnsw.iterative_scan', 'strict_order', true),"
                " set_config('hnsw.ef_search', %s, true)",
                [str(max(_EF_SEARCH, limit))],
            )
        cursor.execute(
            SHARED.format(width=width),
            {"query": HalfVector(query).to_text(), "model": model, "limit": limit},
        )
        found = {int(pk): -float(distance) for pk, distance in cursor.fetchall()}
        if exact or width not in HNSW_DIMENSIONS:
            cursor.execute("SET LOCAL enable_indexscan = on")
    return found


def _vectors(ids: Sequence[int], *, model: str, width: int) -> Iterator[tuple[int, np.ndarray]]:
    """The vectors of these passages, as far as they have one."""
    rows = ChunkVector.objects.filter(chunk__in=ids, model=model, dimensions=width)
    for pk, vector in rows.values_list("chunk", "vector"):
        yield pk, np.asarray(vector, dtype=np.float32)


# ------------------------------------------------------------------------------------------------ the floor


def evidence(
    found: Mapping[int, Candidate], *, texts: Mapping[int, str], scale: Scale | None
) -> dict[int, Evidence]:
    """The evidence of each candidate that has its text here."""
    near = {
        pk: scale.standard(one.cosine, text=texts[pk])
        for pk, one in found.items()
        if pk in texts and scale is not None and one.cosine is not None
    }
    # Ordered by how each stands out: a passage that is near to everything comes first nowhere.
    apart = {pk: found[pk].standing for pk in near}
    total, best = sum(apart.values()), max(apart.values(), default=0.0)
    return {
        pk: Evidence(
            nearness=near.get(pk),
            standing=apart.get(pk, 0.0),
            lead=apart[pk] - (total - apart[pk]) / (len(apart) - 1)
            if pk in apart and len(apart) > 1
            else 0.0,
            behind=best - apart.get(pk, best),
            coverage=found[pk].coverage,
            of_best=found[pk].of_best,
            rows=found[pk].rows,
        )
        for pk in texts
    }


def features(*, intent: Intent, text: str, evidence: Evidence) -> np.ndarray:
    """The evidence as numbers, in the order of ``FEATURES``."""
    blind = evidence.nearness is None
    nearness = min(max(evidence.nearness or 0.0, -3.0), 8.0)
    first = not blind and evidence.behind <= AS_NEAR
    foreign = has_chinese(intent.text) != has_chinese(text)
    values: Mapping[str, float] = {
        "bias": 1.0,
        # Where there is little, keywords tell less: what a question has beside them weighs more.
        "size": math.log10(min(evidence.rows, 1_000)),
        "nearness": nearness,
        "standing": min(max(evidence.standing, -3.0), 8.0),
        "lead": min(max(evidence.lead, -4.0), 6.0),
        "coverage": evidence.coverage,
        "coverage_squared": evidence.coverage**2,
        "first_by_vector": first,
        "first_by_keyword": evidence.of_best >= AS_GOOD,
        "blind": blind,
        "blind_coverage": evidence.coverage if blind else 0.0,
        "other_language": foreign,
        "foreign_nearness": nearness if foreign else 0.0,
        "foreign_first": foreign and first,
        "personal": intent.personal,
        "personal_first": intent.personal and first,
        "no_question": not (intent.question or intent.request),
    }
    return np.array([float(values[name]) for name in FEATURES])


@lru_cache(maxsize=1)
def weights() -> tuple[np.ndarray, float]:
    """The fitted weights in the order of ``FEATURES``, and the probability below which nothing is brought."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return np.array([stored["weights"][name] for name in FEATURES]), float(stored["floor"])


def probability(values: np.ndarray) -> float:
    """The chance (0–1) that a passage with these features answers the message."""
    return float(1.0 / (1.0 + np.exp(-float(values @ weights()[0]))))


def floor() -> float:
    """The probability below which nothing is brought."""
    return weights()[1]
