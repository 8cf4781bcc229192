"""The pages of *My memories*: the list, one memory, and what is done to them. No business here.

Everything works by plain forms; htmx asks for the same addresses and gets the rows and counts that changed.
"""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from memories import acts, life, reading, recycle_bin, selectors, services
from memories.forms import ContentForm, FilterForm, chosen_ids
from memories.passed_over import passed_over
from memoryhub import toasts
from memoryhub.views import person

#: What can be done to the ticked rows of each tab, in the order of the buttons.
BULK = {
    "active": ("pin", "unpin", "forget"),
    "pending": ("confirm", "reject"),
    "superseded": ("forget",),
    "archived": ("restore", "forget"),
    "rejected": ("restore",),
    "forgotten": ("restore",),
}

#: So many rows are taken in without a search.
_AT_A_GLANCE = 8


def _asks_for_part(request: HttpRequest) -> bool:
    """Whether htmx asks, and wants a fragment; going back in the browser's history wants the page."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request


def _back(request: HttpRequest) -> str:
    """Where the person came from, as the form says: a path of this site's own, else the list."""
    target = request.POST.get("next") or request.GET.get("next", "")
    if target.startswith("/") and url_has_allowed_host_and_scheme(target, allowed_hosts=None):
        return target
    return reverse("memories:list")


def _filters(request: HttpRequest, address: str) -> tuple[reading.Filters, FilterForm, str]:
    """The filters and the page of an address of the list."""
    parts = urlsplit(address)
    sent = dict(parse_qsl(parts.query)) | reading.sent_by_path(parts.path)
    filters, form = reading.filters_from(user=person(request), sent=sent)
    return filters, form, sent.get("page", "1")


def _undo(done: acts.Done, *, back: str) -> toasts.Undo | None:
    if not done.undo:
        return None
    ids = ",".join(str(pk) for pk in done.undo_ids)
    data = {"act": [done.undo], "ids": [ids], "next": [back], **done.undo_with}
    return toasts.Undo(reverse("memories:bulk"), data)


def _told(request: HttpRequest, text: str, *, undo: toasts.Undo | None = None, back: str) -> HttpResponse:
    """Back to where it was asked, where the toast says what was done."""
    toasts.add(request, text, undo=undo)
    return redirect(back)


def _refused(request: HttpRequest, refused: ValidationError) -> HttpResponse:
    """What was wrong, told where it was asked; nothing on the page changes."""
    text = " ".join(refused.messages)
    if _asks_for_part(request):
        response = HttpResponse(headers={"HX-Reswap": "none"})
        return toasts.trigger(response, text, failed=True)
    toasts.add(request, text, level=messages.ERROR)
    return _list(request, _back(request), status=400)


# ------------------------------------------------------------------------------------------------ the list


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """Everything remembered, under the filters of the address."""
    return _list(request, request.get_full_path())


def _list(
    request: HttpRequest, address: str, *, add_form: ContentForm | None = None, status: int = 200
) -> HttpResponse:
    user = person(request)
    filters, form, page = _filters(request, address)
    before = request.GET.get("before", "")
    context = _listing(request, filters, page, before=int(before) if before.isdecimal() else None)
    if _asks_for_part(request) and request.method == "GET":
        response = render(request, "memories/_found.html", {**context, "part": True})
        response["HX-Replace-Url"] = filters.address
        return response
    context |= {
        "filter_form": form,
        "days": [form["since"], form["until"]],
        "add_form": add_form or ContentForm(auto_id="add-%s"),
        "memory": services.settings_get(user=user),
        "bulk": BULK[filters.status],
        "bin": recycle_bin.shown(user=user) if filters.status == "forgotten" else None,
    }
    return render(request, "memories/list.html", context, status=status)


