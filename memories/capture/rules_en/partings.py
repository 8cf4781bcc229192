"""What is over: a job, a bond, a life, a thing that was owned, a taste. "Zed passed away", "I got laid off"."""

# ruff: noqa: E501

from dataclasses import replace
from typing import Any

from memories.capture import dates_en
from memories.capture.ended import PARTNERS
from memories.capture.rules_en.build import Context, candidate, dated_content
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.lexicon import RELATION, relation_key, relation_kind
from memories.capture.rules_en.switches import switches
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.rules_en.words import second_person, sentence
from memories.capture.types import SELF, Act, Candidate, Ends, Subject
from memories.kinds import EntityKind, MemoryType
from memoryhub import patterns as re

_LATELY = (
    r"(?:(?:just|recently|finally|sadly|officially|actually|already|suddenly|unfortunately|now|all|both) )*"
)
_I = rf"(?:i|we)(?:'ve| have| had|'d)? ?{_LATELY}"
_NAME = r"[A-Z][\w'-]*[a-z]"
_ORG = r"(?P<org>(?:the )?(?-i:[A-Z][\w&.'-]*(?: [A-Z][\w&.'-]*)*))"
#: One of the person's, by relation, by name, or by both.
_WHO = (
    rf"(?:(?:[Mm]y|[Oo]ur) (?:(?:old|beloved|poor|dear|little|late|elderly|long-time|long-term) )*(?P<rel>(?i:{RELATION}))"
    rf"(?:,? (?P<name>{_NAME}),?)?|(?P<alone>(?!I\b|We\b|He\b|She\b|It\b|They\b|You\b|This\b|That\b|Who\b|Everyone\b|Nobody\b){_NAME}))"
)
_WORK = r"(?:job|post|position|role|work)"

_JOB = (
    re.compile(
        rf"(?:they|my (?:boss|company|employer|manager|firm)|{_NAME}) (?:has |have |just |finally )*(?:let me go|fired me|laid me off|"
        rf"sacked me|made me redundant|dismissed me)\b(?: (?:from|at) (?:{_ORG})?)?.*",
        re.I,
    ),
    re.compile(
        rf"{_I}(?:(?:i )?(?:was|were|got|been|gotten) (?:just |recently )?)(?:laid off|let go|fired|sacked|made redundant|"
        rf"dismissed|downsized)(?: (?:from|by|at) (?:(?:my|the) \w+(?: at)? ?)?(?:{_ORG})?)?\b.*",
        re.I,
    ),
    re.compile(
        rf"{_I}(?:quit|left|lost|resigned from|stepped down from|walked out of|given up|gave up|packed in) "
        rf"(?:my|the|our) (?:old |day |previous |current |former |[a-z]+ )?{_WORK}\b(?: (?:at|with) (?:{_ORG})?)?(?! to\b).*",
        re.I,
    ),
    re.compile(rf"{_I}(?:quit|resigned from) (?-i:{_ORG})(?=$|[\s,.]).*", re.I),
    re.compile(
        rf"{_I}(?:resigned|quit|handed in (?:my|our) (?:notice|resignation)|gave (?:in )?(?:(?:my|our) )?notice)(?: at [^,;]{{2,30}}?)?"
        r"(?: (?:yesterday|today|last \w+|this \w+|on \w+|in \w+|a \w+ ago|\w+ \w+ ago))?",
        re.I,
    ),
    re.compile(
        r"my (?:contract|position|job|role|post) (?:has |had |just )*(?:ended|ran out|expired|was (?:cut|eliminated|"
        r"axed|not renewed|made redundant)|wasn't renewed|is gone)\b.*",
        re.I,
    ),
    re.compile(
        r"i (?:no longer have a job|don't have a job any ?more|'?m (?:now )?out of (?:work|a job))\b.*", re.I
    ),
)
_RETIRED = re.compile(
    r"(?:i(?:'ve| have)?(?: just| recently| finally| officially| now)* (?:retired|took early retirement|gone into retirement)"
    r"|i(?:'m| am) (?:now |finally |officially |newly )*retired(?: now)?)\b(?! (?:teacher|nurse|[a-z]+er|[a-z]+or)\b)"
    r"(?: from (?:work|my job|(?:the |my )?[\w ]+))?.*",
    re.I,
)
_JOBLESS = re.compile(
    r"i(?:'m| am) (?:now |currently |suddenly )?(?P<v>unemployed|jobless|between jobs)(?: now| at the moment)?",
    re.I,
)

