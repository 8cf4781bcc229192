"""A memory as the pure decisions see it: conflicts its slot and value, endings whom and what it tells of."""

from datetime import datetime

from memories.capture.conflict import Existing
from memories.capture.ended import Told
from memories.models import Memory


def existing(row: Memory, *, said_at: datetime, near: bool) -> Existing:
    """The row as a conflict is decided on it; ``said_at``: when it was told last, ``near``: in this conversation."""
    return Existing(
        id=row.pk,
        status=row.status,
        type=row.type,
        slot=row.slot,
        value=row.value,
        value_key=row.value_key,
        positive=row.positive,
        single=row.single_valued,
        planned=row.planned_for is not None,
        occurred_on=row.occurred_on,
        said_at=said_at,
        near=near,
    )


def told(row: Memory) -> Told:
    """The row, with its subject, as an ending looks at it."""
    return Told(
        id=row.pk,
        type=row.type,
        slot=row.slot,
        value=row.value,
        content=row.content,
        positive=row.positive,
        kind=row.subject.kind,
        relation=row.subject.relation,
        name=row.subject.name,
        on=row.occurred_on,
    )
