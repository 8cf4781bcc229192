"""What the rules read in one sentence that somebody else wrote: by hand, imported, or a model. Pure."""

from datetime import datetime

from memories.capture import by_rules
from memories.capture.addressing import first_person
from memories.capture.plain import plain
from memories.capture.types import Act, Candidate, Text


def guess(content: str, *, said_at: datetime) -> Candidate | None:
    """The one statement of a sentence ("User lives in Trieste", "我……"), or None when there is none or several.

    Only its type, slot, value, subject and dates count; its wording is not used.
    """
    found = [
        candidate
        for candidate in by_rules.find(Text(text=first_person(plain(content).text), said_at=said_at))[0]
        if candidate.lasting and not candidate.tentative and candidate.act in (Act.STATE, Act.PLAN)
    ]
    return found[0] if len(found) == 1 else None
