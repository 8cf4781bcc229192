"""Tells the person's open pages what was just remembered. Without Redis a notice is logged and left out."""

import logging
from collections.abc import Sequence
from uuid import UUID

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from memories.models import Memory

logger = logging.getLogger(__name__)


def group_of(user_id: UUID) -> str:
    """The channel-layer group of all sockets of a person."""
    return f"user_{user_id}"


def noticed_on_commit(*, user_id: UUID, message_id: UUID | None, memories: Sequence[Memory]) -> None:
    """Sends ``memory.noticed`` for these rows once the transaction has committed."""
    if not memories:
        return
    rows = [
        {"id": str(memory.pk), "content": memory.content, "type": memory.type, "status": memory.status}
        for memory in memories
    ]
    event: dict[str, object] = {
        "type": "memory.noticed",
        "message_id": str(message_id) if message_id else None,
        "memories": rows,
    }
    transaction.on_commit(lambda: _send(user_id, event), robust=True)


def _send(user_id: UUID, event: dict[str, object]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group_of(user_id), event)
    except Exception as error:  # whatever the layer raises when its server is away
        logger.warning("no notice was sent: %s", type(error).__name__)
