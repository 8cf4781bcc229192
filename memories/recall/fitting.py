"""Which rows answer a direct question: of those above the floor, and of those below it that fill what is asked. Pure.

The floor tells how near a row is. A question may name what a near row is not about: another person, another thing, the
present where the row tells the past, what is liked where it tells what is not.
"""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import dataclass

from memories.recall import whose
from memories.recall.intent import Intent, in_full, is_question, noun_matches, slot_matches, told_of
from memories.recall.narrowing import (
    ASKS_WHAT,
    DEFINITE,
    DISLIKED,
    LIKED,
    TIME,
    TOLD_ONLY,
    WHEN,
    Kind,
    Present,
    Slotted,
    Tastes,
    Timed,
    narrowed,
)
from memories.recall.ranking import Row
from memories.recall.relation_words import agree, human, relations_of, subject_of
from memories.recall.safety import concerns
from memories.recall.things import FAVOURITE, GENERIC, KINDS, content, thing, yes_or_no
from memories.recall.tokens import has_chinese, normalise, tokens
from memories.recall.topics import topics_of
from memoryhub import patterns as re

#: A longer message tells of itself what it is about, and is judged by the floor alone.
_LONGEST = 160
#: What a row must have in its favour where its slot is asked for by name; the second where the slot holds many things.
_SURE, _SURE_OF_MANY = 0.1, 0.3
#: The same for a like or dislike where "what do I like" asks for one.
_SURE_OF_TASTE = 0.2
#: A row this near is about the thing, though it has another word for it; and one in the other language.
_SAME_THING, _SAME_THING_ABROAD = 5.5, 3.5

_OF_MANY = frozenset({"possession", "hobby", "age", "avoids"})
#: Rows that name somebody or an animal, and the slots of a question for a name.
_NAMING, _NAME = frozenset({"family", "friend", "pet"}), frozenset({"name", "called"})
#: Rows of these slots tell of many things.
_BROAD = frozenset({"", "note", "event", "plan", "decision", "family", "friend", "habit", "project"})
#: Things of one use that are not each other.
_RIVALS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\bcars?\b|(?:开|驾).{0,6}车|开(?:着|了)?[一两]?辆|汽车|轿车",
        r"\bmotor(?:bike|cycle)s?\b|\bscooters?\b|\bmopeds?\b|摩托",
        r"\b(?:bikes?|bicycles?)\b|自行车|单车|电动车",
    )
)
#: Slots that tell what a person does not eat, drink or take, and the question whether they may.
_RESTRICTS = frozenset({"diet", "allergy", "avoids"})
_EATS = re.compile(
    r"\b(?:can|could|may|should|do|would|am) i\b.*\b(?:eat|drink|have|take|try|order|cook|taste|use|allowed)\b|[能可]以?.{0,4}[吃喝用尝点]|吃不吃|[吃喝].{1,12}吗"
)
_SPOUSES = frozenset({"wife", "husband", "partner", "girlfriend", "boyfriend", "ex"})
_MARRIED = re.compile(
    r"\b(?:got|are|were|is|you're|been) (?:\w+ )?(?:married|single|divorced|engaged)\b|\banniversary\b|结婚|离婚|单身|订婚|纪念日"
)
_TASTES = re.compile(
    r"\b(?:hate|dislike|(?:can't|cannot) (?:i )?(?:stand|bear)|don't (?:i )?like|like|love|enjoy|prefer|favou?rite)\b|讨厌|喜欢|爱|受不了|反感"
)
#: "My work review" is no work of theirs.
_OF_WORK = frozenset(tokens("work job")) | content("工作")

