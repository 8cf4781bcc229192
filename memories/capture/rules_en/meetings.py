"""Days that stand out by whom they were spent with, or by a first time: "On Friday I had tea with my old coach"."""

from memories.capture.rules_en.build import Context, candidate, dated_content, with_when
from memories.capture.rules_en.lexicon import RELATION
from memories.capture.rules_en.plans import TRIVIAL, pick, undated
from memories.capture.rules_en.statement import Statement, Tense
from memories.capture.types import Candidate
from memories.kinds import DatePrecision, MemoryType
from memoryhub import patterns as re

_SOMEBODY = rf"(?:(?:my|our|an?|some|the) (?:[\w-]+ )?{RELATION}\b|(?-i:[A-Z]))"
_MET = {
    "have": r"(?:an? |some )?(?:\w+ )?(?:lunch|dinner|brunch|breakfast|supper|coffee|tea|drinks?) with ",
    "meet": r"(?:up )?(?:with )?",
    "see": r"",
    "catch": r"up with ",
    "run": r"into ",
    "bump": r"into ",
}
_WITH = {verb: re.compile(rf"{how}{_SOMEBODY}", re.IGNORECASE) for verb, how in _MET.items()}
_FIRST = re.compile(r"\bfor the (?:very )?first time\b|^my (?:very )?first\b", re.IGNORECASE)


def met(context: Context, statement: Statement) -> list[Candidate]:
    """Somebody met, or something done for the first time, on a day that was said."""
    if statement.tense != Tense.PAST or statement.negated or statement.modal:
        return []
    pattern = _WITH.get(statement.verb)
    if not ((pattern and pattern.match(statement.rest)) or _FIRST.search(statement.rest)):
        return []
    clause = statement.clause
    dates = context.dates(clause, past=True)
    found = pick([one for one in dates if one[2].on <= context.said_at.date()])
    if found is None or found[2].precision != DatePrecision.DAY or TRIVIAL.search(statement.rest):
        return []
    told = with_when(context, clause)
    return candidate(
        context,
        told,
        type=MemoryType.EVENT,
        slot="event",
        value=undated(clause, statement.verb_at - clause.start, found),
        content=dated_content(told.text, found),
        occurred=found[2],
    )
