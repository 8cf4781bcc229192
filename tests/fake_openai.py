"""A scripted OpenAI-compatible HTTP server: streams, breaks, hangs, refuses and calls tools as a test says.

with FakeOpenAI() as server:
    server.script(Reply("Hello"), Failure(429, "slow down"))
    ... server.base_url ... server.requests
"""

import hashlib
import json
import select
import socket
import threading
import time
import uuid
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Reply:
    """An answer. Streamed in `pieces` (default: by three characters), otherwise whole.

    After so many pieces `break_after` cuts the connection, `hang_after` falls silent until the client leaves,
    `end_after` ends without a finish reason, `error_after` sends an error event. `usage` None: not reported.
    `tool_calls` are streamed whole, or as the `deltas` say that follow the text; see `call`.
    """

    text: str = ""
    pieces: Sequence[str] | None = None
    reasoning: str = ""
    tool_calls: Sequence[dict[str, Any]] = ()
    deltas: Sequence[Sequence[dict[str, Any]]] = ()
    finish: str = "stop"
    usage: dict[str, int] | None = field(default_factory=lambda: {"prompt_tokens": 7, "completion_tokens": 3})
    delay_seconds: float = 0.0
    break_after: int | None = None
    hang_after: int | None = None
    end_after: int | None = None
    error_after: int | None = None

    def parts(self) -> list[str]:
        if self.pieces is not None:
            return list(self.pieces)
        return [self.text[start : start + 3] for start in range(0, len(self.text), 3)]


def call(name: str, arguments: str | None = None, /, *, id: str = "", **named: Any) -> dict[str, Any]:
    """A tool call as a server sends it whole; `arguments` is its text where it is to be no JSON."""
    text = json.dumps(named, ensure_ascii=False) if arguments is None else arguments
    return {
        "id": id or f"call_{uuid.uuid4().hex[:8]}",
        "type": "function",
        "function": {"name": name, "arguments": text},
    }


@dataclass(frozen=True)
class Failure:
    """A refusal in OpenAI's shape; with `body` set, that text as it is."""

    status: int
    message: str = "no"
    code: str | None = None
    type: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    body: str | None = None
    content_type: str = "application/json"


