"""Where the person lives and comes from."""

from memories.capture.rules_en.build import Context, candidate, long_ago
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Act, Candidate
from memories.capture.value_keys_dictionary import dictionary
from memories.kinds import MemoryType
from memoryhub import patterns as re

_PLACE_STOP = re.compile(
    r"\s(?:and|but|originally|so|now|by|for|since|with|near|who|which|where|working|living|as"
    r"|to|at|then|on|because|too|right|though|actually|currently|with|right now)\b.*|,\s(?!(?:[A-Z]{2}\b"
    r"|[A-Z][a-z]+)).*",
    re.S,
)
_NOT_PLACE = re.compile(
    r"(?:the (?:same|other|future|past|school|country I|team|company|office|same|beginning|start"
    r"|previous|above|internet|book|movie|show)|work|scratch|home|a (?:family|big family|place"
    r"|different|very|company)|here|there|that|this|it|my|your|where|another|one|what|experience"
    r"|a\b(?! (?:small|tiny|big|little|rural|large)))",
    re.I,
)
_CAPITALISED = re.compile(
    r"[A-Z][\w'.&-]*(?:\s(?:[A-Z0-9][\w'.&-]*|(?:of|the|and|de|la|del|upon|on|am|sur|al|el)\b))*"
)
_LIVES_LOOSE = re.compile(
    r"(?:alone|by myself|on my own|with (?!it|that|this|the (?:consequences|fact)|him\b|her\b"
    r"|them\b|you\b)\w+|near |next (?:to|door) |close to |by the |off[- ]grid|on (?:campus|base"
    r"|the (?:beach|coast|\w+ coast|farm|ranch|lake|river|outskirts|edge of \w+|\w+ floor|water)"
    r"|an? (?:farm|ranch|lake|island|boat|houseboat|hill|mountain|\w+ farm))|\w+ (?:blocks|minutes"
    r"|miles|hours) (?:away )?from )",
    re.I,
)
_DWELLING = re.compile(
    r"(?:in|on) (?P<what>(?:(?:an?|the|my|our) )?(?:[\w-]+ ){0,4}(?:flat|apartment"
    r"|house|cottage"
    r"|cabin|condo|studio|loft|bungalow|dorm|dorms|trailer|caravan|van|houseboat|boat|farm|villa"
    r"|duplex|townhouse|mansion|basement|floor|ranch|suburbs|countryside|city|country|woods"
    r"|mountains|village|small town|town|rv|camper|shed|room))(?: (?:in|near|outside|just outside"
    r"|close to|on|at) (?P<place>.+?))?(?: (?:with|without) .+)?$",
    re.I,
)


#: "On Skye", "on the Isle of Wight", "on the Amalfi Coast".
_ON_ISLAND = re.compile(
    r"on (?P<the>the )?(?P<place>(?:Isle|Island) of [A-Z][\w'-]*(?: [A-Z][\w'-]*)*|[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)"
)
_NO_ISLAND = re.compile(
    r"\b(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Way|Square|Row|Close|Court|Boulevard|Terrace|Place|Crescent|\w+day|"
    r"Earth|Mars|January|February|March|April|May|June|July|August|September|October|November|December)s?$"
)


def _is_island(place: str) -> bool:
    """Whether a name after "on" is of an island or a coast: it says so, or is a single word of no dictionary."""
    if _NO_ISLAND.search(place):
        return False
    told = re.search(r"\b(?:Isle|Island|Islands|Coast|Peninsula|Riviera|Archipelago|Key)\b", place)
    return told is not None or (" " not in place and place.lower() not in dictionary().english)


def entity(value: str) -> tuple[str, ...]:
    return (value,) if value[:1].isupper() else ()


