"""Which rows are over when somebody says that a job, a bond, a life or a thing is at its end. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from memories.capture import conflict, listed_names, no_more, turned, value_keys
from memories.capture.keys import name_key
from memories.capture.types import SELF, Act, Candidate, Ends
from memories.kinds import EntityKind, MemoryType
from memories.recall.tokens import has_chinese, is_single_character, tokens
from memoryhub import patterns as re

#: Those with whom one can break up.
PARTNERS = frozenset({"partner", "girlfriend", "boyfriend", "wife", "husband"})
#: Of whom "走了" is said for dying.
_OLD = frozenset({"grandmother", "grandfather", "mother", "father", "mother_in_law", "father_in_law"})
_JOBS = frozenset({"employer", "occupation", "project", "attribute.work-city"})
#: What stays true of somebody who has died: who they were.
_OF_THE_DEAD = frozenset({"family", "friend", "birthday", "hometown", "nationality", "attribute.life"})
_FOND = frozenset({"likes", "eats", "habit", "hobby", "plays", "collects", "learning"})
_NO_JOB = re.compile(
    r"retired|unemployed|student|not working|退休|失业|待业|学生|[读上]大|读研|读博", re.IGNORECASE
)
_TOGETHER = re.compile(
    r"married|engaged|dating|seeing|in a relationship|taken|已婚|结婚|订婚|恋爱|有对象", re.IGNORECASE
)
#: The share of an appointment's words that one must hold to be the one that was moved.
_MOST_WORDS = 0.6
#: The members of a list that one value is.
_JOINT = re.compile(r"\s*(?:,|、|，|\band\b|&|和|跟|以及|还有)\s*")
#: What stands before the thing in a habit that is of it: "drink", "always take my", "have a cup of".
_DOES = (
    r"(?:(?:always|usually|often|only|mostly|sometimes) )*"
    r"(?:drink|eat|smoke|take|have|play|do|go|watch|use|practi[sc]e|make) "
    r"(?:(?:the|a|an|my|some|(?:lots|a lot) of|black|strong|(?:\w+ )?(?:cups?|glass(?:es)?|pints?|mugs?) of) )*"
)
_LIGHT = re.compile(
    r"^(?:(?:to )?(?:go|going|do|doing|play|playing|drink|drinking|eat|eating|take|have)(?: (?:the|a|my|some))? "
    r"|[去吃喝玩打做抽])(?=.)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
#: An animal that is the only one: "a cat", 一只猫.
_ONE = re.compile(r"(?:an?|one|my|the)\b|一[只条个匹头]|[^两二三四五六七八九十几\d]", re.IGNORECASE)


#: "I don't drink coffee any more": it was done, and is over.
_NO_MORE = re.compile(r"\b(?:any ?more|no longer|any longer)\b|不再|再也不|戒", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """An active row as an ending sees it; ``relation`` and ``name`` are its subject's, ``kind`` too."""

    id: UUID
    type: str
    slot: str
    value: str
    content: str
    positive: bool
    kind: str
    relation: str = ""
    name: str = ""
    on: date | None = None

    @property
    def own(self) -> bool:
        return self.kind == EntityKind.SELF


def over(candidate: Candidate, rows: Sequence[Told]) -> list[Told]:
    """The rows that hold no more by what the candidate says; events that were told stay what they are."""
    if candidate.ends is Ends.DATE:
        return _moved(candidate, rows)
    if candidate.ends is Ends.EVENT:
        return _called_off(candidate, rows)
    if candidate.ends in turned.ENDS:
        return turned.over(candidate, rows)
    standing = [row for row in rows if row.type != MemoryType.EVENT]
    of_a_kind = _over_by_kind(candidate, standing)
    return of_a_kind + [row for row in no_more.over(candidate, standing) if row not in of_a_kind]


def _over_by_kind(candidate: Candidate, standing: Sequence[Told]) -> list[Told]:
    match ending(candidate):
        case Ends.JOB:
            return _job(candidate, standing)
        case Ends.BOND:
            return _bond(candidate, standing)
        case Ends.LIFE:
            return _life(candidate, standing)
        case Ends.THING:
            return _thing(candidate, standing)
        case Ends.TASTE:
            return _taste(candidate, standing)
    return []


def ending(candidate: Candidate) -> Ends | None:
    """What a statement says to be over: also one that says no more than "not any more", or "not this"."""
    if candidate.ends is not None or not candidate.lasting or candidate.tentative:
        return candidate.ends
    if candidate.act is Act.END and candidate.slot == "employer" and not candidate.value:
        return Ends.JOB  # a resignation that names no employer
    if candidate.subject != SELF:
        return None
    over = candidate.act is Act.END and candidate.slot in _FOND
    if over or candidate.slot == "avoids":
        return Ends.TASTE
    return Ends.DOING if no_more.ended(candidate.content) else None


