"""What a conversation keeps beside its words: running summary, session state and pins. PostgreSQL has the truth.

State and pins are read from the person's messages by rules, each message once and in order.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from chat import constraints, protocol, told
from chat.compression import Line
from chat.models import Conversation, Pin, Summary, SummaryLine
from chat.state.update import State, edited, updated
from memories.capture import masking
from memories.models import MemorySettings, Tombstone

if TYPE_CHECKING:
    from chat.session import Said
    from memoryhub.models import User

PIN_LIMIT = 40
PIN_CHARACTERS = 500


@dataclass(frozen=True, slots=True)
class Pinned:
    """A constraint, word for word."""

    id: int
    text: str
    message_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """All of it at one moment. ``version`` and ``through`` tell whether a copy is current.

    ``summary_to`` is the sequence up to which messages are in the summary, ``through`` the last one that state and pins
    were read from.
    """

    version: int = 0
    through: int = 0
    state: State = field(default_factory=State)
    pins: tuple[Pinned, ...] = ()
    summary: tuple[Line, ...] = ()
    summary_to: int = 0

    def as_row(self) -> Mapping[Any, str]:
        """For a Redis hash."""
        pins = [[pin.id, pin.text, str(pin.message_id) if pin.message_id else None] for pin in self.pins]
        lines = [[line.text, [str(each) for each in line.message_ids], line.kind] for line in self.summary]
        return {
            "version": str(self.version),
            "through": str(self.through),
            "state": json.dumps(self.state.as_json(), ensure_ascii=False),
            "pins": json.dumps(pins, ensure_ascii=False),
            "summary": json.dumps(lines, ensure_ascii=False),
            "summary_to": str(self.summary_to),
        }

    @classmethod
    def from_row(cls, row: dict[str, str]) -> "Kept":
        """From a Redis hash; raises KeyError, ValueError or TypeError for another version's."""
        return cls(
            version=int(row["version"]),
            through=int(row["through"]),
            state=State.from_json(json.loads(row["state"])),
            pins=tuple(
                Pinned(pin, text, UUID(message) if message else None)
                for pin, text, message in json.loads(row["pins"])
            ),
            summary=tuple(
                Line(text, tuple(UUID(each) for each in ids), kind)
                for text, ids, kind in json.loads(row["summary"])
            ),
            summary_to=int(row["summary_to"]),
        )


# ------------------------------------------------------------------------------------------------ reading


def load(*, conversation_id: UUID) -> Kept:
    """As PostgreSQL has it."""
    row = (
        Conversation.objects.filter(pk=conversation_id)
        .only("session_version", "state_through", "state")
        .first()
    )
    if row is None:
        return Kept()
    summary = latest_summary(conversation_id)
    return Kept(
        version=row.session_version,
        through=row.state_through,
        state=State.from_json(row.state),
        pins=pins_of(conversation_id),
        summary=lines_of(summary) if summary else (),
        summary_to=summary.to_sequence if summary else 0,
    )


def latest_summary(conversation_id: UUID, *, before: int | None = None) -> Summary | None:
    """The running summary of a conversation; ``before`` a sequence as it was then."""
    rows = Summary.objects.filter(conversation_id=conversation_id)
    if before is not None:
        rows = rows.filter(to_sequence__lt=before)
    return rows.order_by("-to_sequence").first()


def lines_of(summary: Summary) -> tuple[Line, ...]:
    """The lines of a summary with the messages that each tells of, in order."""
    found: dict[int, tuple[SummaryLine, list[UUID]]] = {}
    lines = SummaryLine.objects.filter(summary=summary).order_by("position")
    for line in lines:
        found[line.pk] = (line, [])
    links = SummaryLine.messages.through.objects.filter(summaryline__summary=summary).order_by("pk")
    for line_id, message_id in links.values_list("summaryline_id", "message_id"):
        found[line_id][1].append(message_id)
    return tuple(Line(line.text, tuple(ids), line.kind) for line, ids in found.values())


def pins_of(conversation_id: UUID) -> tuple[Pinned, ...]:
    """The constraints of a conversation, oldest first."""
    rows = Pin.objects.filter(conversation_id=conversation_id).order_by("pk")
    return tuple(Pinned(*row) for row in rows.values_list("pk", "text", "message_id"))


