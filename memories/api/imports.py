"""The API of lists that come from elsewhere."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.import_forms import FILE_LIMIT, SOURCES, trouble
from memories.imports import reading, running
from memories.models import Import
from memoryhub.api_views import ApiView, StrictSerializer, Text


class ListSerializer(StrictSerializer):
    """A list as text: lines as ChatGPT or Claude show them, mem0's JSON, or an own export."""

    text = Text(max_length=FILE_LIMIT, trim_whitespace=False)
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=[(name, name) for name in SOURCES], required=False
    )
    dry_run = serializers.BooleanField(required=False)


class ListLineSerializer(serializers.Serializer[Any]):
    """A statement: its line, what would be remembered, and "new", "waits", "known", or why it stays out."""

    line = serializers.IntegerField()
    content = serializers.CharField()
    said_on = serializers.CharField()
    state = serializers.CharField()


class ListImportSerializer(serializers.Serializer[Any]):
    """What came of a list; ``waiting`` are in the inbox, ``reasons`` are by line, ``lines`` are of a dry run."""

    id = serializers.UUIDField(allow_null=True)
    state = serializers.ChoiceField(choices=Import.State.choices)
    format = serializers.CharField()
    total = serializers.IntegerField()
    imported = serializers.IntegerField()
    waiting = serializers.IntegerField()
    known = serializers.IntegerField()
    skipped = serializers.IntegerField()
    reasons = serializers.DictField(child=serializers.CharField())
    lines = ListLineSerializer(many=True)


def _shown(run: Import, lines: list[running.Line] | None = None) -> Response:
    names = ("state", "format", "total", "imported", "waiting", "known", "skipped", "reasons")
    shown = {name: getattr(run, name) for name in names} | {
        "id": None if lines else run.pk,
        "lines": lines or [],
    }
    return Response(ListImportSerializer(shown).data)


class Lists(ApiView):
    """Memories from elsewhere."""

    @extend_schema(
        operation_id="import_list",
        request=ListSerializer,
        responses=ListImportSerializer,
        summary="Import a list of ChatGPT's, Claude's or mem0's",
    )
    def post(self, request: Request) -> Response:
        wanted = self.body(ListSerializer)
        user = self.person
        try:
            run = running.preview(user=user, text=wanted["text"], label=wanted.get("source", ""))
        except reading.Unreadable as error:
            raise serializers.ValidationError({"text": [trouble(error.code)]}) from None
        if wanted.get("dry_run"):
            lines = running.lines(user=user, run=run)
            run.delete()
            return _shown(run, lines)
        running.begin(user=user, import_id=run.pk)
        running.take(import_id=run.pk)
        return _shown(running.import_get(user=user, import_id=run.pk))


class OneList(ApiView):
    """One import of a list."""

    not_found = (running.ImportNotFound,)

    @extend_schema(
        operation_id="import_list_get", responses=ListImportSerializer, summary="Get what came of an import"
    )
    def get(self, request: Request, import_id: UUID) -> Response:
        return _shown(running.import_get(user=self.person, import_id=import_id))
