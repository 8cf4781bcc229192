"""Why a memory was recalled for a message, or was not, step by step from the kept trace. Reads only.

A trace has ids, ranks and scores; the words of memory and message are taken from where they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memories.kinds import EventVerb, MemoryFlag, MemoryStatus, MemoryType
from memories.models import Memory, MemoryEvent, NotHere, RecallTrace
from memories.recall.gate import Gate
from memoryhub.models import User

#: Questions listed beneath a memory, the latest first.
ASKED = 20

#: What the gate said of a message, as a sentence.
_GATES: dict[str, str | Promise] = {
    Gate.OPEN: gettext_lazy("The message was looked up in your memory."),
    Gate.EMPTY: gettext_lazy("The message was looked up in your memory, and nothing there came near."),
    Gate.SMALL_TALK: gettext_lazy("It reads like small talk, which needs no memory: nothing was looked up."),
    Gate.NONSENSE: gettext_lazy("It has no words that could be looked up."),
    Gate.ARITHMETIC: gettext_lazy("It is a sum, which needs no memory: nothing was looked up."),
    Gate.GENERAL: gettext_lazy(
        "It asks for nothing of yours, so only your standing wishes and safety were considered."
    ),
    Gate.SWITCHED_OFF: gettext_lazy("Using memories was switched off."),
}
_WHY_OUT: dict[str, str | Promise] = {
    "no_room": gettext_lazy("near enough, but others came before it"),
    "below_floor": gettext_lazy("not near enough to the message"),
}
_STATES: dict[str, str | Promise] = {
    MemoryStatus.PENDING: gettext_lazy(
        "It was waiting for you to keep it. What waits is not used before you say yes."
    ),
    MemoryStatus.SUPERSEDED: gettext_lazy(
        "Something newer had taken its place. What was replaced is used only for questions about the past."
    ),
    MemoryStatus.ARCHIVED: gettext_lazy("It was in the archive, which is not looked up."),
    MemoryStatus.REJECTED: gettext_lazy("You had said no to it, so it was not used."),
    MemoryStatus.FORGOTTEN: gettext_lazy("You had it forgotten, or it had faded: it was in the recycle bin."),
}
#: What changes whether a memory is looked up.
_CHANGES = (
    EventVerb.SUPERSEDED,
    EventVerb.ARCHIVED,
    EventVerb.FORGOTTEN,
    EventVerb.REJECTED,
    EventVerb.RESTORED,
    EventVerb.CONFIRMED,
    EventVerb.CREATED,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One of the four questions with its answer; ``passed`` is None where the step was not come to.

    ``state``: what has become of the memory since, where it is not in use any more.
    """

    question: str
    answer: str
    passed: bool | None
    state: str = ""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A memory that was looked at and did not go in, as it stands now."""

    memory: Memory
    why: str


@dataclass(frozen=True, slots=True)
class Look:
    """What was looked at for one message. ``thinned``: the details have been deleted for their age.

    ``looked_at``: how many memories were weighed; ``gone``: of those passed over, how many are forgotten since.
    """

    trace: RecallTrace
    gate: str
    thinned: bool
    looked_at: int
    passed_over: list[PassedOver]
    gone: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A message of the person's, and what became of a memory there."""

    trace: RecallTrace
    became: str


def trace_of(*, user: User, reply_id: UUID) -> RecallTrace | None:
    """The trace of a reply of the person's, while it is kept."""
    return RecallTrace.objects.filter(user=user, reply_id=reply_id).select_related("message").first()


def look(*, user: User, trace: RecallTrace) -> Look:
    """What was looked at, and what of it was passed over, in the order in which it stood."""
    out = {choice["id"]: choice for choice in trace.choices if not choice.get("in")}
    known = Memory.objects.of(user).exclude(status__in=(MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED))
    rows = {str(memory.pk): memory for memory in known.filter(pk__in=list(out))}
    return Look(
        trace=trace,
        gate=str(_GATES.get(trace.gate, "")),
        thinned=trace.thinned_at is not None,
        looked_at=len(trace.choices),
        passed_over=[
            PassedOver(rows[key], str(_WHY_OUT.get(str(choice.get("why")), "")))
            for key, choice in out.items()
            if key in rows
        ],
        gone=len(out) - len(rows),
    )


