"""Whether a text stands anywhere: in a table, a key of Redis, a line of a log; also escaped, encoded or packed.

Tells the places and how often, never the text around it.
"""

import base64
import binascii
import html
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from urllib.parse import unquote_plus

#: Whether a text holds what is looked for.
Test = Callable[[str], bool]

#: An encoded text in an encoded text, and so on, to this depth.
_DEPTH = 4
#: Of a packed value so much is unpacked.
_UNPACKED = 50_000_000
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|((?:\\?x[0-9a-fA-F]{2})+)|(["\'\\/bfnrt]))')
_SIMPLE = {"b": " ", "f": " ", "n": "\n", "r": "\n", "t": "\t"}
_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-"
_BASE64 = re.compile(rf"(?<![A-Za-z0-9+/_-])(?!{_UUID})[A-Za-z0-9+/_-]{{16,}}")
_PACKED = {b"\x78": zlib.MAX_WBITS, b"\x1f": zlib.MAX_WBITS | 16}


def says(text: str) -> Test:
    """Whether a value says this text, in capitals or not, with whatever space between its words."""
    wanted = _plain(text)
    return lambda value: wanted in _plain(value)


def fits(pattern: str) -> Test:
    """Whether a regular expression is found in a value."""
    found = re.compile(pattern).search
    return lambda value: found(value) is not None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def find(tests: Sequence[Test], values: Iterable[tuple[str, str | bytes]]) -> list[Counter[str]]:
    """For each test how many of these values pass it, by place, in one pass over them."""
    counts: list[Counter[str]] = [Counter() for _ in tests]
    for place, value in values:
        read = list(forms(value))
        for test, count in zip(tests, counts, strict=True):
            if any(map(test, read)):
                count[place] += 1
    return counts


def forms(value: str | bytes) -> Iterator[str]:
    """The value as a text, and what it says when its escapes are resolved, and what is encoded or packed in it."""
    first = value if isinstance(value, str) else "\n".join(_texts(value))
    known, layer = {first}, [first]
    yield first
    for _ in range(_DEPTH):
        layer = [one for text in layer for one in _decoded(text) if one not in known]
        known.update(layer)
        yield from layer
        if not layer:
            return


def _decoded(text: str) -> Iterator[str]:
    if "\\" in text:
        yield _unescaped(text)
    if "%" in text:
        yield unquote_plus(text)
    if "&" in text:
        yield html.unescape(text)
    for run in _BASE64.findall(text):
        yield from _from_base64(run)


def _unescaped(text: str) -> str:
    """The text with the escapes of JSON, Python and logs as the characters that they stand for."""
    plain = _ESCAPE.sub(_character, text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(match: re.Match[str]) -> str:
    short, long, octets, simple = match.groups()
    if octets:
        return bytes.fromhex(re.sub(r"\\?x", "", octets)).decode("utf-8", "replace")
    if short or long:
        code = int(short or long, 16)
        return chr(code) if code < 0x110000 else ""
    return _SIMPLE.get(simple, simple)


def _from_base64(run: str) -> Iterator[str]:
    plain = run.translate(str.maketrans("-_", "+/"))
    plain = plain[: len(plain) - 1] if len(plain) % 4 == 1 else plain
    try:
        packed = base64.b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        return
    yield from (text for text in _texts(packed) if text.count("\ufffd") * 4 < len(text))


def _texts(value: bytes) -> Iterator[str]:
    """Bytes as a text, and unpacked where they are packed."""
    bits = _PACKED.get(value[:1])
    if bits:
        try:
            unpacked = zlib.decompressobj(bits).decompress(value, _UNPACKED)
        except zlib.error:
            pass
        else:
            yield unpacked.decode("utf-8", "replace")
            return
    yield value.decode("utf-8", "replace")
