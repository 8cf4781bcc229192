"""Folding: the oldest half into the summary, once, whatever fails; and what is forgotten leaves it again."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import override_settings

from chat import compression, folding, kept, services, session, turn
from chat.models import Conversation, Message, Pin, PromptRecord, Summary, SummaryLine
from chat.tasks import fold_conversation
from memories import services as memory_services
from memories.capture import run_user
from memories.models import Memory
from memoryhub.ai.llm import OpenAICompatibleModel, use_language_model
from memoryhub.models import User
from tests.fake_openai import Failure, FakeOpenAI, Reply

pytestmark = pytest.mark.django_db(transaction=True)

FILLER = "The kettle on the stove of the old lighthouse sings every evening when the wind turns north. " * 12


@pytest.fixture
def conversation(alice: User) -> Conversation:
    own = services.conversation_create(user=alice)
    own.user = alice
    return own


def say(conversation: Conversation, text: str, answer: str = "Noted.") -> Message:
    message, _ = services.message_save(conversation=conversation, text=text, client_id=None)
    reply = services.reply_begin(message=message, trace_id=None)
    services.reply_finish(reply=reply, text=answer, status=Message.Status.DONE)
    return message


def chat_of(
    conversation: Conversation, turns: int, *, first: str = "The invoice HT-2207 is over 640 euros."
) -> Message:
    message = say(conversation, first)
    for number in range(turns - 1):
        say(conversation, f"Tell me tale number {number}.", FILLER)
    return message


def lines(conversation: Conversation) -> str:
    latest = kept.latest_summary(conversation.pk)
    return "" if latest is None else "\n".join(line.text for line in latest.lines.all())


@pytest.fixture
def fake() -> Iterator[FakeOpenAI]:
    with FakeOpenAI() as server:
        yield server


@pytest.fixture
def model(fake: FakeOpenAI) -> OpenAICompatibleModel:
    return OpenAICompatibleModel(
        base_url=fake.base_url, api_key="", model="m", context_tokens=8192, timeout_seconds=5
    )


# ------------------------------------------------------------------------------------------------ when, and how much


def test_a_short_chat_is_not_folded(conversation: Conversation) -> None:
    chat_of(conversation, 5)
    assert folding.fold(conversation_id=conversation.pk) == 0
    assert not Summary.objects.exists()


def test_the_oldest_half_is_folded_at_whole_turns_and_nothing_falls_between(
    conversation: Conversation,
) -> None:
    first = chat_of(conversation, 20)
    assert folding.fold(conversation_id=conversation.pk) >= 1
    summary = kept.latest_summary(conversation.pk)
    assert summary is not None and summary.compressor == "extract"
    assert "HT-2207" in lines(conversation) and "640" in lines(conversation)
    latest = say(conversation, "What now?")
    seen = session.load(message=latest)
    shown = [said.sequence for turn_ in (*seen.earlier, *seen.window.turns) for said in turn_.messages]
    assert min(shown) == summary.to_sequence + 1
    assert shown == list(range(summary.to_sequence + 1, latest.sequence))
    assert all(turn_.messages[0].role == "user" for turn_ in seen.window.turns)
    assert first.pk in {pk for line in seen.kept.summary for pk in line.message_ids}


def test_short_turns_are_folded_when_they_are_more_than_the_window_holds(conversation: Conversation) -> None:
    for number in range(16):
        say(conversation, f"Row {number} has {number + 300} stitches.", "ok")
    assert folding.fold(conversation_id=conversation.pk) == 1
    assert Summary.objects.get().to_sequence == 16  # eight turns of two messages


def test_a_summary_takes_the_one_before_it_in(conversation: Conversation) -> None:
    chat_of(conversation, 12)
    folding.fold(conversation_id=conversation.pk)
    before = Summary.objects.count()
    chat_of(conversation, 24, first="The deposit for the hall is 250 euros.")
    folding.fold(conversation_id=conversation.pk)
    assert Summary.objects.count() > before
    assert "HT-2207" in lines(conversation) and "250" in lines(conversation)
    ranges = list(Summary.objects.order_by("to_sequence").values_list("from_sequence", "to_sequence"))
    assert [start for start, _ in ranges[1:]] == [end + 1 for _, end in ranges[:-1]]


def test_folding_again_changes_nothing(conversation: Conversation) -> None:
    chat_of(conversation, 20)
    folding.fold(conversation_id=conversation.pk)
    before = list(Summary.objects.values()), list(SummaryLine.objects.values())
    assert folding.fold(conversation_id=conversation.pk) == 0
    assert (list(Summary.objects.values()), list(SummaryLine.objects.values())) == before


def test_a_chat_whose_window_is_only_cut_has_no_summary(conversation: Conversation, alice: User) -> None:
    kept.compressor_choose(user=alice, conversation_id=conversation.pk, name="window")
    chat_of(conversation, 20)
    assert folding.fold(conversation_id=conversation.pk) == 0


def test_a_message_that_waits_for_its_reply_is_not_folded(conversation: Conversation) -> None:
    chat_of(conversation, 16)
    waiting, _ = services.message_save(conversation=conversation, text="Still there?", client_id=None)
    folding.fold(conversation_id=conversation.pk)
    summary = kept.latest_summary(conversation.pk)
    assert summary is not None and summary.to_sequence < waiting.sequence


# ------------------------------------------------------------------------------------------------ once


def test_two_workers_fold_once(conversation: Conversation) -> None:
    chat_of(conversation, 20)
    barrier = threading.Barrier(2)

    def work() -> None:
        barrier.wait()
        try:
            folding.fold(conversation_id=conversation.pk)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    ranges = list(Summary.objects.order_by("to_sequence").values_list("from_sequence", "to_sequence"))
    assert ranges and ranges[0][0] == 1
    assert [start for start, _ in ranges[1:]] == [end + 1 for _, end in ranges[:-1]]


def test_a_worker_that_dies_in_the_middle_leaves_nothing_and_the_next_one_folds(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_of(conversation, 20)
    with monkeypatch.context() as patch:
        patch.setattr(kept, "changed", lambda conversation_id: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            folding.fold(conversation_id=conversation.pk)
    assert not Summary.objects.exists() and not SummaryLine.objects.exists()
    assert folding.fold(conversation_id=conversation.pk) >= 1


def test_a_deleted_chat_is_no_error(conversation: Conversation) -> None:
    pk = conversation.pk
    conversation.delete()
    assert folding.fold(conversation_id=pk) == 0


# ------------------------------------------------------------------------------------------------ by a model


def answer_of(*rows: tuple[str, str, list[int]]) -> Reply:
    return Reply(json.dumps({"lines": [{"text": text, "kind": kind, "of": of} for text, kind, of in rows]}))


def test_a_model_retells_and_its_lines_lead_to_their_messages(
    conversation: Conversation, fake: FakeOpenAI, model: OpenAICompatibleModel
) -> None:
    first = chat_of(conversation, 8)
    fake.script(answer_of(("The invoice HT-2207 comes to 640 euros.", "fact", [1])))
    with use_language_model(model), override_settings(MEMORY_FOLD_TOKENS=1500):
        assert folding.fold(conversation_id=conversation.pk) == 1
    summary = kept.latest_summary(conversation.pk)
    assert summary is not None and summary.compressor == "model"
    line = summary.lines.first()
    assert line is not None and line.text == "The invoice HT-2207 comes to 640 euros."
    assert list(line.messages.all()) == [first]


def test_figures_and_conditions_that_the_model_left_out_are_there_as_they_were_said(
    conversation: Conversation, fake: FakeOpenAI, model: OpenAICompatibleModel
) -> None:
    chat_of(conversation, 8, first="The invoice is 640 euros. Do not post it before I say so.")
    fake.script(answer_of(("They talked about an invoice.", "said", [1])))
    with use_language_model(model), override_settings(MEMORY_FOLD_TOKENS=1500):
        folding.fold(conversation_id=conversation.pk)
    seen = session.load(message=say(conversation, "Post it?"))
    whole = lines(conversation) + "\n".join(pin.text for pin in seen.kept.pins) + str(seen.kept.state.shown())
    assert "640" in whole and "not post it before I say so" in whole


def test_the_model_fills_the_state_where_rules_found_nothing_with_words_that_were_said(
    conversation: Conversation, fake: FakeOpenAI, model: OpenAICompatibleModel, alice: User
) -> None:
    first = chat_of(conversation, 8, first="The baker's boy and my aunt tag along to the mill.")
    kept.state_edit(user=alice, conversation_id=conversation.pk, key="place", values=["Bruges"])
    answer = {
        "lines": [{"text": "Aunt and the baker's boy come to the mill.", "kind": "fact", "of": [1]}],
        "state": [
            {"key": "reference", "value": "the baker's boy", "of": 1},
            {"key": "place", "value": "the mill", "of": 1},
            {"key": "deposit", "value": "never said", "of": 1},
            {"key": "no such key", "value": "my aunt", "of": 1},
        ],
    }
    fake.script(Reply(json.dumps(answer)))
    with use_language_model(model), override_settings(MEMORY_FOLD_TOKENS=1500):
        assert folding.fold(conversation_id=conversation.pk) == 1
    state = kept.load(conversation_id=conversation.pk).state
    assert state.shown()["reference"] == "the baker's boy" and state.shown()["place"] == "Bruges"
    assert "deposit" not in state.shown()
    assert first.pk in {entry.message_id for entry in state.entries}


def test_without_redis_the_same_is_kept(conversation: Conversation, alice: User) -> None:
    text = "We prepare the invoice for 640 euros. Never post it to the group before I say so."
    turn.run_sync(user=alice, conversation=conversation, text=text, client_id=None)
    chat_of(conversation, 20)
    folding.fold(conversation_id=conversation.pk)
    message = say(conversation, "And now?")
    first = session.load(message=message)
    again = session.load(message=message)
    session.clear(conversation_id=conversation.pk)
    assert first == again == session.load(message=message)
    assert first.kept.summary and first.kept.pins and first.kept.state.entries


def test_a_figure_that_nobody_said_is_refused(
    conversation: Conversation, fake: FakeOpenAI, model: OpenAICompatibleModel
) -> None:
    chat_of(conversation, 8)
    fake.script(
        answer_of(("The invoice comes to 999 euros.", "fact", [1]), ("It is invoice HT-2207.", "fact", [1]))
    )
    with use_language_model(model), override_settings(MEMORY_FOLD_TOKENS=1500):
        folding.fold(conversation_id=conversation.pk)
    assert "999" not in lines(conversation) and "HT-2207" in lines(conversation)


@pytest.mark.parametrize(
    "bad",
    [
        Failure(500, "down"),
        Reply("I will not."),
        Reply('{"lines": []}'),
        answer_of((FILLER * 3, "said", [1])),
        answer_of(("A line of nothing that was said.", "fact", [99])),
    ],
    ids=["error", "prose", "empty", "too long", "of nothing"],
)
def test_a_summary_that_failed_is_refused_and_the_turns_stay(
    conversation: Conversation, fake: FakeOpenAI, model: OpenAICompatibleModel, bad: Reply | Failure
) -> None:
    chat_of(conversation, 8)
    fake.script(*[bad] * 8)
    with use_language_model(model), override_settings(MEMORY_FOLD_TOKENS=1500):
        assert folding.fold(conversation_id=conversation.pk) == 0
    assert not Summary.objects.exists()
    asked = len(fake.requests)
    with use_language_model(model), override_settings(MEMORY_FOLD_TOKENS=1500):
        folding.fold(conversation_id=conversation.pk)
    assert len(fake.requests) == asked  # it is left in peace for a while
    seen = session.load(message=say(conversation, "Which invoice was it?"))
    assert "HT-2207" in str([said.text for turn_ in seen.window.turns for said in turn_.messages])


def test_when_the_model_keeps_failing_the_built_in_compressor_takes_over(
    conversation: Conversation, fake: FakeOpenAI, model: OpenAICompatibleModel
) -> None:
    chat_of(conversation, 16)
    fake.script(*[Failure(400, "no")] * 20)
    with use_language_model(model), override_settings(MEMORY_FOLD_TOKENS=1000):
        assert folding.fold(conversation_id=conversation.pk) >= 1
    summary = kept.latest_summary(conversation.pk)
    assert summary is not None and summary.compressor == "extract" and "HT-2207" in lines(conversation)


def test_a_failing_model_leaves_no_short_turns_behind_either(
    conversation: Conversation, fake: FakeOpenAI, model: OpenAICompatibleModel
) -> None:
    for number in range(31):
        say(conversation, f"Row {number} has {number + 300} stitches.", "ok")
    fake.script(*[Failure(400, "no")] * 20)
    with use_language_model(model):
        assert folding.fold(conversation_id=conversation.pk) >= 1
    assert "300 stitches" in lines(conversation)


# ------------------------------------------------------------------------------------------------ in a turn


def test_until_it_is_folded_what_has_no_room_is_told_in_short(
    conversation: Conversation, alice: User
) -> None:
    chat_of(conversation, 30)
    result = turn.run_sync(
        user=alice, conversation=conversation, text="Which invoice was it?", client_id=None
    )
    prompt = "\n".join(str(message["content"]) for message in result.prompt)
    assert not Summary.objects.exists() and "HT-2207" in prompt
    record = PromptRecord.objects.get(reply=result.reply)
    assert any(what == "turns" and why == "extracted" for what, _count, why in record.left_out)


def test_turns_that_wait_for_a_worker_that_is_behind_are_counted(
    conversation: Conversation, alice: User
) -> None:
    chat_of(conversation, 45)
    result = turn.run_sync(user=alice, conversation=conversation, text="Which tale now?", client_id=None)
    left = PromptRecord.objects.get(reply=result.reply).left_out
    assert ["turns", 5, "waits"] in left and ["turns", 25, "extracted"] in left
    while folding.fold(conversation_id=conversation.pk):
        pass
    result = turn.run_sync(user=alice, conversation=conversation, text="And now?", client_id=None)
    left = PromptRecord.objects.get(reply=result.reply).left_out
    assert not [row for row in left if row[2] == "waits"]


def test_a_fold_does_not_stand_behind_the_captures(conversation: Conversation, redis_client: Any) -> None:
    for number in range(3):
        services.message_save(conversation=conversation, text=f"I own {number + 2} kayaks.", client_id=None)
    before = redis_client.llen("memoryhub:celery:conversation")
    fold_conversation.delay(str(conversation.pk))
    assert redis_client.llen("memoryhub:celery:conversation") == before + 1


def test_constraints_and_state_are_kept_from_the_turn_on_and_not_carried_elsewhere(
    conversation: Conversation, alice: User
) -> None:
    text = "We prepare the invoice. Never post it to the group before I say so."
    turn.run_sync(user=alice, conversation=conversation, text=text, client_id=None)
    pin = Pin.objects.get()
    assert "before I say so" in pin.text and text[pin.start : pin.end] == pin.text
    chat_of(conversation, 20)
    folding.fold(conversation_id=conversation.pk)
    asked = turn.run_sync(user=alice, conversation=conversation, text="Post it?", client_id=None)
    assert "ever post it to the group before I say so" in str(asked.prompt)
    other = services.conversation_create(user=alice)
    elsewhere = turn.run_sync(user=alice, conversation=other, text="Post the photos.", client_id=None)
    assert "before I say so" not in str(elsewhere.prompt)


def test_a_condition_that_the_person_removed_is_nowhere_in_the_prompt(
    conversation: Conversation, alice: User
) -> None:
    text = "We prepare the invoice HT-2207. Never post it to the group before I say so."
    turn.run_sync(user=alice, conversation=conversation, text=text, client_id=None)
    chat_of(conversation, 20)
    folding.fold(conversation_id=conversation.pk)
    assert "before I say so" not in lines(conversation) and "HT-2207" in lines(conversation)
    assert kept.pin_remove(user=alice, conversation_id=conversation.pk, pin_id=Pin.objects.get().pk)
    asked = turn.run_sync(user=alice, conversation=conversation, text="Post it?", client_id=None)
    assert "before I say so" not in str(asked.prompt)


def test_a_turn_does_not_wait_for_a_fold(
    conversation: Conversation, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "fold", lambda **_: pytest.fail("a turn folded by itself"))
    chat_of(conversation, 20)
    asked: list[str] = []
    monkeypatch.setattr("chat.tasks.fold_conversation.delay", asked.append)
    turn.run_sync(user=alice, conversation=conversation, text="Go on.", client_id=None)
    assert asked == [str(conversation.pk)]


def test_without_a_broker_the_reply_comes_all_the_same(
    conversation: Conversation, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_of(conversation, 20)

    def away(*args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("chat.tasks.fold_conversation.delay", away)
    result = turn.run_sync(user=alice, conversation=conversation, text="Go on.", client_id=None)
    assert result.reply.status == Message.Status.DONE


# ------------------------------------------------------------------------------------------------ forgetting


def test_what_is_forgotten_leaves_summary_state_pins_and_recorded_prompts(
    conversation: Conversation, alice: User
) -> None:
    result = turn.run_sync(
        user=alice,
        conversation=conversation,
        text="I live in Ghent and I have a cat named Moss.",
        client_id=None,
    )
    run_user(user_id=alice.pk)
    chat_of(conversation, 20, first="What is a lighthouse?")
    folding.fold(conversation_id=conversation.pk)
    turn.run_sync(user=alice, conversation=conversation, text="Go on.", client_id=None)
    assert "Ghent" in lines(conversation)
    memory_services.memory_forget(user=alice, memory_ids=list(Memory.objects.values_list("pk", flat=True)))
    assert "Ghent" not in "\n".join(SummaryLine.objects.values_list("text", flat=True))
    conversation.refresh_from_db()
    assert "Ghent" not in json.dumps(conversation.state)
    assert "Ghent" not in json.dumps(list(PromptRecord.objects.values_list("texts", flat=True)))
    after = turn.run_sync(user=alice, conversation=conversation, text="Where do I live?", client_id=None)
    opening = str(after.prompt[0]["content"])
    assert "Ghent" not in opening and result.message.text not in opening


def test_words_forgotten_before_the_fold_do_not_come_into_the_summary(
    conversation: Conversation, alice: User
) -> None:
    turn.run_sync(user=alice, conversation=conversation, text="I live in Ghent.", client_id=None)
    run_user(user_id=alice.pk)
    memory_services.memory_forget(user=alice, memory_ids=list(Memory.objects.values_list("pk", flat=True)))
    chat_of(conversation, 20)
    folding.fold(conversation_id=conversation.pk)
    assert "HT-2207" in lines(conversation) and "Ghent" not in lines(conversation)


def test_a_secret_is_in_no_summary_and_no_state(conversation: Conversation) -> None:
    say(conversation, "My password is hunter2-Zebra! and the invoice HT-2207 is due on Friday.")
    chat_of(conversation, 20)
    session.load(message=say(conversation, "Hm."))
    folding.fold(conversation_id=conversation.pk)
    conversation.refresh_from_db()
    assert "hunter2" not in lines(conversation) + json.dumps(conversation.state)


def test_what_is_forgotten_while_a_fold_runs_is_not_brought_back_by_it(
    conversation: Conversation, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(conversation, "I live in Hangzhou, please remember that.")
    run_user(user_id=alice.pk)
    chat_of(conversation, 20)
    real, tries = compression.Extraction.fold, []

    def slow(self: compression.Extraction, **given: Any) -> compression.Folded:
        done = real(self, **given)
        tries.append("\n".join(line.text for line in done.lines))
        if len(tries) == 1:
            memory_services.memory_forget(
                user=alice, memory_ids=list(Memory.objects.values_list("pk", flat=True))
            )
        return done

    monkeypatch.setattr(compression.Extraction, "fold", slow)
    assert folding.fold(conversation_id=conversation.pk) >= 1
    assert "Hangzhou" in tries[0]
    assert "Hangzhou" not in lines(conversation) and "HT-2207" in lines(conversation)


def test_a_line_that_is_forgotten_while_the_next_fold_runs_is_not_taken_over(
    conversation: Conversation, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(conversation, "I live in Hangzhou, please remember that.")
    run_user(user_id=alice.pk)
    chat_of(conversation, 20)
    folding.fold(conversation_id=conversation.pk)
    assert "Hangzhou" in lines(conversation)
    chat_of(conversation, 20, first="The deposit for the hall is 250 euros.")
    real, tries = compression.Extraction.fold, []

    def slow(self: compression.Extraction, **given: Any) -> compression.Folded:
        tries.append(1)
        if len(tries) == 1:
            memory_services.memory_forget(
                user=alice, memory_ids=list(Memory.objects.values_list("pk", flat=True))
            )
        return real(self, **given)

    monkeypatch.setattr(compression.Extraction, "fold", slow)
    folding.fold(conversation_id=conversation.pk)
    assert "Hangzhou" not in lines(conversation) and "250" in lines(conversation)


def test_a_fold_that_another_overtakes_leaves_no_gap_and_no_double(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        say(conversation, f"Crate {number} weighs {number + 100} kilos.", "ok")
    real, other = kept.catch_up, []

    def overtaken(*given: Any, **named: Any) -> kept.Kept:
        if not other:
            other.append(1)
            folding.fold(conversation_id=conversation.pk)
            for number in range(20, 28):
                say(conversation, f"Crate {number} weighs {number + 100} kilos.", "ok")
        return real(*given, **named)

    monkeypatch.setattr(kept, "catch_up", overtaken)
    folding.fold(conversation_id=conversation.pk)
    rows = list(Summary.objects.order_by("to_sequence").values_list("from_sequence", "to_sequence"))
    assert rows[0][0] == 1 and [start for start, _ in rows[1:]] == [end + 1 for _, end in rows[:-1]]
    assert lines(conversation).count("101 kilos") == 1


def test_nothing_is_read_into_the_state_from_words_that_were_forgotten_before(
    conversation: Conversation, alice: User
) -> None:
    # Its turn broke off before the state was read; capture had it.
    services.message_save(
        conversation=conversation,
        text="Remember that I live in Hangzhou. The budget for the hall is 900 euros.",
        client_id=None,
    )
    run_user(user_id=alice.pk)
    memory_services.memory_forget(user=alice, memory_ids=list(Memory.objects.values_list("pk", flat=True)))
    turn.run_sync(user=alice, conversation=conversation, text="And now?", client_id=None)
    conversation.refresh_from_db()
    assert "900" in json.dumps(conversation.state) and "Hangzhou" not in json.dumps(conversation.state)
    seen = session.load(message=Message.objects.filter(role="user").latest("sequence"), read_only=True)
    assert "Hangzhou" not in json.dumps(seen.kept.state.as_json())


def test_while_learning_is_off_nothing_is_derived_and_stored_and_the_thread_holds(
    conversation: Conversation, alice: User
) -> None:
    memory_services.settings_update(user=alice, learn=False)
    text = "We prepare the invoice HT-2207 for Ghent. Never post it to the group before I say so."
    turn.run_sync(user=alice, conversation=conversation, text=text, client_id=None)
    result = turn.run_sync(user=alice, conversation=conversation, text="Post it?", client_id=None)
    assert "Conditions that the person set" in str(result.prompt[0]["content"])
    chat_of(conversation, 20, first="And the deposit is 250 euros.")
    assert folding.fold(conversation_id=conversation.pk) == 0
    assert not Pin.objects.exists() and not Summary.objects.exists()
    conversation.refresh_from_db()
    stored = json.dumps([conversation.state, list(PromptRecord.objects.values_list("texts", flat=True))])
    assert "HT-2207" not in stored and "Ghent" not in stored and "post it" not in stored
    memory_services.settings_update(user=alice, learn=True)
    session.load(message=say(conversation, "Go on."))
    conversation.refresh_from_db()
    assert "HT-2207" not in json.dumps(conversation.state)
