"""What an action did, said at the foot of the page, with undo: by message, or by event in a fragment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django_htmx.http import trigger_client_event


@dataclass(frozen=True)
class Undo:
    """Where to post, and what, to take the action back."""

    url: str
    data: Mapping[str, Sequence[str]] = field(default_factory=dict)


def add(request: HttpRequest, text: str, *, undo: Undo | None = None, level: int = messages.SUCCESS) -> None:
    """Show the toast on the next whole page that this person opens."""
    if undo is None:
        messages.add_message(request, level, text)
        return
    pairs = [(name, value) for name, values in undo.data.items() for value in values]
    context = {"text": text, "url": undo.url, "pairs": pairs}
    messages.add_message(request, level, render_to_string("_toast_undo.html", context, request=request))


def trigger(
    response: HttpResponse, text: str, *, undo: Undo | None = None, failed: bool = False
) -> HttpResponse:
    """Show the toast when this htmx answer arrives (`static/js/app.js` listens for the event `toast`)."""
    detail: dict[str, object] = {"text": text, "failed": failed}
    if undo is not None:
        detail["undo"] = {
            "url": undo.url,
            "data": {name: list(values) for name, values in undo.data.items()},
        }
    return trigger_client_event(response, "toast", detail)
