"""What was told and is otherwise now, said without naming it again or with what takes its place.

"It's pushed back to the 19th", "Lisbon is off", "sold the Fiesta, got a Volvo", "not walnuts, it's hazelnuts".
"""

# ruff: noqa: E501

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from memories.capture import dates_en, redated, value_keys
from memories.capture.rules_en.build import Context, candidate, dated_content
from memories.capture.rules_en.clauses import Clause
from memories.capture.rules_en.values import is_empty, value_of, without_article
from memories.capture.rules_en.words import second_person, sentence
from memories.capture.types import Act, Candidate, Ends, ResolvedDate
from memories.kinds import MemoryType
from memories.recall.topics import topics_of
from memoryhub import patterns as re

_OPEN = (
    r"(?:(?:(?:it )?turns out|actually|no|nope|wait|sorry|oops|so|well|update|(?:big |good |bad )?news|apparently|btw|also|and|but|ok(?:ay)?|"
    r"unfortunately|sadly|finally|anyway|oh|ah)\b[\s,:!.-]*(?:that )?)*+"
)
_I = r"(?:(?:i|we)(?:'ve| have| had to|'d)? ?)?(?:(?:just|finally|recently|now|also|already|both) )*"
_MY = r"(?:my|the|our) (?:old |beloved |trusty )?"
_T = r"[\w][\w' &.-]{1,40}?"
_WHY = r"(?:(?P<beside>(?:[,;:]| -| –| —) .*)| (?:because|as|since|so|for|due to|but) .*| (?:now|this year|this time|again))?"
_NOW = r"(?:,? (?:now|instead|these days|nowadays|at the moment))*"

_ALLERGIC = r"(?:(?:that|which) )?(?:i'?m|i am) (?:(?:actually|really) )?allergic to"
_IS = r"(?:it'?s|it is|it was)"
_NUT = r"[a-z][a-z'-]*(?: [a-z][a-z'-]*)?"
#: "Not walnuts, it's hazelnuts I'm allergic to": the thing that is right and the one that was wrong.
_ALLERGY = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_OPEN}(?:{_IS} )?not (?P<old>{_NUT})(?: {_ALLERGIC})?[,;. ]+(?:(?:but|{_IS}) )+(?P<new>{_NUT}) {_ALLERGIC}",
        rf"{_OPEN}{_IS} (?:only |actually |really )*(?P<new>{_NUT}) {_ALLERGIC},? (?:and )?not (?:to )?(?P<old>{_NUT})",
        rf"{_OPEN}(?:i'?m|i am) not (?:(?:actually|really) )*allergic to (?P<old>{_NUT})(?: after all| at all| any ?more)?[,;. -]+"
        rf"(?:(?:but|{_IS}|only|actually|rather|i'?m allergic|i am allergic) )+(?:to )?(?P<new>{_NUT})(?: {_ALLERGIC}| instead)?",
        rf"{_OPEN}(?:i'?m|i am) (?:(?:only|actually|really) )*allergic to (?P<new>{_NUT}),? (?:but |and )?not (?:to )?(?P<old>{_NUT})",
    )
)
_NO_SUBSTANCE = re.compile(
    r"(?:just|only|fine|ok|okay|good|great|not|nothing|all|my|the|an?|his|her|that|this|so|me|you|been|too|very|really|more|about|like|in)\b",
    re.IGNORECASE,
)

