"""Who the person is: age, home, origin, state, allergies, languages, looks."""

from dataclasses import replace
from typing import Any

from memories.capture import dates_en
from memories.capture.rules_en import lexicon
from memories.capture.rules_en.asides import lower_name
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.endings import ended_end
from memories.capture.rules_en.health import BELIEF_STATE, allergy, stated_condition
from memories.capture.rules_en.homes import entity, place_in, residence
from memories.capture.rules_en.jobs import employer, stated_occupation
from memories.capture.rules_en.naming import CAPITAL_STATES, GREETED, I_AM_NAME, NOT_NAME
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import value_of
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

_AGE = re.compile(
    r"(?:(?:about to (?:be|turn)|nearly|almost|turning|over|about|now|only|going on) )*(?P<age>\d{1,3}"
    r"|[a-z]+(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)[ -](?:years?|yrs?|"
    r"yo)(?:[ -]olds?)?(?: (?:man"
    r"|woman|guy|girl|boy|male|female|lady))?\b(?! (?:experience|into|in|ago|from|away|behind"
    r"|older|younger|sober|clean|late|of))",
    re.I,
)
_BARE_AGE = re.compile(r"(?:now |only |already )?(?P<age>1[0-9]|[2-9]\d)(?: now| already)?$", re.I)
_AGED = re.compile(
    r",? (?:and )?(?:aged )?(?P<age>[1-9]\d)(?: ?(?:years?|yrs?)(?: old)?|yo)?(?=$|[,.])", re.I
)
_DECADE = re.compile(
    r"in my (?:early |mid |late |mid-|late-|early-)?(?:teens|twenties|thirties|forties|fifties"
    r"|sixties|seventies|eighties|[2-9]0'?s)\b",
    re.I,
)
_NUMBER_WORD = re.compile(
    r"(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
    r"|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ]\w+)?$",
    re.I,
)
_ALLERGIC = re.compile(
    r"(?:(?:very|severely|highly|deathly|extremely|mildly|also|really|slightly|a bit|quite|deadly"
    r"|super|terribly|badly) )*(?:allergic to|intolerant (?:to|of)) (?P<what>.+)",
    re.I,
)
_INTOLERANT = re.compile(
    r"(?:(?:a bit|mildly|severely|also|very) )*(?:(?P<what>lactose|gluten|fructose|histamine"
    r"|dairy|wheat|egg|soy|alcohol)[ -]intolerant|(?P<celiac>a? ?(?:coeliac|celiac)))\b",
    re.I,
)
_FROM = re.compile(
    r"(?:originally |also |actually )*(?:from|born (?:and (?:raised|bred) )?in|native to|"
    r"a native of) (?P<place>.+)",
    re.I,
)
#: "born in Nairobi and raised in Hull"
_RAISED_IN = re.compile(
    r",? (?:and|but) (?:was |i was |i )?(?:raised|brought up"
    r"|grew up) in (?P<place>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)"
)
_STATES = re.compile(
    r"(?:(?:very|quite|really|a bit|a little|pretty|so|super|extremely|also|rather|fairly|kind of"
    r"|slightly|naturally|partially|legally|mostly) )*"
    r"(?P<state>left[- ](?:handed|footed)|right[- ](?:handed|footed)|ambidextrous|colou?r[- ]?blind"
    r"|short[- ]sighted"
    r"|near[- ]sighted|long[- ]sighted|far[- ]sighted|tall|short|bald|an? (?:only child|twin"
    r"|introvert|extrovert|early bird|night owl|morning person|homebody|perfectionist|vegetarian"
    r"|people person|dog person|cat person|bookworm|foodie|couch potato|workaholic|picky eater"
    r"|heavy sleeper|light sleeper|redhead|blonde|brunette|grandmother|grandfather|grandma|grandpa"
    r"|orphan|immigrant|feminist|shopaholic|clean freak|neat freak|adrenaline junkie|the oldest"
    r"|the youngest)"
    r"|introverted|extroverted|shy|outgoing|retired|unemployed|self[- ]employed|adopted|homeschooled"
    r"|bilingual|trilingual|multilingual|afraid of heights|colorblind|blind|deaf|(?:the )?(?:oldest"
    r"|youngest|eldest|middle child) of \w+|homeless|semi-retired)\b"
    r"(?!,? (?:of|on) (?:time|money|cash|it))",
    re.I,
)
_BLOOD = re.compile(
    r"(?:blood )?(?:type |group )?(?P<v>(?:AB|[ABO])(?: ?[+-]| (?:(?i:rh) )?(?i:positive|negative)))(?=$"
    r"|[\s,.])"
)
_HEIGHT = re.compile(
    r"(?:about |around |only )?(?:\d(?:'|ft| feet| foot)\s?\d{0,2}(?:\"|''| inches)?|\d{3} ?cm"
    r"|\d\.\d{1,2} ?m|(?:four|five|six|seven) (?:feet|foot)(?: \w+)?)(?: tall)?\b",
    re.I,
)


