"""What follows when a person signs out, or their account goes."""

from typing import Any

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete, pre_delete
from django.dispatch import receiver
from django.http import HttpRequest

from chat import temporary
from chat.consumers import fingerprint
from chat.models import Conversation, Message
from memories.notices import group_of
from memories.upkeep.episodes import keeping as episodes
from memoryhub.models import User

log = structlog.get_logger(__name__)


@receiver(user_logged_out, dispatch_uid="chat.close_sockets")
def close_sockets(sender: Any, request: HttpRequest | None, user: User | None, **kwargs: Any) -> None:
    """A courtesy: without the channel layer a socket finds out by itself within seconds."""
    session = getattr(request, "session", None)
    if user is None or session is None or not session.session_key:
        return
    event = {"type": "session.ended", "session": fingerprint(session.session_key)}
    try:
        async_to_sync(get_channel_layer().group_send)(group_of(user.pk), event)
    except Exception as error:  # whatever the layer raises when its server is away
        log.warning("chat.layer_away", error=type(error).__name__)


@receiver(post_delete, sender=User, dispatch_uid="chat.end_temporary_chats")
def end_temporary_chats(sender: Any, instance: User, **kwargs: Any) -> None:
    """With the account its temporary chats go, which no row of PostgreSQL knows of; else they go within a day."""
    owner = instance.pk

    def end() -> None:
        try:
            temporary.temporary_end_all(user_id=owner)
        except temporary.TemporaryAway:
            log.warning("chat.temporary_chats_left")

    transaction.on_commit(end, robust=True)


@receiver(pre_delete, sender=Message, dispatch_uid="chat.drop_episode_items")
def drop_episode_items(sender: Any, instance: Message, origin: Any, **kwargs: Any) -> None:
    """What an episode tells of a message goes with it; with a whole conversation its episodes go anyway."""
    if not isinstance(origin, User | Conversation):
        episodes.message_gone(message_id=instance.pk)
