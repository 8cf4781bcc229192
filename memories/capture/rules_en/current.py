"""What the person is in the middle of: a book, a series, a piece of work, for now and these weeks."""

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.rules_en.values import is_empty, value_of
from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memoryhub import patterns as re

#: What takes weeks: a book is read for longer than an answer.
_LONG_DOINGS = frozenset(
    [
        "read",
        "watch",
        "knit",
        "crochet",
        "sew",
        "build",
        "restore",
        "renovate",
        "paint",
        "carve",
        "write",
        "play",
        "binge",
    ]
)
_NOW = re.compile(
    r"\s*,?\s*\b(?:at the moment|these days|at present|currently|right now|lately|this (?:month|week|winter|spring"
    r"|summer|autumn|fall|year)|nowadays|again)\b",
    re.IGNORECASE,
)
#: A work with a name, or a thing of one's own making: no error message, no instruction.
_WORK = re.compile(
    r"(?:the |a |an )?[A-Z][\w'&:-]*|(?:an?|my|our|another) (?!lot\b|few\b|bit\b|text\b|question\b|paper\b"
    r"|essay\b|report\b|script\b|program\b|function\b|list\b|game of\b|video\b|joke\b)[a-z]"
)
_NOT_A_WORK = re.compile(
    r"\b(?:your|you|it|this|that|these|about how|instructions?|docs?|documentation|message|error|code|email|answer|"
    r"app|api|query|website|page|file|article|thread|screen|response)\b",
    re.IGNORECASE,
)


def current(context: Context, statement: Statement) -> list[Candidate]:
    """ "I'm reading Middlemarch at the moment", "I'm currently building a canoe"."""
    clause = statement.clause
    now = _NOW.search(clause.text)
    if (
        not now
        or statement.tense != Tense.PROGRESSIVE
        or statement.verb not in _LONG_DOINGS
        or statement.negated
        or statement.modal
    ):
        return []
    what = value_of(_NOW.sub("", statement.rest)).strip(" ,")
    if is_empty(what) or not _WORK.match(what) or _NOT_A_WORK.search(what) or len(what.split()) > 8:
        return []
    return candidate(
        context,
        clause,
        type=MemoryType.FACT,
        slot="attribute.current-" + statement.verb,
        value=what,
        lasting=True,  # it holds for weeks; the next one takes its place
    )
