"""Reads stretches of days and hours out of an English sentence: "3 to 6 May", "from Monday to Thursday", "9 to 11:30"."""

# ruff: noqa: E501

import calendar
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time

from chat.state.found import Found, near, with_date
from chat.state.ranges import READ, Edge, End, Said, Span, are_two, hours_between, span_between, with_span
from memories.capture import dates_en, holidays_en
from memories.capture.types import ResolvedDate
from memories.kinds import DatePrecision
from memoryhub import patterns as re

_MONTH = (
    r"(?:January|February|March|April|May(?!\s(?:be|have|not|also|still|just|only|well|even|need|come|take|go|do|get|want|work|cost|apply|join|arrive|leave|require)\b)"
    r"|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_WEEKDAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun)\b\.?"
_FULL_DAYS = {name[:3].lower(): name for name in calendar.day_name}
_SHORT_DAY = r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:s|r|rs)?\b\.?"
_WHICH = r"(?:(?:this coming|coming|this|next|last|past)\s+)"
_D = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?!\d)"
_DTH = r"(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th)\b"
_YEAR = r"(?:,?\s+(?:19|20)\d\d\b)"
_LED = rf"(?:{_WEEKDAY},?\s+)?"
_HOURS = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_CLOCK = rf"(?:\d{{1,2}}(?::\d\d|\.\d\d(?=\s?[ap]\.?m))?\s?(?:[ap]\.?m\b\.?|o'clock\b)|\d{{1,2}}:\d\d\b|noon\b|midday\b|midnight\b|(?:half past|quarter past|quarter to) (?:{_HOURS}|\d{{1,2}})\b)"
#: Not the first of two hours: "Monday to Friday 9am to 5pm".
_AT = rf"(?:\s+(?:morning|afternoon|evening|night|lunchtime))?(?:,?\s+(?:at\s+)?(?>{_CLOCK})(?!\s?(?:-|–|—|to\b|till\b|until\b)\s?\d))?"
_CALENDAR = (
    rf"(?:{_LED}(?:the\s+)?{_D}\s+(?:of\s+)?{_MONTH}{_YEAR}?|{_LED}{_MONTH}\s+(?:the\s+)?{_D}(?!:){_YEAR}?)"
)
_HOLIDAY = holidays_en.NAMED
_ISO = r"(?:19|20)\d\d-\d\d-\d\d"
_RELATIVE = r"(?:the day after tomorrow|today|tonight|tomorrow|yesterday|now)"
_DAY = rf"(?:{_ISO}|{_CALENDAR}|{_LED}the\s+{_DTH}|{_WHICH}?{_WEEKDAY}|{_HOLIDAY}|{_RELATIVE}){_AT}(?:\s?\({_WEEKDAY}\))?"
_JOIN = (
    r"(?:\s?[-–—]\s?|\s+(?P<{j}>to|till|until|til|through|thru|up to|and)(?:\s+and including)?(?:\s+on)?\s+)"
)
_PART_OF_MONTH = r"(?:(?:the (?:beginning|middle|end) of|(?:early|mid|late)[ -]?)\s?)"
_LEAD = r"(?:(?P<{l}>from|between|starting(?: from)?|since|over|on)\s+)?"
_AFTER = r"(?![\w:]|\s?%|\.\d|-\d|/\d)"
_THINGS = r"(?!\s+(?:people|persons|guests|adults|kids|children|euros?|dollars?|pounds?|percent|times|hours?|minutes?|days?|weeks?|nights?|o'clock|[ap]\.?m\b|th\b))"

