"""Search of a person's past messages by words and by meaning. Reads only; own rows, masked as the index is.

What was forgotten is found by neither: its messages are out of the index, and words are looked for only in what the
index holds or was never captured.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

import numpy as np
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from chat.models import Message
from memories import passages, sources
from memories.kinds import CaptureStatus, MemoryStatus
from memories.models import CaptureRun, MemorySource, PassagePosting, Tombstone
from memories.recall import past
from memories.recall.background import Scale, scale
from memories.recall.index import EVERY
from memories.recall.keywords import query_weights
from memories.recall.model_in_use import embedder
from memories.recall.said_before import excerpt
from memories.recall.tokens import normalise, tokens
from memoryhub import patterns as re
from memoryhub.ai.errors import ModelError
from memoryhub.models import User

logger = logging.getLogger(__name__)

#: As many messages are found at most; so many of the index, and of those with the very words, are looked at.
LIMIT, _LOOKED_AT, _LITERAL = 100, 200, 500
#: A message has the words when it has so much of their weight. It is near in meaning from so many spreads above neutral
#: sentences of its language on, if it has this share of what the nearest has; so many at most.
_COVERED, _NEAR, _SHARE, _NEAR_LIMIT = 0.6, 3.2, 0.6, 10
#: Messages with the words come before those that are only near, and those with the very words before both.
_WORDS, _PHRASE = 20.0, 6.0


class By(StrEnum):
    """What found a message."""

    WORDS = "words"
    MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an excerpt; ``mark`` tells that it is one of the words."""

    text: str
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that was found, with the stretch of it that answers."""

    message_id: UUID
    conversation_id: UUID
    title: str
    role: str
    said_at: datetime
    excerpt: str
    by: By
    score: float

    def pieces(self, words: str) -> list[Piece]:
        """The excerpt with the words marked."""
        return list(_marked(self.excerpt, words))


def messages_find(*, user: User, q: str, limit: int = LIMIT) -> list[Hit]:
    """The person's messages that have the words, or are near to them in meaning, best first."""
    words = q.replace("\x00", "").strip()
    if not words:
        return []
    scores, own_scale = _index(user, words)
    literal = {message_id for message_id, _conversation in with_words(user=user, words=words)}
    places = {UUID(bytes=scores.ids[place]): place for place in _best(scores)}
    ids = list(dict.fromkeys([*literal, *places]))
    messages = sources.conversations().messages(user=user, message_ids=ids)
    texts = passages.masked(user=user, messages=messages.values())
    asked = query_weights(words)
    near = _near(texts, scores=scores, places=places, own_scale=own_scale)
    found: list[Hit] = []
    for message_id, text in texts.items():
        place = places.get(message_id)
        if message_id in literal and words.lower() in text.lower():
            by, score = By.WORDS, _WORDS + _PHRASE + (float(scores.own[place]) if place is not None else 0.0)
        elif place is not None and float(scores.coverage[place]) >= _COVERED:
            by, score = By.WORDS, _WORDS + float(scores.own[place])
        elif message_id in near:
            by, score = By.MEANING, near[message_id]
        else:
            continue
        message = messages[message_id]
        found.append(
            Hit(
                message_id=message_id,
                conversation_id=message.conversation_id,
                title=message.conversation_title,
                role=message.role,
                said_at=message.said_at,
                excerpt=_excerpt(_read_aloud(text), words=words, asked=asked),
                by=by,
                score=round(score, 4),
            )
        )
    found.sort(key=lambda hit: (-hit.score, -hit.said_at.timestamp(), hit.message_id))
    return found[:limit]


def with_words(*, user: User, words: str) -> list[tuple[UUID, UUID]]:
    """(message, conversation) of the latest of the person's messages with just these words that may be found by them.

    That is what the index holds, and what no capture has read: what is neither was taken out when something was
    forgotten.
    """
    question = CaptureRun.objects.filter(message=OuterRef("question"))
    stone = Tombstone.objects.filter(user=user, message_id=OuterRef("question"))
    own = Tombstone.objects.filter(user=user, message_id=OuterRef("pk"))
    unread = ~Exists(question) | Exists(
        question.filter(
            ~Q(status=CaptureStatus.DONE) | Q(outcome__contains=[{"outcome": "declined:learning_off"}])
        )
    )
    known = Exists(
        MemorySource.objects.filter(message=OuterRef("question"), memory__status=MemoryStatus.ACTIVE)
    )
    indexed = PassagePosting.objects.filter(user=user, token=EVERY, message=OuterRef("pk"))
    rows = (
        Message.objects.filter(
            conversation__user=user,
            role__in=[Message.Role.USER, Message.Role.ASSISTANT],
            text__icontains=words,
        )
        .annotate(question=Coalesce("reply_to_id", "pk"), stone=Exists(stone), own_stone=Exists(own))
        .filter(Exists(indexed) | Q(stone=False) & (unread | known))
        .order_by("-created_at")
    )
    found = list(rows.values_list("pk", "conversation_id", "own_stone")[:_LITERAL])
    partly = [message_id for message_id, _conversation, has_stone in found if has_stone]
    messages = sources.conversations().messages(user=user, message_ids=partly) if partly else {}
    left = passages.masked(user=user, messages=messages.values()) if partly else {}
    return [
        (message_id, conversation_id)
        for message_id, conversation_id, has_stone in found
        if not has_stone or words.lower() in left.get(message_id, "").lower()
    ]