def _taste(candidate: Candidate, rows: Iterable[Told]) -> list[Told]:
    """What is liked or done no more; who does not take a thing without having given it up may be fond of it still."""
    given_up = candidate.ends is Ends.TASTE or candidate.act in (Act.END, Act.CORRECT)
    given_up = given_up or _NO_MORE.search(candidate.quote) is not None
    slots = _FOND if given_up else frozenset({"eats", "habit"})
    return [
        row for row in rows if row.own and row.positive and row.slot in slots and _is_of(row, candidate.value)
    ]


def _is_of(row: Told, thing: str) -> bool:
    """Whether a liking or a habit is of this thing: it is the thing, lists it, or is what somebody does with it."""
    if any(is_thing(one, thing, slot=row.slot) for one in (row.value, *listed(row.value))):
        return True
    bare = _doing(thing)
    if row.slot != "habit" or not bare:
        return False
    if has_chinese(bare):
        if len(bare) > 1 and row.value.endswith(bare) and not re.search(r"[不没戒]", row.value):
            return True  # 每天早上跑步
        return (
            re.search(rf"[吃喝抽玩打弹看听去练学做泡](?:[一两][杯点盘根])?{re.escape(bare)}", row.value)
            is not None
        )
    return re.match(rf"{_DOES}{re.escape(bare)}\b", row.value, re.IGNORECASE) is not None


def is_thing(value: str, thing: str, *, slot: str) -> bool:
    """Whether a value, or a member of one, is the thing or activity: skiing, to ski, go skiing every winter."""
    return _agree(value, thing, slot) or _same_doing(value, thing, whole=slot != "habit")


def listed(value: str) -> list[str]:
    """The members of a list of two or more that a value is: "skiing and hiking"."""
    parts = [part.strip() for part in _JOINT.split(value) if part.strip()]
    return parts if len(parts) > 1 else []


def _doing(value: str) -> str:
    """A thing or an activity without the verb that says no more than that one does it: "go skiing", 喝咖啡."""
    return _LIGHT.sub("", value.strip())


def _same_doing(one: str, other: str, *, whole: bool) -> bool:
    """Whether two values are one activity in two forms; of a habit its beginning is enough."""
    mine, theirs = (_doing(value) for value in (one, other))
    if has_chinese(mine) or has_chinese(theirs):
        return mine == theirs
    stems = [list(tokens(value)) for value in (mine, theirs)]
    return all(stems) and stems[0][: None if whole else len(stems[1])] == stems[1]


def meant(candidate: Candidate, rows: Sequence[Told]) -> Told | None:
    """A row of the one whom the candidate names without saying who that is; None when nobody known has the name."""
    wanted = name_key(candidate.subject.name)
    of_name = [row for row in rows if not row.own and row.name and name_key(row.name) == wanted]
    if candidate.ends is Ends.BOND:
        of_name = [row for row in of_name if row.relation in PARTNERS]
    elif candidate.value == "走了":
        of_name = [row for row in of_name if may_be_gone(kind=row.kind, relation=row.relation)]
    return of_name[-1] if of_name else None


def may_be_gone(*, kind: str, relation: str) -> bool:
    """Whether 走了 can tell of a death; of others it tells that they have left."""
    return kind == EntityKind.PET or relation in _OLD


def _job(candidate: Candidate, rows: Iterable[Told]) -> list[Told]:
    who, name = candidate.subject, name_key(candidate.subject.name) if candidate.subject.name else ""
    jobs = [
        row
        for row in rows
        if row.kind == who.kind
        and row.relation == who.relation
        and (not name or not row.name or name_key(row.name) == name)
        and row.positive
        and row.slot in _JOBS
        and not _NO_JOB.search(row.value)
    ]
    if not candidate.value or candidate.slot != "employer":
        return jobs
    employers = [row for row in jobs if row.slot == "employer"]
    there = [row for row in employers if _agree(row.value, candidate.value, "employer")]
    return there + [row for row in jobs if row.slot != "employer"] if there else []


def _bond(candidate: Candidate, rows: Iterable[Told]) -> list[Told]:
    wanted, name = (
        candidate.subject.relation,
        name_key(candidate.subject.name) if candidate.subject.name else "",
    )
    of_them = [
        row
        for row in rows
        if (row.relation == wanted if wanted else row.relation in PARTNERS)
        and (not name or not row.name or name_key(row.name) == name)
    ]
    return of_them + [
        row
        for row in rows
        if row.own and row.slot == "marital_status" and row.positive and _TOGETHER.search(row.value)
    ]


