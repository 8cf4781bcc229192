"""Runs models that live in this process: loaded late, one a process, called on one thread."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

Model = TypeVar("Model")
Answer = TypeVar("Answer")


class LocalModel(Generic[Model]):
    """A model that `load` makes on first use, after a fork anew, and that only its own thread ever touches.

    One thread: OpenMP keeps a pool for each calling thread, and tokenizers refuse to be used by two at once.
    """

    def __init__(self, *, load: Callable[[], Model], name: str) -> None:
        self._load = load
        self._name = name
        self._reset()
        os.register_at_fork(after_in_child=self._reset)

    def _reset(self) -> None:
        # The parent's thread does not exist in the child, and its lock may have been held.
        self._lock = threading.Lock()
        self._executor: ThreadPoolExecutor | None = None
        self._model: Model | None = None

    def call(self, use: Callable[[Model], Answer]) -> Answer:
        """Return `use(model)`, computed on the model's thread after what was asked before."""
        with self._lock:
            if self._executor is None:
                self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=self._name)
            future = self._executor.submit(self._use, use)
        return future.result()

    def _use(self, use: Callable[[Model], Answer]) -> Answer:
        if self._model is None:
            self._model = self._load()
        return use(self._model)
