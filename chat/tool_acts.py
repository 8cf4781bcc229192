"""What the agent's tools do, each for the person of the conversation: arguments in, plain values out.

An act that cannot be done raises Refused with a sentence for model and person; a wrong argument is a ValidationError.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field

from chat import sources, working
from chat.models import Conversation, Message
from memories import capture, recall
from memories import services as memory_services
from memories.capture.forget_words import forget_request
from memories.capture.types import Turn
from memories.kinds import MemoryStatus, MemoryType
from memories.models import Memory
from memories.recall.types import RecallRequest
from memoryhub.models import User

_FOUND, _SNIPPET = 8, 240
#: The person's latest messages in this conversation in which words to be remembered are looked for.
_QUOTABLE = 20
#: The latest of them in which the person must have wished that something be forgotten.
_WISHED = 3
#: Messages that are weighed by how many of the words they hold.
_WEIGHED = 300

Text = Annotated[str, Field(min_length=1, max_length=4_000)]


class Refused(Exception):
    """The act cannot be done; nothing was changed. ``sentence`` says why, ``more`` what helps to go on."""

    def __init__(self, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.sentence, self.more = sentence, more


@dataclass(frozen=True, slots=True)
class Place:
    """For whom and where a tool acts."""

    user: User
    conversation: Conversation
    reply: Message


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)


# ------------------------------------------------------------------------------------------------ the task


class StartTask(_Arguments):
    goal: Text = Field(description="What is to be reached, in the person's language")
    steps: list[Text] = Field(min_length=1, description="The plan, one short step each")


class CompleteStep(_Arguments):
    result: str = Field("", description="What came of it, in a sentence")
    step: int | None = Field(None, description="Its number; the current step if left out")


class Nothing(_Arguments):
    pass


class FinishTask(_Arguments):
    outcome: Annotated[str, Field(max_length=4_000)] = Field(
        "", description="What was reached or decided, in a sentence"
    )


def start_task(place: Place, given: StartTask) -> dict[str, Any]:
    working.task_start(
        user=place.user, conversation_id=place.conversation.pk, goal=given.goal, plan=given.steps
    )
    return _progress(place)


def complete_step(place: Place, given: CompleteStep) -> dict[str, Any]:
    working.step_complete(
        user=place.user, conversation_id=place.conversation.pk, result=given.result, step=given.step
    )
    return _progress(place)


def finish_task(place: Place, given: FinishTask) -> dict[str, Any]:
    task = working.task_finish(user=place.user, conversation_id=place.conversation.pk, outcome=given.outcome)
    kept = Memory.objects.of(place.user).filter(sources__task=task).exclude(status=MemoryStatus.FORGOTTEN)
    return {"finished": task.goal, "remembered": [_row(memory) for memory in kept]}


def drop_task(place: Place, given: Nothing) -> dict[str, Any]:
    return {"dropped": working.task_drop(user=place.user, conversation_id=place.conversation.pk).goal}


def _progress(place: Place) -> dict[str, Any]:
    task = working.running(place.conversation.pk)
    if task is None:  # ended in another tab meanwhile
        return {"running": False}
    left = [step for step in task.steps if not step.done]
    return {
        "running": True,
        "done": len(task.steps) - len(left),
        "left": len(left),
        "current": f"{left[0].position}. {left[0].text}" if left else None,
    }


# ------------------------------------------------------------------------------------------------ what is known


class Search(_Arguments):
    query: Annotated[str, Field(min_length=1, max_length=500)] = Field(description="What to look for")


def search_memories(place: Place, given: Search) -> dict[str, Any]:
    _must_read(place)
    request = RecallRequest(
        user=place.user,
        query=given.query,
        as_of=timezone.now().astimezone(place.user.tzinfo),
        locale=place.user.language or "en",
        message_id=place.reply.reply_to_id,
        conversation_id=place.conversation.pk,
        trace=False,
        gated=False,
    )
    found = recall.recall(request).memories
    return {
        "found": [
            {
                "id": str(row.memory_id),
                "text": row.address or row.content,
                "said_on": row.said_at.astimezone(place.user.tzinfo).date().isoformat(),
            }
            for row in found[:_FOUND]
        ]
    }


def search_messages(place: Place, given: Search) -> dict[str, Any]:
    _must_read(place)
    words = list(dict.fromkeys(given.query.casefold().split()))
    rows = Message.objects.filter(conversation__user=place.user, role=Message.Role.USER).exclude(
        replies=place.reply
    )
    holding = Q()
    for word in words:
        holding |= Q(text__icontains=word)
    latest = list(rows.filter(holding).select_related("conversation").order_by("-created_at")[:_WEIGHED])
    # What was forgotten comes back on no path, so words may be gone from a message that holds them.
    turns = {
        turn.message_id: turn.text
        for turn in sources.without_forgotten(
            place.user, [sources.turn_of(message, previous="") for message in latest]
        )
    }
    held = {row.pk: sum(word in turns[row.pk].casefold() for word in words) for row in latest}
    # sorted() keeps the later of two that hold as many of the words first.
    best = sorted((row for row in latest if held[row.pk]), key=lambda row: -held[row.pk])[:_FOUND]
    return {
        "found": [
            {
                "text": _snippet(turns[row.pk], words),
                "said_on": row.created_at.astimezone(place.user.tzinfo).date().isoformat(),
                "conversation": row.conversation.title,
            }
            for row in best
        ]
    }


def _snippet(text: str, words: Sequence[str]) -> str:
    """The text around the first of the words, in one line."""
    line = " ".join(text.split())
    if len(line) <= _SNIPPET:
        return line
    at = min((place for word in words if (place := line.casefold().find(word)) >= 0), default=0)
    start = max(0, min(at - _SNIPPET // 3, len(line) - _SNIPPET))
    end = start + _SNIPPET
    return ("…" if start else "") + line[start:end].strip() + ("…" if end < len(line) else "")


def _must_read(place: Place) -> None:
    if not (place.conversation.use_memory and memory_services.settings_get(user=place.user).use):
        raise Refused(_("Using memories is switched off, so I cannot look up what you told me."))


# ------------------------------------------------------------------------------------------------ remember, forget


class Remember(_Arguments):
    content: Annotated[str, Field(min_length=2, max_length=400)] = Field(
        description="One statement about the person, addressed to them: “You …”, “你…”"
    )
    quote: Annotated[str, Field(min_length=2, max_length=2_000)] = Field(
        description="The words of the person's message that say it, copied exactly"
    )
    type: MemoryType = Field(MemoryType.FACT)


class Forget(_Arguments):
    about: Annotated[str, Field(max_length=500)] = Field("", description="What the memory to forget is about")
    id: UUID | None = Field(None, description="Its id, as search_memories gave it")


def remember(place: Place, given: Remember) -> dict[str, Any]:
    if not memory_services.settings_get(user=place.user).learn:
        raise Refused(
            _("Learning is switched off, so nothing was saved. It can be switched on under My memories.")
        )
    if not place.conversation.use_memory:
        raise Refused(_("Memory is switched off in this conversation, so nothing was saved."))
    done = capture.remember_quoted(
        user=place.user,
        turns=_said(place, _QUOTABLE),
        content=given.content,
        quote=given.quote,
        type=str(given.type),
    )
    if done is None:
        raise Refused(
            _("Nothing was saved: only what you said yourself in this conversation can be, and no secrets.")
        )
    saved = [row for row in done.created if row.status != MemoryStatus.PENDING]
    waiting = [row for row in done.created if row.status == MemoryStatus.PENDING]
    known = [*done.repeated, *done.known]
    if not (saved or waiting or known):
        raise Refused(_("Nothing was saved: this was forgotten or turned down before, or is not to be kept."))
    return {
        name: [_row(row) for row in rows]
        for name, rows in (("saved", saved), ("waits_for_confirmation", waiting), ("known_already", known))
        if rows
    }


def forget(place: Place, given: Forget) -> dict[str, Any]:
    if not place.conversation.use_memory:
        raise Refused(_("Memory is switched off in this conversation, so nothing was forgotten."))
    if given.id is None and not given.about:
        raise Refused(_("Say what is to be forgotten; nothing was."))
    try:
        acted = capture.forget_wished(
            user=place.user,
            said=_said(place, _WISHED),
            asked=_asked(place),
            about=given.about,
            memory_id=given.id,
            said_at=timezone.now(),
        )
    except memory_services.MemoryNotFound:
        raise Refused(_("There is no such memory, so nothing was forgotten.")) from None
    match acted.outcome:
        case "done":
            return {"forgotten": [_row(memory) for memory in acted.memories]}
        case "unasked":
            raise Refused(_("Nothing was forgotten: only what you ask to be forgotten is."))
        case "unnamed":
            raise Refused(
                _("This memory is protected. Nothing was forgotten; name what is to be forgotten."),
                choices=[_row(memory) for memory in acted.choices],
            )
        case "ambiguous":
            raise Refused(
                _(
                    "More than one memory fits, or it is not sure that one does. Nothing was forgotten; "
                    "ask which is meant."
                ),
                choices=[_row(memory) for memory in acted.choices],
            )
    raise Refused(_("I found nothing about this in my memory, so there was nothing to forget."))


def _said(place: Place, count: int) -> list[Turn]:
    """The person's latest messages before the reply."""
    said = Message.objects.filter(
        conversation=place.conversation, role=Message.Role.USER, sequence__lt=place.reply.sequence
    ).order_by("-sequence")[:count]
    return [sources.turn_of(message, previous="") for message in said]


