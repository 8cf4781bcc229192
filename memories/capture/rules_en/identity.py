"""Who the person is: name, age, home, origin, state, allergies, languages, looks."""

import re

from memories.capture import dates_en
from memories.capture.rules_en import lexicon, sensitive
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, items_of, value_of
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType, SensitiveCategory

_NAME = r"(?P<name>[A-Z][\w'-]+(?:\s(?:van|von|de|da|al|bin|del|la)?\s?[A-Z][\w'-]+){0,2}|[a-z][a-z'-]{1,14})"
_MY_NAME = re.compile(
    rf"(?:my (?:full |first |real |given )?name(?:'s| is|s)|(?:they|people|friends|everyone) calls? me|i'?m called|i am called|i am named|i'm named) {_NAME}(?P<rest>.*)",
    re.S,
)
_CALL_ME = re.compile(
    rf"(?i:(?:please |just |you can |you may |you should |feel free to |can you )*(?:just )?(?:call me|address me as|refer to me as)) "
    rf"{_NAME}(?P<rest>.*)",
    re.S,
)
_NOT_NAME = frozenset(
    "already not on in at a an the is was very here there just called too so and that this to for what no one it of my your because hard easy also"
    " common unusual spelled misspelled wrong missing crazy back when if later tomorrow old stupid names daddy sir madam please now by"
    " pronounced from like after short long strange weird boring listed written whatever anything something".split()
)
_SHORT_FOR = re.compile(
    r"\s*(?:,? (?:and|but|by the way|please|instead|from now on|now|is fine|will do|for short|actually)\b.*|[,.!].*|)$",
    re.I | re.S,
)
_CAPITALISED = re.compile(
    r"[A-Z][\w'.&-]*(?:\s(?:[A-Z0-9][\w'.&-]*|of|the|and|de|la|del|upon|on|am|sur|al|el))*"
)


def names(context: Context, clause: Clause) -> list[Candidate]:
    """The name, and how to be called."""
    text = clause.text[clause.lead :]
    lowered = text[:1].lower() + text[1:]
    match = _MY_NAME.match(lowered)
    if match and _plausible_name(match["name"], match["rest"]):
        name = _as_name(match["name"])
        return candidate(context, clause, type=MemoryType.FACT, slot="name", value=name, content=f"Your name is {name}",
                         end=clause.start + clause.lead + match.end("name"), entities=(name,))  # fmt: skip
    match = _CALL_ME.match(lowered)
    if match and _plausible_name(match["name"], match["rest"]) and not clause.joiner == "when":
        if match["name"].islower() and (match["rest"].strip() or not lowered.islower()):
            return []
        name = _as_name(match["name"])
        return candidate(context, clause, type=MemoryType.INSTRUCTION, slot="called", value=name, content=f"You want to be called {name}",
                         turned=False, entities=(name,), end=clause.start + clause.lead + match.end("name"))  # fmt: skip
    return []


def _plausible_name(name: str, rest: str) -> bool:
    return name.lower() not in _NOT_NAME and bool(_SHORT_FOR.match(rest)) and len(name) > 1


def _as_name(name: str) -> str:
    return name if name[:1].isupper() else name.title()


