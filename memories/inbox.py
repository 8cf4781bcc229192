"""What waits for a person: why each of them does, in which order, and what helps to decide. Reads only."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db.models import Case, F, IntegerField, Value, When
from django.utils.translation import gettext_lazy as _

from memories import sources
from memories.kinds import MemoryFlag, MemoryStatus, WaitsFor
from memories.models import Memory
from memories.quotes import quote_of
from memoryhub.models import User

if TYPE_CHECKING:
    from memories.reading import Row

#: What is asked of the person, by the reason why it waits; a private matter's kind is named beside it.
QUESTIONS = {
    WaitsFor.ORDER: _("These read like orders to the assistant"),
    WaitsFor.CONSENT: _("Private matters"),
    WaitsFor.DISPUTE: _("These do not agree with something else you said"),
    WaitsFor.CERTAINTY: _("Is this right?"),
}

EXPLAINED = {
    WaitsFor.ORDER: _("Keep one only if it is your own wish; it may come from a text by somebody else."),
    WaitsFor.CONSENT: _(
        "May such matters be remembered? You are asked once; the settings change it at any time."
    ),
    WaitsFor.DISPUTE: _("Keep what holds now. What it contradicts is put among the replaced."),
    WaitsFor.CERTAINTY: _("Said with a maybe, or only in passing. What you keep counts as sure."),
}

_RANK = Case(
    When(flag=MemoryFlag.POISONED, then=Value(0)),
    When(category__gt="", then=Value(1)),
    When(flag=MemoryFlag.DISPUTED, then=Value(2)),
    default=Value(3),
    output_field=IntegerField(),
)
#: Those of one reason together, the newest first.
ORDER = (_RANK, F("category"), F("created_at").desc(), F("pk").desc())


def waits_for(memory: Memory) -> WaitsFor:
    """What a pending memory waits for."""
    if memory.flag == MemoryFlag.POISONED:
        return WaitsFor.ORDER
    if memory.category:
        return WaitsFor.CONSENT
    return WaitsFor.DISPUTE if memory.flag == MemoryFlag.DISPUTED else WaitsFor.CERTAINTY


def dressed(*, user: User, rows: Sequence["Row"]) -> list["Row"]:
    """The rows with what helps to decide on those that wait: the person's words, and what would give way."""
    waiting = [row.memory for row in rows if row.memory.status == MemoryStatus.PENDING]
    if not waiting:
        return list(rows)
    ids = [row.source.message_id for row in rows if row.source and row.source.message_id]
    messages = sources.conversations().messages(user=user, message_ids=ids) if ids else {}
    held = (
        Memory.objects.of(user)
        .active()
        .filter(single_valued=True, slot__in={memory.slot for memory in waiting if memory.single_valued})
    )
    current = {(memory.subject_id, memory.slot): memory for memory in held}
    return [
        replace(
            row,
            quote=quote_of(row.source, messages) if row.source else None,
            gives_way=current.get((row.memory.subject_id, row.memory.slot))
            if row.memory.single_valued
            else None,
        )
        if row.memory.status == MemoryStatus.PENDING
        else row
        for row in rows
    ]
