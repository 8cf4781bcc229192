"""Habits, hobbies, what is played, and what is not eaten or drunk."""

from memories.capture.rules_en.avoidance import CHOSEN
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.endings import to_clause_end, value_and_end
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of, without_article
from memories.capture.rules_en.words import words_of
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

FREQUENCY = re.compile(
    r"\b(?:every|each|daily|weekly|monthly|nightly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)day (?:mornings?|evenings?|nights?|afternoons?)"
    r"|on weekends|at weekends|on the weekends?|at the weekend|on weekdays|on (?:work|school|week)days|"
    r"on my days off|on days off"
    r"|(?:once|twice|three times|four times|five times|\d+ times|several times|a few times|"
    r"a couple of times) (?:a"
    r"|per|an|every|each) \w+|all the time|regularly|most (?:days|evenings|weekends|nights|mornings)"
    r"|in the (?:mornings?|evenings?|afternoons?|summers?|winters?)|at night|before (?:bed|breakfast"
    r"|work)|after (?:work|dinner|lunch|school)|(?:a|per) (?:day|week|month|year)|at least (?:once"
    r"|\d+)"
    r"|in my (?:free|spare) time|for fun|for exercise|as a hobby|on the side|for a living|for years"
    r"|all day|to relax|to stay (?:fit|in shape)|for (?:over |about )?\S+ (?:years|months|decades))\b",
    re.IGNORECASE,
)
FREQUENT = frozenset(
    words_of(
        """
    always usually often sometimes normally typically regularly frequently occasionally mostly generally
    rarely seldom hardly
    """
    )
)
_HABITS = frozenset(
    words_of(
        """
    call phone see do
    go get wake cook bake walk run jog swim cycle bike ride drive read watch listen practise practice train
    exercise meditate pray attend volunteer commute travel hike dance paint draw sing garden knit sew write
    play drink eat work sleep shop fish hunt camp climb surf ski skate stream blog visit take teach grow
    raise brew row juggle crochet sketch photograph wear lift stretch coach build make skateboard snowboard
    rollerblade study stay smoke vape babysit help compete spend have meet skip collect breed tutor design
    sail foster invest celebrate save speak perform box wrestle rock gamble tend
    """
    )
)
#: Habits that say something of a person even without a word of frequency.
_TELLING = frozenset(
    words_of(
        """
    cook bake jog swim cycle bike hike dance paint draw sing garden knit sew crochet sketch surf ski skate
    row juggle volunteer meditate teach coach breed brew skateboard snowboard rollerblade climb camp fish
    hunt commute travel tutor blog smoke vape sail foster box wrestle babysit
    """
    )
)
_TELLING_WITH_OBJECT = {
    "read": re.compile(
        r"(?:a lot|lots|mostly|mainly|books?|novels?|comics?|manga|fiction|non-?fiction|poetry|sci-?fi"
        r"|science fiction|fantasy|mysteries|biographies|magazines|thrillers|romance|over|about \d"
        r"|several|many)\b",
        re.I,
    ),
    "watch": re.compile(
        r"(?:a lot|lots|mostly|mainly|movies|films|anime|football|soccer|sports?|basketball|baseball"
        r"|hockey|documentaries|tv|netflix|cooking shows|horror|comedies|youtube|birds|too much"
        r"|reality)\b",
        re.I,
    ),
    "listen": re.compile(
        r"to (?!you|me|him|her|them|that|this|it|what|the (?:audio|recording|song)\b)", re.I
    ),
    "write": re.compile(
        r"(?:poetry|poems|songs|stories|short stories|novels|books|fiction|music|lyrics|fanfiction"
        r"|children's books|plays|articles for|a blog|for a)\b",
        re.I,
    ),
    "ride": re.compile(
        r"(?:horses?|a horse|motorcycles?|a motor\w+|bikes?|my|the bus|the train|a bike|dirt bikes)\b", re.I
    ),
    "drive": re.compile(r"(?:an?|my)\s(?!(?:point|hard)\b)", re.I),
    "run": re.compile(
        r"(?:marathons?|half marathons?|a (?:small |local |little )?(?:business|shop|store|restaurant"
        r"|bakery|farm|cafe|company|blog|youtube|salon|studio|book ?club)|my own|track|cross country"
        r"|\d+ (?:km|miles|k)\b)",
        re.I,
    ),
    "grow": re.compile(
        r"(?:my own|tomatoes|vegetables|veggies|flowers|herbs|roses|plants|\w+(?: \w+)? (?:in|on) (?:my"
        r"|the|our)|corn|fruit|orchids|peppers)\b",
        re.I,
    ),
    "raise": re.compile(
        r"(?:my|chickens|goats|sheep|cattle|bees|horses|dogs|pigs|cows|\w+ (?:children|kids))\b", re.I
    ),
    "wear": re.compile(
        r"(?:glasses|contacts?|contact lenses|hearing aids?|braces|a (?:size|hijab|wig|pacemaker)"
        r"|size)\b",
        re.I,
    ),
    "make": re.compile(
        r"(?:(?:my|our) own|jewel\w+|pottery|candles|music|soap|wine|cheese|furniture|quilts|youtube videos"
        r"|videos|art|cakes|clothes|models|beats)\b",
        re.I,
    ),
    "sell": re.compile(r"(?!it|this|that|them)\w+", re.I),
    "take": re.compile(
        r"(?:photos|pictures|photographs|(?:\w+ ){0,2}(?:lessons|classes)|the (?:bus|train|subway"
        r"|metro)|a nap|naps|medic\w+|pills|insulin|vitamins|\w+ for my)\b",
        re.I,
    ),
    "need": re.compile(
        r"(?:an? |my )?(?:\w+ )?(?:glasses|contact lenses|hearing aids?|wheelchair|walking stick|cane"
        r"|crutches|insulin|inhaler)\b",
        re.I,
    ),
    "walk": re.compile(r"(?:to (?:work|school|the office|uni\w*|college|the station)|everywhere)\b", re.I),
    "lift": re.compile(r"weights\b", re.I),
    "weigh": re.compile(r"\d|about|around", re.I),
    "practise": re.compile(r"\w{3,}", re.I),
    "practice": re.compile(r"\w{3,}", re.I),
    "build": re.compile(
        r"(?:model|furniture|computers|guitars|boats|robots|lego|houses|cars|custom)\b", re.I
    ),
    "invest": re.compile(r"in \w+", re.I),
    "attend": re.compile(r"(?!to\b|the (?:meeting|event|call)\b)\w+", re.I),
    "celebrate": re.compile(r"(?!it|that|this)\w+", re.I),
    "go": re.compile(
        r"(?:to (?:the gym|church|school|college|university|mass|temple|the \w+ university|night school"
        r"|yoga|bed)\b|by the name|swimming|fishing|hiking|running|camping|hunting|surfing|dancing"
        r"|kayaking)",
        re.I,
    ),
}


