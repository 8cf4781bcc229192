"""The API of a conversation's task, and of the tools that a reply has used."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from chat import task_texts, working
from chat.api.views import ConversationView
from chat.models import Message, Task, TaskStep, ToolCall
from memoryhub.api_views import PagedView, StrictSerializer, Text

#: Characters of a result that are read; it is shortened before it is kept.
_READ_LIMIT = 100_000

# ------------------------------------------------------------------------------------------------ what is given


class StepSerializer(serializers.ModelSerializer[TaskStep]):
    """A step of a task; ``position`` counts from 1."""

    done = serializers.SerializerMethodField()

    class Meta:
        model = TaskStep
        fields = ["position", "text", "result", "done", "done_at"]
        read_only_fields = fields

    def get_done(self, step: TaskStep) -> bool:
        return step.done_at is not None


class TaskSerializer(serializers.ModelSerializer[Task]):
    """A task; ``current`` is the position of the step to do, null when all are done."""

    current = serializers.SerializerMethodField()
    steps = StepSerializer(many=True)

    class Meta:
        model = Task
        fields = ["id", "goal", "status", "outcome", "current", "steps", "created_at", "ended_at"]
        read_only_fields = fields

    def get_current(self, task: Task) -> int | None:
        return next((step.position for step in task.steps.all() if step.done_at is None), None)


class RunningTaskSerializer(serializers.Serializer[Any]):
    """The task that runs in the conversation, or null."""

    task = TaskSerializer(allow_null=True)


class ToolCallSerializer(serializers.ModelSerializer[ToolCall]):
    """One use of a tool; secrets in it are masked."""

    arguments = serializers.DictField()

    class Meta:
        model = ToolCall
        fields = ["id", "name", "arguments", "result", "error", "took_ms", "created_at"]
        read_only_fields = fields


# ------------------------------------------------------------------------------------------------ what is taken


class Plan(serializers.ListField):
    """The steps of a plan."""

    child = Text(max_length=task_texts.STEP_LIMIT)

    def __init__(self, **given: Any) -> None:
        super().__init__(min_length=1, max_length=task_texts.STEPS_LIMIT, **given)


class TaskStartSerializer(StrictSerializer):
    """A new task with its plan."""

    goal = Text(max_length=task_texts.GOAL_LIMIT)
    steps = Plan()


class TaskChangeSerializer(StrictSerializer):
    """One change: a step that is done, another plan for what is not done, or the end of the task."""

    step = serializers.IntegerField(
        required=False,
        min_value=1,
        help_text=_("the step that is done; named, doing it twice is doing it once"),
    )
    result = Text(required=False, allow_blank=True, max_length=_READ_LIMIT)
    steps = Plan(required=False, help_text=_("the plan for what is not done yet"))
    status = serializers.ChoiceField(
        choices=[(Task.Status.DONE.value, "done"), (Task.Status.DROPPED.value, "dropped")], required=False
    )
    outcome = Text(required=False, allow_blank=True, max_length=task_texts.OUTCOME_LIMIT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        kinds = [{"step", "result"}, {"steps"}, {"status", "outcome"}]
        given = [kind for kind in kinds if kind & attrs.keys()]
        if len(given) != 1:
            raise serializers.ValidationError(
                _("Send one change: step and result, or steps, or status and outcome.")
            )
        if "outcome" in attrs and attrs.get("status") != Task.Status.DONE:
            raise serializers.ValidationError({"outcome": _("An outcome goes with the status “done”.")})
        return attrs


# ------------------------------------------------------------------------------------------------ the views


class Conflict(exceptions.APIException):
    """What was asked for does not go with how things stand."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"


_STANDS_AGAINST = (working.RUNNING, working.NO_TASK, working.ALL_DONE, working.FINISHED)


def _done(act: Callable[[], Task]) -> Task:
    """The task after the act; raises Conflict for an act that does not go with how the task stands."""
    try:
        return act()
    except ValidationError as error:
        if getattr(error, "code", None) in _STANDS_AGAINST:
            raise Conflict(" ".join(error.messages), code=error.code) from None
        raise


_CONFLICT = OpenApiResponse(
    description="The conversation's task is not in a state for it; the code says why."
)


class OneTask(ConversationView):
    """The task of a conversation: at most one runs."""

    @extend_schema(operation_id="task_get", responses=RunningTaskSerializer, summary="Get the running task")
    def get(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        task = own.tasks.filter(status=Task.Status.RUNNING).prefetch_related("steps").first()
        return Response({"task": None if task is None else TaskSerializer(task).data})

    @extend_schema(
        operation_id="task_start",
        request=TaskStartSerializer,
        responses={
            201: TaskSerializer,
            200: OpenApiResponse(TaskSerializer, description="This very task was running already."),
            409: _CONFLICT,
        },
        summary="Start a task",
    )
    def post(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        given = self.body(TaskStartSerializer)
        before = working.running(own.pk)
        task = _done(
            lambda: working.task_start(
                user=self.person, conversation_id=own.pk, goal=given["goal"], plan=given["steps"]
            )
        )
        known = before is not None and before.id == task.pk
        return Response(
            TaskSerializer(task).data, status=status.HTTP_200_OK if known else status.HTTP_201_CREATED
        )

    @extend_schema(
        operation_id="task_change",
        request=TaskChangeSerializer,
        responses={200: TaskSerializer, 409: _CONFLICT},
        summary="Complete a step, change the plan, or end the task",
    )
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        given = self.body(TaskChangeSerializer)
        place: dict[str, Any] = {"user": self.person, "conversation_id": own.pk}
        if given.get("status") == Task.Status.DROPPED:
            task = _done(lambda: working.task_drop(**place))
        elif "status" in given:
            task = _done(lambda: working.task_finish(**place, outcome=given.get("outcome", "")))
        elif "steps" in given:
            task = _done(lambda: working.plan_change(**place, steps=given["steps"]))
        else:
            step, result = given.get("step"), given.get("result", "")
            task = _done(lambda: working.step_complete(**place, step=step, result=result))
        return Response(TaskSerializer(task).data)

    @extend_schema(operation_id="task_drop", responses={204: None, 409: _CONFLICT}, summary="Drop the task")
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        _done(lambda: working.task_drop(user=self.person, conversation_id=own.pk))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ToolCalls(PagedView, ConversationView):
    """The tools that a reply has used, in the order of their use."""

    @extend_schema(
        operation_id="messages_tools",
        responses=ToolCallSerializer(many=True),
        summary="List the tools that a reply has used",
    )
    def get(self, request: Request, conversation_id: UUID, message_id: UUID) -> Response:
        message = Message.objects.filter(conversation=self.own(conversation_id), pk=message_id).first()
        if message is None:
            raise Http404
        rows = message.tool_calls.order_by("created_at", "pk")
        return self.paged(rows, lambda page: ToolCallSerializer(page, many=True).data)
