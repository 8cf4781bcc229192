"""Tells the open sockets of a conversation what has changed in it, once that is committed."""

from uuid import UUID

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from chat import protocol
from chat.protocol import Frame

log = structlog.get_logger(__name__)


def group_of(conversation_id: UUID) -> str:
    """The channel-layer group of all sockets of a conversation."""
    return f"conversation_{conversation_id}"


def on_commit(conversation_id: UUID, frame: Frame) -> None:
    """The frame goes to all sockets of the conversation with the commit. Without Redis it is logged and left out."""
    transaction.on_commit(lambda: _send(conversation_id, frame), robust=True)


def _send(conversation_id: UUID, frame: Frame) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    event = {"type": "chat.frame", "origin": "", "frame": frame | {"seq": protocol.stamp()}}
    try:
        async_to_sync(layer.group_send)(group_of(conversation_id), event)
    except Exception as error:  # whatever the layer raises when its server is away
        log.warning("chat.not_told", conversation=str(conversation_id), error=type(error).__name__)
