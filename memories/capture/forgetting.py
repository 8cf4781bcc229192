"""What a person asks to forget, or to have back, done inside the turn. No model."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from memories import spoken
from memories.capture import extraction, named, spans, undo_words, unsaid, which_one
from memories.capture.acted import Acted
from memories.capture.commit import commit
from memories.capture.forget_words import Request, forget_request
from memories.capture.types import Turn
from memories.fingerprints import Asked
from memories.kinds import Actor, EventVerb, ForgottenReason, MemoryStatus
from memories.models import Memory, MemoryEvent, MemorySettings
from memories.sources import conversations

if TYPE_CHECKING:
    from memoryhub.models import User

_MOST_CHOICES = 5
#: How many of the person's messages back the request may stand that an answer chooses from.
_TURNS_BACK = 3
#: So many turns that wait for capture are read before something is forgotten or put right.
_MOST_WAITING = 500
_CURRENT = (MemoryStatus.ACTIVE, MemoryStatus.PENDING)
_OUT = (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)


def act(*, user: "User", turn: Turn) -> Acted | None:
    """Forgets or restores what the turn asks for; None where it asks for neither."""
    if (chosen := which_one.read(turn.text)) and (acted := _chosen(user, turn, chosen)):
        return acted
    if (undo := undo_words.undo(turn.text)) and (acted := _restored(user, turn, undo)):
        return acted
    own = spans.own_words(turn).text
    request = forget_request(own)
    if request is None:
        return None
    if undo_words.takes_back(own[request.end :]):
        return Acted("forget", outcome="kept")
    acted = _forget(user, turn, request, sentence=own[request.start : request.end])
    return acted if request.plain or acted.outcome in ("done", "words") else None


def taken_back(*, user: "User", turn: Turn) -> Acted:
    """What the message before taught is forgotten: "forget I said that"."""
    before = _before(user, turn)
    for _back in range(_TURNS_BACK):  # a wish that is said again means what the first one meant
        if before is None or not unsaid.unsaid(before.text).before or _changed(user, before):
            break
        before = _before(user, before)
    if before is None:
        return Acted("forget", outcome="none_found")
    read_waiting_turns(user=user, turn=turn)
    rows = _taught(user, before)
    if not rows:
        spoken.take_back(user=user, asked=Asked(turn.message_id), message_id=before.message_id)
        return Acted("forget", outcome="unsaid")
    return _taken_back(user, turn, before, rows)


def _taught(user: "User", turn: Turn) -> list[Memory]:
    taught = Memory.objects.of(user).filter(status__in=_CURRENT, sources__message_id=turn.message_id)
    return list(taught.prefetch_related("sources").distinct())


def _taken_back(user: "User", turn: Turn, before: Turn, rows: Sequence[Memory]) -> Acted:
    """What a message taught is forgotten, and what it had replaced holds again."""
    from memories import services

    acted = _done(user, rows, asked=(Asked(turn.message_id),), earlier=False)
    replaced = MemoryEvent.objects.filter(
        user=user, verb=EventVerb.SUPERSEDED, message_id=before.message_id
    ).values("memory_id")
    former = Memory.objects.of(user).filter(pk__in=replaced, status=MemoryStatus.SUPERSEDED)
    services.memory_choose(user=user, memory_ids=list(former.values_list("pk", flat=True)))
    return acted


def read_waiting_turns(*, user: "User", turn: Turn) -> None:
    """What the person said just before, which no worker has read yet, can be forgotten or put right: the rules read it.

    The worker finds it again later: by the message it is the same memory, and stays what it has become.
    """
    if MemorySettings.objects.filter(user=user, learn=False).exists():
        return
    waiting = conversations().pending_turns(user=user, exclude=[turn.message_id], limit=_MOST_WAITING)
    for each in waiting:
        if candidates := extraction.by_rules(each).extraction.candidates:
            commit(user=user, turn=each, candidates=candidates)


def _done(
    user: "User",
    rows: Sequence[Memory],
    *,
    asked: Sequence[Asked],
    about: Sequence[str] = (),
    earlier: bool = True,
) -> Acted:
    from memories import services

    receipt = services.memory_forget(
        user=user, memory_ids=[row.pk for row in rows], asked=asked, about=about, earlier=earlier
    )
    gone = Memory.objects.of(user).in_bulk(receipt.memory_ids)
    return Acted("forget", [gone[pk] for pk in receipt.memory_ids])


# ------------------------------------------------------------------------------------------------ what is named


def _forget(user: "User", turn: Turn, request: Request, *, sentence: str) -> Acted:
    read_waiting_turns(user=user, turn=turn)
    asked = (Asked(turn.message_id, request.start, request.end),)
    if request.everything:
        count = len(_all(user))
        return Acted("forget", outcome="everything" if count else "none_found", count=count)
    if request.whole:
        meant = named.all_about(user, request.target)
        if meant.ambiguous:
            return Acted("forget", outcome="ambiguous", choices=meant.rows[:_MOST_CHOICES])
        if meant.rows:
            return _done(user, meant.rows, asked=asked, about=meant.about)
    if not named.fitting(user, request.target, said_at=turn.said_at):
        words = spoken.Named(sentence, request.target, request.whole)
        if count := spoken.forget(user=user, asked=asked[0], named=words):
            return Acted("forget", outcome="words", count=count)
    return _forget_named(user, request.target, said_at=turn.said_at, asked=asked)


def _forget_named(user: "User", target: str, *, said_at: datetime, asked: Sequence[Asked]) -> Acted:
    fitting = named.fitting(user, target, said_at=said_at)
    if len(fitting) == 1:
        return _done(user, fitting, asked=asked)
    choices = fitting or named.may_fit(user, target)
    if not choices:
        return Acted("forget", outcome="none_found")
    return Acted("forget", outcome="ambiguous", choices=choices[:_MOST_CHOICES])


def _choices(user: "User", request: Request, *, said_at: datetime) -> list[Memory]:
    """The memories that were asked about, in their order."""
    if request.whole and (rows := named.all_about(user, request.target).rows):
        return rows[:_MOST_CHOICES]
    found = named.fitting(user, request.target, said_at=said_at) or named.may_fit(user, request.target)
    return found[:_MOST_CHOICES]


def _all(user: "User") -> list[Memory]:
    return list(Memory.objects.of(user).exclude(status__in=_OUT))


# ------------------------------------------------------------------------------------------------ the answer


def _chosen(user: "User", turn: Turn, choice: which_one.Choice) -> Acted | None:
    """Forgets what the answer chooses of the memories that were asked about; None where nothing was asked."""
    before = _asked_before(user, turn)
    if before is None:
        return None
    words = spans.own_words(before).text
    request = forget_request(words)
    if request is None or not request.plain or undo_words.takes_back(words[request.end :]):
        return None  # nothing was asked
    if Memory.objects.of(user).filter(forgotten_at__gte=before.said_at).exists():
        return None  # it was done: nothing was left to ask about
    if spoken.forgotten_by(user=user, message_id=before.message_id):
        return None
    choices = _all(user) if request.everything else _choices(user, request, said_at=before.said_at)
    if not choices:
        return None
    if choice.nothing:
        return Acted("forget", outcome="kept")
    if choice.everything or (choice.yes and (request.everything or len(choices) == 1)):
        rows = choices
    elif request.everything:
        return None
    elif choice.about:
        rows = named.best(choice.about, choices)
        rows = rows if len(rows) == 1 else []
    else:
        rows = [choices[place] for place in choice.places if -len(choices) <= place < len(choices)]
    if not rows:
        return None if choice.about else Acted("forget", outcome="ambiguous", choices=choices)
    asked = Asked(before.message_id, request.start, request.end)
    return _done(user, rows, asked=(Asked(turn.message_id), asked))


def _asked_before(user: "User", turn: Turn) -> Turn | None:
    """The message, not far back, that asked to forget something, with nothing but answers since."""
    before = _before(user, turn)
    for _back in range(_TURNS_BACK):
        if before is None or forget_request(spans.own_words(before).text):
            return before
        if which_one.read(before.text) is None:
            return None
        before = _before(user, before)
    return None


def _before(user: "User", turn: Turn) -> Turn | None:
    """The person's message before this one in the conversation."""
    lines = conversations().around(user=user, message_id=turn.message_id)
    answered = next((line.reply_to for line in lines if line.message_id != turn.message_id), None)
    if not lines or lines[0].message_id == turn.message_id or answered is None:
        return None
    return conversations().turn(user=user, message_id=answered)


