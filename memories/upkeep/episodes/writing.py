"""Writes an episode of each ended conversation, once a stretch of messages, in the worker.

The talk is read first, told without a transaction, and stored in one short transaction under the person's lock only
if it still reads the same: what was forgotten or said meanwhile begins it anew.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from memories import records, sources
from memories.kinds import MemoryFlag
from memories.models import (
    Episode,
    EpisodeItem,
    EpisodePosting,
    EpisodeVector,
    Memory,
    MemorySettings,
    MemorySource,
)
from memories.recall.index import EVERY
from memories.recall.tokens import is_single_character, length, tokens
from memories.sources import Talk
from memories.upkeep.episodes import builtin, by_model
from memories.upkeep.episodes.builtin import Item, Learnt
from memories.upkeep.episodes.raising import raise_conclusions
from memoryhub.ai.llm import language_model
from memoryhub.models import User

logger = logging.getLogger(__name__)

_TRIES = 3
_SMALLINT_MAX = 32_767
#: An open question is settled by a later talk that has this share of its words.
_SETTLED = 0.6


class _Stale(Exception):
    """The talk reads otherwise by now; nothing is stored."""


def tell(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """Idle conversations are closed, and each ended one has its episode; returns how many (would be) written."""
    source = sources.conversations()
    idle = source.end_idle(now=now or timezone.now(), dry_run=dry_run)
    if dry_run:
        return idle + len(source.ended())
    written = 0
    tried: set[UUID] = set()
    while waiting := [pair for pair in source.ended() if pair[1] not in tried]:
        for user_id, conversation_id in waiting:
            tried.add(conversation_id)
            try:
                written += write(user_id=user_id, conversation_id=conversation_id)
            except Exception as error:  # one talk must not keep the others waiting; it is found again
                logger.error("no episode of %s: %s", conversation_id, records.where(error))
    return written


def write(*, user_id: UUID, conversation_id: UUID) -> int:
    """Everything said in an ended conversation is told in episodes; returns how many were written."""
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return 0
    written = tries = 0
    while tries < _TRIES:
        talk = sources.conversations().talk(user=user, conversation_id=conversation_id)
        if talk is None or MemorySettings.objects.filter(user=user, learn=False).exists():
            break
        try:
            written += _write(user, talk)
        except _Stale:
            tries += 1
            continue
        raise_conclusions(user=user, conversation_id=conversation_id)
        left = sources.conversations().talk(user=user, conversation_id=conversation_id)
        if left is None or left.last_sequence <= talk.last_sequence:
            break
    return written


def _write(user: User, talk: Talk) -> int:
    learnt = _learnt(user, talk)
    items = _told(talk, learnt) if talk.lines or learnt else []

    def work(vectors: records.Vectors) -> int:
        now = sources.conversations().talk(user=user, conversation_id=talk.conversation_id)
        if now != talk or _learnt(user, talk) != learnt:
            raise _Stale
        sources.conversations().talk_told(
            user=user, conversation_id=talk.conversation_id, through=talk.last_sequence
        )
        _settle(user, talk)
        if not items:
            return 0
        vectors.need([item.text for item in items])
        _store(user, talk, items, vectors)
        return 1

    return records.changing(user_id=user.pk, contents=[item.text for item in items], work=work)


def _told(talk: Talk, learnt: Sequence[Learnt]) -> list[Item]:
    model = language_model()
    if model is not None and settings.MEMORY_WRITER != "builtin":
        records.release_connection()
        try:
            return [*by_model.write(model, talk), *builtin.preferences(learnt)]
        except by_model.WriterFailed as error:
            logger.warning("an episode of %s by the built-in writer: %s", talk.conversation_id, error)
    return builtin.write(talk, learnt)


def _learnt(user: User, talk: Talk) -> list[Learnt]:
    """What the talk taught and is current, in the order of telling."""
    ids = [message_id for message_id, _role, _text in talk.said]
    links = (
        MemorySource.objects.filter(message_id__in=ids, memory__in=Memory.objects.of(user).active())
        .filter(memory__flag=MemoryFlag.NONE)
        .select_related("memory")
        .order_by("said_at", "pk")
    )
    found: dict[UUID, Learnt] = {}
    for link in links:
        row = link.memory
        before = found[row.pk].message_ids if row.pk in found else ()
        if link.message_id and link.message_id not in before:
            found[row.pk] = Learnt(row.pk, row.content, row.type, row.importance, (*before, link.message_id))
    return list(found.values())


def _store(user: User, talk: Talk, items: Sequence[Item], vectors: records.Vectors) -> None:
    episode = Episode.objects.create(
        user=user,
        conversation_id=talk.conversation_id,
        from_sequence=talk.first_sequence,
        to_sequence=talk.last_sequence,
        started_at=talk.started_at,
        ended_at=talk.ended_at,
    )
    there = {message_id for message_id, _role, _text in talk.said}
    for position, item in enumerate(items, 1):
        row = EpisodeItem.objects.create(
            episode=episode,
            position=position,
            kind=item.kind,
            text=item.text,
            importance=min(item.importance, 1.0),
            memory_id=item.memory_id,
        )
        told = [message_id for message_id in item.message_ids if message_id in there]
        EpisodeItem.messages.through.objects.bulk_create(
            [
                EpisodeItem.messages.through(episodeitem_id=row.pk, message_id=message_id)
                for message_id in told
            ]
        )
        _index(user, row, vectors)


def _index(user: User, item: EpisodeItem, vectors: records.Vectors) -> None:
    for model, vector in vectors.of(item.text).items():
        EpisodeVector.objects.create(item=item, user=user, model=model, dimensions=len(vector), vector=vector)
    counts = tokens(item.text)
    total = length(counts)
    EpisodePosting.objects.bulk_create(
        [
            EpisodePosting(
                user=user, token=token, item=item, frequency=min(count, _SMALLINT_MAX), length=total
            )
            for token, count in [(EVERY, 1), *counts.items()]
        ]
    )


def _settle(user: User, talk: Talk) -> None:
    """What was left open and is talked about in this talk is open no more; what this one leaves open is its own."""
    said = {word for _id, role, text in talk.said if role == "user" for word in _words(text)}
    waiting = EpisodeItem.objects.filter(episode__user=user, kind=EpisodeItem.Kind.QUESTION, settled_at=None)
    settled = [
        item.pk
        for item in waiting
        if (wanted := _words(item.text)) and len(wanted & said) >= _SETTLED * len(wanted)
    ]
    EpisodeItem.objects.filter(pk__in=settled).update(settled_at=timezone.now())


def _words(text: str) -> set[str]:
    return {token for token in tokens(text) if not is_single_character(token)}
