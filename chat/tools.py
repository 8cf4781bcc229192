"""The agent's tools in one reply: what the model is told of them, one call carried out and recorded, never a crash."""

import json
import math
import time
from dataclasses import replace
from functools import cache
from typing import Any

import pydantic
import structlog
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _

from chat import services, tool_records
from chat.models import Conversation, Message, ToolCall
from chat.tool_acts import TOOLS, Place, Refused
from memories.capture import masking
from memoryhub.ai.tokens import count_tokens
from memoryhub.ai.toolcalls import ToolRequest, ToolSpec
from memoryhub.models import User

log = structlog.get_logger(__name__)

#: Calls that one reply may make.
CALLS_LIMIT = 12
_RESULT_LIMIT, _ERROR_LIMIT, _ARGUMENTS_LIMIT = 8_000, 200, 8_000
#: Arguments that are read: more characters, or values within values, no tool takes.
_READ_LIMIT, _DEPTH_LIMIT = 100_000, 20
_NAME_LIMIT = 80

#: Error codes of calls.
UNKNOWN, BAD_ARGUMENTS, REFUSED, FAILED, REPEATED, TOO_MANY = (
    "unknown_tool",
    "bad_arguments",
    "refused",
    "failed",
    "repeated",
    "too_many",
)


@cache
def specs() -> tuple[ToolSpec, ...]:
    """All tools as the model is told of them."""
    return tuple(
        ToolSpec(
            name=tool.name,
            description=tool.description,
            parameters=_plain_schema(tool.takes.model_json_schema()),
        )
        for tool in TOOLS.values()
    )


@cache
def tokens() -> int:
    """What the tools' descriptions take of a prompt, by our own count."""
    return count_tokens(json.dumps([spec.as_json() for spec in specs()], ensure_ascii=False))


