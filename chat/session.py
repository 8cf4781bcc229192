"""Short-term memory: the last whole turns of a conversation, and what is kept of those before.

Redis holds the quick copy, PostgreSQL the truth.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings

from chat import kept, quick
from chat.kept import Kept
from chat.models import Conversation, Message

if TYPE_CHECKING:
    import redis

SESSION_SECONDS = 24 * 3600
#: What stands in a turn for words that were forgotten since.
FORGOTTEN = "[…]"
#: Turns before the window that a session holds while they wait to be folded.
EARLIER_TURNS = 25
#: Turns beyond the window that are in the copy: those, and messages that wait or are being answered.
_SPARE_TURNS = EARLIER_TURNS + 10

# A message joins the copy only as the next one after all that it holds; otherwise the copy goes and is made anew.
_APPEND = """
local through = redis.call('GET', KEYS[2])
if not through then return 0 end
if tonumber(through) + 1 ~= tonumber(ARGV[1]) then redis.call('DEL', KEYS[1], KEYS[2]) return 0 end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 1
"""


@dataclass(frozen=True, slots=True)
class Said:
    """One message as the window holds it. ``said_at`` is in the zone the person was in."""

    message_id: UUID
    sequence: int
    role: str
    text: str
    name: str = ""
    status: str = ""
    reply_to: UUID | None = None
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class WindowTurn:
    """What belongs together: a message of the person's, its reply, and system and tool messages after it."""

    messages: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """The turns before a message, oldest first."""

    turns: tuple[WindowTurn, ...] = ()

    @property
    def message_ids(self) -> frozenset[UUID]:
        return frozenset(said.message_id for turn in self.turns for said in turn.messages)

    @property
    def replied(self) -> bool:
        """Whether the assistant has spoken in it."""
        return any(said.role == "assistant" for turn in self.turns for said in turn.messages)

    def words(self, *, turns: int) -> tuple[str, ...]:
        """The person's own texts of the last turns, oldest first."""
        return tuple(
            said.text for turn in self.turns[-turns:] for said in turn.messages if said.role == "user"
        )


@dataclass(frozen=True, slots=True)
class Session:
    """What is known of a conversation before a message.

    ``window`` holds the last whole turns; ``earlier`` those before it that no summary holds yet; ``waiting`` how many
    stand before these while the worker is behind; ``kept`` the running summary, the state and the pins.
    """

    window: Window = field(default_factory=Window)
    earlier: tuple[WindowTurn, ...] = ()
    waiting: int = 0
    kept: Kept = field(default_factory=Kept)


def load(*, message: Message, read_only: bool = False) -> Session:
    """The last MEMORY_WINDOW_TURNS whole turns before a message, and what is kept of all before them.

    The copy in Redis lives on for a day; without it PostgreSQL gives the same. State and pins are brought up to the
    message, and stored unless ``read_only``.
    """
    conversation_id = message.conversation_id
    row = (
        Conversation.objects.filter(pk=conversation_id)
        .values_list("next_sequence", "session_version", "state_through")
        .first()
    )
    latest, current = (row[0] - 1, row[1:]) if row else (0, (0, 0))
    found = _from_redis(conversation_id, through=latest, current=current)
    if found is None:
        keep = kept.load(conversation_id=conversation_id)
        said, whole = _from_database(conversation_id, after=keep.summary_to)
        if whole:
            _to_redis(conversation_id, said, keep, through=latest)
    else:
        said, keep = found
    through = min(message.sequence, latest)
    if not kept.may_write(conversation_id):
        # Nothing that is said now is written down: state and pins are made anew from the turns that are there.
        base = replace(keep, through=min(keep.through, keep.summary_to))
        unread = kept.still_told(base, said, conversation_id=conversation_id, through=through)
        if not read_only:
            kept.pass_over(conversation_id=conversation_id, through=through)
        keep, _pins = kept.caught_up(base, unread, through=through)
    elif read_only:
        unread = kept.still_told(keep, said, conversation_id=conversation_id, through=through)
        keep, _pins = kept.caught_up(keep, unread, through=through)
    elif keep.through < through:
        keep = kept.catch_up(keep, said, conversation_id=conversation_id, through=through)
        _keep_in_redis(conversation_id, keep)
    unfolded = [turn for turn in turns(said, before=message) if turn.messages[0].sequence > keep.summary_to]
    unfolded = without_forgotten(
        unfolded[-(settings.MEMORY_WINDOW_TURNS + EARLIER_TURNS) :], conversation_id=conversation_id
    )
    size = settings.MEMORY_WINDOW_TURNS
    return Session(
        window=Window(tuple(unfolded[-size:])),
        earlier=tuple(unfolded[:-size]),
        waiting=_before(unfolded, conversation_id=conversation_id, after=keep.summary_to),
        kept=keep,
    )


