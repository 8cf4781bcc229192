"""Forgetting a changed memory takes what it had replaced along, at every door; undoing it brings all of it back."""

import pytest
from django.test import Client
from django.utils import timezone

from chat.models import Conversation, Message
from memories import acts, capture, services, sources
from memories.capture import runs
from memories.models import Memory
from memoryhub.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def say(user: User, *texts: str) -> None:
    """Says these one after another in one conversation, each with a reply, and has the worker read them."""
    conversation, _ = Conversation.objects.get_or_create(user=user)
    for text in texts:
        sequence = conversation.messages.count() + 1
        message = Message.objects.create(
            conversation=conversation, sequence=sequence, role="user", text=text, created_at=timezone.now()
        )
        capture.enqueue(message_id=message.pk, user_id=user.pk)
        turn = sources.conversations().turn(user=user, message_id=message.pk)
        assert turn is not None
        capture.act_on_words(user=user, turn=turn)
        capture.run_user(user_id=user.pk)
        Message.objects.create(
            conversation=conversation,
            sequence=sequence + 1,
            role="assistant",
            text="…",
            status="done",
            reply_to=message,
            created_at=timezone.now(),
        )


def states(user: User) -> dict[str, str]:
    return dict(Memory.objects.of(user).values_list("content", "status"))


@pytest.mark.parametrize(
    ("told", "forget", "back"),
    [
        (
            ["My exam is on 12 January 2027.", "My exam got moved to 19 January 2027."],
            "You can forget about my exam.",
            "No, keep it.",
        ),
        (
            ["我的考试在2027年1月12日。", "我的考试改到2027年1月19日了。"],
            "忘掉我的考试。",
            "算了，还是留着吧",
        ),
        (["I live in Turin.", "I live in Genoa now."], "Forget that I live in Genoa.", "Undo that."),
        (["我住在青岛。", "我现在住在烟台。", "我搬到威海了。"], "忘掉我住在威海。", "撤销。"),
    ],
)
def test_the_versions_go_and_come_back_in_talk(alice: User, told: list[str], forget: str, back: str) -> None:
    say(alice, *told)
    before = states(alice)
    assert sorted(set(before.values())) == ["active", "superseded"]

    say(alice, forget)
    assert set(states(alice).values()) == {"forgotten"}

    say(alice, back)
    assert states(alice) == before


def test_the_versions_go_and_come_back_on_the_page_and_through_the_api(alice: User, client: Client) -> None:
    say(alice, "My boss is called Steve.", "I live in Turin.", "I live in Genoa now.")
    before = states(alice)
    genoa = Memory.objects.of(alice).active().get(value="Genoa")

    done = acts.act(user=alice, name="forget", memory_ids=[genoa.pk])
    assert done.count == 2
    assert states(alice) == {one: "active" if "Steve" in one else "forgotten" for one in before}
    acts.act(user=alice, name="restore", memory_ids=list(done.undo_ids))
    assert states(alice) == before

    client.force_login(alice)
    client.post(f"/api/v1/memories/{genoa.pk}/forget")
    assert states(alice) == {one: "active" if "Steve" in one else "forgotten" for one in before}
    client.post(f"/api/v1/memories/{genoa.pk}/restore")
    assert states(alice) == before


def test_an_edit_that_takes_anothers_place_takes_it_along(alice: User) -> None:
    ghent = services.memory_remember(user=alice, content="I live in Ghent")
    chess = services.memory_remember(user=alice, content="I like chess")
    services.memory_edit(user=alice, memory_id=chess.pk, content="I live in Bruges")
    services.memory_forget(user=alice, memory_ids=[chess.pk])
    ghent.refresh_from_db()
    assert ghent.status == "forgotten"


def test_a_former_statement_forgotten_by_itself_leaves_the_present_one(alice: User) -> None:
    say(alice, "I live in Turin.", "I live in Genoa now.")
    turin = Memory.objects.of(alice).get(value="Turin")
    services.memory_forget(user=alice, memory_ids=[turin.pk])
    assert sorted(states(alice).values()) == ["active", "forgotten"]


@pytest.mark.parametrize("back", ["Forget I said that.", "Undo that.", "撤销。"])
def test_what_is_taken_back_at_once_leaves_what_was_known_before(alice: User, back: str) -> None:
    say(alice, "I live in Turin.", "I live in Genoa now.", back)
    assert states(alice) == {"You live in Turin": "active", "You live in Genoa": "forgotten"}


@pytest.mark.parametrize(
    ("told", "undo", "left"),
    [
        (["Remember that my dentist is called Olga."], "Undo that.", set()),
        (["I like tea.", "Undo that."], "Undo that.", {"You like tea"}),
        (["记住，我对花生过敏。"], "撤销", set()),
        (["I like tea.", "I like tea."], "Undo that.", {"You like tea"}),
        (
            ["I like tea. Could you write me a short poem about autumn and the sea?"],
            "Undo that.",
            {"You like tea"},
        ),
        (["I like tea."], "Keep it.", {"You like tea"}),
        (
            ["I like tea.", "Forget about tea.", "Please restore my chat."],
            "Undo the last forget.",
            {"You like tea"},
        ),
        (["I like tea.", "Forget about tea.", "Undo, please do it!"], "恢复刚才忘的", {"You like tea"}),
    ],
)
def test_an_undoing_takes_back_what_was_done_last(
    alice: User, told: list[str], undo: str, left: set[str]
) -> None:
    say(alice, *told, undo)
    assert {one for one, status in states(alice).items() if status == "active"} == left
