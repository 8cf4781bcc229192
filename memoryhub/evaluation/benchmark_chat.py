"""How long a person waits for the first byte of a reply, over real web sockets, and what storing and reading cost.

The server runs in this process on the sandbox's database, its clients in a process of their own.
"""

import json
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import uvicorn
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection

from chat import folding, prompts, selectors, services, session, turn
from chat.models import Conversation, Message, Summary
from memories import capture
from memoryhub.evaluation.sandbox import Sandbox
from memoryhub.models import User

#: Connections to the database that the web process keeps.
_POOL = 8
#: Messages of a long conversation that its last fold has not taken in.
_UNFOLDED = 40
#: What a person says, one after the other; both languages, questions and statements.
SAYINGS = (
    "I live in Ghent and work as a locksmith.",
    "Which tea goes with a cheese sandwich?",
    "我周末喜欢去钓鱼。",
    "Where do I live?",
    "The ferry is at 12:40 on Saturday and costs 14 euros.",
    "热泵是怎么工作的？",
    "What do I do for a living?",
    "我的周末一般怎么过？",
)
#: P50 and P99 in milliseconds, and how many a second, that the field publishes (MISSION, row O4).
PUBLISHED: dict[str, tuple[float, float, int]] = {
    "save message": (1.2, 3, 8_000),
    "read history": (2, 5, 6_000),
}


def run(*, place: Sandbox, conversations: Sequence[int], messages: int) -> dict[str, Any]:
    """Times in milliseconds: replies for each number of conversations at once, their stages, and the storage."""
    found: dict[str, Any] = {"replies": [], "stages": {}, "storage": {}}
    most = max(conversations)
    people = [_person(number) for number in range(most)]
    _warm(people[0])
    with _server() as url:
        for at_once in conversations:
            plan = [
                {
                    "url": f"{url}/ws/chat/{services.conversation_create(user=user).pk}/",
                    "cookie": f"{settings.SESSION_COOKIE_NAME}={_session_of(user)}",
                    "origin": url.replace("ws://", "http://"),
                    "messages": [SAYINGS[n % len(SAYINGS)] for n in range(messages)],
                }
                for user in people[:at_once]
            ]
            found["replies"].append({"conversations": at_once, **_clients(plan)})
    found["stages"] = _stages(people[0])
    found["storage"] = _storage(people[0])
    return found


def _person(number: int) -> User:
    return User.objects.create_user(email=f"benchmark{number}@replay.invalid", name=f"B{number}")


def _session_of(user: User) -> str:
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = user._meta.pk.value_to_string(user)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def _warm(user: User) -> None:
    """Models are loaded, and there is something to recall."""
    own = services.conversation_create(user=user)
    for text in SAYINGS:
        turn.run_sync(user=user, conversation=own, text=text, client_id=None)
    capture.run_user(user_id=user.pk)


# ------------------------------------------------------------------------------------------------ through the socket


@contextmanager
def _server() -> Iterator[str]:
    """The product's ASGI application on a free port of this machine, with a pool of connections as ``up`` gives it."""
    from memoryhub.asgi import application

    connection.close()
    options = connection.settings_dict["OPTIONS"]
    options["pool"] = options.get("pool") or {"min_size": 1, "max_size": _POOL, "timeout": 10}
    bound = socket.socket()
    bound.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        application, lifespan="off", log_config=None, log_level="warning", timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("The server did not start.")
        time.sleep(0.01)
    try:
        yield f"ws://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(timeout=15)
        bound.close()
        connection.close()


def _clients(plan: list[dict[str, Any]]) -> dict[str, Any]:
    """All conversations of the plan at once, each message after the reply to the one before it."""
    done = subprocess.run(
        [sys.executable, "-m", "memoryhub.evaluation.benchmark_clients"],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"The clients failed: {done.stderr.strip().splitlines()[-1:]}")
    took = json.loads(done.stdout)
    return {
        "n": len(took["first"]),
        "saved": figures(took["saved"]),
        "first_byte": figures(took["first"]),
        "per_second": round(len(took["first"]) / took["seconds"], 1),
    }


