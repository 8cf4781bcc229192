"""One ASGI application: HTTP by Django, web sockets by Channels behind origin and session checks."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
django_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - models can be imported only after the set-up above
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from chat.routing import websocket_urlpatterns  # noqa: E402
from memoryhub.warm import warm_up_beside  # noqa: E402

warm_up_beside()

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns)),
    }
)
