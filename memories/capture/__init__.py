"""The write path. These are its doors; the modules beside this one are its stages."""

from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memories.capture.acted import Acted as Acted
    from memories.capture.acted import Kind as Kind
    from memories.capture.commit import Committed as Committed
    from memories.capture.types import Turn
    from memories.fingerprints import Asked
    from memories.models import CaptureRun
    from memoryhub.models import User

# Each door imports its stage when it is used: the pure modules of this package are imported before the models are.


def enqueue(*, message_id: UUID, user_id: UUID) -> "CaptureRun":
    """The message will be captured: its run is written in the caller's transaction, a worker told when that commits."""
    from memories.capture import runs

    return runs.enqueue(message_id=message_id, user_id=user_id)


def run_user(*, user_id: UUID, now: datetime | None = None) -> int:
    """Captures the person's undone turns that are due, oldest first; returns how many were finished."""
    from memories.capture import runs

    return runs.run_user(user_id=user_id, now=now)


def retry(*, run_ids: "Sequence[int]") -> "list[CaptureRun]":
    """Runs that were given up, or wait after a failure, are due at once; returns those."""
    from memories.capture import runs

    return runs.retry(run_ids=run_ids)


def sweep(*, now: datetime | None = None) -> int:
    """Captures whatever is due and in nobody's hands; returns how many runs were finished."""
    from memories.capture import runs

    return runs.sweep(now=now)


def act_on_words(*, user: "User", turn: "Turn") -> "Acted | None":
    """Does what the turn asks for in so many words (remember, forget, correct), committed; None if it asks nothing."""
    from memories.capture import explicit

    return explicit.act_on_words(user=user, turn=turn)


def asked_in_words(turn: "Turn") -> "Kind | None":
    """What the turn asks of the memory in so many words; nothing is done, and no row is read."""
    from memories.capture import explicit

    return explicit.asked_in_words(turn)


def forget_wished(
    *,
    user: "User",
    said: "Sequence[Turn]",
    asked: "Sequence[Asked]",
    said_at: datetime,
    about: str = "",
    memory_id: "UUID | None" = None,
) -> "Acted":
    """Forgets one memory through the agent, if one of the person's latest turns wishes it; see ``wished.forget``."""
    from memories.capture import wished

    return wished.forget(user=user, said=said, asked=asked, about=about, memory_id=memory_id, said_at=said_at)


def remember_quoted(
    *, user: "User", turns: "Sequence[Turn]", content: str, quote: str, type: str = ""
) -> "Committed | None":
    """Stores what the agent was asked to keep, if the person's own words in one of these turns say it; else None."""
    from memories.capture import quoted

    return quoted.remember_quoted(user=user, turns=turns, content=content, quote=quote, type=type)
