"""The vector channel: an exact scan of one person's rows for the model in use, through the covering index alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from django.db import connection
from pgvector import HalfVector

from memories.models import COVERED_DIMENSIONS

_ROW = np.dtype([("id", "V16"), ("distance", ">f4")])

# One packed value instead of a row a memory: ten thousand rows cost a millisecond, not twenty. The bound on dimensions
# is a literal, or the planner could not tell that the partial index holds all rows asked for. An endpoint may have
# changed what it serves under one name, and vectors of two widths cannot be compared.
SCAN_SQL = """
SELECT string_agg(uuid_send(memory_id) || float4send((vector <#> %(query)s::halfvec)::float4), ''::bytea)
FROM memories_memoryvector
WHERE user_id = %(user)s AND model = %(model)s AND dimensions {side} {bound} AND vector_dims(vector) = %(width)s
"""


@dataclass(frozen=True, slots=True)
class Scores:
    """A score for each memory, in no order; higher is nearer. ``keys`` are ids in bytes: many UUIDs are slow."""

    keys: tuple[bytes, ...]
    values: np.ndarray

    def best(self, limit: int) -> list[tuple[UUID, float]]:
        """The best rows, ties broken by id."""
        count = len(self.keys)
        if count > limit * 4:  # no need to sort ten thousand for twenty; equal scores at the edge stay in
            edge = np.partition(self.values, count - limit)[count - limit]
            chosen = np.nonzero(self.values >= edge)[0].tolist()
        else:
            chosen = list(range(count))
        ranked = sorted(chosen, key=lambda i: (-self.values[i], self.keys[i]))
        return [(UUID(bytes=self.keys[i]), float(self.values[i])) for i in ranked[:limit]]

    def of(self, ids: Iterable[UUID]) -> dict[UUID, float]:
        """The scores of these memories, as far as they have one."""
        wanted = {memory.bytes: memory for memory in ids}
        return {
            wanted[key]: float(self.values[place]) for place, key in enumerate(self.keys) if key in wanted
        }


EMPTY = Scores((), np.empty(0, dtype=np.float32))


def scan_sql(*, width: int) -> str:
    """The statement for vectors of this width."""
    return SCAN_SQL.format(side="<=" if width <= COVERED_DIMENSIONS else ">", bound=COVERED_DIMENSIONS)


def search(*, user_id: UUID, vector: np.ndarray, model: str) -> Scores:
    """The cosine of the query with every row of the person's under this model (vectors have length 1)."""
    width = len(vector)
    parameters: dict[str, str | int | UUID] = {
        "query": HalfVector(vector).to_text(),
        "user": str(user_id),
        "model": model,
        "width": width,
    }
    with connection.cursor() as cursor:
        cursor.execute(scan_sql(width=width), parameters)
        row = cursor.fetchone()
    if row is None or row[0] is None:
        return EMPTY
    packed = np.frombuffer(bytes(row[0]), dtype=_ROW)
    return Scores(tuple(packed["id"].tolist()), -packed["distance"].astype(np.float32))
