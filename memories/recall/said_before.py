"""Past messages that answer a message: how they are ordered, which are near enough to be brought, what is shown of them.

The scores come from ``past``. The order and the floor are fitted by ``fit_passages`` on long talks.
"""

# ruff: noqa: E501

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

import numpy as np

from memories import passages, sources
from memories.capture.types import Turn
from memories.kinds import MemoryStatus
from memories.models import MemorySource
from memories.recall import past, waiting_words, when
from memories.recall.background import Scale
from memories.recall.embedding import QueryVector
from memories.recall.intent import Intent, only_asks, sentences
from memories.recall.keywords import query_weights
from memories.recall.past import Past
from memories.recall.ranking import WEIGHTS
from memories.recall.tokens import normalise, tokens
from memories.recall.types import PastWords, RecallRequest
from memories.sources import SourceMessage
from memoryhub import patterns as re

#: As many messages are looked at with their text for a prompt.
CANDIDATES = 16
#: Of those above the floor, as many are read closely.
CLOSE = 8
#: As much of a long message is looked at.
READ_CHARACTERS = 1_500
#: Half of what recency adds is gone after this many days.
HALF_LIFE_DAYS = 30.0
#: Of the first rows, those are two states of one thing that share so many of the question's words, this much of what the
#: words of the upper one say, and are this near in score, or by this share of it; the newer one comes first.
COMPARED, ALIKE_WORDS, ALIKE, ALIKE_SCORE, ALIKE_GAP = 10, 2, 0.6, 3.0, 0.5
#: What is shown of a message at most.
SHOWN_CHARACTERS = 280

FEATURES = (
    "keyword", "meaning", "around", "coverage", "first_by_keyword", "first_by_vector", "question", "ends_asking", "assistant",
    "asked_of_assistant", "named_speaker", "other_speaker", "time_asked", "count_asked", "length", "recency",
    "then", "led_to",
)  # fmt: skip
CHANCE = ("bias", "nearness", "coverage", "coverage_squared", "lead", "around", "size", "blind", "question")
_BLIND, _NEARNESS = CHANCE.index("blind"), CHANCE.index("nearness")

#: The message points at what the assistant said.
_OF_ASSISTANT = re.compile(
    r"\b(?:did|do|had|have) you (?:\w+ )?(?:say|said|tell|told|suggest|recommend|mention|give|gave|explain|propose|list|write|answer)|\byou (?:\w+ )?(?:said|told|suggested|recommended|"
    r"mentioned|gave|explained|proposed|listed|wrote|answered)\b|\byour (?:\w+ )?(?:suggestion|recommendation|advice|answer|explanation|list|plan)s?\b|"
    r"你(?:之前|上次|刚才|曾经?|当时|那时)?(?:给我|跟我|对我)?(?:说|讲|推荐|建议|提|列|写|解释|回答)(?:过|了|的)|你的(?:建议|推荐|回答|方案|解释)"
)
#: The message points back at an earlier talk.
_BACK = re.compile(
    r"\b(?:last time|earlier|before|previously|the other day|we (?:talked|spoke|discussed|chatted|planned|agreed|decided)|i (?:told|mentioned|said|asked|shared)|remember when|remind me|recall)\b|"
    r"上次|上回|之前|以前|刚才|那次|当时|记得|提过|说过|聊过|讲过|告诉过|讨论过|来着"
)
#: It asks for a former state.
_OF_BEFORE = re.compile(
    r"\b(?:before|previous|formerly|first|initially|originally|used to|back then|earlier)\b|以前|之前|原来|最初|第一次|曾经|当初"
)
#: It asks for the present state, and not for what once happened.
_OF_NOW = re.compile(
    r"\b(?:do|does|am|is|are|have|has|can|current(?:ly)?|now|latest|most recent(?:ly)?|these days|nowadays|so far|yet)\b|现在|目前|如今|最近一次|最新|至今"
)
_OF_THEN = re.compile(
    r"\b(?:did|was|were|had|when|ago|first|order|total|before|after|between|older)\b|什么时候|第一|一共|总共|之后"
)
_TIME_ASKED = re.compile(
    r"\bwhen\b|\bwhat (?:day|date|time|month|year)\b|\bhow long\b|\bwhich (?:day|month|year)\b|什么时候|哪天|哪一天|几号|几月|几点|多久|何时|哪年|日期"
)
_TIME_TOLD = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|last|next|ago|since|week(?:end)?|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"january|february|march|april|may|june|july|august|september|october|november|december)\b|\d{1,2}:\d\d|\b(?:19|20)\d\d\b|昨天|今天|明天|上周|下周|去年|今年|周[一二三四五六日末]|[0-9一二三四五六七八九十]+[月日号点年]"
)
_COUNT_ASKED = re.compile(
    r"\bhow (?:many|much|old|far|tall|big)\b|多少|几[个次人岁天本家位只]|多大|多高|多远|多重"
)
_COUNT_TOLD = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|both|couple|dozen)\b|[一二两三四五六七八九十百千]"
)
_SPEAKER = re.compile(r"^\s*([A-Za-z][\w'.-]*(?: [A-Za-z][\w'.-]*){0,2}|[\u4e00-\u9fff]{1,6})\s*[:：]")


