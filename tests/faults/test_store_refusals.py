"""Pages of a store that cannot be used: the trouble in its own words, and how to go on."""

import re

import pytest
from flask import Flask

from scorekeeper.store.errors import NotAStore, StoreBusy, StoreFailed, StoreFull, StoreGone, StoreUnusable
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.store.playing import file_of
from tests.web.tables import sit_down

pytestmark = pytest.mark.own_routes

PERSON = {"Accept": "text/html"}

TROUBLES = [
    pytest.param(StoreBusy, "store.busy", "One moment", 5, id="busy"),
    pytest.param(StoreFull, "store.full", "Server full", 60, id="full"),
    pytest.param(StoreGone, "store.gone", "Server unavailable", 60, id="gone"),
    pytest.param(StoreFailed, "store.failed", "Server unavailable", 60, id="failed"),
    pytest.param(NotAStore, "store.not_a_store", "Games damaged", 60, id="damaged"),
]


def failing(app: Flask, trouble: type[StoreUnusable]) -> None:
    def fail() -> str:
        raise trouble("/srv/golf/games.sqlite3: it is so")

    app.add_url_rule("/fail", "fail", fail, methods=["GET", "POST"])
    app.add_url_rule("/api/fail", "api_fail", fail)


@pytest.mark.parametrize(("trouble", "code", "heading", "seconds"), TROUBLES)
def test_each_trouble_is_told_in_its_own_words(
    app: Flask, client: Phone, trouble: type[StoreUnusable], code: str, heading: str, seconds: int
) -> None:
    failing(app, trouble)
    page, body = client.get("/fail?hole=3", headers=PERSON), client.get("/api/fail")
    for answer in (page, body):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(seconds))
        assert "Nothing changed" in answer.text
        assert re.search("Everything (saved before|before the last backup) is safe", answer.text)
        assert "store" not in answer.text.replace(code, "").replace("restore", "")  # no word of a table
        assert "/srv" not in answer.text
    assert body.json is not None
    assert body.json["code"] == code
    assert f"<h1>{heading}</h1>" in page.text
    assert 'href="/fail?hole=3">Try again</a>' in page.text
    assert "Go back" not in page.text


def test_a_hand_that_was_not_kept_is_sent_again_and_kept_once(app: Flask, client: Phone) -> None:
    table = sit_down(client, holes=1)
    with app.app_context():
        file = file_of(store()).path
    away, hands = file.with_name("away"), {"Ann": "-3", "Bo": "7"}
    file.rename(away)
    refused = table.post("/hole/1", {f"hand-{table.players[name]}": text for name, text in hands.items()})
    assert refused.status_code == 503
    assert "Go back, where it’s still filled in, and send it again" in refused.text
    away.rename(file)
    for _ in range(2):
        assert table.enter(1, hands, do="save", write_id="the-same-form").status_code == 302
    kept = table.kept()
    assert {entry.points for entry in kept.game.holes[0].entries.values()} == {-3, 7}
    assert kept.version == 2