_CHANGED = r"(?:moved|rescheduled|postponed|pushed(?: back)?|shifted|brought forward|put (?:off|back)|changed|delayed|bumped)"
_BEEN = r"(?:'s|'ve|'re| has| have| is| was| got| had| needs? to be)?(?: been| now| just| to| had to)*"
_TO = r"(?: back| forward)? (?:to|until|till|for) (?P<when>[^,;]+)"
_IT = r"(?:it|that|my appointment|the appointment|our appointment|they|we|he|she)"
#: "The dentist called, it's pushed back to the 19th".
_CALLED = re.compile(
    rf"{_OPEN}(?:the |my |our )?(?P<what>[a-z][\w' -]{{1,30}}?) (?:has |have |just |'s )*(?:called|rang|phoned|texted|emailed|wrote|messaged|got in touch)"
    rf"(?: me| us| back| again| just now| today| this morning)*[,;:. ]+(?:and |so |to say )*{_IT}{_BEEN} {_CHANGED}(?: (?:it|me|us|the appointment|my appointment))?{_TO}",
    re.IGNORECASE,
)
_IT_MOVED = re.compile(rf"{_OPEN}it{_BEEN} {_CHANGED}{_TO}", re.IGNORECASE)
_IS_OFF = (
    r"(?:'s| is| was| are| were| got| has been| have been| had to be)(?: (?:now|been|just|all|totally|completely))* "
    r"(?:off|cancell?ed|called off|scrapped|not happening|not going ahead)(?: any ?more| now| after all)?"
)
#: "The Lisbon trip is cancelled", "we're not going to Lisbon after all".
_OFF = (
    re.compile(rf"{_OPEN}(?:the |my |our )?(?P<what>{_T}){_IS_OFF}{_WHY}", re.IGNORECASE),
    re.compile(
        rf"{_OPEN}(?:i|we|they)(?:'ve| have| had to|'d)? ?(?:just |now |already )*(?:cancell?ed|cancel|called off|call off|scrapped) "
        rf"(?:the |my |our )?(?P<what>{_T}){_WHY}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_OPEN}(?:i'?m|we'?re|i am|we are|i won'?t be|we won'?t be) (?:no longer|not) (?:going|flying|travell?ing|driving|heading|off)(?: to| on)? (?:the )?"
        rf"(?P<what>{_T})(?: any ?more| after all| now){_WHY}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_OPEN}(?:i'?m|we'?re|i am|we are) no longer (?:going|flying|travell?ing|driving|heading)(?: to| on)? (?:the )?(?P<what>{_T}){_WHY}",
        re.IGNORECASE,
    ),
)
_NO_EVENT = re.compile(
    r"\b(?:subscription|membership|account|card|order|contract|it|that|this|everything|light|tv|phone|alarm|noise|all bets)s?$|\b(?:said|says?|told|tells|thinks?|thought|claims?|wrote|heard|reckons?)\b",
    re.IGNORECASE,
)

_GOT = r"(?:got|bought|have got|picked up|driving|drive|riding|ride|have|own|found)"
#: "Sold the Fiesta, got a Volvo V60", "I swapped my Pixel 8 for a Fairphone 5".
_REPLACED = (
    re.compile(
        rf"{_OPEN}{_I}(?:sold|traded in|got rid of|scrapped|gave away|parted with) {_MY}(?P<old>{_T})(?:[,;.]| and| then| -)+ ?"
        rf"(?:(?:and|then|now|i|we|i'?ve|we'?ve|i'?m|have|so|just) )*{_GOT} (?:myself |ourselves )?(?:an?|the|my|our) (?:new |used |second-?hand )*(?P<new>{_T}){_NOW}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_OPEN}{_I}(?:replaced|swapped|exchanged|traded in|traded|upgraded) {_MY}(?P<old>{_T}) (?:with|for|in for|to) (?:an?|the) (?:new |used )*"
        rf"(?P<new>(?-i:[A-Z\d]){_T}){_NOW}",
        re.IGNORECASE,
    ),
)
_DOING = {"learning": "learn", "studying": "learn", "playing": "play", "collecting": "collect"}
_FOND = {"learn": "learning", "play": "plays", "collect": "collects"}
#: "I gave up on Korean, learning Greek instead".
_GAVE_UP = re.compile(
    rf"{_OPEN}{_I}(?:gave up|given up|giving up|quit|dropped|stopped|packed in|ditched)(?: on)?(?: (?P<did>learning|studying|playing|collecting))? (?:the )?"
    rf"(?P<old>{_NUT})[,;.]?(?: -)? (?:(?:and|but|i'?m|i am|i'?ve|now|am|just|have|started|taken up|took up) )*"
    rf"(?P<verb>learning|studying|playing|collecting) (?:the )?(?P<new>{_NUT}){_NOW}",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r"(?:just |finally )?turned (?P<age>[1-9]\d)(?: (?:today|yesterday|last \w+|this \w+|on .{3,30}))?",
    re.IGNORECASE,
)
_ORG = r"(?-i:[A-Z][\w&.'-]*(?: (?:of |& )?[A-Z][\w&.'-]*)*)"
#: "Handed in my notice, I start at Monzo on 1 March as a risk lead".
_NOTICE = re.compile(
    rf"{_OPEN}(?P<left>{_I}(?:handed in|gave in|given in|put in|submitted|gave|given) (?:in )?my (?:notice|resignation)(?: at {_ORG})?(?: today| yesterday| last week)?)"
    rf"(?:[,;.]| and| -|!)+ ?(?P<joins>(?:(?:and|i|i'?ll|i'?m|then|will|be|am|going to|to) )*(?:start(?:ing)?|join(?:ing)?|begin(?:ning)?|work(?:ing)?)(?: (?:a new job|work))?(?: (?:at|with|for))? "
    rf"(?P<org>{_ORG})(?P<rest>(?: (?:on|in|from|next|at the|as an?)\b.*)?))",
    re.IGNORECASE,
)


