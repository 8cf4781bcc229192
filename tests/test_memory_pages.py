"""My memories by plain forms and by htmx: each door works, is the person's own, and says what it did."""

import re
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from chat.models import Conversation, Message
from memories import services
from memories.kinds import EventVerb, MemoryStatus, SourceKind
from memories.models import CaptureRun, Memory, MemoryEvent, MemorySource, RecallTrace
from memoryhub.models import User
from tests.recall_rows import remember

pytestmark = pytest.mark.django_db

LIST = "/memories/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def client(alice: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(alice)


def make(user: User, content: str, **fields: Any) -> Memory:
    """A memory of the person's, added by hand, without a vector."""
    if fields.get("status") == MemoryStatus.FORGOTTEN:
        fields.setdefault("forgotten_at", timezone.now())
        fields.setdefault("status_before", "active")
    return remember(user, content, vectors=False, **fields)[0]


def say(user: User, text: str, *, title: str = "Weekend", words: str = "", **fields: Any) -> Memory:
    """A memory that was learnt from a message of the person's."""
    chat = Conversation.objects.create(user=user, title=title)
    message = Message.objects.create(conversation=chat, sequence=1, role="user", text=text)
    memory = make(user, words or text, **fields)
    memory.sources.all().delete()
    start = text.index(words) if words else 0
    MemorySource.objects.create(
        memory=memory,
        kind=SourceKind.MESSAGE,
        message=message,
        start=start,
        end=start + len(words or text),
    )
    return memory


def shown(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def listed(answer: Any) -> list[str]:
    """The texts of the rows, in their order."""
    return [row.memory.content for row in answer.context["listing"].rows]


def said(answer: Any) -> str:
    """What the toast of a page says."""
    return " ".join(str(message) for message in answer.context["messages"])


# ------------------------------------------------------------------------------------------------ the list


def test_the_first_visit_shows_three_things_to_tell(client: Client) -> None:
    page = client.get(LIST)
    assert page.status_code == 200
    assert len(re.findall(r'href="/chat/\?text=', shown(page))) == 3


def test_a_row_tells_what_is_known_of_it(client: Client, alice: User) -> None:
    memory = say(alice, "I moved, and I live in Ghent now.", words="I live in Ghent", confidence=0.95)
    used = timezone.now() - timedelta(days=1)
    Memory.objects.filter(pk=memory.pk).update(
        mention_count=2, access_count=3, last_accessed_at=used, protection="identity", pinned_at=used
    )
    source = memory.sources.get()
    assert source.message is not None
    page = shown(client.get(LIST))
    link = reverse("chat:message", args=[source.message.conversation_id, source.message_id])
    for words in (
        "I live in Ghent",
        '<span class="tag fact">Fact</span>',
        'title="Sureness 0.95 of 1"',
        "sure",
        "Identity: never removed by itself",
        "Pinned",
        f'from the chat <a href="{link}">Weekend</a>',
        "just now",
        "told 2 times",
        "used 3 times",
        "yesterday",
    ):
        assert words in page, words


def test_where_a_memory_comes_from_is_said_in_words(client: Client, alice: User) -> None:
    make(alice, "by hand")
    MemorySource.objects.filter(memory=make(alice, "by import")).update(kind="import", label="mem0")
    gone = say(alice, "from a chat that is gone")
    Conversation.objects.filter(user=alice).delete()
    assert Memory.objects.filter(pk=gone.pk).exists()
    page = shown(client.get(LIST))
    assert "you added it" in page
    assert "imported from mem0" in page
    assert "from a deleted chat" in page


def test_what_it_replaced_stands_beside_it(client: Client, alice: User) -> None:
    former = make(
        alice, "Lives in Hangzhou", value="Hangzhou", status="superseded", valid_until=timezone.now()
    )
    make(alice, "Lives in Shanghai", supersedes=former)
    page = client.get(LIST)
    assert listed(page) == ["Lives in Shanghai"]
    assert "(before: Hangzhou, until" in shown(page)


STATES = ["active", "pending", "superseded", "archived", "rejected", "forgotten"]


@pytest.mark.parametrize("status", STATES)
def test_each_tab_has_its_own_and_counts_it(client: Client, alice: User, status: str) -> None:
    for other in STATES:
        make(alice, f"one that is {other}", status=other)
    make(alice, "another", status=status)
    page = client.get(LIST, {"status": status})
    assert sorted(listed(page)) == sorted(["another", f"one that is {status}"])
    counts = {tab.key: tab.count for tab in page.context["tabs"]}
    assert counts[status] == (None if status == "rejected" else 2)


@pytest.mark.parametrize("status", STATES)
def test_each_empty_tab_says_what_would_be_there(client: Client, alice: User, status: str) -> None:
    page = shown(client.get(LIST, {"status": status}))
    assert 'class="card empty"' in page
    assert 'class="row"' not in page


@pytest.fixture
def some(alice: User) -> None:
    now = timezone.now()
    make(alice, "Likes tea", type="preference", confidence=0.7)
    old = make(alice, "Works at Acme", created_at=now - timedelta(days=40), access_count=5, confidence=0.99)
    MemorySource.objects.filter(memory=old).update(kind="import")
    say(alice, "Met Tom in Paris", title="Paris", type="event", created_at=now - timedelta(days=3))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Likes tea", "Met Tom in Paris", "Works at Acme"]),
        ({"sort": "created"}, ["Works at Acme", "Met Tom in Paris", "Likes tea"]),
        ({"sort": "-used"}, ["Works at Acme", "Likes tea", "Met Tom in Paris"]),
        ({"sort": "-confidence"}, ["Works at Acme", "Met Tom in Paris", "Likes tea"]),
        ({"type": "preference"}, ["Likes tea"]),
        ({"q": "PARIS"}, ["Met Tom in Paris"]),
        ({"source": "hand"}, ["Likes tea"]),
        ({"source": "import"}, ["Works at Acme"]),
        ({"since": "-10"}, ["Likes tea", "Met Tom in Paris"]),
        ({"until": "-10"}, ["Works at Acme"]),
        ({"since": "-5", "until": "-1"}, ["Met Tom in Paris"]),
        ({"q": "tea", "type": "event"}, []),
    ],
)
def test_filters_and_orders(client: Client, some: None, query: dict[str, str], found: list[str]) -> None:
    today = timezone.localdate()
    for name in ("since", "until"):
        if name in query:
            query = {**query, name: (today + timedelta(days=int(query[name]))).isoformat()}
    assert listed(client.get(LIST, query)) == found


