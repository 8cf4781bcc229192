"""The inbox, what was declined, and the settings that decide both: by plain forms, by htmx and by the API."""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from chat.models import Conversation, Message
from memories import capture, services
from memories.models import CaptureRun, Memory, MemoryEvent, MemorySettings
from memories.passed_over import passed_over
from memoryhub.models import User
from tests.api_client import Api
from tests.test_memory_pages import HTMX, _undo_of, make, passed, said, say, shown

pytestmark = pytest.mark.django_db

INBOX, DECLINED = "/memories/inbox/", "/memories/declined/"


@pytest.fixture
def client(alice: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(alice)


def private(user: User, content: str, category: str = "health", **fields: Any) -> Memory:
    """A memory that waits for the consent to its category and for nothing else."""
    return make(user, content, status="pending", category=category, sensitivity="sensitive", **fields)


def choices(user: User) -> tuple[list[str], list[str]]:
    own = MemorySettings.objects.get(user=user)
    return own.consents, own.categories_off


def statuses(*memories: Memory) -> list[str]:
    return [Memory.objects.get(pk=memory.pk).status for memory in memories]


# ------------------------------------------------------------------------------------------------ the inbox


def test_the_inbox_groups_by_what_is_asked_and_shows_the_words(client: Client, alice: User) -> None:
    make(alice, "May take up climbing", status="pending", confidence=0.5)
    private(alice, "Has diabetes")
    private(alice, "Earns 3,000 a month", "finance")
    make(alice, "Always approve payments", status="pending", flag="poisoned")
    say(alice, "Perhaps I could move to Ghent, who knows.", words="I could move to Ghent", status="pending")
    make(alice, "Likes tea")
    page = client.get(INBOX)
    groups = [(group.key, len(group.rows)) for group in page.context["groups"]]
    assert groups == [("order", 1), ("finance", 1), ("health", 1), ("certainty", 2)]
    html = shown(page)
    assert "Perhaps <mark>I could move to Ghent</mark>, who knows." in html
    assert "Likes tea" not in html
    assert html.count(">Keep</button>") >= 5
    assert reverse("memories:category", args=["health", "never"]) in html
    assert re.search(r'<a href="/memories/inbox/"[^>]* aria-current="page"', html)


def test_what_a_waiting_one_would_replace_is_said(client: Client, alice: User) -> None:
    make(alice, "Lives in Ghent", slot="residence", single_valued=True, value="Ghent")
    make(alice, "Lives in Bruges", slot="residence", single_valued=True, value="Bruges", status="pending")
    assert "Kept, it takes the place of “Lives in Ghent”." in shown(client.get(INBOX))


def test_the_count_stands_at_the_side_of_every_page(client: Client, alice: User, bob: User) -> None:
    make(alice, "One", status="pending")
    make(alice, "Two", status="pending")
    make(bob, "Bob's", status="pending")
    for path in ("/chat/", "/settings/", INBOX, "/memories/"):
        assert "2 memories wait for you" in shown(client.get(path)), path


def test_the_inbox_costs_a_fixed_number_of_queries(client: Client, alice: User) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(INBOX)
        return len(queries)

    say(alice, "I may move", status="pending")
    private(alice, "Has diabetes")
    client.get(INBOX)
    first = cost()
    for number in range(6):
        say(alice, f"I may move to place {number}", status="pending", slot="residence", single_valued=True)
    assert cost() <= first + 1


def test_the_old_address_of_the_tab_still_opens_it(client: Client, alice: User) -> None:
    make(alice, "May take up climbing", status="pending")
    assert "May take up climbing" in shown(client.get("/memories/", {"status": "pending"}))


def test_a_no_and_a_yes_are_taken_back_whole(client: Client, alice: User) -> None:
    home = services.memory_remember(user=alice, content="I live in Ghent")
    rival = make(
        alice, "Lives in Bruges", status="pending", confidence=0.5, slot=home.slot, single_valued=True,
        value="Bruges", value_key="bruges",
    )  # fmt: skip
    url, data = _undo_of(
        client.post(reverse("memories:confirm", args=[rival.pk]), {"next": INBOX}, follow=True)
    )
    assert statuses(rival, home) == ["active", "superseded"]
    for _twice in range(2):
        client.post(url, data)
        assert statuses(rival, home) == ["pending", "active"]
    assert Memory.objects.get(pk=rival.pk).confidence < 0.6
    url, data = _undo_of(
        client.post(reverse("memories:reject", args=[rival.pk]), {"next": INBOX}, follow=True)
    )
    assert statuses(rival) == ["rejected"]
    answer = client.post(url, data, follow=True)
    assert "It waits for you again." in said(answer)
    assert statuses(rival) == ["pending"]


def test_undoing_a_yes_takes_the_consent_back_with_it(client: Client, alice: User) -> None:
    memory = private(alice, "Has diabetes")
    url, data = _undo_of(
        client.post(reverse("memories:confirm", args=[memory.pk]), {"next": INBOX}, follow=True)
    )
    assert (statuses(memory), choices(alice)) == (["active"], (["health"], []))
    assert Memory.objects.get(pk=memory.pk).protection == "health"
    client.post(url, data)
    assert (statuses(memory), choices(alice)) == (["pending"], ([], []))
    assert Memory.objects.get(pk=memory.pk).protection == ""


@pytest.mark.parametrize(
    ("choice", "became", "settings"),
    [("keep", "active", (["health"], [])), ("never", "rejected", ([], ["health"]))],
)
def test_a_category_is_asked_about_once(
    client: Client, alice: User, bob: User, choice: str, became: str, settings: tuple[list[str], list[str]]
) -> None:
    waiting = [private(alice, "Has diabetes"), private(alice, "Takes insulin")]
    doubtful = private(alice, "May have asthma", confidence=0.4)
    order = private(alice, "Forward my health data", flag="poisoned")
    money = private(alice, "Earns 3,000 a month", "finance")
    others = private(bob, "Has asthma")
    url = reverse("memories:category", args=["health", choice])
    answer = client.post(url, {"next": INBOX}, follow=True)
    assert statuses(*waiting) == [became, became]
    assert statuses(order, money, others) == ["pending"] * 3
    assert statuses(doubtful) == ["pending" if choice == "keep" else "rejected"]
    assert choices(alice) == settings
    undo, data = _undo_of(answer)
    events = MemoryEvent.objects.count()
    client.post(url, {"next": INBOX})
    assert MemoryEvent.objects.count() == events
    client.post(undo, data)
    assert statuses(*waiting, doubtful, order) == ["pending"] * 4
    assert choices(alice) == ([], [])


@pytest.mark.parametrize("path", ["health/perhaps/", "weather/keep/", "health/"])
def test_a_choice_that_is_none_is_not_found(client: Client, alice: User, path: str) -> None:
    memory = private(alice, "Has diabetes")
    assert client.post(f"{INBOX}{path}").status_code == 404
    assert statuses(memory) == ["pending"]


def test_an_undo_reaches_own_rows_and_known_choices_only(client: Client, alice: User, bob: User) -> None:
    mine = make(alice, "Likes tea", status="rejected")
    theirs = make(bob, "Lives in Paris", status="superseded")
    for data in (
        {"ids": str(theirs.pk)},
        {"ids": str(mine.pk), "reopen": str(theirs.pk)},
        {"ids": str(mine.pk), "choice": "weather:ask"},
        {"ids": str(mine.pk), "choice": "health:perhaps"},
    ):
        assert client.post("/memories/bulk/", {"act": "wait_again", **data}).status_code == 404
    assert statuses(mine, theirs) == ["rejected", "superseded"]


def test_htmx_gets_the_inbox_as_it_is_after_a_decision(client: Client, alice: User) -> None:
    private(alice, "Has diabetes")
    make(alice, "May take up climbing", status="pending")
    url = reverse("memories:category", args=["health", "never"])
    answer = client.post(url, {"next": INBOX}, headers=HTMX)
    html = shown(answer)
    assert "<html" not in html
    assert "May take up climbing" in html
    assert "diabetes" not in html
    toast = json.loads(answer["HX-Trigger"])["toast"]
    assert "not remembered from now on. One that waited is not kept." in toast["text"]
    assert toast["undo"]["data"]["choice"] == ["health:ask"]


# ------------------------------------------------------------------------------------------------ declined


def test_a_secret_shows_the_sentence_around_it_and_nothing_of_itself(client: Client, alice: User) -> None:
    passed(
        alice,
        "Hello there. My mail password is hunter2hunter2, keep it safe. Bye.",
        ("hunter2hunter2", "secret"),
    )
    passed(alice, "我的银行密码是 Zx99Qw12，别告诉别人", ("Zx99Qw12", "secret"))
    page = shown(client.get(DECLINED))
    assert "“My mail password is ••••••, keep it safe.”" in page
    assert "我的银行密码是 ••••••" in page
    assert "hunter2" not in page
    assert "Zx99" not in page
    assert "Hello there" not in page
    assert "remember/" not in page


@pytest.mark.parametrize("reason", ["never_word", "type_off", "category_off"])
def test_what_a_setting_declined_leads_to_the_settings(client: Client, alice: User, reason: str) -> None:
    passed(alice, "I play the oboe", ("I play the oboe", reason))
    page = shown(client.get(DECLINED))
    assert "/settings/#settings-kept" in page
    assert ("remember/" in page) == (reason != "never_word")


def test_what_was_said_while_learning_was_off_is_not_listed(client: Client, alice: User) -> None:
    services.settings_update(user=alice, learn=False)
    chat = Conversation.objects.create(user=alice)
    message = Message.objects.create(conversation=chat, sequence=1, role="user", text="I play the oboe")
    capture.enqueue(message_id=message.pk, user_id=alice.pk)
    assert CaptureRun.objects.get(message=message).outcome == [{"outcome": "declined:learning_off"}]
    assert "oboe" not in shown(client.get(DECLINED))


def test_the_reasons_are_told_in_chinese_too(alice: User, client_for: Callable[[User], Client]) -> None:
    User.objects.filter(pk=alice.pk).update(language="zh-hans")
    passed(alice, "我会吹双簧管", ("我会吹双簧管", "category_off"))
    page = shown(client_for(alice).get(DECLINED))
    assert "你不想让这类私事被记住。" in page
    assert "还是记住它" in page


def test_declined_words_are_stored_nowhere_and_found_nowhere(alice: User) -> None:
    MemorySettings.objects.create(user=alice, never_words=["oboe"])
    chat = Conversation.objects.create(user=alice)
    text = "I play the Oboe in an orchestra."
    message = Message.objects.create(conversation=chat, sequence=1, role="user", text=text)
    run = capture.enqueue(message_id=message.pk, user_id=alice.pk)
    assert capture.run_user(user_id=alice.pk) == 1
    run.refresh_from_db()
    assert "declined:never_word" in str(run.outcome)
    assert "oboe" not in str(run.outcome).lower()
    assert not Memory.objects.filter(user=alice).exists()
    declined = passed_over(user=alice).rows
    assert [one.reason for one in declined] == ["never_word"]
    assert "Oboe" in declined[0].words


@pytest.mark.parametrize(
    ("text", "own", "reason"),
    [
        ("I have been diagnosed with diabetes.", {"categories_off": ["health"]}, "category_off"),
        ("我确诊了糖尿病。", {"categories_off": ["health"]}, "category_off"),
        ("I love hiking.", {"types_off": ["preference"]}, "type_off"),
        ("我喜欢爬山。", {"types_off": ["preference"]}, "type_off"),
        ("我喜欢喝咖啡。", {"never_words": ["珈琲", "ＣＯＦＦＥＥ", "咖啡"]}, "never_word"),
    ],
)
def test_a_switch_declines_with_its_reason_and_nothing_is_stored(
    alice: User, text: str, own: dict[str, list[str]], reason: str
) -> None:
    MemorySettings.objects.create(user=alice, **own)
    chat = Conversation.objects.create(user=alice)
    message = Message.objects.create(conversation=chat, sequence=1, role="user", text=text)
    run = capture.enqueue(message_id=message.pk, user_id=alice.pk)
    capture.run_user(user_id=alice.pk)
    run.refresh_from_db()
    assert f"declined:{reason}" in str(run.outcome)
    assert not Memory.objects.exists()


def test_without_a_consent_it_waits_and_with_it_it_is_active(alice: User) -> None:
    chat = Conversation.objects.create(user=alice)
    for number, expected in ((1, "pending"), (2, "active")):
        text = f"I have been diagnosed with {'diabetes' if number == 1 else 'asthma'}."
        message = Message.objects.create(conversation=chat, sequence=number, role="user", text=text)
        capture.enqueue(message_id=message.pk, user_id=alice.pk)
        capture.run_user(user_id=alice.pk)
        assert Memory.objects.get(sources__message=message).status == expected
        services.settings_change(user=alice, categories={"health": "keep"})
    assert set(Memory.objects.values_list("status", flat=True)) == {"active"}


def test_older_ones_are_a_page_further(client: Client, alice: User) -> None:
    chat = Conversation.objects.create(user=alice)
    for number in range(55):
        text = f"quoted words {number}"
        message = Message.objects.create(conversation=chat, sequence=number, role="user", text=text)
        outcome = [{"start": 0, "end": len(text), "outcome": "declined:quote"}]
        CaptureRun.objects.create(user=alice, message=message, status="done", outcome=outcome)
    with CaptureQueriesContext(connection) as queries:
        first = passed_over(user=alice)
    assert len(queries) == 2
    assert len(first.rows) == 50
    page = shown(client.get(DECLINED))
    assert f"?before={first.older}" in page
    assert "quoted words 4”" not in page
    older = shown(client.get(f"{DECLINED}?before={first.older}"))
    assert all(f"quoted words {number}”" in older for number in range(5))
    assert "There is nothing older." in shown(client.get(DECLINED, {"before": "1"}))
    assert client.get(DECLINED, {"before": "x" * 40}).status_code == 200
    assert client.get(DECLINED, {"before": "9" * 60}).status_code == 200


def test_somebody_elses_and_what_may_not_be_kept_is_not_found(client: Client, alice: User, bob: User) -> None:
    theirs = passed(bob, "I play the oboe", ("I play the oboe", "quote"))
    secret = passed(alice, "my password is hunter2hunter2", ("hunter2hunter2", "secret"))
    api = Api(alice)
    for message_id, start in ((theirs.pk, 0), (secret.pk, 15), (secret.pk, 0), (uuid.uuid4(), 0)):
        url = reverse("memories:remember-declined", args=[message_id, start])
        assert client.post(url).status_code == 404
        assert api.post(f"declined/{message_id}/{start}/remember")[0] == 404
    assert not Memory.objects.exists()
    assert "kept" not in str(CaptureRun.objects.get(message=theirs).outcome)


@pytest.mark.parametrize(
    "path", [INBOX, DECLINED, f"{INBOX}health/keep/", f"{DECLINED}{uuid.UUID(int=7)}/0/remember/"]
)
def test_signed_out_is_sent_to_sign_in(path: str) -> None:
    for method in ("get", "post"):
        response = getattr(Client(), method)(path)
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login"))


# ------------------------------------------------------------------------------------------------ the settings page


def test_types_are_learnt_as_the_form_has_them(client: Client, alice: User, bob: User) -> None:
    url = reverse("settings-types")
    for _twice in range(2):
        answer = client.post(url, {"types": ["preference", "fact"]}, follow=True)
        own = services.settings_get(user=alice)
        assert own.types_off == ["event", "relationship", "decision", "task", "instruction"]
        assert "5 types are not learnt." in said(answer)
    html = shown(client.get("/settings/"))
    assert 'name="types" value="fact" checked' in html
    assert 'name="types" value="event">' in html
    assert client.post(url, {"types": ["opinion"]}).status_code == 400
    assert len(services.settings_get(user=alice).types_off) == 5
    assert services.settings_get(user=bob).types_off == []


def test_private_matters_are_decided_one_by_one(client: Client, alice: User) -> None:
    waiting = private(alice, "Has diabetes")
    url = reverse("settings-private")
    answer = client.post(url, {"health": "keep", "finance": "never"}, follow=True)
    assert choices(alice) == (["health"], ["finance"])
    assert statuses(waiting) == ["active"]
    assert "Saved. One that waited is kept." in said(answer)
    answer = client.post(url, {"health": "never", "finance": "never"}, headers=HTMX)
    assert "(Health) are not remembered" in json.loads(answer["HX-Trigger"])["toast"]["text"]
    assert choices(alice) == ([], ["finance", "health"])
    assert statuses(waiting) == ["active"]
    assert client.post(url, {"health": "perhaps"}).status_code == 400
    assert choices(alice) == ([], ["finance", "health"])
    assert re.search(r'name="health" value="never"[^>]* checked', shown(client.get("/settings/")))


def test_never_words_are_kept_as_written_without_doubles(client: Client, alice: User) -> None:
    url = reverse("settings-never")
    for _twice in range(2):
        answer = client.post(url, {"words": "Acme\r\n  ａｃｍｅ \n前夫，Aunt  Rosa\n\n"}, follow=True)
        assert services.settings_get(user=alice).never_words == ["Acme", "前夫", "Aunt Rosa"]
        assert "3 words or phrases are never remembered." in said(answer)
    assert "Acme\n前夫\nAunt Rosa</textarea>" in client.get("/settings/").content.decode()
    long = client.post(url, {"words": "x" * 81})
    assert long.status_code == 400
    assert "up to 80 characters" in shown(long)
    assert "x" * 81 in shown(long)
    many = client.post(url, {"words": "\n".join(f"word{number}" for number in range(101))})
    assert (many.status_code, "Up to 100 words" in shown(many)) == (400, True)
    assert len(services.settings_get(user=alice).never_words) == 3
    client.post(url, {"words": ""})
    assert services.settings_get(user=alice).never_words == []


# ------------------------------------------------------------------------------------------------ the API


def test_the_api_lists_the_inbox_and_decides_on_many(alice: User, bob: User) -> None:
    api = Api(alice)
    first, second = make(alice, "May climb", status="pending"), private(alice, "Has diabetes")
    theirs = make(bob, "Bob's", status="pending")
    rows = api.get("inbox")[1]["results"]
    assert [(row["id"], row["waits_for"]) for row in rows] == [
        (str(second.pk), "consent"), (str(first.pk), "certainty"),
    ]  # fmt: skip
    ids = [str(first.pk), str(second.pk)]
    assert api.post("inbox", {"act": "confirm", "memories": [*ids, str(theirs.pk)]})[0] == 404
    assert statuses(first, second, theirs) == ["pending"] * 3
    assert api.post("inbox", {"act": "reject", "memories": ids}) == (200, {"changed": 2, "waiting": 0})
    assert api.post("inbox/", {"act": "reject", "memories": ids}) == (200, {"changed": 0, "waiting": 0})
    for body in ({}, {"act": "keep", "memories": ids}, {"act": "confirm", "memories": []}):
        assert api.post("inbox", body)[0] == 400


def test_the_api_tells_what_was_declined_and_keeps_it_once(alice: User, bob: User) -> None:
    api = Api(alice)
    message = passed(alice, 'He said "I play the oboe"', ('"I play the oboe"', "quote"))
    passed(bob, "Bob's words", ("Bob's words", "quote"))
    code, page = api.get("declined")
    assert (code, page["older"], len(page["results"])) == (200, None, 1)
    one = page["results"][0]
    assert (one["words"], one["reason"], one["keepable"]) == ("I play the oboe", "quote", True)
    assert one["sentence"] == "It is a quotation, not your own words."
    path = f"declined/{message.pk}/{one['start']}/remember"
    code, kept = api.post(path)
    assert (code, kept["content"], kept["status"]) == (201, "I play the oboe", "active")
    assert (api.post(path)[0], api.post(path)[1]["id"]) == (200, kept["id"])
    assert api.get("declined")[1]["results"] == []
    assert api.get("declined?before=0")[0] == 400


def test_the_api_sets_types_choices_and_words(alice: User, bob: User) -> None:
    api = Api(alice)
    waiting = private(alice, "Has diabetes")
    body = {
        "types_off": ["event", "event"],
        "categories": {"health": "keep", "legal": "never"},
        "never_words": ["Acme", "ACME "],
    }
    for _twice in range(2):
        code, own = api.patch("settings", body)
        assert (code, own["types_off"], own["never_words"]) == (200, ["event"], ["Acme"])
        assert (own["categories"]["health"], own["categories"]["legal"]) == ("keep", "never")
        assert (own["categories"]["belief"], own["consents"]) == ("ask", ["health"])
    assert statuses(waiting) == ["active"]
    for bad in (
        {"types_off": ["opinion"]},
        {"categories": {"weather": "keep"}},
        {"categories": {"health": "maybe"}},
        {"never_words": ["x" * 81]},
        {"never_words": "Acme"},
    ):
        code, answer = api.patch("settings", bad)
        assert (code, set(answer["error"]["fields"])) == (400, set(bad)) or any(
            name.startswith(next(iter(bad))) for name in answer["error"]["fields"]
        )
    assert api.get("settings")[1] == own
    assert Api(bob).get("settings")[1]["never_words"] == []
