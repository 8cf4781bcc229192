"""What the person is called, and how they want to be called."""

from dataclasses import replace

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.words import words_of
from memories.capture.types import Candidate
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import MemoryType
from memoryhub import patterns as re

_NAME = r"(?P<name>[A-Z][\w'-]+(?:\s(?:van|von|de|da|al|bin|del|la)?\s?[A-Z][\w'-]+){0,2}|[a-z][a-z'-]{1,14})"
_MY_NAME = re.compile(
    rf"(?:my (?:full |first |real |given )?name(?:'s| is|s)"
    rf"|i'?m called|i am called|i am named|i'm named) {_NAME}(?P<rest>.*)",
    re.S,
)
_THE_NAME = re.compile(rf"(?i:the name(?:'s| is)) {_NAME}(?P<rest>.*)", re.S)
_CALL_ME = re.compile(
    rf"(?i:(?:please |just |you can |you may |you should |feel free to |can you )*(?:just )?(?:call me"
    rf"|address me as|refer to me as)|(?:i(?:'d| would) |would )?(?:much )?(?:rather|prefer|like|love|appreciate|want)"
    rf"(?: it if)?(?: you)?(?: to| would| could|'d)?(?: just)? call(?:ed|ing)? me"
    rf"|i(?:'d| would) (?:rather|prefer to|like to) be called|i prefer (?:to be called|being called)) "
    rf"{_NAME}(?P<rest>.*)",
    re.S,
)
#: "I'd prefer it if you called me Max": the wish, whose name stands in the clause after it.
_WISHED = re.compile(
    r"(?:(?:i(?:'d| would) )?(?:much )?(?:prefer|like|love|appreciate) it"
    r"|(?:it(?:'d| would) be|it's) (?:\w+ )?(?:great|nice|better|lovely|good|easier|best))$",
    re.I,
)
_GOES_BY = re.compile(
    rf"(?i:(?:(?:(?:all )?(?:my|the|most|some|other|our) |all )?(?:they|people|folks?|friends|everyone|everybody|family"
    r"|relatives|colleagues|co-?workers|team-?mates|class-?mates|mates|neighbou?rs|students|customers|clients"
    r"|guys|others)(?: (?:at|in) (?:the |my )?\w+)? calls? me"
    rf"|i go by|i'?m known as"
    rf"|i am known as)) {_NAME}(?P<rest>.*)",
    re.S,
)
NOT_NAME = frozenset(
    words_of(
        """
    already not on in at a an the is was very here there just called too so and that this to for what no one
    it of my your because hard easy also common unusual spelled misspelled wrong missing crazy back when if
    later tomorrow old stupid names daddy sir madam please now by pronounced from like after short long
    strange weird boring listed written whatever anything something
    """
    )
)
_SHORT_FOR = re.compile(
    r"\s*(?:,? (?:and|but|by the way|please|instead|from now on|now|is fine|will do|for short|than|not|rather"
    r"|actually)\b.*|[,.!].*|)$",
    re.I | re.S,
)


def names(context: Context, clause: Clause) -> list[Candidate]:
    """The name, and how to be called."""
    text = clause.text[clause.lead :]
    following = context.neighbour(clause, 1)
    if _WISHED.match(text) and following is not None and following.joiner == "if":
        text = context.normal[clause.start + clause.lead : following.end]
        clause = replace(clause, text=context.normal[clause.start : following.end], end=following.end)
    lowered = text[:1].lower() + text[1:]
    match = _MY_NAME.match(lowered) or _THE_NAME.match(text)
    if (
        match
        and (match.re.pattern == _MY_NAME.pattern or (clause.first and match["name"][:1].isupper()))
        and _plausible_name(match["name"], match["rest"])
    ):
        name = _as_name(match["name"])
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="name",
            value=name,
            content=f"Your name is {name}",
            end=clause.start + clause.lead + match.end("name"),
            entities=(name,),
        )
    match = _GOES_BY.match(lowered)
    if (
        match
        and _plausible_name(match["name"], match["rest"])
        and (match["name"][:1].isupper() or (lowered.islower() and match["name"] not in dictionary().english))
    ):
        name = _as_name(match["name"])
        return candidate(
            context,
            clause,
            type=MemoryType.INSTRUCTION,
            slot="called",
            value=name,
            content=f"You go by {name}",
            entities=(name,),
            end=clause.start + clause.lead + match.end("name"),
        )
    match = _CALL_ME.match(lowered)
    if match and _plausible_name(match["name"], match["rest"]) and clause.joiner != "when":
        if match["name"].islower() and (match["rest"].strip() or not lowered.islower()):
            return []
        name = _as_name(match["name"])
        return candidate(
            context,
            clause,
            type=MemoryType.INSTRUCTION,
            slot="called",
            value=name,
            content=f"You want to be called {name}",
            turned=False,
            entities=(name,),
            end=clause.start + clause.lead + match.end("name"),
        )
    return []


def _plausible_name(name: str, rest: str) -> bool:
    return name.lower() not in NOT_NAME and bool(_SHORT_FOR.match(rest)) and len(name) > 1


def _as_name(name: str) -> str:
    return name if name[:1].isupper() else name.title()


I_AM_NAME = re.compile(
    r"[A-Z][a-z]{1,14}(?: [A-Z][a-z]{1,14})?(?=$|,? (?:nice|pleased|good|great) to meet|,? (?:and"
    r"|by the way)\b|, (?:an?|the|from|i'm|\d))"
)
CAPITAL_STATES = frozenset(
    words_of(
        """
    fine good happy sorry sure ready back done tired bored okay ok great well glad sad angry busy free late
    sick home hungry new lost confused asian european african latino hispanic gluten pro team god santa
    batman
    """
    )
)
GREETED = re.compile(r"\s*(?:(?:hi|hello|hey|hiya|yo|howdy|good \w+|there|everyone|all)[\s,!.]*)+", re.I)
