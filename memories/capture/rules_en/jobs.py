"""Employer and profession, as they follow "work at", "be" and other wordings."""

from memories.capture.rules_en import lexicon
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.homes import entity, place_in
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import second_person
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re


def employer(
    context: Context,
    statement: Statement | None,
    org: str,
    *,
    negated: bool = False,
    clause: Clause | None = None,
) -> list[Candidate]:
    """Whom the person works for."""
    clause = clause or (statement.clause if statement else None)
    assert clause is not None
    name = re.sub(
        r"\s(?:as (?:an?|the|their) .*|in (?:the )?[a-z].*|for (?:the|over|about|almost|a|\d|\w+ years).*"
        r"|since .*|now|now and .*|full[- ]time.*|part[- ]time.*|right now|currently|too|on .*|every .*"
        r"|any ?more|these days|doing .*|there)$",
        "",
        value_of(org),
        flags=re.I,
    )
    value = re.sub(r"^(?:the|an?|my local|a local) ", "", name, flags=re.I)
    name = second_person(name)
    if is_empty(value) or re.match(
        r"(?:home|night|nights|least|work|first|hand|myself|the moment|all|times?|day|days|weekends?"
        r"|it|something|free|living|money|\d|the weekends?|getting|being|improving|making|my (?:own"
        r"|best|computer|desk|(?:current |present |new |old |first )?(?:company|workplace|job|office|employer)$))",
        value,
        re.I,
    ):
        return []
    ended = statement is not None and (statement.ended or statement.tense == Tense.USED)
    if negated and not ended:
        return (
            candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="employer",
                value=value,
                act=Act.CORRECT,
                positive=False,
                content=f"You don't work at {name}",
            )
            if clause.correction
            else []
        )
    if ended:
        return candidate(
            context, clause, type=MemoryType.FACT, slot="employer", value=value, act=Act.END, positive=False
        )
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="employer",
        value=value,
        content=f"You work at {name}",
        entities=entity(value),
    )


_OCCUPATION_STOP = re.compile(
    r"\s(?:at|for (?:the (?:past|last) |over |about |almost |nearly |more than |many |several )?(?:[\w-]+ )?(?:years?"
    r"|months?|decades?)|from|who|and|but|so|with|now|by|since|because|these days|too|specializing"
    r"|living|based|on the side|myself|there|right now|currently|anymore|as well|trying|working"
    r"|looking|where|that|which|to|just|or|actually|if|when)\b.*|,.*",
    re.I | re.S,
)


#: Where a student is, is no employer.
_STUDENT = re.compile(r"\b(?:student|pupil|undergraduate|undergrad|freshman|sophomore)$", re.I)


def stated_occupation(context: Context, statement: Statement, rest: str, *, negated: bool) -> list[Candidate]:
    match = re.match(
        r"(?:an?|the) (?P<what>.+)|(?P<years>(?:currently |still |now )?(?:studying|training) to (?:be"
        r"|become) an? .+)|(?P<title>(?:ceo|cto|cfo|head|vice president|director|manager) (?:of"
        r"|at) .+)",
        rest,
        re.I,
    )
    if not match:
        return []
    what = match["what"] or match["title"] or match["years"]
    former = re.match(r"(?:former|retired|ex-)\s?", what, re.I)
    place = re.search(r"\sfrom (?P<place>[A-Z][\w ]*)", what)
    value = value_of(_OCCUPATION_STOP.sub("", what))
    if match["years"]:
        value = value_of(what)
    elif not lexicon.profession_in(value) or len(value.split()) > 6:
        return []
    if re.match(r"(?:bit|kind|sort|little|lot|few|type) ", value, re.I) or re.search(
        r"\b(?:like|as good as)\b", value
    ):
        return []
    clause = statement.clause
    ended = statement.ended or statement.tense == Tense.USED
    if negated and not ended:
        return (
            candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="occupation",
                value=value,
                act=Act.CORRECT,
                positive=False,
                content=f"You are not {'an' if value[0] in 'aeiou' else 'a'} {value}",
            )
            if clause.correction
            else []
        )
    end = statement.rest_at + statement.rest.find(value) + len(value)
    workplace = re.match(
        r"\s(?:at|for|in|with) (?:an? |the |my )?[\w'&. -]{2,40}$", clause.text[end - clause.start :]
    )
    found = candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="occupation",
        value=value,
        end=clause.end if workplace else end,
        act=Act.END if ended else Act.STATE,
        positive=not ended,
    )
    if (
        workplace
        and re.match(r"\s(?:at|for|with) (?:the )?[A-Z]", workplace[0])
        and not former
        and not ended
        and not _STUDENT.search(value)
    ):
        found += employer(context, statement, re.sub(r"^\s(?:at|for|with) ", "", workplace[0]))
    if place and not ended:
        town = place_in(place["place"])
        found += (
            candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="hometown",
                value=town,
                content=f"You are from {town}",
                entities=(town,),
            )
            if town
            else []
        )
    return found
