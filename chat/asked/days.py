"""The day or hour that a question asks for, of what was said here and is kept: "When is it?". Both languages; pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from datetime import datetime

from chat.items import items
from chat.state.entries import ANCHOR, CHANCE, Entry
from memories.recall.tokens import is_single_character, tokens
from memoryhub import patterns as re

_ASKS = re.compile(
    r"\bwhen(?:['’]s|['’]re)?\b|\b(?:what|which) (?:time|day|date|weekday)s?\b|\b(?:the|our|its) (?:dates?|deadline|due date)\b|\bby when\b|\bhow late\b"
    r"|什么时[候间]|几点|哪[天日一]天?|几[号月]|周几|星期几|何时|啥时候?|截止|日期",
    re.IGNORECASE,
)
#: The clock and the calendar are asked, or what was in the person's life.
_NOT_ASKED = re.compile(
    r"\bsince when\b|\bhow long\b|\bwhen (?:did|was|were|have|had|do|am) (?:i|my)\b|\b(?:what|which) (?:time|day|date) (?:is it|do we have)(?: (?:now|today|please))?\W*$|\btoday['’]s date\b|\b(?:date|day) (?:is )?(?:it )?today\b|\bwhat['’]s the (?:time|day|date today)\b"
    r"|^\W*(?:请问|你知道|那)?(?:今天|现在|今日|此刻|明天|昨天)(?:是|都|到)?(?:几[号点月]|周几|星期几|礼拜几|什么时[候间]|哪[天日])|我(?!们)[^？?]*(?:的|了|过)\W*$",
    re.IGNORECASE,
)
#: The person's own life is asked about, and not what is in hand.
_OWN = re.compile(r"\b(?:i|my|mine)\b|我(?!们)", re.IGNORECASE)
#: What is said of the matter in hand without naming it.
_OF_IT = re.compile(
    r"^(?:so |then |and |ok(?:ay)?,? |actually,? )*(?:it(?:['’]s| is| will be|['’]ll be| starts| begins| takes place)\b|(?:the|our) (?:date|day|time) (?:is|will)|let['’]?s (?:move|shift|push|make|do|have) (?:it|the date|this)\b|we(?:['’]ve| have)? (?:moved|shifted|put) it)"
    r"|^(?:那|就|还是|我们|咱们)*(?:时间|日期|日子)?(?:就|先|暂)?(?:定|改|推迟|提前|挪|延)(?:在|到|成|为|于)|^(?:时间|日期|日子)(?:是|定|改)",
    re.IGNORECASE,
)
_ASKING_WORDS = re.compile(
    r"\b(?:when|what|which|time|day|date|dates|weekday|start|starts|begin|begins|take|takes|place|happen|happens|going|remind|tell|again|exactly|now|by|late|due|held)\b"
    r"|什么时[候间]|几点|哪[天日一]天?|几[号月]|周几|星期几|何时|啥时候?|是|日期|时间|定在|我们|咱们?|开始|举行|举办|办|在|的|请问|最后|到底|来着|现在",
    re.IGNORECASE,
)
#: A question of the whole, in whatever words: the trip's own days are its answer.
_OF_THE_WHOLE = re.compile(
    r"\b(?:do|are|will|shall|should) we (?:all )?(?:go|going|leave|leaving|fly|flying|travel\w*|depart\w*|set off|come back|coming back|return\w*|go away|be away|meet|meeting|do it|have it)\b"
    r"|\b(?:is|are|will|was)(?: it| that| this| they|['’]s it)\b|\bwhen['’]s (?:it|that|this)\b"
    r"|(?:我们|咱们?)?(?:什么时候|哪天|几号|何时)(?:去|走|出发|动身|回来?|举行|举办|办|开始|见面)|(?:出发|动身|返程|回来|举办|举行)(?:是|的)?(?:时间|日期|什么时候|哪天|几号)",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m\.|p\.m\.)|\b\d{1,2}:\d\d\b|\bo['’]clock\b|\bnoon\b|\bmidnight\b|(?:\d{1,2}|[一二两三四五六七八九十]{1,3})点",
    re.I,
)
_HOUR = re.compile(r"\b(?:what|which) (?:time|hour)\b|几点", re.IGNORECASE)
_ISO = re.compile(r"\(\d{4}-\d\d-\d\d")
_RESOLVED = re.compile(r"\s*\(\d{4}[^)]*\)$")
_OF_DEADLINES = re.compile(r"deadline|due|by when|截止|最晚|期限|之前", re.IGNORECASE)


def asked(question: str) -> bool:
    """Whether a question asks for a day or an hour."""
    return _ASKS.search(question) is not None and not _NOT_ASKED.search(question)


def of_life(question: str) -> bool:
    """Whether a question of a day is no question of the matter in hand: of the clock, or of the person's own life."""
    return _NOT_ASKED.search(question) is not None or _OWN.search(question) is not None


