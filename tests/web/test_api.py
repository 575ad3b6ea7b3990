"""The JSON for scripts: accepted and refused requests, and that a refusal changes nothing."""

from typing import Any

from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

ANN = "5 * 7 / 5 Q K"


def refused(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal, which always has the same shape."""
    body = answer.get_json()
    assert {"code", "message", "problems"} <= set(body)
    assert body["message"]
    return answer.status_code, body["code"]


def test_a_hand_is_answered_with_the_hole_as_it_now_stands(table: WebTable) -> None:
    answer = table.put_hand(1, "Ann", cards="5jo7/5qk", write_id="the-sender-made-this")
    assert answer.status_code == 200
    body = answer.get_json()
    assert body["write_id"] == "the-sender-made-this"
    hands = [(hand["player"], hand["cards"], hand["points"], hand["raw"]) for hand in body["hands"]]
    assert hands == [(1, ANN, None, 15), (2, None, None, None), (3, None, None, None)]


BAD_HANDS: list[dict[str, Any]] = [
    {"cards": "5 X 7 / 5 Q K"},
    {"cards": ""},
    {"cards": "5 * 7 / 5 Q K", "points": 3},
    *({"cards": wrong} for wrong in (7, ["5"], "9" * 3000, "5\x00")),
    *({"points": wrong} for wrong in ("15", 1.5, 1000, True, 10**400)),
    *({"points": 3, "based_on": wrong} for wrong in (-1, None)),
    *({"points": 3, "write_id": wrong} for wrong in ("short", "x" * 65, "new\nline-in-id")),
    {"points": 3, "surprise": 1},
]


def test_a_bad_hand_is_refused_and_changes_nothing(table: WebTable) -> None:
    version = table.kept().version
    for body in BAD_HANDS:
        assert refused(table.put_hand(1, "Ann", **body))[0] == 422, str(body)[:200]
    for raw in ("", "{", "[]", "null", '"text"', "[" * 5000, '{"points": NaN}'):
        answer = table.client.put(
            f"/api/games/{table.edit_key}/holes/1/hands/1",
            data=raw,
            content_type="application/json",
            headers={"X-CSRFToken": table.token()},
        )
        assert refused(answer)[0] in (400, 422)
    assert table.kept().version == version


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


def test_two_hands_that_were_exchanged_change_together_or_not_at_all(table: WebTable) -> None:
    table.put_hand(1, "Ann", cards=ANN)
    table.put_hand(1, "Bo", points=3)
    before = table.kept()
    ann, bo = table.players["Ann"], table.players["Bo"]
    also = {"player": bo, "based_on": before.hand_versions[1, bo], "cards": ANN}
    refusals = ((409, {"based_on": 0}), (404, {"player": 99}), (422, {"points": 3}), (422, {"based_on": None}))
    for status, wrong in refusals:
        assert refused(table.put_hand(1, "Ann", points=3, also=also | wrong))[0] == status
    assert table.kept() == before

    hands = table.put_hand(1, "Ann", points=3, also=also).get_json()["hands"]
    assert [(hand["cards"], hand["points"]) for hand in hands] == [(None, 3), (ANN, None), (None, None)]
    after = table.kept()
    assert after.hand_versions == {(1, ann): before.version + 1, (1, bo): before.version + 1}
    table.post("/undo", {})
    assert table.kept().game == before.game