_PARTED = (
    r"(?:(?:have |'ve |had |just |recently |finally |both |mutually |decided to )*(?:broke up|broken up|break up|split up|"
    r"split|separated|separate|divorced|got(?:ten)? divorced|are divorced|got(?:ten)? a divorce|called it quits|parted ways|"
    r"part ways|ended things|ended it|ended our relationship|are no longer together|aren'?t together any ?more|"
    r"are not together any ?more|called off (?:our|the) (?:engagement|wedding)))"
)
_BOND = (
    re.compile(rf"{_WHO} and (?:me|I|i) {_PARTED}\b.*"),
    re.compile(rf"(?:me|I|i) and {_WHO} {_PARTED}\b.*"),
    re.compile(
        rf"(?i:{_I}(?:broke up|broken up|split up|split|separated|parted ways|ended things|ended it|broke it off|called it off)"
        rf" (?:with|from)) {_WHO}.*"
    ),
    re.compile(
        rf"(?i:{_I}(?:left|dumped|divorced)) (?:[Mm]y|[Oo]ur) (?:[a-z]+ )?(?P<rel>(?i:{RELATION}))(?:,? (?P<name>{_NAME}))?(?! (?:at|in|with|behind|alone|home|a)\b).*"
    ),
    re.compile(
        rf"{_WHO} (?:has |just |finally |suddenly )*(?:(?:dumped|divorced) me|left me\b(?! (?:a|an|the|alone|some|his|her|"
        r"with|at|in)\b)|broke up with me|broke it off|called off (?:our|the) (?:engagement|wedding)|walked out on me|ended things(?: with me)?|moved out and left me).*"
    ),
    re.compile(
        r"(?:we|i)(?:'ve| have|'re| are|'m| am)? ?(?:just |recently |finally |officially |now |both )*(?:broke up|broken up|"
        r"split up|separated|got(?:ten)? divorced|divorced|no longer together|not together any ?more|"
        r"got dumped|was dumped|(?:single|divorced) (?:again|now))(?=$|[\s,.]).*",
        re.I,
    ),
    re.compile(
        r"my (?:marriage|engagement|relationship) (?:has |is |just |was )*(?:ended|over|called off|broke down|fell apart)\b.*",
        re.I,
    ),
)
_DIED = (
    r"(?:(?:has |have |had |was |were |just |recently |sadly |suddenly |peacefully |finally )*(?P<how>died|passed away|passed on|"
    r"passed|put down|put to sleep|euthani[sz]ed|run over and killed|killed)|"
    r"(?P<gone>is dead|is no longer with us|isn't with us any ?more|didn'?t make it|is no more|crossed the rainbow bridge|"
    r"went over the rainbow bridge))\b(?! (?:by|the|out|his|her|my|an?|over|up|their)\b)"
)
_LIFE = (
    re.compile(rf"{_WHO} {_DIED}.*"),
    re.compile(
        rf"(?i:{_I}(?:had to (?:put|say goodbye to)|put|said goodbye to)) {_WHO}(?: (?:down|to sleep|to rest))(?:\b.*)?"
    ),
    re.compile(
        rf"(?i:{_I}lost) (?P<mine>(?:[Mm]y|[Oo]ur)) (?:(?:old|beloved|poor|dear|elderly) )*(?P<rel>(?i:{RELATION}))(?:,? (?P<name>{_NAME}))?(?! in\b(?! [A-Z12]))(?:(?: to|,| last| this| in| on| yesterday|$).*)?"
    ),
    re.compile(
        rf"(?:[Mm]y|[Oo]ur) (?:[a-z]+ )?(?P<rel>(?i:{RELATION}))(?: (?P<name>{_NAME}))? (?:has |just |recently )*"
        r"(?P<pet>ran away|run away|was rehomed|went missing and (?:never|was)).*"
    ),
    re.compile(
        rf"(?i:{_I}(?P<pet>gave away|rehomed|had to give up|had to rehome|sold)) (?:[Mm]y|[Oo]ur) (?P<rel>(?i:{RELATION}))(?:,? (?P<name>{_NAME}))?\b.*"
    ),
)
_THING = (
    re.compile(
        rf"{_I}(?:sold|gave away|given away|got rid of|gotten rid of|scrapped|traded in|donated|threw away|threw out|thrown away|"
        r"totall?ed|wrecked|pawned|no longer (?:own|have)|don'?t (?:own|have)) (?:my|the|our) (?:old |beloved )?(?P<what>.+)",
        re.I,
    ),
    re.compile(
        r"(?:my|our) (?:old )?(?P<what>[\w -]{2,30}?) (?:has |have |had |got |was |were |been |just |is |are )+(?P<how>stolen|sold|"
        r"totall?ed|wrecked|scrapped|given away|written off|destroyed)\b.*",
        re.I,
    ),
)
_TASTE = re.compile(
    rf"(?:{_I}(?:gone off|went off|grown tired of|got(?:ten)? tired of|got(?:ten)? sick of|fallen out of love with|fell out of love with|"
    r"lost (?:my taste|my love|interest|all interest) (?:for|in)|stopped (?:liking|loving|enjoying)|gone right off|"
    r"gone off of)|i(?:'m| am) (?:over|done with|so over|no longer (?:into|keen on|fond of|a fan of)|not (?:into|keen on|fond of|a fan of)(?=.* any ?more)))"
    r" (?P<what>.+)",
    re.I,
)
#: "I stopped skiing", "I've packed in climbing": where it was known, it is over.
_GIVEN_UP = re.compile(
    rf"{_I}(?:stopped|quit|packed in|dropped|given up|gave up) (?!trying|hoping|thinking|worrying|caring|waiting|working|going)"
    r"(?P<what>\w+ing(?: [\w'-]+){0,2}?)(?: (?:now|for good|altogether|completely|last \w+|this \w+|\w+ \w+ ago))*",
    re.I,
)
_DAYS_OVER = re.compile(r"my (?P<what>\w+ing)[ -]days are (?:over|behind me|done|long gone)(?: now)?", re.I)
#: "The meeting with Dr Lowe got moved to Monday".
_MOVED = (
    re.compile(
        r"(?:the|my|our) (?P<what>[^,;]{3,60}?)(?:'s|'ve| has| have| got| was| were| is| are| had)? ?(?:been |now |just |again )*"
        r"(?:moved|rescheduled|postponed|pushed|pushed back|shifted|brought forward|put off|changed|delayed)(?: back| forward)? "
        r"(?:to|until|till) (?P<when>.+)",
        re.I,
    ),
    re.compile(
        rf"(?:they|{_I}|he|she)(?: had to)? ?(?:moved?|rescheduled?|postponed?|pushed?|shifted|shift|brought forward|bring forward|"
        r"put off) (?:the|my|our) (?P<what>[^,;]{3,60}?) (?:back |forward )?(?:to|until|till) (?P<when>.+)",
        re.I,
    ),
)
_LONGEST = 160  # characters of a clause that ends something
_NOT_OVER = re.compile(
    r"\b(?:almost|nearly|not yet|going to|want(?:ed)? to|about to|afraid|scared|hope|might|(?-i:may)|could|would|never|haven't|didn't)\b"
    r"|(?:died|dead|killed) (?:of laughter|laughing)|\bphone died\b",
    re.I,
)


