"""An uploaded file into passages, or one plain sentence why not."""

import codecs
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories.knowledge import chunking, html, markdown, pdf
from memories.knowledge.blocks import Read, paragraphs
from memories.knowledge.chunking import Passage
from memoryhub import patterns as re

TITLE_CHARACTERS = 300
#: A megabyte, as people count it.
MEGABYTE = 1_000_000


class MediaType(models.TextChoices):
    """What can be read."""

    MARKDOWN = "text/markdown", _("Markdown")
    TEXT = "text/plain", _("Text")
    HTML = "text/html", _("HTML")
    PDF = "application/pdf", _("PDF")


_BY_ENDING = {
    ".md": MediaType.MARKDOWN,
    ".markdown": MediaType.MARKDOWN,
    ".txt": MediaType.TEXT,
    ".text": MediaType.TEXT,
    ".html": MediaType.HTML,
    ".htm": MediaType.HTML,
    ".xhtml": MediaType.HTML,
    ".pdf": MediaType.PDF,
}
#: For a file field, so that a browser offers these.
ENDINGS = ",".join(_BY_ENDING)

_SENTENCES: Mapping[str, str | Promise] = {
    "no_file": _("Choose a file first. Nothing was changed."),
    "empty": _("This file is empty. Nothing was changed."),
    "too_big": _("This file has more than %(megabytes)s MB, the most that is taken. Nothing was changed."),
    "kind": _("Only Markdown, text, HTML and PDF files can be read. Nothing was changed."),
    "not_text": _(
        "This is not a text in an encoding that can be read; save it as UTF-8 and try again. Nothing was changed."
    ),
    "not_pdf": _("This file says that it is a PDF, but it is not one. Nothing was changed."),
    "locked": _(
        "This PDF is locked with a password. Save it without one and try again. Nothing was changed."
    ),
    "broken": _("This PDF is damaged and cannot be read. Nothing was changed."),
    "slow": _("Reading this PDF takes too long. Split it and try again. Nothing was changed."),
    "no_words": _(
        "There are no words in this file; if its pages are pictures, they need text recognition first. "
        "Nothing was changed."
    ),
    "too_long": _(
        "This document has more than %(passages)s passages, the most that is taken. Nothing was changed."
    ),
    "too_many": _("There are %(documents)s documents already, the most that is kept. Delete one first."),
    "known": _("The same file is here already as “%(title)s”. Nothing was changed."),
}


class BadFile(Exception):
    """A file that is refused. ``code`` names why, ``sentence`` says it."""

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)
        self.code = code
        self._fields = fields

    @property
    def sentence(self) -> str:
        return str(_SENTENCES[self.code]) % self._fields


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file holds."""

    title: str
    media_type: MediaType
    passages: list[Passage]


def take(*, name: str, data: bytes) -> Taken:
    """The passages of a file; raises BadFile."""
    check_size(len(data))
    base = PurePosixPath(PureWindowsPath(name).as_posix()).name
    media_type = _BY_ENDING.get(PurePosixPath(base.lower()).suffix)
    if media_type is None:
        raise BadFile("kind")
    read = _read(media_type, data)
    passages = chunking.passages(read.blocks)
    if not any(any(map(str.isalnum, passage.text)) for passage in passages):
        raise BadFile("no_words")
    if len(passages) > settings.MEMORY_DOCUMENT_PASSAGES:
        raise BadFile("too_long", passages=settings.MEMORY_DOCUMENT_PASSAGES)
    return Taken(titled(read.title) or titled(PurePosixPath(base).stem), media_type, passages)


def check_size(size: int) -> None:
    """Raises BadFile for a file of no bytes, or of more than are taken."""
    if not size:
        raise BadFile("empty")
    if size > settings.MEMORY_DOCUMENT_MB * MEGABYTE:
        raise BadFile("too_big", megabytes=settings.MEMORY_DOCUMENT_MB)


def titled(text: str) -> str:
    """One line of at most TITLE_CHARACTERS."""
    line = " ".join(_storable(text).split())
    return line if len(line) <= TITLE_CHARACTERS else line[: TITLE_CHARACTERS - 1] + "…"


def _read(media_type: MediaType, data: bytes) -> Read:
    if media_type == MediaType.PDF:
        if b"%PDF-" not in data[:1024]:
            raise BadFile("not_pdf")
        try:
            found = pdf.read(data)
        except pdf.PdfError as error:
            raise BadFile(error.code) from None
        return Read(
            tuple(type(b)(_storable(b.text), b.level, b.page, b.lines) for b in found.blocks),
            title=found.title,
        )
    text = decoded(data, declared=_declared(data) if media_type == MediaType.HTML else "")
    if media_type == MediaType.MARKDOWN:
        return markdown.read(text)
    if media_type == MediaType.HTML:
        return html.read(text)
    return Read(tuple(paragraphs(text)))


_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def _declared(data: bytes) -> str:
    found = _CHARSET.search(data[:4096])
    return found[1].decode("ascii") if found else ""


def decoded(data: bytes, *, declared: str = "") -> str:
    """The text in its encoding: by its mark, as declared, UTF-8, or GB 18030; raises BadFile for what is no text."""
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "")
    for encoding in [marked] if marked else filter(None, ["utf-8", declared, "gb18030"]):
        try:
            text = data.decode(encoding)
        except (ValueError, LookupError):
            continue
        if _looks_like_text(text):
            return _storable(text.replace("\r\n", "\n").replace("\r", "\n"))
    raise BadFile("not_text")


def _looks_like_text(text: str) -> bool:
    """Whether hardly any character is a control, private or unassigned one, as in a picture read as text."""
    odd = sum(1 for character in text if not (character.isprintable() or character.isspace()))
    return "\x00" not in text and odd * 200 <= len(text)


def _storable(text: str) -> str:
    """Without what PostgreSQL cannot store or nobody can see."""
    return "".join(
        character
        for character in text
        if character in "\n\t\x0c" or not ("\x00" <= character < " " or "\ud800" <= character <= "\udfff")
    ).replace("\x0c", "\n")