def _before(unfolded: Sequence[WindowTurn], *, conversation_id: UUID, after: int) -> int:
    """How many turns stand between the summary and these."""
    if len(unfolded) < settings.MEMORY_WINDOW_TURNS + EARLIER_TURNS:
        return 0
    said = Message.objects.filter(conversation_id=conversation_id, role=Message.Role.USER)
    return said.filter(sequence__gt=after, sequence__lt=unfolded[0].messages[0].sequence).count()


def without_forgotten(turns: Sequence[WindowTurn], *, conversation_id: UUID) -> list[WindowTurn]:
    """The turns with the words of what was forgotten left out, visibly: they come back on no path."""
    ids = [said.message_id for turn in turns for said in turn.messages]
    gone = kept.stones(conversation_id, ids)
    if not gone:
        return list(turns)
    return [
        WindowTurn(
            tuple(
                replace(said, text=_blanked(said.text, gone[said.message_id]))
                if said.message_id in gone
                else said
                for said in turn.messages
            )
        )
        for turn in turns
    ]


def _blanked(text: str, stretches: Iterable[tuple[int, int | None]]) -> str:
    keep = [True] * len(text)
    for start, end in stretches:
        keep[start:end] = [False] * len(keep[start:end])
    pieces, last = [], True
    for character, kept_ in zip(text, keep, strict=True):
        pieces.append(character if kept_ else (FORGOTTEN if last else ""))
        last = kept_
    return "".join(pieces)


def readable(message: Message) -> str:
    """The text of a message without the words of what was forgotten."""
    return readable_texts([message])[0]


def readable_texts(messages: Sequence[Message]) -> list[str]:
    """The same of several messages of one conversation, in their order."""
    if not messages:
        return []
    gone = kept.stones(messages[0].conversation_id, [message.pk for message in messages])
    return [
        _blanked(message.text, gone[message.pk]) if message.pk in gone else message.text
        for message in messages
    ]


def window_between(*, message: Message, first: int | None) -> Window:
    """The whole turns from a sequence up to a message, as they stand now; none without a ``first``."""
    if first is None:
        return Window()
    rows = Message.objects.filter(
        conversation_id=message.conversation_id, sequence__gte=first, sequence__lt=message.sequence
    )
    began = rows.filter(role=Message.Role.USER).values("pk")
    replies = Message.objects.filter(conversation_id=message.conversation_id, reply_to__in=began)
    said = {row.pk: said_of(row) for row in [*rows, *replies] if row.status != Message.Status.ANSWERING}
    shown = without_forgotten(turns(said.values(), before=message), conversation_id=message.conversation_id)
    return Window(tuple(shown))


def append(message: Message) -> None:
    """A finished message joins the copy; called after its commit."""
    row = json.dumps(_as_row(said_of(message)))
    names = _keys(message.conversation_id)
    quick.attempt(
        lambda client: client.eval(_APPEND, 2, *names, message.sequence, row, SESSION_SECONDS), default=None
    )


def clear(*, conversation_id: UUID) -> None:
    """The copy is gone; the next turn makes it anew."""
    names = (*_keys(conversation_id), _kept_key(conversation_id))
    quick.attempt(lambda client: client.delete(*names), default=None)


def turns(said: Iterable[Said], *, before: Message) -> tuple[WindowTurn, ...]:
    """The whole turns that began before a message, without the message itself and its reply."""
    return whole_turns(
        each
        for each in said
        if each.message_id != before.pk
        and each.reply_to != before.pk
        and (each.role == "assistant" or each.sequence < before.sequence)
    )


def whole_turns(said: Iterable[Said]) -> tuple[WindowTurn, ...]:
    """What was said as turns: each message of the person's with its reply and what else came before the next."""
    begun: dict[UUID | None, list[Said]] = {}
    latest: UUID | None = None
    for each in sorted(said, key=lambda one: one.sequence):
        if each.role == "user":
            begun[each.message_id] = [each]
            latest = each.message_id
        elif each.role == "assistant":
            if each.reply_to in begun and each.text and each.status != "failed":
                begun[each.reply_to].append(each)
        else:
            begun.setdefault(latest, []).append(each)
    return tuple(WindowTurn(tuple(messages)) for messages in begun.values())


# ------------------------------------------------------------------------------------------------ the two stores


