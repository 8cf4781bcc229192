"""The form that takes a list of memories from elsewhere."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memories.imports import reading

FILE_LIMIT = 5 * 1024 * 1024
SOURCES = ("ChatGPT", "Claude", "mem0")

TROUBLES = {
    "empty": gettext_lazy("There is nothing in it that could be remembered. Paste a list or choose a file."),
    "too_many": gettext_lazy(
        "That is too long for one go: at most 1,000 lines, or 5,000 rows of an own export."
    ),
    "encoding": gettext_lazy("This file is no text. Choose a text file or a JSON file."),
    "format": gettext_lazy(
        "This is JSON, but no list of memories. mem0's export and MemoryHub's own can be read."
    ),
    "too_big": gettext_lazy("This file is too big: at most 5 MB."),
}


class ImportForm(forms.Form):
    """A list as text or as a file, and where it comes from."""

    text = forms.CharField(required=False, strip=False, max_length=FILE_LIMIT)
    file = forms.FileField(required=False, allow_empty_file=True)
    source = forms.ChoiceField(
        required=False, choices=[("", gettext_lazy("Somewhere else")), *((name, name) for name in SOURCES)]
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        file: UploadedFile | None = cleaned.get("file")
        if file is not None:
            if (file.size or 0) > FILE_LIMIT:
                raise ValidationError(trouble("too_big"))
            try:
                cleaned["text"] = reading.decoded(file.read())
            except reading.Unreadable as error:
                raise ValidationError(trouble(error.code)) from None
        return cleaned


def trouble(code: str) -> str:
    """The sentence for a list that cannot be read."""
    return str(TROUBLES.get(code) or _("This cannot be read."))
