"""The API of temporary chats: Redis alone holds them, and no list names them."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from chat import live, temporary, temporary_reading, temporary_turn
from chat.api import serializers as shapes
from chat.temporary import TemporaryAway, TemporaryChat, TemporaryNotFound
from memories.api.serializers import MemorySerializer
from memoryhub.api_views import ApiView, Busy, PagedView, StrictSerializer, Truth

_AWAY = OpenApiResponse(description="Temporary chats cannot be reached; nothing was kept anywhere.")


class TemporarySerializer(serializers.Serializer[Any]):
    """A temporary chat without its messages."""

    id = serializers.UUIDField(source="pk")
    use_memory = serializers.BooleanField(help_text="whether replies may read memories")
    created_at = serializers.DateTimeField()


class TemporarySwitchSerializer(StrictSerializer):
    """Whether replies may read memories."""

    use_memory = Truth()


class TemporaryCreateSerializer(StrictSerializer):
    """A new temporary chat; its replies may read memories unless that is switched off."""

    use_memory = Truth(required=False)


class StatementSerializer(serializers.Serializer[Any]):
    """What a temporary chat read, told once at its end. It wrote nothing."""

    messages = serializers.IntegerField(help_text="deleted with the chat")
    read = MemorySerializer(many=True, source="memories", help_text="the memories as they stand now")
    forgotten_since = serializers.IntegerField(source="gone", help_text="read, and forgotten since")
    recent_messages_read = serializers.IntegerField(
        source="words", help_text="of other chats, not sorted into memories yet"
    )
    profile_read = serializers.BooleanField(source="profile", help_text="the summary of what is known")
    requests_not_done = serializers.IntegerField(
        source="asked", help_text="to remember, forget or correct something"
    )
    written = serializers.ListField(child=serializers.UUIDField(), help_text="always empty")


class TemporaryView(ApiView):
    """Whatever concerns one temporary chat."""

    not_found = (TemporaryNotFound,)

    def handle_exception(self, exc: Exception) -> Response:
        """Redis that is away is told: nothing falls back to another store."""
        return super().handle_exception(Busy(str(temporary.AWAY)) if isinstance(exc, TemporaryAway) else exc)

    def own(self, temporary_id: UUID) -> TemporaryChat:
        """The person's temporary chat; raises TemporaryNotFound."""
        return temporary.temporary_get_for_user(user=self.person, chat_id=temporary_id)


class TemporaryChats(TemporaryView):
    """Where temporary chats begin."""

    @extend_schema(
        operation_id="temporary_create",
        request=TemporaryCreateSerializer,
        responses={201: TemporarySerializer, 503: _AWAY},
        summary="Start a temporary chat",
    )
    def post(self, request: Request) -> Response:
        made = temporary.temporary_create(user=self.person, **self.body(TemporaryCreateSerializer))
        return Response(TemporarySerializer(made).data, status=status.HTTP_201_CREATED)


class OneTemporaryChat(TemporaryView):
    """One temporary chat."""

    @extend_schema(
        operation_id="temporary_get",
        responses={200: TemporarySerializer, 503: _AWAY},
        summary="Get a temporary chat",
    )
    def get(self, request: Request, temporary_id: UUID) -> Response:
        return Response(TemporarySerializer(self.own(temporary_id)).data)

    @extend_schema(
        operation_id="temporary_switch",
        request=TemporarySwitchSerializer,
        responses={200: TemporarySerializer, 503: _AWAY},
        summary="Switch reading memories on or off in a temporary chat",
    )
    def patch(self, request: Request, temporary_id: UUID) -> Response:
        self.own(temporary_id)
        use = self.body(TemporarySwitchSerializer)["use_memory"]
        temporary.temporary_use_memory(user=self.person, chat_id=temporary_id, use_memory=use)
        return Response(TemporarySerializer(self.own(temporary_id)).data)

    @extend_schema(
        operation_id="temporary_end",
        responses={200: StatementSerializer, 503: _AWAY},
        summary="End a temporary chat, and learn what it read",
    )
    def delete(self, request: Request, temporary_id: UUID) -> Response:
        statement = temporary.temporary_end(user=self.person, chat_id=temporary_id)
        return Response(StatementSerializer(statement).data)


class TemporaryMessages(PagedView, TemporaryView):
    """The messages of a temporary chat."""

    @extend_schema(
        operation_id="temporary_messages_list",
        responses={200: shapes.MessageSerializer(many=True), 503: _AWAY},
        summary="List the messages of a temporary chat, oldest first",
    )
    def get(self, request: Request, temporary_id: UUID) -> Response:
        own = self.own(temporary_id)
        paginator = self.pagination_class()
        rows = temporary.held(chat=own, limit=own.last_sequence)
        page = paginator.paginate_queryset(rows, request, view=self) or []
        return paginator.get_paginated_response(_shown(own, list(page)))

    @extend_schema(
        operation_id="temporary_messages_send",
        request=shapes.MessageSendSerializer,
        responses={
            201: shapes.AnsweredSerializer,
            200: OpenApiResponse(
                shapes.AnsweredSerializer, description="The client_id was known: the same message and reply."
            ),
            503: _AWAY,
        },
        summary="Send a message in a temporary chat and get its reply",
    )
    def post(self, request: Request, temporary_id: UUID) -> Response:
        own = self.own(temporary_id)
        sent = self.body(shapes.MessageSendSerializer)
        if live.too_fast(user_id=self.person.pk):
            raise exceptions.Throttled(wait=60)
        began = timezone.now()
        try:
            result = temporary_turn.run_sync(
                user=self.person, conversation=own, text=sent["text"], client_id=sent.get("client_id")
            )
        except TimeoutError:
            raise Busy(_("Your message is kept, but the reply before it takes too long.")) from None
        own = self.own(temporary_id)
        held = [temporary.held_get(chat=own, message_id=each.pk) for each in (result.message, result.reply)]
        message, reply = _shown(own, held)
        new = result.message.created_at >= began
        return Response(
            {"message": message, "reply": reply, "receipt": reply["receipt"]},
            status=status.HTTP_201_CREATED if new else status.HTTP_200_OK,
        )


def _shown(chat: TemporaryChat, held: list[temporary.Held]) -> list[dict[str, Any]]:
    receipts = temporary_reading.receipts(chat=chat, held=held)
    return shapes.with_these_receipts([each.message for each in held], receipts)
