"""Asked what is known of the person as a whole, recall brings who they are first; no other question is taken for it."""

import pytest
from django.utils import timezone

from memories import recall, services
from memories.recall.overview import asks_for_overview
from memories.recall.types import RecallRequest
from memoryhub.models import User


@pytest.mark.parametrize(
    "question",
    [
        "What do you know about me?",
        "what have you learned about me so far",
        "Tell me everything you remember about me.",
        "Who am I?",
        "Do you remember me?",
        "你知道我的哪些事？",
        "你對我了解多少？",
        "关于我你知道什么？",
        "你还记得我吗？",
        "我是谁？",
    ],
)
def test_a_question_about_the_person_as_a_whole_is_known(question: str) -> None:
    assert asks_for_overview(question)


@pytest.mark.parametrize(
    "question",
    [
        "What do you know about my sister?",
        "What do you know about meerkats?",
        "Do you remember my name?",
        "Tell me about Rome.",
        "你知道我喜欢看什么书吗？",
        "你记得我妹妹吗？",
        "你还记得我昨天说的吗",
        "我叫什么名字？",
    ],
)
def test_a_question_about_one_thing_is_not(question: str) -> None:
    assert not asks_for_overview(question)


@pytest.mark.django_db
@pytest.mark.parametrize("question", ["What do you know about me?", "你对我了解多少？"])
def test_who_the_person_is_comes_first_and_only_theirs(alice: User, bob: User, question: str) -> None:
    for content in ("I like jasmine tea", "I own a red bike", "My name is Alma", "I'm allergic to sesame"):
        services.memory_remember(user=alice, content=content)
    services.memory_remember(user=bob, content="My name is Bo")
    found = recall.recall(RecallRequest(user=alice, query=question, as_of=timezone.now(), trace=False))
    contents = [row.content for row in found.memories]
    assert set(contents[:2]) == {"My name is Alma", "I'm allergic to sesame"}
    assert len(contents) == 4 and {row.why for row in found.memories} == {"overview"}
