"""The title that a conversation has from its first message, until the person names it."""

import re
from collections.abc import Sequence
from uuid import UUID

from chat import session
from chat.models import Conversation, Message
from memories.capture import masking
from memories.capture.forget_words import forget_request
from memoryhub.models import User

LIMIT = 60
#: So many of a person's first messages are looked through for a title.
_MOST = 20
#: So many characters of a message are looked through for what asks to forget something.
_BEGINNING = 400


def from_text(text: str) -> str:
    """A title from the first words of a message, cut at a word; none from what asks to forget something."""
    line = " ".join(masking.masked(_without_requests(text)).split())
    if len(line) <= LIMIT:
        return line
    at_word = re.match(rf"(.{{20,{LIMIT - 1}}})[\s,，。；;、]", line)
    return (at_word.group(1) if at_word else line[: LIMIT - 1]).rstrip() + "…"


def _without_requests(text: str) -> str:
    while request := forget_request(text[:_BEGINNING]):
        text = text[: request.start] + text[request.end :]
    return text


def make_anew(*, user: User, message_ids: Sequence[UUID]) -> int:
    """Where these messages gave a title, it is made of what is left of what was said; maybe of nothing; how many were.

    In the caller's transaction, after the tombstones. A title by the person stays.
    """
    own = Conversation.objects.filter(user=user, title_by_person=False).exclude(title="")
    near = own.filter(pk__in=Message.objects.filter(pk__in=list(message_ids)).values("conversation_id"))
    made = 0
    for conversation in near:
        said = Message.objects.filter(conversation=conversation, role=Message.Role.USER).order_by("sequence")
        left = (text.replace(session.FORGOTTEN, " ") for text in session.readable_texts(list(said[:_MOST])))
        title = next((text for text in map(from_text, left) if re.search(r"\w{2}", text)), "")
        if title != conversation.title:
            conversation.title = title
            conversation.save(update_fields=["title"])
            made += 1
    return made
