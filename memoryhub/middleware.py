"""Middleware of the whole site: static files, the person's language and time zone, the admin's wider script policy."""

import zoneinfo
from collections.abc import Callable

from csp.constants import UNSAFE_EVAL, UNSAFE_INLINE
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Static files, each answered whole: under ASGI a response that streams from a file is read in one go anyway."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, or the part of it that was asked for, with its own headers."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as opened:
                content = opened.read()
        response = HttpResponse(content, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response


class PersonMiddleware:
    """Activates the signed-in person's language and time zone; without a person the browser's language stands."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = user.language
        with timezone.override(zoneinfo.ZoneInfo(user.time_zone)):
            return self.get_response(request)


class AdminPolicyMiddleware:
    """Lets the admin, and it alone, evaluate script strings and set styles: its toolkit is built on both."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path.startswith("/admin/") and not hasattr(response, "_csp_exempt"):
            directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
            response._csp_replace = {  # type: ignore[attr-defined]
                "script-src": [*directives["script-src"], UNSAFE_EVAL],
                "style-src": [*directives["style-src"], UNSAFE_INLINE],
            }
        return response
