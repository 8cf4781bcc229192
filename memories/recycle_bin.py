"""The recycle bin: what of it is erased when, and the receipts of what was forgotten and erased. Reads and words."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memories.kinds import Actor, ErasedPlace, ErasureAct, MemoryStatus
from memories.models import ErasureReceipt, Memory
from memoryhub.models import User

#: Receipts that the page and the API show, the latest first.
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Told:
    """A receipt in words; ``places`` are (what, how many)."""

    receipt: ErasureReceipt
    sentence: str
    places: list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Bin:
    """What the page shows beside the list. ``next_at`` is when the first of it is erased for good."""

    count: int
    next_at: datetime | None
    receipts: list[Told]


def shown(*, user: User) -> Bin:
    """The person's recycle bin."""
    rows = Memory.objects.of(user).filter(status=MemoryStatus.FORGOTTEN)
    first = rows.order_by("forgotten_at").values_list("forgotten_at", flat=True).first()
    return Bin(
        count=rows.count(),
        next_at=first and first + timedelta(days=settings.MEMORY_RECYCLE_DAYS),
        receipts=[told(receipt) for receipt in receipts(user=user)],
    )


def receipts(*, user: User) -> list[ErasureReceipt]:
    """The person's latest receipts."""
    return list(ErasureReceipt.objects.filter(user=user)[:SHOWN])


def told(receipt: ErasureReceipt) -> Told:
    """The receipt as a person reads it; memories are in its sentence, and not counted again."""
    places = [
        (str(place.label), receipt.places[place])
        for place in ErasedPlace
        if place != ErasedPlace.MEMORIES and receipt.places.get(place)
    ]
    return Told(receipt, sentence(receipt), places)


def sentence(receipt: ErasureReceipt) -> str:
    """What was done, to how many memories and by whom."""
    n = receipt.count
    if receipt.act == ErasureAct.PURGED:
        text = ngettext(
            "%(n)d memory was erased for good: its time in the recycle bin was over.",
            "%(n)d memories were erased for good: their time in the recycle bin was over.",
            n,
        )
    elif receipt.act == ErasureAct.ERASED:
        text = ngettext("You erased %(n)d memory for good.", "You erased %(n)d memories for good.", n)
    elif receipt.actor == Actor.STAFF:
        text = ngettext("Staff had %(n)d memory forgotten.", "Staff had %(n)d memories forgotten.", n)
    elif receipt.actor == Actor.PERSON:
        text = ngettext("You had %(n)d memory forgotten.", "You had %(n)d memories forgotten.", n)
    else:
        text = ngettext("%(n)d memory faded.", "%(n)d memories faded.", n)
    return text % {"n": n}


def erased_words(count: int) -> str:
    """What is said when a person has erased so many."""
    if not count:
        return _("That is not in the recycle bin any more. Nothing was erased.")
    return ngettext("Erased for good.", "%(n)d memories erased for good.", count) % {"n": count}
