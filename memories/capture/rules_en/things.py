"""What the person has, and "my … is …": possessions, attributes, allergies and conditions said with "have"."""

from memories.capture import dates_en
from memories.capture.rules_en import lexicon, sensitive
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.health import allergy
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType, SensitiveCategory
from memoryhub import patterns as re

_ALLERGY = re.compile(
    r"(?:an? |any |no |some )?(?:(?:severe|bad|serious|mild|life-threatening|known|strong) )*"
    r"(?:(?P<what>[\w -]{2,30}?) (?P<kind>allergy"
    r"|allergies|intolerance)\b|(?:allergy|allergies|intolerance|an allergic reaction) to (?P<what2>.+))",
    re.I,
)
_CONDITION = re.compile(
    r"(?:(?:an?|some|mild|severe|chronic|type [12]|really bad|bad|terrible|slight|been diagnosed with"
    r"|clinical|seasonal|high|low|early|stage \w+|my|very|a history of|a mild case of) )*(?:"
    + sensitive.CONDITION.pattern
    + r"|blood pressure|a bad (?:back|knee|heart|hip)|bad (?:knees|back)|asthma|hay fever|back pain)",
    re.I,
)


def having(context: Context, statement: Statement) -> list[Candidate]:
    """Allergies, conditions, looks and possessions said with "have", "own" or "drive"."""
    verb, clause, rest = statement.verb, statement.clause, statement.rest
    if verb == "have" and statement.tense in (Tense.PRESENT, Tense.PERFECT) and not statement.modal:
        if match := _ALLERGY.match(rest):
            what = match["what"] or match["what2"]
            if what.lower().strip() not in (
                "food",
                "an",
                "a",
                "any",
                "no",
                "some",
                "many",
                "other",
                "bad",
                "seasonal",
                "skin",
                "many food",
            ):
                return allergy(
                    context, statement, what, negated=statement.negated or rest.lower().startswith("no ")
                )
            return []
        if (match := _CONDITION.match(rest)) and not re.search(
            rf"\b{lexicon.RELATION}", value_of(rest), re.I
        ):
            return condition(context, statement, rest, match.end())
        if match := lexicon.LOOKS.match(rest):
            return candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="",
                value=value_of(rest),
                positive=not statement.negated,
            )
    if (
        verb in ("suffer", "take")
        and statement.tense in (Tense.PRESENT, Tense.PROGRESSIVE)
        and not statement.negated
        and not statement.modal
        and (match := re.match(r"(?:from )?(?P<what>.+)", rest, re.I))
        and sensitive.CONDITION.search(value_of(match["what"]))
    ):
        return condition(context, statement, value_of(match["what"]), 0)
    if statement.modal or (statement.negated and not statement.ended):
        return []
    if verb == "drive" and (found := _driven(context, statement)):
        return found
    present = statement.tense == Tense.PRESENT
    bought = verb in ("buy", "get", "build") and statement.tense in (Tense.PAST, Tense.PERFECT)
    if verb == "sell" and statement.tense in (Tense.PAST, Tense.PERFECT) and re.match(r"my ", rest, re.I):
        value = re.sub(r"^my (?:old )?", "", value_of(rest), flags=re.I)
        return (
            candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="possession",
                value=value,
                act=Act.END,
                positive=False,
            )
            if lexicon.POSSESSIONS.search(value)
            else []
        )
    if not (
        (
            verb in ("own", "drive", "have", "collect", "rent", "ride")
            and (present or statement.ended or verb == "collect")
        )
        or bought
    ):
        return []
    if verb == "collect":
        value = value_of(rest)
        if (
            is_empty(value)
            or statement.tense not in (Tense.PRESENT, Tense.PROGRESSIVE, Tense.USED)
            or re.match(r"(?:data|information|feedback|samples|the)\b", value, re.I)
        ):
            return []
        act = Act.END if statement.ended else Act.STATE
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="collects",
            value=value,
            act=act,
            positive=act == Act.STATE,
        )
    value = value_of(rest)
    value = (
        re.sub(
            r"\s(?:that|in|at|for|from|and|with|to|of my own|of|last|this|yesterday|on)\s.*$",
            "",
            value,
            flags=re.I,
        )
        if verb not in ("own",)
        else re.sub(r"\s(?:that|for)\s.*$", "", value, flags=re.I)
    )
    match = re.match(
        r"(?P<count>an?|one|two|three|four|five|six|\d{1,2}|several|many|some|another|my own"
        r"|our own)\s(?P<what>.+)",
        value,
        re.I,
    )
    if not match or is_empty(match["what"]) or len(value.split()) > 8:
        return []
    if re.search(rf"\b{lexicon.RELATION}$", match["what"].split(",")[0], re.I):
        return []  # "two whippets, Pixel and Gravy" are no phones
    if verb != "own" and not lexicon.POSSESSIONS.search(re.split(r" (?:in|called|named) ", match["what"])[0]):
        return []
    if re.search(
        r"\b(?:meeting|question|idea|plan|idea|payment|rental|reservation|appointment|list|model"
        r"|trip|sale|problem|issue|accident|review|trouble|show|name|loan)s?$",
        match["what"],
        re.I,
    ):
        return []
    if statement.ended:
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="possession",
            value=match["what"],
            act=Act.END,
            positive=False,
        )
    end = statement.rest_at + statement.rest.find(value) + len(value)
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="possession",
        value=value if match["count"].lower() not in ("a", "an", "one") else match["what"],
        end=clause.end
        if verb in ("own", "have")
        and re.match(r"\s(?:in|of|at|on|with|named|called) ", clause.text[end - clause.start :])
        and len(clause.text) < 90
        else end,
    )


