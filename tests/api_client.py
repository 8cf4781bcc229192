"""A client of the API: JSON in and out, signed by a key or a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.test import Client

if TYPE_CHECKING:
    from memoryhub.models import User


def key_of(user: User, name: str = "test") -> str:
    """A fresh API key of the person's."""
    from memoryhub import people

    return people.api_key_create(user=user, name=name)[1]


class Api:
    """Calls ``/api/v1/…`` with a person's key, or without one."""

    def __init__(self, user: User | None = None, *, key: str = "", client: Client | None = None) -> None:
        self.client = client or Client()
        self.key = key or (key_of(user) if user is not None else "")

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON (None where there is no body) of one call."""
        if self.key:
            headers.setdefault("Authorization", f"Bearer {self.key}")
        response = self.client.generic(
            method.upper(),
            path if path.startswith("/") else f"/api/v1/{path}",
            b"" if body is None else self.client._encode_json(body, "application/json"),
            content_type="application/json",
            headers=headers,
        )
        self.response = response
        return response.status_code, response.json() if response.content else None

    def get(self, path: str) -> tuple[int, Any]:
        return self("get", path)

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        return self("post", path, body)

    def patch(self, path: str, body: Any = None) -> tuple[int, Any]:
        return self("patch", path, body)

    def delete(self, path: str) -> tuple[int, Any]:
        return self("delete", path)
