"""How the OpenAPI document is made: one address a resource, and the errors that every address can answer with."""

from collections.abc import Callable
from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

Endpoint = tuple[str, str, str, Callable[..., Any]]


def canonical(endpoints: list[Endpoint]) -> list[Endpoint]:
    """The addresses without a slash at the end; those with one are the same."""
    return [endpoint for endpoint in endpoints if not endpoint[0].endswith("/")]


def closed_bodies(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Request bodies allow no field but theirs."""
    for name, schema in result.get("components", {}).get("schemas", {}).items():
        if name.endswith("Request") and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
    return result


class Schema(AutoSchema):
    """Adds the errors to what a view says of itself."""

    def get_operation_id(self) -> str:
        """A view that is one act names it; the others name their methods."""
        return getattr(self.view, "operation_id", None) or super().get_operation_id()

    def get_summary(self) -> str | None:
        return getattr(self.view, "summary", None) or super().get_summary()

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        from memoryhub.api_views import ErrorSerializer

        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        codes = ["400", "401", "403", "404", "406", "429"]
        if self.method in ("POST", "PUT", "PATCH"):
            codes += ["413", "415"]
        for code in codes:
            if code not in bodies:
                bodies[code] = self._get_response_for_code(
                    OpenApiResponse(ErrorSerializer, description="Error"), code
                )
        return bodies
