"""A model that answers nonsense of many shapes: no memory is stored that the person's words do not bear out."""

import json
import re
import unicodedata
import uuid
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chat import services as conversations
from memories import capture
from memories.capture import by_rules, model, runs
from memories.capture.types import Text, Turn
from memories.kinds import MemoryType
from memories.models import CaptureRun, Memory, MemorySource
from memoryhub.ai.errors import BadResponse, ModelError, RateLimited, ServerFailed, Timeout
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import TIMEOUT, ScriptedModel
from memoryhub.models import User

MESSAGES = (
    "I keep two goats behind the chapel, and my neighbour Ruth feeds them on Sundays.",
    "Well, I switched to the late shift at the bakery in 2019. Do you know a good alarm clock?",
    "我周日下午在社区教老人用手机，一般教两个小时。",
    "上个月我把店搬到了鼓楼旁边，房租便宜不少，你觉得呢？",
)
#: What nobody said in any of them: template text, the prompt's own words, placeholders, other people, other numbers.
NEVER_SAID = (
    "You live in …", "You live in [CITY]", "User's name is John Smith", "Your name is {{name}}", "Loves N/A",
    "You prefer dark mode and Python 3", "You have 4 children", "The user's words, copied letter by letter",
    "one short sentence in the language of the message", "preference|fact|event|relationship", "lorem ipsum dolor",
    "你住在……", "用户的姓名是张三", "未提及任何信息", "你有三个孩子，最小的5岁", "XX公司的工程师", "长期记忆：无",
)  # fmt: skip

_words = st.sampled_from([piece for said in MESSAGES for piece in re.split(r"(?<=[\s，])", said)])
_said = st.sampled_from(MESSAGES).flatmap(
    lambda said: st.tuples(st.integers(0, len(said)), st.integers(0, len(said))).map(
        lambda ends: said[min(ends) : max(ends)]
    )
)
_nonsense = st.one_of(
    st.sampled_from(NEVER_SAID),
    st.text(max_size=60),
    st.lists(_words, max_size=6).map("".join),
    _said,
    _said.map(str.upper),
)
_odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.lists(st.integers(), max_size=2),
)
_entry = st.one_of(
    st.fixed_dictionaries(
        {"content": _nonsense, "quote": _nonsense},
        optional={
            "type": st.one_of(st.sampled_from([*map(str, MemoryType), "mood"]), _odd),
            "confidence": _odd,
        },
    ),
    st.fixed_dictionaries({}, optional={"content": _odd, "quote": _odd, "id": st.uuids().map(str)}),
    _odd,
)


def _broken(text: str, cut: int) -> str:
    return text[: max(1, len(text) - cut)]


_list = st.lists(_entry, max_size=5).map(lambda rows: json.dumps({"memories": rows}, ensure_ascii=False))
ANSWERS = st.one_of(
    _list,
    st.tuples(_list, st.integers(1, 30)).map(lambda pair: _broken(*pair)),
    _list.map(lambda text: f"<think>Perhaps {text} or not.</think>\n```json\n{text}\n```"),
    _list.map(lambda text: f"<think>{text}"),
    _list.map(lambda text: text.replace('"', "“")),
    st.lists(_entry, max_size=3).map(lambda rows: json.dumps(rows, ensure_ascii=False)),
    _nonsense,
    _odd.map(str),
    _list.map(lambda text: '{"memories": [' * 3 + text),
)


def plain(text: str) -> str:
    """Letters and digits alone, in one width and case: not the product's own folding."""
    return "".join(one for one in unicodedata.normalize("NFKC", text).lower() if one.isalnum())


