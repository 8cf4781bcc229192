"""What is forgotten is gone from what the assistant said of it, too: prompt, search, summary and capture."""

from uuid import UUID

import pytest

from chat import finding, folding, kept, services, session, turn
from chat.models import Conversation, Message, SummaryLine
from memories import capture, sources
from memories import services as memory_services
from memories.capture import runs
from memories.models import Memory, RecallTrace, Tombstone
from memories.said_again import Statement, stretches
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)

CHATS = [
    (
        "My brother Anselm is a beekeeper in Truro.",
        "What does my brother do?",
        "Forget that my brother is a beekeeper.",
        "Hello there, how is it going?",
        "beekeeper",
    ),
    (
        "我哥哥安瑟姆在特鲁罗养蜂。",
        "我哥哥是做什么的？",
        "忘掉我哥哥养蜂的事。",
        "你好，最近怎么样？",
        "养蜂",
    ),
]


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def say(user: User, conversation: Conversation, *texts: str) -> Message:
    """Each is a turn with its reply, captured at once; returns the last message."""
    for text in texts:
        done = turn.run_sync(user=user, conversation=conversation, text=text, client_id=None)
        capture.run_user(user_id=user.pk)
    return done.message


def window(message: Message) -> str:
    seen = session.load(message=message, read_only=True)
    return "\n".join(said.text for one in seen.window.turns for said in one.messages)


@pytest.mark.parametrize(("told", "asked", "forget", "talk", "word"), CHATS)
def test_a_reply_that_quoted_it_is_in_no_prompt_and_not_found(
    alice: User, told: str, asked: str, forget: str, talk: str, word: str
) -> None:
    conversation = services.conversation_create(user=alice)
    quoting = say(alice, conversation, told, asked)
    reply = services.reply_of(message=quoting)
    assert reply is not None and word in reply.text
    assert word in window(quoting) and finding.messages_find(user=alice, q=word)
    last = say(alice, conversation, forget, talk)
    assert word not in window(last)
    assert word not in " ".join(hit.excerpt for hit in finding.messages_find(user=alice, q=word))
    again = services.reply_of(message=say(alice, conversation, asked))
    assert again is not None and word not in again.text
    reply.refresh_from_db()
    assert word in reply.text  # the person's own view of what was said stays
    memory_services.memory_restore(user=alice, memory_ids=[Memory.objects.get(status="forgotten").pk])
    assert word in window(last)


@pytest.mark.parametrize(("told", "asked", "forget", "talk", "word"), CHATS)
def test_no_summary_line_tells_it(
    alice: User, told: str, asked: str, forget: str, talk: str, word: str, settings: object
) -> None:
    settings.MEMORY_WINDOW_TURNS = 4  # type: ignore[attr-defined]
    conversation = services.conversation_create(user=alice)
    say(alice, conversation, told, asked, talk, talk, talk)
    assert folding.fold(conversation_id=conversation.pk)
    assert any(word in line.text for line in SummaryLine.objects.all())
    say(alice, conversation, forget)
    assert not any(word in line.text for line in SummaryLine.objects.all())
    say(alice, conversation, talk, talk, talk, talk)
    assert folding.fold(conversation_id=conversation.pk)
    assert not any(word in line.text for line in SummaryLine.objects.all())
    assert not any(word in line.text for line in kept.load(conversation_id=conversation.pk).summary)


def test_what_a_model_had_to_read_is_hidden_whole_and_what_it_had_not_by_its_sentences(alice: User) -> None:
    conversation = services.conversation_create(user=alice)
    asked = say(alice, conversation, "I work as a welder in Hull.", "What shall I wear?")
    memory = Memory.objects.get()
    given = services.reply_of(message=asked)
    other = services.reply_of(message=say(alice, conversation, "And tomorrow?"))
    assert given is not None and other is not None
    RecallTrace.objects.filter(reply=given).update(reply=None)
    RecallTrace.objects.create(user=alice, reply=given, injected=[memory.pk], used=None)
    RecallTrace.objects.filter(reply=other).update(injected=[], used=[])
    Message.objects.filter(pk=given.pk).update(text="With your trade, something that sparks do not harm.")
    Message.objects.filter(pk=other.pk).update(text="It will rain. A welder needs boots. Take a hat.")
    session.clear(conversation_id=conversation.pk)
    last = say(alice, conversation, "Forget that I'm a welder.", "Fine.")
    shown = window(last)
    assert "sparks" not in shown and "welder" not in shown.lower()
    assert "It will rain." in shown and "Take a hat." in shown


def test_a_reply_that_is_finished_later_is_hidden_as_well(alice: User) -> None:
    conversation = services.conversation_create(user=alice)
    say(alice, conversation, "I work as a welder in Hull.")
    message, _new = services.message_save(conversation=conversation, text="Tell me a story.", client_id=None)
    reply = services.reply_begin(message=message, trace_id=None)
    memory_services.memory_forget(user=alice, memory_ids=[Memory.objects.get().pk])
    assert services.reply_finish(reply=reply, text="There was a welder in Hull. He sang.", status="done")
    shown = window(say(alice, conversation, "Nice."))
    assert "welder" not in shown and "He sang." in shown


