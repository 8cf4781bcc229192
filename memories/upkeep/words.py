"""Why a memory stays, fades or was put away, in the person's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memories.kinds import EventVerb
from memories.upkeep.forgetting import Action, Reason, Verdict

_PLAIN: dict[str, Promise] = {
    Reason.SETTLED: gettext_lazy("it is not among the current memories"),
    Reason.PINNED: gettext_lazy("you pinned it"),
    Reason.PROTECTED: gettext_lazy("it is protected"),
    Reason.LASTING: gettext_lazy("it is of a kind that does not fade"),
    Reason.CROWDED: gettext_lazy("there was no room for all, and it weighed least"),
}


def reason_words(reason: str, *, days: int = 0) -> str:
    """The reason as the end of a sentence; nothing for a key that is none."""
    if reason == Reason.UNUSED:
        text = ngettext(
            "for %(days)d day it was neither told, used nor due",
            "for %(days)d days it was neither told, used nor due",
            days,
        )
        return text % {"days": days}
    if reason == Reason.DOUBTFUL:
        text = ngettext(
            "it is unsure, and for %(days)d day it was neither told again nor used",
            "it is unsure, and for %(days)d days it was neither told again nor used",
            days,
        )
        return text % {"days": days}
    return str(_PLAIN.get(reason, ""))


def verdict_words(verdict: Verdict) -> str:
    """Why the verdict is what it is."""
    return reason_words(verdict.reason, days=verdict.days)


def coming_words(verdict: Verdict) -> str:
    """What will be done to it."""
    if verdict.coming is Action.DROP:
        return _("goes into the recycle bin")
    return _("goes into the archive")


def detail_words(verb: str, detail: str) -> str:
    """What the audit's detail of an upkeep entry says, or nothing where it says no more than the verb."""
    reason, _colon, rest = detail.partition(":")
    if verb == EventVerb.MERGED:
        if reason == "from":
            return _("another that says the same was joined to it")
        return _("joined to another that says the same")
    if verb == EventVerb.ROSE and rest.isdigit():
        return ngettext("surer: told in %(count)d chat", "surer: told in %(count)d chats", int(rest)) % {
            "count": int(rest)
        }
    if verb not in (EventVerb.ARCHIVED, EventVerb.FORGOTTEN):
        return ""
    why = reason_words(reason, days=int(rest) if rest.isdigit() else 0)
    if not why:
        return ""
    words = _("archived: %(why)s") if verb == EventVerb.ARCHIVED else _("faded away: %(why)s")
    return words % {"why": why}
