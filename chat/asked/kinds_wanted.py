"""What kind of thing a question wants to hear: a figure, an hour, a day, the same number. What lacks it is no answer. Pure."""

# ruff: noqa: E501

from collections.abc import Callable, Collection, Sequence

from chat.items import items
from memories.recall.tokens import has_chinese, tokens
from memoryhub import patterns as re

_HOW_MANY = re.compile(
    r"\bhow (?:many|much)\b|多少(?!人说)|几(?=[个张间份台只条件本晚天桌位次趟步年瓶棵杯块元支门层页组辆盒斤])",
    re.IGNORECASE,
)
_HOW_LONG = re.compile(
    r"\bhow long\b|多久|多长时间|几个?(?:小时|分钟|星期|礼拜|月|年)|几[天周]", re.IGNORECASE
)
_HOUR = re.compile(r"\b(?:what time|which hour|what hour)\b|几点", re.IGNORECASE)
_DAY = re.compile(
    r"\bwhen\b(?!ever)|\b(?:what|which) (?:day|date|weekday|evening|morning|night)s?\b|什么时[候间]|哪[一两]?[天日]|几[号月]|周几|星期几|何时",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozens?|half|couple|one|an?(?= (?:hour|week|month|year|day|minute|pound|euro|dollar)))\b|free\b|nothing"
    r"|[二三四五六七八九十百千万两半]|一(?=[个张间份台只条件本晚天桌位次趟步年瓶棵杯块元月周])|免费|不要钱",
    re.IGNORECASE,
)
_SPAN = re.compile(
    rf"(?:{_FIGURE.pattern})[\w\s-]{{0,12}}?(?:minute|hour|day|night|week|fortnight|month|year|decade)s?\b|[\d一二三四五六七八九十百两几半]个?(?:半)?(?:分钟|小时|钟头|天|晚|周|星期|礼拜|月|年)",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:until|till|all (?:day|week|month|year)|whole|for ever)\b|到[^，。]{1,8}(?:为止|结束)|整[天周月年晚]",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    r"\b\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m|p\.m)|\d{1,2}[:：]\d\d|o['’]clock|\bnoon\b|\bmidnight\b|\b(?:at|from|by|around|about|until|till|to|past|is|now) (?:half |quarter )?(?:past |to )?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|[\d一二三四五六七八九十两]点|中午|半夜",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|tonight|yesterday|(?:next|last|this|every|each|in (?:a|\w+)) (?:\w+ )?(?:day|week|month|year|weekend|spring|summer|autumn|fall|winter|night|evening|morning)s?|after|before|once|until|as soon as|weekends?|mornings?|afternoons?|evenings?|nights?|ago|since|easter|christmas|spring|summer|autumn|winter|noon|always|daily|weekly|monthly|now)\b|\d"
    r"|[周星礼][期拜]?[一二三四五六日天末\d]|[月号日年]|今[天晚]|明[天晚年]|后天|昨天|前天|[上下]个?[周月]|年底|年初|月底|之?[前后]|以[前后]|[早晚]上|下午|中午|春|夏|秋|冬|节|点",
    re.IGNORECASE,
)


def _has_figure(text: str) -> bool:
    return _FIGURE.search(text) is not None


def _has_span(text: str) -> bool:
    return _SPAN.search(text) is not None or _LASTS.search(text) is not None


def _has_clock(text: str) -> bool:
    return _CLOCK.search(text) is not None


def _has_time(text: str) -> bool:
    return _TIME.search(text) is not None or any(item.kind == "date" for item in items(text))


_KINDS: tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...] = (
    (_HOW_LONG, _has_span),
    (_HOW_MANY, _has_figure),
    (_HOUR, _has_time),
    (_DAY, _has_time),
)


#: Words of such a question that name no thing.
_LOOSE = frozenset(
    tokens(
        "how long much many last take spend pay cost charge need get come go use run count expect total altogether month week year "
        "day each every per about guest people person start begin end leave arrive open close"
    )
)


def is_unknown(about: Collection[str], told: Sequence[str]) -> bool:
    """Whether none of the English words that name the thing of a question was ever said."""
    things = _things(about)
    return bool(things) and not any(things & set(tokens(each)) for each in told)


def _things(about: Collection[str]) -> set[str]:
    return {each for each in about if not has_chinese(each)} - _LOOSE


def having(question: str, words: Sequence[str], *, about: Collection[str]) -> list[str]:
    """The sentences that have what the question wants to hear; those with an hour before others where that is asked.

    ``about`` are the words of the question that tell what it is about: where an amount is asked for, it is of them.
    """
    found = of_kind(question, [each for each in words if has_number_of(question, each)])
    things = _things(about) if _HOW_LONG.search(question) or _HOW_MANY.search(question) else set()
    return [each for each in found if things & set(tokens(each))] if things else found


def of_kind(question: str, words: Sequence[str]) -> list[str]:
    """The same, whatever number they have."""
    found = list(words)
    for asks, has in _KINDS:
        if asks.search(question):
            found = [each for each in found if has(each)]
            break
    if _HOUR.search(question) and (timed := [each for each in found if _has_clock(each)]):
        return timed
    return found


# ------------------------------------------------------------------------------------------------ the same number

_DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
#: A number that tells which of many is meant: 第300天, "day 300", "room 12".
_WHICH_ONE = re.compile(
    r"第\s?(?P<zh>\d+|[一二三四五六七八九十百两零]+)|\b(?:day|week|month|year|lap|round|night|room|chapter|lesson|stage|page|step|number|no\.?|flat|level|unit|part|episode|season|volume|platform|gate|table|seat|group|team|track|line|item|class)s? #?(?P<en>\d+)\b|\b(?P<th>\d+)(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
_ZH_DIGITS = {each: at for at, each in enumerate("零一二三四五六七八九")} | {"两": 2}


def has_number_of(question: str, text: str) -> bool:
    """Whether a text has the number with which a question tells which one it means; so has each where it names none."""
    there = marks(text) | {int(each) for each in _DIGITS.findall(text) if each.isdigit()}
    return marks(question) <= there


def marks(text: str) -> set[int]:
    found = (match["zh"] or match["en"] or match["th"] for match in _WHICH_ONE.finditer(text))
    return {int(each) if each.isdigit() else _value(each) for each in found}


def _value(numeral: str) -> int:
    """The number of a Chinese numeral below a thousand."""
    total, digit = 0, 0
    for each in numeral:
        if each in "十百":
            total += (digit or 1) * (10 if each == "十" else 100)
            digit = 0
        else:
            digit = _ZH_DIGITS.get(each, 0)
    return total + digit