_CAR = re.compile(
    r"an? (?P<car>(?:[\w-]+ ){0,3}?(?:car|van|truck|suv|pickup|hatchback|sedan|convertible|estate"
    r"|jeep|minivan|[A-Z][\w-]*(?: [A-Z0-9][\w-]*)*))"
    r"(?=$|[,.]| (?:now|again|these days|to work|at the moment|and|but)\b)",
)


def _driven(context: Context, statement: Statement) -> list[Candidate]:
    """ "I drive a Honda": the car of one who drives one; another takes its place."""
    match = _CAR.match(statement.rest)
    usual = statement.tense == Tense.PRESENT or re.search(r"\b(?:now|again|these days)\b", statement.rest)
    if not match or not usual or statement.tense not in (Tense.PRESENT, Tense.PROGRESSIVE):
        return []
    act = Act.END if statement.ended else Act.STATE
    return candidate(
        context,
        statement.clause,
        type=MemoryType.FACT,
        slot="attribute.car",
        value=match["car"],
        act=act,
        positive=act is Act.STATE,
        end=statement.rest_at + match.end(),
    )


def condition(context: Context, statement: Statement, rest: str, length: int) -> list[Candidate]:
    """A diagnosis or a medicine."""
    value = re.sub(r"^(?:an?|some|been diagnosed with|my) ", "", value_of(rest), flags=re.I)
    act = Act.END if statement.ended else Act.CORRECT if statement.negated else Act.STATE
    if is_empty(value) or re.search(r"\b(?:that|question|about|for you)\b", value):
        return []
    return candidate(
        context,
        statement.clause,
        type=MemoryType.FACT,
        slot="condition",
        value=value,
        act=act,
        positive=not statement.negated,
        category=SensitiveCategory.HEALTH.value,
        lasting=True,
    )