def test_a_chat_is_a_filter(client: Client, alice: User, some: None) -> None:
    chat = Conversation.objects.get(title="Paris")
    page = client.get(LIST, {"source": str(chat.pk)})
    assert listed(page) == ["Met Tom in Paris"]
    assert f'<option value="{chat.pk}" selected>Paris</option>' in shown(page)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"since": "the day before"}, "This is no date. It was left out."),
        ({"until": "2025-02-31"}, "This is no date. It was left out."),
        (
            {"since": "2025-03-01", "until": "2025-02-01"},
            "This day is before the first one. It was left out.",
        ),
        ({"source": "elsewhere"}, "Nothing was learnt there. It was left out."),
        ({"source": str(uuid.uuid4())}, "Nothing was learnt there. It was left out."),
        ({"sort": "colour"}, "There is no such order."),
        ({"q": "x" * 201}, "Search for up to 200 characters."),
        ({"type": "opinion"}, None),
        ({"status": "lost"}, None),
        ({"page": "many"}, None),
        ({"page": "-1"}, None),
        ({"q": "a\0b"}, None),
        ({"q": "%_\\'\""}, None),
    ],
)
def test_a_filter_that_makes_no_sense_is_told_and_left_out(
    client: Client, some: None, query: dict[str, str], sentence: str | None
) -> None:
    page = client.get(LIST, query)
    assert page.status_code == 200
    if sentence is not None:
        assert sentence in shown(page)
        if query.get("since") != "2025-03-01":
            assert len(listed(page)) == 3


def test_someone_elses_chat_is_no_filter(client: Client, bob: User, some: None) -> None:
    theirs = say(bob, "Bob's own")
    source = theirs.sources.get()
    assert source.message is not None
    page = client.get(LIST, {"source": str(source.message.conversation_id)})
    assert "Nothing was learnt there" in shown(page)
    assert "Bob's own" not in shown(page)


def test_no_match_says_how_to_look_wider(client: Client, alice: User, some: None) -> None:
    make(alice, "Liked opera", status="archived")
    page = client.get(LIST, {"q": "opera", "type": "fact"})
    assert listed(page) == []
    html = shown(page)
    assert "Nothing here says “opera”" in html
    assert 'href="/memories/?status=archived&amp;type=fact&amp;q=opera"' in html
    assert 'href="/memories/?q=opera"' in html


