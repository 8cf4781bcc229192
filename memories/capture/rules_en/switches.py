"""One thing in the place of another: "I drink tea, not coffee", "I left Initech and joined Globex"."""

# ruff: noqa: E501

from dataclasses import replace

from memories.capture import timed
from memories.capture.rules_en.build import Context, candidate, dated_content
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import RELATION, relation_key, relation_kind
from memories.capture.rules_en.values import is_empty, value_of, without_article
from memories.capture.rules_en.words import second_person, sentence
from memories.capture.types import SELF, Act, Candidate, Ends, Subject
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_LATELY = r"(?:(?:just|recently|finally|now|actually|also|really|only|usually|mostly|always|have|has|had) )*"
#: The person, or one of theirs by relation.
_WHO = (
    rf"(?:(?P<self>i|we)(?:'ve)?|(?:my|our) (?P<rel>{RELATION})(?:,? (?P<name>(?-i:[A-Z][\w'-]*)),?)?(?:'s)?)"
    rf" {_LATELY}"
)
_LATER = (
    r"(?:(?:,? (?:and|to|then|but|i|he|she|they|we|am|is|are|have|has|now|just|recently|started|'s|'m|'ve))+"
    r"|,? i'm|,? (?:he|she)'s)"
)
_FIRM = r"(?:(?:the|a|an) (?:[\w'-]+ ){0,2}[\w'-]+|(?-i:[A-Z][\w&.'-]*(?: (?:of |for )?[A-Z][\w&.'-]*)*))"
_AT_WORK = r"(?:work(?:s|ing)? (?:now )?(?:at|for|with)|(?:a|my|his|her) (?:new )?(?:job|post|position|role) (?:at|with))"
_JOINED = r"(?:join(?:ed)?|moved to|went to|switched to|started (?:at|with)|starting (?:at|with)|at|with)"
_END = r"(?: (?:now|instead|last \w+|this \w+|yesterday|today|since .*|as an? .*|in (?-i:[A-Z]\w+)))*"

_LEFT = r"(?:left|quit|resigned from|stopped working (?:at|for)|gave up (?:my|his|her) job at)"
#: "I left Initech and joined Globex", "Lidia has left the bakery and works at a bank", "I left Initech for Globex".
_MOVES = (
    re.compile(
        rf"{_WHO}{_LEFT} (?P<old>{_FIRM}|my (?:old )?job(?: at {_FIRM})?){_LATER} (?:{_LATELY})"
        rf"(?:(?:took |got |found )?{_AT_WORK} (?P<new>[\w&.' -]+?)|{_JOINED} (?P<new2>{_FIRM})){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_WHO}{_LEFT} (?P<old>(?-i:[A-Z][\w&.'-]*)) for (?P<new>(?-i:[A-Z][\w&.'-]*)){_END}", re.IGNORECASE
    ),
    re.compile(
        rf"{_WHO}(?:changed|switched) (?:jobs|employers?|companies) from (?P<old>{_FIRM}) to (?P<new>{_FIRM}){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_WHO}(?:no longer works? (?:at|for)|(?:don'?t|doesn'?t|do not|does not) work (?:at|for)) (?P<old>{_FIRM})"
        rf"(?: any ?more| any longer)?(?:,| but|;| -)* (?:(?:but|and|now|i|he|she|i'm|he's|she's|am|is) )*"
        rf"(?:{_AT_WORK} (?P<new>[\w&.' -]+?)|(?:at|with) (?P<new2>(?-i:[A-Z][\w&.' -]*?))){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_WHO}(?:no longer works? (?:at|for)|(?:don'?t|doesn'?t|do not|does not) work (?:at|for)) (?P<old>{_FIRM})"
        rf"(?: any ?more| any longer| now)?(?P<new>)",
        re.IGNORECASE,
    ),
)
#: "Lidia was laid off", "my brother quit his job", "my son resigned".
_OUT_OF_WORK = re.compile(
    rf"{_WHO}(?:(?:was|got|has been|been|were) (?:just |recently )?(?:laid off|let go|fired|sacked|made redundant|dismissed)"
    r"|(?:quit|left|lost|gave up) (?:his|her|their) job|resigned|handed in (?:his|her|their) notice)"
    r"(?: (?:yesterday|today|last \w+|this \w+|recently|in \w+))?",
    re.IGNORECASE,
)
_OVER = re.compile(r"no longer|any ?more|any longer", re.IGNORECASE)
_NOT_A_FIRM = re.compile(
    r"(?:the |a |an )?(?:house|party|room|table|city|country|car|office|bed|army)$", re.IGNORECASE
)

