"""The holidays that English text names: on one day of the calendar, or counted from Easter Sunday. Pure."""

from datetime import date, timedelta

#: Month and day of those that stay where they are.
_FIXED = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "boxing day": (12, 26),
    "st stephen's day": (12, 26), "new year's eve": (12, 31), "new years eve": (12, 31), "new year's day": (1, 1),
    "new years day": (1, 1), "new year": (1, 1),
    "halloween": (10, 31),
    "all saints' day": (11, 1), "bonfire night": (11, 5),
    "valentine's day": (2, 14), "valentines day": (2, 14), "st patrick's day": (3, 17),
}  # fmt: skip
#: Days after Easter Sunday.
_BY_EASTER = {
    "shrove tuesday": -47, "pancake day": -47, "ash wednesday": -46, "palm sunday": -7, "maundy thursday": -3,
    "good friday": -2, "easter saturday": -1, "easter sunday": 0, "easter day": 0, "easter": 0, "easter monday": 1,
    "ascension day": 39, "whit sunday": 49, "pentecost": 49, "whit monday": 50, "corpus christi": 60,
}  # fmt: skip
NAMES = frozenset({*_FIXED, *_BY_EASTER})
#: These mean a season as well, and a day only behind a word of time: "at Easter", "by Christmas".
_SEASONS = frozenset({"christmas", "easter", "new year", "halloween", "pentecost", "corpus christi"})


def _pattern(names: frozenset[str]) -> str:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return "(?:" + "|".join(name.replace(" ", r"\s+") for name in longest_first) + ")"


NAMED = _pattern(NAMES)
#: Those of no other meaning than their day.
OF_A_DAY = _pattern(NAMES - _SEASONS)


def easter(year: int) -> date:
    """Easter Sunday of the western churches (the anonymous Gregorian algorithm)."""
    golden, century, of_century = year % 19, year // 100, year % 100
    correction = (8 * century + 13) // 25
    moon = (19 * golden + century - century // 4 - correction + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (of_century // 4) - moon - of_century % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def in_year(name: str, year: int) -> date:
    """The day of a holiday in a year; the name in any case and with any blanks."""
    plain = " ".join(name.lower().split())
    if plain in _BY_EASTER:
        return easter(year) + timedelta(days=_BY_EASTER[plain])
    month, day = _FIXED[plain]
    return date(year, month, day)


def nearest(name: str, today: date, *, past: bool) -> date:
    """The next such day from today on; the last one up to today when the statement is about the past."""
    days = [in_year(name, today.year + step) for step in (-1, 0, 1)]
    if past:
        return max(day for day in days if day <= today)
    return min(day for day in days if day >= today)
