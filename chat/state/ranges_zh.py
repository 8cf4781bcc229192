"""Reads stretches of days and hours out of a Chinese sentence: 5月3日到6日, 周一到周四, 上午9点到11点半."""

# ruff: noqa: E501

from datetime import datetime, time, timedelta

from chat.state.found import Changes, Found, near, with_date
from chat.state.moves import day_of_month
from chat.state.ranges import READ, Edge, End, Said, Span, are_two, hours_between, span_between, with_span
from memories.capture import dates_zh
from memories.capture.types import ResolvedDate
from memories.capture.value_keys import number as chinese_number
from memories.capture.value_keys import simplify
from memories.kinds import DatePrecision
from memoryhub import patterns as re

_Y = r"(?:\d{4}年|今年|明年|后年|去年)"
_M = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_D = r"(?:3[01]|[12]\d|0?[1-9]|三十一?|[一二]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])"
_JOIN = r"\s*(?:[（(](?:周|星期|礼拜)[一二三四五六日天][)）])?\s*(?:一直)?(?:到|至|—+|–|-|~|～|直到|和|、|以及|及|跟|与)\s*"
_PART = r"(?:凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|半夜)"
_H = r"(?:2[0-4]|1\d|\d|二十[一二三四]?|十[一二三四五六七八九]?|[零一二两三四五六七八九])"
_POINT = r"(?:点钟?|时)(?:半|一刻|三刻|[0-5]?\d分?|[零一二三四五]?十?[零一二三四五六七八九]?分|[二三四五]?十[一二三四五六七八九]?(?!个|位|人))?"
_CLOCK = rf"(?:{_PART}?的?(?:{_H}{_POINT}|\d{{1,2}}:\d\d))"
#: Not the first of two hours: 周一到周六上午9点到晚上8点.
_PART_OF_MONTH = r"(?:初|中旬?|下旬|底|末)"
_AT = rf"(?:(?>{_CLOCK}|{_PART})(?!\s*(?:到|至|—|–|-|~)\s*(?:{_PART}?(?:{_H}|\d{{1,2}}:))))?"
_WEEK = r"(?:周|星期|礼拜)"
_WEEKDAY = rf"(?:(?:上上|上|这|本|下下|下)?个?{_WEEK}[一二三四五六日天末])"
_CALENDAR = rf"(?:{_Y}?{_M}月份?{_D}[日号])"
_OTHER = r"(?:今天|明天|后天|大后天|昨天|今晚|明晚|今早|明早|今日|明日|元旦|情人节|劳动节|五一|国庆节?|平安夜|圣诞节?|春节|除夕|中秋节?|端午节?)"
_OF_MONTH = rf"(?:(?:上|这|本|下)个?月)?{_D}[日号]"
_DAY = rf"(?:{_CALENDAR}|\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|{_WEEKDAY}|{_OTHER}|{_OF_MONTH}){_AT}"
_NOT_A_DAY = r"(?!线|楼|院|门|店|桌|车|床|馆|厅|机|房|仓|文|码|公路|球|选手|信|字|柜|位|员|技师)"
_DAYS = re.compile(
    "|".join(
        (
            rf"(?P<a1>{_Y}?{_M}月份?{_D})(?P<u1>[日号]?){_JOIN}(?P<b1>{_D}[日号]{_AT}){_NOT_A_DAY}",
            rf"(?P<a2>{_DAY}){_JOIN}(?P<b2>{_DAY}){_NOT_A_DAY}",
            rf"(?P<a3>{_D}){_JOIN}(?P<b3>{_D}[日号]{_AT}){_NOT_A_DAY}",
            rf"(?P<a4>{_WEEKDAY}){_JOIN}(?P<b4>[一二三四五六日天])(?![一二三四五六七八九十点个天月号日周层楼年次位人])",
            rf"(?P<a5>{_Y}?{_M}月份?{_PART_OF_MONTH}|{_Y}?{_M}(?:月份?)?|{_CALENDAR}){_JOIN}(?P<b5>{_CALENDAR}|{_Y}?{_M}月份?{_PART_OF_MONTH}?)(?![\d一二三四五六七八九十上下])",
        )
    ).join(
        (r"(?<![\d./第一二三四五六七八九十-])(?<!\d:)(?:", rf")(?:\s*[（(]{_WEEK}[一二三四五六日天][)）])?")
    )
)
_FORMS = range(1, 6)
_TIMES = re.compile(
    rf"(?<![\d./第-])(?<!\d:)从?(?P<a>{_PART}?(?:{_H}(?:{_POINT})?|\d{{1,2}}:\d\d))\s*(?:一直)?(?:到|至|—+|–|-|~|～)\s*(?P<b>{_CLOCK})(?!建议|意见|要求|原因|想法|问题|[\d:])"
)
#: 下周的周一到周三
_IN_WEEK = re.compile(rf"(?P<w>[下这本])个?{_WEEK}的?[，,]?$")
_BARE = re.compile(
    r"(?:改|换|变|挪|调)(?:成|到|为|在)(?P<v>\d{1,2}\s?(?:到|至|-|–|—|~)\s?\d{1,2})(?:吧|了|好了|就行)*$"
)
_HABIT = re.compile(
    r"每(?:个|周|天|星期|逢)|平时|平常|一般|通常|总是|都(?:要|得)?上[班课学]|上班时间|营业|开门|开放|工作日"
)
_PLANNED = re.compile(r"[上下这本]个?(?:周|星期|礼拜)|这次|这几天|今|明天|后天|出差|请假")
_WENT = re.compile(r"(?:去|待|呆|住|玩|来|旅游|出差)[了过]|刚从")
_FORMER = re.compile(r"(?:不是|不要|取消|原来(?:的|说|定)?|本来(?:说|是|定)?|原定)(?:从|在|是|定在)?$")
_MOVED_TO = re.compile(r"[的]?[^，。,]{0,4}?(?:改|推迟|提前|换|挪|调|延|推|移)(?:到|成|至|为)了?(?:从)?$")
_DUE = re.compile(r"(?:截止|期限|最晚|最迟|交稿)[^，,]{0,4}$")


