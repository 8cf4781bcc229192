"""What the shell of every page shows: the person's chats by day, what waits for them, the theme."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SHOWN = 40


@dataclass
class Group:
    """Chats of about the same age, under one heading."""

    key: str
    label: Promise
    conversations: list[Any] = field(default_factory=list)


def by_age(conversations: Iterable[Any], *, today: datetime.date) -> list[Group]:
    """Chats (newest first) under Today, Yesterday, Last week, Older, by the person's own days."""
    groups = [
        Group("today", _("Today")),
        Group("yesterday", _("Yesterday")),
        Group("week", _("Last week")),
        Group("older", _("Older")),
    ]
    for conversation in conversations:
        age = (today - timezone.localdate(conversation.updated_at)).days
        groups[0 if age <= 0 else 1 if age == 1 else 2 if age <= 7 else 3].conversations.append(conversation)
    return [group for group in groups if group.conversations]


class Shell:
    """Read by templates; each part costs a query only when a template asks for it, so fragments cost none."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @property
    def section(self) -> str:
        """Which of the main pages this is: chat, search, memories, knowledge, inbox, settings, or nothing."""
        match = getattr(self.request, "resolver_match", None)
        if match is None:
            return ""
        if match.view_name == "chat:search":
            return "search"
        if match.view_name in {"memories:knowledge", "memories:document", "memories:document-replace"}:
            return "knowledge"
        if match.view_name == "memories:inbox":
            return "inbox"
        if match.namespace in {"chat", "memories"}:
            return match.namespace
        own = {"settings", "api-keys", "access-log", "erase-memories", "delete-account"}
        return "settings" if match.view_name in own or match.view_name.startswith("account_") else ""

    @property
    def theme(self) -> str:
        user = getattr(self.request, "user", None)
        return user.theme if user is not None and user.is_authenticated else ""

    @property
    def mail_on_console(self) -> bool:
        """Whether mail goes nowhere but to the output of the server."""
        return settings.EMAIL_BACKEND.endswith("console.EmailBackend")

    @cached_property
    def _conversations(self) -> list[Any]:
        from chat import selectors

        if not self.request.user.is_authenticated:
            return []
        return list(selectors.conversation_list(user=self.request.user)[: SHOWN + 1])

    @property
    def groups(self) -> list[Group]:
        return by_age(self._conversations[:SHOWN], today=timezone.localdate())

    @property
    def more(self) -> bool:
        """Whether there are older chats than those listed."""
        return len(self._conversations) > SHOWN

    @cached_property
    def pending(self) -> int:
        """Memories that wait for a decision of the person's."""
        from memories import selectors

        if not self.request.user.is_authenticated:
            return 0
        return selectors.memory_counts(user=self.request.user).get("pending", 0)


def shell(request: HttpRequest) -> dict[str, Shell]:
    """Context processor: `shell`, for base.html and shell.html."""
    return {"shell": Shell(request)}
