"""Short-term memory: the last whole turns of a conversation. Redis holds the quick copy, PostgreSQL the truth."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings

from chat import quick
from chat.models import Conversation, Message

if TYPE_CHECKING:
    import redis

SESSION_SECONDS = 24 * 3600
#: Turns kept beyond the window: messages that wait, and the one being answered, are in the copy too.
_SPARE_TURNS = 10

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


def load(*, message: Message) -> Window:
    """The last MEMORY_WINDOW_TURNS whole turns before a message; the copy in Redis lives on for a day."""
    conversation_id = message.conversation_id
    latest = (
        Conversation.objects.filter(pk=conversation_id).values_list("next_sequence", flat=True).first() or 1
    ) - 1
    said = _from_redis(conversation_id, through=latest)
    if said is None:
        said = _from_database(conversation_id)
        _to_redis(conversation_id, said, through=latest)
    return Window(turns(said, before=message)[-settings.MEMORY_WINDOW_TURNS :])


def append(message: Message) -> None:
    """A finished message joins the copy; called after its commit."""
    row = json.dumps(_as_row(_said(message)))
    names = _keys(message.conversation_id)
    quick.attempt(
        lambda client: client.eval(_APPEND, 2, *names, message.sequence, row, SESSION_SECONDS), default=None
    )


def clear(*, conversation_id: UUID) -> None:
    """The copy is gone; the next turn makes it anew."""
    names = _keys(conversation_id)
    quick.attempt(lambda client: client.delete(*names), default=None)


def turns(said: Iterable[Said], *, before: Message) -> tuple[WindowTurn, ...]:
    """The whole turns that began before a message, without the message itself and its reply."""
    own = {before.pk}
    begun: dict[UUID | None, list[Said]] = {}
    latest: UUID | None = None
    for each in sorted(said, key=lambda one: one.sequence):
        if each.message_id in own or each.reply_to in own:
            continue
        if each.role == "user":
            if each.sequence > before.sequence:
                continue
            begun[each.message_id] = [each]
            latest = each.message_id
        elif each.role == "assistant":
            if each.reply_to in begun and each.text and each.status != "failed":
                begun[each.reply_to].append(each)
        elif each.sequence < before.sequence:
            begun.setdefault(latest, []).append(each)
    return tuple(WindowTurn(tuple(messages)) for messages in begun.values())


# ------------------------------------------------------------------------------------------------ the two stores


def _from_database(conversation_id: UUID) -> list[Said]:
    rows = Message.objects.filter(conversation_id=conversation_id)
    begins = list(
        rows.filter(role=Message.Role.USER)
        .order_by("-sequence")
        .values_list("sequence", flat=True)[: settings.MEMORY_WINDOW_TURNS + _SPARE_TURNS]
    )
    whole = len(begins) < settings.MEMORY_WINDOW_TURNS + _SPARE_TURNS
    first = 0 if whole else begins[-1]
    final = rows.exclude(status=Message.Status.ANSWERING).filter(sequence__gte=first)
    return [_said(message) for message in final.order_by("sequence")]


def _from_redis(conversation_id: UUID, *, through: int) -> list[Said] | None:
    """The copy, or None when there is none that holds all up to ``through``."""
    messages, mark = _keys(conversation_id)

    def read(client: "redis.Redis") -> list[Any]:
        with client.pipeline(transaction=True) as pipe:
            pipe.get(mark)
            pipe.zrange(messages, 0, -1)
            pipe.expire(messages, SESSION_SECONDS)
            pipe.expire(mark, SESSION_SECONDS)
            return list(pipe.execute())

    found: list[Any] = quick.attempt(read, default=[])
    if not found or found[0] is None or int(found[0]) != through:
        return None
    try:
        return _trimmed(conversation_id, [_from_row(json.loads(row)) for row in found[1]])
    except (ValueError, KeyError, TypeError):  # written by another version
        return None


def _trimmed(conversation_id: UUID, said: list[Said]) -> list[Said]:
    """The copy holds no more than twice the window."""
    begins = [each.sequence for each in said if each.role == "user"]
    keep = settings.MEMORY_WINDOW_TURNS + _SPARE_TURNS
    if len(begins) >= 2 * keep:
        first = begins[-keep]
        messages, _mark = _keys(conversation_id)
        quick.attempt(lambda client: client.zremrangebyscore(messages, "-inf", first - 1), default=0)
    return said


def _to_redis(conversation_id: UUID, said: list[Said], *, through: int) -> None:
    messages, mark = _keys(conversation_id)

    def write(client: "redis.Redis") -> None:
        with client.pipeline(transaction=True) as pipe:
            pipe.delete(messages)
            if said:
                pipe.zadd(messages, {json.dumps(_as_row(each)): each.sequence for each in said})
                pipe.expire(messages, SESSION_SECONDS)
            pipe.set(mark, through, ex=SESSION_SECONDS)
            pipe.execute()

    quick.attempt(write, default=None)


def _keys(conversation_id: UUID) -> tuple[str, str]:
    return (
        quick.key("session", conversation_id, "messages"),
        quick.key("session", conversation_id, "through"),
    )


def _said(message: Message) -> Said:
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
