"""One turn, from the person's message to the saved reply. Knows no web socket.

Message and capture run in one transaction → what rules act on at once → session → recall → prompt → answer → reply,
trace and access counts. The message is kept whatever fails after it.
"""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeVar

import structlog
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.utils import timezone, translation

from chat import answer, claims, context, live, protocol, replies, services, session, sources
from chat.models import Conversation, Message
from chat.protocol import Frame
from memories import capture, recall
from memories.recall.types import RecallRequest, Recollection
from memoryhub.ai.errors import ContextTooLong, ModelError
from memoryhub.ai.llm import ChatMessage, Delta, Usage
from memoryhub.models import User

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

OnEvent = Callable[[Frame], Awaitable[None]]

#: How long a message waits for the reply before it, at most.
WAIT_SECONDS = 600.0
_WAIT_STEP_SECONDS = 0.15
_WATCH_SECONDS = 1.0
_RENEW_SECONDS = 8.0
_KEEP_SECONDS = 2.0
#: Waits between the tries while the database is away.
_AGAIN_SECONDS = (0.2, 0.5, 1, 2, 4, 8, 8)
#: Turns whose words help to understand a follow-up.
_RECENT_TURNS = 3


class Stop:
    """A wish to end a reply, from whoever holds it. ``reason`` becomes the reply's code."""

    def __init__(self) -> None:
        self._wanted = asyncio.Event()
        self.reason = ""

    def request(self, reason: str = services.STOPPED) -> None:
        self.reason = self.reason or reason
        self._wanted.set()

    async def wait(self) -> None:
        await self._wanted.wait()


@dataclass(frozen=True, slots=True)
class TurnResult:
    """What a turn leaves: the stored message and reply, what was recalled, and the prompt as it was sent."""

    message: Message
    reply: Message
    recollection: Recollection
    prompt: list[ChatMessage] = field(default_factory=list)
    parts: tuple[context.Part, ...] = ()


async def _silent(frame: Frame) -> None:
    return None


async def run(
    *,
    user: User,
    conversation: Conversation,
    text: str,
    client_id: str | None,
    on_event: OnEvent = _silent,
    stop: Stop | None = None,
    thread_sensitive: bool = False,
) -> TurnResult:
    """Store the message and answer it.

    A ``client_id`` that is known is answered only if its reply is missing, failed or broken off. Raises ValidationError
    with nothing stored, ConversationNotFound when the conversation is gone, TimeoutError when replies before it take
    too long; a failing model is no exception but a reply that says so. With ``thread_sensitive`` all work on the
    database is done on the caller's thread.
    """
    conversation.user = user
    turn = _Turn(user, conversation, on_event, stop or Stop(), thread_sensitive)
    return await turn.run(text=text, client_id=client_id)


def run_sync(*, user: User, conversation: Conversation, text: str, client_id: str | None) -> TurnResult:
    """The same for callers without an event loop (REST, replay)."""
    result: TurnResult = async_to_sync(run)(
        user=user, conversation=conversation, text=text, client_id=client_id, thread_sensitive=True
    )
    return result


@dataclass(slots=True)
class _Draft:
    """The reply as it grows."""

    text: str = ""
    usage: Usage | None = None
    reason: str = ""


