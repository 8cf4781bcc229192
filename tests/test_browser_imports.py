"""Memories from elsewhere in Chromium: pasted, looked at, taken in by a real worker; on a phone without a script."""

from itertools import pairwise
from typing import Any

import pytest

from memories.models import Import, Memory
from memoryhub.models import User
from tests.browser import expect
from tests.servers import Worker
from tests.test_browser_memories import HEADINGS, NAMELESS, opened  # noqa: F401
from tests.test_browser_people import PHONE, SMALL_TARGETS, TOO_WIDE

PAGE = "/memories/import/"
LIST = """Here's everything I remember about you:
- [2024-03-05] User prefers night shifts to day shifts
- Loves skiing
- User was diagnosed with diabetes
- Wi-Fi password: hunter2-Tromso-91
- User's grandmother sent a letter from a village with a very long name which nobody in the family could ever pronounce
"""
ZH = "以下是我记得的内容：\n1. 用户喜欢爬山\n2. 2024年3月1日：用户对花生过敏\n3. 在医院做护士\n"


def good(page: Any) -> None:
    """What holds on every page: its width, its targets, its names, its headings."""
    assert page.evaluate(TOO_WIDE) == 0
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(NAMELESS) == []
    levels = page.evaluate(HEADINGS)
    assert levels[0] == 1 and all(after - before <= 1 for before, after in pairwise(levels))


def test_a_list_is_pasted_looked_at_and_taken_in(opened: Any, alice: User, worker: Worker) -> None:  # noqa: F811
    page = opened(alice)
    page.goto("/settings/")
    page.get_by_role("link", name="Bring along").click()
    page.get_by_label("The list").fill(LIST)
    page.get_by_label("Where it comes from").select_option("ChatGPT")
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="What is in it")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(4)
    expect(page.locator(".import-line.out")).to_contain_text("left out: holds a secret")
    expect(page.locator("main")).not_to_contain_text("hunter2")
    expect(page.locator("main")).to_contain_text("waits in the inbox for your decision")
    page.get_by_role("checkbox", name="You love skiing").uncheck()
    page.get_by_role("button", name="Remember these").click()
    expect(page.get_by_role("heading", name="Your memories are here")).to_be_visible(timeout=30_000)
    expect(page.locator("main").get_by_role("status")).to_contain_text("3 memories came in. 1 was left out.")
    page.get_by_role("link", name="See them").click()
    expect(page.locator("main")).to_contain_text("imported from ChatGPT")
    assert set(Memory.objects.values_list("content", "status")) >= {
        ("You prefer night shifts to day shifts", "active"),
        ("You were diagnosed with diabetes", "pending"),
    }
    assert not Memory.objects.filter(content__contains="skiing").exists()
    assert Import.objects.get().rows == []


@pytest.mark.parametrize("script", [True, False], ids=["script", "bare"])
def test_on_a_phone_in_chinese(opened: Any, alice: User, worker: Worker, script: bool) -> None:  # noqa: F811
    alice.language = "zh-hans"
    alice.save()
    page = opened(alice, viewport=PHONE, locale="zh-CN", java_script_enabled=script)
    page.goto(PAGE)
    if script:
        good(page)
    page.locator("#import-text").fill(ZH)
    page.get_by_role("button", name="先看看").click()
    expect(page.get_by_role("checkbox")).to_have_count(3)
    expect(page.locator("main")).to_contain_text("你在医院做护士")
    if script:
        good(page)
    page.get_by_role("button", name="记住这些").click()
    again = page.get_by_role("link", name="再看一次")
    for _ in range(0 if script else 60):
        if not again.count():
            break
        page.wait_for_timeout(500)
        again.click()
    expect(page.get_by_role("heading", name="你的记忆已带入")).to_be_visible(timeout=30_000)
    if script:
        good(page)
    assert Memory.objects.filter(status="active").count() == 3
