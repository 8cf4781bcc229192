"""Replies under way in this process, and how their frames reach sockets.

A reply belongs to its conversation: it goes on for a while when all sockets of the person are closed. The socket that
asked gets its frames directly, the person's other ones through the channel layer, or directly when that is away.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, Protocol
from uuid import UUID

import structlog
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from chat import live, protocol, services, temporary, temporary_turn, turn
from chat.models import Conversation
from chat.protocol import Frame
from chat.temporary import TemporaryAway, TemporaryChat, TemporaryNotFound
from chat.told import group_of as group_of
from memoryhub.models import User

log = structlog.get_logger(__name__)

#: Between two pieces of a reply, on the socket that asked and on the way to the others.
OWN_SECONDS, OTHERS_SECONDS = 0.05, 0.25
#: How long a reply goes on without any socket of the person's.
UNSEEN_SECONDS = 30.0
_LOOK_SECONDS = 1.0


class Socket(Protocol):
    """An open web socket."""

    name: str

    async def send_frame(self, frame: Frame) -> None: ...

    async def rejoin(self) -> None: ...


_sockets: defaultdict[UUID, list[Socket]] = defaultdict(list)
_runs: defaultdict[UUID, "list[Run]"] = defaultdict(list)


def enter(conversation_id: UUID, socket: Socket) -> None:
    """The socket shows this conversation."""
    _sockets[conversation_id].append(socket)


def leave(conversation_id: UUID, socket: Socket) -> None:
    """The socket is closed; replies go on."""
    with contextlib.suppress(ValueError):
        _sockets[conversation_id].remove(socket)
    if not _sockets[conversation_id]:
        del _sockets[conversation_id]


def sockets() -> list[Socket]:
    """All open sockets of this process."""
    return [socket for there in _sockets.values() for socket in there]


def start(
    *, user: User, conversation: Conversation | TemporaryChat, frame: protocol.Send, socket: Socket
) -> None:
    """The message will be stored and answered, by a task of its own that is kept until it ends."""
    _runs[conversation.pk].append(Run(user, conversation, frame, socket))


async def stop(conversation_id: UUID, *, elsewhere: bool) -> None:
    """The reply that is being written in the conversation ends; with ``elsewhere`` in any process."""
    if runs := _runs.get(conversation_id):
        runs[0].stop.request()
    elif elsewhere:
        await sync_to_async(live.ask_stop, thread_sensitive=False)(conversation_id)


async def idle() -> None:
    """No reply is under way in this process and loop any more."""
    loop = asyncio.get_running_loop()
    tasks = [run.task for runs in list(_runs.values()) for run in runs if run.task.get_loop() is loop]
    await asyncio.gather(*tasks, return_exceptions=True)


class Run:
    """One message on its way to its reply."""

    stored: asyncio.Event

    def __init__(
        self, user: User, conversation: Conversation | TemporaryChat, frame: protocol.Send, socket: Socket
    ) -> None:
        self.user, self.conversation, self.frame = user, conversation, frame
        self.stop = turn.Stop()
        self.saved = False
        # Threads finish in any order: a message is stored when the one sent before it is, or has failed.
        before = _runs.get(conversation.pk)
        self._before = before[-1].stored if before and before[-1].on_this_loop() else None
        self.stored = asyncio.Event()
        self._own = Lane(socket.send_frame, every=OWN_SECONDS)
        self._others = Lane(_Others(conversation.pk, origin=socket.name).send, every=OTHERS_SECONDS)
        self.task = asyncio.create_task(self._run())

    async def publish(self, frame: Frame) -> None:
        """Numbers the frame and leaves it for all sockets; waits for none of them."""
        if frame["type"] == "message.saved":
            self.saved = True
            self.stored.set()
        frame = frame | {"seq": protocol.stamp()}
        self._own.put(frame)
        self._others.put(frame)

    def on_this_loop(self) -> bool:
        """Whether it belongs to the caller's event loop."""
        return self.task.get_loop() is asyncio.get_running_loop()

    async def _run(self) -> None:
        watch = asyncio.create_task(self._watch())
        try:
            if self._before is not None:
                await self._before.wait()
            await self._turn()
        except Exception as error:
            self._tell(error)
        finally:
            self.stored.set()
            watch.cancel()
            runs = _runs[self.conversation.pk]
            runs.remove(self)
            if not runs:
                del _runs[self.conversation.pk]
            await asyncio.gather(self._own.close(), self._others.close())

    async def _turn(self) -> None:
        given: dict[str, Any] = {
            "user": self.user,
            "text": self.frame.text,
            "client_id": self.frame.client_id,
            "on_event": self.publish,
            "stop": self.stop,
        }
        if isinstance(self.conversation, TemporaryChat):
            await temporary_turn.run(conversation=self.conversation, **given)
        else:
            await turn.run(conversation=self.conversation, **given)

    async def _watch(self) -> None:
        """Ends the reply when nobody has been there for a while."""
        loop = asyncio.get_running_loop()
        seen = loop.time()
        there = sync_to_async(live.anyone, thread_sensitive=False)
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if await there(user_id=self.user.pk):
                seen = loop.time()
            elif loop.time() - seen >= UNSEEN_SECONDS:
                self.stop.request(services.NOBODY_THERE)

    def _tell(self, error: Exception) -> None:
        """The socket that asked hears why there is no reply; others have no part in it."""
        code, sentence = self._sentence(error)
        with translation.override(self.user.language or translation.get_language()):
            told = protocol.error(code, str(sentence), client_id=self.frame.client_id)
        self._own.put(told | {"seq": protocol.stamp()})
        if code in ("internal", "not_saved", "not_answered"):
            # What an error says may hold words of the chat: of a temporary one no log may have them.
            told_of = None if isinstance(self.conversation, TemporaryChat) else error
            log.error("chat.run_failed", error=type(error).__name__, exc_info=told_of)

    def _sentence(self, error: Exception) -> tuple[str, str | Promise]:
        if isinstance(error, ValidationError):
            with translation.override(self.user.language or translation.get_language()):
                return str(error.code or "invalid"), " ".join(error.messages)
        if isinstance(error, services.ConversationNotFound | TemporaryNotFound):
            return "not_found", _("This conversation is not there any more.")
        if isinstance(error, TimeoutError):
            return "busy", _(
                "Your message is kept, but the reply before it takes too long. Please send it again."
            )
        if self.saved:
            return "not_answered", _(
                "Your message is kept, but it could not be answered. Please send it again."
            )
        if isinstance(error, TemporaryAway):
            return "not_saved", temporary.AWAY
        if isinstance(error, OperationalError | InterfaceError):
            return "not_saved", _(
                "The database cannot be reached, so your message was not saved. Please send it again."
            )
        return "not_saved", _("Something went wrong, and your message was not saved. Please send it again.")


