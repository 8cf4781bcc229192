"""The days that a sentence names, as session state and summary read them both. Pure.

A date and the weekday beside it are one day, and what a past verb tells of lies behind.
"""

# ruff: noqa: E501

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from chat.clauses import HAN
from memories.capture import dates_en, dates_zh
from memories.capture.rules_en.words import verb_form
from memories.capture.types import ResolvedDate
from memories.kinds import DatePrecision
from memoryhub import patterns as re

Dated = tuple[int, int, ResolvedDate]


def find(text: str, *, said_at: datetime) -> list[Dated]:
    """The days of a text in its own language, as `find_en` and `find_zh` give them."""
    return (find_zh if HAN.search(text) else find_en)(text, said_at=said_at)


def find_en(text: str, *, said_at: datetime) -> list[Dated]:
    """The days of an English text as (start, end, date): each once, however it is named, in the tense it is told in."""
    return _found(text.replace("’", "'"), dates_en.find, _told_en, _SAME_EN, said_at)


def find_zh(text: str, *, said_at: datetime) -> list[Dated]:
    """The days of a Chinese text as (start, end, date): each once, however it is named, in the tense it is told in."""
    return _found(text, dates_zh.find, _told_zh, _SAME_ZH, said_at)


def _found(
    text: str,
    finder: Callable[..., list[Dated]],
    told: Callable[[str, int, int], bool],
    same: re.Pattern[str],
    said_at: datetime,
) -> list[Dated]:
    coming = finder(text, said_at=said_at)
    behind = {one[:2]: one[2] for one in finder(text, said_at=said_at, past=True)} if coming else {}
    days: list[Dated] = []
    for start, end, date in coming:
        if (before := behind.get((start, end))) and before != date and told(text, start, end):
            date = before
        if days and same.fullmatch(text[days[-1][1] : start]):
            first, _end, former = days[-1]
            if (one_day := _one_day((text[first:_end], former), (text[start:end], date))) is not None:
                days[-1] = (first, _closed(text, first, end), one_day)
                continue
        days.append((start, end, date))
    return days


def _closed(text: str, start: int, end: int) -> int:
    """The end with the bracket that was opened within."""
    inside = text[start:end]
    opened = inside.count("(") + inside.count("（") > inside.count(")") + inside.count("）")
    return end + 1 if opened and text[end : end + 1] in (")", "）") else end


#: Between two ways to say one day: "12月11日（周五）", "周五，也就是12月11日"; "13 March, a Saturday", "Friday (4 December)".
_SAME_ZH = re.compile(r"[\s，,（(、]*(?:也?就是|是)?")
_SAME_EN = re.compile(
    r"[\s,(–—-]*(?:(?:(?:which|that|it) (?:is|falls on)|that's|i\.e\.|a|on|on a|the|namely)\s+){0,2}", re.I
)
_WEEKDAY = re.compile(
    r"^(?:(?:on|the|a)\s+)*(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|^(?:周|星期|礼拜)[一二三四五六日天末]",
    re.I,
)
_OF_MONTH = re.compile(r"\d|月|[号日]$")


def _one_day(former: tuple[str, ResolvedDate], latter: tuple[str, ResolvedDate]) -> ResolvedDate | None:
    """A date and its weekday side by side as one day; None where they are two."""
    by_name = [
        _WEEKDAY.match(words) is not None and not _DATE.search(words) for words, _date in (former, latter)
    ]
    if by_name[0] == by_name[1]:
        return None
    (_words, named), (dated_words, dated) = (former, latter) if by_name[0] else (latter, former)
    if dated.precision != DatePrecision.DAY or not _OF_MONTH.search(dated_words):
        return None
    return replace(dated, at=dated.at or named.at)


#: A date beside the weekday in one phrase: "Saturday 13 March".
_DATE = re.compile(
    r"\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?[A-Za-z]{3}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\d[-/]\d|月",
    re.I,
)


# ------------------------------------------------------------------------------------------------------- tense