def test_fifty_a_page_and_the_filters_stay(client: Client, alice: User) -> None:
    for number in range(52):
        make(alice, f"tea number {number}", type="preference")
    make(alice, "coffee")
    page = client.get(LIST, {"q": "tea", "type": "preference"})
    assert len(listed(page)) == 50
    assert 'href="/memories/?type=preference&amp;q=tea&amp;page=2"' in shown(page)
    assert len(listed(client.get(LIST, {"q": "tea", "page": "2"}))) == 2
    assert len(listed(client.get(LIST, {"q": "tea", "page": "99"}))) == 2


@pytest.mark.slow
def test_500_memories_take_no_more_queries_and_hardly_more_time_than_60(client: Client, alice: User) -> None:
    def rows(number: int) -> None:
        for count in range(number):
            memory = say(alice, f"thing {count} of {number}", title=f"chat {count}")
            former = make(alice, f"before {count}", status="superseded")
            Memory.objects.filter(pk=memory.pk).update(supersedes=former)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as context:
            assert client.get(LIST).status_code == 200
        return len(context)

    rows(2)
    client.get(LIST)
    few = queries()
    rows(60)
    sixty = min(_server_seconds(client) for _ in range(5))
    for number in range(440):
        make(alice, f"more {number}")
    assert queries() == few
    assert min(_server_seconds(client) for _ in range(5)) < 3 * sixty


def _server_seconds(client: Client) -> float:
    """What the page costs: this thread's work and the database's, whatever else the machine is doing."""
    start = time.thread_time()
    client.get(LIST)
    worked = time.thread_time() - start
    with CaptureQueriesContext(connection) as context:
        client.get(LIST)
    return worked + sum(float(query["time"]) for query in context.captured_queries)


def test_someone_elses_memories_are_not_listed(client: Client, bob: User) -> None:
    make(bob, "Bob's own")
    page = client.get(LIST)
    assert listed(page) == []
    assert "Bob" not in shown(page)


def test_dates_are_the_persons_own(client: Client, alice: User) -> None:
    alice.time_zone, alice.language = "Asia/Shanghai", "en"
    alice.save()
    at = timezone.now().replace(year=2024, month=3, day=1, hour=20, minute=0)
    make(alice, "Told late at night", created_at=at)
    assert "2 March 2024" in shown(client.get(LIST))
    assert listed(client.get(LIST, {"since": "2024-03-02"})) == ["Told late at night"]
    assert listed(client.get(LIST, {"until": "2024-03-01"})) == []


def test_markup_in_a_memory_is_text(client: Client, alice: User) -> None:
    memory = say(alice, "<script>alert(1)</script> & <b>me</b>", title="<i>title</i>")
    for path in (LIST, f"{LIST}{memory.pk}/", f"{LIST}{memory.pk}/edit/"):
        html = shown(client.get(path))
        assert "<script>alert" not in html
        assert "<i>title" not in html
        assert "&lt;b&gt;me" in html