def _listing(
    request: HttpRequest, filters: reading.Filters, page: str, *, before: int | None = None
) -> dict[str, Any]:
    user = person(request)
    listing = reading.listing(user=user, filters=filters, page=page)
    number = listing.page.number
    query = filters.query + ("&" if filters.query else "")
    here = f"{query}page={number}" if number > 1 else filters.query
    return {
        "filters": filters,
        "listing": listing,
        "page": listing.page,
        "query": query,
        "counts": listing.counts,
        "found": listing.page.paginator.count,
        "tabs": reading.tabs(filters=filters, counts=listing.counts),
        "searchable": _searchable(filters, listing),
        "before": before,
        "chips": reading.chips(filters=filters),
        "groups": reading.groups(listing.rows) if filters.status == "pending" else [],
        "here": filters.base + (f"?{here}" if here else ""),
        "clear": reading.Filters(status=filters.status).address,
        "all_types": filters.but(type=""),
        "anywhere": replace(filters, source="", since=None, until=None).address,
        "recycle_days": settings.MEMORY_RECYCLE_DAYS,
        "passed": passed_over(user=user, before=before)
        if filters.status == "rejected" and not filters.narrowed
        else None,
    }


def _searchable(filters: reading.Filters, listing: reading.Listing) -> bool:
    """Whether search and filters help: where there is something, and in the inbox more than a look takes in."""
    if filters.has_own_path:
        return filters.narrowed or filters.sort != reading.Filters().sort or len(listing.rows) > _AT_A_GLANCE
    return listing.total > 0


def _changed(request: HttpRequest, memory_id: UUID, back: str) -> str:
    """The row as it is now, or nothing where it left the list, and the counts above the list."""
    user = person(request)
    filters, _form, _page = _filters(request, back)
    row = reading.row_of(user=user, memory_id=memory_id)
    counts = selectors.memory_counts(user=user)
    stays = row is not None and row.memory.status in reading.TABS[filters.status]
    context = {
        "row": row if stays else None,
        "filters": filters,
        "found": reading.matching(user=user, filters=filters).count(),
        "counts": counts,
        "tabs": reading.tabs(filters=filters, counts=counts),
    }
    return render_to_string("memories/_changed.html", context, request=request)


@require_POST
def one(request: HttpRequest, memory_id: UUID, verb: str) -> HttpResponse:
    """Do one thing to one memory, once however often it is asked."""
    back = _back(request)
    try:
        done = acts.act(user=person(request), name=verb, memory_ids=[memory_id])
    except services.MemoryNotFound:
        raise Http404 from None
    undo = _undo(done, back=back)
    if _asks_for_part(request):
        response = HttpResponse(_changed(request, memory_id, back))
        return toasts.trigger(response, done.sentence, undo=undo)
    return _told(request, done.sentence, undo=undo, back=back)


@require_POST
def bulk(request: HttpRequest) -> HttpResponse:
    """Do one thing to all memories that are ticked, or to none of them."""
    try:
        done = _do_many(request)
    except ValidationError as refused:
        return _refused(request, refused)
    except (services.MemoryNotFound, acts.UnknownAct):
        raise Http404 from None
    return _done(request, done)


def _do_many(request: HttpRequest) -> acts.Done:
    name, sent = request.POST.get("act", ""), request.POST
    if name != acts.WAIT_AGAIN:
        return acts.act(user=person(request), name=name, memory_ids=chosen_ids(sent.getlist("ids")))
    ids = chosen_ids(sent.getlist("ids")) if any(sent.getlist("ids")) else []
    reopen = chosen_ids(sent.getlist("reopen")) if any(sent.getlist("reopen")) else []
    return acts.wait_again(
        user=person(request), memory_ids=ids, reopen=reopen, choices=sent.getlist("choice")
    )


@require_POST
def category(request: HttpRequest, category: str, choice: str) -> HttpResponse:
    """Decide on private matters of a kind, those that wait included."""
    try:
        done = acts.category_choose(user=person(request), category=category, choice=choice)
    except acts.UnknownAct:
        raise Http404 from None
    return _done(request, done)