#: What is arranged on a past day lies ahead: "we booked it for Friday", "they moved it to Friday".
_ARRANGING = frozenset(
    [
        "book",
        "order",
        "reserve",
        "decide",
        "agree",
        "plan",
        "schedule",
        "reschedule",
        "move",
        "change",
        "postpone",
        "push",
        "shift",
        "set",
        "fix",
        "confirm",
        "invite",
        "promise",
        "choose",
        "settle",
        "pick",
        "switch",
        "sign",
        "arrange",
        "delay",
        "bring",
        "announce",
        "expect",
        "say",
        "tell",
        "ask",
        "think",
        "suggest",
        "mean",
        "want",
        "hope",
        "need",
        "prefer",
        "like",
        "wish",
        "guess",
        "figure",
        "forget",
        "remember",
        "close",
        "open",
        "suppose",
        "call",
        "name",
        "offer",
        "propose",
        "target",
    ]
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
#: Before a verb form these make it no past: "is closed on Friday", "to have finished by Friday".
_BE_NOW = re.compile(
    r"(?:\b(?:is|are|am|be|been|being|get|gets|getting|will|would|should|could|might|must|may|can|has|have|having|to|if|when)|'(?:s|re|m|ve|ll|d))(?:\s+\w+ly|\s+(?:not|all|just|already|still|also))*\s*$",
    re.I,
)
#: From the verb on, what leads to the day as an aim: "bought tickets for Friday", "asked her to come on Friday".
_AHEAD = re.compile(
    r"\b(?:to|for|until|till|by|before|will|shall|is|are|am|going|can|could|would|should|must|might|may|that|whether)\b|'(?:ll|s|re|m|d)\b",
    re.I,
)
_IF = re.compile(r"\b(?:if|unless|wish|suppose|imagine|as if|whether|would rather|it's time)\b", re.I)
_NO_VERB_WORDS = (
    "hundred red bed need indeed bleed speed feed seed shed sacred naked wicked hatred kindred united limited tired excited interested married "
    "bored gifted aged beloved used supposed left felt lost"
)
_NO_VERB = frozenset(_NO_VERB_WORDS.split())
_CLAUSE_EN = re.compile(r"[,;:.!?]|\b(?:and then|and|but|so|because|although|which|who)\b", re.I)


def _told_en(text: str, start: int, end: int) -> bool:
    """Whether the verb that the day belongs to is in the past."""
    breaks = list(_CLAUSE_EN.finditer(text))
    begin = max((match.end() for match in breaks if match.end() <= start), default=0)
    stop = min((match.start() for match in breaks if match.start() >= end), default=len(text))
    head = text[begin:start]
    if _IF.search(text[:start]):
        return False
    for match in reversed(list(_WORD.finditer(head))):
        if _is_past(head, match):
            aimed = re.match(r"(?:for|to|until|till|by|before)\b", text[start:end], re.I)
            return not aimed and not _AHEAD.search(head[match.end() :])
        if _AHEAD.fullmatch(match.group()) or match.group().lower() in ("will", "is", "are", "am"):
            return False
    if head.strip(" ") and re.search(
        r"[A-Za-z]{2}", re.sub(r"(?i)\b(?:last|this|on|the|early|late|only)\b", "", head)
    ):
        return False
    tail = text[end:stop]
    for match in _WORD.finditer(tail):
        if _is_past(tail, match):
            return not _AHEAD.search(tail[: match.start()])
        if _AHEAD.fullmatch(match.group()):
            return False
    return False


def _is_past(text: str, match: re.Match[str]) -> bool:
    word = match.group().lower().strip("'-")
    if word in ("was", "were", "did", "didn't", "wasn't", "weren't"):
        rest = text[match.end() :]
        return (
            re.match(r"\s+(?:\w+ly\s+)?(?:going to|planning|supposed|meant|hoping|thinking|due|to\b)", rest)
            is None
        )
    form = verb_form(word)
    base = form[0] if form else ""
    if form is None or form[1] != "past":
        if word in _NO_VERB or not re.fullmatch(r"[a-z]{2,}(?:ed)", word) or word.endswith(("eed",)):
            return False
        base = word[:-2] if word[:-1] not in _ARRANGING else word[:-1]
    if base in _ARRANGING or word.removesuffix("d") in _ARRANGING or _doubled(word) in _ARRANGING:
        return False
    return _BE_NOW.search(text[: match.start()]) is None


def _doubled(word: str) -> str:
    """The base of "planned": its last consonant once."""
    return word[:-3] if len(word) > 4 and word.endswith("ed") and word[-3] == word[-4] else word


_CLAUSE_ZH = re.compile(r"[，,。；;！!？?、：:]")
#: What happened: a verb with 了 or 过, or 刚; what is arranged, denied, possible or to come is not.
_DONE_ZH = re.compile(r"刚(?!好|刚好)|[\u4e00-\u9fff](?:过(?!年|节|生日|来|去|敏|期|程|生|夜|分)|了)")
_NOT_DONE_ZH = re.compile(
    r"要|会(?!儿)|将|就(?!是)|快|该|准备|打算|计划|可以|可能|能|得(?=去|交|走|回)|应该|想|不|没|别|算了|好了|行了|对了|再|才|还是|"
    r"约了?|预?订|定[了在到]?|排[了在到]|安排|买[了好到]|请了|改|换|挪|推|选|报了|答应|说好|商量好|决定|通知|提前|如果|要是|等|到时|之前|之后|以后|为止|截止|明天|下(?=个|周|星期|礼拜|月)"
)


def _told_zh(text: str, start: int, end: int) -> bool:
    """Whether the clause that the day stands in tells what has happened."""
    breaks = [match.start() for match in _CLAUSE_ZH.finditer(text)]
    begin = max((at + 1 for at in breaks if at < start), default=0)
    stop = min((at for at in breaks if at >= end), default=len(text))
    rest = text[end:stop]
    if not rest.strip() and stop < len(text):  # "周五，我们见了面"
        following = min((at for at in breaks if at > stop), default=len(text))
        rest = text[stop + 1 : following]
    words = text[begin:start] + rest
    return _DONE_ZH.search(rest) is not None and _NOT_DONE_ZH.search(words) is None
