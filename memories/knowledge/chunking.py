"""Blocks into passages: along headings, then paragraphs, then sentences of either language. Pure.

Joined again, the passages are the document: nothing is lost, nothing stands twice, and none is over the limit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from memories.knowledge.blocks import Block
from memoryhub import patterns as re
from memoryhub.ai.tokens import count_tokens

#: Tokens of a passage at most: with its headings it is within what the built-in embedding model reads.
LIMIT = 300
#: Paragraphs go together up to this.
TARGET = 180
#: Characters of the way of headings at most.
HEADING_CHARACTERS = 300
BETWEEN_HEADINGS = " › "

# Where a sentence ends. Chinese marks end one by themselves; Latin ones before a blank and what begins a sentence.
_SENTENCE_END = re.compile(
    r"[。！？!?；…]+[”’」』）)]*\s*|[.!?]+[\"'”’)]*\s+(?=[\"'“‘(]?[A-Z0-9\u00c0-\u00de\u3400-\u9fff])|\n+"
)
_WORD_END = re.compile(r"\s+|[，,、：:]\s*")
_LINE_END = re.compile(r"\n+")


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage with the way of headings to it, and the page it begins on."""

    text: str
    heading: str = ""
    page: int | None = None


@dataclass(slots=True)
class _Open:
    """A passage that is being filled."""

    heading: str = ""
    page: int | None = None
    parts: list[str] = field(default_factory=list)
    tokens: int = 0
    body: bool = False

    def add(self, text: str, *, tokens: int, apart: str) -> None:
        if self.parts:
            self.parts.append(apart)
        self.parts.append(text)
        self.tokens += tokens + 2

    @property
    def text(self) -> str:
        return "".join(self.parts).strip("\n").rstrip()


def below_title(heading: str, *, title: str) -> str:
    """The way of headings without a document's title, which is often its first heading."""
    return BETWEEN_HEADINGS.join(part for part in heading.split(BETWEEN_HEADINGS) if part and part != title)


def passages(blocks: Iterable[Block]) -> list[Passage]:
    """The passages of a document in their order."""
    return [passage for passage in _passages(blocks) if passage.text.strip()]


def _passages(blocks: Iterable[Block]) -> Iterator[Passage]:
    way: list[tuple[int, str]] = []
    now = _Open()
    for block in blocks:
        if block.level:
            way = [(level, text) for level, text in way if level < block.level] + [(block.level, block.text)]
        # A heading stays with what it heads.
        if (block.level and now.body) or (now.parts and block.page != now.page):
            yield from _closed(now)
            now = _Open()
        for text, tokens, apart in _within(block):
            if now.parts and now.tokens + tokens > (TARGET if now.body and apart == "\n\n" else LIMIT - 4):
                yield from _closed(now)
                now = _Open()
            if not now.parts:
                now.page = block.page
            now.heading = BETWEEN_HEADINGS.join(text for _level, text in way)
            now.add(text, tokens=tokens, apart=apart)
            now.body |= not block.level
    yield from _closed(now)


def _closed(now: _Open) -> Iterator[Passage]:
    """The passage; in two where counting the whole finds more tokens than its parts had."""
    text = now.text
    pieces = [text] if count_tokens(text) <= LIMIT else cut(text, limit=LIMIT)
    for piece in pieces:
        shown = piece.strip("\n").rstrip()
        yield Passage(shown, heading=now.heading[:HEADING_CHARACTERS], page=now.page)


def _within(block: Block) -> Iterator[tuple[str, int, str]]:
    """The block, or its parts where it is too long: text, tokens, and what stands before it."""
    tokens = count_tokens(block.text)
    if tokens <= LIMIT - 4:
        yield block.text, tokens, "\n\n"
        return
    for number, piece in enumerate(cut(block.text, limit=TARGET, by_lines=block.lines)):
        yield piece, count_tokens(piece), "" if number else "\n\n"


def cut(text: str, *, limit: int, by_lines: bool = False) -> list[str]:
    """The text in pieces within the limit, cut where it hurts least; joined they are the text."""
    ends = (_LINE_END, _SENTENCE_END, _WORD_END) if by_lines else (_SENTENCE_END, _WORD_END)
    return _cut(text, limit=limit, ends=ends)


def _cut(text: str, *, limit: int, ends: Sequence[re.Pattern[str]]) -> list[str]:
    if count_tokens(text) <= limit:
        return [text]
    if not ends:
        return _by_characters(text, limit=limit)
    pieces: list[str] = []
    held, cost = "", 0
    for part in _parts(text, ends[0]):
        tokens = count_tokens(part)
        if held and cost + tokens > limit:
            pieces += _cut(held, limit=limit, ends=ends[1:])
            held, cost = "", 0
        held, cost = held + part, cost + tokens
    return pieces + _cut(held, limit=limit, ends=ends[1:])


def _parts(text: str, end: re.Pattern[str]) -> Iterator[str]:
    at = 0
    for found in end.finditer(text):
        yield text[at : found.end()]
        at = found.end()
    if at < len(text):
        yield text[at:]


def _by_characters(text: str, *, limit: int) -> list[str]:
    """Halves until each is within the limit: a word of a thousand letters."""
    if count_tokens(text) <= limit or len(text) < 2:
        return [text]
    middle = len(text) // 2
    return _by_characters(text[:middle], limit=limit) + _by_characters(text[middle:], limit=limit)
