"""My memories in Chromium: in place, by keyboard, on a phone, in the dark, and without a script."""

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from memories import services
from memories.models import Memory
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.test_browser_people import PHONE, SMALL_TARGETS, TOO_WIDE, WIDE
from tests.test_memory_pages import make, passed, say

#: Every control has a name that a screen reader can say.
NAMELESS = """() => [...document.querySelectorAll('main :is(button, a, input:not([type=hidden]), select, textarea)')]
  .filter((element) => element.checkVisibility())
  .filter((element) => !element.ariaLabel && !(element.labels?.[0] ?? element).textContent.trim())
  .map((element) => element.outerHTML.slice(0, 90))"""
HEADINGS = """() => [...document.querySelectorAll('main :is(h1, h2, h3, h4)')]
  .filter((heading) => heading.checkVisibility()).map((heading) => Number(heading.tagName[1]))"""


@pytest.fixture
def opened(page_for: Callable[..., Remote]) -> Any:
    """`opened(user, …)`: a page whose console stays silent, and which asks no other host for anything."""
    complaints: list[str] = []
    hosts: set[str] = set()

    def heard(message: Any) -> None:
        if message.type == "error":
            complaints.append(message.text)

    def open_page(user: User, **options: Any) -> Remote:
        options.setdefault("viewport", WIDE)
        page = page_for(user, **options)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname or ""))
        return page

    yield open_page
    assert complaints == []
    assert hosts <= {"127.0.0.1", ""}


def rows(page: Remote) -> Any:
    return page.locator("li.row[data-memory]")


def expect_rows(page: Remote, count: int) -> None:
    """So many rows; bringing one back embeds its text, which takes a while on a busy machine."""
    expect(rows(page)).to_have_count(count, timeout=20_000)


def toast(page: Remote, text: str) -> Any:
    return page.locator("#toasts").get_by_text(text)


@pytest.fixture
def three(alice: User) -> list[Memory]:
    """Three memories, the newest first as the list has them."""
    now = timezone.now()
    made = []
    for number, content in enumerate(["Likes green tea", "Works at Acme", "Has a cat called Tom"]):
        kind = "preference" if number == 0 else "fact"
        made.append(make(alice, content, type=kind, created_at=now - timedelta(hours=number + 1)))
    return made


def test_a_memory_is_edited_in_its_place(opened: Any, alice: User, three: list[Memory]) -> None:
    page = opened(alice)
    page.goto("/memories/")
    rows(page).nth(1).get_by_role("link", name="Edit").click()
    field = rows(page).get_by_label("What is to be remembered")
    expect(field).to_be_focused()
    field.fill("   ")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Write what is to be remembered.")).to_be_visible()
    field.fill("Works at Apex")
    page.keyboard.press("Enter")
    expect(rows(page).nth(1).locator(".text")).to_have_text("Works at Apex")
    expect(rows(page).nth(1).get_by_role("link", name="Edit")).to_be_focused()
    expect(toast(page, "The former text is kept")).to_be_visible()
    three[1].refresh_from_db()
    assert three[1].content == "Works at Apex"
    assert three[1].versions.get().content == "Works at Acme"
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(rows(page).nth(1).locator(".text")).to_have_text("Works at Acme")
    assert page.url.endswith("/memories/")


def test_escape_leaves_an_edit_as_it_was(opened: Any, alice: User, three: list[Memory]) -> None:
    page = opened(alice)
    page.goto("/memories/")
    rows(page).first.get_by_role("link", name="Edit").click()
    rows(page).get_by_label("What is to be remembered").fill("Something else")
    page.keyboard.press("Escape")
    expect(rows(page).first.locator(".text")).to_have_text("Likes green tea")
    three[0].refresh_from_db()
    assert three[0].content == "Likes green tea"


def test_forgetting_takes_the_row_away_and_undo_brings_it_back(
    opened: Any, alice: User, three: list[Memory]
) -> None:
    page = opened(alice)
    page.goto("/memories/")
    rows(page).nth(0).get_by_role("button", name="Forget").click()
    expect_rows(page, 2)
    expect(page.locator("#tabs")).to_contain_text("Current 2")
    expect(page.locator("#tabs")).to_contain_text("Recycle bin 1")
    expect(page.locator("#count")).to_have_text("2 memories")
    expect(rows(page).first.get_by_role("button", name="Forget")).to_be_focused()
    three[0].refresh_from_db()
    assert three[0].status == "forgotten"
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect_rows(page, 3)
    expect(page.locator("#tabs")).to_contain_text("Current 3")
    three[0].refresh_from_db()
    assert three[0].status == "active"


