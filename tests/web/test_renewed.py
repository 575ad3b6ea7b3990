"""A link that was renewed, and what the history tells of it and of entries that were not taken."""

from __future__ import annotations

import pytest

from scorekeeper.store import choose_seat, renew_link
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

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


@pytest.mark.parametrize("which", ["edit", "view"])
@pytest.mark.parametrize("path", ["", "/history", "/hole/1/worked", "/end", "/rules", "/card.csv"])
def test_an_old_link_says_that_it_was_renewed(table: WebTable, which: str, path: str) -> None:
    old = renew(table, which)
    refused = table.get(path, key=old)
    assert refused.status_code == 410
    assert refused.headers["Cache-Control"] == "no-store"
    for words in ("This link was renewed", "Ask for the new one"):
        assert words in refused.text
    for key in (table.edit_key, table.view_key):
        assert key not in refused.text


@pytest.mark.parametrize(
    ("method", "path"),
    [
        pytest.param("GET", "", id="the game"),
        pytest.param("GET", "/holes/1", id="a hole"),
        pytest.param("PUT", "/holes/1/hands/{ann}", id="a hand"),
        pytest.param("POST", "/holes/1/confirm", id="a confirmation"),
    ],
)
def test_programs_are_told_by_a_code(table: WebTable, method: str, path: str) -> None:
    old = renew(table, "edit")
    body = {"write_id": new_id(), "based_on": 0} if method != "GET" else None
    refused = table.client.open(
        f"/api/games/{old}{path.format(ann=table.players['Ann'])}",
        method=method,
        json=body,
        headers={"X-CSRFToken": table.token()},
    )
    assert refused.status_code == 410
    assert refused.get_json()["code"] == "link.renewed"
    assert "Ask for the new one" in refused.get_json()["message"]


def test_a_form_by_an_old_link_changes_nothing(table: WebTable) -> None:
    old = renew(table, "edit")
    before = table.kept()
    ann = table.players["Ann"]
    assert table.post("/hole/1", {f"hand-{ann}": ANN, "do": "save"}, key=old).status_code == 410
    assert table.post("/undo", {}, key=old).status_code == 410
    assert table.kept() == before


@pytest.mark.parametrize("how", ["new", "imported", "rematch"])
def test_the_form_that_began_a_game_does_not_let_back_in_who_was_shut_out(table: WebTable, how: str) -> None:
    first, second = table.client, table.client.application.test_client()
    assert isinstance(second, Phone)
    form: dict[str, object] = {"csrf_token": first.token(), "write_id": new_id()}
    match how:
        case "new":
            form |= {"seat": ["1", "2"], "player": ["Ann", "Bo"], "dealer": "1", "holes": "9"}
            address = "/new/worksheet"
        case "imported":
            form |= {"text": table.get("/card.json").text, "do": "import"}
            address = "/import"
        case _:
            address = f"/g/{table.edit_key}/rematch"
    begun = first.post(address, data=form)
    assert first.post(address, data=form).location == begun.location
    key = begun.location.split("/")[2]
    sent = {"csrf_token": second.token(), "write_id": new_id(), "link": "edit"}
    new = second.post(f"/g/{key}/invite/renew", data=sent).location.split("/")[2]
    refused = first.post(address, data=form)
    assert refused.status_code == 410
    assert "This link was renewed" in refused.text
    assert new not in refused.text + str(refused.headers)


def test_the_history_tells_that_a_link_was_renewed(table: WebTable) -> None:
    renew(table, "edit")
    renew(table, "view")
    text = table.get("/history").text
    assert "The link to play along was renewed" in text
    assert "The link to watch was renewed" in text
    assert "Undo:" not in text


@pytest.mark.parametrize(
    ("seat", "sent", "told"),
    [
        pytest.param(None, {"cards": MINE}, f"Another device sent {MINE} for Ann on hole 1", id="cards"),
        pytest.param("Bo", {"cards": MINE}, f"Bo&#39;s phone sent {MINE} for Ann on hole 1", id="whose phone"),
        pytest.param("Bo", {"points": -3}, "Bo&#39;s phone sent −3 for Ann on hole 1", id="a number"),
        pytest.param("Bo", {}, "Bo&#39;s phone wanted to remove Ann&#39;s cards on hole 1", id="a removal"),
    ],
)
def test_the_history_tells_an_entry_that_was_not_taken(
    table: WebTable, seat: str | None, sent: dict[str, object], told: str
) -> None:
    other = table.client.application.test_client()
    assert isinstance(other, Phone)
    theirs = WebTable(other, table.edit_key, table.view_key, table.players)
    theirs.get()
    with other.session_transaction() as session:
        device = session["device"]
    if seat:
        with table.client.application.app_context():
            choose_seat(store(), device, table.edit_key, table.players[seat])
    table.put_hand(1, "Ann", cards=ANN)
    assert theirs.put_hand(1, "Ann", **{"based_on": 0, **sent}).status_code == 409
    for address in ("/history", "/hole/1/history"):
        text = table.get(address).text
        assert f"{told}; the table kept {ANN}" in text
        assert "not taken" in text
    assert "This device sent" in theirs.get("/history").text or "This device wanted" in theirs.get("/history").text
    assert "Undo: hole 1 begun; Ann&#39;s cards on hole 1" in table.get("/history").text


def test_the_hole_form_that_lost_is_told_too(table: WebTable) -> None:
    table.put_hand(1, "Ann", cards=ANN)
    ann = table.players["Ann"]
    assert table.post("/hole/1", {f"hand-{ann}": MINE, f"based-{ann}": "0"}).status_code == 409
    assert f"This device sent {MINE} for Ann on hole 1; the table kept {ANN}" in table.get("/history").text
