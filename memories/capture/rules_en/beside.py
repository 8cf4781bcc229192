"""What the second half of a sentence tells: "I'm a nurse and left-handed", "my mother lives in Hull; she's a judge"."""

from dataclasses import replace

from memories.capture.rules_en import lexicon
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import RELATION
from memories.capture.rules_en.people import fact_of
from memories.capture.rules_en.values import value_of
from memories.capture.rules_en.words import words_of
from memories.capture.types import Act, Candidate
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

#: What one is for good, in a word.
_STATE = (
    r"(?:left|right)[- ](?:handed|footed)|ambidextrous|colou?r[- ]?blind|(?:short|near|long|far)[- ]sighted"
    r"|bald|adopted|bilingual|trilingual|introverted|extroverted|self[- ]employed"
)
_HALVES = re.compile(
    rf"(?:i'm|i am) (?!.*\b(?:not|never|neither|no longer)\b)[^;:]+?(?P<joint>,? and (?:also )?|, )"
    r"(?P<state>(?:(?:very|also|happily|strictly|partly|naturally) )*"
    rf"(?:{_STATE}|{lexicon.DIET.pattern}|{lexicon.MARITAL.pattern}))$",
    re.IGNORECASE,
)
_MOST = 3


def halves(clause: Clause) -> list[Clause]:
    """The clause without the states that stand joined at its end, and each of those as a clause."""
    states: list[Clause] = []
    while len(states) < _MOST and (match := _HALVES.match(clause.text, clause.lead)):
        at = match.start("state")
        states.insert(0, replace(clause, text=clause.text[at:], start=clause.start + at, lead=0, first=False))
        cut = match.start("joint")
        clause = replace(clause, text=clause.text[:cut], end=clause.start + cut)
    return [clause, *states]


def state(context: Context, clause: Clause) -> list[Candidate]:
    """A state that ``halves`` has cut off."""
    said = clause.text
    handed = re.search(r"handed|ambidextrous", said, re.IGNORECASE)
    slot = "attribute.handedness" if handed else ""
    if lexicon.DIET.fullmatch(said):
        slot = "diet"
    elif lexicon.MARITAL.fullmatch(said):
        slot = "marital_status"
    return candidate(
        context, clause, type=MemoryType.FACT, slot=slot, value=said, content=f"You are {said}", category=""
    )


_PRONOUN = re.compile(
    r"(?P<who>she|he)(?P<verb>'s| is| was| has| works?| lives?| teaches| studies| moved| comes)\b",
    re.IGNORECASE,
)
_OF_WHOM = re.compile(rf"Your (?:[\w'-]+ ){{0,3}}?{RELATION}(?-i: [A-Z][\w'-]+)?(?= )", re.IGNORECASE)
_HERS = frozenset(
    words_of(
        """
        mother wife girlfriend daughter sister elder_sister younger_sister grandmother granddaughter aunt niece
        mother_in_law sister_in_law daughter_in_law
        """
    )
)
_HIS = frozenset(
    words_of(
        """
        father husband boyfriend son brother elder_brother younger_brother grandfather grandson uncle nephew
        father_in_law brother_in_law son_in_law
        """
    )
)
_BETWEEN = re.compile(r"[\s,.;:!-]*(?:(?:and|but)\s+)?", re.IGNORECASE)


def of_the_same(context: Context, clause: Clause, last: Candidate) -> list[Candidate]:
    """What "she" or "he" is, does or has, of the one whom the words before told of."""
    match = _PRONOUN.match(clause.text)
    if not match or clause.question or clause.conditional or last.act is not Act.STATE:
        return []
    one, whom = last.subject, _OF_WHOM.match(last.content)
    if last.type is not MemoryType.RELATIONSHIP or one.kind is not EntityKind.PERSON or not whom:
        return []
    if one.relation in (_HIS if match["who"].lower() == "she" else _HERS):
        return []
    if not _BETWEEN.fullmatch(context.normal[last.end : clause.start]):
        return []
    predicate = re.sub(r"^'s\b", "is", clause.text[match.start("verb") :].strip())
    found = fact_of(context, clause, one, predicate, "")
    said = value_of(predicate)
    return [replace(told, content=f"{whom[0]} {said}") for told in found]
