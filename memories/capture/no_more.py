"""Which rows tell what a person says to do or be no more, whatever their slots: the words are compared. English; pure.

"I no longer live with my parents" is over against "You live with your parents in Leuven", and not "You live in Leuven".
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from memories.capture.types import Candidate
from memories.kinds import MemoryType
from memories.recall.tokens import stem
from memoryhub import patterns as re

if TYPE_CHECKING:
    from memories.capture.ended import Told

_LATELY = r"(?:(?:just|recently|finally|now|actually|completely|also|both|all) )*"
_ENDED = (
    re.compile(rf"you(?:'re| are)? {_LATELY}no longer (?P<what>.+)", re.IGNORECASE),
    re.compile(
        rf"you(?:'re| are)? {_LATELY}(?:don'?t|do not|not|aren'?t) (?P<what>.+?),? any ?(?:more|longer)\b.*",
        re.IGNORECASE,
    ),
    re.compile(
        rf"you(?:'ve| have)? {_LATELY}(?:stopped|quit|gave up|given up|packed in|dropped) (?P<what>\w+ing\b.*)",
        re.IGNORECASE,
    ),
)
#: Where what is over ends: the reason, the time and what is added tell nothing of it.
_TAIL = re.compile(
    r"[,;:(]| - |\b(?:because|since|so|now|but|though|when|last (?:week|month|year|summer|winter|spring|autumn)"
    r"|yesterday|today|thank\w*)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"you(?:'re| are|'ve| have)?(?: (?:also|now|currently|still|usually|often|always|really|just|mostly|normally|"
    r"regularly|sometimes|only|been))* ",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z0-9][\w'-]*", re.IGNORECASE)
_BARE = frozenset(("a", "an", "the", "my", "your", "our", "his", "her", "their", "some", "any"))
_NOT = re.compile(r"\b(?:not|no|never|nor|used to|formerly)\b|n't\b", re.IGNORECASE)
#: After a single word these say where, when or with whom; a noun makes it something else: "drive", "drive a Fiat".
_BESIDE = frozenset(
    (
        "at",
        "in",
        "on",
        "with",
        "for",
        "to",
        "from",
        "near",
        "as",
        "every",
        "each",
        "by",
        "full-time",
        "part-time",
    )
)
_STANDING = frozenset({MemoryType.FACT, MemoryType.PREFERENCE, MemoryType.RELATIONSHIP})


def ended(content: str) -> list[str]:
    """The words of what a sentence to the person says to be no more, as stems; none where it tells of no end."""
    match = next((found for form in _ENDED if (found := form.fullmatch(content.replace("’", "'")))), None)
    return _stems(_TAIL.split(match["what"], maxsplit=1)[0]) if match else []


def over(candidate: Candidate, rows: Iterable["Told"]) -> list["Told"]:
    """The person's own rows that tell what the candidate says to be no more, or more precisely the same."""
    gone = ended(candidate.content)
    return [
        row
        for row in rows
        if row.own and row.positive and row.type in _STANDING and _tells(row.content, gone)
    ]


def _tells(content: str, gone: list[str]) -> bool:
    opening = _SUBJECT.match(content.replace("’", "'"))
    if not gone or not opening or _NOT.search(content):
        return False
    known = _stems(content[opening.end() :])
    if gone[0] in _BESIDE:  # "no longer at Tesco": whatever is done there
        known = known[next((at for at, word in enumerate(known[:2]) if word == gone[0]), 0) :]
    rest = known[len(gone) :]
    if known[: len(gone)] != gone or (rest and re.search(r"\band\b|\bbut\b|,", content)):
        return False
    return not rest or len(gone) > 1 or rest[0] in _BESIDE


def _stems(words: str) -> list[str]:
    """The words of a doing without articles and owners, the verb in its base form."""
    from memories.capture.rules_en.words import verb_form

    said = [word.lower() for word in _WORD.findall(words) if word.lower() not in _BARE]
    if said and (form := verb_form(said[0])):
        said[0] = form[0]
    return [word if word in _BESIDE else stem(word) for word in said]
