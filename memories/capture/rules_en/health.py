"""Allergies, conditions, belief and the like, said with "be" or "have"."""

from dataclasses import replace

from memories.capture.rules_en import sensitive
from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.endings import ended_end
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, items_of, value_of
from memories.capture.rules_en.words import second_person
from memories.capture.types import Act, Candidate
from memories.kinds import MemoryType, SensitiveCategory
from memoryhub import patterns as re


def allergy(context: Context, statement: Statement, what: str, *, negated: bool) -> list[Candidate]:
    """An allergy said or denied; what is denied takes back what was noted."""
    clause, found = statement.clause, list[Candidate]()
    what = re.sub(
        r"\s(?:as an? (?:child|kid|baby|teenager).*|when i was.*|in (?:any|my|all)|in (?:beauty"
        r"|food|skin)"
        r"|(?:(?:always|usually|really|also) )?(?:gives?|makes?) m[ey]\b|and (?:strongly |must |therefore )?(?:avoid"
        r"|need|cannot|can't)).*",
        "",
        what,
        flags=re.I,
    )
    value = re.sub(r"^(?:the|all|some|any|certain) ", "", value_of(what, lists=True), flags=re.I)
    if re.fullmatch(r"them|it|those|these|that", value, re.I) and (meant := _meant(context, statement)):
        value = meant
    if is_empty(value) or re.match(
        r"(?:bullshit|work|mornings?|exercise|people|stupid\w*|drama|mondays?|effort|homework|fun"
        r"|nonsense)\b",
        value,
        re.I,
    ):
        return []
    spoken = value in clause.text
    items = items_of(value)
    if len(items) == 1 and re.fullmatch(r"[\w-]+(?: [\w-]+)? and [\w-]+(?: [\w-]+)?", value):
        items = value.split(" and ")
    used = statement.tense in (Tense.USED, Tense.PAST)
    for item in items:
        if negated or used:
            act = Act.END if statement.ended or used else Act.CORRECT
            found += candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="allergy",
                value=item,
                act=act,
                positive=False,
                content=f"You used to be allergic to {item}"
                if used
                else f"You are not allergic to {item}{' any more' if statement.ended else ''}",
                category="",
            )
        else:
            found += candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="allergy",
                value=item,
                safety=True,
                lasting=True,
                content=f"You are allergic to {item}" if len(items) > 1 or not spoken else "",
            )
    return found


_BEFORE = re.compile(
    r"(?:i|we) (?:(?:really|just|also) )?(?:can'?t|cannot|don'?t|do not|never|must not|mustn'?t"
    r"|shouldn'?t|have to avoid|avoid)"
    r" (?:(?:eat|have|touch|drink|wear|use|be around|go near|take|keep) )?(?P<what>.+)"
    r"|(?P<what2>(?!(?:i|you|it|that|this|my|our|his|her|their|he|she|they)\b)[\w' -]{3,40}?)"
    r" (?:(?:can|could|would|will|might|may|once|nearly|almost|always|really|also|has|have) )*"
    r"(?:gives?|gave|makes?|made|sends?|sent|puts?|lands?|kill(?:s|ed)?|hits?|hurts?|triggers?) me\b.*",
    re.I,
)


def _meant(context: Context, statement: Statement) -> str:
    """What "them" are in "I can't eat walnuts, I'm allergic to them" and "wasps could kill me, …"."""
    before = context.neighbour(statement.clause, -1)
    match = _BEFORE.match(before.text) if before else None
    value = value_of(match["what"] or match["what2"]) if match else ""
    if is_empty(value):
        return ""
    return value if value.isupper() else value[:1].lower() + value[1:]  # it may begin the sentence


_REACTS = re.compile(
    r"(?:eating |drinking |wearing |touching )?(?P<what>(?!i\b|you\b|it\b|that\b|this\b|he\b"
    r"|she\b|they\b|my\b)[\w' -]{3,40}?)"
    r" (?:(?:always|usually|also) )?(?:(?:gives?) me (?:an? |a bad )?(?:rash|hives|allergic reaction"
    r"|anaphyla\w+|itchy rash)"
    r"|makes? (?:me (?:sneeze|wheeze|itch|break out|swell up|itch all over|come out in)|my (?:throat"
    r"|tongue|lips"
    r"|face|mouth) (?:swell|itch|close)))\b",
    re.I,
)

_REACTS_TO_THEM = re.compile(
    r"(?:they|it|those|that) (?:(?:always|usually|also) )?(?:gives? me (?:an? |a bad )?(?:rash|hives|"
    r"allergic reaction)"
    r"|makes? (?:me (?:break out|swell up|itch all over|come out in)|my (?:throat|tongue|lips|face|mouth)"
    r" (?:swell|itch|close)))\b",
    re.I,
)


