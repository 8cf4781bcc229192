"""The one embedding of a recall, computed on a thread of its own while the rows that need none are read."""

import logging
import threading
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from memories.recall.background import Scale, scale
from memoryhub.ai.embeddings import embedder
from memoryhub.ai.errors import ModelError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class QueryVector:
    """A question's vector, shape (dimensions,), with its model's scale."""

    vector: np.ndarray
    model: str
    scale: Scale


def begin(text: str) -> "Future[QueryVector | None]":
    """The embedding to come; None when the model is away, and recall goes on by keywords."""
    asked: Future[QueryVector | None] = Future()

    def work() -> None:
        try:
            asked.set_result(_embedded(text))
        except BaseException as error:  # whoever waits for it gets it
            asked.set_exception(error)

    threading.Thread(target=work, name="question", daemon=True).start()
    return asked


def _embedded(text: str) -> QueryVector | None:
    model = embedder()
    try:
        vector = model.query(text)
        return QueryVector(vector=vector, model=model.model, scale=scale(embedder=model, query=vector))
    except ModelError as error:
        logger.warning("recall without vectors: %s", error.code)
        return None