class Lane:
    """Frames on their way to one place, pieces of a reply joined while they wait. Putting never waits."""

    def __init__(self, sink: Callable[[Frame], Awaitable[None]], *, every: float) -> None:
        self._sink, self._every = sink, every
        self._frames: list[Frame] = []
        self._more, self._urgent = asyncio.Event(), asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run())

    def put(self, frame: Frame) -> None:
        protocol.merge(self._frames, frame)
        self._more.set()
        if frame["type"] != "reply.delta":
            self._urgent.set()

    async def close(self) -> None:
        """All frames are delivered, or their place is gone."""
        self._closed = True
        self._more.set()
        self._urgent.set()
        try:
            async with asyncio.timeout(5):
                await self._task
        except TimeoutError:
            log.warning("chat.frames_not_delivered", frames=len(self._frames))

    async def _run(self) -> None:
        while not (self._closed and not self._frames):
            await self._more.wait()
            self._more.clear()
            self._urgent.clear()
            frames, self._frames = self._frames, []
            for frame in frames:
                try:
                    await self._sink(frame)
                except Exception as error:  # a closed socket, in whichever words its server says so
                    log.debug("chat.socket_gone", error=type(error).__name__)
            if frames and frames[-1]["type"] == "reply.delta":
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._every):
                        await self._urgent.wait()


class _Others:
    """The conversation's other sockets, in this process and elsewhere."""

    def __init__(self, conversation_id: UUID, *, origin: str) -> None:
        self._conversation_id, self._origin = conversation_id, origin
        self._text = ""

    async def send(self, frame: Frame) -> None:
        """The text so far is kept before its piece is sent, so that whoever joins in between misses nothing."""
        if frame["type"] == "reply.delta":
            self._text = self._text[: frame["offset"]] + frame["text"]
            await sync_to_async(live.keep_text, thread_sensitive=False)(UUID(frame["message"]), self._text)
        elif frame["type"] == "reply.done":
            await sync_to_async(live.drop_text, thread_sensitive=False)(UUID(frame["message"]))
        layer = get_channel_layer()
        event = {"type": "chat.frame", "origin": self._origin, "frame": frame}
        try:
            await layer.group_send(group_of(self._conversation_id), event)
        except Exception as error:  # whatever the layer raises when its server is away
            log.warning("chat.layer_away", error=type(error).__name__)
            for socket in list(_sockets.get(self._conversation_id, ())):
                if socket.name != self._origin:
                    await socket.send_frame(frame)
