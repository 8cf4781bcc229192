"""Who may use the API, and how errors look: keys, sessions, the throttle, what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import requests
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from chat.models import Conversation
from memoryhub.models import ApiKey, User
from tests.api_client import Api, key_of
from tests.servers import AsgiServer

pytestmark = pytest.mark.django_db

MEMORIES = "/api/v1/memories/"


def test_a_key_opens_the_api_of_its_person(alice: User) -> None:
    api = Api(alice)
    code, body = api.get("memories/")
    assert (code, body["count"], body["results"]) == (200, 0, [])


def test_only_the_hash_of_a_key_is_kept(alice: User) -> None:
    key = key_of(alice)
    row = ApiKey.objects.get()
    assert key.startswith(row.token_key)
    stored = [str(getattr(row, field.attname)) for field in ApiKey._meta.concrete_fields]
    assert all(key[len(row.token_key) :] not in value for value in stored)


@pytest.mark.parametrize("key", ["", "wrong", "mh_" + "0" * 64, "two words", "é"])
def test_without_a_valid_key_it_is_401_in_the_form_of_all_errors(alice: User, key: str) -> None:
    key_of(alice)
    response = Client().get(MEMORIES, headers={"Authorization": f"Bearer {key}"})
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")
    error = response.json()["error"]
    assert error["code"] in ("authentication_failed", "not_authenticated")
    assert error["message"]
    assert error["fields"] == {}


def test_signed_out_it_is_401_also_for_changes_and_unknown_addresses() -> None:
    for method, path in (
        ("get", MEMORIES), ("post", MEMORIES), ("get", "/api/v1/nothing"), ("delete", "/api/v1/memories/1/")
    ):  # fmt: skip
        response = getattr(Client(), method)(path)
        assert response.status_code == 401, path
        assert response.json()["error"]["code"] == "not_authenticated"


def test_a_revoked_an_expired_and_a_sleeping_persons_key_are_401(alice: User, bob: User) -> None:
    from memoryhub import people

    revoked, expired, sleeping = key_of(alice, "a"), key_of(alice, "b"), key_of(bob)
    people.api_key_revoke(user=alice, token_key=ApiKey.objects.get(name="a").token_key)
    ApiKey.objects.filter(name="b").update(expiry=timezone.now() - timedelta(seconds=1))
    User.objects.filter(pk=bob.pk).update(is_active=False)
    for key in (revoked, expired, sleeping):
        assert Api(key=key).get("memories/")[0] == 401


def test_the_last_use_is_written_at_most_once_a_minute(alice: User) -> None:
    api = Api(alice)
    api.get("settings/")
    first = ApiKey.objects.get().last_used_at
    assert first is not None
    api.get("settings/")
    assert ApiKey.objects.get().last_used_at == first
    long_ago = first - timedelta(minutes=2)
    ApiKey.objects.update(last_used_at=long_ago)
    api.get("settings/")
    assert ApiKey.objects.get().last_used_at >= first


def test_a_session_needs_its_csrf_token_for_changes_only(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = client_for(alice).cookies
    assert browser.get(MEMORIES).status_code == 200
    body = json.dumps({"content": "I live in Ghent."})
    refused = browser.post(MEMORIES, body, content_type="application/json")
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "permission_denied"
    token = "a" * 32
    browser.cookies["csrftoken"] = token
    done = browser.post(MEMORIES, body, content_type="application/json", headers={"X-CSRFToken": token})
    assert done.status_code == 201


def test_a_key_needs_no_csrf_token(alice: User) -> None:
    api = Api(alice, client=Client(enforce_csrf_checks=True))
    assert api.patch("settings/", {"use": False})[0] == 200


def test_the_persons_language_and_zone_hold_for_keys_and_end_with_the_request(alice: User, bob: User) -> None:
    alice.language, alice.time_zone = "zh-hans", "Asia/Shanghai"
    alice.save()
    api = Api(alice)
    assert api.get("settings/")[1]["updated_at"].endswith("+08:00")
    assert timezone.get_current_timezone_name() == "UTC"
    assert Api(bob).get("settings/")[1]["updated_at"].endswith("Z")
    from django.utils import translation

    before = translation.get_language()
    api.get("memories/not-there/")
    assert translation.get_language() == before


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "parse_error"),
        (b"\xff\xfe", "parse_error"),
        (b'{"use": NaN}', "parse_error"),
        (b"[" * 100_000, "parse_error"),
        (b"[]", "invalid"),
        (b'"text"', "invalid"),
        (b'{"use": "yes"}', "invalid"),
        (b'{"usse": true}', "invalid"),
    ],
)
def test_what_cannot_be_read_is_400(alice: User, body: bytes, code: str) -> None:
    client = Client(headers={"Authorization": f"Bearer {key_of(alice)}"})
    response = client.patch("/api/v1/settings/", body, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["error"]["code"] == code


def test_errors_name_the_fields(alice: User) -> None:
    code, body = Api(alice).post("memories/", {"type": "opinion", "colour": "red"})
    assert code == 400
    assert body["error"]["fields"] == {"colour": ["There is no such field."]}
    code, body = Api(key=key_of(alice, "2")).post("memories/", {"type": "opinion"})
    assert set(body["error"]["fields"]) == {"content", "type"}
    assert "content" in body["error"]["message"]


def test_other_media_types_and_methods_are_refused_in_the_same_form(alice: User) -> None:
    client = Client(headers={"Authorization": f"Bearer {key_of(alice)}"})
    for response, code in (
        (client.post(MEMORIES, {"content": "x"}), 415),
        (client.put(MEMORIES), 405),
        (client.get("/api/v1/nothing/at/all"), 404),
        (client.get(MEMORIES, headers={"Accept": "text/html"}), 406),
    ):
        assert response.status_code == code
        assert set(response.json()["error"]) == {"code", "message", "fields"}


def test_a_body_that_is_too_large_is_413(alice: User, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    code, body = Api(alice).post("memories/", {"content": "x" * 1_000})
    assert (code, body["error"]["code"]) == (413, "too_large")


def test_a_body_in_chunks_is_read_and_bounded(asgi_server: AsgiServer, alice: User, settings: Any) -> None:
    def pieces(text: str) -> Iterator[bytes]:
        yield from (text[start : start + 100].encode() for start in range(0, len(text), 100))

    headers = {"Authorization": f"Bearer {key_of(alice)}", "Content-Type": "application/json"}
    url = f"{asgi_server.url}{MEMORIES}"
    made = requests.post(url, data=pieces(json.dumps({"content": "I live in Ghent."})), headers=headers)
    assert (made.status_code, made.json()["content"]) == (201, "I live in Ghent.")
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000
    body = json.dumps({"content": "x" * 1_500})
    assert requests.post(url, data=pieces(body), headers=headers).json()["error"]["code"] == "too_large"
    assert requests.post(url, data=body, headers=headers).json()["error"]["code"] == "too_large"


def test_a_fault_of_ours_is_500_and_tells_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from memories import services

    def broken(**_: Any) -> None:
        raise RuntimeError("the words of a person")

    monkeypatch.setattr(services, "settings_get", broken)
    code, body = Api(alice).get("settings/")
    assert (code, body["error"]["code"]) == (500, "error")
    assert "words" not in json.dumps(body)
    assert "RuntimeError" in caplog.text
    assert "words" not in caplog.text


def test_the_throttle_counts_by_person(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from memoryhub.api import PersonThrottle

    monkeypatch.setattr(PersonThrottle, "THROTTLE_RATES", {"person": "2/min"})
    api = Api(alice)
    assert [api.get("settings/")[0] for _ in range(3)] == [200, 200, 429]
    assert api.response.json()["error"]["code"] == "throttled"
    assert int(api.response["Retry-After"]) > 0
    assert Api(alice, key=key_of(alice, "another")).get("settings/")[0] == 429
    assert Api(bob).get("settings/")[0] == 200


def test_without_redis_nobody_is_held_up(alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from rest_framework.throttling import SimpleRateThrottle

    class Away:
        def get(self, *_: Any) -> None:
            raise ConnectionError

    monkeypatch.setattr(SimpleRateThrottle, "cache", Away())
    assert Api(alice).get("settings/")[0] == 200


def test_a_store_that_is_away_is_a_503_in_the_form_of_all_errors(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_given: Any, **_named: Any) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(Conversation.objects, "filter", away)
    response = Client().get("/api/v1/conversations", headers={"authorization": f"Bearer {key_of(alice)}"})
    assert (response.status_code, response["Retry-After"]) == (503, "30")
    assert response.json()["error"]["code"] == "away"