def ranges_zh(text: str, *, said_at: datetime, changes: Changes) -> tuple[list[Found], str]:
    """The stretches of days and hours of a sentence, and its text with `READ` where they stood."""
    plain, values, former, before = simplify(text), list[Found](), "", -1
    rest, habit = text, False
    past = True if _WENT.search(plain) else None
    for match in _DAYS.finditer(plain):
        form = next(str(form) for form in _FORMS if match[f"a{form}"])
        start, end = match.span()
        in_week = _IN_WEEK.search(plain[:start]) if re.match(_WEEK, match["a2"] or "") else None
        ends = _ends(match, form, said_at, past, in_week["w"] if in_week else "")
        start = in_week.start() if in_week else start
        span = span_between(*ends, today=said_at.date()) if ends else None
        if span is None or not near(said_at, ResolvedDate(span.first)):
            continue
        words = re.sub(r"\s+", "", text[start:end])
        between = plain[match.end(f"a{form}") : match.start(f"b{form}")]
        listed = re.search(r"[和、及跟与]", between) is not None
        if listed and form not in ("1", "2"):
            continue
        rest = rest[:start] + READ * (end - start) + rest[end:]
        weekly = ends is not None and ends[0].said == ends[1].said == Said.WEEKDAY
        if weekly and _HABIT.search(plain) and not _PLANNED.search(plain):
            habit = True
            continue
        if listed and ends and are_two(*ends, span):  # 周一和周四
            first = match[f"a{form}"] + (match["u1"] or "")
            two = zip((first, match[f"b{form}"]), (span.first, span.last), ends, strict=True)
            for said, on, end_said in two:
                values.append(
                    Found("when", with_date(said, ResolvedDate(on, at=end_said.at)), "", changes(start))
                )
            continue
        if _FORMER.search(plain[:start]):
            former = words
            continue
        if before >= 0 and values and _MOVED_TO.fullmatch(plain[before:start]):
            former = values.pop().value
        key = "deadline" if _DUE.search(plain[:start]) else "when"
        values.append(Found(key, with_span(words, span), "", changes(start), former))
        before = end
    hours, rest = _hours(rest, said_at=said_at, changes=changes)
    if not values and not hours and (bare := _BARE.search(plain)):
        return [Found("between", re.sub(r"\D+", "到", bare["v"]), "", True)], text
    habit = habit or (not values and _HABIT.search(plain) is not None and not _PLANNED.search(plain))
    return values + ([] if habit else hours), rest


