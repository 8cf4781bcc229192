"""Compression of older turns into lines of a running summary: one protocol, three compressors."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a running summary: its text, the messages it tells of, and a ``SummaryLine.Kind``."""

    text: str
    message_ids: tuple[UUID, ...] = ()
    kind: str = "said"
