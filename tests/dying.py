"""Steps at which a process is killed, for tests of what it leaves."""

import os
import signal
from collections.abc import Callable
from typing import Any


def die(*_arguments: object, **_named: object) -> None:
    """Stands in for a step: the process is killed instead."""
    os.kill(os.getpid(), signal.SIGKILL)


def then_die(inner: Callable[..., Any]) -> Callable[..., Any]:
    """The step is done, and then its process dies."""

    def step(*arguments: Any, **named: Any) -> Any:
        inner(*arguments, **named)
        die()

    return step
