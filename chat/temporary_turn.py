"""One turn of a temporary chat: kept in Redis, recalled without a trace, answered. PostgreSQL is only read.

No capture, no tools, no title, and no log line with a word of it. Redis away is told; nothing falls back.
"""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import Any

import structlog
from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from chat import (
    answer,
    claims,
    context,
    live,
    protocol,
    replies,
    session,
    sources,
    temporary,
    temporary_session,
    writing,
)
from chat import temporary_store as store
from chat.asked import said_here
from chat.models import Message
from chat.protocol import Frame
from chat.temporary import TemporaryAway, TemporaryChat, TemporaryNotFound
from chat.threads import Threads
from chat.turn import TurnResult
from chat.writing import OnEvent, Stop
from memories import capture, recall
from memories.profiles import profile_lines
from memories.recall.intent import in_short
from memories.recall.types import RecallRequest, Recollection
from memoryhub.ai.errors import ModelError
from memoryhub.ai.llm import Piece
from memoryhub.ai.toolcalls import ToolSpec
from memoryhub.models import User

log = structlog.get_logger(__name__)

_WAIT_SECONDS = 600.0
_WAIT_STEP_SECONDS = 0.15
_WATCH_SECONDS = 1.0
_RECENT_TURNS = 3


async def _silent(frame: Frame) -> None:
    return None


async def run(
    *,
    user: User,
    conversation: TemporaryChat,
    text: str,
    client_id: str | None,
    on_event: OnEvent = _silent,
    stop: Stop | None = None,
    thread_sensitive: bool = False,
) -> TurnResult:
    """Keep the message in the chat and answer it; a known ``client_id`` is answered only if its reply is not whole.

    Raises ValidationError or TemporaryAway with nothing kept, TemporaryNotFound when the chat has ended, TimeoutError
    when replies before it take too long; a failing model is no exception but a reply that says so.
    """
    turn = _Turn(user, conversation, on_event, stop or Stop(), Threads(sensitive=thread_sensitive))
    return await turn.run(text=text, client_id=client_id)


def run_sync(*, user: User, conversation: TemporaryChat, text: str, client_id: str | None) -> TurnResult:
    """The same for callers without an event loop (pages without a script, REST, replay)."""
    result: TurnResult = async_to_sync(run)(
        user=user, conversation=conversation, text=text, client_id=client_id, thread_sensitive=True
    )
    return result


class _Turn:
    """The steps of one turn, with what they share."""

    def __init__(
        self, user: User, chat: TemporaryChat, on_event: OnEvent, stop: Stop, threads: Threads
    ) -> None:
        self.user, self.chat, self.on_event, self.stop, self.threads = user, chat, on_event, stop, threads
        self.token = uuid.uuid4()

    async def run(self, *, text: str, client_id: str | None) -> TurnResult:
        message = await self.threads.run(
            temporary.message_keep, chat=self.chat, text=text, client_id=client_id
        )
        await self.on_event(protocol.message_saved(message))
        async with self._claimed(message):
            # As it is now: other messages came meanwhile, and the switch may have been moved.
            self.chat = await self.threads.run(
                temporary.temporary_get_for_user, user=self.user, chat_id=self.chat.pk
            )
            reply = await self.threads.run(temporary.reply_of, chat=self.chat, message=message)
            if reply is not None and reply.status == Message.Status.DONE:
                await self.on_event(protocol.reply_done(reply, notice=""))
                return TurnResult(message, reply, Recollection(gate="empty"))
            return await self._answer(message)

    # -------------------------------------------------------------------------------------------- one at a time

    async def _claim(self) -> bool:
        held = await self.threads.run(store.claim, chat_id=self.chat.pk, owner=self.user.pk, token=self.token)
        if held is None:
            raise TemporaryNotFound
        return held

    @asynccontextmanager
    async def _claimed(self, message: Message) -> AsyncGenerator[None, None]:
        """The chat's replies are this turn's to write; earlier messages of this process go first."""
        with claims.place_in_line(self.chat.pk, message.sequence) as first:
            async with asyncio.timeout(_WAIT_SECONDS):
                while not (first() and await self._claim()):  # noqa: ASYNC110
                    await asyncio.sleep(_WAIT_STEP_SECONDS)
            watch = asyncio.create_task(self._watch())
            try:
                yield
            finally:
                watch.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await watch
                await asyncio.shield(self._release())

    async def _release(self) -> None:
        with contextlib.suppress(TemporaryAway):  # the lease ends by itself
            await self.threads.run(store.release, chat_id=self.chat.pk, owner=self.user.pk, token=self.token)

    async def _watch(self) -> None:
        """While the reply is written: the claim stays ours, and a stop or the chat's end is heard."""
        await self.threads.run(live.take_stop, self.chat.pk)  # meant for the reply before
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            if await self.threads.run(live.take_stop, self.chat.pk):
                self.stop.request()
            try:
                await self._claim()
            except TemporaryNotFound:
                self.stop.request()
            except TemporaryAway:
                log.warning("temporary.not_renewed")

    # -------------------------------------------------------------------------------------------- the steps

    async def _answer(self, message: Message) -> TurnResult:
        answerer = answer.answerer()
        window_tokens = answerer.context_tokens or settings.LLM_CONTEXT_TOKENS
        seen = await self.threads.run(temporary_session.load, chat=self.chat, message=message)
        asked = await self._asked(message)
        recollection = await self._recall(message, seen.window, window_tokens=window_tokens)
        profile = await self.threads.run(_profile, self.user, recollection)
        locale = replies.wished_language(recollection) or replies.language_of(
            message.text, person=self.user.language
        )
        ingredients = context.Ingredients(
            message=message.text,
            now=timezone.now().astimezone(self.user.tzinfo),
            locale=locale,
            window=seen.window,
            earlier=seen.earlier,
            kept=seen.kept,
            profile=profile,
            recollection=recollection,
            done=(_rule(asked, locale=locale),),
        )
        facts = replies.Facts(
            text=in_short(message.text),
            now=ingredients.now,
            locale=locale,
            recollection=recollection,
            acted=None,
            first=not (seen.window.replied or seen.kept.summary_to),
            use_memory=self.chat.use_memory,
            temporary=True,
            asked=asked,
            here=said_here.find(in_short(message.text), seen=seen, now=ingredients.now)
            if answerer.context_tokens is None
            else said_here.Here(),
        )
        factor = await self.threads.run(lambda: answerer.token_factor)
        prompt = await self.threads.run(
            context.build, ingredients, window_tokens=window_tokens, factor=factor
        )
        reply = await self.threads.run(
            temporary.reply_begin,
            chat=self.chat,
            message=message,
            recollection=recollection,
            profile=bool(profile),
        )
        await self.on_event(protocol.recall_done(reply, receipt=protocol.receipt(recollection)))
        writer = _Writer(
            chat=self.chat,
            recollection=recollection,
            reply=reply,
            answerer=_Discreet(answerer),
            threads=self.threads,
            on_event=self.on_event,
            stop=self.stop,
            locale=self.user.language or locale,
        )
        prompt = await writer.write(
            prompt=prompt, ingredients=ingredients, facts=facts, window_tokens=window_tokens
        )
        return TurnResult(message, reply, recollection, prompt.messages, prompt.parts)

    async def _asked(self, message: Message) -> "capture.Kind | None":
        """What was asked of the memory; it is not done, only told."""
        try:
            asked = await self.threads.run(capture.asked_in_words, sources.turn_of(message, previous=""))
        except Exception as error:  # the rules read any text there is
            log.warning("temporary.not_understood", error=type(error).__name__)
            return None
        if asked is not None:
            await self.threads.run(temporary.note_asked, chat=self.chat)
        return asked

    async def _recall(self, message: Message, window: session.Window, *, window_tokens: int) -> Recollection:
        """What memory brings, without a trace; a fault there is told by the gate."""
        if not self.chat.use_memory:
            return Recollection(gate="switched_off")
        request = RecallRequest(
            user=self.user,
            query=message.text,
            as_of=timezone.now().astimezone(self.user.tzinfo),
            recent=window.words(turns=_RECENT_TURNS),
            budget_tokens=context.Budget(window_tokens).memory,
            knowledge_tokens=context.Budget(window_tokens).knowledge,
            locale=self.user.language or settings.LANGUAGE_CODE,
            message_id=message.pk,
            conversation_id=self.chat.pk,
            trace=False,
        )
        try:
            return await self.threads.run(recall.recall, request)
        except Exception as error:  # the name alone: what it says may hold words of the chat
            log.warning("temporary.recall_failed", error=type(error).__name__)
            return Recollection(gate=replies.RECALL_FAILED)