_MUSIC_OR_SPORT_TAIL = re.compile(
    r"\s(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|every|with (?:my|some|friends)|at (?:my"
    r"|the|school)|for (?:a|the|my|fun|over|about|\d)|in (?:a|the|my|an)|professionally|competitively"
    r"|since|once|twice).*",
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
    value, end = value_and_end(statement)
    played = _MUSIC_OR_SPORT_TAIL.sub("", without_article(value))
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
            end=to_clause_end(statement, end),
            act=Act.END,
            positive=False,
        )
    if statement.negated:
        return candidate(
            context, clause, type=MemoryType.FACT, slot="plays", value=played, end=end, positive=False
        )
    return candidate(context, clause, type=MemoryType.FACT, slot="plays", value=played, end=end)


#: "I never eat breakfast before ten": never, at some time of the day or week.
_NEVER_WHEN = re.compile(
    r"\bnever\b.*\b(?:before|after|until|past|later than|earlier than) (?:\d|noon|midnight|breakfast"
    r"|lunch|dinner|dark|"
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)|\bnever\b.*\b(?:on|at)"
    r" (?:\w+days|weekends|night)\b",
    re.IGNORECASE,
)
#: "I always need aisle seats": what is asked for again and again.
_ASKED_FOR = re.compile(
    r"(?:[\w-]+ ){1,3}?(?:seats?|rooms?|beds?|tables?|pillows?|floors?|portions?|flights?|trains?)\b", re.I
)
_MY_WAY = re.compile(
    r"my (?P<what>coffee|tea|espresso|latte|steak|eggs?|toast|burgers?|whisk(?:e)?y|gin|pizza|noodles"
    r"|curry|porridge|water)s? "
    r"(?P<how>black|white|with\b.+|without\b.+|strong|weak|rare|medium\b.*|well done|plain|neat|on"
    r" the rocks|sunny side up|scrambled|"
    r"poached|boiled|iced|hot|sweet|unsweetened|spicy|mild|decaf|milky|dark|light|crispy|cold|still"
    r"|sparkling|dry)\b.*",
    re.IGNORECASE | re.DOTALL,
)


