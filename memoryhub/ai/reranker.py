"""The reranker of the settings: a cross-encoder, or None, which means recall's own light ranker."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from django.conf import settings

from memoryhub.ai.local import LocalModel
from memoryhub.ai.sentence_transformers_package import load_model


class Reranker(Protocol):
    """Judges how well texts answer a query, each with the query in view."""

    def scores(self, *, query: str, texts: Sequence[str]) -> list[float]:
        """Return a score for each text, in their order; higher is nearer. The scale is the model's own."""


class CrossEncoderReranker:
    """A sentence-transformers CrossEncoder, by name or by folder, such as BAAI/bge-reranker-v2-m3."""

    def __init__(self, *, model: str) -> None:
        self._model: LocalModel[Any] = LocalModel(
            load=lambda: load_model("CrossEncoder", model), name="cross-encoder"
        )

    def scores(self, *, query: str, texts: Sequence[str]) -> list[float]:
        if not texts:
            return []
        pairs = [(query, text) for text in texts]
        scores = self._model.call(lambda model: model.predict(pairs, show_progress_bar=False))
        return [float(score) for score in scores]


def reranker() -> Reranker | None:
    """Return the cross-encoder that RERANKER_MODEL names, one a process, or None when it is empty."""
    return _configured_reranker(settings.RERANKER_MODEL) if settings.RERANKER_MODEL else None


@lru_cache(maxsize=4)
def _configured_reranker(model: str) -> CrossEncoderReranker:
    return CrossEncoderReranker(model=model)
