"""What a recall costs beside its floor (one query embedding, one vector query) and beside mem0, on the same rows.

All times come from one run on one machine: the ratios count, not the milliseconds. The people measured have made-up
texts with their real embeddings; everybody else's rows have made-up vectors.
"""

import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from django.core.cache import caches
from django.db import connection, transaction
from django.utils import timezone
from pgvector import HalfVector

from memories.kinds import EntityKind, MemoryStatus, MemoryType
from memories.models import Entity, Memory, MemoryVector, Posting
from memories.recall import index, recall, vectors
from memories.recall.model_in_use import embedder
from memories.recall.types import RecallRequest
from memoryhub.evaluation.benchmark_chat import figures
from memoryhub.models import User

#: P50 and P99 in milliseconds, and how many a second, that the field publishes (MISSION, row O4).
PUBLISHED: dict[str, tuple[float, float, int]] = {
    "store vector": (15, 30, 500),
    "vector recall": (8, 15, 1_000),
    "key-value store": (3, 8, 3_000),
    "key-value read": (2, 5, 5_000),
}
#: Everybody else's memories are spread over people of this many each.
_OTHERS_EACH = 1_000
_CLIENTS = 8
_SEED = 11

_PEOPLE = (
    "my sister",
    "my neighbour",
    "my boss",
    "an old friend",
    "我表哥",
    "我同事",
    "我妈妈",
    "楼下的邻居",
)
_WHAT = (
    "cello lessons", "sourdough bread", "mountain huts", "night trains", "board games", "oil painting", "orchids",
    "crime novels", "cold swimming", "jazz records", "bicycle repair", "bird watching", "羽毛球", "老电影", "手冲咖啡",
    "围棋", "书法", "摄影", "跑步", "古典音乐", "旧地图", "木工", "登山", "昆曲",
)  # fmt: skip
_PLACES = (
    "Ghent", "Porto", "Leeds", "Turin", "Bergen", "Graz", "Lyon", "Malmö", "杭州", "成都", "青岛", "厦门", "昆明",
)  # fmt: skip
_SAYINGS = (
    "I like {what} since I lived in {place}, number {n}",
    "I went to {place} with {who} for {what} in week {n}",
    "I keep {n} things for {what} at home in {place}",
    "我在{place}开始喜欢{what}，第{n}次",
    "我和{who}第{n}周去了{place}，一起{what}",
    "我家里有{n}件和{what}有关的东西",
)
_QUESTIONS = (
    "What do I like to do since I lived in {place}?",
    "With whom did I go to {place}?",
    "What do you know about me and {what}?",
    "我在{place}做过什么？",
    "我和谁一起去的{place}？",
    "我喜欢{what}吗？",
)


