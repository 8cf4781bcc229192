"""What the API takes and gives of conversations."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from chat import protocol, selectors
from chat.models import Conversation, Message
from memories import selectors as memory_selectors
from memories.api.serializers import MemorySerializer
from memories.kinds import MemoryType
from memoryhub.api_views import StrictSerializer, Text
from memoryhub.models import User

# ------------------------------------------------------------------------------------------------ what is given


class ConversationSerializer(serializers.ModelSerializer[Conversation]):
    """A conversation without its messages."""

    class Meta:
        model = Conversation
        fields = ["id", "title", "created_at", "updated_at", "ended_at"]
        read_only_fields = fields


class ReceiptItemSerializer(serializers.Serializer[Any]):
    """A memory that went into the reply, as it stands now, and why it did."""

    id = serializers.UUIDField()
    content = serializers.CharField()
    type = serializers.ChoiceField(choices=MemoryType.choices)
    why = serializers.CharField()
    confidence = serializers.FloatField()
    said_at = serializers.DateTimeField()
    created_at = serializers.DateTimeField()
    used = serializers.BooleanField(help_text=_("whether the reply told it, or had it to read"))


class CitedSerializer(serializers.Serializer[Any]):
    """A passage of a document that went in, by its place; its text is under ``documents/{id}/passages``."""

    document = serializers.UUIDField()
    title = serializers.CharField()
    heading = serializers.CharField()
    page = serializers.IntegerField(allow_null=True)
    position = serializers.IntegerField()


class ReceiptSerializer(serializers.Serializer[Any]):
    """What a reply was given from memory; ``pending`` counts words that capture had not read yet."""

    gate = serializers.CharField()
    items = ReceiptItemSerializer(many=True)
    pending = serializers.IntegerField()
    documents = CitedSerializer(many=True)
    took_ms = serializers.IntegerField()


class UsageSerializer(serializers.Serializer[Any]):
    """Tokens as the model counted them, or as they were estimated."""

    prompt_tokens = serializers.IntegerField(allow_null=True)
    completion_tokens = serializers.IntegerField(allow_null=True)


class MessageSerializer(serializers.ModelSerializer[Message]):
    """A message; ``notice`` is a sentence on a reply that is not whole, ``receipt`` what a reply had from memory."""

    conversation = serializers.UUIDField(source="conversation_id")
    reply_to = serializers.UUIDField(source="reply_to_id", allow_null=True)
    notice = serializers.SerializerMethodField()
    usage = serializers.SerializerMethodField()
    receipt = ReceiptSerializer(allow_null=True)

    class Meta:
        model = Message
        fields = [
            "id", "conversation", "sequence", "role", "text", "status", "client_id", "reply_to", "model", "error",
            "notice", "usage", "receipt", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_notice(self, message: Message) -> str:
        return selectors.reply_notice(message) if message.role == Message.Role.ASSISTANT else ""

    def get_usage(self, message: Message) -> UsageSerializer:
        return {  # type: ignore[return-value]  # the annotation is what the documents show
            "prompt_tokens": message.prompt_tokens,
            "completion_tokens": message.completion_tokens,
        }


class AnsweredSerializer(serializers.Serializer[Any]):
    """The saved message, its reply and the reply's receipt; with ``wait=capture`` what the message taught."""

    message = MessageSerializer()
    reply = MessageSerializer()
    receipt = ReceiptSerializer(allow_null=True)
    capture = serializers.CharField(
        required=False, help_text=_("with wait=capture: done, failed, or how far it came")
    )
    memories = MemorySerializer(many=True, required=False)


class PartSerializer(serializers.Serializer[Any]):
    """One part of the prompt."""

    name = serializers.CharField()
    text = serializers.CharField(help_text=_("as it was sent; empty where it was forgotten since"))
    tokens = serializers.IntegerField()
    budget = serializers.IntegerField(help_text=_("its share in tokens; what others leave may be lent to it"))


