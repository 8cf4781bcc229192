"""Words of the memory pages: sureness, times near and far, reasons and what was done. No markup but <time> and dots."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories import days
from memories.kinds import Actor, EventVerb, MemoryStatus, SourceKind
from memories.models import MemoryEvent
from memories.recall.tokens import has_chinese
from memories.upkeep.words import detail_words

register = template.Library()

_DOTS = 5
_SURENESS = [
    (0.9, gettext_lazy("sure")),
    (0.75, gettext_lazy("fairly sure")),
    (0.6, gettext_lazy("likely")),
    (0.0, gettext_lazy("unsure")),
]

_WHY = {
    "meaning": gettext_lazy("chosen because it is close to the question in meaning"),
    "keyword": gettext_lazy("chosen because the question named it"),
    "both": gettext_lazy("chosen because the question named it and is close in meaning"),
    "instruction": gettext_lazy("chosen because it is a standing wish of yours"),
    "overview": gettext_lazy("chosen because you asked what is known about you"),
    "former": gettext_lazy("chosen because you asked how it was before"),
    "relation": gettext_lazy("chosen because it is a step on the way to what you asked"),
    "archived": gettext_lazy("from the archive, because you asked about that time"),
    "safety": gettext_lazy("chosen because it matters for safety"),
}

#: What was done, by whom; a verb without an actor stands for all the others.
_EVENTS: dict[tuple[str, str], str | Promise] = {
    (EventVerb.CREATED, Actor.AGENT): gettext_lazy("learnt from your message"),
    (EventVerb.CREATED, Actor.PERSON): gettext_lazy("you asked for it to be remembered"),
    (EventVerb.CREATED, ""): gettext_lazy("remembered"),
    (EventVerb.REPEATED, ""): gettext_lazy("you said it again: surer"),
    (EventVerb.SUPERSEDED, Actor.PERSON): gettext_lazy("you put something else in its place"),
    (EventVerb.SUPERSEDED, ""): gettext_lazy("replaced by something newer that you said"),
    (EventVerb.EDITED, Actor.PERSON): gettext_lazy("you changed it"),
    (EventVerb.EDITED, Actor.STAFF): gettext_lazy("staff changed it"),
    (EventVerb.EDITED, ""): gettext_lazy("changed"),
    (EventVerb.CONFIRMED, ""): gettext_lazy("you confirmed it: surer"),
    (EventVerb.CONFIRMED, Actor.STAFF): gettext_lazy("staff let it pass"),
    (EventVerb.REJECTED, ""): gettext_lazy("you said no to it"),
    (EventVerb.REJECTED, Actor.STAFF): gettext_lazy("staff took it out"),
    (EventVerb.PINNED, ""): gettext_lazy("you pinned it"),
    (EventVerb.UNPINNED, ""): gettext_lazy("you unpinned it"),
    (EventVerb.FORGOTTEN, Actor.PERSON): gettext_lazy("you had it forgotten"),
    (EventVerb.FORGOTTEN, Actor.STAFF): gettext_lazy("staff had it forgotten"),
    (EventVerb.FORGOTTEN, ""): gettext_lazy("faded away"),
    (EventVerb.RESTORED, Actor.STAFF): gettext_lazy("staff brought it back"),
    (EventVerb.RESTORED, ""): gettext_lazy("you brought it back"),
    (EventVerb.ARCHIVED, ""): gettext_lazy("archived, because it was long unused"),
    (EventVerb.KEPT, ""): gettext_lazy("you kept it"),
    (EventVerb.LOOSENED, ""): gettext_lazy("you took its protection off"),
    (EventVerb.PROTECTED, ""): gettext_lazy("you protected it again"),
    (EventVerb.PURGED, ""): gettext_lazy("erased for good"),
}


@register.filter
def sureness(confidence: float) -> str:
    """How sure the agent is, in a word or two."""
    return str(next(word for least, word in _SURENESS if confidence >= least))


@register.simple_tag
def dots(confidence: float) -> SafeString:
    """The same as five dots, with the number as their title; the word beside them is for everybody."""
    on = max(1, min(_DOTS, round(confidence * _DOTS)))
    marks = format_html_join("", '<i class="{}"></i>', (("" if n < on else "off",) for n in range(_DOTS)))
    number = number_format(round(confidence, 2), decimal_pos=2)
    title = _("Sureness %(number)s of 1") % {"number": number}
    return format_html('<span class="dots" title="{}" aria-hidden="true">{}</span>', title, marks)


@register.simple_tag
def near(moment: datetime) -> SafeString:
    """A moment in the person's zone: relative when near, the day when far; the whole of it as the title."""
    here = timezone.localtime(moment)
    whole = date_format(here, "DATETIME_FORMAT")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', here.isoformat(), whole, days.near_words(moment)
    )


register.filter(days.day_words)
register.filter(days.erased_on)


@register.filter
def lang_mark(text: str) -> str:
    """The language a browser breaks the lines of this text by; empty where the page's own will do."""
    return "zh-Hans" if has_chinese(text) else ""


@register.filter
def chosen_why(key: str) -> str:
    """Why a memory went into a reply, as the end of a sentence; nothing for a reason that has no words."""
    return str(_WHY.get(key, ""))


@register.filter
def done_words(event: MemoryEvent) -> str:
    """What was done to the memory and by whom, in words."""
    if event.verb == EventVerb.CREATED and event.detail == SourceKind.HAND:
        return _("you added it")
    if event.verb == EventVerb.CREATED and event.detail == SourceKind.IMPORT:
        return _("came with an import")
    if event.verb == EventVerb.RESTORED and event.detail == MemoryStatus.PENDING:
        return _("you put it back among what waits")
    if told := detail_words(event.verb, event.detail):
        return told
    words = _EVENTS.get((event.verb, event.actor)) or _EVENTS.get((event.verb, ""))
    return str(words or event.get_verb_display())
