"""The chat pages without a script: list, open, send, rename, delete, search, and what is done to memories there."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from chat import reading, services
from chat.models import Conversation, Message
from memories import capture
from memories import services as memory_services
from memories.kinds import MemoryStatus, SensitiveCategory
from memories.models import Feedback, Memory, MemorySource, RecallTrace
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User

FETCH = {"X-Requested-With": "fetch"}


@pytest.fixture
def client(alice: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(alice)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


def url(name: str, *args: Any) -> str:
    return reverse(f"chat:{name}", args=args)


def say(conversation: Conversation, text: str, **fields: Any) -> Message:
    """A message of the person's as it is stored."""
    message, _created = services.message_save(
        conversation=conversation, text=text, client_id=fields.pop("client_id", str(uuid.uuid4()))
    )
    if fields:
        Message.objects.filter(pk=message.pk).update(**fields)
        message.refresh_from_db()
    return message


def reply(message: Message, text: str, *, status: str = "done", error: str = "") -> Message:
    """The reply to a message, as a turn leaves it."""
    answer = services.reply_begin(message=message, trace_id=None)
    services.reply_finish(reply=answer, text=text, status=status, error=error, model="test")
    return answer


def used(user: User, answer: Message, *memories: Memory, why: str = "meaning") -> RecallTrace:
    """The reply's receipt names these memories."""
    return RecallTrace.objects.create(
        user=user,
        reply=answer,
        gate="open",
        injected=[memory.pk for memory in memories],
        choices=[{"id": str(memory.pk), "score": 0.9, "in": True, "why": why} for memory in memories],
    )


def learnt(user: User, message: Message, content: str, **fields: Any) -> Memory:
    """A memory that has the message as its source."""
    memory = memory_services.memory_remember(user=user, content=content)
    Memory.objects.filter(pk=memory.pk).update(**fields)
    MemorySource.objects.filter(memory=memory).delete()
    MemorySource.objects.create(
        memory=memory,
        kind="message",
        message=message,
        role="user",
        start=0,
        end=4,
        said_at=message.created_at,
    )
    memory.refresh_from_db()
    return memory


# ------------------------------------------------------------------------------------------------ opening


def test_the_first_visit_shows_what_to_try_and_makes_no_chat(client: Client) -> None:
    page = client.get(url("index")).text
    assert page.count("data-example=") == 3
    assert f'action="{url("index")}"' in page
    assert not Conversation.objects.exists()


def test_chat_opens_the_latest(client: Client, alice: User) -> None:
    services.conversation_create(user=alice, title="Older")
    latest = services.conversation_create(user=alice, title="Latest")
    answer = client.get(url("index"))
    assert answer.status_code == 302
    assert answer["Location"] == url("conversation", latest.pk)


def test_a_text_to_begin_with_opens_a_new_page_with_it_in_the_box(client: Client, alice: User) -> None:
    services.conversation_create(user=alice, title="Latest")
    page = client.get(url("index"), {"text": "I live in <Ghent>"}).text
    assert ">I live in &lt;Ghent&gt;</textarea>" in page
    assert f'action="{url("index")}" data-composer' in page
    assert Conversation.objects.count() == 1


def test_new_chat_twice_is_one_empty_chat(client: Client, alice: User) -> None:
    first = client.post(url("index"))
    assert client.post(url("index"))["Location"] == first["Location"]
    [only] = Conversation.objects.all()
    say(only, "Hello")
    assert client.post(url("index"))["Location"] != first["Location"]
    assert Conversation.objects.filter(user=alice).count() == 2


def test_an_unused_chat_of_someone_elses_is_not_taken(client: Client, bob: User) -> None:
    theirs = services.conversation_create(user=bob)
    assert str(theirs.pk) not in client.post(url("index"))["Location"]


DOORS = [
    ("get", "conversation", ()),
    ("post", "conversation", ()),
    ("post", "rename", ()),
    ("get", "delete", ()),
    ("post", "delete", ()),
    ("get", "message", ("message",)),
    ("post", "answer", ("message",)),
    ("post", "memory", ("message", "memory")),
]


