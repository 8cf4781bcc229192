"""A reply as it grows: streamed, kept in between, ended by the model, a stop or a fault, and stored in any case."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import structlog
from django.utils import translation
from django.utils.translation import gettext as _

from chat import answer, context, protocol, replies, services
from chat.budget import Budget
from chat.models import Message
from chat.protocol import Frame
from chat.threads import DATABASE_AWAY, Threads
from chat.tool_talk import Talk
from chat.tools import CALLS_LIMIT, Called, Toolbox
from memoryhub.ai.errors import ContextTooLong, EmptyReply, ModelError
from memoryhub.ai.llm import Delta, Finish, Usage
from memoryhub.ai.tokens import count_messages, learn
from memoryhub.ai.toolcalls import ToolRequest, ToolSpec

log = structlog.get_logger(__name__)

OnEvent = Callable[[Frame], Awaitable[None]]

#: How often a reply may come back with the results of tools.
ROUNDS_LIMIT = 6
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
    """Writes one reply whose row has been begun. ``locale`` is the person's, for sentences about the reply.

    With a ``toolbox`` the model may use its tools, in at most ROUNDS_LIMIT rounds.
    """

    def __init__(
        self,
        *,
        reply: Message,
        answerer: answer.Answerer,
        threads: Threads,
        on_event: OnEvent,
        stop: Stop,
        locale: str,
        toolbox: Toolbox | None = None,
    ) -> None:
        self._reply, self._answerer, self._threads = reply, answerer, threads
        self._on_event, self._stop, self._locale = on_event, stop, locale
        self._toolbox, self._talk, self._called = toolbox, Talk(), list[Called]()
        self._text, self._end, self._round_start = "", "", 0
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
        self._sent = prompt
        try:
            factor = await self._threads.run(lambda: self._answerer.token_factor)
            room = Budget(window_tokens, factor=factor)
            try:
                await self._until_stopped(self._compose(prompt, facts, room))
            except ContextTooLong:
                if len(self._text) > self._round_start:
                    raise
                prompt = await self._threads.run(
                    context.build,
                    ingredients,
                    window_tokens=window_tokens,
                    share=_AFTER_TOO_LONG,
                    factor=factor,
                )
                room = Budget(window_tokens, factor=factor, share=_AFTER_TOO_LONG)
                await self._until_stopped(self._compose(prompt, facts, room))
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
        if status == Message.Status.FAILED or (
            status == Message.Status.DONE and self._called and not self._text
        ):
            with translation.override(self._locale):
                failed = status == Message.Status.FAILED
                sentence = replies.failure(code) if failed else self._in_place_of_words()
            await self._say(sentence)
        await self._finish(status, code)
        return self._sent

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

    async def _compose(self, prompt: context.Prompt, facts: replies.Facts, room: Budget) -> None:
        """Round by round: what the model says, and the tools that it asks for. The last round goes without tools."""
        toolbox = self._toolbox
        while True:
            more = toolbox is not None and self._talk.rounds < ROUNDS_LIMIT and not toolbox.used_up
            specs = toolbox.specs if toolbox is not None and more else ()
            self._sent = self._with_talk(prompt, room, tools=bool(specs))
            try:
                requests = await self._consume(self._sent, facts, specs)
            except EmptyReply as error:
                if not self._talk.rounds:
                    raise
                log.info("reply.silent_after_tools", reply=str(self._reply.pk), error=str(error))
                self._end, requests = "stop", []
            if toolbox is None or not specs or not requests:
                return
            await self._call(toolbox, requests)

    def _with_talk(self, prompt: context.Prompt, room: Budget, *, tools: bool) -> context.Prompt:
        """The prompt with the calls and results of this reply after it, within the same limit."""
        if not self._talk.rounds:
            return prompt
        described = self._answerer.tool_tokens if tools else 0
        limit, work = room.prompt - described, room.work
        messages = self._talk.fitted(prompt.messages, limit=limit, share=work)
        tokens = count_messages(messages) + described
        output = room.output(prompt_tokens=tokens)
        return replace(prompt, messages=messages, tokens=tokens, max_tokens=output)

    async def _call(self, toolbox: Toolbox, requests: Sequence[ToolRequest]) -> None:
        requests = requests[:CALLS_LIMIT]
        self._talk.asked(text=self._text[self._round_start :], requests=requests)
        for request in requests:
            called = await self._threads.run(toolbox.call, request, locale=self._locale)
            self._called.append(called)
            self._talk.answered(request, called.text)
            await self._on_event(protocol.tool_called(self._reply.pk, name=called.name, ok=called.ok))

    async def _consume(
        self, prompt: context.Prompt, facts: replies.Facts, specs: Sequence[ToolSpec]
    ) -> list[ToolRequest]:
        """One call of the model: its words are told as they come, and what it asks of the tools is returned."""
        loop = asyncio.get_running_loop()
        kept_at = loop.time()
        requests: list[ToolRequest] = []
        self._end, self._round_start = "", len(self._text)
        offered: dict[str, Any] = {"tools": specs} if specs else {}
        async with aclosing(self._answerer.stream(prompt=prompt, facts=facts, **offered)) as pieces:
            async for piece in pieces:
                if isinstance(piece, ToolRequest):
                    requests.append(piece)
                elif isinstance(piece, Delta):
                    await self._say(piece.text)
                    if loop.time() - kept_at >= _KEEP_SECONDS:
                        kept_at = loop.time()
                        await self._keep()
                else:
                    self._end = piece.reason
                    await self._count(piece)
        return requests

    async def _count(self, finish: Finish) -> None:
        """The usage is of the last prompt and of all that was written; how the model counts is learnt from it."""
        usage, before = finish.usage, self._usage
        if before is not None:
            usage = replace(usage, completion_tokens=before.completion_tokens + usage.completion_tokens)
        self._usage = usage
        if finish.counted and not usage.estimated:
            await self._threads.run(learn, self._answerer.name, finish.counted, usage.prompt_tokens)

    def _in_place_of_words(self) -> str:
        """What the person is told when tools were used and the model said nothing."""
        failed = list(dict.fromkeys(called.sentence for called in self._called if called.sentence))
        if failed:
            return " ".join(failed)
        names = ", ".join(dict.fromkeys(called.name for called in self._called))
        return _("The model used its tools (%(names)s) and ended without an answer in words.") % {
            "names": names
        }

    async def _say(self, text: str) -> None:
        if self._talk.rounds and self._text and len(self._text) == self._round_start:
            text = (
                "\n\n" + text.lstrip()
            )  # what was said before the tools were used stays a paragraph of its own
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
