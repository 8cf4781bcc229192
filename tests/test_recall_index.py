"""The index and its two searches: exact over one person's rows, never another's, never of another model."""

import math
import uuid
from collections import Counter
from uuid import UUID

import numpy as np
import pytest
from django.db import connection

from memories.kinds import MemoryStatus
from memories.models import Memory, MemoryVector, Posting
from memories.recall import index, keywords, vectors
from memories.recall.tokens import length, tokens
from memoryhub.models import User
from tests.conftest import make_user
from tests.recall_rows import entity, remember

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

VOCABULARY = "heron 花生 kettle 码头 violin 手套 orchard 21:45 marble 邮票 canoe 灯笼 saddle 毛衣 B46 lantern"
WORDS = VOCABULARY.split()
WIDTH = 48


def _store(
    user: User, chance: np.random.Generator, *, rows: int, model: str = "m"
) -> dict[UUID, tuple[str, np.ndarray]]:
    """Random rows of a person, written through the index."""
    found = {}
    for _ in range(rows):
        content = " ".join(chance.choice(WORDS, size=chance.integers(1, 9)))
        vector = chance.normal(size=WIDTH).astype(np.float32)
        vector /= np.linalg.norm(vector)
        memory = Memory.objects.create(
            user=user, subject=entity(user), content=content, type="fact", status=MemoryStatus.ACTIVE
        )
        index.write(memory=memory, vector=vector, model=model)
        found[memory.pk] = (content, vector.astype(np.float16).astype(np.float32))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_vector_search_is_the_exact_one_over_own_rows(seed: int) -> None:
    chance = np.random.default_rng(seed)
    stores = {
        user: _store(user, chance, rows=int(chance.integers(1, 120))) for user in map(make_user, "ABCD")
    }
    for user, rows in stores.items():
        query = chance.normal(size=WIDTH).astype(np.float32)
        query /= np.linalg.norm(query)
        half = query.astype(np.float16).astype(np.float32)
        exact = {key: float(vector @ half) for key, (_, vector) in rows.items()}
        found = vectors.search(user_id=user.pk, vector=query, model="m")
        assert {UUID(bytes=key) for key in found.keys} == set(rows)
        for key, score in found.best(20):
            assert score == pytest.approx(exact[key], abs=1e-4)
        expected = sorted(exact.values(), reverse=True)[:20]
        assert [score for _, score in found.best(20)] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_the_keyword_search_is_bm25_over_own_rows(seed: int) -> None:
    chance = np.random.default_rng(100 + seed)
    stores = {user: _store(user, chance, rows=int(chance.integers(1, 60))) for user in map(make_user, "EFG")}
    for user, rows in stores.items():
        query = " ".join(chance.choice(WORDS, size=3, replace=False))
        exact = _reference_bm25(query, {key: content for key, (content, _) in rows.items()})
        found = keywords.search(user_id=user.pk, query=query)
        scores = {
            UUID(bytes=key): float(value)
            for key, value in zip(found.scores.keys, found.scores.values, strict=True)
        }
        assert scores == pytest.approx({key: score for key, score in exact.items() if score > 0}, rel=1e-5)


def _reference_bm25(query: str, texts: dict[UUID, str]) -> dict[UUID, float]:
    """BM25 written out plainly, row by row."""
    counts: dict[UUID, Counter[str]] = {key: tokens(text) for key, text in texts.items()}
    mean = max(sum(length(count) for count in counts.values()) / len(counts), 1.0)
    scores = dict.fromkeys(texts, 0.0)
    for token, weight in keywords.query_weights(query).items():
        having = sum(token in count for count in counts.values())
        rarity = math.log(1 + (len(texts) - having + 0.5) / (having + 0.5))
        for key, count in counts.items():
            tf = count[token]
            scale = keywords.K1 * (1 - keywords.B + keywords.B * length(count) / mean)
            scores[key] += weight * rarity * tf * (keywords.K1 + 1) / (tf + scale)
    return scores


def _hit(user: User, query: str) -> set[UUID]:
    return {UUID(bytes=key) for key in keywords.search(user_id=user.pk, query=query).scores.keys}


def test_coverage_is_the_share_of_the_questions_weight(alice: User) -> None:
    both, one = remember(alice, "a heron and a canoe", "a heron", vectors=False)
    coverage = keywords.search(user_id=alice.pk, query="heron canoe").coverage.of([both.pk, one.pk])
    assert coverage[both.pk] == pytest.approx(1.0)
    assert 0 < coverage[one.pk] < 0.5  # the word that both have weighs less
    assert keywords.search(user_id=alice.pk, query="heron zebra").coverage.of([one.pk])[one.pk] < 0.5


def test_ties_are_broken_by_id() -> None:
    keys = tuple(sorted(uuid.uuid4().bytes for _ in range(200)))
    scores = vectors.Scores(keys, np.ones(200, dtype=np.float32))
    assert [key.bytes for key, _ in scores.best(20)] == list(keys[:20])


def test_vectors_of_another_model_are_never_met(alice: User) -> None:
    chance = np.random.default_rng(5)
    old = _store(alice, chance, rows=5, model="old")
    new = _store(alice, chance, rows=5, model="new")
    query = next(iter(old.values()))[1]
    found = vectors.search(user_id=alice.pk, vector=query, model="new")
    assert {UUID(bytes=key) for key in found.keys} == set(new)
    assert vectors.search(user_id=alice.pk, vector=query, model="neither").keys == ()