@pytest.mark.parametrize(("method", "name", "more"), DOORS)
def test_someone_elses_and_none_look_the_same(
    bob: User,
    alice: User,
    client_for: Callable[[User], Client],
    method: str,
    name: str,
    more: tuple[str, ...],
) -> None:
    mine = services.conversation_create(user=alice, title="Mine")
    message = say(mine, "I live in Ghent")
    ids = {"message": message.pk, "memory": learnt(alice, message, "You live in Ghent").pk}
    data = {"text": "Hello", "title": "Theirs", "act": "forget"}
    theirs = getattr(client_for(bob), method)(url(name, mine.pk, *(ids[one] for one in more)), data)
    nowhere = getattr(client_for(bob), method)(
        url(name, uuid.uuid4(), *(uuid.uuid4() for _one in more)), data
    )
    assert (theirs.status_code, nowhere.status_code) == (404, 404)
    assert "Mine" not in theirs.text
    mine.refresh_from_db()
    assert mine.title == "Mine"
    assert Message.objects.count() == 1
    assert Memory.objects.get().status == MemoryStatus.ACTIVE


@pytest.mark.parametrize(
    ("method", "name", "more"), [*DOORS, ("get", "index", None), ("get", "search", None)]
)
def test_signed_out_is_sent_to_sign_in(
    db: None, method: str, name: str, more: tuple[str, ...] | None
) -> None:
    ids = [] if more is None else [uuid.uuid4(), *(uuid.uuid4() for _one in more)]
    answer = getattr(Client(), method)(url(name, *ids))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_a_message_of_another_chat_is_not_found_in_this_one(client: Client, alice: User) -> None:
    one, other = (services.conversation_create(user=alice) for _ in range(2))
    message = say(one, "Hello")
    assert client.get(url("message", other.pk, message.pk)).status_code == 404
    assert client.get(url("message", one.pk, message.pk)).status_code == 302


# ------------------------------------------------------------------------------------------------ sending


@pytest.mark.django_db(transaction=True)
def test_a_message_is_sent_and_answered_by_a_plain_form(client: Client, conversation: Conversation) -> None:
    data = {"text": "Hello <b>there</b>", "client_id": "one"}
    answer = client.post(url("conversation", conversation.pk), data)
    assert answer["Location"] == url("conversation", conversation.pk) + "#end"
    page = client.get(url("conversation", conversation.pk)).text
    assert "Hello &lt;b&gt;there&lt;/b&gt;" in page
    assert "No language model is set up here" in page
    client.post(url("conversation", conversation.pk), data)
    assert [row.role for row in Message.objects.all()] == ["user", "assistant"]


@pytest.mark.django_db(transaction=True)
def test_the_first_message_of_all_opens_a_chat(client: Client, alice: User) -> None:
    with use_language_model(ScriptedModel(texts=["Nice to meet you."])):
        answer = client.post(url("index"), {"text": "Hello there, I am Alice"})
    [own] = Conversation.objects.filter(user=alice)
    assert answer["Location"].startswith(url("conversation", own.pk))
    assert "Nice to meet you." in client.get(url("conversation", own.pk)).text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("text", "sentence"),
    [("   ", "There is nothing to send"), ("x" * 100_001, "A message has at most 100000")],
)
def test_what_cannot_be_sent_stays_in_the_box(
    client: Client, conversation: Conversation, text: str, sentence: str
) -> None:
    answer = client.post(url("conversation", conversation.pk), {"text": text})
    assert answer.status_code == 400
    assert sentence in answer.text
    assert text in answer.text
    assert not Message.objects.exists()


def test_too_many_messages_are_refused_with_the_text_kept(
    client: Client, conversation: Conversation, settings: Any
) -> None:
    settings.CHAT_RATE_PER_MINUTE = 0
    answer = client.post(url("conversation", conversation.pk), {"text": "Once more"})
    assert answer.status_code == 429
    assert "That was too fast" in answer.text
    assert "Once more" in answer.text
    assert not Message.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("client_id", ["", "x" * 65, "a\x00b"])
def test_a_client_id_that_will_not_do_is_replaced(
    client: Client, conversation: Conversation, client_id: str
) -> None:
    client.post(url("conversation", conversation.pk), {"text": "Hello", "client_id": client_id})
    assert len(Message.objects.get(role="user").client_id or "") == 36


