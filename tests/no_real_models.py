"""Makes a call to a real model service impossible in tests: only servers on this machine are reached."""

import os
from collections.abc import Iterator

import httpx2
import pytest

LOOPBACK = ("127.0.0.1", "localhost", "::1")

# No model is fetched either: what is not on the disk is not there.
os.environ["HF_HUB_OFFLINE"] = "1"


def _refuse(host: str) -> None:
    if host not in LOOPBACK:
        # Not an Exception, so that no `except Exception` on the way turns it into a model that is away.
        pytest.fail(f"A test tried to call {host}.")


@pytest.fixture(autouse=True, scope="session")
def no_real_models() -> Iterator[None]:
    """Fail the test that makes the model client talk to another machine."""
    send, send_async = httpx2.HTTPTransport.handle_request, httpx2.AsyncHTTPTransport.handle_async_request

    def guarded(self: httpx2.HTTPTransport, request: httpx2.Request) -> httpx2.Response:
        _refuse(request.url.host)
        return send(self, request)

    async def guarded_async(self: httpx2.AsyncHTTPTransport, request: httpx2.Request) -> httpx2.Response:
        _refuse(request.url.host)
        return await send_async(self, request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx2.HTTPTransport, "handle_request", guarded)
        patch.setattr(httpx2.AsyncHTTPTransport, "handle_async_request", guarded_async)
        yield