_PARTS = 3
_BETWEEN = re.compile(
    r"[?？]+\s*(?:and\b)?|[,;]? \b(?:and|or|plus)\b (?=(?:what|when|where|who|how|which|why|do|did|is|are|am|was|were|have|has|my)\b)|(?<=[\u4e00-\u9fff])[,，;；]|、(?=我)"
)
_MINE = re.compile(r"my [\w ]+$|我的?[\u4e00-\u9fff]+$")
_LINES = re.compile(r"\n")
_WHO = re.compile(
    r"^\W*who(?:'s| is| was) (?!my\b|i\b|the\b|a\b|an\b|in\b|your\b|our\b|going\b|coming\b)([a-z][a-z'-]+)\W*$|^([\u4e00-\u9fff·]{2,4}?)(?:又?是|是我的?)(?:谁|什么人)"
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with the chance that the floor is held against, and how near it is (None without vectors)."""

    row: Row
    chance: float
    nearness: float | None


def answering(*, intent: Intent, judged: Sequence[Judged], floor: float) -> list[bool]:
    """Whether each row goes in."""
    above = [one.chance >= floor for one in judged]
    if not is_direct(intent):
        return above
    plain = in_full(intent.text)
    above = [passes or _fills(intent, one) for passes, one in zip(above, judged, strict=True)]
    named = thing(plain, intent=intent)
    above = [
        passes
        and not _of_another(intent, one.row)
        and not _answers_otherwise(plain, intent, one.row)
        and not _is_foreign(plain, intent, one.row)
        and (
            not named
            or _tells_of_marriage(intent, one.row)
            or _bears_on(named, intent, one.row)
            or _is_about(named, intent, one)
        )
        for passes, one in zip(above, judged, strict=True)
    ]
    tastes, rows = Tastes(plain), [one.row for one in judged]
    above = [passes and not tastes.is_opposite(one.row) for passes, one in zip(above, judged, strict=True)]
    for keeps in (Present(intent), Timed(plain), Slotted(intent), tastes, Kind(intent)):
        above = narrowed(above, rows, keeps)
    return above


def parts(text: str) -> list[str]:
    """The questions of a message that asks two or three at once, each whole; empty where it asks one."""
    if len(text) > _LONGEST or _LINES.search(text):
        return []
    plain = in_full(text)
    found = [part.strip() for part in _BETWEEN.split(plain) if part.strip()]
    if not 2 <= len(found) <= _PARTS or not all(_asks_alone(part) for part in found):
        return []
    return found


def _asks_alone(part: str) -> bool:
    return is_question(part) or _MINE.match(part) is not None


def is_direct(intent: Intent) -> bool:
    """Whether the message only asks for something that it names."""
    return intent.question and not intent.request and not intent.goes_on and len(intent.text) <= _LONGEST


def _fills(intent: Intent, one: Judged) -> bool:
    """Whether the row fills a slot that is asked for by name, of the person who is asked about."""
    if _tells_of_marriage(intent, one.row):
        return one.chance >= _SURE
    if whose.fills(intent, slot=one.row.slot, told=normalise(one.row.content), name=one.row.name):
        return True
    if not _same_person(intent, one.row):
        return False
    if intent.relations and one.row.slot in _NAMING and intent.slots & _NAME:
        return one.chance >= _SURE
    if intent.slots & TOLD_ONLY & told_of(normalise(one.row.content)):
        return True
    if not slot_matches(intent.slots, one.row.slot):
        return one.chance >= _SURE_OF_MANY and _tells_the_day(intent, one.row)
    if one.row.slot.startswith((*LIKED, *DISLIKED)) and one.chance >= _SURE_OF_TASTE:
        return Tastes(in_full(intent.text)).wanted(one.row)
    if one.row.slot in DEFINITE:
        return one.chance >= _SURE
    return one.row.slot in _OF_MANY and one.chance >= _SURE_OF_MANY


def _tells_the_day(intent: Intent, row: Row) -> bool:
    """Whether the day of a named thing is asked for, and the row has both: 我什么时候戒的烟."""
    plain, told = in_full(intent.text), normalise(row.content)
    named = thing(plain, intent=intent) if "event" in intent.slots and WHEN.search(plain) else ""
    return bool(named and set(tokens(named)) <= set(tokens(told)) and TIME.search(told))


def _tells_of_marriage(intent: Intent, row: Row) -> bool:
    """Whether it is asked if the person is married, and the row has a spouse or a wedding of theirs."""
    if "marital_status" not in intent.slots or WHEN.search(in_full(intent.text)):
        return False
    return bool(_people(row) & _SPOUSES) or (
        not _people(row) and _MARRIED.search(normalise(row.content)) is not None
    )


def _same_person(intent: Intent, row: Row) -> bool:
    if intent.relations and not human(intent.relations):
        return agree(intent.relations, _whom(row))
    about, asked = _people(row), human(intent.relations)
    return agree(asked, about) if asked else not about


def _whom(row: Row) -> frozenset[str]:
    """The relations of whom the row is about; empty where it is about the person.

    Somebody or something with a name alone, as a firm or the partner of a brother, is of none.
    """
    kin = row.relation or ("nobody" if row.name else "")
    return subject_of(normalise(row.content)) | frozenset({kin} if kin else ())


def _people(row: Row) -> frozenset[str]:
    return human(_whom(row))


def _of_another(intent: Intent, row: Row) -> bool:
    """Whether the row tells of somebody else than who is asked about."""
    if _tells_of_marriage(intent, row):
        return False
    about, asked = _people(row), human(intent.relations)
    if asked:
        if about:
            return not agree(asked, about)
        return row.slot in DEFINITE and not agree(asked, relations_of(normalise(row.content)))
    if intent.relations and row.slot in DEFINITE:
        return not agree(intent.relations, _whom(row) | relations_of(normalise(row.content)))
    return bool(about) and intent.personal and bool(intent.slots & (DEFINITE | {"event", "age"})) and not (
        slot_matches(intent.slots, "family") or intent.words & set(tokens(row.content)) & _names(intent.text)
    )  # fmt: skip


def _answers_otherwise(plain: str, intent: Intent, row: Row) -> bool:
    """Whether the question names whose it is, what kind of thing, or that a day is wanted, and the row tells another."""
    if _tells_of_marriage(intent, row):
        return False
    told = normalise(row.content)
    if (
        whose.is_anothers(intent, told=told, name=row.name)
        or whose.is_another_kind(intent, slot=row.slot, told=told)
        or whose.lacks_the_thing(intent, slot=row.slot, told=told)
    ):
        return True
    if row.slot == "allergy" and "allergy" not in intent.slots and "fear" not in told_of(told) & intent.slots:
        return _TASTES.search(plain) is not None and ASKS_WHAT.search(plain) is not None
    # A thing that one is or has does not tell the day of something else.
    return (
        "event" in intent.slots
        and WHEN.search(plain) is not None
        and row.slot in DEFINITE
        and not slot_matches(intent.slots, row.slot)
        and not (TIME.search(told) or (content(plain) & content(told)) - _OF_WORK)
    )


def _is_foreign(plain: str, intent: Intent, row: Row) -> bool:
    """Whether the row fills another slot, or tells of another person or thing, than the question names."""
    told = normalise(row.content)
    if has_chinese(plain) != has_chinese(told) or _tells_the_day(intent, row):
        return False
    if match := _WHO.search(plain):
        name = next(filter(None, match.groups()))
        if not relations_of(name) and name not in told:
            return True
    asked_of = [kind for kind in _RIVALS if kind.search(plain)]
    if (
        asked_of
        and any(kind.search(told) for kind in _RIVALS)
        and not any(kind.search(told) for kind in asked_of)
    ):
        return True
    common = content(plain) & content(told)
    shared = intent.topics & topics_of(told)
    if intent.slots and not intent.slots & _NAME:
        common, shared = (
            common - {"call"},
            shared - {"name"},
        )  # "the city I call home" and "a boat called Puffin" are about no name
    if common or agree(intent.relations, relations_of(told) | _whom(row)) or shared:
        return False
    if _names(intent.text) and not told_of(told) & intent.slots and not slot_matches(intent.slots, row.slot):
        return True
    return bool(intent.slots) and row.slot not in _BROAD and not (
        slot_matches(intent.slots, row.slot) or told_of(told) & intent.slots
    )  # fmt: skip


def _names(text: str) -> frozenset[str]:
    """The tokens of the words that are written with a capital inside a sentence."""
    return frozenset(
        token for word in re.findall(r"(?<=\w )(?!I\b)[A-Z][a-z]+", text) for token in tokens(word)
    )


def _bears_on(named: str, intent: Intent, row: Row) -> bool:
    """Whether it is asked if the person may eat or take something, and the row tells what they do not."""
    return (
        row.slot in _RESTRICTS
        and (row.slot != "allergy" or bool(intent.topics & concerns(row.content)))
        and yes_or_no(intent.text)
        and not human(intent.relations)
        and bool(_EATS.search(in_full(intent.text)) or topics_of(named) & topics_of(normalise(row.content)))
    )


def _is_about(named: str, intent: Intent, one: Judged) -> bool:
    """Whether the row is about the thing, by its words, its slot, its kind or its meaning."""
    row, plain = one.row, normalise(one.row.content)
    # What is told of somebody else is near by its wording alone.
    near = 0.0 if one.nearness is None or (_people(row) and not intent.relations) else one.nearness
    words = content(named)
    words = words - GENERIC or words
    # A thing of one character is looked for among the characters, and not among the pairs.
    told = content(plain) if any(len(word) > 1 for word in words) else set(tokens(plain))
    if (
        not words
        or told_of(plain) & intent.slots & TOLD_ONLY
        or noun_matches(frozenset(words), row.slot)
        or words & told
    ):
        return True
    if has_chinese(named) != has_chinese(plain):
        return near >= _SAME_THING_ABROAD or bool(topics_of(named) & topics_of(plain))
    about = relations_of(named)
    if about:
        return agree(about, relations_of(plain) | ({row.relation} if row.relation else frozenset()))
    of_theirs = intent.head and not yes_or_no(intent.text)
    if not FAVOURITE.search(in_full(intent.text)) and row.slot in DEFINITE | _OF_MANY:
        asked_for = slot_matches(intent.slots, row.slot)
        if asked_for and (of_theirs or KINDS.search(named)):
            return True
    if FAVOURITE.search(in_full(intent.text)):
        return bool(topics_of(named) & topics_of(plain)) and not row.slot.startswith("favourite.")
    if KINDS.search(named) or of_theirs:
        return bool(topics_of(named) & topics_of(plain)) or near >= _SAME_THING
    return near >= _SAME_THING
