"""Accounts: sign-up, in, out, password reset, the first account, languages, leaving, and the pages around them."""

import re
import threading
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import reverse

from memoryhub.accounts import SIGNUP_LOCK
from memoryhub.models import ApiKey, StaffAccess, User
from tests.conftest import PASSWORD

ADDRESS = "dora@example.org"


def sign_up(client: Client, **changed: str):
    fields = {"email": ADDRESS, "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse("account_signup"), fields | changed)


# ------------------------------------------------------------------------------------------------ sign-up


@pytest.mark.django_db
def test_signing_up_makes_a_person_and_opens_the_chat() -> None:
    client = Client(headers={"accept-language": "zh-CN,zh;q=0.9"})
    response = sign_up(client, name="  朵拉 ", time_zone="Asia/Shanghai")
    assert response.status_code == 302
    assert response["Location"] == reverse("chat:index")
    person = User.objects.get()
    assert (person.email, person.name, person.time_zone) == (ADDRESS, "朵拉", "Asia/Shanghai")
    assert person.language == "zh-hans"
    assert person.check_password(PASSWORD)
    assert client.session["_auth_user_id"] == str(person.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../../etc/passwd", "x" * 65])
def test_a_time_zone_that_is_none_becomes_utc_or_is_refused(zone: str) -> None:
    response = sign_up(Client(), time_zone=zone)
    if len(zone) > 64:
        assert response.status_code == 200
        assert not User.objects.exists()
    else:
        assert User.objects.get().time_zone == "UTC"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"email": "no address"}, "email"),
        ({"password1": "12345", "password2": "12345"}, "password1"),
        ({"password2": "something else entirely"}, "password2"),
        ({"name": "x" * 81}, "name"),
    ],
)
def test_a_wrong_sign_up_says_which_field_and_makes_nobody(changed: dict[str, str], field: str) -> None:
    response = sign_up(Client(), **changed)
    assert response.status_code == 200
    assert list(response.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in response.text
    assert not User.objects.exists()


def test_an_address_is_taken_in_any_case(alice: User) -> None:
    response = sign_up(Client(), email="ALICE@example.org")
    assert response.context["form"].errors.keys() == {"email"}
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_first_account_becomes_staff_and_is_told_the_second_does_not() -> None:
    first = Client()
    sign_up(first, email="first@example.org")
    page = first.get(reverse("settings"))
    assert "Yours is the first account here" in page.text
    assert "Yours is the first account here" not in first.get(reverse("settings")).text
    second = Client()
    sign_up(second, email="second@example.org")
    assert "Yours is the first account here" not in second.get(reverse("settings")).text
    assert list(User.objects.filter(is_staff=True).values_list("email", flat=True)) == ["first@example.org"]
    assert list(User.objects.filter(is_superuser=True).values_list("email", flat=True)) == [
        "first@example.org"
    ]


def _sign_up_at_once(addresses: list[str]) -> list[str]:
    """Both sign-ups wait for the lock, both having seen an empty table; where they were sent afterwards."""
    sent_to: list[str] = []

    def one(address: str) -> None:
        try:
            sent_to.append(sign_up(Client(), email=address)["Location"])
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=[address]) for address in addresses]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SIGNUP_LOCK])
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 30
        waiting = 0
        while waiting < len(threads):
            assert time.monotonic() < deadline, f"{waiting} of {len(threads)} sign-ups wait for the lock"
            cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
            waiting = cursor.fetchone()[0]
            time.sleep(0.02)
    for thread in threads:
        thread.join(30)
    return sent_to


