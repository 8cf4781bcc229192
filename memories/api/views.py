"""The API of memories. Every answer is of the person who asks."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from memories import profiles, recall, recycle_bin, selectors, services
from memories.api import serializers as shapes
from memories.kinds import MemoryStatus
from memories.recall.types import RecallRequest
from memoryhub.api_views import ApiView, PagedView

#: What the list shows when no status is asked for.
LISTED = [MemoryStatus.PENDING, MemoryStatus.ACTIVE, MemoryStatus.SUPERSEDED, MemoryStatus.ARCHIVED]


class MemoryView(ApiView):
    """Whatever concerns one memory."""

    not_found = (services.MemoryNotFound,)

    def shown(self, memory_id: UUID) -> dict[str, Any]:
        """The memory as it stands now."""
        history = selectors.memory_history(user=self.person, memory_id=memory_id)
        return dict(shapes.MemorySerializer(history.memory).data)


class Memories(PagedView, MemoryView):
    """Everything remembered."""

    @extend_schema(
        operation_id="memories_list",
        parameters=[shapes.MemoryQuery],
        responses=shapes.MemorySerializer(many=True),
        summary="List memories",
    )
    def get(self, request: Request) -> Response:
        wanted = self.query(shapes.MemoryQuery)
        rows = selectors.memory_list(
            user=self.person,
            status=wanted.get("status") or LISTED,
            type=wanted.get("type"),
            q=wanted.get("q", ""),
            slot=wanted.get("slot"),
            source=wanted.get("source"),
            sort=shapes.ORDERINGS[wanted.get("ordering", "-created_at")],
        )
        return self.paged(rows, lambda page: shapes.MemorySerializer(page, many=True).data)

    @extend_schema(
        operation_id="memories_add",
        request=shapes.MemoryAddSerializer,
        responses={
            201: shapes.MemorySerializer,
            200: OpenApiResponse(shapes.MemorySerializer, description="It was remembered already."),
        },
        summary="Remember something",
    )
    def post(self, request: Request) -> Response:
        wanted = self.body(shapes.MemoryAddSerializer)
        began = timezone.now()
        memory = services.memory_remember(user=self.person, **wanted)
        new = memory.created_at >= began
        return Response(self.shown(memory.pk), status=status.HTTP_201_CREATED if new else status.HTTP_200_OK)


class OneMemory(MemoryView):
    """One memory."""

    @extend_schema(operation_id="memories_get", responses=shapes.MemorySerializer, summary="Get a memory")
    def get(self, request: Request, memory_id: UUID) -> Response:
        return Response(self.shown(memory_id))

    @extend_schema(
        operation_id="memories_edit",
        request=shapes.MemoryEditSerializer,
        responses=shapes.MemorySerializer,
        summary="Edit a memory",
    )
    def patch(self, request: Request, memory_id: UUID) -> Response:
        memory = services.memory_get_for_user(user=self.person, memory_id=memory_id)
        wanted = {"content": memory.content} | self.body(shapes.MemoryEditSerializer)
        services.memory_edit(user=self.person, memory_id=memory_id, **wanted)
        return Response(self.shown(memory_id))

    @extend_schema(
        operation_id="memories_delete", responses={204: None}, summary="Forget a memory (as POST …/forget)"
    )
    def delete(self, request: Request, memory_id: UUID) -> Response:
        services.memory_forget(user=self.person, memory_ids=[memory_id])
        return Response(status=status.HTTP_204_NO_CONTENT)


class History(MemoryView):
    """The past of a memory."""

    @extend_schema(
        operation_id="memories_history", responses=shapes.HistorySerializer, summary="Get a memory's history"
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        found = selectors.memory_history(user=self.person, memory_id=memory_id)
        return Response(shapes.HistorySerializer(found).data)


class Act(MemoryView):
    """Something that is done to a memory; done twice, it is done once."""

    operation_id: str
    summary: str

    def do(self, memory_id: UUID) -> None:
        """Does it; raises MemoryNotFound."""
        raise NotImplementedError

    @extend_schema(request=None, responses=shapes.MemorySerializer)
    def post(self, request: Request, memory_id: UUID) -> Response:
        self.do(memory_id)
        return Response(self.shown(memory_id))


class Pin(Act):
    operation_id, summary = "memories_pin", "Pin a memory: the machine leaves it alone"

    def do(self, memory_id: UUID) -> None:
        services.memory_pin(user=self.person, memory_id=memory_id)


class Unpin(Act):
    operation_id, summary = "memories_unpin", "Unpin a memory"

    def do(self, memory_id: UUID) -> None:
        services.memory_unpin(user=self.person, memory_id=memory_id)


class Confirm(Act):
    operation_id, summary = "memories_confirm", "Confirm a memory that waits in the inbox"

    def do(self, memory_id: UUID) -> None:
        services.memory_confirm(user=self.person, memory_ids=[memory_id])


class Reject(Act):
    operation_id, summary = "memories_reject", "Reject a memory that waits in the inbox"

    def do(self, memory_id: UUID) -> None:
        services.memory_reject(user=self.person, memory_ids=[memory_id])


class Restore(Act):
    operation_id, summary = "memories_restore", "Restore a forgotten, archived or rejected memory"

    def do(self, memory_id: UUID) -> None:
        services.memory_restore(user=self.person, memory_ids=[memory_id])


class Forget(MemoryView):
    """Into the recycle bin, and out of every read path."""

    @extend_schema(
        operation_id="memories_forget",
        request=None,
        responses=shapes.ForgottenSerializer,
        summary="Forget a memory",
    )
    def post(self, request: Request, memory_id: UUID) -> Response:
        receipt = services.memory_forget(user=self.person, memory_ids=[memory_id])
        return Response(shapes.ForgottenSerializer(receipt).data)


class Erase(MemoryView):
    """Out of the recycle bin, for good."""

    @extend_schema(
        operation_id="memories_erase",
        request=None,
        responses=shapes.ErasedSerializer,
        summary="Erase a forgotten memory for good",
    )
    def post(self, request: Request, memory_id: UUID) -> Response:
        places = services.memory_erase(user=self.person, memory_ids=[memory_id])
        return Response(shapes.ErasedSerializer({"places": places}).data)


class Receipts(ApiView):
    """What was forgotten and erased."""

    @extend_schema(
        operation_id="receipts",
        responses=shapes.ErasureReceiptSerializer(many=True),
        summary="List the latest receipts of what was forgotten and erased",
    )
    def get(self, request: Request) -> Response:
        return Response(
            shapes.ErasureReceiptSerializer(recycle_bin.receipts(user=self.person), many=True).data
        )


# ------------------------------------------------------------------------------------------------ the rest


class Recall(ApiView):
    """What a message would bring up. Nothing is written: no trace, no access count."""

    @extend_schema(
        operation_id="recall",
        parameters=[shapes.RecallQuery],
        responses=shapes.RecollectionSerializer,
        summary="Recall for a message",
    )
    def get(self, request: Request) -> Response:
        asked = self.query(shapes.RecallQuery)
        found = recall.recall(
            RecallRequest(
                user=self.person,
                query=asked["q"],
                as_of=timezone.now().astimezone(self.person.tzinfo),
                locale=self.person.language or settings.LANGUAGE_CODE,
                trace=False,
            )
        )
        return Response(shapes.RecollectionSerializer(found).data)


class ProfileOfPerson(ApiView):
    """The summary of the person."""

    @extend_schema(operation_id="profile", responses=shapes.ProfileSerializer, summary="Get the profile")
    def get(self, request: Request) -> Response:
        found = profiles.profile_get(user=self.person)
        if found is None or found.switched_off:
            return Response({"written_at": None, "lines": []})
        lines = shapes.ProfileLineSerializer(profiles.profile_lines(user=self.person), many=True).data
        written_at = (
            serializers.DateTimeField().to_representation(found.written_at) if found.written_at else None
        )
        return Response({"written_at": written_at, "lines": lines})


class Export(ApiView):
    """Everything remembered, to take along."""

    @extend_schema(operation_id="export", responses=shapes.ExportSerializer, summary="Export all memories")
    def get(self, request: Request) -> Response:
        return Response(services.memories_export(user=self.person))


class Import(ApiView):
    """What was exported, or rows of one's own."""

    @extend_schema(
        operation_id="import",
        request=shapes.ImportSerializer,
        responses=shapes.ImportedSerializer,
        summary="Import memories",
    )
    def post(self, request: Request) -> Response:
        rows: Sequence[dict[str, Any]] = self.body(shapes.ImportSerializer)["memories"]
        result = services.memories_import(user=self.person, rows=rows)
        return Response(shapes.ImportedSerializer(result).data)
