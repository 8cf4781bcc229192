"""What every API view shares: who asks, how errors look, how lists are paged, how fast one may ask."""

import logging
import traceback
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS, RequestDataTooBig
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db.models import Q
from django.http import Http404
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from rest_framework import authentication, exceptions, pagination, status, throttling
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from memoryhub.health import AWAY
from memoryhub.models import ApiKey, User

logger = logging.getLogger(__name__)

#: A key's last use is written at most so often.
_USE_WRITTEN_EVERY = timedelta(minutes=1)


# ------------------------------------------------------------------------------------------------ who asks


class KeyAuthentication(TokenAuthentication):
    """``Authorization: Bearer KEY``; the key's person has their language and time zone as on the pages."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiKey]:
        try:
            user, key = super().authenticate_credentials(token)
        except UnicodeDecodeError:
            raise exceptions.AuthenticationFailed(_("This is no valid API key.")) from None
        except exceptions.AuthenticationFailed:
            raise exceptions.AuthenticationFailed(_("This is no valid API key.")) from None
        now = timezone.now()
        due = Q(last_used_at=None) | Q(last_used_at__lt=now - _USE_WRITTEN_EVERY)
        ApiKey.objects.filter(due, pk=key.pk).update(last_used_at=now)
        activate_for(user)
        return user, key


class SessionAuthentication(authentication.SessionAuthentication):
    """The signed-in browser, with its CSRF token on every change; signed out is 401, never 403."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def activate_for(user: User) -> None:
    """The person's language and time zone hold until the request ends; `ApiView` takes them back."""
    if user.language:
        translation.activate(user.language)
    timezone.activate(user.tzinfo)


class KeyScheme(OpenApiAuthenticationExtension):
    """How the documents tell of API keys."""

    target_class = "memoryhub.api.KeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key, made on the page of API keys.",
        }


class SessionScheme(OpenApiAuthenticationExtension):
    """How the documents tell of the browser's session."""

    target_class = "memoryhub.api.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The signed-in browser. Changes need the X-CSRFToken header.",
        }


# ------------------------------------------------------------------------------------------------ errors


class TooLarge(exceptions.APIException):
    """The body is more than DATA_UPLOAD_MAX_MEMORY_SIZE."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self) -> None:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        super().__init__(_("The request is too large: at most %(limit)d bytes are read.") % {"limit": limit})


class Away(exceptions.APIException):
    """A store cannot be reached at the moment."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "away"
    wait = 30

    def __init__(self) -> None:
        super().__init__(_("Part of MemoryHub cannot be reached. Your request may not have been done."))


def exception_handler(error: Exception, context: dict[str, Any]) -> Response:
    """Every error as ``{"error": {"code", "message", "fields"}}``; what nobody foresaw is logged and a 500."""
    from rest_framework.views import set_rollback

    set_rollback()
    known = _known(error, context)
    headers: dict[str, str] = {}
    if (challenge := getattr(known, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(known, "wait", None)) is not None:
        headers["Retry-After"] = str(int(wait))
    return Response(_body(known), status=known.status_code, headers=headers)


def _known(error: Exception, context: dict[str, Any]) -> exceptions.APIException:
    view = context.get("view")
    if isinstance(error, exceptions.APIException):
        return error
    if isinstance(error, (Http404, *getattr(view, "not_found", ()))):
        return exceptions.NotFound()
    if isinstance(error, RequestDataTooBig):
        return TooLarge()
    if isinstance(error, DjangoPermissionDenied):
        return exceptions.PermissionDenied()
    if isinstance(error, DjangoValidationError):
        return exceptions.ValidationError(_as_fields(error))
    if isinstance(error, AWAY):
        return Away()
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    # Neither the message nor the values: they can hold what a person said.
    logger.error("API error in %s: %s at %s", type(view).__name__, type(error).__name__, place)
    return exceptions.APIException(
        _("Something went wrong here. Nothing of your request may have been done.")
    )


def _as_fields(error: DjangoValidationError) -> dict[str, list[str]]:
    if hasattr(error, "error_dict"):
        return {
            api_settings.NON_FIELD_ERRORS_KEY if name == NON_FIELD_ERRORS else name: [
                str(m) for m in messages
            ]
            for name, messages in error.message_dict.items()
        }
    return {api_settings.NON_FIELD_ERRORS_KEY: [str(message) for message in error.messages]}


def _body(error: exceptions.APIException) -> dict[str, Any]:
    detail = error.detail
    fields: dict[str, list[str]] = {}
    if isinstance(error, exceptions.ValidationError):
        code = "invalid"
        fields = _flat(detail)
        general = fields.pop(api_settings.NON_FIELD_ERRORS_KEY, [])
        named = [f"{name}: {messages[0]}" for name, messages in fields.items() if messages]
        message = " ".join([*general, *named]) or _("The request has mistakes.")
    else:
        code = getattr(detail, "code", None) or error.default_code
        message = str(detail)
    return {"error": {"code": code, "message": message, "fields": fields}}


def _flat(detail: Any, prefix: str = "") -> dict[str, list[str]]:
    """Nested messages under dotted names."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for name, value in detail.items():
            found |= _flat(value, f"{prefix}.{name}" if prefix else str(name))
        return found
    if isinstance(detail, list):
        if all(not isinstance(item, (dict, list)) for item in detail):
            return {prefix or api_settings.NON_FIELD_ERRORS_KEY: [str(item) for item in detail]}
        found = {}
        for number, value in enumerate(detail):
            if value:
                found |= _flat(value, f"{prefix}.{number}" if prefix else str(number))
        return found
    return {prefix or api_settings.NON_FIELD_ERRORS_KEY: [str(detail)]}


# ------------------------------------------------------------------------------------------------ lists


class Pagination(pagination.PageNumberPagination):
    """``?page=2&page_size=50``: ``count``, ``next`` and ``previous`` (whole addresses), ``results``."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


# ------------------------------------------------------------------------------------------------ how fast


class PersonThrottle(throttling.SimpleRateThrottle):
    """So many requests a person; while Redis is away nobody is held up."""

    scope = "person"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        if not request.user.is_authenticated:
            return None
        return self.cache_format % {"scope": self.scope, "ident": request.user.pk}

    def allow_request(self, request: Request, view: Any) -> bool:
        try:
            return super().allow_request(request, view)
        except Exception as error:
            logger.warning("throttle is off, the cache does not answer: %s", type(error).__name__)
            return True