def test_an_endpoint_that_changed_its_width_breaks_nothing(alice: User) -> None:
    chance = np.random.default_rng(6)
    _store(alice, chance, rows=3)
    wide = np.zeros(WIDTH * 2, dtype=np.float32)
    wide[0] = 1
    assert vectors.search(user_id=alice.pk, vector=wide, model="m").keys == ()


def test_wide_vectors_are_found_too(alice: User) -> None:
    vector = np.zeros(2048, dtype=np.float32)
    vector[7] = 1
    (memory,) = remember(alice, "wide", vectors=False)
    index.write(memory=memory, vector=vector, model="wide")
    assert vectors.search(user_id=alice.pk, vector=vector, model="wide").best(1) == [
        (memory.pk, pytest.approx(1.0))
    ]


def test_writing_again_leaves_one_vector_and_the_new_words(alice: User) -> None:
    (memory,) = remember(alice, "a red kettle")
    memory.content = "一把蓝色的伞"
    memory.save()
    found, model = index.embed(contents=[memory.content])
    for _ in range(2):
        index.write(memory=memory, vector=found[0], model=model)
    assert MemoryVector.objects.get(memory=memory).dimensions == len(found[0])
    assert _hit(alice, "kettle") == set()
    assert _hit(alice, "蓝色") == {memory.pk}


def test_an_edit_drops_the_former_text_from_the_vectors_of_other_models(alice: User) -> None:
    (memory,) = remember(alice, "a red kettle")
    former = MemoryVector.objects.get(memory=memory)
    index.add_vector(memory=memory, vector=np.ones(8, dtype=np.float32), model="other")
    index.write(memory=memory, vector=np.ones(8, dtype=np.float32), model="other")
    assert list(MemoryVector.objects.filter(memory=memory).values_list("model", flat=True)) == ["other"]
    assert former.model != "other"


@pytest.mark.parametrize("status", [status for status in MemoryStatus if status != MemoryStatus.ACTIVE])
def test_only_active_rows_are_in_the_index(alice: User, status: MemoryStatus) -> None:
    memory, other = remember(alice, "a red kettle", "a blue kettle")
    found, model = index.embed(contents=[memory.content])
    memory.status = status
    index.write(memory=memory, vector=found[0], model=model)
    assert not Posting.objects.filter(memory=memory).exists()
    assert not MemoryVector.objects.filter(memory=memory).exists()
    assert _hit(alice, "kettle") == {other.pk}


def test_removing_leaves_nothing_of_these_and_all_of_the_others(alice: User) -> None:
    memory, other = remember(alice, "a red kettle", "a blue kettle")
    index.remove(memory_ids=[memory.pk])
    index.remove(memory_ids=[memory.pk])
    assert set(Posting.objects.values_list("memory_id", flat=True)) == {other.pk}
    assert list(MemoryVector.objects.values_list("memory_id", flat=True)) == [other.pk]


@pytest.mark.parametrize(
    "query", ["花生", "甪直", "台灣", "臺灣", "猫", "貓", "B46", "b46", "peanuts", "SKU-88213", "88213"]
)
def test_keywords_find_short_chinese_words_codes_and_the_other_script(alice: User, query: str) -> None:
    rows = {
        "花生": "你对花生过敏", "甪直": "你外婆住在甪直古镇", "台灣": "你去过台湾两次", "臺灣": "你去过台湾两次",
        "猫": "你養了一隻貓", "貓": "你養了一隻貓", "B46": "你的储物柜是 B46", "b46": "你的储物柜是 B46",
        "peanuts": "You keep a peanut feeder", "SKU-88213": "The desk is order SKU-88213",
        "88213": "The desk is order SKU-88213",
    }  # fmt: skip
    remember(alice, *sorted(set(rows.values())), vectors=False)
    found = keywords.search(user_id=alice.pk, query=query).scores.best(1)
    assert Memory.objects.get(pk=found[0][0]).content == rows[query]


def test_another_persons_words_are_not_found(alice: User, bob: User) -> None:
    remember(alice, "a red kettle", vectors=False)
    assert _hit(bob, "red kettle") == set()
    assert len(_hit(alice, "red kettle")) == 1


@pytest.mark.django_db(transaction=True)
def test_the_scan_reads_the_covering_index_alone() -> None:
    """Among many people's rows: an index-only scan, bounded by this person and this model."""
    people = [make_user(f"P{number}") for number in range(20)]
    for user in people:
        rows = Memory.objects.bulk_create(
            Memory(user=user, subject=entity(user), content=f"row {n}", type="fact", status="active")
            for n in range(60)
        )
        MemoryVector.objects.bulk_create(
            MemoryVector(memory=row, user=user, model="m", dimensions=384, vector=np.eye(384)[n])
            for n, row in enumerate(rows)
        )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE memories_memoryvector")
        cursor.execute(
            "EXPLAIN (FORMAT JSON) " + vectors.scan_sql(width=384),
            {"query": str([1.0] * 384), "user": people[3].pk, "model": "m", "width": 384},
        )
        plan = cursor.fetchone()[0][0]["Plan"]["Plans"][0]
    assert plan["Node Type"] == "Index Only Scan"
    assert plan["Index Name"] == "memoryvector_covering"
    assert "user_id" in plan["Index Cond"] and "model" in plan["Index Cond"]