def of_the_whole(question: str) -> bool:
    """Whether it asks for the day of the matter in hand, and of no part of it."""
    return asked(question) and (_OF_THE_WHOLE.search(question) is not None or not topic(question))


def without_asking(question: str) -> str:
    """The question without the words that ask for a day and tell of none."""
    return str(_ASKING_WORDS.sub(" ", question))


def is_told_in(entry: Entry, sentence: str) -> bool:
    """Whether a sentence has the day of an entry."""
    return _bare(entry.value) in sentence


def topic(question: str) -> frozenset[str]:
    """The words of a question that name the thing whose day is asked for."""
    return frozenset(token for token in tokens(without_asking(question)) if not is_single_character(token))


#: "The second meeting", 下一次: another than the one that is known.
_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|next|last|other)\b|第[一二三四五六七八九十\d]+|[下上]一?[次回场]",
    re.IGNORECASE,
)
#: Words for whatever is planned: where the talk has another name for it, they mean it.
_ANY_EVENT = frozenset(
    tokens(
        "party event trip holiday celebration meeting gathering ceremony do thing 派对 聚会 活动 旅行 典礼 宴会"
    )
)


def is_another(question: str, text: str) -> bool:
    """Whether a question asks for the second one, where a text tells of the first."""
    asked_for, there = _ORDINAL.findall(question.lower()), _ORDINAL.findall(text.lower())
    return bool(asked_for) and not set(asked_for) & set(there)


def is_unknown(question: str, told: Sequence[str]) -> bool:
    """Whether a question asks for the day of something that was never spoken of."""
    spoken_of = {token for each in told for token in tokens(each)}
    return bool(topic(question) - spoken_of - _ANY_EVENT)


def find(
    question: str, *, entries: Sequence[Entry], told: Sequence[str], now: datetime
) -> tuple[tuple[str, ...], tuple[Entry, ...]]:
    """The latest sentence that tells it, and the entries that do; neither where it is not known.

    Of a part: what is kept of it by its name, or stands in what was said of it. Of the whole: what the talk is about.
    """
    texts = {
        id(one): f"{one.of} {one.value} " + " ".join(each for each in told if _bare(one.value) in each)
        for one in entries
    }
    dated = [
        one for one in entries if one.key in ("when", "deadline") and not is_another(question, texts[id(one)])
    ]
    told = [each for each in told if not is_another(question, each)]
    if _BACK.search(question) and (back := _of_the_way_back(dated, told)):
        return (), back
    words = topic(question)
    if _HOUR.search(question) and (timed := _with_hour(dated, words)):
        dated, told = timed, [each for each in told if _CLOCK.search(each)]
    words -= _ANY_EVENT - {token for each in told for token in tokens(each)}
    near = _near(words, [each for each in told if is_dated(each)]) if words else []
    if words:
        if of_part := [one for one in dated if words & set(tokens(one.of))]:
            telling = [each for each in near[-1:] if any(_bare(one.value) in each for one in of_part)]
            return tuple(telling), tuple(of_part)
        said_of = _said_of(near[-1], dated) if near else []
        if said_of:
            telling = [each for each in near[-1:] if any(_bare(one.value) in each for one in said_of)]
            return tuple(telling), tuple(said_of)
    matter = frozenset(token for each in told[:2] for token in tokens(each) if not is_single_character(token))
    if _OF_THE_WHOLE.search(question) or not (near or words - matter):
        of_it = [each for each in told if is_dated(each) and _OF_IT.search(each)][-1:]
        if kept := _whole(question, dated, now, of_it=of_it, matter=matter):
            return (), kept
        if not words:
            due = _OF_DEADLINES.search(question) is not None
            last = [each for each in told if is_dated(each) and (_OF_DEADLINES.search(each) or not due)][-1:]
            return tuple(last if due else of_it or last), ()
    return tuple(near[-1:]), ()


