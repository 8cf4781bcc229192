"""Short-term memory of a temporary chat: window, state, pins and running summary, which Redis alone holds."""

from dataclasses import replace

from django.conf import settings

from chat import compression, folding, kept, session, temporary
from chat.kept import Kept
from chat.models import Message
from chat.session import Said, Session, Window, WindowTurn
from chat.temporary import Held, TemporaryChat
from memories.capture import masking

#: Messages that no summary holds yet; there are more only when many wait for their replies at once.
_UNFOLDED = 400


def load(*, chat: TemporaryChat, message: Message) -> Session:
    """What is known of the chat before a message; state, pins and summary are brought up to it and kept.

    Older turns are folded at once, by extraction: no worker may have a word of them.
    """
    held = temporary.held(chat=chat, limit=_UNFOLDED)
    said = [_said(each, chat) for each in held if each.message.sequence > chat.kept.summary_to]
    keep, _pins = kept.caught_up(chat.kept, said, through=message.sequence)
    turns = session.turns(said, before=message)
    if count := folding.due(turns):
        keep, turns = _folded(keep, turns[:count], rest=turns[count:]), turns[count:]
    if keep != chat.kept:
        temporary.kept_keep(chat=chat, kept=keep)
    size = settings.MEMORY_WINDOW_TURNS
    return Session(window=Window(tuple(turns[-size:])), earlier=tuple(turns[:-size]), kept=keep)


def _folded(keep: Kept, turns: tuple[WindowTurn, ...], *, rest: tuple[WindowTurn, ...]) -> Kept:
    done = compression.Extraction().fold(
        lines=keep.summary,
        turns=[_masked(turn) for turn in turns],
        beside="",
        limit_tokens=folding.summary_limit(),
    )
    through = rest[0].messages[0].sequence - 1 if rest else max(said.sequence for said in turns[-1].messages)
    return replace(keep, summary=tuple(done.lines), summary_to=through)


def _masked(turn: WindowTurn) -> WindowTurn:
    """The turn without secrets: a summary has none."""
    return WindowTurn(tuple(replace(said, text=masking.masked(said.text)) for said in turn.messages))


def _said(held: Held, chat: TemporaryChat) -> Said:
    message = held.message
    return Said(
        message_id=message.pk,
        sequence=message.sequence,
        role=str(message.role),
        text=message.text,
        status=str(message.status),
        reply_to=message.reply_to_id,
        said_at=message.created_at.astimezone(chat.user.tzinfo),
    )
