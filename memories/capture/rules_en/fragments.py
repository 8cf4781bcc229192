"""Statements without a subject: "Big fan of Ethiopian food", "Allergic to nuts, by the way"."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_FAN = re.compile(
    r"(?:an? )?(?P<no>not (?:much of )?an? |never been an? |no )?(?:(?:big|huge|massive|lifelong|total|"
    r"great|real|die-?hard) )*"
    r"(?:fan|lover) of (?P<what>.+)",
    re.IGNORECASE,
)
_ALLERGIC = re.compile(r"(?:(?:severely|badly|deadly|highly) )?allergic to (?P<what>.+)", re.IGNORECASE)
_HERE = re.compile(r"\s+(?:over )?here$", re.IGNORECASE)


def fragments(context: Context, clause: Clause) -> list[Candidate]:
    """What a sentence that begins with "fan of" or "allergic to" says of the person."""
    if not clause.first:
        return []
    text = _HERE.sub("", clause.text)
    if match := _FAN.fullmatch(text):
        value = value_of(match["what"])
        denied = bool(match["no"])
        if is_empty(value):
            return []
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="dislikes" if denied else "likes",
            value=value,
            positive=not denied,
            content=f"You are {'not ' if denied else ''}a fan of {value}",
        )
    if match := _ALLERGIC.fullmatch(text):
        value = value_of(match["what"], lists=True)
        if is_empty(value):
            return []
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="allergy",
            value=value,
            safety=True,
            lasting=True,
            content=f"You are allergic to {value}",
        )
    return []
