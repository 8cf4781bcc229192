"""What happened and what is coming: dated events, turns of life, plans."""

from memories.capture.rules_en.build import Context, candidate, dated_content, with_when
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import OCCASION
from memories.capture.rules_en.plans import TRIVIAL, definite, pick, undated
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import words_of
from memories.capture.types import Act, Candidate
from memories.kinds import DatePrecision, MemoryType
from memoryhub import patterns as re

_DUE = re.compile(
    r"(?:my|our) (?P<what>(?:[\w'-]+ ){0,3}?[\w'-]+) (?:(?:is|are|'s|falls) due|(?P<expiry>(?:will )?expires?|runs? out"
    r"|lapses?))\b ?(?P<rest>.*)", re.I
)  # fmt: skip
_MY_OCCASION = re.compile(
    rf"(?:my|our|the) (?P<what>(?:[\w'-]+ ){{0,4}}?{OCCASION}(?: (?:with|at|for|to|in) [\w' ]+?)?)(?: is"
    rf"| are|'s| will be| is due| are due| has been moved| was moved| got moved| is scheduled"
    rf"| takes place| was"
    rf"| starts| begins| leaves| departs| arrives| lands| ends| falls)\b(?P<rest>.*)",
    re.I,
)
_HAVE_OCCASION = re.compile(
    rf"(?:an?|my|our|another|the|two|three|four|\d) (?P<what>(?:[\w'-]+ ){{0,4}}?{OCCASION}s?)\b", re.I
)
_COMING = frozenset(
    words_of(
        """
    go move fly travel visit start leave meet get marry have see attend run take join return begin graduate
    retire give host sit compete adopt drive celebrate camp hike perform speak present open work move sail
    relocate buy deliver
    """
    )
)
_TURN = {
    "move": r"(?:here|back|out|in|into|to|from|house|away|in with|across)\b",
    "buy": r"(?:an?|my|our|some land)\s(?!(?:lot|few|bit|coffee|beer|drink|book|ticket)\b)",
    "adopt": r"(?:an?|my|our|two|three)\s",
    "marry": r".*",
    "get": r"(?:married|engaged|divorced|promoted|fired|laid off|hired|a (?:new )?(?:job|promotion"
    r"|raise|puppy|kitten|dog|cat|degree|tattoo|divorce|scholarship)|my (?:degree|license|licence"
    r"|driver\S* licen[sc]e|first|phd|black belt)|accepted|into (?:college|university|law school"
    r"|med(?:ical)? school|a (?:car )?accident)|pregnant|robbed|an? (?:offer|internship|interview"
    r"|a on|d in))\b",
    "lose": r"(?:my|our|\d+ (?:pounds|kilos|kg|lbs)|\w+ (?:pounds|kilos))\s?(?!(?:mind|temper|train"
    r"|place|patience|voice|keys|phone)\b)",
    "break": r"(?:my|up with)\s(?!(?:promise|heart|streak)\b)",
    "quit": r"my\s",
    "leave": r"my (?:job|husband|wife|company|career)|home\b",
    "win": r"(?:an?|the|my|first|second|third|gold|silver|\$?\d)\s?(?!bet\b)",
    "start": r"(?:an?|my|our|the)? ?(?:new )?(?:job|business|company|school|college|university|band|family"
    r"|blog|channel|garden|\w+ing|course|diet|phd|masters?|therapy|lessons|playing|learning"
    r"|taking|working|a \w+ (?:course|class|business|company|job))\b",
    "found": r"(?:an?|my)\s",
    "publish": r"(?:an?|my)\s",
    "finish": r"(?:my|high school|college|school|law school|med school|grad school|reading|writing|an?)\s?",
    "join": r"(?:an?|the|my|our)\s",
    "serve": r"(?:in|as)\s",
    "run": r"(?:an?|the|my) (?:\w+ ){0,2}(?:marathon|race|10k|5k|half)\b",
    "become": r"(?:an?|the|vegan|vegetarian)\b",
    "pass": r"(?:my|the|all my)\s\w",
    "fail": r"(?:my|the)\s\w",
    "have": r"(?:a (?:baby|miscarriage|stroke|heart attack|car accident|son|daughter|boy|girl)|surgery"
    r"|twins|knee surgery|back surgery)\b",
    "switch": r"(?:jobs|careers|majors|schools|from|to)\b",
    "change": r"(?:jobs|careers|majors|my (?:major|name|career))\b",
    "drop": r"out of\b",
    "learn": r"(?:how )?to (?!love|live|never|be|not|appreciate|deal|let|accept)\w+|[A-Z]\w+",
    "sell": r"(?:my|our)\s",
    "write": r"(?:an? (?:book|novel|song|memoir)|my (?:first )?(?:book|novel))\b",
    "build": r"(?:an?|my|our) (?:own )?(?:\w+ )?(?:house|shed|cabin|deck|boat|greenhouse|pc|computer"
    r"|treehouse|garage|bike|guitar|table)\b",
    "hurt": r"my\s(?!feelings)",
    "travel": r"(?:to|around|across|through)\s[A-Za-z]",
    "live": r"(?:in|with|on|abroad)\b(?! (?:the moment|fear))",
    "teach": r"\w+",
    "give": r"birth\b",
    "visit": r"[A-Z]\w+|my\b|the\b",
    "go": r"to [A-Z]\w+|to (?:college|school|university|law school|culinary school|the (?:beach|gym"
    r"|zoo|movies|museum|mountains|lake|doctor|dentist|hospital|concert)|a (?:concert|wedding"
    r"|party|festival|museum))\b|(?:camping|hiking|fishing|skiing|swimming|shopping|hunting"
    r"|bowling|running|surfing|kayaking|sailing|skydiving|dancing|vegan|vegetarian|back to (?:school"
    r"|college))\b",
    "attend": r"(?:an?|the|my|[A-Z])",
    "meet": r"my (?:husband|wife|partner|girlfriend|boyfriend|best friend)\b",
    "work": r"(?:as|at|for|in) (?!it|that|this|the (?:morning|past|meantime))\w+",
    "own": r"an? ",
    "play": r"(?:in|for|the|football|soccer|basketball|baseball|hockey|tennis|volleyball|rugby|guitar"
    r"|piano|college)\b",
    "save": r"(?:up|\$?\d|enough)\b",
    "order": r"(?!it|this|that)(?:an?|my|some)\s",
    "book": r"(?:an?|my|our|the)\s",
    "paint": r"(?:my|the|an?|our)\s",
    "plant": r"\w+",
    "help": r"my\s",
    "fix": r"my (?:car|bike|truck|house|roof|motorcycle)",
    "train": r"(?:for|as|my)\b",
    "catch": r"(?:a (?:fish|cold|bass|flight|train)|covid|the flu)\b",
    "ride": r"(?:my|an?)\s",
    "raise": r"(?:my|\w+ (?:kids|children|boys|girls|sons|daughters))\b",
    "receive": r"(?:my|an? (?:degree|award|scholarship|offer|promotion|gift))\b",
    "spend": r".*\b(?:with my|in [A-Z]|at the|on my)",
    "watch": r"(?!it|this|that|the video)(?:[A-Z]\w+|an?\b|the (?:game|movie|new)|my)",
    "read": r"(?!it|this|that|your|the (?:text|article|paper|docs?|documentation|following))(?:an? book"
    r"|about|books?|[A-Z]\w+)",
    "see": r"(?:[A-Z]\w+ (?:in|live)|a (?:movie|concert|play|doctor|therapist)|my (?:family|parents"
    r"|doctor|kids|sister|brother|mom|dad))",
    **dict.fromkeys(("graduate", "retire", "divorce", "propose", "resign"), r".*"),
    **dict.fromkeys(("study", "relocate", "volunteer"), r".+"),
    **dict.fromkeys(("injure", "sprain"), r"my\s"),
    **dict.fromkeys(("cook", "bake"), r"(?!it|this|that)\w+"),
    **dict.fromkeys(
        ("hand", "submit", "defend", "turn"),
        r"(?:in )?my (?:\w+ )?(?:thesis|dissertation|notice"
        r"|resignation|manuscript|phd)\b",
    ),
}
_TURNS = {
    verb: re.compile(
        pattern,
        re.I if verb not in ("go", "see", "learn", "visit", "watch", "read", "attend", "spend") else 0,
    )
    for verb, pattern in _TURN.items()
}
#: Turns of life that are worth keeping without any date; other past doings need one.
_LASTING_TURNS = frozenset(
    words_of(
        """move buy adopt graduate retire marry divorce get lose break quit resign hand submit defend leave win start
    found publish join serve become pass fail have switch change drop sell write build hurt injure sprain
    relocate propose give finish receive meet live work own raise teach visit travel go
    """
    )
)


