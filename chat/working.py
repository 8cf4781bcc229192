"""Working memory: a task of a conversation, its goal, plan, current step and results, and how the prompt shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from chat import protocol, services, task_texts, told
from chat.models import Conversation, Task, TaskStep
from memories import services as memory_services
from memoryhub import patterns as re
from memoryhub.ai.tokens import count_tokens, truncate_tokens
from memoryhub.models import User

#: Codes of what does not go with how the task stands.
NO_TASK, RUNNING, ALL_DONE, FINISHED = "no_task", "running", "all_done", "finished"


@dataclass(frozen=True, slots=True)
class StepShown:
    """One step as it stands; ``position`` counts from 1."""

    position: int
    text: str
    result: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class TaskShown:
    """A running task as it stands; ``current`` is the position of the step to do, None when all are done."""

    id: UUID
    goal: str
    steps: tuple[StepShown, ...] = ()
    current: int | None = None


# ------------------------------------------------------------------------------------------------ what is read


def running(conversation_id: UUID) -> TaskShown | None:
    """The task that runs in the conversation, or None. Whose the conversation is, the caller has checked."""
    task = Task.objects.filter(conversation_id=conversation_id, status=Task.Status.RUNNING).first()
    return None if task is None else shown(task)


def shown(task: Task) -> TaskShown:
    """The task with its steps as they stand."""
    steps = tuple(
        StepShown(step.position, step.text, step.result, step.done_at is not None)
        for step in task.steps.order_by("position")
    )
    current = next((step.position for step in steps if not step.done), None)
    return TaskShown(id=task.pk, goal=task.goal, steps=steps, current=current)


def as_json(task: TaskShown) -> dict[str, Any]:
    """The task as the socket and the tools give it."""
    return {
        "id": str(task.id),
        "goal": task.goal,
        "current": task.current,
        "steps": [
            {"position": step.position, "text": step.text, "result": step.result, "done": step.done}
            for step in task.steps
        ],
    }


# ------------------------------------------------------------------------------------------------ what is done


def task_start(*, user: User, conversation_id: UUID | str, goal: str, plan: Sequence[str]) -> Task:
    """The conversation has a running task with this plan; the same one again is the one that runs.

    Raises ConversationNotFound, or ValidationError (code "running" while another runs) with nothing changed.
    """
    goal, plan = task_texts.goal(goal), task_texts.plan(plan)
    with transaction.atomic():
        conversation = _locked(user, conversation_id)
        if (task := _running(conversation)) is not None:
            if task.goal == goal and [step.text for step in task.steps.all()] == plan:
                return task
            raise ValidationError(
                gettext_lazy("A task is running in this conversation already. Finish it or drop it first."),
                code=RUNNING,
            )
        task = Task.objects.create(conversation=conversation, goal=goal)
        _append_steps(task, plan, after=0)
        _tell(task)
    return task


def step_complete(
    *, user: User, conversation_id: UUID | str, result: str = "", step: int | None = None
) -> Task:
    """The step (by its position; the current one by default) is done with this result, and the next one is current.

    A done step keeps its time; another result replaces the one that it has. One that is too long is shortened. The
    last step does not end the task.
    """
    result = task_texts.result(result)
    with transaction.atomic():
        task = _needed(_locked(user, conversation_id))
        row = _step(task, step)
        if row.done_at is not None and (not result or row.result == result):
            return task
        row.result, row.done_at = result, row.done_at or timezone.now()
        row.save(update_fields=["result", "done_at"])
        _tell(task)
    return task


def plan_change(*, user: User, conversation_id: UUID | str, steps: Sequence[str]) -> Task:
    """What is not done yet is replaced by these steps; what is done stays, before them."""
    steps = task_texts.plan(steps)
    with transaction.atomic():
        task = _needed(_locked(user, conversation_id))
        done = list(task.steps.exclude(done_at=None).order_by("position"))
        if len(done) + len(steps) > task_texts.STEPS_LIMIT:
            raise task_texts.too_many_steps()
        rest = list(task.steps.filter(done_at=None).order_by("position").values_list("text", flat=True))
        if rest == steps:
            return task
        task.steps.filter(done_at=None).delete()
        for position, row in enumerate(done, start=1):  # each moves down, to a place that is free
            if row.position != position:
                row.position = position
                row.save(update_fields=["position"])
        _append_steps(task, steps, after=len(done))
        _tell(task)
    return task


def task_finish(*, user: User, conversation_id: UUID | str, outcome: str = "") -> Task:
    """The task is done and gone from the prompt, and its outcome is remembered in the same transaction.

    The one that is done already stays as it is; ValidationError where it was finished with another outcome. Nothing is
    remembered while learning is switched off.
    """
    outcome = task_texts.outcome(outcome)
    ended: list[Task] = []

    def end() -> memory_services.Finished | None:
        conversation = _locked(user, conversation_id)
        ended.clear()
        if (task := _running(conversation)) is None:
            before = _ended_before(conversation, Task.Status.DONE)
            if outcome and outcome != before.outcome:
                raise ValidationError(
                    gettext_lazy(
                        "This task is finished already, with another outcome, which stays as it is."
                    ),
                    code=FINISHED,
                )
            ended.append(before)
            return None
        ended.append(_end(task, Task.Status.DONE, outcome))
        results = task.steps.exclude(result="").order_by("position").values_list("result", flat=True)
        return memory_services.Finished(
            task_id=task.pk, goal=task.goal, results=list(results), outcome=outcome
        )

    services.conversation_get_for_user(user=user, conversation_id=conversation_id)
    memory_services.memory_from_task(user=user, end=end)
    return ended[0]


def task_drop(*, user: User, conversation_id: UUID | str) -> Task:
    """The task is given up and gone from the prompt; nothing is remembered of it. One that was dropped stays so."""
    with transaction.atomic():
        conversation = _locked(user, conversation_id)
        if (task := _running(conversation)) is None:
            return _ended_before(conversation, Task.Status.DROPPED)
        return _end(task, Task.Status.DROPPED, "")


def _end(task: Task, status: Task.Status, outcome: str) -> Task:
    task.status, task.outcome, task.ended_at = status, outcome, timezone.now()
    task.save(update_fields=["status", "outcome", "ended_at"])
    told.on_commit(task.conversation_id, protocol.task_changed(None))
    return task


def _locked(user: User, conversation_id: UUID | str) -> Conversation:
    """The person's conversation, held to the end of the transaction: changes of its task go one after another."""
    own = services.conversation_get_for_user(user=user, conversation_id=conversation_id)
    row = Conversation.objects.select_for_update().filter(pk=own.pk).first()
    if row is None:
        raise services.ConversationNotFound
    row.user = user
    return row


