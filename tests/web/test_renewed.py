"""A link that was renewed, and what the history tells of it and of entries that were not taken."""

from __future__ import annotations

import pytest

from scorekeeper.tally.sharing import renew_link
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

ANN = "5 * 7 / 5 Q K"
MINE = "5 6 7 / 5 Q K"


@pytest.fixture
def table(client: Phone) -> WebTable:
    return sit_down(client)


def renew(table: WebTable, which: str) -> str:
    """Renew a link straight in the store; the old key."""
    old = table.edit_key if which == "edit" else table.view_key
    with table.client.application.test_request_context():
        kept = renew_link(store(), table.edit_key, which, new_write())  # type: ignore[arg-type]
    table.edit_key, table.view_key = kept.edit_key, kept.view_key
    return old


def test_an_old_link_says_that_it_was_renewed(table: WebTable) -> None:
    """That it opens nothing is tried over all routes in test_every_route.py."""
    for which in ("view", "edit"):
        old = renew(table, which)
        for path in ("", "/history", "/card.csv"):
            refused = table.get(path, key=old)
            assert refused.status_code == 410
            assert refused.headers["Cache-Control"] == "no-store"
            for words in ("This link was renewed", "Ask for the new one"):
                assert words in refused.text
    told = table.client.get(f"/api/games/{old}")
    assert (told.status_code, told.get_json()["code"]) == (410, "link.renewed")


def test_the_history_tells_that_a_link_was_renewed(table: WebTable) -> None:
    renew(table, "edit")
    renew(table, "view")
    text = table.get("/history").text
    assert "The link to play along was renewed" in text
    assert "The link to watch was renewed" in text
    assert "Undo:" not in text


def test_the_history_tells_an_entry_that_was_not_taken(table: WebTable) -> None:
    other = table.client.application.test_client()
    assert isinstance(other, Phone)
    theirs = WebTable(other, table.edit_key, table.view_key, table.players)
    theirs.get()
    table.put_hand(1, "Ann", cards=ANN)
    assert theirs.put_hand(1, "Ann", based_on=0, cards=MINE).status_code == 409
    assert f"Another device sent {MINE} for Ann on hole 1; the table kept {ANN}" in table.get("/history").text
    assert theirs.post("/seat", {"player": str(table.players["Bo"])}).status_code == 302
    assert theirs.put_hand(1, "Ann", based_on=0, points=-3).status_code == 409
    assert theirs.put_hand(1, "Ann", based_on=0).status_code == 409
    for address in ("/history", "/hole/1/history"):
        text = table.get(address).text
        assert f"Bo&#39;s phone sent −3 for Ann on hole 1; the table kept {ANN}" in text
        assert f"Bo&#39;s phone wanted to remove Ann&#39;s cards on hole 1; the table kept {ANN}" in text
    assert "This device wanted" in theirs.get("/history").text
    assert "Undo: hole 1 begun; Ann&#39;s cards on hole 1" in table.get("/history").text
