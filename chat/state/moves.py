"""What is said against the state at hand: a day moved by so much, the weekday beside a day, people who come on top. Pure.

Both languages. Nothing here knows the whole state: it reads words, and works out one value from the former one.
"""

# ruff: noqa: E501

import calendar
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from chat.state.found import Found
from memories.capture import dates_en, dates_zh
from memories.capture.value_keys import number as chinese_number
from memoryhub import patterns as re

#: The resolved date at the end of a value: "Sunday (2026-12-06 17:00)".
ISO = re.compile(r"\((\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?\)")

_EN_DAYS = {name.lower(): at for at, name in enumerate(calendar.day_name)}
_ZH_DAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "末": 5, "日": 6, "天": 6}
_EN_NUMBERS = {
    "half an": 0.5, "half a": 0.5, "a couple of": 2, "a": 1, "an": 1, "one": 1, "another": 1, "two": 2, "three": 3, "four": 4,
    "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a dozen": 12,
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50,
}  # fmt: skip
EN_N = "(?:" + "|".join(sorted(_EN_NUMBERS, key=len, reverse=True)) + r"|\d{1,3})"
ZH_N = r"(?:\d{1,3}|[一二两三四五六七八九十俩仨半]{1,3})"


# ------------------------------------------------------------------------------------------ a day beside a day

_EN_BARE_DAY = re.compile(rf"^(?:the\s)?(?P<wd>{'|'.join(_EN_DAYS)})\b", re.I)
_ZH_BARE_DAY = re.compile(r"^(?:那个?|就|在)?(?:周|星期|礼拜)(?P<wd>[一二三四五六日天末])")
#: A day of a month that is not named: "the 16th", 23号.
_OF_MONTH = re.compile(
    r"^(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?(?-i:[A-Z][a-z]))|^(?P<z>\d{1,2}|[一二三]?十?[一二三四五六七八九十])[日号]",
    re.I,
)
_MONTH_NAMED = re.compile(
    r"(?:\d(?:st|nd|rd|th)?\s(?:of\s)?|\b)(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\b|月",
    re.I,
)
_DAY_PART = re.compile(
    r"\b(?:morning|noon|midday|afternoon|evening|night|lunchtime)\b|[早晚]上?|上午|中午|下午|傍晚|夜里", re.I
)


def weekday_of(words: str) -> int | None:
    """The weekday that the words name and nothing more: "Saturday", "周六"; None for "next Saturday" and for dates."""
    if re.search(r"\d+(?:st|nd|rd|th)?\s+[A-Z]|[A-Z][a-z]+\s+\d|月", ISO.sub("", words)):
        return None
    if match := _EN_BARE_DAY.match(words):
        return _EN_DAYS[match["wd"].lower()]
    match = _ZH_BARE_DAY.match(words)
    return _ZH_DAYS[match["wd"]] if match else None


def of_month(words: str) -> int:
    """The day of the month that words name without its month; 0 where they name none so."""
    match = _OF_MONTH.match(words)
    if match is None or _MONTH_NAMED.search(words):
        return 0
    said = match["d"] or match["z"]
    return int(said) if said.isdigit() else int(chinese_number(said) or 0)


def following(words: str, on: date, *, first: date) -> date:
    """The day of a weekday that a sentence names after a date: "on 11 December until Sunday" is the Sunday after it."""
    target = weekday_of(words)
    if target is None or on > first:
        return on
    return first + timedelta(days=(target - first.weekday() - 1) % 7 + 1)


def beside(before: str, value: str, *, today: date, way: str = "") -> str:
    """The value with its bare weekday or day of the month beside the day of the former value, never before today.

    A later weekday is that of the same week; an earlier one is the nearest. ``way`` is `LATER` or `EARLIER` where that
    was said. A former time of day stays, unless the value names another.
    """
    old, new = ISO.search(before), ISO.search(value)
    if old is None or new is None:
        return value
    at_hand, on = date.fromisoformat(old.group(1)), date.fromisoformat(new.group(1))
    words = value[: new.start()].strip()
    if at_hand >= today:
        on = _beside(words, at_hand, today, way) or on
    time = new.group(2) or ("" if _DAY_PART.search(words) else old.group(2) or "")
    return f"{words} ({f'{on} {time}'.strip()})"


