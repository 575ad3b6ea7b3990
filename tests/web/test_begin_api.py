"""What phones begin without a network, as they send it once there is one."""

from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.tally.game_row import find_game
from scorekeeper.web.db import store
from scorekeeper.web.game_json import page_rules
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

KEY, UID = "phones-make_such-keys0", "0123456789abcdef01234567"


def post(client: Phone, address: str, **body: Any) -> Any:
    json = {"write_id": new_id(), **body}
    answer: Any = client.post(f"/api/games{address}", json=json, headers={"X-CSRFToken": client.token()})
    assert answer.status_code != 200 or answer.json == {"write_id": json["write_id"], "version": answer.json["version"]}
    return answer


def begin(client: Phone, **body: Any) -> Any:
    game = {"players": [{"name": "Ann"}, {"name": "Bo"}], "holes_planned": 9, "first_dealer": 2}
    return post(client, "", **{"key": KEY, "uid": UID, "house": "two-joker", **game, **body})


def begun(client: Phone, **body: Any) -> WebTable:
    assert begin(client, **body).status_code == 200
    with client.application.app_context():
        kept = find_game(store(), KEY)
    return WebTable(client, KEY, kept.view_key, {player.name: player.id for player in kept.game.players})


def test_every_house_is_told_as_a_table_of_any_size_would_begin_it(client: Phone) -> None:
    told = {one["spec"]["house"]: one for one in client.get("/api/houses").get_json()}
    assert [*told] == [house.key for group in houses.groups() for house in group.houses]
    for number, (name, one) in enumerate(told.items()):
        own = {"key": f"{name:-<22}"[:22], "uid": f"{number:024x}"}
        assert begin(client, **own, **one["spec"]).status_code == 200, name
    penalty = told["penalty"]
    assert penalty["said"] == [[4, "One deck or two for four players?", "one deck"]]
    four = begun(client, **penalty["spec"], players=[{"name": name} for name in "ABCD"])
    assert page_rules(four.kept().game.house) == penalty["rules"]
    assert four.kept().game.open_options == ()
    assert "Set-Cookie" not in client.application.test_client().get("/api/houses").headers


def test_a_game_is_found_by_its_link_and_on_the_list_of_the_phone(client: Phone) -> None:
    table = begun(client, title="Cabin")
    assert client.get(f"/api/games/{KEY}").get_json()["uid"] == UID
    assert "Cabin" in client.get("/").text
    assert begin(client).status_code == 200
    assert table.put_hand(1, "Bo", points=7).status_code == 200


def test_a_game_is_begun_by_the_rules_of_one_that_was_only_watched(client: Phone) -> None:
    four = sit_down(client, "four-card")
    watched = client.get(f"/api/games/{four.view_key}").get_json()["uid"]
    table = begun(client, house=None, house_of=watched)
    assert table.kept().game.house == four.kept().game.house


BAD: dict[str, dict[str, Any]] = {
    "house.unknown": {"house": "no-such-house"},
    "table.too_few_players": {"players": [{"name": "Ann"}], "first_dealer": 1},
    "player.name_taken": {"players": [{"name": "Ann"}, {"name": "ann"}]},
    "game.length": {"holes_planned": 0},
}
UNREADABLE: list[dict[str, Any]] = [
    *({"key": wrong} for wrong in ("short", "x" * 23, "blank in the key 12345", 7)),
    *({"uid": wrong} for wrong in ("", "g" * 24, "0" * 23)),
    *({"players": wrong} for wrong in ("Ann", [{"name": 1}], [{"name": "Ann", "id": 3}], [{"name": "A"}] * 61)),
    {"first_dealer": 0},
    {"readings": {"twos": 3}},
]


@pytest.mark.parametrize("body", [*BAD.values(), *UNREADABLE, {"first_dealer": 3}, {"house": None}], ids=str)
def test_what_no_game_can_be_is_refused_with_the_reason(client: Phone, body: dict[str, Any]) -> None:
    answer = begin(client, **body)
    assert answer.status_code == 422
    assert answer.json["message"]
    code = next((code for code, bad in BAD.items() if bad == body), answer.json["code"])
    assert code in [answer.json["code"], *(problem["code"] for problem in answer.json["problems"])]
    assert client.get(f"/api/games/{KEY}").status_code == 404


def test_another_game_of_that_link_is_a_conflict(client: Phone) -> None:
    begun(client)
    answer = begin(client, uid="f" * 24)
    assert (answer.status_code, answer.json["code"]) == (409, "game.key_taken")


def test_an_extra_hole_is_begun_once_among_those_whom_the_phone_saw_tied(client: Phone) -> None:
    table = begun(client, players=[{"name": name} for name in ("Ann", "Bo", "Cy")], holes_planned=1)
    assert post(client, f"/{KEY}/playoff", hole=2, players=[1, 2]).json["code"] == "end.no_tie"
    for name, score in (("Ann", 5), ("Bo", 5), ("Cy", 7)):
        table.put_hand(1, name, points=score)
    table.confirm(1)
    assert post(client, f"/{KEY}/playoff", hole=2, players=[1, 3]).json["code"] == "end.no_tie"
    for _ in range(2):
        assert post(client, f"/{KEY}/playoff", hole=2, players=[1, 2]).status_code == 200
    assert [hole.playoff for hole in table.kept().game.holes] == [(), (1, 2)]


def test_newcomers_bring_their_ids_and_their_hands_follow(client: Phone) -> None:
    table = begun(client)
    body = {"hole": 1, "joining": [{"id": 1_234_567, "name": " Cy "}], "leaving": {"2": 0}}
    table.players["Cy"] = 1_234_567
    assert post(client, f"/{KEY}/table", **body).status_code == 200
    assert table.put_hand(1, "Cy", points=3).status_code == 200
    assert [(one.name, one.left) for one in table.kept().game.players] == [("Ann", None), ("Bo", 0), ("Cy", None)]
    refused = post(client, f"/{KEY}/table", **{**body, "joining": [{"id": 2**31, "name": "Di"}]})
    assert refused.status_code == 422
