"""Doors for the worker."""

from uuid import UUID

from celery import shared_task

from chat import claims, folding


@shared_task
def replies_sweep() -> int:
    """Replies whose process is gone are marked broken off."""
    return claims.sweep()


@shared_task
def fold_conversation(conversation_id: str) -> int:
    """The oldest turns of a conversation go into its running summary."""
    return folding.fold(conversation_id=UUID(conversation_id))
