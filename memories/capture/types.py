"""The plain values that travel through the capture pipeline. No Django model, no decision."""

from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum
from typing import Literal
from uuid import UUID

from memories.kinds import DatePrecision, EntityKind, MemoryType, Sensitivity

Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class TalkDay:
    """A stretch of a message that names a day, and the day that it stands for in its talk.

    ``by_itself`` is what it would be alone, ``on`` None where it may be one of several; ``former`` is the first and
    last day whose place it takes. ``of_month`` is its number, where its month is not named.
    """

    start: int
    end: int
    by_itself: date
    on: date | None
    former: tuple[date, date] | None = None
    of_month: int = 0

    def is_named_as(self, day: date) -> bool:
        """Whether a day has the name of this one: its number, or its weekday."""
        if self.of_month:
            return day.day == self.of_month
        return day.weekday() == self.by_itself.weekday() and self.on != self.by_itself


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the person, as capture receives it from chat.

    ``said_at`` is aware and in the zone the person was in; ``text`` is the message as typed;
    ``previous_assistant`` is the assistant's line before it, or empty. ``bound``: the stretches of the message that
    put a condition on the matter in hand, and whether it holds until the person agrees; the conversation keeps them,
    and no memory is made of them by itself. ``days``: what the talk tells of the days that the message names.
    """

    message_id: UUID
    conversation_id: UUID
    text: str
    said_at: datetime
    previous_assistant: str = ""
    bound: tuple[tuple[int, int, bool], ...] = ()
    days: tuple[TalkDay, ...] = ()


class SpanKind(StrEnum):
    OWN = "own"
    QUOTE = "quote"
    CODE = "code"
    PASTED = "pasted"
    INJECTED = "injected"
    SECRET = "secret"
    UNSAID = "unsaid"  # what the person says not to remember


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch ``text[start:end]`` of a message and whose words it holds."""

    start: int
    end: int
    kind: SpanKind


@dataclass(frozen=True, slots=True)
class Text:
    """What extraction reads: the person's own words of one turn.

    ``text`` has the length of the message; what is not the person's own (quotations, code, pasted or injected
    blocks, secrets) is blanked with spaces, so offsets into it are offsets into the message.
    """

    text: str
    said_at: datetime
    previous_assistant: str = ""


@dataclass(frozen=True, slots=True)
class ResolvedDate:
    """A calendar date in the person's zone, with what is known of it; ``at`` is a time of day if one was said."""

    on: date
    precision: DatePrecision = DatePrecision.DAY
    at: time | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a statement is about: the person (the default), or a named other with their relation to the person.

    ``relation`` is a lower-case English key from ``slots.RELATIONS`` ("sister", "daughter", "cat", "friend"), so that
    both languages agree; ``name`` is as spoken, or empty.
    """

    kind: EntityKind = EntityKind.SELF
    relation: str = ""
    name: str = ""


SELF = Subject()


class Act(StrEnum):
    """What a statement does to what is known."""

    STATE = "state"  # says how things are
    END = "end"  # says that something held and holds no more: "I don't play the piano any more"
    CORRECT = "correct"  # says that what was noted is wrong: "no, I said Tim", "打错了，是林晓北"
    PLAN = "plan"  # says how things will be from a date on: "I move to Oslo in May"


class Ends(StrEnum):
    """What a statement says to be over, whatever the words by which it was known."""

    JOB = "job"  # laid off, quit, retired
    BOND = "bond"  # broke up, divorced
    LIFE = "life"  # a relative or a pet died, or is gone
    THING = "thing"  # sold, given away, stolen
    TASTE = "taste"  # given up: smoking, coffee
    EVENT = "event"  # what was set for a day does not take place: cancelled, called off
    DATE = "date"  # what was set for a day is moved to another
    NO_SUCH = "no_such"  # the relative of whom something is known does not exist
    BIRTH = "birth"  # the child that was expected is born
    STUDY = "study"  # graduated
    LEARNT = "learnt"  # can do now what was being learnt
    SINGLE = "single"  # has a partner now
    HIRED = "hired"  # has the job that was looked for
    HEALED = "healed"  # is well again
    HOME = "home"  # moved out of it
    WED = "wed"  # married whom they were with
    WAY = "way"  # gets to work in another way
    DOING = "doing"  # what is told in these words, with no slot to know it by
    TIME = "time"  # what is done regularly is done at another time


@dataclass(frozen=True, slots=True)
class Candidate:
    """One statement that may become a memory.

    ``content`` addresses the person in their language ("You live in Ghent", "你住在宁波"), stands alone and
    keeps names, numbers and negation; ``quote`` is ``text[start:end]`` of the message. ``value`` is as spoken; the
    canonical key is made by ``value_keys.value_key``. ``slot`` is a name of ``slots.SLOTS`` or
    ``attribute.<noun>``/``favourite.<noun>``.
    ``positive`` is False for a dislike, an avoidance, a "does not". ``lasting`` is False for a matter of today.
    ``tentative`` marks "maybe", "I might", "考虑". ``explicit`` marks "remember that …".
    """

    type: MemoryType
    content: str
    quote: str
    start: int
    end: int
    language: Language
    subject: Subject = SELF
    slot: str = ""
    value: str = ""
    act: Act = Act.STATE
    former: str = ""  # what a correction says was wrong: "Lisbon, not Porto"
    ends: Ends | None = None  # what it says to be over, beside what its slot and value close
    positive: bool = True
    lasting: bool = True
    tentative: bool = False
    explicit: bool = False
    safety: bool = False  # allergy or intolerance
    sensitivity: Sensitivity = Sensitivity.NORMAL
    category: str = ""  # memories.kinds.SensitiveCategory value, when sensitive
    occurred: ResolvedDate | None = None  # when it took or takes place
    planned: ResolvedDate | None = None  # from when it will hold (Act.PLAN)
    entities: tuple[str, ...] = ()
    origin: Literal["rules_en", "rules_zh", "judge", "model"] = "rules_en"
    certainty: float | None = None  # the judge's or a model's own figure, 0–1; rules leave it out


@dataclass(frozen=True, slots=True)
class Declined:
    """A stretch of a turn that was looked at and not remembered, with the reason (a key, no text)."""

    start: int
    end: int
    reason: str


@dataclass(slots=True)
class Extraction:
    """What the extractors found in one turn."""

    candidates: list[Candidate] = field(default_factory=list)
    declined: list[Declined] = field(default_factory=list)
