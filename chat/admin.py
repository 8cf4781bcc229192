"""Staff pages of conversations and messages, both read-only."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from chat.models import Conversation, Message
from memoryhub.models import StaffAccess, User
from memoryhub.staff_pages import ConversationsPersonFilter, GatedAdmin, PersonFilter, listing


@admin.register(Conversation)
class ConversationAdmin(GatedAdmin):
    """Conversations; a title is the person's words too."""

    scope = StaffAccess.Scope.MESSAGES
    list_display = ("id", "person", "created_at", "updated_at", "ended_at")
    list_filter = (PersonFilter,)
    list_select_related = ("user",)
    ordering = ("-updated_at", "-id")
    text_columns = ("title",)
    text_search = ("title",)
    fields = ("person", "title", "use_memory", "read", "created_at", "updated_at", "ended_at")
    readonly_fields = ("person", "read", "created_at")

    @admin.display(description=gettext_lazy("person"), ordering="user")
    def person(self, conversation: Conversation) -> SafeString:
        return self.person_column(conversation.user)

    @admin.display(description=gettext_lazy("Messages"))
    def read(self, conversation: Conversation) -> SafeString:
        return listing(
            "chat_message",
            _("Messages"),
            person=conversation.user_id,
            conversation__exact=conversation.pk,
        )


@admin.register(Message)
class MessageAdmin(GatedAdmin):
    """Messages."""

    scope = StaffAccess.Scope.MESSAGES
    list_display = ("id", "person", "role", "status", "created_at")
    list_filter = (ConversationsPersonFilter, "role", "status")
    links_narrow = ("conversation__exact",)
    list_select_related = ("conversation__user",)
    ordering = ("-created_at", "-id")
    text_columns = ("beginning",)
    text_search = ("text",)
    fields = (
        "person", "conversation", "sequence", "role", "text", "status", "error", "model", "prompt_tokens",
        "completion_tokens", "time_zone", "created_at",
    )  # fmt: skip
    readonly_fields = ("person", "created_at")

    def owner(self, row: Any) -> User:
        person: User = row.conversation.user
        return person

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        rows: QuerySet[Message] = super().get_queryset(request)
        return rows if self.opened(request) else rows.defer("text")

    @admin.display(description=gettext_lazy("person"), ordering="conversation__user")
    def person(self, message: Message) -> SafeString:
        return self.person_column(message.conversation.user)

    @admin.display(description=gettext_lazy("text"))
    def beginning(self, message: Message) -> str:
        return Truncator(message.text).chars(200)
