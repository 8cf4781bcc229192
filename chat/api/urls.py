"""Addresses of the API of conversations."""

from chat.api import finding, kept, tasks, temporary, views
from memoryhub.api_views import both

_ONE = "conversations/<uuid:conversation_id>"
_TEMPORARY = "temporary/<uuid:temporary_id>"

urlpatterns = [
    *both("conversations", views.Conversations, "api-conversations"),
    *both(_ONE, views.OneConversation, "api-conversation"),
    *both(f"{_ONE}/messages", views.Messages, "api-messages"),
    *both(f"{_ONE}/context", views.Context, "api-context"),
    *both(f"{_ONE}/kept", kept.KeptOfConversation, "api-kept"),
    *both(f"{_ONE}/pins", kept.Pins, "api-pins"),
    *both(f"{_ONE}/pins/<int:pin_id>", kept.OnePin, "api-pin"),
    *both(f"{_ONE}/state", kept.StateOfConversation, "api-state"),
    *both(f"{_ONE}/summary/<int:line_id>/messages", kept.SummaryMessages, "api-summary-messages"),
    *both(f"{_ONE}/task", tasks.OneTask, "api-task"),
    *both(f"{_ONE}/messages/<uuid:message_id>/tools", tasks.ToolCalls, "api-tool-calls"),
    *both("messages", finding.FoundMessages, "api-found-messages"),
    *both("temporary", temporary.TemporaryChats, "api-temporary-chats"),
    *both(_TEMPORARY, temporary.OneTemporaryChat, "api-temporary-chat"),
    *both(f"{_TEMPORARY}/messages", temporary.TemporaryMessages, "api-temporary-messages"),
]
