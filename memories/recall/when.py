"""The stretches of time that a question names, in both languages: "in March", "two weeks ago", 「去年十月」. Pure.

A day or month without a year is the last one, or the one that comes within a month. What is of now ("today") names no
stretch: it says when the question is asked.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from memoryhub import patterns as re

Span = tuple[datetime, datetime]  # from, and up to but without

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
#: "Two weeks ago" is a week around that day.
_ABOUT_A_WEEK = timedelta(days=3)
#: A day or month without a year may come within this time.
_COMING = timedelta(days=31)

_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTHS = {name[:size]: at for at, name in enumerate(_MONTH_NAMES, 1) for size in (3, len(name))} | {
    "sept": 9
}
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_ZH_WEEKDAYS = {name: at for at, name in enumerate("一二三四五六日")} | {"天": 6}
_EN_NUMBERS = {
    name: at
    for at, name in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=1
    )
}
_EN_NUMBERS |= {"a": 1, "an": 1, "couple of": 2, "a couple of": 2, "few": 3, "a few": 3, "several": 4}
_SEASONS = {
    "spring": 3,
    "summer": 6,
    "autumn": 9,
    "fall": 9,
    "winter": 12,
    "春": 3,
    "夏": 6,
    "秋": 9,
    "冬": 12,
}
_YEARS_BACK = {"this": 0, "last year": 1, "the year before last": 2, "今年": 0, "去年": 1, "前年": 2}
_ZH_DIGITS = {name: at for at, name in enumerate("零一二三四五六七八九")} | {"两": 2, "几": 3}

_M = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_N = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_EN_COUNT = r"(?P<count>\d{1,3}|" + "|".join(sorted(_EN_NUMBERS, key=len, reverse=True)) + ")"
_ZH_COUNT = r"(?P<count>\d{1,3}|[一二两三四五六七八九十几]{1,3})"
_TH = r"(?:st|nd|rd|th)?"


def spans(text: str, *, at: datetime) -> list[Span]:
    """The stretches that the text names, as seen at that moment and in its zone; no two from the same words."""
    return [span for _words, span in _found(text, at=at)]


def without_times(text: str, *, at: datetime) -> str:
    """The text with spaces in the place of the words that name a stretch."""
    for (start, end), _span in _found(text, at=at):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _found(text: str, *, at: datetime) -> list[tuple[tuple[int, int], Span]]:
    plain = text.lower()
    found: list[tuple[tuple[int, int], Span]] = []
    taken: list[tuple[int, int]] = []
    for pattern, read in _PATTERNS:
        for match in pattern.finditer(plain):
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            try:
                span = read(match, at)
            except ValueError:  # the thirtieth of February, or a thirteenth month
                continue
            taken.append(match.span())
            found.append((match.span(), span))
    return found


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _number(words: str) -> int:
    if words.isdigit():
        return int(words)
    if words in _EN_NUMBERS:
        return _EN_NUMBERS[words]
    tens, ten, ones = words.rpartition("十")
    if ten:
        return (_ZH_DIGITS.get(tens, 0) if tens else 1) * 10 + _ZH_DIGITS.get(ones, 0)
    return _ZH_DIGITS.get(words, 0)


def _date(at: datetime, *, year: str | None, month: int, day: int) -> datetime:
    if year:
        return _midnight(at).replace(year=int(year), month=month, day=day)
    for one in (at.year + 1, at.year):
        try:
            date = _midnight(at).replace(year=one, month=month, day=day)
        except ValueError:
            continue
        if date <= at + _COMING:
            return date
    return _midnight(at).replace(year=at.year - 1, month=month, day=day)


def _month_from(first: datetime) -> Span:
    following = (first + 31 * _DAY).replace(day=1)
    return first, following


def _months_back(at: datetime, count: int) -> Span:
    months = at.year * 12 + at.month - 1 - count
    return _month_from(_midnight(at).replace(year=months // 12, month=months % 12 + 1, day=1))


def _chinese(match: re.Match[str], at: datetime) -> Span:
    month = _number(match["month"])
    if not match["day"]:
        first, end = _month_from(_date(at, year=match["year"], month=month, day=1))
        part = match["part"] or ""
        if part in ("上旬", "初"):
            return first, first + 10 * _DAY
        if part == "中旬":
            return first + 10 * _DAY, first + 20 * _DAY
        return (first + 20 * _DAY, end) if part else (first, end)
    first = _date(at, year=match["year"], month=month, day=_number(match["day"]))
    last = first
    if match["last_day"]:
        last_month = _number(match["last_month"]) if match["last_month"] else month
        last = first.replace(month=last_month, day=_number(match["last_day"]))
    return first, max(first, last) + _DAY


def _iso(match: re.Match[str], at: datetime) -> Span:
    first = _date(at, year=match["year"], month=int(match["month"]), day=int(match["day"] or 1))
    return (first, first + _DAY) if match["day"] else _month_from(first)


def _english_day(match: re.Match[str], at: datetime) -> Span:
    named = match.groupdict()
    first = _date(at, year=named["year"], month=_MONTHS[named["month"]], day=int(named["day"]))
    last = first
    if named.get("last_day"):
        other = named.get("last_month")
        last = first.replace(month=_MONTHS[other] if other else first.month, day=int(named["last_day"]))
    return first, max(first, last) + _DAY


def _english_month(match: re.Match[str], at: datetime) -> Span:
    return _month_from(_date(at, year=match["year"], month=_MONTHS[match["month"]], day=1))


def _days_ago(count: int, at: datetime) -> Span:
    day = _midnight(at) - count * _DAY
    return day, day + _DAY


def _weeks_ago(count: int, at: datetime) -> Span:
    day = _midnight(at) - count * _WEEK
    return day - _ABOUT_A_WEEK, day + _ABOUT_A_WEEK + _DAY


def _last_few(match: re.Match[str], at: datetime) -> Span:
    unit = match["unit"]
    days = 1 if unit in ("day", "天") else 7 if unit in ("week", "周", "星期") else 30
    return _midnight(at) - (_number(match["count"]) if match["count"] else 1) * days * _DAY, _midnight(
        at
    ) + _DAY


def _last_weekday(match: re.Match[str], at: datetime) -> Span:
    back = (at.weekday() - _WEEKDAYS.index(match["weekday"]) - 1) % 7 + 1
    day = _midnight(at) - back * _DAY
    return day, day + _DAY


def _weekday_of_last_week(match: re.Match[str], at: datetime) -> Span:
    day = _monday(at) - _WEEK + _ZH_WEEKDAYS[match["weekday"]] * _DAY
    return day, day + _DAY


def _monday(at: datetime) -> datetime:
    return _midnight(at) - at.weekday() * _DAY


def _season(first_month: int, year: int, at: datetime) -> Span:
    """A season of a year: spring is March to May, winter December to February of the next year."""
    first = _midnight(at).replace(year=year, month=first_month, day=1)
    return first, (first + 3 * _COMING).replace(day=1)


def _season_of(match: re.Match[str], at: datetime) -> Span:
    named = match.groupdict()
    first_month = _SEASONS[named["season"]]
    year = named.get("year") or named.get("year_zh") or ""
    if year.isdigit():
        return _season(first_month, int(year), at)
    if year in _YEARS_BACK:
        return _season(first_month, at.year - _YEARS_BACK[year], at)
    # The last one that is over.
    ended = [_season(first_month, at.year - back, at) for back in range(3)]
    return next(span for span in ended if span[1] <= at)


_Read = Callable[[re.Match[str], datetime], Span]


def _of_now(read: Callable[[datetime], Span]) -> _Read:
    return lambda _, at: read(at)


def _last_year(at: datetime) -> Span:
    first = _midnight(at).replace(month=1, day=1)
    return first.replace(year=first.year - 1), first


def _rules() -> Iterator[tuple[str, _Read]]:
    yield (
        rf"(?:(?P<year>\d{{4}})年)?(?P<month>{_N})月(?:份)?(?:(?P<day>{_N})[日号]?(?![个年月周天小时分])|(?P<part>[上中下]旬|[初底末]))?"
        rf"(?:\s*(?:至|到|-|—|~|和|、)\s*(?:(?P<last_month>{_N})月)?(?P<last_day>{_N})[日号])?",
        _chinese,
    )
    yield r"(?<!\d)(?P<year>(?:19|20)\d\d)[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?(?!\d)", _iso
    yield (
        rf"\b{_M}(?: of)?,? (?P<day>\d{{1,2}}){_TH}(?:\s*(?:-|–|to|and|through)\s*"
        rf"(?:{_M.replace('month', 'last_month')} )?(?P<last_day>\d{{1,2}}){_TH})?(?:,? (?P<year>\d{{4}}))?\b(?!:)",
        _english_day,
    )
    yield rf"\b(?P<day>\d{{1,2}}){_TH}(?: of)? {_M}(?:,? (?P<year>\d{{4}}))?\b", _english_day
    yield rf"\b{_M},? (?P<year>\d{{4}})\b", _english_month
    yield (
        rf"\b(?:in|during|of|by|since|from|throughout|for|early|late|mid|last|this|between|and|until)[ -]"
        rf"(?:early |late |mid[- ]|the month of )?{_M}(?:,? (?:of )?(?P<year>\d{{4}}))?\b(?! \d{{1,2}}\b)",
        _english_month,
    )
    season = r"(?P<season>spring|summer|autumn|fall|winter)"
    yield rf"\b{season},? (?:of )?(?P<year>(?:19|20)\d\d|last year|the year before last)\b", _season_of
    yield rf"\b(?P<year>last year)'s {season}\b", _season_of
    yield rf"\b(?P<year>this) {season}\b", _season_of
    yield rf"\b(?:last|past|previous) {season}\b", _season_of
    yield (
        r"(?:(?P<year>去年|前年|今年)|(?P<year_zh>(?:19|20)\d\d)年|上个?|上一个)的?(?P<season>[春夏秋冬])[天季]",
        _season_of,
    )
    yield r"\b(?:in|during|of|since) (?P<year>(?:19|20)\d\d)\b|(?<!\d)(?P<year_zh>(?:19|20)\d\d)年", _any_year
    yield (
        rf"\b{_EN_COUNT} days? ago\b|{_ZH_COUNT.replace('count', 'count_zh')}天(?:以)?前",
        _count_of(_days_ago),
    )
    yield (
        rf"\b{_EN_COUNT} weeks? ago\b|{_ZH_COUNT.replace('count', 'count_zh')}个?(?:周|星期|礼拜)(?:以)?前",
        _count_of(_weeks_ago),
    )
    yield (
        rf"\b{_EN_COUNT} months? ago\b|{_ZH_COUNT.replace('count', 'count_zh')}个月(?:以)?前",
        _count_of(lambda count, at: _months_back(at, count)),
    )
    yield rf"\b(?:last|past|previous) (?:{_EN_COUNT} )?(?P<unit>day|week|month)s\b", _last_few
    yield rf"(?:最近|过去|近)(?:的)?{_ZH_COUNT}个?(?P<unit>天|周|星期|月)", _last_few
    yield r"\bpast (?P<count>)(?P<unit>week|month)\b", _last_few
    yield (
        r"\byesterday\b|昨天|昨晚|昨日",
        _of_now(lambda at: (_midnight(at) - _DAY, _midnight(at))),
    )
    yield (
        r"前天|\bthe day before yesterday\b",
        _of_now(lambda at: (_midnight(at) - 2 * _DAY, _midnight(at) - _DAY)),
    )
    yield r"上个?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])", _weekday_of_last_week
    yield rf"\b(?:last|this past) (?P<weekday>{'|'.join(_WEEKDAYS)})\b", _last_weekday
    yield (
        r"\b(?:last|past) weekend\b|上个?周末",
        _of_now(lambda at: (_monday(at) - 2 * _DAY, _monday(at))),
    )
    yield (
        r"\b(?:last|previous) week\b|上个?(?:周|星期|礼拜)",
        _of_now(lambda at: (_monday(at) - _WEEK, _monday(at))),
    )
    yield r"\bthis week\b|[这本]个?(?:周|星期)", _of_now(lambda at: (_monday(at), _monday(at) + _WEEK))
    yield r"\b(?:last|previous) month\b|上个?月", _of_now(lambda at: _months_back(at, 1))
    yield r"\bthis month\b|[这本]个?月", _of_now(lambda at: _months_back(at, 0))
    yield r"\b(?:last|past|previous) year\b|去年", _of_now(_last_year)


def _count_of(read: Callable[[int, datetime], Span]) -> _Read:
    return lambda match, at: read(_number(match["count"] or match["count_zh"]), at)


def _any_year(match: re.Match[str], at: datetime) -> Span:
    first = _midnight(at).replace(year=int(match["year"] or match["year_zh"]), month=1, day=1)
    return first, first.replace(year=first.year + 1)


_PATTERNS = tuple((re.compile(pattern), read) for pattern, read in _rules())
