"""The built-in answerer: only what is committed, with dates, no more than it knows, in both languages."""

import re
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from chat import replies, services, turn
from chat.models import Conversation
from chat.replies import Facts, compose, is_question, language_of
from memories import capture
from memories import services as memory_services
from memories.kinds import MemoryStatus
from memories.models import Memory
from memories.recall.types import EpisodeWords, PastWords, PendingWords, Recalled, Recollection
from memoryhub.models import User

NOW = datetime(2025, 3, 15, 18, 30, tzinfo=ZoneInfo("Asia/Shanghai"))
#: What may stand in a Chinese reply in Latin letters.
NAMES = re.compile(r"LLM_BASE_URL|LLM_MODEL")


def memory(content: str, *, said_at: datetime = NOW) -> Recalled:
    return Recalled(
        memory_id=uuid.uuid4(),
        content=content,
        address=content,
        type="fact",
        slot="",
        why="meaning",
        score=1.0,
        confidence=0.9,
        created_at=said_at,
        said_at=said_at,
    )


def facts(text: str, *memories: Recalled, gate: str = "open", **fields: Any) -> Facts:
    fields.setdefault("locale", "en")
    fields.setdefault("first", False)
    fields.setdefault("acted", None)
    pending = fields.pop("pending", ())
    recollection = Recollection(gate=gate, memories=memories, pending=pending)
    return Facts(text=text, now=NOW, recollection=recollection, **fields)


def acted(
    kind: str, outcome: str, *contents: str, status: str = "active", choices: tuple[str, ...] = ()
) -> Any:
    rows = [SimpleNamespace(content=content, status=status) for content in contents]
    return SimpleNamespace(
        kind=kind,
        outcome=outcome,
        memories=rows,
        choices=[SimpleNamespace(content=choice, status="active") for choice in choices],
    )


# ------------------------------------------------------------------------------------------------ questions


def test_a_question_is_answered_with_the_day_it_was_told() -> None:
    told = memory(
        "You live in Ghent", said_at=datetime(2025, 3, 11, 20, 0, tzinfo=UTC)
    )  # the 12th in Shanghai
    assert compose(facts("Where do I live?", told)) == "You told me on 12 March: “You live in Ghent”"
    last_year = memory("You live in Ghent", said_at=datetime(2024, 3, 12, tzinfo=UTC))
    assert "12 March 2024" in compose(facts("Where do I live?", last_year))


def test_words_of_an_earlier_talk_answer_where_they_do() -> None:
    past = PastWords(uuid.uuid4(), uuid.uuid4(), "It rains. The fence costs 340.", "user", NOW, 0.9)
    line = EpisodeWords(1, uuid.uuid4(), "topic", "The fence costs you 340", NOW, 0.9)
    asked = facts("What does the fence cost?")

    def reply(*memories: Recalled, passages: tuple[PastWords, ...], line: EpisodeWords = line) -> str:
        found = replace(asked.recollection, memories=memories, passages=passages, episodes=(line,))
        return compose(replace(asked, recollection=found))

    answering, line_answers = replace(past, answer="The fence costs 340."), replace(line, answers=True)
    assert reply(passages=(answering,), line=line_answers) == "You wrote on 15 March: “The fence costs 340.”"
    assert reply(passages=(past,), line=line_answers) == "You told me on 15 March: “The fence costs you 340”"
    assert reply(passages=(past,)).startswith("I have nothing about this in my memory.")
    told = reply(memory("You have a fence"), passages=(answering,), line=line_answers)
    assert "have a fence" in told and "costs 340" in told and "costs you" not in told


def test_several_memories_and_uncaptured_words_are_listed() -> None:
    answers = PendingWords(
        uuid.uuid4(), uuid.uuid4(), "It rains. I also have a cat.", NOW, 0.4, answer="I also have a cat."
    )
    other = PendingWords(uuid.uuid4(), uuid.uuid4(), "I bought a kayak.", NOW, 0.3)
    reply = compose(
        facts(
            "What pets do I have?",
            memory("You have a dog"),
            memory("You keep hens"),
            pending=(answers, other),
        )
    )
    assert [line[:2] for line in reply.splitlines()[1:]] == ["- "] * 3
    assert "You wrote on 15 March: “I also have a cat.”" in reply
    assert "kayak" not in reply