def _plain_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without what only costs tokens: titles, limits, nulls and references."""
    definitions = schema.get("$defs", {})
    properties = {}
    for name, given in schema.get("properties", {}).items():
        one = dict(given)
        if "$ref" in one:
            one = definitions[one["$ref"].rsplit("/", 1)[-1]]
        for choice in one.get("anyOf", ()):
            if choice.get("type") != "null":
                one |= {key: value for key, value in choice.items() if key != "format"}
        kept = ("type", "description", "enum", "items")
        properties[name] = {key: one[key] for key in kept if key in one}
        if "items" in properties[name]:
            properties[name]["items"] = {"type": one["items"]["type"]}
    plain: dict[str, Any] = {"type": "object", "properties": properties}
    if schema.get("required"):
        plain["required"] = schema["required"]
    return plain


class Called:
    """What came of a call. ``text`` goes to the model; ``sentence`` is for the person where it failed, else empty."""

    __slots__ = ("error", "name", "sentence", "text")

    def __init__(self, name: str, answer: dict[str, Any], *, error: str = "", sentence: str = "") -> None:
        self.name, self.error, self.sentence = name, error, sentence
        self.text = json.dumps(_clean(answer), ensure_ascii=False)

    @property
    def ok(self) -> bool:
        return not self.error


class Toolbox:
    """The tools of one reply, used as the person of its conversation. Not for several threads at once."""

    def __init__(self, *, user: User, conversation: Conversation, reply: Message) -> None:
        self._place = Place(user, conversation, reply)
        self._made: set[tuple[str, str]] = set()
        self._count = 0

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        return specs()

    @property
    def used_up(self) -> bool:
        """Whether this reply may make no more calls."""
        return self._count >= CALLS_LIMIT

    def call(self, request: ToolRequest, *, locale: str) -> Called:
        """The call is carried out and recorded. Whatever goes wrong is told in the result."""
        request = replace(request, name=services.storable(request.name)[:_NAME_LIMIT])
        if self.used_up:
            return Called(request.name, {"error": "Too many calls in this reply."}, error=TOO_MANY)
        self._count += 1
        began = time.monotonic()
        with translation.override(locale):
            called, arguments = self._carried_out(request)
        took_ms = int((time.monotonic() - began) * 1_000)
        self._record(called, arguments, took_ms=took_ms)
        return called

    def _carried_out(self, request: ToolRequest) -> tuple[Called, dict[str, Any]]:
        name, tool = request.name, TOOLS.get(request.name)
        arguments = _arguments(request.arguments)
        if tool is None:
            answer = {"error": f"There is no tool {name!r}.", "tools": list(TOOLS)}
            return Called(name, answer, error=UNKNOWN), arguments or {}
        if arguments is None:
            answer = {"error": "The arguments are not a JSON object. Nothing was done."}
            return Called(name, answer, error=BAD_ARGUMENTS), {"text": request.arguments[:_ARGUMENTS_LIMIT]}
        made = (name, json.dumps(arguments, sort_keys=True))
        if made in self._made:
            answer = {
                "error": "Already done in this reply: the result is above. Go on, or answer the person."
            }
            return Called(name, answer, error=REPEATED), arguments
        try:
            answer = tool.act(self._place, tool.takes.model_validate(arguments))
            self._made.add(made)
            return Called(name, answer), arguments
        except pydantic.ValidationError as error:
            wrong = [f"{'.'.join(map(str, row['loc']))}: {row['msg']}" for row in error.errors()[:5]]
            answer = {"error": "Wrong arguments. Nothing was done.", "wrong": wrong}
            return Called(name, answer, error=BAD_ARGUMENTS), arguments
        except ValidationError as error:
            sentence = " ".join(error.messages)
            return Called(name, {"error": sentence}, error=REFUSED, sentence=sentence), arguments
        except Refused as refused:
            answer = {"error": refused.sentence, **refused.more}
            return Called(name, answer, error=REFUSED, sentence=refused.sentence), arguments
        except Exception as error:
            log.exception(
                "tool.failed", tool=name, error=type(error).__name__, reply=str(self._place.reply.pk)
            )
            sentence = _("The tool “%(name)s” failed, and nothing came of it.") % {"name": name}
            return Called(name, {"error": sentence}, error=FAILED, sentence=sentence), arguments

    def _record(self, called: Called, arguments: dict[str, Any], *, took_ms: int) -> None:
        result = called.text
        if called.ok and called.name == tool_records.FORGET:
            arguments, answer = tool_records.forgetting(json.loads(result))
            result = json.dumps(answer)
        try:
            ToolCall.objects.create(
                message=self._place.reply,
                name=called.name,
                arguments=_storable(arguments),
                result=services.storable(result)[:_RESULT_LIMIT],
                error=": ".join(filter(None, (called.error, called.sentence)))[:_ERROR_LIMIT],
                took_ms=took_ms,
            )
        except Exception as error:  # the conversation was deleted, or the database is away
            log.warning("tool.not_recorded", tool=called.name, error=type(error).__name__)


def _arguments(text: str) -> dict[str, Any] | None:
    """The arguments of a call; None where they are no JSON object."""
    if len(text) > _READ_LIMIT:
        return None
    try:
        value = json.loads(text or "{}")
        if isinstance(value, str):  # some servers send JSON in JSON
            value = json.loads(value)
    except (ValueError, RecursionError):
        return None
    if _deeper(value, than=_DEPTH_LIMIT):
        return None
    return {} if value is None else value if isinstance(value, dict) else None


def _deeper(value: Any, *, than: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return than < 0 or any(_deeper(each, than=than - 1) for each in inner)


def _storable(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments as they may be kept: clean, and not too long."""
    kept: dict[str, Any] = _clean(arguments)
    text = json.dumps(kept, ensure_ascii=False)
    return kept if len(text) <= _ARGUMENTS_LIMIT else {"text": text[:_ARGUMENTS_LIMIT] + "…"}


def _clean(value: Any) -> Any:
    """The value with secrets masked, and in what PostgreSQL can hold."""
    if isinstance(value, str):
        return masking.masked(services.storable(value))
    if isinstance(value, dict):
        return {_clean(str(key)): _clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value
