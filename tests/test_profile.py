"""The profile: what it says, in whose words, and that no line ever says what is not a current memory."""

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memories import profile_services, profiles, services
from memories.kinds import MemoryStatus
from memories.models import Memory, Profile, ProfileLine
from memories.upkeep.profile import builtin, by_model, wording, writing
from memories.upkeep.profile.facts import Fact
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ERROR, ScriptedModel
from memoryhub.ai.tokens import count_tokens
from memoryhub.models import User
from tests.recall_rows import remember as rows_without_vectors


def remember(user: User, *contents: str) -> list[Memory]:
    return [services.memory_remember(user=user, content=content) for content in contents]


def told(user: User) -> list[str]:
    return [line.text for line in profiles.profile_lines(user=user)]


def write(user: User) -> bool:
    return writing.write(user_id=user.pk)


def fact(number: int, content: str, **fields: Any) -> Fact:
    return Fact(id=uuid.UUID(int=number), content=content, **fields)


def answer(*lines: tuple[str, list[int]]) -> str:
    return json.dumps({"lines": [{"text": text, "of": of} for text, of in lines]})


# ------------------------------------------------------------------------------------------------ wording


def test_equal_beginnings_are_put_together_and_conditions_are_not() -> None:
    facts = [
        fact(1, "I like tea", slot="likes", value="tea"),
        fact(2, "I like trains", slot="likes", value="trains"),
        fact(3, "I like coffee only in the morning", slot="likes", value="coffee"),
        fact(4, "I don't eat beef", slot="avoids", value="beef", positive=False),
        fact(5, "I don't eat nuts", slot="avoids", value="nuts", positive=False),
        fact(6, "我喜欢川菜", slot="likes", value="川菜"),
        fact(7, "我喜欢爬山", slot="likes", value="爬山"),
    ]
    assert [text for text, _facts in wording.sentences(facts)] == [
        "You like tea and trains.",
        "You like coffee only in the morning.",
        "You don't eat beef or nuts.",
        "你喜欢川菜、爬山。",
    ]


def test_what_is_no_sentence_about_the_person_gets_the_words_of_its_slot() -> None:
    assert wording.statement(fact(1, "Vet", slot="occupation", value="vet")) == "Your work: Vet"
    assert (
        wording.statement(fact(1, "后端工程师", slot="occupation", value="后端工程师"))
        == "你的职业：后端工程师"
    )


def test_the_weightiest_within_the_tokens_and_the_persons_language_first() -> None:
    facts = [
        fact(number, f"I collect {word} from the {number} corners of the world", slot="collects", value=word)
        for number, word in enumerate(["stamps", "shells", "maps", "coins", "bells", "kites"] * 8, 1)
    ]
    facts.append(fact(99, "我对花生过敏", slot="allergy", value="花生", guarded=True))
    lines = builtin.write(facts, language="zh-hans")
    assert sum(count_tokens(line.text) + 3 for line in lines) <= builtin.LIMIT_TOKENS
    assert lines[0].text == "你对花生过敏。"
    assert 3 < len(lines) < len(facts)


LIES = [
    "You live in Paris.",
    "You like tea.",
    "You are not a vet and live in Cork.",
    "Is it true that you are a vet?",
    "You are a vet ❌",
    "You were a vet.",
    "Your mother is a vet.",
    "You are a vet. You live in Cork. You have two cats.",
]


@pytest.mark.parametrize("lie", LIES)
def test_a_line_that_says_anything_else_is_not_borne_out(lie: str) -> None:
    facts = [fact(1, "I am a vet"), fact(2, "I live in Cork"), fact(3, "I don't like tea")]
    assert not wording.says_only(lie, facts[:2])
    assert not wording.says_only(lie, facts)


