"""What was done of what a person asked for in so many words."""

from dataclasses import dataclass, field
from typing import Literal

from memories.models import Memory

Kind = Literal["remember", "forget", "correct", "restore"]
Result = Literal[
    "done",
    "none_found",
    "secret",
    "ambiguous",
    "everything",
    "already",
    "learning_off",
    "never_word",
    "switched_off",
    "kept",
    "unsaid",
    "words",
    "unasked",
    "unnamed",
]


@dataclass(frozen=True, slots=True)
class Acted:
    """What was done. ``memories``: the rows it was done to; ``choices``: those that fit when it is not clear which.

    ``count``: how many rows a request for everything means, which is done once the person says yes; with "words", how
    many messages had the words that were forgotten, or come back, though no memory came of them. For the agent besides:
    "unasked" by the person, and "unnamed" of what is protected.
    """

    kind: Kind
    memories: list[Memory] = field(default_factory=list)
    outcome: Result = "done"
    choices: list[Memory] = field(default_factory=list)
    count: int = 0
