"""Every address and every read, by enumeration: nothing without signing in, nothing of another person's.

What is open to all is written out here. A new address is private by rule; one that names a row must say below which.
"""

from __future__ import annotations

import importlib
import inspect
import re
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from chat import services as chat_services
from chat import temporary
from chat.models import Conversation, Message, Pin, Summary, SummaryLine
from memories import services
from memories.imports import running
from memories.knowledge import documents
from memories.models import (
    Chunk,
    Document,
    Episode,
    EpisodeItem,
    Import,
    Memory,
    MemoryEvent,
    MemorySettings,
    MemorySource,
    Profile,
    ProfileLine,
    RecallTrace,
)
from memoryhub import people
from memoryhub.models import ApiKey, StaffAccess, User
from tests.api_client import key_of

pytestmark = pytest.mark.django_db

#: Open to all, and why.
PUBLIC = {
    "": "what this is, for visitors",
    "language/": "the language of the browser",
    "healthz": "for the machine that watches",
    "readyz": "for the machine that watches",
    "api/schema/": "the documents say nothing of anyone",
    "api/docs/": "the same, to look at",
    "accounts/login/": "signing in",
    "accounts/logout/": "signing out twice does no harm",
    "accounts/signup/": "an account is made",
    "accounts/inactive/": "says that an account sleeps",
    "accounts/confirm-email/": "says that a mail was sent",
    r"accounts/^confirm-email/(?P<key>[-:\w]+)/$": "the key in a mail is the proof",
    "accounts/password/reset/": "who forgot a password is signed out",
    "accounts/password/reset/done/": "says that a mail was sent",
    "accounts/password/reset/key/done/": "says that the password is set",
    r"accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "the key in a mail is the proof",
}
#: Parts of an address that name no row of a person's.
NO_ROWS = {
    "scope": "memories",
    "app_label": "memories",
    "url": "anything/",
    "content_type_id": "1",
    "key": "not-a-key",
    "category": "health",
    "choice": "keep",
    "start": "0",
    "uidb36": "0",
}
#: Parts that name one.
ROWS = (
    "conversation_id",
    "temporary_id",
    "message_id",
    "memory_id",
    "pin_id",
    "line_id",
    "token_key",
    "person_id",
    "object_id",
    "profile_line_id",
    "episode_item_id",
    "episode_id",
    "document_id",
    "import_id",
)
#: Those whose name is a number in the address.
NUMBERED = ("pin_id", "line_id", "profile_line_id", "episode_item_id")

SECRET = "Zanzibar"


def routes(patterns: list[Any] | None = None, prefix: str = "") -> Iterator[str]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{prefix}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield route


ALL = sorted(set(routes()))
_PART = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:\[[^\]]*\]|[^()\[])*\)")


def parts(route: str) -> list[str]:
    return [first or second for first, second in _PART.findall(route)]


def address(route: str, values: dict[str, Any]) -> str:
    """The route with its parts filled in; KeyError for a part that this file does not know."""
    filled = _PART.sub(lambda found: str(values[found[1] or found[2]]), route)
    return "/" + filled.replace("^", "").replace("$", "").replace(".*", "anything")


@pytest.fixture
def hers(alice: User) -> dict[str, Any]:
    """Rows of Alice's by the part of an address that names them, each with her secret where it has words."""
    return rows_of(alice, SECRET)


def rows_of(user: User, word: str) -> dict[str, Any]:
    conversation = chat_services.conversation_create(user=user, title=f"{word} trip")
    message, _ = chat_services.message_save(conversation=conversation, text=f"I am in {word}.", client_id="1")
    memory = services.memory_remember(user=user, content=f"I live in {word}.")
    MemorySource.objects.create(memory=memory, kind="message", message=message, start=0, end=4)
    reply = Message.objects.create(
        conversation=conversation, sequence=2, role="assistant", reply_to=message, text=word, status="done"
    )
    RecallTrace.objects.create(user=user, message=message, reply=reply, gate="open", injected=[memory.pk])
    pin = Pin.objects.create(conversation=conversation, text=f"Not before {word}.")
    summary = Summary.objects.create(
        conversation=conversation, from_sequence=1, to_sequence=2, compressor="extract"
    )
    line = SummaryLine.objects.create(summary=summary, position=0, text=f"Went to {word}.")
    line.messages.add(message)
    profile, _created = Profile.objects.get_or_create(user=user)
    profile_line = ProfileLine.objects.create(profile=profile, position=1, text=f"You live in {word}.")
    profile_line.memories.add(memory)
    episode = Episode.objects.create(
        user=user, conversation=conversation, started_at=message.created_at, ended_at=message.created_at
    )
    item = EpisodeItem.objects.create(episode=episode, position=1, kind="question", text=f"To {word}?")
    item.messages.add(message)
    document = documents.document_add(user=user, name=f"{word}.md", data=f"All of {word}.".encode())
    StaffAccess.objects.create(person=user, staff=None, scope="memories", reason=f"about {word}")
    key_of(user, word)
    token_key = ApiKey.objects.get(user=user).token_key
    return {
        "conversation_id": conversation.pk,
        "temporary_id": temporary_with(user, word),
        "message_id": message.pk,
        "memory_id": memory.pk,
        "pin_id": pin.pk,
        "line_id": line.pk,
        "token_key": token_key,
        "person_id": user.pk,
        "profile_line_id": profile_line.pk,
        "episode_item_id": item.pk,
        "episode_id": episode.pk,
        "document_id": document.pk,
        "import_id": running.preview(user=user, text=f"- User dreams of {word}").pk,
    }


