"""Where the person is in life: school, service, skills, pastimes, what they hold, money and votes."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.lexicon import profession_in
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType, SensitiveCategory
from memoryhub import patterns as re

_SCHOOL = (
    r"(?:(?:my|the|an?|still|currently|in|\w+) ){0,3}?(?:(?:high|middle|elementary|grad(?:uate)?"
    r"|law|med(?:ical)?|nursing|vet(?:erinary)?|culinary|art|film|business|night|primary|secondary) school"
    r"|school|college|university"
    r"|kindergarten|\w+ grade|(?:first|second|third|fourth|fifth|final|last|senior|junior|freshman"
    r"|sophomore) year(?: of [\w ]+)?|a phd program|training)"
)
_SERVICE = (
    r"(?:the (?:army|navy|air force|marines|marine corps|military|national guard|coast guard"
    r"|peace corps|reserves|service|police|foster system|circus)|a (?:\w+ )?(?:band|choir|orchestra"
    r"|book club|wheelchair|gang|cult|sorority|fraternity|\w+ relationship))"
)
_IN_LIFE = re.compile(
    rf"(?:still |currently |also |now )*in (?P<what>{_SCHOOL}|{_SERVICE})\b(?! (?:bus|work|project"
    rf"|supplies))",
    re.I,
)
_RAISED = re.compile(r"raised (?:in|on|by|near|as) (?P<what>.+)", re.I)
_BEEN_TO = re.compile(
    r"to (?P<what>(?:[A-Z][\w'-]+|(?:\d+|\w+) (?:different )?(?:states|countries|continents"
    r"|concerts)|(?:many|several|over) \w+).*)"
)
_TOGETHER = re.compile(
    r"(?:together|dating|friends|neighbou?rs|here|in business|sober|clean)(?: with \w+)? (?:for|since) .+",
    re.I,
)
_PERSONALITY = re.compile(
    r"(?:(?:a|an|pretty|very|quite|really|such|also|just|so|too|kind of|fairly|a bit|always"
    r"|rather|naturally) )*(?P<what>clumsy|easy-?going|laid[- ]back|organi[sz]ed|disorgani[sz]ed"
    r"|forgetful|messy|impatient|patient|competitive|creative|athletic"
    r"|stubborn|frugal|adventurous|spontaneous|superstitious|claustrophobic|tone[- ]deaf|double-jointed"
    r"|tech[- ]savvy|terrible cook|good cook|great cook|bad cook|terrible dancer|good dancer"
    r"|good listener|hard worker|people person|family man|country (?:girl|boy)|city (?:girl"
    r"|boy)"
    r"|bad at (?!it|this|that)\w+.*|good at (?!it|this|that)\w+.*|terrible at (?!it|this|that)\w+.*"
    r"|great at (?!it|this|that)\w+.*|good with (?:kids|animals|my hands|numbers|computers|people)"
    r"|old[- ]fashioned|health conscious|overweight|underweight|homesick|religious|nocturnal)(?=$"
    r"|[\s,.])",
    re.I,
)


def stations(context: Context, statement: Statement) -> list[Candidate]:
    """ "I'm in my final year", "I was in the navy", "I was raised on a farm", "I've been to Peru", "I'm clumsy"."""
    if statement.verb not in ("be", "been") or statement.negated or statement.modal:
        return []
    clause, rest, tense = statement.clause, statement.rest, statement.tense
    if tense == Tense.USED:
        rest = re.sub(r"^be\s+", "", rest)
    if match := _IN_LIFE.match(rest):
        ended = tense in (Tense.PAST, Tense.USED)
        end = statement.rest_at + len(statement.rest) - len(rest) + match.end()
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="",
            value=match["what"],
            end=None if ended else end,
            act=Act.STATE,
        )
    if tense == Tense.PAST and (match := _RAISED.match(rest)) and not is_empty(match["what"]):
        return candidate(context, clause, type=MemoryType.FACT, slot="", value=value_of(rest))
    if tense == Tense.PERFECT and (match := _BEEN_TO.match(rest)):
        return candidate(
            context, clause, type=MemoryType.FACT, slot="", value=f"been to {value_of(match['what'])}"
        )
    if tense == Tense.PERFECT and _TOGETHER.match(rest):
        return candidate(context, clause, type=MemoryType.FACT, slot="", value=value_of(rest))
    if tense in (Tense.PAST, Tense.USED) and (match := re.match(r"(?:an?|the) (?P<what>.+)", rest, re.I)):
        job = re.sub(
            r"\s(?:for|in|at|before|until|when|back|years|growing|during|then|once|but|with|of|on)\b.*",
            "",
            value_of(match["what"]),
            flags=re.I,
        )
        if profession_in(job) and (
            tense == Tense.USED or re.search(r"\b(?:for|before|years|until|growing up|in the)\b", rest)
        ):
            return candidate(context, clause, type=MemoryType.FACT, slot="", value=f"was {job}")
    if (
        tense == Tense.PRESENT
        and (match := _PERSONALITY.match(rest))
        and re.match(r"[\s,.!]*(?:$|and|when|with|at|person|too)", rest[match.end() :])
    ):
        value = value_of(match["what"])
        return (
            candidate(context, clause, type=MemoryType.FACT, slot="", value=value)
            if not is_empty(value)
            else []
        )
    return []


_SKILL = re.compile(
    r"(?:swim|dance|sing|cook|bake|drive|ride|ski|skate|knit|sew|draw|paint|play|whistle|type"
    r"|juggle|read|surf|dive|code|program|speak|fly|sail|eat|drink|handle|tolerate|digest)\b",
    re.I,
)


def skills(context: Context, statement: Statement) -> list[Candidate]:
    """ "I can play the accordion", "I can't swim"."""
    if (
        statement.modal != "can"
        or statement.tense != Tense.PRESENT
        or not _SKILL.match(statement.verb)
        or statement.plural
    ):
        return []
    clause = statement.clause
    value = value_of(clause.text[statement.verb_at - clause.start :])
    object_ = value.split(" ", 1)[1] if " " in value else ""
    if object_ and (
        is_empty(object_)
        or (
            re.match(
                r"(?:the|my way|for|again|you|tonight|tomorrow|into|from|when|whenever|out|up|some|more"
                r"|over|around|back|through|between|along)\b",
                object_,
                re.I,
            )
            and statement.verb != "play"
        )
    ):
        return []
    if (
        statement.verb
        in (
            "eat",
            "drink",
            "handle",
            "tolerate",
            "digest",
            "read",
            "drive",
            "code",
            "program",
            "type",
            "play",
            "draw",
            "fly",
        )
        and not statement.negated
        and not object_
    ):
        return []
    if statement.verb in ("eat", "drink", "handle", "digest", "tolerate", "read") and not statement.negated:
        return []
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="",
        value=value if not statement.negated else f"can't {value}",
        positive=not statement.negated,
    )


_PASTIME = re.compile(
    r"(?:(?:most|a lot|alot|lots|all|much|some|too much|my|the) )?(?:of )?(?:my |the )?(?:free "
    r"|spare )?(?:time|weekends?|days?|evenings?|summers?|mornings?|nights?|afternoons?|\w+ hours) (?P<what>(?:at"
    r"|on|in|with|outside|outdoors|doing|\w+ing)\b.*)",
    re.I,
)


def pastimes(context: Context, statement: Statement) -> list[Candidate]:
    """ "I spend my weekends fishing", "I work out", "I stay active"."""
    if statement.tense not in (Tense.PRESENT, Tense.PROGRESSIVE) or statement.negated or statement.modal:
        return []
    clause = statement.clause
    if (
        statement.verb == "spend"
        and (match := _PASTIME.match(statement.rest))
        and statement.tense == Tense.PRESENT
    ):
        value = value_of(match["what"])
        if not is_empty(value) and not re.search(r"\b(?:it|this|that|trying|code|data)\b", value):
            return candidate(context, clause, type=MemoryType.PREFERENCE, slot="habit", value=value)
    if (
        statement.verb == "work"
        and re.match(r"out\b(?! (?:the|of|how|if|that|what))", statement.rest)
        and statement.tense == Tense.PRESENT
    ):
        return candidate(
            context,
            clause,
            type=MemoryType.PREFERENCE,
            slot="habit",
            value=value_of(f"work {statement.rest}"),
        )
    if statement.verb in ("train", "study", "save") and statement.tense == Tense.PROGRESSIVE:
        match = re.match(
            r"(?:up )?(?:for|to (?:be|become)) (?:an?|my|the|our) (?P<what>\w.*)", statement.rest, re.I
        )
        if match and not is_empty(match["what"]):
            return candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="plan",
                value=value_of(f"{statement.verb} {statement.rest}"),
            )
    return []


_HELD = re.compile(r"(?:(?:an?|my own) )(?P<what>[^,.;:()]{3,60})$", re.I)
_NOT_HELD = re.compile(
    r"\b(?:question|idea|problem|issue|list|data\w*|feeling|time|lot|few|bit|choice|point|guess"
    r"|doubt|request|look|hunch|chance|thing|things|way|plan|plans|day|minute|second|bunch|couple"
    r"|table|file|function|class|string|array|task|project|customer|client|call|meeting|headache"
    r"|cold|suspicion|confession|secret|preference|reason|opinion|script|text|sentence|paragraph"
    r"|code|error"
    r"|version|draft|website|app|page|column|row|value|number|model|variable|matrix|query|prompt"
    r"|document|article|image|picture|video|link|url|message|email|follow|concern|suggestion"
    r"|solution|theory|test"
    r"|exam|assignment|essay|paper|report|presentation|case|situation|product|company|team|deadline"
    r"|interview|appointment|answer|response|conversation|talk|word|words|story|character|scenario"
    r"|long way|say|blast"
    r"|ball|week|night|weekend|one|ones|more|left|you|your|it|this|that|them|nice|great|good"
    r"|bad|hard|better|go|try|clue|kind|sort|type|server|database|component|api|set|group|pair"
    r"|option|options|ideas|months?|hours?|minutes?|weeks?|coffee|drink|snack|beer|ticket|tickets"
    r"|rough|busy)\b",
    re.I,
)


def holdings(context: Context, statement: Statement) -> list[Candidate]:
    """ "I have a weakness for vanilla ice cream": what a person has, in plain words and on its own."""
    if (
        statement.verb != "have"
        or statement.tense != Tense.PRESENT
        or statement.negated
        or statement.modal
        or statement.clause.tentative
    ):
        return []
    match = _HELD.match(value_of(statement.rest))
    if (
        not match
        or _NOT_HELD.search(match["what"])
        or re.search(r"\b(?:to|that|which|where|who|if)\b", match["what"])
        or len(match["what"].split()) > 7
    ):
        return []
    if statement.plural or not re.search(r"[a-z]{3}", match["what"]):
        return []
    return candidate(context, statement.clause, type=MemoryType.FACT, slot="", value=value_of(statement.rest))


def private(context: Context, statement: Statement) -> list[Candidate]:
    """Income, debts, votes and faith, always marked sensitive; and the person's weight."""
    if (
        statement.tense not in (Tense.PRESENT, Tense.PAST, Tense.PERFECT)
        or statement.modal
        or statement.clause.tentative
    ):
        return []
    verb, rest, clause = statement.verb, statement.rest, statement.clause
    if (
        verb == "weigh"
        and re.match(r"(?:about |around |only |just )?\d", rest)
        and statement.tense == Tense.PRESENT
    ):
        return candidate(context, clause, type=MemoryType.FACT, slot="attribute.weight", value=value_of(rest))
    money = (
        r"(?:about |around |roughly |over |under |only |almost |nearly |just )*(?:[$\u20ac\u00a3\u00a5]\s?\d"
        r"|\d[\d,.]*\s?(?:k|grand|dollars|euros?|pounds|usd|eur|francs|crowns|yen|a (?:year|month"
        r"|week|day|hour))\b)"
    )
    paid = verb in ("earn", "owe") or (
        verb == "make" and re.search(r"\ba (?:year|month|week|day|hour)\b", rest)
    )
    if paid and re.match(money, rest, re.I) and statement.tense == Tense.PRESENT:
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="",
            value=value_of(rest),
            category=SensitiveCategory.FINANCE.value,
        )
    if verb == "vote" and (
        match := re.match(
            r"(?:for )?(?P<what>(?:the )?[A-Z][\w ]+|labour|conservative|republican|democrat|green)", rest
        )
    ):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="",
            value=match["what"],
            positive=not statement.negated,
            category=SensitiveCategory.POLITICS.value,
        )
    if verb == "believe" and re.match(r"in (?:god|jesus|allah|reincarnation|karma)\b", rest, re.I):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="",
            value=value_of(rest),
            positive=not statement.negated,
            category=SensitiveCategory.BELIEF.value,
        )
    return []


_TURNED = re.compile(
    r"(?P<age>1[0-9]|[2-9]\d|thirty|forty|fifty|sixty|seventy|eighty|twenty|eighteen)\b(?! (?:dollars"
    r"|euros|percent|times))",
    re.I,
)


def turned(context: Context, statement: Statement) -> list[Candidate]:
    """ "I turned 30 last month", "I just turned forty": the age."""
    match = _TURNED.match(statement.rest) if statement.verb == "turn" and not statement.negated else None
    if not match or statement.modal or statement.tense not in (Tense.PAST, Tense.PERFECT):
        return []
    age = match["age"]
    return candidate(
        context,
        statement.clause,
        type=MemoryType.FACT,
        slot="age",
        value=age,
        content=f"You are {age} years old",
        end=statement.rest_at + match.end(),
    )