def _ends(
    match: re.Match[str], form: str, said_at: datetime, past: bool | None, week: str
) -> tuple[End, End] | None:
    first, last = week + match[f"a{form}"], match[f"b{form}"]
    if form == "1":  # 5月3日到6日: the month of the first day is that of the last
        month = re.match(rf"{_Y}?{_M}月份?", first)
        first, last = f"{first}日", f"{month.group() if month else ''}{last}"
    elif form == "3":
        first = f"{first}日"
    elif form == "4":
        last = f"周{last}"
    elif form == "5" and "月" not in first:
        first = f"{first}月"
    one, other = _end(first, said_at, past), _end(last, said_at, past)
    return (one, other) if one and other else None


def _end(words: str, said_at: datetime, past: bool | None) -> End | None:
    if short := re.fullmatch(r"([一二三四五六七八九])[日号]", words):
        on = day_of_month(said_at.date(), int(chinese_number(short.group(1)) or 0))
        return End(Said.OF_MONTH, on) if on else None
    found = dates_zh.resolve(words, said_at=said_at, past=past)
    if found is None:
        return None
    if found.precision != DatePrecision.DAY:
        whole = re.fullmatch(rf"{_Y}?{_M}月份?{_PART_OF_MONTH}?", words)
        dated = re.match(_Y, words)
        said = Said.DATED if dated else Said.CALENDAR
        return End(said, found.on.replace(day=1), month=True) if whole else None
    if re.match(rf"{_WEEK}", words):
        return End(Said.WEEKDAY, found.on, found.at)
    if re.match(rf"{_D}[日号]", words):
        return End(Said.OF_MONTH, found.on, found.at)
    if re.match(rf"{_M}月", words) or re.match(r"元旦|情人节|劳动节|五一|国庆|平安夜|圣诞", words):
        return End(Said.CALENDAR, found.on, found.at)
    return End(Said.DATED, found.on, found.at)


def _hours(text: str, *, said_at: datetime, changes: Changes) -> tuple[list[Found], str]:
    values: list[Found] = []
    for match in list(_TIMES.finditer(text)):
        start, end = match.span("a")[0], match.end()
        read = _read_hours(match)
        if read is None or READ in text[start:end]:
            continue
        rest = text[:start] + READ * (end - start) + text[end:]
        days = [
            one
            for one in dates_zh.find(rest, said_at=said_at)
            if one[2].precision == DatePrecision.DAY
            and one[2].at is None
            and near(said_at, one[2])
            and not _FORMER.search(rest[: one[0]])
            and not re.match(r"的?[^，。,]{0,4}?(?:改|推迟|提前|挪|调)", rest[one[1] :])
        ]
        words = text[start:end]
        if len(days) == 1:
            from_day, to_day, day = days[0]
            if (
                re.search(r"晚$|晚上$", text[from_day:to_day])
                and read[0].hour < 12
                and not re.match(_PART, match["a"])
            ):
                read = (
                    read[0].replace(hour=read[0].hour + 12),
                    read[1].replace(hour=read[1].hour % 12 + 12) if read[1].hour < 12 else read[1],
                )
            last = day.on if read[1] > read[0] else day.on + timedelta(days=1)
            named = text[from_day:to_day]
            values.append(
                Found("when", with_span(f"{named}{words}", Span(day.on, last, *read)), "", changes(start))
            )
            rest = rest[:from_day] + READ * (to_day - from_day) + rest[to_day:]
        else:
            values.append(Found("when", words, "time", changes(start)))
        text = rest
    return values, text