# ------------------------------------------------------------------------------------------------ stages and storage


def _stages(user: User, *, turns: int = 40) -> dict[str, Any]:
    """What of a turn's time goes into which stage, one conversation alone; the times are the turn's own."""
    own = services.conversation_create(user=user)
    took: dict[str, list[float]] = {}
    for number in range(turns):
        result = turn.run_sync(
            user=user, conversation=own, text=SAYINGS[number % len(SAYINGS)], client_id=None
        )
        for stage, milliseconds in result.took_ms.items():
            took.setdefault(stage, []).append(milliseconds)
    whole = sum(map(sum, took.values()))
    return {
        stage: {**figures(values), "share": round(sum(values) / whole, 3)} for stage, values in took.items()
    }


def _storage(user: User, *, rows: int = 1_000) -> dict[str, Any]:
    """Saving a message with its capture run, and reading the window, one after the other on one connection."""
    own = services.conversation_create(user=user)
    saved = _timed(
        lambda number: services.message_save(
            conversation=own, text=f"Message {number} of the benchmark.", client_id=None
        ),
        rows,
    )
    last = Message.objects.filter(conversation=own).latest("sequence")
    page = _timed(lambda number: selectors.message_list(conversation=own), rows)
    window = _timed(lambda number: session.load(message=last), rows)
    connection.close()
    return {"save message": saved, "read history": page, "read window": window}


def _timed(work: Callable[[int], object], times: int) -> dict[str, Any]:
    took = []
    for number in range(times):
        start = time.perf_counter()
        work(number)
        took.append((time.perf_counter() - start) * 1_000)
    return {**figures(took), "per_second": round(1_000 * times / sum(took))}


def figures(took: Sequence[float]) -> dict[str, float]:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(took)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return {"p50_ms": round(statistics.median(ordered), 2), "p99_ms": round(last, 2)}


def growth(*, place: Sandbox, sizes: Sequence[int] = (50, 10_000)) -> dict[str, Any]:
    """Milliseconds from the stores to the prompt in conversations of these lengths.

    Without and with the quick copy; and with it but without recall, which reads all that the person said anywhere.
    """
    user = _person(10_000)
    found: dict[str, Any] = {}
    for size in sizes:
        own = _long_conversation(user, size)
        cold: list[float] = []
        warm: list[float] = []
        alone: list[float] = []
        for _ in range(30):
            session.clear(conversation_id=own.pk)
            for took, own.use_memory in ((cold, True), (warm, True), (alone, False)):
                start = time.perf_counter()
                prompts.look(user=user, conversation=own)
                took.append((time.perf_counter() - start) * 1_000)
        found[str(size)] = {
            "without_copy": figures(cold),
            "with_copy": figures(warm),
            "without_recall": figures(alone),
        }
    return found


def _long_conversation(user: User, size: int) -> Conversation:
    own = services.conversation_create(user=user)
    rows: list[Message] = []
    for number in range(1, size, 2):
        said = Message(conversation=own, sequence=number, role="user", text=SAYINGS[number % len(SAYINGS)])
        answer = Message(
            conversation=own,
            sequence=number + 1,
            role="assistant",
            text="Noted. " * 30,
            reply_to=said,
            status="done",
        )
        rows += [said, answer]
    rows.append(Message(conversation=own, sequence=size + 1, role="user", text="And now?"))
    Message.objects.bulk_create(rows, batch_size=1_000)
    Conversation.objects.filter(pk=own.pk).update(next_sequence=size + 2, state_through=size)
    if size > _UNFOLDED:  # as a worker leaves it: all but the latest turns are folded
        Summary.objects.create(
            conversation=own, from_sequence=1, to_sequence=size - _UNFOLDED, compressor="extract"
        )
    folding.fold(conversation_id=own.pk)
    own.refresh_from_db()
    return own
