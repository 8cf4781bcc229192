"""What was forgotten stays forgotten: whatever is said, written anew, exported or embedded again, it is nowhere."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.utils import timezone

from chat import folding, turn
from chat import services as conversations
from chat.models import Conversation, Message, SummaryLine
from memories import capture, recall, services
from memories.capture import runs
from memories.models import (
    CaptureRun,
    EmbeddingModel,
    EpisodeItem,
    Memory,
    MemoryVector,
    ProfileLine,
    Relation,
)
from memories.recall import calibrate, ranking
from memories.upkeep import nightly, reembedding
from memories.upkeep.episodes import writing as episodes
from memories.upkeep.profile import writing as profile
from memoryhub import nowhere, stored
from memoryhub.ai import endpoint
from memoryhub.models import User
from tests.conftest import DATA_DIR
from tests.fake_openai import FakeOpenAI
from tests.recall_rows import ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.timeout(900)]


@dataclass(frozen=True)
class Story:
    """What is told of somebody, the wish to forget them, and what is talked of before and after."""

    word: str
    told: tuple[str, ...]
    kept: tuple[str, ...]
    forget: str
    asks: tuple[str, ...]
    after: tuple[str, ...]
    still: tuple[str, str]


ENGLISH = Story(
    word="Quillfeather",
    told=(
        "My sister Quillfeather is a vet in Salford.",
        "Quillfeather hates celery, by the way.",
        "What does Quillfeather do?",
        "We decided that Quillfeather picks the restaurant on Sunday.",
        "Should we ask Quillfeather to bring the cake? I'll decide later.",
    ),
    kept=("I live in Durham.", "I love rowing.", "My brother Jonas is a baker."),
    forget="Forget everything about Quillfeather.",
    asks=(
        "What do you know about my family?",
        "Who hates celery?",
        "What does my sister do?",
        "What do you know about me?",
    ),
    after=(
        "I am painting the hall green.",
        "I went to the market this morning.",
        "Which paint dries fastest?",
        "My brother Jonas bakes rye bread.",
        "I like rowing on the lake.",
        "I started learning Dutch.",
        "We decided to take the train to Ghent.",
        "Thanks!",
    ),
    still=("Where do I live?", "Durham"),
)
CHINESE = Story(
    word="顾青螺",
    told=(
        "我妹妹叫顾青螺，是兽医。",
        "顾青螺讨厌吃芹菜。",
        "顾青螺是做什么的？",
        "我们决定周日的饭店由顾青螺来选。",
        "要不要请顾青螺带蛋糕来？以后再说。",
    ),
    kept=("我住在绍兴。", "我喜欢划船。", "我哥哥叫建国，是面包师。"),
    forget="忘掉关于顾青螺的一切。",
    asks=("你知道我家里有哪些人吗？", "谁讨厌吃芹菜？", "我妹妹是做什么的？", "你都知道我些什么？"),
    after=(
        "我在把走廊刷成绿色。",
        "今天早上我去了集市。",
        "哪种漆干得最快？",
        "我哥哥建国会烤黑麦面包。",
        "我喜欢在湖上划船。",
        "我开始学荷兰语了。",
        "我们决定坐火车去苏州。",
        "谢谢！",
    ),
    still=("我住在哪里？", "绍兴"),
)


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now() + timedelta(seconds=1), tick=True) as traveller:
        yield traveller


@pytest.fixture
def another_model(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], str]]:
    """Called, the settings name another embedding model; the fitting of its weights takes no time."""

    def fitted(model: Any, *, heartbeat: Callable[[], None]) -> dict[str, Any]:
        weights, floor = ranking._shipped()
        return {"weights": dict(zip(ranking.FEATURES, weights.tolist(), strict=True)), "floor": floor}

    monkeypatch.setattr(calibrate, "fitted", fitted)
    monkeypatch.setattr(reembedding, "_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(endpoint, "_FIRST_DELAY_SECONDS", 0.01)
    with FakeOpenAI() as server:

        def choose() -> str:
            settings.EMBEDDING_BACKEND, settings.EMBEDDING_MODEL = "openai", "text-embedding-3-small"
            settings.EMBEDDING_BASE_URL, settings.EMBEDDING_API_KEY = server.base_url, "k"
            return "openai:text-embedding-3-small"

        yield choose


class Life:
    """A person who talks, and everything that goes on behind it, by the real parts."""

    def __init__(self, user: User, clock: time_machine.Traveller) -> None:
        self.user, self.clock = user, clock
        self.chat = conversations.conversation_create(user=user)

    def say(self, text: str) -> str:
        self.clock.shift(timedelta(minutes=1))
        done = turn.run_sync(user=self.user, conversation=self.chat, text=text, client_id=None)
        capture.run_user(user_id=self.user.pk)
        folding.fold(conversation_id=self.chat.pk)
        return done.reply.text

    def end(self) -> None:
        """The chat is over and told in short, and a new one begins."""
        conversations.conversation_end(user=self.user, conversation_id=self.chat.pk)
        episodes.tell()
        self.chat = conversations.conversation_create(user=self.user)

    def night(self) -> None:
        self.clock.shift(timedelta(days=1))
        done = nightly.run()
        assert not [error for error in done.values() if isinstance(error, str)], done
        profile.write(user_id=self.user.pk)


def places_of(text: str) -> dict[str, int]:
    everything = stored.everything(own=False, logs=[DATA_DIR / "log"])
    return dict(nowhere.find([nowhere.says(text)], everything)[0])


@pytest.mark.parametrize("story", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_the_forgotten_is_nowhere_and_does_not_come_back(
    alice: User,
    story: Story,
    clock: time_machine.Traveller,
    another_model: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(django_settings, "MEMORY_WINDOW_TURNS", 4)
    life = Life(alice, clock)
    for text in (*story.told, *story.kept, *story.after):
        life.say(text)
    services.memory_confirm(
        user=alice, memory_ids=list(Memory.objects.filter(status="pending").values_list("pk", flat=True))
    )
    life.end()
    life.night()
    for text in (story.told[2], story.asks[0], *story.after):
        life.say(text)
    before = places_of(story.word)
    # It had gone far: into memories, the search, the profile, the episode and the summary.
    for place in ("memories_memory.content", "memories_profileline.text", "memories_episodeitem.text"):
        assert before.get(place), (place, before)

    life.say(story.forget)
    since = timezone.now()
    assert Memory.objects.filter(content__contains=story.word, status="forgotten").exists()
    # Until the purge in the recycle bin, and for a night in what the planner has noted; nowhere else.
    waits = ("memories_memory", "memories_entity", "statistics of ")
    left = [place for place in places_of(story.word) if not place.startswith(waits)]
    assert left == []

    for number in range(50):
        life.say(
            story.after[number % len(story.after)]
            if number % 5
            else story.asks[number // 5 % len(story.asks)]
        )
        if number % 10 == 9:
            life.end()
            life.night()
    life.clock.shift(timedelta(days=31))
    life.night()
    assert EpisodeItem.objects.exists() and ProfileLine.objects.exists()
    assert places_of(story.word) == {}

    # Out and in again.
    exported = services.memories_export(user=alice)
    services.memory_erase_all(user=alice)
    services.memories_import(user=alice, rows=exported["memories"])
    assert Memory.objects.of(alice).active().count() >= len(story.kept)

    assert story.still[1] in life.say(story.still[0])

    # By another embedding model.
    name = another_model()
    reembedding.sweep()
    while reembedding.take():
        pass
    assert EmbeddingModel.objects.get(name=name).state == EmbeddingModel.State.IN_USE
    assert MemoryVector.objects.filter(model=name).exists()

    # The old messages are read once more, as after a crash.
    CaptureRun.objects.update(status="queued", claim=None)
    capture.run_user(user_id=alice.pk)
    profile.write(user_id=alice.pk)
    life.end()
    life.night()

    assert places_of(story.word) == {}
    _nothing_tells_of_it(alice, story, since=since)
    for question in story.asks:
        found = recall.recall(ask(alice, question, trace=False))
        words = [*found.injected, *found.pending, *found.passages, *found.episodes]
        assert story.word not in str(words)
        assert story.word not in life.say(question)


def _nothing_tells_of_it(user: User, story: Story, *, since: Any) -> None:
    """No reply, no title and no line since then, and nothing that hangs on it."""
    said = Message.objects.filter(conversation__user=user, created_at__gt=since)
    assert said.exists() and not said.filter(text__contains=story.word).exists()
    assert not Conversation.objects.filter(title__contains=story.word).exists()
    assert not SummaryLine.objects.filter(text__contains=story.word).exists()
    assert not Relation.objects.filter(object__name=story.word).exists()