#: Which way something is moved, as the ``unit`` of a found day.
LATER, EARLIER = "later", "earlier"
_LATER = re.compile(
    r"\b(?:postpon|delay|defer|extend)\w*|\bpush\w*\b(?![^,;]{0,30}\bforward\b)|\b(?:push|put|mov|shift)\w*\b[^,;]{0,30}\b(?:back|off)\b|\blater\b|推迟|延[后迟期到]|往后|推到|拖到|顺延",
    re.I,
)
_EARLIER = re.compile(
    r"\bbr(?:ing|ought)\b[^,;]{0,30}\bforward\b|\bmov\w*\b[^,;]{0,20}\b(?:up|forward)\b|\b(?:earlier|sooner)\b|提前到|提早到|往前",
    re.I,
)


def way_of(text: str) -> str:
    """Whether a sentence moves something to a later day or to an earlier one; empty where it does not say."""
    return LATER if _LATER.search(text) else EARLIER if _EARLIER.search(text) else ""


def _beside(words: str, at_hand: date, today: date, way: str) -> date | None:
    target = weekday_of(words)
    if target is not None:
        step = target - at_hand.weekday()
        if way and step:
            step = step % 7 or 7 if way == LATER else step % 7 - 7
        elif step < -3:
            step += 7
        found = at_hand + timedelta(days=step)
        return found if found >= today else found + timedelta(days=7)
    day = of_month(words)
    if not day:
        return None
    least = at_hand if way == LATER and day < at_hand.day else at_hand.replace(day=1)
    return day_of_month(max(today, least), day)


def day_of_month(least: date, day: int) -> date | None:
    """The first such day of a month from a date on, of this month or the next."""
    for months in (0, 1):
        first = months_on(least.replace(day=1), months)
        if 1 <= day <= calendar.monthrange(first.year, first.month)[1] and first.replace(day=day) >= least:
            return first.replace(day=day)
    return None


def months_on(day: date, months: int) -> date:
    """The same day so many months later, or the last of that month."""
    at = day.year * 12 + day.month - 1 + months
    year, month = at // 12, at % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


# ---------------------------------------------------------------------------------------------- moved by so much


@dataclass(frozen=True, slots=True)
class Shift:
    """How far something is moved, as the ``unit`` of a `Found` holds it: so many of a unit, forward or back."""

    count: float
    unit: str

    @classmethod
    def of(cls, packed: str) -> "Shift":
        count, unit = packed.split(" ")
        return cls(float(count), unit)

    def packed(self) -> str:
        return f"{self.count} {self.unit}"


