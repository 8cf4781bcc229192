"""Asked what is known of the person as a whole, recall brings who they are first; no other question is taken for it."""

from typing import Any

import pytest
from django.utils import timezone

from chat import context, replies
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


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("question", "locale", "told"),
    [
        ("What do you know about me?", "en", "There are 3 more: [My memories](/memories/) shows them all."),
        ("你对我了解多少？", "zh-hans", "另外还有 3 条，都在[我的记忆](/memories/)里。"),
    ],
)
def test_that_there_is_more_is_told_with_where_it_is(
    alice: User, settings: Any, question: str, locale: str, told: str
) -> None:
    settings.MEMORY_RECALL_LIMIT = 2
    for thing in ("tea", "rain", "chess", "bread", "snow"):
        services.memory_remember(user=alice, content=f"I like {thing}")
    services.memory_remember(user=alice, content="Always answer in short sentences")
    now = timezone.now()
    found = recall.recall(RecallRequest(user=alice, query=question, as_of=now, trace=False))
    assert (len(found.memories), found.more) == (2, 3)
    facts = replies.Facts(text=question, now=now, locale=locale, recollection=found, acted=None, first=False)
    assert replies.compose(facts).endswith(told)
    made = context.build(
        context.Ingredients(message=question, now=now, locale=locale, recollection=found), window_tokens=8192
    )
    prompt = "".join(part.text for part in made.parts)
    assert ("And 3 more, which stand on the person's page" if locale == "en" else "另外还有 3 条") in prompt


@pytest.mark.django_db
def test_when_all_is_told_nothing_is_said_of_more(alice: User) -> None:
    services.memory_remember(user=alice, content="I like tea")
    now = timezone.now()
    found = recall.recall(
        RecallRequest(user=alice, query="What do you know about me?", as_of=now, trace=False)
    )
    facts = replies.Facts(
        text="What do you know about me?", now=now, locale="en", recollection=found, acted=None, first=False
    )
    assert found.more == 0 and "more" not in replies.compose(facts)