def _profile(user: User, recollection: Recollection) -> tuple[str, ...]:
    """The summary of what is known of the person; nothing where memories are not read."""
    if recollection.gate == "switched_off":
        return ()
    return tuple(line.text for line in profile_lines(user=user))


def _rule(asked: "capture.Kind | None", *, locale: str) -> str:
    """What a model must know of this chat, in the language of the prompt."""
    with translation.override(locale):
        rule = _(
            "This is a temporary chat. Nothing said in it is saved or remembered, and no memory is changed, "
            "whatever is asked; never say that something is saved, forgotten or corrected."
        )
        return " ".join([rule, *replies.not_done(asked)])


class _Writer(writing.Writer):
    """Writes the reply into the chat in Redis."""

    def __init__(self, *, chat: TemporaryChat, recollection: Recollection, **given: Any) -> None:
        super().__init__(**given)
        self._chat, self._recollection = chat, recollection

    async def _keep(self) -> None:
        with contextlib.suppress(TemporaryAway):
            await self._threads.run(
                temporary.reply_keep,
                chat=self._chat,
                reply=self._reply,
                text=self._text,
                recollection=self._recollection,
            )

    async def _finish(self, status: Message.Status, code: str) -> None:
        """The reply is kept, if its chat is there, and told."""
        lost = False
        try:
            await self._threads.run(
                temporary.reply_finish,
                chat=self._chat,
                reply=self._reply,
                recollection=self._recollection,
                text=self._text,
                status=status,
                error=code,
                model=self._answerer.name,
                usage=self._usage,
            )
        except TemporaryAway:
            lost = True
            log.warning("temporary.reply_not_kept")
        with translation.override(self._locale):
            notice = _("This reply could not be kept; it is here until the page is closed.") if lost else ""
            frame = protocol.reply_done(self._reply, notice=notice or replies.notice(code))
        await self._on_event(frame)


class _Failed(Exception):
    """Something went wrong, told without the words it went wrong on."""


class _Discreet(answer.Answerer):
    """The answerer, whose faults tell their kind alone: a traceback may hold what was said."""

    def __init__(self, inner: answer.Answerer) -> None:
        super().__init__(model=inner._model, fixed=inner._fixed)

    async def stream(
        self, *, prompt: context.Prompt, facts: replies.Facts, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Piece, None]:
        try:
            async with aclosing(super().stream(prompt=prompt, facts=facts)) as pieces:
                async for piece in pieces:
                    yield piece
        except ModelError:  # says nothing of the prompt
            raise
        except Exception as error:
            raise _Failed(type(error).__name__) from None
