"""A search over one person's rows among everybody's returns exactly what an exact search returns."""

import uuid

import numpy as np
import pytest
from django.db import connection

from memories.capture.entities import entity_for
from memories.models import Memory, MemoryVector, Passage
from memories.recall import past, vectors
from memoryhub.models import User
from tests.test_passages import chat_of

pytestmark = pytest.mark.django_db

PEOPLE, WIDTH, TOP = 300, 48, 20
MODEL = "made-up"
#: Two sums of the same products in another order differ by less than this.
ROUNDING = 2e-6


def sizes(random: np.random.Generator) -> list[int]:
    """Very uneven: most have a handful, a few hundreds, and some nothing at all."""
    drawn = np.minimum((random.pareto(0.7, PEOPLE) * 4).astype(int), 900).tolist()
    return [0, 1, TOP - 1, TOP, TOP + 1, 900, *drawn[6:]]


def unit(random: np.random.Generator, count: int) -> np.ndarray:
    """Vectors of length 1, rounded as the table keeps them."""
    rows = random.standard_normal((count, WIDTH))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float16).astype(np.float64)


@pytest.mark.slow
def test_the_nearest_of_each_of_300_uneven_people_are_the_exact_ones() -> None:
    random = np.random.default_rng(20_260)
    people = User.objects.bulk_create(
        User(email=f"p{number}@example.org", password="!") for number in range(PEOPLE)
    )
    known: dict[uuid.UUID, tuple[list[uuid.UUID], np.ndarray]] = {}
    memories: list[Memory] = []
    for user, size in zip(people, sizes(random), strict=True):
        subject = entity_for(user)
        own = [
            Memory(user=user, subject=subject, content="x", type="fact", status="active") for _ in range(size)
        ]
        memories += own
        known[user.pk] = [memory.pk for memory in own], unit(random, size)
    Memory.objects.bulk_create(memories, batch_size=2_000)
    rows = [
        MemoryVector(memory_id=pk, user_id=user_id, model=MODEL, dimensions=WIDTH, vector=vector)
        for user_id, (ids, found) in known.items()
        for pk, vector in zip(ids, found, strict=True)
    ]
    random.shuffle(rows)  # nobody's rows lie together
    MemoryVector.objects.bulk_create(rows, batch_size=2_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE memories_memoryvector")
    assert len(rows) > 4_000

    for user_id, (ids, found) in known.items():
        query = unit(random, 1)[0]
        best = vectors.search(user_id=user_id, vector=query, model=MODEL).best(TOP)
        exact = dict(zip(ids, (found @ query).tolist(), strict=True))
        assert len(best) == len({pk for pk, _score in best}) == min(TOP, len(ids))
        assert {pk for pk, _score in best} <= exact.keys()
        wanted = sorted(exact.values(), reverse=True)[:TOP]
        assert [score for _pk, score in best] == pytest.approx(wanted, abs=ROUNDING)
        assert [exact[pk] for pk, _score in best] == pytest.approx(wanted, abs=ROUNDING)
        assert vectors.search(user_id=user_id, vector=query, model="another").keys == ()


def test_no_index_of_near_neighbours_stands_on_the_rows_of_people() -> None:
    """Where there is one the planner takes it, and a filter after it finds too few."""
    tables = [MemoryVector._meta.db_table, Passage._meta.db_table, "memories_episodevector"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE tablename = ANY(%s)", [tables])
        found = [row[0] for row in cursor.fetchall()]
    assert found and not [each for each in found if "hnsw" in each or "ivfflat" in each]


def test_all_past_messages_are_scored_and_only_ones_own(alice: User, bob: User) -> None:
    hers = chat_of(
        alice, *[f"Note {number}: the kiln reached {900 + number} degrees." for number in range(24)]
    )
    his = chat_of(bob, "Note 1: the kiln of mine is cold.", "Light it.")
    scores = past.search(user_id=alice.pk, query="How hot was the kiln?", vector=None)
    assert {uuid.UUID(bytes=key) for key in scores.ids} == {message.pk for message in hers}
    found = past.search(user_id=bob.pk, query="How hot was the kiln?", vector=None)
    assert {uuid.UUID(bytes=key) for key in found.ids} <= {message.pk for message in his}
