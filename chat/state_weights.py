"""How much a value of a sentence weighs for session state, and which day its weekday is. Both languages; pure.

What is planned outranks a chance mention. A day that lies behind is none of the talk's, and neither is a place that
somebody was at.
"""

# ruff: noqa: E501

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from chat.clauses import Sentence
from chat.state_entries import ANCHOR, CHANCE, MAIN, PLAIN, PLANNED, Entry, State
from chat.state_found import Found
from chat.state_moves import ISO, day_of_month, months_on, weekday_of
from chat.state_ranges import Span, span_of, with_span
from chat.state_things import alike, thing_en, thing_zh
from memories.capture.value_keys import number as chinese_number

_PLAN_EN = re.compile(
    r"\b(?:trips?|holidays?|vacation|wedding|part(?:y|ies)|birthday|conference|honeymoon|anniversary|flights?|celebration|ceremony|reunion|retreat|exam|opening|launch)\b"
    r"|\b(?:we|i|we're|i'm|we'd|i'd|we'll|i'll|we've|let's|us)\b[^,;]{0,24}\b(?:leav(?:e|ing)|depart(?:ing)?|com(?:e|ing) (?:back|home)|return(?:ing)?|fly(?:ing)?|arriv(?:e|ing)|travel(?:l?ing)?|go(?:ing)?|head(?:ing)?|mov(?:e|ing)|stay(?:ing)?|driv(?:e|ing)|meet(?:ing)?|start(?:ing)?|check(?:ing)? (?:in|out)|plan(?:ning)?|want|celebrat\w+|hold(?:ing)?|having|book(?:ed|ing)?)\b",
    re.I,
)
_BACK_EN = re.compile(
    r"^(?:(?:and|then|so)\s)*(?:return(?:ing)?|(?:com(?:e|ing) )?back|leav(?:e|ing)|fly(?:ing)?|arriv(?:e|ing))\s(?:home )?on\b",
    re.I,
)
_PLAN_ZH = re.compile(
    r"(?:地点|时间|日期|日子|地方)(?:就)?(?:是|定|在|改|选)|定[在于到]|出发|启程|动身|回来|返程|返回|婚礼|派对|聚会|生日|旅行|旅游|出差|度假|蜜月|机票|航班|入住|退房|搬家|举[行办]|年会|会议|活动|酒席|宴|仪式|考试|[想要打算计划准备](?:去|飞|到|在)|我们?(?:\S{0,6})(?:去|飞|到|住|办)"
)
#: Who does it, where it is not the person.
_OTHERS = r"(?:wife|husband|partner|mum|mom|mother|dad|father|parents|sister|brother|sisters|brothers|son|daughter|kids|children|grandma|grandmother|grandpa|aunt|uncle|cousins?|niece|nephew|friends?|colleagues?|boss|flatmate|roommate|neighbou?rs?|landlord|teacher|doctor)"
_THIRD_EN = re.compile(
    rf"^(?:(?:and|but|so|oh|by the way|btw|well|funny|apparently)[\s,]+)*(?:(?:my|our|her|his|their|the|a|some)\s(?:\w+\s)?{_OTHERS}\b|(?:he|she|they)\b)",
    re.I,
)
_THIRD_ZH = re.compile(
    r"^(?:另外|还有|对了|听说|而且|不过)?[，,]?(?:我的?|我们的?|咱)?(?:外地|老家的?|一个)?(?:[表堂]?[哥姐弟妹]{1,2}|亲戚|同事|朋友|邻居|老板|同学|室友|叔叔|阿姨|舅舅|姑姑|爸妈?|妈妈?|父母|孩子|儿子|女儿|闺蜜|领导|老师|他们?|她们?)(?:家)?(?!的?(?:生日|婚礼|派对|聚会))"
)
_OURS_EN = re.compile(r"\b(?:we|we'\w+|us|our|i|i'\w+|me|let's|join\w*|with us)\b", re.I)
_OURS_ZH = re.compile(r"我们|咱|一起|和我|跟我|陪我")
#: When somebody was at a place; and that somebody was there.
_ONCE_EN = re.compile(
    r"\b(?:last (?:year|month|week|weekend|time|summer|winter|spring|autumn|fall|night|christmas|easter|\w+day)|ago|yesterday|used to|once (?:went|was|lived|visited|saw)|back in (?:19|20)\d\d|in (?:19|20)[01]\d|as (?:a|an) (?:child|kid|student)|when i was|grew up|was born)\b",
    re.I,
)
_PAST_EN = re.compile(
    r"\b(?:went|visited|lived|(?:'ve|have|has|'d|had) (?:already |just |never |once |both |all )*(?:been|visited|lived|gone)|came back|got back|flew|drove|was|were)\b",
    re.I,
)
_AHEAD_EN = re.compile(
    r"\b(?:will|'ll|going to|want|wants|let's|plan\w*|booked|book|next|tomorrow|would like|'d like|need to|should|could|again|instead|decided|are (?:flying|going|leaving|travelling)|so we)\b",
    re.I,
)
_PAST_ZH = re.compile(
    r"去年|前年|上个?月|上周|上次|上回|昨[天晚]|前[天些]|以前|曾经?|小时候|那年|当年|当时|刚从|过去的|(?:去|来|待|住|玩|到|飞)过(?!年|节|生日|来|去)|回来了|去了|住了"
)
_AHEAD_ZH = re.compile(
    r"这次|想(?:再)?去|打算|计划|准备|决定|明[天年]|下(?:个|周|月|次)|还要|还想|改|要去|再去|就去|定"
)
#: "Today" of a sentence that tells how something is: it is no day of anything planned.
_NOW_WORDS = re.compile(
    r"^(?:today|tonight|now|this (?:morning|afternoon|evening|week)|今[天日晚早]|现在|这周|本周|最近)$", re.I
)
_HOW_IT_IS_EN = re.compile(
    r"\b(?:is|are|'s|'re|'m|am|was|were|feel\w*|has|have|had|got|looks?|seems?|rain\w*|snow\w*|been)\b(?!\s(?:\w+ly\s)?(?:leaving|going|coming|flying|arriving|meeting|starting|due|on|at|open|having|booked|travelling|moving|planned|scheduled))",
    re.I,
)
_DOES_ZH = re.compile(
    r"去|来|到(?!底)|出发|回|开会|见|约|交|办|订|买|走|飞|搬|住|参加|签|面试|考|做|提交|寄|付|集合|开始|截止|要|得|吃饭"
)
#: Nothing but the thing itself: "the hotel" tells nobody where.
_BARE_SPOT = re.compile(
    r"^(?:the|our|my|a) (?:hotel|flat|cottage|apartment|house|room|restaurant|airport)$|^(?:酒店|宾馆|饭店|旅馆|民宿|餐厅|机场|车站|房间)$",
    re.I,
)
_NOT_TO_EN = re.compile(
    r"\b(?:don't|do not|won't|will not|can't|cannot|can not|wouldn't|would not|not|no longer|rather not|never)\s+(?:really |actually |even |all )?(?:want to |wanna |like to |going to |plan to |planning to |need to |have to |be )?(?:go(?:ing)?|visit(?:ing)?|travel(?:ling)?|see(?:ing)?|stay(?:ing)?|fly(?:ing)?|driv(?:e|ing)|stop(?:ping)?|head(?:ing)?|eat(?:ing)?|do(?:ing)?|via|to|through)\b|\b(?:skip|leave out|drop|without|instead of|rather than) (?:\w+ing )?(?:to |in |at )?(?:the )?$",
    re.I,
)
_NOT_TO_ZH = re.compile(
    r"(?<![要去来想好是])(?:不想|不打算|不要|别|不用|不必|没打算|不准备|不会|不愿意?|没法|不能|不)再?(?:去|到|飞|来|住|走|待|玩|逛|在|经过|路过)$"
)
_ERRAND_EN = re.compile(
    r"\b(?:remind|call|send|e-?mail|order|buy|deliver\w*|submit|report|pay|collect|pick up|ask|tell|check|dentist|doctor)\b",
    re.I,
)
_ERRAND_ZH = re.compile(r"提醒|打电话|发给|寄|买|送货|提交|交|付|取|问|告诉|查|报告|医")
_DIGITS = re.compile(r"[$€£¥￥]?\s?\d[\d,.]*")
_FIGURE = re.compile(r"[零一二两三四五六七八九十百千万]+")
#: Days from today on, within which a bare weekday is one of this week.
_THIS_WEEK = 7
_MONTH = re.compile(r"\((\d{4}-\d\d)\)$")
_LAST_WORDS = re.compile(r"last\b|上|去|以?前|the (?:past|last)\b", re.I)
#: A day of a month that is not named: "the 16th", 23号.
_OF_MONTH = re.compile(
    r"^(?:the )?(?P<d>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?(?-i:[A-Z][a-z]))|^(?P<z>\d{1,2}|[一二三]?十?[一二三四五六七八九十])[日号]",
    re.I,
)
_MONTH_NAMED = re.compile(
    r"(?:\d(?:st|nd|rd|th)?\s(?:of\s)?|\b)(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\b|月",
    re.I,
)
#: A day of coming back lies after that of leaving.
_RETURNS = re.compile(
    r"\b(?:back|home|return\w*|until|till|through|check(?:ing)? ?out)\b|回(?!复|答|电|信)|返|退房|为止|[住待呆玩]到",
    re.I,
)
#: Nothing but a day said in other words: "the 23rd to the 24th, that is", 也就是23号到24号.
_RESTATED = re.compile(
    r"(?:[\s,，.]|\b(?:so|that|this|is|it|which|means|meaning|in other words|i mean|then|from|and)\b|that's|i\.e|也?就是(?:说)?|那就是|即|所以|那|是|从)*",
    re.I,
)


