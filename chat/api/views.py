"""The API of conversations. Every answer is of the person who asks."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

from chat import live, prompts, protocol, selectors, services, turn
from chat.api import serializers as shapes
from chat.models import Conversation, Message
from memories import selectors as memory_selectors
from memories.api.serializers import MemorySerializer
from memories.capture.waiting import captured
from memoryhub.api_views import ApiView, Busy, PagedView


class ConversationView(ApiView):
    """Whatever concerns one conversation."""

    not_found: tuple[type[Exception], ...] = (services.ConversationNotFound,)

    def own(self, conversation_id: UUID) -> Conversation:
        """The person's conversation; raises ConversationNotFound."""
        return services.conversation_get_for_user(user=self.person, conversation_id=conversation_id)


class Conversations(PagedView):
    """All conversations, the one with the latest message first."""

    @extend_schema(
        operation_id="conversations_list",
        parameters=[shapes.ConversationQuery],
        responses=shapes.ConversationSerializer(many=True),
        summary="List conversations",
    )
    def get(self, request: Request) -> Response:
        rows = selectors.conversation_list(
            user=self.person, q=self.query(shapes.ConversationQuery).get("q", "")
        )
        return self.paged(rows, lambda page: shapes.ConversationSerializer(page, many=True).data)

    @extend_schema(
        operation_id="conversations_create",
        request=shapes.ConversationCreateSerializer,
        responses={201: shapes.ConversationSerializer},
        summary="Start a conversation",
    )
    def post(self, request: Request) -> Response:
        made = services.conversation_create(
            user=self.person, **self.body(shapes.ConversationCreateSerializer)
        )
        return Response(shapes.ConversationSerializer(made).data, status=status.HTTP_201_CREATED)


class OneConversation(ConversationView):
    """One conversation."""

    @extend_schema(
        operation_id="conversations_get",
        responses=shapes.ConversationSerializer,
        summary="Get a conversation",
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        return Response(shapes.ConversationSerializer(self.own(conversation_id)).data)

    @extend_schema(
        operation_id="conversations_rename",
        request=shapes.ConversationRenameSerializer,
        responses=shapes.ConversationSerializer,
        summary="Rename a conversation",
    )
    def patch(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        title = self.body(shapes.ConversationRenameSerializer)["title"]
        renamed = services.conversation_rename(user=self.person, conversation_id=own.pk, title=title)
        return Response(shapes.ConversationSerializer(renamed).data)

    @extend_schema(
        operation_id="conversations_delete",
        parameters=[shapes.DeleteQuery],
        responses={204: None},
        summary="Delete a conversation",
    )
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        forget = self.query(shapes.DeleteQuery).get("forget_learnt", False)
        services.conversation_delete(user=self.person, conversation_id=conversation_id, forget_learnt=forget)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Messages(PagedView, ConversationView):
    """The messages of a conversation."""

    @extend_schema(
        operation_id="messages_list",
        parameters=[shapes.MessageQuery],
        responses=shapes.MessageSerializer(many=True),
        summary="List messages, oldest first",
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        ordering = self.query(shapes.MessageQuery).get("ordering", "sequence")
        rows = selectors.message_rows(conversation=own, latest_first=ordering == "-sequence")
        return self.paged(rows, lambda page: shapes.with_receipts(user=self.person, messages=list(page)))

    @extend_schema(
        operation_id="messages_send",
        parameters=[shapes.SendQuery],
        request=shapes.MessageSendSerializer,
        responses={
            201: shapes.AnsweredSerializer,
            200: OpenApiResponse(
                shapes.AnsweredSerializer, description="The client_id was known: the same message and reply."
            ),
            503: OpenApiResponse(description="The message is kept, but replies before it take too long."),
        },
        summary="Send a message and get its reply",
    )
    def post(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        wait = self.query(shapes.SendQuery).get("wait")
        sent = self.body(shapes.MessageSendSerializer)
        if live.too_fast(user_id=self.person.pk):
            raise exceptions.Throttled(wait=60)
        began = timezone.now()
        try:
            result = turn.run_sync(
                user=self.person, conversation=own, text=sent["text"], client_id=sent.get("client_id")
            )
        except TimeoutError:
            raise Busy(_("Your message is kept, but the reply before it takes too long.")) from None
        answer = self._answered(result)
        if wait:
            answer |= self._captured(result.message)
        new = result.message.created_at >= began
        return Response(answer, status=status.HTTP_201_CREATED if new else status.HTTP_200_OK)

    def _answered(self, result: turn.TurnResult) -> dict[str, Any]:
        message, reply = shapes.with_receipts(user=self.person, messages=[result.message, result.reply])
        if result.recollection.trace_id is not None:
            reply["receipt"] = shapes.receipt(protocol.receipt(result.recollection, used=result.used))
        return {"message": message, "reply": reply, "receipt": reply["receipt"]}

    def _captured(self, message: Message) -> dict[str, Any]:
        run = captured(user=self.person, message_id=message.pk)
        learnt = memory_selectors.memories_from_messages(user=self.person, message_ids=[message.pk])
        rows = memory_selectors.memory_list(
            user=self.person, status=[row.status for row in learnt.get(message.pk, [])]
        ).filter(pk__in=[row.pk for row in learnt.get(message.pk, [])])
        return {
            "capture": "none" if run is None else str(run.status),
            "memories": MemorySerializer(rows, many=True).data,
        }


class Context(ConversationView):
    """The prompt, part by part."""

    @extend_schema(
        operation_id="conversations_context",
        parameters=[shapes.ContextQuery],
        responses=shapes.ContextSerializer,
        summary="Look at the prompt of a reply",
    )
    def get(self, request: Request, conversation_id: UUID) -> Response:
        own = self.own(conversation_id)
        reply: Message | None = None
        if (reply_id := self.query(shapes.ContextQuery).get("reply")) is not None:
            replies = Message.objects.filter(conversation=own, role=Message.Role.ASSISTANT)
            reply = replies.select_related("reply_to").filter(pk=reply_id).first()
            if reply is None:
                raise exceptions.NotFound
        seen = prompts.look(user=self.person, conversation=own, reply=reply)
        return Response(
            {
                "message": seen.message and str(seen.message.pk),
                "reply": seen.reply and str(seen.reply.pk),
                "tokens": seen.prompt.tokens,
                "window_tokens": seen.window_tokens,
                "max_tokens": seen.prompt.max_tokens,
                "turns_left_out": seen.prompt.turns_left_out,
                "cut": seen.prompt.cut,
                "erased": seen.erased,
                "left_out": shapes.LeftOutSerializer(seen.prompt.left_out, many=True).data,
                "parts": shapes.PartSerializer(seen.prompt.parts, many=True).data,
            }
        )