def _index(user: User, words: str) -> tuple[past.Past, Scale | None]:
    """The person's index against the words; without the model's help by keywords alone."""
    model = embedder()
    vector: np.ndarray | None = None
    own_scale = None
    try:
        vector = model.query(words)
        own_scale = scale(embedder=model, query=vector)
    except ModelError as error:
        logger.warning("message search without vectors: %s", error.code)
    return past.search(user_id=user.pk, query=words, vector=vector, model=model.model), own_scale


def _best(scores: past.Past) -> list[int]:
    """The places of the best messages by what they say themselves, not by what stands around them."""
    order = np.argsort(-scores.own, kind="stable")[:_LOOKED_AT]
    return [int(place) for place in order]


def _near(
    texts: Mapping[UUID, str], *, scores: past.Past, places: Mapping[UUID, int], own_scale: Scale | None
) -> dict[UUID, float]:
    """How near those are in meaning that are near enough, in spreads above neutral sentences of their language."""
    if own_scale is None:
        return {}
    cosines = {pk: float(scores.cosine[places[pk]]) for pk in texts if pk in places}
    found = {
        pk: own_scale.standard(cosine, text=texts[pk])
        for pk, cosine in cosines.items()
        if not np.isnan(cosine)
    }
    least = max(_NEAR, _SHARE * max(found.values(), default=0.0))
    best = sorted(found, key=lambda pk: (-found[pk], pk))[:_NEAR_LIMIT]
    return {pk: found[pk] for pk in best if found[pk] >= least}


# ------------------------------------------------------------------------------------------------ excerpts

_AROUND = 120


_LINK, _MARKUP = (
    re.compile(r"\[([^\]\n]+)\]\([^)\s]*\)"),
    re.compile(r"^\s*(?:[-*+>]|#{1,6})\s+|\*\*|`+", re.M),
)


def _read_aloud(text: str) -> str:
    """The text without the marks of its Markdown."""
    return _MARKUP.sub("", _LINK.sub(r"\1", text))


def _excerpt(text: str, *, words: str, asked: dict[str, float]) -> str:
    """The stretch around the words where they stand together, else the sentences that have most of them."""
    line = " ".join(text.split())
    at = line.lower().find(words.lower())
    if at < 0:
        return excerpt(text, asked=asked)
    start, end = max(0, at - _AROUND), min(len(line), at + len(words) + _AROUND)
    if start:
        start = max(start, line.rfind(" ", 0, start + 12) + 1)
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")


_WORD = re.compile(r"[^\W_\u3400-\u9fff]+(?:['’][^\W_]+)*|[\u3400-\u9fff]+")


def _marked(text: str, words: str) -> Iterator[Piece]:
    spans = sorted(_spans(text, words))
    at = 0
    for start, end in _joined(spans):
        if start > at:
            yield Piece(text[at:start])
        yield Piece(text[start:end], mark=True)
        at = end
    if at < len(text):
        yield Piece(text[at:])


def _spans(text: str, words: str) -> Iterator[tuple[int, int]]:
    """Where the words stand in the text: as they were typed, and by their stems or pairs of characters."""
    whole = [(found.start(), found.end()) for found in re.finditer(re.escape(words), text, re.IGNORECASE)]
    if whole:
        yield from whole
        return
    asked = set(tokens(words))
    for found in _WORD.finditer(text):
        if "\u3400" <= found.group()[0] <= "\u9fff":
            yield from _pairs(text, found.start(), found.end(), asked)
        elif asked & set(tokens(found.group())):
            yield found.start(), found.end()


def _pairs(text: str, start: int, end: int, asked: Collection[str]) -> Iterator[tuple[int, int]]:
    for at in range(start, end - 1):
        if normalise(text[at : at + 2]) in asked:
            yield at, at + 2


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