def run(*, sizes: Sequence[int], total: int, queries: int, mem0: Path | None = None) -> dict[str, Any]:
    """For people with so many memories each, among ``total`` of all: recall, its floor and mem0, in milliseconds.

    ``mem0`` is the Python of an environment that has mem0ai; without it that column is left out.
    """
    random.seed(_SEED)
    people = {size: _person(size, number=size) for size in sizes}
    asked = [_filled(_QUESTIONS, number) for number in range(queries)]
    for user in people.values():
        _ours(user, asked[:5])  # warm: models, statements, caches of the system
    middle = sorted(people)[len(people) // 2]
    growth = {sum(sizes): figures(_timed(lambda text: _recall(people[middle], text), asked))}
    for target in (total // 10, total):
        _others(target - Memory.objects.count())
        growth[Memory.objects.count()] = figures(_timed(lambda text: _recall(people[middle], text), asked))
    found: dict[str, Any] = {"rows": Memory.objects.count(), "queries": queries, "users": {}}
    took = {size: _compared(user, asked) for size, user in people.items()}
    if mem0 is not None:
        theirs = _mem0(list(people.values()), asked, python=mem0)
        for size, user in people.items():
            took[size]["mem0"] = theirs[str(user.pk)]
    found["users"] = {size: _summary(of_person) for size, of_person in took.items()}
    found["growth"] = {"of": middle, **growth}
    found["clients"] = _at_once(people[middle], asked)
    found["storage"] = _storage(people[middle], times=min(1_000, 10 * queries))
    return found


# ------------------------------------------------------------------------------------------------ rows


def _filled(forms: Sequence[str], number: int) -> str:
    form = forms[number % len(forms)]
    return form.format(
        n=number, what=random.choice(_WHAT), place=random.choice(_PLACES), who=random.choice(_PEOPLE)
    )


def _owner(number: int) -> tuple[User, Entity]:
    user = User.objects.create_user(email=f"recall{number}@replay.invalid", name=f"R{number}")
    subject, _ = Entity.objects.get_or_create(user=user, key="self", defaults={"kind": EntityKind.SELF})
    return user, subject


def _person(size: int, *, number: int) -> User:
    """Somebody with so many memories, each with the embedding of its text."""
    user, subject = _owner(number)
    contents = [_filled(_SAYINGS, n) for n in range(size)]
    found, model = index.embed(contents=contents)
    _write(user, subject, contents, found, model)
    return user


def _others(missing: int) -> None:
    """So many memories more, of other people, with made-up vectors of the same length."""
    model = embedder()
    made = np.random.default_rng(_SEED)
    first = User.objects.count() + 1_000_000
    for number in range(0, missing, _OTHERS_EACH):
        user, subject = _owner(first + number)
        contents = [_filled(_SAYINGS, n) for n in range(min(_OTHERS_EACH, missing - number))]
        found = made.standard_normal((len(contents), model.dimensions)).astype(np.float32)
        _write(user, subject, contents, found / np.linalg.norm(found, axis=1, keepdims=True), model.model)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE memories_memory, memories_memoryvector, memories_posting")


@transaction.atomic
def _write(user: User, subject: Entity, contents: Sequence[str], found: np.ndarray, model: str) -> None:
    rows = [
        Memory(user=user, subject=subject, content=content, type=MemoryType.FACT, status=MemoryStatus.ACTIVE)
        for content in contents
    ]
    Memory.objects.bulk_create(rows, batch_size=1_000)
    MemoryVector.objects.bulk_create(
        (
            MemoryVector(memory=row, user=user, model=model, dimensions=len(vector), vector=vector)
            for row, vector in zip(rows, found, strict=True)
        ),
        batch_size=1_000,
    )
    Posting.objects.bulk_create(
        (posting for row in rows for posting in index.postings(row)), batch_size=5_000
    )


# ------------------------------------------------------------------------------------------------ times


def _timed(work: Callable[[str], object], texts: Iterable[str]) -> list[float]:
    took = []
    for text in texts:
        start = time.perf_counter()
        work(text)
        took.append((time.perf_counter() - start) * 1_000)
    return took


def _recall(user: User, text: str) -> None:
    recall(RecallRequest(user=user, query=text, as_of=timezone.now()))


def _ours(user: User, texts: Sequence[str]) -> list[float]:
    return _timed(lambda text: _recall(user, text), texts)


def _floor(user: User, text: str) -> None:
    """The least that any recall by meaning does: one embedding, one query for the nearest ten."""
    model = embedder()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT memory_id FROM memories_memoryvector WHERE user_id = %s AND model = %s"
            " ORDER BY vector <#> %s::halfvec LIMIT 10",
            [str(user.pk), model.model, HalfVector(model.query(text)).to_text()],
        )
        cursor.fetchall()


def _compared(user: User, texts: Sequence[str]) -> dict[str, list[float]]:
    """Ours and the floor, question by question, so that both meet the same machine."""
    took: dict[str, list[float]] = {"ours": [], "floor": []}
    for text in texts:
        took["floor"] += _timed(lambda said: _floor(user, said), [text])
        took["ours"] += _ours(user, [text])
    return took


def _summary(took: dict[str, list[float]]) -> dict[str, Any]:
    found: dict[str, Any] = {name: _with_p95(values) for name, values in took.items()}
    for other in [name for name in took if name != "ours"]:
        found[f"ours_to_{other}"] = round(found["ours"]["p50_ms"] / found[other]["p50_ms"], 2)
    found["p95_to_p50"] = round(found["ours"]["p95_ms"] / found["ours"]["p50_ms"], 2)
    return found


def _with_p95(took: Sequence[float]) -> dict[str, float]:
    return {**figures(took), "p95_ms": round(float(np.quantile(took, 0.95)), 2)}


def _mem0(people: Sequence[User], texts: Sequence[str], *, python: Path) -> dict[str, list[float]]:
    """mem0 in its own environment, over all the rows in its default local store; milliseconds by person."""
    rows = MemoryVector.objects.filter(model=embedder().model).values_list(
        "memory_id", "user_id", "memory__content", "vector"
    )
    kept: list[list[str]] = []
    found: list[np.ndarray] = []
    for memory_id, user_id, content, vector in rows.iterator(chunk_size=5_000):
        kept.append([str(memory_id), str(user_id), content])
        found.append(np.asarray(vector, dtype=np.float32))
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder, "vectors.npy"), np.stack(found))
        plan = {"rows": kept, "queries": list(texts), "people": [str(user.pk) for user in people]}
        Path(folder, "plan.json").write_text(json.dumps(plan))
        done = subprocess.run(
            [str(python), str(Path(__file__).with_name("benchmark_mem0.py")), folder],
            capture_output=True,
            text=True,
            timeout=3_600,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"mem0 failed: {done.stderr.strip().splitlines()[-1:]}")
    took: dict[str, list[float]] = json.loads(done.stdout.strip().splitlines()[-1])
    return took


def _at_once(user: User, texts: Sequence[str]) -> dict[str, Any]:
    """Recalls a second with several clients, each on a thread and a connection of its own."""

    def client(_: int) -> list[float]:
        try:
            return _ours(user, texts)
        finally:
            connection.close()

    start = time.perf_counter()
    with ThreadPoolExecutor(_CLIENTS) as pool:
        took = [one for each in pool.map(client, range(_CLIENTS)) for one in each]
    return {
        "clients": _CLIENTS,
        **_with_p95(took),
        "per_second": round(len(took) / (time.perf_counter() - start), 1),
    }


def _storage(user: User, *, times: int) -> dict[str, Any]:
    """Rows of vectors and keys of the cache, one after the other on one connection; no embedding is in it."""
    model = embedder()
    rows = list(Memory.objects.filter(user=user)[:times])
    made = np.random.default_rng(_SEED).standard_normal((len(rows), model.dimensions)).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    cache = caches["default"]
    numbers = range(len(rows))
    return {
        name: _rate(work, numbers)
        for name, work in (
            ("vector recall", lambda n: vectors.search(user_id=user.pk, vector=made[n], model=model.model)),
            ("store vector", lambda n: index.add_vector(memory=rows[n], vector=made[n], model="benchmark")),
            ("key-value store", lambda n: cache.set(f"benchmark:{n}", rows[n].content, 60)),
            ("key-value read", lambda n: cache.get(f"benchmark:{n}")),
        )
    }


def _rate(work: Callable[[int], object], numbers: Sequence[int]) -> dict[str, Any]:
    took = []
    for number in numbers:
        start = time.perf_counter()
        work(number)
        took.append((time.perf_counter() - start) * 1_000)
    return {**figures(took), "per_second": round(1_000 * len(took) / sum(took))}