# ------------------------------------------------------------------------------------------------ back again


def _restored(user: "User", turn: Turn, undo: undo_words.Undo) -> Acted | None:
    """Brings back what the message before had forgotten; None where it had nothing forgotten.

    Words that speak of the forgetting itself mean the last one in this conversation; words that would undo anything
    take back what the message before had taught, where it said no more than that.
    """
    from memories import services

    gone = MemoryEvent.objects.filter(user=user, verb=EventVerb.FORGOTTEN, actor=Actor.PERSON)
    if undo.speaks_of_it:
        last = gone.filter(message_id__isnull=False).order_by("-created_at", "-pk").first()
        asked = (
            conversations().turn(user=user, message_id=last.message_id) if last and last.message_id else None
        )
        asked = asked if asked and asked.conversation_id == turn.conversation_id else None
        words = _before(user, turn)
        if words and spoken.forgotten_by(user=user, message_id=words.message_id):
            asked = words
    else:
        asked = _undone_before(user, turn)
    if asked is None:
        return None
    if count := spoken.tell_again(user=user, message_id=asked.message_id):
        return Acted("restore", outcome="words", count=count)
    ids = gone.filter(message_id=asked.message_id).values("memory_id")
    rows = Memory.objects.of(user).filter(pk__in=ids, status=MemoryStatus.FORGOTTEN)
    back = list(rows.exclude(forgotten_reason=ForgottenReason.FADED).values_list("pk", flat=True))
    if not back and undo.either and not Memory.objects.of(user).filter(pk__in=ids).exists():
        read_waiting_turns(user=user, turn=turn)
        alone = {asked.message_id}
        rows_taught = [
            row for row in _taught(user, asked) if {one.message_id for one in row.sources.all()} == alone
        ]
        return _taken_back(user, turn, asked, rows_taught) if _tells_no_more(asked, rows_taught) else None
    if not back:
        return None
    return Acted("restore", services.memory_restore(user=user, memory_ids=back))


def _undone_before(user: "User", turn: Turn) -> Turn | None:
    """The message before, or the one before that where it was itself an undoing that found nothing to undo."""
    before = _before(user, turn)
    for _back in range(_TURNS_BACK):
        if before is None or undo_words.undo(before.text) is None or _changed(user, before):
            return before
        before = _before(user, before)
    return None


def _changed(user: "User", turn: Turn) -> bool:
    """Whether the message has changed a memory."""
    return MemoryEvent.objects.filter(user=user, message_id=turn.message_id).exists()


def _tells_no_more(turn: Turn, rows: Sequence[Memory]) -> bool:
    """Whether the better part of a message is what it taught, so that to undo it can mean nothing else."""
    spans_taught = {
        (source.start, source.end)
        for row in rows
        for source in row.sources.all()
        if source.message_id == turn.message_id and source.start is not None and source.end is not None
    }
    told = sum(end - start for start, end in spans_taught if start is not None and end is not None)
    return 2 * told >= len(turn.text.strip()) > 0
