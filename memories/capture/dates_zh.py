"""Dates in Chinese text, relative to when it was said. The common phrases by own rules; lunar festivals by jionlp."""

import calendar
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import date, datetime, time, timedelta
from io import StringIO

from memories.capture.types import ResolvedDate
from memories.capture.value_keys import number, simplify
from memories.kinds import DatePrecision
from memoryhub import patterns as re

_N = r"(?:\d+|[零〇一二两三四五六七八九十百]+)"
_DAYS = {
    "大前天": -3, "前天": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "昨夜": -1, "前晚": -2, "今天": 0, "今日": 0, "今儿": 0, "今晚": 0,
    "今早": 0, "今晨": 0, "明天": 1, "明日": 1, "明儿": 1, "明晚": 1, "明早": 1, "后天": 2, "大后天": 3,
}  # fmt: skip
_WEEKDAY = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
_SHIFT = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_FESTIVALS = {
    "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "植树节": (3, 12), "愚人节": (4, 1), "劳动节": (5, 1), "五一": (5, 1),
    "青年节": (5, 4), "儿童节": (6, 1), "六一": (6, 1), "建党节": (7, 1), "建军节": (8, 1), "教师节": (9, 10), "国庆节": (10, 1),
    "国庆": (10, 1), "十一": (10, 1), "双十一": (11, 11), "双11": (11, 11), "平安夜": (12, 24), "圣诞节": (12, 25), "圣诞": (12, 25),
    "跨年": (12, 31),
}  # fmt: skip
_LUNAR = "春节|除夕|大年初一|元宵节?|端午节?|七夕|中元节|中秋节?|重阳节?|腊八"
_NOT_A_DAY = r"(?!线|楼|院|门|店|桌|车|床|馆|厅|机|房|仓|文|码|公路|球|选手|信|字|柜|位|员|技师|[-—]\d)"

_YEAR_WORD = "|".join(_YEARS)
_DAY_PART = "凌晨|清晨|早晨|早上|一早|上午|中午|下午|傍晚|晚上|夜里|半夜"
_CLOCK = re.compile(
    rf"(?P<part>{_DAY_PART})?(?:的)?(?P<h>\d{{1,2}}|[零一二两三四五六七八九十]{{1,3}})(?:[点时](?!间)(?:钟)?|:(?=\d))"
    rf"(?P<m>半|一刻|三刻|\d{{1,2}}|[零一二三四五六七八九十]{{1,3}})?分?"
)

_PHRASE = re.compile(
    "|".join(
        (
            rf"(?P<full>(?P<fy>\d{{4}})(?:年|[-./])(?P<fm>\d{{1,2}}|十[一二]?|[一二三四五六七八九])(?:月|[-./])(?P<fd>{_N})[日号]?)",
            rf"(?P<yearmonth>(?P<yy>\d{{4}}|[一二][零〇一二三四五六七八九]{{3}}|{_YEAR_WORD})年?的?(?P<ym>\d{{1,2}}|十[一二]?|[一二三四五六七八九])月份?"
            rf"(?:(?P<yd>{_N})[日号]|(?P<ypart>初|中旬?|下旬|底|末))?)",
            rf"(?P<yearfest>(?P<qy>\d{{4}}年|{_YEAR_WORD})的?(?P<qf>{'|'.join(sorted(_FESTIVALS, key=len, reverse=True))}|{_LUNAR}))",
            rf"(?P<yearpart>(?P<py>\d{{4}}年|{_YEAR_WORD})的?(?P<pp>年初|年底|年末|年中|初|底|末|春天|夏天|秋天|冬天|暑假|寒假|上半年|下半年))",
            r"(?P<month>(?P<ms>上上|上|这|本|下下|下)个?月(?:(?P<md>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]|(?P<mpart>初|中旬?|下旬|底|末))?)",
            r"(?P<week>(?P<ws>上上|上|这|本|下下|下)个?(?:周|星期|礼拜)(?P<wd>[一二三四五六日天末]))",
            r"(?P<weekonly>(?P<os>上上|上|这|本|下下|下)个?(?:周|星期|礼拜)(?![一二三四五六日天末岁]))",
            rf"(?P<monthday>(?<!\d)(?P<dm>\d{{1,2}}|十[一二]?|[一二三四五六七八九])月份?(?:(?P<dd>{_N})[日号]|(?P<dpart>初|中旬?|下旬|底|末))?(?!\d|薪|租|供|费|经|考|饼|亮|光))",
            rf"(?P<ago>(?P<an>{_N}|半|几|好几)(?:个)?(?P<au>天|周|星期|礼拜|月|年)(?:半)?(?:之|以)?(?P<ad>前|后)"
            rf"|再过(?P<pn>{_N}|半)个?(?P<pu>天|周|星期|礼拜|月|年))",
            rf"(?P<day>{'|'.join(sorted(_DAYS, key=len, reverse=True))})",
            rf"(?P<fest>(?<![一二三四五六七八九十百\d])(?:{'|'.join(sorted((set(_FESTIVALS) - {'十一'}), key=len, reverse=True))}|{_LUNAR})(?![一二三四五六七八九十]))",
            r"(?P<weekday>(?<![每逢个上下这本双单])(?:周|星期|礼拜)(?P<bd>[一二三四五六日天])(?![一二三四五六日天至、和]|到(?![了吧，,。]|$)))",
            r"(?P<weekend>(?<![每逢个上下这本双])周末(?!都|一般|经常|常|喜欢|爱|总))",
            rf"(?P<year>(?P<cy>(?:19|20)\d{{2}}|[一二][零〇九][零〇一二三四五六七八九]{{2}})年(?!级)|{_YEAR_WORD})",
            rf"(?P<dayonly>(?<![\d\w月.:：第-])(?P<od>\d{{1,2}}|[一二三四五六七八九十]{{2,3}})[日号]{_NOT_A_DAY})",
        )
    )
)