_MY = re.compile(
    r"(?P<my>my|our) (?P<noun>(?:(?!is\b|are\b|was\b|were\b|has\b|have\b|can\b|will\b"
    r"|runs?\b)[\w'/&-]+ ){0,6}?(?!is\b"
    r"|are\b)[\w/&-]+?)"
    r"(?P<verb>:| is| are|'s| isn'?t| aren'?t| is not| are not| runs on| runs| starts at| ends at"
    r"| has| ends (?:in|with)| starts with| lies| stands| hangs| uses| weighs| costs| was| were"
    r"|(?P<does> (?:opens|closes|shuts"
    r"|stops(?: running)?|leaves"
    r"|departs|arrives|holds|fits|seats|carries|expires|renews|takes)(?= (?:at |on |up to |about )?(?:\d"
    r"|noon|midnight|[a-z]+day)))"
    r")"
    r" (?P<value>.+)",
    re.I | re.S,
)
_NO_ATTRIBUTE = re.compile(
    r"\b(?:question|point|goal|problem|issue|code|guess|idea|request|apolog\w+|bad|mistake|opinion"
    r"|understanding|thoughts?|error|essay|paper|sentence|query|prompt|previous|input|output"
    r"|answer|response"
    r"|task|assignment|homework|instruction|script|program|function|data|dataset|file|text|draft"
    r"|story|character|concern|suggestion|advice|intention|aim|objective|hope|dream|wish|plan"
    r"|assumption|hypothesis"
    r"|thesis|dissertation|research|topic|audience|target|budget question|main|first|second"
    r"|next|last|current|only|biggest|other|day|week|weekend|morning|night|life|time|fault|turn"
    r"|pleasure|condolences|mind|heart"
    r"|god|goodness|favou?rites?|fave|version|table|column|model|message|email|website|app|application"
    r"|api|project|business|company|product|client|customer|team|keyword|list|command|scenario"
    r"|situation|position|favou?r|experience"
    r"|reason|interest|focus|preference|passion|name|job|employer|occupation|profession|career"
    r"|best|worst|new|friend\w*|kids?|children|people|place|part|thing|way|kind|type|one|stuff"
    r"|self|feelings?|luck|eyes are up|English|browser)\b",
    re.I,
)
_VALUE_FORM = re.compile(
    r"(?:(?:painted|tiled|made of|built of|an?|the number|number|no\.?|nr\.?|#|size|port|called|named|kept"
    r"|parked|stored|hidden"
    r"|located|under|behind|inside|in|on|at|near|next to|above|below|beside|between)\s.+|#?\d.*"
    r"|(?:dark |light |bright |pale )?(?:red|blue|green|yellow|black|white|grey|gray|brown|pink"
    r"|purple|orange|silver|gold|beige|turquoise|navy)(?: and \w+)?(?: too)?"
    r"|[A-Z0-9][\w.:/+-]*(?: [A-Z0-9][\w.:/+-]*)*"
    r"|[\d.:]+.*)$",
    re.S,
)
_VAGUE_VALUE = re.compile(
    r"(?:an? (?:good|bad|great|nice|lot|little|bit|mess|problem|big|bigger|nightmare|joke|disaster"
    r"|question|huge|pain|hard|real|total|complete|work|shame|secret|long story|sort|kind)\b"
    r"|in (?:trouble|progress|the way|order|need|danger|bad|good)"
    r"|at (?:risk|stake)|on (?:the way|fire|hold|track|my mind)|the (?:same|best|worst|only"
    r"|following|one|problem|reason)|not|under control|near impossible|in (?:python|java|javascript"
    r"|html|english|react|the following)\b)",
    re.I,
)


