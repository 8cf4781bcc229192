"""Folding: the oldest turns of a conversation go into its running summary. In the worker, never in a reply's way.

Turns first, then the compressor without a transaction, then one short transaction that holds only if nobody folded
meanwhile: however often it is asked for, a stretch of messages is folded once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction

from chat import compression, kept, quick, session
from chat.compression import CompressionFailed, Compressor, Folded, Line
from chat.models import Conversation, Message, Summary, SummaryLine
from chat.session import Said, WindowTurn
from chat.state.update import Entry, State, noted
from memories.capture import masking
from memoryhub.ai.llm import language_model
from memoryhub.ai.tokens import count_tokens

log = structlog.get_logger(__name__)

#: Turns that are read for one fold at most.
_BATCH_TURNS = 60
#: The running summary has at most this share of a model's window.
_WINDOW_SHARE = 4
#: A compressor that keeps failing is replaced by the built-in one when so many times the thresholds wait.
_PATIENCE = 2
#: After a failure the model is not asked to fold this conversation for so long.
_PAUSE_SECONDS = 600
#: A fold whose material has changed under it is made so often; then the next turn asks again.
_TRIES = 3


def due(turns: Sequence[WindowTurn]) -> int:
    """How many of the oldest turns are to be folded: half of them once they pass the threshold, else none."""
    if len(turns) > settings.MEMORY_WINDOW_TURNS or tokens_of(turns) > settings.MEMORY_FOLD_TOKENS:
        return len(turns) // 2
    return 0


def tokens_of(turns: Sequence[WindowTurn]) -> int:
    """Tokens of all that was said in these turns."""
    return sum(count_tokens(said.text) for turn in turns for said in turn.messages)


def ask(seen: session.Session, *, conversation: Conversation, said: Sequence[str]) -> None:
    """A worker is told when the turns of a session, with what was ``said`` since, are to be folded; else nothing is."""
    turns = (*seen.earlier, *seen.window.turns)
    tokens = tokens_of(turns) + sum(count_tokens(text) for text in said)
    if len(turns) + 1 <= settings.MEMORY_WINDOW_TURNS and tokens <= settings.MEMORY_FOLD_TOKENS:
        return
    from chat.tasks import fold_conversation

    try:
        fold_conversation.delay(str(conversation.pk))
    except Exception as error:  # whatever the broker's client raises: the next turn asks again
        log.warning("fold.not_asked", conversation=str(conversation.pk), error=type(error).__name__)


def fold(*, conversation_id: UUID) -> int:
    """The conversation's oldest turns are folded until none is due; returns how many folds that were."""
    conversation = Conversation.objects.filter(pk=conversation_id).first()
    if conversation is None or not kept.may_write(conversation.pk):
        return 0
    compressor = compression.compressor(conversation.compressor)
    folds = tries = 0
    while compressor.folds and tries < _TRIES:
        try:
            if not _fold_once(conversation, compressor):
                break
            folds += 1
        except _Stale:
            tries += 1
            log.info("fold.anew", conversation=str(conversation.pk))
    return folds


class _Stale(Exception):
    """What a fold was made from has changed: folded by another, or partly forgotten. Nothing is stored of it."""


def _fold_once(conversation: Conversation, compressor: Compressor) -> bool:
    keep = kept.load(conversation_id=conversation.pk)
    said = _finished(conversation.pk, after=keep.summary_to)
    turns = session.whole_turns(said)
    count = due(turns)
    if not count:
        return False
    folded, rest = turns[:count], turns[count:]
    # What is folded is not read again: state and pins take theirs first.
    read = folded[-1].messages[0].sequence
    before, keep = keep, kept.catch_up(keep, said, conversation_id=conversation.pk, through=read)
    if keep.summary_to != before.summary_to or keep.through < read:
        raise _Stale
    beside = "\n".join(
        pin.text for pin in keep.pins
    )  # the state may change: it relieves the summary of nothing
    through = rest[0].messages[0].sequence - 1
    ids = [each.message_id for turn in folded for each in turn.messages]
    gone = kept.stones(conversation.pk, ids)
    derived = _as_material(folded, conversation_id=conversation.pk)
    if compressor.name == compression.MODEL and _failed_lately(conversation.pk):
        if _can_wait(turns):
            return False
        compressor = compression.Extraction()
    try:
        done = compressor.fold(lines=keep.summary, turns=derived, beside=beside, limit_tokens=summary_limit())
    except CompressionFailed as error:
        log.warning("fold.failed", conversation=str(conversation.pk), error=str(error))
        _mark_failed(conversation.pk)
        if _can_wait(turns):
            return False  # the turns stay; a later turn asks again
        compressor = compression.Extraction()
        done = compressor.fold(lines=keep.summary, turns=derived, beside=beside, limit_tokens=summary_limit())
    material = _Material(keep.summary, keep.summary_to, ids, gone)
    return _store(conversation, done, material=material, through=through, by=compressor.name)


