"""What a person said that no memory came of: found by what a request to forget names, buried, and told again.

It goes as the words behind a forgotten memory do: by tombstones, out of all that was made of its messages.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from memories import fingerprints, passages, records, said_again, sources
from memories.fingerprints import Asked
from memories.models import Tombstone
from memories.said_again import Statement
from memories.sources import SaidAgain
from memories.upkeep.episodes import keeping as episodes
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

#: What stands in the place of a fingerprint: no statement matches it.
MARK = "words"
#: A request that does not speak of what was said names it by so many words at least.
_NAMED_BY = 3
#: The request speaks of what the person said, and not of what the memory holds.
_OF_SAYING = re.compile(
    r"\b(?:i|we)(?:['’]ve| have)?(?: just| ever| once| already)? "
    r"(?:said|told|mentioned|wrote|brought up|talked|spoke)\b"
    r"|\b(?:scratch|strike|disregard|take back)\b|我们?[^，。,]{0,8}?(?:说|讲|提|告诉|聊|写)",
    re.IGNORECASE,
)
#: It names what was spoken about, and not what was said of it.
_ABOUT = re.compile(
    r"\b(?:about|regarding|concerning|on the subject of)\b|关于|有关|的?(?:那|这)?件?事情?\W*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a request names: the sentence, the words of it that name something, and whether all about it is meant."""

    request: str
    target: str
    whole: bool = False

    @property
    def of_saying(self) -> bool:
        """Whether it speaks of something that was said."""
        return self.whole or _OF_SAYING.search(self.request) is not None


def forget(*, user: "User", asked: Asked, named: Named) -> int:
    """The words that plainly say what is named are read on no path any more; returns how many messages had them.

    In the conversation of the request the better part of its words are enough, in others nearly all of them.
    """
    with transaction.atomic():
        records.lock_person(user.pk)
        found = _found(user, asked, named)
        if not found:
            return 0
        message_ids = list(dict.fromkeys(one.message_id for one in found))
        own = list(sources.conversations().messages(user=user, message_ids=message_ids).values())
        _bury(user, [*found, SaidAgain(found[0].memory_id, asked.message_id, asked.start, asked.end)])
        gone = [*message_ids, asked.message_id]
        passages.remove(user=user, message_ids=gone)
        episodes.erase(user=user, message_ids=gone, statements=())
        sources.conversations().erase_derived(user=user, message_ids=gone)
    return sum(row.role == "user" for row in own)


def take_back(*, user: "User", asked: Asked, message_id: UUID) -> None:
    """A message of the person's is read on no path any more, by the words of another: "forget I said that"."""
    with transaction.atomic():
        records.lock_person(user.pk)
        group, gone = uuid4(), [message_id, asked.message_id]
        _bury(
            user, [SaidAgain(group, message_id), SaidAgain(group, asked.message_id, asked.start, asked.end)]
        )
        passages.remove(user=user, message_ids=gone)
        episodes.erase(user=user, message_ids=gone, statements=())
        sources.conversations().erase_derived(user=user, message_ids=gone)


def forgotten_by(*, user: "User", message_id: UUID) -> list[UUID]:
    """What a message had forgotten so, by the names that its tombstones bear."""
    stones = Tombstone.objects.filter(user=user, message_id=message_id, fingerprint=MARK)
    return [pk for pk in stones.values_list("memory_id", flat=True).distinct() if pk is not None]


def tell_again(*, user: "User", message_id: UUID) -> int:
    """What a message had forgotten so may be read again; returns how many messages have it."""
    with transaction.atomic():
        records.lock_person(user.pk)
        groups = forgotten_by(user=user, message_id=message_id)
        stones = Tombstone.objects.filter(user=user, memory_id__in=groups, fingerprint=MARK)
        ids = {pk for pk in stones.values_list("message_id", flat=True) if pk and pk != message_id}
        fingerprints.lift(user, memory_ids=groups)
        sources.conversations().told_again(user=user, message_ids=sorted(ids))
    rows = sources.conversations().messages(user=user, message_ids=sorted(ids)).values()
    return sum(row.role == "user" for row in rows)


def _found(user: "User", asked: Asked, named: Named) -> list[SaidAgain]:
    """The stretches that say it, of the person's messages and of the replies that repeat them."""
    words = said_again.words(named.target)
    if not words or not (named.of_saying or len(words) >= _NAMED_BY):
        return []
    group = uuid4()
    about = named.of_saying and (len(words) == 1 or named.whole or _ABOUT.search(named.request) is not None)
    statement = Statement(
        memory_id=group,
        value="",
        content=named.target,
        about=(named.target,) if about else (),
        named=named.of_saying,
    )
    everywhere = named.whole or (named.of_saying and len(words) >= _NAMED_BY)
    talk = sources.conversations()
    first = _unburied(user, talk.said_again(user=user, statements=[statement], taught_by=[asked.message_id]))
    rows = talk.messages(user=user, message_ids=[asked.message_id, *(one.message_id for one in first)])
    here = rows[asked.message_id].conversation_id
    own = [
        one
        for one in first
        if one.message_id != asked.message_id
        and rows[one.message_id].role == "user"
        and (everywhere or rows[one.message_id].conversation_id == here)
    ]
    if not own:
        return []
    spoken = tuple(dict.fromkeys(rows[one.message_id].text[one.start : one.end] for one in own))
    told = Statement(memory_id=group, value="", content=named.target, spoken=spoken)
    taught_by = list(dict.fromkeys(one.message_id for one in own))
    beside = talk.said_again(user=user, statements=[told], taught_by=taught_by)
    replies = _unburied(user, [one for one in (*first, *beside) if one not in own])
    roles = talk.messages(user=user, message_ids=[one.message_id for one in replies])
    near = {rows[one.message_id].conversation_id for one in own}
    return [
        *own,
        *(
            one
            for one in replies
            if roles[one.message_id].role != "user" and roles[one.message_id].conversation_id in near
        ),
    ]


def _unburied(user: "User", found: Iterable[SaidAgain]) -> list[SaidAgain]:
    """Those of which not all is forgotten already."""
    each = list(dict.fromkeys(found))
    stones: dict[UUID, list[tuple[int | None, int | None]]] = {}
    rows = Tombstone.objects.filter(user=user, message_id__in=[one.message_id for one in each])
    for message_id, start, end in rows.values_list("message_id", "start", "end"):
        if message_id is not None:
            stones.setdefault(message_id, []).append((start, end))
    return [
        one
        for one in each
        if not any(
            start is None
            or end is None
            or (one.start is not None and one.end is not None and start <= one.start and one.end <= end)
            for start, end in stones.get(one.message_id, ())
        )
    ]


def _bury(user: "User", found: Iterable[SaidAgain]) -> None:
    now = timezone.now()
    Tombstone.objects.bulk_create(
        [
            Tombstone(
                user=user,
                memory_id=one.memory_id,
                fingerprint=MARK,
                message_id=one.message_id,
                start=one.start,
                end=one.end,
                created_at=now,
            )
            for one in dict.fromkeys(found)
        ],
        batch_size=1_000,
    )
