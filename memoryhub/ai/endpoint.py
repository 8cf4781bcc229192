"""The one door to OpenAI-compatible servers: clients, retries, and their errors turned into ours.

Their package is loaded when a server is first asked: it takes half a second, and most processes ask none.
"""

from __future__ import annotations

import random
import re
import ssl
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

from memoryhub.ai.errors import (
    BadResponse,
    ContextTooLong,
    ModelError,
    NoSuchModel,
    OutOfCredit,
    RateLimited,
    Refused,
    ServerFailed,
    Timeout,
    WrongKey,
)

if TYPE_CHECKING:
    import httpx2
    import openai

ATTEMPTS = 3
_FIRST_DELAY_SECONDS = 0.5
# Nobody waits longer than this inside one call; a server that asks for more gets the error raised at once.
_LONGEST_DELAY_SECONDS = 8.0
_CONNECT_TIMEOUT_SECONDS = 10.0

# How servers say it: OpenAI, vLLM, llama.cpp, LM Studio, DeepSeek, DashScope, Anthropic, Gemini.
_CONTEXT = re.compile(
    r"context_length_exceeded|exceed_context_size|(maximum|max|available) context"
    r"|context (length|size|window)"
    r"|(input|prompt|request) is too long|too many (input )?tokens|token count .*exceeds|max_model_len"
    r"|too large to process"
    r"|range of input length|reduce the length of the (messages|prompt)",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model_?not_?found|model_not_exist|model not exist|no such model|unknown model|invalid model"
    r"|model .{0,120}(does not exist|not found|is not supported)|try pulling it",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(
    r"insufficient_quota|insufficient.{0,10}balance|arrearage|billing|credit balance", re.IGNORECASE
)
# llama.cpp without --jinja, Ollama, vLLM without --enable-auto-tool-choice, OpenRouter, LM Studio.
_NO_TOOLS = re.compile(r"\btools?\b|tool[_-](?:choice|calls?|use)|jinja|function[_ -]?call", re.IGNORECASE)
_BAD_KEY = re.compile(r"invalid.{0,5}api.?key|incorrect api key|api key not valid", re.IGNORECASE)


@lru_cache(maxsize=1)
def _ssl_context() -> ssl.SSLContext:
    import httpx2

    # Reading the certificates takes 40 ms, a client with a ready context 2 ms.
    return httpx2.create_ssl_context()


def _timeout(seconds: float) -> httpx2.Timeout:
    import httpx2

    return httpx2.Timeout(seconds, connect=min(seconds, _CONNECT_TIMEOUT_SECONDS))


class Connection(TypedDict):
    """Where a server is and how long it may take."""

    base_url: str
    api_key: str
    timeout_seconds: float


def load() -> None:
    """Load the package now, and not in somebody's turn."""
    import openai  # noqa: F401


def async_client(*, base_url: str, api_key: str, timeout_seconds: float) -> openai.AsyncOpenAI:
    """Return a client for one event loop, to be used as a context manager. Local servers need no key."""
    import openai

    return openai.AsyncOpenAI(
        base_url=base_url,
        api_key=api_key or "none",
        timeout=_timeout(timeout_seconds),
        max_retries=0,
        http_client=openai.DefaultAsyncHttpx2Client(verify=_ssl_context()),
    )


def sync_client(*, base_url: str, api_key: str, timeout_seconds: float) -> openai.OpenAI:
    """Return a client to be used as a context manager."""
    import openai

    return openai.OpenAI(
        base_url=base_url,
        api_key=api_key or "none",
        timeout=_timeout(timeout_seconds),
        max_retries=0,
        http_client=openai.DefaultHttpx2Client(verify=_ssl_context()),
    )


def model_error(error: Exception) -> ModelError:
    """Return our error for one that the client raised."""
    import httpx2
    import openai

    match error:
        case ModelError():
            return error
        case openai.APITimeoutError() | TimeoutError() | httpx2.TimeoutException():
            return Timeout()
        case openai.APIStatusError():
            return _from_status(error)
        case openai.APIConnectionError() | httpx2.TransportError():
            return Refused(type(error.__cause__ or error).__name__)
        case openai.APIError():  # an error event inside a stream
            return _from_words(_words(error)) or ServerFailed("error event in the stream")
        case _:  # not JSON, or JSON of another shape
            return BadResponse(type(error).__name__)


def delay_before_retry(error: ModelError, *, attempt: int) -> float | None:
    """Return the seconds to wait after the failed `attempt` (from 1), or None when it was the last.

    A time-out is not tried again here: the person has already waited for as long as the setting allows.
    """
    if not error.retryable or attempt >= ATTEMPTS or isinstance(error, Timeout):
        return None
    delay = _FIRST_DELAY_SECONDS * 2 ** (attempt - 1) * random.uniform(0.8, 1.2)
    if isinstance(error, RateLimited) and error.retry_after_seconds is not None:
        delay = max(delay, error.retry_after_seconds)
    return delay if delay <= _LONGEST_DELAY_SECONDS else None


def _from_status(error: openai.APIStatusError) -> ModelError:
    status, words = error.status_code, _words(error)
    detail = f"HTTP {status}"
    if status in (401, 403):
        return OutOfCredit(detail) if _NO_CREDIT.search(words) else WrongKey(detail)
    if status == 402:
        return OutOfCredit(detail)
    if status == 404:
        return NoSuchModel(detail)
    if status in (408, 504):
        return Timeout(detail)
    if status == 429:
        if _NO_CREDIT.search(words):
            return OutOfCredit(detail)
        return RateLimited(
            detail, retry_after_seconds=_retry_after(error.response.headers.get("retry-after"))
        )
    if (known := _from_words(words, detail=detail)) is not None:
        return known
    if status >= 500 or status == 409:
        return ServerFailed(detail)
    return BadResponse(detail)


def _from_words(words: str, *, detail: str = "") -> ModelError | None:
    for pattern, kind in (
        (_CONTEXT, ContextTooLong),
        (_NO_MODEL, NoSuchModel),
        (_NO_CREDIT, OutOfCredit),
        (_BAD_KEY, WrongKey),
    ):
        if pattern.search(words):
            return kind(detail)
    return None


def _words(error: openai.APIError) -> str:
    """Return all that the server said about an error: message, code and type, whatever its shape."""
    return " ".join(_strings(error.body)) or error.message


def _strings(body: object) -> Iterator[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict):
        for value in body.values():
            yield from _strings(value)


def _retry_after(header: str | None) -> float | None:
    try:
        return max(0.0, float(header)) if header else None
    except ValueError:  # a date: not worth parsing for a wait of seconds
        return None


def refused_parameter(error: Exception, *, names: tuple[str, ...]) -> str | None:
    """Return the first of `names` that the server's refusal of a request (400, 422, 501) speaks of."""
    import openai

    if not is_refusal(error):
        return None
    words = _words(error) if isinstance(error, openai.APIError) else ""
    return next((name for name in names if re.search(name, words, re.IGNORECASE)), None)


def refuses_tools(error: Exception) -> bool:
    """Tell whether the server says that it, or the model, cannot call tools: some say so with 404 or 500."""
    import openai

    return (
        isinstance(error, openai.APIStatusError)
        and error.status_code in (400, 404, 405, 422, 500, 501)
        and bool(_NO_TOOLS.search(_words(error)))
        and not isinstance(model_error(error), ContextTooLong | RateLimited | WrongKey | OutOfCredit)
    )


def is_refusal(error: Exception) -> bool:
    """Tell whether the server refused the request's form, rather than its key, model or length."""
    import openai

    return (
        isinstance(error, openai.APIStatusError)
        and error.status_code in (400, 422, 501)
        and isinstance(model_error(error), BadResponse | ServerFailed)
    )
