"""What the API takes and gives of memories."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memories.kinds import (
    Actor,
    DatePrecision,
    ErasureAct,
    ForgottenReason,
    MemoryStatus,
    MemoryType,
    SourceKind,
)
from memories.models import Entity, Memory, MemoryEvent, MemorySource, MemoryVersion
from memories.selectors import MemoryHistory, SourceWords
from memories.transfer import FORMAT, VERSION
from memoryhub.api_views import StrictSerializer, Text

#: Rows of one import.
IMPORT_LIMIT = 5_000

ORDERINGS = {
    "-created_at": "-created",
    "created_at": "created",
    "-access_count": "-used",
    "-last_accessed_at": "-last_used",
    "-confidence": "-confidence",
}


# ------------------------------------------------------------------------------------------------ what is given


class SubjectSerializer(serializers.ModelSerializer[Entity]):
    """Whom or what a memory is about."""

    class Meta:
        model = Entity
        fields = ["kind", "relation", "name"]


class SourceSerializer(serializers.ModelSerializer[MemorySource]):
    """Where a memory comes from; ``start`` and ``end`` are the supporting words' place in the message."""

    message = serializers.UUIDField(source="message_id", allow_null=True)
    conversation = serializers.SerializerMethodField()

    class Meta:
        model = MemorySource
        fields = ["kind", "conversation", "message", "role", "start", "end", "label", "said_at"]

    def get_conversation(self, source: MemorySource) -> UUID | None:
        return source.message.conversation_id if source.message is not None else None


class MemorySerializer(serializers.ModelSerializer[Memory]):
    """One memory as it stands."""

    subject = SubjectSerializer()
    supersedes = serializers.UUIDField(source="supersedes_id", allow_null=True)
    pinned = serializers.SerializerMethodField()
    occurred_precision = serializers.ChoiceField(choices=DatePrecision.choices, allow_blank=True)
    forgotten_reason = serializers.ChoiceField(choices=ForgottenReason.choices, allow_blank=True)
    sources = SourceSerializer(many=True)

    class Meta:
        model = Memory
        fields = [
            "id", "content", "type", "status", "language", "subject", "slot", "value", "positive", "single_valued",
            "confidence", "importance", "sensitivity", "category", "flag", "protection", "pinned", "pinned_at",
            "occurred_on", "occurred_precision", "occurred_time", "planned_for", "valid_from", "valid_until",
            "expires_at", "supersedes", "forgotten_at", "forgotten_reason", "mention_count", "access_count",
            "last_accessed_at", "sources", "created_at", "updated_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_pinned(self, memory: Memory) -> bool:
        return memory.pinned_at is not None


class VersionSerializer(serializers.ModelSerializer[MemoryVersion]):
    """A former text, and who replaced it when."""

    class Meta:
        model = MemoryVersion
        fields = ["content", "type", "actor", "created_at"]


class EventSerializer(serializers.ModelSerializer[MemoryEvent]):
    """Who did what and when."""

    class Meta:
        model = MemoryEvent
        fields = ["verb", "actor", "detail", "created_at"]


class LinkSerializer(serializers.ModelSerializer[Memory]):
    """Another memory in the chain of what replaced what."""

    class Meta:
        model = Memory
        fields = ["id", "content", "status", "valid_from", "valid_until"]


class WordsSerializer(serializers.Serializer[SourceWords]):
    """A source with the words that support the memory; empty where the message is gone."""

    kind = serializers.ChoiceField(choices=SourceKind.choices, source="source.kind")
    message = serializers.UUIDField(source="source.message_id", allow_null=True)
    conversation = serializers.UUIDField(source="conversation_id", allow_null=True)
    conversation_title = serializers.CharField()
    words = serializers.CharField()
    said_at = serializers.DateTimeField(source="source.said_at")


class UseSerializer(serializers.Serializer[Any]):
    """A reply that the memory went into."""

    conversation = serializers.SerializerMethodField()
    reply = serializers.UUIDField(source="reply_id", allow_null=True)
    created_at = serializers.DateTimeField()

    def get_conversation(self, trace: Any) -> UUID | None:
        return trace.reply.conversation_id if trace.reply is not None else None


class HistorySerializer(serializers.Serializer[MemoryHistory]):
    """All that is known of one memory: former texts, its chain, the words it comes from, uses, and the audit."""

    memory = MemorySerializer()
    versions = VersionSerializer(many=True)
    superseded = LinkSerializer(many=True)
    sources = WordsSerializer(many=True)
    uses = UseSerializer(many=True)
    events = EventSerializer(many=True)


class ForgottenSerializer(serializers.Serializer[Any]):
    """What was forgotten by this call (nothing, if it was before), and until when it can be restored."""

    memories = serializers.ListField(child=serializers.UUIDField(), source="memory_ids")
    count = serializers.IntegerField()
    undo_until = serializers.DateTimeField()
    places = serializers.DictField(child=serializers.IntegerField())


class ErasedSerializer(serializers.Serializer[Any]):
    """What was erased for good by this call (nothing, where it was not in the recycle bin): how much was where."""

    places = serializers.DictField(child=serializers.IntegerField())


class ErasureReceiptSerializer(serializers.Serializer[Any]):
    """That something was forgotten or erased: when, by whom, and how much was where; never what it said."""

    id = serializers.UUIDField()
    act = serializers.ChoiceField(choices=ErasureAct.choices)
    actor = serializers.ChoiceField(choices=Actor.choices)
    count = serializers.IntegerField()
    places = serializers.DictField(child=serializers.IntegerField())
    created_at = serializers.DateTimeField()


class RecalledSerializer(serializers.Serializer[Any]):
    """A memory that would go into the prompt, with the score that ordered it, its reason, and its rank by channel."""

    id = serializers.UUIDField(source="memory_id")
    content = serializers.CharField()
    type = serializers.ChoiceField(choices=MemoryType.choices)
    slot = serializers.CharField()
    why = serializers.CharField()
    score = serializers.FloatField()
    confidence = serializers.FloatField()
    channels = serializers.DictField(child=serializers.IntegerField())
    said_at = serializers.DateTimeField()
    created_at = serializers.DateTimeField()


class PendingSerializer(serializers.Serializer[Any]):
    """Words of the person's that capture has not read yet and that would go in as they are."""

    message = serializers.UUIDField(source="message_id")
    conversation = serializers.UUIDField(source="conversation_id")
    text = serializers.CharField()
    said_at = serializers.DateTimeField()


class FoundPassageSerializer(serializers.Serializer[Any]):
    """A passage of a document that answers."""

    document = serializers.UUIDField(source="document_id")
    title = serializers.CharField()
    heading = serializers.CharField()
    page = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField()
    text = serializers.CharField()
    score = serializers.FloatField()


class RecollectionSerializer(serializers.Serializer[Any]):
    """What a message would bring up. ``gate`` tells whether memory was read, and why not."""

    gate = serializers.CharField()
    results = RecalledSerializer(many=True, source="memories")
    instructions = RecalledSerializer(many=True)
    pending = PendingSerializer(many=True)
    documents = FoundPassageSerializer(many=True, source="knowledge")
    took_ms = serializers.IntegerField()


class ProfileLineSerializer(serializers.Serializer[Any]):
    """One line and the memories that it says."""

    text = serializers.CharField()
    memories = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.UUIDField()))
    def get_memories(self, line: Any) -> list[str]:
        return [str(memory.pk) for memory in line.memories.all()]