def _can_wait(turns: Sequence[WindowTurn]) -> bool:
    """Whether so few turns wait that the session still holds them all: see ``session.load``."""
    size = settings.MEMORY_WINDOW_TURNS
    few = len(turns) <= size + min(size, session.EARLIER_TURNS - 5)
    return few and tokens_of(turns) <= _PATIENCE * settings.MEMORY_FOLD_TOKENS


def _mark_failed(conversation_id: UUID) -> None:
    name = quick.key("fold", conversation_id, "failed")
    quick.attempt(lambda client: client.set(name, "1", ex=_PAUSE_SECONDS), default=None)


def _failed_lately(conversation_id: UUID) -> bool:
    """Whether the model is left in peace: one that fails would be asked with every turn, and delay its replies."""
    name = quick.key("fold", conversation_id, "failed")
    return bool(quick.attempt(lambda client: client.exists(name), default=0))


def summary_limit() -> int:
    """Tokens that the running summary may have."""
    model = language_model()
    window = settings.LLM_CONTEXT_TOKENS if model is None else model.context_tokens
    return min(settings.MEMORY_SUMMARY_TOKENS, window // _WINDOW_SHARE)


def _finished(conversation_id: UUID, *, after: int) -> list[Said]:
    """What was said after a sequence, up to the last turn whose reply is there."""
    rows = Message.objects.filter(conversation_id=conversation_id, sequence__gt=after)
    begins = list(
        rows.filter(role=Message.Role.USER)
        .order_by("sequence")
        .values_list("sequence", flat=True)[: _BATCH_TURNS + 1]
    )
    if len(begins) > _BATCH_TURNS:
        rows = rows.filter(sequence__lt=begins[-1])
    messages = list(rows.order_by("sequence"))
    answered = {
        row.reply_to_id for row in messages if row.status != Message.Status.ANSWERING and row.reply_to_id
    }
    waiting = [row.sequence for row in messages if row.role == Message.Role.USER and row.pk not in answered]
    if waiting:
        # An earlier message without a reply, with answered ones after it, will get none by itself.
        last = max((row.sequence for row in messages if row.pk in answered), default=0)
        if stop := [sequence for sequence in waiting if sequence > last]:
            messages = [row for row in messages if row.sequence < min(stop) or row.reply_to_id in answered]
    return [session.said_of(row) for row in messages if row.status != Message.Status.ANSWERING]


def _as_material(turns: Sequence[WindowTurn], *, conversation_id: UUID) -> list[WindowTurn]:
    """The turns without secrets and without the words of what was forgotten."""
    return [
        WindowTurn(tuple(replace(said, text=masking.masked(said.text)) for said in turn.messages))
        for turn in session.without_forgotten(turns, conversation_id=conversation_id)
    ]


@dataclass(frozen=True, slots=True)
class _Material:
    """What a fold is made from: the lines up to a sequence, then messages, with what of them was forgotten then."""

    lines: tuple[Line, ...]
    through: int
    message_ids: list[UUID]
    gone: Mapping[UUID, set[tuple[int, int | None]]]


def _store(conversation: Conversation, done: Folded, *, material: _Material, through: int, by: str) -> bool:
    """The fold is the conversation's running summary, unless another was stored meanwhile.

    Raises _Stale when something of its material was forgotten since.
    """
    with transaction.atomic():
        row = Conversation.objects.select_for_update().filter(pk=conversation.pk).first()
        if row is None:
            return False
        latest = kept.latest_summary(row.pk)
        if (latest.to_sequence if latest else 0) != material.through:
            return False
        lines = kept.lines_of(latest) if latest else ()
        if lines != material.lines or kept.stones(row.pk, material.message_ids) != material.gone:
            raise _Stale
        summary = Summary.objects.create(
            conversation=row, from_sequence=material.through + 1, to_sequence=through, compressor=by
        )
        there = set(
            Message.objects.filter(
                conversation=row, pk__in={pk for line in done.lines for pk in line.message_ids}
            ).values_list("pk", flat=True)
        )
        links = []
        for position, line in enumerate(kept.unpinned(done.lines, kept.pins_of(row.pk))):
            stored = SummaryLine.objects.create(
                summary=summary, position=position, kind=line.kind, text=line.text
            )
            links += [
                SummaryLine.messages.through(summaryline_id=stored.pk, message_id=pk)
                for pk in dict.fromkeys(line.message_ids)
                if pk in there
            ]
        SummaryLine.messages.through.objects.bulk_create(links)
        _note(row, done)
        kept.changed(row.pk)
    return True


def _note(row: Conversation, done: Folded) -> None:
    """The session state has the values that a model noticed, where the rules and the person have none."""
    sequences = dict(
        Message.objects.filter(conversation=row, pk__in=[one.message_id for one in done.noted]).values_list(
            "pk", "sequence"
        )
    )
    before = State.from_json(row.state)
    after = noted(
        before,
        [
            Entry(one.key, one.value, one.message_id, sequences[one.message_id])
            for one in done.noted
            if one.message_id in sequences
        ],
    )
    if after != before:
        Conversation.objects.filter(pk=row.pk).update(state=after.as_json())