def _life(candidate: Candidate, rows: Iterable[Told]) -> list[Told]:
    who, name = candidate.subject, name_key(candidate.subject.name) if candidate.subject.name else ""
    theirs = [
        row
        for row in rows
        if not row.own
        and row.relation == who.relation
        and (name_key(row.name) == name if name and row.name else not name or not row.name)
        and (
            not name
            or row.name
            or not (those := listed_names.names(row.value))
            or name in map(name_key, those)
        )
    ]
    if who.kind != EntityKind.PET:
        return [row for row in theirs if row.slot not in _OF_THE_DEAD or row.slot == "attribute.life"]
    named = {row.name for row in theirs if row.name}
    if not name and len(named) > 1:
        return []  # one of several, and nobody said which
    had = [
        row
        for row in rows
        if row.own
        and row.slot == "pet"
        and row.positive
        and _ONE.match(row.value)
        and who.relation in _animals(row.value)
    ]
    return theirs + had


def _animals(value: str) -> set[str]:
    """The relation keys of the animals that a value names."""
    from memories.capture.rules_en.lexicon import RELATION, relation_key
    from memories.capture.rules_zh_words import REL, RELATIONS

    english = {relation_key(word) for word in re.findall(rf"\b(?:{RELATION})\b", value, re.IGNORECASE)}
    return english | {RELATIONS[word] for word in re.findall(REL, value)}


def _thing(candidate: Candidate, rows: Iterable[Told]) -> list[Told]:
    noun = value_keys.noun_key(candidate.value)
    at_end = re.compile(rf"(?<![a-z]){re.escape(candidate.value)}s?$", re.IGNORECASE)

    def is_it(row: Told) -> bool:
        if row.slot == f"attribute.{noun}":
            return True
        owned = (
            row.slot == "possession"
            or row.slot.startswith("attribute.")
            or (row.slot == "occupation" and conflict.is_business(row.value))
        )
        return owned and (_agree(row.value, candidate.value, row.slot) or bool(at_end.search(row.value)))

    own = [row for row in rows if row.own and row.positive]
    gone = [row for row in own if is_it(row)]
    names = [_ARTICLE.sub("", row.value) for row in gone if row.slot.startswith("attribute.")]
    return gone + [
        row
        for row in own
        if row not in gone and row.slot in ("", "possession") and _ARTICLE.sub("", row.value) in names
    ]  # "You have a Fiat" beside "Your car is a Fiat"


def _moved(candidate: Candidate, rows: Iterable[Told]) -> list[Told]:
    """The one appointment that has the most of the words by which the moved one is called, and most of them."""
    wanted = _words(candidate.value)
    dated = [row for row in rows if row.own and row.type in (MemoryType.EVENT, MemoryType.TASK) and row.on]
    shares = [(len(wanted & _words(row.content)) / max(len(wanted), 1), row) for row in dated]
    best = max((share for share, _row in shares), default=0.0)
    fitting = [row for share, row in shares if share == best]
    return fitting if best >= _MOST_WORDS and len(fitting) == 1 else []


def _called_off(candidate: Candidate, rows: Iterable[Told]) -> list[Told]:
    """What was set or planned and has all the words by which the cancelled one is called."""
    kinds = (MemoryType.EVENT, MemoryType.TASK)
    standing = [row for row in rows if row.own and row.positive and (row.type in kinds or row.slot == "plan")]
    named = _words(_OCCASION.sub(" ", candidate.value))
    wanted = named or _words(candidate.value)
    fitting = [row for row in standing if wanted and wanted <= _words(row.content)]
    fitting = fitting if named or len(fitting) == 1 else []
    if not _WEDDING.fullmatch(candidate.value):
        return fitting
    return fitting + [
        row for row in rows if row.own and row.slot == "marital_status" and _ENGAGED.search(row.value)
    ]


#: Words that say no more than that something was set.
_OCCASION = re.compile(
    r"\b(?:trips?|flights?|appointments?|meetings?|plans?|holidays?|vacations?|visits?|bookings?|the|my|our|to|with)\b"
    r"|行程|旅行|旅游|计划|机票|航班|预约|安排|会议|的",
    re.IGNORECASE,
)


_WEDDING = re.compile(r"(?:(?:the|my|our) )?(?:wedding|engagement|marriage)|婚礼|婚约|订婚", re.IGNORECASE)
_ENGAGED = re.compile(r"engaged|订婚|未婚夫|未婚妻|快结婚", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(token for token in tokens(text) if is_single_character(token) or not has_chinese(token))


def _agree(one: str, other: str, slot: str) -> bool:
    return bool(one and other) and value_keys.agree(one, other, slot=slot)
