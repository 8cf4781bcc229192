"""Corrections by a bare name, one thing in the place of another, and what waits for capture against what is known."""

import pytest
from django.utils import timezone

from chat.models import Conversation, Message
from memories import capture, sources
from memories.capture import runs
from memories.capture.acquaintances import Acquaintance, introduced
from memories.capture.types import Text
from memories.models import Memory
from memories.recall import recall
from memories.recall.types import RecallRequest, Recollection
from memoryhub.models import User

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def say(user: User, text: str, *, captured: bool = True) -> None:
    conversation, _ = Conversation.objects.get_or_create(user=user)
    sequence = conversation.messages.count() + 1
    message = Message.objects.create(
        conversation=conversation, sequence=sequence, role="user", text=text, created_at=timezone.now()
    )
    capture.enqueue(message_id=message.pk, user_id=user.pk)
    turn = sources.conversations().turn(user=user, message_id=message.pk)
    assert turn is not None
    if captured:
        capture.act_on_words(user=user, turn=turn)
        capture.run_user(user_id=user.pk)


def active(user: User) -> set[str]:
    return set(Memory.objects.of(user).active().values_list("content", flat=True))


# ------------------------------------------------------------------------------------------------ bare names


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "known"),
    [
        (
            ["My aunt Petra works at a nursery.", "No, Petra works at a library, not a nursery."],
            {"Your aunt Petra works at a library"},
        ),
        (["My son Emil lives in Brno.", "Emil has moved to Gdansk."], {"Your son Emil has moved to Gdansk"}),
        (
            ["My cousin Ines works at Fenwick.", "Ines left Fenwick and joined Marlow."],
            {"Your cousin Ines left Fenwick and joined Marlow"},
        ),
        (
            ["My cousin Ines works at Fenwick.", "Ines was laid off."],
            {"Your cousin Ines was laid off"},
        ),
        (
            ["I have two rabbits, Pepper and Clover.", "Clover died."],
            {"Your rabbit Clover died", "Your rabbit is called Pepper"},
        ),
        (["我妈林琴在邮局上班。", "林琴不在邮局了，在书店上班。"], {"你妈林琴不在邮局了，在书店上班"}),
        (["我儿子阿宁住在贵阳。", "你记错了，阿宁住在遵义，不是贵阳。"], {"你的儿子阿宁住在遵义"}),
        (["我养了两只猫，年糕和汤圆。", "汤圆上周去世了。"], {"你的猫叫年糕"}),
    ],
)
def test_a_bare_name_is_read_as_of_the_one_who_has_it(alice: User, said: list[str], known: set[str]) -> None:
    for text in said:
        say(alice, text)
    left = {content for content in active(alice) if "去世" not in content}
    assert left == known


@pytest.mark.django_db
def test_a_name_of_nobody_known_teaches_nothing(alice: User) -> None:
    say(alice, "My aunt Petra works at a nursery.")
    before = active(alice)
    say(alice, "Rembrandt works at a library.")
    say(alice, "伦勃朗在书店上班。")
    assert active(alice) == before


def _read(said: str, *known: Acquaintance) -> str:
    return introduced(Text(text=said, said_at=timezone.now()), known).text.text


def test_only_the_head_of_a_clause_is_told_who_it_is() -> None:
    emil = Acquaintance("person", "son", "Emil")
    assert _read("Emil sings. We saw Emil there, and he dances now.", emil) == (
        "my son Emil sings. We saw Emil there, and my son Emil dances now."
    )
    assert _read("Emil, can you help?", emil) == "Emil, can you help?"
    assert _read("My son Emil sings.", emil) == "My son Emil sings."
    assert _read("Emilia sings.", emil) == "Emilia sings."


def test_a_name_of_two_tells_not_who_is_meant() -> None:
    both = Acquaintance("person", "son", "Max"), Acquaintance("pet", "dog", "Max")
    assert _read("Max sleeps a lot.", *both) == "Max sleeps a lot."


