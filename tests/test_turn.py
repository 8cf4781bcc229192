"""One turn, from message to saved reply: with a model, without one, and through every failure."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ValidationError
from django.db import OperationalError, connection
from django.test import override_settings
from django.utils import timezone

from chat import claims, quick, services, turn
from chat.answer import fixed_reply
from chat.models import Conversation, Message
from memories import capture
from memories import services as memory_services
from memories.kinds import MemoryStatus
from memories.models import CaptureRun, Memory, RecallTrace
from memoryhub.ai.errors import ContextTooLong, StreamBroken
from memoryhub.ai.llm import ChatMessage, Delta, Finish, Usage, use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.ai.toolcalls import ToolSpec
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    scripted = ScriptedModel()
    with use_language_model(scripted):
        yield scripted


def say(conversation: Conversation, text: str, client_id: str | None = None) -> turn.TurnResult:
    return turn.run_sync(user=conversation.user, conversation=conversation, text=text, client_id=client_id)


class Frames(list[dict[str, Any]]):
    """Keeps the frames of a turn; ``at`` calls something when a kind of frame comes."""

    def __init__(self, at: dict[str, Callable[[], Any]] | None = None) -> None:
        self.at = at or {}

    async def __call__(self, frame: dict[str, Any]) -> None:
        self.append(frame)
        if frame["type"] in self.at:
            self.at.pop(frame["type"])()

    @property
    def kinds(self) -> list[str]:
        return [frame["type"] for frame in self]


async def run(conversation: Conversation, text: str, **named: Any) -> turn.TurnResult:
    named.setdefault("client_id", None)
    return await turn.run(user=conversation.user, conversation=conversation, text=text, **named)


class SlowModel:
    """Says a word, then thinks for a very long time; notes how it was left."""

    name = "slow"
    context_tokens = 8192

    def __init__(self, *words: str) -> None:
        self.words, self.closed, self.in_transaction = words, False, None

    async def stream(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Delta | Finish, None]:
        try:
            for word in self.words:
                yield Delta(text=word)
            await asyncio.sleep(60)
            yield Finish(usage=Usage(prompt_tokens=1, completion_tokens=1, estimated=True), reason="stop")
        finally:
            self.closed = True


# ------------------------------------------------------------------------------------------------ with a model


def test_a_reply_is_streamed_saved_and_signed(conversation: Conversation, model: ScriptedModel) -> None:
    model.load(["Pingjiang Road is an easy walk with a child."])
    frames = Frames()
    result = async_to_sync(run)(conversation, "Where shall we walk?", on_event=frames)
    reply = Message.objects.get(reply_to=result.message)
    assert (reply.text, reply.status, reply.model) == (
        "Pingjiang Road is an easy walk with a child.",
        "done",
        "scripted",
    )
    assert reply.prompt_tokens and reply.completion_tokens and reply.sequence == 2
    assert frames.kinds[:2] == ["message.saved", "recall.done"] and frames.kinds[-1] == "reply.done"
    deltas = [frame for frame in frames if frame["type"] == "reply.delta"]
    assert "".join(frame["text"] for frame in deltas) == reply.text
    assert [frame["offset"] for frame in deltas] == [
        sum(len(each["text"]) for each in deltas[:index]) for index in range(len(deltas))
    ]
    assert {frame["message"] for frame in frames[1:]} == {str(reply.pk)}
    assert model.calls[0].messages == result.prompt
    conversation.refresh_from_db()
    assert conversation.reply_claim is None


def test_the_model_sees_memory_and_turns_in_order(conversation: Conversation, model: ScriptedModel) -> None:
    memory_services.memory_remember(user=conversation.user, content="You like Sichuan food")
    model.load(["Noted.", "Then a Sichuan house."])
    say(conversation, "We go out for dinner on Saturday.")
    result = say(conversation, "Which Sichuan food do I like for dinner?")
    assert [message["role"] for message in result.prompt] == ["system", "user", "assistant", "user"]
    assert "Sichuan food" in str(result.prompt[0]["content"])
    assert [message["content"] for message in result.prompt[1:]] == [
        "We go out for dinner on Saturday.",
        "Noted.",
        "Which Sichuan food do I like for dinner?",
    ]
    assert "You like Sichuan food" in [row.content for row in result.recollection.injected]


def test_accesses_are_counted_after_the_reply_and_the_trace_is_its_receipt(
    conversation: Conversation, model: ScriptedModel
) -> None:
    memory = memory_services.memory_remember(user=conversation.user, content="You play the harp")
    model.load(["The harp.", "!error"])
    counts: list[int] = []

    def look() -> None:
        counts.append(Memory.objects.get(pk=memory.pk).access_count)

    async def watched() -> turn.TurnResult:
        async def on_event(frame: dict[str, Any]) -> None:
            if frame["type"] == "reply.delta":
                await asyncio.to_thread(look_and_close, look)

        return await run(conversation, "Which instrument do I play, the harp?", on_event=on_event)

    result = async_to_sync(watched)()
    memory.refresh_from_db()
    assert counts and set(counts) == {0} and memory.access_count == 1
    trace = RecallTrace.objects.get(reply=result.reply)
    assert trace.injected == [memory.pk] and trace.message_id == result.message.pk
    failed = say(conversation, "And the harp, which instrument do I play?")
    assert failed.reply.status == "failed"
    memory.refresh_from_db()
    assert memory.access_count == 1  # a reply that never came used nothing


def look_and_close(look: Callable[[], None]) -> None:
    try:
        look()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("answer", "code"), [("!error", "model_server_failed"), ("!timeout", "model_timeout")]
)
def test_a_failing_model_leaves_the_message_and_a_sentence(
    conversation: Conversation, model: ScriptedModel, answer: str, code: str
) -> None:
    model.load([answer, "Here I am."])
    frames = Frames()
    result = async_to_sync(run)(conversation, "Hello, I live in Ghent", client_id="a", on_event=frames)
    reply = result.reply
    reply.refresh_from_db()
    assert (reply.status, reply.error) == ("failed", code)
    assert "Your message is kept." in reply.text and len(reply.text) > 40
    assert CaptureRun.objects.filter(message=result.message).exists()
    assert frames[-1]["type"] == "reply.done" and frames[-1]["status"] == "failed" and frames[-1]["notice"]

    again = say(conversation, "Hello, I live in Ghent", client_id="a")
    assert (again.message.pk, again.reply.pk) == (result.message.pk, reply.pk)
    reply.refresh_from_db()
    assert (reply.text, reply.status, reply.error) == ("Here I am.", "done", "")
    assert Message.objects.count() == 2
    assert [str(message["role"]) for message in again.prompt] == ["system", "user"]


def test_a_broken_stream_keeps_the_part_that_came(conversation: Conversation, model: ScriptedModel) -> None:
    model.load([StreamBroken("scripted", partial="Once upon a time there"), "Go on."])
    result = say(conversation, "Tell me a story")
    result.reply.refresh_from_db()
    assert (result.reply.text, result.reply.status) == ("Once upon a time there", "interrupted")
    assert result.reply.error == "model_stream_broken"
    following = say(conversation, "And then?")
    assert following.prompt[2]["content"] == "Once upon a time there (broken off here)"


def test_a_prompt_too_long_for_the_model_is_tried_once_at_half(
    conversation: Conversation, model: ScriptedModel
) -> None:
    model.load(["filler " * 600] * 6)
    for number in range(6):
        say(conversation, f"question {number} " + "word " * 300)
    model.load([ContextTooLong("scripted"), "Shorter now."])
    result = say(conversation, "last question")
    assert result.reply.text == "Shorter now."
    long, short = model.calls[-2:]
    assert len(short.messages) < len(long.messages) and short.messages == result.prompt
    model.load([ContextTooLong("scripted"), ContextTooLong("scripted"), "never asked"])
    assert say(conversation, "once more").reply.error == "model_context_too_long"
    assert model.left == 1


def test_an_unexpected_fault_is_a_failed_reply_not_a_lost_message(
    conversation: Conversation, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**named: Any) -> None:
        raise RuntimeError("private detail")

    monkeypatch.setattr(ScriptedModel, "stream", broken)
    result = say(conversation, "Hello")
    assert (result.reply.status, result.reply.error) == ("failed", "internal")
    assert "private" not in result.reply.text and "kept" in result.reply.text


def test_recall_or_rules_failing_do_not_stop_the_reply(
    conversation: Conversation, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **named: Any) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(turn.recall, "recall", broken)
    monkeypatch.setattr(turn.capture, "act_on_words", broken)
    model.load(["Fine."])
    result = say(conversation, "Remember that I like tea.")
    assert (result.reply.text, result.recollection.gate) == ("Fine.", "failed")
    with use_language_model(None):
        said = say(conversation, "Remember that I like coffee.").reply.text
    assert "will remember" not in said


def test_a_database_that_restarts_during_the_reply_loses_nothing(
    conversation: Conversation, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tries = services.reply_finish, []

    def away_twice(**named: Any) -> bool:
        tries.append(named["text"])
        if len(tries) < 3:
            raise OperationalError("the connection was closed")
        return store(**named)

    monkeypatch.setattr(services, "reply_finish", away_twice)
    model.load(["Still all here."])
    result = say(conversation, "Hello")
    assert tries == ["Still all here."] * 3
    result.reply.refresh_from_db()
    assert (result.reply.text, result.reply.status) == ("Still all here.", "done")


def test_every_connection_may_be_cut_while_the_model_speaks(conversation: Conversation) -> None:
    class Cutter(ScriptedModel):
        async def stream(self, **named: Any) -> AsyncGenerator[Delta | Finish, None]:  # type: ignore[override]
            await asyncio.to_thread(cut)
            async for piece in super().stream(**named):
                yield piece

    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        connection.close()

    connection.close()  # the test's own
    with use_language_model(Cutter(texts=["Whole."])):
        result = async_to_sync(run)(conversation, "Hello")
    result.reply.refresh_from_db()
    assert (result.reply.text, result.reply.status) == ("Whole.", "done")


# ------------------------------------------------------------------------------------------------ stop and death


def test_stop_ends_the_model_and_keeps_the_part(conversation: Conversation) -> None:
    slow = SlowModel("One ", "two")

    async def stopped() -> turn.TurnResult:
        stop = turn.Stop()
        frames = Frames({"reply.delta": lambda: asyncio.get_running_loop().call_later(0.1, stop.request)})
        async with asyncio.timeout(10):
            return await run(conversation, "Count", on_event=frames, stop=stop)

    with use_language_model(slow):
        result = async_to_sync(stopped)()
    assert slow.closed
    result.reply.refresh_from_db()
    assert (result.reply.text, result.reply.status, result.reply.error) == (
        "One two",
        "interrupted",
        "stopped",
    )


def test_a_stop_from_another_process_is_heard(conversation: Conversation, redis_client: Any) -> None:
    def ask() -> None:
        redis_client.set(f"memoryhub:chat:stop:{conversation.pk}", "1")

    async def stopped() -> turn.TurnResult:
        async with asyncio.timeout(15):
            later = lambda: asyncio.get_running_loop().call_later(0.3, ask)  # noqa: E731
            return await run(conversation, "Count", on_event=Frames({"reply.delta": later}))

    ask()  # one that was meant for an earlier reply does no harm
    slow = SlowModel("One")
    with use_language_model(slow):
        result = async_to_sync(stopped)()
    assert (result.reply.text, result.reply.error) == ("One", "stopped") and slow.closed


def test_a_process_that_stops_keeps_the_part_and_frees_the_conversation(conversation: Conversation) -> None:
    slow = SlowModel("Half a")

    async def shut_down() -> None:
        came = asyncio.Event()
        task = asyncio.ensure_future(
            run(conversation, "Say a sentence", client_id="a", on_event=Frames({"reply.delta": came.set}))
        )
        await came.wait()
        task.cancel()
        await asyncio.wait({task})
        assert task.cancelled()

    with use_language_model(slow):
        async_to_sync(shut_down)()
    reply = Message.objects.get(role="assistant")
    assert (reply.text, reply.status, reply.error) == (
        "Half a",
        "interrupted",
        "process_lost",
    ) and slow.closed
    assert Conversation.objects.get().reply_claim is None
    with use_language_model(ScriptedModel(texts=["Half a sentence."])):
        assert say(conversation, "Say a sentence", client_id="a").reply.text == "Half a sentence."


def test_a_killed_process_leaves_a_message_that_can_be_answered(
    conversation: Conversation, model: ScriptedModel
) -> None:
    message, _created = services.message_save(conversation=conversation, text="Hello", client_id="a")
    claims.claim(conversation_id=conversation.pk, token=conversation.pk)  # the dead one's
    reply = services.reply_begin(message=message, trace_id=None)
    services.reply_keep(reply_id=reply.pk, text="Hel")
    Conversation.objects.update(reply_leased_until=timezone.now() - timedelta(seconds=1))
    assert claims.sweep() == 1
    reply.refresh_from_db()
    assert (reply.text, reply.status) == ("Hel", "interrupted")
    model.load(["Hello to you."])
    assert say(conversation, "Hello", client_id="a").reply.text == "Hello to you."
    model.load(["not asked for"])
    assert say(conversation, "Hello", client_id="a").reply.text == "Hello to you."
    assert model.left == 1 and Message.objects.count() == 2


# ------------------------------------------------------------------------------------------------ one at a time


def test_messages_sent_meanwhile_wait_their_turn(conversation: Conversation) -> None:
    order: list[str] = []

    class Recorder(ScriptedModel):
        async def stream(self, **named: Any) -> AsyncGenerator[Delta | Finish, None]:  # type: ignore[override]
            text = str(named["messages"][-1]["content"])
            order.append(f"begin {text}")
            await asyncio.sleep(0.3)
            async for piece in super().stream(**named):
                yield piece
            order.append(f"end {text}")

    async def both() -> list[turn.TurnResult]:
        turns = []
        for text in ("one", "two", "three"):
            saved = asyncio.Event()
            sent = run(conversation, text, on_event=Frames({"message.saved": saved.set}))
            turns.append(asyncio.ensure_future(sent))
            await saved.wait()
        return await asyncio.gather(*turns)

    with use_language_model(Recorder(texts=["uno", "dos", "tres"])):
        results = async_to_sync(both)()
    assert order == [f"{what} {text}" for text in ("one", "two", "three") for what in ("begin", "end")]
    assert [message["content"] for message in results[2].prompt[1:]] == ["one", "uno", "two", "dos", "three"]
    assert {result.reply.status for result in results} == {"done"}


def test_the_same_message_twice_at_once_is_answered_once(
    conversation: Conversation, model: ScriptedModel
) -> None:
    async def twice() -> list[turn.TurnResult]:
        return await asyncio.gather(
            run(conversation, "Hello", client_id="a"), run(conversation, "Hello", client_id="a")
        )

    model.load(["Hi.", "not asked for"])
    first, second = async_to_sync(twice)()
    assert first.reply.pk == second.reply.pk and second.reply.text == "Hi."
    assert len(model.calls) == 1 and Message.objects.count() == 2


def test_a_claim_held_elsewhere_is_waited_for(
    conversation: Conversation, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims.claim(conversation_id=conversation.pk, token=conversation.pk)
    monkeypatch.setattr(turn, "WAIT_SECONDS", 0.5)
    model.load(["Now."])
    with pytest.raises(TimeoutError):
        say(conversation, "Hello", client_id="a")
    assert Message.objects.get().text == "Hello" and model.left == 1
    claims.release(conversation_id=conversation.pk, token=conversation.pk)
    assert say(conversation, "Hello", client_id="a").reply.text == "Now."


def test_no_transaction_or_connection_is_held_during_the_model_call(conversation: Conversation) -> None:
    busy: list[int] = []

    class Watcher(ScriptedModel):
        async def stream(self, **named: Any) -> AsyncGenerator[Delta | Finish, None]:  # type: ignore[override]
            await asyncio.to_thread(count)
            async for piece in super().stream(**named):
                yield piece

    def others() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            number: int = cursor.fetchone()[0]
        return number

    def count() -> None:
        deadline = time.monotonic() + 10  # the server takes a moment to end what its client has closed
        while (number := others()) and time.monotonic() < deadline:
            time.sleep(0.05)
        busy.append(number)
        connection.close()

    connection.close()
    with use_language_model(Watcher(texts=["Hello.", "Hello."])):
        async_to_sync(run)(conversation, "Hi")
        connection.close()
        say(conversation, "Hi")
    assert busy == [0, 0]


# ------------------------------------------------------------------------------------------------ without much


def test_without_redis_a_turn_is_whole(conversation: Conversation, model: ScriptedModel) -> None:
    with override_settings(REDIS_URL="redis://127.0.0.1:1/0"):
        quick.forget_failure()
        model.load(["uno", "dos"])
        say(conversation, "one")
        result = say(conversation, "two")
    quick.forget_failure()
    assert [message["content"] for message in result.prompt[1:]] == ["one", "uno", "two"]
    assert result.reply.text == "dos" and CaptureRun.objects.count() == 2


def test_memory_can_be_off_for_a_conversation(conversation: Conversation, model: ScriptedModel) -> None:
    memory_services.memory_remember(user=conversation.user, content="You play the harp")
    Conversation.objects.update(use_memory=False)
    conversation.refresh_from_db()
    model.load(["I do not know."])
    result = say(conversation, "Which instrument do I play?")
    assert result.recollection.gate == "switched_off" and not RecallTrace.objects.exists()
    assert "harp" not in str(result.prompt)


def test_a_blank_message_stores_nothing(conversation: Conversation, model: ScriptedModel) -> None:
    with pytest.raises(ValidationError):
        say(conversation, "   ")
    assert not Message.objects.exists() and not model.calls


def test_a_conversation_deleted_meanwhile_is_not_found(conversation: Conversation) -> None:
    Conversation.objects.all().delete()
    with pytest.raises(services.ConversationNotFound):
        say(conversation, "Hello")


def test_a_fixed_reply_asks_nobody(conversation: Conversation, model: ScriptedModel) -> None:
    model.load(["not asked for"])
    with fixed_reply("Where do you live?"):
        assert say(conversation, "Hello").reply.text == "Where do you live?"
    assert model.left == 1


def test_what_was_just_said_is_known_before_capture(
    alice: User, conversation: Conversation, model: ScriptedModel
) -> None:
    model.load(["Nice.", "Hm."])
    say(conversation, "I keep bantam hens in the garden.")
    elsewhere = services.conversation_create(user=alice)
    result = say(elsewhere, "Which hens do I keep in the garden?")
    assert "bantam" in str(result.prompt[0]["content"])
    assert not Memory.objects.exists()


def test_the_model_is_told_what_was_done_to_the_memory(
    conversation: Conversation, model: ScriptedModel
) -> None:
    model.load(["Done.", "Done."])
    result = say(conversation, "Remember that my locker is number 42.")
    memory = Memory.objects.get(status=MemoryStatus.ACTIVE)
    told = f"What was just done to the memory:\n- I will remember this: - {memory.content}"
    assert told in str(result.prompt[0]["content"])
    capture.run_user(user_id=conversation.user_id)
    assert Memory.objects.filter(status=MemoryStatus.ACTIVE).count() == 1