@dataclass(frozen=True, slots=True)
class Before:
    """A past message as a candidate: what orders it, the chance (0–1) that it answers, and how near it is (None
    without vectors)."""

    message: SourceMessage
    score: float
    chance: float
    channels: Mapping[str, int]
    nearness: float | None = None


def candidates(
    *, request: RecallRequest, intent: Intent, query: QueryVector | None, limit: int = CANDIDATES
) -> list[Before]:
    """The person's past messages for this one, best first; not those that are in view already.

    Their texts are as they were typed: they are masked before any of them is brought.
    """
    scores = past.search(
        user_id=request.user.pk,
        query=intent.text,
        vector=query.vector if query else None,
        model=query.model if query else "",
        spans=when.spans(intent.text, at=request.as_of.astimezone(request.user.tzinfo)),
    )
    unwanted = set(request.in_view)
    if request.message_id is not None:
        unwanted.add(request.message_id)
    leading = [UUID(bytes=scores.ids[place]) for place in scores.best(past.LEADING, exclude=unwanted)]
    if not leading:
        return []
    found = sources.conversations().messages(user=request.user, message_ids=leading)
    texts_of = {one.bytes: found[one].text[:READ_CHARACTERS] for one in leading if one in found}
    scores = past.led(scores, user_id=request.user.pk, query=intent.text, leading=texts_of)
    places = scores.best(limit, exclude=unwanted)
    ids = [UUID(bytes=scores.ids[place]) for place in places]
    found = sources.conversations().messages(user=request.user, message_ids=ids)
    kept = [place for place, one in zip(places, ids, strict=True) if one in found]
    messages = [found[one] for one in ids if one in found]
    texts = [message.text for message in messages]
    roles = [message.role for message in messages]
    days = [(request.as_of - message.said_at).total_seconds() / 86_400 for message in messages]
    order = (
        features(intent=intent, scores=scores, places=kept, texts=texts, roles=roles, days=days)
        @ weights()[0]
    )
    telling = chance_features(scores=scores, places=kept, texts=texts, scale=query.scale if query else None)
    near = [None if one[_BLIND] else float(one[_NEARNESS]) for one in telling]
    rows = [
        Before(message, float(score), float(likely), _channels(scores, place), nearness)
        for message, place, score, likely, nearness in zip(
            messages, kept, order, chance(telling), near, strict=True
        )
    ]
    rows.sort(key=lambda row: (-row.score, row.message.message_id))
    plain = normalise(intent.text)
    return newer_first(rows, asked=scores.rarity) if asks_of_now(plain) else rows


def newer_first(rows: list[Before], *, asked: Mapping[str, float]) -> list[Before]:
    """Of the first rows, those that answer alike stand newest first; ``asked``: how much each word of the question says."""
    head, tail = rows[:COMPARED], rows[COMPARED:]
    shared = {
        row.message.message_id: tokens(row.message.text[:READ_CHARACTERS]).keys() & asked.keys()
        for row in head
    }
    for start in range(1, len(head)):
        for place in range(start, 0, -1):
            above, below = head[place - 1], head[place]
            words = shared[above.message.message_id]
            both = words & shared[below.message.message_id]
            said, told = (sum(asked[word] for word in some) for some in (both, words))
            alike = len(both) >= ALIKE_WORDS and said >= ALIKE * told
            near = above.score - below.score <= max(ALIKE_SCORE, ALIKE_GAP * above.score)
            if not (alike and near and above.message.said_at < below.message.said_at):
                break
            head[place - 1], head[place] = below, above
    return head + tail