def weighed(values: Sequence[Found], sentence: Sentence, *, said_at: datetime) -> list[Found]:
    """The values with their weight and the thing that they belong to; without what is no matter of the talk."""
    text = sentence.text.replace("’", "'")
    found: list[Found] = []
    for one in values:
        if one.key in ("when", "deadline", "place") and (kept := _placed(one, sentence, text, said_at)):
            found.append(kept)
        elif one.key in ("price", "budget", "shift"):
            found.append(replace(one, of=_thing(one, sentence, text)))
        elif one.key not in ("when", "deadline", "place"):
            found.append(one)
    if refused := [one for one in found if one.key == "rejected" and one not in values]:
        # when somebody does not go somewhere is no day of anything
        found = [
            one for one in found if one.key != "when" or one.changes or len(sentence.clauses) > len(refused)
        ]
    return found


def _placed(one: Found, sentence: Sentence, text: str, said_at: datetime) -> Found | None:
    """A day or a place with its weight; None where it is none of the talk's."""
    third = bool((_THIRD_ZH if sentence.chinese else _THIRD_EN).match(text))
    ours = bool((_OURS_ZH if sentence.chinese else _OURS_EN).search(_THIRD_EN.sub("", text, count=1)))
    plan = bool((_PLAN_ZH if sentence.chinese else _PLAN_EN).search(text) or _BACK_EN.match(text))
    weight = (PLAIN if plan or ours else CHANCE) if third and not (plan and ours) else MAIN if plan else PLAIN
    words = one.value.split(" (")[0]
    if one.key == "place":
        at = text.find(words.removeprefix("from "))
        ahead = (_AHEAD_ZH if sentence.chinese else _AHEAD_EN).search(text)
        once = not ahead and (_PAST_ZH if sentence.chinese else _ONCE_EN).search(text)
        past = not ahead and not sentence.chinese and _PAST_EN.search(text)
        if _BARE_SPOT.match(words) or once or (past and third):
            return None
        weight = CHANCE if past else weight
        if not sentence.asks and at >= 0 and _is_refused(sentence, text[:at]):
            return replace(one, key="rejected", value=words.removeprefix("from "), unit="", instead_of="")
        return replace(one, weight=weight)
    day, span = ISO.search(one.value), span_of(one.value)
    last = date.fromisoformat(day.group(1)) if day else span.last if span else None
    if one.key == "when":
        month = _MONTH.search(one.value)
        behind = month is not None and (
            month.group(1) < f"{said_at:%Y-%m}" or _LAST_WORDS.match(words) is not None
        )
        if behind or (last is not None and last < said_at.date()):
            return None
        if _NOW_WORDS.match(words) and not (day and day.group(2)) and _tells_how_it_is(sentence, text):
            return None
    thing = _thing(one, sentence, text)
    if thing and last is not None and weight == PLAIN and not third:
        weight = PLANNED
    return replace(one, weight=weight, of=thing)