def _asked(place: Place) -> list[memory_services.Asked]:
    """The message that the reply answers, and its words that ask to forget something."""
    message = place.reply.reply_to
    if message is None:
        return []
    request = forget_request(message.text)
    return [memory_services.Asked(message.pk, *((request.start, request.end) if request else (0, None)))]


def _row(memory: Memory) -> dict[str, str]:
    return {"id": str(memory.pk), "text": memory.content}


# ------------------------------------------------------------------------------------------------ the time


def current_time(place: Place, given: Nothing) -> dict[str, Any]:
    now = timezone.now().astimezone(place.user.tzinfo)
    return {
        "time": now.isoformat(timespec="minutes"),
        "weekday": now.strftime("%A"),
        "time_zone": place.user.time_zone,
    }


# ------------------------------------------------------------------------------------------------ all of them


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what the model is told of it, what it takes and what it does."""

    name: str
    description: str
    takes: type[_Arguments]
    act: Callable[[Place, Any], dict[str, Any]]


TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "start_task", "Start a task that takes several steps. One runs at a time.", StartTask, start_task
        ),
        Tool("complete_step", "Mark a step of the running task as done.", CompleteStep, complete_step),
        Tool(
            "finish_task", "End the running task as done; its outcome is remembered.", FinishTask, finish_task
        ),
        Tool("drop_task", "Give the running task up.", Nothing, drop_task),
        Tool("search_memories", "Look into what is remembered of the person.", Search, search_memories),
        Tool("search_messages", "Look for words in the person's past messages.", Search, search_messages),
        Tool("remember", "Save what the person asks to be remembered.", Remember, remember),
        Tool("forget", "Forget one memory that the person asks to be forgotten.", Forget, forget),
        Tool("current_time", "Date and time where the person is.", Nothing, current_time),
    )
}
