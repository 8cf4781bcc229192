"""Markdown into blocks: headings by their level, everything else as it was written. Pure, without Django."""

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from memories.knowledge.blocks import Block, Read

#: What loses its sense when it is cut inside a line.
_BY_LINES = {"fence", "code_block", "table_open", "bullet_list_open", "ordered_list_open"}


def read(text: str) -> Read:
    """The blocks of a Markdown text; every line of it that says something is in one of them."""
    lines = text.split("\n")
    parser = MarkdownIt("commonmark").enable("table")
    blocks = list(_blocks(parser.parse(text), lines))
    title = next((block.text for block in blocks if block.level == 1), "")
    return Read(tuple(blocks), title=title)


def _blocks(tokens: list[Token], lines: list[str]) -> Iterator[Block]:
    at = 0
    for place, token in enumerate(tokens):
        if token.level or token.map is None:
            continue
        start, end = max(token.map[0], at), token.map[1]
        # Definitions of links leave no token: what stands between two blocks is a block of its own.
        yield from _plain(lines[at:start])
        if token.type == "heading_open":
            heading = " ".join(tokens[place + 1].content.split())
            if heading:
                yield Block(heading, level=int(token.tag[1:]))
        else:
            yield from _plain(lines[start:end], by_lines=token.type in _BY_LINES)
        at = max(end, at)
    yield from _plain(lines[at:])


def _plain(lines: list[str], *, by_lines: bool = False) -> Iterator[Block]:
    text = "\n".join(lines).strip("\n").rstrip()
    if text.strip():
        yield Block(text, lines=by_lines)
