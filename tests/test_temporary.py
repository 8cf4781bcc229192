"""Temporary chats: what is said in one is in Redis alone, for its person alone, and gone at its end."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse

from chat import live, quick, services, temporary, temporary_store, temporary_turn
from chat.models import Conversation, Message
from chat.temporary import TemporaryAway, TemporaryChat, TemporaryNotFound
from memories import capture, recall
from memories import services as memory_services
from memories.capture.types import Turn
from memories.models import CaptureRun, Memory, Profile, ProfileLine, RecallTrace
from memories.upkeep import nightly
from memoryhub.ai.errors import ContextTooLong, StreamBroken
from memoryhub.ai.llm import ChatMessage, Delta, Finish, Usage, use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User
from tests.api_client import Api

pytestmark = pytest.mark.django_db(transaction=True)

#: Words that stand nowhere else.
WORDS = ("Quillfeather", "陶艺馆", "xylorimba")


@pytest.fixture
def chat(alice: User) -> TemporaryChat:
    return temporary.temporary_create(user=alice)


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    scripted = ScriptedModel()
    with use_language_model(scripted):
        yield scripted


def say(chat: TemporaryChat, text: str, client_id: str | None = None) -> Any:
    return temporary_turn.run_sync(user=chat.user, conversation=chat, text=text, client_id=client_id)


def fresh(chat: TemporaryChat) -> TemporaryChat:
    return temporary.temporary_get_for_user(user=chat.user, chat_id=chat.pk)


def texts(chat: TemporaryChat) -> list[str]:
    return [each.message.text for each in temporary.held(chat=fresh(chat), limit=100)]


def in_postgresql(word: str) -> list[str]:
    """The tables in any row of which the word stands, in whatever column."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'")
        tables = [name for (name,) in cursor.fetchall()]
        found = []
        for table in tables:
            cursor.execute(f"SELECT 1 FROM {table} AS t WHERE t::text ILIKE %s LIMIT 1", [f"%{word}%"])
            if cursor.fetchone():
                found.append(table)
    assert len(tables) > 30
    return found


def in_redis(client: Any, word: str) -> list[str]:
    """The keys whose name or value holds the word, as it is or as JSON writes it."""
    forms = {word.encode(), word.encode("unicode_escape")}
    found = []
    for key in client.scan_iter(count=1000):
        kind = client.type(key)
        if kind == b"string":
            value = client.get(key)
        elif kind == b"hash":
            value = b" ".join(part for pair in client.hgetall(key).items() for part in pair)
        elif kind == b"list":
            value = b" ".join(client.lrange(key, 0, -1))
        elif kind == b"set":
            value = b" ".join(client.smembers(key))
        else:
            value = b" ".join(member for member in client.zrange(key, 0, -1))
        if any(form in key or form in value for form in forms):
            found.append(key.decode())
    return sorted(found)


# ------------------------------------------------------------------------------------------------ its own thread


@pytest.mark.parametrize("use_memory", [True, False])
@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ("The budget is €431 and never book without asking me.", "What's the budget?", "€431"),
        ("预算是431元，没我同意别订。", "预算是多少？", "431元"),
        ("The kiln opens at the Rushmere barn.", "Where does the kiln open?", "Rushmere barn"),
        ("Never book without asking me.", "What must you not do?", "Never book without asking me"),
        ("没我同意别订。", "你不能做什么？", "没我同意别订"),
        ("Never book without asking me.", "You may book now.", "until this temporary chat ends: “Never book"),
        ("没我同意别订。", "现在可以订了，不用问我。", "在这次临时对话结束之前一直有效：“没我同意别订”"),
    ],
)
def test_it_answers_from_what_was_said_in_it(
    alice: User, use_memory: bool, said: str, asked: str, answer: str
) -> None:
    own = temporary.temporary_create(user=alice, use_memory=use_memory)
    say(own, said)
    say(own, "The weather is fine. 天气不错。")
    assert answer in say(own, asked).reply.text


