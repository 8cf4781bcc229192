"""What was replaced is brought to questions about the past, marked as former, and to no others."""

import pytest
from django.utils import timezone

from memories import services
from memories.models import Memory
from memories.recall import recall
from memories.recall.former import asks_for_past
from memories.recall.types import RecallRequest, Recollection
from memoryhub.models import User

pytestmark = pytest.mark.django_db


def ask(user: User, text: str) -> Recollection:
    return recall(RecallRequest(user=user, query=text, as_of=timezone.now(), trace=False))


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("Where did I use to live?", True),
        ("Where did I live before?", True),
        ("What was my previous job?", True),
        ("我以前在哪儿工作？", True),
        ("我原来住哪里？", True),
        ("Where do I live?", False),
        ("周五之前我要交什么？", False),
        ("我住在哪里？", False),
    ],
)
def test_which_questions_ask_for_the_past(text: str, past: bool) -> None:
    assert asks_for_past(text) is past


def test_the_former_value_is_told_as_former(alice: User, bob: User) -> None:
    services.memory_remember(user=alice, content="I live in Durham")
    services.memory_remember(user=alice, content="I live in Leeds")
    assert Memory.objects.get(content="I live in Durham").status == "superseded"
    found = ask(alice, "Where did I use to live?").memories
    assert [row.content for row in found] == ["I live in Leeds", "I live in Durham"]
    assert (found[1].address, found[1].why) == ("Formerly: You live in Durham", "former")
    assert [row.content for row in ask(alice, "Where do I live?").memories] == ["I live in Leeds"]
    assert ask(bob, "Where did I use to live?").memories == ()
    Memory.objects.filter(content="I live in Durham").update(flag="disputed")  # it was never so
    assert [row.content for row in ask(alice, "Where did I use to live?").memories] == ["I live in Leeds"]


def test_it_is_told_in_its_own_language(alice: User) -> None:
    services.memory_remember(user=alice, content="我住在苏州")
    services.memory_remember(user=alice, content="我住在宁波")
    assert ask(alice, "我以前住在哪里？").memories[-1].address == "以前：你住在苏州"
