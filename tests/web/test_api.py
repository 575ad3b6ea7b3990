"""The JSON that the pages' scripts use: what it takes, what it refuses, and that a refusal changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

ANN = "5 * 7 / 5 Q K"


@pytest.fixture
def table(client: Phone) -> WebTable:
    return sit_down(client)


def refused(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal, which always has the one shape."""
    body = answer.get_json()
    assert {"code", "message", "problems"} <= set(body)
    assert body["message"]
    return answer.status_code, body["code"]


def test_a_hand_is_answered_with_the_hole_as_it_now_stands(table: WebTable) -> None:
    answer = table.put_hand(1, "Ann", cards="5jo7/5qk", write_id="the-sender-made-this")
    assert answer.status_code == 200
    body = answer.get_json()
    assert body["write_id"] == "the-sender-made-this"
    assert body["hands"][0] | {"version": 0} == {
        "player": 1, "name": "Ann", "version": 0, "cards": ANN, "points": None, "raw": 15,
    }  # fmt: skip
    assert body["missing"] == [table.players["Bo"], table.players["Cy"]]
    assert body["warnings"] == []


def test_points_and_clearing(table: WebTable) -> None:
    assert table.put_hand(1, "Ann", points=-3).get_json()["hands"][0]["raw"] == -3
    cleared = table.put_hand(1, "Ann").get_json()["hands"][0]
    assert (cleared["cards"], cleared["points"], cleared["raw"]) == (None, None, None)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param({"cards": "5 X 7 / 5 Q K"}, 422, id="unknown-card"),
        pytest.param({"cards": ""}, 422, id="no-cards"),
        pytest.param({"cards": "5 * 7 / 5 Q K", "points": 3}, 422, id="both"),
        pytest.param({"cards": 7}, 422, id="number-for-cards"),
        pytest.param({"cards": ["5"]}, 422, id="list-for-cards"),
        pytest.param({"cards": "9" * 3000}, 422, id="very-long"),
        pytest.param({"cards": "5\x00"}, 422, id="nul"),
        pytest.param({"points": "15"}, 422, id="text-for-points"),
        pytest.param({"points": 1.5}, 422, id="half-a-point"),
        pytest.param({"points": 1000}, 422, id="too-many-points"),
        pytest.param({"points": True}, 422, id="true"),
        pytest.param({"points": 10**400}, 422, id="huge"),
        pytest.param({"points": 3, "based_on": -1}, 422, id="negative-version"),
        pytest.param({"points": 3, "based_on": None}, 422, id="no-version"),
        pytest.param({"points": 3, "write_id": "short"}, 422, id="short-id"),
        pytest.param({"points": 3, "write_id": "x" * 65}, 422, id="long-id"),
        pytest.param({"points": 3, "write_id": "new\nline-in-id"}, 422, id="unprintable-id"),
        pytest.param({"points": 3, "surprise": 1}, 422, id="unknown-field"),
    ],
)
def test_a_bad_hand_is_refused_and_changes_nothing(table: WebTable, body: dict[str, Any], status: int) -> None:
    version = table.kept().version
    answer = table.put_hand(1, "Ann", **body)
    assert refused(answer)[0] == status
    assert table.kept().version == version