# ------------------------------------------------------------------------------------------------ nothing is left


def test_nothing_of_a_whole_chat_is_anywhere(
    alice: User, chat: TemporaryChat, redis_client: Any, caplog: pytest.LogCaptureFixture, capfd: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    tea = memory_services.memory_remember(user=alice, content="I like jasmine tea best.")
    before = Memory.objects.values().get()
    result = say(chat, "Remember that my cat is called Quillfeather.")
    say(chat, "我打算离职去开一家陶艺馆，先别跟任何人说。记住，三月底提。")
    say(chat, "I sold my xylorimba. My password is xylorimba-77!", client_id="once")
    assert say(chat, "Which tea do I like best?").recollection.memories[0].memory_id == tea.pk
    say(chat, "Forget that I like jasmine tea.")
    assert result.message._state.adding and result.reply._state.adding
    for word in WORDS:
        assert in_postgresql(word) == []
        holds = in_redis(redis_client, word)
        assert quick.key("temporary", chat.pk, "messages") in holds
        assert set(holds) <= {quick.key("temporary", chat.pk), quick.key("temporary", chat.pk, "messages")}

    temporary.temporary_end(user=alice, chat_id=chat.pk)
    capture.run_user(user_id=alice.pk)
    capture.sweep()
    nightly.run()
    for word in (*WORDS, str(chat.pk)):
        assert in_postgresql(word) == []
        assert in_redis(redis_client, word) == []
    logged = " ".join([caplog.text, *(str(record.__dict__) for record in caplog.records)])
    said = logged + "".join(capfd.readouterr())
    assert not [word for word in WORDS if word in said]
    assert Memory.objects.values().get() == before, "no access is counted, nothing is forgotten"
    assert not RecallTrace.objects.exists()
    assert not CaptureRun.objects.exclude(message__isnull=True).exists()
    assert not Conversation.objects.exists() and not Message.objects.exists()
    assert in_postgresql("jasmine") != [], "the search would find what is there"


def test_its_keys_live_for_a_day_from_their_last_use(chat: TemporaryChat, redis_client: Any) -> None:
    say(chat, "Hello there, how are you today?")
    own = [key for key in redis_client.scan_iter() if str(chat.pk).encode() in key]
    mine = quick.key("temporary", "of", chat.user.pk)
    assert len(own) == 3  # head, messages, index; nothing was read
    for key in [*own, mine]:
        assert 0 < redis_client.ttl(key) <= temporary_store.KEEP_SECONDS
        redis_client.expire(key, 60)
    fresh(chat)
    for key in [*own, mine]:
        assert redis_client.ttl(key) > 3600
    redis_client.expire(own[0], 60)
    with pytest.raises(TemporaryNotFound):
        temporary.temporary_get_for_user(user=User(pk=uuid.uuid4()), chat_id=chat.pk)
    assert redis_client.ttl(own[0]) <= 60, "another person's look keeps nothing alive"


def test_when_its_time_is_over_it_is_gone(chat: TemporaryChat, redis_client: Any) -> None:
    redis_client.delete(quick.key("temporary", chat.pk))
    with pytest.raises(TemporaryNotFound):
        say(chat, "Are you there still?")
    with pytest.raises(TemporaryNotFound):
        temporary.temporary_end(user=chat.user, chat_id=chat.pk)


def test_the_account_takes_its_chats_along(chat: TemporaryChat, redis_client: Any) -> None:
    say(chat, "I keep a Quillfeather.")
    chat.user.delete()
    assert in_redis(redis_client, "Quillfeather") == []
    assert in_redis(redis_client, str(chat.pk)) == []


def test_an_error_is_logged_by_its_kind_alone(
    chat: TemporaryChat, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Talkative(ScriptedModel):
        async def stream(
            self, *, messages: Sequence[ChatMessage], max_tokens: int, **options: Any
        ) -> AsyncGenerator[Delta | Finish, None]:
            raise ValueError(f"cannot say {messages[-1]['content']}")
            yield Delta(text="")

    def fail(request: Any) -> Any:
        raise ValueError(request.query)

    monkeypatch.setattr(recall, "recall", fail)
    with use_language_model(Talkative()):
        reply = say(chat, "I keep a Quillfeather.").reply
    assert reply.status == Message.Status.FAILED and reply.text
    assert "ValueError" in caplog.text
    assert "Quillfeather" not in caplog.text + str([record.__dict__ for record in caplog.records])


# ------------------------------------------------------------------------------------------------ memory


def test_the_switch_decides_whether_memories_are_read(alice: User, chat: TemporaryChat) -> None:
    memory = memory_services.memory_remember(user=alice, content="I live in Ghent.")
    assert [row.memory_id for row in say(chat, "Where do I live?").recollection.injected] == [memory.pk]
    temporary.temporary_use_memory(user=alice, chat_id=chat.pk, use_memory=False)
    off = say(chat, "Where do I live?")
    assert off.recollection.injected == () and off.recollection.gate == "switched_off"
    assert "Ghent" not in off.reply.text
    temporary.temporary_use_memory(user=alice, chat_id=chat.pk, use_memory=True)
    assert say(chat, "Where do I live?").recollection.injected
    assert not RecallTrace.objects.exists()
    assert Memory.objects.get().access_count == 0


def test_switched_off_from_the_start_no_memory_is_looked_at(
    alice: User, django_assert_num_queries: Any
) -> None:
    memory_services.memory_remember(user=alice, content="I live in Ghent.")
    chat = temporary.temporary_create(user=alice, use_memory=False)
    with django_assert_num_queries(0):
        say(chat, "Where do I live?")
    statement = temporary.temporary_end(user=alice, chat_id=chat.pk)
    assert (statement.memories, statement.gone, statement.words) == ([], 0, 0)


def test_the_end_tells_what_was_read_and_that_nothing_was_written(alice: User, chat: TemporaryChat) -> None:
    memory_services.memory_remember(user=alice, content="I play the viola.")
    ghent = memory_services.memory_remember(user=alice, content="I live in Ghent.")
    gone = memory_services.memory_remember(user=alice, content="My dentist is Dr Bell.")
    other = services.conversation_create(user=alice)
    services.message_save(conversation=other, text="My dentist moved to Leuven.", client_id="1")
    say(chat, "Where do I live?")
    say(chat, "Who is my dentist?")
    say(chat, "Remember that I live in Bruges now.")
    memory_services.memory_edit(user=alice, memory_id=ghent.pk, content="I live in Ghent, by the river.")
    memory_services.memory_forget(user=alice, memory_ids=[gone.pk])
    statement = temporary.temporary_end(user=alice, chat_id=chat.pk)
    assert "I live in Ghent, by the river." in [memory.content for memory in statement.memories]
    assert statement.gone == 1
    assert statement.words == 1, "a message that memory had not taken in yet"
    assert (statement.messages, statement.said, statement.asked) == (6, 3, 1)
    assert statement.written == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Remember that my cat is called Tom.", "remember"),
        ("Please keep in mind that I am allergic to nuts", "remember"),
        ("记住，我打算三月底提离职。", "remember"),
        ("帮我记一下，周五要交房租。", "remember"),
        ("Forget that I live in Ghent.", "forget"),
        ("忘掉我住在根特这件事。", "forget"),
        ("你记错了，我不吃辣。", "correct"),
        ("Do you remember where I live?", None),
        ("你还记得我住哪儿吗？", None),
        ("I live in Ghent.", None),
    ],
)
def test_asked_of_the_memory_it_says_that_it_is_not_done(chat: TemporaryChat, text: str, kind: str) -> None:
    turn = Turn(
        message_id=uuid.uuid4(), conversation_id=chat.pk, text=text, said_at=chat.created_at,
        previous_assistant="",
    )  # fmt: skip
    assert capture.asked_in_words(turn) == kind
    result = say(chat, text)
    told = any(word in result.reply.text for word in ("temporary chat", "临时"))
    assert told == (kind is not None)
    assert ("I will remember" in result.reply.text) is False
    assert not Memory.objects.exists()
    assert temporary.temporary_end(user=chat.user, chat_id=chat.pk).asked == int(kind is not None)


