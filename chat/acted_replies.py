"""What the built-in answerer says was done, or not, of what was asked of the memory in so many words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memories.kinds import MemoryStatus

if TYPE_CHECKING:
    from memories.capture import Acted, Kind
    from memories.models import Memory


def done(acted: "Acted | None") -> list[str]:
    """What came of a request to remember, forget or correct: paragraphs, in the language in use."""
    if acted is None:
        return []
    match str(acted.kind), str(acted.outcome):
        case _kind, "learning_off":
            return [
                _(
                    "Learning is switched off, so I have not saved this. You can switch it on under My memories."
                )
            ]
        case "forget", "done":
            said = ngettext(
                "I have forgotten %(count)d memory. You can bring it back from the recycle bin for %(days)d days.",
                "I have forgotten %(count)d memories. You can bring them back from the recycle bin for %(days)d days.",
                len(acted.memories),
            )
            return [said % {"count": len(acted.memories), "days": settings.MEMORY_RECYCLE_DAYS}]
        case "forget" | "correct", "ambiguous":
            return [_("More than one memory fits. Which one do you mean?"), _listed(acted.choices)]
        case "forget", "words":
            said = ngettext(
                "No memory came of this. What you said of it in %(count)d message is forgotten: it is left out of what "
                "I read, and of this chat's summary and notes. Say “undo that” to have it read again.",
                "No memory came of this. What you said of it in %(count)d messages is forgotten: it is left out of "
                "what I read, and of this chat's summary and notes. Say “undo that” to have it read again.",
                acted.count,
            )
            return [said % {"count": acted.count}]
        case "restore", "words":
            said = ngettext(
                "What you said in %(count)d message is read again.",
                "What you said in %(count)d messages is read again.",
                acted.count,
            )
            return [said % {"count": acted.count}]
        case "restore", _outcome:
            return [_("It is remembered again:"), _listed(acted.memories)]
        case "forget", "everything":
            asked = ngettext(
                "That is all that I have: %(count)d memory. Shall I forget it? Answer yes or no. It can be brought "
                "back from the recycle bin for %(days)d days.",
                "Those are all %(count)d memories that I have. Shall I forget them all? Answer yes or no. They can be "
                "brought back from the recycle bin for %(days)d days.",
                acted.count,
            )
            numbers = {"count": acted.count, "days": settings.MEMORY_RECYCLE_DAYS}
            link = f"[{_('Erase all memories')}]({reverse('erase-memories')})"
            return [asked % numbers, _("Everything is erased for good here: %(link)s.") % {"link": link}]
        case "forget", "kept":
            return [_("All right. Nothing was forgotten.")]
        case "forget", "unsaid":
            return [_("As you wish: this is not remembered.")]
        case "forget", _outcome:
            return [_("I found nothing about this in my memory, so there was nothing to forget.")]
        case _kind, "ambiguous":
            return [_("I am not sure what you mean. Which of these is it?"), _listed(acted.choices)]
        case _kind, "already":
            return [_("I know this already:"), _listed(acted.memories)]
        case _kind, "secret":
            return [
                _(
                    "This holds a password, a key or another secret. Secrets are never kept, so nothing was saved."
                )
            ]
        case _kind, "never_word":
            return [
                _(
                    "This has a word that you never want remembered, so I have not saved it. "
                    "You can change your words in the settings."
                )
            ]
        case _kind, "switched_off":
            return [
                _("You have switched memories of this kind off in the settings, so I have not saved this.")
            ]
        case _kind, "none_found":
            return [_("I could not find anything in this that I can save, so nothing was saved.")]
    return _saved(acted)


def not_done(asked: "Kind | None") -> list[str]:
    """What a temporary chat says to a request to remember, forget or correct, in the language in use."""
    if asked is None:
        return []
    if asked == "remember":
        return [
            _(
                "This is a temporary chat: nothing from it is remembered, and this is not saved either. "
                "To have it kept, say it in an ordinary chat or add it under My memories."
            )
        ]
    return [
        _(
            "This is a temporary chat: it changes none of your memories, so nothing was forgotten or corrected. "
            "You can do that in an ordinary chat or under My memories."
        )
    ]


def _saved(acted: "Acted") -> list[str]:
    waiting = [row for row in acted.memories if row.status == MemoryStatus.PENDING]
    saved = [row for row in acted.memories if row.status != MemoryStatus.PENDING]
    paragraphs: list[str] = []
    if saved:
        corrected = acted.kind == "correct"
        paragraphs += [
            _("I have corrected this:") if corrected else _("I will remember this:"),
            _listed(saved),
        ]
    if waiting:
        paragraphs += [_("This waits under My memories for you to confirm it:"), _listed(waiting)]
    return paragraphs


def _listed(rows: "Sequence[Memory]") -> str:
    return "\n".join(f"- {' '.join(row.content.split())}" for row in rows)
