"""Where a value ends in the message: offsets for quotations; and what is said to be over without its "I am"."""

import re
from dataclasses import replace

from memories.capture.rules_en.build import Context, candidate
from memories.capture.rules_en.statement import Statement
from memories.capture.rules_en.values import value_of
from memories.capture.types import Act, Candidate, Ends
from memories.kinds import MemoryType


def value_and_end(statement: Statement, *, skip: str = "") -> tuple[str, int]:
    rest, at = statement.rest, statement.rest_at
    if skip and (match := re.match(skip, rest, re.IGNORECASE)):
        rest, at = rest[match.end() :], at + match.end()
    value = value_of(rest)
    return value, at + rest.find(value[:12]) + len(value) if value else at


def to_clause_end(statement: Statement, end: int) -> int:
    """A value's tail of time ("any more", "every weekend") belongs to the quotation when nothing else follows it."""
    tail = statement.clause.text[end - statement.clause.start :]
    if re.fullmatch(
        r"[\s,]*(?:any ?more|any longer|now|these days|nowadays|again|at all|right now|today|tonight"
        r"|this \w+|the most|best|a lot|so much|very much)?[\s,]*",
        tail,
        re.I,
    ):
        return statement.clause.end
    return end


def ended_end(statement: Statement, length: int) -> int:
    tail = statement.rest[length:]
    return (
        statement.clause.end
        if re.fullmatch(r"\s*(?:any ?more|any longer|now|these days)?\s*", tail, re.I)
        else statement.rest_at + length
    )


def left_away(context: Context, statement: Statement) -> list[Candidate]:
    """ "No longer coaching the team": over where it was told in these words; else it may be said of anything."""
    if not (statement.clause.implied and statement.negated and statement.ended):
        return []
    told = candidate(
        context,
        statement.clause,
        type=MemoryType.FACT,
        slot="",
        value=value_of(statement.rest),
        act=Act.END,
        positive=False,
    )
    return [replace(one, ends=Ends.DOING) for one in told]
