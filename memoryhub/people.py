"""What people do with their own account: API keys, who read their data, and leaving. Writes and reads, no HTML."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from memoryhub.models import ApiKey, StaffAccess, User

API_KEY_LIMIT = 20
API_KEY_PREFIX = "mh_"


class LastStaffMember(Exception):
    """The account cannot go: nobody would be left to look after the other people of the site."""


class TooManyKeys(Exception):
    """The person has as many API keys as one may have."""


class KeyNameTaken(Exception):
    """The person has a key of this name; another would make the two indistinguishable in the list."""


def api_key_list(*, user: User) -> QuerySet[ApiKey]:
    """The person's keys that still work, newest first."""
    return ApiKey.objects.filter(user=user).exclude(expiry__lt=timezone.now()).order_by("-created", "pk")


def api_key_create(*, user: User, name: str) -> tuple[ApiKey, str]:
    """Make a key and return it with its text, which is kept nowhere and so can be shown only now."""
    with transaction.atomic():
        User.objects.select_for_update().only("pk").get(pk=user.pk)
        keys = ApiKey.objects.filter(user=user)
        if keys.filter(name=name).exists():
            raise KeyNameTaken
        if keys.count() >= API_KEY_LIMIT:
            raise TooManyKeys
        key, text = ApiKey.objects.create(user=user, name=name, prefix=API_KEY_PREFIX)
    return key, text


def api_key_revoke(*, user: User, token_key: str) -> int:
    """Take the person's key back; 0 when it is gone already or never was theirs."""
    deleted, _ = ApiKey.objects.filter(user=user, token_key=token_key).delete()
    return deleted


def access_list(*, user: User) -> QuerySet[StaffAccess]:
    """Which staff member opened what of this person's, with the reason, latest first."""
    return StaffAccess.objects.filter(person=user).select_related("staff")


def access_latest(*, user: User) -> datetime | None:
    """When staff last opened something of this person's."""
    return access_list(user=user).values_list("created_at", flat=True).first()


def account_delete(*, user: User) -> None:
    """Erase the person's memories, chats and account, in the database and in Redis. Cannot be undone."""
    from chat import services as chat_services
    from memories import services as memory_services

    if user.is_superuser:
        others = User.objects.exclude(pk=user.pk)
        if others.exists() and not others.filter(is_superuser=True, is_active=True).exists():
            raise LastStaffMember
    memory_services.memory_erase_all(user=user)
    for conversation_id in list(user.conversations.values_list("pk", flat=True)):
        chat_services.conversation_delete(user=user, conversation_id=conversation_id)
    user.delete()