# ------------------------------------------------------------------------------------------------ in its place


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "known"),
    [
        (
            ["I drink cocoa every evening.", "I drink cider, not cocoa."],
            {"You drink cider", "You don't drink cocoa"},
        ),
        (
            ["I play the oboe.", "I play the harp, not the oboe."],
            {"You play the harp", "You don't play the oboe"},
        ),
        (["I work at Fenwick.", "I left Fenwick and joined Marlow."], {"You left Fenwick and joined Marlow"}),
        (["I love rowing and chess.", "I don't row any more."], {"You don't row any more", "You love chess"}),
        (["I love kayaking.", "My kayaking days are over."], {"Your kayaking days are over"}),
        (["我每天晚上喝豆浆。", "我现在喝红茶不喝豆浆了。"], {"你喝红茶", "你不喝豆浆"}),
        (["我弹吉他。", "我弹钢琴，不弹吉他了。"], {"你弹钢琴", "你不弹吉他"}),
        (["我在丰源公司上班。", "我从丰源辞职，加入了海岳。"], {"你从丰源辞职，加入了海岳"}),
        (["我每天早上跑步。", "我已经不跑步了。"], {"你已经不跑步了"}),
        (["我喜欢游泳和下棋。", "我不游泳了。"], {"你喜欢下棋", "你不游泳了"}),
    ],
)
def test_what_takes_the_place_of_another_closes_it(alice: User, said: list[str], known: set[str]) -> None:
    for text in said:
        say(alice, text)
    assert active(alice) == known


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("I have coffee with milk every morning.", "I gave up milk."),
        ("I like coffee ice cream.", "I don't drink coffee."),
        ("我喝咖啡不加糖。", "我戒糖了。"),
        ("I love rowing.", "I'm drinking water, not wine, today."),
        ("我喜欢划船。", "我今天喝水不喝酒。"),
    ],
)
def test_what_is_of_another_thing_stays(alice: User, told: str, said: str) -> None:
    say(alice, told)
    before = active(alice)
    assert before
    say(alice, said)
    assert before <= active(alice)


@pytest.mark.django_db
def test_what_nobody_knew_of_is_not_given_up(alice: User) -> None:
    say(alice, "My kayaking days are over.")
    say(alice, "我不划船了。")
    assert active(alice) == set()


# ------------------------------------------------------------------------------------------------ not captured yet


def ask(user: User, question: str) -> Recollection:
    return recall(RecallRequest(user=user, query=question, as_of=timezone.now(), trace=False))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("known", "said", "question"),
    [
        ("I live in Brno.", "I've moved to Gdansk.", "Where do I live?"),
        ("I'm 51 years old.", "I just turned 52.", "How old am I?"),
        ("I love rowing.", "I don't row any more.", "Do I row?"),
        ("My aunt Petra lives in Brno.", "Petra moved to Gdansk.", "Where does my aunt live?"),
        ("My cat is called Pesto.", "Sorry, my cat is called Pasta, not Pesto.", "What's my cat called?"),
        ("我的猫叫年糕。", "不好意思，我的猫叫米糕，不是年糕。", "我的猫叫什么？"),
        ("我住在贵阳。", "我搬到遵义了。", "我住在哪里？"),
        ("我在丰源公司上班。", "我从丰源辞职，加入了海岳。", "我在哪里上班？"),
    ],
)
def test_what_waits_for_capture_wins_over_what_it_replaces(
    alice: User, known: str, said: str, question: str
) -> None:
    say(alice, known)
    assert [row.content for row in ask(alice, question).memories], "it is found before"
    say(alice, said, captured=False)
    found = ask(alice, question)
    assert [row.content for row in found.memories] == []
    assert [words.answer for words in found.pending] == [said]


@pytest.mark.django_db
def test_how_it_was_before_is_still_told(alice: User) -> None:
    say(alice, "I live in Brno.")
    say(alice, "I've moved to Gdansk.", captured=False)
    assert [row.content for row in ask(alice, "Where did I live before?").memories] == ["You live in Brno"]


@pytest.mark.django_db
def test_a_guard_of_safety_stays_until_capture_has_decided(alice: User) -> None:
    say(alice, "I'm allergic to lupin.")
    say(alice, "I'm not allergic to lupin any more.", captured=False)
    assert "You're allergic to lupin" in [
        row.content for row in ask(alice, "What am I allergic to?").memories
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("My tongue tingles after eating papaya.", "What am I allergic to?"),
        ("Mussels make my throat close up.", "What am I allergic to?"),
        ("我一吃蛤蜊嘴唇就肿。", "我对什么过敏？"),
        ("我是岳阳的木匠。", "我是做什么工作的？"),
    ],
)
def test_what_was_just_said_answers_the_next_question(alice: User, said: str, question: str) -> None:
    say(alice, "My aunt Petra works at a nursery.")
    say(alice, said, captured=False)
    found = ask(alice, question)
    assert found.memories == ()
    assert [words.answer for words in found.pending] == [said]


@pytest.mark.django_db
def test_what_happens_without_a_thing_is_no_allergy(alice: User) -> None:
    say(alice, "My eyes itch when I read.")
    assert not Memory.objects.of(alice).filter(slot="allergy").exists()
