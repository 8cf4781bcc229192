"""What can be done in the side panel of a chat, and the sentence that says it was done. The services do it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from chat import kept, panel, working
from chat.models import Conversation, Message, Pin, Task
from chat.state.update import KEYS, State
from memoryhub.models import User

#: What a form sends besides `act`, by name.
Given = Mapping[str, list[str]]


class NothingThere(Exception):
    """There is no such act, or nothing in this conversation that it could be done to."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, and the form that takes it back, or nothing."""

    sentence: str
    undo: Given = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _At:
    """Whose conversation it is, and what was sent."""

    user: User
    conversation: Conversation
    sent: QueryDict

    def text(self, name: str) -> str:
        return self.sent.get(name, "") or ""

    def lines(self, name: str) -> list[str]:
        """The lines that are not empty."""
        return [
            line.strip() for text in self.sent.getlist(name) for line in text.splitlines() if line.strip()
        ]

    def whole(self, name: str) -> int | None:
        text = self.text(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def act(*, user: User, conversation: Conversation, sent: QueryDict) -> Done:
    """Do what a form of the panel says; raises NothingThere, ConversationNotFound or ValidationError."""
    do = ACTS.get(sent.get("act", "") or "")
    if do is None:
        raise NothingThere
    return do(_At(user, conversation, sent))


# ------------------------------------------------------------------------------------------------ the task


def _task_start(at: _At) -> Done:
    working.task_start(
        user=at.user, conversation_id=at.conversation.pk, goal=at.text("goal"), plan=at.lines("plan")
    )
    return Done(_("The task is started. The assistant follows its plan."))


def _step_done(at: _At) -> Done:
    task = working.step_complete(
        user=at.user, conversation_id=at.conversation.pk, result=at.text("result"), step=at.whole("step")
    )
    after = working.shown(task)
    if after.current is None:
        return Done(_("Done. That was the last step; finish the task when nothing else is to do."))
    following = next(step for step in after.steps if step.position == after.current)
    return Done(_("Done. Next: %(step)s") % {"step": following.text})


def _plan_change(at: _At) -> Done:
    before = working.running(at.conversation.pk)
    working.plan_change(user=at.user, conversation_id=at.conversation.pk, steps=at.lines("steps"))
    rest = [step.text for step in before.steps if not step.done] if before else []
    undo = {"act": ["plan-change"], "steps": ["\n".join(rest)]} if rest else {}
    return Done(_("The plan is changed."), undo)


def _task_finish(at: _At) -> Done:
    task = working.task_finish(user=at.user, conversation_id=at.conversation.pk, outcome=at.text("outcome"))
    if panel.remembered(user=at.user, task_id=task.pk) is None:
        return Done(_("The task is finished. Learning is off, so its outcome was not remembered."))
    return Done(_("The task is finished, and its outcome is remembered."))


def _task_drop(at: _At) -> Done:
    task = working.task_drop(user=at.user, conversation_id=at.conversation.pk)
    return Done(
        _("The task is dropped. Nothing of it is remembered."),
        {"act": ["task-again"], "task": [str(task.pk)]},
    )


def _task_again(at: _At) -> Done:
    """A task that was dropped goes on where it was: a new one with the same plan and results."""
    try:
        task_id = UUID(at.text("task"))
    except ValueError:
        raise NothingThere from None
    dropped = Task.objects.filter(
        pk=task_id, conversation=at.conversation, status=Task.Status.DROPPED
    ).first()
    if dropped is None:
        raise NothingThere
    before = working.shown(dropped)
    own_id = at.conversation.pk
    with transaction.atomic():
        plan = [step.text for step in before.steps]
        working.task_start(user=at.user, conversation_id=own_id, goal=before.goal, plan=plan)
        for step in before.steps:
            if step.done:
                working.step_complete(
                    user=at.user, conversation_id=own_id, result=step.result, step=step.position
                )
    return Done(_("The task goes on where it was."))


# ------------------------------------------------------------------------------------------------ conditions


def _pin_add(at: _At) -> Done:
    with transaction.atomic():
        pin = kept.pin_add(user=at.user, conversation_id=at.conversation.pk, text=at.text("text"))
        _bring_back_source(at, pin)
    undo = {"act": ["pin-remove"], "pin": [str(pin.pk)]}
    return Done(_("Kept for this chat: “%(text)s”") % {"text": pin.text}, undo)


def _bring_back_source(at: _At, pin: Pin) -> None:
    """A condition that comes back stands beneath its message again, where its words are still there."""
    start = at.whole("start")
    if pin.message_id is not None or start is None:
        return
    said = Message.objects.filter(conversation=at.conversation, role=Message.Role.USER)
    try:
        message = said.filter(pk=UUID(at.text("message"))).first()
    except ValueError:
        return
    end = start + len(pin.text)
    if message is None or message.text[start:end] != pin.text:
        return
    if not Pin.objects.filter(message=message, start=start).exists():
        Pin.objects.filter(pk=pin.pk).update(message=message, start=start, end=end)


def _pin_remove(at: _At) -> Done:
    pin_id = at.whole("pin")
    if pin_id is None:
        raise NothingThere
    pin = Pin.objects.filter(conversation=at.conversation, pk=pin_id).first()
    kept.pin_remove(user=at.user, conversation_id=at.conversation.pk, pin_id=pin_id)
    if pin is None:
        return Done(_("It was removed already."))
    undo = {"act": ["pin-add"], "text": [pin.text]}
    if pin.message_id is not None:
        undo |= {"message": [str(pin.message_id)], "start": [str(pin.start)]}
    return Done(_("This holds no more: “%(text)s”") % {"text": pin.text}, undo)


# ------------------------------------------------------------------------------------------------ what it is about


def _state_edit(at: _At) -> Done:
    key = at.text("key")
    if key not in KEYS:
        raise NothingThere
    before = _values(at, key)
    values = at.lines("values")
    if not values:
        raise ValidationError(_("Write what holds, or remove it."), code="empty")
    kept.state_edit(user=at.user, conversation_id=at.conversation.pk, key=key, values=values)
    undo = _back_to(key, before) if before else {"act": ["state-remove"], "key": [key]}
    return Done(_("Changed. The assistant goes by it from now on."), undo)


def _values(at: _At, key: str) -> list[str]:
    return [entry.value for entry in State.from_json(at.conversation.state).entries if entry.key == key]


def _back_to(key: str, values: list[str]) -> Given:
    return {"act": ["state-edit"], "key": [key], "values": ["\n".join(values)]}


def _state_remove(at: _At) -> Done:
    key = at.text("key")
    if key not in KEYS:
        raise NothingThere
    before = _values(at, key)
    kept.state_edit(user=at.user, conversation_id=at.conversation.pk, key=key, values=[])
    if not before:
        return Done(_("It was removed already."))
    return Done(_("Removed: %(label)s.") % {"label": KEYS[key]}, _back_to(key, before))


# ------------------------------------------------------------------------------------------------ older turns


def _compressor(at: _At) -> Done:
    kept.compressor_choose(user=at.user, conversation_id=at.conversation.pk, name=at.text("name"))
    return Done(_("Older turns of this chat are shortened that way from now on."))


ACTS: Mapping[str, Callable[[_At], Done]] = {
    "task-start": _task_start,
    "step-done": _step_done,
    "plan-change": _plan_change,
    "task-finish": _task_finish,
    "task-drop": _task_drop,
    "task-again": _task_again,
    "pin-add": _pin_add,
    "pin-remove": _pin_remove,
    "state-edit": _state_edit,
    "state-remove": _state_remove,
    "compressor": _compressor,
}