@pytest.mark.django_db(transaction=True)
def test_two_first_sign_ups_at_once_make_one_staff_member() -> None:
    _sign_up_at_once(["one@example.org", "two@example.org"])
    assert User.objects.count() == 2
    assert User.objects.filter(is_staff=True, is_superuser=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_signing_up_twice_at_once_with_one_address_makes_one_account() -> None:
    sent_to = _sign_up_at_once([ADDRESS, ADDRESS])
    assert User.objects.count() == 1
    assert sorted(sent_to) == sorted([reverse("chat:index"), reverse("account_login")])


# ------------------------------------------------------------------------------------------------ in and out


def test_signing_in_and_out(alice: User) -> None:
    client = Client()
    response = client.post(reverse("account_login"), {"login": "Alice@Example.org", "password": PASSWORD})
    assert response["Location"] == reverse("chat:index")
    assert client.session["_auth_user_id"] == str(alice.pk)
    response = client.post(reverse("account_logout"))
    assert response["Location"] == reverse("home")
    assert "_auth_user_id" not in client.session
    assert "You are signed out." in client.get(reverse("home")).text


def test_opening_the_sign_out_page_signs_nobody_out(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(alice)
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(
    ("login", "password"), [("alice@example.org", "wrong"), ("nobody@example.org", PASSWORD)]
)
def test_a_wrong_sign_in_tells_not_which_half_was_wrong(alice: User, login: str, password: str) -> None:
    response = Client().post(reverse("account_login"), {"login": login, "password": password})
    assert response.status_code == 200
    assert "The email address and/or password you specified are not correct." in response.text


def test_the_page_that_asked_for_a_sign_in_is_opened_after_it(alice: User) -> None:
    client = Client()
    asked = client.get(reverse("settings"))
    assert asked.status_code == 302
    login_page = client.get(asked["Location"])
    assert 'name="next" value="/settings/"' in login_page.text
    fields = {"login": alice.email, "password": PASSWORD, "next": "/settings/"}
    assert client.post(reverse("account_login"), fields)["Location"] == "/settings/"
    fields["next"] = "https://elsewhere.example/"
    assert Client().post(reverse("account_login"), fields)["Location"] == reverse("chat:index")


def test_an_account_that_is_switched_off_is_told_so(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    client = Client()
    response = client.post(
        reverse("account_login"), {"login": alice.email, "password": PASSWORD}, follow=True
    )
    assert "_auth_user_id" not in client.session
    assert "switched off" in response.text or "not correct" in response.text


def test_guessing_a_password_is_stopped_and_the_right_one_waits_too(alice: User) -> None:
    client = Client()
    for _attempt in range(5):
        client.post(reverse("account_login"), {"login": alice.email, "password": "guess"})
    response = client.post(reverse("account_login"), {"login": alice.email, "password": PASSWORD})
    assert "Too many failed login attempts" in response.text
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_too_many_sign_ins_from_one_address_see_a_page_in_the_design() -> None:
    client = Client()
    for number in range(30):
        client.post(reverse("account_login"), {"login": f"{number}@example.org", "password": "guess"})
    response = client.post(reverse("account_login"), {"login": "x@example.org", "password": "guess"})
    assert response.status_code == 429
    assert "A little slower, please" in response.text
    assert "css/app" in response.text


# ------------------------------------------------------------------------------------------------ passwords


def test_resetting_a_password_by_mail(alice: User) -> None:
    client = Client()
    response = client.post(reverse("account_reset_password"), {"email": alice.email}, follow=True)
    assert "Look into your mail" in response.text
    [message] = mail.outbox
    assert message.to == [alice.email]
    assert "MemoryHub" in message.body
    link = re.search(r"https?://\S+/accounts/password/reset/key/\S+", message.body)
    assert link
    page = client.get(urlsplit(link[0]).path, follow=True)
    assert "Choose a new password" in page.text
    form = page.redirect_chain[-1][0]
    new = "a much better password"
    done = client.post(form, {"password1": new, "password2": new}, follow=True)
    assert done.status_code == 200
    alice.refresh_from_db()
    assert alice.check_password(new)
    again = Client().get(urlsplit(link[0]).path, follow=True)
    assert "This link does not work any more" in again.text


@pytest.mark.django_db
def test_asking_for_a_reset_does_not_tell_who_has_an_account() -> None:
    response = Client().post(reverse("account_reset_password"), {"email": ADDRESS}, follow=True)
    assert "Look into your mail" in response.text
    assert "There is no account with it." in mail.outbox[0].body


def test_changing_the_password_keeps_this_browser_and_signs_others_out(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    here, elsewhere = client_for(alice), client_for(alice)
    new = "a much better password"
    fields = {"oldpassword": "wrong", "password1": new, "password2": new}
    assert here.post(reverse("account_change_password"), fields).status_code == 200
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    response = here.post(reverse("account_change_password"), fields | {"oldpassword": PASSWORD})
    assert response["Location"] == reverse("settings")
    assert here.get(reverse("settings")).status_code == 200
    assert elsewhere.get(reverse("settings")).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "subject", "words"),
    [
        (
            "en",
            "MemoryHub: Confirm your e-mail address",
            "To confirm that the address is yours, open this link:",
        ),
        ("zh-hans", "MemoryHub: 确认你的邮箱", "要确认这是你的邮箱，请打开这个链接："),
    ],
)
def test_the_mail_that_confirms_an_address_is_plain_and_names_no_user(
    language: str, subject: str, words: str
) -> None:
    fields = {"email": "new@example.org", "password1": PASSWORD, "password2": PASSWORD}
    Client(headers={"accept-language": language}).post(reverse("account_signup"), fields)
    [message] = mail.outbox
    assert message.subject == subject
    assert words in message.body
    assert "/accounts/confirm-email/" in message.body
    assert "user new" not in message.body and "用户" not in message.body


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_mail_to_an_address_that_has_an_account_is_plain(alice: User, language: str) -> None:
    client = Client(headers={"accept-language": language})
    client.post(reverse("account_reset_password"), {"email": alice.email})
    [message] = mail.outbox
    subject = "Choose a new password" if language == "en" else "设置新密码"
    assert message.subject == f"MemoryHub: {subject}"
    assert "user account" not in message.body


def test_adding_and_confirming_an_address(alice: User, client_for: Callable[[User], Client]) -> None:
    client = client_for(alice)
    client.post(reverse("account_email"), {"email": "second@example.org", "action_add": ""})
    link = re.search(r"https?://\S+/accounts/confirm-email/\S+", mail.outbox[-1].body)
    assert link
    page = client.get(urlsplit(link[0]).path)
    assert "Is second@example.org yours?" in page.text
    client.post(urlsplit(link[0]).path)
    assert "second@example.org" in client.get(reverse("account_email")).text
    assert alice.emailaddress_set.get(email="second@example.org").verified


# ------------------------------------------------------------------------------------------------ pages around it


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    [
        "home",
        "account_login",
        "account_signup",
        "account_reset_password",
        "account_reset_password_done",
        "account_reset_password_from_key_done",
        "account_email_verification_sent",
        "account_inactive",
    ],
)
def test_pages_for_visitors_are_in_the_design(name: str) -> None:
    response = Client().get(reverse(name), follow=True)
    assert response.status_code == 200
    assert 'class="entrance"' in response.text
    assert '<html lang="en"' in response.text


@pytest.mark.django_db
def test_a_confirmation_link_that_is_none_says_so() -> None:
    response = Client().get(reverse("account_confirm_email", args=["nonsense"]))
    assert "This link does not work any more" in response.text


def test_the_landing_page_sends_people_on_to_their_chats(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    assert client_for(alice).get(reverse("home"))["Location"] == reverse("chat:index")


@pytest.mark.django_db
def test_a_visitor_switches_the_language_for_this_browser() -> None:
    client = Client()
    response = client.post(reverse("language"), {"language": "zh-hans", "next": "/accounts/login/"})
    assert response["Location"] == "/accounts/login/"
    assert '<html lang="zh-hans"' in client.get("/accounts/login/").text
    client.post(reverse("language"), {"language": "tlh", "next": "/"})
    assert '<html lang="zh-hans"' in client.get("/").text
    client.post(reverse("language"), {"language": "en"})
    assert '<html lang="en"' in client.get("/").text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", ""]
)
def test_the_language_switch_sends_nobody_elsewhere(target: str) -> None:
    response = Client().post(reverse("language"), {"language": "en", "next": target})
    assert response["Location"] == "/"


def test_a_person_who_switches_the_language_keeps_it_everywhere(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client_for(alice).post(reverse("language"), {"language": "zh-hans"})
    alice.refresh_from_db()
    assert alice.language == "zh-hans"
    assert '<html lang="zh-hans"' in client_for(alice).get(reverse("settings")).text


def test_a_missing_page_is_in_the_design(alice: User, client_for: Callable[[User], Client]) -> None:
    for client in (Client(), client_for(alice)):
        response = client.get("/no/such/page/")
        assert response.status_code == 404
        assert "There is nothing here" in response.text


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_in_the_design() -> None:
    response = Client(enforce_csrf_checks=True).post(
        reverse("account_login"), {"login": "a", "password": "b"}
    )
    assert response.status_code == 403
    assert "This form is out of date" in response.text


def test_the_page_of_a_fault_needs_neither_database_nor_request() -> None:
    from memoryhub.views import error_500

    response = error_500(None)  # type: ignore[arg-type]  # pytest-django refuses any query in this test
    assert response.status_code == 500
    assert "Something broke on our side" in response.text


@pytest.mark.django_db
@pytest.mark.parametrize("language, said", [("en", "cannot be reached"), ("zh-CN", "暂时连不上")])
def test_a_store_that_is_away_is_told_as_such(language: str, said: str) -> None:
    client = Client(
        headers={"accept-language": language}, raise_request_exception=False
    )  # as a browser sees it
    away = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    with override_settings(CACHES={"default": away}):
        for response in (
            sign_up(client),
            client.post(reverse("account_login"), {"login": ADDRESS, "password": "x"}),
        ):
            assert (response.status_code, response["Retry-After"]) == (503, "30")
            assert said in response.text
    assert not User.objects.exists()


# ------------------------------------------------------------------------------------------------ API keys


def test_a_key_is_shown_once_and_kept_as_a_hash(alice: User, client_for: Callable[[User], Client]) -> None:
    client = client_for(alice)
    response = client.post(reverse("api-keys"), {"name": "Notebook"})
    shown = re.search(r'<code id="new-key">(mh_\w+)</code>', response.text)
    assert shown
    key = ApiKey.objects.get()
    assert (key.user, key.name, key.expiry) == (alice, "Notebook", None)
    assert shown[1] not in (key.digest, key.token_key)
    listed = client.get(reverse("api-keys"))
    assert "Notebook" in listed.text
    assert shown[1] not in listed.text
    assert "no-store" in response["Cache-Control"]


def test_a_second_key_of_the_same_name_and_a_nameless_one_are_refused(
    alice: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(alice)
    client.post(reverse("api-keys"), {"name": "Notebook"})
    for name in ("Notebook", "  ", "x" * 81):
        assert client.post(reverse("api-keys"), {"name": name}).status_code == 400
    assert ApiKey.objects.count() == 1


def test_there_is_an_end_to_keys(alice: User, client_for: Callable[[User], Client]) -> None:
    client = client_for(alice)
    statuses = [client.post(reverse("api-keys"), {"name": str(number)}).status_code for number in range(21)]
    assert statuses == [200] * 20 + [400]
    assert ApiKey.objects.filter(user=alice).count() == 20


def test_revoking_a_key_twice_and_another_persons(
    alice: User, bob: User, client_for: Callable[[User], Client]
) -> None:
    key, _text = ApiKey.objects.create(user=alice, name="Notebook")
    url = reverse("api-key-revoke", args=[key.token_key])
    assert client_for(bob).post(url).status_code == 404
    assert ApiKey.objects.filter(pk=key.pk).exists()
    assert client_for(alice).get(url).status_code == 405
    assert client_for(alice).post(url)["Location"] == reverse("api-keys")
    assert not ApiKey.objects.exists()
    assert client_for(alice).post(url).status_code == 404


# ------------------------------------------------------------------------------------------------ who read my data


def test_a_person_sees_who_opened_their_data_and_nobody_elses(
    alice: User, bob: User, carol: User, client_for: Callable[[User], Client]
) -> None:
    StaffAccess.objects.create(person=alice, staff=carol, scope="memories", reason="A report of <b>abuse</b>")
    page = client_for(alice).get(reverse("access-log")).text
    assert "Carol" in page
    assert "A report of &lt;b&gt;abuse&lt;/b&gt;" in page
    other = client_for(bob).get(reverse("access-log")).text
    assert "abuse" not in other
    assert "Nobody has" in other


def test_a_long_access_log_is_paged_in_few_queries(
    alice: User, carol: User, client_for: Callable[[User], Client], django_assert_max_num_queries
) -> None:
    StaffAccess.objects.bulk_create(
        StaffAccess(person=alice, staff=carol, scope="messages", reason=f"reason {number}")
        for number in range(120)
    )
    client = client_for(alice)
    with django_assert_max_num_queries(8):
        first = client.get(reverse("access-log"))
    assert first.text.count("<tr>") == 51
    assert "Page 1 of 3" in first.text
    assert client.get(reverse("access-log"), {"page": "99"}).text.count("<tr>") == 21
    assert client.get(reverse("access-log"), {"page": "x"}).status_code == 200
