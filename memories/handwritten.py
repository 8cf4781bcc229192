"""Rows that a person writes or brings along: the text word for word, and what the rules can tell about it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from memories.capture import conflict, entities, keys, safety
from memories.capture.confidence import BY_HAND, importance
from memories.capture.guess import guess
from memories.capture.slots import opposite
from memories.capture.types import Act, Candidate, Subject
from memories.kinds import MemoryStatus, MemoryType, Sensitivity
from memories.models import Memory

if TYPE_CHECKING:
    from memoryhub.models import User


@dataclass(frozen=True, slots=True)
class Described:
    """What is known of a written text beside its words."""

    candidate: Candidate
    key: str
    subject: Subject
    category: str
    protection: str


def describe(content: str, *, said_at: datetime, type: str | None = None) -> Described:
    """Type, slot, value, subject and dates of a text as the rules read it; a text that they cannot read is a fact."""
    known = guess(content, said_at=said_at)
    if known is None:
        chinese = any("\u4e00" <= character <= "\u9fff" for character in content)
        known = Candidate(
            type=MemoryType.FACT,
            content=content,
            quote=content,
            start=0,
            end=len(content),
            language="zh" if chinese else "en",
        )
    known = conflict.normal(known)
    if type:
        known = _of_type(known, type)
    key = keys.row_key(slot=known.slot, value=known.value, content=content)
    category = known.category or ("" if known.safety else safety.category_of(content))
    return Described(
        candidate=known,
        key=key,
        subject=known.subject,
        category=category,
        protection=safety.held_as(
            category=category, slot=known.slot, safety=known.safety, content=content, type=known.type
        ),
    )


def _of_type(candidate: Candidate, type: str) -> Candidate:
    return replace(candidate, type=MemoryType(type))


def write_fields(memory: Memory, described: Described) -> None:
    """The row, not yet saved, says of itself what was described; its subject is for the caller to set."""
    known = described.candidate
    when = known.occurred or known.planned
    memory.type = known.type
    memory.language = known.language
    memory.slot, memory.value, memory.value_key = known.slot, known.value, described.key
    memory.positive = known.positive
    memory.single_valued = conflict.holds_one_value(known)
    memory.occurred_on = when.on if when else memory.occurred_on
    memory.occurred_precision = when.precision if when else memory.occurred_precision
    memory.occurred_time = when.at if when else memory.occurred_time
    memory.planned_for = known.planned.on if known.act is Act.PLAN and known.planned else None
    memory.importance = max(memory.importance, importance(known))
    memory.category = described.category
    memory.sensitivity = Sensitivity.SENSITIVE if described.category else Sensitivity.NORMAL
    memory.protection = described.protection
    memory.confidence = BY_HAND


def same_statement(user: "User", described: Described, content: str) -> Memory | None:
    """The person's row that says the same already, current ones first; rows in the recycle bin do not count."""
    known = described.candidate
    rows = (
        Memory.objects.of(user)
        .filter(status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING, MemoryStatus.ARCHIVED))
        .select_related("subject")
        .order_by("status", "created_at")
    )
    wanted = keys.text_key(content)
    who = entities.likely(user, described.subject)
    by_value = [
        row
        for row in rows.filter(
            subject__key=who.key, slot=known.slot, value_key=described.key, positive=known.positive
        )
        if (row.planned_for is None) == (known.act is not Act.PLAN)
        and (row.occurred_on is None or known.occurred is None or row.occurred_on == known.occurred.on)
    ]
    if by_value:
        return by_value[0]
    return next((row for row in rows.filter(content=content) if keys.text_key(row.content) == wanted), None)


def rivals(user: "User", memory: Memory) -> Sequence[Memory]:
    """The active rows whose place this one takes: the value of its single-valued slot, or its contrary."""
    active = Memory.objects.of(user).active().exclude(pk=memory.pk).filter(subject_id=memory.subject_id)
    taken = []
    if memory.single_valued:
        taken += list(active.filter(slot=memory.slot, single_valued=True))
    if memory.slot and memory.planned_for is None:
        contrary = active.filter(slot=memory.slot, value_key=memory.value_key, planned_for__isnull=True)
        taken += list(contrary.exclude(positive=memory.positive))
        if other := opposite(memory.slot):
            taken += list(active.filter(slot=other, value_key=memory.value_key, planned_for__isnull=True))
    return list({row.pk: row for row in taken}.values())


def value_in_place(former: str, value: str, content: str) -> str:
    """What stands in the new text where the value stood in the former one, or an empty string."""
    if not value or former.count(value) != 1:
        return ""
    before, _, after = former.partition(value)
    if content.startswith(before) and content.endswith(after) and len(content) > len(before) + len(after):
        return content[len(before) : len(content) - len(after)].strip()
    return ""


def key_of(slot: str, value: str, content: str) -> str:
    """The row's key for a value that was put in the place of another."""
    return keys.row_key(slot=slot, value=value, content=content)
