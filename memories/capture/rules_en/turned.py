"""What is otherwise now, said shortly: "I've started seeing someone", "our son was born", "I got the job", "my leg has healed"."""

# ruff: noqa: E501

from dataclasses import dataclass, replace

from memories.capture.rules_en.build import Context, candidate, dated_content, long_ago
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import RELATION, relation_key, relation_kind
from memories.capture.rules_en.values import value_of
from memories.capture.rules_en.words import sentence
from memories.capture.slots import RELATIONS
from memories.capture.turned import SOME_DAYS, forbids
from memories.capture.types import SELF, Act, Candidate, Ends, Subject
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_LATELY = (
    r"(?:(?:just|finally|recently|now|actually|officially|already|also|both|all|both of us|only just) )*"
)
_I = rf"(?:i|we)(?:'ve| have|'m| am|'re| are)? ?{_LATELY}"
_MY = r"(?:my|our)"
_TIME = (
    r"(?:,? (?:now|today|again|recently|lately|at last|already|yesterday|last \w+|this \w+|on .{3,30}|in (?!bed|prison)\w+|a \w+ ago|\w+ \w+ ago"
    r"|at the moment|these days|safe and sound|early|at \d.*))*"
)


@dataclass(frozen=True, slots=True)
class _Form:
    """What is told in one of the wordings, the slot that it fills with its value, and what it ends."""

    said: tuple[re.Pattern[str], ...]
    ends: Ends
    slot: str = "event"
    value: str = ""
    type: MemoryType = MemoryType.EVENT


def _forms(*said: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one, re.IGNORECASE) for one in said)