def temporary_with(user: User, word: str) -> uuid.UUID:
    chat = temporary.temporary_create(user=user)
    temporary.message_keep(chat=chat, text=f"I dream of {word}.", client_id="1")
    return chat.pk


def row_of_model(route: str, default: object = "1") -> Any:
    """A row for ``object_id`` of a staff page."""
    found = re.match(r"admin/(\w+)/(\w+)/<path:object_id>", route)
    if found is None:
        return default
    row = apps.get_model(found[1], found[2])._default_manager.first()
    return default if row is None else row.pk


def snapshot() -> dict[str, list[Any]]:
    tables = (
        Import,
        Memory,
        MemoryEvent,
        MemorySettings,
        Document,
        Chunk,
        Conversation,
        Message,
        Pin,
        ApiKey,
        User,
        StaffAccess,
    )
    ignored = {"last_used_at", "last_login"}
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in ignored}
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in tables
    }


def grouped(chosen: list[str]) -> list[Any]:
    """The routes by their first part: one database for each group."""
    groups: dict[str, list[str]] = {}
    for route in chosen:
        first = (
            "/".join(route.split("/")[: 3 if route.startswith("api/v1") else 1]) if "/" in route else "top"
        )
        groups.setdefault(first, []).append(route)
    return [pytest.param(group, id=name) for name, group in groups.items()]


METHODS = ("get", "post", "put", "patch", "delete")


def test_the_walk_finds_the_project() -> None:
    assert len(ALL) > 100
    assert set(PUBLIC) <= set(ALL), "a public address that is no more"
    assert {"chat/", "api/v1/memories/<uuid:memory_id>", "admin/memories/memory/"} <= set(ALL)
    registered = {model._meta.label_lower.replace(".", "/") for model in admin.site._registry}
    assert {f"admin/{label}/" for label in registered} <= set(ALL)


@pytest.mark.parametrize("group", grouped(ALL))
def test_signed_out_there_is_nothing_but_what_is_public(group: list[str], hers: dict[str, Any]) -> None:
    for route in group:
        check_signed_out(route, hers)


def check_signed_out(route: str, hers: dict[str, Any]) -> None:
    path = address(route, hers | NO_ROWS | {"object_id": row_of_model(route)})
    before = snapshot()
    for method in METHODS:
        response = getattr(Client(), method)(path)
        if route in PUBLIC:
            assert response.status_code < 500
            assert SECRET not in response.content.decode()
        elif path.startswith("/api/"):
            assert response.status_code == 401, (method, path)
            assert response.json()["error"]["code"] == "not_authenticated"
        else:
            assert response.status_code == 302, (method, path)
            assert re.match(r"/(accounts|admin)/login/", response["Location"]) or path == "/admin/login/"
    assert snapshot() == before


@pytest.mark.parametrize("group", grouped([route for route in ALL if set(parts(route)) & set(ROWS)]))
def test_another_persons_row_is_not_there(
    group: list[str], hers: dict[str, Any], bob: User, client_for: Callable[[User], Client]
) -> None:
    own = rows_of(bob, "Ghent")
    client = client_for(bob)
    for route in group:
        check_foreign(route, hers, own, client)