def being(context: Context, statement: Statement) -> list[Candidate]:
    """What "I am …" says: in order from the most particular reading to the least."""
    if statement.verb not in ("be", "been", "allergic") or statement.tense not in (
        Tense.PRESENT,
        Tense.PERFECT,
        Tense.USED,
        Tense.PAST,
        Tense.MODAL,
    ):
        return []
    clause, rest = statement.clause, statement.rest.strip()
    if statement.verb == "be" and statement.tense == Tense.USED:
        rest = re.sub(r"^be\s+", "", rest)
    negated = statement.negated
    act = Act.END if statement.ended or statement.tense == Tense.USED else Act.STATE

    def make(**given: Any) -> list[Candidate]:
        marks: dict[str, Any] = {"act": act, "positive": not negated and act != Act.END}
        return candidate(context, clause, **(marks | given))

    if statement.modal in ("might", "may", "could") and (
        match := re.match(r"be (?P<rest>.+)", rest) or re.match(r"(?P<rest>.+)", rest)
    ):
        if (possible := _ALLERGIC.match(match["rest"])) and not negated:
            return [
                replace(c, tentative=True)
                for c in allergy(
                    context, replace(statement, tense=Tense.PRESENT), possible["what"], negated=False
                )
            ]
        return []
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
        place = place_in(match["place"])
        if not place:
            return _birth(context, statement)
        end = statement.rest_at + statement.rest.find(place) + len(place)
        content = f"You are from {place}"
        if raised := _RAISED_IN.match(context.normal, end):
            content, end = f"You were born in {place} and raised in {place_in(raised['place'])}", raised.end()
        return make(
            type=MemoryType.FACT,
            slot="hometown",
            value=place,
            content=content,
            end=end,
            entities=entity(place),
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
    if (match := re.match(r"(?:currently |now )?employed as (?P<job>an? .+)", rest, re.I)) and not negated:
        return stated_occupation(context, statement, match["job"], negated=False)
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
        return make(type=MemoryType.FACT, slot="diet", value=value, end=ended_end(statement, match.end()))
    if match := _HEIGHT.match(rest):
        return make(
            type=MemoryType.FACT, slot="attribute.height", value=match[0], end=statement.rest_at + match.end()
        )
    if match := _BLOOD.match(rest):
        return make(
            type=MemoryType.FACT,
            slot="attribute.blood-type",
            value=match["v"],
            end=statement.rest_at + match.end(),
        )
    if match := re.match(r"(?:fluent in|a native speaker of) (?P<what>.+)", rest, re.I):
        return [] if negated else spoken_languages(context, statement, match["what"])
    if match := re.match(r"a native (?P<what>[A-Z][a-z]+) speaker\b", rest):
        return [] if negated else spoken_languages(context, statement, match["what"])
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
        r"(?:an? )(?:(?:proud|single|new|stay[- ]at[- ]home|working|first[- ]time|busy|"
        r"full[- ]time) )*(?P<who>mother"
        r"|mom|mum|father|dad|parent|grandmother|grandma|grandfather|grandpa|stepmom|stepdad)(?: (?:of"
        r"|to) (?P<of>[^.,;]+))?",
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
    if found := stated_occupation(context, statement, rest, negated=negated):
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
        and (match := I_AM_NAME.match(rest))
        and match[0].split()[0].lower() not in NOT_NAME | CAPITAL_STATES | lexicon.DEMONYMS
        and not context.source.istitle()
        and not BELIEF_STATE.match(rest)
    ):
        named = make(
            type=MemoryType.FACT,
            slot="name",
            value=match[0],
            content=f"Your name is {match[0]}",
            entities=(match[0],),
            end=statement.rest_at + match.end(),
        )
        aged = _AGED.match(rest, match.end())
        if named and aged:  # "I'm Lotte, 52 years old"
            age = aged["age"]
            named += make(
                type=MemoryType.FACT,
                slot="age",
                value=age,
                content=f"You are {age} years old",
                end=statement.rest_at + aged.end(),
            )
        return named
    if (
        not negated
        and act == Act.STATE
        and clause.first
        and GREETED.fullmatch(context.normal[: clause.start])
        and lower_name(context, rest)
    ):
        name = rest.title()
        return make(
            type=MemoryType.FACT, slot="name", value=name, content=f"Your name is {name}", entities=(name,)
        )
    return stated_condition(context, statement, rest, negated=negated)


def spoken_languages(context: Context, statement: Statement, what: str) -> list[Candidate]:
    """ "I'm fluent in Finnish and Swedish"."""
    spoken = [word for word in re.findall(r"[A-Za-z]+", value_of(what)) if word.lower() in lexicon.LANGUAGES]
    return [
        one
        for language in dict.fromkeys(spoken)
        for one in candidate(
            context,
            statement.clause,
            type=MemoryType.FACT,
            slot="languages",
            value=language.title(),
            content=f"You speak {language.title()}" if len(spoken) > 1 else "",
        )
    ]


def _married_end(statement: Statement, length: int) -> int:
    match = re.match(
        r"\s(?:to [A-Z]\w+|for (?:over |about |almost |nearly )?[\w-]+ years|with \w+ (?:kids|children)"
        r"|now|any ?more)",
        statement.rest[length:],
    )
    return statement.rest_at + length + (match.end() if match else 0)


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
