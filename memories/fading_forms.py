"""The form for how long each type of memory is kept."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memories.kinds import MemoryType
from memories.upkeep.forgetting import CHOOSABLE, Policy

_TIMES = (30, 90, 180, 365, 730)
USUAL, FOR_EVER = "", "ever"


def days_label(days: int | None) -> str:
    """A time as a person says it."""
    if days is None:
        return _("until I change it")
    if days % 365 == 0:
        return ngettext("%(n)d year", "%(n)d years", days // 365) % {"n": days // 365}
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


class RetentionForm(forms.Form):
    """One choice a type; the first is what the installation does, whatever that is at the time."""

    def __init__(self, data: Any = None, *, own: Mapping[str, int | None], usual: Policy) -> None:
        initial = {type: _word(days) for type, days in own.items()}
        super().__init__(data, initial=initial, auto_id="keep-%s", label_suffix="")
        for type in CHOOSABLE:
            times = sorted({*_TIMES, *(days for days in (own.get(type.value),) if days)})
            normal = days_label(usual.days_of(type))
            self.fields[type.value] = forms.ChoiceField(
                label=MemoryType(type).label,
                required=False,
                choices=[
                    (USUAL, _("as usual: %(time)s") % {"time": normal}),
                    *((str(days), days_label(days)) for days in times),
                    (FOR_EVER, days_label(None)),
                ],
            )

    @property
    def chosen(self) -> dict[str, int | None]:
        """The days by type that were chosen; what is as usual is left out."""
        return {
            type: None if word == FOR_EVER else int(word)
            for type, word in self.cleaned_data.items()
            if word != USUAL
        }


def _word(days: int | None) -> str:
    return FOR_EVER if days is None else str(days)