def _whole(text: str | None) -> int:
    value = number(text) if text else None
    return -1 if value is None else value


def _safe(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _shift_month(today: date, months: int) -> tuple[int, int]:
    index = today.year * 12 + today.month - 1 + months
    return index // 12, index % 12 + 1


def _part_of_month(year: int, month: int, part: str | None) -> ResolvedDate | None:
    if not 1 <= month <= 12:
        return None
    last = calendar.monthrange(year, month)[1]
    day = {"初": 1, "中": 15, "中旬": 15, "下旬": 21, "底": last, "末": last}.get(part or "", 1)
    return ResolvedDate(date(year, month, day), DatePrecision.MONTH)


def _day_of(year: int, month: int, day: int) -> ResolvedDate | None:
    on = _safe(year, month, day)
    return ResolvedDate(on) if on else None


def _nearest_year(month: int, day: int, today: date, past: bool | None) -> int:
    """The year in which a day without a year lies: by tense where it is known, else the coming one, or one just past."""
    years = (today.year - 1, today.year, today.year + 1)
    dated = [(on, year) for year in years if (on := _safe(year, month, day))]
    if past is not None:
        dated = [pair for pair in dated if (pair[0] <= today if past else pair[0] >= today)] or dated
    coming = [pair for pair in dated if (pair[0] - today).days >= -45]
    return min(coming or dated, key=lambda pair: abs((pair[0] - today).days))[1] if dated else today.year


def _year_of(words: str | None, today: date) -> int:
    plain = (words or "").removesuffix("年") if words not in _YEARS else words
    if plain in _YEARS:
        return today.year + _YEARS[plain]
    return _whole(plain)


def _festival(name: str, year: int | None, today: date, past: bool | None) -> ResolvedDate | None:
    fixed = _FESTIVALS.get(name)
    if fixed:
        return _day_of(year or _nearest_year(*fixed, today, past), *fixed)
    years = (year,) if year else (today.year - 1, today.year, today.year + 1)
    found = [on for on in (_lunar(name, candidate) for candidate in years) if on]
    if not year:
        found = [on for on in found if (on <= today if past else (on - today).days >= -45)] or found
    return ResolvedDate(min(found, key=lambda on: abs((on - today).days))) if found else None


def _lunar(name: str, year: int) -> date | None:
    """The day of a lunar festival, by jionlp (loaded on first use), or None where it does not know."""
    with redirect_stdout(StringIO()):  # it greets on standard output
        import jionlp

    try:
        parsed = jionlp.parse_time(f"{year}年{name}", time_base=datetime(year, 1, 1))
        first = parsed["time"][0]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None
    return datetime.strptime(first[:10], "%Y-%m-%d").date()


def _full(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    return _day_of(_whole(m["fy"]), _whole(m["fm"]), _whole(m["fd"]))


def _yearmonth(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    year, month = _year_of(m["yy"], today), _whole(m["ym"])
    return _day_of(year, month, _whole(m["yd"])) if m["yd"] else _part_of_month(year, month, m["ypart"])


def _yearpart(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    month = {
        "初": 1,
        "年": 1,
        "底": 12,
        "末": 12,
        "春": 4,
        "夏": 7,
        "秋": 10,
        "冬": 12,
        "暑": 7,
        "寒": 1,
        "上": 1,
        "下": 7,
    }
    words = m["pp"].removeprefix("年")
    start = 6 if words == "中" else month.get(words[0], 1)
    return ResolvedDate(date(_year_of(m["py"], today), start, 1), DatePrecision.MONTH)


def _month(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    year, month = _shift_month(today, _SHIFT[m["ms"]])
    return _day_of(year, month, _whole(m["md"])) if m["md"] else _part_of_month(year, month, m["mpart"])


def _week(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    monday = today - timedelta(days=today.weekday())
    return ResolvedDate(monday + timedelta(weeks=_SHIFT[m["ws"]], days=_WEEKDAY[m["wd"]]))


def _weekonly(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    monday = today - timedelta(days=today.weekday())
    return ResolvedDate(monday + timedelta(weeks=_SHIFT[m["os"]]), DatePrecision.MONTH)


def _monthday(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    month = _whole(m["dm"])
    if not 1 <= month <= 12:
        return None
    if m["dd"]:
        return _day_of(_nearest_year(month, _whole(m["dd"]), today, past), month, _whole(m["dd"]))
    return _part_of_month(_nearest_year(month, 15, today, past), month, m["dpart"])


def _ago(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    amount, unit = m["an"] or m["pn"], m["au"] or m["pu"]
    if amount in ("几", "好几"):
        return None
    sign = -1 if m["ad"] == "前" else 1
    if amount == "半":
        months = {"年": 6, "月": 0}.get(unit)
        if months is None:
            return None
        if unit == "月":
            return ResolvedDate(today + timedelta(days=15 * sign))
        year, month = _shift_month(today, sign * months)
        return _part_of_month(year, month, None)
    count = _whole(amount)
    if count < 0 or count > 200:
        return None
    if unit == "天":
        return ResolvedDate(today + timedelta(days=sign * count))
    if unit in ("周", "星期", "礼拜"):
        return ResolvedDate(today + timedelta(weeks=sign * count))
    if unit == "月":
        year, month = _shift_month(today, sign * count)
        last = calendar.monthrange(year, month)[1]
        return ResolvedDate(date(year, month, min(today.day, last)), DatePrecision.MONTH)
    return ResolvedDate(date(today.year + sign * count, 1, 1), DatePrecision.YEAR)


def _day(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    return ResolvedDate(today + timedelta(days=_DAYS[m["day"]]))


def _weekday(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    ahead = (_WEEKDAY[m["bd"]] - today.weekday()) % 7
    return ResolvedDate(today + timedelta(days=ahead - 7 if past and ahead else ahead))


def _weekend(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    saturday = today - timedelta(days=today.weekday()) + timedelta(days=5)
    return ResolvedDate(saturday - timedelta(weeks=1) if past and saturday > today else saturday)


def _year(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    year = _year_of(m["cy"] or m["year"], today)
    return ResolvedDate(date(year, 1, 1), DatePrecision.YEAR) if 1900 <= year <= 2200 else None


def _dayonly(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    day = _whole(m["od"])
    if not 1 <= day <= 31:
        return None
    months = (0, -1, -2) if past else (0, 1, 2)
    for shift in months:
        on = _safe(*_shift_month(today, shift), day)
        if on and (on <= today if past else on >= today):
            return ResolvedDate(on)
    return None


def _fest(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    return _festival(m["fest"], None, today, past)


def _yearfest(m: re.Match[str], today: date, past: bool | None) -> ResolvedDate | None:
    return _festival(m["qf"], _year_of(m["qy"], today), today, past)


_RULES: dict[str, Callable[[re.Match[str], date, bool | None], ResolvedDate | None]] = {
    "full": _full, "yearmonth": _yearmonth, "yearfest": _yearfest, "yearpart": _yearpart, "month": _month, "week": _week,
    "weekonly": _weekonly, "monthday": _monthday, "ago": _ago, "day": _day, "fest": _fest, "weekday": _weekday,
    "weekend": _weekend, "year": _year, "dayonly": _dayonly,
}  # fmt: skip


def clock(text: str) -> tuple[int, int, time] | None:
    """The first time of day in ``text`` with where it stands: 上午九点半, 21:45, 晚上8点."""
    found = _CLOCK.search(text)
    if not found:
        return None
    hour, part = _whole(found["h"]), found["part"] or ""
    minute = {"半": 30, "一刻": 15, "三刻": 45, None: 0}.get(found["m"])
    if minute is None:
        minute = _whole(found["m"])
    if part in ("下午", "傍晚", "晚上", "夜里", "中午") and hour < 12 and not (part == "中午" and hour >= 10):
        hour += 12
    return (found.start(), found.end(), time(hour, minute)) if 0 <= hour < 24 and 0 <= minute < 60 else None


def find(text: str, *, said_at: datetime, past: bool | None = None) -> list[tuple[int, int, ResolvedDate]]:
    """The dates in ``text`` with their places, in order; ``past`` is the tense of the clause where it is known."""
    plain, today = simplify(text), said_at.date()
    dates: list[tuple[int, int, ResolvedDate]] = []
    for found in _PHRASE.finditer(plain):
        kind = next(name for name in _RULES if found.group(name))
        resolved = _RULES[kind](found, today, past)
        if not resolved:
            continue
        end = found.end()
        at = clock(plain[end : end + 10])
        bounded = re.match(rf"(?:的|{_DAY_PART}|[,，\s])*", plain[end:])
        if at and bounded and at[0] <= bounded.end():
            hour = at[2]
            if found[0].endswith("晚") and hour.hour < 12:
                hour = hour.replace(hour=hour.hour + 12)
            resolved = ResolvedDate(resolved.on, resolved.precision, hour)
            end += at[1]
        else:
            part = re.match(rf"(?:{_DAY_PART})", plain[end:])
            end += part.end() if part else 0
        dates.append((found.start(), end, resolved))
    return dates


def resolve(phrase: str, *, said_at: datetime, past: bool | None = None) -> ResolvedDate | None:
    """The date that ``phrase`` names, seen from ``said_at`` (aware, in the person's zone); None when it names none."""
    dates = find(phrase, said_at=said_at, past=past)
    return dates[0][2] if dates else None