def test_a_model_is_told_that_nothing_is_kept(chat: TemporaryChat, model: ScriptedModel) -> None:
    model.load(["All right."])
    prompt = say(chat, "Remember that my cat is called Tom.").prompt
    assert "temporary chat" in str(prompt[0]["content"])
    assert "this is not saved" in str(prompt[0]["content"])


# ------------------------------------------------------------------------------------------------ the turn


def test_the_window_holds_what_was_said_in_whole_turns(chat: TemporaryChat, model: ScriptedModel) -> None:
    model.load(["Ghent is lovely.", "In spring."])
    say(chat, "Tell me of Ghent.")
    prompt = say(chat, "When should I go?").prompt
    assert [each["content"] for each in prompt[1:]] == [
        "Tell me of Ghent.", "Ghent is lovely.", "When should I go?",
    ]  # fmt: skip
    assert texts(chat) == ["Tell me of Ghent.", "Ghent is lovely.", "When should I go?", "In spring."]


def test_a_long_chat_holds_its_thread_without_a_worker(
    chat: TemporaryChat, redis_client: Any, model: ScriptedModel
) -> None:
    say(
        chat,
        "Don't book anything before I say so. My budget is 350 euros, and we chose the Quillfeather inn.",
    )
    for number in range(40):
        model.load([f"Fact {number} about trains is that they are long and run on rails."])
        say(chat, f"Tell me fact {number} about trains, please, as I like to hear about them.")
    model.load(["Yes."])
    prompt = "\n".join(str(each["content"]) for each in say(chat, "Where did we want to stay?").prompt)
    assert "Don't book anything before I say so" in prompt
    assert "350" in prompt and "Quillfeather" in prompt, "from the summary and the state"
    assert "fact 39" in prompt and "fact 3 about trains, please" not in prompt.partition("Tell me fact 30")[2]
    assert fresh(chat).kept.summary_to > 20
    assert in_postgresql("Quillfeather") == []
    assert [key for key in in_redis(redis_client, "Quillfeather") if str(chat.pk) not in key] == []
    assert not [key for key in redis_client.scan_iter() if b"celery" in key and b"_kombu" not in key]


