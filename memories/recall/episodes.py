"""The channel of episodes: what earlier talks were about, concluded and left open, by meaning and keywords.

Judged by the features and the floor of memories, for an item is a line of the same kind.
"""

# ruff: noqa: E501

from collections.abc import Collection, Sequence
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q
from pgvector import HalfVector

from memories.kinds import MemoryStatus, MemoryType
from memories.models import COVERED_DIMENSIONS, EpisodeItem, MemorySource
from memories.recall import fitting, keywords, ranking
from memories.recall.address import address
from memories.recall.embedding import QueryVector
from memories.recall.evidence import merge, weigh
from memories.recall.intent import Intent
from memories.recall.ranking import Row
from memories.recall.tokens import normalise
from memories.recall.types import EpisodeWords, RecallRequest
from memories.recall.vectors import EMPTY, Scores
from memoryhub import patterns as re

#: The question points back at an earlier talk, or asks what came of one.
_OF_A_TALK = re.compile(
    r"\b(?:last time|earlier|before|previously|the other day|in the end|finally|we (?:talked|spoke|discussed|chatted|planned|agreed|decided|settled|chose|picked)|"
    r"(?:did|have) (?:i|we) (?:\w+ )?(?:decide|agree|settle|choose|pick|go for|end up|plan)|i (?:decided|chose|picked|settled)|remind me)\b|"
    r"上次|上回|之前|以前|那次|当时|最后|最终|后来|聊过|讨论过|说好|商量|定(?:了|的|下)|决定|选(?:了|的|定)|来着"
)

_NEAR = np.dtype([("id", "V16"), ("distance", ">f4")])
# Numbers are widened to the sixteen bytes that the other channels' keys have. The literal bound: see ``vectors``.
_VECTORS = """
SELECT string_agg(int8send(0) || int8send(item_id) || float4send((vector <#> %(query)s::halfvec)::float4), ''::bytea)
FROM memories_episodevector
WHERE user_id = %(user)s AND model = %(model)s AND dimensions {side} {bound} AND vector_dims(vector) = %(width)s
"""
_POSTINGS = """
SELECT token, count(*), sum(length),
       CASE WHEN token <> %(every)s
            THEN string_agg(int8send(0) || int8send(item_id) || int2send(frequency) || int4send(length), ''::bytea) END
FROM memories_episodeposting
WHERE user_id = %(user)s AND token = ANY(%(tokens)s)
GROUP BY token
"""


def search(
    *,
    request: RecallRequest,
    intent: Intent,
    query: QueryVector | None,
    known: Collection[UUID] = (),
    said: Collection[UUID] = (),
) -> list[EpisodeWords]:
    """What earlier talks say to the message, best first, all above the floor.

    An item speaks no more where its memory is told already (``known``), or where one that its messages taught is not
    current; what it was about is not said again where its message is brought (``said``). Where the question points back
    at a talk, what the talk concluded is said with what it was about. What is said in the conversation at hand is in
    view anyway.
    """
    near = _near(request, query)
    hits = keywords.search_by(_POSTINGS, user_id=request.user.pk, query=intent.text)
    rows = max(hits.rows, len(near.keys), 1)
    limit = settings.MEMORY_CHANNEL_LIMIT
    best = {"vector": near.best(limit), "keyword": hits.scores.best(limit)}
    ids = merge([[key for key, _score in found] for found in best.values()])
    items = {UUID(int=item.pk): item for item in _readable(request, Q(pk__in=[key.int for key in ids]))}
    evidence = weigh(
        texts={key: item.text for key, item in items.items()},
        near=near,
        hits=hits,
        best=best,
        scale=query.scale if query else None,
        rows=rows,
    )
    judged: list[fitting.Judged] = []
    for key, item in items.items():
        row = _row(key, item)
        values = ranking.features(intent=intent, row=row, evidence=evidence[key])
        judged.append(fitting.Judged(row, ranking.probability(values), evidence[key].nearness))
    chances = {
        item: one.chance
        for item, one in zip(items.values(), judged, strict=True)
        if one.chance >= ranking.floor()
    }
    passing = fitting.answering(intent=intent, judged=judged, floor=ranking.floor())
    answers = {
        item.pk
        for item, passes in zip(items.values(), passing, strict=True)
        if passes and item.kind != EpisodeItem.Kind.QUESTION
    }
    if chances and _OF_A_TALK.search(normalise(intent.text)):
        talks: dict[UUID, float] = {}
        for item, chance in chances.items():
            talks[item.episode_id] = max(talks.get(item.episode_id, 0.0), chance)
        concluded = Q(episode__in=talks, kind=EpisodeItem.Kind.CONCLUSION)
        for item in _readable(request, concluded):
            # Ahead of what else was said in that talk: it is what came of it.
            chances[item] = max(chances.get(item, 0.0), talks[item.episode_id]) + 1.0
    told = _told_already(list(chances), known=known, said=said)
    ranked = sorted(chances.items(), key=lambda pair: (-pair[1], -pair[0].pk))
    return [
        _words(item, score=min(chance, 1.0), answers=item.pk in answers)
        for item, chance in ranked
        if item.pk not in told
    ]


