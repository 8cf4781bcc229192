"""A message as the rules read it: without long gaps and endless sentences, whose reading would take minutes. Pure.

Quotations and code leave gaps as long as themselves; and what runs on for a thousand characters without an end is a
table, a log or noise, but no statement about oneself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memories.capture.types import Candidate, Text
from memoryhub import patterns as re

#: Characters of the longest sentence that is read.
SENTENCE_LIMIT = 1_000
_GAP = re.compile(r"\s{9,}")
_GAP_LEFT = 8
_LINES_LEFT = 3
_SENTENCE = re.compile(r"[^.!?。！？；\n]+|[.!?。！？；\n]+")


@dataclass(frozen=True, slots=True)
class Condensed:
    """A text, and for each of its characters the place in the message; one more for its end."""

    text: Text
    places: Sequence[int]

    def in_message(self, candidate: Candidate) -> Candidate:
        """The candidate with the offsets of the message."""
        start, last = self.places[candidate.start], self.places[max(candidate.end - 1, candidate.start)]
        return replace(candidate, start=start, end=last + 1)


def condense(text: Text) -> Condensed:
    """The text with gaps of a few blanks, their line breaks kept up to three, and no sentence over SENTENCE_LIMIT."""
    words = text.text
    if len(words) <= SENTENCE_LIMIT and not _GAP.search(words):
        return Condensed(text, range(len(words) + 1))
    kept: list[int] = []
    at = 0
    for gap in _GAP.finditer(words):
        kept.extend(range(at, gap.start()))
        kept.extend(_left_of(words, gap.start(), gap.end()))
        at = gap.end()
    kept.extend(range(at, len(words)))
    narrow = "".join(words[place] for place in kept)
    places: list[int] = []
    for sentence in _SENTENCE.finditer(narrow):
        stop = sentence.end() if len(sentence.group()) <= SENTENCE_LIMIT else sentence.start()
        places.extend(kept[sentence.start() : stop])
    shown = "".join(words[place] for place in places)
    condensed = Text(text=shown, said_at=text.said_at, previous_assistant=text.previous_assistant)
    return Condensed(condensed, [*places, len(words)])


def _left_of(words: str, start: int, end: int) -> list[int]:
    breaks = [place for place in range(start, end) if words[place] == "\n"]
    return breaks[:_LINES_LEFT] if breaks else list(range(start, start + _GAP_LEFT))
