"""Tastes said in other ways: an aversion to, no interest in, refuse to, prefer not to, find … boring, follow a diet."""

from memories.capture.rules_en import lexicon
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_DEGREE = r"(?:an? )?(?:(?!to\b|for\b|of\b)[\w-]+ ){0,3}?"
_HELD = re.compile(
    rf"{_DEGREE}(?:(?P<bad>dislike|aversion|distaste|hatred|objection|disdain|fear|phobia|no interest"
    rf"|(?:little|zero|no) (?:interest"
    r"|desire))|(?P<good>preference|love|passion|weakness|spot|fondness|affinity|appreciation"
    r"|thing|sweet tooth|obsession|interest))"
    r" (?:for|to|of|in|towards?|with|against) (?P<what>.+)",
    re.IGNORECASE,
)
_FIND = re.compile(
    r"(?P<what>[\w' -]{3,50}?) (?:(?:to be|really|very|quite|so|too|pretty|extremely|incredibly"
    r"|a bit|absolutely) )*"
    r"(?:(?P<bad>boring|annoying|distracting|overwhelming|unpleasant|disgusting|exhausting|stressful"
    r"|irritating|dull|tedious"
    r"|gross|terrifying|uncomfortable|tiring)|(?P<good>relaxing|fascinating|soothing|inspiring"
    r"|calming|therapeutic|enjoyable"
    r"|delicious|exciting|fun|rewarding))$",
    re.IGNORECASE,
)
_DIET = re.compile(
    r"(?:to |on )?(?:(?:an?|the|very|strictly|strict|mostly|lifelong) )*"
    r"(?P<diet>[\w-]+(?: [\w-]+){0,2}) (?:diet|lifestyle)\b",
    re.IGNORECASE,
)
_NOT_A_DIET = re.compile(
    r"(?:my|your|this|that|better|healthier|healthy|balanced|new|good|bad|normal|the|different|busy)\b",
    re.IGNORECASE,
)


def attitudes(context: Context, statement: Statement) -> list[Candidate]:
    """A liking, a dislike or a refusal in a wording without "like"."""
    if statement.tense not in (Tense.PRESENT, Tense.PERFECT, Tense.PROGRESSIVE) or statement.modal:
        return []
    verb, rest, clause = statement.verb, statement.rest, statement.clause
    if verb == "have" and (match := _HELD.match(rest)):
        bad = bool(match["bad"]) or statement.negated
        return _taste(context, statement, match["what"], slot="dislikes" if bad else "likes")
    if verb == "refuse" and not statement.negated and (match := re.match(r"to (?P<what>.+)", rest, re.I)):
        return _taste(context, statement, match["what"], slot="avoids")
    if verb == "prefer" and (match := re.match(r"(?:not to|to avoid|avoiding) (?P<what>.+)", rest, re.I)):
        return _taste(context, statement, match["what"], slot="avoids")
    if verb == "trust" and statement.negated:
        return _taste(context, statement, rest, slot="dislikes")
    if verb == "find" and not statement.negated and (match := _FIND.match(value_of(rest))):
        return _taste(
            context, statement, match["what"], slot="dislikes" if match["bad"] else "likes", whole=True
        )
    if verb in ("eat", "keep") and not statement.negated and (match := lexicon.DIET.match(rest)):
        if not value_of(rest[match.end() :]):
            return candidate(context, clause, type=MemoryType.FACT, slot="diet", value=match[0])
        return []
    if (
        verb in ("follow", "adhere", "prioritize", "prioritise", "keep", "maintain", "be", "stick")
        and not statement.negated
    ):
        match = _DIET.match(rest)
        if (
            match
            and not _NOT_A_DIET.match(match["diet"])
            and (verb != "be" or rest.lower().startswith("on "))
        ):
            known = lexicon.DIET.search(match["diet"])
            value = known[0] if known else match["diet"]
            return candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="diet",
                value=value,
                end=statement.rest_at + match.end(),
            )
    return []


_MOVES_ME = re.compile(
    r"(?P<what>(?!(?:i|you|it|this|that|these|those|he|she|they|which|what|who|my|your|his|her"
    r"|nothing|everything)\b)"
    r"[\w' -]{3,40}?) (?:(?:always|really|just|still) )*"
    r"(?P<how>(?P<bad>bores? me|drives? me (?:crazy|mad|nuts|insane|up the wall)|annoys? me"
    r"|irritates? me|disgusts? me|"
    r"gives? me the creeps|creeps? me out|freaks? me out|stresses me out|puts? me (?:off|to sleep)"
    r"|makes? me (?:gag|cringe))"
    r"|makes? me (?:so |very |really )?happy|calms? me(?: down)?|relaxes me|cheers? me up|fascinates? me)"
    r"(?: (?:to tears|to death|every time|no end|a lot|so much))*",
    re.IGNORECASE,
)


def feelings(context: Context, clause: Clause) -> list[Candidate]:
    """ "Thrillers bore me to tears", "The sea calms me": what a thing does to the person."""
    match = _MOVES_ME.fullmatch(clause.text)
    value = value_of(match["what"]) if match else ""
    if not match or is_empty(value) or (re.match(r"(?:the|a|an) ", value, re.IGNORECASE) and match["bad"]):
        return []
    slot = "dislikes" if match["bad"] else "likes"
    return candidate(
        context, clause, type=MemoryType.PREFERENCE, slot=slot, value=value, positive=slot == "likes"
    )


def _taste(
    context: Context, statement: Statement, what: str, *, slot: str, whole: bool = False
) -> list[Candidate]:
    value = value_of(what)
    if is_empty(value) or re.match(
        r"(?:be|say|do|talk|discuss|comment|answer|believe|accept|give|the assistant|an? question)\b",
        value,
        re.I,
    ):
        return []
    at = statement.rest_at + statement.rest.find(value) + len(value)
    return candidate(
        context,
        statement.clause,
        type=MemoryType.PREFERENCE,
        slot=slot,
        value=value,
        positive=slot == "likes",
        end=None if whole else at,
    )
