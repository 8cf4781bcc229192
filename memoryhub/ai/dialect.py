"""What one OpenAI-compatible server understands of the request: learnt from its refusals."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from memoryhub.ai import endpoint
from memoryhub.ai.toolcalls import ToolSpec

_SCHEMA_NAME = "answer"

# How a refusal names the parts of a request. OpenAI's: "use 'max_completion_tokens' instead".
_TOKENS = "max_completion_tokens"
_USAGE = "stream_options|include_usage"
_SCHEMA = "response_format|json_schema|json_object"
_TOOL_TAG = re.compile(r"<(?=\s*/?\s*tool\b)", re.IGNORECASE)
_NO_SCHEMAS = ("default", "enum", "const")


class SchemaMode(StrEnum):
    """How a schema is asked for, from the strictest to mere words."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    WORDS = "words"


_SIMPLER_SCHEMA = {SchemaMode.JSON_SCHEMA: SchemaMode.JSON_OBJECT, SchemaMode.JSON_OBJECT: SchemaMode.WORDS}


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """The optional parts of a request, in the form that the server takes."""

    include_usage: bool = True
    calls_tools: bool = True
    tokens_parameter: str = "max_tokens"
    schema_mode: SchemaMode = SchemaMode.JSON_SCHEMA

    def parameters(
        self,
        *,
        max_tokens: int,
        stream: bool,
        schema: dict[str, Any] | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> dict[str, Any]:
        """Return the request's parameters beside model and messages."""
        parameters: dict[str, Any] = {self.tokens_parameter: max_tokens, "stream": stream}
        if stream and self.include_usage:
            parameters["stream_options"] = {"include_usage": True}
        if tools and self.calls_tools:
            parameters["tools"] = [tool.as_json() for tool in tools]
        if schema is not None and self.schema_mode is SchemaMode.JSON_SCHEMA:
            parameters["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": _SCHEMA_NAME, "schema": schema, "strict": _is_strict(schema)},
            }
        elif schema is not None and self.schema_mode is SchemaMode.JSON_OBJECT:
            parameters["response_format"] = {"type": "json_object"}
        return parameters

    def messages(
        self, messages: Sequence[Any], *, schema: dict[str, Any] | None = None, tools: bool = False
    ) -> list[Any]:
        """Return the messages, with the schema put into words where the server does not take it by itself.

        Calls and results go as such only beside `tools`: many servers refuse them otherwise, so they are words then.
        """
        told = list(messages) if tools and self.calls_tools else _without_calls(messages)
        if schema is None or self.schema_mode is SchemaMode.JSON_SCHEMA:
            return told
        # OpenAI and DeepSeek refuse json_object unless the prompt says "JSON".
        words = (
            "Answer with one JSON object and nothing else. It follows this JSON schema: "
            f"{json.dumps(schema, ensure_ascii=False)}"
        )
        if (
            told and told[0]["role"] == "system"
        ):  # some chat templates take one system message, and only first
            return [{**told[0], "content": f"{told[0]['content']}\n\n{words}"}, *told[1:]]
        return [{"role": "system", "content": words}, *told]

    def simpler(self, error: Exception, *, schema: bool = False, tools: bool = False) -> "Dialect | None":
        """Return what to try after a request in this dialect failed; None when its form was not the trouble.

        A refusal that names a part drops that part; one that names none drops the optional parts one by one.
        """
        offered = tools and self.calls_tools
        if offered and endpoint.refuses_tools(error):
            return replace(self, calls_tools=False)
        if not endpoint.is_refusal(error):
            return None
        named = endpoint.refused_parameter(error, names=(_TOKENS, _USAGE, _SCHEMA))
        if named == _TOKENS:
            return None if self.tokens_parameter == _TOKENS else replace(self, tokens_parameter=_TOKENS)
        if schema and named != _USAGE:
            lesser = _SIMPLER_SCHEMA.get(self.schema_mode)
            return replace(self, schema_mode=lesser) if lesser else None
        if self.include_usage and named != _SCHEMA:
            return replace(self, include_usage=False)
        return replace(self, calls_tools=False) if offered and named is None else None


def _without_calls(messages: Sequence[Any]) -> list[Any]:
    """The messages with tool results as words of the person's side, and without the calls that led to them."""
    told: list[Any] = []
    names: dict[str, str] = {}
    for message in messages:
        names |= {call["id"]: call["function"]["name"] for call in message.get("tool_calls") or ()}
        if message["role"] == "tool":
            name = names.get(message.get("tool_call_id", ""), message.get("name", ""))
            content = _TOOL_TAG.sub("‹", message["content"])
            message = {"role": "user", "content": f"<tool {name}>\n{content}\n</tool>"}
            if told and told[-1]["role"] == "user":
                told[-1] = {**told[-1], "content": f"{told[-1]['content']}\n\n{message['content']}"}
                continue
        elif "tool_calls" in message:
            message = {key: value for key, value in message.items() if key != "tool_calls"}
            if not message["content"]:
                continue
        told.append(message)
    return told


def _is_strict(schema: Any) -> bool:
    """Tell whether OpenAI takes the schema as strict: every object closed, every property required."""
    if isinstance(schema, list):
        return all(map(_is_strict, schema))
    if not isinstance(schema, dict):
        return True
    rest = {key: value for key, value in schema.items() if key not in _NO_SCHEMAS}
    if "properties" in rest or rest.get("type") == "object":
        properties = rest.pop("properties", None)
        if rest.get("additionalProperties") is not False or not isinstance(properties, dict):
            return False
        if set(rest.get("required", ())) != set(properties):
            return False
        rest["properties"] = list(properties.values())  # a property's name is no keyword
    return all(map(_is_strict, rest.values()))
