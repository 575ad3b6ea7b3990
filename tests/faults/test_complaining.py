"""What visitors and the log are told of a store that cannot be used: once in the log, every time on the page."""

from __future__ import annotations

import logging

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, StoreFull, StoreGone, StoreUnusable
from scorekeeper.web.complaining import AGAIN_AFTER, Complaints
from tests.conftest import Phone

PERSON = {"Accept": "text/html"}

TROUBLES = [
    pytest.param(StoreBusy, "store.busy", "One moment", 5, id="busy"),
    pytest.param(StoreFull, "store.full", "No room left", 60, id="full"),
    pytest.param(StoreGone, "store.gone", "The games are out of reach", 60, id="gone"),
    pytest.param(StoreFailed, "store.failed", "The games are out of reach", 60, id="failed"),
    pytest.param(NotAStore, "store.not_a_store", "The games are out of reach", 60, id="damaged"),
]


def failing(app: OpenAPI, trouble: type[StoreUnusable]) -> None:
    def fail() -> str:
        raise trouble("/srv/golf/games.sqlite3: it is so")

    app.add_url_rule("/fail", "fail", fail, methods=["GET", "POST"])
    app.add_url_rule("/api/fail", "api_fail", fail)


@pytest.mark.parametrize(("trouble", "code", "heading", "seconds"), TROUBLES)
def test_each_trouble_is_told_in_its_own_words(
    app: OpenAPI, client: Phone, trouble: type[StoreUnusable], code: str, heading: str, seconds: int
) -> None:
    failing(app, trouble)
    page, body = client.get("/fail?hole=3", headers=PERSON), client.get("/api/fail")
    for answer in (page, body):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(seconds))
        assert "nothing was changed" in answer.text
        assert "/srv" not in answer.text
    assert body.json is not None
    assert body.json["code"] == code
    assert f"<h1>{heading}</h1>" in page.text
    assert 'href="/fail?hole=3">Try again</a>' in page.text
    assert "Go back" not in page.text


def test_a_form_that_was_not_kept_is_sent_again_from_where_it_is_filled_in(app: OpenAPI, client: Phone) -> None:
    failing(app, StoreFull)
    page = client.send_form("/fail", hand="5 5 5 / 5 5 5").text
    assert "What you sent was not kept. Go back, where it is still filled in, and send it again." in page
    assert "Try again" not in page  # which would only load the page, and send nothing


def test_the_log_names_a_trouble_that_lasts_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    moments = iter((0.0, 1.0, 2.0, AGAIN_AFTER - 0.1, AGAIN_AFTER, 2 * AGAIN_AFTER))
    complaints = Complaints(logging.getLogger("scorekeeper"), clock=lambda: next(moments))
    for text in ("full", "full", "gone", "full", "full", "full"):
        complaints.tell(text)
    assert [record.getMessage() for record in caplog.records] == [
        "full",
        "gone",
        "still, after 2 more such refusals: full",
        "still, after 0 more such refusals: full",
    ]


def test_a_thousand_refusals_are_one_line(app: OpenAPI, client: Phone, caplog: pytest.LogCaptureFixture) -> None:
    failing(app, StoreFull)
    for _ in range(50):
        client.get("/api/fail")
    assert caplog.text.count("/srv/golf/games.sqlite3: it is so") == 1