def _is_refused(sentence: Sentence, head: str) -> bool:
    if sentence.chinese:
        return _NOT_TO_ZH.search(head) is not None
    clause = re.split(r"[,;]|\bbut\b", head)[-1]
    return _NOT_TO_EN.search(clause) is not None and not re.search(r"\bwhy (?:don't|not)\b", clause, re.I)


def _tells_how_it_is(sentence: Sentence, text: str) -> bool:
    if sentence.chinese:
        return _DOES_ZH.search(text) is None
    return _HOW_IT_IS_EN.search(text) is not None


def _thing(one: Found, sentence: Sentence, text: str) -> str:
    words = one.value.split(" (")[0]
    if one.key in ("price", "budget") and (figure := _DIGITS.search(words) or _FIGURE.search(words)):
        words = figure.group().strip(" ,.")
    start = text.find(words)
    if start < 0:
        start, words = len(text), ""
    thing = (thing_zh if sentence.chinese else thing_en)(text, start, start + len(words), key=one.key)
    return "" if thing and one.value.startswith(f"{thing} ") else thing


# ---------------------------------------------------------------------------------------------- of the talk's days


def days_of(state: State, *, today: date, before: int) -> tuple[date, date] | None:
    """The first and last day of what the talk is about, where they lie beyond this week."""
    dated = [
        one for one in state.entries if one.key == "when" and one.weight >= PLANNED and one.sequence < before
    ]
    main = [one for one in dated if one.weight >= MAIN]
    stretches = [
        one for one in state.entries if one.key == "when" and one.sequence < before and span_of(one.value)
    ]
    for some in (main, dated, stretches):
        spans = [span for one in sorted(some, key=lambda one: one.weight) if (span := span_of(one.value))]
        if spans:
            first, last = spans[-1].first, spans[-1].last
            return (first, last) if (first - today).days > _THIS_WEEK and not spans[-1].months else None
        days = [date.fromisoformat(day.group(1)) for one in some if (day := ISO.search(one.value))]
        if days:
            first, last = min(days), max(days)
            return (first, last) if (first - today).days > _THIS_WEEK and (last - first).days <= 31 else None
    return None


