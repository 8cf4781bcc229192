"""The web socket of one conversation: checks who is there, reads frames, hands them on. No business here."""

import asyncio
import contextlib
import hashlib
import time
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import structlog
from asgiref.sync import sync_to_async
from channels.consumer import await_many_dispatch, get_channel_layer
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.http.request import validate_host
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from chat import live, protocol, runner, selectors, services, temporary, temporary_reading
from chat.models import Conversation
from chat.protocol import Frame
from chat.temporary import TemporaryAway, TemporaryChat
from memories.notices import group_of as group_of_person
from memoryhub.models import User

log = structlog.get_logger(__name__)

CLOSE_TRY_AGAIN = 1013
#: Frames of any kind a minute, as a multiple of the messages a minute.
_FRAMES_TO_MESSAGES = 10
_REJOIN_SECONDS = 1


class ChatConsumer(AsyncWebsocketConsumer):
    """One socket of one person on one conversation, ordinary or temporary."""

    name: str
    user: User
    conversation: Conversation | TemporaryChat

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """As the base class does, but a channel layer that is away does not end the socket."""
        self.scope, self.base_send = scope, send
        self.channel_layer = get_channel_layer()
        self.channel_name = self.name = await self.channel_layer.new_channel()
        self._joined: UUID | None = None
        self._tick: asyncio.Task[None] | None = None
        self._seq = protocol.stamp()
        self._minute, self._frames = 0, 0
        try:
            await await_many_dispatch([receive, self._receive_from_layer], self.dispatch)
        except StopConsumer:
            pass
        finally:
            await self._leave()

    async def _receive_from_layer(self) -> Any:
        while True:
            try:
                return await self.channel_layer.receive(self.channel_name)
            except Exception as error:  # whatever the layer raises when its server is away
                log.warning("chat.layer_away", error=type(error).__name__)
                await asyncio.sleep(_REJOIN_SECONDS)
                # A restarted Redis knows of no group, and the layer tells only one of a process's sockets.
                sockets = runner.sockets()
                await asyncio.gather(*(socket.rejoin() for socket in sockets), return_exceptions=True)

    # -------------------------------------------------------------------------------------------- opening, closing

    async def connect(self) -> None:
        """Refuses foreign pages outright; accepts before it says why a person may not stay."""
        if not origin_allowed(self.scope["headers"]):
            await self.close()
            return
        await self.accept()
        try:
            user = await self._signed_in()
            if user is None:
                await self.close(code=protocol.CLOSE_SIGNED_OUT)
                return
            conversation_id = self.scope["url_route"]["kwargs"]["conversation_id"]
            conversation = await self._conversation(user, conversation_id)
        except (OperationalError, InterfaceError, TemporaryAway):
            await self.close(code=CLOSE_TRY_AGAIN)
            return
        if conversation is None:
            await self.close(code=protocol.CLOSE_NOT_FOUND)
            return
        self.user, self.conversation, self._joined = user, conversation, conversation.pk
        runner.enter(conversation.pk, self)
        await self._presence(live.enter)
        await self.join_groups()
        self._tick = asyncio.create_task(self._keep_up())

    async def disconnect(self, code: int) -> None:
        await self._leave()

    async def _leave(self) -> None:
        """This socket's own task is over and nobody writes to it any more; replies go on without it."""
        if self._tick is not None:
            self._tick.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tick
            self._tick = None
        if self._joined is None:
            return
        conversation_id, self._joined = self._joined, None
        runner.leave(conversation_id, self)
        await self._presence(live.leave)
        for group in (runner.group_of(conversation_id), group_of_person(self.user.pk)):
            with contextlib.suppress(Exception):  # the layer may be away: its groups expire by themselves
                await self.channel_layer.group_discard(group, self.channel_name)

    async def join_groups(self) -> bool:
        """The channel layer brings what is for this conversation and this person; said again, it changes nothing.

        Returns:
            Whether it does; False when the layer is away.
        """
        if self._joined is None:
            return True
        try:
            for group in (runner.group_of(self._joined), group_of_person(self.user.pk)):
                await self.channel_layer.group_add(group, self.channel_name)
        except Exception as error:  # whatever the layer raises when its server is away
            log.warning("chat.layer_away", error=type(error).__name__)
            return False
        return True

    async def rejoin(self) -> None:
        """Joins again as soon as the layer is back, and sends what it did not bring meanwhile."""
        while True:
            if await self.join_groups():
                break
            await asyncio.sleep(_REJOIN_SECONDS)
        if self._joined is not None:
            with contextlib.suppress(OperationalError, InterfaceError, TemporaryAway):
                await self._send_missed(self._seq)

    async def _presence(self, say: Any) -> None:
        await sync_to_async(say, thread_sensitive=False)(user_id=self.user.pk, socket=self.channel_name)

    async def _keep_up(self) -> None:
        """Says that the socket is there, and closes it when the session has ended."""
        while True:
            await asyncio.sleep(live.PRESENCE_SECONDS)
            await self._presence(live.enter)
            await self.join_groups()
            with contextlib.suppress(OperationalError, InterfaceError):
                if await self._signed_in() is None:
                    await self.close(code=protocol.CLOSE_SIGNED_OUT)
                    return

    # -------------------------------------------------------------------------------------------- frames

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._joined is None:
            return
        if self._floods():
            await self._too_fast()
            return
        try:
            frame = protocol.parse(text_data)
        except protocol.BadFrame as error:
            await self._error(error.code, error.sentence, client_id=error.client_id)
            return
        try:
            user = await self._signed_in()
            if user is None:
                await self.close(code=protocol.CLOSE_SIGNED_OUT)
                return
            self.user = user
            await self._obey(frame)
        except (OperationalError, InterfaceError):
            client_id = frame.client_id if isinstance(frame, protocol.Send) else ""
            sentence = _(
                "The database cannot be reached, so nothing was saved. Please try again in a moment."
            )
            await self._error("not_saved", sentence, client_id=client_id)
        except TemporaryAway:
            client_id = frame.client_id if isinstance(frame, protocol.Send) else ""
            await self._error("not_saved", temporary.AWAY, client_id=client_id)

    async def _obey(self, frame: protocol.Send | protocol.Stop | protocol.Resume) -> None:
        conversation = await self._conversation(self.user, self.conversation.pk)
        if conversation is None:
            await self.close(code=protocol.CLOSE_NOT_FOUND)
            return
        match frame:
            case protocol.Send():
                if await sync_to_async(live.too_fast, thread_sensitive=False)(user_id=self.user.pk):
                    await self._too_fast(client_id=frame.client_id)
                    return
                runner.start(user=self.user, conversation=conversation, frame=frame, socket=self)
            case protocol.Stop():
                await runner.stop(conversation.pk, elsewhere=True)
            case protocol.Resume():
                await self._send_missed(frame.after)

    async def _send_missed(self, after: int) -> None:
        for missed in await database_sync_to_async(self._missed, thread_sensitive=False)(after):
            await self.send_frame(missed)

    def _missed(self, after: int) -> list[Frame]:
        with translation.override(self.user.language or settings.LANGUAGE_CODE):
            if isinstance(self.conversation, TemporaryChat):
                return temporary_reading.events(user=self.user, chat_id=self.conversation.pk)
            return selectors.events_after(user=self.user, conversation=self.conversation, after=after)

    async def send_frame(self, frame: Frame) -> None:
        """The frame is sent with a number above all before it on this socket."""
        self._seq = max(frame.get("seq") or protocol.stamp(), self._seq + 1)
        await self.send(text_data=protocol.dump(frame | {"seq": self._seq}))

    async def _error(self, code: str, sentence: str | Promise, *, client_id: str = "") -> None:
        with translation.override(self.user.language or settings.LANGUAGE_CODE):
            frame = protocol.error(code, str(sentence), client_id=client_id)
        await self.send_frame(frame)

    def _floods(self) -> bool:
        minute = int(time.monotonic() // 60)
        self._frames = self._frames + 1 if minute == self._minute else 1
        self._minute = minute
        return self._frames > _FRAMES_TO_MESSAGES * settings.CHAT_RATE_PER_MINUTE

    async def _too_fast(self, *, client_id: str = "") -> None:
        sentence = _("That was too fast: this message was not saved. Please wait a minute and send it again.")
        await self._error("too_fast", sentence, client_id=client_id)
        await self.close(code=protocol.CLOSE_TOO_FAST)

    # -------------------------------------------------------------------------------------------- from the layer

    async def chat_frame(self, event: dict[str, Any]) -> None:
        """A frame of a reply that another socket asked for."""
        if event["origin"] != self.channel_name:
            await self.send_frame(event["frame"])

    async def memory_noticed(self, event: dict[str, Any]) -> None:
        """Something was remembered."""
        await self.send_frame(
            protocol.memory_noticed(message_id=event["message_id"] or "", memories=event["memories"])
        )

    async def chat_gone(self, event: dict[str, Any]) -> None:
        """The temporary chat has ended."""
        await self.close(code=protocol.CLOSE_NOT_FOUND)

    async def session_ended(self, event: dict[str, Any]) -> None:
        """A session of the person's was signed out."""
        if event["session"] == fingerprint(self.scope["session"].session_key):
            await self.close(code=protocol.CLOSE_SIGNED_OUT)

    # -------------------------------------------------------------------------------------------- who, and what

    async def _signed_in(self) -> User | None:
        return await database_sync_to_async(signed_in, thread_sensitive=False)(
            self.scope["session"].session_key
        )

    async def _conversation(self, user: User, conversation_id: UUID) -> Conversation | TemporaryChat | None:
        return await database_sync_to_async(_found, thread_sensitive=False)(user, conversation_id)


def _found(user: User, conversation_id: UUID) -> Conversation | TemporaryChat | None:
    """The person's conversation, or their temporary chat."""
    try:
        return services.conversation_get_for_user(user=user, conversation_id=conversation_id)
    except services.ConversationNotFound:
        pass
    try:
        return temporary.temporary_get_for_user(user=user, chat_id=conversation_id)
    except temporary.TemporaryNotFound:
        return None


def signed_in(session_key: str | None) -> User | None:
    """The person of a session as the database has it now; None when it has ended or the account is closed."""
    if not session_key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, User) and user.is_active else None


def fingerprint(session_key: str | None) -> str:
    """Names a session without giving it away."""
    return hashlib.sha256((session_key or "").encode()).hexdigest()


def origin_allowed(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the page that opens the socket is this site's: its origin is the host asked for, or a trusted one."""
    found = {name: value.decode("latin-1") for name, value in headers if name in (b"origin", b"host")}
    origin, host = found.get(b"origin", ""), found.get(b"host", "")
    try:
        parts = urlsplit(origin)
        hostname = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    if not hostname or not validate_host(
        f"[{hostname}]" if ":" in hostname else hostname, settings.ALLOWED_HOSTS
    ):
        return False
    return parts.netloc.lower() == host.lower()