#: By verb: where its object is kept, and where it is said that it is no more.
_PLACES = {
    "drink": ("eats", "avoids"),
    "eat": ("eats", "avoids"),
    "play": ("plays", "plays"),
    "speak": ("languages", "languages"),
    "learn": ("learning", "learning"),
    "learning": ("learning", "learning"),
    "collect": ("collects", "collects"),
}
_THING = r"[\w' -]{2,30}?"
#: "I drink tea, not coffee", "I drink tea instead of coffee now", "I drink tea but I don't drink coffee any more".
_NOT_BUT = (
    re.compile(
        rf"(?:i|we)(?:'m| am)? {_LATELY}(?P<verb>{'|'.join(_PLACES)}) (?:only |mostly )?(?P<new>{_THING})"
        rf"(?:,? (?:and |but )?not|,? instead of|,? rather than|,? (?:and |but )?no longer|,? (?:and |but )?(?:i )?(?:don'?t|do not|never) (?P=verb))"
        rf" (?P<old>{_THING})(?: (?:now|any ?more|any longer|these days|instead))*",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:i|we) (?:no longer|don'?t|do not) (?P<verb>{'|'.join(_PLACES)}) (?P<old>{_THING})(?: any ?more| any longer)?"
        rf",? (?:(?:but|and|i|only|just|now) )*(?:(?P=verb) |(?<=only )|(?<=just ))(?P<new>{_THING})(?: (?:now|instead|these days))*",
        re.IGNORECASE,
    ),
)
#: "I drink tea", before a "not coffee" that the sentence ends with.
_STATED = re.compile(
    rf"(?:i|we)(?:'m| am)? {_LATELY}(?P<verb>{'|'.join(_PLACES)}) (?:only |mostly )?(?P<new>{_THING})",
    re.IGNORECASE,
)
#: "I've switched from coffee to tea", "I swapped coffee for tea".
_SWAPPED = re.compile(
    rf"(?:i|we)(?:'ve| have)? ?{_LATELY}(?:(?:switched|changed|moved|went) from (?P<old>(?-i:[a-z])[a-z' -]{{1,25}}?) to"
    rf" (?P<new>(?-i:[a-z])[a-z' -]{{1,25}}?)|(?:swapped|traded|given up|gave up|exchanged) (?P<old2>(?-i:[a-z])[a-z' -]{{1,25}}?)"
    rf" for (?P<new2>(?-i:[a-z])[a-z' -]{{1,25}}?))(?: (?:now|recently|lately|last \w+|this \w+))*",
    re.IGNORECASE,
)
_DRINKS = re.compile(
    r"\b(?:teas?|coffee|water|milk|juice|wine|beer|cola|coke|soda|cider|lemonade|squash|kefir|smoothies?|whisky|whiskey|gin|rum|"
    r"decaf|cocoa|matcha|espresso|lattes?|cappuccinos?)\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\b(?:today|tonight|right now|this (?:morning|evening)|for (?:once|lunch|dinner|breakfast))\b", re.I
)
_LONGEST = 160


def switches(context: Context, clause: Clause) -> list[Candidate]:
    """What takes the place of another, and what is no more for it."""
    if shifted := _of_times(context, clause):
        return shifted
    clause = _whole(context, clause)
    text = clause.text[clause.lead :].replace("’", "'")
    if len(text) > _LONGEST or clause.tentative or _DAY.search(text):
        return []
    return _of_work(context, clause, text) or _of_tastes(context, clause, text)


def _of_times(context: Context, clause: Clause) -> list[Candidate]:
    """ "I switched my tennis to Sundays": what is known of it has another time from now on."""
    text = clause.text[clause.lead :].replace("’", "'")
    if clause.tentative or clause.question or timed.change(text) is None:
        return []
    told = candidate(
        context,
        clause,
        type=MemoryType.PREFERENCE,
        slot="habit",
        value=value_of(text, lists=False),
        content=sentence(second_person(text)),
        lasting=True,
        turned=False,
    )
    return [replace(one, ends=Ends.TIME) for one in told]


