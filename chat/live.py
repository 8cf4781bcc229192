"""What web processes tell each other through Redis: a reply's text so far, a stop, who is there, how fast.

All of it is short-lived, and all of it may be missing: PostgreSQL has what must last.
"""

import time
from collections import defaultdict, deque
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings

from chat import quick

if TYPE_CHECKING:
    import redis

TEXT_SECONDS = 600
STOP_SECONDS = 60
#: A socket says so often that it is there; it counts as gone after three silences.
PRESENCE_SECONDS = 15

_here: defaultdict[UUID, set[str]] = defaultdict(set)
_sent: defaultdict[UUID, deque[float]] = defaultdict(deque)


# ------------------------------------------------------------------------------------------------ the live reply


def keep_text(reply_id: UUID, text: str) -> None:
    """Any process can show what has come of the reply so far."""
    name = quick.key("live", reply_id)
    quick.attempt(lambda client: client.set(name, text, ex=TEXT_SECONDS), default=None)


def text(reply_id: UUID) -> str:
    """What has come of a reply that is being written; empty when it is not known."""
    name = quick.key("live", reply_id)
    return str(quick.attempt(lambda client: client.get(name), default=None) or "")


def drop_text(reply_id: UUID) -> None:
    """The reply is finished: its text is in PostgreSQL."""
    name = quick.key("live", reply_id)
    quick.attempt(lambda client: client.delete(name), default=0)


def ask_stop(conversation_id: UUID) -> None:
    """Whichever process writes a reply in this conversation is asked to stop."""
    name = quick.key("stop", conversation_id)
    quick.attempt(lambda client: client.set(name, "1", ex=STOP_SECONDS), default=None)


def take_stop(conversation_id: UUID) -> bool:
    """Whether a stop was asked for; it is taken by this call."""
    name = quick.key("stop", conversation_id)
    return bool(quick.attempt(lambda client: client.delete(name), default=0))


# ------------------------------------------------------------------------------------------------ who is there


def enter(*, user_id: UUID, socket: str) -> None:
    """A socket of the person's is open; said again every PRESENCE_SECONDS."""
    _here[user_id].add(socket)
    name, until = quick.key("here", user_id), time.time() + 3 * PRESENCE_SECONDS

    def write(client: "redis.Redis") -> None:
        with client.pipeline(transaction=False) as pipe:
            pipe.zadd(name, {socket: until})
            pipe.expire(name, 4 * PRESENCE_SECONDS)
            pipe.execute()

    quick.attempt(write, default=None)


def leave(*, user_id: UUID, socket: str) -> None:
    """The socket is closed."""
    _here[user_id].discard(socket)
    if not _here[user_id]:
        del _here[user_id]
    name = quick.key("here", user_id)
    quick.attempt(lambda client: client.zrem(name, socket), default=0)


def anyone(*, user_id: UUID) -> bool:
    """Whether the person has a socket, in this process or another."""
    if _here.get(user_id):
        return True
    name = quick.key("here", user_id)
    return bool(quick.attempt(lambda client: client.zcount(name, time.time(), "+inf"), default=0))


# ------------------------------------------------------------------------------------------------ how fast


def too_fast(*, user_id: UUID) -> bool:
    """Counts one message; whether it is more than CHAT_RATE_PER_MINUTE in the last minute, over all processes."""
    limit, now = settings.CHAT_RATE_PER_MINUTE, time.time()
    minute = int(now // 60)
    this, last = quick.key("rate", user_id, minute), quick.key("rate", user_id, minute - 1)

    def count(client: "redis.Redis") -> float:
        with client.pipeline(transaction=True) as pipe:
            pipe.incr(this)
            pipe.expire(this, 150)
            pipe.get(last)
            current, _set, before = pipe.execute()
        # A sliding minute: the last calendar minute counts by the share of it that is still within 60 seconds.
        return float(current) + float(before or 0) * (1 - now % 60 / 60)

    counted = quick.attempt(count, default=None)
    return (_counted_here(user_id, now) if counted is None else counted) > limit


def _counted_here(user_id: UUID, now: float) -> float:
    times = _sent[user_id]
    times.append(now)
    while times[0] <= now - 60:
        times.popleft()
    return float(len(times))
