"""The API of the knowledge base: documents and their passages."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import exceptions, serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from memories.knowledge import documents, files, shelf
from memories.models import Chunk, Document
from memoryhub.api_views import PagedView, StrictSerializer


class ProgressSerializer(serializers.Serializer[Any]):
    """How many passages are embedded; without that, a passage is found by its words alone."""

    state = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()


class DocumentSerializer(serializers.ModelSerializer[Document]):
    """A document; ``shared`` ones are read for everybody."""

    shared = serializers.SerializerMethodField()
    passages = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Document
        fields = [
            "id",
            "title",
            "media_type",
            "size",
            "shared",
            "passages",
            "progress",
            "created_at",
            "updated_at",
        ]
        read_only_fields = fields

    def get_shared(self, document: Document) -> bool:
        return document.owner_id is None

    def get_passages(self, document: Document) -> int:
        known = getattr(document, "passages", None)
        return int(document.chunks.count() if known is None else known)

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, document: Document) -> dict[str, Any]:
        return dict(ProgressSerializer(shelf.progress(document)).data)


class PassageSerializer(serializers.ModelSerializer[Chunk]):
    """A passage as it stands in its document; ``heading`` is the way of headings to it."""

    class Meta:
        model = Chunk
        fields = ["position", "heading", "page", "text"]
        read_only_fields = fields


class UploadSerializer(StrictSerializer):
    """A file to be read."""

    file = serializers.FileField(allow_empty_file=True)
    title = serializers.CharField(required=False, allow_blank=True, max_length=files.TITLE_CHARACTERS)
    shared = serializers.BooleanField(required=False, default=False)


class ReplaceSerializer(StrictSerializer):
    """The file that takes the place of the former one."""

    file = serializers.FileField(allow_empty_file=True)


class DocumentView(PagedView):
    """Whatever concerns documents."""

    parser_classes = [MultiPartParser]
    not_found = (documents.DocumentNotFound,)

    def taken(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The form's values, its file as ``name`` and ``data``; raises ValidationError for one that is refused."""
        values = self.body(serializer)
        upload = values.pop("file")
        try:
            files.check_size(upload.size or 0)
        except files.BadFile as refused:
            raise exceptions.ValidationError({"file": [refused.sentence]}) from None
        return {**values, "name": upload.name or "", "data": upload.read()}


class Documents(DocumentView):
    """What the person may read."""

    @extend_schema(
        operation_id="documents_list",
        responses=DocumentSerializer(many=True),
        summary="List documents, the person's own and the shared ones",
    )
    def get(self, request: Request) -> Response:
        rows = shelf.document_list(user=self.person)
        return self.paged(rows, lambda page: DocumentSerializer(page, many=True).data)

    @extend_schema(
        operation_id="documents_add",
        request={"multipart/form-data": UploadSerializer},
        responses={201: DocumentSerializer},
        summary="Upload a Markdown, text, HTML or PDF file; only staff may share it with all",
    )
    def post(self, request: Request) -> Response:
        try:
            added = documents.document_add(user=self.person, **self.taken(UploadSerializer))
        except files.BadFile as refused:
            raise exceptions.ValidationError({"file": [refused.sentence]}) from None
        except documents.NotForAll:
            raise exceptions.PermissionDenied from None
        return Response(DocumentSerializer(added).data, status=status.HTTP_201_CREATED)


class OneDocument(DocumentView):
    """One document."""

    @extend_schema(operation_id="documents_get", responses=DocumentSerializer, summary="Get a document")
    def get(self, request: Request, document_id: UUID) -> Response:
        found = documents.document_get(user=self.person, document_id=document_id)
        return Response(DocumentSerializer(found).data)

    @extend_schema(
        operation_id="documents_replace",
        request={"multipart/form-data": ReplaceSerializer},
        responses=DocumentSerializer,
        summary="Replace a document's file; nothing is left of the former one",
    )
    def put(self, request: Request, document_id: UUID) -> Response:
        documents.document_changeable(user=self.person, document_id=document_id)
        try:
            changed = documents.document_replace(
                user=self.person, document_id=document_id, **self.taken(ReplaceSerializer)
            )
        except files.BadFile as refused:
            raise exceptions.ValidationError({"file": [refused.sentence]}) from None
        return Response(DocumentSerializer(changed).data)

    @extend_schema(
        operation_id="documents_delete", responses={204: None}, summary="Delete a document for good"
    )
    def delete(self, request: Request, document_id: UUID) -> Response:
        documents.document_delete(user=self.person, document_id=document_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Passages(DocumentView):
    """The passages of a document."""

    @extend_schema(
        operation_id="documents_passages",
        responses=PassageSerializer(many=True),
        summary="List a document's passages in their order",
    )
    def get(self, request: Request, document_id: UUID) -> Response:
        found = documents.document_get(user=self.person, document_id=document_id)
        rows = shelf.passage_list(document=found)
        return self.paged(rows, lambda page: PassageSerializer(page, many=True).data)
