"""Writes what a turn taught: one short transaction under the person's lock, decided on the rows as they are then."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings
from django.db.models import Max, Q
from django.utils import timezone

from memories import fingerprints, notices, records
from memories.capture import concerned, confidence, conflict, entities, keys, safety, seen, wishes
from memories.capture.types import Candidate, Declined, Turn
from memories.kinds import Actor, EventVerb, MemoryFlag, MemoryStatus, SourceKind
from memories.models import CaptureRun, Entity, Memory, MemorySettings, MemorySource

if TYPE_CHECKING:
    from memoryhub.models import User

#: One entry of a run's outcome: offsets into the message, and a key. Never a text.
Outcome = dict[str, int | str]

#: Characters before a candidate's words that can be an order which they obey.
_BEFORE = 60
_CLOSED = {conflict.Kind.UPDATE, conflict.Kind.END, conflict.Kind.CORRECT}


class ClaimLost(Exception):
    """Another worker holds the run by now; nothing was written."""


@dataclass(slots=True)
class Committed:
    """What became of a turn: outcome by span, and the rows, in the order of the candidates."""

    outcome: list[Outcome] = field(default_factory=list)
    created: list[Memory] = field(default_factory=list)
    repeated: list[Memory] = field(default_factory=list)
    known: list[Memory] = field(default_factory=list)  # rows that this very message has taught already
    closed: list[Memory] = field(default_factory=list)


def commit(
    *,
    user: "User",
    turn: Turn,
    candidates: Sequence[Candidate],
    declined: Sequence[Declined] = (),
    run: CaptureRun | None = None,
    finish: bool = True,
    wait_for_model: bool = False,
) -> Committed:
    """Everything the candidates teach is stored, once a message however often it is called.

    With ``run`` the claim is checked in the same transaction (ClaimLost when it is gone) and, with ``finish``, the run
    is done with it.
    """
    limited = [conflict.normal(candidate) for candidate in candidates[: settings.MEMORY_CAPTURE_LIMIT]]

    def work(vectors: records.Vectors) -> Committed:
        return _Writer(user, turn, vectors).write(limited, declined, run=run, finish=finish)

    return records.changing(
        user_id=user.pk,
        contents=[candidate.content for candidate in limited],
        work=work,
        wait_for_model=wait_for_model,
    )


class _Writer:
    """One transaction's work for one turn."""

    def __init__(self, user: "User", turn: Turn, vectors: records.Vectors) -> None:
        self.user, self.turn, self.vectors = user, turn, vectors
        self.done = Committed()

    def write(
        self,
        candidates: Sequence[Candidate],
        declined: Sequence[Declined],
        *,
        run: CaptureRun | None,
        finish: bool,
    ) -> Committed:
        self.settings = MemorySettings.objects.filter(user=self.user).first() or MemorySettings(
            user=self.user
        )
        for candidate in candidates:
            self._note(candidate, self._take(candidate))
        for span in declined:
            self.done.outcome.append(
                {"start": span.start, "end": span.end, "outcome": f"declined:{span.reason}"}
            )
        notices.noticed_on_commit(
            user_id=self.user.pk, message_id=self.turn.message_id, memories=self.done.created
        )
        if run is not None:
            self._keep_claim(run, finish=finish)
        return self.done

    def _note(self, candidate: Candidate, became: str) -> None:
        self.done.outcome.append({"start": candidate.start, "end": candidate.end, "outcome": became})

    def _keep_claim(self, run: CaptureRun, *, finish: bool) -> None:
        mine = CaptureRun.objects.filter(pk=run.pk, claim=run.claim, status="running")
        if finish:
            changed = mine.update(
                status="done",
                outcome=self.done.outcome,
                error="",
                claim=None,
                leased_until=None,
                retry_at=None,
                finished_at=timezone.now(),
            )
        else:
            changed = mine.update(outcome=self.done.outcome)
        if changed != 1:
            raise ClaimLost

    # ------------------------------------------------------------------------------------------ one candidate

    def _take(self, candidate: Candidate) -> str:
        """Stores one candidate; returns what became of it, as a key."""
        if unwanted := wishes.refusal(candidate, wishes=self.settings):
            return f"declined:{unwanted}"
        found = concerned.find(user=self.user, turn=self.turn, candidate=candidate)
        if found is None:
            return "declined:no_target"
        candidate = found.candidate
        key = keys.candidate_key(candidate)
        if said := self._taught_before(candidate, key):
            self.done.known.append(said)
            return "repeated"
        marks = fingerprints.of(
            self.user,
            subject_key=entities.likely(self.user, candidate.subject).key,
            slot=candidate.slot,
            value_key=key,
            positive=candidate.positive,
            content=candidate.content,
        )
        if fingerprints.is_buried(
            self.user,
            marks=marks,
            said_at=self.turn.said_at,
            message_id=self.turn.message_id,
            start=candidate.start,
            end=candidate.end,
        ):
            return "declined:forgotten"

        entity = entities.entity_for(self.user, candidate.subject)
        before = self.turn.text[max(0, candidate.start - _BEFORE) : candidate.start]
        held = safety.assess(candidate, consents=self.settings.consents, before=before)
        sure = confidence.confidence(candidate)
        firm = not held.waits and sure >= settings.MEMORY_ACTIVE_CONFIDENCE
        over = {row.pk for row in found.over if row.content != candidate.content}  # told anew in other words
        decision = conflict.decide(
            candidate,
            key=key,
            existing=[one for one in self._existing(candidate, entity, key) if one.id not in over],
            said_at=self.turn.said_at,
            firm=firm,
        )
        if decision.kind is conflict.Kind.DECLINED:
            return "declined:rejected_before"
        if decision.kind is conflict.Kind.REPEAT:
            return self._repeat(decision.targets[0], candidate, sure=sure, held=held)
        if decision.kind is conflict.Kind.OLDER:
            self._create(candidate, entity, key, held=held, sure=sure, status=MemoryStatus.SUPERSEDED)
            return "superseded"
        closed = list(Memory.objects.filter(pk__in=decision.targets)) if decision.kind in _CLOSED else []
        corrects = decision.kind is conflict.Kind.CORRECT or bool(found.wrong)
        if firm:
            closed += [row for row in (*found.wrong, *found.over) if row not in closed]
        for row in closed:
            self._close(row, wrong=corrects and row not in found.over)
        status = MemoryStatus.ACTIVE if firm else MemoryStatus.PENDING
        self._create(candidate, entity, key, held=held, sure=sure, status=status, supersedes=closed)
        for row, left in found.left if firm else ():
            self._keep(row, left)
        if closed:
            return "corrected" if corrects else "updated"
        return "created" if status == MemoryStatus.ACTIVE else "pending"

    def _existing(self, candidate: Candidate, entity: Entity, key: str) -> list[conflict.Existing]:
        rows = Memory.objects.of(self.user).filter(
            subject=entity, status__in=(MemoryStatus.ACTIVE, MemoryStatus.PENDING, MemoryStatus.REJECTED)
        )
        rows = rows.filter(slot__in=conflict.related_slots(candidate.slot)) | rows.filter(value_key=key)
        if not candidate.slot:
            rows = rows.filter(value_key=key)
        near = set(
            MemorySource.objects.filter(
                memory__user=self.user, message__conversation_id=self.turn.conversation_id
            ).values_list("memory_id", flat=True)
        )
        return [
            seen.existing(row, said_at=row.last_said_at or row.valid_from, near=row.pk in near)
            for row in rows.distinct().annotate(last_said_at=Max("sources__said_at"))
        ]

    def _taught_before(self, candidate: Candidate, key: str) -> Memory | None:
        """The row that these words of this message taught in an earlier run, or as the turn acted on them.

        One that the person has edited since is such a row, whatever it says by now; so is one of somebody whose name
        was corrected since.
        """
        of_these_words = Memory.objects.of(self.user).filter(
            sources__message_id=self.turn.message_id,
            sources__start__lt=candidate.end,
            sources__end__gt=candidate.start,
        )
        subject = candidate.subject
        same_statement = Q(
            subject__kind=subject.kind, subject__relation=subject.relation, slot=candidate.slot, value_key=key
        )
        taught = of_these_words.filter(same_statement | Q(versions__isnull=False))
        now = [
            row.pk for row in (*self.done.created, *self.done.repeated)
        ]  # one sentence may tell of two sisters
        return taught.exclude(status=MemoryStatus.FORGOTTEN).exclude(pk__in=now).first()

    # ------------------------------------------------------------------------------------------ rows

    def _create(
        self,
        candidate: Candidate,
        entity: Entity,
        key: str,
        *,
        held: safety.Assessment,
        sure: float,
        status: MemoryStatus,
        supersedes: Sequence[Memory] = (),
    ) -> Memory:
        now, said_at = timezone.now(), self.turn.said_at
        when = candidate.occurred or candidate.planned
        memory = Memory.objects.create(
            user=self.user,
            content=candidate.content[: settings.MEMORY_CONTENT_LIMIT],
            language=candidate.language,
            subject=entity,
            slot=candidate.slot,
            value=candidate.value,
            value_key=key,
            positive=candidate.positive,
            single_valued=conflict.holds_one_value(candidate),
            type=candidate.type,
            confidence=sure,
            importance=confidence.importance(candidate),
            sensitivity=held.sensitivity,
            category=held.category,
            flag=held.flag,
            protection=held.protection,
            status=status,
            occurred_on=when.on if when else None,
            occurred_precision=when.precision if when else "",
            occurred_time=when.at if when else None,
            planned_for=candidate.planned.on if candidate.planned else None,
            valid_from=said_at,
            valid_until=now if status == MemoryStatus.SUPERSEDED else None,
            supersedes=supersedes[0] if supersedes else None,
            created_at=now,
            updated_at=now,
        )
        self._add_source(memory, candidate)
        self.vectors.write(memory)
        records.log(
            memory, EventVerb.CREATED, actor=Actor.AGENT, message_id=self.turn.message_id, detail=status
        )
        if status != MemoryStatus.SUPERSEDED:
            self.done.created.append(memory)
        return memory

    def _keep(self, row: Memory, left: Candidate) -> None:
        """What of a closed row holds still is a memory by itself, told where the row was told."""
        entity, key = entities.entity_for(self.user, left.subject), keys.candidate_key(left)
        known = Memory.objects.of(self.user).active().filter(subject=entity, slot=left.slot, value_key=key)
        if known.exists():
            return
        held = safety.assess(left, consents=self.settings.consents, before="")
        kept = self._create(left, entity, key, held=held, sure=row.confidence, status=MemoryStatus.ACTIVE)
        for source in row.sources.all():
            if source.message_id is None:
                continue  # by hand, or from an import
            MemorySource.objects.get_or_create(
                memory=kept,
                message_id=source.message_id,
                start=source.start,
                end=source.end,
                defaults={"kind": source.kind, "role": source.role, "said_at": source.said_at},
            )

    def _add_source(self, memory: Memory, candidate: Candidate) -> None:
        MemorySource.objects.get_or_create(
            memory=memory,
            message_id=self.turn.message_id,
            start=candidate.start,
            end=candidate.end,
            defaults={"kind": SourceKind.MESSAGE, "role": "user", "said_at": self.turn.said_at},
        )

    def _close(self, row: Memory, *, wrong: bool) -> None:
        """The row holds no more, from these words on; what was wrong is marked so."""
        row.status = MemoryStatus.SUPERSEDED
        row.valid_until = max(self.turn.said_at, row.valid_from)
        row.updated_at = timezone.now()
        if wrong:
            row.flag = MemoryFlag.DISPUTED
        row.save(update_fields=["status", "valid_until", "flag", "updated_at"])
        self.vectors.write(row)
        records.log(row, EventVerb.SUPERSEDED, actor=Actor.AGENT, message_id=self.turn.message_id)
        self.done.closed.append(row)

    def _repeat(self, memory_id: UUID, candidate: Candidate, *, sure: float, held: safety.Assessment) -> str:
        """The row was told again: it is surer, and a doubtful one that is now sure enough becomes active."""
        row = Memory.objects.select_related("subject").get(pk=memory_id)
        if row.sources.filter(message_id=self.turn.message_id).exists():
            self.done.known.append(row)
            return "repeated"
        row.confidence = confidence.repeated(row.confidence, told=sure)
        row.mention_count += 1  # under the person's lock: no other count can come between
        row.updated_at = timezone.now()
        fields = ["confidence", "mention_count", "updated_at"]
        if row.occurred_on is None and candidate.occurred is not None:
            row.occurred_on, row.occurred_precision = candidate.occurred.on, candidate.occurred.precision
            row.occurred_time = candidate.occurred.at
            fields += ["occurred_on", "occurred_precision", "occurred_time"]
        became = "repeated"
        if (
            row.status == MemoryStatus.PENDING
            and not row.flag
            and not held.waits
            and row.confidence >= settings.MEMORY_ACTIVE_CONFIDENCE
        ):
            for other in self._in_its_place(row):
                self._close(other, wrong=False)
            row.status, row.protection = MemoryStatus.ACTIVE, held.protection
            fields += ["status", "protection"]
            became = "created"
        row.save(update_fields=fields)
        self._add_source(row, candidate)
        if became == "created":
            self.vectors.write(row)
            self.done.created.append(row)
        else:
            self.done.repeated.append(row)
        records.log(row, EventVerb.REPEATED, actor=Actor.AGENT, message_id=self.turn.message_id)
        return became

    def _in_its_place(self, row: Memory) -> list[Memory]:
        """The active rows that a pending one of the same single-valued slot takes the place of."""
        if not row.single_valued:
            return []
        return list(
            Memory.objects.of(self.user)
            .active()
            .filter(subject=row.subject, slot=row.slot, single_valued=True)
            .exclude(pk=row.pk)
        )
