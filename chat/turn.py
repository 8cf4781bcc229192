"""One turn, from the person's message to the saved reply. Knows no web socket.

Message and capture run in one transaction → what rules act on at once → session → recall → prompt → answer → reply,
trace and access counts → a fold for the worker, when one is due. The message is kept whatever fails after it.
"""

import asyncio
import contextlib
import time
import uuid
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils import timezone, translation

from chat import (
    answer,
    claims,
    context,
    folding,
    live,
    prompts,
    protocol,
    replies,
    services,
    session,
    sources,
    tools,
    writing,
)
from chat.asked import said_here
from chat.models import Conversation, Message
from chat.protocol import Frame
from chat.threads import DATABASE_AWAY, Threads
from chat.writing import OnEvent, Stop
from memories import capture, recall
from memories.recall.intent import in_short
from memories.recall.types import RecallRequest, Recollection
from memoryhub.ai.llm import ChatMessage
from memoryhub.models import User

__all__ = ["Stop", "TurnResult", "run", "run_sync"]

log = structlog.get_logger(__name__)

#: How long a message waits for the reply before it, at most.
WAIT_SECONDS = 600.0
_WAIT_STEP_SECONDS = 0.15
_WATCH_SECONDS = 1.0
_RENEW_SECONDS = 8.0
#: Turns whose words help to understand a follow-up.
_RECENT_TURNS = 3


@dataclass(frozen=True, slots=True)
class TurnResult:
    """What a turn leaves: the stored message and reply, what was recalled, and the prompt as it was sent.

    ``took_ms`` are the milliseconds of its stages, in their order: save, act, session, recall, prompt, reply, after.
    ``used``: the memories that the reply tells; None where a model had all that was recalled to read.
    """

    message: Message
    reply: Message
    recollection: Recollection
    prompt: list[ChatMessage] = field(default_factory=list)
    parts: tuple[context.Part, ...] = ()
    took_ms: dict[str, float] = field(default_factory=dict)
    used: list[uuid.UUID] | None = None


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
    turn = _Turn(user, conversation, on_event, stop or Stop(), Threads(sensitive=thread_sensitive))
    return await turn.run(text=text, client_id=client_id)


def run_sync(*, user: User, conversation: Conversation, text: str, client_id: str | None) -> TurnResult:
    """The same for callers without an event loop (REST, replay)."""
    result: TurnResult = async_to_sync(run)(
        user=user, conversation=conversation, text=text, client_id=client_id, thread_sensitive=True
    )
    return result


