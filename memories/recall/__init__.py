"""The read path: what of a person's memories a message calls for (gate → channels → ranking → recollection).

The models are imported on the first call, so that the values in ``types`` need no set-up Django.
"""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from memories.recall.types import RecallRequest, Recollection

if TYPE_CHECKING:
    from memories.recall import index as index

__all__ = ["index", "recall", "record_access"]


def recall(request: RecallRequest) -> Recollection:
    """What the person's memory says to this message; with ``request.trace`` the trace of it is saved."""
    from memories.recall import recollection

    return recollection.recall(request)


def record_access(*, trace_id: UUID) -> None:
    """What the recall of this trace injected counts one access more, once a trace."""
    from memories.recall import recollection

    recollection.record_access(trace_id=trace_id)


def __getattr__(name: str) -> Any:
    if name == "index":
        from importlib import import_module

        return import_module("memories.recall.index")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
