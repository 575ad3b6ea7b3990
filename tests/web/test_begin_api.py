"""Games that phones start offline, sent once they are online."""

from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.tally.game_row import find_game
from scorekeeper.web.db import store
from scorekeeper.web.game_json import page_rules
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

OWN = {"key": "phones-make_such-keys0", "uid": "0123456789abcdef01234567"}
PEOPLE = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
GAME: dict[str, Any] = {**OWN, "house": "two-joker", "players": PEOPLE, "holes_planned": 1, "first_dealer": 2}


def post(client: Phone, address: str = "", **body: Any) -> Any:
    return client.send_json(f"/api/games{address}", {"write_id": new_id(), **body})


def begun(client: Phone, **body: Any) -> WebTable:
    assert post(client, **{**GAME, **body}).status_code == 200
    with client.application.app_context():
        kept = find_game(store(), OWN["key"])
    return WebTable(client, OWN["key"], kept.view_key, {player.name: player.id for player in kept.game.players})


def test_every_house_is_told_as_a_table_of_any_size_would_begin_it(client: Phone) -> None:
    told = {one["spec"]["house"]: one for one in client.get("/api/houses").get_json()}
    with_cards = (house for group in houses.groups() for house in group.houses)
    assert [*told] == [house.key for house in (*with_cards, *houses.score_games())]
    for number, (name, one) in enumerate(told.items()):
        own = {"key": f"{name:-<22}"[:22], "uid": f"{number:024x}"}
        assert post(client, **{**GAME, **own, **one["spec"]}).status_code == 200, name
    penalty = told["penalty"]
    (asked,) = (option for option in houses.get("penalty").options if option.must_ask)
    assert penalty["said"] == [[4, asked.question, asked.readings[0].text]]
    game = begun(client, **penalty["spec"]).kept().game
    assert (page_rules(game.house), game.open_options) == (penalty["rules"], ())
    assert "Set-Cookie" not in client.application.test_client().get("/api/houses").headers


def test_a_game_is_found_by_its_link_and_on_the_list_of_the_phone(client: Phone) -> None:
    table = begun(client, title="Cabin")
    assert client.get(f"/api/games/{table.edit_key}").get_json()["uid"] == OWN["uid"]
    assert "Cabin" in client.get("/").text
    taken = post(client, **{**GAME, "uid": "f" * 24})
    assert (taken.status_code, taken.json["code"]) == (409, "game.key_taken")


def test_a_game_is_begun_by_the_rules_of_one_that_was_only_watched(client: Phone) -> None:
    four = sit_down(client, "four-card")
    watched = client.get(f"/api/games/{four.view_key}").get_json()["uid"]
    assert begun(client, house=None, house_of=watched).kept().game.house == four.kept().game.house


BAD: list[dict[str, Any]] = [
    *({"key": wrong} for wrong in ("short", "x" * 23, "blank in the key 12345", 7)),
    *({"uid": wrong} for wrong in ("", "g" * 24, "0" * 23)),
    *({"house": wrong} for wrong in ("no-such-house", None)),
    *({"players": wrong} for wrong in ("Ann", PEOPLE[:1], [*PEOPLE, {"name": "ann"}], [{"name": "A", "id": 3}] * 2)),
    *({"first_dealer": wrong} for wrong in (0, 5)),
    *({"holes_planned": 0}, {"readings": {"twos": 3}}, {"readings": {"twos": "no"}}),
]


@pytest.mark.parametrize("body", BAD, ids=str)
def test_what_no_game_can_be_is_refused_with_the_reason(client: Phone, body: dict[str, Any]) -> None:
    answer = post(client, **{**GAME, **body})
    assert (answer.status_code, bool(answer.json["message"])) == (422, True)
    assert client.get(f"/api/games/{OWN['key']}").status_code == 404


def test_an_extra_hole_is_begun_once_among_those_whom_the_phone_saw_tied(client: Phone) -> None:
    table = begun(client)
    for name, score in (("Ann", 5), ("Bo", 5), ("Cy", 7), ("Di", 8)):
        table.put_hand(1, name, points=score)
    table.confirm(1)
    for players, status in (([1, 3], 422), ([1, 2], 200), ([1, 2], 200), ([1, 2, 3], 422)):
        assert post(client, f"/{table.edit_key}/playoff", hole=2, players=players).status_code == status
    assert [hole.playoff for hole in table.kept().game.holes] == [(), (1, 2)]


def test_a_game_against_the_phone_is_played_there_and_kept_apart(client: Phone) -> None:
    table = begun(client, practice=True)
    address = f"/play/two-joker?game={table.edit_key}"
    assert client.get(f"/api/games/{table.edit_key}").get_json()["practice"] == "/play/two-joker"
    for page in ("/", f"/g/{table.edit_key}", f"/g/{table.edit_key}/end"):
        shown = client.get(page).text
        assert f'href="{address}"' in shown
        assert "Play hole 1" in shown
    assert 'value="Ann"' not in client.get("/new/two-joker").text, "nobody of it plays at a table"
    table.enter(1, dict.fromkeys(table.players, "12"), ender="nobody", do="confirm")
    assert "Ann" not in client.get("/people").text
    assert "Ann" in client.get("/people?practice=").text
    assert "Against the phone: Ann" in client.get("/").text

    again = client.send_form(f"/g/{table.edit_key}/rematch", write_id=new_id(), seen="0")
    assert again.status_code == 302
    assert again.location.startswith("/play/two-joker?game=")

    file = client.get(f"/g/{table.edit_key}/card.json").get_json()
    assert file["practice"] is True