def asked(*, user: User, memory: Memory) -> list[Asked]:
    """The person's latest messages with what became of the memory there; those whose details are kept."""
    traces = (
        RecallTrace.objects.filter(user=user, reply__isnull=False, message__isnull=False, thinned_at=None)
        .select_related("message__conversation", "reply")
        .defer("reply__text")
        .order_by("-created_at", "-pk")[:ASKED]
    )
    return [Asked(trace, _became(trace, memory)) for trace in traces]


def _became(trace: RecallTrace, memory: Memory) -> str:
    if memory.pk in trace.injected:
        return _("recalled")
    choice = _choice(trace, memory)
    if choice is not None:
        return str(_WHY_OUT.get(str(choice.get("why")), ""))
    if memory.created_at > trace.created_at:
        return _("not known yet")
    if trace.gate not in (Gate.OPEN, Gate.EMPTY):
        return _("nothing was looked up")
    return _("did not come up")


# ------------------------------------------------------------------------------------------------ the four steps


def steps(*, user: User, trace: RecallTrace, memory: Memory) -> list[Step]:
    """Was it stored, how near was it, did a word hit, what did the order make of it."""
    if trace.thinned_at is not None and memory.pk not in trace.injected:
        return []
    return [
        _stored(user, trace, memory),
        _near(trace, memory),
        _words(trace, memory),
        _order(trace, memory),
    ]


def _choice(trace: RecallTrace, memory: Memory) -> dict[str, object] | None:
    return next((one for one in trace.choices if one.get("id") == str(memory.pk)), None)


def _rank(trace: RecallTrace, channel: str, memory: Memory) -> int:
    """Its place in the channel, from 1; 0 where it is not among the first."""
    rows: Sequence[Sequence[object]] = trace.channels.get(channel) or ()
    return next((int(str(rank)) for key, rank, _score in rows if key == str(memory.pk)), 0)


def _seen(trace: RecallTrace, memory: Memory) -> bool:
    """Whether it was put in order. The channels name also what may not be read."""
    return _choice(trace, memory) is not None or bool(_rank(trace, "overview", memory))


def _stored(user: User, trace: RecallTrace, memory: Memory) -> Step:
    question = _("Was it stored?")
    if _seen(trace, memory):
        return Step(question, _("Yes. It was remembered and in use."), True, _state_now(memory))
    if memory.created_at > trace.created_at:
        return Step(question, _("No. It was remembered only after this message."), False)
    if _was_left_out(trace, memory):
        return Step(question, _("Yes, but you had said that it is never to be used in that chat."), False)
    last = (
        MemoryEvent.objects.filter(user=user, memory_id=memory.pk, verb__in=_CHANGES)
        .order_by("-created_at", "-pk")
        .first()
    )
    after = last is not None and last.created_at > trace.created_at
    if memory.status != MemoryStatus.ACTIVE and not after:
        return Step(question, str(_STATES[memory.status]), False)
    if after and last is not None and last.verb in (EventVerb.CONFIRMED, EventVerb.RESTORED):
        return Step(
            question, _("Yes, but it was not in use yet: you kept it or brought it back later."), False
        )
    if memory.expires_at is not None and memory.expires_at <= trace.created_at:
        return Step(question, _("Yes, but its time was over."), False)
    if memory.flag in (MemoryFlag.POISONED, MemoryFlag.DISPUTED):
        return Step(question, _("Yes, but it is held back: it is in doubt."), False)
    return Step(question, _("Yes. It was remembered and in use."), True, _state_now(memory))


def _state_now(memory: Memory) -> str:
    return "" if memory.status == MemoryStatus.ACTIVE else memory.get_status_display()


def _was_left_out(trace: RecallTrace, memory: Memory) -> bool:
    message = trace.message
    return (
        message is not None
        and NotHere.objects.filter(
            memory=memory, conversation_id=message.conversation_id, created_at__lte=trace.created_at
        ).exists()
    )


