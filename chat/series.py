"""Lines of one wording that differ in a single number, as of a list that is gone through, made into one line. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from chat.clauses import HAN
from chat.compression import Line
from memoryhub import patterns as re

#: So many lines of one wording are a series.
LEAST = 3
#: So many numbers stand at both ends of a longer list.
_SHOWN = 4
_ONE = r"(?<![\w.,:/-])\d{1,6}(?![\w/%-]|[.,:]\d)|(?<=[\u4e00-\u9fff])\d{1,6}(?=[\u4e00-\u9fff]|$|[，,。、？?\s])"
_LIST = r"\d{1,6}(?:(?:, | … |、)\d{1,6}){2,}"
_NUMBERS = re.compile(rf"(?P<list>{_LIST})|(?P<one>{_ONE})")
#: A resolved date tells a day, and no place in a list.
_DATED = re.compile(r"\d{4}-\d\d")


def is_series(text: str) -> bool:
    """Whether a line stands for a series: it holds a list of numbers that was made here."""
    return re.search(rf"(?<!\d){_LIST}", text) is not None


def merged(given: Sequence[Line]) -> list[Line]:
    """The lines with each series as one line, at the place of its last one, with all its numbers and messages."""
    groups: dict[tuple[str, str, int], list[int]] = {}
    for at, line in enumerate(given):
        if line.kind in ("constraint", "detail") or _DATED.search(line.text):
            continue
        for place, match in enumerate(_NUMBERS.finditer(line.text)):
            shape = f"{line.text[: match.start()]}\0{line.text[match.end() :]}"
            groups.setdefault((_plain(shape), line.kind, place), []).append(at)
    found: list[Line | None] = list(given)
    for (_shape, _kind, place), members in groups.items():
        members = [at for at in members if found[at] is not None]
        count = sum(LEAST if is_series(given[at].text) else 1 for at in members)
        if len(members) < 2 or count < LEAST:
            continue
        found[members[-1]] = _joined([one for at in members if (one := found[at]) is not None], place)
        for at in members[:-1]:
            found[at] = None
    return [line for line in found if line is not None]


def _plain(shape: str) -> str:
    return re.sub(r"[\s.!。！]+", " ", shape.lower()).strip()


def _joined(lines: Sequence[Line], place: int) -> Line:
    last = lines[-1]
    numbers: dict[str, None] = {}
    cut = False
    for line in lines:
        match = list(_NUMBERS.finditer(line.text))[place]
        cut = cut or "…" in match.group()
        numbers |= dict.fromkeys(re.findall(r"\d+", match.group()))
    match = list(_NUMBERS.finditer(last.text))[place]
    shown = sorted(numbers, key=int)
    mark = "、" if HAN.search(last.text) else ", "
    if cut or len(shown) > 2 * _SHOWN:
        listed = f"{mark.join(shown[:_SHOWN])} … {mark.join(shown[-_SHOWN:])}"
    else:
        listed = mark.join(shown)
    ids = tuple(dict.fromkeys(one for line in lines for one in line.message_ids))
    return replace(last, text=last.text[: match.start()] + listed + last.text[match.end() :], message_ids=ids)