#: "I get hives from strawberries", "I come out in a rash when I eat shrimp".
_I_REACT = re.compile(
    r"i (?:(?:always|usually|often|sometimes|just) )?(?:(?:get|break out in|come out in|develop|go into)"
    r" (?:an? |terrible |bad |really |itchy |red )*(?:rash(?:es)?|hives|swollen (?:lips|throat|tongue|face)"
    r"|welts"
    r"|anaphyla\w+(?: shock)?|allergic reactions?)|swell up|wheeze|itch all over|break out)"
    r"(?P<cause> (?:from|after|when|whenever|every time)\b(?: (?:i|eating|drinking|touching|wearing|eat|drink"
    r"|touch|wear|have"
    r"|using|use|being near|around|am near))*) (?P<what>[\w' -]{3,40})",
    re.I,
)
#: "When I eat", "from": to a thing that one takes or touches; "when I laugh" is no allergy.
_TO_A_THING = re.compile(
    r"\b(?:from|after|eat(?:ing)?|drink(?:ing)?|touch(?:ing)?|wear(?:ing)?|have|us(?:e|ing)|near|around)\b",
    re.I,
)
#: "My throat closes up when I eat crab", "my lips always swell whenever I have kiwi".
_BODY_REACTS = re.compile(
    r"my (?:(?:whole|entire) )?(?:throat|lips?|tongue|face|mouth|eyes|eyelids|skin|body|hands|airways?)"
    r" (?:(?:always|usually|often|sometimes|just) )?(?:swells?|close[sd]?|closing|itch(?:es)?|tingles?|puffs?|goes numb"
    r"|go numb|tightens?|break(?:s)? out)(?: (?:up|shut|all over|badly|like crazy|in (?:hives|a rash)))*"
    r"(?P<cause> (?:from|after|when|whenever|every time)\b(?: (?:i|eating|drinking|touching|wearing|eat|drink"
    r"|touch|wear|have"
    r"|using|use|being near|around|am near))*) (?P<what>[\w' -]{3,40})",
    re.I,
)


def reactions(context: Context, clause: Clause) -> list[Candidate]:
    """ "Penicillin gives me a rash": a reaction of the body that is as good as the word allergy."""
    match = _REACTS.match(clause.text)
    value = value_of(match["what"]) if match else ""
    before, following = context.neighbour(clause, -1), context.neighbour(clause, 1)
    if following is not None and following.joiner in ("when", "whenever"):
        told = replace(clause, text=context.normal[clause.start : following.end], end=following.end)
    else:
        told = clause
    react = _I_REACT.match(told.text) or _BODY_REACTS.match(told.text)
    if react and _TO_A_THING.search(react["cause"]):
        clause, value = told, re.sub(r"^(?:any|some|the) ", "", value_of(react["what"]))
    if _REACTS_TO_THEM.match(clause.text) and before is not None and (meant := _BEFORE.match(before.text)):
        value = value_of(meant["what"] or meant["what2"])
    if is_empty(value):
        return []
    after = context.neighbour(clause, 1)
    named = after is not None and re.match(r"(?:so )?(?:i'?m|i am) allergic$", after.text, re.I) is not None
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="allergy",
        value=value,
        content=f"You are allergic to {value}"
        if named
        else f"You are allergic to {value}: {second_person(clause.text)}",
        safety=True,
        lasting=True,
    )


_CONDITION = re.compile(
    r"(?:(?:an? |type [12] |severely |clinically |recently |currently |being treated for |on "
    r"|in recovery|a recovering |suffering from |six months |\w+ (?:weeks|months) |also |really "
    r"|newly |getting over )*)(?P<what>diabetic|epileptic|asthmatic|autistic|bipolar|dyslexic"
    r"|on the (?:autism |autistic )?spectrum|depressed|pregnant|paraly[sz]ed|disabled|blind|deaf"
    r"|hiv[- ]positive|a?n?a?emic|diagnosed with [\w' -]+"
    r"|alcoholic|an alcoholic|hard of hearing|schizophrenic|infertile|on [\w -]*(?:medication"
    r"|antidepressants|insulin|pills|antibiotics|blood thinners|chemo\w*)|insulin|metformin"
    r"|prozac|zoloft|sertraline|antidepressants|medication)\b",
    re.I,
)
#: What somebody is who has it: "as a coeliac", "as a type 2 diabetic".
CONDITION_STATE = re.compile(
    r"(?:type [12] |severe |recovering |lifelong |long-?term |newly diagnosed )*(?P<what>(?P<noun>coeliac|"
    r"celiac|diabetic"
    r"|asthmatic|epileptic|alcoholic|haemophiliac|hemophiliac|insomniac|dyslexic|migraine sufferer|"
    r"wheelchair user"
    r"|(?:cancer|stroke) (?:patient|survivor)))\b(?! (?:friend|partner|child|parent|of))",
    re.I,
)
BELIEF_STATE = re.compile(
    r"(?:an? )?(?:(?:very|devout|practi[cs]ing|strict|lapsed|born again|born-again|proud|registered"
    r"|not very|deeply|lifelong|moderate|openly|non-practicing|a bit|quite) )*(?P<what>christian"
    r"|catholic|protestant|muslim|jewish|jew|hindu|buddhist|sikh|mormon|atheist|agnostic|religious"
    r"|lutheran|baptist|methodist|republican|democrat|conservative|liberal|socialist|communist"
    r"|libertarian|gay|lesbian|bisexual|bi|queer|asexual|transgender|trans|non-?binary|in debt"
    r"|bankrupt|broke|on benefits|on probation|on parole)\b(?!\s+(?:about|with|food|music))",
    re.I,
)


def stated_condition(context: Context, statement: Statement, rest: str, *, negated: bool) -> list[Candidate]:
    clause = statement.clause
    if match := _CONDITION.match(rest):
        act = Act.END if statement.ended else Act.CORRECT if negated else Act.STATE
        if negated and not (statement.ended or clause.correction):
            return []
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="condition",
            value=re.sub(r"^diagnosed with ", "", match["what"]),
            act=act,
            positive=not negated,
            category=SensitiveCategory.HEALTH.value,
            lasting=True,
        )
    if (match := BELIEF_STATE.match(rest)) and match["what"].lower() != "broke":
        marked = sensitive.category(match["what"]) or SensitiveCategory.BELIEF.value
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="",
            value=match["what"],
            positive=not negated,
            act=Act.END if statement.ended else Act.STATE,
            category=marked,
            end=ended_end(statement, match.end()),
        )
    return []
