"""Pages of a store that cannot be used: the trouble in its own words, and what was sent offered once more."""

from __future__ import annotations

import html
import re

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.datastructures import MultiDict

from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, StoreFull, StoreGone, StoreUnusable
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import sit_down

PERSON = {"Accept": "text/html"}

TROUBLES = [
    pytest.param(StoreBusy, "store.busy", "One moment", 5, id="busy"),
    pytest.param(StoreFull, "store.full", "No room left", 60, id="full"),
    pytest.param(StoreGone, "store.gone", "The games are out of reach", 60, id="gone"),
    pytest.param(StoreFailed, "store.failed", "The games are out of reach", 60, id="failed"),
    pytest.param(NotAStore, "store.not_a_store", "The games are damaged", 60, id="damaged"),
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
        assert re.search("what was entered before (its last backup )?is safe", answer.text)
        assert "store" not in answer.text.replace(code, "").replace("restore", "")  # no word of a table
        assert "/srv" not in answer.text
    assert body.json is not None
    assert body.json["code"] == code
    assert f"<h1>{heading}</h1>" in page.text
    assert 'href="/fail?hole=3">Try again</a>' in page.text
    assert "Go back" not in page.text


def fields(page: str) -> list[tuple[str, str]]:
    """What the form of a page would send."""
    assert page.count("<form") == 1
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    return [(html.unescape(name), html.unescape(value)) for name, value in found]


def test_a_hand_that_was_not_kept_is_sent_again_from_the_page_and_kept_once(app: OpenAPI, client: Phone) -> None:
    table = sit_down(client, holes=1)
    with app.app_context():
        file = store().path
    away = file.with_name("away")
    file.rename(away)
    refused = table.enter(1, {"Ann": "-3", "Bo": "7"}, do="save")
    assert refused.status_code == 503
    assert f'action="/g/{table.edit_key}/hole/1"' in refused.text
    assert ">Send it again</button>" in refused.text
    away.rename(file)
    sent = MultiDict(fields(refused.text))
    for _ in range(2):
        assert client.post(f"/g/{table.edit_key}/hole/1", data=sent).status_code == 302
    kept = table.kept()
    assert {entry.points for entry in kept.game.holes[0].entries.values()} == {-3, 7}
    assert kept.version == 2


def test_what_is_offered_is_what_was_sent(app: OpenAPI, client: Phone) -> None:
    failing(app, StoreFull)
    hostile = "\"><script>alert(1)</script>\r\n'&quot;"
    page = client.post(
        "/fail?hole=3", data={"csrf_token": client.token(), "write_id": "w", "hand": ["5 5 5", hostile], "": "x"}
    ).text
    assert fields(page)[1:] == [("write_id", "w"), ("hand", "5 5 5"), ("hand", hostile), ("", "x")]
    assert 'action="/fail?hole=3"' in page
    assert "<script>alert" not in page
    assert "What you sent was not kept" in page


def test_nothing_that_another_site_sent_is_offered_again(app: OpenAPI, client: Phone) -> None:
    failing(app, StoreFull)
    refused = client.post("/fail", data={"hand": "5 5 5"})
    assert refused.status_code == 400
    assert "<form" not in refused.text
