"""The days that the weekdays of messages stand for, as session state reads them: a summary tells no other day. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from chat.session import WindowTurn
from chat.state.entries import State
from chat.state.moves import ISO, weekday_of
from chat.state.talk_days import days_of
from chat.state.update import updated
from memoryhub import patterns as re

_WEEKDAY = re.compile(
    r"(?:周|星期|礼拜)[一二三四五六日天末]|(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE
)
_LED = re.compile(r"^(?:on|by|until|till|at|for|from|since|the|this)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Days:
    """Of one message, the days of its weekdays, None for one that may be one of several; ``far`` when the talk is about
    days that lie beyond its week."""

    of: Mapping[int, date | None]
    far: bool = False

    def of_words(self, words: str, on: date, *, said_at: datetime) -> date | None:
        """The day that words of the message stand for; ``on`` is what they would be by themselves."""
        weekday = weekday_of(_LED.sub("", words))
        if weekday is None:
            return on
        if weekday in self.of:
            return self.of[weekday]
        return None if self.far and on >= said_at.date() else on


def of_messages(turns: Sequence[WindowTurn], *, before: Sequence[str]) -> dict[UUID, Days]:
    """The days of each message of the person's; ``before`` is what was told earlier, in lines."""
    own = [
        (said, said.said_at)
        for turn in turns
        for said in turn.messages
        if said.role == "user" and said.said_at is not None
    ]
    if not any(_WEEKDAY.search(said.text) for said, _when in own):
        return {}
    state, at = State(), 0
    for text in before:
        at += 1
        said, when = own[0]
        state = updated(state, text=text, said_at=when, message_id=said.message_id, sequence=at)
    found: dict[UUID, Days] = {}
    for said, when in own:
        at += 1
        far = days_of(state, today=when.date(), before=at) is not None
        state = updated(state, text=said.text, said_at=when, message_id=said.message_id, sequence=at)
        days: dict[int, date | None] = {}
        for entry in state.entries:
            weekday = weekday_of(entry.value)
            if weekday is not None and entry.sequence == at and entry.key in ("when", "deadline"):
                day = ISO.search(entry.value)
                days[weekday] = date.fromisoformat(day.group(1)) if day else None
        found[said.message_id] = Days(days, far)
    return found
