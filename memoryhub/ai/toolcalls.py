"""Tools that a model may call: how they are described to it, and its calls put together from a stream."""

import json
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSpec:
    """A tool as the model is told of it. ``parameters`` is a JSON schema of an object."""

    name: str
    description: str
    parameters: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The tool in OpenAI's form."""
        function = {"name": self.name, "description": self.description, "parameters": self.parameters}
        return {"type": "function", "function": function}


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolRequest:
    """A call that the model asks for. ``arguments`` is its text as it came, which may not be JSON."""

    id: str
    name: str
    arguments: str

    def as_json(self) -> dict[str, Any]:
        """The call in OpenAI's form, for the assistant's message that goes back to the model."""
        return {
            "id": self.id,
            "type": "function",
            "function": {"name": self.name, "arguments": self.arguments},
        }


@dataclass(slots=True)
class _Call:
    id: str
    name: str
    arguments: str = ""

    def begins_anew(self, *, id: str, name: str) -> bool:
        """Whether a piece at this place is another call: servers differ in what they number and repeat."""
        if id and self.id and id != self.id:
            return True
        return bool(name and self.name) and (name != self.name or (not id and _is_json(self.arguments)))


@dataclass(slots=True)
class Collector:
    """Joins the pieces of calls: by index where there is one, else to the call that came last."""

    _calls: list[_Call] = field(default_factory=list)
    _at: dict[int, _Call] = field(default_factory=dict)

    def feed(self, pieces: Iterable[Any] | None) -> None:
        """Takes the `tool_calls` of one delta."""
        for piece in pieces or ():
            function = getattr(piece, "function", None)
            index = getattr(piece, "index", None)
            id, name = getattr(piece, "id", None) or "", getattr(function, "name", None) or ""
            if not isinstance(index, int):
                call = None if name or not self._calls else self._calls[-1]
            else:
                call = self._at.get(index)
            if call is None or call.begins_anew(id=id, name=name):
                call = _Call(id=id, name=name)
                self._calls.append(call)
                if isinstance(index, int):
                    self._at[index] = call
            call.id, call.name = call.id or id, call.name or name
            call.arguments += _text(getattr(function, "arguments", None))

    def requests(self) -> list[ToolRequest]:
        """The calls, in the order of asking, each with an id."""
        return [
            ToolRequest(
                id=call.id or f"call_{uuid.uuid4().hex[:24]}",
                name=_encodable(call.name),
                arguments=_encodable(call.arguments) or "{}",
            )
            for call in self._calls
            if call.name
        ]


def _text(arguments: Any) -> str:
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _encodable(text: str) -> str:
    """The text without halves of a surrogate pair, which could not be sent back."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