_SOMEBODY = (
    r"(?:someone|somebody|an? (?:(?:really|very) )?(?:(?:nice|lovely|great|new|wonderful|sweet|cute) )*(?:guy|girl|man|woman|boy|bloke|lad|fella))"
    r"(?: (?:new|special|nice|amazing|from [\w' ]{2,25}|(?:called|named) [\w'-]+))*"
)
_BABY = r"(?:baby|babies|little one|baby (?:boy|girl)|twins|triplets|newborn)"
_STUDY = r"(?:degree|studies|bachelor'?s?|master'?s?|phd|doctorate|university|uni|college|law school|med(?:ical)? school|apprenticeship|course)"
_DEGREE = rf"(?:(?:my|the|an?) )?(?:\w+ )?{_STUDY}(?: degree)?(?: (?:in|at|of) [\w' ]{{2,40}}?)?"
_LICENCE = r"driv(?:ing|er'?s?) (?:licen[cs]e|test|exam)"
_FORMS = (
    _Form(
        _forms(
            rf"{_I}(?:started |begun |been )?(?:seeing|dating|going out with) {_SOMEBODY}{_TIME}",
            rf"{_I}(?:met {_SOMEBODY},? and we'?re (?:dating|together|an item|seeing each other)|in a (?:new |serious |happy |committed |steady )*relationship|found (?:love|a (?:new )?(?:boyfriend|girlfriend|partner)))(?: with [\w' ]+)?{_TIME}",
            rf"we(?:'re| are) {_LATELY}(?:dating|an item|a couple|going out|seeing each other|(?:boyfriend and girlfriend)){_TIME}",
        ),
        Ends.SINGLE,
        slot="marital_status",
        value="in a relationship",
        type=MemoryType.FACT,
    ),
    _Form(
        _forms(
            rf"(?:(?:{_MY}|the) (?:new |little )?{_BABY}(?:'s| is|'ve| has| have| are)? {_LATELY}(?:here|arrived|come|born|out)|{_MY} (?:new )?(?:{_BABY}|son|daughter|boy|girl|first ?born|(?:first|second|third) child) (?:was|were|has been|have been|got) {_LATELY}born){_TIME}",
            rf"{_I}(?:gave|given) birth(?: to [\w' ]{{2,40}}?)?{_TIME}",
            rf"{_I}(?:had|have had) (?:the|{_MY}|a) {_BABY}{_TIME}",
            rf"{_I}(?:parents|(?:a|the proud) (?:mum|mom|mother|dad|father|parent)s?|became (?:parents|a (?:mum|mom|mother|dad|father))) ?now{_TIME}",
        ),
        Ends.BIRTH,
    ),
    _Form(
        _forms(
            rf"{_I}(?:finished|completed|got|received|earned|passed|defended|done with|finished with) {_DEGREE}{_TIME}",
            rf"{_I}(?:passed my finals|defended my (?:thesis|dissertation)|dropped out|left (?:uni|university|college|school))(?: of (?:uni|university|college|school))?{_TIME}",
        ),
        Ends.STUDY,
    ),
    _Form(
        _forms(
            rf"{_I}(?:got|passed|received|have) (?:my |the )?{_LICENCE}(?: (?:first time|first try))?{_TIME}",
            rf"{_MY} {_LICENCE} (?:arrived|came|is here){_TIME}",
        ),
        Ends.LEARNT,
        value="driving licence",
    ),
    _Form(
        _forms(
            rf"{_I}(?:got|gotten|landed|been given|been offered and accepted|accepted) (?:the|that|an?|my) (?:new |dream |first )*(?:job|position|role|post){_TIME}",
            rf"{_I}(?:found|start(?:ed|ing)?) (?:(?:an?|my|the) )?(?:new |proper |full-time |part-time )*(?:job|work){_TIME}",
            rf"{_I}(?:was |were |been |got |gotten )(?:hired|taken on){_TIME}",
            rf"they (?:hired|took) me(?: on)?{_TIME}",
        ),
        Ends.HIRED,
    ),
)
_NOT_SO = re.compile(
    r"\b(?:not|never|almost|nearly|hope|if|would|could|might|wish|yet|should|about to|going to|want|try(?:ing)?)\b|n't\b",
    re.IGNORECASE,
)
_BODY = (
    r"(?:leg|arm|ankle|wrist|knee|hip|shoulder|back|neck|foot|feet|toe|finger|thumb|hand|elbow|rib|ribs|collarbone|nose|jaw|eye|ear|tooth|teeth|"
    r"head|hamstring|tendon|tendinitis|achilles|skin|throat|stomach|heart|lungs?|muscle)"
)
_ILL = r"(?:flu|cold|covid|pneumonia|bronchitis|infection|cough|fever|rash|migraines?|shingles|mono|glandular fever|measles|chickenpox|concussion|injury|eczema|acne|sciatica|anemia|anaemia|burnout|depression|cancer|hernia|ulcer|tonsillitis)"
_WELL = r"(?:healed|mended|recovered|better|fine|ok|okay|all right|alright|good|well|back to normal|cured|pain-?free|as good as new|completely better)"
_HEALED = _forms(
    rf"{_MY} (?:(?:broken|sprained|left|right|bad|sore|torn|fractured|injured|\w+ed) )*(?P<what>{_BODY}|{_ILL})(?:'s| is| has| have| feels| are)? {_LATELY}(?:(?:completely|fully|totally|all|been) )*{_WELL}(?: up)?(?: again| now)*{_TIME}",
    rf"{_MY} (?:\w+ )?(?P<what>{_ILL})(?:'s| is| has)? {_LATELY}(?:(?:completely|fully|all) )*(?:gone(?: away)?|cleared up|over|behind me|in remission)(?: again| now)*{_TIME}",
    rf"{_I}(?:(?:completely|fully|totally) )*(?:recovered from|got(?:ten)? over|over|beaten|beat|cured of|free of|rid of) (?:(?:my|the) )?(?:broken |sprained )?(?P<what>{_ILL}|{_BODY}){_TIME}",
)
_HAS_NONE = re.compile(
    rf"(?:i|we) (?P<never>never had|(?:(?:actually|really) )?(?:don'?t|do not)(?: actually| really| even)? have|no longer have) (?:an?|any|my|our) (?P<rel>{RELATION})"
    r"(?P<more>,? any ?(?:more|longer))?(?: actually| really| at all| after all| to be honest| either)*",
    re.IGNORECASE,
)
_LONG_AWAY = r"(?:last (?:month|year|summer|autumn|winter|spring)|for good|for ever|forever|in (?:(?:19|20)\d\d|[A-Z]\w+)|(?:an?|\w+) (?:months?|years?) ago|this (?:month|year|summer|autumn|winter|spring))"
_PLACE = r"(?-i:[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)"
_DWELLING = r"(?:flat|apartment|house|room|studio|place|dorm|condo|cottage|bungalow|bedsit|houseboat|home)"
_LEFT_HOME = _forms(
    rf"{_I}(?:moved|moving) (?:(?:out|away|back|on) )*(?:of|from|out) (?P<where>{_PLACE}|(?:my|our|the) (?:[\w'-]+ ){{0,3}}?(?:{_DWELLING}|parents|folks|mum|mom|dad)(?:'s?)?(?: (?:in|on) {_PLACE})?){_TIME}",
    rf"{_I}left (?P<where>{_PLACE}),? {_LONG_AWAY}",
)


