"""Plans and wishes for life: "I want to learn Spanish", "I plan to move to Oslo"."""

from datetime import datetime

from memories.capture.dates_en import Found
from memories.capture.rules_en.build import Context, candidate, dated_content
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import verb_form, words_of
from memories.capture.types import Act, Candidate
from memories.kinds import DatePrecision, MemoryType
from memoryhub import patterns as re

TRIVIAL = re.compile(
    r"\b(?:question|code|error|file|script|message|email|command|answer|prompt|version|button"
    r"|link|function|program|above|following|result|output|it|this|that|them|these|those)\b",
    re.I,
)


def pick(dates: list[Found]) -> Found | None:
    exact = [found for found in dates if found[2].precision == DatePrecision.DAY]
    return exact[0] if exact else dates[0] if dates else None


_DEFINITE = re.compile(r"(?:(?:in|up|off|out|over|back|down|through|at) )?(?:(?:my|our|an?|the)\s|[A-Z]\w)")
_NOT_AN_EVENT = frozenset(
    words_of(
        """
    think feel wait look hope try want plan wonder need stay sleep eat drink cook watch rest relax read do be make
    keep use talk ask work miss consider study listen play
    """
    )
)


def definite(statement: Statement, found: Found | None, said_at: datetime) -> bool:
    """Whether a thing of the person's is arranged for a day to come: "I'm dropping off my kiln on Tuesday"."""
    return (
        statement.tense == Tense.PROGRESSIVE
        and found is not None
        and found[2].precision == DatePrecision.DAY
        and found[2].on > said_at.date()
        and statement.verb not in _NOT_AN_EVENT
        and _DEFINITE.match(statement.rest) is not None
    )


_WISH = re.compile(
    r"to (?:(?:try|start) )?(?:learn(?:ing)? (?:how )?(?:to )?(?!more|about|from|if|what|the)\w+"
    r"|become an? \w+|be an? \w+(?: \w+)?(?: (?:one|some) ?day| when|$)"
    r"|(?:move|relocate) to [A-Z]\w+|(?:visit|see) (?:the )?[A-Z]\w+|travel|go (?:back )?to (?:[A-Z]\w+"
    r"|college|law school|medical school|culinary school|school)"
    r"|open (?:up )?(?:my|an?) (?:own )?\w+|start (?:my|an?) (?:own )?(?:\w+ )?(?:business|family"
    r"|band|garden|restaurant|company|farm|blog|channel)"
    r"|have (?:kids|children|(?:my|an?) (?:family|baby|big family|house|dog|cat|farm|garden)"
    r"|(?:one|two|three|four|more) (?:kids|children))|retire|run (?:an? (?:half )?marathon|a \d+k)"
    r"|lose (?:weight|some weight|\d+)|quit (?:smoking|my job|drinking)|stop (?:smoking|drinking)"
    r"|adopt an? \w+|get an? (?:dog|cat|puppy|kitten|tattoo|phd|masters?|new job|\w+ degree"
    r"|horse|motorcycle|boat)|get married|find (?:an? )?(?:new |better )?(?:job|work|wife|husband"
    r"|girlfriend|boyfriend)"
    r"|buy (?:an?|my own|our own) (?:\w+ )?(?:house|car|boat|farm|home|truck|motorcycle|rv|cabin"
    r"|bike)|write an? (?:book|novel)|own an? \w+|live (?:in|on|by|near) (?:the |an? )?\w+|climb (?:mount )?[A-Z]\w+"
    r"|finish (?:my|college|school)|study \w+|teach (?!you|me)\w+"
    r"|try (?!it|this|that|them|your|to|out|again|some|one|something|and|a (?:different|new)|the)\w+ing)\b",
)
_WISHING = frozenset(["want", "plan", "hope", "intend", "dream", "love", "like", "think"])


def undated(clause: Clause, start: int, found: Found | None) -> str:
    """The words of a clause from ``start`` on, without the date among them."""
    text = clause.text
    if found:
        text = text[: found[0]] + " " * (found[1] - found[0]) + text[found[1] :]
    return value_of(re.sub(r"\s+", " ", text[start:]).strip())


def wishes(context: Context, statement: Statement) -> list[Candidate]:
    """ "I want to learn Spanish", "I plan to move to Oslo": a plan or a wish for life, never a request."""
    verb, rest = statement.verb, statement.rest
    if verb not in _WISHING or statement.negated:
        return []
    if verb in ("love", "like"):
        if statement.modal != "would":
            return []
    elif statement.modal or statement.tense not in (Tense.PRESENT, Tense.PROGRESSIVE, Tense.PERFECT):
        return []
    if match := re.match(r"(?:on|of|about) (?:maybe |possibly )?(?P<verb>\w+ing)\b", rest):
        known = verb_form(match["verb"])
        if known is None:
            return []
        rest = f"to {known[0]}{rest[match.end() :]}"
    elif verb == "think":
        return []
    rest = re.sub(r"^to (?:one day|someday|eventually|finally|maybe|also) ", "to ", rest)
    if not _WISH.match(rest):
        return []
    value = value_of(rest[3:])
    if is_empty(value) or TRIVIAL.search(value) or len(value.split()) > 9:
        return []
    clause = statement.clause
    found = pick([f for f in context.dates(clause) if f[2].on >= context.said_at.date()])
    tentative = verb not in ("plan", "intend")
    planned = found[2] if found else None
    if move := re.match(r"(?:move|relocate) to (?P<place>[A-Z][\w-]+(?: [A-Z][\w-]+)*)", value):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="residence",
            value=move["place"],
            act=Act.PLAN,
            tentative=tentative,
            planned=planned,
            content=dated_content(clause.text, found),
        )
    return candidate(
        context,
        clause,
        type=MemoryType.TASK,
        slot="plan",
        value=value,
        act=Act.PLAN,
        tentative=tentative,
        planned=planned,
    )
