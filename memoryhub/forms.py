"""Forms of the settings page."""

import json
import re
import zoneinfo
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

from memories.kinds import CategoryChoice, MemoryType
from memories.switches import CATEGORIES
from memoryhub.models import User

Choices = list[tuple[str, Any]]


@cache
def _zone_words(locale: str) -> dict[str, dict[str, str]]:
    """Names of areas and places by IANA name, in the language's order, after Unicode CLDR; empty where no list is."""
    path = Path(settings.LOCALE_PATHS[0]) / locale / "time_zones.json"
    if not path.is_file():
        return {"areas": {}, "places": {}}
    words: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return words


def time_zone_choices(current: str) -> Choices:
    """Time zones by continent, as a select shows them; the current one is always among them."""
    names = {name for name in zoneinfo.available_timezones() if "/" in name}
    names = {name for name in names if not name.startswith(("Etc/", "SystemV/", "US/"))}
    if current != "UTC":
        names.add(current)
    words = _zone_words(to_locale(get_language() or "en"))
    areas, places = words["areas"], words["places"]
    groups: dict[str, Choices] = {}
    for name in [*(name for name in places if name in names), *sorted(names - places.keys())]:
        area, _slash, place = name.partition("/")
        label = places.get(name) or (place or area).replace("_", " ")
        groups.setdefault(areas.get(area, area), []).append((name, label))
    return [("UTC", "UTC"), *groups.items()]


class MemorySwitchesForm(forms.Form):
    """What the agent may do with memories."""

    use = forms.BooleanField(required=False)
    learn = forms.BooleanField(required=False)


class TypesForm(forms.Form):
    """Which types of memory are learnt: those that are ticked."""

    types = forms.MultipleChoiceField(required=False, choices=MemoryType.choices)

    @property
    def off(self) -> list[str]:
        """The types that are not."""
        return [value for value in MemoryType.values if value not in self.cleaned_data["types"]]


class CategoriesForm(forms.Form):
    """What is done with each kind of private matter; one that is left out stays as it is."""

    def __init__(self, data: Any = None, *, choices: Mapping[str, str]) -> None:
        super().__init__(data, initial=dict(choices), label_suffix="")
        for category in CATEGORIES:
            self.fields[category] = forms.ChoiceField(
                label=category.label, required=False, choices=CategoryChoice.choices, widget=forms.RadioSelect
            )

    @property
    def chosen(self) -> dict[str, str]:
        """The choices that were sent."""
        return {category: choice for category, choice in self.cleaned_data.items() if choice}


class NeverWordsForm(forms.Form):
    """Words and phrases that are never remembered, one a line."""

    words = forms.CharField(
        label=_("Words that are never remembered"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "off"}),
    )

    @property
    def lines(self) -> list[str]:
        """The words as they were written; a comma between two of them is as good as a new line."""
        return [line for line in re.split(r"[\n,，、;；]", self.cleaned_data["words"]) if line.strip()]


class PersonForm(forms.ModelForm):
    """Name, language, time zone and appearance."""

    time_zone = forms.ChoiceField(label=_("Time zone"))
    theme = forms.ChoiceField(
        label=_("Appearance"),
        required=False,
        choices=[("", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))],
        widget=forms.RadioSelect(attrs={"data-theme-choice": ""}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser")), ("en", "English"), ("zh-hans", "中文")],
    )

    class Meta:
        model = User
        fields = ("name", "language", "time_zone", "theme")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = time_zone_choices(self.instance.time_zone)  # type: ignore[attr-defined]
        self.fields["name"].widget.attrs["autocomplete"] = "name"


class ApiKeyForm(forms.Form):
    """The name by which a person knows a key again."""

    name = forms.CharField(label=_("What is it for?"), max_length=80)


class EraseForm(forms.Form):
    """A deliberate yes to erasing every memory."""

    sure = forms.BooleanField(
        label=_("Yes, erase all my memories"),
        error_messages={"required": _("Tick the box if you mean it. Nothing was erased.")},
    )


class AccountDeleteForm(forms.Form):
    """The person's password, so that an open browser is not enough to delete an account."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise ValidationError(_("That is not your password. Nothing was deleted."))
        return str(self.cleaned_data["password"])
