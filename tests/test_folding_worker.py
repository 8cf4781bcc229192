"""Folds by a real Celery worker: no reply waits for one, and a killed worker's are done once."""

import time
from collections.abc import Callable

import pytest

from chat import folding, kept, services, session, turn
from chat.models import Conversation, Message, Summary
from memoryhub.models import User
from memoryhub.worker import restore_unacknowledged
from tests.servers import Worker

pytestmark = [pytest.mark.slow]


def until(reached: Callable[[], bool], *, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def long_chat(user: User, turns: int) -> tuple[Conversation, Message]:
    own = services.conversation_create(user=user)
    own.user = user
    message = None
    for number in range(turns):
        text = f"In bay {number + 40} there are {number + 100} crates of pears for Odile."
        message, _ = services.message_save(conversation=own, text=text, client_id=None)
        reply = services.reply_begin(message=message, trace_id=None)
        services.reply_finish(reply=reply, text="Noted.", status=Message.Status.DONE)
    assert message is not None
    return own, message


def test_a_turn_has_the_worker_fold(worker: Worker, alice: User) -> None:
    own, _ = long_chat(alice, 20)
    turn.run_sync(user=alice, conversation=own, text="Which bay is Odile's first?", client_id=None)
    until(lambda: Summary.objects.exists())
    summary = kept.latest_summary(own.pk)
    assert summary is not None
    assert any("bay 40" in line.text for line in summary.lines.all())


def test_a_worker_killed_among_folds_leaves_each_stretch_folded_once(worker: Worker, alice: User) -> None:
    chats = [long_chat(alice, 30) for _ in range(6)]
    for own, message in chats:
        folding.ask(session.load(message=message), conversation=own, said=())
    until(lambda: Summary.objects.exists())
    worker.kill()
    restore_unacknowledged()  # as `up` does before it starts one
    worker.start()

    def all_folded() -> bool:
        for own, _ in chats:
            latest = kept.latest_summary(own.pk)
            # 30 turns of two messages: folded until no more than the window's 15 turns are left.
            if latest is None or 60 - latest.to_sequence > 30:
                return False
        return True

    until(all_folded)
    for own, _ in chats:
        rows = Summary.objects.filter(conversation=own).order_by("to_sequence")
        ranges = list(rows.values_list("from_sequence", "to_sequence"))
        assert ranges[0][0] == 1
        assert [start for start, _end in ranges[1:]] == [end + 1 for _start, end in ranges[:-1]]
