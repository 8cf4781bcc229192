"""Among the rows that pass, those that fit a question: of its time, its slot, its liking and its kind. Pure."""

# ruff: noqa: E501

from abc import ABC, abstractmethod
from collections.abc import Sequence

from memories.recall.former import asks_for_past
from memories.recall.intent import Intent, noun_matches, slot_matches, told_of
from memories.recall.ranking import Row
from memories.recall.tokens import normalise
from memories.recall.topics import topics_of
from memoryhub import patterns as re

#: Slots of which a person has one, or whose every value answers.
DEFINITE = frozenset(
    {"name", "called", "residence", "dwelling", "occupation", "employer", "birthday", "marital_status", "gender", "nationality",
     "hometown", "languages", "plays", "collects", "pet", "allergy", "diet"}
)  # fmt: skip
#: What no slot is called after: a question and a statement of the kind know each other by their words.
TOLD_ONLY = frozenset({"rhythm", "commute", "team", "reading", "fear"})
LIKED, DISLIKED = ("likes", "favourite.", "hobby"), ("dislikes", "avoids")
PAST_STATE = re.compile(
    r"\b(?:used to|formerly|previously|no longer|not any ?more)\b|(?<![天周日月点号年期\d])(?:以前|之前|从前|曾经|原来)"
)
WHEN = re.compile(
    r"\bwhen\b|\b(?:what|which) (?:day|date|time|month|year)\b|\bhow (?:old|long)\b|什么时候|哪天|哪一天|几号|几月|几点|何时|哪年|多久|多大|几岁|[哪几]年"
)
TIME = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"today|tomorrow|yesterday|tonight|morning|afternoon|evening|night|noon|midnight|weekends?|weeks?|months?|years?|daily|every|spring|summer|autumn|winter|"
    r"before|after|since|ago|o'clock|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)(?!\w))\b|"
    r"[一二三四五六七八九十两]+[月日号点岁年天周]|周[一二三四五六日末]|星期|礼拜|今天|明天|后天|昨天|早上|上午|中午|下午|晚上|夜里|每|春|夏|秋|冬|去年|今年|明年|上个?月|下个?月"
)
NOT_LIKED = re.compile(
    r"\b(?:hate|dislike|can't (?:i )?(?:stand|bear)|cannot (?:stand|bear)|don't (?:i )?(?:like|eat|drink)|do not like|avoid|least favou?rite|afraid|scared|terrified|frightened|scares?|frightens?|terrif(?:y|ies)|fears?|phobias?)\b|"
    r"讨厌|不(?:太|怎么|大)?(?:喜欢|爱|吃|喝|能吃|能喝|能碰)|受不了|反感|忌口|怕"
)
ASKS_WHAT = re.compile(r"\b(?:what|which|who)\b|什么(?!时)|啥(?!时)|哪(?![年天月]|一[年天])")


def narrowed(above: list[bool], rows: Sequence[Row], keeps: "Test") -> list[bool]:
    """Without the rows that do not fit, where one passes that does."""
    fits = [passes and keeps(row) for passes, row in zip(above, rows, strict=True)]
    if not any(fits):
        return above
    return [passes and not (keeps.concerns(row) and not fit) for passes, row, fit in zip(above, rows, fits, strict=True)]  # fmt: skip


class Test(ABC):
    """Whether a row fits, and whether it is to be judged at all."""

    @abstractmethod
    def __call__(self, row: Row) -> bool: ...

    @abstractmethod
    def concerns(self, row: Row) -> bool: ...


class Present(Test):
    """A question about the present is not answered by what is over, where something tells the present."""

    def __init__(self, intent: Intent) -> None:
        self._intent, self._off = intent, asks_for_past(intent.text)

    def __call__(self, row: Row) -> bool:
        return slot_matches(self._intent.slots, row.slot) and not self._is_over(row)

    def concerns(self, row: Row) -> bool:
        return not self._off and self._is_over(row)

    def _is_over(self, row: Row) -> bool:
        return PAST_STATE.search(normalise(row.content)) is not None


class Timed(Test):
    """A question for a time is answered by what tells one."""

    def __init__(self, plain: str) -> None:
        self._asked = WHEN.search(plain) is not None

    def __call__(self, row: Row) -> bool:
        return TIME.search(normalise(row.content)) is not None

    def concerns(self, row: Row) -> bool:
        return self._asked


class Slotted(Test):
    """Where a slot of which a person has one is filled, rows of other slots answer something else."""

    def __init__(self, intent: Intent) -> None:
        self._intent = intent

    def __call__(self, row: Row) -> bool:
        told = told_of(normalise(row.content)) & TOLD_ONLY
        fills = row.slot in DEFINITE and slot_matches(self._intent.slots, row.slot)
        return fills or bool(told & self._intent.slots)

    def concerns(self, row: Row) -> bool:
        if self._intent.slots & TOLD_ONLY:
            return True
        return bool(row.slot) and not (
            slot_matches(self._intent.slots, row.slot) or noun_matches(self._intent.words, row.slot)
        )


class Tastes(Test):
    """What is asked of dislikes is not answered by likes, nor the other way round; "Do I like it?" is by both."""

    def __init__(self, plain: str) -> None:
        self._wanted: tuple[str, ...] = ()
        if ASKS_WHAT.search(plain):
            self._wanted = DISLIKED if NOT_LIKED.search(plain) else LIKED

    def wanted(self, row: Row) -> bool:
        """Whether likes are asked for and it is one, or dislikes and it is one."""
        return bool(self._wanted) and row.slot.startswith(self._wanted)

    def is_opposite(self, row: Row) -> bool:
        """Whether it tells the contrary of what is asked for."""
        return bool(self._wanted) and row.slot.startswith(LIKED if self._wanted == DISLIKED else DISLIKED)

    def __call__(self, row: Row) -> bool:
        return self.wanted(row)

    def concerns(self, row: Row) -> bool:
        return bool(self._wanted) and row.slot.startswith((*LIKED, *DISLIKED))


class Kind(Test):
    """A question for tastes of one kind (food, music) is answered by those of the kind."""

    def __init__(self, intent: Intent) -> None:
        self._topics = intent.topics if slot_matches(intent.slots, "likes") else frozenset()

    def __call__(self, row: Row) -> bool:
        return bool(self._topics & topics_of(normalise(row.content)))

    def concerns(self, row: Row) -> bool:
        return bool(self._topics) and row.slot.startswith((*LIKED, *DISLIKED))