@require_POST
def remember_declined(request: HttpRequest, message_id: UUID, start: int) -> HttpResponse:
    """Remember after all what capture had declined at this place of a message."""
    try:
        done = acts.keep_declined(user=person(request), message_id=message_id, start=start)
    except services.MemoryNotFound:
        raise Http404 from None
    except ValidationError as refused:
        return _refused(request, refused)
    return _done(request, done)


def _done(request: HttpRequest, done: acts.Done) -> HttpResponse:
    """The list as it is after something was done to more than a row, with what was done and its undo."""
    back = _back(request)
    undo = _undo(done, back=back)
    if _asks_for_part(request):
        filters, _form, page = _filters(request, back)
        context = _listing(request, filters, page) | {"part": True}
        return toasts.trigger(render(request, "memories/_found.html", context), done.sentence, undo=undo)
    return _told(request, done.sentence, undo=undo, back=back)


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Remember what the person writes; a text that will not do stays in its field."""
    back = _back(request)
    form = ContentForm(request.POST, auto_id="add-%s")
    if form.is_valid():
        try:
            done = acts.add(user=person(request), **form.cleaned_data)
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            return _told(request, done.sentence, undo=_undo(done, back=back), back=back)
    return _list(request, back, add_form=form, status=400)


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Set both switches as the form has them."""
    user = person(request)
    former = services.settings_get(user=user)
    was = {name: ["on"] for name in ("use", "learn") if getattr(former, name)}
    text = acts.switch(user=user, use="use" in request.POST, learn="learn" in request.POST)
    if _asks_for_part(request):
        return toasts.trigger(HttpResponse(status=204), text)
    back = _back(request)
    return _told(request, text, undo=toasts.Undo(request.path, {**was, "next": [back]}), back=back)


# ------------------------------------------------------------------------------------------------ one memory


@never_cache
@require_GET
def detail(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """One memory with its past, its words and its uses; `part=row` is its row in the list."""
    if _asks_for_part(request) and request.GET.get("part") == "row":
        row = reading.row_of(user=person(request), memory_id=memory_id)
        if row is None:
            raise Http404
        return render(request, "memories/_row.html", {"row": row})
    try:
        lived = life.life(user=person(request), memory_id=memory_id)
    except services.MemoryNotFound:
        raise Http404 from None
    memory = lived.history.memory
    context = {
        "life": lived,
        "memory": memory,
        "form": ContentForm(initial={"content": memory.content, "type": memory.type}),
        "here": reverse("memories:detail", args=[memory_id]),
    }
    return render(request, "memories/detail.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, memory_id: UUID) -> HttpResponse:
    """The form that changes a memory in its place; POST changes it, and the former text is in its history."""
    user, back = person(request), _back(request)
    try:
        memory = services.memory_get_for_user(user=user, memory_id=memory_id)
    except services.MemoryNotFound:
        raise Http404 from None
    form = ContentForm(
        request.POST if request.method == "POST" else None,
        initial={"content": memory.content, "type": memory.type},
        auto_id=f"edit-{memory_id}-%s",
    )
    if request.method == "POST" and form.is_valid():
        try:
            former, memory, text = acts.edit(user=user, memory_id=memory_id, **form.cleaned_data)
        except services.MemoryNotFound:
            raise Http404 from None
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            return _edited(request, former, memory, text, back=back)
    context = {"memory": memory, "form": form, "here": back}
    if _asks_for_part(request):
        return render(request, "memories/_row_edit.html", context)
    return render(request, "memories/edit.html", context, status=400 if form.errors else 200)


def _edited(request: HttpRequest, former: Any, memory: Any, text: str, *, back: str) -> HttpResponse:
    undo = None
    if (former.content, former.type) != (memory.content, memory.type):
        data = {"content": [former.content], "type": [former.type], "next": [back]}
        undo = toasts.Undo(reverse("memories:edit", args=[memory.pk]), data)
    if _asks_for_part(request):
        return toasts.trigger(HttpResponse(_changed(request, memory.pk, back)), text, undo=undo)
    return _told(request, text, undo=undo, back=back)