class ProfileSerializer(serializers.Serializer[Any]):
    """The summary of the person; without lines until one has been written."""

    written_at = serializers.DateTimeField(allow_null=True)
    lines = ProfileLineSerializer(many=True)


class ExportSerializer(serializers.Serializer[Any]):
    """Everything remembered but the recycle bin, in MemoryHub's own format, which ``import`` takes back."""

    format = serializers.ChoiceField(choices=[(FORMAT, FORMAT)])
    version = serializers.IntegerField()
    exported_at = serializers.DateTimeField()
    memories = serializers.ListField(child=serializers.DictField())


class ImportedSerializer(serializers.Serializer[Any]):
    """How many rows came in, were known, or were left out; ``reasons`` by the row's number, from 1."""

    imported = serializers.IntegerField()
    known = serializers.IntegerField()
    skipped = serializers.IntegerField()
    reasons = serializers.DictField(child=serializers.CharField())


# ------------------------------------------------------------------------------------------------ what is taken


class MemoryAddSerializer(StrictSerializer):
    """A memory by hand; without a type it is guessed."""

    content = Text(max_length=settings.MEMORY_CONTENT_LIMIT)
    type = serializers.ChoiceField(choices=MemoryType.choices, required=False)


class MemoryEditSerializer(StrictSerializer):
    """What of the memory is to be different; the former text is kept in its history."""

    content = Text(max_length=settings.MEMORY_CONTENT_LIMIT, required=False)
    type = serializers.ChoiceField(choices=MemoryType.choices, required=False)


class ImportSerializer(StrictSerializer):
    """An export of MemoryHub's, or rows with ``content`` and possibly ``type``."""

    format = serializers.ChoiceField(choices=[(FORMAT, FORMAT)], required=False)
    version = serializers.IntegerField(required=False, min_value=VERSION, max_value=VERSION)
    exported_at = Text(required=False)
    memories = serializers.ListField(child=serializers.DictField(), max_length=IMPORT_LIMIT)


class MemoryQuery(StrictSerializer):
    """The filters of the list; several statuses or types are repeated or split by commas."""

    status = serializers.ListField(
        child=serializers.ChoiceField(choices=MemoryStatus.choices),
        required=False,
        help_text=_("Without it: all but the recycle bin and what was rejected."),
    )
    type = serializers.ListField(child=serializers.ChoiceField(choices=MemoryType.choices), required=False)
    q = serializers.CharField(
        required=False, allow_blank=True, max_length=500, help_text=_("words in the text")
    )
    slot = serializers.CharField(required=False, allow_blank=True, max_length=80)
    source = serializers.CharField(  # type: ignore[assignment]
        required=False,
        allow_blank=True,
        max_length=40,
        help_text=_("a conversation's id, or one of message, hand, import, task"),
    )
    ordering = serializers.ChoiceField(choices=[(name, name) for name in ORDERINGS], required=False)


class RecallQuery(StrictSerializer):
    """The message to recall for."""

    q = serializers.CharField(
        max_length=4_000, help_text=_("a message, as it would be sent in a conversation")
    )
