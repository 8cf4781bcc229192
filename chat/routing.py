"""The addresses of web sockets."""

from typing import Any

from django.urls import path, re_path

from chat.consumers import ChatConsumer
from chat.protocol import CLOSE_NOT_FOUND


async def nothing_there(scope: Any, receive: Any, send: Any) -> None:
    """Refuses a socket at any other address."""
    await receive()
    await send({"type": "websocket.close", "code": CLOSE_NOT_FOUND})


websocket_urlpatterns = [
    path("ws/chat/<uuid:conversation_id>/", ChatConsumer.as_asgi()),
    # An ASGI application, which the stubs do not know here.
    re_path(r"", nothing_there),  # type: ignore[arg-type]
]
