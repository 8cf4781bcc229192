"""Likes, dislikes, favourites and moods."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.endings import to_clause_end, value_and_end
from memories.capture.rules_en.habits import FREQUENT
from memories.capture.rules_en.lexicon import LANGUAGES
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import addressed, is_empty, items_of, value_of
from memories.capture.rules_en.words import second_person, singular, words_of
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_LIKING = frozenset(words_of("love like enjoy adore prefer cherish dig appreciate fancy crave favor favour"))
_HATING = frozenset(["hate", "dislike", "detest", "loathe", "despise", "abhor", "resent"])


def tastes(context: Context, statement: Statement) -> list[Candidate]:
    """Likes and dislikes said with a verb of liking, or with "can't stand"."""
    verb, clause = statement.verb, statement.clause
    if verb in ("stand", "bear") and statement.negated and statement.modal in ("can", "could"):
        return _taste(context, statement, liked=False)
    if (
        verb in ("get", "have")
        and statement.negated
        and statement.modal == "can"
        and re.match(r"enough of ", statement.rest, re.I)
    ):
        return _taste(context, statement, liked=True, skip="enough of ")
    if (
        verb == "care"
        and statement.negated
        and re.match(r"(?:for|about|much for|too much for) ", statement.rest, re.I)
    ):
        return _taste(context, statement, liked=False, skip=r"(?:too )?(?:much )?(?:for|about) ")
    if verb == "feel" and re.match(r"like ", statement.rest, re.I) and statement.tense == Tense.PRESENT:
        return _mood(context, statement, skip="like ", liked=not statement.negated)
    if statement.modal == "would" and "rather" in statement.rest[:0] + clause.text[:12].lower():
        return []
    if verb not in _LIKING and verb not in _HATING:
        return []
    liked = verb in _LIKING
    if statement.tense == Tense.USED:
        value, end = value_and_end(statement, skip=r"to (?=\w)")
        if is_empty(value):
            return []
        slot = "likes" if liked else "dislikes"
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot=slot,
            value=value,
            end=end,
            act=Act.END,
            positive=False,
        )
    if verb in ("fancy", "crave") and not statement.negated and not (statement.adverbs & FREQUENT):
        return (
            _mood(context, statement, liked=True)
            if statement.tense in (Tense.PRESENT, Tense.PROGRESSIVE)
            else []
        )
    if verb == "prefer" and not statement.negated and (match := _REPLY_STYLE.match(statement.rest)):
        return _reply_style(context, statement, match)
    never = statement.tense == Tense.PAST and bool(_NEVER.search(clause.text))
    if not never and (
        statement.tense not in (Tense.PRESENT, Tense.PERFECT, Tense.PROGRESSIVE)
        or statement.modal not in ("", "do")
    ):
        return []
    if statement.tense == Tense.PERFECT and not statement.adverbs & {
        "always",
        "ever",
        "never",
        "really",
        "long",
    }:
        return []
    if statement.negated:
        if not liked:
            return []
        liked = False
        if verb in ("prefer", "appreciate"):
            return []
    if verb == "appreciate" or (
        verb == "prefer"
        and re.match(
            r"(?:if|that|not|to (?:see|have it|keep it)|it|the (?:first|second|last))\b", statement.rest, re.I
        )
    ):
        return []
    return _taste(context, statement, liked=liked)


#: "I never liked olives": told of the past, and true today; not "I never liked it until …".
_NEVER = re.compile(r"\bnever\b(?!.*\b(?:until|before|till|as an? (?:child|kid)|back then)\b)", re.I)
_REPLY_STYLE = re.compile(
    r"(?P<how>(?:[\w-]+,? (?:and )?){0,4}?)(?:answers|replies|responses|explanations)(?: in"
    r" (?P<language>[A-Z][a-z]+))?(?=$"
    r"|[\s,.])",
    re.IGNORECASE,
)


def _reply_style(context: Context, statement: Statement, match: re.Match[str]) -> list[Candidate]:
    """ "I prefer short answers": how to answer, said as a preference."""
    if statement.modal and not re.search(
        r"\b(?:from now on|always|in (?:the )?future)\b", statement.clause.text, re.I
    ):
        return []
    language = match["language"] or ""
    if language.lower() in LANGUAGES:
        return candidate(
            context,
            statement.clause,
            type=MemoryType.INSTRUCTION,
            slot="reply_language",
            value=language,
            turned=False,
        )
    if not match["how"] or re.match(
        r"(?:the|these|those|your|my|this|that|other|different|previous|both)\b", match["how"], re.I
    ):
        return []
    return candidate(
        context,
        statement.clause,
        type=MemoryType.INSTRUCTION,
        slot="reply_length",
        value=match[0],
        turned=False,
    )


def _taste(context: Context, statement: Statement, *, liked: bool, skip: str = "") -> list[Candidate]:
    value, end = value_and_end(statement, skip=skip or r"(?:to (?=\w))")
    if is_empty(value) or (
        re.match(
            r"(?:be|see|know|hear|say|think|have you|ask|add|point out|note|mention|thank|share|start"
            r"|discuss|create|write|get)\b",
            value,
            re.I,
        )
        and not re.match(
            r"(?:write|create|start|get|see|hear)\w* (?:poetry|music|poems|stories|my day|up|movies"
            r"|live|up early|new places|art|songs)",
            value,
            re.I,
        )
    ):
        return []
    if (
        re.match(
            r"(?:being|getting|waiting|sitting|when) (?:told|stuck|in (?:line|traffic)|on hold|ignored"
            r"|for (?:hours|ages))",
            value,
            re.I,
        )
        and liked
    ):
        return []
    if re.search(
        r"\b(?:idea|answer|suggestion|response|point|question|joke|attitude|sentence|paragraph|version)s?$",
        value,
        re.I,
    ):
        return []
    slot = "likes" if liked else "dislikes"
    clause, found = statement.clause, list[Candidate]()
    items = items_of(value)
    for item in items:
        content = ""
        if len(items) > 1:
            words = context.normal[statement.start : statement.rest_at].strip() + (
                " to" if statement.rest.lower().startswith("to ") else ""
            )
            content = second_person(("I " if clause.implied else "") + f"{words} {item}")
        found += candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot=slot,
            value=re.sub(r"^(?:both|all kinds of|all types of|really|just)\s+", "", item, flags=re.I),
            end=to_clause_end(statement, end),
            content=content,
            positive=liked,
        )
    return found


def _mood(context: Context, statement: Statement, *, liked: bool, skip: str = "") -> list[Candidate]:
    value, end = value_and_end(statement, skip=skip)
    if is_empty(value) or re.match(r"(?:i|you|we|he|she|it|they|the|my|an?|there)\b", value, re.I):
        return []
    return candidate(
        context,
        statement.clause,
        type=MemoryType.PREFERENCE,
        slot="likes" if liked else "dislikes",
        value=value,
        end=to_clause_end(statement, end),
        positive=liked,
        lasting=False,
    )


_RATHER = re.compile(
    r"(?:i'?d|i would|we'?d) rather (?:not )?(?:have|eat|drink|go for|get|take|order) (?P<what>.+)",
    re.IGNORECASE,
)


def rather(context: Context, clause: Clause) -> list[Candidate]:
    """ "I'd rather have a juice right now": a wish of the moment."""
    match = _RATHER.fullmatch(clause.text)
    value = value_of(match["what"]) if match else ""
    if not match or is_empty(value) or " not " in clause.text.lower():
        return []
    return candidate(context, clause, type=MemoryType.PREFERENCE, slot="likes", value=value, lasting=False)


_FAVOURITE = re.compile(
    r"(?:my|our) (?:all[- ]time |absolute |current |personal |new )*(?:favou?rite|fav|fave)s? "
    r"(?P<noun>[a-z][\w' -]{0,30}?)?\s*(?:is"
    r"|are|'s|was|has always been|would be|would have to be|has to be|must be) (?P<value>.+)",
    re.IGNORECASE,
)
_IS_FAVOURITE = re.compile(
    r"(?P<value>[^,]{2,50}?) (?:is|are)(?: still| definitely| probably| by far| also| now| one of)* (?:my"
    r"|our) (?:all[- ]time |absolute |personal |new )*(?:favou?rite|fav|fave)s?(?: (?P<noun>[a-z][\w -]{0,25}))?",
    re.IGNORECASE,
)
_SPELLING = {
    "color": "colour",
    "movie": "film",
    "flavor": "flavour",
    "tv show": "series",
    "show": "series",
    "tv series": "series",
    "meal": "food",
    "type of food": "food",
    "kind of food": "food",
    "dish": "food",
    "foods": "food",
    "type of music": "music",
    "kind of music": "music",
    "genre of music": "music",
    "music genre": "music",
}


def favourite_slot(noun: str) -> tuple[str, str]:
    """The slot of the favourite of a kind, and the kind in the singular."""
    noun = value_of(re.sub(r"\s+(?:to|for|in|of|at|on|about|so|right|ever|by)\b.*", "", noun.lower()))
    noun = _SPELLING.get(noun, singular(noun)) if noun else ""
    noun = _SPELLING.get(noun, noun)
    return (f"favourite.{noun.replace(' ', '-')}" if noun else "likes"), noun


def favourites(context: Context, clause: Clause) -> list[Candidate]:
    """ "My favourite colour is red", "Red is my favourite colour"."""
    text = clause.text[clause.lead :]
    match = _FAVOURITE.match(text) or _IS_FAVOURITE.match(text)
    if not match:
        return []
    value = value_of(match["value"])
    value = re.sub(
        r"^(?:probably|definitely|still|now|always|also|currently|actually|the colou?r)\s+",
        "",
        value,
        flags=re.I,
    )
    if is_empty(value) or re.match(r"(?:part|thing|one)\b", (match["noun"] or ""), re.I):
        return []
    if re.match(r"(?:by|not|for|going|because|when|that|definitely not)\b", value, re.I):
        return []
    slot, _ = favourite_slot((match["noun"] or "").lower())
    return candidate(context, clause, type=MemoryType.PREFERENCE, slot=slot, value=value)


_LIKED_STATE = re.compile(
    r"(?P<no>not )?(?:(?:that|really|quite|so|very|super|pretty|totally|also|just|still|a bit|always"
    r"|big|much|completely|absolutely|actually|too|kind of|getting|been) )*"
    r"(?:into|(?:an? )?(?:(?:big|huge|massive|great|avid|real|die-?hard|lifelong|major|long ?time) )?(?:fan"
    r"|lover) of|fond of|keen on|crazy about|mad about|obsessed with|passionate about|addicted to"
    r"|in love with|interested in"
    r"|(?P<bad>sick of|tired of|afraid of|scared of|terrified of|fed up with"
    r"|averse to|opposed to|allergic to the idea of|bored of"
    r"|bored with)) (?P<value>.+)",
    re.IGNORECASE,
)
_FAN = re.compile(
    r"(?:an? )(?:(?:big|huge|massive|great|avid|real|die-?hard|lifelong|major|total|such a|true) )*"
    r"(?P<value>[\w' -]{2,30}?) (?P<kind>fan"
    r"|lover|fanatic|enthusiast|buff|nerd|geek|addict|junkie|aficionado|person)\b",
    re.I,
)


def liked_states(context: Context, statement: Statement) -> list[Candidate]:
    """ "I'm into jazz", "I'm not a fan of crowds", "I'm a big coffee lover", "I'm afraid of heights"."""
    if statement.verb not in ("be", "been") or statement.tense not in (Tense.PRESENT, Tense.PERFECT):
        return []
    clause = statement.clause
    match = _LIKED_STATE.match(statement.rest)
    if match:
        value = value_of(match["value"])
        if is_empty(value) or (statement.tense == Tense.PERFECT and match["bad"]):
            return []
        if re.match(r"(?:interested in|addicted to)", match[0].lstrip("not ").lower()) and re.match(
            r"(?:knowing|learning more|hearing|finding|your|seeing|the|getting|using|buying)\b", value, re.I
        ):
            return []
        negated = statement.negated or bool(match["no"])
        if match["bad"]:
            if negated:
                return []
            if re.match(r"(?:afraid|scared|terrified)", match["bad"], re.I):
                return candidate(
                    context, clause, type=MemoryType.FACT, slot="dislikes", value=value, positive=False
                )
            return candidate(
                context, clause, type=MemoryType.PREFERENCE, slot="dislikes", value=value, positive=False
            )
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="dislikes" if negated else "likes",
            value=value,
            positive=not negated,
        )
    match = _FAN.match(statement.rest)
    if (
        match
        and not is_empty(match["value"])
        and not re.match(
            r"(?:big|huge|nice|good|bad|people|better|different|busy|happy|lucky|real|kind|changed|very"
            r"|private|the|terrible|horrible|one)\b",
            match["value"],
            re.I,
        )
    ):
        negated = statement.negated
        value = match["value"] if match["kind"].lower() != "person" else match[0].split(" ", 1)[1]
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="dislikes" if negated else "likes",
            value=value,
            positive=not negated,
        )
    return []


_ROUNDABOUT = re.compile(
    r"(?:what i (?:really )?(?:love|like|enjoy) (?:most|best|the most)|(?P<hobby>one of my (?:favou?rite "
    r"|main )?(?:hobbies|pastimes|passions))|the thing i (?:love|like) most) is (?P<value>.+)",
    re.IGNORECASE,
)
_NOTHING_MORE = re.compile(
    r"(?:there'?s|there is) (?:nothing|few things|little) (?:that )?i (?:like|love|enjoy) (?:more"
    r"|better)(?: in life)? than (?P<value>.+)",
    re.IGNORECASE,
)
#: "Opera isn't my thing", "Crosswords are my jam".
_MY_THING = re.compile(
    r"(?P<value>(?!(?:i|you|it|this|that|these|those|he|she|they|which|what)\b)[\w' -]{2,40}?) (?:is"
    r"|are|was)(?P<no>n'?t| not)?"
    r"(?: (?:really|just|definitely|totally|quite|so))*(?P<no2> not)? my (?:thing|jam|cup of tea"
    r"|bag|passion|guilty pleasure|weakness)",
    re.IGNORECASE,
)


def roundabout(context: Context, clause: Clause) -> list[Candidate]:
    """ "What I love most is sailing", "One of my hobbies is woodworking"."""
    if said := _MY_THING.fullmatch(re.sub(r"\bjust (?=isn|aren)", "", clause.text)) or _NOTHING_MORE.match(
        clause.text
    ):
        value, denied = (
            value_of(said["value"]),
            said.re.pattern == _MY_THING.pattern and bool(said["no"] or said["no2"]),
        )
        if is_empty(value) or addressed(value):
            return []
        slot = "dislikes" if denied else "likes"
        return candidate(
            context, clause, type=MemoryType.PREFERENCE, slot=slot, value=value, positive=not denied
        )
    match = _ROUNDABOUT.match(clause.text)
    value = value_of(match["value"]) if match else ""
    if not match or is_empty(value):
        return []
    return candidate(
        context, clause, type=MemoryType.PREFERENCE, slot="hobby" if match["hobby"] else "likes", value=value
    )
