"""Cuts a person's text into sentences and clauses, with their places in it. Both languages; pure."""

# ruff: noqa: E501

from dataclasses import dataclass

from memories.capture import spans
from memories.capture.types import SpanKind
from memoryhub import patterns as re

#: A full stop inside a number, an abbreviation or an address does not end a sentence. What goes on for more than 600
#: characters is no sentence that anybody says, and is read in pieces: patterns over it would take their time squared.
_SENTENCE = re.compile(
    r"(?:[^.!?。！？\n;；]|[.](?=[\w/])|(?<=\b[A-Za-z])[.](?=\s?[a-z])|(?<=\b(?:Mr|Ms|Dr|St|No|vs))[.]"
    r"|(?<=\b(?:Mrs|etc|Inc|Ltd))[.]|(?<=e\.g)[.]|(?<=i\.e)[.]){1,600}(?P<end>[.!?。！？;；…]*[\"”’」)）]*)"
)
#: A comma between digits belongs to the number.
_CLAUSE = re.compile(
    r"(?:[^,，、:：—–-]|-(?!\s)|(?<!\s)-|(?<=\d )-(?= \d)"
    r"|,(?=\s(?:19|20)\d\d\b)|(?<=\d)[,:：](?=\d)|[、—–](?=\d)|(?<=\d)[—–](?=\d)|[:](?=[\w/]))+"
)
_LIST_MARK = re.compile(r"\s*(?:[-*•+]|\d{1,2}[.)、]|#{1,6}|\[[ x]\])\s+")
#: Longer sentences are lists or logs; patterns that look around need a bound.
LONGEST = 600
HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch ``text[start:end]`` between two marks, without the blanks around it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its clauses; ``end_mark`` is what closes it, ``end`` is before that mark."""

    text: str
    start: int
    end: int
    end_mark: str
    clauses: tuple[Clause, ...]

    @property
    def chinese(self) -> bool:
        return HAN.search(self.text) is not None

    @property
    def asks(self) -> bool:
        return "?" in self.end_mark or "？" in self.end_mark


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, max(start, start + len(piece.strip()))


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text in order; list marks at their beginning are no part of them.

    None is longer than `LONGEST`: a longer one is cut between its clauses, and a longer clause is cut off.
    """
    found: list[Sentence] = []
    for match in _SENTENCE.finditer(text):
        start, end = _trimmed(text, match.start(), match.start("end"))
        if mark := _LIST_MARK.match(text, start, end):
            start = mark.end()
        clauses: list[Clause] = []
        for piece in _CLAUSE.finditer(text, start, end):
            first, last = _trimmed(text, piece.start(), min(piece.end(), piece.start() + LONGEST, end))
            if not any(character.isalnum() for character in text[first:last]):
                continue
            if clauses and last - clauses[0].start > LONGEST:
                found.append(_sentence(text, clauses, clauses[0].start, clauses[-1].end, ""))
                clauses = []
            clauses.append(Clause(text[first:last], first, last))
        if clauses:
            whole = end - clauses[0].start <= LONGEST
            first = start if whole and end - start <= LONGEST else clauses[0].start
            found.append(_sentence(text, clauses, first, end if whole else clauses[-1].end, match["end"]))
    return found


def ends(given: list[Sentence], *, first: int, last: int) -> list[Sentence]:
    """The first and the last sentences of a long message: what a person wants stands before or after what is pasted."""
    return given if len(given) <= first + last else [*given[:first], *given[-last:]]


def is_figures(sentence: Sentence) -> bool:
    """Whether a long sentence is hardly more than digits and marks: a table or a log, which says nothing by itself."""
    return len(sentence.text) > 120 and sum(map(str.isalpha, sentence.text)) * 3 < len(sentence.text)


#: "2026-03-01 08:00 ERROR …", "[WARN] …".
_LOG = re.compile(
    r"\s*(?:[\[(]?\d{4}[-/]\d\d[-/]\d\d[\])]?[T ]?[\d:.,+Z]*\]?\s+)?[\[(<]?(?:ERROR|ERR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|CRITICAL|NOTICE)[\])>]?[:\s]"
)


def is_log(sentence: Sentence) -> bool:
    """Whether a sentence is a line of a log, and nothing that the person says."""
    return _LOG.match(sentence.text) is not None


def _sentence(text: str, clauses: list[Clause], start: int, end: int, end_mark: str) -> Sentence:
    return Sentence(text[start:end], start, end, end_mark, tuple(clauses))


#: "A quote from the firm: £900 for the van" is of money, and no quotation.
_AMOUNT = re.compile(r"[$€£¥￥]\s?\d|\d[\d,.]*\s?(?:[€元块]|euros?\b|pounds?\b|dollars?\b)", re.IGNORECASE)
_OTHERS_WORDS = (SpanKind.PASTED, SpanKind.QUOTE)


def _stretches(text: str) -> tuple[tuple[int, int, SpanKind], ...]:
    found = tuple((span.start, span.end, span.kind) for span in spans.split(text))
    return tuple(one for one in found if one[2] not in _OTHERS_WORDS or not _AMOUNT.match(text, one[0]))


def _blanked(text: str, kinds: frozenset[SpanKind]) -> str:
    pieces, at = list[str](), 0
    for start, end, kind in _stretches(text):
        if kind in kinds and end > at:
            pieces += [text[at:start], re.sub(r"[^\n]", " ", text[max(start, at) : end])]
            at = end
    return "".join([*pieces, text[at:]])


def own_words(text: str) -> str:
    """The text with quotations, code, pasted and injected blocks and secrets blanked; places stay the same."""
    return _blanked(text, frozenset(SpanKind) - {SpanKind.OWN})


def told(text: str) -> str:
    """The text with code, pasted and injected blocks and secrets blanked; what others said is told, and stays."""
    return _blanked(text, frozenset({SpanKind.CODE, SpanKind.PASTED, SpanKind.INJECTED, SpanKind.SECRET}))
