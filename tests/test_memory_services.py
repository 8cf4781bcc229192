"""What a person does with their memories: it works, it is theirs alone, and twice is once."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from memories import services
from memories.capture import by_rules
from memories.capture.types import Candidate, Text
from memories.models import Memory, MemoryEvent, MemorySettings, MemoryVector, Posting, Profile
from memories.recall import index
from memories.records import Vectors
from memoryhub.models import User

pytestmark = pytest.mark.django_db


def remembered(user: User, content: str = "My locker is number 31", **fields: Any) -> Memory:
    """A memory by hand, with some of its columns set."""
    memory = services.memory_remember(user=user, content=content)
    if fields:
        Memory.objects.filter(pk=memory.pk).update(**fields)
        memory.refresh_from_db()
        Vectors(away=True).write(memory)
    return memory


def verbs(memory: Memory) -> list[str]:
    return list(MemoryEvent.objects.filter(memory_id=memory.pk).order_by("id").values_list("verb", flat=True))


def indexed(memory: Memory) -> bool:
    vector = MemoryVector.objects.filter(memory=memory).exists()
    words = Posting.objects.filter(memory=memory).exists()
    assert vector == words
    return vector


# ------------------------------------------------------------------------------------------------ remember


def test_a_text_is_remembered_word_for_word(alice: User) -> None:
    Profile.objects.create(user=alice)
    memory = services.memory_remember(user=alice, content="  User lives in Trieste ")
    assert memory.content == "User lives in Trieste"
    assert (memory.status, memory.written_by_person, memory.confidence) == ("active", True, 1.0)
    assert (memory.slot, memory.value_key, memory.single_valued) == ("residence", "trieste", True)
    assert [source.kind for source in memory.sources.all()] == ["hand"]
    assert verbs(memory) == ["created"]
    assert indexed(memory)
    assert Profile.objects.get().stale_since is not None


def test_the_same_text_twice_is_one_row(alice: User) -> None:
    first = remembered(alice)
    assert services.memory_remember(user=alice, content="my locker is number 31").pk == first.pk
    assert services.memory_remember(user=alice, content="The spare key hangs behind the blue door") != first
    assert Memory.objects.filter(user=alice).count() == 2
    assert verbs(first) == ["created"]


def test_equal_values_agree_in_either_language(alice: User) -> None:
    first = remembered(alice, "我住在上海")
    assert services.memory_remember(user=alice, content="User lives in Shanghai").pk == first.pk


def test_a_new_value_by_hand_takes_the_place_of_the_former(alice: User) -> None:
    former = remembered(alice, "I live in Ghent")
    present = services.memory_remember(user=alice, content="I live in Bruges")
    former.refresh_from_db()
    assert (former.status, present.status, present.supersedes_id) == ("superseded", "active", former.pk)
    assert not indexed(former) and indexed(present)
    assert verbs(former) == ["created", "superseded"]


@pytest.mark.parametrize("content", ["", "   ", "\0", "x" * 2001])
def test_an_unusable_text_is_refused(alice: User, content: str) -> None:
    with pytest.raises(ValidationError):
        services.memory_remember(user=alice, content=content)
    assert not Memory.objects.exists()


@pytest.mark.parametrize("secret", ["My password is Gr8-kettle!x", "我的银行卡号是 4111 1111 1111 1111"])
def test_a_secret_is_kept_by_no_hand(alice: User, secret: str) -> None:
    memory = remembered(alice, "My locker is number 31")
    for write in (
        lambda: services.memory_remember(user=alice, content=secret),
        lambda: services.memory_edit(user=alice, memory_id=memory.pk, content=secret),
    ):
        with pytest.raises(ValidationError, match="never kept"):
            write()
    assert Memory.objects.get().content == memory.content


def test_an_unknown_type_is_refused(alice: User) -> None:
    with pytest.raises(ValidationError):
        services.memory_remember(user=alice, content="I like tea", type="mood")


def test_without_the_embedding_model_a_row_is_found_by_words_and_embedded_later(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memories.upkeep import unindexed

    def away(**arguments: Any) -> Any:
        raise ConnectionError("no model")

    with monkeypatch.context() as patched:
        patched.setattr(index, "embed_all", away)
        memory = services.memory_remember(user=alice, content="My locker is number 31")
    assert Posting.objects.filter(memory=memory).exists()
    assert not MemoryVector.objects.exists()
    assert unindexed.embed(dry_run=True) == 1
    assert unindexed.embed() == 1
    assert MemoryVector.objects.filter(memory=memory).count() == 1
    assert unindexed.embed() == 0


# ------------------------------------------------------------------------------------------------ edit


def test_an_edit_keeps_id_pin_and_figures_and_puts_the_former_text_into_the_history(alice: User) -> None:
    memory = remembered(
        alice, "My locker is number 31", access_count=7, mention_count=3, pinned_at=timezone.now()
    )
    edited = services.memory_edit(user=alice, memory_id=memory.pk, content="User's locker is number 58")
    assert (edited.pk, edited.access_count, edited.mention_count, edited.protected) == (memory.pk, 7, 3, True)
    assert [version.content for version in edited.versions.all()] == ["My locker is number 31"]
    assert Posting.objects.filter(memory=edited, token="58").exists()
    assert not Posting.objects.filter(memory=edited, token="31").exists()
    assert "58" in edited.value
    assert verbs(memory) == ["created", "edited"]
    assert Memory.objects.count() == 1


def test_the_same_edit_twice_is_one(alice: User) -> None:
    memory = remembered(alice)
    for _ in range(2):
        services.memory_edit(user=alice, memory_id=memory.pk, content="My locker is number 58")
    assert memory.versions.count() == 1
    assert verbs(memory) == ["created", "edited"]


def test_an_edit_into_a_taken_slot_wins_it(alice: User) -> None:
    home = remembered(alice, "I live in Ghent")
    other = remembered(alice, "The spare key hangs behind the blue door")
    services.memory_edit(user=alice, memory_id=other.pk, content="I live in Bruges")
    home.refresh_from_db()
    assert home.status == "superseded"
    assert Memory.objects.get(status="active", slot="residence").pk == other.pk


def test_a_text_that_no_rule_reads_keeps_its_slot_with_the_new_value(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reads_only_ghent(text: Text) -> list[Candidate]:
        if "Ghent" not in text.text:
            return []
        start = text.text.index("I live")
        return [
            Candidate(
                "fact", text.text, text.text, start, len(text.text), "en", slot="residence", value="Ghent"
            )  # type: ignore[arg-type]
        ]

    monkeypatch.setattr(by_rules, "EXTRACTORS", {"own": reads_only_ghent})
    memory = remembered(alice, "I live in Ghent")
    edited = services.memory_edit(user=alice, memory_id=memory.pk, content="I live in Bruges")
    assert (edited.slot, edited.value, edited.value_key, edited.single_valued) == (
        "residence",
        "Bruges",
        "bruges",
        True,
    )


def test_editing_what_waits_makes_it_active(alice: User) -> None:
    memory = remembered(alice, status="pending", confidence=0.4)
    edited = services.memory_edit(user=alice, memory_id=memory.pk, content="My locker is number 58")
    assert edited.status == "active" and indexed(edited)


def test_what_is_in_the_recycle_bin_is_not_edited(alice: User) -> None:
    memory = remembered(alice)
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    with pytest.raises(ValidationError):
        services.memory_edit(user=alice, memory_id=memory.pk, content="My locker is number 58")


# ------------------------------------------------------------------------------------------------ states


def test_forget_and_restore(alice: User) -> None:
    memory = remembered(alice)
    receipt = services.memory_forget(user=alice, memory_ids=[memory.pk])
    assert (receipt.memory_ids, receipt.count) == ([memory.pk], 1)
    assert receipt.undo_until > timezone.now() + timedelta(days=29)
    memory.refresh_from_db()
    assert (memory.status, memory.forgotten_reason) == ("forgotten", "person")
    assert not indexed(memory)
    assert services.memory_forget(user=alice, memory_ids=[memory.pk]).count == 0

    restored = services.memory_restore(user=alice, memory_ids=[memory.pk])[0]
    assert (restored.status, restored.forgotten_at, restored.access_count) == ("active", None, 0)
    assert indexed(restored)
    assert services.memory_restore(user=alice, memory_ids=[memory.pk])[0].access_count == 0
    assert verbs(memory) == ["created", "forgotten", "restored"]


def test_forgetting_a_second_one_leaves_the_undo_of_the_first(alice: User) -> None:
    first, second = remembered(alice), remembered(alice, "The spare key hangs behind the blue door")
    services.memory_forget(user=alice, memory_ids=[first.pk])
    services.memory_forget(user=alice, memory_ids=[second.pk])
    services.memory_restore(user=alice, memory_ids=[second.pk])
    services.memory_restore(user=alice, memory_ids=[first.pk])
    assert set(Memory.objects.values_list("status", flat=True)) == {"active"}


def test_what_waited_waits_again_when_it_is_restored(alice: User) -> None:
    memory = remembered(alice, status="pending", sensitivity="sensitive", category="finance")
    services.memory_forget(user=alice, memory_ids=[memory.pk])
    assert services.memory_restore(user=alice, memory_ids=[memory.pk])[0].status == "pending"


def test_a_restored_value_wins_its_slot(alice: User) -> None:
    ghent = remembered(alice, "I live in Ghent")
    services.memory_forget(user=alice, memory_ids=[ghent.pk])
    bruges = remembered(alice, "I live in Bruges")
    services.memory_restore(user=alice, memory_ids=[ghent.pk])
    bruges.refresh_from_db()
    assert bruges.status == "superseded"


def test_pin_and_unpin_keep_the_protection_of_an_allergy(alice: User) -> None:
    memory = remembered(alice, "I'm allergic to sesame")
    assert memory.protection == "safety"
    for _ in range(2):
        assert services.memory_pin(user=alice, memory_id=memory.pk).pinned_at is not None
    for _ in range(2):
        assert services.memory_unpin(user=alice, memory_id=memory.pk).pinned_at is None
    assert Memory.objects.get().protected
    assert verbs(memory) == ["created", "pinned", "unpinned"]


def test_confirming_is_the_consent_to_the_category(alice: User) -> None:
    memory = remembered(
        alice,
        "我有糖尿病",
        status="pending",
        sensitivity="sensitive",
        category="health",
        protection="",
        confidence=0.5,
    )
    assert services.memory_confirm(user=alice, memory_ids=[memory.pk]) == 1
    assert services.memory_confirm(user=alice, memory_ids=[memory.pk]) == 0
    memory.refresh_from_db()
    assert (memory.status, memory.protection) == ("active", "health")
    assert memory.confidence >= 0.95 and indexed(memory)
    assert MemorySettings.objects.get(user=alice).consents == ["health"]
    assert verbs(memory) == ["created", "confirmed"]


def test_what_is_confirmed_wins_its_slot(alice: User) -> None:
    waiting = remembered(alice, "I live in Bruges", status="pending")
    home = remembered(alice, "I live in Ghent")
    services.memory_confirm(user=alice, memory_ids=[waiting.pk])
    home.refresh_from_db()
    assert home.status == "superseded"


def test_rejecting_touches_only_what_waits(alice: User) -> None:
    waiting = remembered(alice, status="pending")
    active = remembered(alice, "The spare key hangs behind the blue door")
    assert services.memory_reject(user=alice, memory_ids=[waiting.pk, active.pk]) == 1
    assert services.memory_reject(user=alice, memory_ids=[waiting.pk, active.pk]) == 0
    assert set(Memory.objects.values_list("content", "status")) == {
        ("My locker is number 31", "rejected"),
        ("The spare key hangs behind the blue door", "active"),
    }


def test_the_switches(alice: User) -> None:
    assert (services.settings_get(user=alice).use, services.settings_get(user=alice).learn) == (True, True)
    services.settings_update(user=alice, learn=False)
    own = services.settings_update(user=alice, use=False)
    assert (own.use, own.learn) == (False, False)


# ------------------------------------------------------------------------------------------------ own rows only

ACTS: dict[str, Callable[[User, uuid.UUID], object]] = {
    "get": lambda user, pk: services.memory_get_for_user(user=user, memory_id=pk),
    "edit": lambda user, pk: services.memory_edit(user=user, memory_id=pk, content="mine now"),
    "forget": lambda user, pk: services.memory_forget(user=user, memory_ids=[pk]),
    "restore": lambda user, pk: services.memory_restore(user=user, memory_ids=[pk]),
    "pin": lambda user, pk: services.memory_pin(user=user, memory_id=pk),
    "unpin": lambda user, pk: services.memory_unpin(user=user, memory_id=pk),
    "confirm": lambda user, pk: services.memory_confirm(user=user, memory_ids=[pk]),
    "reject": lambda user, pk: services.memory_reject(user=user, memory_ids=[pk]),
}


@pytest.mark.parametrize("act", ACTS)
def test_somebody_elses_memory_and_none_look_the_same(alice: User, bob: User, act: str) -> None:
    memory = remembered(alice)
    before = Memory.objects.filter(pk=memory.pk).values().get()
    for memory_id in (memory.pk, uuid.uuid4()):
        with pytest.raises(services.MemoryNotFound):
            ACTS[act](bob, memory_id)
    assert Memory.objects.filter(pk=memory.pk).values().get() == before
    assert verbs(memory) == ["created"]


def test_a_batch_with_one_foreign_id_changes_nothing(alice: User, bob: User) -> None:
    mine, theirs = remembered(alice), remembered(bob)
    with pytest.raises(services.MemoryNotFound):
        services.memory_forget(user=alice, memory_ids=[mine.pk, theirs.pk])
    assert set(Memory.objects.values_list("status", flat=True)) == {"active"}


# ------------------------------------------------------------------------------------------------ import and export

ROWS = [
    {"content": "User plays the oboe", "type": "fact"},
    {"content": "", "type": "fact"},
    {"content": "   "},
    {"content": "我喜欢看皮影戏", "type": "preference"},
    {"text": "no content"},
]


def test_an_import_keeps_the_good_rows_and_says_why_it_skips(alice: User) -> None:
    result = services.memories_import(user=alice, rows=ROWS)
    assert (result.imported, result.known, result.skipped) == (2, 0, 3)
    assert result.reasons == {2: "empty", 3: "empty", 5: "empty"}
    assert set(Memory.objects.values_list("content", "type", "status")) == {
        ("User plays the oboe", "fact", "active"),
        ("我喜欢看皮影戏", "preference", "active"),
    }
    assert all(indexed(memory) for memory in Memory.objects.all())


def test_the_same_rows_again_change_nothing(alice: User) -> None:
    services.memories_import(user=alice, rows=ROWS)
    before = list(Memory.objects.order_by("pk").values())
    again = services.memories_import(user=alice, rows=ROWS)
    assert (again.imported, again.known) == (0, 2)
    assert list(Memory.objects.order_by("pk").values()) == before


def test_an_export_comes_back_without_loss(alice: User, bob: User) -> None:
    sister = remembered(alice, "User's sister is called Maren")
    remembered(alice, "I live in Ghent")
    home = remembered(alice, "I live in Bruges")
    services.memory_edit(user=alice, memory_id=home.pk, content="I live in Bruges, near the canal")
    services.memory_pin(user=alice, memory_id=sister.pk)
    remembered(bob, "Bob's own")
    exported = services.memories_export(user=alice)
    assert len(exported["memories"]) == 3
    assert services.memory_erase_all(user=alice) == 3
    assert services.memories_import(user=alice, rows=exported["memories"]).imported == 3
    again = services.memories_export(user=alice)
    for old, new in zip(exported["memories"], again["memories"], strict=True):
        assert {k: v for k, v in old.items() if k not in ("id", "supersedes", "sources")} == {
            k: v for k, v in new.items() if k not in ("id", "supersedes", "sources")
        }
        assert (old["supersedes"] is None) == (new["supersedes"] is None)
    assert services.memories_import(user=alice, rows=exported["memories"]).imported == 0
    assert Memory.objects.filter(user=bob).count() == 1


def test_an_export_holds_what_json_can_hold(alice: User) -> None:
    import json

    remembered(alice)
    assert json.loads(json.dumps(services.memories_export(user=alice)))["format"] == "memoryhub"


def test_broken_columns_of_an_export_keep_their_defaults(alice: User) -> None:
    services.memory_remember(user=alice, content="My locker is number 31")
    row = services.memories_export(user=alice)["memories"][0]
    services.memory_erase_all(user=alice)
    bad = row | {
        "confidence": 7,
        "pinned_at": "yesterday",
        "mention_count": "x",
        "occurred_on": 5,
        "versions": [3],
        "sources": "?",
    }
    assert services.memories_import(user=alice, rows=[bad]).imported == 1
    memory = Memory.objects.get()
    assert (memory.confidence <= 1, memory.pinned_at, memory.mention_count) == (True, None, 1)


@pytest.mark.slow
def test_a_big_import_goes_in_batches(alice: User) -> None:
    rows = [{"content": f"Shelf {number} holds the box {number}"} for number in range(130)]
    assert services.memories_import(user=alice, rows=rows).imported == 130
    assert MemoryVector.objects.count() == 130
