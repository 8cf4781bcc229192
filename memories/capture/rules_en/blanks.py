"""What in a message is not the person speaking: code, quotations, links, tagged blocks."""

from memoryhub import patterns as re

_QUOTES = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u00b4": "'", "\u02bc": "'"}
)

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]+`")
_QUOTED = re.compile(r'"[^"]{1,400}"')
_SINGLE_QUOTED = re.compile(r"(?<![\w'])'(?=\S)[^'\n]*(?:(?<=\w)'(?=\w)[^'\n]*)*'(?!\w)")
_TAGGED = re.compile(r"<([a-z][\w-]*)\b[^>]*>.*?</\1>", re.DOTALL | re.IGNORECASE)
_LINK = re.compile(r"https?://\S+")
_SPEAKER_LINE = re.compile(r"^[ \t>*-]*[A-Z][\w .]{0,24}:[ \t]+\S.*$", re.MULTILINE)
_LABELS = re.compile(
    r"\s*(?:correction|update|note|ps|p\.s|fyi|btw|big news|news|edit|fun fact|reminder|good news"
    r"|bad news)\b",
    re.I,
)
_BLOCK_LINE = re.compile(r"^[ \t]*(?:>|\||#{1,6} |\$ |[{}<]|\d+[.)] |[*•] ).*$", re.MULTILINE)


def normal(text: str) -> str:
    """The text, of equal length, with plain quotation marks and without code, quotations, links and tagged blocks."""
    plain = text.translate(_QUOTES)
    if "<" in plain:
        plain = _TAGGED.sub(_blank, plain)
    if "`" in plain:
        plain = _INLINE_CODE.sub(_blank, _FENCE.sub(_blank, plain))
    if "://" in plain:
        plain = _LINK.sub(_blank, plain)
    if '"' in plain:
        plain = _QUOTED.sub(_blank_quote, plain)
    if "'" in plain:
        plain = _SINGLE_QUOTED.sub(_blank_quote, plain)
    if "\n" in plain:
        plain = _BLOCK_LINE.sub(_blank, plain)
    if ":" in plain:
        plain = _SPEAKER_LINE.sub(
            lambda m: m[0] if _LABELS.match(m[0]) or "\n" not in plain.strip() else _blank(m), plain
        )
    return plain


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _blank_quote(match: re.Match[str]) -> str:
    """A quoted name or title of up to three words stays, without its marks; a quoted sentence goes."""
    inner = match[0][1:-1]
    return f" {inner} " if len(inner.split()) <= 3 and inner[:1].isupper() else " " * len(match[0])
