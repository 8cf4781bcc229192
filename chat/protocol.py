"""The frames of the web socket: what a browser may send, and what it gets. Plain values; no socket here.

To the server::

    {"type": "message.send", "text": "…", "client_id": "…"}   the same client_id again is the same message; one whose
                                                              reply is missing, failed or broken off is answered again
    {"type": "reply.stop"}
    {"type": "resume", "after": 0}                            the highest ``seq`` seen; 0 for the latest messages

To the browser, each with ``seq``, which grows in a conversation (microseconds, so it needs no store)::

    message.saved   message, sequence, client_id, text, created_at
    recall.done     message (of the reply), reply_to, sequence, receipt {gate, items, pending, documents, took_ms}
    reply.delta     message (of the reply), reply_to, offset, text: ``text`` stands at ``offset`` of the reply; what was
                    beyond it is replaced, so the same piece twice does no harm
    reply.done      message (of the reply), reply_to, sequence, status (done, interrupted, failed), text (whole), model,
                    error (a code or ""), notice (a sentence for a reply that is not done), usage, created_at
    memory.noticed  message (what was learnt from, or ""), memories [{id, content, type, status}]
    task.changed    task {id, goal, current, steps [{position, text, result, done}]} as it stands now, or null when none
                    runs any more; current is the position of the step to do, null when all are done
    tool.called     message (of the reply), name, ok: the agent used a tool for this reply
    kept.changed    the chat's summary, state or pins are others now: the page reads them anew
    error           code, message (a sentence), client_id where it concerns one

Every frame may come twice, after ``resume`` for instance: a page goes by the message ids.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from chat.models import Message
from memories.models import Chunk
from memories.recall.types import KnowledgeWords, Recalled, Recollection
from memories.selectors import Receipt

#: A frame to the browser, on its way to JSON.
Frame = dict[str, Any]

CLIENT_ID_LIMIT = 64

CLOSE_SIGNED_OUT = 4401
CLOSE_NOT_FOUND = 4404
CLOSE_TOO_FAST = 4429


def frame_limit() -> int:
    """Characters of one frame: the longest message with every character escaped, and a little room."""
    return 6 * settings.CHAT_MESSAGE_LIMIT + 1_000


class BadFrame(Exception):
    """A frame that is none of those above. ``sentence`` is for people, ``client_id`` the message it was about."""

    def __init__(self, code: str, sentence: str | Promise, *, client_id: str = "") -> None:
        super().__init__(code)
        self.code, self.sentence, self.client_id = code, sentence, client_id


@dataclass(frozen=True, slots=True)
class Send:
    """``message.send``."""

    text: str
    client_id: str


@dataclass(frozen=True, slots=True)
class Stop:
    """``reply.stop``."""


@dataclass(frozen=True, slots=True)
class Resume:
    """``resume``."""

    after: int


def parse(raw: str | None) -> Send | Stop | Resume:
    """The frame in a text from a browser; raises BadFrame with a sentence that names what is wrong."""
    if raw is None:
        raise BadFrame("bad_frame", _("Only text frames are understood here."))
    if len(raw) > frame_limit():
        raise BadFrame("frame_too_big", _("This is more than a message can hold. Nothing was saved."))
    try:
        frame = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadFrame("bad_json", _("This frame is not JSON.")) from None
    if not isinstance(frame, dict):
        raise BadFrame("bad_frame", _("A frame is a JSON object."))
    match frame.get("type"):
        case "message.send":
            return _send(frame)
        case "reply.stop":
            return Stop()
        case "resume":
            return _resume(frame)
    raise BadFrame("unknown_type", _("The frame's type must be one of message.send, reply.stop and resume."))


def _send(frame: dict[str, Any]) -> Send:
    client_id, text = frame.get("client_id"), frame.get("text")
    if (
        not isinstance(client_id, str)
        or not 0 < len(client_id) <= CLIENT_ID_LIMIT
        or not _storable(client_id)
    ):
        raise BadFrame("bad_client_id", _("client_id must be a text of 1 to 64 characters."))
    if not isinstance(text, str):
        raise BadFrame("bad_text", _("text must be a text."), client_id=client_id)
    return Send(text=text, client_id=client_id)


def _storable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _resume(frame: dict[str, Any]) -> Resume:
    after = frame.get("after")
    if not isinstance(after, int) or isinstance(after, bool) or not 0 <= after < 2**53:
        raise BadFrame("bad_after", _("after must be the number of the last frame seen, or 0."))
    return Resume(after=after)


# ------------------------------------------------------------------------------------------------ to the browser


def stamp(*, above: int = 0) -> int:
    """A number for the next frame, greater than ``above``: the time in microseconds, which JavaScript holds exactly."""
    return max(time.time_ns() // 1_000, above + 1)


def time_of(seq: int) -> datetime:
    """The moment at which a frame got this number."""
    return datetime.fromtimestamp(seq / 1_000_000, tz=UTC)


def message_saved(message: Message) -> Frame:
    return {
        "type": "message.saved",
        "message": str(message.pk),
        "sequence": message.sequence,
        "client_id": message.client_id or "",
        "text": message.text,
        "created_at": message.created_at.isoformat(),
    }


def recall_done(reply: Message, *, receipt: dict[str, Any]) -> Frame:
    return {
        "type": "recall.done",
        "message": str(reply.pk),
        "reply_to": str(reply.reply_to_id),
        "sequence": reply.sequence,
        "receipt": receipt,
    }


def receipt(recollection: Recollection, *, used: Sequence[UUID] | None = None) -> dict[str, Any]:
    """What went into the prompt and why, as the page shows it under the reply.

    ``used``: what of it the reply tells; by default it had all of it to read.
    """
    return {
        "gate": recollection.gate,
        "items": [_item(row, used=used is None or row.memory_id in used) for row in recollection.injected],
        "pending": len(recollection.pending),
        "passages": len(recollection.passages),
        "documents": [_cited(words, title=words.title) for words in recollection.knowledge],
        "took_ms": recollection.took_ms,
    }


def receipt_as_it_stands(receipt: Receipt) -> dict[str, Any]:
    """The same of an earlier reply, with the memories as they are now."""
    return {
        "gate": receipt.gate,
        "items": [
            {
                "id": str(item.memory.pk),
                "content": item.memory.content,
                "type": item.memory.type,
                "why": item.why,
                "confidence": item.memory.confidence,
                "said_at": item.memory.created_at.isoformat(),
                "created_at": item.memory.created_at.isoformat(),
                "used": item.used,
            }
            for item in receipt.items
        ],
        "pending": 0,
        "passages": receipt.passages,
        "documents": [_cited(one.chunk, title=one.chunk.document.title) for one in receipt.citations],
        "took_ms": receipt.took_ms,
    }


def _cited(words: "KnowledgeWords | Chunk", *, title: str) -> dict[str, Any]:
    """Where a passage of a document stands; its text is one address away."""
    return {
        "document": str(words.document_id),
        "title": title,
        "heading": words.heading,
        "page": words.page,
        "position": words.position,
    }


def _item(row: Recalled, *, used: bool) -> dict[str, Any]:
    return {
        "id": str(row.memory_id),
        "content": row.content,
        "type": row.type,
        "why": row.why,
        "confidence": row.confidence,
        "said_at": row.said_at.isoformat(),
        "created_at": row.created_at.isoformat(),
        "used": used,
    }


def reply_delta(reply_id: UUID, *, reply_to: UUID | None, offset: int, text: str) -> Frame:
    return {
        "type": "reply.delta",
        "message": str(reply_id),
        "reply_to": str(reply_to) if reply_to else "",
        "offset": offset,
        "text": text,
    }


def reply_done(reply: Message, *, notice: str) -> Frame:
    return {
        "type": "reply.done",
        "message": str(reply.pk),
        "reply_to": str(reply.reply_to_id),
        "sequence": reply.sequence,
        "status": str(reply.status),
        "text": reply.text,
        "model": reply.model,
        "error": reply.error,
        "notice": notice,
        "usage": {"prompt_tokens": reply.prompt_tokens, "completion_tokens": reply.completion_tokens},
        "created_at": reply.created_at.isoformat(),
    }


def memory_noticed(*, message_id: str, memories: list[dict[str, Any]]) -> Frame:
    return {"type": "memory.noticed", "message": message_id, "memories": memories}


def task_changed(task: dict[str, Any] | None) -> Frame:
    return {"type": "task.changed", "task": task}


def tool_called(reply_id: UUID, *, name: str, ok: bool) -> Frame:
    return {"type": "tool.called", "message": str(reply_id), "name": name, "ok": ok}


def kept_changed() -> Frame:
    return {"type": "kept.changed"}


def error(code: str, sentence: str, *, client_id: str = "") -> Frame:
    return {"type": "error", "code": code, "message": sentence, "client_id": client_id}


def dump(frame: Frame) -> str:
    """The frame as the socket sends it."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


def merge(frames: list[Frame], frame: Frame) -> None:
    """Adds a frame to those that wait; a delta that continues the last one joins it."""
    if frame["type"] == "reply.delta" and frames:
        last = frames[-1]
        if (
            last["type"] == "reply.delta"
            and last["message"] == frame["message"]
            and last["offset"] + len(last["text"]) == frame["offset"]
        ):
            frames[-1] = last | {"text": last["text"] + frame["text"], "seq": frame["seq"]}
            return
    frames.append(frame)
