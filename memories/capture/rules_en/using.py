"""What one has because one uses it: "I use a Fairphone", "we use an old Mac"."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.lexicon import POSSESSIONS
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import value_of
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

#: An article and a thing by its make; "an API", "a JSON file" are matters of the work in hand.
_MADE = r"(?-i:[A-Z][a-z]+(?:[A-Z][a-z]+)*|i[A-Z][a-z]+)(?: (?-i:[A-Z][\w-]*|\d[\w-]*))*"
_DEVICE = (
    r"(?:(?:smart|mobile |cell |flip )?phone|tablet|laptop|notebook|computer|pc|desktop|mac|chromebook"
    r"|smartwatch|watch|e-?reader|keyboard|mouse|monitor|camera|planner|walking stick|cane|crutch(?:es)?|walker"
    r"|inhaler|pacemaker|cpap(?: machine)?"
    r"|insulin pump|stairlift|guide dog|fountain pen|typewriter|printer|hearing aids?|wheelchair|prosthe(?:sis|tic \w+)"
    r"|toothbrush|razor|stove|cooker|bike|bicycle|scooter|screen reader)"
)
_USED = re.compile(
    r"(?:(?:my|our|an?|two|only|just) )+"
    r"(?:(?:old|new|small|big|second-?hand|refurbished|electric|white|black|used|manual|digital) )*"
    rf"(?P<what>{_MADE}(?: {_DEVICE})?|(?:[a-z]+ )?{_DEVICE})",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\b(?:model|script|library|framework|function|class|template|formula|loop|query|plugin|package|server|database|app|filter)\b",
    re.IGNORECASE,
)


def using(context: Context, statement: Statement) -> list[Candidate]:
    """A device or aid that somebody uses, as a thing of theirs."""
    if (
        statement.verb != "use"
        or statement.tense is not Tense.PRESENT
        or statement.negated
        or statement.modal
    ):
        return []
    said = value_of(statement.rest)
    match = _USED.fullmatch(said)
    if not match or _NO_THING.search(said):
        return []
    if match["what"].islower() and not POSSESSIONS.search(said) and not re.search(_DEVICE + "$", said, re.I):
        return []
    return candidate(context, statement.clause, type=MemoryType.FACT, slot="possession", value=match["what"])
