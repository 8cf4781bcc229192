"""PDF into blocks, page by page, in a process of its own: bounded in time and memory, whatever the file does."""

import contextlib
import json
import resource
import subprocess
import sys
from pathlib import Path

from memories.knowledge.blocks import Read, reflowed

SECONDS = 60
_MEMORY_BYTES = 1_500_000_000
_ROOT = Path(__file__).resolve().parent.parent.parent


class PdfError(Exception):
    """The file gave no text; ``code``: "locked", "broken", "slow"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read(data: bytes) -> Read:
    """The blocks of a PDF with the page of each; raises PdfError."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "memories.knowledge.pdf"],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            cwd=_ROOT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PdfError("slow") from None
    try:
        found = json.loads(done.stdout)
    except ValueError:  # it was killed: out of memory or time
        raise PdfError("broken") from None
    if "error" in found:
        raise PdfError(found["error"])
    blocks = [block for number, text in enumerate(found["pages"], 1) for block in reflowed(text, page=number)]
    return Read(tuple(blocks), title=found["title"])


def _extract(data: bytes) -> dict[str, object]:
    """What the process answers with: the text of each page and the title, or an error's code."""
    from io import BytesIO

    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            return {"error": "locked"}
        pages = [page.extract_text() for page in reader.pages]
        title = str((reader.metadata.title if reader.metadata else "") or "")
    except (FileNotDecryptedError, DependencyError):
        return {"error": "locked"}
    except (PyPdfError, Exception):  # whatever a broken file makes of the library
        return {"error": "broken"}
    return {"pages": pages, "title": " ".join(title.split())}


def _main() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    with contextlib.suppress(ValueError, OSError):  # macOS knows no bound on memory
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    answer = _extract(sys.stdin.buffer.read())
    text = json.dumps(answer).encode("utf-8", errors="replace")
    sys.stdout.buffer.write(text)


if __name__ == "__main__":
    _main()