def in_talk(words: str, on: date, among: tuple[date, date] | None) -> date | None:
    """The day of a bare weekday within the days of the talk, the day itself for all other words; None for no one day."""
    target = weekday_of(words)
    if among is None or target is None:
        return on
    first, last = among
    days = [first + timedelta(days=step) for step in range((last - first).days + 1)]
    fits = [day for day in days if day.weekday() == target]
    return fits[0] if len(fits) == 1 else None


def of_month(words: str) -> int:
    """The day of the month that words name without its month; 0 where they name none so."""
    match = _OF_MONTH.match(words)
    if match is None or _MONTH_NAMED.search(words) or re.search(r"[上下这本]个?月", words):
        return 0
    said = match["d"] or match["z"]
    return int(said) if said.isdigit() else int(chinese_number(said) or 0)


def nearest_of_month(day: int, among: tuple[date, date], *, today: date, after: bool = False) -> date | None:
    """Such a day of the month nearest to the days of the talk; with ``after`` the first from its beginning on."""
    first, last = among
    if after:
        return day_of_month(first, day)
    months = [months_on(first.replace(day=1), step) for step in (-1, 0, 1)]
    fits = [
        month.replace(day=day)
        for month in months
        if 1 <= day <= calendar.monthrange(month.year, month.month)[1]
    ]
    coming = [one for one in fits if one >= today]
    return min(coming, key=lambda one: max((first - one).days, (one - last).days, 0), default=None)


def resolved(found: Found, state: State, sentence: Sentence, *, today: date, sequence: int) -> Found:
    """The value with its bare weekday or day of the month within the days of the talk.

    Without a date where it may be one of several.
    """
    if found.key != "when" or found.edge:
        return found
    if span := span_of(found.value):
        return _span_resolved(found, span, state, sentence, today=today, sequence=sequence)
    day = ISO.search(found.value)
    errand = (_ERRAND_ZH if sentence.chinese else _ERRAND_EN).search(sentence.text)
    if day is None or errand:
        return found
    words = found.value[: day.start()].strip()
    on = date.fromisoformat(day.group(1))
    number = of_month(words)
    # A bare day of the month goes on from the date before it, in the same sentence too.
    among = days_of(state, today=today, before=sequence + 1 if number else sequence)
    if among is None:
        return found
    if number:
        meant = nearest_of_month(number, among, today=today, after=_comes_back(sentence, words)) or on
    else:
        meant = in_talk(words, on, among)
    if meant == on:
        return found
    if meant is None and found.changes:
        return found  # beside the day whose place it takes
    if meant is None:
        return replace(found, value=words)
    at = f" {day.group(2)}" if day.group(2) else ""
    return replace(found, value=f"{words} ({meant}{at})")


