"""Likes, dislikes, favourites, what is not eaten, habits, hobbies and what is played."""

import re

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import LANGUAGES
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, items_of, value_of
from memories.capture.rules_en.words import second_person, singular
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType

_LIKING = frozenset("love like enjoy adore prefer cherish dig appreciate fancy crave favor favour".split())
_HATING = frozenset("hate dislike detest loathe despise abhor resent".split())
_CONSUMING = frozenset("touch eat drink consume smoke use wear tolerate vape".split())
_FREQUENCY = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|nightly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|at weekends|on the weekends?|at the weekend|on weekdays"
    r"|(?:once|twice|three times|four times|five times|\d+ times|several times|a few times|a couple of times) (?:a|per|an|every|each) \w+|all the time|regularly|most (?:days|evenings|weekends|nights|mornings)"
    r"|in the (?:mornings?|evenings?|afternoons?|summers?|winters?)|at night|before (?:bed|breakfast|work)|after (?:work|dinner|lunch|school)|(?:a|per) (?:day|week|month|year)|at least (?:once|\d+)"
    r"|in my (?:free|spare) time|for fun|for exercise|as a hobby|on the side|for a living|for years|all day|to relax|to stay (?:fit|in shape)|for (?:over |about )?\S+ (?:years|months|decades))\b",
    re.IGNORECASE,
)
_FREQUENT = frozenset(
    "always usually often sometimes normally typically regularly frequently occasionally mostly generally rarely seldom hardly".split()
)
_HABITS = frozenset(
    "go get wake cook bake walk run jog swim cycle bike ride drive read watch listen practise practice train exercise meditate pray"
    " attend volunteer commute travel hike dance paint draw sing garden knit sew write play drink eat work sleep shop fish hunt camp climb"
    " surf ski skate stream blog visit take teach grow raise brew row juggle crochet sketch photograph wear lift stretch coach build make"
    " skateboard snowboard rollerblade study stay smoke vape babysit help compete spend have meet skip collect breed tutor design"
    " sail foster invest celebrate save speak perform box wrestle rock gamble tend".split()
)
#: Habits that say something of a person even without a word of frequency.
_TELLING = frozenset(
    "cook bake jog swim cycle bike hike dance paint draw sing garden knit sew crochet sketch surf ski skate row juggle volunteer meditate"
    " teach coach breed brew skateboard snowboard rollerblade climb camp fish hunt commute travel tutor blog smoke vape sail foster box wrestle"
    " babysit".split()
)
_TELLING_WITH_OBJECT = {
    "read": re.compile(r"(?:a lot|lots|mostly|mainly|books?|novels?|comics?|manga|fiction|non-?fiction|poetry|sci-?fi|science fiction|fantasy|mysteries|biographies|magazines|thrillers|romance|over|about \d|several|many)\b", re.I),
    "watch": re.compile(r"(?:a lot|lots|mostly|mainly|movies|films|anime|football|soccer|sports?|basketball|baseball|hockey|documentaries|tv|netflix|cooking shows|horror|comedies|youtube|birds|too much|reality)\b", re.I),
    "listen": re.compile(r"to (?!you|me|him|her|them|that|this|it|what|the (?:audio|recording|song)\b)", re.I),
    "write": re.compile(r"(?:poetry|poems|songs|stories|short stories|novels|books|fiction|music|lyrics|fanfiction|children's books|plays|articles for|a blog|for a)\b", re.I),
    "ride": re.compile(r"(?:horses?|a horse|motorcycles?|a motor\w+|bikes?|my|the bus|the train|a bike|dirt bikes)\b", re.I),
    "drive": re.compile(r"(?:an?|my)\s(?!(?:point|hard)\b)", re.I),
    "run": re.compile(r"(?:marathons?|half marathons?|a (?:small |local |little )?(?:business|shop|store|restaurant|bakery|farm|cafe|company|blog|youtube|salon|studio|book ?club)|my own|track|cross country|\d+ (?:km|miles|k)\b)", re.I),
    "grow": re.compile(r"(?:my own|tomatoes|vegetables|veggies|flowers|herbs|roses|plants|\w+(?: \w+)? (?:in|on) (?:my|the|our)|corn|fruit|orchids|peppers)\b", re.I),
    "raise": re.compile(r"(?:my|chickens|goats|sheep|cattle|bees|horses|dogs|pigs|cows|\w+ (?:children|kids))\b", re.I),
    "wear": re.compile(r"(?:glasses|contacts?|contact lenses|hearing aids?|braces|a (?:size|hijab|wig|pacemaker)|size)\b", re.I),
    "make": re.compile(r"(?:(?:my|our) own|jewel\w+|pottery|candles|music|soap|wine|cheese|furniture|quilts|youtube videos|videos|art|cakes|clothes|models|beats)\b", re.I),
    "sell": re.compile(r"(?!it|this|that|them)\w+", re.I),
    "take": re.compile(r"(?:photos|pictures|photographs|(?:\w+ ){0,2}(?:lessons|classes)|the (?:bus|train|subway|metro)|a nap|naps|medic\w+|pills|insulin|vitamins|\w+ for my)\b", re.I),
    "lift": re.compile(r"weights\b", re.I),
    "weigh": re.compile(r"\d|about|around", re.I),
    "practise": re.compile(r"\w{3,}", re.I),
    "practice": re.compile(r"\w{3,}", re.I),
    "build": re.compile(r"(?:model|furniture|computers|guitars|boats|robots|lego|houses|cars|custom)\b", re.I),
    "invest": re.compile(r"in \w+", re.I),
    "attend": re.compile(r"(?!to\b|the (?:meeting|event|call)\b)\w+", re.I),
    "celebrate": re.compile(r"(?!it|that|this)\w+", re.I),
    "go": re.compile(r"(?:to (?:the gym|church|school|college|university|mass|temple|the \w+ university|night school|yoga|bed)\b|by the name|swimming|fishing|hiking|running|camping|hunting|surfing|dancing|kayaking)", re.I),
}  # fmt: skip
_PLAYABLE = re.compile(
    r"(?:an?|the|my|some|in|for|as|with|on|at|around|it|that|this|along|games?)\b", re.IGNORECASE
)