_FAR = re.compile(
    r"(?:to |around |across |through )?(?:the )?[A-Z][a-z]+|to (?:college|university|law school"
    r"|culinary school)\b"
)


def occasions(context: Context, clause: Clause) -> list[Candidate]:
    """ "My driving test is on 14 June": an occasion with its date."""
    text = clause.text
    match = _DUE.match(text[clause.lead :]) or _MY_OCCASION.match(text[clause.lead :])
    if not match:
        return []
    past = bool(re.search(r"\bwas\b", match[0])) and not re.search(r"\bwas (?:moved|scheduled)\b", match[0])
    found = pick(context.dates(clause, past=past))
    what = match["what"] + (" expires" if match.re.pattern == _DUE.pattern and match["expiry"] else "")
    if not found or (text[clause.lead :].lower().startswith("the ") and not context.explicit):
        return []
    if aside := re.match(r"\s*,.*", text[found[1] :], re.S):
        text = text[: found[1] + aside.start()]  # "…on 20 May, wish me luck"
    # A birthday of one's own has a slot of its own; "my wedding anniversary" or "my mum's birthday" is an event.
    if match["what"].lower() in ("birthday", "favourite holiday", "favorite holiday"):
        return []
    return candidate(
        context,
        clause,
        type=MemoryType.EVENT,
        slot="event",
        value=what,
        content=dated_content(text, found),
        occurred=found[2],
    )