def place_in(text: str) -> str:
    """A place name at the start of a text; with capitals if it has any, else up to three small words."""
    text = text.strip()
    if _NOT_PLACE.match(text) or text[:1].isdigit():
        return ""
    bare = re.sub(
        r"^(?:the city of|the town of|a (?:small|little|tiny|big) (?:town|village|city) (?:called"
        r"|named|in|near))\s+",
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


_RENTED = re.compile(
    r"(?:an?|the|my|our|this|out an?) (?P<what>(?:[\w'-]+ ){0,4}?(?:flat|apartment|house|cottage"
    r"|cabin|condo|studio|loft|bungalow|room"
    r"|basement|townhouse|duplex|maisonette|bedsit|caravan|houseboat|place)\b(?! (?:car|key|for"
    r" (?:the|a) (?:week|night|day))).*)",
    re.IGNORECASE | re.DOTALL,
)


def renting(context: Context, statement: Statement) -> list[Candidate]:
    """ "I rent a basement flat near the river": what the person lives in."""
    match = _RENTED.match(statement.rest)
    lives = statement.tense in (Tense.PRESENT, Tense.PROGRESSIVE) and not statement.modal
    if statement.verb not in ("rent", "sublet", "share") or not match or not lives or statement.negated:
        return []
    if statement.rest.lower().startswith("out ") or (
        statement.verb == "share" and "with" not in match["what"]
    ):
        return []
    return candidate(
        context, statement.clause, type=MemoryType.FACT, slot="dwelling", value=value_of(match["what"])
    )


def residence(
    context: Context, statement: Statement, place: str, *, negated: bool = False, where: str = "in"
) -> list[Candidate]:
    """Where the person lives, or lives no more; ``where``: in it, near it or outside it."""
    if negated and not statement.ended:
        return []
    found = place_in(place)
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
        content=f"You live {where} {found}",
        end=end,
        entities=entity(found),
    )


#: "I've been in Toronto for six years": for so long one is only where one lives.
_BEEN_FOR = re.compile(
    r"(?:over |down |up |back )?(?:here )?in (?P<place>[A-Z][a-z][\w'-]*(?: [A-Z][\w'-]*)*) "
    r"(?:for (?:(?:about|around|almost|nearly|over|more than|the last|the past|just over) )*"
    r"(?:[\w-]+) (?:years|decades|months)|since (?:[\w]+ )?(?:19|20)\d\d|(?:all|most of) my (?:adult )?life)\b"
)


def living(context: Context, statement: Statement) -> list[Candidate]:
    """ "I live in …", "I moved to …", "I grew up in …"."""
    verb, rest, clause = statement.verb, statement.rest, statement.clause
    if verb == "been" and (match := _BEEN_FOR.match(rest)) and not statement.negated and not statement.modal:
        return residence(context, statement, match["place"])
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
            if (
                statement.negated
                or statement.ended
                or re.match(r"(?:this|that|these|those|his|her|their)\b", what, re.I)
            ):
                return []
            found = candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="dwelling",
                value=what,
                end=statement.rest_at + match.end(),
                content=f"You live {match[0]}" if not re.search(r"\bmy|our|me\b", match[0]) else "",
            )
            place = place_in(match["place"] or "")
            if place and place[:1].isupper():
                return (
                    candidate(
                        context,
                        clause,
                        type=MemoryType.FACT,
                        slot="residence",
                        value=place,
                        content=f"You live in {place}",
                        end=statement.rest_at + match.end(),
                        entities=(place,),
                    )
                    + found
                )
            return found
        if (
            match := re.match(r"(?:at|on|by|near|above|behind|over) [^,.]{3,40}? in (?P<place>[A-Z].+)", rest)
        ) and (found := residence(context, statement, match["place"], negated=statement.negated)):
            return found
        if (match := _ON_ISLAND.match(rest)) and _is_island(match["place"]):
            on = "on the" if match["the"] else "on"
            return residence(context, statement, match["place"], negated=statement.negated, where=on)
        if match := re.match(
            r"(?:(?:right|out|up|down|over|just|here|way|abroad|back) )*(?P<where>in|at|near|outside|"
            r"outside of"
            r"|close to)\s+(?P<place>.+)",
            rest,
            re.I,
        ):
            where = match["where"].lower()
            if where in ("in", "at"):
                return residence(context, statement, match["place"], negated=statement.negated)
            if match["place"][:1].isupper() or context.source.islower():
                return residence(context, statement, match["place"], negated=statement.negated, where=where)
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
        into = re.match(r"(?:(?:here|back|out|over|down|up) )*(?:in)?to (?P<what>.+)", rest)
        dwelling = _DWELLING.match(f"in {value_of(into['what'])}") if into else None
        if dwelling and (dwelling["place"] or "")[:1].isupper() and not long_ago(context, clause):
            return residence(context, statement, dwelling["place"])
        match = re.match(
            r"(?:(?:here|back|out|recently|over|down|up|away) )*"
            r"(?:from [A-Z][\w' -]*? )?(?:to|into) (?P<place>[A-Z].+)",
            rest,
        )
        if match and long_ago(context, clause):
            return []  # an event, beside the home that is told as present
        return residence(context, statement, match["place"]) if match else []
    if (
        verb == "come"
        and statement.tense == Tense.PRESENT
        and not statement.negated
        and (match := re.match(r"from (?P<place>[A-Z].*)", rest))
    ):
        place = place_in(match["place"])
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="hometown",
            value=place,
            content=f"You are from {place}",
            entities=(place,),
        )
    if (
        verb == "grow"
        and statement.tense == Tense.PAST
        and (match := re.match(r"up (?:in|on|near|around|with) (?P<place>.+)", rest, re.I))
    ):
        place = place_in(match["place"])
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