@pytest.mark.django_db(transaction=True)
def test_a_broken_reply_says_so_and_is_answered_again(client: Client, conversation: Conversation) -> None:
    message = say(conversation, "Tell me more")
    reply(message, "Half of it", status="interrupted", error="stopped")
    page = client.get(url("conversation", conversation.pk)).text
    assert "You stopped this reply. What had come of it is kept." in page
    assert f'action="{url("answer", conversation.pk, message.pk)}"' in page
    with use_language_model(ScriptedModel(texts=["The whole of it"])):
        client.post(url("answer", conversation.pk, message.pk))
    page = client.get(url("conversation", conversation.pk)).text
    assert "The whole of it" in page
    assert "Half of it" not in page
    assert "Answer again" not in page.replace("Answer again</button></div></template>", "")
    assert Message.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_message_without_reply_can_be_answered_once_it_is_old(
    client: Client, conversation: Conversation
) -> None:
    message = say(conversation, "Are you there?")
    assert "has no reply yet" not in client.get(url("conversation", conversation.pk)).text
    Message.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    assert "has no reply yet" in client.get(url("conversation", conversation.pk)).text
    client.post(url("answer", conversation.pk, message.pk))
    assert Message.objects.filter(reply_to=message).count() == 1


def test_a_message_whose_turn_comes_is_not_called_unanswered(
    client: Client, conversation: Conversation
) -> None:
    message = say(conversation, "Are you there?", created_at=timezone.now() - timedelta(minutes=2))
    until = timezone.now() + timedelta(seconds=20)
    Conversation.objects.update(reply_claim=uuid.uuid4(), reply_leased_until=until)
    page = client.get(url("message", conversation.pk, message.pk), headers=FETCH).text
    assert "has no reply yet" not in page


def test_answering_again_too_often_is_refused(
    client: Client, conversation: Conversation, settings: Any
) -> None:
    message = say(conversation, "Are you there?")
    settings.CHAT_RATE_PER_MINUTE = 0
    answer = client.post(url("answer", conversation.pk, message.pk))
    assert answer.status_code == 429
    assert "Your message is kept" in answer.text
    assert Message.objects.count() == 1


def test_only_messages_of_the_persons_are_answered(client: Client, conversation: Conversation) -> None:
    answer = reply(say(conversation, "Hello"), "Hi")
    assert client.post(url("answer", conversation.pk, answer.pk)).status_code == 404


# ------------------------------------------------------------------------------------------------ reading


def test_days_and_times_are_the_persons_own(client: Client, alice: User, conversation: Conversation) -> None:
    alice.time_zone, alice.language = "Asia/Shanghai", "en"
    alice.save()
    say(conversation, "Late", created_at=datetime(2025, 3, 14, 18, 30, tzinfo=UTC))
    say(conversation, "Now")
    page = client.get(url("conversation", conversation.pk)).text
    assert 'data-day="2025-03-15"' in page
    assert "15 March 2025" in page
    assert "2:30" in page
    assert ">Today</time>" in page


def test_fifty_messages_a_page_and_the_earlier_ones_on_demand(
    client: Client, conversation: Conversation, django_assert_max_num_queries: Any
) -> None:
    for number in range(60):
        say(conversation, f"Message number {number:02}.")
    with django_assert_max_num_queries(25):
        page = client.get(url("conversation", conversation.pk)).text
    assert "number 10." in page
    assert "number 09." not in page
    assert "?before=11" in page
    earlier = client.get(url("conversation", conversation.pk), {"before": "11", "part": "thread"}).text
    assert "number 09." in earlier
    assert "number 10." not in earlier
    assert "<main" not in earlier
    assert "data-later" in earlier
    assert "?before=" not in earlier
    whole = client.get(url("conversation", conversation.pk), {"before": "11"}).text
    assert "data-history" in whole
    first = conversation.messages.get(sequence=1)
    assert client.get(url("message", conversation.pk, first.pk))["Location"].endswith(
        f"?before=26#m-{first.pk}"
    )


@pytest.mark.parametrize("before", ["x", "-1", "١", "9" * 30, "0"])
def test_a_page_that_is_none_is_no_error(client: Client, conversation: Conversation, before: str) -> None:
    say(conversation, "Hello")
    assert client.get(url("conversation", conversation.pk), {"before": before}).status_code == 200