def unpinned(lines: Iterable[Line], pins: Iterable[Pinned]) -> list[Line]:
    """The lines without conditions that are pinned: those stand beside the summary, and end with the pin."""
    texts = [_bare(pin.text) for pin in pins]
    return [
        line
        for line in lines
        if line.kind != SummaryLine.Kind.CONSTRAINT
        or not any(_bare(line.text) in text or text in _bare(line.text) for text in texts)
    ]


def _bare(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


# ------------------------------------------------------------------------------------------------ from messages


def caught_up(kept: Kept, said: "Sequence[Said]", *, through: int) -> tuple[Kept, list[Pin]]:
    """State and new pins after the person's messages up to ``through`` that were not read yet; nothing is written."""
    state, pins, answer = kept.state, [], ""
    for each in sorted(said, key=lambda one: one.sequence):
        if each.role == "assistant":
            answer = each.text
        if each.role != "user" or not kept.through < each.sequence <= through:
            continue
        if each.said_at is not None:
            state = updated(
                state,
                text=each.text,
                said_at=each.said_at,
                message_id=each.message_id,
                sequence=each.sequence,
                previous_assistant=answer,
            )
        pins += [
            Pin(message_id=each.message_id, text=one.text[:PIN_CHARACTERS], start=one.start, end=one.end)
            for one in constraints.found(each.text)
        ]
    seen = {_words(pin.text) for pin in kept.pins}
    new = [pin for pin in pins if _words(pin.text) not in seen and not seen.add(_words(pin.text))]  # type: ignore[func-returns-value]
    shown = tuple(Pinned(0, pin.text, pin.message_id) for pin in new)
    return replace(kept, state=state, pins=kept.pins + shown, through=max(through, kept.through)), new


def _words(text: str) -> str:
    """What tells conditions apart: not the mark at the end."""
    return " ".join(text.lower().split()).strip(' .!。！;；,，…"“”')


def still_told(kept: Kept, said: "Sequence[Said]", *, conversation_id: UUID, through: int) -> "list[Said]":
    """The messages, those that state and pins are still to be read from without words that were forgotten since.

    Spaces stand in their place: what else is in the message stays where it was.
    """
    unread = [each.message_id for each in said if kept.through < each.sequence <= through]
    gone = stones(conversation_id, unread)
    return [
        replace(each, text=_spaced(each.text, gone[each.message_id])) if each.message_id in gone else each
        for each in said
    ]


def stones(conversation_id: UUID, message_ids: Iterable[UUID]) -> dict[UUID, set[tuple[int, int | None]]]:
    """Where forgotten words stood in messages of a conversation, by message; an end of None is that of the text."""
    owner = Conversation.objects.filter(pk=conversation_id).values("user_id")
    found: dict[UUID, set[tuple[int, int | None]]] = {}
    rows = Tombstone.objects.filter(user_id__in=owner, message_id__in=list(message_ids))
    for message_id, start, end in rows.values_list("message_id", "start", "end"):
        if message_id is not None:
            stretch = (0, None) if start is None else (start, end)
            found.setdefault(message_id, set()).add(stretch)
    return found


def _spaced(text: str, stretches: Iterable[tuple[int, int | None]]) -> str:
    for start, end in stretches:
        there = text[start:end]
        text = text[:start] + " " * len(there) + text[start + len(there) :]
    return text


def catch_up(kept: Kept, said: "Sequence[Said]", *, conversation_id: UUID, through: int) -> Kept:
    """The same, stored; two tabs at once store it once. Of forgotten words nothing is read."""
    if kept.through >= through:
        return kept
    said = still_told(kept, said, conversation_id=conversation_id, through=through)
    after, pins = caught_up(kept, said, through=through)
    with transaction.atomic():
        own = Conversation.objects.filter(
            pk=conversation_id, state_through=kept.through, session_version=kept.version
        )
        if own.update(state=after.state.as_json(), state_through=through) != 1:
            return load(conversation_id=conversation_id)
        for pin in pins:
            pin.conversation_id = conversation_id
        Pin.objects.bulk_create(pins, ignore_conflicts=True)
        if pins or after.state != kept.state:
            tell_on_commit(conversation_id)
    return replace(after, pins=pins_of(conversation_id)) if pins else after


def may_write(conversation_id: UUID) -> bool:
    """Whether something may be derived from what is said and stored: not while the person has learning switched off."""
    return not MemorySettings.objects.filter(user__conversations=conversation_id, learn=False).exists()


def pass_over(*, conversation_id: UUID, through: int) -> None:
    """Messages up to ``through`` count as read: nothing of them is derived and stored, not later either."""
    Conversation.objects.filter(pk=conversation_id, state_through__lt=through).update(state_through=through)


# ------------------------------------------------------------------------------------------------ by the person


def pin_add(*, user: "User", conversation_id: UUID | str, text: str) -> Pin:
    """A constraint in the person's own words; one that is there already stays as it is."""
    text = " ".join(text.replace("\x00", "").split())
    if not text:
        raise ValidationError(_("Write what is to hold in this chat."), code="empty")
    if len(text) > PIN_CHARACTERS:
        raise ValidationError(_("That is too long to be kept word for word."), code="too_long")
    _without_secret(text)
    with transaction.atomic():
        row = _own(user, conversation_id)
        known = {_words(pin.text): pin for pin in row.pins.all()}
        if pin := known.get(_words(text)):
            return pin
        if len(known) >= PIN_LIMIT:
            raise ValidationError(
                _("This chat holds many conditions already: remove one first."), code="too_many"
            )
        changed(row.pk)
        return Pin.objects.create(conversation=row, text=text)


def _without_secret(text: str) -> None:
    if masking.secrets(text):
        said = _(
            "This holds a password, a key or another secret. Secrets are never kept, so nothing was saved."
        )
        raise ValidationError(said, code="secret")


def pin_remove(*, user: "User", conversation_id: UUID | str, pin_id: int) -> bool:
    """The constraint holds no more; False when it was not there."""
    with transaction.atomic():
        row = _own(user, conversation_id)
        pin = Pin.objects.filter(conversation=row, pk=pin_id).first()
        if pin is None:
            return False
        pin.delete()
        shown = Pinned(0, pin.text)
        conditions = SummaryLine.objects.filter(summary__conversation=row, kind=SummaryLine.Kind.CONSTRAINT)
        told = [line.pk for line in conditions if not unpinned([Line(line.text, (), line.kind)], [shown])]
        SummaryLine.objects.filter(pk__in=told).delete()
        changed(row.pk)
    return True


def state_edit(*, user: "User", conversation_id: UUID | str, key: str, values: Sequence[str]) -> State:
    """The person's own values of one key; none takes the key out. What is said later replaces them."""
    clean = [" ".join(value.replace("\x00", "").split())[:200] for value in values]
    _without_secret("\n".join(clean))
    with transaction.atomic():
        row = _own(user, conversation_id)
        before = State.from_json(row.state)
        after = edited(
            before, key=key, values=[value for value in clean if value], sequence=row.next_sequence - 1
        )
        if after != before:
            Conversation.objects.filter(pk=row.pk).update(state=after.as_json())
            changed(row.pk)
    return after


def compressor_choose(*, user: "User", conversation_id: UUID | str, name: str) -> None:
    """Older turns of this conversation are compressed so from now on; an empty name is the installation's choice."""
    from chat.compression import COMPRESSORS

    if name and name not in COMPRESSORS:
        raise ValidationError(_("There is no such way to shorten a chat."), code="invalid")
    with transaction.atomic():
        row = _own(user, conversation_id)
        if row.compressor != name:
            Conversation.objects.filter(pk=row.pk).update(compressor=name)
            changed(row.pk)


def _own(user: "User", conversation_id: UUID | str) -> Conversation:
    """The person's conversation, locked to the end of the transaction; raises ConversationNotFound."""
    from chat.services import conversation_get_for_user

    own = conversation_get_for_user(user=user, conversation_id=conversation_id)
    return Conversation.objects.select_for_update().get(pk=own.pk)


def changed(conversation_id: UUID) -> None:
    """Every quick copy is stale with the caller's commit, and open pages are told."""
    Conversation.objects.filter(pk=conversation_id).update(session_version=F("session_version") + 1)
    tell_on_commit(conversation_id)


def tell_on_commit(conversation_id: UUID) -> None:
    """Open pages of the conversation read anew what is kept, once the caller's transaction has committed."""
    told.on_commit(conversation_id, protocol.kept_changed())


def as_json(kept: Kept) -> dict[str, Any]:
    """What the API shows of it."""
    return {
        "state": kept.state.shown(),
        "pins": [{"id": pin.id, "text": pin.text, "message": pin.message_id} for pin in kept.pins],
        "summary": [
            {"text": line.text, "kind": line.kind, "messages": list(line.message_ids)}
            for line in kept.summary
        ],
        "summary_to": kept.summary_to,
    }
