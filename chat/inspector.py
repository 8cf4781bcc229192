"""What the page on a prompt says: its parts with their tokens, and what was left out, in plain sentences."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from chat import context, prompts
from chat.models import Conversation, Message
from memoryhub.models import User

#: A part's name, and what it is for.
_PARTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    "system": (
        gettext_lazy("Rules"),
        gettext_lazy("How the assistant is to behave; the same in every chat."),
    ),
    "memory": (gettext_lazy("What is known about you"), gettext_lazy("The day, your profile and memories.")),
    "knowledge": (
        gettext_lazy("Passages of documents"),
        gettext_lazy("What your documents and the shared ones say about it."),
    ),
    "pins": (gettext_lazy("Kept for this chat"), gettext_lazy("Your conditions, word for word.")),
    "state": (
        gettext_lazy("What this chat is about"),
        gettext_lazy("Places, times, numbers and choices that were noted."),
    ),
    "task": (gettext_lazy("The task in hand"), gettext_lazy("Its goal, its plan and the results so far.")),
    "tools": (
        gettext_lazy("Tools"),
        gettext_lazy("What the assistant may do; sent beside the text, so there is none to show."),
    ),
    "summary": (gettext_lazy("Earlier in this chat"), gettext_lazy("Older turns, in short.")),
    "history": (gettext_lazy("The latest turns"), gettext_lazy("Word for word.")),
    "message": (gettext_lazy("Your message"), gettext_lazy("What is answered.")),
}
#: Longer texts are folded.
FOLD_CHARACTERS, FOLD_LINES = 900, 14
#: Units of the drawn bar: it is scaled to the page's width.
BAR = 1_000


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part of the prompt. ``start`` and ``width`` place it in the bar of the whole; ``percent`` is of the window.

    ``forgotten``: its text went with what was forgotten since; ``unkept``: none was stored, for learning was off.
    """

    name: str
    words: str
    meaning: str
    text: str
    tokens: int
    percent: str
    start: float
    width: float
    forgotten: bool
    unkept: bool

    @property
    def long(self) -> bool:
        return len(self.text) > FOLD_CHARACTERS or self.text.count("\n") >= FOLD_LINES


@dataclass(frozen=True, slots=True)
class Inspected:
    """The prompt as the page shows it. ``reply`` is None for a turn that is still to come."""

    message: Message | None
    reply: Message | None
    parts: tuple[PartShown, ...]
    tokens: int
    window_tokens: int
    percent: str
    answer_tokens: int
    answer_start: float
    answer_width: float
    left_out: tuple[str, ...]
    recorded: bool
    erased: bool


def inspected(*, user: User, conversation: Conversation, reply: Message | None = None) -> Inspected:
    """The prompt of the reply (by default the last one), or of the turn to come."""
    look = prompts.look(user=user, conversation=conversation, reply=reply)
    window = max(look.window_tokens, 1)
    parts: list[PartShown] = []
    at = 0.0
    for part in look.prompt.parts:
        shown = _part(part, window=window, start=at, recorded=look.rebuilt, erased=look.erased)
        parts.append(shown)
        at += shown.width
    answer_width = min(look.prompt.max_tokens * BAR / window, BAR - at)
    return Inspected(
        message=look.message,
        reply=look.reply,
        parts=tuple(parts),
        tokens=look.prompt.tokens,
        window_tokens=look.window_tokens,
        percent=_percent(look.prompt.tokens, window),
        answer_tokens=look.prompt.max_tokens,
        answer_start=round(at, 2),
        answer_width=round(max(answer_width, 0.0), 2),
        left_out=tuple(_left_out(row) for row in look.prompt.left_out),
        recorded=look.rebuilt,
        erased=look.erased,
    )


def _part(part: context.Part, *, window: int, start: float, recorded: bool, erased: bool) -> PartShown:
    words, meaning = _PARTS.get(part.name, (part.name, ""))
    missing = not part.text and part.name in prompts.KEPT_TEXTS
    return PartShown(
        name=part.name,
        words=str(words),
        meaning=str(meaning),
        text=part.text,
        tokens=part.tokens,
        percent=_percent(part.tokens, window),
        start=round(start, 2),
        width=round(part.tokens * BAR / window, 2),
        forgotten=erased and not part.text and part.name != "tools",
        unkept=recorded and not erased and missing,
    )


def _percent(tokens: int, window: int) -> str:
    share = 100 * tokens / window
    if 0 < share < 1:
        return _("less than 1 %%") % ()
    return _("%(number)d %%") % {"number": round(share)}


def _left_out(row: context.LeftOut) -> str:
    """One thing that did not go in as it was, as a sentence."""
    count = row.count
    match row.what, row.why:
        case "memories", _why:
            text = ngettext(
                "%(count)d line on you found no room.", "%(count)d lines on you found no room.", count
            )
        case "passages", _why:
            text = ngettext(
                "%(count)d passage of a document found no room.",
                "%(count)d passages of documents found no room.",
                count,
            )
        case "state", _why:
            text = ngettext(
                "%(count)d entry of what this chat is about found no room.",
                "%(count)d entries of what this chat is about found no room.",
                count,
            )
        case "pins", _why:
            text = ngettext(
                "%(count)d of your conditions found no room: the latest ones went first.",
                "%(count)d of your conditions found no room: the latest ones went first.",
                count,
            )
        case "message", _why:
            text = _(
                "Your message was longer than can be read at once: its beginning and its end went in, and a mark "
                "between them. All of it is kept in the chat."
            )
        case "messages", _why:
            text = ngettext(
                "%(count)d earlier message was long and went in shortened, with a mark where words are missing.",
                "%(count)d earlier messages were long and went in shortened, with a mark where words are missing.",
                count,
            )
        case "turns", "extracted":
            text = ngettext(
                "%(count)d earlier turn had no room word for word; its main sentences are among what came earlier.",
                "%(count)d earlier turns had no room word for word; their main sentences are among what came earlier.",
                count,
            )
        case "turns", "waits":
            text = ngettext(
                "%(count)d earlier turn waits to be summed up and is not in the prompt yet.",
                "%(count)d earlier turns wait to be summed up and are not in the prompt yet.",
                count,
            )
        case "summary", _why:
            text = _("The summary of what came earlier found no room.")
        case "turns", _why:
            text = ngettext(
                "%(count)d earlier turn found no room and is not in the prompt.",
                "%(count)d earlier turns found no room and are not in the prompt.",
                count,
            )
        case _:
            text = ngettext("%(count)d more found no room.", "%(count)d more found no room.", count)
    return text % {"count": count} if "%(count)" in text else text