def _read_hours(match: re.Match[str]) -> tuple[time, time] | None:
    first, last = match["a"], match["b"]
    if not re.search(r"[点时:]", first):
        first = f"{first}点"
    start, end = clock_zh(first), clock_zh(last)
    if start is None or end is None:
        return None
    parts = [re.match(_PART, one) for one in (first, last)]
    if parts[0] and not parts[1] and start.hour >= 12 and end.hour < 12:
        end = end.replace(hour=end.hour + 12)  # 下午两点到四点
    start, end = hours_between(start, end, start_said=parts[0] is not None, end_said=parts[1] is not None)
    return (start, end) if start != end else None


def hours_zh(words: str) -> tuple[time, time] | None:
    """The hours that words alone say: 下午两点到四点."""
    match = _TIMES.fullmatch(simplify(words))
    return _read_hours(match) if match else None


def clock_zh(words: str) -> time | None:
    """The hour that words alone say: 九点半, 下午两点, 21:45; None where they say none."""
    found = dates_zh.clock(simplify(words))
    return found[2] if found and found[0] == 0 else None


# ------------------------------------------------------------------------------------------------------ one end

_CLOSES = re.compile(
    r"^[^，。,\d]{0,4}?(?:回(?!复|答|电|信)|还(?!是|没|有|要|会|能|可|在|不)|归还|返|结束|退房|离开|为止|收工|撤|完)"
)
_OPENS = re.compile(r"^[^，。,\d]{0,3}?(?:出发|开始|入住|启程|动身|到达|抵达|起(?!来)|到(?=$|[了吧，,。]))")
_UNTIL = re.compile(r"(?:住|待|呆|玩|留|延长?|持续|一直)[^，。,]{0,2}?[到至]了?$")
_UNTIL_ALONE = re.compile(r"^(?:那|就|还是|不|对|算了|嗯|改成|改为|应该|其实|，|,)*(?:到|至)$")
_BACK_AT = re.compile(
    r"(?:回来|回程|返程|回去|结束|退房)(?:的?(?:时间|日期|日子))?(?:改|换|推迟|提前|延|挪|调|推|定|放|是|在)*(?:到|成|在|至|为)?了?$"
)
_OPEN_AT = re.compile(
    r"(?:出发|开始|入住|启程|动身|去程)(?:的?(?:时间|日期|日子))?(?:改|换|推迟|提前|延|挪|调|推|定|放|是|在)*(?:到|成|在|至|为)?了?$|从$|自$"
)
_LEAVES = re.compile(r"^[^，。,\d]{0,3}?走(?=$|[了吧，,。])")


#: 周三去不了: no day for anything.
NOT_FREE = re.compile(
    r"^[我也都又可能]{0,2}[他她们]{0,2}(?:(?:去|来|到)不了|有事|不行|没空|没时间|不方便|赶不上|不能[来去])"
)


def edge_zh(text: str, start: int, end: int, *, changes: bool) -> str:
    """Which end of a stretch at hand the day or hour ``text[start:end]`` moves; empty where the words do not say so."""
    head, tail = text[:start], text[end:]
    if _UNTIL.search(head) or _UNTIL_ALONE.search(re.split(r"[，,；;]", head)[-1]):
        return Edge.LAST
    if not changes:
        return ""
    if _CLOSES.match(tail) or _BACK_AT.search(head):
        return Edge.LAST
    if _OPENS.match(tail) or _OPEN_AT.search(head):
        return Edge.FIRST
    return Edge.NEAR if _LEAVES.match(tail) else ""