class LeftOutSerializer(serializers.Serializer[Any]):
    """What is not in the prompt as it was said."""

    what = serializers.CharField(help_text=_("memories, state, pins, message, turns or messages"))
    count = serializers.IntegerField()
    why = serializers.CharField(help_text=_("no_room, shortened, or extracted: told in short"))


class ContextSerializer(serializers.Serializer[Any]):
    """The prompt of a reply, or without one (``reply`` is null) of the next turn.

    ``erased`` tells that something of it was forgotten since.
    """

    message = serializers.UUIDField(allow_null=True)
    reply = serializers.UUIDField(allow_null=True)
    tokens = serializers.IntegerField()
    window_tokens = serializers.IntegerField()
    max_tokens = serializers.IntegerField(help_text=_("what the answer may have"))
    turns_left_out = serializers.IntegerField()
    cut = serializers.BooleanField(help_text=_("whether the message itself was too long"))
    erased = serializers.BooleanField()
    parts = PartSerializer(many=True)
    left_out = LeftOutSerializer(many=True)


def receipt(frame: dict[str, Any]) -> dict[str, Any]:
    """A receipt of the web socket's as the API shows it: its times are in the person's zone."""
    return dict(ReceiptSerializer(_timed(frame)).data)


def _timed(frame: dict[str, Any]) -> dict[str, Any]:
    items = [
        item | {name: datetime.fromisoformat(item[name]) for name in ("said_at", "created_at")}
        for item in frame["items"]
    ]
    return frame | {"items": items}


def with_receipts(*, user: User, messages: list[Message]) -> list[dict[str, Any]]:
    """The messages as the API shows them; receipts are read together."""
    ids = [message.pk for message in messages if message.role == Message.Role.ASSISTANT]
    receipts = memory_selectors.receipt_for(user=user, reply_ids=ids) if ids else {}
    return with_these_receipts(
        messages,
        {reply_id: protocol.receipt_as_it_stands(found) for reply_id, found in receipts.items()},
    )


def with_these_receipts(
    messages: list[Message], receipts: Mapping[UUID, dict[str, Any]]
) -> list[dict[str, Any]]:
    """The messages as the API shows them, each with its receipt of these."""
    for message in messages:
        found = receipts.get(message.pk)
        message.receipt = None if found is None else _timed(found)  # type: ignore[attr-defined]
    return [dict(MessageSerializer(message).data) for message in messages]


# ------------------------------------------------------------------------------------------------ what is taken


class ConversationCreateSerializer(StrictSerializer):
    """A new conversation; without a title it gets one from its first message."""

    title = Text(required=False, allow_blank=True, max_length=200)


class ConversationRenameSerializer(StrictSerializer):
    """The person's own title."""

    title = Text(max_length=200)


class MessageSendSerializer(StrictSerializer):
    """A message; the same ``client_id`` again is the same message, whose reply comes back."""

    text = Text(trim_whitespace=False, max_length=settings.CHAT_MESSAGE_LIMIT)
    client_id = Text(required=False, allow_null=True, max_length=protocol.CLIENT_ID_LIMIT)


class ConversationQuery(StrictSerializer):
    """Which conversations."""

    q = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text=_("words in titles and messages")
    )


class MessageQuery(StrictSerializer):
    """How messages are ordered."""

    ordering = serializers.ChoiceField(
        choices=[("sequence", "sequence"), ("-sequence", "-sequence")],
        required=False,
        help_text=_("oldest first, or latest first"),
    )


class ContextQuery(StrictSerializer):
    """The prompt of which reply."""

    reply = serializers.UUIDField(
        required=False, help_text=_("a reply of the conversation; by default the last")
    )


class SendQuery(StrictSerializer):
    """What a sent message waits for beside its reply."""

    wait = serializers.ChoiceField(choices=[("capture", "capture")], required=False)


class DeleteQuery(StrictSerializer):
    """What becomes of what was learnt."""

    forget_learnt = serializers.BooleanField(
        required=False, help_text=_("forget also what only this conversation taught")
    )