class _Turn:
    """The steps of one turn, with what they share."""

    def __init__(
        self, user: User, conversation: Conversation, on_event: OnEvent, stop: Stop, threads: Threads
    ) -> None:
        self.user, self.conversation, self.on_event, self.stop = user, conversation, on_event, stop
        self.threads = threads
        self.token = uuid.uuid4()
        self.log = log.bind(conversation=str(conversation.pk))
        self.took_ms: dict[str, float] = {}
        self._since = time.perf_counter()

    def _lap(self, stage: str) -> None:
        """The time since the last lap went into this stage."""
        now = time.perf_counter()
        self.took_ms[stage], self._since = (now - self._since) * 1_000, now

    async def run(self, *, text: str, client_id: str | None) -> TurnResult:
        message, _created = await self.threads.run(
            services.message_save, conversation=self.conversation, text=text, client_id=client_id
        )
        await self.on_event(protocol.message_saved(message))
        self._lap("save")
        async with self._claimed(message):
            reply = await self.threads.surely(services.reply_of, message=message)
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
                while not (first() and await self.threads.run(claims.claim, **place)):  # noqa: ASYNC110
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
            await self.threads.run(claims.release, **place)
        except DATABASE_AWAY as error:  # the lease ends by itself
            self.log.warning("turn.not_released", error=type(error).__name__)

    async def _watch(self) -> None:
        """While the reply is written: the claim stays ours, and a stop asked for in another process is heard."""
        since = 0.0
        await self.threads.run(live.take_stop, self.conversation.pk)  # meant for the reply before
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            since += _WATCH_SECONDS
            if await self.threads.run(live.take_stop, self.conversation.pk):
                self.stop.request()
            if since < _RENEW_SECONDS:
                continue
            since = 0.0
            try:
                await self.threads.run(claims.renew, conversation_id=self.conversation.pk, token=self.token)
            except DATABASE_AWAY as error:
                self.log.warning("turn.not_renewed", error=type(error).__name__)

    # -------------------------------------------------------------------------------------------- the steps

    async def _answer(self, message: Message) -> TurnResult:
        answerer = answer.answerer()
        window_tokens = answerer.context_tokens or settings.LLM_CONTEXT_TOKENS
        acted = await self._act(message)
        self._lap("act")
        seen = await self.threads.surely(session.load, message=message)
        self._lap("session")
        recollection = await self._recall(message, seen.window, window_tokens=window_tokens)
        self._lap("recall")
        locale = replies.wished_language(recollection) or replies.language_of(
            message.text, person=self.user.language
        )
        with translation.override(locale):
            done = " ".join(replies.done(acted))
        ingredients = await self.threads.surely(
            prompts.ingredients,
            user=self.user,
            message=message,
            seen=seen,
            recollection=recollection,
            locale=locale,
            now=timezone.now().astimezone(self.user.tzinfo),
            done=(done,) if done else (),
            tool_tokens=answerer.tool_tokens,
        )
        facts = replies.Facts(
            text=in_short(message.text),
            now=ingredients.now,
            locale=locale,
            recollection=recollection,
            acted=acted,
            first=not (seen.window.replied or seen.kept.summary_to),
            here=said_here.find(in_short(message.text), seen=seen, now=ingredients.now, task=ingredients.task)
            if answerer.context_tokens is None
            else said_here.Here(),
        )
        prompt = await self.threads.run(
            context.build,
            ingredients,
            window_tokens=window_tokens,
            factor=await self.threads.run(lambda: answerer.token_factor),
        )
        self._lap("prompt")
        told = answerer.told(facts)
        reply = await self.threads.surely(
            services.reply_begin, message=message, trace_id=recollection.trace_id, used=told
        )
        await self.on_event(protocol.recall_done(reply, receipt=protocol.receipt(recollection, used=told)))
        writer = writing.Writer(
            reply=reply,
            answerer=answerer,
            threads=self.threads,
            on_event=self.on_event,
            stop=self.stop,
            locale=self.user.language or locale,
            toolbox=tools.Toolbox(user=self.user, conversation=self.conversation, reply=reply)
            if answerer.calls_tools
            else None,
        )
        prompt = await writer.write(
            prompt=prompt, ingredients=ingredients, facts=facts, window_tokens=window_tokens
        )
        self._lap("reply")
        if reply.status != Message.Status.FAILED:
            await self._count(recollection)
        await self._look_back(
            reply, prompt, seen, said=(message.text, reply.text), window_tokens=window_tokens
        )
        self._lap("after")
        return TurnResult(
            message, reply, recollection, prompt.messages, prompt.parts, self.took_ms, used=told
        )

    async def _act(self, message: Message) -> "capture.Acted | None":
        """What rules do at once; a fault there leaves the words to capture, and nothing is claimed."""
        try:
            return await self.threads.run(_act_on_words, message=message, user=self.user)
        except Exception as error:
            self.log.exception("turn.act_failed", message=str(message.pk), error=type(error).__name__)
            return None

    async def _recall(self, message: Message, window: session.Window, *, window_tokens: int) -> Recollection:
        """What memory brings; a fault there is told by the gate, and the reply goes on without."""
        if not self.conversation.use_memory:
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
            conversation_id=message.conversation_id,
            in_view=window.message_ids,
        )
        try:
            return await self.threads.run(recall.recall, request)
        except Exception as error:
            self.log.exception("turn.recall_failed", message=str(message.pk), error=type(error).__name__)
            return Recollection(gate=replies.RECALL_FAILED)

    async def _count(self, recollection: Recollection) -> None:
        if recollection.trace_id is None:
            return
        try:
            await self.threads.run(recall.record_access, trace_id=recollection.trace_id)
        except Exception as error:
            self.log.exception("turn.not_counted", error=type(error).__name__)

    async def _look_back(
        self,
        reply: Message,
        prompt: context.Prompt,
        seen: session.Session,
        *,
        said: tuple[str, ...],
        window_tokens: int,
    ) -> None:
        """The prompt can be looked at, and a worker folds what has grown too long; neither is worth failing for."""
        try:
            await self.threads.run(
                prompts.record,
                reply=reply,
                prompt=prompt,
                window_tokens=window_tokens,
                version=seen.kept.version,
            )
        except Exception as error:
            self.log.exception("turn.prompt_not_recorded", error=type(error).__name__)
        await self.threads.run(folding.ask, seen, conversation=self.conversation, said=said)


def _act_on_words(*, message: Message, user: User) -> "capture.Acted | None":
    turn = sources.ChatSource().turn(user=user, message_id=message.pk)
    return None if turn is None else capture.act_on_words(user=user, turn=turn)