def coming(context: Context, statement: Statement) -> list[Candidate]:
    """What the person has, does or will do at a date to come."""
    clause, verb = statement.clause, statement.verb
    if verb == "move" and statement.modal in ("might", "may") and not statement.negated:
        match = re.match(r"(?:back )?to (?P<place>[A-Z][\w-]+(?: [A-Z][\w-]+)*)", statement.rest)
        return (
            candidate(
                context,
                clause,
                type=MemoryType.FACT,
                slot="residence",
                value=match["place"],
                act=Act.PLAN,
                tentative=True,
                content=dated_content(clause.text, pick(context.dates(clause))),
            )
            if match
            else []
        )
    if statement.negated or statement.modal not in ("", "will"):
        return []
    new_today = re.fullmatch(r"i (?:start|begin) my (?:new|first) \w+ (?:today|tonight)", clause.text, re.I)
    going = new_today or statement.tense in (Tense.PROGRESSIVE, Tense.FUTURE)
    dates = context.dates(clause)
    found = pick(
        [f for f in dates if f[2].on >= context.said_at.date() or f[2].precision != DatePrecision.DAY]
    )
    if (
        verb == "have"
        and statement.tense == Tense.PRESENT
        and (match := _HAVE_OCCASION.match(statement.rest))
    ):
        if not found:
            return []
        return candidate(
            context,
            clause,
            type=MemoryType.EVENT,
            slot="event",
            value=match["what"],
            content=dated_content(clause.text, found),
            occurred=found[2],
        )
    if (
        verb == "be"
        and statement.tense == Tense.FUTURE
        and found
        and re.match(
            r"(?:be )?(?:in [A-Z]|away\b|abroad\b|on (?:holiday|vacation|leave)\b|at (?:my|a|the)\b)",
            statement.rest,
        )
    ):
        value = re.split(
            r"\s(?:from|until|till)\b", undated(clause, statement.rest_at - clause.start, found)
        )[0]
        return candidate(
            context,
            clause,
            type=MemoryType.EVENT,
            slot="event",
            value=value,
            content=dated_content(clause.text, found),
            occurred=found[2],
        )
    if not going or (verb not in _COMING and not definite(statement, found, context.said_at)):
        return []
    value = value_of(clause.text[statement.verb_at - clause.start :])
    if verb == "move" and (
        match := re.match(
            r"(?:back |out |over )*(?:to|into) (?P<place>[A-Z][\w-]+(?: [A-Z][\w-]+)*)", statement.rest
        )
    ):
        planned = found[2] if found else None
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="residence",
            value=match["place"],
            act=Act.PLAN,
            planned=planned,
            occurred=planned,
            content=dated_content(clause.text, found),
            entities=(match["place"],),
        )
    if (
        not found
        or len(value.split()) < 2
        or TRIVIAL.search(value)
        or value.lower().startswith(("get back", "get to", "have to", "see if", "see what"))
    ):
        return []
    return candidate(
        context,
        clause,
        type=MemoryType.EVENT,
        slot="event",
        value=undated(clause, statement.verb_at - clause.start, found) or value,
        content=dated_content(clause.text, found),
        occurred=found[2],
        act=Act.STATE,
    )


