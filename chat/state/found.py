"""What both languages' readers of session state share: a finding, and the words of a resolved date."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from chat.state.entries import PLAIN
from memories.capture.types import ResolvedDate
from memories.kinds import DatePrecision

#: Whether a stretch of the sentence is not yet read as something else; whether a change of mind stands near a place.
Free = Callable[[int, int], bool]
Changes = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Found:
    """A value for a key. ``unit`` tells what it replaces: the label of a price, the unit of a count.

    ``changes`` marks a change of mind; ``instead_of`` are the words of what it takes the place of, where said.
    ``of`` names the thing that a price or a day belongs to, ``weight`` is that of the entry it becomes.
    ``edge`` is the end of a stretch of days or hours that a day, an hour or a shift moves, where the words say so.
    """

    key: str
    value: str
    unit: str = ""
    changes: bool = False
    instead_of: str = ""
    edge: str = ""
    of: str = ""
    weight: int = PLAIN


def with_date(words: str, date: ResolvedDate) -> str:
    """The words said and the resolved date: "Sunday afternoon (2026-12-06)"."""
    if date.precision == DatePrecision.YEAR:
        resolved = f"{date.on.year}"
    elif date.precision == DatePrecision.MONTH:
        resolved = f"{date.on:%Y-%m}"
    else:
        resolved = f"{date.on:%Y-%m-%d}"
    if date.at is not None:
        resolved = f"{resolved} {date.at:%H:%M}"
    words = re.sub(r"\s+", " ", words).strip(" ,，")
    return words if words == resolved else f"{words} ({resolved})"


#: The ``unit`` of a new number that is no new figure of what is far from its size.
NEAR = "near"
#: A number in Chinese text, in characters or digits.
HAN_NUMBER = r"[零一二两三四五六七八九十百千万半]"
_OF_TENS = r"(?:[万千百](?:[1-9][千百]?(?![\d.,]))?|[kKwW])?"
NUMBER_ZH = rf"(?:\d[\d,]{{0,14}}(?:\.\d{{1,6}})?\s?{_OF_TENS}|{HAN_NUMBER}{{1,8}})"
#: What a person may call a thing by: contract numbers, orders, flights.
CODE = r"(?=[A-Za-z0-9/_-]*\d)[A-Za-z]{0,8}[-/_ ]?\d[A-Za-z0-9]*(?:[-/_][A-Za-z0-9]+)*"


def shape_of(code: str) -> str:
    """What a code without a name looks like: another of the same look may take its place."""
    return "#" + re.sub(r"\d", "0", code)


def near(said_at: datetime, date: ResolvedDate) -> bool:
    """Whether a date belongs to a plan and not to history: a day or month within three years."""
    return date.precision != DatePrecision.YEAR and abs((date.on - said_at.date()).days) < 1_100


def without_echoes(values: list[Found]) -> list[Found]:
    """The values of a sentence without what another of them says: a sum that stands beside what was added to it, a
    choice that is no more than the day, what may be spent, or by how much something is moved."""
    summed = any(one.key in ("people", "number", "so_many") for one in values)
    shifts = [one.value for one in values if one.key == "shift"]
    dates = [one.value for one in values if one.key in ("when", "deadline", "between")]
    bounds = [one.value for one in values if one.key == "budget"]
    along = [one.value for one in values if one.key == "with"]
    values = [
        one
        for one in values
        if one.key != "chosen" or not any(one.value == each.value for each in values if each.key == "amount")
    ]
    # "A dishwasher after all, 480 euros": the price of this, and no new amount of anything.
    if any(one.key == "chosen" for one in values):
        values = [replace(one, key="price", changes=False) if one.key == "amount" else one for one in values]
    return [
        one
        for one in values
        if not (one.key == "more" and summed)
        and not (one.key in ("chosen", "swap") and any(one.value in said for said in shifts + dates))
        and not (one.key == "chosen" and one.value in along)
        and not (one.key == "chosen" and any(bound in one.value for bound in bounds))
        and not (one.key == "chosen" and any(one.value[:-1] == said.split(" (")[0] for said in dates))
    ]
