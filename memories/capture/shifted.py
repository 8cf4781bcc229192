"""The rows that a standing order turns round, or that tell a regular time which is another now."""

from dataclasses import replace
from typing import TYPE_CHECKING

from memories.capture import ended, moved_in_talk, opposed, seen, timed
from memories.capture.concern import Concerned, changeable
from memories.capture.types import Act, Candidate, Ends, Turn
from memories.kinds import MemoryStatus, MemoryType
from memories.models import Memory
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memoryhub.models import User

_CLAUSE_END = re.compile(r"[^.!?,;。！？，；\n]*")


def ordered(user: "User", turn: Turn, candidate: Candidate) -> Concerned | None:
    """An order with those of which it says the opposite; None where it ends one that was never given."""
    orders = {
        row.pk: row
        for row in changeable(user, turn).filter(status=MemoryStatus.ACTIVE, type=MemoryType.INSTRUCTION)
    }
    told = [opposed.Order(row.pk, row.content) for row in orders.values()]
    over = [orders[pk] for pk in opposed.over(candidate.content, told)]
    if candidate.act is Act.END:
        if not over:
            return None
        candidate = replace(candidate, act=Act.STATE, positive=True)
    return Concerned(candidate, over=over)


def at_another_time(user: "User", turn: Turn, candidate: Candidate) -> Concerned | None:
    """What is done regularly, with the time at which it is done from now on; None where no time of it is known."""
    if (in_talk := moved_in_talk.to_another_day(user, turn, candidate)) is not None:
        return in_talk
    change = timed.change(candidate.quote) if candidate.ends in (Ends.DATE, Ends.TIME) else None
    if change is None and not (candidate.slot in timed.DOINGS and timed.says_now(_clause(turn, candidate))):
        return None
    active = Memory.objects.of(user).filter(status=MemoryStatus.ACTIVE).select_related("subject")
    done = [seen.told(row) for row in active.filter(sources__message_id=turn.message_id)]
    rows = {row.pk: row for row in changeable(user, turn).filter(status=MemoryStatus.ACTIVE)}
    told = [seen.told(row) for row in rows.values()]
    if candidate.ends is Ends.DATE and ended.over(candidate, told):
        return None
    found = timed.retimed(candidate, change, done) or timed.retimed(candidate, change, told)
    if found is None:
        return None
    row = found.row
    shifted = replace(
        candidate,
        type=MemoryType(row.type),
        slot=row.slot,
        value=found.value,
        content=found.content,
        ends=None,
        occurred=None,
    )
    return Concerned(shifted, over=[rows[row.id]] if row.id in rows else [])


def _clause(turn: Turn, candidate: Candidate) -> str:
    """The candidate's words with what follows them in their clause: "I play tennis on Sundays now"."""
    rest = _CLAUSE_END.match(turn.text, candidate.end)
    return turn.text[candidate.start : rest.end() if rest else candidate.end]
