"""One clause of a Chinese message: its words, its mood and whom it speaks of. No rule."""

from dataclasses import dataclass
from enum import StrEnum

from memories.capture.types import SELF, Subject


class Mood(StrEnum):
    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    SUPPOSITION = "supposition"
    REPORT = "report"  # what somebody else says, thinks or is
    TALK = "talk"  # to the assistant, or of something in the conversation


class Who(StrEnum):
    SELF = "self"
    RELATED = "related"
    NOBODY = "nobody"  # no subject, and none to inherit
    OTHER = "other"


@dataclass(slots=True)
class Clause:
    """``text`` is ``message[start:end]`` in simplified characters; ``body`` is where the predicate begins in it.

    ``lead`` is what stood before the subject and belongs to the predicate (上个月15号, 周末); ``spoken`` tells that the
    subject was said, not inherited. ``prefix`` addresses the subject in a memory (你, 你的女儿).
    """

    text: str
    start: int
    end: int
    mood: Mood = Mood.STATEMENT
    who: Who = Who.NOBODY
    spoken: bool = False
    subject: Subject = SELF
    prefix: str = "你"
    lead: str = ""
    body: str = ""
    body_start: int = 0
    sentence: int = 0
    first: bool = False  # of its sentence
    household: bool = False  # 我家…
    possessed: str = ""  # 我的车 → 车
    corrects: bool = False
    explicit: bool = False
    beside_question: bool = False
    exception: str = ""  # 除非下雨，: the case in which a custom is not kept
    christened: str = ""  # 叫海鹦号, said of the thing that the clause tells of
    denied: str = ""  # the value that a clause beside it calls wrong
