"""The settings page: what a person may decide, for themselves alone; export, erasing, leaving."""

import json
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from chat.models import Conversation
from memories import services
from memories.models import Memory
from memoryhub.models import ApiKey, User
from tests.conftest import PASSWORD

OWN_PAGES = ["settings", "api-keys", "access-log", "erase-memories", "delete-account", "export"]


def person_fields(**changed: str) -> dict[str, str]:
    return {"name": "Alice", "language": "", "time_zone": "UTC", "theme": ""} | changed


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", [*OWN_PAGES, "settings-memory", "settings-types", "settings-private", "settings-never"]
)
def test_signed_out_nobody_gets_in(name: str) -> None:
    for method in ("get", "post"):
        response = getattr(Client(), method)(reverse(name))
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login"))


def test_the_page_shows_what_is_set(alice: User, client_for: Callable[[User], Client]) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Shanghai", theme="dark")
    services.settings_update(user=alice, use=True, learn=False)
    page = client_for(alice).get(reverse("settings"))
    assert page.status_code == 200
    assert '<html lang="en" data-theme="dark">' in page.text
    assert '<option value="Asia/Shanghai" selected>' in page.text
    assert 'name="use" id="id_use" checked' in page.text
    assert 'name="learn" id="id_learn">' in page.text
    assert "no-store" in page["Cache-Control"]


