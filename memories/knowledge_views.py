"""The pages of the knowledge base: the list with its upload, and one document with its passages. No business here."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from memories.knowledge import documents, files, shelf
from memories.models import Document
from memoryhub import toasts
from memoryhub.models import User
from memoryhub.views import person

_PAGE, _PASSAGES = 50, 100


@never_cache
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """The documents that the person may read, with how far each is; POST adds one."""
    if request.method == "GET":
        return render(request, "memories/knowledge.html", _list(request))
    user = person(request)
    try:
        name, data = _sent(request)
        added = documents.document_add(
            user=user,
            name=name,
            data=data,
            title=request.POST.get("title", ""),
            shared=request.POST.get("shared") == "1",
        )
    except files.BadFile as refused:
        context = _list(request) | {"refused": refused.sentence}
        return render(request, "memories/knowledge.html", context, status=400)
    except documents.NotForAll:
        raise Http404 from None
    toasts.add(request, _("“%(title)s” is added. Its words can be found at once.") % {"title": added.title})
    return redirect("memories:knowledge")


@never_cache
@require_GET
def rows(request: HttpRequest) -> HttpResponse:
    """The list alone, for a page that follows the progress."""
    return render(request, "memories/_knowledge_rows.html", _list(request))


@never_cache
@require_GET
def document(request: HttpRequest, document_id: UUID) -> HttpResponse:
    """A document with its passages; `#passage-7` and `?passage=7` open at one of them."""
    return _document(request, _found(person(request), document_id))


@require_http_methods(["POST"])
def replace(request: HttpRequest, document_id: UUID) -> HttpResponse:
    """Another file takes the place of the document's."""
    user = person(request)
    found = _found(user, document_id, to_change=True)
    try:
        name, data = _sent(request)
        changed = documents.document_replace(user=user, document_id=document_id, name=name, data=data)
    except files.BadFile as refused:
        return _document(request, found, refused=refused.sentence)
    except documents.DocumentNotFound:
        raise Http404 from None
    toasts.add(
        request, _("Replaced. Nothing is left of what “%(title)s” said before.") % {"title": changed.title}
    )
    return redirect("memories:document", document_id)


@require_http_methods(["POST"])
def delete(request: HttpRequest, document_id: UUID) -> HttpResponse:
    """The document is gone for good."""
    user = person(request)
    title = _found(user, document_id, to_change=True).title
    try:
        documents.document_delete(user=user, document_id=document_id)
    except documents.DocumentNotFound:
        raise Http404 from None
    toasts.add(
        request,
        _("“%(title)s” is deleted, and with it all that was kept of it.") % {"title": title},
        level=messages.SUCCESS,
    )
    return redirect("memories:knowledge")


def _found(user: User, document_id: UUID, *, to_change: bool = False) -> Document:
    try:
        found = documents.document_get(user=user, document_id=document_id)
    except documents.DocumentNotFound:
        raise Http404 from None
    if to_change and not documents.may_change(user=user, document=found):
        raise Http404
    return found


def _sent(request: HttpRequest) -> tuple[str, bytes]:
    """Name and content of the file; raises BadFile for none, or one that is too big to be read at all."""
    upload = request.FILES.get("file")
    if upload is None:
        raise files.BadFile("no_file")
    files.check_size(upload.size or 0)
    return upload.name or "", upload.read()


def _list(request: HttpRequest) -> dict[str, Any]:
    user = person(request)
    page = Paginator(shelf.document_list(user=user), _PAGE).get_page(request.GET.get("page"))
    shown = [_row(user, one) for one in page]
    return {
        "page": page,
        "rows": shown,
        "going_on": any(not row["progress"].over for row in shown),
        "endings": files.ENDINGS,
        "megabytes": settings.MEMORY_DOCUMENT_MB,
        "here": reverse("memories:knowledge"),
    }


def _row(user: User, one: Document) -> dict[str, Any]:
    return {
        "document": one,
        "kind": files.MediaType(one.media_type).label,
        "size": filesizeformat(one.size),
        "passages": one.passages,  # type: ignore[attr-defined]  # annotated
        "progress": shelf.progress(one),
        "mine": documents.may_change(user=user, document=one),
    }


def _document(request: HttpRequest, found: Document, *, refused: str = "") -> HttpResponse:
    user = person(request)
    passages = Paginator(shelf.passage_list(document=found), _PASSAGES)
    number = request.GET.get("page")
    if number is None and (wanted := request.GET.get("passage", "")).isdecimal():
        number = str((min(int(wanted[:9]), 10**8) - 1) // _PASSAGES + 1)
    page = passages.get_page(number)
    context = {
        "document": found,
        "kind": files.MediaType(found.media_type).label,
        "size": filesizeformat(found.size),
        "progress": shelf.progress(found),
        "page": page,
        "mine": documents.may_change(user=user, document=found),
        "refused": refused,
        "endings": files.ENDINGS,
        "megabytes": settings.MEMORY_DOCUMENT_MB,
        "here": reverse("memories:document", args=[found.pk]),
    }
    return render(request, "memories/document.html", context, status=400 if refused else 200)