def attributes(context: Context, clause: Clause) -> list[Candidate]:
    """ "My locker at the pool is number 31", "My car is an electric van", "My birthday is on 3 May"."""
    text = clause.text[clause.lead :]
    match = _MY.match(text)
    if not match:
        return []
    noun, verb = re.sub(r"\s+", " ", match["noun"].strip().lower()), match["verb"].strip().lower()
    value = value_of(match["value"])
    negative = bool(re.search(r"n'?t$|not$", verb))
    if noun in ("birthday", "date of birth", "birth date", "birthdate"):
        dates = dates_en.find(
            f"on {match['value']}" if not re.match(r"(?:on|in)\b", match["value"], re.I) else match["value"],
            said_at=context.said_at,
        )
        if not dates or dates[0][2].precision == "year" or negative:
            return []
        said = re.sub(r"^(?:on|in) (?:the )?", "", value, flags=re.I)
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="birthday",
            value=said,
            content=f"Your birthday is {said}" if verb == ":" else "",
            occurred=dates[0][2] if re.search(r"(?:19|20)\d\d", said) else None,
        )
    if re.match(r"(?:home ?town|birthplace)$", noun) and not negative and not is_empty(value):
        place = re.sub(r"^in ", "", value)
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="hometown",
            value=place,
            content=f"You are from {place}",
        )
    if (
        re.match(r"(?:mother tongue|native language|first language)$", noun)
        and not negative
        and (value.lower() in lexicon.LANGUAGES or re.fullmatch(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?", value))
    ):
        return candidate(context, clause, type=MemoryType.FACT, slot="languages", value=value)
    if re.match(r"(?:nationality)$", noun) and not negative:
        return candidate(context, clause, type=MemoryType.FACT, slot="nationality", value=value)
    if re.match(r"(?:pronouns)$", noun) and not negative:
        return candidate(context, clause, type=MemoryType.FACT, slot="gender", value=value)
    if re.match(r"(?:age)$", noun) and (number := re.match(r"\d{1,3}\b", value)) and not negative:
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="age",
            value=number[0],
            content=f"You are {number[0]} years old",
        )
    if re.match(r"(?:time ?zone)$", noun) and not negative:
        return candidate(context, clause, type=MemoryType.FACT, slot="time_zone", value=value)
    if re.fullmatch(r"blood (?:type|group)", noun) and re.match(r"(?:AB|[ABO])\b", value) and not negative:
        return candidate(context, clause, type=MemoryType.FACT, slot="attribute.blood-type", value=value)
    if re.match(r"(?:diet)$", noun) and lexicon.DIET.match(value):
        return candidate(context, clause, type=MemoryType.FACT, slot="diet", value=value)
    if (
        re.match(
            r"(?:hobby|hobbies|pastime|favou?rite hobby|main hobby|biggest hobby)(?: (?:is|are))?$", noun
        )
        and not negative
        and not is_empty(value)
    ):
        return candidate(context, clause, type=MemoryType.PREFERENCE, slot="hobby", value=value)
    if (
        (_NO_ATTRIBUTE.search(noun) and not clause.correction)
        or verb in ("was", "were")
        or lexicon.relation_key(noun.split()[0])
    ):
        return []
    if negative:
        if not clause.correction:
            return []
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot=_attribute_slot(noun),
            value=f"not {value}",
            act=Act.CORRECT,
        )
    if (
        is_empty(value)
        or len(value.split()) > 9
        or _VAGUE_VALUE.match(value)
        or dates_en.find(value, said_at=context.said_at)
    ):
        return []
    if verb == "has" and not re.match(r"(?:an?|two|three|four|\d+|no) ", value):
        return []
    if (
        verb in ("is", "are", "'s")
        and not _VALUE_FORM.match(value)
        and not clause.correction
        and not context.explicit
    ):
        return []
    plain = re.sub(
        r"^(?:an?|number|no\.?|the number|called|named) ", "", re.sub(r"\s+too$", "", value), flags=re.I
    )
    plain = (
        f"{verb} {plain}"
        if verb in ("runs", "has", "hangs", "stands", "uses")
        else f"{verb.removeprefix('runs ')} {plain}"
        if verb in ("runs on", "starts at", "ends at")
        else plain
    )
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot=_attribute_slot(f"{noun} {verb.split()[0]}" if match["does"] else noun),
        value=plain,
        entities=(plain,) if plain[:1].isupper() else (),
    )


def _attribute_slot(noun: str) -> str:
    key = re.sub(r"\b(?:the|a|an|my|our|current|own)\s+", "", noun)
    return "attribute." + re.sub(r"[^\w]+", "-", key).strip("-")[:60]
