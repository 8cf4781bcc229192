"""What the agent is asked to remember: kept only where words of the person's bear it out, as capture would keep it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memories.capture import confidence, model, spans
from memories.capture.commit import Committed, commit
from memories.capture.types import Turn

if TYPE_CHECKING:
    from memoryhub.models import User


def remember_quoted(
    *, user: "User", turns: Sequence[Turn], content: str, quote: str, type: str = ""
) -> Committed | None:
    """The statement is stored with the words that it rests on, committed; the first turn that has them counts.

    None: the quotation is in none of the turns, stands there as another's words, a secret or a question, or does not
    bear out the names and numbers of the statement.
    """
    entry = {"type": type, "content": content, "quote": quote, "confidence": confidence.MODEL_MOST}
    for turn in turns:
        found = model.checked([entry], spans.own_words(turn)).candidates
        if found:
            asked = [replace(candidate, explicit=True) for candidate in found]
            return commit(user=user, turn=turn, candidates=asked)
    return None