#: "When do we come back?" asks for the end alone.
_BACK = re.compile(r"\b(?:back|return(?:ing)?|home)\b", re.IGNORECASE)
_PART = re.compile(r"[,;]\s|\band\b|\bbut\b")


def _of_the_way_back(dated: Sequence[Entry], told: Sequence[str]) -> tuple[Entry, ...]:
    """The days of which it was said that somebody is back then: the words stand before them in their part."""
    found: list[Entry] = []
    for one in dated:
        value = _bare(one.value)
        heads = [_PART.split(each[: each.index(value)])[-1] for each in told if value in each]
        if heads and _BACK.search(heads[-1]):
            found.append(one)
    return tuple(found)


def _said_of(sentence: str, dated: Sequence[Entry]) -> list[Entry]:
    """The entries whose day a sentence tells, or of whose thing it speaks where that day was moved since."""
    found = [one for one in dated if _bare(one.value) in sentence]
    if not found:
        there = set(tokens(sentence))
        return [one for one in dated if one.of and set(tokens(one.of)) <= there]
    if len([item for item in items(sentence) if item.kind == "date"]) > len(found):
        moved = [one for one in dated if one.weight == ANCHOR and one.unit == "moved" and not one.of]
        found += [one for one in moved if one not in found]
    return found


def _with_hour(dated: Sequence[Entry], words: frozenset[str]) -> list[Entry]:
    """Those with an hour, of what is asked for or of nothing by name."""
    timed = [one for one in dated if _CLOCK.search(one.value)]
    return [one for one in timed if not one.of or words & set(tokens(one.of))]


def is_dated(text: str) -> bool:
    """Whether a sentence tells a day or an hour."""
    return _CLOCK.search(text) is not None or any(item.kind == "date" for item in items(text))


def _near(words: frozenset[str], told: Sequence[str]) -> list[str]:
    """The sentences that share most with the question, and more than half of its words."""
    shares = [len(words & set(tokens(each))) / len(words) for each in told]
    best = max(shares, default=0.0)
    return [each for each, share in zip(told, shares, strict=True) if share == best and share > 0.5]


def _whole(
    question: str, dated: Sequence[Entry], now: datetime, *, of_it: Sequence[str], matter: frozenset[str]
) -> tuple[Entry, ...]:
    """The days of the matter in hand that are still to come: its weightiest, those that were said of it, or the latest."""
    key = "deadline" if _OF_DEADLINES.search(question) else "when"
    today = f"({now:%Y-%m-%d}"
    mine = [one for one in dated if one.key == key and one.weight > CHANCE]
    days = [one for one in mine if (day := _ISO.search(one.value)) and day.group() >= today] or mine
    if anchors := [one for one in days if one.weight == ANCHOR or one.by_hand]:
        return tuple(anchors)
    if said := [one for one in days if any(_bare(one.value) in each for each in of_it)]:
        return tuple(said)
    if named := [one for one in days if matter & set(tokens(one.of))]:
        return tuple(named)
    latest = max(
        (one for one in days if not one.of), key=lambda one: (one.weight, one.sequence), default=None
    )
    return () if latest is None else (latest,)


def _bare(value: str) -> str:
    return _RESOLVED.sub("", value)
