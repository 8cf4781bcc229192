"""Regular expressions compiled once and kept: the library's own cache is shared by the whole process and forgets."""

from collections.abc import Callable
from functools import cache
from re import Match, Pattern

from memoryhub import patterns as re


@cache
def compiled(pattern: str) -> Pattern[str]:
    return re.compile(pattern)


def match(pattern: str, text: str) -> Match[str] | None:
    return compiled(pattern).match(text)


def fullmatch(pattern: str, text: str) -> Match[str] | None:
    return compiled(pattern).fullmatch(text)


def search(pattern: str, text: str) -> Match[str] | None:
    return compiled(pattern).search(text)


def sub(pattern: str, replacement: str | Callable[[Match[str]], str], text: str) -> str:
    return compiled(pattern).sub(replacement, text)


def split(pattern: str, text: str) -> list[str]:
    return compiled(pattern).split(text)
