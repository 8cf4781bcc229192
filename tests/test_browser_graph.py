"""The picture of connections in Chromium: by pointer, by keyboard, on a phone, in both languages, without a script."""

from collections.abc import Callable
from typing import Any

import pytest

from memories import services
from memories.models import Memory
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.test_browser_memories import HEADINGS, NAMELESS, opened  # noqa: F401
from tests.test_browser_people import PHONE, TOO_WIDE, WIDE

PAGE = "/memories/graph/"
FAMILY = (
    "My wife Ines works at Bekaert",
    "Bekaert is based in Kortrijk",
    "I live in Ghent",
    "My sister Maya lives in Turin",
    "My brother's girlfriend is called Ayumi",
)
#: The lines of the picture are in the list as well, where they are large enough for a finger.
SMALL = """() => [...document.querySelectorAll('.picture button, #relations a')]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML)"""
#: Names that lie over one another in the picture.
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.picture .end > text')].map((e) => e.getBoundingClientRect());
  const beside = (a, b) => a.left < b.right - 2 && b.left < a.right - 2;
  const level = (a, b) => a.top < b.bottom - 2 && b.top < a.bottom - 2;
  return boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => beside(a, b) && level(a, b))).length;
}"""


def told(user: User, *texts: str) -> list[Memory]:
    return [services.memory_remember(user=user, content=text) for text in texts]


def end(page: Remote, name: str) -> Any:
    return page.locator(".picture").get_by_role("button", name=name, exact=True)


def shown(page: Remote) -> Any:
    return page.locator("#relations > li:not([hidden])")


@pytest.fixture
def family(alice: User) -> list[Memory]:
    return told(alice, *FAMILY)


def test_one_is_chosen_its_lines_stay_and_a_line_opens_its_memory(
    opened: Any,  # noqa: F811
    alice: User,
    family: list[Memory],
) -> None:
    page = opened(alice)
    page.goto("/memories/")
    page.get_by_role("link", name="Connections").click()
    expect(page.get_by_role("heading", name="Connections")).to_be_visible()
    expect(page.locator(".picture .end")).to_have_count(9)
    everything = shown(page).count()
    end(page, "Bekaert").click()
    expect(shown(page)).to_have_count(2)
    expect(page.locator("[data-status]")).to_contain_text("Ines works at Bekaert")
    assert page.locator(".picture .end:not(.dim)").count() == 3
    page.get_by_role("button", name="Show all").click()
    expect(shown(page)).to_have_count(everything)
    page.locator(".picture a[aria-label='Bekaert is in Kortrijk'] text").click()
    expect(page).to_have_url(f"{page.url.split('/memories/')[0]}/memories/{family[1].pk}/")


def test_it_is_used_by_keyboard(opened: Any, alice: User, family: list[Memory]) -> None:  # noqa: F811
    page = opened(alice)
    page.goto(PAGE)
    expect(page.locator(".picture .end[tabindex='0']")).to_have_count(1)
    end(page, "You").focus()
    met = set()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 3:
        page.keyboard.press(key)
        met.add(page.evaluate("() => document.activeElement.getAttribute('aria-label')"))
    assert len(met) > 3
    page.keyboard.press("Enter")
    expect(page.locator(".picture .end[aria-pressed='true']")).to_have_count(1)
    some = shown(page).count()
    page.keyboard.press("Escape")
    expect(page.locator(".picture .end[aria-pressed='true']")).to_have_count(0)
    assert shown(page).count() > some
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(HEADINGS) == [1, 2, 2]


def test_what_is_forgotten_is_gone_from_it(opened: Any, alice: User, family: list[Memory]) -> None:  # noqa: F811
    page = opened(alice)
    page.goto(PAGE)
    expect(end(page, "Kortrijk")).to_have_count(1)
    services.memory_forget(user=alice, memory_ids=[family[1].pk])
    page.reload()
    expect(page.locator(".picture .end")).to_have_count(8)
    expect(end(page, "Kortrijk")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_it_fits_a_phone_and_its_names_can_be_read(
    page_for: Callable[..., Remote], alice: User, family: list[Memory], locale: str, scheme: str
) -> None:
    told(alice, "我弟弟的女朋友叫小美", "小美是成都人", f"My cousin works at {'Wasserwirtschaftsamt' * 8}")
    page = page_for(alice, locale=locale, viewport=PHONE, color_scheme=scheme)
    page.goto(PAGE)
    expect(page.locator(".picture .end").first).to_be_visible()
    assert page.evaluate(TOO_WIDE) == 0
    assert page.evaluate(SMALL) == []
    assert page.evaluate(OVERLAPS) == 0
    page.get_by_role("button", name="Larger" if locale == "en-US" else "放大").click()
    assert page.evaluate(TOO_WIDE) == 0
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Connections" if locale == "en-US" else "关系图"
    )


def test_without_a_script_the_list_is_there(
    page_for: Callable[..., Remote], alice: User, family: list[Memory]
) -> None:
    page = page_for(alice, java_script_enabled=False, viewport=WIDE)
    page.goto(PAGE)
    expect(page.locator(".picture")).to_be_hidden()
    page.get_by_role("link", name="Bekaert is based in Kortrijk").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Kortrijk")


def test_many_are_drawn_without_delay(opened: Any, alice: User, family: list[Memory]) -> None:  # noqa: F811
    told(alice, *(f"My friend Jo{chr(97 + n)} works at Hexagon{chr(97 + n)}" for n in range(20)))
    page = opened(alice)
    page.goto(PAGE)
    expect(page.locator(".picture .end")).to_have_count(49, timeout=10_000)