def test_uncaptured_words_about_something_else_are_no_answer() -> None:
    words = PendingWords(uuid.uuid4(), uuid.uuid4(), "I bought a kayak.", NOW, 0.4)
    reply = compose(facts("What is my blood type?", pending=(words,)))
    assert "nothing about this in my memory" in reply and "kayak" not in reply


@pytest.mark.parametrize("gate", ["open", "empty"])
def test_it_says_so_when_it_does_not_know(gate: str) -> None:
    reply = compose(facts("What is the capital of Peru?", gate=gate))
    assert "nothing about this in my memory" in reply and "Lima" not in reply
    assert "(No language model is set up here.)" in reply


def test_how_to_set_up_a_model_is_told_once_at_length() -> None:
    first, later = (compose(facts("What is a bantam?", first=first)) for first in (True, False))
    assert "LLM_BASE_URL" in first and "LLM_MODEL" in first
    assert "LLM_BASE_URL" not in later and "No language model" in later
    assert "language model" not in compose(facts("Where do I live?", memory("You live in Ghent")))


def test_a_statement_is_not_called_saved() -> None:
    reply = compose(facts("I moved to Ghent in May.", memory("You live in Oslo")))
    assert "Oslo" not in reply and not re.search(r"\bI (will|have) (remember|saved|noted)", reply)
    assert "When something in it is saved" in reply


@pytest.mark.parametrize(
    ("gate", "part"),
    [("switched_off", "switched off"), ("failed", "could not look"), ("small_talk", "I am here")],
)
def test_why_memory_was_not_read_is_told(gate: str, part: str) -> None:
    assert part in compose(facts("Where do I live?", gate=gate))


@pytest.mark.parametrize(
    ("text", "locale", "part"),
    [
        ("Great, thanks a lot!", "en", "You are welcome."),
        ("That's perfect!", "en", "I am glad"),
        ("Hello there!", "en", "I am here. Tell me"),
        ("谢谢，太好了！", "zh-hans", "不客气"),
        ("太棒了！", "zh-hans", "那就好"),
        ("你好呀", "zh-hans", "我在"),
    ],
)
def test_thanks_and_praise_are_answered_kindly(text: str, locale: str, part: str) -> None:
    said = facts(text, gate="small_talk", locale=locale)
    assert compose(said).startswith(part) and compose(replace(said, temporary=True)).startswith(part[:2])


# ------------------------------------------------------------------------------------------------ what was done


@pytest.mark.parametrize(
    ("done", "parts", "absent"),
    [
        (
            acted("remember", "done", "Your locker is 42"),
            ["I will remember this:", "- Your locker is 42"],
            "wait",
        ),
        (acted("remember", "already", "You like tea"), ["know this already", "You like tea"], "will"),
        (
            acted("remember", "done", "You take pills", status="pending"),
            ["waits", "confirm"],
            "will remember",
        ),
        (acted("remember", "learning_off"), ["not saved", "switch it on"], "will remember"),
        (acted("remember", "secret"), ["Secrets are never kept", "nothing was saved"], "will remember"),
        (acted("remember", "none_found"), ["nothing was saved"], "will remember"),
        (acted("remember", "never_word"), ["never want remembered", "not saved"], "will remember"),
        (acted("correct", "switched_off"), ["switched memories of this kind off"], "corrected"),
        (acted("correct", "done", "You don't eat fish"), ["corrected", "You don't eat fish"], "remember"),
        (acted("forget", "done", "You like tea"), ["forgotten 1 memory", "30 days"], "tea"),
        (acted("forget", "done", "a", "b"), ["forgotten 2 memories"], "- a"),
        (acted("forget", "none_found"), ["nothing to forget"], "have forgotten"),
        (
            acted("forget", "ambiguous", choices=("Pickle is a cat", "Juniper is a cat")),
            ["Which one do you mean?", "- Pickle is a cat", "- Juniper is a cat"],
            "have forgotten",
        ),
    ],
)
def test_what_was_asked_for_is_acknowledged_as_it_came_out(done: Any, parts: list[str], absent: str) -> None:
    reply = compose(facts("Please do.", memory("You live in Ghent"), acted=done))
    assert all(part in reply for part in parts) and absent not in reply and "Ghent" not in reply
    assert "language model" not in reply