def asks_of_now(plain: str) -> bool:
    """Whether a message, normalised, asks how something stands, rather than what happened or how it stood before."""
    return _OF_NOW.search(plain) is not None and not (_OF_THEN.search(plain) or _OF_BEFORE.search(plain))


def _channels(scores: Past, place: int) -> dict[str, int]:
    ranks = {
        "past_vector": int(scores.vector_rank[place]),
        "past_keyword": int(scores.keyword_rank[place]),
    }
    return {name: rank for name, rank in ranks.items() if rank}


# ------------------------------------------------------------------------------------------------ order and floor


def features(
    *,
    intent: Intent,
    scores: Past,
    places: Sequence[int],
    texts: Sequence[str],
    roles: Sequence[str],
    days: Sequence[float],
) -> np.ndarray:
    """What orders the candidates, shape (candidates, features); ``days``: how long ago each was said."""
    plain = normalise(intent.text).replace("’", "'")
    of_assistant = asks_of_assistant(plain)
    time_asked, count_asked = bool(_TIME_ASKED.search(plain)), bool(_COUNT_ASKED.search(plain))
    found = np.zeros((len(places), len(FEATURES)))
    for row, (place, text, role, ago) in enumerate(zip(places, texts, roles, days, strict=True)):
        text = text[:READ_CHARACTERS]
        told = text.lower()
        speaker = _SPEAKER.match(text)
        named = speaker is not None and normalise(speaker.group(1)) in plain
        assistant = role == "assistant"
        found[row] = (
            scores.keyword[place],
            scores.meaning[place],
            scores.around[place],
            scores.coverage[place],
            scores.keyword_rank[place] == 1,
            scores.vector_rank[place] == 1,
            only_asks(text[speaker.end() :] if speaker else text),
            text.rstrip().endswith(("?", "？")),
            assistant,
            assistant and of_assistant,
            named,
            speaker is not None and not named,
            time_asked and _TIME_TOLD.search(told) is not None,
            count_asked and _COUNT_TOLD.search(told) is not None,
            math.log10(10 + len(text)),
            0.5 ** (max(ago, 0.0) / HALF_LIFE_DAYS),
            scores.then[place],
            scores.led_to[place],
        )
    return found


def chance_features(
    *, scores: Past, places: Sequence[int], texts: Sequence[str], scale: Scale | None
) -> np.ndarray:
    """What tells whether a candidate answers at all, shape (candidates, features)."""
    found = np.zeros((len(places), len(CHANCE)))
    size = math.log10(1 + len(scores.ids))
    for row, (place, text) in enumerate(zip(places, texts, strict=True)):
        cosine = float(scores.cosine[place])
        blind = scale is None or math.isnan(cosine)
        near = 0.0 if blind or scale is None else scale.standard(cosine, text=text[:READ_CHARACTERS])
        coverage = float(scores.coverage[place])
        found[row] = (
            1.0,
            min(max(near, -2.0), 8.0),
            coverage,
            coverage**2,
            float(scores.own[place]),
            float(scores.around[place]),
            size,
            blind,
            only_asks(text[:READ_CHARACTERS]),
        )
    return found


def chance(values: np.ndarray) -> np.ndarray:
    """The chance (0–1) of each candidate to answer the message."""
    return np.asarray(1.0 / (1.0 + np.exp(-(values @ weights()[1]))))