_EN_UNIT = r"(?:day|week|fortnight|month|hour|minute|min|hr)s?"
_EN_PUTS_OFF = (
    r"(?:postpon|delay|defer|adjourn|push|put|mov|shift|bump|slid|reschedul)(?:e[sd]?|ed|ing|es|s|s?ing)?"
)
_EN_MOVES = re.compile(
    rf"\b(?P<verb>{_EN_PUTS_OFF}|br(?:ing|ought)(?:ing)?)\b[^,;]{{0,50}}?\b(?:by |for )?(?P<n>{EN_N}) (?:more )?(?P<u>{_EN_UNIT})\b(?: (?P<way>later|earlier|sooner|back|forwards?|up|out|ahead|on))?",
    re.I,
)
_EN_FORWARD = re.compile(r"\b(?:br(?:ing|ought)|forwards?|up|ahead|earlier|sooner)\b", re.I)
_EN_LEAD = r"^(?:(?:and|but|so|then|ok(?:ay)?|yes|no|wait|sorry|actually|rather|better|maybe|perhaps|please|let['’]s|we(?:['’]ll)?|i(?:['’]d)?|could we|can we|we need|i need|we want|i want|need|make|do|say|have|move|it|that|this|all|the whole thing|how about|prefer|go|to|for|on|now|is|['’]s)[\s,]+)*"
_EN_TRAIL = r"(?:[\s,]+(?:instead|then|please|if possible|after all|would be better|is better|suits (?:me|us)(?: better)?|works better|now|actually))*$"
_EN_LATER = re.compile(
    rf"{_EN_LEAD}(?P<n>{EN_N}) (?P<u>{_EN_UNIT}) (?P<way>later|earlier|sooner|after(?: that)?|before(?: that)?|on){_EN_TRAIL}",
    re.I,
)
_EN_NEXT = re.compile(
    rf"{_EN_LEAD}the (?:(?P<u>day|week|month) (?P<way>after|before)(?: that)?|(?P<kind>next|following|previous) (?P<u2>day|week|month)){_EN_TRAIL}",
    re.I,
)
#: "Two days longer", "extend it by a week": the end moves and the beginning stays.
_EN_STAY = r"(?:stay|remain|be (?:here|there|away)|keep (?:it|the room))(?:ing)?"
_EN_LONGER = re.compile(
    rf"\b(?P<n>{EN_N}) (?:more )?(?P<u>{_EN_UNIT}|nights?) (?P<way>longer|shorter)\b"
    rf"|\b(?:extend(?:ed|ing)?\b[^,;]{{0,40}}?\b(?:by|for) (?P<n2>{EN_N})(?: more| extra)?|{_EN_STAY}(?: on)?(?: for)? (?P<n3>an|another|{EN_N})(?:(?<=another)| (?:more|extra|additional))) (?P<u2>{_EN_UNIT}|nights?)\b"
    rf"|\b(?:cut|shorten)\w*\b[^,;]{{0,30}}?\bby (?P<n4>{EN_N}) (?P<u4>{_EN_UNIT}|nights?)\b",
    re.I,
)
_EN_LAST = re.compile(
    r"\b(?:back|return\w*|come home|check(?:ing)?[ -]?out|leav\w+|finish\w*|end)\b[^,;]{0,20}$", re.I
)
_EN_FIRST = re.compile(
    r"\b(?:arriv\w+|start\w*|begin\w*|check(?:ing)?[ -]?in|set(?:ting)? off)\b[^,;]{0,20}$", re.I
)
_EN_BY_SO_MUCH = re.compile(rf"\b(?P<n>{EN_N}) (?P<u>{_EN_UNIT}) (?P<way>later|earlier|sooner)\b", re.I)

#: "Make the service half an hour later".
_EN_MAKES = re.compile(
    rf"^(?:(?:and|but|so|then|ok(?:ay)?|no|please|actually|let['’]s|we(?:['’]ll)?|i(?:['’]d)?|can we|could we)[\s,]+)*(?:make|hav(?:e|ing)|hold|do|start|begin|set|keep|schedule)\s[^,;]{{2,40}}?\s(?P<n>{EN_N}) (?P<u>{_EN_UNIT}) (?P<way>later|earlier|sooner){_EN_TRAIL}",
    re.I,
)
_EN_DUE = re.compile(r"\b(?:deadline|due|submission|hand(?:ing)?[- ]in)\b", re.I)
_EN_OTHER = re.compile(r"\b(?:remind|notify|tell|warn|ask|call|book|buy|pack|arrive|check in)\b", re.I)