def test_the_number_of_queries_does_not_grow_with_the_messages(
    client: Client, alice: User, conversation: Conversation, django_assert_num_queries: Any
) -> None:
    def exchange(number: int) -> None:
        message = say(conversation, f"I like game {number}")
        memory = learnt(alice, message, f"You like game {number}")
        used(alice, reply(message, f"Noted {number}"), memory)

    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    exchange(1)
    with CaptureQueriesContext(
        connection,
    ) as few:
        reading.thread(user=alice, conversation=conversation)
    for number in range(2, 8):
        exchange(number)
    with django_assert_num_queries(len(few)):
        shown = reading.thread(user=alice, conversation=conversation).shown
    assert len(shown) == 14


def test_a_long_message_is_folded_and_a_short_one_is_not(client: Client, conversation: Conversation) -> None:
    say(conversation, "word " * 400)
    assert (
        client.get(url("conversation", conversation.pk)).text.count('class="unfold"') == 2
    )  # one is the template
    Message.objects.update(text="short")
    assert client.get(url("conversation", conversation.pk)).text.count('class="unfold"') == 1


def test_chinese_text_is_marked_as_such(client: Client, conversation: Conversation) -> None:
    say(conversation, "我住在杭州，平时喜欢喝美式。")
    assert 'class="bubble" lang="zh-Hans"' in client.get(url("conversation", conversation.pk)).text


def test_system_and_tool_messages_are_not_shown(client: Client, conversation: Conversation) -> None:
    services.message_add(conversation=conversation, role="system", text="Be terse")
    services.message_add(conversation=conversation, role="tool", text="Result of a tool", name="look")
    say(conversation, "Hello")
    page = client.get(url("conversation", conversation.pk)).text
    assert "Be terse" not in page
    assert "Result of a tool" not in page
    assert page.count('<article class="turn user" id=') == 1


@pytest.mark.parametrize(
    ("use", "learn", "words"),
    [
        (True, True, "Memory is on."),
        (True, False, "nothing new is learnt"),
        (False, True, "not used in replies"),
        (False, False, "Memory is off."),
    ],
)
def test_the_page_says_what_memory_does(
    client: Client, alice: User, conversation: Conversation, use: bool, learn: bool, words: str
) -> None:
    memory_services.settings_update(user=alice, use=use, learn=learn)
    page = client.get(url("conversation", conversation.pk)).text
    assert words in page
    assert f'href="{reverse("settings")}#settings-memory"' in page
    assert f'href="{reverse("memories:list")}"' in page


def test_staff_are_told_that_no_model_is_set_up_and_how_to(
    client: Client, carol: User, client_for: Callable[[User], Client]
) -> None:
    assert "No language model is set up" not in client.get(url("index")).text
    assert client.get(url("connect")).status_code == 404
    staff = client_for(carol)
    assert url("connect") in staff.get(url("index")).text
    assert "LLM_BASE_URL" in staff.get(url("connect")).text
    with use_language_model(ScriptedModel(texts=[])):
        assert url("connect") not in staff.get(url("index")).text


# ------------------------------------------------------------------------------------------------ the chat as a whole


def test_a_chat_is_renamed(client: Client, conversation: Conversation) -> None:
    client.post(url("rename", conversation.pk), {"title": " Trip <1> "})
    conversation.refresh_from_db()
    assert conversation.title == "Trip <1>"
    assert "Trip &lt;1&gt;" in client.get(url("conversation", conversation.pk)).text
    names = client.post(url("rename", conversation.pk), {"title": "Trip 2"}, headers=FETCH)
    assert "<p data-title>Trip 2</p>" in names.text


@pytest.mark.parametrize("headers", [{}, FETCH], ids=["form", "script"])
@pytest.mark.parametrize("title", ["", " \n ", "x" * 201])
def test_a_name_that_will_not_do_is_told_and_changes_nothing(
    client: Client, conversation: Conversation, title: str, headers: dict[str, str]
) -> None:
    answer = client.post(url("rename", conversation.pk), {"title": title}, headers=headers)
    assert answer.status_code == 400
    assert "name" in answer.text
    conversation.refresh_from_db()
    assert conversation.title == ""


