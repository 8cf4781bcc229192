"""A text is found wherever it stands, escaped, encoded or packed too; what is told is the place and how often."""

import base64
import gzip
import json
import zlib
from io import StringIO
from pathlib import Path
from typing import Any

import msgpack
import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import CommandError

from chat.models import Conversation, Message
from memories import services
from memoryhub import nowhere, stored
from memoryhub.models import User

TEXT = "my locker is “Nr 31”"
ZH = "我的储物柜是31号"


def packed(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(json.dumps({"a": text}).encode())).decode().rstrip("=")


@pytest.mark.parametrize("text", [TEXT, ZH, 'she said "no" to it\nand left'])
@pytest.mark.parametrize(
    "made",
    [
        lambda text: text,
        lambda text: text.upper(),
        lambda text: text.replace(" ", "\n   "),
        lambda text: json.dumps([text]),
        lambda text: json.dumps({"body": json.dumps(text)}),
        lambda text: json.dumps(text, ensure_ascii=False),
        lambda text: repr(text.encode()),
        lambda text: ascii(text),
        lambda text: text.encode(),
        lambda text: msgpack.packb({"text": text}),
        lambda text: base64.b64encode(b"x" + text.encode()).decode(),
        lambda text: json.dumps({"body": base64.b64encode(json.dumps([text]).encode()).decode()}),
        lambda text: f".{packed(text)}:1aB:sign",
        lambda text: gzip.compress(text.encode()),
        lambda text: "GET /x?q=" + "".join(f"%{octet:02X}" for octet in text.encode()),
        lambda text: "".join(f"&#{ord(one)};" for one in text),
    ],
)
def test_a_text_is_found_in_every_form(text: str, made: Any) -> None:
    value = made(text)
    assert nowhere.find([nowhere.says(text)], [("here", value)]) == [{"here": 1}]
    other = made("nothing of the kind, at all")
    assert nowhere.find([nowhere.says(text)], [("here", other)]) == [{}]


@pytest.mark.parametrize(
    "value",
    [
        "0190f3c2-7a11-7bd2-9f00-aabbccddeeff",
        "100% sure & done \\ or not %zz \\u12",
        "/static/js/memories/recall/recollection.js",
        b"\x78\x9cbroken",
        b"\x1f\x8bbroken",
        "\\ud83d alone",
        "",
    ],
)
def test_what_is_not_encoded_is_left_in_peace(value: str | bytes) -> None:
    assert nowhere.find([nowhere.says("locker")], [("here", value)]) == [{}]


# ------------------------------------------------------------------------------------------------ the stores


def command(*arguments: str, **options: Any) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("nowhere", *arguments, stdout=out, **options)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.django_db
def test_tables_redis_and_logs_are_looked_through(
    alice: User, redis_client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command(TEXT)[0] == 0
    services.memory_remember(user=alice, content=TEXT)
    session = SessionStore()
    session["draft"] = [TEXT, ZH]
    session.save()
    cache.set("page", {"html": TEXT})
    redis_client.rpush("memoryhub:chat:list", json.dumps(TEXT))
    redis_client.hset("memoryhub:chat:hash", "field", TEXT)
    redis_client.zadd("memoryhub:chat:0190f3c2-7a11-7bd2-9f00-aabbccddeeff:zset", {TEXT: 1})
    redis_client.sadd("memoryhub:chat:set", TEXT)
    redis_client.xadd("memoryhub:chat:stream", {"text": TEXT})
    redis_client.set(f"memoryhub:named:{TEXT}", 1)
    (tmp_path / "web.log").write_text(f"one\nasked {json.dumps(TEXT)}\n", encoding="utf-8")
    (tmp_path / "old.log.1.gz").write_bytes(gzip.compress(f"{TEXT}\n".encode()))

    status, told = command(TEXT, ZH, "never written", log=[tmp_path])
    assert status == 1
    assert "locker" not in told.replace("memoryhub:named:", "").casefold()
    first, second, third = (
        told.partition("text 2")[0],
        told.partition("text 2")[2],
        told.partition("text 3")[2],
    )
    for place in (
        "memories_memory.content: 1",
        "django_session.session_data: 1",
        "redis: names of keys: 1",
        "redis: memoryhub:chat:list: 1",
        "redis: memoryhub:chat:hash: 1",
        "redis: memoryhub:chat:*:zset: 1",
        "redis: memoryhub:chat:set: 1",
        "redis: memoryhub:chat:stream: 1",
        "log: web.log: 1",
        "log: old.log.1.gz: 1",
    ):
        assert place in first, place
    assert sum("page" in line for line in first.splitlines()) == 1
    assert "django_session.session_data: 1" in second and third.startswith(": nowhere")


@pytest.mark.django_db
def test_the_peoples_own_messages_can_be_left_out(alice: User) -> None:
    place = Conversation.objects.create(user=alice, title=TEXT)
    Message.objects.create(conversation=place, sequence=1, role="user", text=TEXT)
    assert "chat_message.text: 1" in command(TEXT)[1]
    assert command(TEXT, but_messages=True)[0] == 0


@pytest.mark.django_db
def test_texts_come_in_by_the_standard_input_too(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    services.memory_remember(user=alice, content=TEXT)
    monkeypatch.setattr("sys.stdin", StringIO(f"{TEXT}\n\n{ZH}\n"))
    status, told = command("-", json=True)
    rows = [json.loads(line) for line in told.splitlines()]
    assert status == 1 and [row["text"] for row in rows] == [1, 2]
    assert rows[0]["places"]["memories_memory.content"] == 1 and rows[1]["places"] == {}


@pytest.mark.django_db
def test_what_cannot_be_read_proves_nothing(settings: Any, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no log at") as refused:
        command(TEXT, log=[tmp_path / "missing.log"])
    assert refused.value.returncode == 2
    with pytest.raises(CommandError, match="no text"):
        command("  ")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(b"x" * 1000)[:-9])
    with pytest.raises(CommandError, match="nothing is proved"):
        command(TEXT, log=[tmp_path / "cut.gz"])
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    with pytest.raises(CommandError, match="nothing is proved") as refused:
        command(TEXT)
    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_a_table_is_read_in_pieces(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_PIECE", 3)
    place = Conversation.objects.create(user=alice)
    Message.objects.bulk_create(
        Message(conversation=place, sequence=number, role="user", text=f"{number} {TEXT}")
        for number in range(1, 11)
    )
    assert nowhere.find([nowhere.says(TEXT)], stored.in_tables()) == [{"chat_message.text": 10}]


@pytest.mark.django_db
def test_values_that_the_planner_noted_are_seen(alice: User) -> None:
    from django.db import connection

    place = Conversation.objects.create(user=alice)
    Message.objects.bulk_create(
        Message(conversation=place, sequence=number, role="user", text=TEXT) for number in range(1, 11)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE chat_message")
    Message.objects.all().delete()
    assert nowhere.find([nowhere.says(TEXT)], stored.everything()) == [{"statistics of chat_message.text": 1}]


def test_a_line_without_an_end_is_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_LINE", 64)
    monkeypatch.setattr(stored, "_OVERLAP", 32)
    (tmp_path / "a.log").write_text("x" * 50 + TEXT + "x" * 500)
    found = nowhere.find([nowhere.says(TEXT)], stored.in_logs([tmp_path / "a.log"]))
    assert found[0]["log: a.log"] >= 1