def test_a_secret_is_in_no_summary(chat: TemporaryChat, model: ScriptedModel) -> None:
    say(chat, "My password is hunter2-Zebra-99 and the code of the door is 4417, remember both.")
    for number in range(20):
        model.load(["Fine."])
        say(chat, f"Message {number} of many more")
    keep = fresh(chat).kept
    assert keep.summary_to > 2
    assert "hunter2-Zebra-99" not in str(keep.as_row())


def test_the_profile_is_read_by_the_same_switch_and_told(alice: User, chat: TemporaryChat) -> None:
    memory = memory_services.memory_remember(user=alice, content="I live in Ghent.")
    line = ProfileLine.objects.create(
        profile=Profile.objects.get_or_create(user=alice)[0],
        position=1,
        text="You live in Ghent, by the river.",
    )
    line.memories.add(memory)
    off = temporary.temporary_create(user=alice, use_memory=False)
    assert "by the river" not in str(say(off, "Help me plan my week.").prompt)
    assert temporary.temporary_end(user=alice, chat_id=off.pk).profile is False
    assert "by the river" in str(say(chat, "Help me plan my week.").prompt)
    assert temporary.temporary_end(user=alice, chat_id=chat.pk).profile is True


def test_a_long_chat_keeps_its_window_and_is_read_in_pages(
    chat: TemporaryChat, settings: Any, alice: User, client_for: Callable[[User], Client]
) -> None:
    settings.CHAT_RATE_PER_MINUTE = 1_000
    chat_now = fresh(chat)
    for number in range(60):
        message = temporary.message_keep(chat=chat_now, text=f"number {number}", client_id=None)
        reply = temporary.reply_begin(
            chat=chat_now, message=message, recollection=recall.Recollection(gate="empty")
        )
        temporary.reply_finish(
            chat=chat_now, reply=reply, recollection=recall.Recollection(gate="empty"),
            text=f"answer {number}", status="done", error="", model="", usage=None,
        )  # fmt: skip
    with use_language_model(scripted := ScriptedModel()):
        scripted.load(["Yes."])
        prompt = say(chat, "And now?").prompt
    assert len(prompt) == 2 * settings.MEMORY_WINDOW_TURNS + 2
    client = client_for(alice)
    page = client.get(f"/chat/temporary/{chat.pk}/").text
    assert "number 59" in page and "number 2<" not in page and "?before=" in page
    earlier = client.get(f"/chat/temporary/{chat.pk}/?before=73&part=thread").text
    assert "number 35" in earlier and "number 36" not in earlier