def _running(conversation: Conversation) -> Task | None:
    return Task.objects.filter(conversation=conversation, status=Task.Status.RUNNING).first()


def _needed(conversation: Conversation) -> Task:
    if (task := _running(conversation)) is None:
        raise ValidationError(gettext_lazy("No task is running in this conversation."), code=NO_TASK)
    return task


def _ended_before(conversation: Conversation, status: Task.Status) -> Task:
    """The conversation's latest task, which has ended this way already; raises ValidationError for another."""
    task = Task.objects.filter(conversation=conversation).order_by("-created_at", "-pk").first()
    return task if task is not None and task.status == status else _needed(conversation)


def _step(task: Task, position: int | None) -> TaskStep:
    if position is None:
        row = task.steps.filter(done_at=None).order_by("position").first()
        if row is None:
            raise ValidationError(
                gettext_lazy("Every step of this task is done. Finish the task, or add steps to its plan."),
                code=ALL_DONE,
            )
        return row
    row = task.steps.filter(position=position).first()
    if row is None:
        raise ValidationError(gettext_lazy("The task has no such step."), code="no_step")
    return row


def _append_steps(task: Task, texts: Sequence[str], *, after: int) -> None:
    TaskStep.objects.bulk_create(
        TaskStep(task=task, position=position, text=text)
        for position, text in enumerate(texts, start=after + 1)
    )