def partings(context: Context, clause: Clause) -> list[Candidate]:
    """What the clause says to be over, or nothing."""
    clause = _joined(context, clause)
    text = clause.text[clause.lead :]
    if len(text) > _LONGEST or clause.tentative or _NOT_OVER.search(text.replace("didn't make it", "")):
        return []
    return (
        switches(context, clause)
        or _of_work(context, clause, text)
        or _of_bonds(context, clause, text)
        or _of_lives(context, clause, text)
        or _of_things(context, clause, text)
        or _of_tastes(context, clause, text)
        or _of_days(context, clause, text)
    )


def _joined(context: Context, clause: Clause) -> Clause:
    """ "Luke and I broke up" is cut before its "I": the clause with the one who stands before."""
    before = context.neighbour(clause, -1)
    if (
        before is None
        or before.sentence != clause.sentence
        or not _BOTH.fullmatch(context.normal[before.end : clause.start])
        or not re.fullmatch(_WHO, before.text)
    ):
        return clause
    return replace(clause, start=before.start, text=context.normal[before.start : clause.end], lead=0)


_BOTH = re.compile(r"\s+and\s+", re.I)


def _told(context: Context, clause: Clause) -> tuple[str, dict[str, Any]]:
    """The clause as a sentence to the person with its day written out, and that day."""
    dates = context.dates(clause, past=True)
    if not dates or dates[0][2].on > context.said_at.date():
        return sentence(second_person(clause.text[clause.lead :] if not clause.lead else clause.text)), {}
    return sentence(dated_content(clause.text, dates[0])), {"occurred": dates[0][2]}