def test_the_same_client_id_is_the_same_message(chat: TemporaryChat, model: ScriptedModel) -> None:
    model.load(["One.", "Two."])
    first, again = say(chat, "Hello there", "a"), say(chat, "Hello there", "a")
    assert first.message.pk == again.message.pk and again.reply.text == "One."
    assert texts(chat) == ["Hello there", "One."]


def test_a_broken_reply_is_answered_again_in_its_place(chat: TemporaryChat, model: ScriptedModel) -> None:
    model.load(["!error", "Whole."])
    failed = say(chat, "Hello there", "a").reply
    assert failed.status == Message.Status.FAILED and "Your message is kept" in failed.text
    assert say(chat, "Hello there", "a").reply.text == "Whole."
    assert texts(chat) == ["Hello there", "Whole."]


def test_a_reply_whose_process_died_is_shown_as_broken_off(chat: TemporaryChat) -> None:
    message = temporary.message_keep(chat=chat, text="Hello there", client_id="a")
    temporary.reply_begin(chat=chat, message=message, recollection=recall.Recollection(gate="empty"))
    token = uuid.uuid4()
    assert temporary_store.claim(chat_id=chat.pk, owner=chat.user.pk, token=token)
    assert temporary.held(chat=fresh(chat), limit=9)[1].message.status == Message.Status.ANSWERING
    temporary_store.release(chat_id=chat.pk, owner=chat.user.pk, token=token)
    lost = temporary.held(chat=fresh(chat), limit=9)[1].message
    assert (lost.status, lost.error) == (Message.Status.INTERRUPTED, services.PROCESS_LOST)


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 100_001])
def test_what_cannot_be_sent_is_not_kept(chat: TemporaryChat, text: str) -> None:
    with pytest.raises(ValidationError):
        say(chat, text)
    assert texts(chat) == []


def test_too_long_for_the_model_is_tried_again_shorter(chat: TemporaryChat) -> None:
    class Narrow(ScriptedModel):
        asked = 0

        async def stream(
            self, *, messages: Sequence[ChatMessage], max_tokens: int, **options: Any
        ) -> AsyncGenerator[Delta | Finish, None]:
            self.asked += 1
            if self.asked == 1:
                raise ContextTooLong("too long")
            yield Delta(text="Short.")
            yield Finish(usage=Usage(prompt_tokens=1, completion_tokens=1, estimated=False), reason="stop")

    with use_language_model(Narrow()):
        assert say(chat, "Hello there").reply.text == "Short."


def test_what_came_before_a_stream_broke_is_kept(chat: TemporaryChat) -> None:
    class Breaks(ScriptedModel):
        async def stream(
            self, *, messages: Sequence[ChatMessage], max_tokens: int, **options: Any
        ) -> AsyncGenerator[Delta | Finish, None]:
            yield Delta(text="Half of ")
            raise StreamBroken("gone", partial="Half of ")

    with use_language_model(Breaks()):
        assert say(chat, "Hello there").reply.status == Message.Status.INTERRUPTED
    assert texts(chat) == ["Hello there", "Half of "]


