"""Whom somebody says to have married: "I married Tom in 2019" tells of a spouse, beside the day."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.types import Candidate, Subject
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_MARRIED = re.compile(
    r"(?i:(?:i|we)(?:'ve| have|'m| am)? ?(?:(?:just|finally|recently|happily|then|now|been) )*"
    r"(?:(?:got(?:ten)? |been )?married(?: to)?|wed|eloped with|tied the knot with)) "
    r"(?:(?i:my) (?:[a-z]+ ){0,2}?(?P<rel>wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?),? )?"
    r"(?P<name>[A-Z][a-z][\w-]*(?: [A-Z][a-z][\w-]*)?)(?!'s?\b|,? and [A-Z]|\w)"
)
_NOT_A_SPOUSE = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|\w+day|"
    r"Christmas|Easter|New|I|In|On|At|Last|This)\b"
)
_OVER = re.compile(
    r"\bdivorc|\bseparated\b|\bsplit up\b|\bex\b|\bwidow|\bpassed away\b|\bdied\b|\blate\b", re.IGNORECASE
)


def spouses(context: Context, clause: Clause) -> list[Candidate]:
    """The spouse whom a wedding names, by the relation that the words tell; else as partner."""
    match = _MARRIED.match(clause.text[clause.lead :])
    if match is None or _NOT_A_SPOUSE.match(match["name"]) or _OVER.search(context.normal):
        return []
    relation = match["rel"] if match["rel"] in ("wife", "husband") else "partner"
    return candidate(
        context,
        clause,
        type=MemoryType.RELATIONSHIP,
        slot="family",
        value=match["name"],
        subject=Subject(EntityKind.PERSON, relation, match["name"]),
        content=f"Your {'spouse' if relation == 'partner' else relation} is called {match['name']}",
        end=clause.start + clause.lead + match.end(),
        entities=(match["name"],),
        turned=False,
    )