_AGE = re.compile(
    r"(?:(?:about to (?:be|turn)|nearly|almost|turning|over|about|now|only|going on) )*(?P<age>\d{1,3}|[a-z]+(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)[ -](?:years?|yrs?|yo)(?:[ -]olds?)?(?: (?:man|woman|guy|girl|boy|male|female|lady))?\b(?! (?:experience|into|in|ago|from|away|behind|older|younger|sober|clean|late|of))",
    re.I,
)
_BARE_AGE = re.compile(r"(?:now |only |already )?(?P<age>1[0-9]|[2-9]\d)(?: now| already)?$", re.I)
_DECADE = re.compile(
    r"in my (?:early |mid |late |mid-|late-|early-)?(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|[2-9]0'?s)\b",
    re.I,
)
_NUMBER_WORD = re.compile(
    r"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\w+)?$",
    re.I,
)
_ALLERGIC = re.compile(
    r"(?:(?:very|severely|highly|deathly|extremely|mildly|also|really|slightly|a bit|quite|deadly|super|terribly|badly) )*(?:allergic to|intolerant (?:to|of)) (?P<what>.+)",
    re.I,
)
_INTOLERANT = re.compile(
    r"(?:(?:a bit|mildly|severely|also|very) )*(?:(?P<what>lactose|gluten|fructose|histamine|dairy|wheat|egg|soy|alcohol)[ -]intolerant|(?P<celiac>a? ?(?:coeliac|celiac)))\b",
    re.I,
)
_FROM = re.compile(
    r"(?:originally |also |actually )*(?:from|born (?:and (?:raised|bred) )?in|native to|a native of) (?P<place>.+)",
    re.I,
)
_PLACE_STOP = re.compile(
    r"\s(?:and|but|originally|so|now|by|for|since|with|near|who|which|where|working|living|as|to|at|then|on|because|too|right|though|actually|currently|with|right now)\b.*|,\s(?!(?:[A-Z]{2}\b|[A-Z][a-z]+)).*",
    re.S,
)
_NOT_PLACE = re.compile(
    r"(?:the (?:same|other|future|past|school|country I|team|company|office|same|beginning|start|previous|above|internet|book|movie|show)|work|scratch|home|a (?:family|big family|place|different|very|company)|here|there|that|this|it|my|your|where|another|one|what|experience|a\b(?! (?:small|tiny|big|little|rural|large)))",
    re.I,
)
_LIVES_LOOSE = re.compile(
    r"(?:alone|by myself|on my own|with (?!it|that|this|the (?:consequences|fact)|him\b|her\b|them\b|you\b)\w+|near |next (?:to|door) |close to |by the |off[- ]grid|on (?:campus|base|the (?:beach|coast|\w+ coast|farm|ranch|lake|river|outskirts|edge of \w+|\w+ floor|water)|an? (?:farm|ranch|lake|island|boat|houseboat|hill|mountain|\w+ farm))|\w+ (?:blocks|minutes|miles|hours) (?:away )?from )",
    re.I,
)
_DWELLING = re.compile(
    r"(?:in|on) (?P<what>(?:(?:an?|the|my|our) )?(?:[\w-]+ ){0,4}(?:flat|apartment|house|cottage|cabin|condo|studio|loft|bungalow|dorm|dorms|trailer|caravan|van|houseboat|boat|farm|villa|duplex|townhouse|mansion|basement|floor|ranch|suburbs|countryside|city|country|woods|mountains|village|small town|town|rv|camper|shed|room))(?: (?:in|near|outside|just outside|close to|on|at) (?P<place>.+))?$",
    re.I,
)
_STATES = re.compile(
    r"(?:(?:very|quite|really|a bit|a little|pretty|so|super|extremely|also|rather|fairly|kind of|slightly|naturally|partially|legally|mostly) )*"
    r"(?P<state>left[- ]handed|right[- ]handed|ambidextrous|colou?r[- ]?blind|short[- ]sighted|near[- ]sighted|long[- ]sighted|far[- ]sighted|tall|short|bald|an? (?:only child|twin|introvert|extrovert|early bird|night owl|morning person|homebody|perfectionist|vegetarian"
    r"|people person|dog person|cat person|bookworm|foodie|couch potato|workaholic|picky eater|heavy sleeper|light sleeper|redhead|blonde|brunette|grandmother|grandfather|grandma|grandpa|orphan|immigrant|feminist|shopaholic|clean freak|neat freak|adrenaline junkie|the oldest|the youngest)"
    r"|introverted|extroverted|shy|outgoing|retired|unemployed|self[- ]employed|adopted|homeschooled|bilingual|trilingual|multilingual|afraid of heights|colorblind|blind|deaf|(?:the )?(?:oldest|youngest|eldest|middle child) of \w+|homeless|semi-retired)\b"
    r"(?!,? (?:of|on) (?:time|money|cash|it))",
    re.I,
)
_HEIGHT = re.compile(
    r"(?:about |around |only )?(?:\d(?:'|ft| feet| foot)\s?\d{0,2}(?:\"|''| inches)?|\d{3} ?cm|\d\.\d{1,2} ?m|(?:four|five|six|seven) (?:feet|foot)(?: \w+)?)(?: tall)?\b",
    re.I,
)
_OCCUPATION_STOP = re.compile(
    r"\s(?:at|for (?:the (?:past|last) |over |about |almost |nearly |more than |many |several )?(?:[\w-]+ )?(?:years?|months?|decades?)|from|who|and|but|so|with|now|by|since|because|these days|too|specializing|living|based|on the side|myself|there|right now|currently|anymore|as well|trying|working|looking|where|that|which|to|just|or|actually|if|when)\b.*|,.*",
    re.I | re.S,
)


