"""What is liked best of its kind: "Of all the seasons I like autumn best"."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.tastes import favourite_slot
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_LIKE = r"i(?:'ve always)? (?:still |always |really )?(?:like|love|enjoy|prefer|liked|loved)d?"
_OF_ALL = r"(?:out of|of|among|amongst) (?:all (?:of )?)?(?:the |my )?(?P<noun>[a-z]+(?: [a-z]+)?)"
_VALUE = r"(?P<value>[^,]{2,40}?)"
_BEST = (
    re.compile(rf"{_OF_ALL},? {_LIKE} {_VALUE} (?:the )?(?:best|most)(?: of all)?", re.IGNORECASE),
    re.compile(rf"{_LIKE} {_VALUE} (?:the )?(?:best|most),? {_OF_ALL}", re.IGNORECASE),
)
_NO_KIND = re.compile(
    r"(?:these|those|them|this|that|it|us|you|options?|ones?|answers?|things?|two|three)\b", re.I
)


def liked_best(context: Context, clause: Clause) -> list[Candidate]:
    """The favourite of a kind that the sentence names."""
    found = next((match for pattern in _BEST if (match := pattern.fullmatch(clause.text))), None)
    if found is None or _NO_KIND.match(found["noun"]):
        return []
    value = value_of(found["value"])
    if is_empty(value) or re.match(r"(?:it|this|that|these|those|them|you|the \w+ one)\b", value, re.I):
        return []
    slot, noun = favourite_slot(found["noun"])
    content = f"Your favourite {noun} is {value}"
    return candidate(context, clause, type=MemoryType.PREFERENCE, slot=slot, value=value, content=content)
