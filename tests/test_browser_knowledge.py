"""The pages of the knowledge base in a browser: with a script and without, wide and on a phone, in both languages."""

from collections.abc import Callable

import pytest

from memories.knowledge import documents, embedding
from memories.models import Document
from memoryhub.models import User
from tests.browser import Remote, expect
from tests.test_browser_people import TOO_WIDE

POLICY = """# Orchard Street house rules

## Bicycle room

The code of the bicycle room changes on the first Monday of each month.

## Bins

Bins go out on Tuesday evening, not before six.
"""
PHONE = {"width": 390, "height": 844}
SMALL = """() => [...document.querySelectorAll('main :is(button, .button, summary, input[type=file], select)')]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML)"""


def chosen(text: str, *, name: str) -> dict[str, object]:
    return {"name": name, "mimeType": "text/markdown", "buffer": text.encode()}


@pytest.mark.parametrize("scripts", [True, False])
def test_a_document_is_added_asked_about_opened_and_deleted(
    page_for: Callable[..., Remote], alice: User, scripts: bool
) -> None:
    page = page_for(alice, java_script_enabled=scripts)
    page.goto("/memories/knowledge/")
    page.get_by_label("File").set_input_files(chosen(POLICY, name="rules.md"))
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#documents")).to_contain_text("0 of 2 passages read for their meaning")
    added = Document.objects.get()
    embedding.embed(document_id=added.pk)
    if not scripts:
        page.reload()
    expect(page.locator("#documents")).not_to_contain_text("read for their meaning")
    expect(page.locator("#documents")).to_contain_text("2 passages")

    page.goto("/chat/")
    page.get_by_role("textbox").first.fill("When does the code of the bicycle room change?")
    page.get_by_role("button", name="Send").click()
    reply = page.locator(".receipt.documents")
    expect(reply).to_contain_text("From 1 passage of a document", timeout=30_000)
    reply.locator("summary").click()
    reply.get_by_role("link").click()
    expect(page.locator("#passage-1")).to_contain_text("first Monday of each month")
    assert page.evaluate("() => document.querySelector('li:target').id") == "passage-1"

    page.get_by_text("Replace or delete").click()
    page.get_by_role("button", name="Delete this document").click()
    expect(page.locator("#documents")).to_contain_text("No document yet")
    assert not Document.objects.exists()


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_the_pages_fit_a_phone(page_for: Callable[..., Remote], carol: User, locale: str) -> None:
    long = "Wasserwirtschaftsamtsangelegenheiten" * 6
    added = documents.document_add(
        user=carol, name="a.md", data=f"# {long}\n\n{POLICY}\n\n`{long}`\n".encode(), shared=True
    )
    page = page_for(carol, locale=locale, viewport=PHONE)
    for address in ("/memories/knowledge/", f"/memories/knowledge/{added.pk}/"):
        page.goto(address)
        assert page.evaluate(TOO_WIDE) == 0, address
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        assert page.evaluate(SMALL) == [], address
        assert page.evaluate(TOO_WIDE) == 0, address
    page.goto("/memories/knowledge/")
    page.locator("input[type=file]").set_input_files(chosen("x", name="a.docx"))
    page.locator("form.upload button").click()
    expect(page.get_by_role("alert")).to_contain_text("Only Markdown" if locale == "en-US" else "只能读取")