def being(context: Context, statement: Statement) -> list[Candidate]:
    """What "I am …" says: in order from the most particular reading to the least."""
    if statement.verb not in ("be", "been", "allergic") or statement.tense not in (
        Tense.PRESENT,
        Tense.PERFECT,
        Tense.USED,
        Tense.PAST,
    ):
        return []
    clause, rest = statement.clause, statement.rest.strip()
    if statement.verb == "be" and statement.tense == Tense.USED:
        rest = re.sub(r"^be\s+", "", rest)
    negated = statement.negated
    act = Act.END if statement.ended or statement.tense == Tense.USED else Act.STATE
    make = lambda **given: candidate(
        context, clause, **({"act": act, "positive": not negated and act != Act.END} | given)
    )  # noqa: E731
    if match := _ALLERGIC.match(rest):
        return allergy(context, statement, match["what"], negated=negated)
    if match := _INTOLERANT.match(rest):
        what = match["what"] or "gluten"
        return make(
            type=MemoryType.FACT,
            slot="allergy",
            value=what,
            safety=not negated,
            end=statement.rest_at + match.end(),
        )
    if statement.tense == Tense.PAST and not re.match(r"born\b", rest):
        return []
    if match := _FROM.match(rest):
        if negated:
            return []
        place = _place(match["place"])
        if not place:
            return []
        end = statement.rest_at + statement.rest.find(place) + len(place)
        return make(
            type=MemoryType.FACT,
            slot="hometown",
            value=place,
            content=f"You are from {place}",
            end=end,
            entities=_entity(place),
        ) + _birth(context, statement)
    if statement.tense == Tense.PAST:
        return _birth(context, statement)
    if match := re.match(
        r"(?:(?:currently|now|still) )*(?:based|living|located|staying) (?:in|at|near) (?P<place>.+)",
        rest,
        re.I,
    ):
        return residence(context, statement, match["place"], negated=negated)
    if match := re.match(r"with (?P<org>[A-Z][\w&.' -]*)$", rest):
        nearby = context.neighbour(clause, 1)
        return (
            employer(context, statement, match["org"], negated=negated)
            if nearby and re.match(r"i work there", nearby.text, re.I)
            else []
        )
    if match := re.match(r"(?:currently |now |self-)?employed (?:by|at|with) (?P<org>.+)", rest, re.I):
        return employer(context, statement, match["org"], negated=negated)
    if match := _DECADE.match(rest):
        return make(type=MemoryType.FACT, slot="age", value=match[0], end=statement.rest_at + match.end())
    if (
        (match := _AGE.match(rest) or _BARE_AGE.match(value_of(rest)))
        and (match["age"].isdigit() or _NUMBER_WORD.match(match["age"]))
        and not negated
    ):
        return make(
            type=MemoryType.FACT,
            slot="age",
            value=match["age"],
            content=f"You are {match['age']} years old",
            end=statement.rest_at + match.end(),
        )
    if (match := lexicon.MARITAL.match(rest)) and not re.match(r"(?:\w+ )*engaged (?:in|with)", rest, re.I):
        state = re.sub(r"^(?:happily|newly|recently|still|legally|now|currently) ", "", match[0])
        return make(
            type=MemoryType.FACT,
            slot="marital_status",
            value=state,
            end=_married_end(statement, match.end()),
            category="",
        )
    if (match := lexicon.DIET.match(rest)) and not re.match(
        r"[\w -]*(?:restaurant|recipe|food|chef|cook|meal|dish)", rest[match.end() :], re.I
    ):
        value = re.sub(
            r"^(?:(?:an?|strictly|strict|lifelong|mostly|on|the|currently) )+", "", match[0], flags=re.I
        )
        return make(type=MemoryType.FACT, slot="diet", value=value, end=_ended_end(statement, match.end()))
    if match := _HEIGHT.match(rest):
        return make(
            type=MemoryType.FACT, slot="attribute.height", value=match[0], end=statement.rest_at + match.end()
        )
    if match := re.match(
        r"(?:an? )?(?P<org>[A-Z][\w&.-]*(?: [A-Z][\w&.-]*)*) (?:employee|staff member)\b", rest
    ):
        return employer(context, statement, match["org"], negated=negated)
    if match := re.match(
        r"(?:an? )?(?P<who>[A-Z]?[a-z-]+)(?: (?:citizen|national|by birth))?$", value_of(rest)
    ):
        who = match["who"].lower()
        if who in lexicon.DEMONYMS or (match[0].endswith(("citizen", "national"))):
            return make(
                type=MemoryType.FACT,
                slot="nationality",
                value=match["who"],
                end=statement.rest_at + match.end(),
            )
    if match := re.match(
        r"(?:an? )(?:(?:proud|single|new|stay[- ]at[- ]home|working|first[- ]time|busy|full[- ]time) )*(?P<who>mother|mom|mum|father|dad|parent|grandmother|grandma|grandfather|grandpa|stepmom|stepdad)(?: (?:of|to) (?P<of>[^.,;]+))?",
        rest,
        re.I,
    ):
        value = value_of(match[0])
        return make(
            type=MemoryType.RELATIONSHIP,
            slot="family",
            value=value,
            end=statement.rest_at + len(match[0]) if match["of"] else None,
        )
    if found := _occupation(context, statement, rest, negated=negated):
        return found
    if match := _STATES.match(rest):
        state = match["state"]
        if state.lower() in ("tall", "short") and not re.match(r"\s*(?:$|,|for|and)", rest[match.end() :]):
            return []
        slot = (
            "occupation"
            if re.match(r"(?:semi-)?retired|unemployed|self", state, re.I)
            else "attribute.handedness"
            if "handed" in state.lower()
            else ""
        )
        return make(type=MemoryType.FACT, slot=slot, value=state, end=statement.rest_at + match.end())
    if (
        not negated
        and act == Act.STATE
        and (match := _I_AM_NAME.match(rest))
        and match[0].split()[0].lower() not in _NOT_NAME | _CAPITAL_STATES
    ):
        if (
            match[0].split()[0].lower() not in lexicon.DEMONYMS
            and not context.source.istitle()
            and not _BELIEF_STATE.match(rest)
        ):
            return make(
                type=MemoryType.FACT,
                slot="name",
                value=match[0],
                content=f"Your name is {match[0]}",
                entities=(match[0],),
            )
    return _condition(context, statement, rest, negated=negated)


