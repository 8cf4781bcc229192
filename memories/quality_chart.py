"""Recall quality as a drawing: lines over the days, worked out on the server, since no script may be inline. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories.models import RecallQuality

#: Days that the drawing shows, and its size without the margins.
DAYS, WIDTH, HEIGHT = 60, 640, 180


@dataclass(frozen=True, slots=True)
class Line:
    """One figure over the days: its name and looks, its points for a polyline, its dots, and the latest value."""

    label: str | Promise
    colour: str
    dashes: str
    points: str
    dots: list[tuple[float, float, str]]
    latest: float | None


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines over the same days, from 0 below to 1 above."""

    lines: list[Line]
    first: date
    last: date
    width: int = WIDTH
    height: int = HEIGHT


#: By the model's field: label, a colour that reads on light and dark, and dashes, never a colour alone.
_FIGURES: dict[str, tuple[str | Promise, str, str]] = {
    "precision": (_("Precision"), "#3f9c86", "none"),
    "recall": (_("Recall"), "#c07a2c", "8 3"),
    "mrr": (_("Mean reciprocal rank"), "#5b82d6", "3 3"),
    "gate": (_("Gate accuracy"), "#a862b8", "10 3 2 3"),
}
#: Lines across, from above.
GRID = [(round(HEIGHT * (1 - value)), f"{value:g}") for value in (1.0, 0.75, 0.5, 0.25, 0.0)]


def chart(rows: Sequence[RecallQuality], *, today: date) -> Chart | None:
    """The drawing of these days' figures; None where there are none in its time."""
    first = today - timedelta(days=DAYS - 1)
    shown = sorted(
        (row for row in rows if first <= row.measured_on <= today), key=lambda row: row.measured_on
    )
    if not shown:
        return None
    return Chart([_line(name, shown, first=first) for name in _FIGURES], first, today)


def _line(name: str, rows: Sequence[RecallQuality], *, first: date) -> Line:
    label, colour, dashes = _FIGURES[name]
    known = [(row.measured_on, float(value)) for row in rows if (value := getattr(row, name)) is not None]
    dots = [
        (
            round(WIDTH * (day - first).days / (DAYS - 1), 1),
            round(HEIGHT * (1 - value), 1),
            f"{day.isoformat()}: {value:.2f}",
        )
        for day, value in known
    ]
    points = " ".join(f"{x:g},{y:g}" for x, y, _words in dots)
    return Line(label, colour, dashes, points, dots, known[-1][1] if known else None)
