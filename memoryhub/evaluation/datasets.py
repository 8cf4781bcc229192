"""Reads the files of public sets: JSON lines, plain or gzipped. What their rows mean is each measure's own affair."""

import gzip
import json
from pathlib import Path
from typing import Any


class DataMissing(Exception):
    """There is no file of that set and split in the folder; the message names it."""


def rows(folder: Path, stem: str) -> list[dict[str, Any]]:
    """The rows of ``folder/stem.jsonl`` or its gzipped form. Raises DataMissing."""
    for path in (folder / f"{stem}.jsonl", folder / f"{stem}.jsonl.gz"):
        if path.exists():
            text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            return [json.loads(line) for line in text.decode().split("\n") if line.strip()]
    raise DataMissing(f"{folder / stem}.jsonl(.gz) is not there")