_I_AM_NAME = re.compile(
    r"[A-Z][a-z]{1,14}(?: [A-Z][a-z]{1,14})?(?=$|,? (?:nice|pleased|good|great) to meet|,? (?:and|by the way)\b|, (?:an?|the|from|i'm|\d))"
)
_CAPITAL_STATES = frozenset(
    "fine good happy sorry sure ready back done tired bored okay ok great well glad sad angry busy free late sick home hungry new lost confused"
    " asian european african latino hispanic gluten pro team god santa batman".split()
)


def _ended_end(statement: Statement, length: int) -> int:
    tail = statement.rest[length:]
    return (
        statement.clause.end
        if re.fullmatch(r"\s*(?:any ?more|any longer|now|these days)?\s*", tail, re.I)
        else statement.rest_at + length
    )


def _married_end(statement: Statement, length: int) -> int:
    match = re.match(
        r"\s(?:to [A-Z]\w+|for (?:over |about |almost |nearly )?[\w-]+ years|with \w+ (?:kids|children)|now|any ?more)",
        statement.rest[length:],
    )
    return statement.rest_at + length + (match.end() if match else 0)


def _entity(value: str) -> tuple[str, ...]:
    return (value,) if value[:1].isupper() else ()


def _place(text: str) -> str:
    """A place name at the start of a text; with capitals if it has any, else up to three small words."""
    text = text.strip()
    if _NOT_PLACE.match(text):
        return ""
    bare = re.sub(
        r"^(?:the city of|the town of|a (?:small|little|tiny|big) (?:town|village|city) (?:called|named|in|near))\s+",
        "",
        text,
        flags=re.I,
    )
    match = _CAPITALISED.match(bare)
    if match:
        tail = re.match(r",\s[A-Z][\w.]*(?:\s[A-Z][\w.]*)*", bare[match.end() :])
        place = match[0] + (tail[0] if tail and len(tail[0].split()) <= 3 else "")
        return re.sub(r"\s(?:of|the|and|on|am)$", "", place).rstrip(".,")
    value = value_of(_PLACE_STOP.sub("", text))
    return value if 0 < len(value.split()) <= 5 and not is_empty(value) else ""


