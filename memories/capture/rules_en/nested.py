"""Whom a relative of the person has: "My sister had a son, called Jake" names the son and not the sister."""

from dataclasses import replace

from memories.capture.rules_en.build import Context
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import RELATION
from memories.capture.rules_en.words import second_person
from memories.capture.types import Candidate
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_HAS_ONE = re.compile(
    rf"(?:my|our|your) (?:[\w'-]+ ){{0,2}}?{RELATION}(?:,? [A-Z][\w'-]*)?,? (?:\w+ )*?"
    r"(?:has|have|had|got|adopted|bought|gave birth to|keeps?|rescued|welcomed|fostered|raises|owns)\b[^.;!?]*?"
    rf"\b(?:an?|one|two|three|four|another|twin) (?:[\w'-]+ ){{0,3}}?(?:{RELATION}|(?:boys?|girls?)\b)",
    re.IGNORECASE,
)
_NAME = r"[A-Z][\w'-]*(?:(?:, | and |, and )[A-Z][\w'-]*)*"
_NAMED = re.compile(
    rf"(?:(?i:his|her|its|their) names?(?:'s| is| are)|(?i:he|she|it|they)(?:'s| is|'re| are) (?:called|named))"
    rf" {_NAME}$"
)
#: ", called Jake" and ", Ella" after what somebody has.
_CALLED = re.compile(
    rf",? (?:called|named|by the name of|whose names? (?:is|are)) {_NAME}"
    rf"|,? (?:and )?(?:his|her|its|their) names?(?:'s| is| are) {_NAME}|, {_NAME}(?=\s*$)"
)


def has_one(said: str) -> bool:
    """Whether words tell of a relative, friend or animal that one of the person's has."""
    return _HAS_ONE.match(said) is not None


def called(said: str, after: str) -> str:
    """The name in ``after``, with the words around it, of the one whom ``said`` tells of last; or an empty string."""
    whole = _HAS_ONE.match(said)
    name = _CALLED.match(after) if whole and whole.end() == len(said) else None
    return name[0] if name else ""


def named(context: Context, clause: Clause, last: Candidate) -> Candidate | None:
    """What a relative has, with the name that the next clause tells: "My sister had a son. His name is Jake"."""
    if (
        last.type is not MemoryType.RELATIONSHIP
        or last.subject.kind is EntityKind.SELF
        or not has_one(last.content)
        or not _NAMED.match(clause.text)
        or not re.fullmatch(
            r"[\s,.!;]*(?:and|but)?\s*", context.normal[last.end : clause.start], re.IGNORECASE
        )
    ):
        return None
    more = second_person(clause.text)
    return replace(
        last,
        content=f"{last.content}, {more[:1].lower()}{more[1:]}",
        quote=context.source[last.start : clause.end],
        end=clause.end,
    )
