"""The row that told of a day which the talk has moved to another."""

from dataclasses import replace
from typing import TYPE_CHECKING

from memories.capture.concern import Concerned, changeable
from memories.capture.keys import subject_of
from memories.capture.talk_days import on_another_day
from memories.capture.types import Act, Candidate, Ends, ResolvedDate, TalkDay, Turn
from memories.kinds import MemoryStatus, MemoryType
from memories.models import Memory, MemorySource
from memories.recall.tokens import has_chinese, is_single_character, tokens

if TYPE_CHECKING:
    from memoryhub.models import User


def to_another_day(user: "User", turn: Turn, candidate: Candidate) -> Concerned | None:
    """What was told here of the former day, told of the new one; None where nothing was."""
    day = next(
        (one for one in turn.days if one.former and candidate.start < one.end and one.start < candidate.end),
        None,
    )
    if day is None or day.on is None or day.former is None:
        return None
    here = MemorySource.objects.filter(
        memory__user=user, message__conversation_id=turn.conversation_id
    ).values("memory_id")
    rows = changeable(user, turn).filter(status=MemoryStatus.ACTIVE, pk__in=here).order_by("-valid_from")
    told = [(row, content) for row in rows if (content := _retold(row, day)) is not None]
    bare = candidate.ends is Ends.DATE and not candidate.slot and candidate.value in ("", candidate.quote)
    if not bare:
        told = [(row, content) for row, content in told if _words(row.content) & _words(candidate.content)]
    if not told:
        return None
    row, content = max(told, key=lambda one: len(_words(one[0].content) & _words(candidate.quote)))
    at = candidate.occurred.at if candidate.occurred else None
    when = ResolvedDate(day.on, at=at or row.occurred_time)
    value = on_another_day(row.value, day.former[0], day.on) or row.value
    shifted = replace(
        candidate,
        type=MemoryType(row.type),
        slot=row.slot,
        value=value,
        content=content,
        subject=subject_of(row.subject),
        language="zh" if has_chinese(content) else "en",
        act=Act.PLAN if row.planned_for else Act.STATE,
        ends=None,
        positive=row.positive,
        occurred=when,
        planned=when if row.planned_for else None,
    )
    return Concerned(shifted, over=[row])


def _retold(row: Memory, day: TalkDay) -> str | None:
    """The row's words with the new day in the place of the former; None for one of another day."""
    if day.former is None or day.on is None:
        return None
    if row.occurred_on is not None and row.occurred_on != day.former[0]:
        return None
    return on_another_day(row.content, day.former[0], day.on)


def _words(text: str) -> frozenset[str]:
    found = tokens(text)
    return frozenset(token for token in found if not (is_single_character(token) or token.isdigit())) - _DAYS


_DAY_WORDS = (
    "you will on in to the a january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday "
    "instead actually 改成 还是 周一 周二 周三 周四 周五 周六 周日"
)
_DAYS = frozenset(tokens(_DAY_WORDS))
