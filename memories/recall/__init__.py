"""The read path: what of a person's memories a message calls for (gate → channels → ranking → recollection)."""

from memories.recall import index
from memories.recall.recollection import recall, record_access

__all__ = ["index", "recall", "record_access"]