def _value_and_end(statement: Statement, *, skip: str = "") -> tuple[str, int]:
    rest, at = statement.rest, statement.rest_at
    if skip and (match := re.match(skip, rest, re.IGNORECASE)):
        rest, at = rest[match.end() :], at + match.end()
    value = value_of(rest)
    return value, at + rest.find(value[:12]) + len(value) if value else at


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
        value, end = _value_and_end(statement, skip=r"to (?=\w)")
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
    if verb in ("fancy", "crave") and not statement.negated and not (statement.adverbs & _FREQUENT):
        return (
            _mood(context, statement, liked=True)
            if statement.tense in (Tense.PRESENT, Tense.PROGRESSIVE)
            else []
        )
    if verb == "prefer" and not statement.negated and (match := _REPLY_STYLE.match(statement.rest)):
        return _reply_style(context, statement, match)
    if statement.tense not in (Tense.PRESENT, Tense.PERFECT, Tense.PROGRESSIVE) or statement.modal not in (
        "",
        "do",
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


_REPLY_STYLE = re.compile(
    r"(?P<how>(?:[\w-]+,? (?:and )?){0,4}?)(?:answers|replies|responses|explanations)(?: in (?P<language>[A-Z][a-z]+))?(?=$|[\s,.])",
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
    value, end = _value_and_end(statement, skip=skip or r"(?:to (?=\w))")
    if (
        is_empty(value)
        or re.match(
            r"(?:be|see|know|hear|say|think|have you|ask|add|point out|note|mention|thank|share|start|discuss|create|write|get)\b",
            value,
            re.I,
        )
        and not re.match(
            r"(?:write|create|start|get|see|hear)\w* (?:poetry|music|poems|stories|my day|up|movies|live|up early|new places|art|songs)",
            value,
            re.I,
        )
    ):
        return []
    if (
        re.match(
            r"(?:being|getting|waiting|sitting|when) (?:told|stuck|in (?:line|traffic)|on hold|ignored|for (?:hours|ages))",
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
            words = context.normal[statement.start : statement.rest_at].strip()
            content = second_person(("I " if clause.implied else "") + f"{words} {item}")
        found += candidate(context, clause, type=MemoryType.PREFERENCE, slot=slot, value=re.sub(r"^(?:both|all kinds of|all types of|really|just)\s+", "", item, flags=re.I),
                           end=_to_clause_end(statement, end), content=content, positive=liked)  # fmt: skip
    return found


def _to_clause_end(statement: Statement, end: int) -> int:
    """A value's tail of time ("any more", "every weekend") belongs to the quotation when nothing else follows it."""
    tail = statement.clause.text[end - statement.clause.start :]
    if re.fullmatch(
        r"[\s,]*(?:any ?more|any longer|now|these days|nowadays|again|at all|right now|today|tonight|this \w+|the most|best|a lot|so much|very much)?[\s,]*",
        tail,
        re.I,
    ):
        return statement.clause.end
    return end


def _mood(context: Context, statement: Statement, *, liked: bool, skip: str = "") -> list[Candidate]:
    value, end = _value_and_end(statement, skip=skip)
    if is_empty(value) or re.match(r"(?:i|you|we|he|she|it|they|the|my|an?|there)\b", value, re.I):
        return []
    return candidate(context, statement.clause, type=MemoryType.PREFERENCE, slot="likes" if liked else "dislikes", value=value,
                     end=_to_clause_end(statement, end), positive=liked, lasting=False)  # fmt: skip


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


def consumption(context: Context, statement: Statement) -> list[Candidate]:
    """What is not eaten, drunk, worn or used."""
    if (
        statement.verb == "avoid"
        and statement.tense in (Tense.PRESENT, Tense.PROGRESSIVE)
        and not statement.negated
        and not statement.modal
    ):
        value, end = _value_and_end(statement)
        if is_empty(value) or re.match(
            r"(?:the|using|any|having|being|doing|getting|making|errors?|that)\b", value, re.I
        ):
            return []
        return candidate(
            context,
            statement.clause,
            type=MemoryType.PREFERENCE,
            slot="avoids",
            value=value,
            end=end,
            positive=False,
        )
    if statement.verb not in _CONSUMING and not (
        statement.verb in ("have", "touch", "stomach") and statement.modal == "can" and statement.negated
    ):
        return []
    if statement.tense == Tense.PERFECT and re.search(
        r"\b(?:yet|today|breakfast|lunch|dinner|all day|in \w+)\b", statement.rest, re.I
    ):
        return []
    if (
        not statement.negated
        or statement.tense not in (Tense.PRESENT, Tense.PERFECT)
        or statement.modal not in ("", "can", "do")
    ):
        return []
    if statement.verb in ("have", "touch") and not re.match(
        r"(?:dairy|gluten|nuts?|peanuts?|caffeine|alcohol|sugar|milk|wheat|lactose|shellfish|seafood|soy|eggs?|pork|meat|spicy)\b",
        statement.rest,
        re.I,
    ):
        return []
    if statement.verb in ("use", "wear") and not re.match(
        r"(?:social media|facebook|twitter|instagram|tiktok|drugs|makeup|perfume|glasses|a car|credit cards|plastic|fur|leather|heels|jewel\w+)\b",
        statement.rest,
        re.I,
    ):
        return []
    value, end = _value_and_end(statement)
    if statement.verb in ("smoke", "vape", "drink") and (
        not value or re.fullmatch(r"(?:at all|any ?more)?", value, re.I)
    ):
        value, end = (
            {"smoke": "smoking", "vape": "vaping", "drink": "alcohol"}[statement.verb],
            statement.clause.end,
        )
    if is_empty(value) or re.match(
        r"(?:enough|much|well|lunch|breakfast|dinner|yet|out|in (?:the|a)|at)\b", value, re.I
    ):
        return []
    clause = statement.clause
    end = _to_clause_end(statement, end)
    return candidate(
        context, clause, type=MemoryType.PREFERENCE, slot="avoids", value=value, end=end, positive=False
    )


_QUITTING = frozenset("quit stop".split())


def quitting(context: Context, statement: Statement) -> list[Candidate]:
    """ "I quit smoking", "I gave up meat", "I stopped eating sugar"."""
    skip = ""
    if statement.verb == "give" and (
        match := re.match(r"up (?:on )?(?!trying|hope|so|it|that|this|on\b)", statement.rest, re.I)
    ):
        skip = re.escape(match[0])
    elif statement.verb not in _QUITTING or not re.match(
        r"(?:smoking|drinking|eating|playing|going|using|running|vaping|watching|taking|working|doing)\b",
        statement.rest,
        re.I,
    ):
        return []
    if statement.negated or statement.tense not in (Tense.PAST, Tense.PERFECT):
        return []
    value, end = _value_and_end(statement, skip=skip)
    if is_empty(value):
        return []
    match = re.match(r"(?P<verb>playing|eating|drinking|using|watching|taking)\s+(?P<what>.+)", value, re.I)
    clause = statement.clause
    if match and match["verb"].lower() in ("eating", "drinking", "using"):
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="avoids",
            value=match["what"],
            end=end,
            positive=False,
        )
    if match and match["verb"].lower() == "playing":
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="plays",
            value=_game(match["what"]),
            end=end,
            act=Act.END,
            positive=False,
        )
    return candidate(
        context,
        clause,
        type=MemoryType.PREFERENCE,
        slot="habit",
        value=value,
        end=end,
        act=Act.END,
        positive=False,
    )


def _game(value: str) -> str:
    return re.sub(r"^(?:the|some)\s+", "", value, flags=re.IGNORECASE)


_MUSIC_OR_SPORT_TAIL = re.compile(
    r"\s(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|every|with (?:my|some|friends)|at (?:my|the|school)|for (?:a|the|my|fun|over|about|\d)|in (?:a|the|my|an)|professionally|competitively|since|once|twice).*",
    re.I,
)


def playing(context: Context, statement: Statement) -> list[Candidate]:
    """An instrument, a sport or a game that is played; one that is played no more."""
    if statement.verb != "play" or statement.modal not in ("", "can", "do"):
        return []
    if statement.tense not in (Tense.PRESENT, Tense.PROGRESSIVE, Tense.PERFECT, Tense.USED):
        return []
    if statement.tense == Tense.PROGRESSIVE and not re.search(
        r"\b(?:for|since|in a)\b", statement.rest, re.I
    ):
        return []
    value, end = _value_and_end(statement)
    played = _MUSIC_OR_SPORT_TAIL.sub("", _game(value))
    if is_empty(played) or re.match(
        r"(?:role|part|a (?:role|part|character)|with|devil|around|it|as|dumb|for|in|games?$|along)\b",
        played,
        re.I,
    ):
        return []
    clause = statement.clause
    if statement.ended:
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="plays",
            value=played,
            end=_to_clause_end(statement, end),
            act=Act.END,
            positive=False,
        )
    if statement.negated:
        return candidate(
            context, clause, type=MemoryType.FACT, slot="plays", value=played, end=end, positive=False
        )
    return candidate(context, clause, type=MemoryType.FACT, slot="plays", value=played, end=end)


def habits(context: Context, statement: Statement) -> list[Candidate]:
    """What the person does again and again: with a word of frequency, or with a verb that tells of a way of life."""
    verb, clause, rest = statement.verb, statement.clause, statement.rest
    if verb not in _HABITS and verb not in _TELLING_WITH_OBJECT:
        return []
    body = clause.text[clause.lead :]
    frequent = bool(_FREQUENCY.search(clause.text)) or bool(statement.adverbs & _FREQUENT)
    telling = verb in _TELLING or bool((pattern := _TELLING_WITH_OBJECT.get(verb)) and pattern.match(rest))
    if verb == "get" and frequent and re.match(r"(?:up|home)\b", rest):
        telling = True
    if statement.tense == Tense.USED and (frequent or telling):
        value = re.sub(r"\s+", " ", body[statement.verb_at - clause.start - clause.lead :])
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="habit",
            value=value_of(value),
            act=Act.END,
            positive=False,
        )
    if statement.tense not in (Tense.PRESENT, Tense.PROGRESSIVE) or statement.modal:
        return []
    if statement.tense == Tense.PROGRESSIVE and not (
        telling and (_FREQUENCY.search(clause.text) or "been" in body.lower())
    ):
        return []
    if not (frequent or telling):
        return []
    if (
        verb in ("have", "get", "work", "make", "use", "spend", "help", "go", "take", "stay", "do", "meet")
        and not telling
        and not _FREQUENCY.search(clause.text)
    ):
        return []
    start = statement.verb_at - clause.start
    phrase = value_of(clause.text[start:].replace(",", " ,"), lists=False)
    if len(phrase.split()) < 2 and not frequent and verb not in _TELLING:
        return []
    if re.match(
        rf"\w+ (?:it|this|that|these|those|them|you|the (?:code|following|error|file|data|same|above|result))\b",
        phrase,
        re.I,
    ):
        return []
    if statement.ended:
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="habit",
            value=phrase,
            act=Act.END,
            positive=False,
        )
    if statement.negated:
        return (
            candidate(context, clause, type=MemoryType.PREFERENCE, slot="habit", value=phrase, positive=False)
            if frequent or verb in _TELLING
            else []
        )
    instead = re.search(r",?\s*(?:and )?not (?P<former>(?:on|at|in|every) .+)$", clause.text, re.I)
    found = candidate(
        context,
        clause,
        type=MemoryType.PREFERENCE,
        slot="habit",
        value=_without_now(phrase),
        end=clause.start + instead.start() if instead else None,
    )
    if instead and found:
        former = re.sub(r"\s(?:on|at|in|every)\s.+$", "", _without_now(phrase))
        value = f"{former} {value_of(instead['former'])}"
        found += candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="habit",
            value=value,
            content=f"You no longer {value}",
            act=Act.END,
            positive=False,
        )
    return found


