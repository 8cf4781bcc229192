"""How passages are found: their keywords, written with them, and the text that is embedded."""

from collections.abc import Sequence

from memories.models import Chunk, ChunkPosting, Document
from memories.recall.index import EVERY
from memories.recall.tokens import length, tokens

_SMALLINT_MAX = 32_767
#: Of title and headings, as much goes before a passage that is embedded.
_ABOUT_CHARACTERS = 120


def write(*, document: Document, chunks: Sequence[Chunk]) -> None:
    """The keywords of these new passages; their headings count as their words. In the caller's transaction."""
    rows = []
    for chunk in chunks:
        counts = tokens(f"{document.title}\n{chunk.heading}\n{chunk.text}")
        total = length(counts)
        rows += [
            ChunkPosting(
                owner_id=document.owner_id,
                token=token,
                chunk=chunk,
                frequency=min(count, _SMALLINT_MAX),
                length=total,
            )
            for token, count in [(EVERY, 1), *counts.items()]
        ]
    ChunkPosting.objects.bulk_create(rows, batch_size=5_000)


def embedded_text(*, title: str, heading: str, text: str) -> str:
    """What of a passage the model reads: where it stands, then the passage."""
    about = " › ".join(part for part in (title, heading) if part)
    return f"{about[-_ABOUT_CHARACTERS:]}\n{text}"
