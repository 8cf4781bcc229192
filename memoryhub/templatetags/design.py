"""Template tags of the design: icons and form fields. How a memory looks belongs to its own pages."""

from typing import Any

from django import template
from django.forms import BoundField, Select
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon of the sprite; it carries no meaning of its own, so it is hidden from screen readers."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("img/icons.svg"),
        name,
    )


@register.simple_tag
def gap() -> str:
    """What stands between two sentences: a space; nothing in Chinese, whose full stops are wide."""
    return "" if (get_language() or "").startswith("zh") else " "


@register.inclusion_tag("_field.html")
def field(bound: BoundField, label: str = "", help_text: str = "", hide_help: bool = False) -> dict[str, Any]:
    """Draw one form field: label, control, help and errors, tied together for screen readers."""
    # Set on the bound field, because Django names the help in aria-describedby only where it has one.
    bound.help_text = "" if hide_help else help_text or bound.help_text
    widget = bound.field.widget
    if widget.attrs.get("autocomplete") in {"email", "current-password", "new-password"}:
        widget.attrs.pop("placeholder", None)  # allauth's repeats the label
    return {
        "field": bound,
        "optional": not bound.field.required and not isinstance(widget, Select),
        "label": label or bound.label,
        "help_text": bound.help_text,
        "is_checkbox": getattr(widget, "input_type", "") == "checkbox",
    }
