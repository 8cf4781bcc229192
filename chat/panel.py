"""What the side panel of a chat shows, as plain values: task, conditions, session state, summary. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from chat import compression, kept, working
from chat.models import Conversation, Message, Pin, SummaryLine, Task, ToolCall
from chat.services import ConversationNotFound
from chat.state.update import KEYS, State
from chat.working import StepShown, TaskShown
from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub.ai.llm import language_model
from memoryhub.models import User

#: What the agent did with a tool, for people.
_TOOLS: Mapping[str, str | Promise] = {
    "start_task": gettext_lazy("Start a task"),
    "complete_step": gettext_lazy("Complete a step"),
    "finish_task": gettext_lazy("Finish the task"),
    "drop_task": gettext_lazy("Drop the task"),
    "search_memories": gettext_lazy("Search your memories"),
    "search_messages": gettext_lazy("Search earlier messages"),
    "remember": gettext_lazy("Remember something"),
    "forget": gettext_lazy("Forget something"),
    "current_time": gettext_lazy("Look at the clock"),
}
_TOOL_ERRORS: Mapping[str, str | Promise] = {
    "unknown_tool": gettext_lazy("There is no such tool."),
    "bad_arguments": gettext_lazy("It was called in a wrong way, and nothing was done."),
    "refused": gettext_lazy("It was refused, and nothing was done."),
    "repeated": gettext_lazy("It was done already in this reply."),
}
#: Lines of the summary that are seen at once.
LINES_SHOWN = 6
#: How older turns are shortened: a name, and what it means.
COMPRESSORS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    compression.EXTRACT: (
        gettext_lazy("By their main sentences"),
        gettext_lazy("Sentences and details are kept as they were said. No language model is asked."),
    ),
    compression.MODEL: (
        gettext_lazy("By the language model"),
        gettext_lazy("The model sums them up, and numbers and conditions are checked."),
    ),
    compression.WINDOW: (
        pgettext_lazy("how older turns are shortened", "Not at all"),
        gettext_lazy("Only the latest turns are in the prompt; what came before is left out of it."),
    ),
}


@dataclass(frozen=True, slots=True)
class CallShown:
    """A tool call: what was done, and a sentence where it failed."""

    words: str
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The task that ended last. ``memory`` is what remembers its outcome, where something does."""

    id: UUID
    goal: str
    outcome: str
    dropped: bool
    ended_at: datetime | None
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class TaskPart:
    """The running task, or else the one that ended last; and what tools the last reply used."""

    running: TaskShown | None = None
    ended: Ended | None = None
    calls: tuple[CallShown, ...] = ()

    @property
    def current(self) -> StepShown | None:
        """The step to do."""
        steps = self.running.steps if self.running else ()
        return next((step for step in steps if not step.done), None)

    @property
    def done(self) -> int:
        return sum(step.done for step in self.running.steps) if self.running else 0

    @property
    def open_steps(self) -> str:
        """The steps that are not done, one a line."""
        steps = self.running.steps if self.running else ()
        return "\n".join(step.text for step in steps if not step.done)

    @property
    def where(self) -> str:
        """In a sentence how far the task has come, for those who cannot see the marks."""
        if self.running is None:
            return ""
        if (current := self.current) is None:
            return _("All steps are done.")
        return _("Step %(number)d of %(all)d: %(step)s") % {
            "number": current.position,
            "all": len(self.running.steps),
            "step": current.text,
        }


@dataclass(frozen=True, slots=True)
class PinShown:
    """A condition, word for word, and the message that it is from."""

    id: int
    text: str
    message_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class KeyShown:
    """One key of the session state with its values."""

    key: str
    label: str
    values: tuple[str, ...]
    by_hand: bool = False

    @property
    def shown(self) -> str:
        return pgettext("between two things of a list", ", ").join(self.values)

    @property
    def lines(self) -> str:
        return "\n".join(self.values)


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the running summary and how many messages are behind it."""

    id: int
    text: str
    kind: str
    kind_words: str
    messages: int


@dataclass(frozen=True, slots=True)
class Way:
    """A way to shorten older turns that can be chosen."""

    name: str
    words: str
    meaning: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """All of it. ``free_keys`` are those of the session state that have no value."""

    task: TaskPart
    pins: tuple[PinShown, ...]
    state: tuple[KeyShown, ...]
    free_keys: tuple[tuple[str, str], ...]
    summary: tuple[LineShown, ...]
    summarised: int
    ways: tuple[Way, ...]

    @property
    def way(self) -> Way:
        return next(way for way in self.ways if way.chosen)

    @property
    def latest_lines(self) -> tuple[LineShown, ...]:
        """The lines that are seen at once."""
        return self.summary[-LINES_SHOWN:]

    @property
    def more_lines(self) -> tuple[LineShown, ...]:
        """Those before them, which a fold-out holds."""
        return self.summary[:-LINES_SHOWN]


def look(*, user: User, conversation: Conversation) -> Panel:
    """The panel of the person's conversation as it stands, in a fixed number of queries."""
    state = _state(conversation)
    summary = _summary(conversation)
    return Panel(
        task=_task(user, conversation),
        pins=tuple(PinShown(row.id, row.text, row.message_id) for row in kept.pins_of(conversation.pk)),
        state=state,
        free_keys=tuple(
            (key, str(label)) for key, label in KEYS.items() if key not in {row.key for row in state}
        ),
        summary=summary[0],
        summarised=summary[1],
        ways=_ways(conversation),
    )


