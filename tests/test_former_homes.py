"""A home of former times is a fact beside the present one: it closes nothing else and stands in no slot of today."""

import pytest
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture
from memories.capture import runs
from memories.models import Memory
from memoryhub.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def say(user: User, monkeypatch: pytest.MonkeyPatch, *texts: str) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)
    conversation, _ = Conversation.objects.get_or_create(user=user)
    for sequence, text in enumerate(texts, start=1):
        message = Message.objects.create(
            conversation=conversation, sequence=sequence, role="user", text=text, created_at=timezone.now()
        )
        capture.enqueue(message_id=message.pk, user_id=user.pk)
        capture.run_user(user_id=user.pk)


def known(user: User) -> set[tuple[str, str]]:
    return set(Memory.objects.of(user).active().values_list("slot", "content"))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            ["I live in Ghent.", "I used to live in Bergen."],
            {("residence", "You live in Ghent"), ("former_residence", "You used to live in Bergen")},
        ),
        (
            ["我住在苏州。", "我以前住在哈尔滨。"],
            {("residence", "你住在苏州"), ("former_residence", "你以前住在哈尔滨")},
        ),
        (
            ["我小时候住在大连。", "我曾经住在青岛。"],
            {("former_residence", "你小时候住在大连"), ("former_residence", "你曾经住在青岛")},
        ),
        (
            ["I live in Bergen.", "I used to live in Bergen."],
            {("former_residence", "You used to live in Bergen")},
        ),
        (["我住在苏州。", "我以前住在苏州。"], {("former_residence", "你以前住在苏州")}),
        (["I used to live in Bergen.", "I live in Bergen."], {("residence", "You live in Bergen")}),
        (["I live in Hull.", "I no longer live in Hull."], {("residence", "You no longer live in Hull")}),
        (["我住在苏州。", "我不住在苏州了。"], {("residence", "你不住在苏州了")}),
    ],
)
def test_a_former_home_stands_beside_the_present_one(
    alice: User, monkeypatch: pytest.MonkeyPatch, said: list[str], expected: set[tuple[str, str]]
) -> None:
    say(alice, monkeypatch, *said)
    assert known(alice) == expected


def test_told_again_it_is_one_row(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    say(alice, monkeypatch, "I used to live in Bergen.", "I used to live in Bergen.")
    assert Memory.objects.of(alice).count() == 1
