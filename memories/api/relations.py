"""The API of what memories connect: read alone, for a relation comes and goes with its memory."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memories.graph import drawing
from memories.kinds import EntityKind
from memories.models import Entity, Relation
from memoryhub.api_views import PagedView, StrictSerializer


class EndSerializer(serializers.Serializer[Any]):
    """One that a relation connects: ``relation`` to the person; ``name`` as current memories tell it, or empty."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=EntityKind.choices)
    relation = serializers.CharField()
    name = serializers.CharField()


class RelationSerializer(serializers.Serializer[Any]):
    """A relation, told by one memory: "subject has object as its ``predicate``", or "subject ``predicate`` object"."""

    id = serializers.IntegerField()
    subject = EndSerializer()
    predicate = serializers.CharField()
    object = EndSerializer()
    memory = serializers.UUIDField()
    created_at = serializers.DateTimeField()


class RelationQuery(StrictSerializer):
    """Which relations."""

    memory = serializers.UUIDField(required=False)
    entity = serializers.IntegerField(required=False, min_value=1)


class Relations(PagedView):
    """What the memories of now connect."""

    @extend_schema(
        operation_id="relations_list",
        parameters=[RelationQuery],
        responses=RelationSerializer(many=True),
        summary="List what memories connect, the latest first",
    )
    def get(self, request: Request) -> Response:
        wanted = self.query(RelationQuery)
        rows = drawing.relation_list(
            user=self.person,
            now=timezone.now(),
            memory_id=wanted.get("memory"),
            entity_id=wanted.get("entity"),
        )
        return self.paged(rows, self._shown)

    def _shown(self, rows: Sequence[Relation]) -> list[Any]:
        ids = {pk for row in rows for pk in (row.subject_id, row.object_id)}
        names = drawing.names(user=self.person, entity_ids=ids)
        return [
            {
                "id": row.pk,
                "subject": _end(row.subject, names),
                "predicate": row.predicate,
                "object": _end(row.object, names),
                "memory": str(row.memory_id),
                "created_at": serializers.DateTimeField().to_representation(row.created_at),
            }
            for row in rows
        ]


def _end(entity: Entity, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "id": entity.pk,
        "kind": entity.kind,
        "relation": entity.relation,
        "name": names.get(entity.pk, ""),
    }
