"""The web socket, on a real server with a real client: who gets in, what comes, and what goes on without anyone."""

import asyncio
import json
import time
import uuid
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from chat import protocol, quick, runner, services
from chat.models import Conversation, Message
from memories import capture
from memories.models import CaptureRun
from memoryhub.ai.errors import StreamBroken
from memoryhub.ai.llm import ChatMessage, Delta, Finish, Usage, use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.ai.toolcalls import ToolSpec
from memoryhub.models import User
from tests.servers import AsgiServer

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 15


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    scripted = ScriptedModel()
    with use_language_model(scripted):
        yield scripted


class SteadyModel:
    """Says words at a steady pace until it is closed."""

    name, context_tokens = "steady", 8192

    def __init__(self, *, words: int = 10_000, pause: float = 0.02) -> None:
        self.words, self.pause, self.said, self.closed = words, pause, 0, False

    async def stream(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Delta | Finish, None]:
        try:
            for number in range(self.words):
                self.said += 1
                yield Delta(text=f"w{number} ")
                await asyncio.sleep(self.pause)
            usage = Usage(prompt_tokens=1, completion_tokens=self.words, estimated=False)
            yield Finish(usage=usage, reason="stop")
        finally:
            self.closed = True


class Tab:
    """A page's socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[dict[str, Any]] = []

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def say(self, text: str, client_id: str | None = None) -> str:
        client_id = client_id or uuid.uuid4().hex
        await self.send(type="message.send", text=text, client_id=client_id)
        return client_id

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(SECONDS):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.seen.append(frame)
        return frame

    async def until(self, kind: str, times: int = 1) -> dict[str, Any]:
        while True:
            frame = await self.next()
            times -= frame["type"] == kind
            if times == 0:
                return frame

    async def closed(self) -> int:
        try:
            while True:
                await self.next()
        except ConnectionClosed as closed:
            assert closed.rcvd is not None
            return closed.rcvd.code

    @property
    def text(self) -> str:
        """What a page shows of the reply."""
        shown = ""
        for frame in self.seen:
            if frame["type"] == "reply.delta":
                assert frame["offset"] <= len(shown), "a gap"
                shown = shown[: frame["offset"]] + frame["text"]
        return shown


@pytest.fixture
def tab_of(asgi_server: AsgiServer, session_cookies: Callable[[User], dict[str, str]]) -> Callable[..., Any]:
    def make(user: User | None, conversation: Conversation | uuid.UUID, **options: Any) -> Any:
        cookies = options.pop("cookies", None) or (session_cookies(user) if user else {})
        origin = options.pop("origin", asgi_server.url)
        conversation_id = getattr(conversation, "pk", conversation)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}

        @asynccontextmanager
        async def opened() -> AsyncGenerator[Tab, None]:
            address = f"{asgi_server.ws_url}/ws/chat/{conversation_id}/"
            async with connect(
                address, origin=origin, additional_headers=headers if cookies else {}, max_size=None
            ) as socket:
                yield Tab(socket)

        return opened()

    return make


def go(scenario: Coroutine[Any, Any, Any]) -> Any:
    """Runs a client's side, in a loop of its own."""
    return asyncio.run(asyncio.wait_for(scenario, 60))


# ------------------------------------------------------------------------------------------------ who gets in


@pytest.mark.parametrize(
    "origin", [None, "https://evil.example", "null", "http://127.0.0.1:1", "file://", "http://["]
)
def test_a_missing_or_foreign_origin_is_refused(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], origin: str | None
) -> None:
    tab = tab_of(alice, conversation, origin=origin)

    async def scenario() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with tab:
                pass
        assert refused.value.response.status_code == 403

    go(scenario())


def test_the_sites_own_address_is_trusted_behind_a_proxy(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], settings: Any, model: ScriptedModel
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://memory.example.org"]
    model.load(["Hi."])
    tab = tab_of(alice, conversation, origin="https://memory.example.org")

    async def scenario() -> None:
        async with tab as page:
            await page.say("Hello")
            assert (await page.until("reply.done"))["text"] == "Hi."

    go(scenario())