def test_other_peoples_chats_and_other_matters_stay(alice: User, bob: User) -> None:
    theirs = services.conversation_create(user=bob)
    say(bob, theirs, "I work as a welder in Hull.", "What is my job?")
    mine = services.conversation_create(user=alice)
    say(
        alice,
        mine,
        "I work as a welder in Hull.",
        "I have a boat called Kittiwake.",
        "What is my boat called?",
    )
    say(alice, mine, "Forget that I'm a welder.")
    assert "Kittiwake" in window(say(alice, mine, "Thanks."))
    assert "welder" in window(say(bob, theirs, "Thanks."))
    assert not Tombstone.objects.filter(user=bob).exists()


def test_the_line_before_an_answer_is_read_without_it(alice: User) -> None:
    conversation = services.conversation_create(user=alice)
    say(alice, conversation, "I work as a welder in Hull.", "What is my job?")
    memory_services.memory_forget(user=alice, memory_ids=[Memory.objects.get().pk])
    message, _new = services.message_save(conversation=conversation, text="Yes.", client_id=None)
    read = sources.conversations().turn(user=alice, message_id=message.pk)
    assert read is not None and "welder" not in read.previous_assistant


def test_a_request_to_forget_tells_nothing_to_recall(alice: User) -> None:
    conversation = services.conversation_create(user=alice)
    services.message_save(conversation=conversation, text="Forget my allergy. I like rain.", client_id=None)
    (waiting,) = sources.conversations().pending_turns(user=alice)
    assert waiting.text.strip() == "I like rain."


def test_erasing_everything_hides_the_replies_of_the_chats_that_taught(alice: User) -> None:
    conversation = services.conversation_create(user=alice)
    last = say(alice, conversation, "I work as a welder in Hull.", "What is my job?")
    assert memory_services.memory_erase_all(user=alice) == 1
    assert "welder" not in window(say(alice, conversation, "Hello."))
    assert last.conversation_id == conversation.pk
    rows = [{"content": "User works as a welder in Hull"}]
    assert (
        memory_services.memories_import(user=alice, rows=rows).imported == 1
    )  # the person's own export comes back


STATEMENT = Statement(
    memory_id=UUID(int=1),
    value="turquoise",
    content="Your favourite colour is turquoise",
    spoken=("My favourite colour is turquoise.",),
)


@pytest.mark.parametrize(
    ("text", "own", "near", "said"),
    [
        ("You said: “My favourite colour is turquoise.” Nice.", False, False, 1),
        ("Turquoise it is.", False, True, 1),
        ("Turquoise it is.", False, False, 0),
        ("A turquoise colour suits you.", False, False, 1),
        ("Paint the door turquoise, please.", True, True, 0),
        ("Again: my favourite colour is turquoise!", True, False, 1),
        ("What is my favourite colour?", True, True, 0),
    ],
)
def test_a_sentence_says_it_again(text: str, own: bool, near: bool, said: int) -> None:
    assert len(list(stretches(text, STATEMENT, own=own, near=near))) == said
    if said:
        assert any(key in text.lower() for key in STATEMENT.marks())


def test_all_of_a_statement_about_somebody_goes_by_the_name() -> None:
    about = Statement(memory_id=UUID(int=1), value="", content="Your wife is tall", about=("Lidia", "老婆"))
    text = "No, Lidia works at a bank. 我老婆在银行上班。 We won."
    assert [text[start:end].strip() for start, end in stretches(text, about, own=True, near=True)] == [
        "No, Lidia works at a bank.",
        "我老婆在银行上班。",
    ]


@pytest.mark.parametrize(("told", "asked", "forget", "talk", "word"), CHATS)
def test_no_title_tells_it_but_the_persons_own(
    alice: User, told: str, asked: str, forget: str, talk: str, word: str
) -> None:
    first, named, other = (services.conversation_create(user=alice) for _each in range(3))
    for conversation in (first, named):
        say(alice, conversation, told)
    say(alice, other, talk)
    services.conversation_rename(user=alice, conversation_id=named.pk, title=told)
    say(alice, first, asked, forget)
    for conversation in (first, named, other):
        conversation.refresh_from_db()
    assert (first.title, named.title, other.title) == (asked, told, talk)


def test_a_chat_of_nothing_else_has_no_title_any_more(alice: User) -> None:
    conversation = services.conversation_create(user=alice)
    say(alice, conversation, CHATS[0][0])
    memory_services.memory_forget(user=alice, memory_ids=[memory.pk for memory in Memory.objects.of(alice)])
    conversation.refresh_from_db()
    assert conversation.title == ""
