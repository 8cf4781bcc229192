"""Recall traces grow old: after MEMORY_TRACE_DAYS a reply keeps its receipt, and what else was looked at is deleted."""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memories.models import RecallTrace

_BATCH = 500
#: What of the channels says what went in.
_RECEIPT = ("passages", "episodes")


def thin(*, now: datetime | None = None, dry_run: bool = False) -> int:
    """Traces older than MEMORY_TRACE_DAYS hold the receipt alone, those without a reply are gone; returns how many."""
    now = now or timezone.now()
    old = RecallTrace.objects.filter(
        created_at__lt=now - timedelta(days=settings.MEMORY_TRACE_DAYS), thinned_at=None
    )
    if dry_run:
        return old.count()
    done = 0
    while ids := list(old.order_by("created_at").values_list("pk", flat=True)[:_BATCH]):
        done += _thin(old.filter(pk__in=ids), ids, now=now)
    return done


def _thin(old: QuerySet[RecallTrace], ids: list[UUID], *, now: datetime) -> int:
    with transaction.atomic():
        # Locked in order: a verdict given meanwhile waits, and is not lost.
        rows = list(old.select_for_update(of=("self",)).order_by("pk"))
        without = [row.pk for row in rows if row.reply_id is None]
        RecallTrace.objects.filter(pk__in=without).delete()
        kept = [row for row in rows if row.reply_id is not None]
        for row in kept:
            row.channels = {name: row.channels[name] for name in _RECEIPT if name in row.channels}
            row.choices = [choice for choice in row.choices if choice.get("in")]
            row.thinned_at = now
        RecallTrace.objects.bulk_update(kept, ["channels", "choices", "thinned_at"])
    return len(rows)
