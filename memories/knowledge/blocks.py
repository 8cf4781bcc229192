"""What a file is read into: headings, paragraphs, tables and code in their order. Pure, without Django."""

from collections.abc import Iterator
from dataclasses import dataclass

from memoryhub import patterns as re

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef"
_BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
#: A line by itself that heads what follows: 第三章 总则, 一、适用范围, 2.1 Opening hours.
_HEADING = re.compile(
    r"(?P<chapter>第[\d零〇一二三四五六七八九十百]+[章篇部编][^。！？!?]{0,40})"
    r"|(?P<section>第[\d零〇一二三四五六七八九十百]+节[^。！？!?]{0,40}|[一二三四五六七八九十]+、[^。！？!?，,；;]{1,40})"
    r"|(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})[.、]?\s+(?=\D)[^\n。！？!?.;；]{1,80}"
    r"|(?P<word>(?:Chapter|Part|Appendix|Section)\s+[\dIVXLA-Z]+\b[^\n。！？!?;；]{0,80})"
)
_JOINED_WITHOUT_A_BLANK = re.compile(rf"(?<=[{_HAN}])\n(?=[{_HAN}])")
_HYPHENATED = re.compile(r"(?<=[a-z])[-\u00ad\u2010]\n(?=[a-z])")
_ENDS = re.compile(r"[.!?:;。！？：；…][\"'”’」』）)]*$")
#: A line that ends a sentence and is shorter than this share of the longest ends its paragraph.
_SHORT_LINE = 0.8
_STARTS_AN_ITEM = re.compile(r"\s*(?:[-*•·‣▪●○]|\d{1,3}[.)、]|[a-z][.)]|[（(]\d{1,3}[)）])\s*\S")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a document that belongs together. ``level`` 1–6 is a heading's; ``lines``: cut it at line ends."""

    text: str
    level: int = 0
    page: int | None = None
    lines: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """A document as it was read; ``title`` is the one that it gives itself, or empty."""

    blocks: tuple[Block, ...]
    title: str = ""


def level_of(line: str) -> int:
    """The level of a line that is a heading by its form; 0 for any other."""
    found = _HEADING.fullmatch(line.strip())
    if found is None:
        return 0
    if found["chapter"] or found["word"]:
        return 1
    return 2 if found["section"] else min(found["number"].count(".") + 1, 6)


def paragraphs(text: str) -> Iterator[Block]:
    """Plain text by its blank lines; a line by itself may be a heading."""
    for part in _BLANK_LINES.split(text):
        part = part.strip("\n").rstrip()
        if not part.strip():
            continue
        first, newline, rest = part.partition("\n")
        # 第三章 may stand directly above its text; of other forms only a line by itself is one.
        if level := level_of(first) if not newline or first.lstrip().startswith("第") else 0:
            yield Block(first.strip(), level=level)
            part = rest
        if part.strip():
            yield Block(part)


def reflowed(text: str, *, page: int) -> Iterator[Block]:
    """A page whose lines end where the paper did: lines of one paragraph are joined, without a blank in Chinese."""
    for part in _BLANK_LINES.split(text):
        lines = [line.strip() for line in part.split("\n") if line.strip()]
        longest = max(map(len, lines), default=0)
        held: list[str] = []
        for line in lines:
            level = level_of(line)
            if held and (level or _STARTS_AN_ITEM.match(line)):
                yield Block(_joined(held), page=page)
                held = []
            if level:
                yield Block(line, level=level, page=page)
                continue
            held.append(line)
            if _ENDS.search(line) and len(line) < longest * _SHORT_LINE:
                yield Block(_joined(held), page=page)
                held = []
        if held:
            yield Block(_joined(held), page=page)


def _joined(lines: list[str]) -> str:
    text = _HYPHENATED.sub("-", "\n".join(lines))
    return _JOINED_WITHOUT_A_BLANK.sub("", text).replace("\n", " ")
