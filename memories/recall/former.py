"""The channel of former values, for questions about the past and for no others.

What a memory replaced, and what is told as past from the start: "I moved from Antwerp to Ghent".
"""

# ruff: noqa: E501

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import translation
from django.utils.translation import gettext as _

from memories.kinds import EntityKind, MemoryFlag, MemoryStatus, MemoryType
from memories.models import Memory, MemorySource
from memories.not_here import left_out
from memories.recall.address import address
from memories.recall.intent import Intent, asks, slot_matches
from memories.recall.tokens import has_chinese, normalise
from memories.recall.types import Recalled, RecallRequest
from memoryhub import patterns as re

#: Former rows in one prompt at most, and how many of the person's are looked at, the latest first.
LIMIT, _READ = 3, 300

_PAST = re.compile(
    r"\b(?:use[d]? to|formerly|previous(?:ly)?|former|in the past|back then|originally|once upon a time)\b"
    r"|\b(?:did|was|were|had) (?:i|we|my|our)\b.{0,60}?\bbefore\b"
    r"|\bbefore (?:that|this|then|i|we|here)\b|\bbefore\W*$|\bearlier\b|\bmoved? (?:\w+ ){0,2}from\b"
    r"|(?<![天周日月点号年期初底末半\d一二三四五六七八九十])(?:以前|之前)|从前|过去|原来|原先|曾经|当初|早先"
    r"|从(?:哪|什么地方).{0,6}搬"
)
#: Questions about the past that name their slot by a verb of their own.
_ASKED = ((re.compile(r"\bmoved? (?:\w+ ){0,2}from\b|从(?:哪|什么地方).{0,6}搬"), ("residence",)),)
#: By slot: how a statement tells that something of the kind is over.
_TOLD = {
    "residence": re.compile(
        r"\b(?:moved|relocated|emigrated) (?:\w+ ){0,3}?(?:from|out of|away)\b|\bleft (?!for\b|home\b|the |a |my |your )\w+"
        r"|\b(?:lived|resided) (?:\w+ )?(?:in|at|near|on)\b|\bused to (?:live|reside)\b|\bmoved to .+ from\b"
        r"|从.{1,12}?(?:搬|离开|迁)|离开.{1,12}?(?:搬|来到|去了)|住过|搬离|搬走|(?:以前|之前|原来|曾经?|从前).{0,6}住"
    ),
    "employer": re.compile(
        r"\b(?:left|quit|resigned from|retired from|was (?:fired|laid off)|got laid off|changed (?:jobs|careers))\b"
        r"|\b(?:worked|was employed) (?:\w+ )?(?:at|for|as|in)\b|\bused to (?:work|be an?)\b"
        r"|从.{1,16}?(?:离职|辞职|跳槽|退休|离开)|辞(?:了|掉|去)|(?:以前|之前|原来|曾经?|从前).{0,8}(?:工作|上班|任职|做过?|当过?|是)|(?:工作|干|做|当)过"
    ),
}
#: What the database looks through before the patterns are asked.
_HINT = (
    r"moved|relocated|emigrated|left|lived|resided|used to|quit|resigned|retired|laid off|fired|worked|was employed|changed"
    r"|[搬迁住辞过]|离开|离职|跳槽|退休|以前|之前|原来|曾|从前"
)


def asks_for_past(text: str) -> bool:
    """Whether a message asks how something was."""
    return _PAST.search(normalise(text)) is not None


def search(
    *, request: RecallRequest, intent: Intent, found: Sequence[Memory], chosen: Sequence[Recalled]
) -> list[Memory]:
    """What those ``found`` that were ``chosen`` took the place of; nothing unless the question asks for the past.

    Also what stood in the slot that it asks for, where nothing has taken its place, and what tells that something of
    the kind is over. What was wrong is not brought.
    """
    if not asks_for_past(request.query):
        return []
    slots = _asked_of(request.query, intent)
    last_said = MemorySource.objects.filter(memory=OuterRef("pk")).order_by("-said_at").values("said_at")[:1]
    rows = (
        Memory.objects.of(request.user)
        .filter(status=MemoryStatus.SUPERSEDED, flag=MemoryFlag.NONE)
        .exclude(type=MemoryType.INSTRUCTION)
        .select_related("subject")
        .annotate(last_said_at=Coalesce(Subquery(last_said), "created_at"))
        .order_by("-valid_until", "-created_at", "pk")[:_READ]
    )
    hidden = left_out(request.conversation_id)
    answering = {row.memory_id for row in chosen}
    current = [memory for memory in found if memory.pk in answering]
    replaced = {memory.supersedes_id for memory in current}
    places = {(memory.subject_id, memory.slot) for memory in current if memory.slot}
    former: list[Memory] = [
        row
        for row in rows
        if row.pk not in hidden
        and (
            row.pk in replaced
            or (row.subject_id, row.slot) in places
            or (not intent.relations and slot_matches(slots, row.slot))
        )
    ]
    if not intent.relations and len(former) < LIMIT:
        former += _told_as_past(request, slots, known=answering | hidden)
    return former[:LIMIT]


def _asked_of(query: str, intent: Intent) -> frozenset[str]:
    """The slots that the question asks for, also where a word for the past stands in its middle."""
    plain = normalise(query).replace("’", "'")
    named = {slot for pattern, slots in _ASKED if pattern.search(plain) for slot in slots}
    return intent.slots | asks(_PAST.sub("", plain)) | named


def _told_as_past(request: RecallRequest, slots: frozenset[str], *, known: Collection[UUID]) -> list[Memory]:
    """The person's current rows that tell of a former state of the kind that is asked for, the latest first."""
    patterns = [pattern for slot, pattern in _TOLD.items() if slot_matches(slots, slot)]
    if not patterns:
        return []
    last_said = MemorySource.objects.filter(memory=OuterRef("pk")).order_by("-said_at").values("said_at")[:1]
    rows = (
        Memory.objects.of(request.user)
        .active()
        .filter(
            Q(expires_at=None) | Q(expires_at__gt=request.as_of),
            flag=MemoryFlag.NONE,
            subject__kind=EntityKind.SELF,
            content__iregex=_HINT,
        )
        .exclude(type=MemoryType.INSTRUCTION)
        .exclude(pk__in=known)
        .select_related("subject")
        .annotate(last_said_at=Coalesce(Subquery(last_said), "created_at"))
        .order_by("-valid_from", "-created_at", "pk")[:_READ]
    )
    return [row for row in rows if any(pattern.search(row.content) for pattern in patterns)]


def worded(text: str, *, status: str) -> str:
    """A former statement as what it is, addressed to the person in its own language; a current one tells it itself."""
    text = address(text)
    if status == MemoryStatus.ACTIVE:
        return text
    with translation.override("zh-hans" if has_chinese(text) else "en"):
        return _("Formerly: %(memory)s") % {"memory": text}
