"""HTML into blocks: what a reader sees, headings by their level, table rows as lines. Pure, without Django."""

from selectolax.lexbor import LexborHTMLParser, LexborNode

from memories.knowledge.blocks import Block, Read

_UNSEEN = {
    "script",
    "style",
    "template",
    "noscript",
    "svg",
    "head",
    "iframe",
    "object",
    "canvas",
    "select",
    "datalist",
}
_INLINE = {
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "q", "ruby", "rb", "rt", "rp", "s", "samp", "small", "span", "strike", "strong", "sub",
    "sup", "time", "tt", "u", "var", "wbr",
}  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_TEXT = "-text"
#: What is kept together, to be cut at line ends: its rows or items are lines.
_BY_LINES = {"table", "ul", "ol", "dl", "pre"}
_ROWS = {"tr", "li", "dt", "dd"}
_CELLS = {"td", "th"}


def read(text: str) -> Read:
    """The blocks of a page; nothing of what a browser does not show."""
    page = LexborHTMLParser(text)
    named = page.css_first("title")
    builder = _Builder()
    if page.body is not None:
        _walk(page.body, builder)
    builder.end()
    title = " ".join(named.text().split()) if named is not None else ""
    first = next((block.text for block in builder.blocks if block.level == 1), "")
    return Read(tuple(builder.blocks), title=title or first)


def _walk(body: LexborNode, builder: "_Builder") -> None:
    """Every node once, going in and out, without recursion: a page may be nested as deep as it likes."""
    node: LexborNode | None = body
    while node is not None:
        inside = builder.enter(node)
        child = node.first_child if inside else None
        if child is not None:
            node = child
            continue
        while node is not None:
            builder.leave(node)
            if node.mem_id == body.mem_id:
                return
            following = node.next
            if following is not None:
                node = following
                break
            node = node.parent


class _Builder:
    """Collects the words of a page into blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._words: list[str] = []
        self._kept = 0  # depth of what is kept together
        self._verbatim = 0

    def enter(self, node: LexborNode) -> bool:
        """What is done where a node begins; whether there is something to see inside."""
        tag = node.tag or ""
        if tag == _TEXT:
            self._say(node.text(deep=False) or "")
            return False
        if tag.startswith(("-", "!", "_")) or tag in _UNSEEN or "hidden" in node.attributes:
            return False
        if tag == "br":
            self._words.append("\n")
        elif tag == "img":
            self._say(f" {node.attributes.get('alt') or ''} ")
        elif tag in _HEADINGS:
            self.end()
        elif tag in _BY_LINES:
            if not self._kept:
                self.end()
            self._kept += 1
            self._verbatim += tag == "pre"
        elif tag in _ROWS:
            self._words.append("\n- " if tag == "li" else "\n")
        elif tag in _CELLS:
            self._words.append(" ")
        elif tag not in _INLINE:
            self._gap()
        return True

    def leave(self, node: LexborNode) -> None:
        """What is done where a node ends."""
        tag = node.tag or ""
        if (
            tag.startswith(("-", "!", "_"))
            or tag in _UNSEEN
            or "hidden" in node.attributes
            or tag in ("br", "img")
        ):
            return
        if tag in _HEADINGS:
            self.end(level=_HEADINGS[tag])
        elif tag in _BY_LINES:
            self._kept -= 1
            self._verbatim -= tag == "pre"
            if not self._kept:
                self.end(lines=True)
        elif tag in _CELLS:
            self._words.append(" |")
        elif tag not in _INLINE and tag not in _ROWS:
            self._gap()

    def end(self, *, level: int = 0, lines: bool = False) -> None:
        """What was collected is a block."""
        shown = [
            " ".join(line.split()) if not self._was_verbatim else line.rstrip() for line in self._lines()
        ]
        text = "\n".join(line for line in shown if line.strip(" |-")).strip("\n")
        if level:
            text = " ".join(text.split())
        self._words, self._was_verbatim = [], False
        if text.strip():
            self.blocks.append(Block(text, level=level, lines=lines))

    _was_verbatim = False

    def _lines(self) -> list[str]:
        return "".join(self._words).split("\n")

    def _gap(self) -> None:
        """A new paragraph; inside of a table or list only a new line or a blank."""
        if self._kept:
            self._words.append(" ")
        else:
            self.end()

    def _say(self, text: str) -> None:
        if self._verbatim:
            self._was_verbatim = True
            self._words.append(text)
        else:
            # Line ends in the source are blanks; those that mean something come from elements.
            self._words.append(" ".join(text.split("\n")))