def _made(
    context: Context,
    clause: Clause,
    ends: Ends,
    *,
    type: MemoryType,
    slot: str,
    value: str,
    subject: Subject = SELF,
    act: Act = Act.END,
    content: str = "",
) -> list[Candidate]:
    told, when = _told(context, clause)
    found = candidate(
        context,
        clause,
        type=type,
        slot=slot,
        value=value,
        subject=subject,
        act=act,
        positive=act is not Act.END,
        lasting=True,
        content=content or told,
        turned=False,
        **when,
    )
    return [replace(one, ends=ends) for one in found]


def _of_work(context: Context, clause: Clause, text: str) -> list[Candidate]:
    for pattern in _JOB:
        if match := pattern.fullmatch(text):
            org = (match.groupdict().get("org") or "").removeprefix("the ")
            return _made(
                context,
                clause,
                Ends.JOB,
                type=MemoryType.FACT,
                slot="employer",
                value=org if org[:1].isupper() else "",
            )
    if _RETIRED.fullmatch(text):
        return _made(
            context, clause, Ends.JOB, type=MemoryType.FACT, slot="occupation", value="retired", act=Act.STATE
        )
    if jobless := _JOBLESS.fullmatch(text):
        return _made(
            context,
            clause,
            Ends.JOB,
            type=MemoryType.FACT,
            slot="occupation",
            value=jobless["v"].lower(),
            act=Act.STATE,
        )
    return []


def _who(match: re.Match[str]) -> Subject | None:
    """Whom the words speak of: by relation, or by a name that only the memory can tell the owner of."""
    groups = match.groupdict()
    if groups.get("rel"):
        key = relation_key(groups["rel"])
        return Subject(relation_kind(key), key, groups.get("name") or "") if key else None
    alone = groups.get("alone")
    if alone and (key := relation_key(alone)) and relation_kind(key) is EntityKind.PERSON:
        return Subject(EntityKind.PERSON, key)  # "Grandma passed away"
    return Subject(EntityKind.PERSON, "", alone) if alone else SELF