def test_the_same_in_other_marks_and_an_also_is_borne_out() -> None:
    facts = [fact(1, "I am a vet"), fact(2, "I live in Cork")]
    assert wording.says_only("You are a vet, and you live in Cork!", facts)
    assert wording.says_only("You live in Cork; also you are a vet.", facts)
    assert (
        wording.says_only(
            "你住在上海，而且你是后端工程师。", [fact(3, "我住在上海"), fact(4, "我是后端工程师")]
        )
        is False
    )
    assert wording.says_only(
        "你住在上海，你是后端工程师。", [fact(3, "我住在上海"), fact(4, "我是后端工程师")]
    )
    assert not wording.says_only("You are a vet.", facts)  # the other one is named and not said


_LIARS_WORDS = (
    "you your are is not never live like mother in Cork Paris vet tea and also "
    "你 不 喜欢 住在 上海 北京 妈妈 也 ? ❌"
)
WORDS = st.sampled_from(_LIARS_WORDS.split())
FACTS = [
    fact(1, "I am a vet"),
    fact(2, "I live in Cork", slot="residence", value="Cork"),
    fact(3, "I do not like tea", positive=False, slot="dislikes", value="tea"),
    fact(4, "我不喜欢北京", positive=False, slot="dislikes", value="北京"),
    fact(5, "My mother likes Paris", of_self=False),
]
LINES = st.lists(
    st.fixed_dictionaries(
        {
            "text": st.one_of(
                st.lists(WORDS, min_size=1, max_size=14).map(" ".join),
                st.sampled_from([wording.statement(one) for one in FACTS]),
                st.text(max_size=60),
            ),
            "of": st.lists(st.integers(-2, 9), max_size=4),
        }
    ),
    max_size=6,
)


@hypothesis_settings(max_examples=150, deadline=None)
@given(LINES)
def test_whatever_a_model_writes_each_line_says_its_memories_and_nothing_else(lines: list[Any]) -> None:
    model = ScriptedModel(texts=[json.dumps({"lines": lines}, ensure_ascii=False)])
    try:
        found = by_model.write(model, FACTS)
    except by_model.WriterFailed:
        return
    for line in found:
        claims = {tuple(wording.words(wording.statement(one))) for one in line.facts}
        rest = wording.words(line.text)
        while rest:  # the line is cut into the statements of its memories, and nothing is left
            claim = max((one for one in claims if tuple(rest[: len(one)]) == one), key=len, default=None)
            assert claim is not None, line.text
            rest = rest[len(claim) :]
            while rest and rest[0] in ("and", "also"):
                rest = rest[1:]
        assert wording.says_only(line.text, line.facts)


# ------------------------------------------------------------------------------------------------ writing

pytest_db = pytest.mark.django_db


@pytest_db
def test_it_speaks_to_the_person_section_by_section_and_names_its_sources(alice: User) -> None:
    remember(alice, "I like trains", "I am a vet", "I live in Cork", "I'm allergic to peanuts")
    assert write(alice)
    assert told(alice) == [
        "You live in Cork.",
        "You are a vet.",
        "You're allergic to peanuts.",
        "You like trains.",
    ]
    sources = [[row.content for row in line.memories.all()] for line in profiles.profile_lines(user=alice)]
    assert sources == [["I live in Cork"], ["I am a vet"], ["I'm allergic to peanuts"], ["I like trains"]]
    before = list(ProfileLine.objects.values_list("pk", flat=True))
    assert not write(alice)  # a second run changes nothing
    assert list(ProfileLine.objects.values_list("pk", flat=True)) == before


@pytest_db
def test_it_speaks_chinese_to_who_speaks_chinese(alice: User) -> None:
    remember(alice, "我喜欢川菜", "我是后端工程师", "我住在上海", "我对虾过敏")
    assert write(alice)
    assert told(alice) == ["你住在上海。", "你是后端工程师。", "你对虾过敏。", "你喜欢川菜。"]