def test_htmx_gets_the_list_alone_with_counts_and_address(client: Client, alice: User) -> None:
    make(alice, "Likes tea")
    part = client.get(LIST, {"q": "tea", "source": "", "sort": "-created"}, headers=HTMX)
    html = part.content.decode()
    assert "<html" not in html
    assert 'id="found"' in html
    assert 'id="tabs"' in html
    assert "hx-swap-oob" in html
    assert part["HX-Replace-Url"] == "/memories/?q=tea"
    whole = client.get(LIST, headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert "<html" in whole.content.decode()
    assert "hx-swap-oob" not in whole.content.decode()


# ------------------------------------------------------------------------------------------------ not remembered


def passed(user: User, text: str, *reasons: tuple[str, str]) -> Message:
    chat = Conversation.objects.create(user=user, title="Secrets")
    message = Message.objects.create(conversation=chat, sequence=1, role="user", text=text)
    outcome = [
        {"start": text.index(words), "end": text.index(words) + len(words), "outcome": f"declined:{reason}"}
        for words, reason in reasons
    ]
    CaptureRun.objects.create(user=user, message=message, status="done", outcome=outcome)
    return message


def test_what_was_not_remembered_is_told_with_the_reason(client: Client, alice: User, bob: User) -> None:
    text = 'my password is hunter2hunter2 and he said "I hate tea"'
    passed(alice, text, ("hunter2hunter2", "secret"), ('"I hate tea"', "quote"))
    passed(alice, "how are you?", ("how are you?", "nothing_lasting"))
    passed(bob, "Bob's words", ("Bob's words", "quote"))
    page = shown(client.get(LIST, {"status": "rejected"}))
    assert "Secrets are never remembered" in page
    assert "hunter2" not in page
    assert "I hate tea" in page
    assert "It is a quotation, not your own words." in page
    assert "how are you" not in page
    assert "Bob" not in page


def test_what_was_passed_over_can_be_kept_after_all(client: Client, alice: User) -> None:
    message = passed(alice, "Well: I play the oboe", ("I play the oboe", "type_off"))
    url = reverse("memories:remember-declined", args=[message.pk, 6])
    assert url in shown(client.get("/memories/declined/"))
    for sentence in ("Remembered.", "known already"):
        assert sentence in said(client.post(url, {"next": "/memories/declined/"}, follow=True))
        memory = Memory.objects.get(user=alice)
        assert (memory.content, memory.status) == ("I play the oboe", "active")
        assert memory.sources.filter(message=message, start=6, end=21).count() == 1
    assert "I play the oboe" not in shown(client.get("/memories/declined/"))


# ------------------------------------------------------------------------------------------------ acts on one

#: verb, state before, state after
ACTS = [
    ("forget", "active", "forgotten"),
    ("restore", "forgotten", "active"),
    ("restore", "archived", "active"),
    ("restore", "rejected", "active"),
    ("choose", "superseded", "active"),
    ("confirm", "pending", "active"),
    ("reject", "pending", "rejected"),
]


@pytest.mark.parametrize(("verb", "before", "after"), ACTS)
def test_each_act_works_says_so_and_is_done_once(
    client: Client, alice: User, verb: str, before: str, after: str
) -> None:
    memory = make(alice, "Likes tea", status=before)
    url = reverse(f"memories:{verb}", args=[memory.pk])
    back = f"{LIST}?status={before}&q=tea"
    first = client.post(url, {"next": back}, follow=True)
    assert first.redirect_chain == [(back, 302)]
    memory.refresh_from_db()
    assert memory.status == after
    told = said(first)
    assert told
    events = MemoryEvent.objects.filter(memory_id=memory.pk).count()
    assert events == 1
    again = client.post(url, {"next": back}, follow=True)
    memory.refresh_from_db()
    assert memory.status == after
    assert MemoryEvent.objects.filter(memory_id=memory.pk).count() == events
    assert said(again)
    assert said(again) != told


def test_pin_and_unpin(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea")
    for verb, words, again in (
        ("pin", "Pinned: it never fades", "pinned already"),
        ("unpin", "No longer pinned", "not pinned"),
    ):
        url = reverse(f"memories:{verb}", args=[memory.pk])
        assert words in said(client.post(url, follow=True))
        memory.refresh_from_db()
        assert (memory.pinned_at is not None) == (verb == "pin")
        assert again in said(client.post(url, follow=True))


def _undo_of(answer: Any) -> tuple[str, dict[str, str]]:
    """What the undo form of a page's toast posts, and where."""
    html = said(answer)
    url = re.search(r'action="([^"]+)"', html)
    assert url, html
    return url[1], dict(re.findall(r'name="(\w+)" value="([^"]*)"', html))


@pytest.mark.parametrize(
    ("verb", "before", "undone"),
    [
        ("forget", "active", "active"),
        ("forget", "superseded", "superseded"),
        ("restore", "forgotten", "forgotten"),
        ("confirm", "pending", "pending"),
        ("reject", "pending", "pending"),
    ],
)
def test_an_act_can_be_taken_back_without_a_script(
    client: Client, alice: User, verb: str, before: str, undone: str
) -> None:
    memory = make(alice, "Likes tea", status=before)
    url, data = _undo_of(client.post(reverse(f"memories:{verb}", args=[memory.pk]), follow=True))
    client.post(url, data)
    memory.refresh_from_db()
    assert memory.status == undone


def test_this_one_is_still_right_takes_the_slot_back(client: Client, alice: User) -> None:
    home = services.memory_remember(user=alice, content="I live in Ghent")
    moved = services.memory_remember(user=alice, content="I live in Bruges")
    home.refresh_from_db()
    assert home.status == "superseded"
    answer = client.post(reverse("memories:choose", args=[home.pk]), follow=True)
    home.refresh_from_db()
    moved.refresh_from_db()
    assert (home.status, moved.status) == ("active", "superseded")
    assert home.valid_until is None
    url, data = _undo_of(answer)
    client.post(url, data)
    home.refresh_from_db()
    moved.refresh_from_db()
    assert (home.status, moved.status) == ("superseded", "active")


def test_htmx_gets_the_row_or_its_absence_with_counts_and_undo(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea")
    pinned = client.post(reverse("memories:pin", args=[memory.pk]), {"next": LIST}, headers=HTMX)
    html = pinned.content.decode()
    assert f'id="memory-{memory.pk}"' in html
    assert "Unpin" in html
    assert "Pinned: it never fades" in pinned["HX-Trigger"]
    gone = client.post(reverse("memories:forget", args=[memory.pk]), {"next": LIST}, headers=HTMX)
    html = gone.content.decode()
    assert f'id="memory-{memory.pk}"' not in html
    assert 'id="tabs"' in html
    assert '"act": ["restore"]' in gone["HX-Trigger"]


# ------------------------------------------------------------------------------------------------ edit and add


def test_an_edit_keeps_the_row_and_its_former_text(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea", access_count=4)
    url = reverse("memories:edit", args=[memory.pk])
    form = client.get(url, {"next": f"{LIST}?q=tea"})
    assert "Likes tea</textarea>" in shown(form)
    assert 'name="next" value="/memories/?q=tea"' in shown(form)
    data = {"content": "Likes green tea", "type": "preference", "next": f"{LIST}?q=tea"}
    answer = client.post(url, data, follow=True)
    assert answer.redirect_chain == [(f"{LIST}?q=tea", 302)]
    memory.refresh_from_db()
    assert (memory.content, memory.type, memory.access_count) == ("Likes green tea", "preference", 4)
    assert [version.content for version in memory.versions.all()] == ["Likes tea"]
    assert "The former text is kept" in said(answer)
    assert "Nothing was changed" in said(client.post(url, data, follow=True))
    assert memory.versions.count() == 1


def test_an_edit_is_taken_back(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea")
    url, data = _undo_of(
        client.post(reverse("memories:edit", args=[memory.pk]), {"content": "Likes chai"}, follow=True)
    )
    client.post(url, data)
    memory.refresh_from_db()
    assert memory.content == "Likes tea"


BAD_TEXTS = [
    ({"content": "  "}, "Write what is to be remembered."),
    ({"content": ""}, "Write what is to be remembered."),
    ({"content": "\u200b\u2060\ufeff"}, "Write what is to be remembered."),
    ({"content": "x" * 2_001}, "A memory can have up to 2000 characters; this one has 2001."),
    ({"content": "Likes chai", "type": "opinion"}, "This is no type of memory."),
]


@pytest.mark.parametrize(("data", "sentence"), BAD_TEXTS)
def test_an_edit_that_will_not_do_is_told_and_the_text_stays(
    client: Client, alice: User, data: dict[str, str], sentence: str
) -> None:
    memory = make(alice, "Likes tea")
    url = reverse("memories:edit", args=[memory.pk])
    answer = client.post(url, data)
    assert answer.status_code == 400
    assert sentence in shown(answer)
    if data["content"].strip():
        assert data["content"] in shown(answer)
    part = client.post(url, data, headers=HTMX)
    assert part.status_code == 200
    assert sentence in shown(part)
    assert "<html" not in shown(part)
    memory.refresh_from_db()
    assert memory.content == "Likes tea"
    assert not memory.versions.exists()


def test_what_is_forgotten_is_restored_before_it_is_edited(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea", status="forgotten")
    answer = client.post(reverse("memories:edit", args=[memory.pk]), {"content": "Likes chai"})
    assert answer.status_code == 400
    assert "Restore this memory before you edit it." in shown(answer)


def test_htmx_edits_a_row_in_place(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea")
    url = reverse("memories:edit", args=[memory.pk])
    form = client.get(url, headers=HTMX)
    assert "<textarea" in shown(form)
    assert "<html" not in shown(form)
    row = client.get(reverse("memories:detail", args=[memory.pk]), {"part": "row"}, headers=HTMX)
    assert "Likes tea</a>" in shown(row)
    assert "<html" not in shown(row)
    done = client.post(url, {"content": "Likes chai", "next": LIST}, headers=HTMX)
    assert "Likes chai</a>" in shown(done)
    assert "The former text is kept" in done["HX-Trigger"]


def test_a_memory_is_added_by_hand(client: Client, alice: User) -> None:
    answer = client.post(f"{LIST}add/", {"content": "Plays the oboe", "type": "fact"}, follow=True)
    assert "Remembered." in said(answer)
    memory = Memory.objects.get(user=alice)
    assert (memory.content, memory.type, memory.status) == ("Plays the oboe", "fact", "active")
    assert memory.sources.get().kind == SourceKind.HAND
    assert memory.vectors.exists()
    again = client.post(f"{LIST}add/", {"content": "Plays the oboe"}, follow=True)
    assert "known already" in said(again)
    assert Memory.objects.filter(user=alice).count() == 1
    url, data = _undo_of(answer)
    client.post(url, data)
    memory.refresh_from_db()
    assert memory.status == "forgotten"


def test_a_type_is_told_by_the_text_when_none_is_chosen(client: Client, alice: User) -> None:
    client.post(f"{LIST}add/", {"content": "我喜欢喝茶", "type": ""})
    assert Memory.objects.get(user=alice).type == "preference"


@pytest.mark.parametrize(("data", "sentence"), BAD_TEXTS)
def test_what_cannot_be_added_stays_in_its_field(
    client: Client, alice: User, data: dict[str, str], sentence: str
) -> None:
    answer = client.post(f"{LIST}add/", {**data, "next": f"{LIST}?q=tea"})
    assert answer.status_code == 400
    html = shown(answer)
    assert sentence in html
    assert re.search(r'<details class="add" id="add" open>', html)
    if data["content"].strip():
        assert data["content"] in html
    assert not Memory.objects.filter(user=alice).exists()


# ------------------------------------------------------------------------------------------------ many at once


@pytest.mark.parametrize(
    ("act", "before", "after", "sentence"),
    [
        ("forget", "active", "forgotten", "2 memories forgotten."),
        ("restore", "forgotten", "active", "2 memories remembered again."),
        ("confirm", "pending", "active", "2 memories kept."),
        ("reject", "pending", "rejected", "2 memories not kept"),
    ],
)
def test_many_at_once(client: Client, alice: User, act: str, before: str, after: str, sentence: str) -> None:
    rows = [make(alice, f"Likes tea {number}", status=before) for number in range(3)]
    ids = [str(row.pk) for row in rows[:2]]
    back = f"{LIST}?status={before}"
    answer = client.post(f"{LIST}bulk/", {"act": act, "ids": ids, "next": back}, follow=True)
    assert answer.redirect_chain == [(back, 302)]
    assert sentence in said(answer)
    states = [Memory.objects.get(pk=row.pk).status for row in rows]
    assert states == [after, after, before]
    events = MemoryEvent.objects.count()
    again = client.post(f"{LIST}bulk/", {"act": act, "ids": ids, "next": back}, follow=True)
    assert said(again) != said(answer)
    assert MemoryEvent.objects.count() == events


def test_many_are_pinned_and_unpinned_by_the_undo(client: Client, alice: User) -> None:
    rows = [make(alice, f"Likes tea {number}") for number in range(2)]
    ids = [str(row.pk) for row in rows]
    answer = client.post(f"{LIST}bulk/", {"act": "pin", "ids": ids}, follow=True)
    assert "2 memories pinned" in said(answer)
    assert Memory.objects.filter(pinned_at__isnull=False).count() == 2
    url, data = _undo_of(answer)
    client.post(url, data)
    assert Memory.objects.filter(pinned_at__isnull=False).count() == 0


@pytest.mark.parametrize(
    ("ids", "sentence"),
    [
        ([], "Choose one or more memories first."),
        (["", " , "], "Choose one or more memories first."),
        (["not-an-id"], "Something that was chosen is no memory. Nothing was changed."),
        ([",".join(["00000000-0000-7000-8000-000000000000"] * 10_000)], "Up to 500 memories"),
        (["00000000-0000-7000-8000-000000000000"] * 900, "Up to 500 memories"),
    ],
)
def test_a_choice_that_will_not_do_is_told_and_changes_nothing(
    client: Client, alice: User, ids: list[str], sentence: str
) -> None:
    memory = make(alice, "Likes tea")
    ids = [*ids, str(memory.pk)] if ids and ids[0].strip() else ids
    data = {"act": "forget", "ids": ids, "next": f"{LIST}?q=tea"}
    answer = client.post(f"{LIST}bulk/", data)
    assert answer.status_code == 400
    assert sentence in said(answer)
    assert listed(answer) == ["Likes tea"]
    part = client.post(f"{LIST}bulk/", data, headers=HTMX)
    assert sentence in part["HX-Trigger"]
    assert part["HX-Reswap"] == "none"
    memory.refresh_from_db()
    assert memory.status == "active"


def test_ten_thousand_fields_are_refused_in_a_sentence(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea")
    answer = client.post(f"{LIST}bulk/", {"act": "forget", "ids": [str(memory.pk)] * 10_000})
    assert answer.status_code == 400
    assert "Nothing was changed" in shown(answer)
    memory.refresh_from_db()
    assert memory.status == "active"


@pytest.mark.parametrize("act", ["forget", "restore", "pin", "unpin", "confirm", "reject", "choose"])
def test_one_foreign_row_among_many_changes_none(client: Client, alice: User, bob: User, act: str) -> None:
    mine, theirs = make(alice, "Mine"), make(bob, "Theirs")
    ids = [str(mine.pk), str(theirs.pk)]
    before = list(Memory.objects.order_by("pk").values())
    assert client.post(f"{LIST}bulk/", {"act": act, "ids": ids}).status_code == 404
    assert list(Memory.objects.order_by("pk").values()) == before
    assert not MemoryEvent.objects.exists()


@pytest.mark.parametrize("act", ["", "erase", "__class__"])
def test_an_act_that_is_none_is_not_found(client: Client, alice: User, act: str) -> None:
    memory = make(alice, "Likes tea")
    assert client.post(f"{LIST}bulk/", {"act": act, "ids": [str(memory.pk)]}).status_code == 404


def test_htmx_gets_the_list_after_many(client: Client, alice: User) -> None:
    rows = [make(alice, f"Likes tea {number}") for number in range(3)]
    data = {"act": "forget", "ids": [str(rows[0].pk)], "next": f"{LIST}?q=tea"}
    part = client.post(f"{LIST}bulk/", data, headers=HTMX)
    assert len(listed(part)) == 2
    assert "<html" not in shown(part)
    assert "Forgotten." in part["HX-Trigger"]


# ------------------------------------------------------------------------------------------------ one memory


def test_a_memorys_page_tells_its_whole_life(client: Client, alice: User) -> None:
    former = say(
        alice, "我住在杭州，平时喜欢喝美式", words="我住在杭州", title="First chat", status="superseded"
    )
    Memory.objects.filter(pk=former.pk).update(
        valid_from=timezone.now() - timedelta(days=400), valid_until=timezone.now()
    )
    text = "Packing is done, I've moved to Shanghai and the flat is tiny."
    memory = say(alice, text, words="I've moved to Shanghai", title="Moving list", supersedes=former)
    question = Message.objects.create(
        conversation=Conversation.objects.create(user=alice, title="Rain jacket"),
        sequence=1,
        role="user",
        text="What to wear?",
    )
    reply = Message.objects.create(
        conversation=question.conversation, sequence=2, role="assistant", reply_to=question, text="A coat."
    )
    RecallTrace.objects.create(
        user=alice,
        message=question,
        reply=reply,
        gate="open",
        injected=[memory.pk],
        choices=[{"id": str(memory.pk), "in": True, "why": "meaning", "score": 0.5}],
        unhelpful=[memory.pk],
    )
    MemoryEvent.objects.create(user=alice, memory_id=memory.pk, verb=EventVerb.CREATED, actor="agent")
    MemoryEvent.objects.create(user=alice, memory_id=memory.pk, verb=EventVerb.REPEATED, actor="agent")
    services.memory_edit(user=alice, memory_id=memory.pk, content="I have moved to Shanghai")
    page = shown(client.get(reverse("memories:detail", args=[memory.pk])))
    for words in (
        '<h1 lang="">I have moved to Shanghai</h1>',
        "“Packing is done, <mark>I&#x27;ve moved to Shanghai</mark> and the flat is tiny.”",
        "<mark>我住在杭州</mark>，平时喜欢喝美式",
        'lang="zh-Hans"',
        "took the place of “我住在杭州”",
        "This one is still right",
        "This text is still right",
        ">Rain jacket</a>",
        "chosen because it is close to the question in meaning",
        "you said it was no help there",
        "learnt from your message",
        "you said it again: surer",
        "you changed it",
        "Moving list",
        "First chat",
    ):
        assert words in page, words
    source = memory.sources.exclude(message=None).get()
    assert source.message is not None
    assert reverse("chat:message", args=[source.message.conversation_id, source.message_id]) in page


@pytest.mark.parametrize("status", STATES)
def test_a_memorys_page_in_every_state(client: Client, alice: User, status: str) -> None:
    memory = make(alice, "Likes tea", status=status)
    page = client.get(reverse("memories:detail", args=[memory.pk]))
    assert page.status_code == 200
    if status == "forgotten":
        assert "On " in shown(page)
        assert "it is erased for good" in shown(page)


def test_a_memorys_page_takes_a_fixed_number_of_queries(client: Client, alice: User) -> None:
    memory = say(alice, "I live in Ghent")
    url = reverse("memories:detail", args=[memory.pk])

    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            assert client.get(url).status_code == 200
        return len(context)

    former = say(alice, "I lived in Lille", status="superseded")
    Memory.objects.filter(pk=memory.pk).update(supersedes=former)
    services.memory_edit(user=alice, memory_id=memory.pk, content="I live in Gent")
    few = queries()
    for number in range(6):
        earlier = say(alice, f"I lived in place {number}", status="superseded")
        Memory.objects.filter(pk=former.pk).update(supersedes=earlier)
        former = earlier
        services.memory_edit(user=alice, memory_id=memory.pk, content=f"I live in Gent {number}")
        RecallTrace.objects.create(user=alice, gate="open", injected=[memory.pk])
    assert queries() == few


def test_a_former_text_counts_again(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea")
    services.memory_edit(user=alice, memory_id=memory.pk, content="Likes chai")
    page = shown(client.get(reverse("memories:detail", args=[memory.pk])))
    assert 'name="content" value="Likes tea"' in page
    client.post(reverse("memories:edit", args=[memory.pk]), {"content": "Likes tea"})
    memory.refresh_from_db()
    assert memory.content == "Likes tea"


# ------------------------------------------------------------------------------------------------ switches


def test_the_switches_are_set_and_can_be_set_back(client: Client, alice: User) -> None:
    answer = client.post(f"{LIST}switch/", {"use": "on", "next": f"{LIST}?q=tea"}, follow=True)
    assert answer.redirect_chain == [(f"{LIST}?q=tea", 302)]
    assert "nothing new is learnt" in said(answer)
    own = services.settings_get(user=alice)
    assert (own.use, own.learn) == (True, False)
    url, data = _undo_of(answer)
    client.post(url, data)
    own = services.settings_get(user=alice)
    assert (own.use, own.learn) == (True, True)
    part = client.post(f"{LIST}switch/", {}, headers=HTMX)
    assert part.status_code == 204
    assert "Memory is off" in part["HX-Trigger"]


# ------------------------------------------------------------------------------------------------ who may

VERBS = ["forget", "restore", "choose", "pin", "unpin", "confirm", "reject", "edit"]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_someone_elses_memory_and_none_look_the_same(
    client: Client, bob: User, headers: dict[str, str]
) -> None:
    theirs = make(bob, "Bob's own")
    before = Memory.objects.values().get()
    for pk in (theirs.pk, uuid.uuid4()):
        detail = reverse("memories:detail", args=[pk])
        assert client.get(detail, headers=headers).status_code == 404
        assert client.get(detail, {"part": "row"}, headers=headers).status_code == 404
        assert client.get(reverse("memories:edit", args=[pk]), headers=headers).status_code == 404
        for verb in VERBS:
            url = reverse(f"memories:{verb}", args=[pk])
            answer = client.post(url, {"content": "mine now"}, headers=headers)
            assert answer.status_code == 404, verb
            assert "Bob" not in shown(answer)
    assert Memory.objects.values().get() == before
    assert not MemoryEvent.objects.exists()


@pytest.mark.parametrize(
    "path", ["not-a-uuid/", "not-a-uuid/forget/", "0/edit/", f"{uuid.UUID(int=7)}/explode/"]
)
def test_what_is_no_id_is_not_found(client: Client, path: str) -> None:
    assert client.get(LIST + path).status_code == 404
    assert client.post(LIST + path).status_code == 404


def test_signed_out_is_sent_to_sign_in(alice: User) -> None:
    memory, nobody = make(alice, "Likes tea"), Client()
    for path in (LIST, f"{LIST}{memory.pk}/", f"{LIST}{memory.pk}/edit/"):
        answer = nobody.get(path)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")
    posts = ["add/", "bulk/", "switch/", *(f"{memory.pk}/{verb}/" for verb in VERBS)]
    for path in posts:
        data = {"content": "x", "act": "forget", "ids": str(memory.pk)}
        answer = nobody.post(LIST + path, data)
        assert answer.status_code == 302, path
        assert answer["Location"].startswith("/accounts/login/"), path
    memory.refresh_from_db()
    assert (memory.status, memory.content) == ("active", "Likes tea")
    assert Memory.objects.count() == 1


def test_nothing_is_changed_by_looking(client: Client, alice: User) -> None:
    memory = make(alice, "Likes tea")
    for path in ("add/", "bulk/", "switch/", *(f"{memory.pk}/{verb}/" for verb in VERBS if verb != "edit")):
        assert client.get(LIST + path).status_code == 405, path


@pytest.mark.parametrize(
    "target", ["https://example.org/", "//example.org/", "javascript:alert(1)", "/\\example.org"]
)
def test_the_way_back_stays_on_this_site(client: Client, alice: User, target: str) -> None:
    memory = make(alice, "Likes tea")
    answer = client.post(reverse("memories:pin", args=[memory.pk]), {"next": target})
    assert answer["Location"] == LIST