def test_what_the_pages_of_release_0_1_0_send_is_understood(client: Phone) -> None:
    """Pages stay open over an update, and entries wait on phones: their bodies, field for field."""
    table = sit_down(client, "penalty")
    ann, bo, cy = table.players.values()

    def send(method: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = client.send_json(f"/api/games/{table.edit_key}/holes/1{path}", body, method=method)
        assert answer.status_code == 200, answer.text
        answered: dict[str, Any] = answer.get_json()
        return answered

    send("PUT", f"/hands/{ann}", {"write_id": "ann-of-0.1.0", "based_on": 0, "cards": "K K K / K K 3"})
    send("PUT", f"/hands/{bo}", {"write_id": "bo-of-0.1.0", "based_on": 0, "points": -3})
    hole = send("PUT", f"/hands/{cy}", {"write_id": "cy-of-0.1.0", "based_on": 0, "points": 9})
    version = hole["hands"][2]["version"]
    hole = send("PUT", f"/hands/{cy}", {"write_id": "no-cy-of-0.1.0", "based_on": version})
    assert hole["missing"] == [cy]
    confirm = {
        "ender": ann,
        "ender_known": True,
        "accept_warnings": True,
        "accept_missing": True,
    }
    send("POST", "/confirm", {"write_id": "hole-of-0.1.0", "based_on": hole["hole_version"], **confirm})
    # A page that does not know the hole's version leaves it out.
    send("POST", "/confirm", {"write_id": "hole-of-0.1.0-again", **confirm})
    assert table.kept().game.hole(1).confirmed  # type: ignore[union-attr]


def test_three_mistakes_are_three_problems_with_their_cells(client: Phone) -> None:
    table = sit_down(client, "worksheet")
    problems = table.put_hand(1, "Ann", cards="5 X 7 / * Q").get_json()["problems"]
    assert [(problem["code"], problem["cell"]) for problem in problems] == [
        ("card.unknown", [0, 1]),
        ("card.no_value", [1, 0]),
        ("layout.missing_cards", [1, 2]),
    ]


@pytest.mark.parametrize("raw", ["", "{", "[]", "null", '"text"', "[" * 5000, '{"points": NaN}'])
def test_a_body_that_is_no_such_json_is_refused(table: WebTable, raw: str) -> None:
    answer = table.client.put(
        f"/api/games/{table.edit_key}/holes/1/hands/1",
        data=raw,
        content_type="application/json",
        headers={"X-CSRFToken": table.token()},
    )
    assert refused(answer)[0] in (400, 422)


def test_a_request_without_the_token_is_refused(table: WebTable) -> None:
    body = {"write_id": new_id(), "based_on": 0, "points": 3}
    answer = table.client.put(f"/api/games/{table.edit_key}/holes/1/hands/1", json=body)
    assert refused(answer) == (400, "csrf")


def test_unknown_games_view_keys_holes_and_players_are_not_found(table: WebTable) -> None:
    body = {"write_id": new_id(), "based_on": 0, "points": 3}
    headers = {"X-CSRFToken": table.token()}
    answers = [
        table.client.put(f"/api/games/{key}/holes/1/hands/1", json=body, headers=headers)
        for key in ("no-such-key", table.view_key, "x" * 64)
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}
    for path in ("/holes/2/hands/1", "/holes/0/hands/1", "/holes/1/hands/99", "/holes/999999/hands/1"):
        answer = table.client.put(f"/api/games/{table.edit_key}{path}", json=body, headers=headers)
        assert refused(answer)[0] in (404, 422)
    assert table.kept().version == 1


def test_the_same_write_twice_is_done_once_and_another_under_its_id_is_refused(table: WebTable) -> None:
    first = table.put_hand(1, "Ann", points=3, write_id="sent-by-a-phone", based_on=0)
    again = table.put_hand(1, "Ann", points=3, write_id="sent-by-a-phone", based_on=0)
    assert first.get_json() == again.get_json()
    other = table.put_hand(1, "Ann", points=4, write_id="sent-by-a-phone", based_on=0)
    assert refused(other)[0] == 409
    assert table.kept().game.result(1)["Ann"].raw == 3  # type: ignore[index]


def test_a_write_based_on_an_older_version_is_answered_with_both(table: WebTable) -> None:
    table.put_hand(1, "Ann", cards=ANN)
    answer = table.put_hand(1, "Ann", points=3, based_on=0)
    assert refused(answer) == (409, "store.conflict")
    body = answer.get_json()
    assert (body["theirs"], body["yours"], body["player"]) == (ANN, "3", table.players["Ann"])
    settled = table.put_hand(1, "Ann", points=3, based_on=body["version"])
    assert settled.status_code == 200


def test_confirming_names_every_reason_why_not(client: Phone) -> None:
    table = sit_down(client, "penalty")
    table.put_hand(1, "Ann", cards="K K K / K K 3")
    answer = table.confirm(1, ender_known=False)
    assert refused(answer) == (422, "hole.not_settled")
    codes = [problem["code"] for problem in answer.get_json()["problems"]]
    assert codes == ["hole.hands_missing", "hole.ender_missing", "hole.impossible_cards"]
    table.put_hand(1, "Bo", points=3)
    table.put_hand(1, "Cy", points=3)
    done = table.confirm(1, ender=table.players["Ann"], accept_warnings=True)
    assert done.status_code == 200
    assert done.get_json()["next"] == f"/g/{table.edit_key}"


def test_a_confirmation_is_based_on_the_hole_that_its_sender_saw(client: Phone) -> None:
    table = sit_down(client, "penalty")
    for name in table.players:
        hole = table.put_hand(1, name, points=3).get_json()
    seen = hole["hole_version"]
    assert table.confirm(1, ender=table.players["Ann"], based_on=seen).status_code == 200
    later = table.confirm(1, ender=table.players["Bo"], based_on=seen)
    assert refused(later) == (409, "store.hole_conflict")
    assert table.kept().game.hole(1).ender == table.players["Ann"]  # type: ignore[union-attr]


def test_a_confirmation_sent_again_is_answered_as_before_whatever_came_after(client: Phone) -> None:
    table = sit_down(client, "penalty")
    for name in table.players:
        table.put_hand(1, name, points=3)
    first = table.confirm(1, write_id="sent-when-it-was-whole")
    table.put_hand(1, "Bo")
    again = table.confirm(1, write_id="sent-when-it-was-whole")
    assert (first.status_code, again.status_code) == (200, 200)


@pytest.mark.parametrize("ender", [99, -1, "Ann", 1.5, True, [1]])
def test_an_ender_who_is_nobody_here_is_refused(client: Phone, ender: Any) -> None:
    table = sit_down(client, "penalty")
    for name in table.players:
        table.put_hand(1, name, points=3)
    assert refused(table.confirm(1, ender=ender))[0] in (404, 422)
    hole = table.kept().game.hole(1)
    assert hole is not None
    assert not hole.confirmed


def test_a_game_is_read_by_either_key_and_tells_no_keys(table: WebTable) -> None:
    table.put_hand(1, "Ann", cards=ANN)
    for key in (table.edit_key, table.view_key):
        answer = table.client.get(f"/api/games/{key}")
        assert answer.status_code == 200
        assert answer.get_json()["holes"][0]["hands"][0]["cards"] == ANN
        assert table.edit_key not in answer.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"house": "two-joker", "cards": ANN}, 200),
        ({"house": "penalty", "cards": "* 5 6 / * 5 7", "readings": {"joker-pair": "keep"}}, 200),
        ({"house": "nowhere", "cards": ANN}, 422),
        ({"house": "two-joker", "cards": ANN, "readings": {"no": "such"}}, 422),
        ({"house": "two-joker", "cards": ANN, "readings": {"joker-pair": "no-such"}}, 422),
        ({"house": "two-joker", "cards": "?"}, 422),
        ({"cards": ANN}, 422),
    ],
)
def test_scoring_one_layout(client: Phone, body: dict[str, Any], status: int) -> None:
    answer = client.send_json("/api/score", body)
    assert answer.status_code == status
    if status == 200:
        found = answer.get_json()
        assert found["total"] == sum(line["points"] for line in found["lines"]) in (15, 7)
    else:
        refused(answer)
