"""The OpenAPI document is valid and true of the running API, and its page works under the strict policy."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from chat import kept, temporary
from chat import services as chat_services
from chat.models import Conversation, Summary, SummaryLine
from memories import services
from memories.imports import running
from memories.knowledge import documents
from memoryhub.models import User
from tests.api_client import key_of
from tests.browser import Remote, expect
from tests.servers import AsgiServer
from tests.test_route_policy import routes

#: The contract: what a client may count on.
CONTRACT = {
    "/api/v1/conversations": {"get", "post"},
    "/api/v1/conversations/{conversation_id}": {"get", "patch", "delete"},
    "/api/v1/conversations/{conversation_id}/messages": {"get", "post"},
    "/api/v1/conversations/{conversation_id}/context": {"get"},
    "/api/v1/messages": {"get"},
    "/api/v1/conversations/{conversation_id}/kept": {"get", "patch"},
    "/api/v1/conversations/{conversation_id}/pins": {"post"},
    "/api/v1/conversations/{conversation_id}/pins/{pin_id}": {"delete"},
    "/api/v1/conversations/{conversation_id}/state": {"patch"},
    "/api/v1/conversations/{conversation_id}/summary/{line_id}/messages": {"get"},
    "/api/v1/conversations/{conversation_id}/task": {"get", "post", "patch", "delete"},
    "/api/v1/conversations/{conversation_id}/messages/{message_id}/tools": {"get"},
    "/api/v1/temporary": {"post"},
    "/api/v1/temporary/{temporary_id}": {"get", "patch", "delete"},
    "/api/v1/temporary/{temporary_id}/messages": {"get", "post"},
    "/api/v1/memories": {"get", "post"},
    "/api/v1/memories/{memory_id}": {"get", "patch", "delete"},
    "/api/v1/memories/{memory_id}/history": {"get"},
    "/api/v1/memories/{memory_id}/pin": {"post"},
    "/api/v1/memories/{memory_id}/unpin": {"post"},
    "/api/v1/memories/{memory_id}/confirm": {"post"},
    "/api/v1/memories/{memory_id}/reject": {"post"},
    "/api/v1/memories/{memory_id}/forget": {"post"},
    "/api/v1/memories/{memory_id}/erase": {"post"},
    "/api/v1/receipts": {"get"},
    "/api/v1/memories/{memory_id}/restore": {"post"},
    "/api/v1/recall": {"get"},
    "/api/v1/relations": {"get"},
    "/api/v1/profile": {"get"},
    "/api/v1/inbox": {"get", "post"},
    "/api/v1/declined": {"get"},
    "/api/v1/declined/{message_id}/{start}/remember": {"post"},
    "/api/v1/documents": {"get", "post"},
    "/api/v1/documents/{document_id}": {"get", "put", "delete"},
    "/api/v1/documents/{document_id}/passages": {"get"},
    "/api/v1/settings": {"get", "patch"},
    "/api/v1/export": {"get"},
    "/api/v1/import": {"post"},
    "/api/v1/import/list": {"post"},
    "/api/v1/import/list/{import_id}": {"get"},
}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """The document, made with warnings as errors."""
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    loaded: dict[str, Any] = yaml.safe_load(out.getvalue())
    return loaded


def test_the_document_is_valid_without_a_warning_and_holds_the_contract(document: dict[str, Any]) -> None:
    assert {path: set(methods) for path, methods in document["paths"].items()} == CONTRACT


def _part(found: re.Match[str]) -> str:
    kind = "int" if found[1] in {"pin_id", "line_id", "start"} else "uuid"
    return f"<{kind}:{found[1]}>"


def test_every_address_answers_with_and_without_a_slash() -> None:
    api = {route for route in routes() if route.startswith("api/v1/")}
    assert {route.rstrip("/") for route in api} == {
        re.sub(r"\{(\w+)\}", _part, path).lstrip("/") for path in CONTRACT
    }
    assert {route for route in api if route.endswith("/")} == {f"{route.rstrip('/')}/" for route in api}
    assert get_resolver()


def test_every_operation_asks_for_a_key_or_a_session_and_tells_its_errors(document: dict[str, Any]) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["security"] == [{"key": []}, {"session": []}], path
            assert {"401", "429"} <= set(operation["responses"]), (path, method)
            assert operation["summary"]
    assert document["components"]["securitySchemes"]["key"]["scheme"] == "bearer"


@pytest.mark.django_db
def test_both_are_open_to_read() -> None:
    response = Client().get("/api/schema/", headers={"Accept": "application/json"})
    assert response.status_code == 200
    assert response.json()["info"]["title"] == "MemoryHub"
    page = Client().get("/api/docs/")
    assert page.status_code == 200
    body = page.content.decode()
    assert "<style" not in body
    assert not re.search(r"<script(?![^>]*\bsrc=)", body)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", body)
    assert "unsafe" not in page["Content-Security-Policy"]


@pytest.mark.django_db
def test_the_files_of_the_docs_page_are_collected() -> None:
    from django.contrib.staticfiles.finders import get_finders

    from memoryhub.management.commands.up import STATIC_IGNORED

    collected = {path for finder in get_finders() for path, _ in finder.list(STATIC_IGNORED)}
    wanted = re.findall(r'(?:src|href)="/static/([^"]+)"', Client().get("/api/docs/").content.decode())
    assert len(wanted) >= 3
    assert set(wanted) <= collected


def test_the_docs_page_works_in_a_browser_without_a_word_in_the_console(
    page_for: Callable[..., Remote],
) -> None:
    complaints: list[str] = []
    foreign: list[str] = []
    page = page_for(None)
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: "127.0.0.1" in request.url or foreign.append(request.url))
    page.goto("/api/docs/")
    expect(page.locator("#swagger-ui")).to_contain_text("/api/v1/conversations/{conversation_id}/messages")
    page.locator(".opblock-summary").first.click()
    expect(page.locator(".opblock-body").first).to_be_visible()
    assert complaints == []
    assert [url for url in foreign if not url.startswith("data:")] == []


def line_of(conversation: Conversation) -> int:
    summary = Summary.objects.create(
        conversation=conversation, from_sequence=1, to_sequence=1, compressor="extract"
    )
    return SummaryLine.objects.create(summary=summary, position=0, text="You came to Ghent.").pk


def document_of(user: User) -> UUID:
    data = f"The boiler hums. {uuid4()}".encode()
    return documents.document_add(user=user, name="boiler.md", data=data).pk


@pytest.mark.slow
def test_the_running_api_does_what_the_document_says(
    asgi_server: AsgiServer, alice: User, document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bounded number of generated calls to each operation: no 500, and every answer as the document says."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    from memoryhub.api import PersonThrottle

    monkeypatch.setattr(PersonThrottle, "THROTTLE_RATES", {"person": "100000/min"})
    memory = services.memory_remember(user=alice, content="I live in Ghent.")
    headers = {"Authorization": f"Bearer {key_of(alice)}"}
    schema = schemathesis.openapi.from_dict(document)
    checks = [
        schemathesis.checks.not_a_server_error,
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    ]
    seen, statuses = 0, set()
    for result in schema.get_all_operations():
        operation = result.ok()
        conversation = chat_services.conversation_create(user=alice)
        real = {
            "memory_id": str(memory.pk),
            "conversation_id": str(conversation.pk),
            "message_id": str(chat_services.message_add(conversation=conversation, role="tool", text="x").pk),
            "temporary_id": str(temporary.temporary_create(user=alice).pk),
            "pin_id": kept.pin_add(
                user=alice, conversation_id=conversation.pk, text="Nothing before noon."
            ).pk,
            "line_id": line_of(conversation),
            "start": 0,
            "document_id": str(document_of(alice)),
            "import_id": str(running.preview(user=alice, text="- User likes tea").pk),
        }

        @settings(
            max_examples=8,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            nonlocal seen
            seen += 1
            if seen % 4:
                case.path_parameters = {name: real[name] for name in case.path_parameters}  # noqa: B023 - called at once
            response = case.call(base_url=asgi_server.url, headers=headers, timeout=60)
            statuses.add(response.status_code)
            case.validate_response(response, checks=checks)

        call()
    assert seen >= 4 * len(CONTRACT)
    assert {200, 201, 204, 400, 404} <= statuses