def test_a_request_with_a_question_gets_both() -> None:
    done = acted("remember", "done", "Your locker is 42")
    reply = compose(
        facts("Remember my locker is 42. Where do I live?", memory("You live in Ghent"), acted=done)
    )
    assert reply.index("locker is 42") < reply.index("You live in Ghent")


# ------------------------------------------------------------------------------------------------ languages


@pytest.mark.parametrize(
    ("text", "person", "language"),
    [
        ("我住在宁波", "en", "zh-hans"),
        ("I live in Ningbo", "zh-hans", "en"),
        ("我在用 Django 写网站", "en", "zh-hans"),
        ("用 Python 吗", "en", "zh-hans"),
        ("My friend 林晓北 lives in Oslo now", "zh-hans", "zh-hans"),
        ("My friend 林晓北 lives in Oslo now", "en", "en"),
        ("OK", "zh-hans", "zh-hans"),
        ("OK", "en", "en"),
        ("42?", "", "en"),
        ("👍", "zh-hans", "zh-hans"),
        ("嗯", "", "zh-hans"),
    ],
)
def test_the_message_decides_the_language_when_it_is_clear(text: str, person: str, language: str) -> None:
    assert language_of(text, person=person) == language


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?", "what's my cat called", "So, who is my boss", "Tell me what you know about my sister",
        "Do I like tea", "我住在哪里", "你还记得我的猫吗", "我喜欢喝什么茶", "告诉我我的生日", "我对什么过敏？",
        "我几岁了", "I moved. Where was I before?", "今天好累\n我老板叫什么",
    ],
)  # fmt: skip
def test_questions_are_known_by_their_form(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Ghent.",
        "My cat is called Pickle",
        "我住在宁波",
        "我不喜欢香菜。",
        "Hello",
        "你好",
        "那就这样吧",
    ],
)
def test_statements_are_no_questions(text: str) -> None:
    assert not is_question(text)


ALL_FACTS = [
    facts("我住在哪里？", memory("你住在宁波"), locale="zh-hans"),
    facts("我住在哪里？", memory("你住在宁波"), memory("你在宁波工作"), locale="zh-hans", first=True),
    facts("秘鲁的首都是哪里？", locale="zh-hans", first=True),
    facts("秘鲁的首都是哪里？", locale="zh-hans"),
    facts("我搬到宁波了", locale="zh-hans"),
    *(
        facts("我住在哪里？", gate=gate, locale="zh-hans")
        for gate in ("switched_off", "failed", "small_talk")
    ),
    *(
        facts(
            "好的",
            locale="zh-hans",
            acted=acted(kind, outcome, "你喜欢喝茶", status=status, choices=("甲", "乙")),
        )
        for kind in ("remember", "forget", "correct")
        for outcome in (
            "done",
            "none_found",
            "secret",
            "ambiguous",
            "already",
            "learning_off",
            "never_word",
            "switched_off",
        )
        for status in ("active", "pending")
    ),
]


@pytest.mark.parametrize("told", ALL_FACTS)
def test_a_chinese_reply_has_no_english_in_it(told: Facts) -> None:
    reply = compose(told)
    assert not re.search(r"[A-Za-z]", NAMES.sub("", reply)), reply
    assert re.search(r"[\u4e00-\u9fff]", reply)


def test_the_date_in_a_chinese_reply_is_chinese() -> None:
    told = memory("你住在宁波", said_at=datetime(2024, 3, 12, tzinfo=UTC))
    assert compose(facts("我住在哪里？", told, locale="zh-hans")) == "你在2024年3月12日告诉过我：“你住在宁波”"


