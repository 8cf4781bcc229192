"""What the person has decided, alone or with others: "we settled on the place by the sea", "oak it is"."""

from memories.capture.rules_en.build import Context, candidate, dated_content
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.plans import TRIVIAL, pick
from memories.capture.rules_en.values import addressed, is_empty, value_of
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

#: A longer message that tells of decisions is a story.
_LONGEST = 600
_WHO = r"(?P<who>i|we|my [a-z]+ and i|[A-Z][a-z]+ and i|both of us|the (?:two|three|four) of us)"
_HOW = (
    r"(?:(?:just|now|finally|both|all|already|also|actually|eventually|ultimately|definitely|together|officially"
    r"|basically|pretty much|in the end|after all)\s+)*"
)
_HAVE = rf"{_WHO}(?P<have>['’]ve| have|['’]d| had)?\s+{_HOW}"
_ABOUT = re.compile(
    r"(?:for|in|as for) (?!the (?:end|meantime|long run|first place|morning|evening|past)\b)"
    r"(?:the|our|my) [a-z ]{2,30}?,? ",
    re.IGNORECASE,
)
#: "decided to …", "decided on …", "chose …": the phrase that follows is what was decided.
_DECIDED = re.compile(
    rf"{_HAVE}(?:(?P<to>(?:decided|agreed|opted|elected|resolved|made up (?:my|our) minds?|chosen|chose)\s+"
    r"(?:together |firmly )?(?:not )?to)"
    r"|(?P<that>(?:decided|agreed)(?: that)?(?= (?:i|we|the|our|my|it)\b))"
    r"|(?P<on>(?:decided|agreed|settled)\s+(?:on|upon|against|in favou?r of)|opted (?:for|out of)|went with|gone with"
    r"|ended up (?:choosing|picking|going with)|chose|chosen|picked(?! (?:up|on|at)\b)))"
    r"\s+(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_GOING = re.compile(
    rf"(?P<about>{_ABOUT.pattern})?"
    rf"(?:(?P<lets>let['’]?s\s+{_HOW})(?P<verb>go (?:with|for)|stick (?:with|to)|settle on|take|pick|choose|book)"
    rf"|{_WHO}(?P<be>['’]m| am|['’]re| are)\s+{_HOW}(?P<verb2>going (?:with|for)|sticking (?:with|to))"
    rf"|{_WHO.replace('who', 'who2')}(?:['’]ll| will)\s+{_HOW}(?P<verb3>go with|stick with|settle on))"
    r"\s+(?P<what>.+)",
    re.IGNORECASE | re.DOTALL,
)
_IT_IS = re.compile(
    r"(?!(?:what|how|that|this|here|there|as|whatever|where|so|too|who|whose|such|like|and"
    r"|the way|the (?:more|less|fewer))\b)"
    r"(?P<what>(?:[\w'’-]+ ){1,7}?)it is(?: then| for us| for me)?"
    r"(?:,? (?:and|with|plus)\b(?! (?:i|we|it|you|he|she|they)\b)[^?]*)?",
    re.IGNORECASE,
)
_OUR_CHOICE = re.compile(
    r"(?:(?:my|our|the) )?(?:final )?(?:decision|choice|verdict|pick)\s*(?:is|was|:)\s+(?P<what>(?:to |the |an? )?.+)",
    re.IGNORECASE | re.DOTALL,
)
#: Matters of the talk itself, or of a text that is being worked on.
_OF_THE_TALK = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|next|other)(?: (?:one|two|choice|thing))?$"
    r"|\b(?:latter|former|previous|above|following|option|options|version|suggestion|idea|title|name|draft|example|theme|setting|topic|story|character|plot|tone|style|format"
    r"|genre|scenario|approach|model|method|word|flow|layout|theory|default|number|step|final|yours?)\b"
    r"|^[A-Da-d\d]\.?$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:please|pls|can you|could you|would you|will you|give me|show me|write|generate|rewrite|tell me|help me)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:an?|the|our|my|his|her|its) names? for (?:our|my|the) [\w '’-]{2,40}?\s*[:,\u2013-]+\s*(?:it's |it is )?"
    r"(?P<name>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*)"
)
#: What is decided and done within the hour.
_MOMENTARY = re.compile(
    r"(?:make|cook|bake|eat|have|grab|order|watch|sleep|nap|sit|wait|walk|go (?:for|home|out|to bed|back|outside"
    r"|shopping|ahead)|take (?:an?|some|the (?:dog|day|bus|train))|stay (?:in|home|up)|leave (?:early|it|the party)"
    r"|turn|check|clean|call|text|drop|stop by|pop|try|see|ask|write|test|give|look|use|come|talk|chat|message"
    r"|share|post|open|read|say|tell|do (?:it|that|this|so)|just|let)\b",
    re.IGNORECASE,
)