def bare_of(content: str, said: str) -> list[str]:
    """What in the sentence must have been said and was not: figures and, after the first word, names in capitals."""
    figures = re.findall(r"\d+", content)
    names = re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", content)
    bare = [one for one in figures + names if plain(one) not in plain(said) and one not in {"You", "Your"}]
    # And something of what it tells must be there: a word by its first letters, or two Chinese characters.
    words = [one[:4].lower() for one in re.findall(r"[A-Za-z]{4,}", content)]
    pairs = [
        content[at : at + 2]
        for at in range(len(content) - 1)
        if re.fullmatch("[\u4e00-\u9fff]{2}", content[at : at + 2])
    ]
    if not any(one in said.lower() for one in words + pairs) and plain(content) not in plain(said):
        bare.append(content)
    return bare


@pytest.mark.parametrize("said", MESSAGES)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(answer=ANSWERS)
def test_nonsense_gives_no_candidate_without_words_of_the_persons(said: str, answer: str) -> None:
    text = Text(text=said, said_at=timezone.now())
    try:
        found = model.extract(text, ScriptedModel(texts=[answer, answer]))
    except BadResponse:
        return
    for candidate in found.candidates:
        assert candidate.quote == said[candidate.start : candidate.end]
        assert plain(candidate.quote) and plain(candidate.quote) in plain(said)
        assert not bare_of(candidate.content, said)
        assert not any(never in candidate.content for never in NEVER_SAID)
    reasons = {declined.reason for declined in found.declined}
    assert all(reason.startswith("model_") for reason in reasons)


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(answers=st.lists(ANSWERS, min_size=2, max_size=2), said=st.sampled_from(MESSAGES))
def test_nonsense_stores_no_memory_without_words_of_the_persons(
    alice: User, answers: list[str], said: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_rules, "EXTRACTORS", {})  # what is stored then is the model's alone
        patch.setattr(runs, "_tell_worker", lambda user_id: None)
        place = conversations.conversation_create(user=alice)
        message, _ = conversations.message_save(conversation=place, text=said, client_id=uuid.uuid4().hex)
        with use_language_model(ScriptedModel(texts=answers)):
            capture.run_user(user_id=alice.pk)
    run = CaptureRun.objects.get(message=message)
    assert run.outcome or run.error  # never silently nothing
    for source in MemorySource.objects.filter(message=message).select_related("memory"):
        assert source.start is not None and source.end is not None
        assert plain(said[source.start : source.end])
        assert not bare_of(source.memory.content, said)
        assert not any(never in source.memory.content for never in NEVER_SAID)
    Memory.objects.all().delete()
    CaptureRun.objects.all().delete()


def test_the_prompts_own_examples_are_never_what_was_said() -> None:
    from memories.capture.model import _SYSTEM

    for said in MESSAGES:
        text = Text(text=said, said_at=timezone.now())
        examples = [*re.findall(r'"([^"]{2,})"', _SYSTEM), *_SYSTEM.split("\n")]
        rows: list[Any] = [
            {"type": "fact", "content": one[:390], "quote": quote, "confidence": 1}
            for one in examples
            for quote in (one[:390], said)
        ]
        assert [found.content for found in model.checked(rows, text).candidates] == []


@pytest.mark.parametrize("said", MESSAGES)
def test_other_peoples_names_are_refused(said: str) -> None:
    text = Text(text=said, said_at=timezone.now())
    for content in ("You are called Marguerite", "Your friend Ahmed visits", "你的名字是 Marguerite"):
        rows = [{"type": "fact", "content": content, "quote": said, "confidence": 0.9}]
        assert [one.reason for one in model.checked(rows, text).declined] == ["model_name_not_said"]


def test_five_hundred_entries_leave_no_more_than_the_limit(alice: User, settings: Any) -> None:
    said = " ".join(f"I keep item{number} here." for number in range(60))
    entries = [
        {"content": f"You keep item{number % 60} here", "quote": f"I keep item{number % 60} here"}
        for number in range(500)
    ]
    place = conversations.conversation_create(user=alice)
    conversations.message_save(conversation=place, text=said, client_id="a")
    with (
        pytest.MonkeyPatch.context() as patch,
        use_language_model(ScriptedModel(texts=[json.dumps({"memories": entries})])),
    ):
        patch.setattr(by_rules, "EXTRACTORS", {})
        capture.run_user(user_id=alice.pk)
    assert 0 < Memory.objects.count() <= settings.MEMORY_CAPTURE_LIMIT
    assert CaptureRun.objects.get().status == "done"


