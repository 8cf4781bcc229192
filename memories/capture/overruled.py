"""Earlier decisions that the words of a new one give up: "let's take X instead of Y", 不去Y了，改选X. Read only."""

# ruff: noqa: E501

import re
from typing import TYPE_CHECKING

from memories.capture.concern import changeable
from memories.capture.types import Candidate, Turn
from memories.kinds import MemoryStatus
from memories.models import Memory

if TYPE_CHECKING:
    from memoryhub.models import User

_BEFORE = (
    r"(?:\b(?:instead of|rather than|not|against|over|dropp?(?:ed|ing)?|cancel(?:led|ling)?|skip(?:ping)?|(?:forget|never ?mind)(?: about)?|scrap|ditch)\s+(?:going (?:to|with|for)\s+|taking\s+|go (?:to|with)\s+)?(?:the\s+)?"
    r"|(?:不[选要去用订住坐吃买]|不再[选去用]|别[选去订]|放弃|取消|退掉?了?|不考虑|[别甭不][管提]|忘[了掉记])(?:了)?(?:[那这][个家])?)"
)
_AFTER = (
    r"(?:\s+(?:is|are|was|got)\s+(?:out|off|full|fully booked|booked (?:out|up)|closed|no good|unavailable|not available|sold out|too \w+|cancell?ed)\b"
    r"|(?:那边|已经|都)?(?:没(?:有)?(?:位子?|房间?|票|货|空)|(?:订|约)?满了?|太[贵远吵小]|不行|不[去要选]了|关门|取消|订不到|约不上))"
)


def by(user: "User", turn: Turn, candidate: Candidate) -> list[Memory]:
    """The active decisions whose value the message of a new decision gives up by its name."""
    rows = changeable(user, turn).filter(status=MemoryStatus.ACTIVE, slot="decision").exclude(value="")
    return [row for row in rows if row.value != candidate.value and given_up(row.value, turn.text)]


def given_up(value: str, text: str) -> bool:
    """Whether a message gives a thing up: "not the Harbour Inn", 望江宾馆没位了."""
    name = re.escape(re.sub(r"^(?:the|an?) ", "", value, flags=re.IGNORECASE))
    return len(value) > 1 and (
        re.search(rf"{_BEFORE}{name}(?![a-z])|(?<![a-z]){name}{_AFTER}", text, re.IGNORECASE) is not None
    )