@lru_cache(maxsize=1)
def weights() -> tuple[np.ndarray, np.ndarray, float]:
    """The fitted weights of the order and of the chance, and the floor below which nothing is brought."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))["passages"]
    order = np.array([stored["order"][name] for name in FEATURES])
    likely = np.array([stored["chance"][name] for name in CHANCE])
    return order, likely, float(stored["floor"])


def asks_of_assistant(plain: str) -> bool:
    """Whether a message, normalised, asks for what the assistant said."""
    return _OF_ASSISTANT.search(plain) is not None


# ------------------------------------------------------------------------------------------------ what is brought


def brought(
    *,
    request: RecallRequest,
    asked: Sequence[Intent],
    rows: Sequence[Before],
    known: Collection[UUID],
    said: Collection[UUID],
) -> list[PastWords]:
    """What of the candidates goes into the prompt, best first: above the floor, and worth saying.

    ``asked``: the message, and each question of one that asks two things.
    ``known`` are the memories that are told anyway, ``said`` messages that are there already. A message that taught a
    memory speaks through it: it is not brought beside it, nor when the memory was replaced, refused, is in doubt or gone.
    """
    intent = asked[0]
    plain = normalise(intent.text).replace("’", "'")
    of_assistant = asks_of_assistant(plain)
    if not (intent.personal or of_assistant or _BACK.search(plain)):
        return []
    floor = weights()[2]
    near = [
        row
        for row in rows
        if row.chance >= floor
        and row.message.message_id not in said
        and (row.message.role == "user" or (row.message.role == "assistant" and of_assistant))
    ][:CLOSE]
    if not near:
        return []
    texts = passages.masked(user=request.user, messages=[row.message for row in near])
    spoken_for = _spoken_for([row.message.message_id for row in near], known=known)
    near = [
        row
        for row in near
        if row.message.message_id not in spoken_for and not only_asks(texts.get(row.message.message_id, "?"))
    ]
    answers = _answers(asked=asked, rows=near, texts=texts)
    weights_asked = query_weights(intent.text)
    return [
        PastWords(
            message_id=row.message.message_id,
            conversation_id=row.message.conversation_id,
            text=excerpt(texts[row.message.message_id], asked=weights_asked),
            role=row.message.role,
            said_at=row.message.said_at,
            score=row.chance,
            answer=answers.get(row.message.message_id, ""),
        )
        for row in near
    ]


def _answers(
    *, asked: Sequence[Intent], rows: Sequence[Before], texts: Mapping[UUID, str]
) -> dict[UUID, str]:
    """The person's own sentences in each of the rows that answer."""
    own = [row for row in rows if row.message.role == "user"]
    turns = [
        waiting_words.read(
            Turn(
                message_id=row.message.message_id,
                conversation_id=row.message.conversation_id,
                text=texts[row.message.message_id][:READ_CHARACTERS],
                said_at=row.message.said_at,
            )
        )
        for row in own
    ]
    found = waiting_words.answering(asked=asked, turns=turns, nearness=[row.nearness for row in own])
    return {row.message.message_id: answer for row, answer in zip(own, found, strict=True)}


def _spoken_for(message_ids: Sequence[UUID], *, known: Collection[UUID]) -> set[UUID]:
    taught = MemorySource.objects.filter(message_id__in=message_ids).values_list(
        "message_id", "memory_id", "memory__status"
    )
    return {
        message_id
        for message_id, memory_id, status in taught
        if message_id is not None and (memory_id in known or status != MemoryStatus.ACTIVE)
    }


def excerpt(text: str, *, asked: Mapping[str, float]) -> str:
    """The sentences of a long text that have most of the question's words, in their order, marked where they are cut."""
    plain = " ".join(text.split())
    if len(plain) <= SHOWN_CHARACTERS:
        return plain
    parts = sentences(text)
    worth = [sum(weight for token, weight in asked.items() if token in tokens(part)) for part in parts]
    chosen: set[int] = set()
    left = SHOWN_CHARACTERS
    for place in sorted(range(len(parts)), key=lambda at: (-worth[at], at)):
        if len(parts[place]) <= left and (worth[place] > 0 or not chosen):
            chosen.add(place)
            left -= len(parts[place]) + 2
    if not chosen:
        best = max(range(len(parts)), key=lambda at: worth[at])
        return " ".join(parts[best].split())[: SHOWN_CHARACTERS - 1] + "…"
    pieces = [" ".join(parts[place].split()) for place in sorted(chosen)]
    return "… ".join(pieces) + ("" if max(chosen) == len(parts) - 1 else " …")
