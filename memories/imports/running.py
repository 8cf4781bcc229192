"""An import from its preview to its end: a worker takes it in, a batch and its place in one transaction.

Killed at any point it goes on behind the last batch; the texts are kept no longer than it takes.
"""

import logging
import uuid
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from memories import fingerprints, handwritten, records, switches
from memories.capture import wishes
from memories.capture.entities import entity_for
from memories.imports import reading, taking_in
from memories.kinds import MemoryStatus
from memories.models import Import, Memory

if TYPE_CHECKING:
    from memoryhub.models import User

logger = logging.getLogger(__name__)

BATCH = 25
#: Statements that a preview judges.
LOOKED_AT = 200
#: A killed worker's import is taken over after this.
LEASE = timedelta(seconds=90)
#: A preview that is not begun is kept so long.
KEPT = timedelta(days=1)


_COUNTS = ("imported", "waiting", "known", "skipped")


class ImportNotFound(Exception):
    """There is no such import of the person's."""


@dataclass(frozen=True, slots=True)
class Line:
    """A statement as the preview shows it. ``state``: "new", "waits" (for the inbox), "known", or why it stays out."""

    place: int
    line: int
    content: str
    said_on: str
    state: str

    @property
    def taken(self) -> bool:
        """Whether it is taken unless the person leaves it out."""
        return self.state in ("new", "waits")


def preview(*, user: "User", text: str, label: str = "") -> Import:
    """The list is read and kept for a day, nothing of it is remembered yet. Raises reading.Unreadable."""
    found = reading.read(text, name=user.name or "", limit=settings.MEMORY_CONTENT_LIMIT)
    rows = [row.as_json() for row in found.rows]
    with transaction.atomic():
        Import.objects.filter(user=user, state=Import.State.PREVIEW).delete()
        return Import.objects.create(
            user=user, format=found.format, label=label[:40], rows=rows, total=len(rows)
        )


def import_get(*, user: "User", import_id: UUID) -> Import:
    """The person's import. Raises ImportNotFound."""
    found = Import.objects.filter(user=user, pk=import_id).first()
    if found is None:
        raise ImportNotFound
    return found


def lines(*, user: "User", run: Import) -> list[Line]:
    """What would become of each statement if it were taken in now. Nothing is written.

    Those behind the first LOOKED_AT count as new: a page is waited for, and they are judged when they are taken in.
    """
    found = []
    with transaction.atomic():
        own = switches.settings_get(user=user)
        own.learn = True
        seen: set[str] = set()
        for place, row in enumerate(run.rows):
            if place < LOOKED_AT:
                state = row["reason"] or _state(user, row, own, seen)
            else:
                state = row["reason"] or "new"
            found.append(Line(place, row["line"], row["content"], row.get("said_on", ""), state))
        transaction.set_rollback(True)  # the look creates the people that the statements are about
    return found


def _state(user: "User", row: dict[str, Any], own: Any, seen: set[str]) -> str:
    content = row["content"].strip()
    if content in seen:
        return "known"
    seen.add(content)
    if "whole" in row:
        whole = row["whole"]
        if taking_in.is_known_whole(user, whole, content):
            return "known"
        return "new"
    described = handwritten.describe(content, said_at=timezone.now().astimezone(user.tzinfo))
    if handwritten.same_statement(user, described, content) is not None:
        return "known"
    candidate = replace(described.candidate, content=content, quote=content)
    if reason := wishes.refusal(candidate, wishes=own):
        return reason
    memory = Memory(user=user, content=content, subject=entity_for(user, described.subject))
    handwritten.write_fields(memory, described)
    taking_in.hold(memory, described, row, own)
    if fingerprints.is_buried_import(user, marks=fingerprints.of_memory(user, memory)):
        return "forgotten"
    return "waits" if memory.status == MemoryStatus.PENDING else "new"


# ------------------------------------------------------------------------------------------------ taking in


