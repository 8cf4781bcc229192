"""Relations and names come with a memory and die with it, whatever becomes of it; rebuilt, they are the same."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from memories import decisions, records, services
from memories.graph import building, store
from memories.kinds import Actor, MemoryStatus
from memories.models import Alias, Entity, GraphBuild, Memory, Relation
from memories.upkeep import consolidation, fading, nightly
from memoryhub.models import User
from tests.recall_rows import remember

pytestmark = pytest.mark.django_db

TEXT = "My wife Ines works at Bekaert"


def told(user: User, text: str = TEXT) -> Memory:
    return services.memory_remember(user=user, content=text)


def graph(user: User) -> list[tuple[str, str, str]]:
    rows = Relation.objects.filter(user=user).select_related("subject", "object").order_by("pk")
    return sorted(
        (row.subject.name or row.subject.kind, row.predicate, row.object.name or row.object.kind)
        for row in rows
    )


WHOLE = [("Ines", "works_at", "Bekaert"), ("self", "wife", "Ines")]


def names(user: User) -> list[str]:
    return sorted(Alias.objects.filter(user=user).values_list("name", flat=True))


def forget(memory: Memory) -> None:
    services.memory_forget(user=memory.user, memory_ids=[memory.pk])


def archive(memory: Memory) -> None:
    fading.archive(memory.user, [memory], detail="unused:90", actor=Actor.SYSTEM, at=timezone.now())


def replace(memory: Memory) -> None:
    told(memory.user, "My wife Ines works at Umicore")


def doubt(memory: Memory) -> None:
    def work(vectors: records.Vectors) -> None:
        memory.status = MemoryStatus.PENDING
        memory.save()
        vectors.write(memory)

    records.changing(user_id=memory.user_id, contents=[], work=work)


def edit(memory: Memory) -> None:
    services.memory_edit(user=memory.user, memory_id=memory.pk, content="My wife Ines bakes bread")


@pytest.mark.parametrize("change", [forget, archive, replace, doubt, edit])
def test_no_edge_outlives_its_memory(alice: User, change: Callable[[Memory], None]) -> None:
    memory = told(alice)
    assert graph(alice) == WHOLE
    assert names(alice) == ["Bekaert", "Ines"]
    change(memory)
    assert not Relation.objects.filter(object__name="Bekaert").exists()
    assert "Bekaert" not in names(alice)


@pytest.mark.parametrize("change", [forget, archive])
def test_what_comes_back_connects_again(alice: User, change: Callable[[Memory], None]) -> None:
    memory = told(alice)
    change(memory)
    services.memory_restore(user=alice, memory_ids=[memory.pk])
    assert graph(alice) == WHOLE


def test_the_one_that_is_right_after_all_connects_again(alice: User) -> None:
    memory = told(alice)
    replace(memory)
    services.memory_choose(user=alice, memory_ids=[memory.pk])
    assert graph(alice) == WHOLE


def test_what_waits_connects_only_when_it_is_confirmed_and_no_more_when_it_waits_again(alice: User) -> None:
    (memory,) = remember(alice, TEXT, status=MemoryStatus.PENDING, vectors=False)
    assert graph(alice) == []
    services.memory_confirm(user=alice, memory_ids=[memory.pk])
    assert ("self", "works_at", "Bekaert") not in graph(alice)
    assert len(graph(alice)) == 2
    decisions.memory_wait_again(user=alice, memory_ids=[memory.pk])
    assert graph(alice) == []
    services.memory_reject(user=alice, memory_ids=[memory.pk])
    assert graph(alice) == []


def test_one_that_goes_into_another_leaves_its_edges_there(alice: User) -> None:
    first, second = remember(
        alice, "I work at Hexagon", "I work at Hexagon.", slot="employer", value="Hexagon"
    )
    consolidation.join(user=alice, now=timezone.now())
    (kept,) = Relation.objects.filter(user=alice)
    assert kept.memory.status == MemoryStatus.ACTIVE
    assert {first.pk, second.pk} >= {kept.memory_id}


def test_an_export_brings_its_relations_along(alice: User, bob: User) -> None:
    told(alice)
    exported = services.memories_export(user=alice)
    services.memories_import(user=bob, rows=exported["memories"])
    assert graph(bob) == WHOLE
    assert set(Relation.objects.filter(user=bob).values_list("memory__user", flat=True)) == {bob.pk}


def test_everything_erased_leaves_no_name(alice: User, bob: User) -> None:
    told(alice)
    told(bob)
    services.memory_erase_all(user=alice)
    assert not Relation.objects.filter(user=alice).exists()
    assert not Entity.objects.filter(user=alice).exclude(kind="self").exists()
    assert graph(bob) == WHOLE


def test_purging_takes_the_names_that_nobody_tells(alice: User) -> None:
    memory = told(alice)
    forget(memory)
    nightly.run_shared(now=timezone.now() + timedelta(days=60))
    assert not Memory.objects.filter(pk=memory.pk).exists()
    assert not Entity.objects.filter(user=alice, name__in=["Ines", "Bekaert"]).exists()


def test_an_account_goes_with_its_graph(alice: User) -> None:
    told(alice)
    alice.delete()
    assert not (Relation.objects.exists() or Alias.objects.exists() or Entity.objects.exists())


def test_one_thing_has_one_node_in_both_languages_and_spellings(alice: User) -> None:
    for text in ("I work at Shenlan Ltd", "Shenlan is based in Shenzhen", "我妹妹住在深圳"):
        told(alice, text)
    assert Entity.objects.filter(user=alice, kind="organisation").count() == 1
    assert Entity.objects.filter(user=alice, kind="place").count() == 1
    assert sorted(set(names(alice))) == ["Shenlan", "Shenlan Ltd", "Shenzhen", "深圳"]


def test_the_names_that_a_correction_leaves_behind_go_at_night(alice: User) -> None:
    memory = told(alice)
    edit(memory)
    nightly.run_person(user_id=alice.pk)
    assert not Entity.objects.filter(user=alice, name="Bekaert").exists()


# ------------------------------------------------------------------------------------------------ what was there before


def test_an_existing_store_gets_its_relations_once(alice: User, bob: User) -> None:
    for user in (alice, bob):
        told(user)
        told(user, "Bekaert is based in Kortrijk")
    before = {user.pk: graph(user) for user in (alice, bob)}
    Relation.objects.all().delete()
    Alias.objects.all().delete()
    assert set(store.due()) == {alice.pk, bob.pk}
    assert building.sweep() == 2
    assert {user.pk: graph(user) for user in (alice, bob)} == before
    assert GraphBuild.objects.count() == 2
    assert building.sweep() == 0
    entities = set(Entity.objects.values_list("pk", flat=True))
    out = StringIO()
    call_command("relations", stdout=out)
    assert "2 people" in out.getvalue()
    assert {user.pk: graph(user) for user in (alice, bob)} == before
    assert set(Entity.objects.values_list("pk", flat=True)) == entities


def test_one_whose_memories_cannot_be_read_keeps_nobody_waiting(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(alice)
    told(bob)
    real = store.write_all

    def fails(*, user_id: object, **fields: object) -> object:
        if user_id == alice.pk:
            raise ValueError
        return real(user_id=user_id, **fields)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "write_all", fails)
    building.sweep()
    assert list(GraphBuild.objects.values_list("user_id", flat=True)) == [bob.pk]