def test_saving_changes_the_person_and_nobody_else(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    fields = person_fields(name="爱丽丝", language="zh-hans", time_zone="Europe/Berlin", theme="light")
    client = client_for(alice)
    for _twice in range(2):
        assert client.post(reverse("settings"), fields)["Location"] == reverse("settings")
        alice.refresh_from_db()
        assert (alice.name, alice.language) == ("爱丽丝", "zh-hans")
        assert (alice.time_zone, alice.theme) == ("Europe/Berlin", "light")
    bob.refresh_from_db()
    assert (bob.name, bob.language, bob.time_zone, bob.theme) == ("Bob", "", "UTC", "")
    assert '<html lang="zh-hans" data-theme="light">' in client.get(reverse("settings")).text


def test_as_the_browser_forgets_a_language_chosen_before(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(alice)
    client.post(reverse("language"), {"language": "zh-hans"})
    client.post(reverse("settings"), person_fields())
    page = client.get(reverse("settings"), headers={"accept-language": "en"})
    assert '<html lang="en"' in page.text


@pytest.mark.parametrize(
    "changed",
    [
        {"time_zone": "Mars/Olympus"},
        {"language": "tlh"},
        {"theme": "neon"},
        {"name": "x" * 81},
        {"time_zone": ""},
    ],
)
def test_bad_input_is_named_and_nothing_changes(
    alice: User, client_for: Callable[[User], Client], changed: dict[str, str]
) -> None:
    response = client_for(alice).post(reverse("settings"), person_fields(name="Other") | changed)
    assert response.status_code == 400
    assert response.context["form"].errors.keys() == changed.keys()
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language, alice.theme) == ("Alice", "UTC", "", "")


def test_fields_that_the_page_does_not_have_cannot_be_set(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client_for(alice).post(reverse("settings"), person_fields(is_staff="on", email="x@example.org"))
    alice.refresh_from_db()
    assert not alice.is_staff
    assert alice.email == "alice@example.org"


@pytest.mark.parametrize("use", [True, False])
@pytest.mark.parametrize("learn", [True, False])
def test_the_switches_are_set_as_the_form_has_them_and_say_what_that_means(
    alice: User, bob: User, client_for: Callable[[User], Client], use: bool, learn: bool
) -> None:
    fields = {name: "on" for name, on in {"use": use, "learn": learn}.items() if on}
    client = client_for(alice)
    said = set()
    for headers in ({}, {"HX-Request": "true"}):
        response = client.post(reverse("settings-memory"), fields, headers=headers)
        found = services.settings_get(user=alice)
        assert (found.use, found.learn) == (use, learn)
        if headers:
            assert response.status_code == 204
            said.add(json.loads(response["HX-Trigger"])["toast"]["text"])
        else:
            assert response["Location"] == reverse("settings") + "#settings-memory"
            page = client.get(reverse("settings"))
            said.add(next(str(message) for message in page.context["messages"]))
    assert len(said) == 1
    untouched = services.settings_get(user=bob)
    assert (untouched.use, untouched.learn) == (True, True)


def test_the_export_is_a_file_of_the_persons_own_memories(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    services.memory_remember(user=alice, content="I live in Hangzhou", type="fact")
    services.memory_remember(user=bob, content="I live in Berlin", type="fact")
    response = client_for(alice).get(reverse("export"))
    assert response["Content-Type"].startswith("application/json")
    assert response["Content-Disposition"].startswith('attachment; filename="memoryhub-')
    assert "Hangzhou" in response.text
    assert "Berlin" not in response.text
    assert json.loads(response.text)


def test_erasing_all_memories_asks_first_and_leaves_others_alone(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    services.memory_remember(user=alice, content="I live in Hangzhou", type="fact")
    services.memory_remember(user=bob, content="I live in Berlin", type="fact")
    client = client_for(alice)
    assert client.get(reverse("erase-memories")).status_code == 200
    unsure = client.post(reverse("erase-memories"))
    assert unsure.status_code == 400
    assert "Nothing was erased" in unsure.text
    assert Memory.objects.filter(user=alice).count() == 1
    for expected in ("1 memory is erased.", "0 memories are erased."):
        page = client.post(reverse("erase-memories"), {"sure": "on"}, follow=True)
        assert expected in page.text
    assert not Memory.objects.filter(user=alice).exists()
    assert Memory.objects.filter(user=bob).count() == 1


def test_deleting_the_account_takes_everything_along(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    services.memory_remember(user=alice, content="I live in Hangzhou", type="fact")
    services.memory_remember(user=bob, content="I live in Berlin", type="fact")
    Conversation.objects.create(user=alice, title="Weekend")
    ApiKey.objects.create(user=alice, name="Notebook")
    client = client_for(alice)
    wrong = client.post(reverse("delete-account"), {"password": "wrong"})
    assert wrong.status_code == 400
    assert "Nothing was deleted" in wrong.text
    assert User.objects.filter(pk=alice.pk).exists()
    page = client.post(reverse("delete-account"), {"password": PASSWORD}, follow=True)
    assert "Your account is deleted" in page.text
    assert page.redirect_chain == [(reverse("home"), 302)]
    assert list(User.objects.all()) == [bob]
    assert set(Memory.objects.values_list("user", flat=True)) == {bob.pk}
    assert not Conversation.objects.exists()
    assert not ApiKey.objects.exists()
    assert client.post(reverse("delete-account"), {"password": PASSWORD}).status_code == 302


def test_the_only_one_who_looks_after_the_site_cannot_leave_the_others(
    alice: User, carol: User, client_for: Callable[[User], Client]
) -> None:
    refused = client_for(carol).post(reverse("delete-account"), {"password": PASSWORD})
    assert refused.status_code == 400
    assert "Make somebody else staff first" in refused.text
    assert User.objects.filter(pk=carol.pk).exists()
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client_for(carol).post(reverse("delete-account"), {"password": PASSWORD})
    assert list(User.objects.all()) == [alice]


def test_a_stolen_session_cannot_guess_the_password(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(alice)
    statuses = {client.post(reverse("delete-account"), {"password": "guess"}).status_code for _ in range(11)}
    assert statuses == {400, 429}
    assert client.post(reverse("delete-account"), {"password": PASSWORD}).status_code == 429
    assert get_user_model().objects.filter(pk=alice.pk).exists()


def test_the_page_costs_few_queries_however_much_there_is(
    alice: User, client_for: Callable[[User], Client], django_assert_max_num_queries
) -> None:
    Conversation.objects.bulk_create(Conversation(user=alice, title=str(number)) for number in range(60))
    client = client_for(alice)
    services.settings_get(user=alice)
    with django_assert_max_num_queries(10):
        page = client.get(reverse("settings"))
    assert page.text.count("data-conversation=") == 40
    assert "Older chats" in page.text