def _without_now(phrase: str) -> str:
    return re.sub(r"\s+(?:now|nowadays|these days)(?=$|\s|,).*$", "", phrase, flags=re.I).strip(" ,")


_FAVOURITE = re.compile(
    r"(?:my|our) (?:all[- ]time |absolute |current |personal |new )*(?:favou?rite|fav|fave)s? (?P<noun>[a-z][\w' -]{0,30}?)?\s*(?:is|are|'s|was|has always been|would be|would have to be|has to be|must be) (?P<value>.+)",
    re.IGNORECASE,
)
_IS_FAVOURITE = re.compile(
    r"(?P<value>[^,]{2,50}?) (?:is|are)(?: still| definitely| probably| by far| also| now| one of)* (?:my|our) (?:all[- ]time |absolute |personal |new )*(?:favou?rite|fav|fave)s?(?: (?P<noun>[a-z][\w -]{0,25}))?",
    re.IGNORECASE,
)
_SPELLING = {"color": "colour", "movie": "film", "flavor": "flavour", "tv show": "series", "show": "series", "tv series": "series", "meal": "food",
             "type of food": "food", "kind of food": "food", "dish": "food", "foods": "food", "type of music": "music", "kind of music": "music",
             "genre of music": "music", "music genre": "music"}  # fmt: skip


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
    noun = value_of(
        re.sub(r"\s+(?:to|for|in|of|at|on|about|so|right|ever|by)\b.*", "", (match["noun"] or "").lower())
    )
    noun = _SPELLING.get(noun, singular(noun)) if noun else ""
    noun = _SPELLING.get(noun, noun)
    slot = f"favourite.{noun.replace(' ', '-')}" if noun else "likes"
    return candidate(context, clause, type=MemoryType.PREFERENCE, slot=slot, value=value)


_LIKED_STATE = re.compile(
    r"(?P<no>not )?(?:(?:really|quite|so|very|super|pretty|totally|also|just|still|a bit|always|big|much|completely|absolutely|actually|too|kind of|getting|been) )*"
    r"(?:into|(?:an? )?(?:(?:big|huge|massive|great|avid|real|die-?hard|lifelong|major|long ?time) )?(?:fan|lover) of|fond of|keen on|crazy about|mad about|obsessed with|passionate about|addicted to|in love with|interested in"
    r"|(?P<bad>sick of|tired of|afraid of|scared of|terrified of|fed up with|averse to|bored of|bored with)) (?P<value>.+)",
    re.IGNORECASE,
)
_FAN = re.compile(
    r"(?:an? )(?:(?:big|huge|massive|great|avid|real|die-?hard|lifelong|major|total|such a|true) )*(?P<value>[\w' -]{2,30}?) (?P<kind>fan|lover|fanatic|enthusiast|buff|nerd|geek|addict|junkie|aficionado|person)\b",
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
            r"(?:big|huge|nice|good|bad|people|better|different|busy|happy|lucky|real|kind|changed|very|private|the|terrible|horrible|one)\b",
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