class Endless(ScriptedModel):
    """Says words until it is closed; ``on_word`` is called at each."""

    def __init__(self, on_word: Callable[[int], None]) -> None:
        super().__init__()
        self.on_word = on_word

    async def stream(
        self, *, messages: Sequence[ChatMessage], max_tokens: int, **options: Any
    ) -> AsyncGenerator[Delta | Finish, None]:
        for number in range(100_000):
            yield Delta(text=f"w{number} ")
            await asyncio.to_thread(self.on_word, number)
            await asyncio.sleep(0.02)


def test_a_stop_asked_for_elsewhere_ends_the_reply(chat: TemporaryChat) -> None:
    with use_language_model(Endless(lambda number: live.ask_stop(chat.pk) if number == 5 else None)):
        reply = say(chat, "Hello there").reply
    assert (reply.status, reply.error) == (Message.Status.INTERRUPTED, services.STOPPED)
    assert texts(chat)[1].startswith("w0 w1 ")


def test_ended_while_a_reply_is_written_nothing_comes_back(chat: TemporaryChat, redis_client: Any) -> None:
    def end(number: int) -> None:
        if number == 5:
            temporary.temporary_end(user=chat.user, chat_id=chat.pk)

    with use_language_model(Endless(end)):
        say(chat, "I keep a Quillfeather.")
    assert in_redis(redis_client, str(chat.pk)) == []
    assert in_redis(redis_client, "Quillfeather") == []
    with pytest.raises(TemporaryNotFound):
        fresh(chat)


def test_one_reply_at_a_time_in_the_order_of_the_messages(chat: TemporaryChat) -> None:
    async def both() -> list[Any]:
        return list(
            await asyncio.gather(
                *(
                    temporary_turn.run(
                        user=chat.user, conversation=chat, text=f"Message {number}", client_id=None
                    )
                    for number in range(4)
                )
            )
        )

    results = async_to_sync(both)()
    assert sorted(result.message.sequence for result in results) == sorted(
        {result.message.sequence for result in results}
    )
    assert len(texts(chat)) == 8
    assert not fresh(chat).busy


# ------------------------------------------------------------------------------------------------ Redis away


@pytest.fixture
def away(settings: Any) -> Iterator[Callable[[], None]]:
    """Redis goes away when this is called."""

    def go() -> None:
        settings.REDIS_URL = "unix:///nonexistent/redis.sock"
        quick.forget_failure()

    yield go
    quick.forget_failure()


def test_with_redis_away_nothing_falls_back(
    alice: User, chat: TemporaryChat, away: Callable[[], None], client_for: Callable[[User], Client]
) -> None:
    client, api = client_for(alice), Api(alice)
    path = f"/chat/temporary/{chat.pk}/"
    away()
    with pytest.raises(TemporaryAway):
        say(chat, "I keep a Quillfeather.")
    for response in (client.get(path), client.post("/chat/temporary/"), client.post(f"{path}end/")):
        assert response.status_code == 503
        assert "could not be kept" in response.text
    sent = client.post(path, {"text": "I keep a Quillfeather."})
    assert sent.status_code == 503 and "I keep a Quillfeather." in sent.text, "to be copied"
    status, answer = api.post(f"temporary/{chat.pk}/messages", {"text": "I keep a Quillfeather."})
    assert (status, answer["error"]["code"]) == (503, "busy")
    assert in_postgresql("Quillfeather") == []


# ------------------------------------------------------------------------------------------------ the pages


def start(client: Client, **data: str) -> str:
    response = client.post("/chat/temporary/", data)
    assert response.status_code == 302
    return str(response["Location"]).partition("#")[0]