def check_foreign(route: str, hers: dict[str, Any], own: dict[str, Any], client: Client) -> None:
    before = snapshot()
    named = [part for part in parts(route) if part in ROWS]
    for foreign in named:
        mixed = own | NO_ROWS | {foreign: hers.get(foreign)}
        missing = own | NO_ROWS | {foreign: 2**40 if foreign in NUMBERED else uuid.uuid4()}
        if foreign == "object_id":
            mixed[foreign] = missing[foreign] = row_of_model(route)
        answers = []
        for method in METHODS:
            for values in (mixed, missing):
                response = getattr(client, method)(
                    address(route, values), {"content": "Mine.", "title": "Mine.", "text": "Mine."},
                    content_type="application/json",
                ) if method != "get" else client.get(address(route, values))  # fmt: skip
                assert response.status_code in (404, 405), (method, address(route, values))
                assert SECRET not in response.content.decode()
                answers.append(response.status_code)
        assert 404 in answers
        assert answers[0::2] == answers[1::2], "a foreign row and a missing one look the same"
        form = client.post(
            address(route, mixed), {"content": "Mine.", "title": "Mine.", "text": "Mine.", "act": "forget"}
        )
        assert form.status_code in (404, 405, 415)
    assert snapshot() == before


@pytest.mark.parametrize("group", grouped([route for route in ALL if not set(parts(route)) & set(ROWS)]))
def test_no_page_or_list_shows_what_is_another_persons(
    group: list[str], hers: dict[str, Any], bob: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(bob)
    for route in group:
        if route != "accounts/logout/":
            check_list(address(route, NO_ROWS), hers, client)


def check_list(path: str, hers: dict[str, Any], client: Client) -> None:
    for query in ("", "?q=live", "?q=trip", "?q=Where do I live?", f"?person={hers['person_id']}"):
        body = client.get(f"{path}{query}").content.decode()
        ids = {name: value for name, value in hers.items() if name not in NUMBERED}
        shown = {str(value) for name, value in ids.items() if name != "person_id" or not query}
        assert SECRET not in body, path
        assert not [value for value in shown if value in body], path


def test_ids_in_a_form_reach_own_rows_only(
    hers: dict[str, Any], bob: User, client_for: Callable[[User], Client]
) -> None:
    client, before = client_for(bob), snapshot()
    for act in ("forget", "restore", "confirm", "reject", "pin", "unpin", "nonsense"):
        for name in ("act", "verb", "action"):
            response = client.post("/memories/bulk/", {"ids": [str(hers["memory_id"])], name: act})
            assert response.status_code < 500
            assert SECRET not in response.content.decode()
    assert [row for row in snapshot()["Memory"] if row["user_id"] != bob.pk] == before["Memory"]
    assert snapshot()["MemoryEvent"] == before["MemoryEvent"]


#: Where pages and API read from.
READERS = (
    "memories.selectors",
    "memories.profiles",
    "memories.episodes",
    "memories.passed_over",
    "chat.selectors",
    "memoryhub.people",
)


def readers() -> list[Any]:
    found = []
    for name in READERS:
        module = importlib.import_module(name)
        for value in vars(module).values():
            if not inspect.isfunction(value) or value.__module__ != name or value.__name__.startswith("_"):
                continue
            if "user" in inspect.signature(value).parameters and not re.search(
                "create|revoke|delete", value.__name__
            ):
                found.append(pytest.param(value, id=f"{name}.{value.__name__}"))
    return found


def test_the_readers_are_found() -> None:
    names = {param.id for param in readers()}
    assert {"memories.selectors.memory_list", "chat.selectors.conversation_list"} <= names


@pytest.mark.parametrize("read", readers())
def test_every_read_is_of_the_persons_own_rows(
    read: Callable[..., Any], hers: dict[str, Any], bob: User
) -> None:
    """Called for Bob with everything that names a row of Alice's; a parameter unknown here fails."""
    given: dict[str, Any] = {
        "user": bob,
        "memory_id": hers["memory_id"],
        "message_id": hers["message_id"],
        "message_ids": [hers["message_id"]],
        "reply_ids": list(Message.objects.filter(role="assistant").values_list("pk", flat=True)),
        "conversation": Conversation.objects.get(pk=hers["conversation_id"]),
        "after": 0,
    }
    wanted = inspect.signature(read).parameters.values()
    needed = [one.name for one in wanted if one.default is inspect.Parameter.empty]
    if "conversation" in needed:
        own = chat_services.conversation_create(user=bob)
        given["conversation"] = own  # a conversation is fetched by its person before
    try:
        result = read(**{name: given[name] for name in needed})
    except services.MemoryNotFound:
        return
    shown = repr(list(result) if isinstance(result, QuerySet) else result)
    assert SECRET not in shown
    assert not [str(value) for value in hers.values() if str(value) in shown]


def test_the_readers_do_show_ones_own(hers: dict[str, Any], alice: User) -> None:
    from memories import selectors

    assert str(hers["memory_id"]) in repr(list(selectors.memory_list(user=alice)))
    assert people.access_list(user=alice).count() == 1