_ZH_UNIT = r"(?:天|日(?!期)|周|个?星期|个?礼拜|个?月|个?半?小时|个?钟头|分钟)"
_ZH_MOVES = re.compile(
    rf"(?P<verb>推迟|延后|延迟|延期|顺延|推后|后延|后推|拖后|推|延|往后(?:推|挪|延|移|拖|放|改|顺)?|(?<![提最])晚|提前|提早|往前(?:挪|提|移|推|改|放)?|前移|(?<!提)早)(?:了|个|上|它)?(?P<n>{ZH_N})(?P<u>{_ZH_UNIT})"
    r"(?!(?:再|就)?(?:提醒|通知|告诉|叫|预约|预订|订|买|说|准备|打电话|问|取消|申请|报名|确认|到[^，]|左右到|起))"
)
#: 多住两天, 延长一周: the end moves and the beginning stays.
_ZH_LONGER = re.compile(
    rf"(?P<how>延长|缩短|[多再少](?:住|待|呆|玩|留|停留|休))(?:了|个|上)?(?P<n>{ZH_N})(?P<u>{_ZH_UNIT}|晚|夜)(?!就|才)"
)
_ZH_LAST = re.compile(r"(?:再|才|就)?(?:回(?!复|答|电|信)|返|结束|退房|离开|走)")
_ZH_FIRST = re.compile(r"(?:再|才|就)?(?:出发|入住|开始|启程|动身)")
_ZH_BACK = re.compile(r"提前|提早|往前|前移|早")
_ZH_NEXT = re.compile(
    r"^(?:那|就|还是|不如|算了|要不|我们|咱们|把?时间|它|日子|[^，我你他她\d]{0,4}(?=[改换挪推提定移调]))*(?:改[到成为在]?|换[到成]|挪到|推到|提到|移到|调到|定在|放在|放到)?(?P<w>第二天|后一天|前一天|次日|隔天|转天|第二周|后一周|前一周|后一个月|前一个月)(?:吧|了|好了|得了|更好|比较好|合适)*$"
)
#: What is always to be done so long before, and what is done for somebody then.
_ZH_EARLY = re.compile(r"提前|提早")
_ZH_EACH_TIME = re.compile(
    r"(?:每[次回个一章节期篇周月年]|一般|通常|平时|至少|起码|最少|最好|必须|务必|记得|需要?|得)[^，。,]{0,6}$"
)
_ZH_FOR_SOMEBODY = re.compile(r"[就先再]?(?:给|跟|向|把|找|让|请|和|同|与|发|拿|去|排队|备|看|领|取|打)")
_ZH_DUE = re.compile(r"截止|交稿|期限|最晚|到期|交期|限期|ddl|DDL")


def shift_en(text: str, clauses: list[str]) -> Found | None:
    """By how much an English sentence moves what was fixed, or an end of it: "push it back a day", "two days longer".

    What does not ``change`` a single day changes a stretch alone.
    """
    key = "deadline" if _EN_DUE.search(text) else ""
    if match := _EN_LONGER.search(text):
        back = bool(match["n4"]) or (match["way"] or "").lower() == "shorter"
        count = next(match[name] for name in ("n", "n2", "n3", "n4") if match[name])
        unit = match["u"] or match["u2"] or match["u4"]
        return replace(_found(match, count, unit, back=back, key=""), changes=False, edge="last")
    if match := _EN_BY_SO_MUCH.search(text):
        head, back = text[: match.start()], match["way"].lower() != "later"
        for pattern, edge in ((_EN_LAST, "last"), (_EN_FIRST, "first")):
            if pattern.search(head):
                return replace(
                    _found(match, match["n"], match["u"], back=back, key=key),
                    changes=_EN_MAKES.search(text) is not None,
                    edge=edge,
                )
    match = _EN_MOVES.search(text)
    if match and not _EN_OTHER.search(text):
        back = _EN_FORWARD.search(text, match.start()) and not re.search(r"later|back\b", match.group(), re.I)
        return _found(match, match["n"], match["u"], back=bool(back), key=key)
    for clause in clauses:
        if match := _EN_LATER.search(clause) or _EN_MAKES.search(clause):
            return _found(
                match, match["n"], match["u"], back=match["way"][:2].lower() in ("ea", "so", "be"), key=key
            )
        if match := _EN_NEXT.search(clause):
            back = (match["way"] or "").lower() == "before" or (match["kind"] or "").lower() == "previous"
            return _found(match, "one", match["u"] or match["u2"], back=back, key=key)
    return None


def shift_zh(text: str, clauses: list[str]) -> Found | None:
    """By how much a Chinese sentence moves what was fixed, or an end of it: 推迟一天, 往后挪两天, 第二天, 多住两天."""
    key = "deadline" if _ZH_DUE.search(text) else ""
    if match := _ZH_LONGER.search(text):
        back = match["how"][0] in "缩少"
        return replace(_found(match, match["n"], match["u"], back=back, key=""), changes=False, edge="last")
    if (match := _ZH_MOVES.search(text)) and not _is_lead_time(match, text):
        found = _found(match, match["n"], match["u"], back=bool(_ZH_BACK.match(match["verb"])), key=key)
        edges = ((_ZH_LAST, "last"), (_ZH_FIRST, "first"))
        return replace(
            found, edge=next((edge for after, edge in edges if after.match(text, match.end())), "")
        )
    for clause in clauses:
        if match := _ZH_NEXT.search(clause):
            unit = "月" if "月" in match["w"] else "周" if "周" in match["w"] else "天"
            return _found(match, "一", unit, back="前" in match["w"], key=key)
    return None