@pytest_db
def test_a_change_is_in_the_profile_at_once_and_a_forgotten_memory_is_not(alice: User) -> None:
    work, home = remember(alice, "I work as a florist", "I live in Durham")
    write(alice)
    services.memory_edit(user=alice, memory_id=work.pk, content="I work as a gardener")
    assert told(alice) == ["You live in Durham.", "You work as a gardener."]
    services.memory_forget(user=alice, memory_ids=[home.pk])
    assert list(ProfileLine.objects.values_list("text", flat=True)) == ["You work as a gardener."]
    services.memory_restore(user=alice, memory_ids=[home.pk])
    write(alice)
    assert told(alice) == ["You live in Durham.", "You work as a gardener."]
    remember(alice, "I live in Leeds")  # takes the place of Durham
    assert told(alice) == ["You work as a gardener."]
    write(alice)
    assert told(alice) == ["You live in Leeds.", "You work as a gardener."]


@pytest_db
def test_of_a_line_of_two_the_other_one_stays(alice: User) -> None:
    rows = rows_without_vectors(
        alice, "I like tea", "I like trains", vectors=False, type="preference", slot="likes"
    )
    for row, value in zip(rows, ("tea", "trains"), strict=True):
        Memory.objects.filter(pk=row.pk).update(value=value, written_by_person=False)
    write(alice)
    assert told(alice) == ["You like tea and trains."]
    services.memory_forget(user=alice, memory_ids=[rows[0].pk])
    assert told(alice) == ["You like trains."]


@pytest_db
def test_a_row_that_changes_behind_its_back_is_not_read(alice: User) -> None:
    (home,) = remember(alice, "I live in Durham")
    write(alice)
    for change in ({"status": MemoryStatus.ARCHIVED}, {"content": "I live in Hull"}, {"flag": "disputed"}):
        Memory.objects.filter(pk=home.pk).update(**change)
        assert told(alice) == []
        Memory.objects.filter(pk=home.pk).update(status="active", content="I live in Durham", flag="")
        assert told(alice) == ["You live in Durham."]


@pytest_db
def test_changes_are_gathered_and_a_week_is_the_longest(alice: User) -> None:
    remember(alice, "I live in Durham")
    now = timezone.now()
    assert writing.sweep(now=now) == 0
    assert writing.sweep(now=now + writing.QUIET + timedelta(seconds=5)) == 1
    assert writing.sweep(now=now + timedelta(days=6)) == 0
    profile = Profile.objects.get()
    assert profile.stale_since is None and profile.written_at is not None
    written = profile.written_at
    assert writing.sweep(now=now + timedelta(days=8)) == 0  # written anew, and nothing changed
    profile.refresh_from_db()
    assert profile.written_at is not None and profile.written_at > written
    assert told(alice) == ["You live in Durham."]


@pytest_db
def test_a_killed_writer_is_followed_by_another_when_its_lease_is_over(alice: User) -> None:
    remember(alice, "I live in Durham")
    now = timezone.now()
    Profile.objects.update(leased_until=now + timedelta(minutes=3))  # as one that died has left it
    assert not writing.write(user_id=alice.pk, now=now) and told(alice) == []
    assert writing.sweep(now=now + timedelta(minutes=4)) == 1
    assert told(alice) == ["You live in Durham."]


@pytest_db
@pytest.mark.parametrize(
    "text", [ERROR, "!timeout", "", "{}", answer(), answer(("You rule.", [])), "nonsense"]
)
def test_a_model_that_fails_leaves_the_profile_as_it_was(alice: User, text: str) -> None:
    remember(alice, "I live in Durham", "I am a vet")
    good = answer(("You are a vet. You live in Durham.", [1, 2]))
    with use_language_model(ScriptedModel(texts=[good])):
        write(alice)
    before = told(alice)
    assert len(before) == 1 and set(before[0].split(". ")) >= {"You are a vet"}
    remember(alice, "I like trains")
    with use_language_model(ScriptedModel(texts=[text])):
        assert not write(alice)
    assert told(alice) == before
    profile = Profile.objects.get()
    assert profile.stale_since is not None and profile.retry_at is not None and profile.leased_until is None