def _tell(task: Task) -> None:
    told.on_commit(task.conversation_id, protocol.task_changed(as_json(shown(task))))


# ------------------------------------------------------------------------------------------------ in the prompt (pure)

ELLIPSIS = "…"
#: To how many tokens results, then steps that wait, are shortened, the oldest first, until all fits.
_RESULT_STEPS, _TEXT_STEPS = (120, 48, 16, 0), (24, 8)
_BLOCK = re.compile(r"<(?=\s*/?\s*[A-Za-z])")


def text_of(task: TaskShown, *, limit_tokens: int, locale: str) -> str:
    """Goal and numbered steps, each on a line with its mark, results beside the done ones; without delimiting tags.

    Within ``limit_tokens`` by shortening, with a visible "…": first results, the oldest first, then steps that are done
    and steps that wait. The goal and the current step are never shortened, and may alone be more than the limit.
    """
    with translation.override(locale):
        return _Block(task).fitted(limit_tokens)


class _Block:
    """The lines of a task, with what has been shortened of them so far."""

    def __init__(self, task: TaskShown) -> None:
        self._task = task
        self._texts = {step.position: _plain(step.text) for step in task.steps}
        self._results = {step.position: _plain(step.result) for step in task.steps if step.result}
        self._left_out: set[int] = set()
        self._counts: dict[str, int] = {}

    def fitted(self, limit: int) -> str:
        done = [step.position for step in self._task.steps if step.done]
        waiting = [
            step.position
            for step in self._task.steps
            if not step.done and step.position != self._task.current
        ]
        if self._tokens() <= limit:
            return self.text()
        for tokens in _RESULT_STEPS:
            for position in done:
                if position in self._results:
                    self._results[position] = _shortened(self._results[position], tokens)
                    if self._tokens() <= limit:
                        return self.text()
        for tokens in _TEXT_STEPS:
            for position in [*done, *reversed(waiting)]:
                self._texts[position] = _shortened(self._texts[position], tokens)
                if self._tokens() <= limit:
                    return self.text()
        for position in [*done, *reversed(waiting)]:
            self._left_out.add(position)
            if self._tokens() <= limit:
                break
        return self.text()

    def _tokens(self) -> int:
        """Counted by line, with a token for each line break: never less than the whole has."""
        total = 0
        for line in self._lines():
            if line not in self._counts:
                self._counts[line] = count_tokens(line) + 1
            total += self._counts[line]
        return total

    def text(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> list[str]:
        lines = [_("Task under way: %(goal)s") % {"goal": _plain(self._task.goal)}]
        gap = False
        for step in self._task.steps:
            if step.position in self._left_out:
                if not gap:
                    lines.append(ELLIPSIS)
                gap = True
                continue
            gap = False
            lines.append(self._line(step))
        if self._task.current is None:
            lines.append(
                _("All steps are done; the task itself is still open until it is finished or dropped.")
            )
        return lines

    def _line(self, step: StepShown) -> str:
        text = self._texts[step.position]
        if step.done:
            # Outside the f-string: makemessages does not look into one.
            done = pgettext("a step of a task", "done: %(step)s") % {"step": text}
            line = f"{step.position}. ✓ {done}"
            result = self._results.get(step.position)
            return f"{line} ⇒ {result}" if result else line
        if step.position == self._task.current:
            current = pgettext("a step of a task", "current: %(step)s") % {"step": text}
            return f"{step.position}. → {current}"
        return f"{step.position}. ○ {text}"


def _plain(text: str) -> str:
    """One line that can neither open nor close a block of the prompt's."""
    return _BLOCK.sub("‹", " ".join(text.split()))


def _shortened(text: str, tokens: int) -> str:
    """The text's beginning in so many tokens and a mark of what is left out."""
    if count_tokens(text) <= tokens:
        return text
    return truncate_tokens(text.removesuffix(ELLIPSIS), limit=tokens).rstrip() + ELLIPSIS