def test_somebody_who_is_not_signed_in_is_told_so(
    conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tabs = [tab_of(None, conversation), tab_of(None, conversation, cookies={"sessionid": "made-up"})]

    async def scenario() -> None:
        for tab in tabs:
            async with tab as page:
                assert await page.closed() == protocol.CLOSE_SIGNED_OUT

    go(scenario())


def test_someone_elses_and_a_missing_conversation_close_alike(
    bob: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tabs = [tab_of(bob, conversation), tab_of(bob, uuid.uuid4())]

    async def scenario() -> None:
        for tab in tabs:
            async with tab as page:
                await page.say("Let me in")
                assert await page.closed() == protocol.CLOSE_NOT_FOUND
                assert page.seen == []

    go(scenario())
    assert not Message.objects.exists()


def test_another_address_is_refused(asgi_server: AsgiServer) -> None:
    async def scenario() -> None:
        with pytest.raises(InvalidStatus):
            async with connect(f"{asgi_server.ws_url}/ws/elsewhere/", origin=asgi_server.url):  # type: ignore[arg-type]
                pass

    go(scenario())


def test_a_session_that_ends_closes_the_socket_at_the_next_message(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    tab = tab_of(alice, conversation)
    model.load(["Hi.", "not asked for"])

    async def scenario() -> None:
        async with tab as page:
            await page.say("Hello")
            await page.until("reply.done")
            await asyncio.to_thread(Session.objects.all().delete)
            await page.say("Still me?")
            assert await page.closed() == protocol.CLOSE_SIGNED_OUT

    go(scenario())
    assert Message.objects.filter(role="user").count() == 1 and model.left == 1


def test_signing_out_closes_the_sockets_of_that_session_alone(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], client_for: Callable[[User], Client]
) -> None:
    client, other = client_for(alice), client_for(alice)
    cookies = [{name: morsel.value for name, morsel in one.cookies.items()} for one in (client, other)]
    leaving, staying = (tab_of(alice, conversation, cookies=cookie) for cookie in cookies)

    async def scenario() -> None:
        async with leaving as page, staying as stays:
            for tab in (page, stays):
                await tab.send(type="resume", after=0)
                await tab.say(" ")
                await tab.until("error")  # by now it has joined its groups
            await asyncio.to_thread(client.logout)
            assert await page.closed() == protocol.CLOSE_SIGNED_OUT
            await stays.say(" ")
            await stays.until("error")

    go(scenario())


def test_a_closed_account_is_signed_out(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tab = tab_of(alice, conversation)
    User.objects.update(is_active=False)

    async def scenario() -> None:
        async with tab as page:
            assert await page.closed() == protocol.CLOSE_SIGNED_OUT

    go(scenario())


# ------------------------------------------------------------------------------------------------ a turn


def test_a_turn_in_frames(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    tab = tab_of(alice, conversation)
    model.load(["苏州的园林值得看。" * 20])

    async def scenario() -> Tab:
        async with tab as page:
            client_id = await page.say("周末去哪里？")
            saved = await page.next()
            assert (saved["type"], saved["client_id"], saved["text"]) == (
                "message.saved",
                client_id,
                "周末去哪里？",
            )
            await page.until("reply.done")
            return page

    page = go(scenario())
    seen = [frame for frame in page.seen if frame["type"] != "kept.changed"]  # comes on a way of its own
    kinds = [frame["type"] for frame in seen]
    assert kinds[:3] == ["message.saved", "recall.done", "reply.delta"] and kinds[-1] == "reply.done"
    numbers = [frame["seq"] for frame in page.seen]
    assert numbers == sorted(set(numbers)) and all(number < 2**53 for number in numbers)
    reply = Message.objects.get(role="assistant")
    done = page.seen[-1]
    assert (done["message"], done["text"], done["status"]) == (str(reply.pk), reply.text, "done")
    assert page.text == reply.text == "苏州的园林值得看。" * 20
    assert done["usage"]["completion_tokens"] == reply.completion_tokens
    assert seen[1]["receipt"]["items"] == []
    assert CaptureRun.objects.count() == 1


def test_without_a_model_the_built_in_answerer_replies(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tab = tab_of(alice, conversation)

    async def scenario() -> dict[str, Any]:
        async with tab as page:
            await page.say("Remember that my locker is number 42.")
            return await page.until("reply.done")

    done = go(scenario())
    assert "42" in done["text"] and "LLM_BASE_URL" in done["text"] and done["status"] == "done"


def test_pieces_are_sent_some_twenty_times_a_second(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tab = tab_of(alice, conversation)

    async def scenario() -> Tab:
        async with tab as page:
            await page.say("Talk")
            await page.until("reply.done")
            return page

    with use_language_model(SteadyModel(words=400, pause=0.002)):
        page = go(scenario())
    deltas = [frame for frame in page.seen if frame["type"] == "reply.delta"]
    assert 5 <= len(deltas) <= 60 and page.text == "".join(f"w{number} " for number in range(400))


def test_a_failing_and_a_breaking_model_are_told(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    tab = tab_of(alice, conversation)
    model.load(["!timeout", StreamBroken("scripted", partial="Once upon"), "Once upon a time."])

    async def scenario() -> list[dict[str, Any]]:
        async with tab as page:
            done = []
            for client_id in ("a", "b", "b"):
                await page.say("Tell me a story", client_id)
                done.append(await page.until("reply.done"))
            return done

    failed, broken, whole = go(scenario())
    assert (failed["status"], failed["error"]) == ("failed", "model_timeout") and "kept" in failed["text"]
    assert (broken["status"], broken["text"]) == ("interrupted", "Once upon") and broken["notice"]
    assert (whole["status"], whole["text"], whole["message"]) == (
        "done",
        "Once upon a time.",
        broken["message"],
    )
    assert Message.objects.count() == 4


def test_stop_ends_the_reply_at_once(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tab, steady = tab_of(alice, conversation), SteadyModel()

    async def scenario() -> Tab:
        async with tab as page:
            await page.say("Talk")
            await page.until("reply.delta", times=3)
            await page.send(type="reply.stop")
            await page.until("reply.done")
            return page

    with use_language_model(steady):
        page = go(scenario())
        said = steady.said
        time.sleep(0.2)
    assert steady.closed and steady.said == said
    done = page.seen[-1]
    assert (done["status"], done["error"]) == ("interrupted", "stopped") and done["text"] == page.text != ""
    assert Message.objects.get(role="assistant").text == done["text"]


def test_messages_sent_at_once_are_answered_in_order(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    tab = tab_of(alice, conversation)
    model.load([f"reply {number}" for number in range(5)])

    async def scenario() -> list[dict[str, Any]]:
        async with tab as page:
            for number in range(5):
                await page.say(f"message {number}")
            await page.until("reply.done", times=5)
            return page.seen

    seen = go(scenario())
    done = [frame for frame in seen if frame["type"] == "reply.done"]
    saved = {frame["message"]: frame["text"] for frame in seen if frame["type"] == "message.saved"}
    asked = [saved[frame["reply_to"]] for frame in done]
    assert sorted(asked) == [f"message {number}" for number in range(5)]
    order = [message.text for message in Message.objects.filter(role="user").order_by("sequence")]
    assert asked == order and [frame["text"] for frame in done] == [f"reply {number}" for number in range(5)]


def test_messages_sent_at_once_are_stored_in_the_order_they_were_sent(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tab, save = tab_of(alice, conversation), services.message_save
    sent = [f"message {number}" for number in range(4)]

    def slower_for_the_first(*, text: str, **options: Any) -> Any:
        time.sleep(0.3 if text == sent[0] else 0)
        return save(text=text, **options)

    monkeypatch.setattr(services, "message_save", slower_for_the_first)

    async def scenario() -> None:
        async with tab as page:
            await page.say(" ")  # one that is refused holds up none
            for text in sent:
                await page.say(text)
            await page.until("reply.done", times=4)

    go(scenario())
    stored = Message.objects.filter(role="user").order_by("sequence").values_list("text", flat=True)
    assert list(stored) == sent


# ------------------------------------------------------------------------------------------------ bad frames


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("not json", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ("[]", "bad_frame"),
        (b"\x00\x01", "bad_frame"),
        ('{"type": "reply.eat"}', "unknown_type"),
        ('{"type": ["message.send"]}', "unknown_type"),
        ('{"type": "message.send", "text": "hi"}', "bad_client_id"),
        ('{"type": "message.send", "text": "hi", "client_id": "a\\u0000"}', "bad_client_id"),
        ('{"type": "message.send", "text": "hi", "client_id": "\\ud800"}', "bad_client_id"),
        (json.dumps({"type": "message.send", "text": "hi", "client_id": "x" * 65}), "bad_client_id"),
        ('{"type": "message.send", "text": 5, "client_id": "a"}', "bad_text"),
        ('{"type": "message.send", "text": " ", "client_id": "a"}', "empty"),
        (json.dumps({"type": "message.send", "text": "x" * 100_001, "client_id": "a"}), "too_long"),
        ('{"type": "resume", "after": -1}', "bad_after"),
        ('{"type": "resume", "after": true}', "bad_after"),
        (json.dumps({"type": "resume", "after": 0, "padding": "x" * 700_000}), "frame_too_big"),
    ],
)
def test_a_bad_frame_is_answered_with_a_sentence_and_the_socket_stays(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], frame: str | bytes, code: str
) -> None:
    tab = tab_of(alice, conversation)

    async def scenario() -> None:
        async with tab as page:
            await page.socket.send(frame)
            error = await page.next()
            assert (error["type"], error["code"]) == ("error", code) and error["message"]
            await page.send(type="reply.stop")
            await page.socket.send("still there?")
            assert (await page.next())["code"] == "bad_json"

    go(scenario())
    assert not Message.objects.exists()


def test_the_longest_message_is_taken(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    tab = tab_of(alice, conversation)
    model.load(["Long."])

    async def scenario() -> None:
        async with tab as page:
            await page.say("字" * 100_000)
            assert (await page.until("reply.done"))["text"] == "Long."

    go(scenario())
    assert len(Message.objects.get(role="user").text) == 100_000


def test_too_fast_is_closed_and_loses_nothing_that_was_saved(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], settings: Any, model: ScriptedModel
) -> None:
    settings.CHAT_RATE_PER_MINUTE = 3
    tabs = [tab_of(alice, conversation), tab_of(alice, conversation)]
    model.load(["reply"] * 5)

    async def scenario() -> None:
        async with tabs[0] as page:
            for _ in range(3):
                await page.say("Hello")
                await page.until("reply.done")
            client_id = await page.say("Hello")
            error = await page.until("error")
            assert (error["code"], error["client_id"]) == ("too_fast", client_id)
            assert await page.closed() == protocol.CLOSE_TOO_FAST
        async with tabs[1] as page:  # a new socket is no way round
            await page.say("Hello")
            assert await page.closed() == protocol.CLOSE_TOO_FAST

    go(scenario())
    assert Message.objects.filter(role="user").count() == 3


def test_a_flood_of_empty_frames_is_closed(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], settings: Any
) -> None:
    settings.CHAT_RATE_PER_MINUTE = 2
    tab = tab_of(alice, conversation)

    async def scenario() -> None:
        async with tab as page:
            for _ in range(45):  # at most 20 in a calendar minute, so more than 40 are too many at any time
                await page.socket.send("{}")
            assert await page.closed() == protocol.CLOSE_TOO_FAST

    go(scenario())


# ------------------------------------------------------------------------------------------------ tabs, coming back


def test_a_second_tab_sees_everything(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    first, second = tab_of(alice, conversation), tab_of(alice, conversation)

    async def scenario() -> tuple[Tab, Tab]:
        async with first as page, second as other:
            await other.say(" ")
            await other.until("error")  # by now it has joined
            await page.say("Talk")
            await asyncio.gather(page.until("reply.done"), other.until("reply.done"))
            return page, other

    with use_language_model(SteadyModel(words=600, pause=0.003)):
        page, other = go(scenario())
    assert page.text == other.text == page.seen[-1]["text"] == other.seen[-1]["text"]
    kinds = [frame["type"] for frame in other.seen if frame["type"] != "reply.delta"]
    assert kinds == ["error", "message.saved", "recall.done", "reply.done"]
    numbers = [frame["seq"] for frame in other.seen]
    assert numbers == sorted(set(numbers))
    deltas = [sum(frame["type"] == "reply.delta" for frame in tab.seen) for tab in (page, other)]
    assert 2 <= deltas[1] < deltas[0]


def test_any_tab_can_stop_the_reply(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    first, second = tab_of(alice, conversation), tab_of(alice, conversation)

    async def scenario() -> None:
        async with first as page, second as other:
            await page.say("Talk")
            await page.until("reply.delta")
            await other.send(type="reply.stop")
            assert (await page.until("reply.done"))["status"] == "interrupted"

    with use_language_model(SteadyModel()):
        go(scenario())


def test_a_page_that_comes_back_gets_what_it_missed_and_the_rest(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tabs = [tab_of(alice, conversation) for _ in range(2)]

    async def scenario() -> Tab:
        async with tabs[0] as page:
            await page.say("Talk")
            await page.until("reply.delta", times=2)
            last = page.seen[-1]["seq"]
        await asyncio.sleep(0.5)  # the reply goes on
        async with tabs[1] as page:
            await page.send(type="resume", after=last)
            await page.until("reply.done")
            return page

    with use_language_model(SteadyModel(words=300, pause=0.01)):
        page = go(scenario())
    whole = "".join(f"w{number} " for number in range(300))
    assert page.text == whole == page.seen[-1]["text"] and page.seen[-1]["status"] == "done"
    assert page.seen[0]["type"] in ("message.saved", "recall.done")


def test_resume_brings_finished_messages_their_receipts_and_notices(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    tabs = [tab_of(alice, conversation) for _ in range(2)]
    model.load(["Noted.", "The harp."])

    async def first() -> int:
        async with tabs[0] as page:
            await page.say("I play the harp every evening.")
            await page.until("reply.done")
            return int(page.seen[-1]["seq"])

    async def second(after: int) -> list[dict[str, Any]]:
        async with tabs[1] as page:
            await page.say("Which instrument do I play every evening, the harp?")
            await page.until("reply.done")
            page.seen.clear()
            await page.send(type="resume", after=after)
            await page.say(" ")
            await page.until("error")
            return page.seen

    last = go(first())
    capture.run_user(user_id=alice.pk)
    missed = go(second(last))
    kinds = [frame["type"] for frame in missed]
    assert kinds.index("message.saved") < kinds.index("reply.done") and "memory.noticed" in kinds
    done = [frame for frame in missed if frame["type"] == "reply.done"]
    assert done[-1]["text"] == "The harp."
    receipt = next(frame for frame in missed if frame["message"] == done[-1]["message"])["receipt"]
    assert "harp" in receipt["items"][0]["content"]
    noticed = next(frame for frame in missed if frame["type"] == "memory.noticed")
    assert noticed["message"] == str(Message.objects.get(sequence=1).pk)


def test_a_notice_reaches_every_open_page_of_the_person_and_no_other(
    alice: User, bob: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    elsewhere = services.conversation_create(user=alice)
    bobs = services.conversation_create(user=bob)
    tabs = [tab_of(alice, conversation), tab_of(alice, elsewhere), tab_of(bob, bobs)]
    model.load(["Nice."])

    async def scenario() -> None:
        async with tabs[0] as page, tabs[1] as other, tabs[2] as foreign:
            for tab in (other, foreign):
                await tab.say(" ")
                await tab.until("error")
            await page.say("I play the harp.")
            saved = await page.until("message.saved")
            await page.until("reply.done")
            await asyncio.to_thread(capture.run_user, user_id=alice.pk)
            for tab in (page, other):
                noticed = await tab.until("memory.noticed")
                assert noticed["message"] == saved["message"]
                assert "harp" in noticed["memories"][0]["content"]
            await foreign.say(" ")
            assert (await foreign.next())["type"] == "error"

    go(scenario())


# ------------------------------------------------------------------------------------------------ without anyone


def test_a_reply_goes_on_without_a_socket(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any]
) -> None:
    tab = tab_of(alice, conversation)

    async def scenario() -> None:
        async with tab as page:
            await page.say("Talk")
            await page.until("reply.delta")

    with use_language_model(SteadyModel(words=100, pause=0.02)):
        go(scenario())
        reply = finished()
    assert (reply.status, reply.text) == ("done", "".join(f"w{number} " for number in range(100)))


def test_a_reply_that_nobody_waits_for_ends(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "UNSEEN_SECONDS", 2.0)
    tab, steady = tab_of(alice, conversation), SteadyModel()

    async def scenario() -> None:
        async with tab as page:
            await page.say("Talk")
            await asyncio.sleep(4)  # as long as it is open nothing ends it
            assert not steady.closed
            page.seen.clear()

    with use_language_model(steady):
        go(scenario())
        reply = finished()
    assert (reply.status, reply.error) == ("interrupted", "nobody_there") and reply.text and steady.closed


def finished() -> Message:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        reply = Message.objects.get(role="assistant")
        if reply.status != Message.Status.ANSWERING:
            return reply
        time.sleep(0.05)
    raise AssertionError("the reply did not end")


def test_an_idle_socket_stays_open(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], model: ScriptedModel
) -> None:
    tab = tab_of(alice, conversation)
    model.load(["Still here."])

    async def scenario() -> None:
        async with tab as page:
            await asyncio.sleep(7)
            await page.say("Hello?")
            assert (await page.until("reply.done"))["text"] == "Still here."

    go(scenario())


def test_without_redis_the_own_socket_gets_its_reply(
    alice: User, conversation: Conversation, tab_of: Callable[..., Any], settings: Any, model: ScriptedModel
) -> None:
    away = "redis://127.0.0.1:1/0"
    settings.REDIS_URL = away
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.core.RedisChannelLayer",
            "CONFIG": {"hosts": [{"address": away, "socket_connect_timeout": 1}]},
        }
    }
    quick.forget_failure()
    tabs = [tab_of(alice, conversation), tab_of(alice, conversation)]
    model.load(["uno", "dos"])

    async def scenario() -> None:
        async with tabs[0] as page, tabs[1] as other:
            for text in ("uno", "dos"):
                await page.say("Count")
                assert (await page.until("reply.done"))["text"] == text
                assert (await other.until("reply.done"))["text"] == text
            await asyncio.sleep(2)
            await page.send(type="resume", after=0)
            await page.until("reply.done", times=2)

    go(scenario())
    quick.forget_failure()
    assert Message.objects.filter(role="assistant", status="done").count() == 2


def test_sockets_outlive_a_restart_of_redis(
    alice: User,
    conversation: Conversation,
    tab_of: Callable[..., Any],
    redis_client: Any,
    model: ScriptedModel,
) -> None:
    tabs = [tab_of(alice, conversation), tab_of(alice, conversation)]
    model.load(["uno", "dos", "tres"])

    def restart() -> None:
        """All that a restart does to its clients: their connections break, and nothing is remembered."""
        redis_client.delete(*redis_client.keys("memoryhub:*"))
        redis_client.client_kill_filter(_type="normal", skipme=True)

    async def scenario() -> None:
        async with tabs[0] as page, tabs[1] as other:
            for text in ("uno", "dos", "tres"):
                await page.say("Count")
                for tab in (page, other):
                    # What was missed is sent again, with a little of what was not.
                    while (await tab.until("reply.done"))["text"] != text:
                        pass
                await asyncio.to_thread(restart)

    go(scenario())


def test_a_server_that_stops_keeps_the_part_that_came(
    alice: User,
    conversation: Conversation,
    asgi_server: AsgiServer,
    tab_of: Callable[..., Any],
) -> None:
    tab, steady = tab_of(alice, conversation), SteadyModel()

    async def scenario() -> None:
        async with tab as page:
            await page.say("Talk")
            await page.until("reply.delta", times=3)
            asgi_server._server.should_exit = True
            assert await page.closed() == 1012

    with use_language_model(steady):
        go(scenario())
        asgi_server._thread.join(timeout=15)
    reply = Message.objects.get(role="assistant")
    assert (reply.status, reply.error) == ("interrupted", "process_lost") and reply.text.startswith("w0 w1")
    assert steady.closed and Conversation.objects.get().reply_claim is None