@pytest_db
def test_a_model_that_fails_before_there_is_a_profile_is_stood_in_for(alice: User) -> None:
    remember(alice, "I live in Durham")
    with use_language_model(ScriptedModel(texts=[ERROR])):
        assert write(alice)
    assert told(alice) == ["You live in Durham."]


@pytest_db
def test_a_lying_model_changes_no_claim_and_leaves_no_danger_out(alice: User) -> None:
    remember(alice, "I live in Durham", "I'm allergic to peanuts")
    lies = answer(("You live in Paris and love peanuts.", [1, 2]), ("You are the king.", [7]))
    with use_language_model(ScriptedModel(texts=[lies])):
        write(alice)
    text = " ".join(told(alice))
    assert "Durham" in text and "allergic to peanuts" in text
    assert "Paris" not in text and "king" not in text and "love" not in text


@pytest_db
def test_what_changes_while_the_model_writes_is_not_said(alice: User) -> None:
    home, _work = remember(alice, "I live in Durham", "I am a vet")

    class Slow(ScriptedModel):
        def complete(self, **arguments: Any) -> Any:
            services.memory_forget(user=alice, memory_ids=[home.pk])
            return super().complete(**arguments)

    both = answer(("You live in Durham.", [1]), ("You live in Durham.", [2]))
    with use_language_model(Slow(texts=[both])):
        write(alice)
    assert told(alice) == ["You are a vet."]
    assert Profile.objects.get().stale_since is not None  # it is written once more


@pytest_db
def test_nothing_is_written_while_nothing_is_to_be_learnt(alice: User) -> None:
    (home,) = remember(alice, "I live in Durham")
    services.settings_update(user=alice, learn=False)
    assert not write(alice) and told(alice) == []
    services.settings_update(user=alice, learn=True)
    write(alice)
    services.settings_update(user=alice, learn=False)
    services.memory_edit(user=alice, memory_id=home.pk, content="I live in Hull")
    assert told(alice) == [] and not ProfileLine.objects.exists()


# ------------------------------------------------------------------------------------------------ by the person


@pytest_db
def test_a_line_in_the_persons_words_stays_until_its_memory_changes(alice: User) -> None:
    home, _work = remember(alice, "I live in Durham", "I am a vet")
    write(alice)
    line = ProfileLine.objects.get(memories=home)
    profile_services.line_edit(user=alice, line_id=line.pk, text="You live in old Durham, by the river.")
    Profile.objects.update(stale_since=timezone.now())
    write(alice)
    assert told(alice) == ["You live in old Durham, by the river.", "You are a vet."]
    for text in ("  ", "x" * 301):
        with pytest.raises(ValidationError):
            profile_services.line_edit(user=alice, line_id=line.pk, text=text)
    services.memory_edit(user=alice, memory_id=home.pk, content="I live in Hull")
    assert told(alice) == ["You live in Hull.", "You are a vet."]


@pytest_db
def test_a_line_that_was_left_out_stays_out(alice: User) -> None:
    home, _work = remember(alice, "I live in Durham", "I am a vet")
    write(alice)
    (row,) = profile_services.line_hide(user=alice, line_id=ProfileLine.objects.get(memories=home).pk)
    Profile.objects.update(stale_since=timezone.now())
    write(alice)
    assert told(alice) == ["You are a vet."]
    profile_services.line_show(user=alice, line_id=row)
    assert "You live in Durham." in told(alice)


@pytest_db
def test_switched_off_it_is_neither_written_nor_read(alice: User, bob: User) -> None:
    remember(alice, "I live in Durham")
    write(alice)
    assert profile_services.profile_switch(user=alice, on=False)
    assert not profile_services.profile_switch(user=alice, on=False)
    assert told(alice) == [] and not write(alice) and not ProfileLine.objects.exists()
    assert profile_services.profile_switch(user=alice, on=True)
    assert told(alice) == ["You live in Durham."]
    with pytest.raises(profile_services.LineNotFound):
        profile_services.line_edit(user=bob, line_id=ProfileLine.objects.get().pk, text="Mine.")
