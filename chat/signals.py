"""Closes the sockets of a session that signs out."""

from typing import Any

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from chat.consumers import fingerprint
from memories.notices import group_of
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