_HOME_IS = re.compile(
    r"(?:(?:my|our) (?:new )?(?:home|place|house|flat|apartment|base|home base) is|home (?:for me )?is"
    r"|home is currently)"
    r"(?: now| currently| still)? (?:(?:in|near|just outside|outside|at|on [\w' ]+? in) )?(?P<place>.+)"
    r"|(?P<there>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*) is (?:now |still )?(?:where (?:[Ii]|we) (?:now "
    r"|currently )?live"
    r"|where [Ii]'?m (?:living|based)|(?:my|our) home(?: now)?$|home(?: now| for me| to me)?$)",
)
#: "I've moved, I'm in Lille now": where one is after a move is where one lives.
_MOVED = re.compile(
    r"\b(?:i|we)(?:['’]ve| have)?(?: just| finally| recently)? moved\b(?! (?:on|it|my|the|our|past)\b)", re.I
)
_NOW_IN = re.compile(
    r"(?:so |and )?(?:[Ii]['’]?m|[Ii] am|[Ww]e['’]?re|[Ww]e are) (?:now |currently )?(?:living |based )?(?:in|near) "
    r"(?P<place>[A-Z].*?)(?: (?:now|these days|at the moment|instead))?(?P<there>(?!))?"
)


def homes(context: Context, clause: Clause) -> list[Candidate]:
    """ "My home is in Bergen", "Bergen is where I live", "Home is a village near Cork"."""
    text = clause.text[clause.lead :]
    match = _HOME_IS.match(text) or _HOME_IS.match(text[:1].lower() + text[1:])
    if not match and (before := context.neighbour(clause, -1)) and _MOVED.search(before.text):
        match = _NOW_IN.fullmatch(text)
    if not match:
        return []
    said = match["there"] or match["place"]
    near = re.match(
        r"an? (?:[\w-]+ ){0,3}?(?:village|town|city|suburb|place) (?:near|outside|in|called|by) (?=[A-Z])",
        said,
    )
    place = place_in(said[near.end() :] if near else said)
    if not place[:1].isupper():
        return []
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="residence",
        value=place,
        content=f"You live in {said if near else place}",
        end=clause.end
        if near
        else clause.start + clause.text.find(place) + len(place)
        if match["place"]
        else clause.end,
        entities=entity(place),
    )