def residence(
    context: Context, statement: Statement, place: str, *, negated: bool = False
) -> list[Candidate]:
    """Where the person lives, or lives no more."""
    if negated and not statement.ended:
        return []
    found = _place(place)
    if not found or re.match(
        r"(?:fear|peace|a world|a society|interesting times|the moment|poverty|debt|sin|an? (?:time|age))\b",
        found,
        re.I,
    ):
        return []
    clause = statement.clause
    end = clause.start + clause.text.find(found) + len(found)
    if statement.ended:
        lead = "You used to live in" if statement.tense == Tense.USED else "You no longer live in"
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="residence",
            value=found,
            content=f"{lead} {found}",
            act=Act.END,
            positive=False,
            end=end,
        )
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="residence",
        value=found,
        content=f"You live in {found}",
        end=end,
        entities=_entity(found),
    )


def living(context: Context, statement: Statement) -> list[Candidate]:
    """ "I live in …", "I moved to …", "I grew up in …"."""
    verb, rest, clause = statement.verb, statement.rest, statement.clause
    if (
        verb in ("live", "reside")
        and statement.tense in (Tense.PRESENT, Tense.PROGRESSIVE, Tense.PERFECT, Tense.USED)
        and not statement.modal
    ):
        if statement.tense == Tense.PERFECT and re.search(
            r"\b(?:all over|many|several|different)\b", rest, re.I
        ):
            return []
        if match := _DWELLING.match(value_of(rest)):
            what = re.sub(r"^(?:an?|the|my|our) ", "", match["what"], flags=re.I)
            if statement.negated or statement.ended:
                return []
            found = candidate(context, clause, type=MemoryType.FACT, slot="dwelling", value=what, end=statement.rest_at + match.end(),
                              content=f"You live {match[0]}" if not re.search(r"\bmy|our|me\b", match[0]) else "")  # fmt: skip
            place = _place(match["place"] or "")
            if place and place[:1].isupper():
                return candidate(context, clause, type=MemoryType.FACT, slot="residence", value=place, content=f"You live in {place}",
                                 end=statement.rest_at + match.end(), entities=(place,)) + found  # fmt: skip
            return found
        if match := re.match(
            r"(?:(?:right|out|up|down|over|just|here|way|abroad|back) )*(?:in|at|near|outside|outside of|close to)\s+(?P<place>.+)",
            rest,
            re.I,
        ):
            return residence(context, statement, match["place"], negated=statement.negated)
        if _LIVES_LOOSE.match(rest) and not statement.negated and not statement.ended:
            return candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="dwelling" if "alone" in rest else "",
                value=value_of(rest),
            )
        return []
    if (
        verb in ("move", "relocate")
        and statement.tense in (Tense.PAST, Tense.PERFECT)
        and not statement.negated
    ):
        match = re.match(
            r"(?:(?:here|back|out|recently|over|down|up|away) )*(?:to|into) (?P<place>(?:[A-Z]).+)", rest
        )
        return residence(context, statement, match["place"]) if match else []
    if (
        verb == "grow"
        and statement.tense == Tense.PAST
        and (match := re.match(r"up (?:in|on|near|around|with) (?P<place>.+)", rest, re.I))
    ):
        place = _place(match["place"])
        if place[:1].isupper():
            return candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="hometown",
                value=place,
                content=f"You grew up in {place}",
                entities=(place,),
            )
        return (
            candidate(context, clause, type=MemoryType.FACT, slot="", value="")
            if value_of(match["place"])
            else []
        )
    return []