_DAYS = re.compile(
    "|".join(
        (
            rf"{_LEAD.format(l='l1')}(?P<a1>{_LED}(?:the\s+)?{_D}){_JOIN.format(j='j1')}(?P<b1>{_CALENDAR}{_AT})",
            rf"{_LEAD.format(l='l2')}(?P<a2>{_DAY}){_JOIN.format(j='j2')}(?P<b2>{_DAY})",
            rf"{_LEAD.format(l='l3')}(?P<a3>{_LED}{_MONTH}\s+(?:the\s+)?{_D}){_JOIN.format(j='j3')}(?P<b3>{_LED}(?:the\s+)?{_D}{_YEAR}?){_THINGS}(?!\s+{_MONTH})",
            rf"{_LEAD.format(l='l4')}(?P<a4>{_DAY}){_JOIN.format(j='j4')}(?P<b4>{_LED}(?:the\s+)?{_DTH})",
            rf"{_LEAD.format(l='l5')}(?P<a5>(?:the\s+)?{_DTH}){_JOIN.format(j='j5')}(?P<b5>(?:the\s+)?{_DTH})(?!\s+(?:floor|street|avenue|century|anniversary|birthday|place|of\b))",
            rf"{_LEAD.format(l='l6')}(?P<a6>{_PART_OF_MONTH}?{_MONTH}{_YEAR}?|{_CALENDAR}){_JOIN.format(j='j6')}(?P<b6>{_CALENDAR}|{_PART_OF_MONTH}?{_MONTH}{_YEAR}?)(?!\s+\d)",
        )
    ).join((r"(?<![\w./$€£-])(?<!\d:)(?:", rf"){_AFTER}")),
    re.I,
)
_FORMS = range(1, 7)
_SPOKEN_HOUR = rf"(?:{_CLOCK}|\d{{1,2}}|{_HOURS})"
_TIMES = re.compile(
    rf"(?<![\w./$€£-])(?<!\d:)(?:(?P<l>from|between|at)\s+)?(?P<a>{_SPOKEN_HOUR}){_JOIN.format(j='j')}(?P<b>{_SPOKEN_HOUR}){_AFTER}",
    re.I,
)
_CLOCK_SAID = re.compile(_CLOCK, re.I)
#: What may follow "from 9 to 11" where nothing but its place in the sentence tells that these are hours.
_ENDS_HOURS = re.compile(
    rf"\s*(?:$|[,.)]|(?:on|in the|tomorrow|today|tonight|this|next|instead|then|please|with|at|and|but|because|if|{_WEEKDAY})(?!\w))",
    re.I,
)
_HALF_OF_DAY = re.compile(r"[ap]\.?m|noon|midday|midnight|^0|^(?:1[3-9]|2\d)", re.I)
#: "Moved from Monday to Thursday": one day in the place of another.
_MOVES = re.compile(
    r"\b(?:mov|push|shift|switch|chang|reschedul|postpon|br(?:ing|ought)|delay|swap|extend)(?!\w*\s+(?:house|home|flat))\w*\b[^,;]{0,40}$|\bput (?:it |that )?(?:off|back|forward)\b[^,;]{0,30}$",
    re.I,
)
_OLD = re.compile(r"\b(?:instead of|rather than|not)\s+$", re.I)
_HABIT = re.compile(
    r"\b(?:every|each|always|usually|normally|generally|typically|mostly|weekly|works?|working|opens?|opening|closes|(?:office|business) hours)\b",
    re.I,
)
_THIS_TIME = re.compile(r"\b(?:this|next|coming|tomorrow|only|conference|trip)\b", re.I)
_PAST = re.compile(
    r"\b(?:was|were|stayed|spent|went|visited|lived|worked|travelled|traveled|had been)\b(?!\s(?:going to|planning|supposed|meant|hoping|thinking))",
    re.I,
)
_DUE = re.compile(r"\b(?:due|submit\w*|hand(?:ed)? in|deadline(?: is)?)\s*(?:at some point\s*)?$", re.I)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch ``text[start:end]`` that is read: its words, what they mean, and what it is noted as."""

    start: int
    end: int
    words: str
    span: Span | None
    old: bool = False
    days: tuple[tuple[str, End], ...] = ()  # two days that are no stretch: "Monday and Thursday"


def ranges_en(text: str, *, said_at: datetime, changes: Callable[[], bool]) -> tuple[list[Found], str]:
    """The stretches of days and hours of a sentence, and its text with `READ` where they stood."""
    past = _PAST.search(text) is not None and not changes()
    pieces: list[_Piece] = []
    for match in _DAYS.finditer(text):
        form = next(str(form) for form in _FORMS if match[f"a{form}"])
        if (piece := _days(text, match, form, said_at=said_at, past=past)) is not None:
            pieces.append(piece)
    values, former = list[Found](), ""
    for at, piece in enumerate(pieces):
        following = pieces[at + 1].start if at + 1 < len(pieces) else -1
        moved = _MOVES.search(text[: piece.start]) and re.fullmatch(
            r"\s*(?:to|until)?\s*", text[piece.end : following] if following > 0 else "x"
        )
        if piece.old or moved:
            former = piece.words
        elif piece.days:
            values += [
                Found("when", with_date(words, ResolvedDate(day.on, at=day.at)), "", changes())
                for words, day in piece.days
            ]
        elif piece.span is not None:
            due = _DUE.search(text[: piece.start])
            values.append(
                Found(
                    "deadline" if due else "when", with_span(piece.words, piece.span), "", changes(), former
                )
            )
    rest = _without(text, pieces)
    habit = any(piece.span is None for piece in pieces) or (not values and _is_habit(rest))
    hours, rest = _hours(rest, said_at=said_at, changes=changes)
    if not values and not hours and (bare := _BARE.search(text)):
        return [Found("between", bare["v"] or bare["v2"], "", True)], text
    return values + ([] if habit else hours), rest


#: "Make it 4 to 7 instead": days or hours, as the stretch at hand is.
_BARE = re.compile(
    r"^(?:(?:no|ok(?:ay)?|so|then|actually|sorry|wait|please|let's|could you|can we|i meant|better|rather)[\s,]+)*(?:make (?:it|that)|chang\w+ (?:it|that|them) to|say|do|from|go for|it's|switch to)\s+(?:from\s+)?(?P<v>\d{1,2}(?::\d\d)?\s?(?:-|–|—|to|till|until)\s?\d{1,2}(?::\d\d)?)(?:[\s,]+(?:instead|then|please|now|rather|after all|better))*$"
    r"|(?<![\w.:/$€£-])(?P<v2>\d{1,2}\s?(?:-|–|—|to|till|until)\s?\d{1,2})\s+instead$",
    re.I,
)


def _is_habit(text: str) -> bool:
    return _HABIT.search(text) is not None and _THIS_TIME.search(text) is None


def _without(text: str, pieces: list[_Piece]) -> str:
    for piece in pieces:
        text = text[: piece.start] + READ * (piece.end - piece.start) + text[piece.end :]
    return text


def _days(text: str, match: re.Match[str], form: str, *, said_at: datetime, past: bool) -> _Piece | None:
    first, join, last, lead = (match[f"{name}{form}"] for name in ("a", "j", "b", "l"))
    lead = (lead or "").lower()
    listed = (join or "").lower() == "and" and lead != "between"
    whole = re.search(r"\d\s?[-–—]", match.group()) or re.match(r"\s+to\s", text[match.end() :])
    if lead == "from" and not whole and _MOVES.search(text[: match.start()]):
        return None  # "moved from Monday to Thursday", and not "moved from 3-6 May to 4-7 May"
    words = match.group() if lead == "between" else match.group()[match.start(f"a{form}") - match.start() :]
    if form == "1":  # "3 to 6 May": the month of the last day is that of the first
        month = re.search(_MONTH, last, re.I)
        first = f"{first} {month.group() if month else ''}"
    elif form == "3":  # "May 3–6"
        month = re.search(_MONTH, first, re.I)
        last = re.sub(rf"^({_LED}(?:the\s+)?{_D})", rf"\1 {month.group() if month else ''}", last, flags=re.I)
    weekdays = all(re.fullmatch(rf"{_WEEKDAY}", one.strip(), re.I) for one in (first, last))
    if weekdays and _is_habit(text):
        return _Piece(match.start(), match.end(), words, None)
    end = match.end()
    if weekdays and (week := re.match(r"\s+(?:of )?(next|this) week\b", text[end:], re.I)):
        first, words, end = f"{week.group(1)} {first}", words + week.group(), end + week.end()
    one, other = _end(first, said_at, past), _end(last, said_at, past)
    if one is None or other is None:
        return None
    span = span_between(one, other, today=said_at.date())
    if span is None or not near(said_at, ResolvedDate(span.first)):
        return None
    if listed and are_two(one, other, span):
        two = ((first, replace(one, on=span.first)), (last, replace(other, on=span.last)))
        return _Piece(match.start(), end, words, span, days=two)
    return _Piece(match.start(), end, words, span, _OLD.search(text[: match.start()]) is not None)


def _end(words: str, said_at: datetime, past: bool) -> End | None:
    """One end as it is named; its hour is read apart, for "noon" needs no "at" behind a day."""
    words = re.sub(r"\s?\([^()]*\)|\s+", lambda match: "" if "(" in match.group() else " ", words.strip())
    if hour := re.search(rf",?\s(?:at\s)?(?P<t>{_CLOCK})$", words, re.I):
        day = _end(words[: hour.start()], said_at, past)
        return replace(day, at=clock_en(hour["t"])) if day else None
    words = re.sub(rf"\b{_SHORT_DAY}", lambda match: _FULL_DAYS[match.group(1).lower()], words, flags=re.I)
    if words.lower() == "now":
        return End(Said.DATED, said_at.date())
    if re.fullmatch(rf"{_PART_OF_MONTH}?{_MONTH}{_YEAR}?", words, re.I):
        words = re.sub(rf"^{_PART_OF_MONTH}", "", words, flags=re.I)
        said = Said.DATED if re.search(_YEAR, words) else Said.CALENDAR
        found = dates_en.resolve(f"in {words}", said_at=said_at, past=past)
        return End(said, found.on, month=True) if found else None
    if re.fullmatch(rf"{_LED}(?:the\s+)?{_DTH}", words, re.I):
        found = dates_en.resolve(f"on the {re.findall(_DTH, words, re.I)[-1]}", said_at=said_at, past=past)
        return End(Said.OF_MONTH, found.on) if found else None
    if re.match(rf"{_WEEKDAY}{_AT}$", words, re.I):
        found = dates_en.resolve(f"on {words.replace('.', '')}", said_at=said_at, past=past)
        return End(Said.WEEKDAY, found.on, found.at) if found else None
    found = dates_en.resolve(words, said_at=said_at, past=past) or dates_en.resolve(
        f"on {words}", said_at=said_at, past=past
    )
    if found is None or found.precision != DatePrecision.DAY:
        return None
    yearly = re.match(rf"(?:{_CALENDAR}|{_HOLIDAY})", words, re.I) and not re.search(
        r"\b(?:19|20)\d\d\b", words
    )
    return End(Said.CALENDAR if yearly else Said.DATED, found.on, found.at)


def _hours(text: str, *, said_at: datetime, changes: Callable[[], bool]) -> tuple[list[Found], str]:
    values: list[Found] = []
    for match in list(_TIMES.finditer(text)):
        read = _read_hours(match)
        if read is None:
            continue
        start, end = match.span()
        rest = text[:start] + READ * (end - start) + text[end:]
        days = [
            one
            for one in dates_en.find(rest, said_at=said_at)
            if one[2].precision == DatePrecision.DAY
            and one[2].at is None
            and near(said_at, one[2])
            and not re.search(r"\b(?:instead of|rather than|not|from)\s*$", rest[: one[0]], re.I)
        ]
        sure = _CLOCK_SAID.search(match.group()) is not None
        lead = (match["l"] or "").lower()
        if not sure and not (
            lead in ("from", "between") and (days or changes()) and _ENDS_HOURS.match(text, end)
        ):
            continue
        if not sure and _MOVES.search(text[:start]):
            continue
        if lead == "from" and _MOVES.search(text[:start]):
            continue
        words = match.group() if lead == "between" else match.group()[match.start("a") - start :]
        if len(days) == 1:
            from_day, to_day, day = days[0]
            last = day.on if read[1] > read[0] else day.on.fromordinal(day.on.toordinal() + 1)
            named = re.sub(r"^on\s+(?:the\s+)?(?=[A-Z])", "", text[from_day:to_day], flags=re.I)
            span = Span(day.on, last, *read)
            values.append(Found("when", with_span(f"{named} {words}", span), "", changes()))
            rest = rest[:from_day] + READ * (to_day - from_day) + rest[to_day:]
        else:
            values.append(Found("when", words, "time", changes()))
        text = rest
    return values, text


def _read_hours(match: re.Match[str]) -> tuple[time, time] | None:
    if (match["j"] or "").lower() == "and" and (match["l"] or "").lower() != "between":
        return None
    start, end = clock_en(match["a"]), clock_en(match["b"])
    if start is None or end is None:
        return None
    start, end = hours_between(
        start,
        end,
        start_said=_HALF_OF_DAY.search(match["a"]) is not None,
        end_said=_HALF_OF_DAY.search(match["b"]) is not None,
    )
    return (start, end) if start != end else None


def hours_en(words: str) -> tuple[time, time] | None:
    """The hours that words alone say: "between 2pm and 4pm", "9 to 11:30"."""
    match = _TIMES.fullmatch(words)
    return _read_hours(match) if match else None


_NAMED_HOURS = {name: at for at, name in enumerate(_HOURS.strip("(?:)").split("|"), start=1)}
_PAST_HOUR = {"half past": 30, "quarter past": 15, "quarter to": -15}


def clock_en(words: str) -> time | None:
    """The hour that words alone say: "9", "9.30 am", "half past nine", "noon"; None where they say none."""
    plain = words.strip().lower()
    plain = re.sub(r"\s*\([^()]*\)$", "", plain)
    if plain in ("noon", "midday"):
        return time(12)
    if plain == "midnight":
        return time(0)
    minutes = 0
    for name, value in _PAST_HOUR.items():
        if plain.startswith(f"{name} "):
            plain, minutes = plain.removeprefix(f"{name} "), value
    match = re.fullmatch(
        rf"(?P<h>\d{{1,2}}|{_HOURS})(?:[:.](?P<m>\d\d))?\s?(?:(?P<half>[ap])\.?m\.?|o'clock)?", plain
    )
    if match is None:
        return None
    hour = int(match["h"]) if match["h"].isdigit() else _NAMED_HOURS[match["h"]]
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] == "p" else 0)
    whole = hour * 60 + int(match["m"] or 0) + minutes
    return time(whole // 60, whole % 60) if 0 <= whole < 1_440 and int(match["m"] or 0) < 60 else None


# ------------------------------------------------------------------------------------------------------ one end

_UNTIL = re.compile(r"\b(?:until|till|til|through|up to|to)\s+(?:on\s+)?(?:the\s+)?$", re.I)
_STAYS_ON = re.compile(
    r"\b(?:stay\w*|remain\w*|keep\w*|extend\w*|be (?:here|there|away)|there|here|away|longer|book\w*)\b", re.I
)
_UNTIL_ALONE = re.compile(
    r"^(?:(?:no|ok(?:ay)?|so|then|actually|sorry|rather|make it|wait|let's say|but|and|better)[\s,]+)*(?:until|till|til|through)\b",
    re.I,
)
_OF_IT = r"(?:\s(?:it|them|us|home|(?:the|my|our) \w+|from \w+))?"
_CLOSES = re.compile(
    rf"\b(?:(?:back|return\w*|check(?:ing)?[ -]?out|end(?:s|ing)?|finish\w*){_OF_IT}|home|over|last day(?: is)?)\s+(?:only\s+)?(?:on\s+|by\s+|at\s+|is\s+)?(?:the\s+)?$"
    r"|\b(?:return (?:flight|trip|train|journey|date)|way back|(?:flight|train|ferry) (?:back|home)|end date)\b[^,;]{0,24}$",
    re.I,
)
_OPENS = re.compile(
    rf"\b(?:(?:start\w*|begin\w*|arriv\w+|check(?:ing)?[ -]?in|set(?:ting)? off|pick(?:ing)?(?: it)? up){_OF_IT}|from|first day(?: is)?)\s+(?:only\s+|already\s+)?(?:on\s+|from\s+|at\s+|is\s+)?(?:the\s+)?$"
    r"|\b(?:outward|outbound|(?:flight|train|ferry) (?:out|there)|way (?:out|there)|start date|arrival|departure)\b[^,;]{0,24}$",
    re.I,
)
_LEAVES = re.compile(
    r"\b(?:leav(?:e|ing)|go(?:ing)?|depart\w*|fly(?:ing)?)\s+(?:only\s+|already\s+)?(?:on\s+|at\s+)?(?:the\s+)?$",
    re.I,
)


def edge_en(text: str, start: int, *, changes: bool) -> str:
    """Which end of a stretch at hand the day or hour at ``text[start:]`` moves; empty where the words do not say so."""
    head = text[:start]
    if led := re.match(r"(?:on|until|till|by|from|through|to|at)\s+(?:the\s+)?", text[start:], re.I):
        head += led.group()
    if _UNTIL.search(head):
        to = re.search(r"\bto\s+(?:the\s+)?$", head, re.I)
        extended = re.search(
            r"\b(?:extend\w*|(?:end|return|check-?out|departure|last day)\b[^,;]{0,20})", head, re.I
        )
        if to and not extended:
            return (
                Edge.FIRST
                if changes and re.search(r"\b(?:start|arrival|check-?in|departure)\b", head, re.I)
                else ""
            )
        return (
            Edge.LAST
            if changes or _STAYS_ON.search(head) or _UNTIL_ALONE.search(re.split(r"[,;]\s*", head)[-1])
            else ""
        )
    if not changes:
        return ""
    for pattern, edge in ((_CLOSES, Edge.LAST), (_OPENS, Edge.FIRST), (_LEAVES, Edge.NEAR)):
        if pattern.search(head):
            return edge
    return ""
