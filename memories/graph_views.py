"""The page of what the person's memories connect: a picture, and the same as a list. No business here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from memories.graph import drawing
from memoryhub.views import person


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Whom and what the memories of now connect, each line with the memories that tell it."""
    lines = drawing.lines(user=person(request), now=timezone.now())
    return render(request, "memories/graph.html", {"lines": lines, "limit": drawing.LIMIT})
