"""A reply as it grows: streamed, kept in between, ended by the model, a stop or a fault, and stored in any case."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing

import structlog
from django.utils import translation

from chat import answer, context, protocol, replies, services
from chat.models import Message
from chat.protocol import Frame
from chat.threads import DATABASE_AWAY, Threads
from memoryhub.ai.errors import ContextTooLong, ModelError
from memoryhub.ai.llm import Delta, Usage

log = structlog.get_logger(__name__)

OnEvent = Callable[[Frame], Awaitable[None]]

#: What has come is stored so often, in case the process is killed.
_KEEP_SECONDS = 2.0
#: Of the prompt's budget, when the model counted more tokens than we did: some need 2.4 times as many for Chinese.
_AFTER_TOO_LONG = 0.4


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


class Writer:
    """Writes one reply whose row has been begun. ``locale`` is the person's, for sentences about the reply."""

    def __init__(
        self,
        *,
        reply: Message,
        answerer: answer.Answerer,
        threads: Threads,
        on_event: OnEvent,
        stop: Stop,
        locale: str,
    ) -> None:
        self._reply, self._answerer, self._threads = reply, answerer, threads
        self._on_event, self._stop, self._locale = on_event, stop, locale
        self._text, self._end = "", ""
        self._usage: Usage | None = None

    async def write(
        self,
        *,
        prompt: context.Prompt,
        ingredients: context.Ingredients,
        facts: replies.Facts,
        window_tokens: int,
    ) -> context.Prompt:
        """The reply is stored and told, whole, broken off or failed. Returns the prompt that was sent last."""
        try:
            try:
                await self._until_stopped(self._consume(prompt, facts))
            except ContextTooLong:
                if self._text:
                    raise
                prompt = await self._threads.run(
                    context.build, ingredients, window_tokens=window_tokens, share=_AFTER_TOO_LONG
                )
                await self._until_stopped(self._consume(prompt, facts))
            status, code = self._ended()
        except asyncio.CancelledError:  # the process stops
            await asyncio.shield(self._finish(Message.Status.INTERRUPTED, services.PROCESS_LOST))
            raise
        except ModelError as error:
            status, code = self._broken(error.code)
            log.warning("reply.model_failed", reply=str(self._reply.pk), error=str(error))
        except Exception as error:
            status, code = self._broken(services.INTERNAL)
            log.exception("reply.failed", reply=str(self._reply.pk), error=type(error).__name__)
        if status == Message.Status.FAILED:
            with translation.override(self._locale):
                sentence = replies.failure(code)
            await self._say(sentence)
        await self._finish(status, code)
        return prompt

    async def _until_stopped(self, work: Awaitable[None]) -> None:
        """Runs it to its end or to the stop; either way it is over, and its server told, when this returns."""
        answering = asyncio.ensure_future(work)
        stopped = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({answering, stopped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            answering.cancel()
            await asyncio.wait({answering, stopped})
        if not answering.cancelled():
            answering.result()

    async def _consume(self, prompt: context.Prompt, facts: replies.Facts) -> None:
        loop = asyncio.get_running_loop()
        kept_at = loop.time()
        async with aclosing(self._answerer.stream(prompt=prompt, facts=facts)) as pieces:
            async for piece in pieces:
                if not isinstance(piece, Delta):
                    self._usage, self._end = piece.usage, piece.reason
                    continue
                await self._say(piece.text)
                if loop.time() - kept_at >= _KEEP_SECONDS:
                    kept_at = loop.time()
                    await self._keep()

    async def _say(self, text: str) -> None:
        offset = len(self._text)
        self._text += text
        frame = protocol.reply_delta(
            self._reply.pk, reply_to=self._reply.reply_to_id, offset=offset, text=text
        )
        await self._on_event(frame)

    async def _keep(self) -> None:
        try:
            await self._threads.run(services.reply_keep, reply_id=self._reply.pk, text=self._text)
        except DATABASE_AWAY as error:
            log.warning("reply.not_kept", reply=str(self._reply.pk), error=type(error).__name__)

    def _ended(self) -> tuple[Message.Status, str]:
        if self._end:
            return Message.Status.DONE, services.LENGTH if self._end == "length" else ""
        return Message.Status.INTERRUPTED, self._stop.reason

    def _broken(self, code: str) -> tuple[Message.Status, str]:
        return Message.Status.INTERRUPTED if self._text else Message.Status.FAILED, code

    async def _finish(self, status: Message.Status, code: str) -> None:
        """The reply is stored, however long the database takes to come back, and told."""
        await self._threads.surely(
            services.reply_finish,
            reply=self._reply,
            text=self._text,
            status=status,
            error=code,
            model=self._answerer.name,
            usage=self._usage,
        )
        with translation.override(self._locale):
            frame = protocol.reply_done(self._reply, notice=replies.notice(code))
        await self._on_event(frame)