def _unread(trace: RecallTrace) -> str:
    """Why neither meaning nor words were looked at, or nothing."""
    if trace.gate not in (Gate.OPEN, Gate.EMPTY):
        return _("Not looked at: memory was not read for this message.")
    if "overview" in trace.channels:
        return _("Not looked at: you asked about everything, and what weighs most is named.")
    if trace.thinned_at is not None:
        return _("The details are deleted.")
    return ""


def _near(trace: RecallTrace, memory: Memory) -> Step:
    question = _("How near is it in meaning?")
    if unread := _unread(trace):
        return Step(question, unread, None)
    if memory.type == MemoryType.INSTRUCTION:
        return Step(question, _("A standing wish comes with every reply, near or not."), None)
    if rank := _rank(trace, "vector", memory):
        nearest = _("It was the nearest of your memories.")
        place = _("It was in place %(rank)d of your memories by nearness.") % {"rank": rank}
        return Step(question, nearest if rank == 1 else place, True)
    found = len(trace.channels.get("vector") or ())
    if not found:
        return Step(question, _("Nobody could say: the embedding model was away."), None)
    return Step(
        question,
        ngettext(
            "%(count)d other memory was nearer; no more were looked at.",
            "%(count)d other memories were nearer; no more were looked at.",
            found,
        )
        % {"count": found},
        False,
    )


def _words(trace: RecallTrace, memory: Memory) -> Step:
    question = _("Did a word of the message match?")
    if unread := _unread(trace):
        return Step(question, unread, None)
    if memory.type == MemoryType.INSTRUCTION:
        return Step(question, _("A standing wish needs no word of the message."), None)
    if rank := _rank(trace, "keyword", memory):
        first = _("Yes. No other memory has more of the message's words.")
        place = _("Yes. By the message's words it was in place %(rank)d.") % {"rank": rank}
        return Step(question, first if rank == 1 else place, True)
    if _rank(trace, "named", memory):
        return Step(question, _("No, but the message asks for just this kind of thing."), True)
    if _rank(trace, "relation", memory):
        return Step(question, _("No, but it is a step on the way to what the message asks for."), True)
    if len(trace.channels.get("keyword") or ()) >= settings.MEMORY_CHANNEL_LIMIT:
        return Step(question, _("Others have more of the message's words."), False)
    return Step(question, _("No. Small words apart, it shares none with the message."), False)


def _order(trace: RecallTrace, memory: Memory) -> Step:
    question = _("How did it rank?")
    if memory.pk in trace.injected:
        told = _("It was recalled and went into the reply.")
        if trace.used is not None and memory.pk not in trace.used:
            told = _("It was recalled and was at hand; the reply did not need it.")
        return Step(question, told, True)
    if unread := _unread(trace):
        if rank := _rank(trace, "overview", memory):
            return Step(question, _("By weight it came in place %(rank)d.") % {"rank": rank}, False)
        return Step(question, unread, None)
    choice = _choice(trace, memory)
    if choice is None:
        if memory.type == MemoryType.INSTRUCTION and _was_readable(trace, memory):
            return Step(question, _("There was no room for one more standing wish."), False)
        return Step(question, _("It was not among those that were put in order."), None)
    ranked = [one for one in trace.choices if one.get("why") not in ("instruction", "former", "archived")]
    score = float(str(choice.get("score", 0.0)))
    fields = {
        "place": 1 + sum(float(str(one.get("score", 0.0))) > score for one in ranked),
        "count": len(ranked),
        "limit": settings.MEMORY_RECALL_LIMIT,
    }
    if choice.get("why") == "no_room":
        return Step(
            question,
            _(
                "It came in place %(place)d of %(count)d and was near enough, but at most %(limit)d go in, "
                "and no more than the prompt has room for."
            )
            % fields,
            False,
        )
    return Step(
        question,
        _(
            "It came in place %(place)d of %(count)d, and was not near enough. What is not near enough is left out: "
            "a wrong memory in a reply is worse than none."
        )
        % fields,
        False,
    )


def _was_readable(trace: RecallTrace, memory: Memory) -> bool:
    return memory.status == MemoryStatus.ACTIVE and memory.created_at <= trace.created_at