def test_wrong_ids_in_an_entry_reach_no_row(alice: User, bob: User) -> None:
    from memories import services

    foreign = services.memory_remember(user=bob, content="The spare key hangs behind the blue door")
    own = services.memory_remember(user=alice, content="The lamp stands by the window")
    entry = {"content": "You keep two goats", "quote": "I keep two goats", "confidence": 0.9}
    wrong = [{**entry, "id": str(one), "memory_id": str(one), "supersedes": str(one), "user": str(bob.pk)}
             for one in (foreign.pk, own.pk, uuid.uuid4(), "1; DROP TABLE", 7)]  # fmt: skip
    place = conversations.conversation_create(user=alice)
    conversations.message_save(conversation=place, text=MESSAGES[0], client_id="a")
    with use_language_model(ScriptedModel(texts=[json.dumps({"memories": wrong, "delete": [str(own.pk)]})])):
        capture.run_user(user_id=alice.pk)
    assert Memory.objects.filter(pk__in=[foreign.pk, own.pk], status="active").count() == 2
    assert not Memory.objects.filter(user=bob).exclude(pk=foreign.pk).exists()


@pytest.mark.parametrize("answer", ['{"memories": []}', "[]", "{}"])
def test_an_empty_answer_stores_nothing_and_is_done(alice: User, answer: str) -> None:
    place = conversations.conversation_create(user=alice)
    conversations.message_save(conversation=place, text=MESSAGES[0], client_id="a")
    with pytest.MonkeyPatch.context() as patch, use_language_model(ScriptedModel(texts=[answer, answer])):
        patch.setattr(by_rules, "EXTRACTORS", {})
        capture.run_user(user_id=alice.pk)
    run = CaptureRun.objects.get()
    assert (run.status, run.error, Memory.objects.count()) == ("done", "", 0)
    assert run.outcome


@pytest.mark.parametrize("failure", [TIMEOUT, Timeout(), RateLimited(), ServerFailed()])
def test_a_failing_model_is_asked_again_later_each_time_and_given_up_in_the_end(
    alice: User, failure: str | ModelError, client_for: Any, carol: User
) -> None:
    place = conversations.conversation_create(user=alice)
    conversations.message_save(conversation=place, text=MESSAGES[0], client_id="a")
    scripted = ScriptedModel(texts=[failure] * runs.ATTEMPTS)
    now, waits = timezone.now(), []
    with use_language_model(scripted):
        for _ in range(runs.ATTEMPTS):
            capture.sweep(now=now)
            run = CaptureRun.objects.get()
            if run.retry_at is None:
                break
            assert capture.sweep(now=run.retry_at - (run.retry_at - now) / 10) == 0  # not before it is due
            waits.append((run.retry_at - now).total_seconds())
            now = run.retry_at
        assert (run.status, run.attempts, len(scripted.calls)) == ("failed", runs.ATTEMPTS, runs.ATTEMPTS)
        assert waits == [30, 60, 120, 240]
        assert capture.sweep(now=now) == 0

        listed = client_for(carol).get("/admin/memories/capturerun/", {"status__exact": "failed"})
        assert listed.status_code == 200 and run.error in listed.content.decode()
        asked = client_for(carol).post(
            "/admin/memories/capturerun/", {"action": "retry", "_selected_action": [run.pk]}
        )
        assert asked.status_code == 302
        scripted.load(['{"memories": []}'])
        capture.sweep()
    run.refresh_from_db()
    assert (run.status, run.error) == ("done", "")


def test_the_turn_of_a_secret_shows_the_model_none_of_it() -> None:
    from memories.capture import spans

    turn = Turn(uuid.uuid4(), uuid.uuid4(), "I keep goats, the gate code is 4821.", timezone.now())
    assert "4821" not in json.dumps(model.messages(spans.own_words(turn)))
