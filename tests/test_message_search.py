"""Search of past messages by words and meaning, in page and API: one's own alone, without what was forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from chat import finding, selectors, services
from chat.models import Conversation, Message
from memories import capture
from memories import services as memory_services
from memories.models import CaptureRun, Memory, MemorySettings
from memoryhub.ai.embeddings import embedder
from memoryhub.ai.errors import ServerFailed
from memoryhub.models import User
from tests.api_client import Api, key_of
from tests.test_passages import chat_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CAT = ("My landlord's cat sleeps on our balcony every afternoon.", "Cats like the sun.")
SHED = ("The surveyor said that the beams of the shed have dry rot.", "That will cost you.")
CELLO = ("My sister plays the cello in an orchestra.", "Which one?")
NOODLES = ("我家楼下新开了一家面馆，牛肉面很好吃。", "听起来不错。")
FLIGHT = ("My flight to Lisbon leaves at 7:40 on Friday.", "Have a good trip.")


def texts(user: User, q: str) -> list[str]:
    return [hit.excerpt for hit in finding.messages_find(user=user, q=q)]


def test_words_find_messages_of_both_with_the_words_first(alice: User) -> None:
    for pair in (CAT, SHED, NOODLES, FLIGHT):
        chat_of(alice, *pair)
    (first, *_rest) = finding.messages_find(user=alice, q="balcony")
    assert (first.by, first.role, first.excerpt) == ("words", "user", CAT[0])
    assert texts(alice, "beams of the shed")[0] == SHED[0]
    assert texts(alice, "牛肉面")[0] == NOODLES[0]
    assert texts(alice, "牛肉麵")[0] == NOODLES[0]
    assert texts(alice, "Cost You")[0] == SHED[1]
    assert texts(alice, "balco")[0] == CAT[0]
    assert texts(alice, "   ") == [] and texts(alice, "\x00") == []


@pytest.mark.parametrize(
    ("q", "found"),
    [("feline sleeping outside", CAT[0]), ("musical instrument", CELLO[0]), ("吃饭的地方", NOODLES[0])],
)
def test_meaning_finds_what_no_word_does(alice: User, q: str, found: str) -> None:
    for pair in (CAT, CELLO, NOODLES, FLIGHT):
        chat_of(alice, *pair)
    hits = {hit.excerpt: hit.by for hit in finding.messages_find(user=alice, q=q)}
    assert hits.get(found) == "meaning"


def test_without_the_model_words_go_on(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    chat_of(alice, *CAT)

    def away(*args: object, **kwargs: object) -> None:
        raise ServerFailed("away")

    monkeypatch.setattr(type(embedder()), "query", away)
    assert texts(alice, "balcony") == [CAT[0]]


def test_nobody_elses_messages_are_found(alice: User, bob: User) -> None:
    chat_of(alice, *CAT)
    chat_of(bob, *SHED)
    for q in ("balcony", "feline sleeping outside", "shed", "wood that rots", "the"):
        assert {hit.conversation_id for hit in finding.messages_find(user=alice, q=q)} <= set(
            Conversation.objects.filter(user=alice).values_list("pk", flat=True)
        )
        assert not set(texts(bob, q)) & set(CAT)


def test_a_deleted_chat_is_found_no_more(alice: User) -> None:
    messages = chat_of(alice, *CAT)
    services.conversation_delete(user=alice, conversation_id=messages[0].conversation_id, forget_learnt=False)
    assert texts(alice, "balcony") == [] == texts(alice, "feline sleeping outside")


@pytest.mark.parametrize(
    ("said", "reply", "q", "meaning"),
    [
        ("My aunt Odile keeps bees in Namur.", "Bees in Namur, how nice.", "Namur", "insects of a relative"),
        ("我姑姑在绍兴养蜜蜂。", "在绍兴养蜜蜂，真好。", "绍兴", "亲戚养的昆虫"),
    ],
)
def test_what_was_forgotten_is_found_by_neither(
    alice: User, client_for: Callable[[User], Client], said: str, reply: str, q: str, meaning: str
) -> None:
    chat_of(alice, said, reply)
    rows = list(Memory.objects.of(alice))
    assert rows and texts(alice, q)
    memory_services.memory_forget(user=alice, memory_ids=[row.pk for row in rows])
    assert texts(alice, q) == [] == texts(alice, meaning)
    assert not selectors.conversation_list(user=alice, q=q).exists()
    assert said not in client_for(alice).get(reverse("chat:search"), {"q": q}).text
    memory_services.memory_restore(user=alice, memory_ids=[row.pk for row in rows])
    assert said in texts(alice, q)


def test_a_secret_is_blanked_in_what_is_shown(alice: User) -> None:
    chat_of(alice, "The router stands in the cellar, its password is hunter2-Karamell!", "Noted.")
    (hit,) = finding.messages_find(user=alice, q="router stands")
    assert "hunter2" not in hit.excerpt
    assert texts(alice, "hunter2-Karamell!") == []


def test_messages_that_no_capture_read_are_found_by_their_words(
    alice: User, conversation: Conversation
) -> None:
    waiting, _new = services.message_save(
        conversation=conversation, text="The kayak is blue.", client_id=None
    )
    MemorySettings.objects.update_or_create(user=alice, defaults={"learn": False})
    unread, _new = services.message_save(conversation=conversation, text="The canoe is red.", client_id=None)
    assert texts(alice, "kayak") == [waiting.text] and texts(alice, "canoe") == [unread.text]
    capture.run_user(user_id=alice.pk)
    assert CaptureRun.objects.filter(message=unread, status="done").exists()
    assert texts(alice, "canoe") == [unread.text]


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice, title="Boats")


def test_the_page_opens_each_message_in_its_place(alice: User, client_for: Callable[[User], Client]) -> None:
    messages = chat_of(alice, *CAT, *FLIGHT)
    Conversation.objects.update(title="Home & away")
    client = client_for(alice)
    page = client.get(reverse("chat:search"), {"q": "balcony"}).text
    assert "1 chat found." in page and "<mark>balcony</mark>" in page
    link = reverse("chat:message", args=[messages[0].conversation_id, messages[0].pk])
    assert f'href="{link}"' in page
    assert client.get(link)["Location"].endswith(f"#m-{messages[0].pk}")
    assert "near in meaning" in client.get(reverse("chat:search"), {"q": "feline sleeping outside"}).text
    assert "Home &amp; away" in client.get(reverse("chat:search"), {"q": "home & away"}).text


def test_a_chat_shows_its_three_best_and_counts_the_rest(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    chat_of(
        alice, *[text for number in range(5) for text in (f"The lantern number {number} is lit.", "I see.")]
    )
    page = client_for(alice).get(reverse("chat:search"), {"q": "lantern"}).text
    assert page.count("<mark>lantern</mark>") == 3 and "and 2 more messages of this chat" in page


def test_the_api_gives_the_same(alice: User, bob: User) -> None:
    messages = chat_of(alice, *CAT)
    chat_of(bob, *SHED)
    api = Api(key=key_of(alice, "search"))
    status, found = api.get("messages?q=balcony")
    assert status == 200 and found["count"] == 1
    row: dict[str, Any] = found["results"][0]
    assert (row["id"], row["conversation"], row["by"]) == (
        str(messages[0].pk), str(messages[0].conversation_id), "words",
    )  # fmt: skip
    assert api.get("messages?q=dry%20rot")[1]["results"] == []
    assert api.get("messages")[0] == 400
    assert api.get(f"messages?q={'x' * 201}")[0] == 400
    assert Message.objects.count() == 4


def test_the_words_are_marked_in_both_scripts(alice: User) -> None:
    chat_of(alice, *NOODLES)
    chat_of(alice, "She was painting the fences while it rained.", "Oh.")
    (hit, *_rest) = finding.messages_find(user=alice, q="牛肉面 好吃")
    assert [piece.text for piece in hit.pieces("牛肉面 好吃") if piece.mark] == ["牛肉面", "好吃"]
    (hit, *_rest) = finding.messages_find(user=alice, q="paint fence")
    assert [piece.text for piece in hit.pieces("paint fence") if piece.mark] == ["painting", "fences"]
    assert "".join(piece.text for piece in hit.pieces("paint fence")) == hit.excerpt
