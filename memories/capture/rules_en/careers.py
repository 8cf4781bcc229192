"""Jobs told by what is done in them: "I teach chemistry", "I drive a taxi for a living", a new post, a project."""

from dataclasses import replace

from memories.capture.rules_en.build import Context, candidate, long_ago
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.jobs import employer
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_SCHOOL = re.compile(
    r"\s(?:at|in|to) (?:an? |the |my |our )?(?:[\w'-]+ ){0,3}?(?:school|college|university|academy"
    r"|kindergarten"
    r"|gymnasium|institute|grade|graders|students|pupils|undergraduates|children|kids|adults)s?\b",
    re.I,
)
_NOT_A_SUBJECT = re.compile(
    r"(?:my|him|her|them|you|myself|people|someone|it|that|this|the|at|in|on|an?|part[- ]time"
    r"|classes|lessons)\b",
    re.I,
)
_LIVING = re.compile(r"\s(?:for a living|for my job|as my (?:day )?job|professionally|by trade)\b", re.I)


_TEAM = re.compile(
    r"(?P<team>an? (?:[\w-]+ ){0,2}?team of (?:about |around |over )?[\w-]+(?: [\w-]+)??)"
    r"(?=$|[,.]| (?:at|in|for|by)\b)",
    re.I,
)


def careers(context: Context, statement: Statement) -> list[Candidate]:
    """A profession that is told by its doing."""
    clause = statement.clause
    if statement.negated or statement.modal or statement.tense not in (Tense.PRESENT, Tense.PROGRESSIVE):
        return []
    if statement.verb in ("run", "lead", "manage", "supervise", "head") and (
        team := _TEAM.match(statement.rest)
    ):
        end = statement.rest_at + team.end()
        return candidate(
            context, clause, type=MemoryType.FACT, slot="attribute.team", value=team["team"], end=end
        )
    if living := _LIVING.search(clause.text):
        at = clause.text.find(statement.rest)
        doing = statement.verb + " " + clause.text[at : living.start()] if at >= 0 else ""
        if statement.verb in ("be", "do", "have") or is_empty(doing.partition(" ")[2] or "nothing"):
            return []
        return _occupation(context, clause, doing.strip(), clause.start + living.end())
    if statement.verb == "start" and (match := _NEW_JOB.match(statement.rest)):
        return [replace(one, lasting=True) for one in employer(context, None, match["org"], clause=clause)]
    if statement.verb in ("run", "own") and (match := _BUSINESS.match(statement.rest)):
        return _occupation(
            context, clause, f"{statement.verb} {match['what']}", statement.rest_at + match.end()
        )
    if statement.verb != "teach" or _NOT_A_SUBJECT.match(statement.rest):
        return []
    school = _SCHOOL.search(statement.rest)
    subject = value_of(statement.rest[: school.start()] if school else statement.rest)
    whole = value_of(statement.rest)
    if is_empty(subject) or len(subject.split()) > 3 or (not school and whole != subject):
        return []
    if not school and re.search(
        r"\b(?:every|each|on|at|in|to|lessons|class|classes|course)\b", subject, re.I
    ):
        return []
    end = statement.rest_at + (statement.rest.find(whole) + len(whole))
    return _occupation(context, clause, f"{subject} teacher", end)


def _occupation(context: Context, clause: Clause, value: str, end: int) -> list[Candidate]:
    return candidate(context, clause, type=MemoryType.FACT, slot="occupation", value=value, end=end)


_PROMOTED = re.compile(
    r"(?:i've|i have|i|i got|i was|i've been|i have been) (?:(?:just|recently|finally|now) )?(?:been |got "
    r"|gotten |was )?"
    r"(?:just |recently |finally )?(?:(?:promoted|moved up|appointed|elected|named)(?: to)?(?: be| as| become)?"
    r"|made(?= (?:partner|head|manager|director|captain|team lead)))"
    r" (?:(?:an?|the|my) )?(?P<job>(?!(?:my|him|her|it|this|that|one|after)\b)[A-Za-z][\w' -]{2,40})",
    re.I,
)


def promotions(context: Context, clause: Clause) -> list[Candidate]:
    """ "I've been promoted to head of procurement": the post that one has from now on."""
    match = _PROMOTED.match(clause.text[clause.lead :])
    job = re.split(
        r"\s(?:at|in|last|this|on|from|after|and|but|yesterday|today|two|three|a|back|since|by)\b",
        value_of(match["job"]) if match else "",
    )[0]
    if not match or is_empty(job) or long_ago(context, clause):
        return []
    end = clause.start + clause.text.find(job) + len(job)
    return [
        replace(one, lasting=True) for one in _occupation(context, clause, job, max(end, clause.start + 1))
    ]


_BUSINESS = re.compile(
    r"(?P<what>(?:an?|my own|our own) (?:[\w-]+ ){0,3}?(?:business|shop|store|restaurant|bakery"
    r"|cafe|company|salon|studio|farm"
    r"|gallery|bar|pub|hotel|guesthouse|agency|garage|nursery|bookshop|bookstore|workshop"
    r"|practice))\b(?![-'])"
    # the head of its phrase: "a bar in Ghent", not "a bar stool"
    r"(?=\s*(?:$|[^\w\s'-])|\s(?:in|at|on|near|by|with|for|and|or|but|that|which|where|who|while|since|of"
    r"|from|called|named|here|there|now|too|as|so|together|myself|ourselves|next|close|outside|inside"
    r"|opposite|behind|across|just"
    r"|down|up|around|under|along|these|those|nowadays|if|because|not|today|i|we|my|our|selling|making|doing"
    r"|serving"
    r"|speciali[sz]ing|offering|teaching|dedicated|downtown|abroad|online|again|still|already|alongside|to)\b)",
    re.I,
)
_NEW_JOB = re.compile(
    r"(?:(?:my|a|the) )(?:new )?(?:job|position|role|post) (?:at|with) (?P<org>[A-Z][\w&.'-]*(?:"
    r" [A-Z][\w&.'-]*)*)"
)
_PROJECT = re.compile(
    r"(?:i'?m|i am|i work|i've been|i have been|i was|i got|i just got|they|i've just been)(?: now"
    r"| currently| just)? "
    r"(?:(?:on|working on|assigned to|in charge of|leading|running|part of)"
    r"|(?:moved|transferred|switched|reassigned|put|assigned|moved over)(?: me)? (?:to|on|onto)) "
    r"(?:the )?(?P<what>[A-Z][\w-]*(?: [A-Z][\w-]*)?) (?:project|team)\b(?P<more>.*)",
)


def projects(context: Context, clause: Clause) -> list[Candidate]:
    """ "I'm on the Falcon project", "I've been moved to the Heron project"."""
    text = clause.text[clause.lead :]
    match = _PROJECT.match(text[:1].lower() + text[1:])
    if not match or re.match(r"\s*(?:for (?:school|class|homework)|and i need)", match["more"], re.I):
        return []
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="project",
        value=match["what"],
        content=f"You are on the {match['what']} project",
        end=clause.start + clause.lead + match.start("more"),
        entities=(match["what"],),
    )
