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
        ("Which city did I move here from?", True),
        ("我是从哪个城市搬来的？", True),
        ("Where did I work before the brewery?", True),
        ("Who was my dentist before Dr Lund?", True),
        ("Where do I live?", False),
        ("What should I pack before the trip?", False),
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


@pytest.mark.parametrize(
    ("told", "question", "found"),
    [
        ("I moved from Antwerp to Ghent last year", "Where did I live before?", "Antwerp"),
        ("I moved from Antwerp", "Where did I use to live?", "Antwerp"),
        ("I've moved away from Riga", "Which city did I move from?", "Riga"),
        ("I lived in Porto for five years", "Where did I live before?", "Porto"),
        ("I left my job at Veldhuis in March", "Where did I work before?", "Veldhuis"),
        ("I used to be a nurse", "What was my previous job?", "nurse"),
        ("我从南京搬到了苏州", "我以前住在哪里？", "南京"),
        ("我在南京住过五年", "我以前住哪儿？", "南京"),
        ("我是从成都搬过来的", "我是从哪里搬来的？", "成都"),
        ("我从远帆物流离职了", "我之前在哪儿工作？", "远帆物流"),
    ],
)
def test_what_is_told_as_past_from_the_start_is_found(
    alice: User, bob: User, told: str, question: str, found: str
) -> None:
    services.memory_remember(user=alice, content="I own a red bicycle")
    services.memory_remember(user=alice, content=told)
    services.memory_remember(user=bob, content=told.replace(found, "Xanadu"))
    rows = ask(alice, question).memories
    assert [row.content for row in rows if found in row.content], [row.content for row in rows]
    assert not [row for row in rows if "Xanadu" in row.content or "bicycle" in row.content]
    assert not [row for row in rows if row.address.startswith(("Formerly", "以前："))]


@pytest.mark.parametrize(
    ("told", "question"),
    [
        ("I moved from Antwerp to Ghent last year", "What did I eat before?"),
        ("I left my umbrella in the tram", "Where did I live before?"),
        ("我从南京搬到了苏州", "我以前喜欢吃什么？"),
    ],
)
def test_it_is_not_brought_to_another_question(alice: User, told: str, question: str) -> None:
    services.memory_remember(user=alice, content=told)
    assert [row for row in ask(alice, question).memories if row.why == "former"] == []
