"""Sign-up, settings and the shell in Chromium, at a desk's and at a phone's width."""

from collections.abc import Callable
from typing import Any

import pytest

from chat.models import Conversation
from memories import services
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.conftest import PASSWORD

WIDE = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 800}

#: Controls lower than a finger is wide; links inside a sentence are exempt (WCAG 2.5.8), and so is what is not shown.
SMALL_TARGETS = """() => [...document.querySelectorAll('button, a, input:not([type=hidden]), select')]
  .filter((element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter((element) => !element.closest('p, .skip, label, .side:not(:popover-open)'))
  .filter((element) => !element.matches('.brand'))
  .map((element) => [element.outerHTML.slice(0, 80), Math.round(element.getBoundingClientRect().height)])
  .filter(([, height]) => height < 44)"""
TOO_WIDE = "() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)"


@pytest.fixture
def opened(page_for: Callable[..., Remote]) -> Any:
    """`opened(user, …)`: a page whose console must stay silent: a blocked script or style would speak there."""
    complaints: list[str] = []

    def open_page(user: User | None = None, **options: Any) -> Remote:
        page = page_for(user, **options)
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    assert complaints == []


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_visitor_signs_up_with_the_browsers_time_zone(opened: Any, viewport: dict[str, int]) -> None:
    page = opened(viewport=viewport, timezone_id="Asia/Shanghai")
    page.goto("/")
    assert page.evaluate(TOO_WIDE) == 0
    page.get_by_role("main").get_by_role("link", name="Make an account").click()
    if viewport is PHONE:
        assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(TOO_WIDE) == 0
    page.get_by_label("E-mail address").fill("dora@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    page.wait_for_url("**/chat/**")
    expect(page.get_by_role("status").get_by_text("Yours is the first account here")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == 0
    person = User.objects.get()
    assert person.time_zone == "Asia/Shanghai"
    assert person.is_superuser


def test_the_form_is_filled_by_keyboard_alone(opened: Any) -> None:
    page = opened(viewport=WIDE)
    page.goto("/accounts/signup/")
    page.get_by_label("E-mail address").focus()
    for text in ("dora@example.org", "Dora", PASSWORD, PASSWORD):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/chat/**")
    assert User.objects.get().name == "Dora"


def test_the_first_tab_stop_skips_to_the_content(opened: Any, alice: User) -> None:
    page = opened(alice, viewport=WIDE)
    page.goto("/settings/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.id") == "main"


def test_the_switches_save_themselves_and_say_so(opened: Any, alice: User) -> None:
    page = opened(alice, viewport=WIDE)
    page.goto("/settings/")
    page.get_by_role("switch", name="Use memory").uncheck()
    expect(page.get_by_role("status").get_by_text("they are not used in replies")).to_be_visible()
    settings = services.settings_get(user=alice)
    assert (settings.use, settings.learn) == (False, True)
    expect(page.get_by_role("button", name="Save")).to_have_count(2)  # what is written; switches need none


def test_a_theme_is_seen_at_once_and_kept_when_saved(opened: Any, alice: User) -> None:
    page = opened(alice, viewport=WIDE, color_scheme="light")
    page.goto("/settings/")
    background = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_text("Dark", exact=True).click()
    assert page.evaluate(background) != light
    page.get_by_role("region", name="You", exact=True).get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").get_by_text("Saved.")).to_be_visible()
    assert page.evaluate(background) != light


def test_a_browser_in_another_zone_is_noticed(opened: Any, alice: User) -> None:
    page = opened(alice, viewport=WIDE, timezone_id="Asia/Shanghai")
    page.goto("/settings/")
    expect(page.get_by_text("Your browser is in Asia/Shanghai")).to_be_visible()
    page.get_by_label("Time zone").select_option("Asia/Shanghai")
    page.get_by_role("region", name="You", exact=True).get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_text("Your browser is in")).to_be_hidden()


def test_on_a_phone_the_chats_are_one_tap_away(opened: Any, alice: User) -> None:
    chat = Conversation.objects.create(user=alice, title="Weekend in Suzhou")
    page = opened(alice, viewport=PHONE, has_touch=True)
    page.goto("/settings/")
    link = page.get_by_role("link", name="Weekend in Suzhou")
    expect(link).to_be_hidden()
    page.get_by_role("button", name="All chats").tap()
    expect(link).to_be_visible()
    assert page.evaluate(SMALL_TARGETS) == []
    page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    page.get_by_role("button", name="All chats").tap()
    link.tap()
    page.wait_for_url(f"**/chat/{chat.pk}/")


@pytest.mark.parametrize(
    "path", ["settings/", "settings/api-keys/", "settings/access-log/", "accounts/email/"]
)
def test_pages_fit_a_phone(opened: Any, alice: User, path: str) -> None:
    page = opened(alice, viewport={"width": 320, "height": 640})
    page.goto(f"/{path}")
    assert page.evaluate(TOO_WIDE) == 0
    assert page.evaluate(SMALL_TARGETS) == []


def test_a_new_key_is_made_and_revoked(opened: Any, alice: User) -> None:
    page = opened(alice, viewport=WIDE)
    page.goto("/settings/api-keys/")
    page.get_by_label("What is it for?").fill("Notebook")
    page.get_by_role("button", name="Make a key").click()
    expect(page.locator("#new-key")).to_contain_text("mh_")
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    page.get_by_role("button", name="Revoke Notebook").click()
    expect(page.get_by_role("status").get_by_text("The key is revoked")).to_be_visible()
    expect(page.get_by_text("No keys yet")).to_be_visible()


def test_a_toast_takes_its_action_back(opened: Any, alice: User) -> None:
    services.settings_update(user=alice, use=False, learn=False)
    page = opened(alice, viewport=WIDE)
    page.goto("/settings/")
    page.evaluate("""async () => {
      const { toast } = await import("/static/js/toast.js");
      toast({text: "Memory is off.", undo: {url: "/settings/memory/", data: {use: "on", learn: "on"}}});
    }""")
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("switch", name="Use memory")).to_be_checked()
    settings = services.settings_get(user=alice)
    assert (settings.use, settings.learn) == (True, True)


def test_a_failed_action_is_told_in_a_sentence(page_for: Callable[..., Remote], alice: User) -> None:
    page = page_for(alice, viewport=WIDE)  # the browser itself logs the refused request
    page.goto("/settings/")
    page.context.set_offline(True)
    page.get_by_role("switch", name="Use memory").click()
    expect(page.get_by_role("status").get_by_text("The server cannot be reached")).to_be_visible()
    expect(page.get_by_role("switch", name="Use memory")).to_be_checked()
    page.context.set_offline(False)
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("status").get_by_text("The server cannot be reached")).to_have_count(0)
    assert services.settings_get(user=alice).use is True


def test_everything_works_without_a_script(opened: Any) -> None:
    page = opened(viewport=PHONE, java_script_enabled=False)
    page.goto("/accounts/signup/")
    page.get_by_label("E-mail address").fill("dora@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    page.wait_for_url("**/chat/**")
    page.goto("/settings/")
    page.get_by_role("switch", name="Learn new memories").uncheck()
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_text("nothing new is learnt")).to_be_visible()
    assert services.settings_get(user=User.objects.get()).learn is False
