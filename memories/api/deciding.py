"""The API of what a person decides: the inbox, what was declined, and the switches."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from memories import inbox, selectors, services
from memories.api import deciding_serializers as shapes
from memories.api.serializers import MemorySerializer
from memories.api.views import MemoryView
from memories.kinds import MemoryStatus
from memories.passed_over import passed_over
from memoryhub.api_views import ApiView, PagedView


class Inbox(PagedView, MemoryView):
    """What waits for the person's yes or no."""

    @extend_schema(
        operation_id="inbox_list",
        responses=shapes.WaitingSerializer(many=True),
        summary="List what waits for a decision, by what it waits for",
    )
    def get(self, request: Request) -> Response:
        rows = selectors.memory_list(user=self.person, status=MemoryStatus.PENDING).order_by(*inbox.ORDER)
        return self.paged(rows, lambda page: shapes.WaitingSerializer(page, many=True).data)

    @extend_schema(
        operation_id="inbox_decide",
        request=shapes.DecisionSerializer,
        responses=shapes.DecidedSerializer,
        summary="Confirm or reject several at once, or none if one of them is not there",
    )
    def post(self, request: Request) -> Response:
        wanted = self.body(shapes.DecisionSerializer)
        decide = services.memory_confirm if wanted["act"] == "confirm" else services.memory_reject
        changed = decide(user=self.person, memory_ids=shapes.ids_of(wanted))
        waiting = selectors.memory_counts(user=self.person)[MemoryStatus.PENDING]
        return Response({"changed": changed, "waiting": waiting})


class Declined(ApiView):
    """What was said and not remembered."""

    @extend_schema(
        operation_id="declined_list",
        parameters=[shapes.DeclinedQuery],
        responses=shapes.DeclinedPageSerializer,
        summary="List what was not remembered, with the reason",
    )
    def get(self, request: Request) -> Response:
        found = passed_over(user=self.person, before=self.query(shapes.DeclinedQuery).get("before"))
        return Response(shapes.DeclinedPageSerializer(found).data)


class RememberDeclined(MemoryView):
    """After all."""

    @extend_schema(
        operation_id="declined_remember",
        request=None,
        responses={
            201: MemorySerializer,
            200: OpenApiResponse(MemorySerializer, description="It was remembered already."),
        },
        summary="Remember after all what was declined at this place of a message",
    )
    def post(self, request: Request, message_id: UUID, start: int) -> Response:
        began = timezone.now()
        memory = services.declined_remember(user=self.person, message_id=message_id, start=start)
        new = memory.created_at >= began
        return Response(self.shown(memory.pk), status=status.HTTP_201_CREATED if new else status.HTTP_200_OK)


class Switches(ApiView):
    """The person's switches."""

    @extend_schema(
        operation_id="settings_get", responses=shapes.SettingsSerializer, summary="Get the switches"
    )
    def get(self, request: Request) -> Response:
        return Response(shapes.SettingsSerializer(services.settings_get(user=self.person)).data)

    @extend_schema(
        operation_id="settings_set",
        request=shapes.SwitchesSerializer,
        responses=shapes.SettingsSerializer,
        summary="Set switches; what waits for a consent that is given or refused is decided with it",
    )
    def patch(self, request: Request) -> Response:
        change = services.settings_change(user=self.person, **self.body(shapes.SwitchesSerializer))
        return Response(shapes.SettingsSerializer(change.settings).data)
