"""What session state tells after a short talk, each message with a reply between."""

import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

from chat.state.update import State, updated

#: A Monday.
NOW = datetime(2026, 11, 30, 10, tzinfo=ZoneInfo("Asia/Shanghai"))


def told(key: str, *messages: str) -> list[str]:
    """The entries of a key, as they are told, after the messages of one person."""
    state = State()
    for sequence, text in enumerate(messages, start=1):
        state = updated(
            state,
            text=text,
            said_at=NOW,
            message_id=uuid.UUID(int=sequence),
            sequence=sequence,
            previous_assistant="OK.",
        )
    return [entry.told for entry in state.entries if entry.key == key]
