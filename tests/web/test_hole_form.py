"""The hole form without scripts: everybody's cards, what is refused, and the confirmation."""

import re

from scorekeeper import houses
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

GOOD = {"Ann": "5 * 7 / 5 Q K", "Bo": "A 2 3 / 4 6 8", "Cy": "15"}


def raw_scores(table: WebTable, hole: int = 1) -> dict[str, int]:
    result = table.kept().game.result(hole)
    return {} if result is None else {player.name: player.raw for player in result.players}


def test_cards_and_bare_numbers_are_kept(table: WebTable) -> None:
    answer = table.enter(1, GOOD, do="save")
    assert answer.status_code == 302
    assert raw_scores(table) == {"Ann": 15, "Bo": 24, "Cy": 15}
    page = table.get("/hole/1").text
    assert 'value="5 * 7 / 5 Q K"' in page
    assert ", no cards" in page


BAD_HANDS = {
    "5 X 7 / 5 Q K": "row 1, column 2",
    "5 * 7 / 5 Q": "Row 2 has 2 cards. It needs 3.",
    "<script>alert(1)</script>": "isn’t a card",
    "9" * 1999: "",
    "5\x00": "isn’t a card",
}


def test_a_bad_hand_is_explained_beside_it_and_changes_nothing(table: WebTable) -> None:
    version = table.kept().version
    for typed, said in BAD_HANDS.items():
        answer = table.enter(1, {**GOOD, "Bo": typed}, do="confirm")
        assert answer.status_code == 422
        assert said.lower() in answer.text.lower()
        assert 'value="5 * 7 / 5 Q K"' in answer.text, "what was typed for the others is kept"
        assert "<script>alert" not in answer.text
    assert table.kept().version == version


def test_who_has_no_cards_is_missing_and_not_0(table: WebTable) -> None:
    answer = table.enter(1, {"Ann": GOOD["Ann"]}, do="confirm")
    assert answer.status_code == 422
    assert "Bo and Cy have no cards yet." in answer.text
    assert raw_scores(table) == {"Ann": 15}, "what could be saved is saved"
    card = table.get().text
    assert card.count("no cards yet</span>") == 2


def test_the_ender_is_asked_only_where_it_changes_something(client: Phone) -> None:
    penalty = sit_down(client, houses.with_readings(houses.get("penalty"), {"decks-at-four": "one"}))
    hands = {"Ann": "5", "Bo": "3", "Cy": "9"}
    refused = penalty.enter(1, hands, do="confirm")
    assert refused.status_code == 422
    assert "Say who went out." in refused.text
    assert penalty.enter(1, hands, do="confirm", ender=str(penalty.players["Ann"])).status_code == 302
    result = penalty.kept().game.result(1)
    assert result is not None
    assert [(player.name, player.score) for player in result.players] == [("Ann", 15), ("Bo", 3), ("Cy", 9)]


def test_every_hand_that_was_overtaken_is_shown_with_both(table: WebTable) -> None:
    stale = {f"based-{player}": "0" for player in table.players.values()} | {"do": "save"}
    ann, bo = table.players["Ann"], table.players["Bo"]
    table.put_hand(1, "Ann", points=3)
    table.put_hand(1, "Bo", points=4)
    answer = table.post("/hole/1", stale | {f"hand-{ann}": "5", f"hand-{bo}": "6"})
    assert answer.status_code == 409
    assert answer.text.count("Another phone entered") == 2
    assert raw_scores(table) == {"Ann": 3, "Bo": 4}


def test_theirs_that_a_third_phone_changed_meanwhile_is_shown_as_it_is_now(table: WebTable) -> None:
    ann = table.players["Ann"]
    table.put_hand(1, "Ann", points=3)
    shown = table.post("/hole/1", {f"based-{ann}": "0", f"hand-{ann}": "5", "do": "save"}).text
    assert "Another phone entered 3." in shown
    based = re.findall(rf'name="based-{ann}" value="(\d+)"', shown)[0]
    table.put_hand(1, "Ann", points=4)
    for typed in ("3", "5"):  # theirs as it was shown, or mine
        answer = table.post("/hole/1", {f"based-{ann}": based, f"hand-{ann}": typed, "do": "save"})
        assert answer.status_code == 409
        assert "Another phone entered 4." in answer.text
    assert raw_scores(table) == {"Ann": 4}


def test_going_back_and_saving_something_else_keeps_what_was_typed(table: WebTable) -> None:
    form = {"do": "save", "write_id": new_id()}
    table.enter(1, {"Ann": "3"}, **form)
    answer = table.enter(1, {"Ann": "4"}, **form)
    assert answer.status_code == 409
    assert "You already sent this form with different cards." in answer.text
    assert f'name="hand-{table.players["Ann"]}" value="4"' in answer.text
    assert raw_scores(table) == {"Ann": 3}


def test_a_hole_that_comes_later_leads_to_the_card_and_says_why(table: WebTable) -> None:
    answer = table.get("/hole/2")
    assert answer.status_code == 302
    assert answer.location.endswith(f"/g/{table.edit_key}")
    assert "Finish hole 1 first." in table.get().text
    sent = table.put_hand(2, "Ann", points=3)
    assert sent.get_json()["code"] == "hole.not_yet"


def test_what_was_typed_on_a_hole_whose_turn_is_over_stays_with_a_way_to_the_one_before(table: WebTable) -> None:
    assert table.enter(1, GOOD, do="confirm").status_code == 302
    assert table.get("/hole/2").status_code == 200
    assert table.post("/undo", {}).status_code == 302
    answer = table.enter(2, GOOD, do="confirm")
    assert answer.status_code == 422
    assert "Finish hole 1 first. Your cards aren’t saved yet." in answer.text
    assert f'href="/g/{table.edit_key}/hole/1" data-first="1"' in answer.text
    assert 'value="5 * 7 / 5 Q K"' in answer.text
    assert table.kept().game.hole(2) is None