_LONGEST = 200  # characters of what tells a change


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence, or two that stand together, with the clause that it begins with."""

    text: str
    clause: Clause


def changes(context: Context, parts: list[Clause]) -> tuple[list[Candidate], list[tuple[int, int]]]:
    """What the sentences of a message change, and the stretches that tell it, which nothing else is to read."""
    found, spans = list[Candidate](), list[tuple[int, int]]()
    for said in _sentences(context, parts):
        if len(said.text) > _LONGEST or (spans and said.clause.start < spans[-1][1]):
            continue
        told = next((made for rule in _RULES if (made := rule(context, said))), [])
        if told:
            found += told
            spans.append((min(one.start for one in told), max(one.end for one in told)))
    return found, spans


_END = re.compile(r"[.!?\n]*")


def _sentences(context: Context, parts: list[Clause]) -> Iterator[_Said]:
    """Each sentence with the next one, then alone; none that asks, supposes or doubts."""
    groups = [list(members) for _number, members in groupby(parts, key=lambda one: one.sentence)]
    plain = [group if not any(one.question or one.conditional or one.tentative for one in group) else [] for group in groups]  # fmt: skip
    for at, group in enumerate(plain):
        if not group:
            continue
        start, end = group[0].start, _stop(context, group[-1].end)
        following = plain[at + 1] if at + 1 < len(plain) else []
        if following and context.normal[end : following[0].start].strip(" .!") == "":
            yield _said(context, group[0], start, _stop(context, following[-1].end))
        yield _said(context, group[0], start, end)


def _stop(context: Context, at: int) -> int:
    """Where the sentence ends that the clause at ``at`` ends in: what was cut off as wrong belongs to it."""
    match = re.compile(r"[.!?\n]").search(context.normal, at)
    return match.start() if match else len(context.normal.rstrip())


def _said(context: Context, clause: Clause, start: int, end: int) -> _Said:
    text = context.normal[start:end].replace("’", "'").rstrip(" ,;:-")
    whole = replace(clause, start=start, end=start + len(text), text=text, lead=0, correction=False, former="", implied=False)  # fmt: skip
    return _Said(text, whole)


def _allergy(context: Context, said: _Said) -> list[Candidate]:
    match = next((found for pattern in _ALLERGY if (found := pattern.fullmatch(said.text))), None)
    if match is None:
        return []
    new, old = value_of(match["new"]), value_of(match["old"])
    if is_empty(new) or is_empty(old) or _NO_SUBSTANCE.match(new) or _NO_SUBSTANCE.match(old):
        return []
    if not (new.endswith("s") or topics_of(new.lower())):
        return []
    common = {"type": MemoryType.FACT, "slot": "allergy", "lasting": True, "turned": False}
    return [
        *candidate(context, said.clause, value=old, act=Act.CORRECT, positive=False, content=f"You are not allergic to {old}", category="", **common),  # type: ignore[arg-type]
        *candidate(context, said.clause, value=new, safety=True, content=f"You are allergic to {new}", **common),  # type: ignore[arg-type]
    ]  # fmt: skip


def _moved(context: Context, said: _Said) -> list[Candidate]:
    match = _CALLED.fullmatch(said.text) or _IT_MOVED.fullmatch(said.text)
    if match is None:
        return []
    dates = dates_en.find(match["when"], said_at=context.said_at)
    alone = redated.day_alone(match["when"])
    if alone is not None and not dates:
        on = redated.next_such_day(alone, after=context.said_at.date())
        dates = [(0, len(match["when"]), ResolvedDate(on))] if on else []
    if not dates or dates[0][0] > 3:
        return []
    at, what = match.start("when"), match.groupdict().get("what") or ""
    told = candidate(
        context,
        said.clause,
        type=MemoryType.EVENT,
        slot="event" if what else "",
        value=what,
        content=sentence(dated_content(said.text, (at + dates[0][0], at + dates[0][1], dates[0][2]))),
        occurred=dates[0][2],
        turned=False,
    )
    return [replace(one, ends=Ends.DATE) for one in told]


def _off(context: Context, said: _Said) -> list[Candidate]:
    match = next((found for pattern in _OFF if (found := pattern.fullmatch(said.text))), None)
    what = value_of(match["what"]) if match else ""
    if is_empty(what) or _NO_EVENT.search(what) or len(what.split()) > 6:
        return []
    end = match.start("beside") if match and match["beside"] else len(said.text)  # the rest may tell anything
    text = said.text[:end]
    told = candidate(
        context,
        replace(said.clause, end=said.clause.start + end, text=text),
        type=MemoryType.EVENT,
        slot="",
        value=what,
        act=Act.END,
        positive=False,
        content=sentence(second_person(text)),
        turned=False,
    )
    return [replace(one, ends=Ends.EVENT) for one in told]


def _replaced(context: Context, said: _Said) -> list[Candidate]:
    match = next((found for pattern in _REPLACED if (found := pattern.fullmatch(said.text))), None)
    if match is None:
        return []
    old, new = without_article(value_of(match["old"])), without_article(value_of(match["new"]))
    if is_empty(old) or is_empty(new) or len(old.split()) > 4 or len(new.split()) > 5:
        return []
    gone = candidate(
        context,
        said.clause,
        type=MemoryType.FACT,
        slot="possession",
        value=old,
        act=Act.END,
        positive=False,
        content=f"You no longer have {'your old' if old == old.lower() else 'the'} {old}",
        lasting=True,
        turned=False,
    )
    noun = old.lower() if old == old.lower() and " " not in old else ""
    article = "an" if re.match(r"[aeiou]", new, re.IGNORECASE) else "a"
    has = candidate(
        context,
        said.clause,
        type=MemoryType.FACT,
        slot=f"attribute.{value_keys.noun_key(noun)}" if noun else "possession",
        value=new,
        content=f"Your {noun} is {article} {new}"
        if noun and new != new.lower()
        else f"You have {article} {new}",
        lasting=True,
        turned=False,
    )
    return [replace(one, ends=Ends.THING) for one in gone] + has


def _gave_up(context: Context, said: _Said) -> list[Candidate]:
    match = _GAVE_UP.fullmatch(said.text)
    if match is None:
        return []
    old, new = without_article(value_of(match["old"])), without_article(value_of(match["new"]))
    if is_empty(old) or is_empty(new) or re.match(r"(?:my|our|his|her|\w+ing\b)", old, re.IGNORECASE):
        return []
    verb = _DOING[match["verb"].lower()]
    ended = candidate(
        context,
        said.clause,
        type=MemoryType.FACT,
        slot="" if match["did"] is None else _FOND[_DOING[match["did"].lower()]],
        value=old,
        act=Act.END,
        positive=False,
        content=f"You gave up {old}",
        lasting=True,
        turned=False,
    )
    told = candidate(
        context,
        said.clause,
        type=MemoryType.FACT,
        slot=_FOND[verb],
        value=new,
        content=f"You're {match['verb'].lower()} {new}",
        lasting=True,
        turned=False,
    )
    return [replace(one, ends=Ends.TASTE) for one in ended] + told


def _turned(context: Context, said: _Said) -> list[Candidate]:
    if (match := _TURNED.fullmatch(said.text)) is None:
        return []
    age = match["age"]
    return candidate(context, said.clause, type=MemoryType.FACT, slot="age", value=age, content=f"You are {age} years old", lasting=True, turned=False)  # fmt: skip


def _notice(context: Context, said: _Said) -> list[Candidate]:
    match = _NOTICE.fullmatch(said.text)
    if match is None:
        return []
    left = candidate(
        context,
        said.clause,
        type=MemoryType.FACT,
        slot="employer",
        value="",
        act=Act.END,
        positive=False,
        content="You handed in your notice",
        lasting=True,
        turned=False,
    )
    joins = re.sub(r"^(?:(?:and|then|i|i'?ll|i'?m|will|be|am|going to|to) )+", "", match["joins"], flags=re.I)
    dates = dates_en.find(joins, said_at=context.said_at)
    told = dated_content(f"I {joins}", _shifted(dates[0], 2) if dates else None)
    told = re.sub(r"^You (start|join|begin|work)ing\b", r"You're \1ing", told)
    new = candidate(
        context,
        said.clause,
        type=MemoryType.FACT,
        slot="employer",
        value=match["org"],
        act=Act.PLAN,
        content=sentence(told),
        planned=dates[0][2] if dates else None,
        entities=(match["org"],),
        lasting=True,
        turned=False,
    )
    return [replace(one, ends=Ends.JOB) for one in left] + new


def _shifted(found: dates_en.Found, by: int) -> dates_en.Found:
    start, end, day = found
    return start + by, end + by, day


_RULES = (_allergy, _moved, _off, _replaced, _gave_up, _turned, _notice)
