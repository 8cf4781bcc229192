"""Several things that are owned, told in one breath: "I own a bar and a boat"."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.lexicon import (
    POSSESSIONS,
    RELATION,
    relation_key,
    relation_kind,
    relation_slot,
)
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import value_of
from memories.capture.types import SELF, Candidate, Subject
from memories.kinds import MemoryType
from memoryhub import patterns as re

_JOINED = re.compile(r",? (?:and|as well as|plus) |, (?:and )?")
_COUNTED = re.compile(
    r"(?P<count>an?|one|two|three|four|five|six|\d{1,2}|several|my own|our own) (?P<what>(?:[\w'&.-]+ ){0,4}[\w'&.-]+)",
    re.IGNORECASE,
)
_ALIVE = re.compile(rf"\b{RELATION}$", re.IGNORECASE)
_NO_THING = re.compile(
    r"\b(?:meeting|question|idea|plan|appointment|list|trip|problem|issue|review|show|name|loan|point|lot|few|bit)s?$",
    re.IGNORECASE,
)


def several_things(context: Context, statement: Statement) -> list[Candidate]:
    """Each thing of a list as a memory of its own, since each is sold or lost by itself."""
    if statement.verb not in ("own", "have") or statement.tense is not Tense.PRESENT:
        return []
    if statement.negated or statement.modal or statement.ended:
        return []
    things = [_COUNTED.fullmatch(item) for item in _JOINED.split(value_of(statement.rest))]
    if len(things) < 2:
        return []
    found, owned = list[Candidate](), 0
    for thing in things:
        if not thing or _NO_THING.search(thing["what"]):
            return []
        single = thing["count"].lower() in ("a", "an", "one")
        alive = _ALIVE.search(thing["what"])
        if not alive and statement.verb == "have" and not POSSESSIONS.search(thing["what"]):
            return []
        owned += not alive
        key = relation_key(alive[0]) if alive else ""
        found += candidate(
            context,
            statement.clause,
            type=MemoryType.RELATIONSHIP if alive else MemoryType.FACT,
            slot=relation_slot(key) if alive else "possession",
            value=thing["what"] if single and not alive else thing[0],
            subject=Subject(relation_kind(key), key) if alive else SELF,
            content=f"You {statement.verb} {thing[0]}",
        )
    return found if owned else []