class _Turn:
    """The steps of one turn, with what they share."""

    def __init__(
        self, user: User, conversation: Conversation, on_event: OnEvent, stop: Stop, thread_sensitive: bool
    ) -> None:
        self.user, self.conversation, self.on_event, self.stop = user, conversation, on_event, stop
        self.thread_sensitive = thread_sensitive
        self.token = uuid.uuid4()
        self.draft = _Draft()
        self.locale = user.language or settings.LANGUAGE_CODE
        self.log = log.bind(conversation=str(conversation.pk))

    async def _in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        run = database_sync_to_async(work, thread_sensitive=self.thread_sensitive)
        result: T = await run(*args, **kwargs)
        return result

    async def _surely(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same for work that can be done twice: tried again while the database restarts."""
        for pause in _AGAIN_SECONDS:
            try:
                return await self._in_thread(work, *args, **kwargs)
            except (OperationalError, InterfaceError) as error:
                self.log.warning("turn.database_away", error=type(error).__name__)
                await asyncio.sleep(pause)
        return await self._in_thread(work, *args, **kwargs)

    async def run(self, *, text: str, client_id: str | None) -> TurnResult:
        message, _created = await self._in_thread(
            services.message_save, conversation=self.conversation, text=text, client_id=client_id
        )
        await self.on_event(protocol.message_saved(message))
        async with self._claimed(message):
            reply = await self._surely(services.reply_of, message=message)
            if reply is not None and reply.status == Message.Status.DONE:
                await self.on_event(protocol.reply_done(reply, notice=""))
                return TurnResult(message, reply, Recollection(gate="empty"))
            return await self._answer(message)

    # -------------------------------------------------------------------------------------------- one at a time

    @asynccontextmanager
    async def _claimed(self, message: Message) -> AsyncGenerator[None, None]:
        """The conversation's replies are this turn's to write; earlier messages of this process go first."""
        place = {"conversation_id": self.conversation.pk, "token": self.token}
        with claims.place_in_line(self.conversation.pk, message.sequence) as first:
            async with asyncio.timeout(WAIT_SECONDS):
                while not (first() and await self._in_thread(claims.claim, **place)):  # noqa: ASYNC110
                    await asyncio.sleep(_WAIT_STEP_SECONDS)
            watch = asyncio.create_task(self._watch())
            try:
                yield
            finally:
                watch.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await watch
                await asyncio.shield(self._release(place))

    async def _release(self, place: dict[str, Any]) -> None:
        try:
            await self._in_thread(claims.release, **place)
        except (OperationalError, InterfaceError) as error:  # the lease ends by itself
            self.log.warning("turn.not_released", error=type(error).__name__)

    async def _watch(self) -> None:
        """While the reply is written: the claim stays ours, and a stop asked for in another process is heard."""
        since = 0.0
        await self._in_thread(live.take_stop, self.conversation.pk)  # meant for the reply before
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            since += _WATCH_SECONDS
            if await self._in_thread(live.take_stop, self.conversation.pk):
                self.stop.request()
            if since < _RENEW_SECONDS:
                continue
            since = 0.0
            try:
                await self._in_thread(claims.renew, conversation_id=self.conversation.pk, token=self.token)
            except (OperationalError, InterfaceError) as error:
                self.log.warning("turn.not_renewed", error=type(error).__name__)

    # -------------------------------------------------------------------------------------------- the steps

    async def _answer(self, message: Message) -> TurnResult:
        locale = replies.language_of(message.text, person=self.user.language)
        self.locale = self.user.language or locale
        window = await self._surely(session.load, message=message)
        acted = await self._act(message)
        answerer = answer.answerer()
        window_tokens = answerer.context_tokens or settings.LLM_CONTEXT_TOKENS
        recollection = await self._recall(message, window, window_tokens=window_tokens)
        ingredients = await self._in_thread(
            _ingredients,
            message=message,
            user=self.user,
            locale=locale,
            window=window,
            recollection=recollection,
            acted=acted,
        )
        prompt = context.build(ingredients, window_tokens=window_tokens)
        reply = await self._surely(services.reply_begin, message=message, trace_id=recollection.trace_id)
        await self.on_event(protocol.recall_done(reply, receipt=protocol.receipt(recollection)))
        facts = replies.Facts(
            text=message.text,
            now=ingredients.now,
            locale=locale,
            recollection=recollection,
            acted=acted,
            first=not window.replied,
        )
        try:
            try:
                prompt = await self._stream(reply, answerer, prompt, facts, ingredients, window_tokens)
            except asyncio.CancelledError:
                await asyncio.shield(
                    self._finish(reply, Message.Status.INTERRUPTED, services.PROCESS_LOST, answerer.name)
                )
                raise
            status, code = self._whole()
        except ModelError as error:
            status, code = self._broken(error.code)
            self.log.warning("turn.model_failed", message=str(message.pk), error=str(error))
        except Exception as error:
            status, code = self._broken(services.INTERNAL)
            self.log.exception("turn.failed", message=str(message.pk), error=type(error).__name__)
        if status == Message.Status.FAILED:
            await self._say(reply, _failure(code, locale=self.locale))
        await self._finish(reply, status, code, answerer.name)
        if status != Message.Status.FAILED:
            await self._count(recollection)
        return TurnResult(message, reply, recollection, prompt.messages, prompt.parts)

    async def _act(self, message: Message) -> "capture.Acted | None":
        """What rules do at once; a fault there leaves the words to capture, and nothing is claimed."""
        try:
            return await self._in_thread(_act_on_words, message=message, user=self.user)
        except Exception as error:
            self.log.exception("turn.act_failed", message=str(message.pk), error=type(error).__name__)
            return None

    async def _recall(self, message: Message, window: session.Window, *, window_tokens: int) -> Recollection:
        if not self.conversation.use_memory:
            return Recollection(gate="switched_off")
        request = RecallRequest(
            user=self.user,
            query=message.text,
            as_of=timezone.now().astimezone(self.user.tzinfo),
            recent=window.words(turns=_RECENT_TURNS),
            budget_tokens=context.Budget(window_tokens).memory,
            locale=self.user.language or "en",
            message_id=message.pk,
            conversation_id=message.conversation_id,
        )
        try:
            return await self._in_thread(recall.recall, request)
        except Exception as error:
            self.log.exception("turn.recall_failed", message=str(message.pk), error=type(error).__name__)
            return Recollection(gate=replies.RECALL_FAILED)

    # -------------------------------------------------------------------------------------------- the reply

    async def _stream(
        self,
        reply: Message,
        answerer: answer.Answerer,
        prompt: context.Prompt,
        facts: replies.Facts,
        ingredients: context.Ingredients,
        window_tokens: int,
    ) -> context.Prompt:
        """The draft has what came; a prompt that was too long for the model is tried once more at half its size."""
        try:
            await self._until_stopped(self._consume(reply, answerer, prompt, facts))
        except ContextTooLong:
            if self.draft.text:
                raise
            prompt = context.build(ingredients, window_tokens=window_tokens, share=0.5)
            await self._until_stopped(self._consume(reply, answerer, prompt, facts))
        return prompt

    async def _until_stopped(self, work: Awaitable[None]) -> None:
        """Runs it to its end or to the stop; either way it is over, and its server told, when this returns."""
        answering = asyncio.ensure_future(work)
        stopped = asyncio.ensure_future(self.stop.wait())
        try:
            await asyncio.wait({answering, stopped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            answering.cancel()
            await asyncio.wait({answering, stopped})
        if not answering.cancelled():
            answering.result()

    async def _consume(
        self, reply: Message, answerer: answer.Answerer, prompt: context.Prompt, facts: replies.Facts
    ) -> None:
        loop = asyncio.get_running_loop()
        kept_at = loop.time()
        async with aclosing(answerer.stream(prompt=prompt, facts=facts)) as pieces:
            async for piece in pieces:
                if not isinstance(piece, Delta):
                    self.draft.usage, self.draft.reason = piece.usage, piece.reason
                    continue
                await self._say(reply, piece.text)
                if loop.time() - kept_at >= _KEEP_SECONDS:
                    kept_at = loop.time()
                    await self._keep(reply)

    async def _say(self, reply: Message, text: str) -> None:
        offset = len(self.draft.text)
        self.draft.text += text
        await self.on_event(
            protocol.reply_delta(reply.pk, reply_to=reply.reply_to_id, offset=offset, text=text)
        )

    async def _keep(self, reply: Message) -> None:
        try:
            await self._in_thread(services.reply_keep, reply_id=reply.pk, text=self.draft.text)
        except (OperationalError, InterfaceError) as error:
            self.log.warning("turn.not_kept", reply=str(reply.pk), error=type(error).__name__)

    def _whole(self) -> tuple[str, str]:
        if self.draft.reason:
            return Message.Status.DONE, services.LENGTH if self.draft.reason == "length" else ""
        return Message.Status.INTERRUPTED, self.stop.reason

    def _broken(self, code: str) -> tuple[str, str]:
        return Message.Status.INTERRUPTED if self.draft.text else Message.Status.FAILED, code

    async def _finish(self, reply: Message, status: str, code: str, model: str) -> None:
        """The reply is stored, however long the database takes to come back, and told."""
        await self._surely(
            services.reply_finish,
            reply=reply,
            text=self.draft.text,
            status=status,
            error=code,
            model=model,
            usage=self.draft.usage,
        )
        with translation.override(self.locale):
            frame = protocol.reply_done(reply, notice=replies.notice(code))
        await self.on_event(frame)

    async def _count(self, recollection: Recollection) -> None:
        if recollection.trace_id is None:
            return
        try:
            await self._in_thread(recall.record_access, trace_id=recollection.trace_id)
        except Exception as error:
            self.log.exception("turn.not_counted", error=type(error).__name__)


# ------------------------------------------------------------------------------------------------ on a thread


def _act_on_words(*, message: Message, user: User) -> "capture.Acted | None":
    turn = sources.ChatSource().turn(user=user, message_id=message.pk)
    return None if turn is None else capture.act_on_words(user=user, turn=turn)


def _ingredients(
    *,
    message: Message,
    user: User,
    locale: str,
    window: session.Window,
    recollection: Recollection,
    acted: "capture.Acted | None",
) -> context.Ingredients:
    with translation.override(locale):
        done = " ".join(replies.done(acted))
    return context.Ingredients(
        message=message.text,
        now=timezone.now().astimezone(user.tzinfo),
        locale=locale,
        window=window,
        recollection=recollection,
        done=(done,) if done else (),
    )


def _failure(code: str, *, locale: str) -> str:
    with translation.override(locale):
        return replies.failure(code)
