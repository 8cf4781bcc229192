"""The one embedding of a recall, computed on a thread of its own while the rows that need none are read."""

import logging
import threading
from concurrent.futures import Future
from dataclasses import dataclass

import numpy as np

from memories.recall import model_in_use, ranking
from memories.recall.background import Scale, scale
from memories.recall.model_in_use import Model
from memoryhub.ai.errors import ModelError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class QueryVector:
    """A question's vector, shape (dimensions,), with its model's scale."""

    vector: np.ndarray
    model: str
    scale: Scale


def begin(text: str) -> "Future[QueryVector | None]":
    """The embedding to come, by the model in use; None when it is away, and recall goes on by keywords.

    From here on the recall is judged by that model's calibration.
    """
    model = model_in_use.in_use()
    ranking.calibrate(model.calibration)
    asked: Future[QueryVector | None] = Future()

    def work() -> None:
        try:
            asked.set_result(_embedded(text, model))
        except BaseException as error:  # whoever waits for it gets it
            asked.set_exception(error)

    threading.Thread(target=work, name="question", daemon=True).start()
    return asked


def _embedded(text: str, model: Model) -> QueryVector | None:
    try:
        embedder = model.embedder
        vector = embedder.query(text)
        return QueryVector(vector=vector, model=model.name, scale=scale(embedder=embedder, query=vector))
    except ModelError as error:
        logger.warning("recall without vectors: %s", error.code)
        return None