#: "two sugars in my tea", "oat milk in my coffee".
_IN_MY = re.compile(
    r"(?P<how>(?!it\b|this|that|part|place|pride|interest|confidence)[\w' -]{2,30}?) (?:in|on|with) my "
    r"(?P<what>coffee|tea|espresso|latte|cereal|porridge|toast|chips|fries|pizza|burgers?|eggs?|salad|noodles"
    r"|rice|whisk(?:e)?y|gin)\b.*",
    re.IGNORECASE | re.DOTALL,
)


def taking(context: Context, statement: Statement) -> list[Candidate]:
    """ "I take my coffee black, no sugar": how something is had."""
    if (
        statement.verb in ("need", "want", "book", "choose", "pick", "request")
        and "always" in statement.adverbs
    ):
        wanted = _ASKED_FOR.match(statement.rest)
        if not wanted or statement.negated or re.match(r"(?:to|it|your?|the)\b", wanted[0]):
            return []
        value = f"always {statement.verb} {wanted[0]}"
        return candidate(context, statement.clause, type=MemoryType.PREFERENCE, slot="habit", value=value)
    match = _MY_WAY.match(statement.rest) or _IN_MY.match(statement.rest)
    if not match or statement.verb not in ("take", "drink", "like", "have", "prefer", "eat", "love", "order"):
        return []
    if statement.negated or statement.modal or statement.tense != Tense.PRESENT:
        return []
    return candidate(
        context,
        statement.clause,
        type=MemoryType.PREFERENCE,
        slot="habit",
        value=f"{statement.verb} {value_of(match[0], lists=False)}",
    )


def habits(context: Context, statement: Statement) -> list[Candidate]:
    """What the person does again and again: with a word of frequency, or with a verb that tells of a way of life."""
    verb, clause, rest = statement.verb, statement.clause, statement.rest
    if verb not in _HABITS and verb not in _TELLING_WITH_OBJECT and verb not in CHOSEN:
        return []
    body = clause.text[clause.lead :]
    frequent = bool(FREQUENCY.search(clause.text)) or bool(statement.adverbs & FREQUENT)
    frequent = frequent or (statement.negated and bool(_NEVER_WHEN.search(clause.text)))
    telling = verb in _TELLING or bool((pattern := _TELLING_WITH_OBJECT.get(verb)) and pattern.match(rest))
    if verb in CHOSEN and statement.adverbs & {"only", "exclusively", "primarily", "solely"}:
        frequent = telling = True
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
        telling and (FREQUENCY.search(clause.text) or "been" in body.lower())
    ):
        return []
    if not (frequent or telling):
        return []
    if (
        verb
        in ("have", "get", "work", "make", "use", "spend", "help", "go", "take", "stay", "do", "meet", "see")
        and not telling
        and not FREQUENCY.search(clause.text)
    ):
        return []
    start = statement.verb_at - clause.start
    phrase = value_of(clause.text[start:].replace(",", " ,"), lists=False)
    if len(phrase.split()) < 2 and not frequent and verb not in _TELLING:
        return []
    if re.match(
        r"\w+ (?:it|this|that|these|those|them|you|the (?:code|following|error|file|data|same|above"
        r"|result))\b",
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
    if clause.lead and FREQUENCY.search(clause.text[: clause.lead]):
        adjunct = clause.text[: clause.lead].strip(" ,")
        phrase = f"{phrase} {adjunct[:1].lower()}{adjunct[1:]}"
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