def scheduled(context: Context, statement: Statement) -> list[Candidate]:
    """ "I move to Oslo in May", "I fly to Rome tomorrow": the plain present with a date to come."""
    if (
        statement.tense != Tense.PRESENT
        or statement.negated
        or statement.modal
        or statement.verb
        not in (
            "move",
            "fly",
            "leave",
            "start",
            "travel",
            "go",
            "get",
            "graduate",
            "retire",
            "return",
            "marry",
            "turn",
        )
    ):
        return []
    clause = statement.clause
    found = pick([f for f in context.dates(clause) if f[2].on > context.said_at.date()])
    if not found or re.search(r"\bevery\b", clause.text, re.I):
        return []
    if statement.verb == "move" and (
        match := re.match(r"(?:back )?to (?P<place>[A-Z][\w-]+(?: [A-Z][\w-]+)*)", statement.rest)
    ):
        return candidate(
            context,
            clause,
            type=MemoryType.FACT,
            slot="residence",
            value=match["place"],
            act=Act.PLAN,
            planned=found[2],
            occurred=found[2],
            content=dated_content(clause.text, found),
            entities=(match["place"],),
        )
    value = value_of(clause.text[statement.verb_at - clause.start :])
    return candidate(
        context,
        clause,
        type=MemoryType.EVENT,
        slot="event",
        value=undated(clause, statement.verb_at - clause.start, found) or value,
        content=dated_content(clause.text, found),
        occurred=found[2],
    )


_SEASON = re.compile(
    r"\s*\b(?:this|that|last|next) (?:year|month|week|weekend|spring|summer|autumn|fall|winter"
    r"|morning|afternoon|evening"
    r"|past \w+|\w+day|time)\b",
    re.IGNORECASE,
)


def past(context: Context, statement: Statement) -> list[Candidate]:
    """A turn of life, or something done at a date that was said."""
    if statement.tense not in (Tense.PAST, Tense.PERFECT) or statement.negated or statement.modal:
        return []
    verb, clause = statement.verb, statement.clause
    rest = re.sub(r"^(?:just|finally|recently|actually|also)\s+", "", statement.rest)
    pattern = _TURNS.get(verb)
    if pattern is None or not pattern.match(rest):
        return []
    value = value_of(clause.text[statement.verb_at - clause.start :])
    object_ = value.split(" ", 1)[1] if " " in value else ""
    object_ = _SEASON.sub("", object_)
    if (object_ and is_empty(object_) and verb not in ("retire", "graduate")) or TRIVIAL.search(object_):
        return []
    found = pick([f for f in context.dates(clause, past=True) if f[2].on <= context.said_at.date()])
    if not found and (
        verb not in _LASTING_TURNS or (verb in ("go", "visit", "travel") and not _FAR.match(rest))
    ):
        return []
    if (
        verb == "start"
        and (
            match := re.match(
                r"(?P<what>(?!to\b)(?:playing|learning|taking) .+|\w+ing\b(?! (?:to|with|the|a|my)\b).*"
                r"|(?:pottery|yoga|pilates|karate|judo|aikido|taekwondo|ballet|archery|crossfit|tennis|golf"
                r"|badminton"
                r"|chess|calligraphy|ceramics|carpentry|woodwork|photography|piano|guitar|violin|cello)\b.*)",
                undated(clause, statement.rest_at - clause.start, found),
            )
        )
        and not TRIVIAL.search(_SEASON.sub("", match["what"]))
    ):
        hobby = re.sub(
            r"\s(?:last|in|a|two|three|yesterday|about|recently|when|at|\d+)\b.*$",
            "",
            value_of(_SEASON.sub("", match["what"])),
            flags=re.I,
        )
        if not re.match(
            r"(?:working|getting|feeling|using|seeing|thinking|being|having|looking|making|going|doing"
            r"|noticing|writing|reading|building)\b",
            hobby,
            re.I,
        ):
            return candidate(
                context,
                clause,
                type=MemoryType.PREFERENCE,
                slot="hobby",
                value=hobby,
                content=dated_content(clause.text, found),
                occurred=found[2] if found else None,
            )
    told = with_when(context, clause)
    return candidate(
        context,
        told,
        type=MemoryType.EVENT,
        slot="event",
        value=undated(clause, statement.verb_at - clause.start, found) or value,
        content=dated_content(told.text, found),
        occurred=found[2] if found else None,
    )
