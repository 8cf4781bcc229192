"""Days and moments in words, in the person's zone and language: relative when near, a date when far."""

from datetime import date, datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from memories.models import Memory


def near_words(moment: datetime) -> str:
    """How long ago, within a week; the day otherwise."""
    now, here = timezone.localtime(), timezone.localtime(moment)
    days = (now.date() - here.date()).days
    minutes = int((now - here).total_seconds() // 60)
    if 0 <= minutes < 1:
        return _("just now")
    if 0 <= minutes < 60:
        return ngettext("%(count)d minute ago", "%(count)d minutes ago", minutes) % {"count": minutes}
    if days == 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    if 1 < days < 7:
        return ngettext("%(count)d day ago", "%(count)d days ago", days) % {"count": days}
    return day_words(here.date())


def day_words(day: date) -> str:
    """A day by its date, with the year where it is another one."""
    if isinstance(day, datetime):
        day = timezone.localdate(day)
    if day.year != timezone.localdate().year:
        return date_format(day, pgettext("date format", "j F Y"))
    return date_format(day, pgettext("date format", "j F"))


def erased_on(memory: Memory) -> date | None:
    """The day on which a forgotten memory is erased for good."""
    if memory.forgotten_at is None:
        return None
    return timezone.localdate(memory.forgotten_at + timedelta(days=settings.MEMORY_RECYCLE_DAYS))
