"""The line on *My memories* that tells of what fades soon."""

from typing import Any

from django import template
from django.template.context import Context
from django.utils import timezone

from memories.upkeep import fading
from memoryhub.models import User

register = template.Library()


@register.inclusion_tag("memories/fading_line.html", takes_context=True)
def fading_line(context: Context) -> dict[str, Any]:
    """How many of the person's memories fade soon, with the way there; nothing when there are none."""
    user = getattr(context.get("request"), "user", None)
    found = fading.soon(user=user, now=timezone.now()) if isinstance(user, User) else []
    return {"fading_count": len(found)}
