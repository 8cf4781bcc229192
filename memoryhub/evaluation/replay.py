"""Plays scenarios through the services that the web socket and the REST API use, and checks what they leave behind."""

import re
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import connection
from django.db.models import Max
from django.utils import translation

from chat import answer, folding, temporary, temporary_turn, turn, working
from chat import services as conversations
from chat.models import Conversation
from chat.temporary import TemporaryChat
from memories import capture
from memories import services as memories
from memories.kinds import MemoryStatus
from memories.models import CaptureRun, Memory, ProfileLine
from memories.upkeep import nightly
from memories.upkeep.episodes import writing as episodes
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.ai.tokens import count_messages
from memoryhub.evaluation import checks, scenario
from memoryhub.evaluation.sandbox import Clock, Sandbox
from memoryhub.models import User

_FINDS = {
    "forget": (MemoryStatus.ACTIVE, MemoryStatus.PENDING, MemoryStatus.SUPERSEDED),
    "restore": (MemoryStatus.ARCHIVED, MemoryStatus.FORGOTTEN),
    "confirm": (MemoryStatus.PENDING,),
    "reject": (MemoryStatus.PENDING, MemoryStatus.ACTIVE),
    "pin": (MemoryStatus.ACTIVE,),
    "unpin": (MemoryStatus.ACTIVE,),
    "edit": (MemoryStatus.ACTIVE, MemoryStatus.PENDING),
}


class StepError(Exception):
    """A step could not be carried out; the case fails with this sentence."""


@dataclass(slots=True)
class Result:
    """What became of one case."""

    case: scenario.Case
    failures: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures


def replay(cases: Sequence[scenario.Case], *, place: Sandbox) -> Iterator[Result]:
    """One result a case, in order. A case that breaks fails alone."""
    for case in cases:
        place.empty()
        result = Result(case)
        model = ScriptedModel() if case.llm == "scripted" else None
        with Clock(case.clock) as clock, use_language_model(model), translation.override("en"):
            player = Player(case=case, clock=clock, place=place, model=model, failures=result.failures)
            try:
                player.play(case.steps)
                player.check(case.expect)
            except StepError as error:
                result.failures.append(str(error))
            except Exception as error:  # one broken case must not hide the others
                result.failures.append(f"{type(error).__name__}: {error}")
        yield result