def test_the_pages_work_without_a_script(alice: User, client_for: Callable[[User], Client]) -> None:
    memory = memory_services.memory_remember(user=alice, content="I live in Ghent.")
    client = client_for(alice)
    assert "/chat/temporary/" in client.get("/chat/").text
    path = start(client)
    empty = client.get(path)
    assert "no-store" in empty["Cache-Control"] and "Nothing from this chat is saved" in empty.text
    sent = client.post(path, {"text": "Where do I live?", "client_id": "a"})
    assert sent.status_code == 302 and sent["Location"] == f"{path}#end"
    page = client.get(path).text
    assert "Where do I live?" in page and f"/memories/{memory.pk}/" in page and "Read 1 memory" in page
    assert path.split("/")[-2] not in client.get("/chat/").text, "it is in no list"
    assert "Where do I live" not in client.get("/chat/search/?q=Where+do+I+live").text.replace(
        'value="Where do I live"', ""
    ).replace("“Where do I live”", "")

    assert client.get(f"{path}end/")["Location"] == path
    ended = client.post(f"{path}end/")
    assert ended.status_code == 200 and "no-store" in ended["Cache-Control"]
    assert "I live in Ghent." in ended.text and f"/memories/{memory.pk}/" in ended.text
    assert "2 messages were deleted" in ended.text
    for response in (client.get(path), client.post(path, {"text": "Hi"}), client.post(f"{path}end/")):
        assert response.status_code == 404
        assert "Nothing of it is kept" in response.text


def test_a_chat_can_begin_with_a_message(alice: User, client_for: Callable[[User], Client]) -> None:
    client = client_for(alice)
    path = start(client, text="Hello there, old friend")
    assert "Hello there, old friend" in client.get(path).text
    assert not Message.objects.exists()


def test_what_is_refused_stays_in_the_box(
    alice: User, client_for: Callable[[User], Client], settings: Any
) -> None:
    client = client_for(alice)
    path = start(client)
    long = "long " * 30_000
    refused = client.post(path, {"text": long})
    assert refused.status_code == 400 and long.strip() in refused.text
    settings.CHAT_RATE_PER_MINUTE = 0
    refused = client.post(path, {"text": "Too fast"})
    assert refused.status_code == 429 and "Too fast</textarea>" in refused.text


def test_the_switch_is_a_form_and_a_fragment(alice: User, client_for: Callable[[User], Client]) -> None:
    client = client_for(alice)
    path = start(client)
    assert 'aria-checked="true"' in client.get(path).text
    assert client.post(f"{path}memory/", {"use_memory": "off"})["Location"] == path
    assert 'aria-checked="false"' in client.get(path).text
    fragment = client.post(f"{path}memory/", {"use_memory": "on"}, headers={"HX-Request": "true"}).text
    assert 'aria-checked="true"' in fragment and "<html" not in fragment
    memory_services.settings_update(user=alice, use=False)
    assert "switched off in your settings" in client.get(path).text


def test_a_broken_reply_can_be_answered_again_from_the_page(
    alice: User, client_for: Callable[[User], Client], model: ScriptedModel
) -> None:
    model.load(["!error", "Whole."])
    client = client_for(alice)
    path = start(client, text="Hello there")
    chat = temporary.temporary_get_for_user(user=alice, chat_id=uuid.UUID(path.split("/")[-2]))
    message = temporary.held(chat=chat, limit=9)[0].message
    again = reverse("chat:temporary-answer", args=[chat.pk, message.pk])
    assert again in client.get(path).text
    assert client.post(again)["Location"] == f"{path}#m-{message.pk}"
    assert "Whole." in client.get(path).text and again not in client.get(path).text
    foot = client.get(f"{path}messages/{message.pk}/", headers={"X-Requested-With": "fetch"})
    assert foot.status_code == 200 and "<html" not in foot.text
    assert client.get(f"{path}messages/{message.pk}/")["Location"] == f"{path}#m-{message.pk}"
    reply = temporary.held(chat=chat, limit=9)[1].message
    assert client.post(reverse("chat:temporary-answer", args=[chat.pk, reply.pk])).status_code == 404