def begin(*, user: "User", import_id: UUID, places: Collection[int] | None = None) -> Import:
    """The import is under way with the statements at these places, or all; begun twice it is begun once.

    Raises ImportNotFound.
    """
    with transaction.atomic():
        run = Import.objects.select_for_update().filter(user=user, pk=import_id).first()
        if run is None:
            raise ImportNotFound
        if run.state != Import.State.PREVIEW:
            return run
        if places is not None:
            run.rows = [row for place, row in enumerate(run.rows) if place in places or row["reason"]]
        run.state, run.position, run.total = Import.State.RUNNING, 0, len(run.rows)
        run.save(update_fields=["rows", "state", "position", "total"])
    return run


def take(*, import_id: UUID, now: datetime | None = None) -> bool:
    """The import goes on to its end; returns whether it was this call that brought it there."""
    run = _claim(import_id, now=now or timezone.now())
    if run is None:
        return False
    while run.position < len(run.rows):
        if not _batch(run):
            return False
    return _finish(run)


def undone(*, now: datetime | None = None) -> list[UUID]:
    """Imports under way that nobody has in hand; previews that nobody began are dropped."""
    now = now or timezone.now()
    Import.objects.filter(state=Import.State.PREVIEW, created_at__lt=now - KEPT).delete()
    return list(_free(now).values_list("pk", flat=True)[:20])


def _free(now: datetime) -> Any:
    return Import.objects.filter(
        Q(leased_until=None) | Q(leased_until__lte=now), state=Import.State.RUNNING
    ).order_by("pk")


def _claim(import_id: UUID, *, now: datetime) -> Import | None:
    with transaction.atomic():
        run: Import | None = (
            _free(now).select_for_update(skip_locked=True).select_related("user").filter(pk=import_id).first()
        )
        if run is not None:
            run.claim, run.leased_until = uuid.uuid4(), now + LEASE
            run.save(update_fields=["claim", "leased_until"])
    return run


def _batch(run: Import) -> bool:
    """The next rows are in and the import stands behind them, in one transaction; False when it is another's by now."""
    part = run.rows[run.position : run.position + BATCH]
    numbered = [(row["line"], _row(row)) for row in part if not row["reason"]]

    def work(vectors: records.Vectors) -> bool:
        mine = Import.objects.select_for_update().filter(pk=run.pk, claim=run.claim).first()
        if mine is None:
            return False
        result = taking_in.ImportResult()
        for row in part:
            if row["reason"]:
                result.skip(row["line"], row["reason"])
        result.add(
            taking_in.take_in(user=run.user, rows=numbered, vectors=vectors, places={}, label=run.label)
        )
        mine.imported += result.imported
        mine.waiting += result.waiting
        mine.known += result.known
        mine.skipped += result.skipped
        mine.reasons |= {str(line): reason for line, reason in result.reasons.items()}
        mine.position += len(part)
        mine.leased_until = timezone.now() + LEASE
        mine.save(update_fields=[*_COUNTS, "reasons", "position", "leased_until"])
        run.position = mine.position
        return True

    return records.changing(user_id=run.user_id, contents=taking_in.texts_of(numbered), work=work)


def _row(row: dict[str, Any]) -> dict[str, Any]:
    if "whole" in row:
        return dict(row["whole"])
    return {"content": row["content"], "said_on": row.get("said_on", ""), "original": row.get("original", "")}


def _finish(run: Import) -> bool:
    """Rows of an export that name one another do so again; the texts are gone from the import."""
    with transaction.atomic():
        records.lock_person(run.user_id)
        wholes = [row["whole"] for row in run.rows if "whole" in row and not row["reason"]]
        taking_in.link(user=run.user, rows=wholes, places={})
        return bool(
            Import.objects.filter(pk=run.pk, claim=run.claim).update(
                state=Import.State.DONE,
                rows=[],
                claim=None,
                leased_until=None,
                finished_at=timezone.now(),
            )
        )


def tell_worker(import_id: UUID) -> None:
    """A worker is asked to go on; where the queue is away, the sweep does."""
    from memories.tasks import import_run

    try:
        import_run.delay(str(import_id))
    except Exception as error:  # whatever the broker's client raises
        logger.warning("no worker was told of an import: %s", type(error).__name__)
