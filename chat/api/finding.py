"""The API's search over all messages of a person."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chat import finding
from chat.models import Message
from memoryhub.api_views import PagedView, StrictSerializer


class FoundQuery(StrictSerializer):
    """What is looked for."""

    q = serializers.CharField(max_length=200, help_text=_("words, or what it was about"))


class FoundMessageSerializer(serializers.Serializer[Any]):
    """A message that was found, with the stretch of it that answers; secrets are blanked."""

    id = serializers.UUIDField(source="message_id")
    conversation = serializers.UUIDField(source="conversation_id")
    title = serializers.CharField(help_text=_("of the conversation"))
    role = serializers.ChoiceField(choices=Message.Role.choices)
    excerpt = serializers.CharField()
    by = serializers.ChoiceField(
        choices=[(by.value, by.value) for by in finding.By],
        help_text=_("whether it has the words, or is near to them in meaning"),
    )
    score = serializers.FloatField(help_text=_("orders what one search finds; says nothing beyond it"))
    said_at = serializers.DateTimeField()


class FoundMessages(PagedView):
    """Messages of all conversations, by words and by meaning."""

    @extend_schema(
        operation_id="messages_search",
        parameters=[FoundQuery],
        responses=FoundMessageSerializer(many=True),
        summary="Search messages, best first",
    )
    def get(self, request: Request) -> Response:
        found = finding.messages_find(user=self.person, q=self.query(FoundQuery)["q"])
        return self.paged(found, lambda page: FoundMessageSerializer(page, many=True).data)
