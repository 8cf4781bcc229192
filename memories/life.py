"""The time line of one memory: texts, words it came from, uses and changes, the latest first. Reads only."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from memories import reading, selectors, sources
from memories.kinds import EventVerb
from memories.models import Memory, MemoryEvent, MemorySource, MemoryVersion, RecallTrace
from memories.quotes import Quote, quote_of
from memories.sources import SourceMessage
from memoryhub.models import User

#: A text that was changed and the entry of the audit on it are written together.
_TOGETHER = timedelta(seconds=10)
#: Of uses in a row so many are shown; the others are folded.
_IN_A_ROW = 3


@dataclass(frozen=True, slots=True)
class Use:
    """A reply that the memory went into."""

    at: datetime
    why: str
    no_help: bool
    conversation_id: UUID | None
    message_id: UUID | None
    title: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the time line; what it has none of is empty.

    ``event``: what was done and by whom; ``former``: the text until then; ``quotes``: the words it came from;
    ``replaced``: what it took the place of; ``other``: another memory of its chain; ``uses``: replies in a row.
    """

    at: datetime
    event: MemoryEvent | None = None
    former: str = ""
    quotes: Sequence[Quote] = ()
    replaced: Memory | None = None
    other: Memory | None = None
    uses: Sequence[Use] = ()

    @property
    def first_uses(self) -> Sequence[Use]:
        """The latest of the uses."""
        return self.uses[:_IN_A_ROW]

    @property
    def more_uses(self) -> Sequence[Use]:
        """Those before them."""
        return self.uses[_IN_A_ROW:]


@dataclass(frozen=True, slots=True)
class Life:
    """Everything a memory's page tells."""

    history: selectors.MemoryHistory
    entries: list[Entry]
    used: bool


def life(*, user: User, memory_id: UUID) -> Life:
    """One memory with its time line; raises MemoryNotFound for a missing or foreign id."""
    history = selectors.memory_history(user=user, memory_id=memory_id)
    ids = [memory_id, *(memory.pk for memory in history.superseded)]
    rows = {row.pk: row for row in reading.with_rows(Memory.objects.of(user).filter(pk__in=ids))}
    told = [source.message_id for row in rows.values() for source in row.sources.all() if source.message_id]
    messages = sources.conversations().messages(user=user, message_ids=told) if told else {}
    entries = [
        *_done(rows[memory_id], history, rows, messages),
        *_others(memory_id, rows, messages),
        *(Entry(use.at, uses=[use]) for use in _uses(memory_id, history.uses)),
    ]
    # Of one moment, what was done comes after what it was done to.
    entries.sort(key=lambda entry: (entry.at, entry.other is None), reverse=True)
    return Life(history, list(_in_rows(entries)), used=bool(history.uses))


def _done(
    memory: Memory,
    history: selectors.MemoryHistory,
    rows: Mapping[UUID, Memory],
    messages: Mapping[UUID, SourceMessage],
) -> Iterator[Entry]:
    """What was done to the memory, each with the words it came from or the text it had till then."""
    versions, left = list(history.versions), list(memory.sources.all())
    replaced = rows.get(memory.supersedes_id) if memory.supersedes_id else None
    for event in reversed(history.events):
        version = _changed_by(event, versions)
        came = _came_by(event, left)
        first = event.verb == EventVerb.CREATED
        yield Entry(
            event.created_at,
            event=event,
            former=version.content if version else "",
            quotes=[quote_of(source, messages) for source in came],
            replaced=replaced if first else None,
        )
    # Of what is older than the audit, or was brought along.
    yield from (Entry(version.created_at, former=version.content) for version in versions)
    yield from (Entry(source.said_at, quotes=[quote_of(source, messages)]) for source in left)


def _changed_by(event: MemoryEvent, versions: list[MemoryVersion]) -> MemoryVersion | None:
    """The former text that an edit put away; it is taken from the list."""
    if event.verb != EventVerb.EDITED:
        return None
    near = [one for one in versions if abs(one.created_at - event.created_at) < _TOGETHER]
    found = min(near, key=lambda one: abs(one.created_at - event.created_at), default=None)
    if found:
        versions.remove(found)
    return found


def _came_by(event: MemoryEvent, left: list[MemorySource]) -> list[MemorySource]:
    """The sources that came with an event: the words of its message, or the hand, task or import of that moment."""
    if event.verb not in (EventVerb.CREATED, EventVerb.REPEATED, EventVerb.EDITED, EventVerb.CONFIRMED):
        return []
    came = [
        source
        for source in left
        if (
            source.message_id == event.message_id
            if event.message_id
            else source.message_id is None and abs(source.said_at - event.created_at) < _TOGETHER
        )
    ]
    for source in came:
        left.remove(source)
    return came


def _others(
    memory_id: UUID, rows: Mapping[UUID, Memory], messages: Mapping[UUID, SourceMessage]
) -> Iterator[Entry]:
    """The other memories of the chain, from when each held."""
    for row in rows.values():
        if row.pk != memory_id:
            quotes = [quote_of(source, messages) for source in row.sources.all()]
            former = rows.get(row.supersedes_id) if row.supersedes_id else None
            yield Entry(row.valid_from, other=row, quotes=quotes, replaced=former)


def _uses(memory_id: UUID, traces: Sequence[RecallTrace]) -> Iterator[Use]:
    for trace in traces:
        chosen: dict[str, object] = next(
            (one for one in trace.choices if one.get("id") == str(memory_id)), {}
        )
        said = trace.reply or trace.message
        yield Use(
            at=trace.created_at,
            why=str(chosen.get("why", "")),
            no_help=memory_id in trace.unhelpful,
            conversation_id=said.conversation_id if said else None,
            message_id=said.pk if said else None,
            title=said.conversation.title if said else "",
        )


def _in_rows(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Uses that follow one another as one entry."""
    row: Entry | None = None
    for entry in entries:
        if entry.uses and row is not None:
            row = replace(row, uses=[*row.uses, *entry.uses])
            continue
        if row is not None:
            yield row
        row = entry if entry.uses else None
        if row is None:
            yield entry
    if row is not None:
        yield row