def test_the_last_row_that_goes_leaves_a_page_that_teaches(opened: Any, alice: User) -> None:
    make(alice, "Likes tea")
    page = opened(alice)
    page.goto("/memories/")
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_role("heading", name="Nothing is remembered at the moment")).to_be_visible()


def test_many_are_selected_and_forgotten(opened: Any, alice: User, three: list[Memory]) -> None:
    page = opened(alice)
    page.goto("/memories/?q=a")
    bar = page.locator("#selected")
    expect(bar).to_be_hidden()
    page.get_by_label("Select: Works at Acme").check()
    expect(bar).to_contain_text("Selected 1")
    page.get_by_label("Select all on this page").check()
    expect(bar).to_contain_text("Selected 3")
    page.get_by_label("Select: Works at Acme").uncheck()
    bar.get_by_role("button", name="Forget").click()
    expect_rows(page, 1)
    expect(bar).to_be_hidden()
    expect(toast(page, "2 memories forgotten")).to_be_visible()
    assert page.url.endswith("/memories/?q=a")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect_rows(page, 3)
    assert set(Memory.objects.values_list("status", flat=True)) == {"active"}


def test_the_keyboard_does_it_all(opened: Any, alice: User, three: list[Memory]) -> None:
    page = opened(alice)
    page.goto("/memories/")
    press = page.keyboard.press
    press("j")
    press("j")
    expect(rows(page).nth(1)).to_have_class("row current")
    press("x")
    expect(page.get_by_label("Select: Works at Acme")).to_be_checked()
    press("x")
    expect(page.get_by_label("Select: Works at Acme")).not_to_be_checked()
    press("k")
    expect(rows(page).nth(0)).to_have_class("row current")
    press("e")
    field = rows(page).get_by_label("What is to be remembered")
    expect(field).to_be_focused()
    page.keyboard.type(" #jkexz?/")
    expect(field).to_have_value("Likes green tea #jkexz?/")
    press("Escape")
    expect(rows(page).nth(0).locator(".text")).to_have_text("Likes green tea")
    press("#")
    expect_rows(page, 2)
    press("z")
    expect_rows(page, 3)
    page.reload()  # the undo of a page that was opened by a plain form is taken by the same key
    page.evaluate(
        "() => document.querySelector('#act').action = document.querySelector('[data-act=pin]').formAction"
    )
    page.evaluate("() => document.querySelector('#act').submit()")
    expect(page.locator("#toasts form")).to_be_visible()
    page.wait_for_load_state()  # the keys are listened for by then
    press("z")
    expect(toast(page, "No longer pinned.")).to_be_visible()
    press("?")
    expect(page.get_by_role("dialog", name="Keys of this page")).to_be_visible()
    press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("#x")
    expect(page.get_by_role("searchbox")).to_have_value("#x")
    assert set(Memory.objects.values_list("status", flat=True)) == {"active"}


