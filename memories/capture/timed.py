"""What is done regularly at one time and then at another: "I switched my tennis to Sundays", 网球改到周日打了. Pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import dataclass

from memories.capture.ended import Told
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memories.recall.tokens import has_chinese, is_single_character, tokens
from memoryhub import patterns as re

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_PART = r"(?:morning|afternoon|evening|night|lunchtime)"
#: A time that comes again: "on Sundays", "every Friday evening", "in the mornings", "twice a week".
_EN_DAYS = rf"(?:{_DAY}s|{_DAY} {_PART}s|week(?:day|end)s(?: {_PART}s)?|{_PART}s)"
_EN_TIME = (
    rf"(?:(?:on|at|in)? ?(?:the )?{_EN_DAYS}(?: (?:and|or) {_EN_DAYS})*"
    rf"|(?:every|each) (?:other |second )?(?:{_DAY}|day|week|weekend|weekday|month|morning|afternoon|evening|night)(?: {_PART})?"
    rf"|in the {_PART}|at (?:night|lunchtime|noon|midday)|(?:once|twice|three times) a (?:day|week|month)|before (?:work|breakfast|bed)|after work)"
    r"(?: at \d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?)?"
)
_EN_CHANGED = (
    r"(?:switch(?:ed)?|mov(?:ed|e)|chang(?:ed|e)|shift(?:ed)?|reschedul(?:ed|e)|swapp?(?:ed)?|push(?:ed)?)"
)
_EN_LATELY = r"(?:(?:just|now|recently|also|actually|finally|had to|have|has|got|been|was|were|is|are) )*"
_EN = (
    re.compile(
        rf"(?:i|we|they)(?:'ve| have| had)? ?{_EN_LATELY}{_EN_CHANGED} (?:my|our|the) (?P<what>[a-z][\w' -]{{1,40}}?)"
        rf"(?: over)?(?: from (?P<old>{_EN_TIME}))? to (?P<when>{_EN_TIME})(?: (?:now|instead|from now on|these days|going forward|for good))*",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<what>(?!(?:my|our|the|i|we|they|it|that|this|he|she|you|everything|nothing|what|who)\b)[a-z][\w'-]*(?: (?!(?:has|have|got|was|is|gets|now|just|been)\b)[a-z][\w'-]*)??)(?: (?:has|have|got|was|is|gets|now|just|been))* "
        rf"{_EN_CHANGED}(?: from (?P<old>{_EN_TIME}))? to (?P<when>{_EN_TIME})(?: (?:now|instead|from now on|these days|for good))*",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:my|our) (?P<what>[a-z][\w' -]{{1,40}}?)(?:'s)? {_EN_LATELY}{_EN_CHANGED}(?: from (?P<old>{_EN_TIME}))? to (?P<when>{_EN_TIME})"
        r"(?: (?:now|instead|from now on|these days|going forward|for good))*",
        re.IGNORECASE,
    ),
)
_ZH_WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天末](?:[和跟、及]?(?:周|星期|礼拜)?[一二三四五六日天末])*"
_ZH_PART = r"(?:早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|睡前|饭后|下班后|上班前|午休时?)"
_ZH_TIME = rf"(?:(?:每个?)?(?:{_ZH_WEEKDAY}|工作日)的?{_ZH_PART}?|每[天晚]{_ZH_PART}?|{_ZH_PART})"
_ZH_ACT = r"(?:打|练|上|做|跑|游|学|踢|弹|去|画|跳|爬|健|骑)"
_ZH_CHANGE = r"(?:改|换|挪|调)(?:到|成|在|为)"
_ZH = (
    re.compile(
        rf"(?:我们?)?(?:现在|最近|已经|以后)*(?:把|将)?(?P<what>[^,，。我你他她把将改换]{{1,10}}?)(?:的时间)?(?:现在|已经|都)*{_ZH_CHANGE}了?(?:在)?"
        rf"(?P<when>{_ZH_TIME})(?:去|来)?(?:{_ZH_ACT}.{{0,4}}?)?了?"
    ),
    re.compile(
        rf"(?:我们?)?(?:现在|最近|已经|以后)*(?:改|换|挪|调)(?:到|成|在|为)?了?(?P<when>{_ZH_TIME})(?:去|来)?(?P<what>{_ZH_ACT}[^,，。了]{{0,8}}?)了?"
    ),
)
_EN_IN_ROW = re.compile(rf"\b{_EN_TIME}\b", re.IGNORECASE)
_ZH_IN_ROW = re.compile(_ZH_TIME)
#: "I play tennis on Sundays now": what tells that it was otherwise.
_NOW = re.compile(r"\b(?:now|instead|these days|from now on|nowadays)\b|现在|如今|改", re.IGNORECASE)
#: Where somebody's doings stand, of which a time is told.
DOINGS = frozenset({"habit", "plays", "hobby", "learning"})
_LIGHT = frozenset({"class", "lesson", "session", "practic", "train", "play", "go", "do"}) | set(
    "课打练上做去学"
)


@dataclass(frozen=True, slots=True)
class Change:
    """What is done at another time than before, and that time as it is said."""

    what: str
    when: str


@dataclass(frozen=True, slots=True)
class Moved:
    """The row that told the former time, and what it says with the new one."""

    row: Told
    content: str
    value: str


def change(said: str) -> Change | None:
    """The change of a regular time that a clause tells; of a day this week it tells none."""
    text = said.strip().rstrip(" .!。！")
    found = next((one for form in (*_EN, *_ZH) if (one := form.fullmatch(text))), None)
    return Change(found["what"].strip(), found["when"].strip()) if found else None


def moved(told: Change, rows: Sequence[Told]) -> Moved | None:
    """The one row that tells when the thing is done, with the new time in the place of its own."""
    wanted = _words(told.what)
    fitting = [
        row
        for row in rows
        if row.own and row.positive and row.type != MemoryType.EVENT
        and (row.slot in DOINGS or row.slot.startswith("attribute."))
        and wanted and wanted <= _words(row.content)
        and has_chinese(told.when) == has_chinese(row.content)
        and _time(row.content) is not None
    ]  # fmt: skip
    return _retimed(fitting[0], told.when) if len(fitting) == 1 else None


def comes_again(said: str) -> bool:
    """Whether the new time is one that comes again by its own words: "Sundays", 每周日; 周日 may be this one."""
    told = change(said)
    if told is None or has_chinese(told.when):
        return told is not None and told.when.startswith("每")
    return re.match(r"\W*(?:i|we|they|my|our)\b", said, re.IGNORECASE) is not None


def says_now(quote: str) -> bool:
    """Whether the words tell that it was otherwise before."""
    return _NOW.search(quote) is not None


def retimed(candidate: Candidate, told: Change | None, rows: Sequence[Told]) -> Moved | None:
    """The row of these that has another time by the change, or by a statement that tells the same but for its time."""
    return moved(told, rows) if told else _again(candidate.content, rows)


def _again(said: str, rows: Sequence[Told]) -> Moved | None:
    mine = _time(said)
    bare = _words(_without_time(_NOW.sub("", said))) if mine else frozenset()
    for row in rows if mine and bare else ():
        known = row.own and row.positive and row.slot in DOINGS and row.type != MemoryType.EVENT
        if known and _time(row.content) and bare == _words(_without_time(_NOW.sub("", row.content))):
            return _retimed(row, mine[0].strip()) if mine else None
    return None


def _time(content: str) -> re.Match[str] | None:
    return (_ZH_IN_ROW if has_chinese(content) else _EN_IN_ROW).search(content)


def _without_time(content: str) -> str:
    found = _time(content)
    return content[: found.start()] + " " + content[found.end() :] if found else content


def _retimed(row: Told, when: str) -> Moved:
    """The row's words with the new time: 每周五 becomes 每周日, "every Friday" becomes "on Sundays"."""
    former = _time(row.content)
    if former is None:
        return Moved(row, row.content, row.value)
    new, old = when, former[0]
    if new.casefold() in old.casefold():
        return Moved(row, row.content, row.value)  # it has this time already
    if has_chinese(old):
        kept = re.match(r"每天", old)
        if re.fullmatch(_ZH_PART, new) and kept:
            new = f"每天{new}"
        elif old.startswith("每") and not new.startswith("每"):
            new = f"每{new}"
    elif re.match(rf"(?:{_DAY}|week)", new, re.IGNORECASE):
        new = f"on {new}"
    elif re.match(rf"{_PART}s", new, re.IGNORECASE):
        new = f"in the {new}"
    lead = " " if old.startswith(" ") else ""
    content = row.content.replace(old, f"{lead}{new.strip()}", 1)
    value = row.value.replace(old, f"{lead}{new.strip()}", 1)
    if value == row.value:  # the row's value is the thing alone: the time tells it from the former
        value = f"{row.value} {new.strip()}" if not has_chinese(row.value) else f"{new.strip()}{row.value}"
    return Moved(row, content, value.strip())


def _words(text: str) -> frozenset[str]:
    found = frozenset(token for token in tokens(text) if is_single_character(token) or not has_chinese(token))
    return found - _LIGHT or found
