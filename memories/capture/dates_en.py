"""Dates and times in English text, resolved in the zone of the moment they were said. No dependence on the clock."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from memories.capture import holidays_en
from memories.capture.types import ResolvedDate
from memories.kinds import DatePrecision
from memoryhub import patterns as re

Found = tuple[int, int, ResolvedDate]

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"),
            ("july", "jul"), ("august", "aug"), ("september", "sept", "sep"), ("october", "oct"), ("november", "nov"),
            ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}  # fmt: skip
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        (
            ("monday", "mon"), ("tuesday", "tues", "tue"), ("wednesday", "wed"), ("thursday", "thurs", "thur", "thu"),
            ("friday", "fri"), ("saturday", "sat"), ("sunday", "sun"),
        )
    )
    for name in names
}  # fmt: skip
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30,
}  # fmt: skip
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_WEEKDAY = "(?:" + "|".join(sorted(_WEEKDAYS, key=len, reverse=True)) + ")"
_FULL_WEEKDAY = "(?:" + "|".join(name for name in _WEEKDAYS if name.endswith("day")) + ")"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_ORDINAL = r"(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)"
_YEAR = r"(?:19|20)\d\d"
_COUNT = r"(?:\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"
_TIME = (
    r"(?:\s*,?\s*(?:at|from|around|about|by)?\s*(?P<time>\d{1,2}(?::\d\d|\.\d\d(?=\s*[ap]))?\s*(?:a\.?m\b\.?|p\.?m\b\.?|o'?clock)"
    r"|(?<=at\s)\d{1,2}(?::\d\d)?(?!\d|\s*(?:%|st|nd|rd|th|people|of))|\d{1,2}:\d\d|(?<=at\s)(?:noon|midday|midnight)))?"
)
_PART = r"(?:\s+(?:morning|afternoon|evening|night|noon|lunchtime))?"


def _rule(pattern: str, build: Callable[[re.Match[str], date, bool | None], ResolvedDate | None]):  # type: ignore[no-untyped-def]
    return re.compile(rf"\b(?:{pattern}){_TIME}", re.IGNORECASE), build


def _day(day: date | None) -> ResolvedDate | None:
    return ResolvedDate(day) if day else None


def _safe(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _shift_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def _month_day(month: int, day: int, today: date, past: bool | None) -> date | None:
    """The next such day from today on; the last one up to today when the statement is about the past."""
    for year in (today.year - 1, today.year) if past else (today.year, today.year + 1):
        found = _safe(year, month, day)
        if found and not past and found >= today:
            return found
        if found and past and found <= today and not ((_safe(year + 1, month, day) or date.max) <= today):
            return found
    return _safe(today.year + (0 if past else 1), month, day)


def _number(text: str) -> int:
    return _NUMBERS.get(text.lower(), 0) or int(text)


def _relative_day(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate:
    word = re.sub(r"\s+", " ", match["rel"].lower())
    if "after tomorrow" in word:
        days = 2
    elif "before yesterday" in word:
        days = -2
    elif "tomorrow" in word:
        days = 1
    elif "yesterday" in word or word == "last night":
        days = -1
    else:
        days = 0
    return ResolvedDate(today + timedelta(days=days))


def _weekday(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate:
    target, which = _WEEKDAYS[match["wd"].lower()], re.sub(r"\s+", " ", (match["which"] or "").lower())
    monday = today - timedelta(days=today.weekday())
    if which == "next":
        return ResolvedDate(monday + timedelta(days=7 + target))
    if which == "this":
        return ResolvedDate(monday + timedelta(days=target))
    if which in ("last", "this past", "past") or (past and which in ("", "on")):
        return ResolvedDate(today - timedelta(days=(today.weekday() - target - 1) % 7 + 1))
    return ResolvedDate(today + timedelta(days=(target - today.weekday() - 1) % 7 + 1))


def _period(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate:
    step = {"next": 1, "this coming": 1, "coming": 1, "last": -1, "past": -1, "this past": -1, "this": 0}[
        re.sub(r"\s+", " ", match["step"].lower())
    ]
    unit = match["unit"].lower()
    if unit == "year":
        return ResolvedDate(date(today.year + step, 1, 1), DatePrecision.YEAR)
    if unit == "month":
        return ResolvedDate(_shift_months(today, step), DatePrecision.MONTH)
    monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
    if unit == "weekend":
        saturday = monday + timedelta(days=5)
        return ResolvedDate(
            saturday - timedelta(days=7) if past and step == 0 and saturday > today else saturday
        )
    return ResolvedDate(monday, DatePrecision.MONTH)


def _distance(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate:
    back = bool(match["ago"])
    count, unit = _number(match["n1"] or match["n2"]), (match["u1"] or match["u2"]).lower()
    sign = -1 if back else 1
    if unit.startswith("day"):
        return ResolvedDate(today + timedelta(days=sign * count))
    if unit.startswith("week"):
        return ResolvedDate(today + timedelta(weeks=sign * count))
    if unit.startswith("month"):
        return ResolvedDate(_shift_months(today, sign * count), DatePrecision.MONTH)
    return ResolvedDate(date(max(1, today.year + sign * count), 1, 1), DatePrecision.YEAR)


def _from(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate:
    """A week from Thursday, Thursday week, two days from now: counted from the coming day that is named."""
    if match["wd"] or match["wd2"]:
        target = _WEEKDAYS[(match["wd"] or match["wd2"]).lower()]
        start = today + timedelta(days=(target - today.weekday() - 1) % 7 + 1)
    else:
        start = today + timedelta(days=1 if match["day"].lower() == "tomorrow" else 0)
    count, unit = (_number(match["n"]), match["u"].lower()) if match["n"] else (1, "week")
    if unit.startswith("month"):
        return ResolvedDate(_shift_months(start, count), DatePrecision.MONTH)
    return ResolvedDate(start + timedelta(days=count * (7 if unit.startswith("week") else 1)))


def _calendar(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    month = _MONTHS[(match["m1"] or match["m2"]).lower().rstrip(".")]
    day = int(re.sub(r"\D", "", match["d1"] or match["d2"]))
    year = match["y1"] or match["y2"]
    return _day(_safe(int(year), month, day) if year else _month_day(month, day, today, past))


def _month_only(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    month, which = _MONTHS[match["month"].lower().rstrip(".")], (match["which"] or "").lower().strip()
    if match["year"]:
        return ResolvedDate(date(int(match["year"]), month, 1), DatePrecision.MONTH)
    if which == "last" or past:
        year = (
            today.year
            if month < today.month or (past and which != "last" and month == today.month)
            else today.year - 1
        )
    elif which == "next":
        year = today.year + 1 if month <= today.month else today.year
    else:
        year = today.year if month >= today.month else today.year + 1
    return ResolvedDate(date(year, month, 1), DatePrecision.MONTH)


def _month_then_day(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    step = {"next": 1, "last": -1, "this": 0}[(match["s1"] or match["s2"]).lower()]
    first = _shift_months(today, step)
    return _day(_safe(first.year, first.month, int(re.sub(r"\D", "", match["o1"] or match["o2"]))))


def _ordinal(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    day = int(re.sub(r"\D", "", match["ord"]))
    for step in (0, -1, -2) if past else (0, 1, 2):
        first = _shift_months(today, step)
        found = _safe(first.year, first.month, day)
        if found and (found <= today if past else found >= today):
            return ResolvedDate(found)
    return None


def _iso(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    return _day(_safe(int(match["iy"]), int(match["im"]), int(match["id"])))


def _slashed(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    first, second, year = int(match["a"]), int(match["b"]), int(match["sy"])
    year += 2000 if year < 100 else 0
    return _day(_safe(year, second, first) or _safe(year, first, second))


def _year_only(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate:
    return ResolvedDate(date(int(match["year"]), 1, 1), DatePrecision.YEAR)


def _holiday(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    name = match["hol"] or match["hol2"]
    year = match["hy"] or match["hy2"]
    return _day(
        holidays_en.in_year(name, int(year)) if year else holidays_en.nearest(name, today, past=bool(past))
    )


def _beside_holiday(match: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    days = _number(match["n"]) * (7 if "week" in match["u"].lower() else 1) if match["n"] else 1
    on = holidays_en.nearest(match["hol"], today, past=bool(past))
    return _day(on + timedelta(days=-days if match["way"].lower() == "before" else days))


#: Not of "the week before Christmas".
_BEFORE = (
    "".join(f"(?<!{unit} )" for unit in ("day", "days", "week", "weeks", "weekend", "month", "months"))
    + "before"
)
_NO_SEASON = (
    r"(?!\s+(?:holidays?|break|vacations?|season|presents?|gifts?|cards?|tree|eggs?|shop\w*|markets?)\b)"
)
_NOT_HABIT = "".join(f"(?<!{word} )" for word in ("every", "each", "last", "after", "before"))

#: In order: a longer form comes before what it contains.
_RULES = (
    _rule(
        rf"(?:on\s+)?(?:the\s+day|(?P<n>{_COUNT})\s+(?P<u>days?|weeks?))\s+(?P<way>before|after)\s+(?P<hol>{holidays_en.NAMED})\b",
        _beside_holiday,
    ),
    _rule(
        rf"(?:(?:on|at|over|for|by|until|till|{_BEFORE}|(?:(?:by|before|for|at|over)\s+)?(?:this|next))\s+)(?:the\s+)?"
        rf"(?P<hol>{holidays_en.NAMED})\b{_NO_SEASON}(?:,?\s+(?P<hy>{_YEAR}))?"
        rf"|{_NOT_HABIT}(?P<hol2>{holidays_en.OF_A_DAY})\b(?:,?\s+(?P<hy2>{_YEAR}))?",
        _holiday,
    ),
    _rule(
        rf"(?P<s1>next|last|this)\s+month,?\s+on\s+the\s+(?P<o1>{_ORDINAL})|(?:on\s+)?the\s+(?P<o2>{_ORDINAL})\s+(?:of\s+)?"
        rf"(?P<s2>next|last|this)\s+month",
        _month_then_day,
    ),
    _rule(r"(?:on\s+)?(?P<iy>(?:19|20)\d\d)-(?P<im>\d\d)-(?P<id>\d\d)", _iso),
    _rule(r"(?:on\s+)?(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<sy>(?:19|20)?\d\d)", _slashed),
    _rule(
        rf"(?:on\s+)?(?:{_WEEKDAY},?\s+)?(?:the\s+)?(?:(?P<d1>{_DAY})\s+(?:of\s+)?(?!may\s+(?:be|have|not)\b)(?P<m1>{_MONTH})(?:,?\s+(?P<y1>{_YEAR}))?"
        rf"|(?P<m2>{_MONTH})\s+(?:the\s+)?(?P<d2>{_DAY})\b(?!:)(?:,?\s+(?P<y2>{_YEAR}))?)",
        _calendar,
    ),
    _rule(
        rf"(?:in|since|during|until|by|of|around)\s+(?P<which>(?:early|late|mid|next|last|this)\s+)?(?P<month>{_MONTH})"
        rf"(?:\s+(?:of\s+)?(?P<year>{_YEAR}))?(?!\s+\d)",
        _month_only,
    ),
    _rule(rf"(?P<which>next|last|this\s+coming)\s+(?P<month>{_MONTH})(?P<year>(?!))?", _month_only),
    _rule(rf"(?P<which>(?!))?(?P<month>{_MONTH})\s+(?P<year>{_YEAR})", _month_only),
    _rule(rf"(?:in|since|back\s+in|by|during|of)\s+(?P<year>{_YEAR})(?!\s*(?:%|[a-z]+s\b))", _year_only),
    _rule(
        rf"(?:in\s+)?(?P<n>{_COUNT})\s+(?P<u>days?|weeks?|months?)\s+from\s+(?:(?P<day>now|today|tomorrow)"
        rf"|(?:on\s+|this\s+)?(?P<wd>{_WEEKDAY}))\b|(?:on\s+)?(?P<wd2>{_FULL_WEEKDAY})\s+week\b",
        _from,
    ),
    _rule(
        r"(?P<rel>the\s+day\s+after\s+tomorrow|the\s+day\s+before\s+yesterday|tomorrow|yesterday|today|tonight|last\s+night"
        rf"|this\s+(?:morning|afternoon|evening)){_PART}",
        _relative_day,
    ),
    _rule(
        rf"(?:on\s+)?(?P<which>this\s+coming|this\s+past|coming|next|last|past|this)\s+(?P<wd>{_WEEKDAY})\b{_PART}(?!s)",
        _weekday,
    ),
    _rule(rf"(?P<which>on)\s+(?:the\s+)?(?P<wd>{_WEEKDAY})\b{_PART}", _weekday),
    _rule(
        rf"(?P<which>(?!))?(?<!every )(?<!each )(?<!every good )(?<!every easter )(?P<wd>{_FULL_WEEKDAY})\b{_PART}"
        r"(?!\s+(?:and|to)\b)",
        _weekday,
    ),
    _rule(
        r"(?P<step>this\s+coming|this\s+past|coming|next|last|past|this)\s+(?P<unit>weekend|week|month|year)\b(?!')",
        _period,
    ),
    _rule(
        rf"in\s+(?:about\s+)?(?P<n1>{_COUNT})\s+(?P<u1>days?|weeks?|months?|years?)(?:'?\s+time)?\b|"
        rf"(?:about\s+)?(?P<n2>{_COUNT})\s+(?P<u2>days?|weeks?|months?|years?)\s+(?P<ago>ago)",
        _distance,
    ),
    _rule(
        rf"on\s+the\s+(?P<ord>{_ORDINAL})\b(?!\s+(?:floor|of|street|avenue|day|century|anniversary|birthday))",
        _ordinal,
    ),
)

_MAY_HOLD_DATE = re.compile(
    r"\d|days?\b|week|month|year|night|morning|afternoon|evening|tomorrow|"
    + holidays_en.NAMED
    + "|"
    + _MONTH,
    re.IGNORECASE,
)


def _time_of(text: str | None) -> time | None:
    if not text:
        return None
    spoken = text.lower().replace(".", "").strip()
    if spoken in ("noon", "midday"):
        return time(12)
    if spoken == "midnight":
        return time(0)
    match = re.match(r"(\d{1,2})(?::?(\d\d))?\s*([ap]m)?", spoken)
    if not match:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3]:
        hour = hour % 12 + (12 if match[3] == "pm" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def find(text: str, *, said_at: datetime, past: bool | None = None) -> list[Found]:
    """The date phrases of a text as (start, end, date), in order, without overlap.

    ``past`` tells the tense of the statement: it decides which of the two nearest days "14 June" means.
    """
    if not _MAY_HOLD_DATE.search(text):
        return []
    text, today, found = text.replace("\u2019", "'"), said_at.date(), list[Found]()
    for pattern, build in _RULES:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < other_end and end > other_start for other_start, other_end, _ in found):
                continue
            resolved = build(match, today, past)
            if resolved is None:
                continue
            at = _time_of(match["time"])
            found.append((start, end, ResolvedDate(resolved.on, resolved.precision, at)))
    return sorted(found, key=lambda item: item[0])


def resolve(phrase: str, *, said_at: datetime, past: bool | None = None) -> ResolvedDate | None:
    """The date that a phrase ("next Friday", "14 June", "in May") means at ``said_at``; None if it is no date."""
    found = find(phrase, said_at=said_at, past=past)
    if found:
        return found[0][2]
    bare = phrase.strip().strip(".,").lower()
    if bare in _MONTHS:
        return resolve(f"in {bare}", said_at=said_at, past=past)
    if re.fullmatch(_YEAR, bare):
        return ResolvedDate(date(int(bare), 1, 1), DatePrecision.YEAR)
    if bare in _WEEKDAYS or bare in holidays_en.NAMES:
        return resolve(f"on {bare}", said_at=said_at, past=past)
    return None


def spoken(resolved: ResolvedDate) -> str:
    """A date as it stands in a memory: "on 14 June 2025", "in June 2025", "in 2025"."""
    if resolved.precision == DatePrecision.YEAR:
        return f"in {resolved.on.year}"
    if resolved.precision == DatePrecision.MONTH:
        return f"in {resolved.on:%B %Y}"
    day = f"on {resolved.on.day} {resolved.on:%B %Y}"
    return f"{day} at {resolved.at:%H:%M}" if resolved.at else day