def test_deleting_asks_about_what_was_learnt_only_there(
    client: Client, alice: User, conversation: Conversation
) -> None:
    memory = learnt(alice, say(conversation, "I live in Ghent"), "You live in Ghent")
    assert "Also forget the 1 memory" in client.get(url("delete", conversation.pk)).text
    assert "Also forget the 1 memory" in client.get(url("conversation", conversation.pk)).text
    answer = client.post(url("delete", conversation.pk), {"forget_learnt": "1"}, follow=True)
    assert "The chat is deleted." in answer.text
    assert "1 memory learnt there is forgotten" in answer.text
    assert not Conversation.objects.exists()
    memory.refresh_from_db()
    assert memory.status == MemoryStatus.FORGOTTEN
    assert client.post(url("delete", conversation.pk)).status_code == 404


def test_deleting_keeps_what_was_learnt_unless_asked(
    client: Client, alice: User, conversation: Conversation
) -> None:
    memory = learnt(alice, say(conversation, "I live in Ghent"), "You live in Ghent")
    client.post(url("delete", conversation.pk))
    memory.refresh_from_db()
    assert memory.status == MemoryStatus.ACTIVE
    assert not Conversation.objects.exists()


def test_a_chat_that_taught_nothing_does_not_ask(client: Client, conversation: Conversation) -> None:
    assert "Nothing was learnt only from it" in client.get(url("delete", conversation.pk)).text
    assert "forget_learnt" not in client.get(url("delete", conversation.pk)).text


def test_search_finds_titles_and_messages_and_shows_the_words(
    client: Client, alice: User, bob: User, conversation: Conversation
) -> None:
    say(conversation, "Where do we eat <shrimp> in Suzhou on Saturday?")
    services.conversation_create(user=alice, title="Suzhou gardens")
    services.conversation_create(user=alice, title="Go generics")
    say(services.conversation_create(user=bob), "Suzhou is mine")
    page = client.get(url("search"), {"q": "suzhou"}).text
    assert "2 chats found." in page
    assert "&lt;shrimp&gt; in <mark>Suzhou</mark> on" in page
    main = page[page.index("<main") :]
    assert "Suzhou gardens" in main
    assert "Go generics" not in main
    assert "is mine" not in page
    assert "No chat was found" in client.get(url("search"), {"q": "nowhere"}).text
    assert "3 chats, the latest first." in client.get(url("search")).text


@pytest.mark.parametrize("query", [{"q": "\x00"}, {"q": "%"}, {"page": "x"}, {"page": "999"}, {"q": "苏州"}])
def test_a_search_for_anything_is_no_error(client: Client, alice: User, query: dict[str, str]) -> None:
    say(services.conversation_create(user=alice), "100 % of it, 苏州也去")
    assert client.get(url("search"), query).status_code == 200


def test_the_search_pages(client: Client, alice: User) -> None:
    for number in range(31):
        services.conversation_create(user=alice, title=f"Trip & {number:02}")
    page = client.get(url("search"), {"q": "Trip &"}).text
    assert "?q=Trip+%26&amp;page=2" in page
    assert "Trip &amp; 00" in client.get(url("search"), {"q": "Trip &", "page": "2"}).text


# ------------------------------------------------------------------------------------------------ memories in place


@pytest.fixture
def said(conversation: Conversation) -> Message:
    return say(conversation, "I live in Ghent")


@pytest.fixture
def ghent(alice: User, said: Message) -> Memory:
    return learnt(alice, said, "You live in Ghent")


def act(client: Client, message: Message, memory: Memory, act: str, **more: Any) -> Any:
    headers = FETCH if more.pop("fetch", True) else {}
    address = url("memory", message.conversation_id, message.pk, memory.pk)
    return client.post(address, {"act": act, **more}, headers=headers)


def test_what_a_message_taught_stands_beneath_it(client: Client, said: Message, ghent: Memory) -> None:
    for page in (
        client.get(url("conversation", said.conversation_id)),
        client.get(url("message", said.conversation_id, said.pk), headers=FETCH),
    ):
        assert "Remembered:" in page.text
        assert ">You live in Ghent</b>" in page.text
        assert ">Undo</button>" in page.text