def _comes_back(sentence: Sentence, words: str) -> bool:
    """Whether a day is that of coming back."""
    return _RETURNS.search(clause_of(sentence, words)) is not None


def clause_of(sentence: Sentence, words: str) -> str:
    """The clause of a sentence that has the words; the whole where none has them."""
    plain = re.sub(r"^the\s", "", words, flags=re.I)
    return next((one.text for one in sentence.clauses if plain in one.text), sentence.text)


def _span_resolved(
    found: Found, span: Span, state: State, sentence: Sentence, *, today: date, sequence: int
) -> Found:
    """A stretch of days without a month in the month of the talk; one that only says the day at hand anew replaces it."""
    words = found.value[: found.value.rindex("(")].strip()
    among = days_of(state, today=today, before=sequence)
    if among is None:
        return found
    if not found.changes and (number := of_month(words)) and span.first.day == number:
        first = nearest_of_month(number, among, today=today, after=False) or span.first
        last = day_of_month(first, span.last.day)
        if last is not None:
            span = replace(span, first=first, last=last)
            found = replace(found, value=with_span(words, span))
    rest = re.sub(r"\s+", " ", sentence.text.replace("’", "'")).replace(words, " ")
    if not found.changes and span.first <= among[0] <= span.last and _RESTATED.fullmatch(rest):
        at_hand = [one for one in state.entries if one.key == "when" and _begins(one, among[0])]
        if at_hand:
            return replace(found, changes=True, instead_of=at_hand[-1].value)
    return found


def _begins(entry: Entry, day: date) -> bool:
    """Whether an entry is that day, or a stretch from that day on."""
    on, span = ISO.search(entry.value), span_of(entry.value)
    return (on is not None and on.group(1) == f"{day}") or (span is not None and span.first == day)


def _days_in(value: str) -> set[date]:
    """The day of a value, or the days of its stretch."""
    if (span := span_of(value)) is not None:
        length = 0 if span.months else (span.last - span.first).days + 1
        return {span.first + timedelta(days=step) for step in range(length)}
    day = ISO.search(value)
    return {date.fromisoformat(day.group(1))} if day else set()


def without_former(
    values: Sequence[Found], state: State, sentence: Sentence, *, sequence: int
) -> list[Found]:
    """The values without the day that the talk had, where a sentence moves it: 改成23号吧，16号老板要出差.

    Why it is moved is told of that day; so it is no day of the matter any more.
    """
    days = [one for one in values if one.key == "when" and ISO.search(one.value)]
    moved = [one for one in days if one.changes]
    if len(days) < 2 or not moved or len(sentence.clauses) < 2:
        return list(values)
    former: set[date] = set()
    for one in state.entries:
        if one.key == "when" and one.sequence < sequence and one.weight > CHANCE:
            former |= _days_in(one.value)
    numbers = {day.day for day in former}
    gone = [
        one for one in days if _days_in(one.value) & former or of_month(one.value.split(" (")[0]) in numbers
    ]
    clauses = {clause_of(sentence, one.value.split(" (")[0]) for one in days}
    new = [one for one in moved if one not in gone]
    if not gone or not new or len(clauses) < 2:
        return list(values)
    return [one for one in values if one not in gone]


def anchored(entries: Sequence[Entry]) -> list[Entry]:
    """The entries where the first plan of places and of days, or what took its place, is what the talk is about.

    The price of what is chosen weighs more than others, and that of what is turned down less.
    """
    settled = {key: [one.value for one in entries if one.key == key] for key in ("chosen", "rejected")}
    found = [_priced(one, **settled) if one.key == "price" and one.of else one for one in entries]
    for key in ("place", "when"):
        planned = [one for one in found if one.key == key and one.weight >= MAIN]
        first = min(
            [one for one in planned if one.weight == ANCHOR] or planned,
            key=lambda one: one.sequence,
            default=None,
        )
        if first is not None:  # what one message says of one thing is its beginning and its end
            found = [
                replace(one, weight=ANCHOR)
                if one in planned and (one.sequence, one.of) == (first.sequence, first.of)
                else one
                for one in found
            ]
    return found


def _priced(entry: Entry, *, chosen: Sequence[str], rejected: Sequence[str]) -> Entry:
    if any(alike(entry.of, value) for value in chosen):
        return replace(entry, weight=PLANNED)
    return replace(entry, weight=CHANCE if any(alike(entry.of, value) for value in rejected) else PLAIN)
