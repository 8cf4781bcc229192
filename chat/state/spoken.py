"""What was said around the names of a talk: it tells that the Copper Tops are a band, and whose place they take. Pure.

Kept beside the values of session state and shown to nobody. English; Chinese names stand in no capitals.
"""

# ruff: noqa: E501
from collections.abc import Sequence
from uuid import UUID

from chat.clauses import HAN, Sentence
from chat.state.entries import SPOKEN, Entry, State
from chat.state.kinds import kind_of, kinds_asked, kinds_named
from memoryhub import patterns as re

_MOST, _WORDS = 16, 10
_PART = r"[A-Z][\w'’.-]*\w"
_NAME = re.compile(rf"\b{_PART}(?:\s(?:(?:&|and|of|the|de|la)\s)?{_PART}){{0,4}}")
#: A capital at the beginning, and of what has one everywhere, makes no name.
_NO_NAME = re.compile(
    r"^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December|I['’]\w+|(?:The|A|An|We|You|He|She|It|They|This|That|There|Let|Our|My|His|Her|What|Which|Who|When|Where|How|Why|And|But|So|Or|If|Then|No|Not|Yes|Ok|Okay|Also|Actually|Please|For|On|In|At|To|From|With|By|One|Two|Three)(?:['’]\w+)?)\s?"
)
#: A label is no name ("Number: …"), and neither is an article of another language ("der Tisch").
_LABEL = re.compile(r"\s?:")
_ARTICLE = re.compile(
    r"(?:der|die|das|den|dem|des|ein|eine|le|la|les|un|une|el|los|las|il|lo|gli|het|een)", re.I
)
_WORD = re.compile(r"[a-z][a-z-]{2,}")
#: Words that name no matter.
_LOOSE_WORDS = (
    "the and but for with from that this these those there here they them their she her his him our ours your you yours its it's who whom what which when where why how "
    "are was were been being have has had having does did doing done will would can could shall should may might must not don't won't can't let let's lets get gets got going gone goes went "
    "take takes took taken taking book booked booking pick picked choose chose chosen decide decided settle settled agree agreed want wants wanted like liked prefer hire hired rent rented order ordered buy bought use used stick stay "
    "ask asks asked charge charges quote quotes quoted cost costs price say says said tell told think thought look looking looks seem seems come comes came make makes made need needs needed give gives gave know "
    "one two three four five six seven eight nine ten first second third last next another other others more most less least much many some any all both each every only just also too very really quite rather instead then than now "
    "today tomorrow yesterday week weeks month months day days year years morning afternoon evening night time monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december "
    "good better best nice great fine big small cheap cheaper expensive near far well okay yes actually please sorry after before about into over out off per euros pounds dollars quid thing things lot bit way"
)
_LOOSE = frozenset(_LOOSE_WORDS.split())


def noted(state: State, sentence: Sentence, *, message_id: UUID, sequence: int) -> State:
    """The state with the names of a sentence, and the words said beside them."""
    if HAN.search(sentence.text):
        return state
    found: list[Entry] = []
    for match in _NAME.finditer(sentence.text):
        name = match.group()
        while led := _NO_NAME.match(name):
            name = name[led.end() :]
        beside = sentence.text.replace(match.group(), " ").lower()
        words = [
            word for word in _WORD.findall(beside) if word not in _LOOSE and not _ARTICLE.fullmatch(word)
        ]
        if " " not in name and (_LABEL.match(sentence.text, match.end()) or _ARTICLE.fullmatch(name)):
            continue
        if len(name) > 1 and words:
            of = " ".join(dict.fromkeys(words[:_WORDS]))
            found.append(Entry(SPOKEN, name, message_id, sequence, of=of))
    if not found:
        return state
    before = [one for one in state.entries if one.key == SPOKEN]
    gone = set(map(id, before[: max(0, len(before) + len(found) - _MOST)]))
    return State((*(one for one in state.entries if id(one) not in gone), *found[-_MOST:]))


def kinds_of(entries: Sequence[Entry], value: str) -> frozenset[str]:
    """The kind of thing that a value is by its own head word, or those that were spoken of beside its name."""
    own = kind_of(value)
    beside = " ".join(sorted(words_of(entries, value)))
    return frozenset((own,)) if own else kinds_named(beside) | kinds_asked(beside)


def words_of(entries: Sequence[Entry], value: str) -> frozenset[str]:
    """The words said beside a name, and its own of no capital; none for a name that was never spoken of."""
    beside = [one.of.split() for one in entries if one.key == SPOKEN and _is_of(one.value, value)]
    return frozenset(word for words in beside for word in words)


def same_matter(entries: Sequence[Entry], one: str, other: str) -> bool | None:
    """Whether two choices are of one matter; None where it is not known."""
    kinds, others = kinds_of(entries, one), kinds_of(entries, other)
    if kinds & others:
        return True
    shared = words_of(entries, one) & words_of(entries, other)
    if shared:
        return True
    known = bool(kinds or words_of(entries, one)) and bool(others or words_of(entries, other))
    return False if known else None


def _is_of(name: str, value: str) -> bool:
    return re.search(rf"\b{re.escape(name.lower())}\b", value.lower()) is not None