def allergy(context: Context, statement: Statement, what: str, *, negated: bool) -> list[Candidate]:
    """An allergy said or denied; what is denied takes back what was noted."""
    clause, found = statement.clause, list[Candidate]()
    value = re.sub(r"^(?:the|all|some|any|certain) ", "", value_of(what, lists=True), flags=re.I)
    if is_empty(value) or re.match(
        r"(?:bullshit|work|mornings?|exercise|people|stupid\w*|drama|mondays?|effort|homework|fun|nonsense)\b",
        value,
        re.I,
    ):
        return []
    items = items_of(value)
    if len(items) == 1 and re.fullmatch(r"[\w-]+(?: [\w-]+)? and [\w-]+(?: [\w-]+)?", value):
        items = value.split(" and ")
    used = statement.tense in (Tense.USED, Tense.PAST)
    for item in items:
        if negated or used:
            act = Act.END if statement.ended or used else Act.CORRECT
            found += candidate(context, clause, type=MemoryType.FACT, slot="allergy", value=item, act=act, positive=False,
                               content=f"You used to be allergic to {item}" if used else f"You are not allergic to {item}{' any more' if statement.ended else ''}", category="")  # fmt: skip
        else:
            found += candidate(context, clause, type=MemoryType.FACT, slot="allergy", value=item, safety=True, lasting=True,
                               content=f"You are allergic to {item}" if len(items) > 1 else "")  # fmt: skip
    return found


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
        r"\s(?:as (?:an?|the|their) .*|in (?:the )?[a-z].*|for (?:the|over|about|almost|a|\d|\w+ years).*|since .*|now|now and .*|full[- ]time.*|part[- ]time.*|right now|currently|too|on .*|every .*|any ?more|these days|doing .*|there)$",
        "",
        value_of(org),
        flags=re.I,
    )
    value = re.sub(r"^(?:the|an?|my local|a local) ", "", name, flags=re.I)
    if is_empty(value) or re.match(
        r"(?:home|night|nights|least|work|first|hand|myself|the moment|all|times?|day|days|weekends?|it|something|free|living|money|\d|the weekends?|getting|being|improving|making|my (?:own|best|computer|desk))\b",
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
        entities=_entity(value),
    )