def _from_database(conversation_id: UUID, *, after: int) -> tuple[list[Said], bool]:
    """The messages, and whether those are all: a reply that is being written is not among them.

    It would never come into a copy that counts it already, were its process to die.
    """
    rows = Message.objects.filter(conversation_id=conversation_id, sequence__gt=after)
    limit = settings.MEMORY_WINDOW_TURNS + _SPARE_TURNS
    begins = list(
        rows.filter(role=Message.Role.USER).order_by("-sequence").values_list("sequence", flat=True)[:limit]
    )
    first = begins[-1] if len(begins) == limit else 0
    found = list(rows.filter(sequence__gte=first).order_by("sequence"))
    final = [said_of(message) for message in found if message.status != Message.Status.ANSWERING]
    return final, len(final) == len(found)


def _from_redis(
    conversation_id: UUID, *, through: int, current: tuple[int, int]
) -> tuple[list[Said], Kept] | None:
    """The copy, or None when there is none that holds all up to ``through`` and what is kept as it is now."""
    messages, mark = _keys(conversation_id)
    beside = _kept_key(conversation_id)

    def read(client: "redis.Redis") -> list[Any]:
        with client.pipeline(transaction=True) as pipe:
            pipe.get(mark)
            pipe.zrange(messages, 0, -1)
            pipe.hgetall(beside)
            for name in (messages, mark, beside):
                pipe.expire(name, SESSION_SECONDS)
            return list(pipe.execute())

    found: list[Any] = quick.attempt(read, default=[])
    if not found or found[0] is None or int(found[0]) != through:
        return None
    try:
        keep = Kept.from_row(found[2])
        if (keep.version, keep.through) != current:
            return None
        return _trimmed(conversation_id, [_from_row(json.loads(row)) for row in found[1]]), keep
    except (ValueError, KeyError, TypeError):  # written by another version
        return None


def _trimmed(conversation_id: UUID, said: list[Said]) -> list[Said]:
    """The copy holds no more than twice the window."""
    begins = [each.sequence for each in said if each.role == "user"]
    size = settings.MEMORY_WINDOW_TURNS + _SPARE_TURNS
    if len(begins) >= 2 * size:
        first = begins[-size]
        messages, _mark = _keys(conversation_id)
        quick.attempt(lambda client: client.zremrangebyscore(messages, "-inf", first - 1), default=0)
    return said


def _to_redis(conversation_id: UUID, said: list[Said], keep: Kept, *, through: int) -> None:
    messages, mark = _keys(conversation_id)
    beside = _kept_key(conversation_id)

    def write(client: "redis.Redis") -> None:
        with client.pipeline(transaction=True) as pipe:
            pipe.delete(messages, beside)
            if said:
                pipe.zadd(messages, {json.dumps(_as_row(each)): each.sequence for each in said})
                pipe.expire(messages, SESSION_SECONDS)
            pipe.hset(beside, mapping=keep.as_row())
            pipe.expire(beside, SESSION_SECONDS)
            pipe.set(mark, through, ex=SESSION_SECONDS)
            pipe.execute()

    quick.attempt(write, default=None)


def _keep_in_redis(conversation_id: UUID, keep: Kept) -> None:
    beside = _kept_key(conversation_id)
    quick.attempt(lambda client: client.hset(beside, mapping=keep.as_row()), default=0)
    quick.attempt(lambda client: client.expire(beside, SESSION_SECONDS), default=False)


def _kept_key(conversation_id: UUID) -> str:
    return quick.key("session", conversation_id, "kept")


def _keys(conversation_id: UUID) -> tuple[str, str]:
    return (
        quick.key("session", conversation_id, "messages"),
        quick.key("session", conversation_id, "through"),
    )


def said_of(message: Message) -> Said:
    """The message as the window holds it."""
    return Said(
        message_id=message.pk,
        sequence=message.sequence,
        role=str(message.role),
        text=message.text,
        name=message.name,
        status=str(message.status),
        reply_to=message.reply_to_id,
        said_at=message.created_at.astimezone(ZoneInfo(message.time_zone)),
    )


def _as_row(said: Said) -> dict[str, Any]:
    return {
        "id": str(said.message_id),
        "sequence": said.sequence,
        "role": said.role,
        "text": said.text,
        "name": said.name,
        "status": said.status,
        "reply_to": str(said.reply_to) if said.reply_to else None,
        "said_at": said.said_at.isoformat() if said.said_at else None,
        "zone": str(said.said_at.tzinfo) if said.said_at else None,
    }


def _from_row(row: dict[str, Any]) -> Said:
    return Said(
        message_id=UUID(row["id"]),
        sequence=int(row["sequence"]),
        role=row["role"],
        text=row["text"],
        name=row["name"],
        status=row["status"],
        reply_to=UUID(row["reply_to"]) if row["reply_to"] else None,
        said_at=datetime.fromisoformat(row["said_at"]).astimezone(ZoneInfo(row["zone"]))
        if row["said_at"]
        else None,
    )