class Player:
    """Carries out the steps of one case. Each thread of a ``parallel`` step has one of its own, with its own place."""

    def __init__(
        self,
        *,
        case: scenario.Case,
        clock: Clock,
        place: Sandbox,
        model: ScriptedModel | None,
        failures: list[str],
        people: dict[str, User] | None = None,
        threads: dict[uuid.UUID, Conversation | TemporaryChat] | None = None,
        user: User | None = None,
    ) -> None:
        self.case, self.clock, self.place, self.model, self.failures = case, clock, place, model, failures
        self.people = people if people is not None else {}
        self.threads = threads if threads is not None else {}
        self.user = user or self._person("")
        self.doors: dict[type, Callable[..., None]] = {
            scenario.Say: self._say,
            scenario.NewConversation: self._new_conversation,
            scenario.EndConversation: self._end_conversation,
            scenario.As: self._as,
            scenario.Wait: self._wait,
            scenario.Upkeep: self._upkeep,
            scenario.System: self._system,
            scenario.Tool: self._tool,
            scenario.StartTask: self._start_task,
            scenario.StepDone: self._step_done,
            scenario.TaskDone: self._task_done,
            scenario.Act: self._act,
            scenario.Edit: self._edit,
            scenario.Remember: self._remember,
            scenario.DeleteConversation: self._delete_conversation,
            scenario.Settings: self._settings,
            scenario.Import: self._import,
            scenario.ExportImport: self._export_import,
            scenario.Repeat: self._repeat,
            scenario.Parallel: self._parallel,
        }

    def play(self, steps: Sequence[object]) -> None:
        for step in steps:
            self.doors[type(step)](step)

    # ------------------------------------------------------------------ people and conversations

    def _person(self, name: str) -> User:
        if name not in self.people:
            self.people[name] = User.objects.create_user(
                email=f"{uuid.uuid4().hex}@replay.invalid", name=name, time_zone=self.case.timezone
            )
        return self.people[name]

    @property
    def place_to_talk(self) -> Conversation | TemporaryChat:
        if self.user.pk not in self.threads:
            self.threads[self.user.pk] = conversations.conversation_create(user=self.user)
        return self.threads[self.user.pk]

    @property
    def conversation(self) -> Conversation:
        if isinstance(here := self.place_to_talk, TemporaryChat):
            raise StepError("a temporary chat cannot do this")
        return here

    def _as(self, step: scenario.As) -> None:
        self.user = self._person(step.name)

    def _new_conversation(self, step: scenario.NewConversation) -> None:
        if step.new_conversation.temporary:
            self.threads[self.user.pk] = temporary.temporary_create(user=self.user)
            return
        self.threads[self.user.pk] = conversations.conversation_create(user=self.user)

    def _end_conversation(self, step: scenario.EndConversation) -> None:
        if isinstance(here := self.place_to_talk, TemporaryChat):
            temporary.temporary_end(user=self.user, chat_id=here.pk)
            return
        conversations.conversation_end(user=self.user, conversation_id=self.conversation.pk)
        self._capture()
        episodes.tell()

    def _delete_conversation(self, step: scenario.DeleteConversation) -> None:
        if isinstance(here := self.place_to_talk, TemporaryChat):
            temporary.temporary_end(user=self.user, chat_id=here.pk)
            del self.threads[self.user.pk]
            return
        conversations.conversation_delete(
            user=self.user,
            conversation_id=self.conversation.pk,
            forget_learnt=step.delete_conversation.forget_learnt,
        )
        del self.threads[self.user.pk]

    # ------------------------------------------------------------------ what is said

    def _say(self, step: scenario.Say) -> None:
        self.clock.move(timedelta(seconds=1))
        if self.model is not None:
            self.model.load(step.llm or [])
        with ExitStack() as stack:
            if step.assistant is not None:
                stack.enter_context(answer.fixed_reply(step.assistant))
            outcome = self._turn(step.say)
        said = f"say {step.say[:40]!r}"
        if step.recalled is not None:
            recalled = [row.content for row in outcome.recollection.injected]
            self._note(said, checks.recalled_failures(recalled, step.recalled))
        if step.reply is not None:
            self._note(said, checks.text_failures(outcome.reply.text, step.reply, what="reply"))
        if step.window is not None:
            prompt = "\n".join(str(message["content"]) for message in outcome.prompt)
            self._note(said, checks.window_failures(prompt, count_messages(outcome.prompt), step.window))
        if step.capture:  # what a worker does after a turn
            self._capture()
            if isinstance(here := self.place_to_talk, Conversation):
                folding.fold(conversation_id=here.pk)

    def _capture(self) -> None:
        """Captures to the end: what failed is tried again when its time has come, without the clock being moved."""
        capture.run_user(user_id=self.user.pk)
        waiting = CaptureRun.objects.filter(user=self.user, retry_at__isnull=False, finished_at__isnull=True)
        last = None  # a run that another thread holds stays as it is
        while (again := waiting.aggregate(last=Max("retry_at"))["last"]) not in (None, last):
            last = again
            capture.run_user(user_id=self.user.pk, now=again)

    def _turn(self, text: str) -> turn.TurnResult:
        client_id = uuid.uuid4().hex
        if isinstance(here := self.place_to_talk, TemporaryChat):
            return temporary_turn.run_sync(user=self.user, conversation=here, text=text, client_id=client_id)
        return turn.run_sync(user=self.user, conversation=here, text=text, client_id=client_id)

    def _note(self, where: str, failures: list[str]) -> None:
        self.failures.extend(f"{where}: {failure}" for failure in failures)

    def _system(self, step: scenario.System) -> None:
        conversations.message_add(conversation=self.conversation, role="system", text=step.system)

    def _tool(self, step: scenario.Tool) -> None:
        conversations.message_add(
            conversation=self.conversation, role="tool", text=step.tool.result, name=step.tool.name
        )

    def _start_task(self, step: scenario.StartTask) -> None:
        working.task_start(
            user=self.user,
            conversation_id=self.conversation.pk,
            goal=step.task.goal,
            plan=step.task.plan,
        )

    def _step_done(self, step: scenario.StepDone) -> None:
        working.step_complete(
            user=self.user, conversation_id=self.conversation.pk, result=step.step_done.result
        )

    def _task_done(self, step: scenario.TaskDone) -> None:
        working.task_finish(user=self.user, conversation_id=self.conversation.pk)

    # ------------------------------------------------------------------ what the person does

    def _one(self, pattern: str, verb: str) -> Memory:
        rows = Memory.objects.of(self.user).filter(status__in=_FINDS[verb])
        found = [row for row in rows if re.search(pattern, checks.text_of(row))]
        if len(found) != 1:
            raise StepError(f"{verb} {pattern!r}: {len(found) or 'no'} memories match, one is needed")
        return found[0]

    def _act(self, step: scenario.Act) -> None:
        memory = self._one(getattr(step, step.verb), step.verb)
        if step.verb in ("pin", "unpin"):
            getattr(memories, f"memory_{step.verb}")(user=self.user, memory_id=memory.pk)
        else:
            getattr(memories, f"memory_{step.verb}")(user=self.user, memory_ids=[memory.pk])

    def _edit(self, step: scenario.Edit) -> None:
        memory = self._one(step.edit.match, "edit")
        memories.memory_edit(user=self.user, memory_id=memory.pk, content=step.edit.content)

    def _remember(self, step: scenario.Remember) -> None:
        memories.memory_remember(user=self.user, content=step.remember.content, type=step.remember.type)

    def _settings(self, step: scenario.Settings) -> None:
        memories.settings_update(user=self.user, **step.settings.model_dump(exclude_none=True))

    def _import(self, step: scenario.Import) -> None:
        memories.memories_import(
            user=self.user, rows=[row.model_dump(exclude_none=True) for row in step.rows]
        )

    def _export_import(self, step: scenario.ExportImport) -> None:
        exported = memories.memories_export(user=self.user)
        memories.memory_erase_all(user=self.user)
        memories.memories_import(user=self.user, rows=exported["memories"])

    # ------------------------------------------------------------------ time, upkeep, repetition

    def _wait(self, step: scenario.Wait) -> None:
        self.clock.move(step.wait)
        self.place.pass_time(step.wait)

    def _upkeep(self, step: scenario.Upkeep) -> None:
        nightly.run()

    def _repeat(self, step: scenario.Repeat) -> None:
        for _ in range(step.repeat.times):
            self.play(step.repeat.steps)

    def _parallel(self, step: scenario.Parallel) -> None:
        errors: list[str] = []

        def run(steps: Sequence[object]) -> None:
            player = Player(
                case=self.case, clock=self.clock, place=self.place, model=self.model, failures=self.failures,
                people=self.people, threads=dict(self.threads), user=self.user,
            )  # fmt: skip
            try:
                player.play(steps)
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}")
            finally:
                connection.close()

        workers = [threading.Thread(target=run, args=(steps,)) for steps in step.parallel]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if errors:
            raise StepError("; ".join(errors))

    # ------------------------------------------------------------------ what must be left

    def check(self, expect: scenario.Expect, *, name: str | None = None) -> None:
        """Adds what does not hold to the failures."""
        name = expect.user if name is None else name
        user = self.user if name is None else self._person(name)
        rows = list(Memory.objects.of(user).order_by("created_at"))
        failures = checks.memory_failures(rows, expect)
        if expect.nowhere:
            failures += checks.nowhere_failures(self.place.stored(), expect.nowhere)
        if expect.profile is not None:
            lines = ProfileLine.objects.filter(profile__user=user).values_list("text", flat=True)
            failures += checks.text_failures("\n".join(lines), expect.profile, what="profile")
        self.failures.extend(f"{name}: {failure}" if name else failure for failure in failures)
        for other, expected in expect.users.items():
            self.check(expected, name=other)
