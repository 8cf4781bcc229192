"""English: what is told to be otherwise now closes what it ends, and nothing else."""

import pytest
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture
from memories.capture import runs
from memories.kinds import MemoryStatus
from memories.models import Memory
from memoryhub.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def known_after(user: User, *texts: str) -> str:
    """What is known after these messages, each of a conversation of its own."""
    for text in texts:
        conversation = Conversation.objects.create(user=user)
        message = Message.objects.create(
            conversation=conversation, sequence=1, role="user", text=text, created_at=timezone.now()
        )
        capture.enqueue(message_id=message.pk, user_id=user.pk)
        capture.run_user(user_id=user.pk)
    rows = Memory.objects.of(user).filter(status=MemoryStatus.ACTIVE)
    return "\n".join(rows.values_list("content", flat=True))


@pytest.mark.parametrize(
    ("told", "then", "former"),
    [
        ("I'm single.", "I've been going out with a girl from my choir.", "You're single"),
        ("I'm single.", "I've got a boyfriend called Milo.", "You're single"),
        ("I have a brother called Finn.", "I don't have a brother, I was joking.", "called Finn"),
        ("I have a twin brother.", "I never had a twin brother.", "You have a twin"),
        ("I'm a vegetarian.", "I've gone back to eating bacon.", "vegetarian"),
        ("I'm engaged.", "The wedding is off.", "engaged"),
        ("I have a girlfriend called Ines.", "Ines and I got married yesterday.", "girlfriend"),
        ("I'm applying for a job at Nokia.", "I got the job!", "applying"),
        ("I'm unemployed.", "I got a job at Brico.", "unemployed"),
        ("I'm a student at Exeter.", "I finished my master's degree last week.", "student"),
        ("I have a sprained ankle.", "My ankle is fine again.", "sprained"),
        ("I'm learning to drive.", "I got my driving licence.", "learning"),
        ("I live in Hull.", "We've moved out of Hull.", "You live in Hull"),
        ("I live in Hull.", "I left Hull for good.", "You live in Hull"),
        ("I rent a flat in Mons.", "I moved out of my flat.", "You rent"),
        ("I drive to work.", "I cycle to work these days.", "drive to work"),
        ("We're expecting a baby in May.", "Our daughter was born last night.", "expecting"),
    ],
)
def test_what_is_so_now_ends_what_was(alice: User, told: str, then: str, former: str) -> None:
    assert former not in known_after(alice, told, then)
    closed = Memory.objects.of(alice).filter(status=MemoryStatus.SUPERSEDED).values_list("content", flat=True)
    assert any(former in content for content in closed)


@pytest.mark.parametrize(
    ("told", "then", "still"),
    [
        ("I'm single.", "I'm seeing a physio on Monday.", "single"),
        ("I'm single.", "My cousin got a boyfriend.", "single"),
        ("I have a brother called Finn.", "I don't have a brother-in-law.", "Finn"),
        ("I have a brother called Finn.", "I don't have a brother like that.", "Finn"),
        ("I'm vegan.", "I eat vegan sausages.", "vegan"),
        ("I'm vegetarian.", "My flatmate eats steak.", "vegetarian"),
        ("I'm engaged.", "My friend called off her wedding.", "engaged"),
        ("I have a broken wrist.", "My wrist has not healed.", "wrist"),
        ("I'm a student at Exeter.", "I graduated from high school in 2015.", "student"),
        ("I'm unemployed.", "My sister got a job at Brico.", "unemployed"),
        ("I live in Hull.", "I left Hull at nine.", "You live in Hull"),
        ("I live in Hull.", "I'd move out of Hull if I could.", "You live in Hull"),
        ("I live in Hull.", "My sister moved out of Hull.", "You live in Hull"),
        ("I usually drive to work.", "I walked to work today.", "drive to work"),
    ],
)
def test_what_is_still_true_stays(alice: User, told: str, then: str, still: str) -> None:
    assert still in known_after(alice, told, then)


@pytest.mark.parametrize("text", ["I'm a student at Exeter.", "My company is in Bruges."])
def test_a_place_is_no_employer(alice: User, text: str) -> None:
    known_after(alice, text)
    assert not Memory.objects.of(alice).filter(slot="employer").exists()
