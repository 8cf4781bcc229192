"""Without a model: a question is answered from what was said in the chat, where that has to do with it."""

import pytest

from chat import folding, services, turn
from chat.models import Conversation
from memories import capture
from memoryhub.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


def say(conversation: Conversation, text: str) -> str:
    reply = turn.run_sync(user=conversation.user, conversation=conversation, text=text, client_id=None).reply
    return str(reply.text)


@pytest.mark.parametrize(
    ("said", "asked", "told", "absent"),
    [
        (
            ["The plumber quoted 480 euros.", "He comes on Tuesday at nine."],
            "What did the plumber quote?",
            "480",
            "nine",
        ),
        (
            ["Let's book the blue tent for the fair.", "Aunt Odile brings pears."],
            "Which tent did we book?",
            "blue tent",
            "pears",
        ),
        (["水管工报价 480 元。", "他周二上午来。"], "水管工报价多少？", "480", "周二"),
        (["合同编号是 KX-3391。", "押金退三成。"], "合同编号是多少来着？", "KX-3391", "三成"),
    ],
)
def test_a_question_is_answered_from_the_chat(
    conversation: Conversation, said: list[str], asked: str, told: str, absent: str
) -> None:
    for text in said:
        say(conversation, text)
    answer = say(conversation, asked)
    assert told in answer and absent not in answer


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        (
            ["I work at the harbour in Ostend.", "Actually I moved to Lier last week."],
            "Where do I live?",
            "Lier",
        ),
        (["My brother lives in Ghent.", "I moved to Lier."], "Where do I live?", "Lier"),
        (["我现在在码头上班。", "我上周搬到了泉州。"], "我住在哪里？", "泉州"),
    ],
)
def test_what_was_just_told_of_oneself_counts_at_once_in_other_words_than_the_questions(
    conversation: Conversation, said: list[str], asked: str, told: str
) -> None:
    for text in said:
        say(conversation, text)
    assert told in say(conversation, asked)


def test_what_somebody_else_does_is_not_told_of_the_person(conversation: Conversation) -> None:
    say(conversation, "My brother lives in Ghent.")
    assert "Ghent" not in say(conversation, "Where do I live?")


def test_a_figure_that_changed_is_told_as_it_is_now(conversation: Conversation) -> None:
    say(conversation, "周五聚餐先按 12 个人订。")
    say(conversation, "有人来不了，聚餐改成 9 个人吧。")
    assert "9 个人" in say(conversation, "聚餐现在是几个人？")


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("咱们下周六出发去青岛吧。", "我们几号出发？", "下周六"),
        ("Let's leave for Bruges on Friday.", "When do we leave?", "Friday"),
        ("Five of us are coming to the fair.", "How many of us are there?", "Five"),
    ],
)
def test_a_question_about_the_matter_in_hand_is_answered_from_what_is_noted(
    conversation: Conversation, said: str, asked: str, told: str
) -> None:
    say(conversation, said)
    assert told in say(conversation, asked)


def test_what_was_folded_is_found_too(conversation: Conversation) -> None:
    say(conversation, "The plumber quoted 480 euros.")
    for number in range(20):
        say(conversation, f"Row {number} of the scarf has {number + 31} stitches.")
    assert folding.fold(conversation_id=conversation.pk)
    assert "480" in say(conversation, "What did the plumber quote?")


@pytest.mark.parametrize(
    "asked",
    [
        "How does a heat pump work?",
        "热泵是怎么工作的？",
        "What is the capital of Norway?",
        "Which pipe organ has the most stops?",
        "What tea goes with a cheese sandwich?",
        "一年有几个节气？",
    ],
)
def test_a_question_about_something_else_brings_nothing(conversation: Conversation, asked: str) -> None:
    say(conversation, "The plumber quoted 480 euros for the pipe under the sink.")
    say(conversation, "水管工报价 480 元。")
    assert "480" not in say(conversation, asked)


def test_what_was_forgotten_is_not_told_from_the_chat(conversation: Conversation, alice: User) -> None:
    say(conversation, "I live in Ghent.")
    capture.run_user(user_id=alice.pk)
    say(conversation, "Forget where I live.")
    assert "Ghent" not in say(conversation, "Where do I live?")


def test_another_chat_is_not_read(conversation: Conversation, alice: User) -> None:
    say(conversation, "The plumber quoted 480 euros.")
    capture.run_user(user_id=alice.pk)
    other = services.conversation_create(user=alice)
    assert "480" not in say(other, "What did the plumber quote?")
