"""Which rows are over by what is so now: a child is born, an exam passed, and a relative that never was. Pure."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memories.capture.types import Candidate, Ends
from memories.kinds import MemoryType
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memories.capture.ended import Told

_EXPECTED = re.compile(r"怀孕|预产期|待产|备孕|孕期|怀着|\bpregnan|\bdue date\b|\bexpecting a", re.IGNORECASE)
_STUDIES = re.compile(
    r"学生|[在念读上](?:大学|大[一二三四]|高[一二三]|研)|读博|读硕|读书|上学|\bstudent\b", re.IGNORECASE
)
#: By what was got or learnt: how the learning of it is told.
_DRIVING = re.compile(r"开车|学车|驾照|驾校|驾驶证|科目[一二三四]|\bdriv(?:e|ing)\b", re.IGNORECASE)
_LEARNS = re.compile(r"学|考|练|不会|不太会|还没拿")


def over(candidate: Candidate, rows: Iterable["Told"]) -> list["Told"]:
    """The rows that hold no more."""
    positive = [row for row in rows if row.positive or row.slot == "note"]
    match candidate.ends:
        case Ends.NO_SUCH:
            who = candidate.subject
            return [row for row in positive if row.kind == who.kind and row.relation == who.relation]
        case Ends.BIRTH:
            return [row for row in positive if row.own and _EXPECTED.search(row.content)]
        case Ends.STUDY:
            own = [row for row in positive if row.own and row.slot == "occupation"]
            return [row for row in own if _STUDIES.search(row.value)]
        case Ends.LEARNT:
            return [row for row in positive if row.own and _learns(row, candidate.value)]
    return []


def _learns(row: "Told", thing: str) -> bool:
    """Whether a row tells that the thing is being learnt, is to be, or is not known."""
    told = row.content
    names = _DRIVING.search(told) if _DRIVING.search(thing) else thing in told
    if not names:
        return False
    if row.slot == "learning":
        return True
    return (row.type == MemoryType.TASK or row.slot in ("plan", "note", "")) and bool(_LEARNS.search(told))