def _task(user: User, conversation: Conversation) -> TaskPart:
    # One runs at a time, so none is newer than the one that runs.
    latest = Task.objects.filter(conversation=conversation).order_by("-created_at", "-pk").first()
    calls = _calls(conversation)
    if latest is None:
        return TaskPart(calls=calls)
    if latest.status == Task.Status.RUNNING:
        return TaskPart(running=working.shown(latest), calls=calls)
    ended = Ended(
        id=latest.pk,
        goal=latest.goal,
        outcome=latest.outcome,
        dropped=latest.status == Task.Status.DROPPED,
        ended_at=latest.ended_at,
        memory=remembered(user=user, task_id=latest.pk),
    )
    return TaskPart(ended=ended, calls=calls)


def remembered(*, user: User, task_id: UUID) -> Memory | None:
    """The memory of what came of a task, where there is one and it was not forgotten."""
    gone = (MemoryStatus.FORGOTTEN, MemoryStatus.REJECTED)
    return Memory.objects.of(user).filter(sources__task=task_id).exclude(status__in=gone).first()


def _calls(conversation: Conversation) -> tuple[CallShown, ...]:
    """What tools the last reply used, in their order."""
    reply = (
        Message.objects.filter(conversation=conversation, role=Message.Role.ASSISTANT)
        .order_by("-sequence")
        .prefetch_related(Prefetch("tool_calls", ToolCall.objects.order_by("created_at", "pk")))
        .first()
    )
    if reply is None:
        return ()
    return tuple(
        CallShown(str(_TOOLS.get(call.name, call.name)), _why_failed(call.error))
        for call in reply.tool_calls.all()
    )


def _why_failed(error: str) -> str:
    code, _colon, sentence = error.partition(": ")
    if not code:
        return ""
    return sentence or str(_TOOL_ERRORS.get(code) or _("It failed, and nothing came of it."))


def _state(conversation: Conversation) -> tuple[KeyShown, ...]:
    values: dict[str, list[str]] = {}
    by_hand: set[str] = set()
    for entry in State.from_json(conversation.state).entries:
        values.setdefault(entry.key, []).append(entry.value)
        if entry.by_hand:
            by_hand.add(entry.key)
    return tuple(
        KeyShown(key, str(label), tuple(values[key]), by_hand=key in by_hand)
        for key, label in KEYS.items()
        if key in values
    )


def _summary(conversation: Conversation) -> tuple[tuple[LineShown, ...], int]:
    """The lines of the running summary, and up to which sequence it goes."""
    latest = kept.latest_summary(conversation.pk)
    if latest is None:
        return (), 0
    rows = SummaryLine.objects.filter(summary=latest).annotate(count=Count("messages")).order_by("position")
    lines = tuple(LineShown(row.pk, row.text, row.kind, row.get_kind_display(), row.count) for row in rows)
    return lines, latest.to_sequence


def _ways(conversation: Conversation) -> tuple[Way, ...]:
    chosen = compression.compressor(conversation.compressor).name
    model = language_model() is not None
    names = [name for name in COMPRESSORS if model or name != compression.MODEL]
    return tuple(
        Way(name, str(COMPRESSORS[name][0]), str(COMPRESSORS[name][1]), chosen=name == chosen)
        for name in names
    )


# ------------------------------------------------------------------------------------------------ one of it


def summary_line(*, conversation: Conversation, line_id: int) -> tuple[SummaryLine, list[Message]]:
    """A line of a summary of this conversation and the messages behind it, in order; raises ConversationNotFound."""
    line = SummaryLine.objects.filter(summary__conversation=conversation, pk=line_id).first()
    if line is None:
        raise ConversationNotFound
    return line, list(summary_messages(conversation=conversation, line_id=line.pk))


def summary_messages(*, conversation: Conversation, line_id: int) -> QuerySet[Message]:
    """The messages behind such a line, in order; raises ConversationNotFound for a line that is not there."""
    if not SummaryLine.objects.filter(summary__conversation=conversation, pk=line_id).exists():
        raise ConversationNotFound
    return Message.objects.filter(conversation=conversation, summary_lines=line_id).order_by("sequence")


def pins_from(*, message_ids: "list[UUID] | set[UUID]") -> dict[UUID, list[PinShown]]:
    """The conditions that were read from these messages, by message."""
    found: dict[UUID, list[PinShown]] = {}
    for row in Pin.objects.filter(message__in=message_ids).order_by("start", "pk"):
        if row.message_id is not None:
            found.setdefault(row.message_id, []).append(PinShown(row.pk, row.text, row.message_id))
    return found