def test_search_and_filters_stay_in_the_address(opened: Any, alice: User, three: list[Memory]) -> None:
    page = opened(alice)
    page.goto("/memories/")
    page.get_by_role("searchbox").fill("works")
    expect_rows(page, 1)
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.wait_for_url("**/memories/?q=works")
    page.get_by_text("Filters and order").click()
    page.get_by_label("Order").select_option("Oldest first")
    page.wait_for_url("**/memories/?q=works&sort=created")
    page.get_by_role("link", name="Fact", exact=True).click()
    page.wait_for_url("**/memories/?type=fact&q=works&sort=created")
    expect(page.get_by_role("searchbox")).to_have_value("works")
    expect(page.get_by_label("Order")).to_have_value("created")
    page.get_by_role("searchbox").fill("nothing like it")
    expect(page.get_by_role("heading", name="Nothing here says “nothing like it”")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect_rows(page, 3)
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("nothing like it")


def test_letters_on_their_way_to_chinese_words_are_not_searched(opened: Any, alice: User) -> None:
    make(alice, "我喜欢喝茶")
    make(alice, "Likes coffee")
    page = opened(alice)
    page.goto("/memories/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("searchbox").focus()
    session = page.context.new_cdp_session(page)
    session.send("Input.imeSetComposition", {"text": "cha", "selectionStart": 3, "selectionEnd": 3})
    page.wait_for_timeout(700)
    assert not [url for url in asked if "/memories/?" in url]
    session.send("Input.insertText", {"text": "茶"})
    expect_rows(page, 1)
    expect(rows(page).locator(".text")).to_have_text("我喜欢喝茶")


def test_what_waits_is_kept_and_the_number_falls(opened: Any, alice: User) -> None:
    make(alice, "May take up climbing", status="pending")
    make(alice, "Is said to like opera", status="pending")
    page = opened(alice)
    page.goto("/memories/?status=pending")
    badge = page.locator(".side .badge")
    expect(badge).to_contain_text("2")
    rows(page).first.get_by_role("button", name="Keep", exact=True).click()
    expect_rows(page, 1)
    expect(badge).to_contain_text("1")
    rows(page).first.get_by_role("button", name="Don't keep").click()
    expect(page.get_by_role("heading", name="Nothing waits for you")).to_be_visible()
    expect(badge).to_have_count(0)
    assert set(Memory.objects.values_list("status", flat=True)) == {"active", "rejected"}


def test_a_memory_is_added_by_hand(opened: Any, alice: User) -> None:
    page = opened(alice)
    page.goto("/memories/")
    page.get_by_text("Add", exact=True).click()
    field = page.get_by_label("What is to be remembered")
    expect(field).to_be_focused()
    field.fill("我住在上海")
    page.get_by_role("button", name="Save").click()
    expect(rows(page).locator(".text")).to_have_text("我住在上海")
    expect(toast(page, "Remembered.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Nothing is remembered at the moment")).to_be_visible()


def test_the_switches_save_themselves(opened: Any, alice: User) -> None:
    page = opened(alice)
    page.goto("/memories/")
    page.get_by_role("switch", name="Learn new memories").uncheck()
    expect(toast(page, "nothing new is learnt")).to_be_visible()
    own = services.settings_get(user=alice)
    assert (own.use, own.learn) == (True, False)


def test_a_memorys_page_by_hand(opened: Any, alice: User) -> None:
    home = services.memory_remember(user=alice, content="I live in Ghent")
    moved = services.memory_remember(user=alice, content="I live in Bruges")
    page = opened(alice)
    page.goto(f"/memories/{moved.pk}/")
    field = page.get_by_label("What is to be remembered")
    expect(field).to_be_hidden()
    page.get_by_role("link", name="Edit").click()
    field.fill("I live in Brugge")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("I live in Brugge")
    page.get_by_role("button", name="This one is still right").click()
    expect(toast(page, "This counts again")).to_be_visible()
    home.refresh_from_db()
    moved.refresh_from_db()
    assert (home.status, moved.status) == ("active", "superseded")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("This is in the recycle bin")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("This is in the recycle bin")).to_be_hidden()


def full(alice: User) -> Memory:
    """One of everything; returns a memory with a past."""
    former = say(
        alice, "我住在杭州，平时喜欢喝美式", words="我住在杭州", title="第一次聊天", status="superseded"
    )
    memory = say(
        alice,
        "Packing is done, I've moved to Shanghai and the flat is tiny.",
        words="I've moved to Shanghai",
        title="A very long title of a chat that goes on and on about moving house and boxes",
        supersedes=former,
        protection="identity",
    )
    make(alice, "Donaudampfschifffahrtsgesellschaftskapitän" * 4, pinned_at=timezone.now())
    make(alice, "May take up climbing", status="pending", category="health")
    make(alice, "Likes marzipan", status="forgotten")
    passed(alice, 'He said "I hate tea"', ('"I hate tea"', "quote"))
    services.memory_edit(user=alice, memory_id=memory.pk, content="I live in Shanghai")
    return memory


@pytest.mark.parametrize("width", [320, 390])
def test_the_pages_fit_a_phone_with_targets_for_fingers(
    opened: Any, alice: User, bob: User, width: int
) -> None:
    memory = full(alice)
    page = opened(alice, viewport={"width": width, "height": 720}, has_touch=True)
    for path in (
        "",
        "?status=pending",
        "?status=rejected",
        "?status=forgotten",
        f"{memory.pk}/",
        f"{memory.pk}/edit/",
    ):
        page.goto(f"/memories/{path}")
        assert page.evaluate(TOO_WIDE) == 0, path
        small = page.evaluate(SMALL_TARGETS)
        # Links in the lines of a list are text (WCAG 2.5.8); what acts is for fingers.
        small = [one for one in small if "class=" in one[0] or not one[0].startswith("<a ")]
        assert small == [], path
    page.goto("/memories/")
    page.get_by_text("Filters and order").tap()
    page.locator(".tick").first.tap()
    assert page.evaluate(TOO_WIDE) == 0
    expect(page.locator("#selected")).to_be_visible()
    page = opened(bob, viewport={"width": width, "height": 720})
    page.goto("/memories/")
    assert page.evaluate(TOO_WIDE) == 0


def test_on_a_phone_nothing_needs_a_pointer_that_hovers(
    opened: Any, alice: User, three: list[Memory]
) -> None:
    page = opened(alice, viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto("/memories/")
    rows(page).first.get_by_role("button", name="Pin").tap()
    expect(rows(page).first.get_by_role("button", name="Unpin")).to_be_visible()
    rows(page).first.get_by_role("button", name="Forget").tap()
    expect_rows(page, 2)
    page.locator("#toasts").get_by_role("button", name="Undo").last.tap()
    expect_rows(page, 3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_control_has_a_name_and_headings_are_in_order(opened: Any, alice: User, scheme: str) -> None:
    memory = full(alice)
    page = opened(alice, color_scheme=scheme)
    for path in ("", "?status=pending", "?status=rejected", f"{memory.pk}/#edit"):
        page.goto(f"/memories/{path}")
        assert page.evaluate(NAMELESS) == [], path
        levels = page.evaluate(HEADINGS)
        assert levels[0] == 1, path
        assert levels.count(1) == 1, path
        assert all(after - before <= 1 for before, after in pairwise(levels)), path
    background = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(24, 24, 22)") == (scheme == "dark")


def test_focus_is_seen_wherever_it_goes(opened: Any, alice: User, three: list[Memory]) -> None:
    page = opened(alice)
    page.goto("/memories/")
    page.get_by_role("searchbox").focus()
    unseen = []
    for _step in range(22):
        page.keyboard.press("Tab")
        seen = page.evaluate("""() => {
          const element = document.activeElement, style = getComputedStyle(element);
          const label = element.closest(".chip, .tick, .switch");
          const outlined = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
            || (label && getComputedStyle(label).outlineStyle !== "none");
          return outlined ? "" : element.outerHTML.slice(0, 90);
        }""")
        if seen:
            unseen.append(seen)
    assert unseen == []


def test_a_failed_act_is_told_and_changes_nothing(
    page_for: Callable[..., Remote], alice: User, three: list[Memory]
) -> None:
    page = page_for(alice, viewport=WIDE)  # the browser itself logs the refused request
    page.goto("/memories/")
    page.context.set_offline(True)
    rows(page).first.get_by_role("button", name="Forget").click()
    expect(toast(page, "The server cannot be reached")).to_be_visible()
    expect_rows(page, 3)
    page.context.set_offline(False)


def test_everything_works_without_a_script(opened: Any, alice: User, three: list[Memory]) -> None:
    page = opened(alice, java_script_enabled=False)
    page.goto("/memories/")
    page.get_by_role("searchbox").fill("works")
    page.get_by_role("button", name="Search").click()
    expect_rows(page, 1)
    rows(page).get_by_role("button", name="Pin").click()
    expect(toast(page, "Pinned: it never fades")).to_be_visible()
    assert page.url.endswith("/memories/?q=works")
    rows(page).get_by_role("link", name="Edit").click()
    page.get_by_label("What is to be remembered").fill("Works at Apex")
    page.get_by_role("button", name="Save").click()
    expect(rows(page).locator(".text")).to_have_text("Works at Apex")
    assert page.url.endswith("/memories/?q=works")
    page.goto("/memories/")
    page.get_by_label("Select: Works at Apex").check()
    page.get_by_label("Select: Likes green tea").check()
    page.locator("#selected").get_by_role("button", name="Forget").click()
    expect(toast(page, "2 memories forgotten")).to_be_visible()
    expect_rows(page, 1)
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect_rows(page, 3)
    page.get_by_text("Add", exact=True).click()
    page.get_by_label("What is to be remembered").fill("Plays the oboe")
    page.locator("#add").get_by_role("button", name="Save").click()
    expect_rows(page, 4)
    page.get_by_role("switch", name="Use memory").uncheck()
    page.locator("main > .head").get_by_role("button", name="Save").click()
    expect(toast(page, "they are not used in replies")).to_be_visible()
