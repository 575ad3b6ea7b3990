"""The game for scripts: complete, the same in pages and by the API, and sent again only after a change."""

import html
import json
import re
from typing import Any

import pytest

from scorekeeper.tally.changing import change
from scorekeeper.tally.values import ChooseReadings
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

ANN = "5 * 7 / 5 Q K"


@pytest.fixture
def table(client: Phone) -> WebTable:
    return sit_down(client, "penalty")


def ask(table: WebTable, key: str | None = None, **headers: str) -> Any:
    """The JSON answer for the whole game."""
    return table.client.get(f"/api/games/{key or table.edit_key}", headers=headers)


def embedded(page: str) -> dict[str, Any]:
    """A page's data for its scripts."""
    found = re.search(r'<script type="application/json" class="game-data">(.*?)</script>', page, re.S)
    assert found is not None
    data: dict[str, Any] = json.loads(html.unescape(found[1]))
    return data


# --- what it says -----------------------------------------------------------------------------------------------------


def test_reading_a_hole_and_sending_a_hand_answer_with_the_same_hole(table: WebTable) -> None:
    sent = table.put_hand(1, "Ann", cards=ANN).get_json()
    read = table.client.get(f"/api/games/{table.edit_key}/holes/1").get_json()
    within = ask(table).get_json()["holes"][0]
    assert sent | {"write_id": None} == read == within


def test_the_pages_hold_what_the_endpoints_tell(table: WebTable) -> None:
    table.put_hand(1, "Ann", cards=ANN)
    game = ask(table).get_json()
    house = table.client.get(f"/api/games/{table.edit_key}/house").get_json()
    assert house["house_version"] == game["house_version"]
    for path in ("", "/hole/1"):
        assert embedded(table.get(path).text) == {
            "key": table.edit_key,
            "answer": game,
            "etag": ask(table).headers["ETag"],
            "rules": house["rules"],
            "seat": None,
        }


def test_the_rules_of_a_game_are_told_anew_only_when_they_change(table: WebTable) -> None:
    address = f"/api/games/{table.edit_key}/house"
    first = table.client.get(address)
    assert first.get_json()["rules"]["house"]["match"]["winner"] == "lowest-total"
    known = {"If-None-Match": first.headers["ETag"]}
    table.put_hand(1, "Ann", points=3)
    assert table.client.get(address, headers=known).status_code == 304
    with table.client.application.test_request_context():
        change(store(), table.edit_key, [ChooseReadings({"joker-pair": "keep"})], new_write())
    again = table.client.get(address, headers=known)
    assert again.status_code == 200
    assert again.get_json()["house_version"] != first.get_json()["house_version"]
    assert again.get_json()["house_version"] == ask(table).get_json()["house_version"]


# --- nothing changed --------------------------------------------------------------------------------------------------


def test_an_unchanged_game_is_answered_without_its_contents(table: WebTable) -> None:
    full = ask(table)
    assert full.headers["ETag"].startswith(f'W/"{table.kept().version}-e-')
    again = ask(table, **{"If-None-Match": full.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers[name] == full.headers[name]
    assert "Set-Cookie" not in again.headers


def test_a_page_that_knows_the_game_is_told_at_once_that_nothing_changed(table: WebTable) -> None:
    table.put_hand(1, "Ann", cards=ANN)
    pages = [(table.edit_key, path) for path in ("", "/hole/1", "/hole/1/worked")]
    for key, path in (*pages, (table.view_key, ""), (table.view_key, "/screen")):
        page = table.client.get(f"/g/{key}{path}").text
        live = re.search(rf'<live-page data-state="/api/games/{key}" data-version="(.*?)">', page)
        known = html.unescape(live[1]) if live else embedded(page)["etag"]
        answer = ask(table, key, **{"If-None-Match": known})
        assert (answer.status_code, answer.headers["ETag"]) == (304, known), path
        assert ask(table, key).headers["ETag"] == known


def test_a_device_without_a_session_is_given_a_token_that_works(table: WebTable) -> None:
    stranger = table.client.application.test_client()
    answer = stranger.get("/api/token")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Expires" in answer.headers["Set-Cookie"]  # the device is known again tomorrow
    sent = stranger.put(
        f"/api/games/{table.edit_key}/holes/1/hands/{table.players['Ann']}",
        json={"write_id": "from-a-shell-page", "based_on": 0, "points": 3},
        headers={"X-CSRFToken": answer.get_json()["token"]},
    )
    assert sent.status_code == 200
