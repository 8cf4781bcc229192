"""The channel of former values: what a memory replaced, for questions about the past and for no others."""

import re
from collections.abc import Sequence

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import translation
from django.utils.translation import gettext as _

from memories.kinds import MemoryFlag, MemoryStatus, MemoryType
from memories.models import Memory, MemorySource
from memories.recall.address import address
from memories.recall.intent import Intent, slot_matches
from memories.recall.tokens import has_chinese, normalise
from memories.recall.types import Recalled, RecallRequest

#: Former rows in one prompt at most, and how many of the person's are looked at, the latest first.
LIMIT, _READ = 3, 300

_PAST = re.compile(
    r"\b(?:use[d]? to|formerly|previous(?:ly)?|former|in the past|back then|originally|once upon a time)\b"
    r"|\bbefore (?:that|this|then|i|we)\b|\bbefore\W*$|\bearlier\b"
    r"|(?<![天周日月点号年期初底末半\d一二三四五六七八九十])(?:以前|之前)|从前|过去|原来|原先|曾经|当初|早先"
)


def asks_for_past(text: str) -> bool:
    """Whether a message asks how something was."""
    return _PAST.search(normalise(text)) is not None


def search(
    *, request: RecallRequest, intent: Intent, found: Sequence[Memory], chosen: Sequence[Recalled]
) -> list[Memory]:
    """What those ``found`` that were ``chosen`` took the place of; nothing unless the question asks for the past.

    Also what stood in the slot that it asks for, where nothing has taken its place. What was wrong is not brought.
    """
    if not asks_for_past(request.query):
        return []
    last_said = MemorySource.objects.filter(memory=OuterRef("pk")).order_by("-said_at").values("said_at")[:1]
    rows = (
        Memory.objects.of(request.user)
        .filter(status=MemoryStatus.SUPERSEDED, flag=MemoryFlag.NONE)
        .exclude(type=MemoryType.INSTRUCTION)
        .select_related("subject")
        .annotate(last_said_at=Coalesce(Subquery(last_said), "created_at"))
        .order_by("-valid_until", "-created_at", "pk")[:_READ]
    )
    answering = {row.memory_id for row in chosen}
    current = [memory for memory in found if memory.pk in answering]
    replaced = {memory.supersedes_id for memory in current}
    places = {(memory.subject_id, memory.slot) for memory in current if memory.slot}
    former: list[Memory] = [
        row
        for row in rows
        if row.pk in replaced
        or (row.subject_id, row.slot) in places
        or (not intent.relations and slot_matches(intent.slots, row.slot))
    ]
    return former[:LIMIT]


def worded(text: str) -> str:
    """A former statement as what it is, addressed to the person in its own language."""
    text = address(text)
    with translation.override("zh-hans" if has_chinese(text) else "en"):
        return _("Formerly: %(memory)s") % {"memory": text}