def _occupation(context: Context, statement: Statement, rest: str, *, negated: bool) -> list[Candidate]:
    match = re.match(
        r"(?:an?|the) (?P<what>.+)|(?P<years>(?:currently |still |now )?(?:studying|training) to (?:be|become) an? .+)|(?P<title>(?:ceo|cto|cfo|head|vice president|director|manager) (?:of|at) .+)",
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
    found = candidate(context, clause, type=MemoryType.FACT, slot="occupation", value=value, end=clause.end if workplace else end,
                      act=Act.END if ended else Act.STATE, positive=not ended)  # fmt: skip
    if workplace and re.match(r"\s(?:at|for|with) (?:the )?[A-Z]", workplace[0]) and not former and not ended:
        found += employer(context, statement, re.sub(r"^\s(?:at|for|with) ", "", workplace[0]))
    if place and not ended:
        town = _place(place["place"])
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


def _birth(context: Context, statement: Statement) -> list[Candidate]:
    """ "I was born on 3 May 1990 (in Porto)"."""
    match = re.match(r"born (?P<when>(?:on|in) .+)", statement.rest, re.I)
    dates = dates_en.find(match["when"], said_at=context.said_at, past=True) if match else []
    if not dates or not match:
        return []
    start, end, on = dates[0]
    return candidate(
        context,
        statement.clause,
        type=MemoryType.FACT,
        slot="birthday",
        value=match["when"][start:end].removeprefix("on ").removeprefix("in "),
        occurred=on,
    )


_CONDITION = re.compile(
    r"(?:(?:an? |type [12] |severely |clinically |recently |currently |being treated for |on |in recovery|a recovering |suffering from |six months |\w+ (?:weeks|months) |also |really |newly |getting over )*)(?P<what>diabetic|epileptic|asthmatic|autistic|bipolar|dyslexic|depressed|pregnant|paraly[sz]ed|disabled|blind|deaf|hiv[- ]positive|a?n?a?emic|diagnosed with [\w' -]+|alcoholic|an alcoholic|hard of hearing|schizophrenic|infertile|on [\w -]*(?:medication|antidepressants|insulin|pills|antibiotics|blood thinners|chemo\w*)|insulin|metformin|prozac|zoloft|sertraline|antidepressants|medication)\b",
    re.I,
)
_BELIEF_STATE = re.compile(
    r"(?:an? )?(?:(?:very|devout|practi[cs]ing|strict|lapsed|born again|born-again|proud|registered|not very|deeply|lifelong|moderate|openly|non-practicing|a bit|quite) )*(?P<what>christian|catholic|protestant|muslim|jewish|jew|hindu|buddhist|sikh|mormon|atheist|agnostic|religious|lutheran|baptist|methodist|republican|democrat|conservative|liberal|socialist|communist|libertarian|gay|lesbian|bisexual|bi|queer|asexual|transgender|trans|non-?binary|in debt|bankrupt|broke|on benefits|on probation|on parole)\b(?!\s+(?:about|with|food|music))",
    re.I,
)


def _condition(context: Context, statement: Statement, rest: str, *, negated: bool) -> list[Candidate]:
    clause = statement.clause
    if match := _CONDITION.match(rest):
        act = Act.END if statement.ended else Act.CORRECT if negated else Act.STATE
        if negated and not (statement.ended or clause.correction):
            return []
        return candidate(context, clause, type=MemoryType.FACT, slot="condition", value=re.sub(r"^diagnosed with ", "", match["what"]), act=act,
                         positive=not negated, category=SensitiveCategory.HEALTH.value, lasting=True)  # fmt: skip
    if (match := _BELIEF_STATE.match(rest)) and match["what"].lower() != "broke":
        marked = sensitive.category(match["what"]) or SensitiveCategory.BELIEF.value
        return candidate(context, clause, type=MemoryType.FACT, slot="", value=match["what"], positive=not negated,
                         act=Act.END if statement.ended else Act.STATE, category=marked, end=_ended_end(statement, match.end()))  # fmt: skip
    return []