_FOOD = r"(?:(?:red |any |some |white |the odd )?[a-z]+)(?:(?:,| and| or|, and) [a-z]+){0,3}"
#: "I'm back to eating meat", "jk, I eat steak": food that a diet leaves out is eaten.
_EATS = re.compile(
    rf"(?:i|we)(?:'m| am|'ve| have|'re| are)? {_LATELY}(?:do )?(?:back (?:to|on) (?:eating )?|gone back to (?:eating )?|(?:started|begun|taken up) eating |eat(?:ing)? |went back to (?:eating )?)"
    rf"(?P<what>{_FOOD})(?: (?:again|now|these days|once more|lately|every (?:day|week)|once a week|all the time))*",
    re.IGNORECASE,
)
_VEHICLE = r"(?:bus|train|tram|metro|subway|tube|underground|ferry|car|e-?bike|bike|bicycle|scooter|motorbike|moped|boat|coach|shuttle|van)"
_TO_WORK = r"(?:in)?to (?:work|the office|school|uni|university|my job)"
#: "I cycle to work now": the way that is told takes the place of the one before.
_COMMUTES = re.compile(
    rf"(?:now )?i(?:'m| am)? ?{_LATELY}(?P<how>commut(?:e|ing)(?: {_TO_WORK})? (?:by|on|with) (?:\w+ )?\w+"
    rf"|(?:drive|cycle|walk|bike|run|ride|take|go|come|driving|cycling|walking|biking|running|riding|taking|going)(?: (?:the|my|a|an) (?:[\w-]+ )?{_VEHICLE})? {_TO_WORK}"
    r"(?: (?:by|on|with) (?:\w+ )?\w+)?)(?:,? (?:now|these days|nowadays|instead|from now on))*",
    re.IGNORECASE,
)
_SAYS_NOW = re.compile(r"\b(?:now|these days|nowadays|instead)\b", re.IGNORECASE)
_WED = re.compile(
    rf"(?:{_I}|(?P<both>(?-i:[A-Z][\w'-]+)) and i (?:have |'ve )?{_LATELY})(?:got(?:ten)? (?P<how>married|engaged)|tied the knot)(?: (?:to|with) (?P<name>(?-i:[A-Z][\w'-]+)|my [\w ]{{3,20}}?))?{_TIME}",
    re.IGNORECASE,
)


def _bare(text: str) -> str:
    """What is told without who tells it: "got married to Iris"."""
    return value_of(re.sub(r"^(?:i|we)(?:'ve|'m|'re| have| am| are)? ", "", text, flags=re.IGNORECASE))


def _wed(context: Context, clause: Clause, text: str, wed: re.Match[str]) -> list[Candidate]:
    """The day of it stays an event; what the person is by it is what they are now."""
    how = (wed["how"] or "married").lower()
    event = _made(context, clause, None, type=MemoryType.EVENT, slot="event", value=_bare(text))
    name = wed["both"] or wed["name"] or ""
    told = f" to {name}" if name[:1].isupper() else ""
    state = _made(
        context,
        clause,
        Ends.WED if how == "married" else None,
        type=MemoryType.FACT,
        slot="marital_status",
        value=how,
    )
    return event + [
        replace(one, content=f"You're {how}{told}", occurred=None, entities=(name,) if told else ())
        for one in state
    ]


