"""What the pages of *My memories* are asked for: filters from the address, a text, and a choice of rows."""

from collections.abc import Sequence
from uuid import UUID

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.kinds import MemoryType

#: No page shows so many rows; a longer list of ids is no choice of a person's.
CHOICE_LIMIT = 500

SORTS = [
    ("-created", gettext_lazy("Newest first")),
    ("created", gettext_lazy("Oldest first")),
    ("-used", gettext_lazy("Most used first")),
    ("-last_used", gettext_lazy("Last used first")),
    ("-confidence", gettext_lazy("Surest first")),
]


def _day(label: str | Promise) -> forms.DateField:
    return forms.DateField(
        label=label,  # type: ignore[arg-type]  # a promise is as good
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": gettext_lazy("This is no date. It was left out.")},
    )


class FilterForm(forms.Form):
    """The filters of the list; one that makes no sense is told and left out."""

    q = forms.CharField(
        required=False,
        max_length=200,
        error_messages={"max_length": gettext_lazy("Search for up to 200 characters.")},
    )
    source = forms.ChoiceField(
        label=gettext_lazy("Where from"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Nothing was learnt there. It was left out.")},
    )
    since = _day(gettext_lazy("Remembered from"))
    until = _day(gettext_lazy("to"))
    sort = forms.ChoiceField(
        label=gettext_lazy("Order"),
        required=False,
        choices=SORTS,
        error_messages={"invalid_choice": gettext_lazy("There is no such order.")},
    )

    def __init__(self, data: dict[str, str], *, conversations: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, auto_id="filter-%s", label_suffix="")
        chats = [(gettext_lazy("Chats"), list(conversations))] if conversations else []
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            ("", gettext_lazy("Anywhere")),
            ("hand", gettext_lazy("Added by you")),
            ("import", gettext_lazy("Import")),
            *chats,
        ]

    def clean(self) -> dict[str, object]:
        found: dict[str, object] = super().clean() or self.cleaned_data
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", _("This day is before the first one. It was left out."))
        return found


class ContentForm(forms.Form):
    """What is to be remembered, and as what."""

    content = forms.CharField(
        label=gettext_lazy("What is to be remembered"),
        required=False,  # services say what is wrong with a text, so that every door says the same
        strip=False,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": settings.MEMORY_CONTENT_LIMIT}),
    )
    type = forms.ChoiceField(
        label=gettext_lazy("Type"),
        required=False,
        error_messages={"invalid_choice": gettext_lazy("This is no type of memory.")},
    )

    def __init__(
        self, data: object = None, *, initial: dict[str, str] | None = None, auto_id: str = "content-%s"
    ) -> None:
        super().__init__(data, initial=initial, auto_id=auto_id, label_suffix="")  # type: ignore[arg-type]
        first = [] if initial and initial.get("type") else [("", gettext_lazy("Tell by the text"))]
        self.fields["type"].choices = [*first, *MemoryType.choices]  # type: ignore[attr-defined]


def chosen_ids(sent: Sequence[str]) -> list[UUID]:
    """The ids of the rows that were ticked, each once; ValidationError with a sentence when they will not do."""
    given = [part for value in sent for part in value.split(",") if part.strip()]
    if not given:
        raise ValidationError(_("Choose one or more memories first."))
    if len(given) > CHOICE_LIMIT:
        raise ValidationError(
            _("Up to %(limit)d memories can be changed at once. Nothing was changed.")
            % {"limit": CHOICE_LIMIT}
        )
    try:
        return list(dict.fromkeys(UUID(part.strip()) for part in given))
    except ValueError:
        raise ValidationError(_("Something that was chosen is no memory. Nothing was changed.")) from None
