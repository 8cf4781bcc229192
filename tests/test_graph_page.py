"""The page and the API of connections: each once with its memories, only one's own, and nothing that has passed."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from memories import services
from memories.graph import drawing
from memories.models import Memory, Relation
from memoryhub.models import User
from tests.api_client import key_of

pytestmark = pytest.mark.django_db

PAGE = "/memories/graph/"


def told(user: User, *texts: str) -> list[Memory]:
    return [services.memory_remember(user=user, content=text) for text in texts]


def sentences(user: User) -> list[str]:
    return [line.sentence for line in drawing.lines(user=user, now=timezone.now())]


FAMILY = (
    "My wife Ines works at Bekaert",
    "Bekaert is based in Kortrijk",
    "I live in Ghent",
    "My sister works at a bakery in Bruges",
    "My brother's girlfriend is called Ayumi",
)


def test_each_relation_is_a_sentence_and_those_of_the_person_come_first(alice: User) -> None:
    told(alice, *FAMILY)
    found = sentences(alice)
    assert set(found[:4]) == {
        "You have a brother",
        "You have a sister",
        "You live in Ghent",
        "Ines is your wife",
    }
    assert set(found[4:]) == {
        "Bekaert is in Kortrijk",
        "Ines works at Bekaert",
        "Ayumi is the girlfriend of your brother",
        "Your sister works at a bakery",
        "Your sister's bakery is in Bruges",
    }


def test_the_sentences_are_in_the_language_of_the_person(alice: User) -> None:
    told(
        alice,
        "我老婆小雨在蓝鲸科技上班",
        "蓝鲸科技总部在合肥",
        "我弟弟的女朋友叫小美",
        "我姐姐在一家银行上班",
        "我的猫叫年糕",
    )
    with translation.override("zh-hans"):
        assert set(sentences(alice)) == {
            "小雨是你的老婆",
            "小雨在蓝鲸科技工作",
            "蓝鲸科技在合肥",
            "你有弟弟",
            "小美是你的弟弟的女朋友",
            "你有姐姐",
            "年糕是你的猫",
            "你的姐姐在一家银行工作",
        }


def test_a_relation_that_two_memories_tell_is_one_line_that_leads_to_both(alice: User) -> None:
    one, other = told(alice, "My wife Ines works at Bekaert", "My wife Ines grew up in Porto")
    (wife,) = [line for line in drawing.lines(user=alice, now=timezone.now()) if line.predicate == "wife"]
    assert wife.memories == [other, one]
    services.memory_forget(user=alice, memory_ids=[other.pk])
    (wife,) = [line for line in drawing.lines(user=alice, now=timezone.now()) if line.predicate == "wife"]
    assert wife.memories == [one]


def test_a_name_that_no_memory_of_now_tells_is_not_shown(alice: User) -> None:
    named, _bakes = told(alice, "My wife is called Ines", "My wife works at Bekaert")
    assert "Ines works at Bekaert" in sentences(alice)
    services.memory_forget(user=alice, memory_ids=[named.pk])
    assert sentences(alice) == ["You have a wife", "Your wife works at Bekaert"]


def test_one_without_a_name_is_called_by_whose_it_is(alice: User) -> None:
    told(alice, "My aunt's husband works at Umicore", "My company is in Ghent")
    assert set(sentences(alice)) == {
        "You have an aunt",
        "Your aunt has a husband",
        "Your aunt's husband works at Umicore",
        "You work at a company",
        "Your company is in Ghent",
    }


def test_the_page_shows_one_s_own_with_links_and_nothing_that_has_passed(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    mine, _sits, _home, _sister, _brother = told(alice, *FAMILY)
    (theirs,) = told(bob, "My wife Odile works at Umicore")
    client = client_for(alice)
    page = client.get(PAGE)
    assert page.status_code == 200
    assert reverse("memories:detail", args=[mine.pk]) in page.text
    assert str(theirs.pk) not in page.text
    assert "Umicore" not in page.text
    Memory.objects.filter(pk=mine.pk).update(expires_at=timezone.now() - timedelta(hours=1))
    assert "Ines" not in client.get(PAGE).text


def test_the_page_without_relations_says_how_there_come_to_be_some(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    page = client_for(alice).get(PAGE)
    assert "Nothing is connected yet" in page.text
    assert "d3-force" not in page.text


def test_the_page_s_queries_do_not_grow(alice: User, client_for: Callable[[User], Client]) -> None:
    told(alice, FAMILY[0])
    client = client_for(alice)
    client.get(PAGE)
    with CaptureQueriesContext(connection) as few:
        client.get(PAGE)
    told(alice, *FAMILY[1:])
    with CaptureQueriesContext(connection) as more:
        client.get(PAGE)
    assert len(more) == len(few)


def test_nobody_reads_it_without_signing_in() -> None:
    assert Client().get(PAGE).status_code == 302
    assert Client().get("/api/v1/relations").status_code == 401


def ask(user: User, query: str = "") -> dict[str, object]:
    key = key_of(user, f"asks {query}")
    response = Client().get(f"/api/v1/relations{query}", headers={"authorization": f"Bearer {key}"})
    assert response.status_code == 200, response.content
    return dict(response.json())


def test_the_api_lists_relations_with_names_and_memories(alice: User, bob: User) -> None:
    works, sits = told(alice, *FAMILY[:2])
    told(bob, "My wife Odile works at Umicore")
    rows = ask(alice)["results"]
    assert isinstance(rows, list)
    assert [
        (row["subject"]["name"], row["predicate"], row["object"]["name"], row["memory"]) for row in rows
    ] == [
        ("Bekaert", "located_in", "Kortrijk", str(sits.pk)),
        ("Ines", "works_at", "Bekaert", str(works.pk)),
        ("", "wife", "Ines", str(works.pk)),
    ]
    assert rows[2]["subject"]["kind"] == "self"
    assert rows[2]["object"]["relation"] == "wife"
    assert "Umicore" not in json.dumps(rows)


def test_the_api_narrows_by_memory_and_entity_and_refuses_what_is_neither(alice: User, bob: User) -> None:
    _works, sits = told(alice, *FAMILY[:2])
    (theirs,) = told(bob, "I live in Ghent")
    assert ask(alice, f"?memory={sits.pk}")["count"] == 1
    assert ask(alice, f"?memory={theirs.pk}")["count"] == 0
    kortrijk = Relation.objects.get(memory=sits).object_id
    assert ask(alice, f"?entity={kortrijk}")["count"] == 1
    key = key_of(alice, "two")
    for query, code in (("?entity=x", 400), ("?memory=1", 400)):
        response = Client().get(f"/api/v1/relations{query}", headers={"authorization": f"Bearer {key}"})
        assert response.status_code == code
    for method in ("post", "put", "patch", "delete"):
        response = getattr(Client(), method)("/api/v1/relations", headers={"authorization": f"Bearer {key}"})
        assert response.status_code == 405


def test_an_export_tells_the_relations(alice: User) -> None:
    told(alice, FAMILY[1])
    (row,) = services.memories_export(user=alice)["memories"]
    assert [
        (one["subject"]["name"], one["predicate"], one["object"]["name"]) for one in row["relations"]
    ] == [("Bekaert", "located_in", "Kortrijk")]