@dataclass(frozen=True)
class Recorded:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class FakeOpenAI:
    """The server, on a port of its own at 127.0.0.1; one thread a connection."""

    def __init__(self) -> None:
        self.requests: list[Recorded] = []
        self.refuses: dict[str, str] = {}  # name of a parameter -> what the server says of it (400)
        self.batch_limit: int | None = None
        self.text_limit: int | None = None  # in characters
        self.dimensions = 16
        self.client_left = threading.Event()  # a client closed a stream before its end
        self._answers: deque[Reply | Failure] = deque()
        self._stopping = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def script(self, *answers: Reply | Failure) -> None:
        """Answer the next requests so; afterwards with "Hello."."""
        self._answers.extend(answers)

    def bodies(self) -> list[dict[str, Any]]:
        return [request.body for request in self.requests]

    def __enter__(self) -> "FakeOpenAI":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def _next(self) -> Reply | Failure:
        return self._answers.popleft() if self._answers else Reply("Hello.")

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        fake = self

        class Handler(_Handler):
            server_state = fake

        return Handler


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_state: FakeOpenAI

    def log_message(self, *args: object) -> None:
        """Say nothing on standard error."""

    def do_POST(self) -> None:
        fake = self.server_state
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fake.requests.append(
            Recorded(
                path=self.path,
                headers={name.lower(): value for name, value in self.headers.items()},
                body=body,
            )
        )
        for name, words in fake.refuses.items():
            value = body.get(name)
            if value is not None and (name != "response_format" or value["type"] in words):
                return self._fail(Failure(400, words, type="invalid_request_error"))
        if self.path.endswith("/embeddings"):
            return self._embeddings(body)
        answer = fake._next()
        if isinstance(answer, Failure):
            return self._fail(answer)
        return self._stream(answer, body) if body.get("stream") else self._whole(answer)

    def _send(self, status: int, text: str, *, headers: dict[str, str], content_type: str) -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _fail(self, failure: Failure) -> None:
        error = {"message": failure.message, "code": failure.code, "type": failure.type}
        text = json.dumps({"error": error}) if failure.body is None else failure.body
        self._send(failure.status, text, headers=failure.headers, content_type=failure.content_type)

    def _json(self, value: object) -> None:
        self._send(200, json.dumps(value), headers={}, content_type="application/json")

    def _whole(self, reply: Reply) -> None:
        if reply.hang_after is not None:
            return self._hang()
        time.sleep(reply.delay_seconds)
        message: dict[str, Any] = {"role": "assistant", "content": reply.text}
        if reply.reasoning:
            message["reasoning_content"] = reply.reasoning
        if reply.tool_calls:
            message["tool_calls"] = list(reply.tool_calls)
        choice = {"index": 0, "message": message, "finish_reason": reply.finish}
        answer: dict[str, Any] = {"id": "1", "object": "chat.completion", "choices": [choice]}
        if reply.usage is not None:
            answer["usage"] = reply.usage
        return self._json(answer)

    def _embeddings(self, body: dict[str, Any]) -> None:
        fake = self.server_state
        answer = fake._answers.popleft() if fake._answers else None
        if isinstance(answer, Failure):
            return self._fail(answer)
        texts = body["input"]
        if fake.batch_limit is not None and len(texts) > fake.batch_limit:
            return self._fail(Failure(400, f"batch size should not be larger than {fake.batch_limit}."))
        if fake.text_limit is not None and any(len(text) > fake.text_limit for text in texts):
            return self._fail(Failure(400, "This model's maximum context length is 8192 tokens"))
        data = [
            {"object": "embedding", "index": index, "embedding": vector_of(text, fake.dimensions)}
            for index, text in enumerate(texts)
        ]
        return self._json({"object": "list", "data": data[::-1]})  # the order is by index, not by place

    def _stream(self, reply: Reply, body: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            self._say_all(reply, body)
        except (BrokenPipeError, ConnectionResetError):
            self.server_state.client_left.set()
            self.close_connection = True

    def _say_all(self, reply: Reply, body: dict[str, Any]) -> None:
        self._delta({"role": "assistant", "content": ""})
        if reply.reasoning:
            self._delta({"reasoning_content": reply.reasoning})
        for index, piece in enumerate([*reply.parts(), ""]):
            if index == reply.break_after:
                return self._cut()
            if index == reply.hang_after:
                return self._hang()
            if index == reply.end_after:
                return self._chunk(b"")
            if index == reply.error_after:
                self._event({"error": {"message": "the engine fell over", "type": "server_error"}})
                return self._chunk(b"")
            if piece:
                self._delta({"content": piece})
                if self._wait_for_client(reply.delay_seconds):
                    return None
        for index, call in enumerate(reply.tool_calls):
            self._delta({"tool_calls": [{"index": index, **call}]})
        for pieces in reply.deltas:
            self._delta({"tool_calls": list(pieces)})
        self._delta({}, finish="tool_calls" if reply.tool_calls or reply.deltas else reply.finish)
        if reply.usage is not None and (body.get("stream_options") or {}).get("include_usage"):
            self._event({"id": "1", "object": "chat.completion.chunk", "choices": [], "usage": reply.usage})
        self._chunk(b"data: [DONE]\n\n")
        return self._chunk(b"")

    def _delta(self, delta: dict[str, Any], *, finish: str | None = None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        self._event({"id": "1", "object": "chat.completion.chunk", "choices": [choice]})

    def _event(self, value: object) -> None:
        self._chunk(f"data: {json.dumps(value)}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def _cut(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _hang(self) -> None:
        while not self._wait_for_client(0.02):
            if self.server_state._stopping.is_set():
                self.close_connection = True
                return

    def _wait_for_client(self, seconds: float) -> bool:
        """Wait, and tell whether the client closed the connection meanwhile."""
        readable, _, _ = select.select([self.connection], [], [], seconds)
        if readable and self.connection.recv(1, socket.MSG_PEEK) == b"":
            self.server_state.client_left.set()
            self.close_connection = True
            return True
        return False


def vector_of(text: str, dimensions: int) -> list[float]:
    """The vector that the server gives a text: the same each time, of a length other than 1."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    return list(np.random.default_rng(seed).normal(scale=3.0, size=dimensions))
