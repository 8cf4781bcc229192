"""The API of what a conversation keeps beside its words: conditions, session state and the running summary."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from chat import kept, panel
from chat.api import serializers as shapes
from chat.api.views import ConversationView
from chat.models import Conversation, Pin, SummaryLine
from chat.panel import Panel
from chat.state.update import KEYS
from memoryhub.api_views import PagedView, StrictSerializer, Text

_KEYS = [(key, key) for key in KEYS]
_COMPRESSORS = [(name, name) for name in panel.COMPRESSORS]
#: Values that one key may be given; it holds fewer.
_VALUES_LIMIT = 10
_VALUE_LIMIT = 200

# ------------------------------------------------------------------------------------------------ what is given


class PinSerializer(serializers.Serializer[Any]):
    """A condition, word for word; ``message`` is the one that set it, null for one that was added by hand."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    message = serializers.UUIDField(source="message_id", allow_null=True)


class StateEntrySerializer(serializers.Serializer[Any]):
    """One key of the session state with its values; ``by_hand`` when the person wrote them."""

    key = serializers.ChoiceField(choices=_KEYS)
    values = serializers.ListField(child=serializers.CharField())
    by_hand = serializers.BooleanField()


class LineSerializer(serializers.Serializer[Any]):
    """A line of the running summary; ``messages`` counts those behind it, which have an address of their own."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    kind = serializers.ChoiceField(choices=SummaryLine.Kind.choices)
    messages = serializers.IntegerField()


class KeptSerializer(serializers.Serializer[Any]):
    """What is kept. ``summary_to`` is the sequence up to which messages are in the summary."""

    pins = PinSerializer(many=True)
    state = StateEntrySerializer(many=True)
    summary = LineSerializer(many=True)
    summary_to = serializers.IntegerField(source="summarised")
    compressor = serializers.ChoiceField(choices=_COMPRESSORS, source="way.name")


# ------------------------------------------------------------------------------------------------ what is taken


class KeptChangeSerializer(StrictSerializer):
    """How older turns are shortened from now on."""

    compressor = serializers.ChoiceField(choices=_COMPRESSORS)


class PinAddSerializer(StrictSerializer):
    """A condition in the person's own words."""

    text = Text(max_length=kept.PIN_CHARACTERS)


class StateChangeSerializer(StrictSerializer):
    """The person's own values of one key; an empty list removes the key."""

    key = serializers.ChoiceField(choices=_KEYS)
    values = serializers.ListField(child=Text(max_length=_VALUE_LIMIT), max_length=_VALUES_LIMIT)


# ------------------------------------------------------------------------------------------------ the views


class KeptView(ConversationView):
    """Whatever concerns what one conversation keeps."""

    def seen(self, own: Conversation) -> Panel:
        """What is kept, as it stands."""
        own.refresh_from_db()
        return panel.look(user=self.person, conversation=own)


class KeptOfConversation(KeptView):
    """All that is kept of a conversation."""

    @extend_schema(
        operation_id="kept_get",
        responses=KeptSerializer,
        summary="Get what a conversation keeps beside its words",
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        return Response(KeptSerializer(self.seen(self.own(conversation_id))).data)

    @extend_schema(
        operation_id="kept_change",
        request=KeptChangeSerializer,
        responses=KeptSerializer,
        summary="Choose how older turns are shortened",
    )
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        name = self.body(KeptChangeSerializer)["compressor"]
        kept.compressor_choose(user=self.person, conversation_id=own.pk, name=name)
        return Response(KeptSerializer(self.seen(own)).data)


class Pins(KeptView):
    """The conditions of a conversation."""

    @extend_schema(
        operation_id="pins_add",
        request=PinAddSerializer,
        responses={
            201: PinSerializer,
            200: OpenApiResponse(PinSerializer, description="This condition was kept already."),
        },
        summary="Keep a condition for the conversation",
    )
    def post(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        before = set(own.pins.values_list("pk", flat=True))
        pin = kept.pin_add(user=self.person, conversation_id=own.pk, text=self.body(PinAddSerializer)["text"])
        known = pin.pk in before
        return Response(
            PinSerializer(pin).data, status=status.HTTP_200_OK if known else status.HTTP_201_CREATED
        )


class OnePin(KeptView):
    """One condition."""

    not_found = (*KeptView.not_found, Pin.DoesNotExist)

    @extend_schema(operation_id="pins_remove", responses={204: None}, summary="Remove a condition")
    def delete(self, request: Request, conversation_id: UUID, pin_id: int) -> Response:
        if not kept.pin_remove(user=self.person, conversation_id=conversation_id, pin_id=pin_id):
            raise Pin.DoesNotExist
        return Response(status=status.HTTP_204_NO_CONTENT)


class StateOfConversation(KeptView):
    """The session state."""

    @extend_schema(
        operation_id="state_change",
        request=StateChangeSerializer,
        responses=KeptSerializer,
        summary="Set or remove one key of the session state",
    )
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        given = self.body(StateChangeSerializer)
        kept.state_edit(user=self.person, conversation_id=own.pk, key=given["key"], values=given["values"])
        return Response(KeptSerializer(self.seen(own)).data)


class SummaryMessages(PagedView, KeptView):
    """The messages behind a line of the summary."""

    @extend_schema(
        operation_id="summary_messages",
        responses=shapes.MessageSerializer(many=True),
        summary="List the messages behind a line of the summary",
    )
    def get(self, request: Request, conversation_id: UUID, line_id: int) -> Response:
        own = self.own(conversation_id)
        rows = panel.summary_messages(conversation=own, line_id=line_id)
        return self.paged(rows, lambda page: shapes.with_receipts(user=self.person, messages=list(page)))
