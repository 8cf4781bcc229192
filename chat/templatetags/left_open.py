"""What earlier chats left open, for the start of a new one."""

from typing import Any

from django import template

from memories import services
from memories.episodes import items_left_open

register = template.Library()


@register.inclusion_tag("chat/_left_open.html", takes_context=True)
def left_open(context: dict[str, Any]) -> dict[str, Any]:
    """The questions that the person's latest chats left open; none while memory is not used."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated or not services.settings_get(user=user).use:
        return {"questions": []}
    return {"questions": items_left_open(user=user)}