def test_a_fact_told_again_is_not_offered_to_be_undone(
    client: Client, alice: User, said: Message, ghent: Memory
) -> None:
    Memory.objects.update(created_at=said.created_at - timedelta(days=3))
    page = client.get(url("message", said.conversation_id, said.pk), headers=FETCH).text
    assert "Known already:" in page
    assert ">Undo</button>" not in page


def test_undo_forgets_and_can_be_taken_back(client: Client, said: Message, ghent: Memory) -> None:
    for _twice in range(2):
        answer = act(client, said, ghent, "forget")
        assert "Forgotten:" in answer.text
        assert ">Bring it back</button>" in answer.text
        ghent.refresh_from_db()
        assert ghent.status == MemoryStatus.FORGOTTEN
    assert "Ghent</b>" not in client.get(url("conversation", said.conversation_id)).text
    for _twice in range(2):
        assert "Remembered again:" in act(client, said, ghent, "restore").text
        ghent.refresh_from_db()
        assert ghent.status == MemoryStatus.ACTIVE


def test_without_a_script_the_next_page_says_it_and_offers_to_undo(
    client: Client, said: Message, ghent: Memory
) -> None:
    answer = act(client, said, ghent, "forget", fetch=False)
    assert answer["Location"] == url("message", said.conversation_id, said.pk)
    page = client.get(answer["Location"], follow=True).text
    assert "Forgotten." in page
    assert '<input type="hidden" name="act" value="restore">' in page


def test_a_memory_is_changed_in_place(client: Client, said: Message, ghent: Memory) -> None:
    answer = act(client, said, ghent, "edit", content="You live in Bruges")
    assert "Changed:" in answer.text
    ghent.refresh_from_db()
    assert ghent.content == "You live in Bruges"
    assert ghent.versions.get().content == "You live in Ghent"


@pytest.mark.parametrize("content", ["", "  ", "x" * 2_001])
def test_a_text_that_will_not_do_is_told_in_a_sentence(
    client: Client, said: Message, ghent: Memory, content: str
) -> None:
    answer = act(client, said, ghent, "edit", content=content)
    assert answer.status_code == 400
    assert answer.text.endswith(".")
    whole = act(client, said, ghent, "edit", content=content, fetch=False)
    assert whole.status_code == 400
    assert "data-composer" in whole.text
    ghent.refresh_from_db()
    assert ghent.content == "You live in Ghent"


def test_a_pending_memory_is_asked_about(client: Client, said: Message, ghent: Memory) -> None:
    Memory.objects.update(status="pending", confidence=0.4)
    page = client.get(url("message", said.conversation_id, said.pk), headers=FETCH).text
    assert "Is this right?" in page
    answer = act(client, said, ghent, "keep")
    assert "Kept:" in answer.text
    ghent.refresh_from_db()
    assert ghent.status == MemoryStatus.ACTIVE


def test_a_pending_memory_is_refused(client: Client, said: Message, ghent: Memory) -> None:
    Memory.objects.update(status="pending")
    for _twice in range(2):
        assert "Not kept:" in act(client, said, ghent, "reject").text
    ghent.refresh_from_db()
    assert ghent.status == MemoryStatus.REJECTED
    assert "Remembered again:" in act(client, said, ghent, "restore").text


def test_keeping_a_private_matter_says_what_it_allows(client: Client, said: Message, ghent: Memory) -> None:
    Memory.objects.update(status="pending", category=SensitiveCategory.HEALTH)
    page = client.get(url("message", said.conversation_id, said.pk), headers=FETCH).text
    assert "A private matter (Health)" in page
    assert "Keeping it allows remembering other matters of this kind." in page


def test_what_was_replaced_since_says_so(client: Client, said: Message, ghent: Memory) -> None:
    Memory.objects.update(status="superseded")
    page = client.get(url("message", said.conversation_id, said.pk), headers=FETCH).text
    assert "replaced since" in page
    assert "Undo" not in page


@pytest.mark.parametrize("name", ["", "erase", "__class__"])
def test_an_act_that_is_none_does_nothing(client: Client, said: Message, ghent: Memory, name: str) -> None:
    assert act(client, said, ghent, name).status_code == 404
    ghent.refresh_from_db()
    assert ghent.status == MemoryStatus.ACTIVE