def by_ids(*, request_user_id: UUID, scores: dict[int, float]) -> list[EpisodeWords]:
    """The items with these numbers as they stand now, for a prompt that is looked at again."""
    rows = EpisodeItem.objects.filter(episode__user_id=request_user_id, pk__in=list(scores))
    found = {item.pk: item for item in rows.select_related("episode")}
    return [_words(found[pk], score=score) for pk, score in scores.items() if pk in found]


def _near(request: RecallRequest, query: QueryVector | None) -> Scores:
    if query is None:
        return EMPTY
    width = len(query.vector)
    sql = _VECTORS.format(side="<=" if width <= COVERED_DIMENSIONS else ">", bound=COVERED_DIMENSIONS)
    parameters: dict[str, str | int] = {
        "query": HalfVector(query.vector).to_text(),
        "user": str(request.user.pk),
        "model": query.model,
        "width": width,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        row = cursor.fetchone()
    if row is None or row[0] is None:
        return EMPTY
    packed = np.frombuffer(bytes(row[0]), dtype=_NEAR)
    return Scores(tuple(packed["id"].tolist()), -packed["distance"].astype(np.float32))


def _readable(request: RecallRequest, which: Q) -> list[EpisodeItem]:
    """The person's items that no memory takes back: one that their messages taught, and that is not current."""
    own = EpisodeItem.objects.filter(which, episode__user=request.user)
    if request.conversation_id is not None:
        own = own.exclude(episode__conversation_id=request.conversation_id)
    own = own.filter(Q(memory=None) | Q(memory__status=MemoryStatus.ACTIVE))
    taken_back = MemorySource.objects.filter(
        ~Q(memory__status=MemoryStatus.ACTIVE), message__episode_items=OuterRef("pk")
    )
    return list(own.exclude(Exists(taken_back)).select_related("episode"))


def _told_already(
    items: Sequence[EpisodeItem], *, known: Collection[UUID], said: Collection[UUID]
) -> set[int]:
    """Those whose memory, one that their messages taught, or, of a topic, its message is in the prompt anyway."""
    numbers = [item.pk for item in items]
    taught = MemorySource.objects.filter(memory_id__in=list(known), message__episode_items__in=numbers)
    told = {item.pk for item in items if item.memory_id in known}
    topics = [item.pk for item in items if item.kind == EpisodeItem.Kind.TOPIC]
    told.update(EpisodeItem.objects.filter(pk__in=topics, messages__in=said).values_list("pk", flat=True))
    return told | set(taught.values_list("message__episode_items", flat=True)) & set(numbers)


def _row(key: UUID, item: EpisodeItem) -> Row:
    preference = item.kind == EpisodeItem.Kind.PREFERENCE
    return Row(
        id=key,
        content=item.text,
        type=MemoryType.PREFERENCE if preference else MemoryType.EVENT,
        slot="",
        relation="",
        confidence=1.0,
        access_count=0,
        told_at=item.episode.ended_at,
        used_at=None,
    )


def _words(item: EpisodeItem, *, score: float, answers: bool = False) -> EpisodeWords:
    return EpisodeWords(
        item_id=item.pk,
        episode_id=item.episode_id,
        kind=item.kind,
        text=address(item.text),
        said_at=item.episode.ended_at,
        score=score,
        answers=answers,
    )
