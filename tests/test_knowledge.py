"""Documents: added, replaced and deleted by their owners; embedded in pieces; searched as exactly as all rows."""

from collections.abc import Callable

import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memories.knowledge import documents, embedding, files, shelf
from memories.models import (
    HNSW_DIMENSIONS,
    Chunk,
    ChunkPosting,
    ChunkVector,
    Document,
    EmbeddingModel,
    Job,
)
from memories.recall import knowledge
from memories.tasks import documents_sweep
from memoryhub import nowhere, stored
from memoryhub.ai import embeddings
from memoryhub.ai.errors import Timeout
from memoryhub.models import User
from tests.api_client import key_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The documents that a worker was told of."""
    asked: list[object] = []
    monkeypatch.setattr(embedding, "tell_worker", asked.append)
    return asked


def add(
    user: User, text: str = "The quartz boiler hums.", *, name: str = "a.md", shared: bool = False
) -> Document:
    return documents.document_add(user=user, name=name, data=text.encode(), shared=shared)


def embed(document: Document) -> None:
    while embedding.embed(document_id=document.pk):
        pass


def upload(text: str, *, name: str = "a.md") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode(), content_type="text/markdown")


def everything() -> str:
    return "\n".join(one for _place, value in stored.in_tables() for one in nowhere.forms(value))


# ------------------------------------------------------------------------------------------------ services


def test_a_document_is_added_with_its_passages_keywords_and_job(
    alice: User, told: list[object], django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        added = add(alice, "# Boiler\n\nIt hums.\n\n## Filter\n\nClean it monthly.\n")
    assert told == [added.pk]
    assert [chunk.position for chunk in shelf.passage_list(document=added)] == [1, 2]
    assert ChunkPosting.objects.filter(token="filter", owner=alice).count() == 1
    assert shelf.progress(added) == shelf.Progress("queued", 0, 2)


def test_it_is_embedded_in_pieces_and_says_how_far(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "BATCH", 2)
    added = add(alice, "\n\n".join(f"# Part {n}\n\nAbout tap {n}." for n in range(5)))
    assert embedding.embed(document_id=added.pk, seconds=0)
    job = Job.objects.get(document=added)
    assert (job.state, job.done, job.total) == ("running", 2, 5)
    assert embedding.take_up() == [], "somebody is at it"
    embed(added)
    job.refresh_from_db()
    assert (job.state, job.done) == ("done", 5) and job.finished_at
    assert ChunkVector.objects.filter(owner=alice).count() == 5
    assert not embedding.embed(document_id=added.pk), "a second time there is nothing to do"


def test_what_a_worker_left_is_found_again(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    added = add(alice)
    assert embedding.take_up() == [], "its own task is on its way"
    Document.objects.update(updated_at=timezone.now() - embedding.PATIENCE * 2)
    told: list[tuple[object, ...]] = []
    monkeypatch.setattr("memories.tasks.document_embed.delay", lambda *args: told.append(args))
    documents_sweep()
    documents_sweep()
    assert told == [(str(added.pk),)], "once in a while"
    Job.objects.update(leased_until=timezone.now() - embedding.PATIENCE)
    documents_sweep()
    assert len(told) == 2
    embed(added)
    Job.objects.update(leased_until=None)
    assert embedding.take_up() == []


def test_a_model_that_is_away_is_waited_for(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    added = add(alice)

    def away(self: object, texts: object) -> np.ndarray:
        raise Timeout

    with monkeypatch.context() as patched:
        patched.setattr(embeddings.CachingEmbedder, "passages", away)
        assert not embedding.embed(document_id=added.pk)
    job = Job.objects.get(document=added)
    assert (job.state, job.error) == ("queued", Timeout.code)
    embed(added)
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")


def test_passages_without_a_vector_of_the_model_in_use_are_gone_on_with(alice: User) -> None:
    added = add(alice)
    embed(added)
    assert embedding.reopen(dry_run=True) == 0
    EmbeddingModel.objects.update(name="another")
    assert embedding.reopen(dry_run=True) == 1 and embedding.reopen() == 1
    assert Job.objects.get(document=added).state == "queued"


def test_the_same_file_twice_is_refused_by_name_and_is_another_persons_to_add(alice: User, bob: User) -> None:
    add(alice)
    with pytest.raises(files.BadFile) as refused:
        add(alice, name="other.md")
    assert "“a”" in refused.value.sentence
    add(bob)
    assert Document.objects.count() == 2


def test_there_is_a_most_of_documents(alice: User, bob: User, settings: object) -> None:
    settings.MEMORY_DOCUMENT_LIMIT = 1  # type: ignore[attr-defined]
    add(alice)
    with pytest.raises(files.BadFile, match="too_many"):
        add(alice, "Another one.")
    add(bob)


def test_only_staff_share_and_only_staff_change_what_is_shared(alice: User, carol: User) -> None:
    with pytest.raises(documents.NotForAll):
        add(alice, shared=True)
    shared = add(carol, shared=True)
    assert shared.owner is None
    assert documents.document_get(user=alice, document_id=shared.pk) == shared
    for act in (
        lambda: documents.document_delete(user=alice, document_id=shared.pk),
        lambda: documents.document_replace(user=alice, document_id=shared.pk, name="a.md", data=b"Mine."),
    ):
        with pytest.raises(documents.DocumentNotFound):
            act()
    documents.document_delete(user=carol, document_id=shared.pk)
    assert not Document.objects.exists()


def test_replacing_leaves_nothing_of_the_former_text(alice: User) -> None:
    added = add(alice, "# Old manual\n\nThe quartz boiler hums.")
    embed(added)
    former = set(Chunk.objects.values_list("pk", flat=True))
    changed = documents.document_replace(
        user=alice, document_id=added.pk, name="new.md", data=b"# New manual\n\nThe copper kettle sings."
    )
    assert (changed.pk, changed.title) == (added.pk, "New manual")
    assert "quartz" not in everything() and "kettle" in everything()
    assert not ChunkVector.objects.exists() and not former & set(Chunk.objects.values_list("pk", flat=True))
    assert Job.objects.count() == 1
    embed(changed)
    assert ChunkVector.objects.count() == 1


def test_a_bad_file_in_its_place_changes_nothing(alice: User) -> None:
    added = add(alice)
    with pytest.raises(files.BadFile):
        documents.document_replace(user=alice, document_id=added.pk, name="a.pdf", data=b"no")
    assert "quartz" in everything()


def test_deleting_leaves_nothing(alice: User) -> None:
    added = add(alice, "# Zephyrine\n\nThe quartz boiler hums.", name="zephyrine.md")
    embed(added)
    documents.document_delete(user=alice, document_id=added.pk)
    assert "quartz" not in everything() and "ephyrine" not in everything()
    for model in (Document, Chunk, ChunkVector, ChunkPosting, Job):
        assert not model._default_manager.exists(), model


def test_a_vector_of_a_passage_that_is_gone_is_not_stored(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = add(alice)
    passages = embeddings.CachingEmbedder.passages

    def replaced_meanwhile(self: embeddings.CachingEmbedder, texts: list[str]) -> np.ndarray:
        monkeypatch.setattr(embeddings.CachingEmbedder, "passages", passages)
        documents.document_replace(user=alice, document_id=added.pk, name="n.md", data=b"Copper kettle.")
        return passages(self, texts)

    monkeypatch.setattr(embeddings.CachingEmbedder, "passages", replaced_meanwhile)
    embed(added)
    assert ChunkVector.objects.count() == Chunk.objects.count() == 1
    assert Job.objects.get().state == "done"


# ------------------------------------------------------------------------------------------------ HNSW


@pytest.mark.slow
def test_the_index_finds_what_an_exact_scan_finds(alice: User, carol: User) -> None:
    """Thousands of shared passages, and twice as many of another model beside them: an HNSW index alone would stop."""
    random = np.random.default_rng(5)
    added = add(carol, shared=True)
    centres = random.normal(size=(40, 384))
    vectors = centres[random.integers(0, 40, 9_000)] + 0.7 * random.normal(size=(9_000, 384))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    chunks = Chunk.objects.bulk_create(
        [Chunk(document=added, position=n + 2, text=str(n)) for n in range(9_000)], batch_size=3_000
    )
    rows = [
        ChunkVector(
            chunk=chunk,
            owner=None,
            model="asked" if n % 3 == 0 else "other",
            dimensions=384,
            vector=vector,
        )
        for n, (chunk, vector) in enumerate(zip(chunks, vectors, strict=True))
    ]
    with connection.cursor() as cursor:
        # The same index, made at once over all rows: row by row it takes many times as long.
        cursor.execute("SELECT pg_get_indexdef('chunkvector_hnsw_384'::regclass)")
        (index,) = cursor.fetchone()
        cursor.execute("DROP INDEX chunkvector_hnsw_384")
        ChunkVector.objects.bulk_create(rows, batch_size=3_000)
        connection.check_constraints()  # no index is made while some of it waits
        cursor.execute(index)
        cursor.execute("ANALYZE memories_chunkvector")
    found = []
    for _ in range(40):
        query = vectors[random.integers(0, 9_000)] + 0.02 * random.normal(size=384)
        query = (query / np.linalg.norm(query)).astype(np.float32)
        exact = knowledge.shared(query=query, model="asked", limit=20, exact=True)
        quick = knowledge.shared(query=query, model="asked", limit=20)
        assert len(exact) == len(quick) == 20, "never too few"
        found.append(len(exact.keys() & quick.keys()) / 20)
    assert np.mean(found) >= 0.97
    assert "chunkvector_hnsw_384" in plan(query, exact=False)
    assert "chunkvector_hnsw_384" not in plan(query, exact=True)


def plan(query: np.ndarray, *, exact: bool) -> str:
    from pgvector import HalfVector

    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL enable_indexscan = {'off' if exact else 'on'}")
        cursor.execute(
            "EXPLAIN " + knowledge.SHARED.format(width=384),
            {"query": HalfVector(query).to_text(), "model": "asked", "limit": 20},
        )
        return "\n".join(row[0] for row in cursor.fetchall())


def test_a_width_without_an_index_is_scanned_exactly(carol: User) -> None:
    assert 96 not in HNSW_DIMENSIONS
    added = add(carol, shared=True)
    chunk = added.chunks.get()
    vector = np.ones(96, dtype=np.float32) / np.sqrt(96)
    ChunkVector.objects.create(chunk=chunk, owner=None, model="small", dimensions=96, vector=vector)
    assert knowledge.shared(query=vector, model="small", limit=5) == {chunk.pk: pytest.approx(1.0, abs=1e-3)}


# ------------------------------------------------------------------------------------------------ pages


def test_the_page_adds_lists_opens_replaces_and_deletes(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client, here = client_for(alice), reverse("memories:knowledge")
    assert "No document yet" in client.get(here).text
    answer = client.post(here, {"file": upload("# Boiler\n\nThe quartz boiler hums.")}, follow=True)
    added = Document.objects.get()
    assert answer.redirect_chain and "“Boiler” is added." in answer.text
    assert "0 of 1 passages read for their meaning" in answer.text and "hx-get" in answer.text
    embed(added)
    assert "read for their meaning" not in client.get(here).text
    opened = client.get(reverse("memories:document", args=[added.pk])).text
    assert "The quartz boiler hums." in opened and 'id="passage-1"' in opened
    address = reverse("memories:document-replace", args=[added.pk])
    assert "copper" in client.post(address, {"file": upload("A copper kettle.")}, follow=True).text
    answer = client.post(reverse("memories:document-delete", args=[added.pk]), follow=True)
    assert "is deleted" in answer.text and not Document.objects.exists()


def test_a_refusal_is_one_sentence_on_the_page_in_the_persons_language(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client, here = client_for(alice), reverse("memories:knowledge")
    answer = client.post(here, {"file": upload("x", name="a.docx")})
    assert answer.status_code == 400 and "Only Markdown, text, HTML and PDF files can be read." in answer.text
    assert "Choose a file first." in client.post(here, {}).text
    alice.language = "zh-hans"
    alice.save()
    assert "只能读取" in client.post(here, {"file": upload("x", name="a.docx")}).text
    assert not Document.objects.exists()


def test_a_person_is_offered_no_sharing_and_cannot_share(
    alice: User, carol: User, client_for: Callable[[User], Client]
) -> None:
    here = reverse("memories:knowledge")
    assert 'name="shared"' not in client_for(alice).get(here).text
    assert client_for(alice).post(here, {"file": upload("x y"), "shared": "1"}).status_code == 404
    staff = client_for(carol)
    assert 'name="shared"' in staff.get(here).text
    staff.post(here, {"file": upload("# For all\n\nThe quartz boiler hums."), "shared": "1"})
    shared = Document.objects.get()
    assert shared.owner is None
    page = client_for(alice).get(here).text
    assert "For all" in page and "shared with all" in page
    assert reverse("memories:document-delete", args=[shared.pk]) not in page
    for name in ("memories:document-delete", "memories:document-replace"):
        answer = client_for(alice).post(reverse(name, args=[shared.pk]), {"file": upload("Mine.")})
        assert answer.status_code == 404
    assert Document.objects.get() == shared


def test_a_document_of_another_is_not_there(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    added = add(alice)
    client = client_for(bob)
    assert client.get(reverse("memories:document", args=[added.pk])).status_code == 404
    for name in ("memories:document-delete", "memories:document-replace"):
        assert client.post(reverse(name, args=[added.pk]), {"file": upload("Mine.")}).status_code == 404
    assert "quartz" in everything()


def test_a_long_list_costs_no_more_queries(
    alice: User, client_for: Callable[[User], Client], django_assert_max_num_queries: Callable[..., object]
) -> None:
    for n in range(12):
        add(alice, f"Boiler {n} hums.", name=f"{n}.md")
    client = client_for(alice)
    client.get(reverse("memories:knowledge"))
    with django_assert_max_num_queries(10):  # type: ignore[attr-defined]
        assert client.get(reverse("memories:knowledge")).text.count('class="row plain"') == 12


def test_a_passage_far_on_opens_its_page(alice: User, client_for: Callable[[User], Client]) -> None:
    added = add(alice, "\n\n".join(f"# Part {n}\n\nAbout tap {n}." for n in range(1, 131)))
    page = client_for(alice).get(reverse("memories:document", args=[added.pk]), {"passage": "120"}).text
    assert 'id="passage-120"' in page and 'id="passage-9"' not in page
    assert (
        client_for(alice).get(reverse("memories:document", args=[added.pk]), {"passage": "x"}).status_code
        == 200
    )


# ------------------------------------------------------------------------------------------------ API


def test_the_api_lists_uploads_shows_replaces_and_deletes(alice: User, bob: User) -> None:
    client, headers = Client(), {"Authorization": f"Bearer {key_of(alice)}"}
    here = "/api/v1/documents"
    made = client.post(here, {"file": upload("# Boiler\n\nIt hums."), "title": "Our boiler"}, headers=headers)
    assert made.status_code == 201, made.content
    body = made.json()
    assert (body["title"], body["shared"], body["passages"]) == ("Our boiler", False, 1)
    assert body["progress"] == {"state": "queued", "done": 0, "total": 1}
    one = f"{here}/{body['id']}"
    assert [row["id"] for row in client.get(here, headers=headers).json()["results"]] == [body["id"]]
    (passage,) = client.get(f"{one}/passages", headers=headers).json()["results"]
    assert passage == {"position": 1, "heading": "Boiler", "page": None, "text": "Boiler\n\nIt hums."}
    (found,) = client.get(
        "/api/v1/recall", {"q": "What does the boiler do when it hums?"}, headers=headers
    ).json()["documents"]
    assert (found["document"], found["position"]) == (body["id"], 1) and "It hums." in found["text"]
    other = {"Authorization": f"Bearer {key_of(bob)}"}
    assert client.get("/api/v1/recall", {"q": "What hums?"}, headers=other).json()["documents"] == []
    for method, address in (("get", one), ("delete", one), ("get", f"{one}/passages")):
        assert getattr(client, method)(address, headers=other).status_code == 404
    replaced = put(client, one, upload("A kettle."), headers)
    assert replaced.status_code == 200 and replaced.json()["title"] == "a"
    assert put(client, one, upload("Mine."), other).status_code == 404
    assert client.delete(one, headers=headers).status_code == 204
    assert client.get(one, headers=headers).status_code == 404


def put(client: Client, address: str, file: SimpleUploadedFile, headers: dict[str, str]):  # type: ignore[no-untyped-def]
    from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

    body = encode_multipart(BOUNDARY, {"file": file})
    return client.put(address, body, content_type=MULTIPART_CONTENT, headers=headers)


@pytest.mark.parametrize(
    ("data", "status", "word"),
    [
        ({}, 400, "file"),
        ({"file": upload("", name="a.md")}, 400, "This file is empty."),
        ({"file": upload("x", name="a.exe")}, 400, "Only Markdown"),
        ({"file": upload("a b"), "colour": "red"}, 400, "no such field"),
        ({"file": upload("c d"), "shared": "true"}, 403, ""),
    ],
)
def test_the_api_refuses_with_a_sentence(
    alice: User, data: dict[str, object], status: int, word: str
) -> None:
    headers = {"Authorization": f"Bearer {key_of(alice)}"}
    answer = Client().post("/api/v1/documents", data, headers=headers)
    assert answer.status_code == status and word in answer.content.decode()
    assert not Document.objects.exists()
