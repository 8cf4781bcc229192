"""A home that is left and the one told in its place: "I no longer live in Hull; I moved to Goole". Pure."""

from collections.abc import Iterable
from dataclasses import replace

from memories.capture.types import Act, Candidate
from memoryhub import patterns as re

_HOME = frozenset({"residence", "dwelling"})
#: What tells of an end, and not of former times: "I used to live in Ghent" stays true beside the new home.
_NO_MORE = re.compile(
    r"\bno longer\b|\bany ?more\b|\bany longer\b|(?:do|does)(?:n'?t| not)\b|不|搬离|搬走|搬出"
)


def in_one(candidates: Iterable[Candidate], text: str) -> list[Candidate]:
    """The candidates without a home that is left where the new one is told; the new one's words take in both.

    The new home ends the former by itself, for a person has one: a row of its own would only say what is no more.
    """
    kept = list(candidates)
    for left in [one for one in kept if _is_left(one)]:
        new = next((one for one in kept if _takes_its_place(one, left)), None)
        if new is not None:
            start, end = min(left.start, new.start), max(left.end, new.end)
            kept[kept.index(new)] = replace(new, start=start, end=end, quote=text[start:end])
            kept.remove(left)
    return kept


def _is_left(one: Candidate) -> bool:
    return (
        one.act is Act.END
        and one.slot in _HOME
        and one.ends is None
        and _NO_MORE.search(one.quote + one.content) is not None
    )


def _takes_its_place(one: Candidate, left: Candidate) -> bool:
    return (
        one.act in (Act.STATE, Act.CORRECT)
        and one.slot == left.slot
        and one.subject == left.subject
        and one.positive
        and one.lasting
        and not one.tentative
    )