def test_after_another_account_signs_in_it_is_not_there(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(alice)
    path = start(client, text="I keep a Quillfeather.")
    client.post("/accounts/logout/")
    assert client.get(path).status_code == 302
    client.force_login(bob, backend="allauth.account.auth_backends.AuthenticationBackend")
    for response in (
        client.get(path), client.post(path, {"text": "Hi"}), client.post(f"{path}memory/"),
        client.post(f"{path}end/"), client.get(f"{path}?part=thread"),
    ):  # fmt: skip
        assert response.status_code == 404
        assert "Quillfeather" not in response.text
    assert "Quillfeather" in client_for(alice).get(path).text, "and the owner has it still"


def test_the_pages_speak_chinese(alice: User, client_for: Callable[[User], Client]) -> None:
    alice.language = "zh-hans"
    alice.save()
    client = client_for(alice)
    path = start(client, text="记住，我养了一只猫。")
    assert 'lang="zh-hans"' in client.get(path).text
    assert client.post(f"{path}end/").status_code == 200


# ------------------------------------------------------------------------------------------------ REST


def test_the_api_starts_sends_lists_switches_and_ends(alice: User) -> None:
    memory = memory_services.memory_remember(user=alice, content="I live in Ghent.")
    api = Api(alice)
    status, made = api.post("temporary", {})
    assert status == 201 and made["use_memory"] is True
    path = f"temporary/{made['id']}"
    status, sent = api.post(f"{path}/messages", {"text": "Where do I live?", "client_id": "a"})
    assert status == 201
    assert [item["id"] for item in sent["receipt"]["items"]] == [str(memory.pk)]
    assert sent["reply"]["conversation"] == made["id"] and "Ghent" in sent["reply"]["text"]
    status, again = api.post(f"{path}/messages", {"text": "Where do I live?", "client_id": "a"})
    assert status == 200 and again["reply"]["id"] == sent["reply"]["id"]
    assert again["receipt"]["items"] == sent["receipt"]["items"]
    status, listed = api.get(f"{path}/messages")
    assert [row["text"] for row in listed["results"]] == ["Where do I live?", sent["reply"]["text"]]
    assert api.patch(path, {"use_memory": False})[1]["use_memory"] is False
    assert api.get(path)[1]["use_memory"] is False
    assert api.get(f"conversations/{made['id']}")[0] == 404, "it is no conversation"
    status, statement = api.delete(path)
    assert status == 200
    assert [row["id"] for row in statement["read"]] == [str(memory.pk)]
    assert (statement["messages"], statement["written"]) == (2, [])
    for method, body in (("get", None), ("patch", {"use_memory": True}), ("delete", None)):
        assert api(method, path, body)[0] == 404
    assert api.post(f"{path}/messages", {"text": "Hi"})[0] == 404


def test_the_api_refuses_what_it_does_not_know_and_whom(alice: User, bob: User) -> None:
    api, path = Api(alice), f"temporary/{temporary.temporary_create(user=alice).pk}"
    assert api.post("temporary", {"use_memory": "yes"})[0] == 400
    assert api.post("temporary", {"title": "x"})[0] == 400
    assert api.patch(path, {})[0] == 400
    assert api.post(f"{path}/messages", {"text": ""})[0] == 400
    other = Api(bob)
    for method, at, body in (
        ("get", path, None), ("patch", path, {"use_memory": True}), ("delete", path, None),
        ("get", f"{path}/messages", None), ("post", f"{path}/messages", {"text": "Hi"}),
    ):  # fmt: skip
        foreign, missing = (
            other(method, at, body),
            other(method, at.replace(path[10:46], str(uuid.uuid4())), body),
        )
        assert foreign == missing and foreign[0] == 404
    assert Api()("get", path)[0] == 401
    assert api.get(path)[0] == 200