def turned(context: Context, clause: Clause) -> list[Candidate]:
    """What the clause says to be so now, with what that ends."""
    text = clause.text[clause.lead :].replace("’", "'")
    if len(text) > 120 or clause.tentative:
        return []
    if found := _HAS_NONE.fullmatch(text):
        return _none(context, clause, found)
    if _NOT_SO.search(text) or long_ago(context, clause):
        return []
    if healed := next((match for form in _HEALED if (match := form.fullmatch(text))), None):
        return _made(context, clause, Ends.HEALED, type=MemoryType.FACT, slot="", value=healed["what"], act=Act.END, positive=False)  # fmt: skip
    if left := next((match for form in _LEFT_HOME if (match := form.fullmatch(text))), None):
        moved = text[left.start() : left.start("where")].lower().rstrip().endswith(("of", "from", "out"))
        slot = "event" if moved else ""  # "I left Ghent" is of a home only where that is known
        act = Act.STATE if moved else Act.END
        return _made(context, clause, Ends.HOME, type=MemoryType.EVENT, slot=slot, value=left["where"], act=act, positive=moved)  # fmt: skip
    if (eats := _EATS.fullmatch(text)) and (forbids("vegan", eats["what"])):
        return _made(context, clause, None, type=MemoryType.PREFERENCE, slot="eats", value=eats["what"])
    if wed := _WED.fullmatch(text):
        return _wed(context, clause, text, wed)
    after = context.normal[clause.end : clause.end + 10].lower().lstrip(" ,")
    some_days = SOME_DAYS.search(text) or re.match(r"(?:when|if|unless|except|but|or|as long)\b", after)
    if (commutes := _COMMUTES.fullmatch(text)) and not some_days:
        how, now = value_of(commutes["how"]), _SAYS_NOW.search(text)
        if now or not re.match(r"(?:go|come|\w+ing)\b", how, re.IGNORECASE):
            return _made(
                context,
                clause,
                Ends.WAY if now else None,
                type=MemoryType.PREFERENCE,
                slot="habit",
                value=how,
            )
    for form in _FORMS:
        if any(said.fullmatch(text) for said in form.said):
            return _made(
                context, clause, form.ends, type=form.type, slot=form.slot, value=form.value or _bare(text)
            )
    return []


def _made(
    context: Context, clause: Clause, ends: Ends | None, *, type: MemoryType, slot: str, value: str,
    subject: Subject = SELF, act: Act = Act.STATE, positive: bool = True,
) -> list[Candidate]:  # fmt: skip
    dates = context.dates(clause, past=True)
    day = dates[0] if dates and dates[0][2].on <= context.said_at.date() else None
    found = candidate(
        context,
        clause,
        type=type,
        slot=slot,
        value=value,
        subject=subject,
        act=act,
        positive=positive,
        lasting=True,
        content=sentence(dated_content(clause.text, day)) if day else "",
        occurred=day[2] if day else None,
    )
    return [replace(one, ends=ends) for one in found]


def _none(context: Context, clause: Clause, found: re.Match[str]) -> list[Candidate]:
    """ "I don't have a sister after all": what is known of one was wrong; "… any more": it is over."""
    relation = relation_key(found["rel"])
    if not relation or (found["rel"].lower().endswith("s") and not relation.endswith("s")):
        return []
    over = bool(found["more"]) or "no longer" in found["never"].lower()
    partner = relation in ("partner", "girlfriend", "boyfriend", "wife", "husband")
    who = Subject(relation_kind(relation), relation)
    ends = Ends.NO_SUCH
    if over and partner:
        ends = Ends.BOND
    elif over and (who.kind is EntityKind.PET or RELATIONS.get(relation) == "family"):
        ends = Ends.LIFE
    slot = RELATIONS.get(relation, "family")
    act = Act.END if over else Act.CORRECT
    if ends is Ends.LIFE:
        return _made(
            context,
            clause,
            ends,
            type=MemoryType.RELATIONSHIP,
            slot="attribute.life",
            value="gone",
            subject=who,
        )
    return _made(context, clause, ends, type=MemoryType.RELATIONSHIP, slot=slot, value=f"no {found['rel']}", subject=who, act=act, positive=False)  # fmt: skip
