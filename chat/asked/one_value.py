"""What has one value at a time, as a budget: sentences with another figure are of before. Pure."""

from collections.abc import Sequence

from chat.asked.lines import bare
from memoryhub import patterns as re

#: One value holds at a time: a sentence with another figure is out of date.
_OF_ONE_VALUE = {
    "budget": re.compile(r"预算|上限|最多|budget|\b(?:limit|cap|ceiling|at most)\b", re.IGNORECASE),
    "deposit": re.compile(r"[定押订]金|deposit", re.IGNORECASE),
    "people": re.compile(r"人|位|\b(?:people|guests|of us)\b", re.IGNORECASE),
}


def current(
    words: Sequence[str], noted: Sequence[tuple[str, tuple[str, ...]]], pinned: frozenset[str]
) -> tuple[str, ...]:
    """The sentences without those whose figures are not the ones noted now; a condition stands until it is removed."""
    alone = all(key in _OF_ONE_VALUE for key, _values in noted)
    current = list(words)
    for key, values in noted:
        if key in _OF_ONE_VALUE:
            now = {figure for value in values for figure in _figures(value)}
            current = [
                each
                for each in current
                if bare(each) in pinned
                or not (alone or _OF_ONE_VALUE[key].search(each))
                or not (now and _figures(each))
                or _figures(each) & now
            ]
    return tuple(current)


def has_another_figure(text: str, noted: Sequence[tuple[str, tuple[str, ...]]]) -> bool:
    """Whether a text tells a figure of what has one value at a time, and another than is noted of it now."""
    for key, values in noted:
        now = {figure for value in values for figure in _figures(value)}
        if key in _OF_ONE_VALUE and now and _OF_ONE_VALUE[key].search(text):
            there = _figures(text)
            if there and not there & now:
                return True
    return False


_FIGURE = re.compile(
    r"\d[\d,]*(?:\.\d+)?|[一二三四五六七八九十百千万两零]+(?=个?(?:客|大|小|成年|同)?人|个(?:同事|朋友|同学|孩子|小孩)|位|名|元|块|万元|美元|欧元|以内)"
)


def _figures(text: str) -> set[str]:
    return {found.replace(",", "") for found in _FIGURE.findall(text)}
