"""What ended conversations were about: topics, conclusions, preferences and open questions, each with its messages."""

import logging

logger = logging.getLogger(__name__)


def tell_worker() -> None:
    """A worker is told that a conversation has ended; the sweep finds it anyway."""
    from memories.tasks import episodes_sweep

    try:
        episodes_sweep.delay()
    except Exception as error:  # whatever the broker's client raises
        logger.warning("no worker was told of an ended conversation: %s", type(error).__name__)