def decisions(context: Context, clause: Clause) -> list[Candidate]:
    """A choice that was made: nothing that is weighed, proposed, told in a story, or said of the talk itself."""
    if clause.tentative or len(context.source.strip()) > _LONGEST:
        return []
    text = clause.text[0 if _ABOUT.match(clause.text) else clause.lead :]
    if match := _DECIDED.match(text):
        return _decided(context, clause, match)
    if _ASKS.search(context.source):
        return []
    if match := _GOING.match(text):
        what = _standing(match["what"])
        if not what or (match["lets"] and re.match(r"(?:an?|another|some|something)\b", what, re.I)):
            return []
        verb = match["verb"] or match["verb2"] or match["verb3"]
        verb = re.sub(r"^(go|stick)ing", r"\1", verb.lower())
        return _made(
            context, clause, what=what, content=f"{match['about'] or ''}you decided to {verb} {what}"
        )
    if (match := _IT_IS.fullmatch(text)) and (what := _standing(match["what"])):
        return _made(context, clause, what=what, content=f"You decided on {_lowered(what)}")
    if (match := _OUR_CHOICE.fullmatch(text)) and (what := _standing(match["what"])):
        return _made(context, clause, what=what, content=f"Your decision is {what}") if len(what) > 6 else []
    return []


#: A choice of somebody else's, and one of the moment: nothing to keep, by whatever hand.
_NO_CHOICE = re.compile(
    rf"(?:my|our|his|her|their) (?:[\w'’-]+ ){{1,3}}?{_HOW}(?:(?:has|have|had)\s+)?{_HOW}"
    rf"(?:decided|agreed|chose|chosen|opted|settled on)\b|{_HAVE}decided to (?={_MOMENTARY.pattern})",
    re.IGNORECASE,
)


def no_choice_of_theirs(said: str) -> bool:
    """Whether a sentence tells what somebody else has decided, or what the person did on the spur of the moment."""
    return _NO_CHOICE.match(said) is not None


def _decided(context: Context, clause: Clause, match: re.Match[str]) -> list[Candidate]:
    if match["on"] and (name := _named(match["what"])):
        return _made(context, clause, what=name)
    what = value_of(match["what"], lists=False)
    if not what or is_empty(what) or addressed(what) or TRIVIAL.search(what):
        return []
    if match["on"] and not _standing(match["what"]):
        return []
    told = match["have"] is None
    if match["to"] and told and _MOMENTARY.match(what):
        return []
    if (
        match["to"]
        and " " not in what
        and what.lower() not in ("move", "stay", "retire", "resign", "divorce", "marry")
    ):
        return []
    if match["on"] and match["on"].lower() in ("chose", "picked", "chosen") and _ASKS.search(context.source):
        return []
    return _made(context, clause, what=what)


def _lowered(what: str) -> str:
    return re.sub(r"^(?:The|An?|Our|My)\b", lambda said: said[0].lower(), what)


def _named(phrase: str) -> str:
    """The name that was found: "a name for the boat: Marigold"."""
    match = _NAMED.fullmatch(phrase.strip())
    return match["name"] if match else ""


def _standing(phrase: str) -> str:
    """What was chosen, if its words stand by themselves."""
    what = value_of(phrase.strip(), lists=False)
    what = re.sub(r"\s+then$", "", what)
    what_is_it = re.sub(r"^(?:that|this|those|these)\s+(?=\S+\s+\S)", "", what, flags=re.IGNORECASE)
    chosen = re.split(r"\s(?:over|instead of|rather than)\s", what)[0]
    if re.search(r"\bones?$", chosen, re.IGNORECASE) and not re.search(r"\bones?, (?:the|an?|my) \w", phrase):
        return ""
    if not what or is_empty(what_is_it) or addressed(what) or len(what.split()) > 12:
        return ""
    return "" if TRIVIAL.search(what_is_it) or _OF_THE_TALK.search(what_is_it) else what


def _made(context: Context, clause: Clause, *, what: str, content: str = "") -> list[Candidate]:
    found = pick([one for one in context.dates(clause) if one[2].on >= context.said_at.date()])
    if not content and found:
        content = dated_content(clause.text, found)
    return candidate(
        context,
        clause,
        type=MemoryType.DECISION,
        slot="decision",
        value=what,
        content=content,
        occurred=found[2] if found else None,
    )