def _of_bonds(context: Context, clause: Clause, text: str) -> list[Candidate]:
    match = next((found for pattern in _BOND if (found := pattern.fullmatch(text))), None)
    who = _who(match) if match else None
    if match is None or who is None or (who.relation and who.relation not in PARTNERS | {"ex"}):
        return []
    if who.relation == "ex":
        who = SELF
    married = who.relation in ("wife", "husband") or re.search(r"\bdivorc|\bmarriage\b", text, re.I)
    if married and re.search(r"\bdivorc", text, re.I):
        told, _when = _told(context, clause)
        return _made(
            context,
            clause,
            Ends.BOND,
            type=MemoryType.FACT,
            slot="marital_status",
            value="divorced",
            act=Act.STATE,
            content=told,
        )
    return _made(
        context, clause, Ends.BOND, type=MemoryType.RELATIONSHIP, slot="family", value="parted", subject=who
    )


def _of_lives(context: Context, clause: Clause, text: str) -> list[Candidate]:
    for pattern in _LIFE:
        match = pattern.fullmatch(text)
        who = _who(match) if match else None
        if match is None or who is None:
            continue
        if match.groupdict().get("pet") and who.kind is not EntityKind.PET:
            continue
        if (
            re.search(r"\b(?:put down|put to sleep|had to put)\b", text)
            and who.relation
            and who.kind is not EntityKind.PET
        ):
            continue
        how = match.groupdict().get("pet") or "passed away"
        return _made(
            context,
            clause,
            Ends.LIFE,
            type=MemoryType.RELATIONSHIP,
            slot="attribute.life",
            value=how.lower(),
            subject=who,
            act=Act.STATE,
        )
    return []


def _of_things(context: Context, clause: Clause, text: str) -> list[Candidate]:
    for pattern in _THING:
        match = pattern.fullmatch(text)
        if not match:
            continue
        if re.match(r"(?:don'?t|do not)", text.split(" ", 1)[-1], re.I) and not re.search(
            r"\bany ?more\b", text, re.I
        ):
            continue
        what = re.split(
            r"\s(?:to|for|on|in|at|last|this|yesterday|and|because|any ?more|when|after|since)\b|,",
            value_of(match["what"]),
        )[0]
        if is_empty(what) or len(what.split()) > 4 or relation_key(what.split()[-1]):
            return []
        return _made(context, clause, Ends.THING, type=MemoryType.FACT, slot="possession", value=what)
    return []


def _of_days(context: Context, clause: Clause, text: str) -> list[Candidate]:
    match = next((found for pattern in _MOVED if (found := pattern.fullmatch(text))), None)
    dates = dates_en.find(match["when"], said_at=context.said_at) if match else []
    if match is None or not dates or dates[0][0] > 3 or relation_key(match["what"].split()[-1]):
        return []
    at = match.start("when")
    moved = candidate(
        context,
        clause,
        type=MemoryType.EVENT,
        slot="event",
        value=match["what"],
        content=sentence(dated_content(text, (at + dates[0][0], at + dates[0][1], dates[0][2]))),
        occurred=dates[0][2],
        turned=False,
    )
    return [replace(one, ends=Ends.DATE) for one in moved]


def _of_tastes(context: Context, clause: Clause, text: str) -> list[Candidate]:
    if not (match := _TASTE.fullmatch(text)):
        return _given_up(context, clause, text)
    what = re.sub(
        r"\s(?:any ?more|lately|completely|these days|recently|altogether|entirely|now)$",
        "",
        value_of(match["what"]),
        flags=re.I,
    )
    if is_empty(what) or re.match(
        r"(?:it|this|that|them|you|him|her|people|the moon|work|here)\b", what, re.I
    ):
        return []
    return _made(context, clause, Ends.TASTE, type=MemoryType.PREFERENCE, slot="likes", value=what)


def _given_up(context: Context, clause: Clause, text: str) -> list[Candidate]:
    match = _GIVEN_UP.fullmatch(text) or _DAYS_OVER.fullmatch(text)
    what = value_of(match["what"]) if match else ""
    if is_empty(what) or re.match(r"(?:smoking|drinking|eating|playing|using|vaping)\b", what, re.I):
        return []  # what is given up for good, whether it was known or not, is read elsewhere
    return _made(context, clause, Ends.TASTE, type=MemoryType.PREFERENCE, slot="", value=what)
