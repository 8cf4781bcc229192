"""Episodes: what an ended conversation leaves behind, how it is found again, and that it follows its sources."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from chat import prompts, services, session, temporary
from chat.models import Conversation, Message
from memories import capture, episode_services, episodes, sources
from memories import services as memories
from memories.capture import runs
from memories.models import CaptureRun, Episode, EpisodeItem, EpisodePosting, EpisodeVector, Memory
from memories.recall import recall
from memories.recall.types import EpisodeWords, RecallRequest, Recollection
from memories.upkeep.episodes import by_model, raising, writing
from memoryhub.ai.llm import use_language_model
from memoryhub.ai.llm_scripted import ERROR, ScriptedModel
from memoryhub.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def quiet_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "_tell_worker", lambda user_id: None)


def chat(user: User, *pairs: tuple[str, str], captured: bool = True) -> Conversation:
    """A conversation of these messages and replies."""
    own = services.conversation_create(user=user)
    go_on(own, user, *pairs, captured=captured)
    return own


def go_on(own: Conversation, user: User, *pairs: tuple[str, str], captured: bool = True) -> None:
    own.user = user
    for said, reply in pairs:
        message, _new = services.message_save(conversation=own, text=said, client_id=None)
        if reply:
            answer = services.reply_begin(message=message, trace_id=None)
            services.reply_finish(reply=answer, text=reply, status=Message.Status.DONE)
    if captured:
        capture.run_user(user_id=user.pk)


def end(own: Conversation) -> int:
    services.conversation_end(user=own.user, conversation_id=own.pk)
    return writing.tell()


def lines(user: User, kind: str = "") -> list[str]:
    rows = EpisodeItem.objects.filter(episode__user=user).order_by("episode__ended_at", "position")
    return list((rows.filter(kind=kind) if kind else rows).values_list("text", flat=True))


def ask(user: User, text: str) -> Recollection:
    return recall(RecallRequest(user=user, query=text, as_of=timezone.now(), trace=False))


KITCHEN = (
    ("厨房地砖我在灰色水磨石和米白哑光之间纠结。", "水磨石耐脏，米白显大。"),
    ("那就定灰色水磨石了，踢脚线也用同款。", "好，定灰色水磨石。"),
    ("橱柜要不要到顶，我还没想好，下次再说。", "好的。"),
)
TRIP = (
    ("I'm planning a trip to Porto in May with my sister Ines.", "Lovely."),
    ("I prefer trains to planes.", "Noted."),
    ("We decided to stay in the Ribeira for four nights.", "Good choice."),
    ("Should we take the night train or the bus? I'll decide later.", "Take your time."),
)


def test_it_tells_topics_conclusions_preferences_and_open_questions(alice: User) -> None:
    own = chat(alice, *TRIP)
    assert end(own) == 1
    assert any("Porto" in text for text in lines(alice, "topic"))
    assert any("Ribeira" in text for text in lines(alice, "conclusion"))
    assert any("trains" in text for text in lines(alice, "preference"))
    assert any("night train" in text for text in lines(alice, "question"))
    episode = Episode.objects.get()
    assert (episode.from_sequence, episode.to_sequence) == (1, 8)
    for item in episode.items.all():
        assert item.messages.exists()
    preference = episode.items.get(kind="preference")
    assert preference.memory is not None and preference.memory.type == "preference"
    assert EpisodeVector.objects.count() == episode.items.count()
    assert writing.tell() == 0 and Episode.objects.count() == 1  # a second run changes nothing


def test_it_tells_a_chinese_talk_in_chinese(alice: User) -> None:
    end(chat(alice, *KITCHEN))
    assert any("灰色水磨石" in text and "定" in text for text in lines(alice, "conclusion"))
    assert any("橱柜" in text for text in lines(alice, "question"))


def test_an_idle_conversation_ends_and_one_that_goes_on_is_told_on(alice: User) -> None:
    own = chat(alice, *KITCHEN[:2])
    assert writing.tell(now=timezone.now() + timedelta(minutes=29)) == 0
    assert writing.tell(now=timezone.now() + timedelta(minutes=31)) == 1
    own.refresh_from_db()
    assert own.ended_at is not None
    go_on(own, alice, ("客厅的墙决定刷成浅绿色。", "好。"))
    assert writing.tell() == 0
    end(own)
    assert list(Episode.objects.order_by("from_sequence").values_list("from_sequence", "to_sequence")) == [
        (1, 4),
        (5, 6),
    ]
    assert sum("浅绿色" in text for text in lines(alice)) == 1


def test_what_waits_for_capture_waits_for_its_episode(alice: User) -> None:
    own = chat(alice, *TRIP, captured=False)
    assert end(own) == 0
    capture.run_user(user_id=alice.pk)
    assert writing.tell() == 1


def test_what_was_said_while_nothing_was_to_be_learnt_is_never_told(alice: User) -> None:
    own = chat(alice, TRIP[0])
    memories.settings_update(user=alice, learn=False)
    go_on(own, alice, ("We decided to hide the gold in Lisbon.", "Fine."))
    assert end(own) == 0 and not Episode.objects.exists()
    memories.settings_update(user=alice, learn=True)
    writing.tell()
    assert any("Porto" in text for text in lines(alice))
    assert not any("Lisbon" in text for text in lines(alice))


def test_a_temporary_chat_leaves_no_episode(alice: User) -> None:
    own = temporary.temporary_create(user=alice)
    temporary.message_keep(chat=own, text="We decided to move to Lisbon in May.", client_id="1")
    temporary.temporary_end(user=alice, chat_id=own.pk)
    assert writing.tell(now=timezone.now() + timedelta(days=1)) == 0
    assert not EpisodeItem.objects.exists()


def test_a_secret_is_in_no_episode(alice: User) -> None:
    end(chat(alice, ("We decided that the wifi password is hunter2-Xy77.", "Noted."), *TRIP[:1]))
    assert lines(alice) and not any("hunter2" in text for text in lines(alice))
    assert not EpisodePosting.objects.filter(token__contains="hunter2").exists()


# ------------------------------------------------------------------------------------------------ following


def test_forgetting_a_memory_takes_what_the_episodes_say_of_it(alice: User) -> None:
    end(chat(alice, *TRIP))
    (memory,) = Memory.objects.filter(type="preference")
    memories.memory_forget(user=alice, memory_ids=[memory.pk])
    assert not any("planes" in text for text in lines(alice))
    assert any("Ribeira" in text for text in lines(alice))
    assert not EpisodePosting.objects.filter(token__startswith="plane").exists()


def test_what_is_forgotten_before_the_end_is_not_told(alice: User) -> None:
    own = chat(alice, *TRIP)
    memories.memory_forget(
        user=alice, memory_ids=list(Memory.objects.filter(type="preference").values_list("pk", flat=True))
    )
    end(own)
    assert lines(alice) and not any("planes" in text for text in lines(alice))


def test_what_is_forgotten_while_it_is_told_is_not_stored(alice: User) -> None:
    own = chat(alice, *TRIP)

    class Slow(ScriptedModel):
        def complete(self, **arguments: Any) -> Any:
            rows = Memory.objects.filter(type="preference", status="active").values_list("pk", flat=True)
            memories.memory_forget(user=alice, memory_ids=list(rows))
            return super().complete(**arguments)

    told = json.dumps({"items": [{"kind": "topic", "text": "I prefer trains to planes", "of": [3]}]})
    with use_language_model(Slow(texts=[told, told])):
        end(own)
    assert not any("planes" in text for text in lines(alice))


def test_items_follow_a_deleted_message_and_a_deleted_conversation(alice: User) -> None:
    own = chat(alice, *TRIP)
    end(own)
    own.messages.get(text__contains="Ribeira").delete()
    assert not any("Ribeira" in text for text in lines(alice)) and lines(alice)
    services.conversation_delete(user=alice, conversation_id=own.pk)
    assert not Episode.objects.exists() and not EpisodePosting.objects.exists()


def test_erasing_everything_leaves_no_episode_and_tells_none_of_what_was_said(alice: User) -> None:
    end(chat(alice, *TRIP))
    open_one = chat(alice, *KITCHEN)
    memories.memory_erase_all(user=alice)
    end(open_one)
    assert not Episode.objects.exists()


# ------------------------------------------------------------------------------------------------ the model


def test_a_model_retells_and_what_it_makes_up_is_dropped(alice: User) -> None:
    own = chat(alice, *TRIP)
    told = [
        {"kind": "conclusion", "text": "Stay in the Ribeira for four nights", "of": [5]},
        {"kind": "conclusion", "text": "Stay in the Ribeira for nine nights in 2031", "of": [5]},
        {"kind": "conclusion", "text": "You decided not to stay in the Ribeira", "of": [5]},
        {"kind": "topic", "text": "The king of Spain bought a castle", "of": [1]},
        {"kind": "topic", "text": "Good choice", "of": [6]},
        {"kind": "nonsense", "text": "Porto in May", "of": [1]},
        {"kind": "topic", "text": "Porto", "of": [99]},
    ]
    with use_language_model(ScriptedModel(texts=[json.dumps({"items": told})])):
        assert end(own) == 1
    assert lines(alice, "conclusion") == ["Stay in the Ribeira for four nights"]
    assert lines(alice, "topic") == []
    assert any("trains" in text for text in lines(alice, "preference"))


def test_a_model_that_fails_is_stood_in_for(alice: User) -> None:
    own = chat(alice, *TRIP)
    with use_language_model(ScriptedModel(texts=[ERROR])):
        assert end(own) == 1
    assert any("Ribeira" in text for text in lines(alice, "conclusion"))


@pytest.mark.parametrize(
    ("text", "borne_out"),
    [
        ("不吃香菜", True),
        ("吃香菜", False),
        ("决定周五出发", True),
        ("决定周六出发", False),
    ],
)
def test_a_not_stays_a_not(text: str, borne_out: bool) -> None:
    assert by_model.is_borne_out(text, [("user", "我不吃香菜。我们决定周五出发。")]) is borne_out


# ------------------------------------------------------------------------------------------------ recalled


def _kitchen(user: User) -> Sequence[EpisodeWords]:
    """What comes of a question that shares no word with the decision, but with what the talk was about."""
    end(chat(user, *KITCHEN))
    return ask(user, "上次我们厨房地砖最后定了哪种？").episodes


def test_an_earlier_talk_is_found_by_what_it_decided(alice: User, bob: User) -> None:
    end(chat(alice, *TRIP))
    Memory.objects.all().delete()
    found = ask(alice, "Where did we decide to stay in Porto?")
    assert any("Ribeira" in words.text for words in found.episodes)
    assert any("灰色" in words.text for words in _kitchen(alice))
    assert ask(bob, "Where did we decide to stay in Porto?").episodes == ()
    assert ask(alice, "What is the boiling point of water?").episodes == ()


def test_it_speaks_no_more_where_its_memory_is_told_or_replaced(alice: User) -> None:
    end(chat(alice, ("我在北京工作。", "好。")))
    found = ask(alice, "我在哪儿工作？")
    assert any("北京" in row.content for row in found.memories) and found.episodes == ()
    Memory.objects.update(status="superseded")
    assert ask(alice, "我在哪儿工作？").episodes == ()


def test_what_was_left_open_is_offered_at_the_start_of_the_next_chat_only(alice: User) -> None:
    end(chat(alice, *TRIP))
    (left,) = episodes.episodes_left_open(user=alice)
    assert "night train" in left.text

    def prompt(own: Conversation, text: str) -> str:
        own.user = alice
        message, _new = services.message_save(conversation=own, text=text, client_id=None)
        made = prompts.ingredients(
            user=alice,
            message=message,
            seen=session.load(message=message),
            recollection=Recollection(gate="open"),
            locale="en",
            now=timezone.now(),
        )
        return " ".join(words.text for words in made.left_open)

    own = services.conversation_create(user=alice)
    assert "night train" in prompt(own, "Good morning!")
    reply = services.reply_begin(message=Message.objects.order_by("-created_at")[0], trace_id=None)
    services.reply_finish(reply=reply, text="Morning!", status=Message.Status.DONE)
    assert prompt(own, "How are you?") == ""
    item = EpisodeItem.objects.get(kind="question")
    assert episode_services.item_settle(user=alice, item_id=item.pk)
    assert episodes.episodes_left_open(user=alice) == []


def test_a_question_that_is_talked_about_again_is_settled(alice: User) -> None:
    end(chat(alice, *TRIP))
    end(chat(alice, ("We decided: we take the night train, not the bus.", "Good.")))
    assert episodes.episodes_left_open(user=alice) == []


def test_another_person_can_do_nothing_to_them(alice: User, bob: User) -> None:
    end(chat(alice, *TRIP))
    item, episode = EpisodeItem.objects.filter(kind="question").get(), Episode.objects.get()
    for act in (
        lambda: episode_services.item_settle(user=bob, item_id=item.pk),
        lambda: episode_services.item_remove(user=bob, item_id=item.pk),
        lambda: episode_services.episode_remove(user=bob, episode_id=episode.pk),
    ):
        with pytest.raises(episode_services.EpisodeNotFound):
            act()
    episode_services.item_remove(user=alice, item_id=item.pk)
    episode_services.episode_remove(user=alice, episode_id=episode.pk)
    assert not Episode.objects.exists() and writing.tell() == 0


# ------------------------------------------------------------------------------------------------ raised to memories

#: Decided in words that capture leaves to the episode.
_DECIDED = (
    "For the offsite we agreed with Marta on 12 June at Hotel Adler for 450 euros.",
    "团建的事跟老陈说好了，6月12日在望湖酒店，预算4500元。",
)


@pytest.mark.parametrize("said", _DECIDED)
def test_a_conclusion_that_matters_becomes_a_memory_once(
    alice: User, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = chat(alice, (said, "Noted."), captured=False)
    CaptureRun.objects.filter(user=alice).update(status="done")
    assert end(own) == 1
    item = EpisodeItem.objects.get(episode__user=alice, kind="conclusion")
    assert item.importance > raising.ABOVE
    memory = Memory.objects.get(user=alice)
    assert (memory.type, memory.status, item.memory_id) == ("decision", "active", memory.pk)
    source = memory.sources.get()
    assert source.message is not None and source.message.text == said
    assert raising.raise_conclusions(user=alice, conversation_id=own.pk) == 0
    assert Memory.objects.filter(user=alice).count() == 1


@pytest.mark.parametrize("said", _DECIDED)
def test_what_taught_a_memory_is_not_remembered_again(alice: User, said: str) -> None:
    own = chat(alice, (said, "Noted."), captured=False)
    message = Message.objects.get(conversation=own, role="user")
    CaptureRun.objects.filter(user=alice).update(status="done")
    known = memories.memory_remember(user=alice, content="Something of it", type="fact")
    known.sources.create(message=message, start=0, end=len(said), kind="message", role="user")
    assert end(own) == 1
    assert Memory.objects.filter(user=alice).count() == 1


@pytest.mark.parametrize("weight", [0.5, 0.7])
def test_a_conclusion_that_matters_less_stays_in_the_episode(alice: User, weight: float) -> None:
    own = chat(alice, ("那就用同款踢脚线了。", "好。"), captured=False)
    CaptureRun.objects.filter(user=alice).update(status="done")
    end(own)
    EpisodeItem.objects.filter(episode__user=alice).update(importance=weight, memory=None)
    assert raising.raise_conclusions(user=alice, conversation_id=own.pk) == 0
    assert not Memory.objects.filter(user=alice).exists()


def test_a_conclusion_in_other_words_than_the_person_s_is_not_raised(alice: User) -> None:
    own = chat(alice, (_DECIDED[0], "Noted."), captured=False)
    message = Message.objects.get(conversation=own, role="user")
    turn = sources.conversations().turn(user=alice, message_id=message.pk)
    assert turn is not None
    assert raising.borne_out("We agreed on Hotel Adler for 450 euros", turn) is not None
    assert raising.borne_out("We agreed on Hotel Adler for 900 euros", turn) is None
    assert raising.borne_out("We agreed with Kofi on a castle in Wales", turn) is None