def test_someone_elses_memory_beneath_my_message_is_not_found(
    client: Client, bob: User, said: Message
) -> None:
    theirs = memory_services.memory_remember(user=bob, content="You live in Bruges")
    for name in ("forget", "restore", "keep", "reject", "edit", "unhelpful"):
        assert act(client, said, theirs, name, content="Mine").status_code == 404
    theirs.refresh_from_db()
    assert (theirs.content, theirs.status) == ("You live in Bruges", MemoryStatus.ACTIVE)


@pytest.fixture
def answered(alice: User, said: Message, ghent: Memory) -> Message:
    answer = reply(said, "In Ghent you can walk.")
    used(alice, answer, ghent, why="safety")
    return answer


def test_the_receipt_says_what_was_used_and_why(client: Client, answered: Message, ghent: Memory) -> None:
    Memory.objects.update(access_count=6)
    page = client.get(url("conversation", answered.conversation_id)).text
    assert "Used 1 memory" in page
    assert f'class="tag {ghent.type}"' in page
    assert "Safety: always considered where it may matter. Told today. Used 6 times." in " ".join(
        page.split()
    )


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("meaning", "Close to your question in meaning."),
        ("keyword", "You named it."),
        ("instruction", "A standing wish of yours."),
        ("something new", ""),
    ],
)
def test_each_reason_has_its_words(
    client: Client, alice: User, said: Message, ghent: Memory, why: str, words: str
) -> None:
    answer = reply(said, "Yes.")
    used(alice, answer, ghent, why=why)
    page = client.get(url("message", said.conversation_id, answer.pk), headers=FETCH).text
    assert words in page
    assert "something new" not in page


def test_forgetting_from_the_receipt_and_after_a_reload(
    client: Client, answered: Message, ghent: Memory
) -> None:
    assert ">Bring it back</button>" in act(client, answered, ghent, "forget").text
    page = client.get(url("conversation", answered.conversation_id)).text
    assert "Used 1 memory, forgotten since" in page
    assert "You live in Ghent" not in page
    assert "<li data-memory" in act(client, answered, ghent, "restore").text
    assert "You live in Ghent" in client.get(url("conversation", answered.conversation_id)).text


def test_not_helpful_is_kept_as_feedback_and_taken_back(
    client: Client, answered: Message, ghent: Memory
) -> None:
    for _twice in range(2):
        assert "You said it was no help here." in act(client, answered, ghent, "unhelpful").text
    given = Feedback.objects.get()
    assert (given.memory, given.trace, given.verdict) == (ghent, answered.recall_trace, "unhelpful")
    assert RecallTrace.objects.get().unhelpful == [ghent.pk]
    assert "You said it was no help here." in client.get(url("conversation", answered.conversation_id)).text
    for _twice in range(2):
        assert "Not helpful here" in act(client, answered, ghent, "withdraw").text
    assert not Feedback.objects.exists()
    assert RecallTrace.objects.get().unhelpful == []


def test_feedback_on_a_memory_that_was_not_used_is_refused(
    client: Client, alice: User, answered: Message, said: Message, ghent: Memory
) -> None:
    other = memory_services.memory_remember(user=alice, content="You like tea")
    assert act(client, answered, other, "unhelpful").status_code == 404
    assert act(client, said, ghent, "unhelpful").status_code == 404
    assert not Feedback.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_turn_that_is_captured_shows_its_notice(
    client: Client, alice: User, conversation: Conversation
) -> None:
    client.post(url("conversation", conversation.pk), {"text": "I live in Ghent."})
    capture.run_user(user_id=alice.pk)
    page = client.get(url("conversation", conversation.pk)).text
    assert "Remembered:" in page
    assert "Ghent</b>" in page


@pytest.mark.django_db
def test_a_reply_stands_beneath_its_question_though_more_was_said_before_it_came(
    alice: User, conversation: Conversation
) -> None:
    first, second = say(conversation, "Where do I live?"), say(conversation, "And where do I work?")
    answers = reply(first, "In Ghent."), reply(second, "At the harbour.")
    shown = reading.thread(user=alice, conversation=conversation).shown
    assert [each.message for each in shown] == [first, answers[0], second, answers[1]]
