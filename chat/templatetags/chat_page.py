"""Words of the chat page: days, reasons of a recall, and marks on a text. No markup."""

from datetime import date, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from memories.knowledge.chunking import below_title
from memories.models import Chunk
from memories.recall.tokens import has_chinese

register = template.Library()

#: Messages longer than this are folded; the scripts of the page get both numbers from it.
FOLD_CHARACTERS, FOLD_LINES = 1_500, 20

_WHY = {
    "meaning": gettext_lazy("Close to your question in meaning."),
    "keyword": gettext_lazy("You named it."),
    "both": gettext_lazy("You named it, and it is close in meaning."),
    "instruction": gettext_lazy("A standing wish of yours."),
    "overview": gettext_lazy("You asked what is known about you."),
    "former": gettext_lazy("You asked how it was before."),
    "relation": gettext_lazy("A step on the way to what you asked."),
    "archived": gettext_lazy("From the archive: you asked about that time."),
    "safety": gettext_lazy("Safety: always considered where it may matter."),
}


@register.filter
def why_words(key: str) -> str:
    """Why a memory went into a reply, as a sentence; nothing for a reason that has no words."""
    return str(_WHY.get(key, ""))


@register.filter
def day_words(day: date) -> str:
    """A day over the messages of that day: today, yesterday, or its name and date."""
    today = timezone.localdate()
    if day == today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    return _dated(day, weekday=True)


@register.filter
def told_words(moment: datetime) -> str:
    """When something was told, as a sentence."""
    day, today = timezone.localdate(moment), timezone.localdate()
    if day == today:
        return _("Told today.")
    if day == today - timedelta(days=1):
        return _("Told yesterday.")
    return _("Told on %(day)s.") % {"day": _dated(day)}


@register.filter
def when_words(moment: datetime) -> str:
    """A moment in a list: the time of today, else the day."""
    day, today = timezone.localdate(moment), timezone.localdate()
    if day == today:
        return date_format(timezone.localtime(moment), "TIME_FORMAT")
    return _("Yesterday") if day == today - timedelta(days=1) else _dated(day)


def _dated(day: date, *, weekday: bool = False) -> str:
    if day.year != timezone.localdate().year:
        return date_format(day, pgettext("date format", "j F Y"))
    if weekday:
        return date_format(day, pgettext("date format", "l j F"))
    return date_format(day, pgettext("date format", "j F"))


@register.filter
def way_in(chunk: Chunk) -> str:
    """The headings that a passage of a document stands under."""
    return below_title(chunk.heading, title=chunk.document.title)


@register.filter
def lang_mark(text: str) -> str:
    """The language a browser breaks the lines of this text by; empty where the page's own will do."""
    return "zh-Hans" if has_chinese(text) else ""


@register.filter
def is_long(text: str) -> bool:
    """Whether the page folds a message of this length."""
    return len(text) > FOLD_CHARACTERS or text.count("\n") >= FOLD_LINES


@register.simple_tag
def fold_limits() -> str:
    """The two numbers of `is_long` for the page's scripts."""
    return f"{FOLD_CHARACTERS} {FOLD_LINES}"


@register.filter
def thousands(number: int) -> str:
    """A whole number with its thousands apart, in Chinese too: Django would set ten thousands apart there."""
    return f"{number:,}"


@register.filter
def unlocalized(number: float) -> str:
    """A number as a drawing takes it."""
    return f"{number:g}"