def _is_lead_time(match: re.Match[str], text: str) -> bool:
    """Whether something is to be done so long before, and nothing is moved: 每次要提前一周给导师看."""
    if _ZH_EARLY.match(match["verb"]) is None:
        return False
    return bool(_ZH_EACH_TIME.search(text[: match.start()]) or _ZH_FOR_SOMEBODY.match(text, match.end()))


def _found(match: re.Match[str], count: str, unit: str, *, back: bool, key: str) -> Found:
    much = figure(count) or 1
    unit = unit.lower()
    if unit.startswith("fortnight"):
        much, unit = much * 2, "week"
    if "半小时" in unit:
        much += 0.5
    for short, long in (("h", "hour"), ("mi", "minute"), ("d", "day"), ("w", "week"), ("mo", "month")):
        if unit.startswith(short):
            unit = long
            break
    for part, name in (("小时", "hour"), ("钟头", "hour"), ("分", "minute"), ("天", "day"), ("日", "day"), ("周", "week"),
                       ("星期", "week"), ("礼拜", "week"), ("月", "month")):  # fmt: skip
        if part in unit:
            unit = name
            break
    if unit in ("night", "nights", "晚", "夜"):
        unit = "day"
    return Found("shift", match.group(), Shift(-much if back else much, unit).packed(), True, key)


def figure(text: str) -> float | None:
    """The number that digits or words say, None where they say none."""
    words = text.strip().lower()
    if words in _EN_NUMBERS:
        return _EN_NUMBERS[words]
    if re.fullmatch(r"\d+(?:\.\d+)?", words):
        return float(words)
    if words in ("俩", "仨", "半"):
        return {"俩": 2.0, "仨": 3.0, "半": 0.5}[words]
    found = chinese_number(words)
    return float(found) if found is not None else None


def moved(before: str, shift: Shift, *, said_at: datetime, chinese: bool) -> str | None:
    """The value so much later or earlier; None where the former has no day, or no time of day, to move."""
    old = ISO.search(before)
    if shift.unit in ("hour", "minute"):
        return _moved_time(before, old, shift, said_at=said_at, chinese=chinese)
    if old is None:
        return None
    on = date.fromisoformat(old.group(1))
    if shift.unit == "month":
        on = months_on(on, int(shift.count))
    else:
        on += timedelta(days=shift.count * (7 if shift.unit == "week" else 1))
    return f"{spoken(on, chinese=chinese)} ({f'{on} {old.group(2) or str()}'.strip()})"


def _moved_time(
    before: str, old: re.Match[str] | None, shift: Shift, *, said_at: datetime, chinese: bool
) -> str | None:
    on, time = (date.fromisoformat(old.group(1)), old.group(2)) if old else (said_at.date(), None)
    if time:
        start = datetime.fromisoformat(f"{on} {time}")
    else:
        words = before[: old.start()] if old else before
        clock = dates_zh.clock(words)
        named = dates_en.resolve(f"today at {words}", said_at=said_at)
        at = clock[2] if clock else named.at if named else None
        if at is None:
            return None
        start = datetime.combine(on, at)
    after = start + timedelta(minutes=shift.count * (60 if shift.unit == "hour" else 1))
    if old is None:
        return f"{after:%H:%M}"
    return f"{spoken(after.date(), chinese=chinese)} ({after:%Y-%m-%d %H:%M})"


def spoken(on: date, *, chinese: bool) -> str:
    """A day in words: "Saturday 12 December", "12月12日周六"."""
    if chinese:
        return f"{on.month}月{on.day}日周{'一二三四五六日'[on.weekday()]}"
    return f"{calendar.day_name[on.weekday()]} {on.day} {calendar.month_name[on.month]}"
