"""What API views and their serializers are built on: strict bodies of bounded size, 404 for foreign rows, lists."""

import codecs
import json
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, cast

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, parsers, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from memoryhub.api import Pagination, TooLarge
from memoryhub.models import User


class Busy(exceptions.APIException):
    """What was asked for takes too long at the moment."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "busy"


class BoundedJSONParser(parsers.JSONParser):
    """JSON in UTF-8 of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes; DRF's own reads whatever comes."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge
        try:
            return json.loads(codecs.decode(body, "utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise exceptions.ParseError(_("The body is not JSON.")) from None


def _no_constant(name: str) -> None:
    raise ValueError(name)


class ApiView(APIView):
    """One resource. Services' own "not there" exceptions, named in ``not_found``, are the same 404 as a missing id."""

    parser_classes = [BoundedJSONParser]
    not_found: tuple[type[Exception], ...] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        # A key's person brings language and time zone, which must not stay for the thread's next request.
        with (
            timezone.override(timezone.get_current_timezone()),
            translation.override(translation.get_language()),
        ):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        _measure(request._request)
        super().initial(request, *args, **kwargs)

    @property
    def person(self) -> User:
        """Who asks."""
        return cast(User, self.request.user)

    def body(self, serializer: type[serializers.Serializer]) -> dict[str, Any]:
        """The body's values; raises ValidationError for what the serializer does not know or want."""
        return _valid(serializer(data=self.request.data))

    def query(self, serializer: type[serializers.Serializer]) -> dict[str, Any]:
        """The values of those query parameters that the serializer names; a list is repeated or split by commas."""
        data: dict[str, Any] = {}
        for name, field in serializer().get_fields().items():
            given = self.request.query_params.getlist(name)
            if not given:
                continue
            if isinstance(field, serializers.ListField):
                data[name] = [part for value in given for part in value.split(",") if part]
            else:
                data[name] = given[-1]
        return _valid(serializer(data=data))


def _measure(request: HttpRequest) -> None:
    """A body that came in chunks has a length: DRF takes one without for empty. Raises TooLarge."""
    if "Transfer-Encoding" not in request.headers or request.META.get("CONTENT_LENGTH"):
        return
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    body = request.read(limit + 1)
    if len(body) > limit:
        raise TooLarge
    request._body = body  # what ``body`` answers after a read
    request.META["CONTENT_LENGTH"] = str(len(body))


def _valid(serializer: serializers.Serializer) -> dict[str, Any]:
    serializer.is_valid(raise_exception=True)
    return cast(dict[str, Any], serializer.validated_data)


class PagedView(ApiView):
    """A list, a page at a time."""

    pagination_class = Pagination

    def paged(
        self, rows: QuerySet[Any] | Sequence[Any], serialize: Callable[[Sequence[Any]], Any]
    ) -> Response:
        """One page of the rows, serialised together, so that what belongs to them is read once."""
        paginator = self.pagination_class()
        page = paginator.paginate_queryset(rows, self.request, view=self) or []
        return paginator.get_paginated_response(serialize(page))


class StrictSerializer(serializers.Serializer):
    """A body whose every field is known: a misspelt one is refused, not passed over."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            known = {name for name, field in self.fields.items() if not field.read_only}
            if unknown := [str(name) for name in data if name not in known]:
                raise serializers.ValidationError(
                    {name: [_("There is no such field.")] for name in sorted(unknown)}
                )
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A JSON string; no number becomes one."""

    default_error_messages = {"invalid": _("Not a valid string.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    """JSON's true or false; no word or number becomes one."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class ErrorDetailSerializer(serializers.Serializer):
    """What is wrong: a code for programs, a sentence for people, and messages by field."""

    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField())
    )


class ErrorSerializer(serializers.Serializer):
    """Every error of the API."""

    error = ErrorDetailSerializer()


class NothingHere(ApiView):
    """Every other address of the API: 404 in the API's own form."""

    @extend_schema(exclude=True)
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise exceptions.NotFound


def both(route: str, view: type[ApiView], name: str) -> list[URLPattern]:
    """The view with and without a slash at the end; the documents and ``reverse`` know it without."""
    return [path(f"{route}/", view.as_view()), path(route, view.as_view(), name=name)]