def _whole(context: Context, clause: Clause) -> Clause:
    """The clause with those of its sentence that follow: "Lidia left the bakery, she works at a bank"."""
    following = context.neighbour(clause, 1)
    if (
        following is None
        or following.sentence != clause.sentence
        or not re.match(
            r"(?:now )?(?:i|he|she|we|they|is|am|are)\b|now |no longer|only |just |(?:my|our) \w+ |don'?t|drink|eat|play|speak|work",
            following.text,
            re.IGNORECASE,
        )
        or following.question
    ):
        return clause
    whole = replace(clause, end=following.end, text=context.normal[clause.start : following.end])
    text = whole.text[whole.lead :]
    return whole if any(one.fullmatch(text) for one in (*_MOVES[:-1], *_NOT_BUT)) else clause


def _of_work(context: Context, clause: Clause, text: str) -> list[Candidate]:
    match = next((found for pattern in _MOVES if (found := pattern.fullmatch(text))), None)
    if match is None:
        return _out_of_work(context, clause, text)
    groups = match.groupdict()
    new = re.sub(r"^(?:the|an?) ", "", value_of(groups.get("new") or groups.get("new2") or ""), flags=re.I)
    old = re.sub(r"^(?:the|an?) ", "", value_of(groups["old"]), flags=re.I)
    who = _who(groups)
    if _NOT_A_FIRM.search(groups["old"]) or (new and is_empty(new)):
        return []
    if not new and (who == SELF or not _OVER.search(text)):
        return []  # the person's own is read elsewhere
    days = context.dates(clause, past=True)
    day = days[0] if days and days[0][2].on <= context.said_at.date() else None
    told = dated_content(clause.text, day) if day else clause.text[clause.lead :]
    return candidate(
        context,
        clause,
        type=MemoryType.FACT if who == SELF else MemoryType.RELATIONSHIP,
        slot="employer",
        value=new or old,
        subject=who,
        act=Act.STATE if new else Act.END,
        positive=bool(new),
        content=sentence(told if day else second_person(told)),
        occurred=day[2] if day else None,
        entities=(new,) if new[:1].isupper() else (),
        lasting=True,
        turned=False,
    )


def _who(groups: dict[str, str | None]) -> Subject:
    key = relation_key(groups["rel"] or "") if groups.get("rel") else ""
    return Subject(relation_kind(key), key, groups.get("name") or "") if key else SELF


def _out_of_work(context: Context, clause: Clause, text: str) -> list[Candidate]:
    match = _OUT_OF_WORK.fullmatch(text)
    who = _who(match.groupdict()) if match else SELF
    if who == SELF or who.kind is EntityKind.PET:
        return []  # the person's own is read elsewhere
    return candidate(
        context,
        clause,
        type=MemoryType.RELATIONSHIP,
        slot="employer",
        value="",
        subject=who,
        act=Act.END,
        positive=False,
        content=sentence(second_person(text)),
        lasting=True,
        turned=False,
    )


def _of_tastes(context: Context, clause: Clause, text: str) -> list[Candidate]:
    match = next((found for pattern in _NOT_BUT if (found := pattern.fullmatch(text))), None)
    swapped = None if match else _SWAPPED.fullmatch(text)
    if match:
        verb, new, old = match["verb"].lower(), match["new"], match["old"]
    elif clause.former and (stated := _STATED.fullmatch(text)):
        verb, new, old = stated["verb"].lower(), stated["new"], clause.former
    elif swapped:
        new, old = swapped["new"] or swapped["new2"], swapped["old"] or swapped["old2"]
        if not (_DRINKS.search(new) and _DRINKS.search(old)):
            return []
        verb = "drink"
    else:
        return []
    spoken = value_of(new), value_of(re.sub(rf"^{verb} ", "", old, flags=re.I))
    new, old = without_article(spoken[0]), without_article(spoken[1])
    if is_empty(new) or is_empty(old):
        return []
    base = "learn" if verb == "learning" else verb
    slot, against = _PLACES[verb]
    kind = MemoryType.PREFERENCE if slot == "eats" else MemoryType.FACT
    plain = replace(clause, former="")
    told = candidate(
        context,
        plain,
        type=kind,
        slot=slot,
        value=new,
        content=f"You {base} {spoken[0]}",
        lasting=True,
        turned=False,
    )
    denied = candidate(
        context,
        plain,
        type=kind,
        slot=against,
        value=old,
        content=f"You don't {base} {spoken[1]}",
        act=Act.STATE if against == "avoids" else Act.END,
        positive=False,
        lasting=True,
        turned=False,
    )
    return told + [replace(one, ends=Ends.TASTE) for one in denied]