def test_every_code_of_a_reply_has_its_own_sentence_in_both_languages() -> None:
    codes = [
        services.STOPPED, services.NOBODY_THERE, services.PROCESS_LOST, services.INTERNAL, services.LENGTH,
        "model_timeout", "model_unreachable", "model_wrong_key", "model_not_found", "model_context_too_long",
        "model_rate_limited", "model_stream_broken", "model_bad_response", "model_empty_reply",
    ]  # fmt: skip
    for language in ("en", "zh-hans"):
        with translation.override(language):
            sentences = [replies.notice(code) for code in codes]
        assert len(set(sentences)) == len(codes)
        assert all(bool(re.search(r"[\u4e00-\u9fff]", each)) == (language != "en") for each in sentences)
    assert replies.notice("") == "" and replies.notice("unheard of") == replies.notice(services.INTERNAL)


# ------------------------------------------------------------------------------------------------ whole turns


@pytest.fixture
def conversation(alice: User) -> Conversation:
    return services.conversation_create(user=alice)


def say(conversation: Conversation, text: str) -> str:
    return turn.run_sync(
        user=conversation.user, conversation=conversation, text=text, client_id=None
    ).reply.text


@pytest.mark.django_db(transaction=True)
def test_remember_ask_and_forget_in_talk(alice: User, conversation: Conversation) -> None:
    reply = say(conversation, "Please remember that my locker is number 42.")
    row = Memory.objects.get(status=MemoryStatus.ACTIVE)
    assert row.content in reply and "42" in reply and "LLM_BASE_URL" in reply
    later = services.conversation_create(user=alice)
    reply = say(later, "What number is my locker?")
    assert "You told me on" in reply and "42" in reply
    reply = say(later, "Forget my locker number.")
    row.refresh_from_db()
    assert row.status == MemoryStatus.FORGOTTEN and "I have forgotten 1 memory" in reply
    assert "42" not in say(services.conversation_create(user=alice), "What number is my locker?")


@pytest.mark.django_db(transaction=True)
def test_an_unclear_forget_asks_which_and_removes_neither(alice: User, conversation: Conversation) -> None:
    for content in ("My cat Pickle is afraid of thunder", "My cat Juniper sleeps in the bath"):
        memory_services.memory_remember(user=alice, content=content)
    reply = say(conversation, "Forget what I said about my cat.")
    assert "Pickle" in reply and "Juniper" in reply and "Which one" in reply
    assert Memory.objects.filter(status=MemoryStatus.ACTIVE).count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_chinese_talk_is_chinese(alice: User, conversation: Conversation) -> None:
    alice.language = "en"
    alice.save()
    reply = say(conversation, "记住，我的储物柜是42号。")
    row = Memory.objects.get(status=MemoryStatus.ACTIVE)
    assert row.content in reply and "我会记住" in reply
    reply = say(services.conversation_create(user=alice), "我的储物柜是几号？")
    assert "告诉过我" in reply and "42" in reply
    assert not re.search(r"[A-Za-z]", NAMES.sub("", reply))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("wish", "question", "answer"),
    [
        ("以后都用中文回答我。", "Where do I live?", "告诉过我"),
        ("From now on, answer me in English.", "我住在哪里？", "You told me"),
    ],
)
def test_a_wish_for_a_language_is_followed(
    alice: User, conversation: Conversation, wish: str, question: str, answer: str
) -> None:
    say(conversation, "I live in Ghent.")
    say(conversation, wish)
    capture.run_user(user_id=alice.pk)
    assert answer in say(conversation, question)


@pytest.mark.django_db(transaction=True)
def test_it_knows_nothing_of_other_people(alice: User, bob: User, conversation: Conversation) -> None:
    memory_services.memory_remember(user=alice, content="Your mother is called Marguerite")
    assert "Marguerite" in say(conversation, "What is my mother called?")
    assert "Marguerite" not in say(services.conversation_create(user=bob), "What is my mother called?")
