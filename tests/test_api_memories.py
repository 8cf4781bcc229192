"""The API of memories: each door works, is shut to others, refuses bad input, and done twice is done once."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memories import services
from memories.kinds import MemoryStatus
from memories.models import Memory, MemoryEvent, Profile, ProfileLine
from memoryhub.models import User
from tests.api_client import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(alice: User) -> Api:
    return Api(alice)


def remembered(user: User, content: str, **fields: Any) -> Memory:
    memory = services.memory_remember(user=user, content=content)
    if fields:
        Memory.objects.filter(pk=memory.pk).update(**fields)
        memory.refresh_from_db()
    return memory


def test_what_is_added_by_hand_is_there_once(api: Api, alice: User) -> None:
    code, made = api.post("memories", {"content": "I am allergic to peanuts."})
    assert code == 201
    assert (made["content"], made["status"]) == ("I am allergic to peanuts.", "active")
    assert [source["kind"] for source in made["sources"]] == ["hand"]
    code, again = api.post("memories/", {"content": "I am allergic to peanuts."})
    assert (code, again["id"]) == (200, made["id"])
    assert Memory.objects.of(alice).count() == 1
    assert api.get(f"memories/{made['id']}")[1]["content"] == made["content"]


def test_a_type_is_kept_or_guessed(api: Api) -> None:
    assert api.post("memories", {"content": "我住在杭州。"})[1]["type"] == "fact"
    chosen = api.post("memories", {"content": "Answer in short sentences.", "type": "instruction"})[1]
    assert chosen["type"] == "instruction"


@pytest.mark.parametrize(
    "body",
    [{}, {"content": ""}, {"content": "  "}, {"content": "\u200b\u200b"}, {"content": 7}, {"content": "x" * 2_001},
     {"content": "a\0b"}, {"content": "x", "status": "active"}, {"content": "x", "type": "opinion"}],
)  # fmt: skip
def test_a_bad_memory_is_refused_and_nothing_stored(api: Api, body: dict[str, Any]) -> None:
    code, answer = api.post("memories", body)
    assert code == 400
    assert answer["error"]["fields"]
    assert not Memory.objects.exists()


def test_the_list_has_own_rows_filters_order_and_pages(api: Api, alice: User, bob: User) -> None:
    tea = remembered(alice, "I like tea.")
    home = remembered(alice, "I live in Ghent.", access_count=3)
    gone = remembered(alice, "I own a boat.")
    services.memory_forget(user=alice, memory_ids=[gone.pk])
    remembered(bob, "I like coffee.")

    def ids(query: str) -> list[str]:
        return [row["id"] for row in api.get(f"memories?{query}")[1]["results"]]

    assert ids("") == [str(home.pk), str(tea.pk)]
    assert ids("ordering=created_at") == [str(tea.pk), str(home.pk)]
    assert ids("ordering=-access_count")[0] == str(home.pk)
    assert ids("status=forgotten") == [str(gone.pk)]
    assert set(ids("status=forgotten,active")) == {str(tea.pk), str(home.pk), str(gone.pk)}
    assert set(ids("status=forgotten&status=active")) == {str(tea.pk), str(home.pk), str(gone.pk)}
    assert ids(f"type={tea.type}&q=tea") == [str(tea.pk)]
    assert ids(f"slot={home.slot}") == [str(home.pk)]
    assert len(ids("source=hand")) == 2
    assert ids("source=import") == ids(f"source={uuid.uuid4()}") == ids("q=coffee") == []

    first = api.get("memories/?page_size=1")[1]
    assert first["count"] == 2
    assert first["previous"] is None
    assert first["next"].startswith("http://testserver/api/v1/memories/?page=2")
    second = api.get(first["next"].removeprefix("http://testserver"))[1]
    assert [row["id"] for row in second["results"]] == [str(tea.pk)]
    assert second["next"] is None
    assert second["previous"]


@pytest.mark.parametrize(
    "query", ["status=lost", "type=opinion", "ordering=colour", "q=a%00b", f"q={'x' * 501}"]
)
def test_a_filter_that_means_nothing_is_400(api: Api, query: str) -> None:
    code, body = api.get(f"memories?{query}")
    assert code == 400
    assert set(body["error"]["fields"]) == {query.partition("=")[0]} or any(
        name.startswith(query.partition("=")[0]) for name in body["error"]["fields"]
    )


def test_a_page_beyond_the_last_is_404(api: Api) -> None:
    assert api.get("memories?page=2")[0] == 404
    assert api.get("memories?page=x")[0] == 404


def test_editing_keeps_the_id_and_the_former_text(api: Api, alice: User) -> None:
    memory = remembered(alice, "I live in Ghent.")
    code, edited = api.patch(f"memories/{memory.pk}/", {"content": "I live in Bruges."})
    assert (code, edited["id"], edited["content"]) == (200, str(memory.pk), "I live in Bruges.")
    events = MemoryEvent.objects.count()
    assert api.patch(f"memories/{memory.pk}/", {"content": "I live in Bruges."})[0] == 200
    assert MemoryEvent.objects.count() == events
    history = api.get(f"memories/{memory.pk}/history")[1]
    assert [version["content"] for version in history["versions"]] == ["I live in Ghent."]
    assert {event["verb"] for event in history["events"]} == {"created", "edited"}
    assert api.patch(f"memories/{memory.pk}", {"type": "event"})[1]["type"] == "event"
    assert api.patch(f"memories/{memory.pk}", {})[1]["content"] == "I live in Bruges."
    assert api.patch(f"memories/{memory.pk}", {"confidence": 1})[0] == 400


def test_forgetting_holds_and_can_be_undone(api: Api, alice: User) -> None:
    memory = remembered(alice, "I live in Ghent.")
    code, receipt = api.post(f"memories/{memory.pk}/forget/")
    assert (code, receipt["memories"], receipt["count"]) == (200, [str(memory.pk)], 1)
    assert receipt["undo_until"]
    assert api.post(f"memories/{memory.pk}/forget")[1]["count"] == 0
    assert api.get("memories")[1]["count"] == 0
    assert api.get("recall?q=Where do I live?")[1]["results"] == []
    assert api.get(f"memories/{memory.pk}")[1]["status"] == "forgotten"
    assert api.post(f"memories/{memory.pk}/restore")[1]["status"] == "active"
    events = MemoryEvent.objects.count()
    assert api.post(f"memories/{memory.pk}/restore/")[1]["status"] == "active"
    assert MemoryEvent.objects.count() == events


def test_delete_is_forgetting(api: Api, alice: User) -> None:
    memory = remembered(alice, "I live in Ghent.")
    assert api.delete(f"memories/{memory.pk}/") == (204, None)
    assert api.delete(f"memories/{memory.pk}") == (204, None)
    memory.refresh_from_db()
    assert memory.status == MemoryStatus.FORGOTTEN
    assert MemoryEvent.objects.filter(verb="forgotten").count() == 1


def test_pin_and_unpin(api: Api, alice: User) -> None:
    memory = remembered(alice, "I live in Ghent.")
    assert api.post(f"memories/{memory.pk}/pin")[1]["pinned"] is True
    pinned_at = api.post(f"memories/{memory.pk}/pin/")[1]["pinned_at"]
    assert pinned_at
    assert api.post(f"memories/{memory.pk}/unpin")[1]["pinned"] is False
    assert MemoryEvent.objects.filter(verb="pinned").count() == 1


@pytest.mark.parametrize(("act", "status"), [("confirm", "active"), ("reject", "rejected")])
def test_the_inbox_is_emptied_by_a_yes_or_a_no(api: Api, alice: User, act: str, status: str) -> None:
    memory = remembered(alice, "I like jazz.", status=MemoryStatus.PENDING)
    assert api.post(f"memories/{memory.pk}/{act}")[1]["status"] == status
    assert api.post(f"memories/{memory.pk}/{act}/")[1]["status"] == status
    assert MemoryEvent.objects.filter(memory_id=memory.pk).count() == 2


ACTS = ["history", "pin", "unpin", "confirm", "reject", "forget", "restore"]


def test_a_foreign_a_missing_and_a_malformed_id_look_the_same(api: Api, bob: User) -> None:
    theirs = remembered(bob, "I like coffee.")
    before = MemoryEvent.objects.count()
    for memory_id in (theirs.pk, uuid.uuid4(), "17", str(theirs.pk).upper()):
        answers = [api.get(f"memories/{memory_id}"), api.delete(f"memories/{memory_id}")]
        answers.append(api.patch(f"memories/{memory_id}", {"content": "Mine now."}))
        for act in ACTS:
            answers.append((api.get if act == "history" else api.post)(f"memories/{memory_id}/{act}"))
        assert {code for code, _ in answers} == {404}, memory_id
        assert len({str(body) for _, body in answers}) == 1
    theirs.refresh_from_db()
    assert (theirs.content, theirs.status) == ("I like coffee.", "active")
    assert MemoryEvent.objects.count() == before


def test_recall_shows_what_would_go_in_and_writes_nothing(api: Api, alice: User) -> None:
    memory = remembered(alice, "I live in Ghent.")
    remembered(alice, "I own a red bicycle.")
    code, found = api.get("recall?q=Which city do I live in?")
    assert (code, found["gate"]) == (200, "open")
    assert found["results"][0]["id"] == str(memory.pk)
    assert found["results"][0]["score"] > 0
    assert found["results"][0]["why"] in ("meaning", "keyword", "both")
    assert api.get("recall?q=hi")[1]["gate"] != "open"
    memory.refresh_from_db()
    assert memory.access_count == 0
    assert not alice.recall_traces.exists()
    for bad in ("recall", "recall?q=", "recall?q=%00", f"recall?q={'x' * 4_001}"):
        assert api.get(bad)[0] == 400


def test_recall_is_of_the_persons_own_memories(api: Api, bob: User) -> None:
    remembered(bob, "I live in Ghent.")
    assert api.get("recall?q=Which city do I live in?")[1]["results"] == []


def test_the_profile_may_be_empty_and_has_its_lines(api: Api, alice: User) -> None:
    assert api.get("profile/") == (200, {"written_at": None, "lines": []})
    memory = remembered(alice, "I live in Ghent.")
    line = ProfileLine.objects.create(
        profile=Profile.objects.get_or_create(user=alice)[0], position=1, text="Lives in Ghent."
    )
    line.memories.add(memory)
    lines = api.get("profile")[1]["lines"]
    assert lines == [{"text": "Lives in Ghent.", "memories": [str(memory.pk)]}]


def test_switches_are_set_one_by_one(api: Api, alice: User, bob: User) -> None:
    assert api.get("settings")[1]["use"] is True
    asked = dict.fromkeys(["health", "belief", "politics", "finance", "sexuality", "legal"], "ask")
    assert api.patch("settings/", {"learn": False})[1] | {"updated_at": ""} == {
        "use": True, "learn": False, "types_off": [], "categories": asked, "consents": [], "never_words": [],
        "updated_at": "",
    }  # fmt: skip
    assert api.patch("settings", {})[1]["learn"] is False
    assert api.patch("settings", {"use": "no"})[0] == 400
    assert api.patch("settings", {"consents": ["health"]})[0] == 400
    assert Api(bob).get("settings")[1]["learn"] is True


def test_an_export_can_be_imported_and_twice_is_once(api: Api, alice: User, bob: User) -> None:
    remembered(alice, "I live in Ghent.")
    remembered(alice, "我对花生过敏。")
    exported = api.get("export")[1]
    assert exported["format"] == "memoryhub"
    assert len(exported["memories"]) == 2
    other = Api(bob)
    assert other.post("import", exported)[1]["imported"] == 2
    again = other.post("import/", exported)[1]
    assert (again["imported"], again["known"]) == (0, 2)
    texts = {row["content"] for row in other.get("memories")[1]["results"]}
    assert texts == {"I live in Ghent.", "我对花生过敏。"}


def test_an_import_is_bounded_and_counts_what_it_left_out(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    code, result = api.post("import", {"memories": [{"content": "I like tea."}, {"content": ""}, {}]})
    assert code == 200
    assert (result["imported"], result["skipped"]) == (1, 2)
    assert set(result["reasons"]) == {"2", "3"}
    for bad in (
        {"memories": "all"}, {"memories": ["I like tea."]}, {}, {"format": "other", "memories": []},
        {"version": 2, "memories": []}, {"memories": [{"content": "x"}] * 5_001},
    ):  # fmt: skip
        assert api.post("import", bad)[0] == 400


def test_a_page_of_the_list_costs_a_fixed_number_of_queries(api: Api, alice: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert api.get("memories")[0] == 200
        return len(seen)

    api.get("memories")
    remembered(alice, "I like tea.")
    one = queries()
    for drink in ("water", "milk", "juice", "wine", "beer"):
        remembered(alice, f"I like {drink}.")
    assert queries() == one
    assert one <= 8
