"""`from memoryhub import patterns as re`: the standard library's, but a pattern is compiled when it is first used.

The rules have some two thousand patterns, which take longer to compile than everything else that a process does
before it is ready, and most processes (a migration, beat, the supervisor) use none of them.
"""

from __future__ import annotations

import re
from re import (
    ASCII,
    DOTALL,
    IGNORECASE,
    MULTILINE,
    NOFLAG,
    UNICODE,
    VERBOSE,
    I,
    M,
    Match,
    Pattern,
    RegexFlag,
    S,
    error,
    escape,
    findall,
    finditer,
    fullmatch,
    match,
    search,
    split,
    sub,
    subn,
)
from typing import Any, AnyStr, Generic, cast
from weakref import ref

__all__ = [
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "NOFLAG",
    "UNICODE",
    "VERBOSE",
    "I",
    "M",
    "Match",
    "Pattern",
    "RegexFlag",
    "S",
    "compile",
    "error",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
    "subn",
]


class _Later(Generic[AnyStr]):
    """A pattern with everything that `re.Pattern` has; a wrong one raises `re.error` at its first use."""

    def __init__(self, text: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = text  # other patterns are made of it
        self._flags = flags
        self._compiled: Pattern[AnyStr] | None = None
        _made.add(ref(self, _made.discard))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what a copy is asked for before it has anything
            raise AttributeError(name)
        found = getattr(self.compiled(), name)
        self.__dict__[name] = found  # from now on there is no detour
        return found

    def __repr__(self) -> str:
        return repr(self.compiled())

    def compiled(self) -> Pattern[AnyStr]:
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self._flags)
        return self._compiled


#: Those that are alive.
_made: set[ref[_Later[Any]]] = set()


def compile(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    """The pattern, compiled when it is first searched with.

    The functions of `re` want a real one, and a match's `re` is that: compare what is in `pattern`.
    """
    return cast(Pattern[AnyStr], _Later(pattern, flags))


def compile_all() -> None:
    """All patterns that are imported are compiled: the first sentence is read as quickly as the second."""
    for made in list(_made):
        if (one := made()) is not None:
            one.compiled()
