"""Static files: answered whole and not streamed, with their own headers; a part where a part was asked for."""

from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from memoryhub.middleware import StaticFilesMiddleware


@pytest.fixture
def middleware(tmp_path: Path) -> StaticFilesMiddleware:
    (tmp_path / "a.css").write_text("main { color: red }")

    def elsewhere(request: HttpRequest) -> HttpResponse:
        return HttpResponse("a page")

    found = StaticFilesMiddleware(elsewhere)
    found.autorefresh = False
    found.add_file_to_dictionary("/static/a.css", str(tmp_path / "a.css"))
    return found


def test_a_file_is_answered_whole(middleware: StaticFilesMiddleware, rf: RequestFactory) -> None:
    response = middleware(rf.get("/static/a.css"))
    assert not response.streaming
    assert response.content == b"main { color: red }"
    assert response["content-type"].startswith("text/css")
    assert response["content-length"] == "19"


def test_a_part_of_a_file_and_its_head(middleware: StaticFilesMiddleware, rf: RequestFactory) -> None:
    part = middleware(rf.get("/static/a.css", headers={"range": "bytes=0-3"}))
    assert (part.status_code, part.content) == (206, b"main")
    head = middleware(rf.head("/static/a.css"))
    assert (head.status_code, head.content) == (200, b"")


def test_a_file_that_has_not_changed_is_not_sent_again(
    middleware: StaticFilesMiddleware, rf: RequestFactory
) -> None:
    modified = middleware(rf.get("/static/a.css"))["last-modified"]
    response = middleware(rf.get("/static/a.css", headers={"if-modified-since": modified}))
    assert (response.status_code, response.content) == (304, b"")


def test_what_is_no_file_goes_on(middleware: StaticFilesMiddleware, rf: RequestFactory) -> None:
    assert middleware(rf.get("/static/b.css")).content == b"a page"
